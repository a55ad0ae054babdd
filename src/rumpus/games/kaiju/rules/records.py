"""§1 The box: the city, buildings, resources, switches, and the records of box and table."""

from rumpus.core.record import FLAG, Field, record
from rumpus.core.switches import Exclusion, Switch

VERSION = 1
SEATS = 4
FEWEST_SEATS = 2
PLAYERS = ("red", "blue", "green", "yellow")
"""The seats, around the table to the left."""
EVERYBODY = 127
"""Who has seen a card, as bits: all at the table, and those who watch too."""

# The city (§1.2)
COLUMNS, ROWS = 6, 6
INTERSECTIONS = COLUMNS * ROWS
LOTS = (COLUMNS - 1) * (ROWS - 1)
CORNERS = 4
NEIGHBOURHOODS = 6
LEVELS = 75
HIGHEST = 5
"""Levels of a lot."""
DIRECTIONS = ("north", "east", "south", "west")
SQUARES = 3
"""Coloured squares of the track: each brings a tank (§6.1)."""
TANKS = SQUARES
SIGHT = 2
"""How many intersections ahead a tank sees (§6.3)."""

# Cards (§1.3, §1.4)
RESOURCES = ("bite", "claw", "fireball")
KINDS = len(RESOURCES)
STACK = 30
START = 3
"""Resource cards of each kind that everybody starts with."""
HAND = 5
BUILDINGS = 75
COSTS = 15
"""Different backs."""
MOST_COST = 4
ABILITIES = ("none", "draw", "take", "move", "maul", "look", "swap", "rest")
NO_ABILITY, DRAW, TAKE, STEP, MAUL, LOOK, SWAP, REST_UP = range(len(ABILITIES))
DRAWN, SWAPPED = 2, 2
"""Cards that are drawn, and that are swapped, by those abilities (§5.2)."""

CUBES = 16
TOKENS = (3, 4, 5, 6, 7, 8)
TURN_ACTIONS = 2
MOST_ROUNDS = 120

# Actions
LOT = 0
TO = LOT + LOTS
KIND = TO + INTERSECTIONS
KAIJU = KIND + KINDS
TANK = KAIJU + SEATS
FACE = TANK + TANKS
CARD = FACE + len(DIRECTIONS)
PART = CARD + CUBES
REST = PART + 3
CONFIRM = REST + 1
STAND = CONFIRM + 1
STAY = STAND + 1
END = STAY + 1
ACTIONS = END + 1
PARTS = ("ability", "tank", "missile")
OUTCOMES = BUILDINGS
"""Buildings; seats, tokens and resources are fewer."""

SWITCHES = (
    Switch("rest", "Who rests draws up to five cards, or two cards at most, or one.", ("refill", "two", "one"),
           title="Rest"),
    Switch("city_hall", "City Hall can be attacked from the start, or only once the first coloured square is reached.",
           ("open", "guarded"), title="City Hall"),
)  # fmt: skip
EXCLUSIONS: tuple[Exclusion, ...] = ()

# What is under way
(
    FIRST, TOKENS_DEAL, TOPS_DEAL, HANDS_DEAL, STARTING, ACTING, RESTING, CHALLENGING, DEFENDING, FOLLOWING, STRIKING,
    CHOOSING_PART, TAKING, STEPPING, MAULING, LOOKING, GIVING, GETTING, ROLLING, TURNING, AIMING, SHOOTING, DRAWING,
    REBUILDING, PLACING, FACING, END_OF_TURN, ENDED,
) = range(28)  # fmt: skip
PHASES = (
    "first", "tokens", "tops", "hands", "starting", "acting", "resting", "challenging", "defending", "following",
    "striking", "choosing part", "taking", "stepping", "mauling", "looking", "giving", "getting", "rolling", "turning",
    "aiming", "shooting", "drawing", "rebuilding", "placing", "facing", "end of turn", "ended",
)  # fmt: skip

LENGTHS = {
    "seat": SEATS,
    "intersection": INTERSECTIONS,
    "lot": LOTS,
    "neighbourhood": NEIGHBOURHOODS,
    "direction": len(DIRECTIONS),
    "square": SQUARES,
    "tank": TANKS,
    "resource": KINDS,
    "building": BUILDINGS,
    "cost": COSTS,
}

