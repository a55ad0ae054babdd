"""How fast a batch is, and how much memory it takes: python examples/batch_speed.py braverats 1000 1000000"""

import sys
from time import perf_counter

import rumpus

BEFORE = 100  # steps before the clock starts: machine code is made, and the games are no longer all at their beginning
CHOICES = 10_000_000

if sys.argv[1:] in (["-h"], ["--help"]):
    print(__doc__)
    sys.exit()
if not sys.argv[2:] or not all(map(str.isdigit, sys.argv[2:])):
    sys.exit(__doc__)
for number in map(int, sys.argv[2:]):
    games, steps = rumpus.batch(sys.argv[1], number), -(-CHOICES // number)
    for step in range(BEFORE + steps):
        if step == BEFORE:
            start = perf_counter()
        games.step(games.random_actions())
    speed = steps * number / (perf_counter() - start)
    print(f"{number:,} games: {speed:,.0f} choices a second, {games.nbytes / number:,.0f} bytes a game")
