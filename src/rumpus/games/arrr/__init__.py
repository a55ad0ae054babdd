"""Arrr!!!: sign on a crew, sail for what lies in the row, rob the coast, challenge a rival."""

from pathlib import Path

from rumpus.core.game import Definition
from rumpus.games.arrr import rules, words
from rumpus.games.arrr.box import SECTIONS, fill, names
from rumpus.games.arrr.checking import check
from rumpus.games.arrr.describing import says
from rumpus.games.arrr.position import fault, settle
from rumpus.games.arrr.rules.records import FEWEST_SEATS, SEATS
from rumpus.games.arrr.scene import scene

GAME = Definition(
    name="arrr",
    title="Arrr!!!",
    about="Sign on a crew, sail for what lies in the row, rob the coast, challenge a rival.",
    seats=(FEWEST_SEATS, SEATS),
    minutes=(30, 60),
    folder=Path(__file__).parent,
    rules=rules,
    sections=SECTIONS,
    check=check,
    fill=fill,
    names=names,
    settle=settle,
    fault=fault,
    words=words,
    scene=scene,
    says=says,
    icons=("pirate-skull", "galleon", "chest"),
    is_solvable=False,
    acts_at_once=True,
    most_decisions=20_000,  # twenty turns with as many windows as there are tests, events, abilities and coins
)
