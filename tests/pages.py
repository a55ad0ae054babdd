"""The blocks of code in our pages, and how those in Python are run.

`python -m tests.pages PAGE` runs a page in a process of its own, so that the simulator of a GPU can be asked for.
"""

import doctest
import re
import shlex
import subprocess
import sys
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

import numpy as np
from markdown_it import MarkdownIt

ROOT = Path(__file__).parents[1]
ENVIRONMENT = re.compile(r"[A-Z_]+=\S*")


class Block(NamedTuple):
    """A fenced block of a page. One that is only indented has no tag; nor has a fence that names no language."""

    tag: str
    text: str
    line: int


@cache
def pages() -> tuple[Path, ...]:
    """Every page of the project that git knows."""
    listed = subprocess.run(["git", "ls-files", "*.md"], cwd=ROOT, capture_output=True, text=True, check=True)
    return tuple(ROOT / name for name in listed.stdout.splitlines())


@cache
def blocks(page: Path) -> tuple[Block, ...]:
    tokens = MarkdownIt().parse(page.read_text(encoding="utf-8"))
    found = [token for token in tokens if token.type in ("fence", "code_block")]
    return tuple(Block(token.info, token.content, token.map[0] + 1 if token.map else 0) for token in found)


def marked(page: Path, *tags: str) -> list[Block]:
    return [block for block in blocks(page) if block.tag in tags]


def commands(page: Path) -> list[list[str]]:
    """The words of every command on a page, without what is set for it and without what it prints."""
    lines = [line for block in marked(page, "sh") for line in block.text.splitlines()]
    for block in marked(page, "console"):
        together = block.text.replace("\\\n", " ")
        lines += [line.removeprefix("$ ") for line in together.splitlines() if line.startswith("$ ")]
    words = [[word for word in shlex.split(line, comments=True) if word != "&"] for line in lines]
    return [line[next(n for n, word in enumerate(line) if not ENVIRONMENT.fullmatch(word)) :] for line in words]


# Python -----------------------------------------------------------------------------------------------------------


def run_python(page: Path, smaller: dict[str, str] | None = None) -> int:
    """Run the blocks of a page one after the other, with the answers they show; how many examples were run.

    `smaller` are numbers that take less time, for those that stand on the page.
    """
    names: dict[str, Any] = {"__name__": page.stem}
    run = 0
    for block in marked(page, "python"):
        text = block.text
        for number, less in (smaller or {}).items():
            text = text.replace(number, less)
        if ">>>" in text:
            run += run_examples(page, text, block.line, names)
        elif not is_an_example(text):
            exec(compile(text, f"{page.name}, line {block.line}", "exec"), names)
            run += 1
    return run


def run_examples(page: Path, text: str, line: int, names: dict[str, Any]) -> int:
    test = doctest.DocTestParser().get_doctest(text, {}, page.name, str(page), line)
    test.globs = names
    results = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(test, clear_globs=False)
    assert results.failed == 0, f"{page.name}, line {line}"
    return results.attempted


def is_an_example(text: str) -> bool:
    """Whether it is one of the programs in examples/, which have tests of their own."""
    return any(text == file.read_text(encoding="utf-8") for file in (ROOT / "examples").glob("*.py"))


# Libraries that are not there where tests run ---------------------------------------------------------------------


class MaskablePPO:
    """Learns nothing. It asks an environment for its masks as that of sb3-contrib does, and keeps to them."""

    def __init__(self, policy: str, env: Any, seed: int) -> None:
        assert policy == "MultiInputPolicy"
        self.env, self.luck = env, np.random.default_rng(seed)

    def get_env(self) -> Any:
        return self.env

    def learn(self, total_timesteps: int) -> None:
        self.env.reset(seed=0)
        for _ in range(total_timesteps):
            if self.step()[1]:
                self.env.reset()

    def step(self) -> tuple[float, bool]:
        mask = self.env.get_wrapper_attr("action_masks")()
        _, reward, terminated, truncated, _ = self.env.step(self.luck.choice(np.flatnonzero(mask)))
        return float(reward), bool(terminated or truncated)


def evaluate_policy(model: MaskablePPO, env: Any, n_eval_episodes: int) -> tuple[float, float]:
    brought = []
    for _ in range(n_eval_episodes):
        env.reset()
        reward, is_over = model.step()
        while not is_over:
            reward, is_over = model.step()
        brought.append(reward)
    return float(np.mean(brought)), float(np.std(brought))


def stand_ins() -> dict[str, ModuleType]:
    """By the name under which a page imports it, what a library does there."""
    evaluation, learner, jax = (module("evaluation"), module("sb3_contrib"), module("jax"))
    learner.__dict__.update(MaskablePPO=MaskablePPO)
    evaluation.__dict__.update(evaluate_policy=evaluate_policy)
    jax.__dict__["dlpack"] = module("dlpack")
    jax.__dict__["dlpack"].from_dlpack = np.from_dlpack
    above = {name: module(name) for name in ("sb3_contrib.common", "sb3_contrib.common.maskable")}
    return {"jax": jax, "sb3_contrib": learner, **above, "sb3_contrib.common.maskable.evaluation": evaluation}


def module(name: str) -> ModuleType:
    return ModuleType(name)


SMALLER = {
    "gpu": {"262_144": "2", "1_000_000_000": "3", "range(1000)": "range(2)"},
    "gymnasium": {"100_000": "50", "n_eval_episodes=10_000": "n_eval_episodes=2"},
}
"""What takes a GPU, or minutes."""


if __name__ == "__main__":
    sys.modules.update(stand_ins())
    chosen = Path(sys.argv[1])
    print(run_python(chosen, SMALLER.get(chosen.stem)))
