"""Best responses: what somebody gets who knows how the other plays, and so how far from perfect that play is.

A policy is a table `mixes[position, seat, action]`: how likely each seat chooses each action. Results are 1 for a win,
0 for a tie and -1 for a loss. All of it is exact but for rounding, and none of it knows how a policy came about.
"""

from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from rumpus.core.errors import RumpusError
from rumpus.core.kernel import kernel, runnable
from rumpus.core.record import NONE
from rumpus.core.rng import Rng
from rumpus.core.rules import CHANCE
from rumpus.core.view import View
from rumpus.solve.positions import ENDED, SEATS, Floats, Graph, Numbers32, Positions

Choices = npt.NDArray[np.int16]

ROUNDING = 1e-9
"""What the probabilities of a mix may miss one by; whatever they add up to then counts as one."""


class FirstChoice(NamedTuple):
    """A position at which a responder chooses first, how likely it is, and what each action would get there."""

    position: int
    odds: float
    gains: dict[int, float]


@dataclass(eq=False)
class Response:
    """How to play best against one who is known, and what it brings; it can be seated as a bot.

    `values` and `actions` are those of every position, seen from the responder: NONE where it has no choice.
    """

    positions: Positions
    seat: int
    """The responder's."""
    values: Floats
    actions: Choices
    name: str = "best response"

    @property
    def value(self) -> float:
        """What the responder gets on average."""
        return float(self.values[0])

    @property
    def mixes(self) -> Floats:
        """The response as a policy; the other seat's part of it is empty."""
        table = np.zeros(self.positions.graph.options.shape)
        chosen = np.flatnonzero(self.actions != NONE)
        table[chosen, self.seat, self.actions[chosen]] = 1.0
        return table

    def first_choices(self, mixes: Floats) -> list[FirstChoice]:
        """Where the responder can have its first choice against this policy."""
        found, waiting = [], [(0, 1.0)]
        while waiting:
            number, odds = waiting.pop()
            if self.actions[number] != NONE:
                found.append(FirstChoice(number, odds, self._gains(mixes, number)))
            else:
                waiting += [(child, odds * part) for child, part in self._led_to(mixes, number)]
        return found

    def _gains(self, mixes: Floats, number: int) -> dict[int, float]:
        gains = np.zeros(mixes.shape[2])
        weigh(self.positions.graph, number, mixes, 1 - self.seat, self.values, 1 - 2 * self.seat, gains)
        return {int(action): float(gains[action]) for action in self.positions.options(number, self.seat)}

    def _led_to(self, mixes: Floats, number: int) -> list[tuple[int, float]]:
        """The positions that chance or the other seat can lead to from one at which the responder has no choice."""
        graph = self.positions.graph
        edges = slice(graph.first[number], graph.first[number + 1])
        odds = graph.weights[edges] if graph.who[number] == CHANCE else self._mix(mixes, number)
        pairs = zip(graph.children[edges].tolist(), (odds / odds.sum()).tolist(), strict=True)
        return [(child, part) for child, part in pairs if child >= 0 and part > 0]

    def _mix(self, mixes: Floats, number: int) -> Floats:
        other = 1 - self.seat
        mix: Floats = mixes[number, other, self.positions.options(number, other)]
        return mix

    def choose(self, view: View, rng: Rng) -> int:
        if view.seat != self.seat:
            raise RumpusError(f"This best response is for seat {self.seat}, not for seat {view.seat}.")
        return int(self.actions[self.positions.number(view.asked)])


def best_response(positions: Positions, mixes: Floats, seat: int, mode: str | None = None) -> Response:
    """The best response to what this seat does, as the other seat."""
    check_mixes(positions, mixes, seat)
    values, actions = np.zeros(len(positions)), np.full(len(positions), NONE, np.int16)
    gains = np.zeros(mixes.shape[2])
    runnable(respond, mode)(positions.graph, positions.order, mixes, seat, values, actions, gains)
    return Response(positions, 1 - seat, values, actions)


def exploitability(positions: Positions, mixes: Floats, mode: str | None = None) -> float:
    """What best responses to a policy get on average over the two seats: 0 for an equilibrium, and never less."""
    return sum(best_response(positions, mixes, seat, mode).value for seat in range(SEATS)) / SEATS


def expected_result(positions: Positions, first: Floats, second: Floats, mode: str | None = None) -> float:
    """What seat 0 gets on average when it plays by the first policy, and seat 1 by the second."""
    for seat, mixes in enumerate((first, second)):
        check_mixes(positions, mixes, seat)
    values = np.zeros(len(positions))
    runnable(play_on, mode)(positions.graph, positions.order, first, second, values)
    return float(values[0])


