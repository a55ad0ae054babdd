"""Change one comparison of the rules at a time and see that a test notices.

Usage: python tools/mutants.py [--sample N] FILE ... -- PYTEST-ARGUMENT ...
Example: python tools/mutants.py src/rumpus/games/braverats/rules/clash.py -- tests/braverats
Each mutant is tried in a copy of the project; the survivors are listed, and there should be none. Of many mutants
a sample can be tried: so many, drawn once and for all.
"""

import argparse
import ast
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import NamedTuple

ROOT = Path(__file__).parents[1]
OTHERS: dict[type[ast.cmpop], list[type[ast.cmpop]]] = {
    ast.Eq: [ast.NotEq],
    ast.NotEq: [ast.Eq],
    ast.Lt: [ast.LtE, ast.GtE],
    ast.LtE: [ast.Lt, ast.Gt],
    ast.Gt: [ast.GtE, ast.LtE],
    ast.GtE: [ast.Gt, ast.Lt],
}
LEFT_OUT = (".venv", ".git", ".peers", "__pycache__", ".*cache", "node_modules")
LONGEST = 120
"""Seconds after which a mutant is taken to run for ever."""
SIGNS = {ast.Eq: "==", ast.NotEq: "!=", ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">="}


class Mutant(NamedTuple):
    """A changed source of a file, and what was changed."""

    file: str
    source: str
    what: str


def mutants(source: str) -> Iterator[tuple[str, str]]:
    """Each changed source, with what was changed: every comparison, every `and` and `or`."""
    for node in ast.walk(tree := ast.parse(source)):
        where = f"line {getattr(node, 'lineno', 0)}: {ast.unparse(node)}" if isinstance(node, ast.expr) else ""
        if isinstance(node, ast.Compare):
            before = node.ops[0]
            for other in OTHERS.get(type(before), []):
                node.ops[0] = other()
                yield ast.unparse(tree), f"{where} with {SIGNS[other]}"
            node.ops[0] = before
        elif isinstance(node, ast.BoolOp):
            before_op = node.op
            node.op = ast.Or() if isinstance(before_op, ast.And) else ast.And()
            yield ast.unparse(tree), f"{where} with {'or' if isinstance(before_op, ast.And) else 'and'}"
            node.op = before_op


def is_noticed(copy: Path, arguments: list[str]) -> bool:
    environment = {**os.environ, "PYTHONPATH": str(copy / "src"), "PYTHONDONTWRITEBYTECODE": "1"}
    command = [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", *arguments]
    try:
        done = subprocess.run(command, cwd=copy, env=environment, capture_output=True, check=False, timeout=LONGEST)
    except subprocess.TimeoutExpired:  # a game that never ends is noticed by whoever waits
        return True
    return done.returncode != 0


@contextmanager
def project_copied() -> Iterator[Path]:
    """A copy that may be changed."""
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / "copy"
        shutil.copytree(ROOT, copy, ignore=shutil.ignore_patterns(*LEFT_OUT))
        yield copy


def is_mutant_noticed(copy: Path, mutant: Mutant, arguments: list[str]) -> bool:
    original = (copy / mutant.file).read_text(encoding="utf-8")
    (copy / mutant.file).write_text(mutant.source, encoding="utf-8")
    noticed = is_noticed(copy, arguments)
    (copy / mutant.file).write_text(original, encoding="utf-8")
    print(f"{'noticed ' if noticed else 'SURVIVED'} {Path(mutant.file).name} {mutant.what}", flush=True)
    return noticed


def main(files: list[str], arguments: list[str], sample: int | None = None) -> int:
    found = [Mutant(name, *one) for name in files for one in mutants((ROOT / name).read_text(encoding="utf-8"))]
    chosen = found if sample is None else Random(" ".join(files)).sample(found, min(sample, len(found)))
    with project_copied() as copy:
        if is_noticed(copy, arguments):
            sys.exit("The tests fail before anything is changed.")
        survivors = [mutant for mutant in chosen if not is_mutant_noticed(copy, mutant, arguments)]
    print(f"{len(chosen)} of {len(found)} mutants tried, {len(survivors)} survived")
    return 1 if survivors else 0


def parsed(words: list[str]) -> tuple[list[str], list[str], int | None]:
    """Files, what pytest is told, and how many mutants are tried."""
    parser = argparse.ArgumentParser(description="Change one comparison of the rules at a time.")
    parser.add_argument("files", nargs="+", metavar="FILE")
    parser.add_argument("--sample", type=int, help="try so many, drawn once and for all")
    divider = words.index("--") if "--" in words else len(words)
    wanted = parser.parse_args(words[:divider])
    return wanted.files, words[divider + 1 :], wanted.sample


if __name__ == "__main__":
    sys.exit(main(*parsed(sys.argv[1:])))
