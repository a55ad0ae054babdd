"""BraveRats: two clans of rats, eight cards each, one kingdom."""

from pathlib import Path

from rumpus.core.game import Definition
from rumpus.games.braverats import rules, words
from rumpus.games.braverats.box import SECTIONS, fill, names
from rumpus.games.braverats.position import fault, settle
from rumpus.games.braverats.scene import scene

GAME = Definition(
    name="braverats",
    title="BraveRats",
    about="Two clans of rats, eight cards each: outguess the other clan card by card and win four rounds.",
    seats=(2, 2),
    minutes=(5, 5),
    folder=Path(__file__).parent,
    rules=rules,
    sections=SECTIONS,
    fill=fill,
    names=names,
    settle=settle,
    fault=fault,
    words=words,
    scene=scene,
    icons=("rat", "crown", "crossed-swords"),
    acts_at_once=True,
    most_decisions=20 * (16 + 12),  # twenty games of an Emperor, eight rounds each, twelve cards kept in each draft
)