BOX_FIELDS = (
    Field("next", ("intersection", "direction"), "intersection"),  # the streets
    Field("beach", ("intersection",), FLAG),
    Field("corner", ("lot", CORNERS), "intersection"),
    Field("levels", ("lot",)),
    Field("lot_points", ("lot",)),
    Field("zone", ("lot",), "neighbourhood"),
    Field("two_plus", ("lot",), FLAG),
    Field("hall", (), "lot"),
    Field("tank_space", ("neighbourhood",), "intersection"),
    Field("square_step", ("square", 2)),  # for two players, and for more
    Field("square_zone", ("square", 2), "neighbourhood"),
    Field("cost", ("building", "resource")),
    Field("building_points", ("building",)),
    Field("ability", ("building",), "ability"),
    Field("has_tank", ("building",), FLAG),
    Field("has_missile", ("building",), FLAG),
    *(switch.field() for switch in SWITCHES),
    # What follows from that: see `prepare`
    Field("back", ("building",), "cost"),
    Field("back_cost", ("cost", "resource")),
    Field("lot_at", ("intersection", CORNERS), "lot"),
    Field("is_open", (2, "intersection"), FLAG),  # for two players, and for more
)
STATE_FIELDS = (
    Field("phase", (), "phase"),
    Field("players"),
    Field("rounds", bits=16),  # that are over
    Field("first", (), "seat"),
    Field("turn", (), "seat"),
    Field("actions"),  # taken in this turn
    Field("rested", (), FLAG),  # as the first action
    Field("played", (), FLAG),  # a building card was used in this turn
    Field("struck", ("tank",), FLAG),  # attacked in this turn
    Field("ending", (), FLAG),  # the round is played out
    Field("dealt"),  # of what is being dealt
    # The city
    Field("standing", ("lot",)),  # levels that are left
    Field("top", ("lot",), "building"),
    Field("top_back", ("lot",), "cost"),
    Field("top_known", ("lot",)),  # the seats that have seen its front, as bits
    Field("unseen", ("building",), FLAG),  # deeper in the stacks, or set aside
    Field("cubes", ("lot", "seat")),
    Field("token", ("neighbourhood",)),
    Field("destroyed"),
    Field("coming"),  # tanks that are placed at the end of this turn
    Field("at", ("seat",), "intersection"),
    Field("tank_at", ("tank",), "intersection"),
    Field("tank_faces", ("tank",), "direction"),
    # What the players have
    Field("supply", ("resource",)),
    Field("hand", ("seat", "resource")),
    Field("deck", ("seat", "resource")),
    Field("discard", ("seat", "resource")),
    Field("own", ("seat", "resource")),  # hand and deck together: everybody can tell
    Field("cards", ("seat",)),  # in hand
    Field("known", ("seat", "resource")),  # came into the hand openly, and are there still
    Field("laid", ("seat",)),  # cubes
    Field("taken", ("seat", CUBES), "building"),
    Field("taken_back", ("seat", CUBES), "cost"),
    Field("taken_known", ("seat", CUBES)),  # the seats that have seen the front, as bits
    Field("used", ("seat", CUBES), FLAG),  # face up
    # A choice under way, which the others do not see
    Field("half", ("resource",)),  # cards to be discarded
    Field("half_in", ("resource",)),  # to be taken for them
    Field("half_tank", (), "tank"),
    Field("half_to", (), "intersection"),
    Field("half_target", (), "seat"),
    Field("half_card", (), "place"),  # a building card that is being used
    Field("half_part", (), "part"),
    # What is open while it is settled
    Field("target", (), "seat"),  # of an attack
    Field("offered", ("resource",)),  # what the attacker has discarded
    Field("shots", ("seat",)),  # cards to be discarded at random
    Field("draws"),  # cards to be drawn by the seat whose turn it is
    Field("then", (), "phase"),  # what goes on when that is done
    Field("rebuilt", (), "lot"),  # whose next top is turned
    # What happened last
    Field("last_lot", (), "lot"),
    Field("last_card", (), "building"),
    Field("last_kaiju", (), "seat"),
    Field("last_cards", ("resource",)),
    Field("last_at", (), "intersection"),
    Field("last_part", (), "part"),
    Field("last_tank", (), "tank"),
)
BOX = record(BOX_FIELDS, LENGTHS)
STATE = record(STATE_FIELDS, LENGTHS)
