"""The habits of the project: what the documents promise is there, and generic code knows no game."""

import doctest
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from rumpus.catalogue import NAMES, definition

ROOT = Path(__file__).parents[1]
SOURCE = ROOT / "src" / "rumpus"
PARAGRAPH = re.compile(r"§(\d+\.\d+)")


def tracked(*patterns: str) -> list[Path]:
    """The files of the project that git knows."""
    listed = subprocess.run(["git", "ls-files", *patterns], cwd=ROOT, capture_output=True, text=True, check=True)
    return [ROOT / name for name in listed.stdout.splitlines() if (ROOT / name).is_file()]


def cited(files: list[Path]) -> set[str]:
    return {number for file in files for number in PARAGRAPH.findall(file.read_text(encoding="utf-8"))}


def paragraphs(name: str) -> set[str]:
    """The numbers at the head of the paragraphs of a game's rules."""
    return set(re.findall(r"^\*\*§(\d+\.\d+)", definition(name).rules_text, re.MULTILINE))


@pytest.mark.parametrize("name", NAMES)
def test_every_paragraph_of_the_rules_is_cited_by_a_test(name: str) -> None:
    assert paragraphs(name) - cited(sorted((ROOT / "tests" / name).glob("*.py"))) == set()


@pytest.mark.parametrize("name", NAMES)
def test_no_citation_points_to_nothing(name: str) -> None:
    files = [*(ROOT / "tests" / name).glob("*.py"), *definition(name).folder.rglob("*.py")]
    assert cited(files) - paragraphs(name) == set()
    assert set(PARAGRAPH.findall(definition(name).rules_text)) == paragraphs(name)


@pytest.mark.parametrize("name", NAMES)
def test_the_rules_have_their_closing_sections(name: str) -> None:
    headings = re.findall(r"^## \d+ (.*)$", definition(name).rules_text, re.MULTILINE)
    assert headings[-3:] == ["Rulings", "Switches", "Left out"]


@pytest.mark.parametrize("name", NAMES)
def test_every_switch_is_explained_in_the_rules(name: str) -> None:
    text = definition(name).rules_text
    assert [switch.name for switch in definition(name).rules.SWITCHES if f"`{switch.name}`" not in text] == []


@pytest.mark.parametrize("name", NAMES)
def test_every_game_is_held_to_the_import_contracts(name: str) -> None:
    contracts = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["importlinter"][
        "contracts"
    ]
    (inside,) = [contract for contract in contracts if contract["name"].startswith("Inside a game")]
    (rules,) = [contract for contract in contracts if contract["name"].startswith("Rules import")]
    assert f"rumpus.games.{name}" in inside["containers"]
    assert f"rumpus.games.{name}.rules" in rules["source_modules"]


@pytest.mark.parametrize("name", NAMES)
def test_readme_and_notice_say_whose_game_it_is(name: str) -> None:
    readme, notice = ((ROOT / file).read_text(encoding="utf-8") for file in ("README.md", "NOTICE"))
    whose = readme.split("## Whose games they are")[1]
    assert definition(name).title in whose
    assert definition(name).title in notice


def test_generic_code_names_no_game() -> None:
    words = set(NAMES) | {definition(name).title.lower() for name in NAMES}
    generic = [
        file
        for file in SOURCE.rglob("*.py")
        if "games" not in file.relative_to(SOURCE).parts and file != SOURCE / "catalogue.py"
    ]
    named = [(file.name, word) for file in generic for word in words if word in without_docstrings(file).lower()]
    assert len(generic) > 20
    assert named == []


def test_the_page_names_no_game() -> None:
    words = set(NAMES) | {definition(name).title.lower() for name in NAMES}
    sources = [file for file in tracked("web") if file.suffix in {".ts", ".svelte", ".html", ".css", ".js"}]
    named = [(file.name, word) for file in sources for word in words if word in file.read_text("utf-8").lower()]
    assert len(sources) > 20
    assert named == []


def without_docstrings(file: Path) -> str:
    """Examples in docstrings may name a game; code may not."""
    return re.sub(r'"""[\s\S]*?"""', "", file.read_text(encoding="utf-8"))


def test_doctests_in_the_package_hold() -> None:
    import rumpus

    results = doctest.testmod(rumpus)
    assert results.attempted > 0
    assert results.failed == 0


def test_no_file_names_a_registry_or_a_folder_of_somebodys_machine() -> None:
    forbidden = re.compile(r"https?://(?:[\w.-]*\.)?(?:pypi|pythonhosted|npmjs|debian)\b|/home/\w|/root/|/work/")
    here = Path(__file__)
    wrong = [file.name for file in tracked() if file != here and is_text(file) and forbidden.search(file.read_text())]
    assert wrong == []


def is_text(file: Path) -> bool:
    return file.suffix in {
        ".py", ".md", ".toml", ".txt", ".sh", ".c", "", ".lock", ".json", ".ts", ".js", ".svelte", ".html", ".css",
    }  # fmt: skip


def test_constraints_are_exact() -> None:
    lines = (ROOT / "constraints.txt").read_text(encoding="utf-8").split()
    assert len(lines) > 20
    assert [line for line in lines if not re.fullmatch(r"[\w.-]+==[\w.]+", line)] == []


def test_importing_rumpus_needs_neither_numpy_nor_numba() -> None:
    code = "import sys, rumpus; sys.exit(bool({'numpy', 'numba', 'rich', 'typer'} & set(sys.modules)))"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
