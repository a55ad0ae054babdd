"""Game trees: their shape counted by hand, and their information sets found again by another way."""

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

import rumpus
from rumpus.core.errors import RumpusError
from rumpus.core.game import Game
from rumpus.core.rules import CHANCE, NOBODY, State
from rumpus.core.view import legal_numbers, numbers
from rumpus.solve import tree as trees
from rumpus.solve.tree import Tree, grow
from tests.conformance.walking import after, view_of, weights_of
from tests.core import highcard
from tests.core.playing import played
from tests.poker import kuhn, leduc

KUHN, LEDUC, HIGHCARD = kuhn.GAME.open(), leduc.GAME.open(), highcard.GAME.open(seats=2)
RATS = rumpus.game("braverats")
LATE = played(RATS, seed=14, decisions=10).state
"""Five rounds are fought, three cards are left to each."""


def states_of(game: Game, tree: Tree, start: State | None = None) -> list[State]:
    """The state of each node, played again by the rules in plain Python."""
    states = [game.fresh_state() if start is None else start]
    for node in range(1, tree.nodes):
        parent = int(tree.parent[node])
        states.append(after(game, states[parent], int(tree.mover[parent]), int(tree.number[node])))
    return states


def columns(tree: Tree) -> dict[str, Any]:
    """Every array of a tree as bytes."""
    arrays = {**vars(tree), **vars(tree.sets)}
    return {name: array.tobytes() for name, array in arrays.items() if isinstance(array, np.ndarray)}


# Shape ------------------------------------------------------------------------------------------------------------


def test_kuhn_has_as_many_nodes_as_one_counts_by_hand() -> None:
    tree = grow(KUHN, payoff="points")
    assert np.count_nonzero(tree.mover == CHANCE) == 1 + 3  # before the first card and the second
    assert tree.nodes == 1 + 3 + 6 * 9  # 6 deals, with -, p, b, pp, pb, bp, bb, pbp, pbb after each
    assert np.count_nonzero(tree.mover == NOBODY) == 6 * 5
    assert np.bincount(tree.sets.seat).tolist() == [3 * 2, 3 * 2]  # a card, and: -, pb; or p, b
    assert tree.sets.sequences == 2 + 12 * 2


def test_leduc_has_as_many_nodes_as_one_counts_by_hand() -> None:
    tree = grow(LEDUC, payoff="points")
    asked, folds, ends = 6, 4, 5  # of a round: - c r cr rr crr; rf crf rrf crrf; cc rc crc rrc crrc
    boards = 3 * 2 + 6 * 3  # what can lie open after a pair of hands that are equal, and after others
    assert np.count_nonzero(tree.mover == CHANCE) == 1 + 3 + 9 * ends
    assert tree.nodes == 1 + 3 + (9 + boards * ends) * (asked + folds + ends)
    assert np.count_nonzero(tree.mover == NOBODY) == 9 * folds + boards * ends * (folds + ends)
    assert np.bincount(tree.sets.seat).tolist() == [3 * 3 + 3 * 3 * ends * 3] * 2


@pytest.mark.parametrize(("game", "start"), [(KUHN, None), (LEDUC, None), (RATS, LATE)], ids=["kuhn", "leduc", "rats"])
def test_children_stand_together_behind_their_parents_and_are_what_can_be_chosen(game: Game, start: State) -> None:
    tree = grow(game, start, payoff="places")
    assert (tree.parent[0], tree.children[0], tree.children[-1]) == (-1, 1, tree.nodes)
    for node, state in enumerate(states_of(game, tree, start)):
        family = np.arange(tree.children[node], tree.children[node + 1])
        assert (family > node).all()
        assert (tree.parent[family] == node).all()
        chosen, by = tree.number[family].tolist(), int(tree.mover[node])
        if by == NOBODY:
            assert chosen == []
        elif by == CHANCE:
            weights = weights_of(game, state)
            assert chosen == np.flatnonzero(weights).tolist()
            assert tree.probability[family] == pytest.approx(weights[chosen] / weights.sum())
        else:
            assert chosen == sorted(legal_numbers(game, state, by))
            assert chosen == tree.sets.actions(int(tree.information[node])).tolist()
            assert (tree.probability[family] == 1).all()


