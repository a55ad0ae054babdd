"""The search behind the bots: one kernel that plays possible games from a view, and learns from them.

Information-set Monte Carlo tree search (Cowling, Powley, Whitehouse 2012) with one tree, over what the searching seat
knows. Each iteration fills the blanks of the view with a world that fits, plays that world to its end, and tells every
choice on the way what came of it.

- A place in the tree is a moment as the searching seat sees it, and a seat that has to choose then. Moments are told
  apart by the fingerprint of the view, so different ways to one moment share what they learn, and what the seat cannot
  see cannot leak into the tree.
- Where one seat chooses, it takes what has paid best or been tried least among what is legal in this world (UCB1).
- Where several choose at once, each chooses by itself with regret matching (Hart and Mas-Colell 2000), so that mixes
  come out: against a pure choice made in secret there is none that is safe.
- The first new place ends the tree's part of a game. From there on it is played at random, leaning towards choices
  that did well in other games, whatever the moment (MAST, Finnsson and Bjoernsson 2008): of two choices drawn at
  random the better one is taken.

Flat Monte Carlo is the same with a tree that ends at the first choice.
"""

from typing import Any

import numpy as np

from rumpus.core.fingerprint import Words, fingerprint, folded
from rumpus.core.kernel import kernel
from rumpus.core.rng import below, draw, weighted
from rumpus.core.rules import (
    CHANCE,
    OVER,
    Box,
    Mask,
    acting,
    action_count,
    apply,
    chance,
    determinize,
    forget,
    legal,
    places,
    redact,
)  # fmt: skip

TRAIL = 8192
"""Choices of one game that are remembered until its end; later ones learn nothing."""
PATH = 512
"""Choices of one game that can lie in the tree."""
TWO_TO_32 = 4294967296.0
NOWHERE = -1
BOLD = 0.7
"""How much UCB1 makes of what was tried little; rewards lie between 0 and 1."""
EXPLORE = 0.12
"""The part of choices made at once that is at random."""
ALONE = 2.0
"""Stands for the odds of a choice that was made alone, where nothing is mixed."""
VIEW, WORLD, SEEN = range(3)
"""The tables of a search: what is known; the world that is played; what the searching seat sees of it."""


def place_record(actions: int) -> np.dtype[Any]:
    """A place in the tree: how often each action was offered and chosen, what it brought, and how much it is missed."""
    fields = [
        ("key", "i8"), ("visits", "i8"), ("offered", "i4", (actions,)), ("count", "i4", (actions,)),
        ("total", "f8", (actions,)), ("regret", "f8", (actions,)), ("mix", "f8", (actions,)),
    ]  # fmt: skip
    return np.dtype((np.record, fields), align=True)


def work_record(actions: int, outcomes: int, seats: int) -> np.dtype[Any]:
    """What one search needs once: its generator, what it has learnt of actions as such, and where a game has led."""
    fields = [
        ("rng", "i8", (4,)), ("seat", "i8"), ("is_flat", "i8"), ("root", "i8"), ("used", "i8"), ("iterations", "i8"),
        ("mask", "i1", (actions,)), ("weights", "i8", (outcomes,)), ("odds", "f8", (actions,)),
        ("chosen", "i8", (seats,)), ("places", "i8", (seats,)), ("reward", "f8", (seats,)),
        ("count", "f8", (seats, actions)), ("total", "f8", (seats, actions)),
        ("length", "i8"), ("trail_seat", "i2", (TRAIL,)), ("trail_action", "i2", (TRAIL,)),
        ("depth", "i8"), ("path_place", "i8", (PATH,)), ("path_seat", "i2", (PATH,)), ("path_action", "i2", (PATH,)),
        ("path_odds", "f8", (PATH,)),
    ]  # fmt: skip
    return np.dtype((np.record, fields), align=True)


@kernel
def think(box: Box, tables: Any, rows: Words, tree: Any, work: Any, iterations: int) -> None:
    """So many possible games from tables[VIEW]."""
    for _ in range(iterations):
        tables[WORLD] = tables[VIEW]
        determinize(box, tables[WORLD], work.seat, work.rng)
        play(box, tables, rows, tree, work)
        places(box, tables[WORLD], work.places)
        reward(work.places, work.reward)
        learn(tree, work)
        work.iterations += 1


