"""Q-learning with a table, and the exact answer it is compared with."""

import re

import pytest

import rumpus
from tests.examples.running import load, run

tabular_q = load("tabular_q")
CLOSE = 0.03
"""So near the exact answer must the table be. In the tests' 100,000 games chance alone is good for 0.02."""


def after(match: rumpus.Match, seat: int, action: int) -> rumpus.Match:
    twin = match.copy()
    twin.play(seat, action)
    return twin


def worth(match: rumpus.Match) -> float:
    """What seat 0 gets if it plays best, and seat 1 at random: every game there is, played to its end."""
    if match.over:
        return {(1, 2): 1.0, (1, 1): 0.5, (2, 1): 0.0}[tuple(match.places or ())]  # type: ignore[index]
    seat = min(match.acting)
    found = [worth(after(match, seat, action.number)) for action in match.legal(seat)]
    return max(found) if seat == 0 else sum(found) / len(found)


def test_the_exact_answer_is_that_of_every_game_played_to_its_end() -> None:
    match = tabular_q.late_match()
    answers = tabular_q.exact(match)
    assert sorted(answers) == sorted(action.number for action in match.legal(0))
    for action, answer in answers.items():
        assert answer == pytest.approx(worth(after(match, 0, action)), abs=1e-12)


def test_the_table_comes_close_to_the_exact_answer() -> None:
    match, table = tabular_q.late_match(), tabular_q.QTable()
    games = rumpus.batch(match.game, 100, bots={1: "random"}, start=match.position(), seed=1)
    first, answers = table.look(games)[0], tabular_q.exact(match)
    errors = []
    for number in (500, 100_000):
        tabular_q.train(table, games, number, seed=number)
        errors.append(max(abs(table.worth[first][action] - answer) for action, answer in answers.items()))
    assert errors[1] < min(CLOSE, errors[0] / 2)
    assert table.worth[first].argmax() == max(answers, key=lambda action: answers[action])


@pytest.mark.slow
def test_run_as_a_program_it_shows_how_close_it_came() -> None:
    said = run("tabular_q", "--games", "20000")
    (off,) = re.findall(r"at most (\d\.\d+) from the exact answer", said)
    assert float(off) < 0.1
    assert len(re.findall(r"play the \w+", said)) == len(tabular_q.late_match().legal(0))
