"""§1 The box: cards, abilities, switches, and the records of box and table."""

from rumpus.core.record import FLAG, ActionField, Field, record
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

ACTION_FIELDS = (ActionField("direction", LOW, ("direction",), about="declare that low wins, or that high wins"),)
BOX_FIELDS = (
    Field("rating", ("card", "ability")),
    *(switch.field() for switch in SWITCHES),
    Field("worth", ("direction", "ability", "card")),  # the higher wins, whatever was declared: see `prepare`
)
STATE_FIELDS = (
    Field("phase", (), "phase", about="what is under way"),
    Field("players", about="how many sit at the table"),
    Field("rounds", about="rounds that are over"),
    Field("ability", (), "ability", about="ability of this round"),
    Field("playing", ("seat",), FLAG, about="who plays this round: all, but in a final only the tied"),
    Field("declarer", (), "seat", about="who turns the first card of a battle, and declares"),
    Field("declared", (), "direction", about="what was declared in this battle"),
    Field("pile", about="cards that each has still to turn, with the layer under way"),
    Field("turned", ("seat",), "card", about="card that each has turned in the layer under way"),
    Field("stake", ("card",), about="cards in the tied layers of this battle"),
    Field("layers", about="how many tied layers this battle has"),
    Field("battles", about="battles of this round that are over"),
    Field("deck", ("card",), about="cards left in the piles, of all together"),
    Field("won", ("seat", "card"), about="cards that each has won in this round"),
    Field("discard", ("card",), about="cards discarded in this round"),
    Field("tied", ("seat",), FLAG, about="who may still win the sudden death, or the lot"),
    Field("trophies", ("ability",), "seat", about="who has the trophy of each ability"),
    Field("champion", (), "seat", about="who won the final"),
    Field("last", ("seat",), "card", about="last card of each in the last battle, or sudden death"),
    Field("last_result", (), "result", about="how the last battle, or sudden death, ended"),
    Field("last_taker", (), "seat", about="who won the last battle, sudden death or lot"),
    Field("last_cards", about="how many cards the last battle, or sudden death, had"),
    Field("last_declared", (), "direction", about="what was declared in the last battle"),
    Field("last_stake", ("card",), about="cards in the tied layers of the last battle"),
)
BOX = record(BOX_FIELDS, LENGTHS)
STATE = record(STATE_FIELDS, LENGTHS)
