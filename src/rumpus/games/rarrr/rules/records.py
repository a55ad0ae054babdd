"""§1 The box: syllables, power, boosts, cities, switches, and the records of box and table."""

from rumpus.core.record import FLAG, ActionField, Field, record
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
    "order": len(ORDERS),
}

ACTION_FIELDS = (
    ActionField("power", UP, ("kind",), about="a Power card: draft it, lay it face up, or take it back"),
    ActionField("katakana", 0, ("katakana",), about="a Katakana: draft it, or leave it out of the name"),
    ActionField("city", 0, ("city",), about="a city: fight for it"),
    ActionField("face_down", DOWN, ("kind",), about="a Power card face down: lay it, or take it back"),
    ActionField("boost", BOOST, ("boost",), about="a Power Boost: add it to the set that is being laid"),
    ActionField("confirm", CONFIRM, about="confirm what has been laid"),
    ActionField("pass", PASS, about="pass; or take nothing back"),
    ActionField("order", ORDER, ("order",), about="the syllables in this order: M the Monster, 1 and 2 the Katakana"),
)
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
    Field("phase", (), "phase", about="what is under way"),
    Field("players", about="how many sit at the table"),
    Field("rounds", about="rounds that are over"),
    Field("angriest", (), "seat", about="who is the Angriest Monster"),
    Field("dealt", about="cards dealt so far, of what is being dealt"),
    # The monsters
    Field("monster", ("seat",), "monster", about="Monster that each was given"),
    Field("choices", ("seat", "katakana"), about="Katakana in the pack of each; in a view only one's own"),
    Field("drafted", ("seat", DRAFTED), "katakana", about="Katakana that each has drafted; in a view only one's own"),
    Field("offered", ("seat", DRAFTED, "katakana"), about="memory: Katakana that each saw, pick by pick"),
    Field("left_out", ("seat",), "katakana", about="Katakana that each leaves out of the name"),
    Field("order", ("seat",), "order", about="order in which each reads the syllables"),
    Field("name", ("seat", DRAFTED), "syllable", about="syllables of each finished monster"),
    Field("icons", ("seat", "type"), about="icons of each finished monster"),
    # The draft of Power
    Field("deck", ("kind",), about="Power cards that are not dealt; in a view 0"),
    Field("pack", ("seat", "kind"), about="Power cards in the pack of each; in a view only one's own"),
    Field("picked", ("seat",), about="how many cards each has drafted, of this draft"),
    Field("picks", ("seat", HAND), "kind", about="memory: Power card that each took, pick by pick"),
    Field("seen", ("seat", HAND, "kind"), about="memory: Power cards that each saw, pick by pick"),
    # Power in play
    Field("hand", ("seat", "kind"), about="Power cards in hand; in a view only one's own"),
    Field("cards", ("seat",), about="how many Power cards each has in hand"),
    Field("known", ("seat", "kind"), about="Power cards shown and taken back, surely in this hand"),
    Field("perhaps", ("seat", "kind"), about="Power cards shown and taken back, perhaps face down since"),
    Field("since", ("seat", "kind"), about="cards laid face down since that kind was surely in hand"),
    Field("gone", ("seat", "kind"), about="Power cards discarded face up in this round"),
    Field("boosts", ("seat", "boost"), FLAG, about="boosts that each has left"),
    # Cities
    Field("drawn", ("city",), FLAG, about="cities dealt in this round or an earlier one"),
    Field("waiting", ("city",), FLAG, about="cities face up in the middle"),
    Field("owner", ("city",), "seat", about="who has won each city"),
    Field("contested", (), "city", about="city that is fought for"),
    # The battle
    Field("turn", (), "seat", about="whose turn it is in the battle"),
    Field("passed", ("seat",), FLAG, about="who has passed in this battle"),
    Field("level", ("seat",), bits=16, about="level that each dial shows"),
    Field("up", ("seat", "kind"), about="Power cards face up in the sets on the table"),
    Field("down", ("seat", "kind"), about="Power cards face down in sets; in a view only one's own"),
    Field("sets", ("seat", "type"), about="how many cards each set on the table has"),
    Field("boosted", ("seat", "type"), "boost", about="boost of each set on the table"),
    Field("returns", about="how many cards may still be taken back after a pass"),
    Field("last_passer", (), "seat", about="who passed last in this battle"),
    # What is being laid, and is not confirmed
    Field("half", (), "type", about="being laid: set under way"),
    Field("half_up", ("kind",), about="being laid: Power cards face up"),
    Field("half_down", ("kind",), about="being laid: Power cards face down"),
    Field("half_sets", ("type",), about="being laid: how many cards each set has"),
    Field("half_boosted", ("type",), "boost", about="being laid: boost of each set"),
    # What happened last
    Field("last_city", (), "city", about="city that was fought for last"),
    Field("last_winner", (), "seat", about="who won the last city; nothing if all passed"),
    Field("last_level", (), bits=16, about="level that won the last city"),
    Field("last_up", ("kind",), about="Power cards face up in the last play"),
    Field("last_sets", ("type",), about="how many cards each set of the last play had"),
    Field("last_boosted", ("type",), "boost", about="boost of each set of the last play"),
    Field("took", (), FLAG, about="whether a card was just taken back"),
    Field("last_taken", (), "kind", about="card taken back last, if it lay face up"),
)
BOX = record(BOX_FIELDS, LENGTHS)
STATE = record(STATE_FIELDS, LENGTHS)
