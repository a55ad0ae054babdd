"""Ask OpenSpiel what it makes of Kuhn and Leduc poker: the numbers our own solver is held to.

    .peers/bin/python peers/poker.py ../tests/poker/openspiel.json

run in benchmarks/, in the environment that `make bench` makes from requirements.txt. It takes some seconds.

Of each game the file holds the number of positions (chance left out) and of information states, what every line of
bets is worth to the first player (for each deal, in the order of the cards dealt), and the exploitability of the
average policy after some iterations of CFR and CFR+. In our Leduc the two cards of a rank are alike, so OpenSpiel is
asked for both: the game with suits, and the one where they do not matter.

The iterations stop at a hundred in Leduc. Later, where two actions are equally good, it is rounding that decides
between them, and from then on OpenSpiel's two games differ from each other.
"""

from __future__ import annotations

import json
import sys
from collections import defaultdict
from importlib.metadata import version
from pathlib import Path
from typing import Any

import pyspiel

GAMES = {
    "kuhn": ("kuhn_poker", (1, 2, 5, 10, 20, 50, 100, 200, 1000)),
    "leduc": ("leduc_poker(suit_isomorphism=True)", (1, 2, 5, 10, 20, 50, 100)),
    "leduc with suits": ("leduc_poker", (1, 2, 5, 10, 20, 50, 100)),
}
MOST_DEALS = 24
"""Lines of bets are written down where there are no more deals than this; with suits there are 120."""
SOLVERS = {"cfr": pyspiel.CFRSolver, "cfr+": pyspiel.CFRPlusSolver}


def exploitability(game: Any, solver: Any, iterations: tuple[int, ...]) -> dict[str, float]:
    found = {}
    for number in range(1, max(iterations) + 1):
        solver.evaluate_and_update_policy()
        if number in iterations:
            found[str(number)] = float(pyspiel.exploitability(game, solver.average_policy()))
    return found


class Walk:
    """Every position of a game, once."""

    def __init__(self, game: Any) -> None:
        self.positions = 0
        self.information_states: set[str] = set()
        self.ends: dict[str, list[int]] = defaultdict(list)
        self.visit(game.new_initial_state(), ())

    def visit(self, state: Any, said: tuple[str, ...]) -> None:
        self.positions += not state.is_chance_node()
        if state.is_terminal():
            self.ends[" ".join(said)].append(int(state.returns()[0]))
        elif not state.is_chance_node():
            self.information_states.add(state.information_state_string())
        for action in [] if state.is_terminal() else state.legal_actions():
            spoken = said if state.is_chance_node() else (*said, state.action_to_string(action).lower())
            self.visit(state.child(action), spoken)


def asked(name: str, iterations: tuple[int, ...]) -> dict[str, Any]:
    game = pyspiel.load_game(name)
    walk = Walk(game)
    return {
        "positions": walk.positions,
        "information_states": len(walk.information_states),
        "ends": {said: paid for said, paid in walk.ends.items() if len(paid) <= MOST_DEALS},
        "exploitability": {kind: exploitability(game, solver(game), iterations) for kind, solver in SOLVERS.items()},
    }


def written(answers: dict[str, Any]) -> str:
    """JSON with a line for each list of numbers."""
    lines = json.dumps(answers, indent=1).split("\n")
    text, is_list = "", False
    for line in lines:
        text += line.strip() if is_list else f"\n{line}"
        is_list = line.endswith("[") or (is_list and not line.strip().startswith("]"))
    return text.strip() + "\n"


def main() -> None:
    answers = {name: asked(*about) for name, about in GAMES.items()}
    Path(sys.argv[1]).write_text(written({"openspiel": version("open_spiel"), **answers}), encoding="utf-8")


if __name__ == "__main__":
    main()
