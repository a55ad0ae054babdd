"""What the set-up brings by itself, and what it says where it may not."""

from pathlib import Path
from types import ModuleType

import pytest

Commands = list[list[str]]


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


def without_browser(set_up: ModuleType, monkeypatch: pytest.MonkeyPatch, user: int, apt: str | None) -> None:
    monkeypatch.setattr(set_up.shutil, "which", lambda name: apt if name == "apt-get" else None)
    monkeypatch.setattr(set_up.os, "geteuid", lambda: user)


def test_a_browser_that_is_there_is_used(
    set_up: ModuleType, commands: Commands, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(set_up.shutil, "which", lambda name: f"/bin/{name}" if name == "google-chrome" else None)
    assert set_up.browser() == "/bin/google-chrome"
    set_up.bring_browser()
    assert commands == []


def test_chromium_is_installed_where_that_is_allowed(
    set_up: ModuleType, commands: Commands, monkeypatch: pytest.MonkeyPatch
) -> None:
    without_browser(set_up, monkeypatch, user=0, apt="/bin/apt-get")
    set_up.bring_browser()
    (command,) = commands
    assert command[:2] == ["apt-get", "install"]
    assert {"--yes", "chromium"} <= set(command)


def test_the_list_of_packages_is_brought_up_to_date_when_chromium_is_not_found(
    set_up: ModuleType, commands: Commands, monkeypatch: pytest.MonkeyPatch
) -> None:
    without_browser(set_up, monkeypatch, user=0, apt="/bin/apt-get")
    succeeds = set_up.logged
    monkeypatch.setattr(set_up, "logged", lambda command, _: succeeds(command) if commands else succeeds(command) + 100)
    set_up.bring_browser()
    assert [command[1] for command in commands] == ["install", "update", "install"]


def test_who_may_not_install_is_told_the_one_command(
    set_up: ModuleType, commands: Commands, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    without_browser(set_up, monkeypatch, user=1000, apt="/bin/apt-get")
    with pytest.raises(SystemExit):
        set_up.bring_browser()
    assert commands == []
    said = capsys.readouterr().err
    assert said.startswith("The browser tests need Chromium: run sudo apt-get install ")
    assert said.count("\n") == 1


def test_where_there_is_no_apt_the_tests_stop_too(
    set_up: ModuleType, commands: Commands, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    without_browser(set_up, monkeypatch, user=0, apt=None)
    with pytest.raises(SystemExit):
        set_up.bring_browser()
    assert "install one and try again" in capsys.readouterr().err
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
