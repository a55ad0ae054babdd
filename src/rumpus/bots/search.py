"""The search behind the bots: one kernel that plays possible games from a view, and learns from them.

Information-set Monte Carlo tree search (Cowling, Powley, Whitehouse 2012) with one tree, over what the searching seat
knows. Each iteration fills the blanks of the view with a world that fits, plays that world to its end, and tells every
choice on the way what came of it.

- The tree has a place for each moment, as the searching seat sees it, and each seat that has to choose then. Moments
  are told apart by the fingerprint of the view, so different ways to one moment share what they learn, and what the
  seat cannot see cannot leak into the tree.
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

from rumpus.core.batch import random_action
from rumpus.core.fingerprint import fingerprint
from rumpus.core.kernel import kernel
from rumpus.core.rng import below, draw, weighted
from rumpus.core.rules import (
    CHANCE,
    OVER,
    Box,
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
NOWHERE, BEGINNING = -1, -2
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
        ("key", "i8"), ("slot", "i8"), ("visits", "i8"), ("offered", "i4", (actions,)), ("count", "i4", (actions,)),
        ("total", "f8", (actions,)), ("regret", "f8", (actions,)), ("mix", "f8", (actions,)),
    ]  # fmt: skip
    return np.dtype((np.record, fields), align=True)


def work_record(state: np.dtype[Any], actions: int, outcomes: int, seats: int, most: int) -> np.dtype[Any]:
    """All that one search needs, in one piece of memory, so that machine code has no arrays to count holders of.

    The tables; its generator; the tree, with room for so many places; what it has learnt of actions as such; and
    where the game it plays has led.
    """
    fields = [
        ("tables", state, (3,)), ("rng", "i8", (4,)), ("seat", "i8"), ("is_flat", "i8"), ("root", "i8"),
        ("mask", "i1", (actions,)), ("weights", "i8", (outcomes,)), ("odds", "f8", (actions,)),
        ("chosen", "i8", (seats,)), ("places", "i8", (seats,)), ("reward", "f8", (seats,)),
        ("count", "f8", (seats, actions)), ("total", "f8", (seats, actions)),
        ("length", "i8"), ("trail_seat", "i2", (TRAIL,)), ("trail_action", "i2", (TRAIL,)),
        ("depth", "i8"), ("path_place", "i8", (PATH,)), ("path_seat", "i2", (PATH,)), ("path_action", "i2", (PATH,)),
        ("path_odds", "f8", (PATH,)),
        ("used", "i8"), ("slots", "i4", (2 * most,)), ("tree", place_record(actions), (most,)),
    ]  # fmt: skip
    return np.dtype((np.record, fields), align=True)


@kernel
def think(box: Box, work: Any, iterations: int) -> None:
    """Play so many possible games from what is known; a search that begins forgets the one before."""
    if work.root == BEGINNING:
        clear(work)
    for _ in range(iterations):
        work.tables[WORLD] = work.tables[VIEW]
        determinize(box, work.tables[WORLD], work.seat, work.rng)
        play(box, work)
        places(box, work.tables[WORLD], work.places)
        reward(work.places, work.reward)
        learn(work)


@kernel
def clear(work: Any) -> None:
    """An empty tree. Only what was used is touched: fresh memory would be dearer than a short search."""
    for place in range(work.used):
        here = work.tree[place]
        work.slots[here.slot] = 0
        here.key = here.slot = here.visits = 0
        here.offered[:] = 0
        here.count[:] = 0
        here.total[:] = 0.0
        here.regret[:] = 0.0
        here.mix[:] = 0.0
    work.count[:] = 0.0
    work.total[:] = 0.0
    work.used, work.root = 0, NOWHERE


@kernel
def play(box: Box, work: Any) -> None:
    """Play the world to its end: in the tree as far as it goes, then by chance."""
    work.length = work.depth = 0
    in_tree = True
    who = acting(box, work.tables[WORLD])
    while who != OVER:
        if who == CHANCE:
            chance(box, work.tables[WORLD], work.weights)
            chosen_by_chance = weighted(work.rng, work.weights)
        else:
            in_tree = choose_all(box, work, who, in_tree)
            chosen_by_chance = NOWHERE
        carry_out(box, work, who, chosen_by_chance)
        who = acting(box, work.tables[WORLD])


@kernel
def carry_out(box: Box, work: Any, who: int, outcome: int) -> None:
    """What was chosen takes place, seat by seat; or what chance chose."""
    for turn in range(len(work.chosen)):
        if who == CHANCE and turn == 0:
            apply(box, work.tables[WORLD], CHANCE, outcome)
        elif who != CHANCE and who >> turn & 1:
            apply(box, work.tables[WORLD], turn, work.chosen[turn])


@kernel
def choose_all(box: Box, work: Any, who: int, in_tree: bool) -> bool:
    """Every seat that is asked chooses, each by itself; whether the next moment can lie in the tree."""
    known, place = work.used, NOWHERE
    if in_tree and work.depth + len(work.chosen) <= PATH:
        place = place_of(work, moment(box, work), who)
    is_shared = who & (who - 1) != 0
    for seat in range(len(work.chosen)):
        if who >> seat & 1:
            number = legal(box, work.tables[WORLD], seat, work.mask)
            if place == NOWHERE or number == 1 or (work.is_flat == 1 and seat != work.seat):
                work.chosen[seat] = random_choice(work, number, action_count(work.tables[WORLD]), seat)
            else:
                work.chosen[seat] = tree_choice(work, place, number, seat, is_shared)
            place += int(place != NOWHERE)
            remember(work, seat)
    return place != NOWHERE and work.used == known and work.is_flat == 0


@kernel
def moment(box: Box, work: Any) -> np.int64:
    """The fingerprint of what the searching seat knows now."""
    work.tables[SEEN] = work.tables[WORLD]
    redact(box, work.tables[SEEN], work.seat)
    forget(box, work.tables[SEEN])
    return fingerprint(work.tables[SEEN])


@kernel
def remember(work: Any, seat: int) -> None:
    if work.length < TRAIL:
        work.trail_seat[work.length] = seat
        work.trail_action[work.length] = work.chosen[seat]
        work.length += 1


@kernel
def place_of(work: Any, key: np.int64, who: int) -> int:
    """The first of the places of a moment, one for each seat asked; fresh ones, or NOWHERE when the tree is full."""
    slot = int(key & (len(work.slots) - 1))
    while work.slots[slot] and work.tree[work.slots[slot] - 1].key != key:
        slot = (slot + 1) & (len(work.slots) - 1)
    if work.slots[slot] == 0:
        if work.used + len(work.chosen) > len(work.tree):
            return NOWHERE
        work.slots[slot] = work.used + 1
        work.tree[work.used].key, work.tree[work.used].slot = key, slot
        for seat in range(len(work.chosen)):
            work.used += who >> seat & 1
    return int(work.slots[slot]) - 1


@kernel
def random_choice(work: Any, number: int, actions: int, seat: int) -> int:
    """At random; unless the search is flat, the better of two, by how the action did in other games."""
    first = random_action(work.mask, number, actions, work.rng)
    if work.is_flat == 1 or number == 1:
        return first
    second = random_action(work.mask, number, actions, work.rng)
    is_better = work.total[seat, second] * work.count[seat, first] > work.total[seat, first] * work.count[seat, second]
    return first + (second - first) * int(is_better)


@kernel
def tree_choice(work: Any, place: int, number: int, seat: int, is_shared: bool) -> int:
    """Choose by what was learnt here, and keep the choice for the lesson at the end."""
    action, odds = 0, ALONE
    if work.is_flat == 1:
        action = least_tried(work.tree[place], work)
    elif is_shared:
        action, odds = mixed_choice(work.tree[place], work, number)
    else:
        action = best_choice(work.tree[place], work)
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
    """UCB1, where an action counts as tried only against games in which it was legal; who is untried comes first."""
    best, chosen, untried = -1.0, 0, 0
    always = np.log(place.visits + 1.0)
    for action in range(len(work.mask)):
        if work.mask[action]:
            place.offered[action] += 1
            count = place.count[action]
            if count == 0:
                untried += 1
                chosen = action if below(work.rng, untried) == 0 else chosen
            elif untried == 0:
                offered = always if place.offered[action] > place.visits else np.log(float(place.offered[action]))
                score = place.total[action] / count + BOLD * np.sqrt(offered / count)
                chosen, best = (action, score) if score > best else (chosen, best)
    return chosen


@kernel
def mixed_choice(place: Any, work: Any, number: int) -> tuple[int, float]:
    """Regret matching: as likely as it is missed, with a part of every choice at random."""
    positive = 0.0
    for action in range(len(work.mask)):
        work.odds[action] = place.regret[action] if work.mask[action] else 0.0
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
def learn(work: Any) -> None:
    """Tell every choice what came of it."""
    for step in range(work.length):
        seat, action = work.trail_seat[step], work.trail_action[step]
        work.count[seat, action] += 1.0
        work.total[seat, action] += work.reward[seat]
    for step in range(work.depth):
        place, action = work.tree[work.path_place[step]], work.path_action[step]
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