@kernel
def play(box: Box, tables: Any, rows: Words, tree: Any, work: Any) -> None:
    """Play the world to its end: in the tree as far as it goes, then by chance."""
    work.length = work.depth = 0
    in_tree = True
    who = acting(box, tables[WORLD])
    while who != OVER:
        if who == CHANCE:
            chance(box, tables[WORLD], work.weights)
            chosen_by_chance = weighted(work.rng, work.weights)
        else:
            in_tree = choose_all(box, tables, rows, tree, work, who, in_tree)
            chosen_by_chance = NOWHERE
        carry_out(box, tables, work, who, chosen_by_chance)
        who = acting(box, tables[WORLD])


@kernel
def carry_out(box: Box, tables: Any, work: Any, who: int, outcome: int) -> None:
    """What was chosen takes place, seat by seat; or what chance chose."""
    for turn in range(len(work.chosen)):
        if who == CHANCE and turn == 0:
            apply(box, tables[WORLD], CHANCE, outcome)
        elif who != CHANCE and who >> turn & 1:
            apply(box, tables[WORLD], turn, work.chosen[turn])


@kernel
def choose_all(box: Box, tables: Any, rows: Words, tree: Any, work: Any, who: int, in_tree: bool) -> bool:
    """Every seat that is asked chooses, each by itself; whether the next moment can lie in the tree."""
    key = moment(box, tables, rows, work) if in_tree else np.int64(0)
    is_new = work.is_flat == 1
    for seat in range(len(work.chosen)):
        if who >> seat & 1:
            number = legal(box, tables[WORLD], seat, work.mask)
            place = NOWHERE
            if in_tree and number > 1 and work.depth < PATH and (work.is_flat == 0 or seat == work.seat):
                place = place_of(tree, folded(key, np.int64(seat)), work)
            if place == NOWHERE:
                work.chosen[seat] = random_choice(work, number, action_count(tables[WORLD]), seat)
            else:
                is_new = is_new or tree[place].visits == 0
                work.chosen[seat] = tree_choice(tree, place, work, number, seat, who & (who - 1) != 0)
            remember(work, seat)
    return in_tree and not is_new


@kernel
def moment(box: Box, tables: Any, rows: Words, work: Any) -> np.int64:
    """The fingerprint of what the searching seat knows now."""
    tables[SEEN] = tables[WORLD]
    redact(box, tables[SEEN], work.seat)
    forget(box, tables[SEEN])
    return fingerprint(rows[SEEN])


@kernel
def remember(work: Any, seat: int) -> None:
    if work.length < TRAIL:
        work.trail_seat[work.length] = seat
        work.trail_action[work.length] = work.chosen[seat]
        work.length += 1


@kernel
def place_of(tree: Any, key: np.int64, work: Any) -> int:
    """The place with this key, a free one for it, or NOWHERE when the tree is full."""
    place = int(key & (len(tree) - 1))
    while tree[place].visits and tree[place].key != key:
        place = (place + 1) & (len(tree) - 1)
    if tree[place].visits == 0:
        if 2 * work.used >= len(tree):
            return NOWHERE
        work.used += 1
        tree[place].key = key
    return place


@kernel
def random_choice(work: Any, number: int, actions: int, seat: int) -> int:
    """At random; unless the search is flat, the better of two, by how the action did in other games."""
    first = nth(work.mask, below(work.rng, number), actions)
    if work.is_flat == 1 or number == 1:
        return first
    second = nth(work.mask, below(work.rng, number), actions)
    is_better = work.total[seat, second] * work.count[seat, first] > work.total[seat, first] * work.count[seat, second]
    return second if is_better else first


@kernel
def nth(mask: Mask, number: int, actions: int) -> int:
    """The action that stands at this place among the marked ones; with no branch that luck decides."""
    seen = before = 0
    for action in range(actions):
        seen += mask[action]
        before += seen <= number
    return before