@pytest.mark.parametrize("payoff", ["points", "places"])
def test_ends_are_worth_the_points_or_the_place_of_seat_0(payoff: str) -> None:
    tree = grow(LEDUC, payoff=payoff)
    for node, state in enumerate(states_of(LEDUC, tree)):
        is_end = tree.mover[node] == NOBODY
        first = numbers(LEDUC, state, "points")[0] if is_end else 0
        assert tree.payoff[node] == (first if payoff == "points" else np.sign(first))


# Information sets -------------------------------------------------------------------------------------------------


def own_histories(game: Game, tree: Tree, start: State | None = None) -> Iterator[tuple[int, tuple[Any, ...]]]:
    """For each node where a seat chooses, all that it has seen and chosen, and what it sees now.

    Nobody is shown anything that happened since all were asked at once.
    """
    states, shown = states_of(game, tree, start), {}
    for node in range(tree.nodes):
        seat, parent = int(tree.mover[node]), int(tree.parent[node])
        if seat >= 0:
            is_second = seat == 1 and node and game.rules.acting(game.box, states[parent]) == 3
            shown[node] = view_of(game, states[parent if is_second else node], seat).tobytes()
    for node in shown:
        seat, history, here = int(tree.mover[node]), [shown[node]], node
        while here:
            here, number = int(tree.parent[here]), int(tree.number[here])
            history += [number, shown[here]] if tree.mover[here] == seat else []
        yield node, (seat, *history)


def same_partition(tree: Tree, histories: dict[int, Any]) -> bool:
    """Whether the information sets put together the nodes with equal histories, and no others."""
    sets = [int(tree.information[node]) for node in histories]
    pairs = set(zip(sets, histories.values(), strict=True))
    return len(pairs) == len(set(sets)) == len(set(histories.values())) == len(tree.sets)


@pytest.mark.parametrize(
    ("game", "start"),
    [(KUHN, None), (LEDUC, None), (RATS, LATE), (HIGHCARD, None)],
    ids=["kuhn", "leduc", "rats", "highcard"],
)
def test_an_information_set_is_what_a_seat_has_seen_and_chosen(game: Game, start: State) -> None:
    tree = grow(game, start)
    assert same_partition(tree, dict(own_histories(game, tree, start)))


def test_recall_is_perfect_where_views_forget(monkeypatch: pytest.MonkeyPatch) -> None:
    def forgetful(box: Any, state: State, seat: int) -> None:
        state.private[:], state.said[:], state.deck[:] = 0, 0, 0

    monkeypatch.setattr(kuhn.rules, "redact", forgetful)
    tree = grow(KUHN, mode="plain")
    assert same_partition(tree, dict(own_histories(KUHN, tree)))
    for information in range(len(tree.sets)):
        nodes = tree.information == information
        assert len(set(tree.sequence[nodes, tree.sets.seat[information]].tolist())) == 1
    assert len(tree.sets) == 4  # the first player: at the start, and after a pass; the second: after a pass or a bet


