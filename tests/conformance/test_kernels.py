"""What a GPU asks of the kernels of games (ARCHITECTURE.md), read off their sources."""

import ast
from collections.abc import Iterator

import pytest

from rumpus.catalogue import NAMES, definition
from rumpus.core.rules import WORDS

NUMBERS = {"None", "int", "bool", "float"}
MAKERS = {"zeros", "ones", "empty", "full", "array", "arange", "copy", "zeros_like", "empty_like", "full_like"}
ON_GPU = {word.__name__ for word in WORDS} - {"determinize"}
"""Bots that imagine worlds do not play on a GPU."""


def kernels(name: str, *folder: str) -> list[ast.FunctionDef]:
    """Every function marked as a kernel in the folder of a game."""
    files = definition(name).folder.joinpath(*folder).rglob("*.py")
    trees = [ast.parse(file.read_text(encoding="utf-8")) for file in sorted(files)]
    functions = [node for tree in trees for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]
    return [function for function in functions if {"kernel", "large_kernel"} & set(map(ast.unparse, marks(function)))]


def marks(function: ast.FunctionDef) -> list[ast.expr]:
    return function.decorator_list


def returns_numbers(function: ast.FunctionDef) -> bool:
    """Nothing, a number, or several numbers."""
    kind = ast.unparse(function.returns or ast.Name("nothing"))
    return set(kind.removeprefix("tuple[").removesuffix("]").split(", ")) <= NUMBERS


def slices_from_more_than_a_number(function: ast.FunctionDef) -> Iterator[str]:
    """Assignments to a slice of anything but a number: a constant."""
    for node in ast.walk(function):
        if isinstance(node, ast.Assign) and any(map(is_slice, node.targets)) and not is_number(node.value):
            yield ast.unparse(node)


def is_slice(target: ast.expr) -> bool:
    return isinstance(target, ast.Subscript) and any(isinstance(part, ast.Slice) for part in ast.walk(target.slice))


def is_number(value: ast.expr) -> bool:
    if isinstance(value, ast.UnaryOp):
        return is_number(value.operand)
    return isinstance(value, ast.Constant) or (isinstance(value, ast.Name) and value.id.isupper())


def arrays_made(function: ast.FunctionDef) -> Iterator[str]:
    for node in ast.walk(function):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in MAKERS:
            yield ast.unparse(node)


def reached(functions: list[ast.FunctionDef], words: set[str]) -> list[ast.FunctionDef]:
    """What these words call, and what that calls."""
    names, before = words, set[str]()
    while names != before:
        before = names
        callers = [function for function in functions if function.name in names]
        names = names | {node.id for caller in callers for node in ast.walk(caller) if isinstance(node, ast.Name)}
    return [function for function in functions if function.name in names]


@pytest.mark.parametrize("name", NAMES)
def test_no_kernel_returns_an_array(name: str) -> None:
    found = kernels(name)
    assert len(found) > len(WORDS)
    assert [function.name for function in found if not returns_numbers(function)] == []


@pytest.mark.parametrize("name", NAMES)
def test_no_kernel_assigns_one_slice_to_another(name: str) -> None:
    found = kernels(name)
    assert any(is_slice(target) for one in found for node in ast.walk(one) for target in getattr(node, "targets", []))
    assert [text for function in found for text in slices_from_more_than_a_number(function)] == []


@pytest.mark.parametrize("name", NAMES)
def test_no_rule_that_a_gpu_runs_makes_an_array(name: str) -> None:
    found = reached(kernels(name, "rules"), ON_GPU)
    assert {function.name for function in found} >= ON_GPU
    assert [text for function in found for text in arrays_made(function)] == []
