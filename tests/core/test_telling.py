"""Small English."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rumpus.table.telling import SMALL, counted, listed, sentence
from tests.core.playing import tried


@pytest.mark.parametrize(
    ("parts", "text"),
    [
        ([], ""),
        (["a rat"], "a rat"),
        (["a rat", "a cat"], "a rat and a cat"),
        (["a", "b", "c"], "a, b and c"),
        (["a", "b", "c", "d"], "a, b, c and d"),
    ],
)
def test_a_list_has_commas_and_a_last_word(parts: list[str], text: str) -> None:
    assert listed(parts) == text
    assert listed(tuple(parts)) == text


def test_the_last_word_of_a_list_can_be_another() -> None:
    assert listed(["one", "two", "three"], "or") == "one, two or three"


@pytest.mark.parametrize(
    ("number", "text"),
    [
        (0, "no cards"),
        (1, "one card"),
        (2, "two cards"),
        (12, "twelve cards"),
        (13, "13 cards"),
        (1000, "1000 cards"),
        (-1, "-1 cards"),
    ],
)
def test_small_numbers_are_words(number: int, text: str) -> None:
    assert counted(number, "card") == text


def test_a_noun_may_have_a_plural_of_its_own() -> None:
    assert [counted(number, "victory", "victories") for number in (0, 1, 2, 40)] == [
        "no victories", "one victory", "two victories", "40 victories",
    ]  # fmt: skip


@tried
@given(st.integers(-100, 100))
def test_only_one_is_singular(number: int) -> None:
    assert counted(number, "card").endswith("card") == (number == 1)
    assert counted(number, "card").split()[0] == (SMALL[number] if 0 <= number <= 12 else str(number))


@pytest.mark.parametrize(
    ("text", "whole"),
    [
        ("the Spy falls", "The Spy falls."),
        ("done!", "Done!"),
        ("who won?", "Who won?"),
        ("Already.", "Already."),
        ("x", "X."),
        ("3 cards", "3 cards."),
    ],
)
def test_a_sentence_has_a_capital_and_an_end(text: str, whole: str) -> None:
    assert sentence(text) == whole


@tried
@given(st.text(min_size=1))
def test_a_sentence_is_not_ended_twice(text: str) -> None:
    assert sentence(sentence(text)) == sentence(text)
    assert sentence(text)[-1] in ".!?"