@kernel
def tree_choice(tree: Any, place: int, work: Any, number: int, seat: int, is_shared: bool) -> int:
    """Choose by what was learnt here, and keep the choice for the lesson at the end."""
    action, odds = 0, ALONE
    if work.is_flat == 1:
        action = least_tried(tree[place], work)
    elif is_shared:
        action, odds = mixed_choice(tree[place], work, number)
    else:
        action = best_choice(tree[place], work)
    if work.root == NOWHERE and seat == work.seat:
        work.root = place
    step = work.depth
    work.path_place[step], work.path_seat[step], work.path_action[step], work.path_odds[step] = (
        place,
        seat,
        action,
        odds,
    )
    work.depth += 1
    return action


@kernel
def least_tried(place: Any, work: Any) -> int:
    """Every action in turn."""
    chosen = NOWHERE
    for action in range(len(work.mask)):
        if work.mask[action] and (chosen == NOWHERE or place.count[action] < place.count[chosen]):
            chosen = action
    return chosen


@kernel
def best_choice(place: Any, work: Any) -> int:
    """UCB1, where an action counts as tried only against games in which it was legal."""
    best, chosen, untried = -1.0, 0, 0
    for action in range(len(work.mask)):
        if work.mask[action]:
            place.offered[action] += 1
            if place.count[action] == 0:
                untried += 1
                if below(work.rng, untried) == 0:
                    best, chosen = np.inf, action
            elif untried == 0:
                count = place.count[action]
                score = place.total[action] / count + BOLD * np.sqrt(np.log(place.offered[action]) / count)
                if score > best:
                    best, chosen = score, action
    return chosen


@kernel
def mixed_choice(place: Any, work: Any, number: int) -> tuple[int, float]:
    """Regret matching: as likely as it is missed, with a part of every choice at random."""
    positive = 0.0
    for action in range(len(work.mask)):
        work.odds[action] = max(place.regret[action], 0.0) if work.mask[action] else 0.0
        positive += work.odds[action]
    left, chosen, odds = draw(work.rng) / TWO_TO_32, NOWHERE, 0.0
    for action in range(len(work.mask)):
        if work.mask[action]:
            share = work.odds[action] / positive if positive > 0.0 else 1.0 / number
            place.mix[action] += share * place.visits  # what was learnt later counts more
            likely = (1.0 - EXPLORE) * share + EXPLORE / number
            if left >= 0.0:
                chosen, odds = action, likely
            left -= likely
    return chosen, odds


@kernel
def reward(places_now: Any, out: Any) -> None:
    """Of the others, the share that finished behind a seat; who shares its place counts half."""
    seats = len(places_now)
    for seat in range(seats):
        beaten = 0.0
        for other in range(seats):
            if other != seat:
                beaten += 1.0 if places_now[other] > places_now[seat] else 0.0
                beaten += 0.5 if places_now[other] == places_now[seat] else 0.0
        out[seat] = beaten / (seats - 1)


@kernel
def learn(tree: Any, work: Any) -> None:
    """Tell every choice what came of it."""
    for step in range(work.length):
        seat, action = work.trail_seat[step], work.trail_action[step]
        work.count[seat, action] += 1.0
        work.total[seat, action] += work.reward[seat]
    for step in range(work.depth):
        place, action = tree[work.path_place[step]], work.path_action[step]
        brought = work.reward[work.path_seat[step]]
        place.visits += 1
        place.count[action] += 1
        place.total[action] += brought
        if work.path_odds[step] < ALONE:
            feel_regret(place, action, brought, work.path_odds[step])


@kernel
def feel_regret(place: Any, action: int, brought: float, odds: float) -> None:
    """How much better each action would have done, estimated from the one that was played.

    What it brought is measured against the mean, and counts the more the less likely it was, so that on average every
    action gets its due. Regret never falls below nothing (the + of Tammelin's CFR+): an action that was bad while the
    others played badly can come back at once.
    """
    more = brought - place.total.sum() / place.visits
    for other in range(len(place.regret)):
        gain = more / odds if other == action else 0.0
        place.regret[other] = max(0.0, place.regret[other] + gain - more)
