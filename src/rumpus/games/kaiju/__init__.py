"""Kaiju Rising: climb out of the sea, take a city apart level by level, and mind the tanks."""

from pathlib import Path

from rumpus.core.game import Definition
from rumpus.games.kaiju import rules, words
from rumpus.games.kaiju.box import SECTIONS, fill, names
from rumpus.games.kaiju.position import fault, settle
from rumpus.games.kaiju.rules.records import FEWEST_SEATS, SEATS
from rumpus.games.kaiju.scene import scene
from rumpus.games.kaiju.surveying import check

GAME = Definition(
    name="kaiju",
    title="Kaiju Rising",
    about="Climb out of the sea, take a city apart level by level, and mind the tanks.",
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
    icons=("sea-serpent", "modern-city", "battle-tank"),
    is_solvable=False,
    most_decisions=20_000,  # a hundred and twenty rounds, in which cards are discarded one by one
)
