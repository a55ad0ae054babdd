"""Bots that search, for a whole batch: what `bots/searcher.py` does for one choice, game by game in a kernel."""

from typing import Any

from rumpus.batches.kernels.stepping import Arrays, lent_batch
from rumpus.bots.search import BEGINNING, TWO_TO_32, VIEW, think
from rumpus.core.batch import random_action
from rumpus.core.kernel import kernel
from rumpus.core.rng import draw
from rumpus.core.rules import acting, legal, redact

NOISE = 0.5
"""What is chosen less often than this part of the mean is the search's own trials."""


@kernel
def think_games(
    batch: Arrays, works: Any, seat: int, iterations: int, per_action: int, is_flat: int, chosen: Any,
    first: int, last: int,
) -> None:  # fmt: skip
    """Choose for a seat wherever it is asked, with so many possible games in all and for each action."""
    arrays = lent_batch(batch)
    for here in range(first, last):
        if arrays.acting[here] == seat:
            chosen[here] = choice(arrays, here, works[0], seat, iterations, per_action, is_flat)


@kernel
def choice(
    batch: Arrays, here: int, work: Any, seat: int, iterations: int, per_action: int, is_flat: int
) -> int:  # fmt: skip
    """Search from what the seat knew when it was asked, and draw from what was found."""
    box, rng = batch.boxes[0], batch.tables[here].rng
    if batch.tables[here].waiting >> seat & 1:
        work.tables[VIEW] = batch.asked[here]
    else:  # its second choice of several
        work.tables[VIEW] = batch.states[here]
    redact(box, work.tables[VIEW], seat)
    number = legal(box, work.tables[VIEW], seat, work.mask)
    games = iterations + per_action * number
    if number == 1 or games == 0:
        return random_action(work.mask, number, len(work.mask), rng)
    for word in range(4):
        work.rng[word] = draw(rng)
    work.seat, work.is_flat, work.root = seat, is_flat, BEGINNING
    think(box, work, games)
    number = legal(box, work.tables[VIEW], seat, work.mask)
    if work.root < 0:
        return random_action(work.mask, number, len(work.mask), rng)
    who = acting(box, work.tables[VIEW])
    weigh(work, number, who & (who - 1) != 0)
    return drawn(work, draw(rng) / TWO_TO_32)


@kernel
def weigh(work: Any, number: int, is_shared: bool) -> None:
    """How likely each action is: by its mix where others choose at once, else the best alone."""
    place, mixed = work.tree[work.root], 0.0
    for action in range(len(work.mask)):
        mixed += place.mix[action] * work.mask[action]
    if is_shared and work.is_flat == 0 and mixed > 0.0:
        for action in range(len(work.mask)):
            is_noise = place.mix[action] < NOISE * mixed / number
            work.odds[action] = 0.0 if is_noise else place.mix[action] * work.mask[action]
        return
    best = -1.0
    for action in range(len(work.mask)):
        if work.mask[action]:
            best = max(best, score(work, place, action))
    for action in range(len(work.mask)):
        is_best = work.mask[action] != 0 and score(work, place, action) == best
        work.odds[action] = 1.0 if is_best else 0.0


@kernel
def score(work: Any, place: Any, action: int) -> float:
    """What an action brought; in a tree first of all how often it was chosen."""
    mean = place.total[action] / place.count[action] if place.count[action] > 0 else 0.5
    return mean if work.is_flat == 1 else mean + place.count[action]


@kernel
def drawn(work: Any, share: float) -> int:
    """One of the actions, as likely as its odds."""
    left = share * work.odds.sum()
    last = 0
    for action in range(len(work.mask)):
        if work.odds[action] > 0.0:
            last = action
            left -= work.odds[action]
            if left < 0.0:
                return action
    return last
