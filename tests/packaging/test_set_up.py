"""What the set-up brings by itself, and what it says where it may not."""

from collections.abc import Callable
from pathlib import Path
from types import ModuleType

import pytest

Commands = list[list[str]]
Machine = Callable[..., None]
FONTS = {"fonts-liberation", "fonts-vlgothic"}


@pytest.fixture
def commands(set_up: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Commands:
    """What would have been run; all of it succeeds."""
    run: Commands = []

    def logged(command: list[str], environment: object = None) -> int:
        run.append(command)
        return 0

    monkeypatch.setattr(set_up, "logged", logged)
    monkeypatch.setattr(set_up, "LOG", str(tmp_path / "set-up.log"))
    return run


@pytest.fixture
def machine(set_up: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Machine:
    """A machine that lacks some of what tests need, and somebody who may install it or not."""

    def machine(*lacking: str, user: int = 0, apt: str | None = "/bin/apt-get") -> None:
        monkeypatch.chdir(tmp_path)
        needed = [(name, lambda name=name: name not in lacking, packages) for name, _, packages in set_up.NEEDED]
        monkeypatch.setattr(set_up, "NEEDED", needed)
        monkeypatch.setattr(set_up.shutil, "which", lambda name: apt)
        monkeypatch.setattr(set_up.os, "geteuid", lambda: user)

    return machine


def test_a_machine_that_has_everything_is_left_as_it_is(
    set_up: ModuleType, commands: Commands, machine: Machine
) -> None:
    machine()
    set_up.bring_what_tests_need()
    assert commands == []


def test_any_chromium_or_chrome_will_do(set_up: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(set_up.shutil, "which", lambda name: f"/bin/{name}" if name == "google-chrome" else None)
    assert set_up.browser() == "/bin/google-chrome"
    monkeypatch.setattr(set_up.shutil, "which", lambda name: None)
    assert set_up.browser() is None


def test_a_library_is_missing_that_cannot_be_loaded(set_up: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    def load(name: str) -> object:
        raise OSError(f"{name}: cannot open shared object file")

    monkeypatch.setattr(set_up.sys, "platform", "linux")
    monkeypatch.setattr(set_up.ctypes, "CDLL", load)
    assert not set_up.has_atomics()
    monkeypatch.setattr(set_up.sys, "platform", "darwin")
    assert set_up.has_atomics()


def test_fonts_are_missing_where_there_is_no_file_of_one(
    set_up: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(set_up.sys, "platform", "linux")
    monkeypatch.setattr(set_up, "FONTS", (str(tmp_path / "nowhere"), str(tmp_path)))
    (tmp_path / "truetype").mkdir()
    assert not set_up.has_fonts()
    (tmp_path / "truetype/Plain.ttf").touch()
    assert set_up.has_fonts()


@pytest.mark.parametrize(
    ("lacking", "packages"), [("Chromium", {"chromium"}), ("libatomic", {"libatomic1"}), ("fonts", FONTS)]
)
def test_what_is_missing_is_installed_where_that_is_allowed_and_nothing_else(
    set_up: ModuleType, commands: Commands, machine: Machine, lacking: str, packages: set[str]
) -> None:
    machine(lacking)
    set_up.bring_what_tests_need()
    (command,) = commands
    assert command[:2] == ["apt-get", "install"]
    assert {part for part in command[2:] if not part.startswith("--")} == packages


def test_the_list_of_packages_is_brought_up_to_date_when_one_is_not_found(
    set_up: ModuleType, commands: Commands, machine: Machine, monkeypatch: pytest.MonkeyPatch
) -> None:
    machine("Chromium")
    succeeds = set_up.logged
    monkeypatch.setattr(set_up, "logged", lambda command, _: succeeds(command) if commands else succeeds(command) + 100)
    set_up.bring_what_tests_need()
    assert [command[1] for command in commands] == ["install", "update", "install"]


def test_who_may_not_install_is_told_the_one_command_before_anything_is_done(
    set_up: ModuleType,
    commands: Commands,
    machine: Machine,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    machine("Chromium", "fonts", "libatomic", user=1000)
    monkeypatch.setattr(set_up, "is_done", lambda *names: False)
    with pytest.raises(SystemExit):
        set_up.main("test")
    assert commands == []
    shown = capsys.readouterr()
    assert shown.err == (
        "The tests need Chromium, fonts and libatomic: run sudo apt-get install --yes --quiet --no-install-recommends"
        " chromium fonts-liberation fonts-vlgothic libatomic1 and try again.\n"
    )
    assert shown.out == ""


def test_who_only_wants_to_play_needs_nothing_of_that(
    set_up: ModuleType, web_page: ModuleType, commands: Commands, machine: Machine, monkeypatch: pytest.MonkeyPatch
) -> None:
    machine("Chromium", "fonts", "libatomic", user=1000)
    monkeypatch.setattr(set_up, "is_done", lambda *names: True)
    monkeypatch.setattr(web_page, "is_built", lambda: True)
    set_up.main("")
    assert commands == []


def test_where_there_is_no_apt_the_tests_stop_too(
    set_up: ModuleType, commands: Commands, machine: Machine, capsys: pytest.CaptureFixture[str]
) -> None:
    machine("Chromium", "libatomic", apt=None)
    with pytest.raises(SystemExit):
        set_up.bring_what_tests_need()
    assert capsys.readouterr().err == (
        "The tests need Chromium and libatomic, which this machine does not have: install that and try again.\n"
    )
    assert commands == []


@pytest.mark.parametrize(("has_node", "ran"), [(True, "web_page.py"), (False, "--no-deps")])
def test_a_page_whose_sources_have_changed_is_built_without_installing_all_again(
    set_up: ModuleType,
    web_page: ModuleType,
    commands: Commands,
    monkeypatch: pytest.MonkeyPatch,
    has_node: bool,
    ran: str,
) -> None:
    monkeypatch.setattr(web_page, "is_built", lambda: False)
    monkeypatch.setattr(set_up, "is_done", lambda *names: has_node)
    set_up.build_page()
    (command,) = commands
    assert any(part.endswith(ran) for part in command)


def test_a_page_that_is_built_is_left_alone(
    set_up: ModuleType, web_page: ModuleType, commands: Commands, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(web_page, "is_built", lambda: True)
    set_up.build_page()
    assert commands == []


def test_when_the_page_fails_its_own_words_are_shown(
    set_up: ModuleType,
    web_page: ModuleType,
    commands: Commands,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    said = (
        "  The page could not be built: npm ci failed. Its last words:\n  npm error code EAI_AGAIN\n  [end of output]\n"
    )
    Path(set_up.LOG).write_text(f"Collecting hatchling\n{said}", encoding="utf-8")
    monkeypatch.setattr(web_page, "is_built", lambda: False)
    monkeypatch.setattr(set_up, "logged", lambda *arguments: 1)
    with pytest.raises(SystemExit):
        set_up.build_page()
    shown = "The page could not be built: npm ci failed. Its last words:\nnpm error code EAI_AGAIN\n"
    assert capsys.readouterr().err == shown
