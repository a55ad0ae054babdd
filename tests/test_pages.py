"""Whatever stands in a block of code in one of our pages: it runs, or as much of it is looked at as can be."""

import inspect
import json
import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any
from urllib.request import Request, urlopen

import pytest
import typer
from typer.core import TyperGroup
from typer.testing import CliRunner

from rumpus.catalogue import NAMES, definition
from rumpus.cli.app import app
from rumpus.core import rules
from rumpus.core.kernel import PLAIN
from tests.pages import ROOT, SMALLER, blocks, commands, marked, pages, run_python, stand_ins
from tests.server.process import PATIENCE, ServerProcess

TAGS = {"console", "python", "sh", "text", "toml"}
"""Commands with what they print, Python, commands alone, what is printed or drawn, and parts of boxes."""
WITH_PYTHON = [page for page in pages() if marked(page, "python") and page.stem != "gpu"]
WITH_COMMANDS = [page for page in pages() if marked(page, "sh", "console")]
ON_A_GPU = ROOT / "docs" / "gpu.md"
QUICK = {"games", "rules", "cards", "planes", "actions"}
"""Commands that only answer a question."""


def name_of(page: Path) -> str:
    return str(page.relative_to(ROOT))


@pytest.mark.parametrize("page", pages(), ids=name_of)
def test_every_block_says_what_it_is(page: Path) -> None:
    assert [(block.line, block.tag) for block in blocks(page) if block.tag not in TAGS] == []
    assert page.read_text(encoding="utf-8").count("```") == 2 * len(blocks(page))


# Python -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("page", WITH_PYTHON, ids=name_of)
def test_the_python_in_our_pages_runs(page: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """One block after the other, with the answers they show."""
    for name, stand_in in stand_ins().items():
        monkeypatch.setitem(sys.modules, name, stand_in)
    monkeypatch.chdir(ROOT)
    assert run_python(page, SMALLER.get(page.stem)) > 3


@pytest.mark.slow
def test_the_python_for_a_gpu_runs_in_the_simulator() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "tests.pages", ON_A_GPU],
        env=os.environ | {"NUMBA_ENABLE_CUDASIM": "1", "RUMPUS_MODE": PLAIN}, cwd=ROOT, capture_output=True, text=True,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert int(done.stdout) == len(marked(ON_A_GPU, "python")) == 4


def test_the_numbers_that_are_made_smaller_stand_on_their_pages() -> None:
    for stem, smaller in SMALLER.items():
        text = (ROOT / "docs" / f"{stem}.md").read_text(encoding="utf-8")
        assert [number for number in smaller if number not in text] == []


def test_every_example_has_a_test_that_runs_it() -> None:
    tests = [file for file in (ROOT / "tests" / "examples").glob("test_*.py") if file.stem != "test_mistakes"]
    text = "".join(file.read_text(encoding="utf-8") for file in tests)
    examples = [file.stem for file in (ROOT / "examples").glob("*.py")]
    assert examples
    assert [name for name in examples if not re.search(rf'(run\(|/ )"{name}(\.py)?"', text)] == []


# Commands ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("page", WITH_COMMANDS, ids=name_of)
def test_every_command_in_our_pages_is_there_with_its_switches(page: Path) -> None:
    found = commands(page)
    assert found
    for program, *words in found:
        assert CHECKS[program.rpartition("/")[2]](page, words) is None, (program, *words)


def check_rumpus(page: Path, words: list[str]) -> None:
    """The command line itself reads it, as if it were run."""
    command = typer.main.get_command(app)
    assert isinstance(command, TyperGroup)
    name, chosen, left = command.resolve_command(typer.Context(command), words)
    assert chosen is not None
    chosen.make_context(name, left)


def check_make(page: Path, words: list[str]) -> None:
    text = (ROOT / "Makefile").read_text(encoding="utf-8")
    targets = {word for word in words if "=" not in word}
    assert targets <= set(re.findall(r"^([a-z-]+):", text, re.MULTILINE))
    for variable in {word.partition("=")[0] for word in words} - targets:
        assert f"$({variable})" in text or f"$(if $({variable})" in text


def check_pip(page: Path, words: list[str]) -> None:
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["optional-dependencies"]
    install, wanted = words
    assert install == "install"
    assert wanted in {f"rumpus[{extra}]" for extra in extras}


def check_script(page: Path, words: list[str]) -> None:
    """The file is there and knows each switch: named as such, or as an argument of typer's."""
    script = next(folder / words[0] for folder in (ROOT, page.parent) if (folder / words[0]).is_file())
    text = script.read_text(encoding="utf-8")
    switches = [word[2:] for word in words if word.startswith("--")]
    assert [name for name in switches if not re.search(rf'"--{name}"|^    {name}: |{{name}}', text, re.MULTILINE)] == []