def uniform(positions: Positions) -> Floats:
    """The policy that chooses at random."""
    options = np.where(positions.chooses[:, :, None], positions.graph.options, 0)
    return options / np.maximum(options.sum(axis=2, keepdims=True), 1)


def check_mixes(positions: Positions, mixes: Floats, seat: int) -> None:
    """A policy must say for every choice of the seat what it does, and be able to do it."""
    expected = positions.graph.options.shape
    if mixes.shape != expected or mixes.dtype != np.float64:
        raise RumpusError(f"A policy here is a table of floats of the shape {expected}, not {mixes.shape}.")
    chosen = positions.chooses[:, seat]
    mix, options = mixes[chosen, seat], positions.graph.options[chosen, seat]
    wrong = _faults(mix, options)
    if wrong.any():
        number = int(np.flatnonzero(chosen)[np.argmax(wrong)])
        raise RumpusError(
            f"The policy of seat {seat} in position {number} is no mix of its legal actions: they have probabilities"
            " that add up to 1, and all others have none."
        )


def _faults(mix: Floats, options: Any) -> npt.NDArray[np.bool_]:
    """Of each mix, whether it is none; what is not a number is none either."""
    is_mix = (mix >= 0).all(axis=1) & (np.abs(mix.sum(axis=1) - 1) <= ROUNDING)
    return ~is_mix | ((mix != 0) & (options == 0)).any(axis=1)


# Working it out ---------------------------------------------------------------------------------------------------


@kernel
def worth(child: int, values: Floats, sign: int) -> float:
    """What a child is worth to whom the values are for; ends are written as what seat 0 gets."""
    return float(values[child]) if child >= 0 else float(sign * (child - ENDED))


@kernel
def share(graph: Graph, mixes: Floats, number: int, seat: int, action: int) -> float:
    """How likely a seat does something; who has no choice does the only thing there is."""
    return float(mixes[number, seat, action]) if graph.who[number] >> seat & 1 else 1.0


@kernel
def in_all(graph: Graph, mixes: Floats, number: int, seat: int) -> float:
    """What the probabilities of a mix add up to: one, but for rounding."""
    total = 0.0
    for action in range(mixes.shape[2]):
        if graph.options[number, seat, action]:
            total += share(graph, mixes, number, seat, action)
    return total


@kernel
def luck(graph: Graph, number: int, values: Floats, sign: int) -> float:
    """What a position is worth where chance acts."""
    total = all_weights = 0.0
    for edge in range(graph.first[number], graph.first[number + 1]):
        total += graph.weights[edge] * worth(graph.children[edge], values, sign)
        all_weights += graph.weights[edge]
    return total / all_weights


@kernel
def respond(
    graph: Graph, order: Numbers32, mixes: Floats, seat: int, values: Floats, actions: Choices, gains: Floats
) -> None:
    """Go through the positions, children first: chance and the seat do what they do, the responder what is best."""
    sign, responder = 2 * seat - 1, 1 - seat
    for number in order:
        if graph.who[number] == CHANCE:
            values[number] = luck(graph, number, values, sign)
            continue
        weigh(graph, number, mixes, seat, values, sign, gains)
        best = NONE
        for action in range(len(gains)):
            if graph.options[number, responder, action] and (best == NONE or gains[action] > gains[best]):
                best = action
        values[number] = gains[best] / in_all(graph, mixes, number, seat)
        actions[number] = best if graph.who[number] >> responder & 1 else NONE


@kernel
def weigh(
    graph: Graph, number: int, mixes: Floats, seat: int, values: Floats, sign: int, gains: Floats
) -> None:  # fmt: skip
    """Write what each option of the responder gets against what the seat does."""
    gains[:] = 0.0
    edge = graph.first[number]
    for first in range(len(gains)):
        for second in range(len(gains)):
            if graph.options[number, 0, first] and graph.options[number, 1, second]:
                known, answer = (first, second) if seat == 0 else (second, first)
                gain = worth(graph.children[edge], values, sign)
                gains[answer] += share(graph, mixes, number, seat, known) * gain
                edge += 1


@kernel
def play_on(graph: Graph, order: Numbers32, first: Floats, second: Floats, values: Floats) -> None:
    """Go through the positions, children first: what each is worth to seat 0 when both do what they do."""
    for number in order:
        if graph.who[number] == CHANCE:
            values[number] = luck(graph, number, values, 1)
            continue
        edge = graph.first[number]
        for one in range(graph.options.shape[2]):
            for other in range(graph.options.shape[2]):
                if graph.options[number, 0, one] and graph.options[number, 1, other]:
                    odds = share(graph, first, number, 0, one) * share(graph, second, number, 1, other)
                    values[number] += odds * worth(graph.children[edge], values, 1)
                    edge += 1
        values[number] /= in_all(graph, first, number, 0) * in_all(graph, second, number, 1)