def test_the_second_to_choose_does_not_see_the_first_even_where_nothing_is_redacted(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(RATS.rules, "redact", lambda box, state, seat: None)
    tree = grow(RATS, LATE, mode="plain")
    assert RATS.rules.acting(RATS.box, LATE) == 3
    assert tree.mover[:5].tolist() == [0, 1, 1, 1, 0]
    assert len(set(tree.information[1:4].tolist())) == 1
    assert tree.sets.views[tree.information[1]] == LATE


def test_who_is_left_out_for_a_while_sees_what_came_before(monkeypatch: pytest.MonkeyPatch) -> None:
    """Both are asked, then the first alone again, then the second: it is no longer asked at once with the first."""
    acting = kuhn.rules.acting

    def in_parts(box: Any, state: State) -> int:
        return (3, 1, 2)[state.spoken] if state.phase == kuhn.rules.BETTING else acting(box, state)

    def anything(box: Any, state: State, seat: int, mask: Any) -> int:
        mask[:] = 1
        return len(mask)

    monkeypatch.setattr(kuhn.rules, "acting", in_parts)
    monkeypatch.setattr(kuhn.rules, "legal", anything)
    tree = grow(KUHN, mode="plain")
    assert len(set(tree.information[tree.mover == 1].tolist())) == 3 * 3  # a card, and: bp, bb, pb


def test_views_and_sequences_of_information_sets_are_those_of_their_nodes() -> None:
    tree, states = grow(LEDUC), states_of(LEDUC, grow(LEDUC))
    for node in np.flatnonzero(tree.mover >= 0):
        information, seat = tree.information[node], int(tree.mover[node])
        assert tree.sets.seat[information] == seat
        assert tree.sets.before[information] == tree.sequence[node, seat]
        assert tree.sets.views[information].tobytes() == view_of(LEDUC, states[node], seat).tobytes()
        family = np.arange(tree.children[node], tree.children[node + 1])
        first, last = tree.sets.first[information : information + 2]
        assert tree.sequence[family, seat].tolist() == list(range(first, last))
        assert (tree.sequence[family, 1 - seat] == tree.sequence[node, 1 - seat]).all()
    assert tree.sequence[0].tolist() == [0, 1]


def test_who_was_asked_earlier_stands_earlier() -> None:
    sets = grow(LEDUC).sets
    owner = np.repeat(np.arange(len(sets)), np.diff(sets.first))
    for information in np.flatnonzero(sets.before >= 2):
        assert owner[sets.before[information] - 2] < information


# Payoffs ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", [KUHN, LEDUC], ids=["kuhn", "leduc"])
def test_payoffs_are_the_ends_put_together(game: Game) -> None:
    tree = grow(game, payoff="points")
    expected: dict[Any, float] = {}
    luck = np.ones(tree.nodes)
    for node in range(1, tree.nodes):
        luck[node] = luck[tree.parent[node]] * tree.probability[node]
    for end in np.flatnonzero(tree.payoff):
        pair = tuple(tree.sequence[end].tolist())
        expected[pair] = expected.get(pair, 0.0) + luck[end] * tree.payoff[end]
    first, second, amount = tree.payoffs
    found = dict(zip(zip(first.tolist(), second.tolist(), strict=True), amount.tolist(), strict=True))
    assert found == pytest.approx(expected)


# How it is made ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "start"), [(LEDUC, None), (RATS, LATE), (HIGHCARD, None)], ids=["leduc", "rats", "highcard"]
)
def test_plain_python_grows_the_same_tree(game: Game, start: State) -> None:
    assert columns(grow(game, start, mode="plain")) == columns(grow(game, start, mode="compiled"))


def test_it_does_not_matter_how_many_nodes_are_asked_together(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = columns(grow(LEDUC))
    monkeypatch.setattr(trees, "SLAB", 7)
    assert columns(grow(LEDUC)) == whole
    assert columns(grow(KUHN, mode="plain")) == columns(grow(KUHN))


def test_a_tree_can_start_from_any_state() -> None:
    match = LEDUC.match(by_hand=True)
    for card in ("jack", "king"):
        match.play(CHANCE, card)
    tree = grow(LEDUC, match.state, "points")
    assert tree.nodes == 15 + 5 * 3 * 15
    assert len(tree.sets) == 2 * (3 + 5 * 3 * 3)
    for action in ("raise", "fold"):
        match.play(next(iter(match.acting)), action)
    over = grow(LEDUC, match.state, "points")
    assert (over.nodes, over.payoff.tolist(), len(over.sets)) == (1, [1.0], 0)


# What is refused --------------------------------------------------------------------------------------------------


def test_a_tree_may_have_as_many_nodes_as_the_limit_and_no_more() -> None:
    assert grow(KUHN, limit=58).nodes == 58
    with pytest.raises(RumpusError, match="The tree of Kuhn poker has more than 57 nodes: let it start later"):
        grow(KUHN, limit=57)


def test_what_cannot_be_grown_is_refused_with_a_sentence() -> None:
    with pytest.raises(RumpusError, match="Only games of two seats can be solved; Highest Card has 3 here"):
        grow(highcard.GAME.open(seats=3))
    with pytest.raises(RumpusError, match="There is no payoff 'chips': the payoffs are 'points' and 'places'"):
        grow(KUHN, payoff="chips")
    with pytest.raises(RumpusError, match="The points of Highest Card do not sum to zero: only its 'places'"):
        grow(HIGHCARD, payoff="points")
    with pytest.raises(RumpusError, match="A tree of Kuhn poker has to start from one of its states"):
        grow(KUHN, LEDUC.fresh_state())
