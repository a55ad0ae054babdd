"""What is installed: the page ready to be served, and nothing of what it was made from."""

import subprocess
import sys
import tarfile
from pathlib import Path
from zipfile import ZipFile

import pytest

ROOT = Path(__file__).parents[2]
PAGE = "rumpus/server/page/"


def built(target: str, folder: Path) -> Path:
    """A package made by the project's own build, with what is installed here."""
    command = [sys.executable, "-m", "hatchling", "build", "-t", target, "-d", str(folder)]
    made = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert made.returncode == 0, made.stdout + made.stderr
    (package,) = folder.iterdir()
    return package


@pytest.fixture(scope="module")
def in_wheel(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    with ZipFile(built("wheel", tmp_path_factory.mktemp("wheel"))) as wheel:
        return wheel.namelist()


@pytest.fixture(scope="module")
def in_sdist(tmp_path_factory: pytest.TempPathFactory) -> set[str]:
    with tarfile.open(built("sdist", tmp_path_factory.mktemp("sdist"))) as sdist:
        return {name.split("/", 1)[1] for name in sdist.getnames()}


def test_the_wheel_has_the_page(in_wheel: list[str]) -> None:
    assert f"{PAGE}index.html" in in_wheel
    suffixes = {Path(name).suffix for name in in_wheel if name.startswith(f"{PAGE}assets/")}
    assert {".js", ".css", ".svg"} <= suffixes


def test_the_wheel_has_nothing_that_the_page_was_made_from(in_wheel: list[str]) -> None:
    assert [name for name in in_wheel if "node_modules" in name or name.endswith((".svelte", ".ts", ".map"))] == []
    assert {name.split("/")[0] for name in in_wheel if "dist-info" not in name} == {"rumpus"}


def test_the_wheel_has_the_licence_and_the_credits(in_wheel: list[str]) -> None:
    assert {"LICENSE", "NOTICE"} <= {Path(name).name for name in in_wheel if "dist-info" in name}


def test_the_sdist_has_all_that_the_page_is_made_from(in_sdist: set[str]) -> None:
    wanted = {"hatch_build.py", "tools/web_page.py", "web/package-lock.json", "web/src/wire.ts", "web/index.html"}
    assert wanted - in_sdist == set()
    assert [name for name in in_sdist if "node_modules" in name or name.startswith(f"src/{PAGE}")] == []
