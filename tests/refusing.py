"""Boxes that are refused: what every game's tests ask of the sentence."""

import re

import pytest

import rumpus
from rumpus.core.errors import WrongBox


def refusal_of(name: str, box: object, players: int = 3) -> str:
    """The one sentence with which a box of a game is refused."""
    with pytest.raises(WrongBox) as caught:
        rumpus.game(name, {}, box, seats=players)  # type: ignore[arg-type]
    sentence = str(caught.value)
    is_one_sentence(sentence)
    return sentence


def is_one_sentence(text: str) -> None:
    assert text.endswith(".")
    assert text.isprintable()
    assert not re.search(r"[.!?] ", text.replace("...", ""))
    assert len(text) < 2500