def check_curl(page: Path, words: list[str]) -> None:
    """These are sent to a server, below."""
    assert page == ROOT / "docs" / "api.md"


CHECKS = {"rumpus": check_rumpus, "make": check_make, "pip": check_pip, "python": check_script, "curl": check_curl}


@pytest.mark.parametrize(("program", "words"), [
    ("rumpus", ["play", "braverats", "--bott", "nash"]), ("rumpus", ["dance"]), ("make", ["tea"]),
    ("pip", ["install", "rumpus[tea]"]), ("python", ["examples/rollouts.py", "--tea"]),
])  # fmt: skip
def test_a_command_that_is_not_there_is_found(program: str, words: list[str]) -> None:
    with pytest.raises(Exception, match=r"bott|dance|tea"):
        CHECKS[program](ROOT / "README.md", words)


def quick_commands() -> list[list[str]]:
    found = [words[1:] for page in WITH_COMMANDS for words in commands(page) if words[0] == "rumpus"]
    return [words for words in found if words[0] in QUICK]


@pytest.mark.parametrize("words", quick_commands(), ids=" ".join)
def test_commands_that_only_answer_do_answer(words: list[str]) -> None:
    done = CliRunner().invoke(app, words, catch_exceptions=False)
    assert done.exit_code == 0
    assert len(done.stdout.splitlines()) > 3


def test_all_quick_commands_stand_on_a_page() -> None:
    assert {words[0] for words in quick_commands()} == QUICK


def test_the_requests_in_the_guide_to_the_api_are_answered_as_it_says(tmp_path: Path) -> None:
    table, seat, action = (words[1:] for words in commands(ROOT / "docs" / "api.md") if words[0] == "curl")
    with ServerProcess(tmp_path) as server:
        opened = posted(server, table, {})
        assert set(opened) == {"id", "path"}
        ours = posted(server, seat, {"k3VJ...": opened["id"]})
        assert (ours["seat"], set(ours)) == (0, {"seat", "token"})
        ask = server.get(f"/api/tables/{opened['id']}/moment", ours["token"])["ask"]
        known = {"/ID/": f"/{opened['id']}/", "TOKEN": ours["token"], '"ask": 4': f'"ask": {ask}'}
        done = posted(server, action, known)
        assert (done["type"], done["id"], set(done)) == ("done", "0f3c9a", {"type", "id", "version"})


def posted(server: ServerProcess, words: list[str], known: dict[str, str]) -> Any:
    """What a server answers to a command of curl's, in which some words stand for what is known by now."""
    for word, meant in known.items():
        words = [part.replace(word, meant) for part in words]
    headers = dict(words[place + 1].split(": ") for place, word in enumerate(words) if word == "-H")
    (address,) = [word for word in words if word.startswith("localhost:8642/")]
    body, path = words[words.index("-d") + 1], address.removeprefix("localhost:8642")
    request = Request(server.address + path, body.encode(), headers, method="POST")
    with urlopen(request, timeout=PATIENCE) as answer:
        return json.load(answer)


# What else is shown -----------------------------------------------------------------------------------------------


def test_the_parts_of_boxes_on_our_pages_are_those_of_the_games() -> None:
    shown = [(page, block) for page in pages() for block in marked(page, "toml")]
    assert shown
    for page, block in shown:
        assert page.stem in NAMES
        game = definition(page.stem)
        content = [tomllib.loads((game.folder / file).read_text(encoding="utf-8")) for file in game.files]
        for deck, entries in tomllib.loads(block.text).items():
            assert [entries.items() <= file[deck].items() for file in content if deck in file] == [True]


def test_the_protocol_is_shown_as_it_is() -> None:
    (shown,) = [block for block in marked(ROOT / "ARCHITECTURE.md", "text") if block.text.startswith("prepare(box)")]
    told = dict(re.findall(r"^(\w+)\((.*?)\)", shown.text, re.MULTILINE))
    words = {word.__name__: ", ".join(inspect.signature(word).parameters) for word in rules.WORDS}
    assert told == {"prepare": "box", **words}


def test_the_tree_is_shown_as_it_is() -> None:
    (shown,) = [block for block in marked(ROOT / "ARCHITECTURE.md", "text") if block.text.startswith("src/rumpus/")]
    folder = ROOT
    for line in shown.text.splitlines():
        name = line.split()[0]
        folder = folder if line.startswith(" ") else ROOT / name
        assert (folder / name if line.startswith(" ") else folder).exists(), line
