"""Monster Mayhem: sixty monsters, six trophies, one question: high or low?"""

from pathlib import Path

from rumpus.core.game import Definition
from rumpus.games.mayhem import rules, words
from rumpus.games.mayhem.box import SECTIONS, fill, names
from rumpus.games.mayhem.chances import get_ready, reckon
from rumpus.games.mayhem.position import fault, settle
from rumpus.games.mayhem.rules.records import FEWEST_SEATS, SEATS
from rumpus.games.mayhem.scene import scene

GAME = Definition(
    name="mayhem",
    title="Monster Mayhem",
    about="Turn up a monster, say high or low, and remember what has been: six rounds, six trophies.",
    seats=(FEWEST_SEATS, SEATS),
    minutes=(15, 25),
    folder=Path(__file__).parent,
    rules=rules,
    sections=SECTIONS,
    fill=fill,
    names=names,
    settle=settle,
    fault=fault,
    words=words,
    scene=scene,
    icons=("slime", "frankenstein-creature", "trophy-cup"),
    reckon=reckon,
    reckoned="the chance to win this battle",
    get_ready=get_ready,
    is_open=True,
    is_solvable=False,
    most_decisions=7 * 30,  # six rounds and a final; with two players thirty battles each
)
