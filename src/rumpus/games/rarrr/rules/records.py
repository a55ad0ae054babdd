"""§1 The box: syllables, power, boosts, cities, switches, and the records of box and table."""

from rumpus.core.record import FLAG, Field, record
from rumpus.core.switches import Exclusion, Switch

VERSION = 1
SEATS = 6
FEWEST_SEATS = 2
ROUNDS = 3

TYPES = ("electrical", "toxic", "radioactive", "fire")
VALUES = 6
"""Kinds of Power card of one type that the record can hold."""
KINDS = len(TYPES) * VALUES
DECK = 72
HAND = 12

MONSTERS = 12
KATAKANA = 24
SYLLABLES = MONSTERS + KATAKANA
DRAFTED = 3
"""Katakana that each drafts, of which one is left out (§2.3)."""
ICONS = 4
"""On a Monster or a Katakana."""

BOOSTS = 3
CITIES = 24
GROUPS = ("asia", "europe", "africa", "north_america", "south_america", "oceania")
CITIES_A_ROUND = 6

PLAYERS = ("red", "blue", "green", "yellow", "purple", "orange")
"""The seats, around the table to the left."""
ORDERS = ((0, 1, 2), (0, 2, 1), (1, 0, 2), (1, 2, 0), (2, 0, 1), (2, 1, 0))
"""In which order the Monster (0) and the two kept Katakana (1, 2) are read."""

# Actions: kinds of Power card, face up and face down; Katakana and cities share the first numbers.
UP = 0
DOWN = UP + KINDS
BOOST = DOWN + KINDS
CONFIRM = BOOST + BOOSTS
PASS = CONFIRM + 1
"""Pass; or take nothing back."""
ORDER = PASS + 1
ACTIONS = ORDER + len(ORDERS)
OUTCOMES = 24
"""Kinds, Katakana and cities; Monsters and seats are fewer."""

SWITCHES = (
    Switch("bonus_scoring", "Cities of one group, and of many groups, bring bonus points.", title="Bonus scoring"),
    Switch(
        "face_down", "Any Power card may lie face down in a set: it counts as a card and adds nothing.",
        title="Face-down cards",
    ),
    Switch("resistance", "A set of the type that the city resists may have one card less.", title="Power resistance"),
    Switch("cities_first", "The cities of a round are dealt before its draft.", title="Cities first"),
)  # fmt: skip
EXCLUSIONS: tuple[Exclusion, ...] = ()

# What is under way
(
    FIRST, MONSTERS_COME, KATAKANA_DEAL, KATAKANA_DRAFT, NAMING, POWER_DEAL, POWER_DRAFT, CITIES_DEAL, SELECTING,
    LAYING, RETURNING, ENDED,
) = range(12)  # fmt: skip
PHASES = (
    "first", "monsters come", "katakana deal", "katakana draft", "naming", "power deal", "power draft", "cities deal",
    "selecting", "laying", "returning", "ended",
)  # fmt: skip

LENGTHS = {
    "seat": SEATS,
    "monster": MONSTERS,
    "katakana": KATAKANA,
    "kind": KINDS,
    "type": len(TYPES),
    "boost": BOOSTS,
    "city": CITIES,
}

BOX_FIELDS = (
    Field("monster_icons", ("monster", "type")),
    Field("katakana_icons", ("katakana", "type")),
    Field("value", ("kind",)),
    Field("copies", ("kind",)),
    Field("boost", ("boost",)),
    Field("city_points", ("city",)),
    Field("city_group", ("city",), "group"),
    Field("city_resists", ("city",), "type"),
    *(switch.field() for switch in SWITCHES),
    Field("strongest", ("type", VALUES), "kind"),  # the kinds of each type, the highest value first: see `prepare`
)
STATE_FIELDS = (
    Field("phase", (), "phase"),
    Field("players"),  # how many sit at the table
    Field("rounds"),  # rounds that are over
    Field("angriest", (), "seat"),
    Field("dealt"),  # cards dealt so far, of what is being dealt
    # The monsters
    Field("monster", ("seat",), "monster"),
    Field("choices", ("seat", "katakana")),  # the pack of Katakana that each looks at
    Field("drafted", ("seat", DRAFTED), "katakana"),
    Field("offered", ("seat", DRAFTED, "katakana")),  # memory: each pack of Katakana that a seat has looked at
    Field("left_out", ("seat",), "katakana"),
    Field("order", ("seat",), "order"),
    Field("name", ("seat", DRAFTED), "syllable"),  # the finished monster
    Field("icons", ("seat", "type")),
    # The draft of Power
    Field("deck", ("kind",)),
    Field("pack", ("seat", "kind")),  # the pack that each looks at
    Field("picked", ("seat",)),  # how many cards each has drafted
    Field("picks", ("seat", HAND), "kind"),  # memory: what each has drafted ...
    Field("seen", ("seat", HAND, "kind")),  # ... and the pack it was drafted from
    # Power in play
    Field("hand", ("seat", "kind")),
    Field("cards", ("seat",)),  # in hand
    Field("known", ("seat", "kind")),  # shown and taken back: all know that they are in this hand ...
    Field("perhaps", ("seat", "kind")),  # ... or that they were, and may have been laid face down since
    Field("since", ("seat", "kind")),  # how many cards the seat has laid face down since then
    Field("gone", ("seat", "kind")),  # discarded face up this round
    Field("boosts", ("seat", "boost"), FLAG),  # that each has left
    # Cities
    Field("drawn", ("city",), FLAG),  # dealt in this round or an earlier one
    Field("waiting", ("city",), FLAG),  # face up in the middle
    Field("owner", ("city",), "seat"),
    Field("contested", (), "city"),
    # The battle
    Field("turn", (), "seat"),
    Field("passed", ("seat",), FLAG),
    Field("level", ("seat",), bits=16),
    Field("up", ("seat", "kind")),  # sets on the table, face up
    Field("down", ("seat", "kind")),  # and face down
    Field("sets", ("seat", "type")),  # how many cards each set has
    Field("boosted", ("seat", "type"), "boost"),
    Field("returns"),  # how many cards the seat that has passed may still take back
    Field("last_passer", (), "seat"),
    # What is being laid, and is not confirmed
    Field("half", (), "type"),  # the set under way
    Field("half_up", ("kind",)),
    Field("half_down", ("kind",)),
    Field("half_sets", ("type",)),
    Field("half_boosted", ("type",), "boost"),
    # What happened last
    Field("last_city", (), "city"),
    Field("last_winner", (), "seat"),
    Field("last_level", (), bits=16),
    Field("last_up", ("kind",)),  # the last play, face up ...
    Field("last_sets", ("type",)),  # ... how many cards its sets had ...
    Field("last_boosted", ("type",), "boost"),  # ... and their boosts
    Field("took", (), FLAG),  # whether a card was taken back last ...
    Field("last_taken", (), "kind"),  # ... and which, if it lay face up
)
BOX = record(BOX_FIELDS, LENGTHS)
STATE = record(STATE_FIELDS, LENGTHS)
