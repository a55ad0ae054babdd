"""An adapter whose library is not installed says in one sentence how to get it; nothing else needs it."""

import subprocess
import sys
from pathlib import Path

import pytest

from rumpus.adapters.extras import MissingExtra, needs
from rumpus.core.errors import RumpusError

WITHOUT_OPENSPIEL = "import sys; sys.modules['pyspiel'] = None; "


def run(code: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)


def test_a_library_that_is_there_is_imported() -> None:
    assert needs("json", "nothing").__name__ == "json"


def test_one_that_is_not_there_is_asked_for_with_its_extra() -> None:
    with pytest.raises(
        MissingExtra, match=r"^no_such_library is not installed: pip install 'rumpus\[some\]'$"
    ) as refused:
        needs("no_such_library", "some")
    assert isinstance(refused.value, RumpusError)


def test_who_expects_an_import_error_finds_it() -> None:
    done = run(
        WITHOUT_OPENSPIEL
        + "\ntry:\n    import rumpus.adapters.openspiel\nexcept ImportError as error:\n    print(error)"
    )
    assert (done.stdout.strip(), done.stderr) == ("OpenSpiel is not installed: pip install 'rumpus[openspiel]'", "")


def test_a_library_that_lacks_something_itself_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "lacking.py").write_text("import no_such_library", encoding="utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    with pytest.raises(ModuleNotFoundError, match="no_such_library"):
        needs("lacking", "some")


def test_without_openspiel_its_adapter_is_refused_by_the_name_people_know() -> None:
    done = run(
        WITHOUT_OPENSPIEL + "from rumpus import RumpusError\n"
        "try:\n    import rumpus.adapters.openspiel\nexcept RumpusError as error:\n    print(error)"
    )
    assert (done.stdout.strip(), done.stderr) == ("OpenSpiel is not installed: pip install 'rumpus[openspiel]'", "")


def test_without_openspiel_everything_else_works() -> None:
    done = run(WITHOUT_OPENSPIEL + "import rumpus; print(rumpus.game('braverats').match(seed=1).acting)")
    assert (done.stdout.strip(), done.stderr) == ("frozenset({0, 1})", "")
