"""RARRR!!: make a monster, draft its power, and fight for the cities of the world."""

from pathlib import Path

from rumpus.core.game import Definition
from rumpus.games.rarrr import rules, words
from rumpus.games.rarrr.box import SECTIONS, check, fill, names
from rumpus.games.rarrr.position import fault, settle
from rumpus.games.rarrr.rules.records import FEWEST_SEATS, SEATS
from rumpus.games.rarrr.scene import scene

GAME = Definition(
    name="rarrr",
    title="RARRR!!",
    about="Put a monster together, draft its power, and outbid the others for the cities of the world.",
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
    icons=("dinosaur-rex", "modern-city", "power-lightning"),
    is_solvable=False,
    acts_at_once=True,
    most_decisions=2000,  # three rounds of eleven picks and six battles; every card may be laid, and some twice
)
