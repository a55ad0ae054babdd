"""§1 The box: the city, buildings, resources, switches, and the records of box and table."""

from rumpus.core.record import FLAG, ActionField, Field, record
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
PARTS = ("ability", "tank", "missile")
REST = PART + len(PARTS)
CONFIRM = REST + 1
STAND = CONFIRM + 1
STAY = STAND + 1
END = STAY + 1
ACTIONS = END + 1
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
    "place": CUBES,
    "part": len(PARTS),
}

ACTION_FIELDS = (
    ActionField("lot", LOT, ("lot",), about="a lot: attack its building, or look at its top card"),
    ActionField(
        "intersection", TO, ("intersection",), about="an intersection: go there, send a tank there, or strike there"
    ),
    ActionField("resource", KIND, ("resource",), about="a resource card: discard, give, take or get it"),
    ActionField("kaiju", KAIJU, ("seat",), about="a kaiju: attack it, or maul it"),
    ActionField("tank", TANK, ("tank",), about="a tank: attack it, or choose it to be moved"),
    ActionField("direction", FACE, ("direction",), about="turn a tank this way"),
    ActionField("card", CARD, ("place",), about="use a building card, by its place among those that you have taken"),
    ActionField("part", PART, ("part",), about="use this part of the building card"),
    ActionField("rest", REST, about="rest"),
    ActionField("confirm", CONFIRM, about="confirm the resource cards that were chosen"),
    ActionField("stand", STAND, about="stand against an attack, by discarding the same cards"),
    ActionField("stay", STAY, about="stay, when the kaiju that was attacked has stood"),
    ActionField("end", END, about="end the turn"),
)
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
    Field("phase", (), "phase", about="what is under way"),
    Field("players", about="how many sit at the table"),
    Field("rounds", bits=16, about="rounds that are over"),
    Field("first", (), "seat", about="start player"),
    Field("turn", (), "seat", about="whose turn it is"),
    Field("actions", about="actions taken in this turn"),
    Field("rested", (), FLAG, about="whether a rest as the first action forbids attacks"),
    Field("played", (), FLAG, about="whether a building card was used in this turn"),
    Field("struck", ("tank",), FLAG, about="tanks attacked in this turn"),
    Field("ending", (), FLAG, about="whether the game ends with this round"),
    Field("dealt", about="how far the deal under way has come"),
    # The city
    Field("standing", ("lot",), about="levels left on each lot"),
    Field("top", ("lot",), "building", about="building card on top of each lot, if its front is known"),
    Field("top_back", ("lot",), "cost", about="cost on the back of the card on top of each lot"),
    Field("top_known", ("lot",), about="who knows the front of each lot's top card, as bits"),
    Field("unseen", ("building",), FLAG, about="building cards deeper in stacks or set aside; in a view 0"),
    Field("cubes", ("lot", "seat"), about="cubes beside each lot"),
    Field("token", ("neighbourhood",), about="points of each neighbourhood's token; 0 without one"),
    Field("destroyed", about="buildings destroyed so far"),
    Field("coming", about="tanks that are placed at the end of this turn"),
    Field("at", ("seat",), "intersection", about="where each kaiju stands"),
    Field("tank_at", ("tank",), "intersection", about="where each tank stands; nothing before it has come"),
    Field("tank_faces", ("tank",), "direction", about="which way each tank looks"),
    # What the players have
    Field("supply", ("resource",), about="resource cards in the supply"),
    Field("hand", ("seat", "resource"), about="resource cards in hand; in a view only one's own"),
    Field("deck", ("seat", "resource"), about="resource cards in the deck; in a view only one's own"),
    Field("discard", ("seat", "resource"), about="resource cards in the discard pile"),
    Field("own", ("seat", "resource"), about="resource cards in hand and deck together, as all can tell"),
    Field("cards", ("seat",), about="how many resource cards each has in hand"),
    Field("known", ("seat", "resource"), about="resource cards that all know to be in this hand"),
    Field("laid", ("seat",), about="cubes that each has laid"),
    Field("taken", ("seat", CUBES), "building", about="building cards that each has taken, in order"),
    Field("taken_back", ("seat", CUBES), "cost", about="cost on the back of each building card taken"),
    Field("taken_known", ("seat", CUBES), about="who knows the front of each card taken, as bits; 127: all"),
    Field("used", ("seat", CUBES), FLAG, about="whether each card taken was used, and lies face up"),
    # A choice under way, which the others do not see
    Field("half", ("resource",), about="being chosen: resource cards to be discarded or given"),
    Field("half_in", ("resource",), about="being chosen: resource cards to be taken in a swap"),
    Field("half_tank", (), "tank", about="being chosen: tank to be moved"),
    Field("half_to", (), "intersection", about="being chosen: where a tank goes"),
    Field("half_target", (), "seat", about="being chosen: kaiju to be attacked"),
    Field("half_card", (), "place", about="being chosen: place of the building card to be used"),
    Field("half_part", (), "part", about="being chosen: part of the building card"),
    # What is open while it is settled
    Field("target", (), "seat", about="kaiju that is attacked"),
    Field("offered", ("resource",), about="resource cards that the attacker has discarded"),
    Field("shots", ("seat",), about="cards that each has to discard at random"),
    Field("draws", about="cards to be drawn by the seat whose turn it is"),
    Field("then", (), "phase", about="what goes on after the draws or shots"),
    Field("rebuilt", (), "lot", about="lot whose next top is turned"),
    # What happened last
    Field("last_lot", (), "lot", about="lot attacked, or looked at, last"),
    Field("last_card", (), "building", about="building card used last"),
    Field("last_kaiju", (), "seat", about="kaiju mauled last"),
    Field("last_cards", ("resource",), about="resource cards discarded, or taken, last"),
    Field("last_at", (), "intersection", about="where the last missile struck"),
    Field("last_part", (), "part", about="part of the building card used last"),
    Field("last_tank", (), "tank", about="tank placed, moved or turned last"),
)
BOX = record(BOX_FIELDS, LENGTHS)
STATE = record(STATE_FIELDS, LENGTHS)
