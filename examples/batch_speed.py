"""How fast a batch is, and how much memory it takes: python examples/batch_speed.py braverats 1000 1000000"""

import sys
from time import perf_counter

import rumpus

CHOICES = 5_000_000

for number in map(int, sys.argv[2:]):
    games, steps = rumpus.batch(sys.argv[1], number), -(-CHOICES // number)
    games.step(games.random_actions())  # once before the clock starts: machine code is made here
    start = perf_counter()
    for _ in range(steps):
        games.step(games.random_actions())
    speed = steps * number / (perf_counter() - start)
    memory = sum(array.nbytes for array in games.arrays) / number
    print(f"{number:,} games: {speed:,.0f} choices a second, {memory:,.0f} bytes a game")
