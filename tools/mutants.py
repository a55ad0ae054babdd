"""Change one comparison of the rules at a time and see that a test notices.

Usage: python tools/mutants.py FILE ... -- PYTEST-ARGUMENT ...
Example: python tools/mutants.py src/rumpus/games/braverats/rules/clash.py -- tests/braverats
Each mutant is tried in a copy of the project; the survivors are listed, and there should be none.
"""

import ast
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[1]
OTHERS: dict[type[ast.cmpop], list[type[ast.cmpop]]] = {
    ast.Eq: [ast.NotEq],
    ast.NotEq: [ast.Eq],
    ast.Lt: [ast.LtE, ast.GtE],
    ast.LtE: [ast.Lt, ast.Gt],
    ast.Gt: [ast.GtE, ast.LtE],
    ast.GtE: [ast.Gt, ast.Lt],
}
LONGEST = 300
"""Seconds after which a mutant is taken to run for ever."""
SIGNS = {ast.Eq: "==", ast.NotEq: "!=", ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">="}


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


def main(files: list[str], arguments: list[str]) -> int:
    survivors, tried = [], 0
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / "copy"
        shutil.copytree(ROOT, copy, ignore=shutil.ignore_patterns(".venv", ".git", ".peers", "__pycache__", ".*cache"))
        if is_noticed(copy, arguments):
            sys.exit("The tests fail before anything is changed.")
        for name in files:
            original = (copy / name).read_text(encoding="utf-8")
            for source, what in mutants(original):
                (copy / name).write_text(source, encoding="utf-8")
                noticed, tried = is_noticed(copy, arguments), tried + 1
                print(f"{'noticed ' if noticed else 'SURVIVED'} {Path(name).name} {what}", flush=True)
                survivors += [] if noticed else [what]
            (copy / name).write_text(original, encoding="utf-8")
    print(f"{tried} mutants, {len(survivors)} survived")
    return 1 if survivors else 0


if __name__ == "__main__":
    divider = sys.argv.index("--")
    sys.exit(main(sys.argv[1:divider], sys.argv[divider + 1 :]))
