"""§1 The box: cards, abilities, switches, and the records of box and table."""

from rumpus.core.record import FLAG, Field, record
from rumpus.core.switches import Exclusion, Switch

VERSION = 1
SEATS = 6
FEWEST_SEATS = 2
MONSTERS = 29
SLAPPY, MASTERMIND = 29, 30
SPECIALS = ("slappy", "mastermind")
CARDS = MONSTERS + len(SPECIALS)
COPIES = 2
DECK = COPIES * MONSTERS + len(SPECIALS)
HIGHEST = 10
SPECIAL_WORTH = 9
"""What Slappy and Mastermind are worth, whatever is declared (§1.4)."""

ABILITIES = ("strength", "endurance", "fright", "magic", "mayhem", "intelligence")
ROUNDS = len(ABILITIES)

LOW, HIGH = 0, 1
DIRECTIONS = ("low", "high")
ACTIONS = len(DIRECTIONS)
OUTCOMES = CARDS
PLAYERS = ("red", "blue", "green", "yellow", "purple", "orange")
"""The seats, around the table to the left."""

SWITCHES = (
    Switch(
        "mashup_scope", "Two copies of a monster meet anywhere in a battle, or only within a layer.",
        ("battle", "layer"), title="Mashups",
    ),
    Switch(
        "final_tie", "With equal trophies the win is shared, or one more round decides.",
        ("shared", "sudden_death"), title="Final tie",
    ),
)  # fmt: skip
EXCLUSIONS: tuple[Exclusion, ...] = ()

# What is under way
FIRST, TURNING, DECLARING, ANSWERING, SUDDEN_DEATH, LOT, DRAWING, ENDED = range(8)
PHASES = ("first", "turning", "declaring", "answering", "sudden death", "lot", "drawing", "ended")

# How the last battle, or the last sudden death, ended
WON, MASHUP, SPENT, DECIDED, BY_LOT = range(5)
RESULTS = ("won", "mashup", "spent", "sudden death", "lot")

LENGTHS = {"seat": SEATS, "card": CARDS, "ability": ROUNDS, "direction": ACTIONS}

BOX_FIELDS = (
    Field("rating", ("card", "ability")),
    *(switch.field() for switch in SWITCHES),
    Field("worth", ("direction", "ability", "card")),  # the higher wins, whatever was declared: see `prepare`
)
STATE_FIELDS = (
    Field("phase", (), "phase"),
    Field("players"),  # how many sit at the table
    Field("rounds"),  # rounds that are over
    Field("ability", (), "ability"),  # of this round
    Field("playing", ("seat",), FLAG),  # who plays this round: all, but in a final only the tied
    Field("declarer", (), "seat"),
    Field("declared", (), "direction"),
    Field("pile"),  # cards that each has still to turn, the layer under way included
    Field("turned", ("seat",), "card"),  # the layer under way
    Field("stake", ("card",)),  # the layers of this battle before it
    Field("layers"),  # how many those are
    Field("battles"),  # battles of this round that are over
    Field("deck", ("card",)),  # what is in the piles, of all together
    Field("won", ("seat", "card")),
    Field("discard", ("card",)),
    Field("tied", ("seat",), FLAG),  # who may still win a sudden death
    Field("trophies", ("ability",), "seat"),
    Field("champion", (), "seat"),  # who won the final
    Field("last", ("seat",), "card"),  # the layer that ended the last battle, or the last sudden death ...
    Field("last_result", (), "result"),  # ... how it ended ...
    Field("last_taker", (), "seat"),  # ... who won it ...
    Field("last_cards"),  # ... how many cards it was about ...
    Field("last_declared", (), "direction"),  # ... what counted ...
    Field("last_stake", ("card",)),  # ... and its earlier layers
)
BOX = record(BOX_FIELDS, LENGTHS)
STATE = record(STATE_FIELDS, LENGTHS)
