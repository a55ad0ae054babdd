"""OpenSpiel's CFR+ on the end of a game of BraveRats, beside ours. Needs the extra rumpus[openspiel].

    python examples/openspiel_cfr.py [ITERATIONS]

Both clans have laid the same four cards; whoever wins the next round takes all five, and with them the match.
"""

import sys

import rumpus
from rumpus.adapters.extras import MissingExtra
from rumpus.solve.cfr import solve_tree
from rumpus.solve.tree import grow

try:
    from rumpus.adapters.openspiel import game_from
except MissingExtra as missing:
    sys.exit(str(missing))

from open_spiel.python.algorithms.cfr import CFRPlusSolver
from open_spiel.python.algorithms.exploitability import exploitability

ENOUGH = 500
"""Iterations of ours."""

if sys.argv[1:] in (["-h"], ["--help"]):
    print(__doc__)
    sys.exit()
if sys.argv[2:] or not all(map(str.isdigit, sys.argv[1:])):
    sys.exit(__doc__)
iterations = int(sys.argv[1]) if sys.argv[1:] else 40
match = rumpus.game("braverats").match()
for card in (7, 6, 5, 4):
    match.play(0, card)
    match.play(1, card)

game = game_from(match.game, start=match.position())
state, solver = game.new_initial_state(), CFRPlusSolver(game)
for done in range(1, iterations + 1):
    solver.evaluate_and_update_policy()
    if done % 10 == 0:
        print(f"after {done} iterations a best response gains {exploitability(game, solver.average_policy()):.4f}")

ours = solve_tree(grow(match.game, match.state, mode="plain"), ENOUGH, mode="plain").choices(0)
print(state.view(0))
for action, probability in solver.average_policy().action_probabilities(state).items():
    print(f"{state.action_to_string(0, action)}: {probability:.3f}, ours {ours[action]:.3f}")
