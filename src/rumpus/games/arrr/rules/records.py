"""§1 The box: crew, events, explorations, captains, what effects are made of, and the records of box and table."""

from rumpus.core.record import FLAG, Field, record
from rumpus.core.switches import Exclusion, Switch

VERSION = 1
SEATS = 4
FEWEST_SEATS = 2
PLAYERS = ("red", "blue", "green", "yellow")
"""The seats, around the table to the left."""

# What there is (§1)
STATS = ("attack", "navigation", "wits", "courage")
JOLLY = len(STATS)
"""The fifth face of a die, on two of its sides."""
FACES = (*STATS, "jolly")
KINDS = ("mate", "item", "pack")
MATE, ITEM, PACK = range(len(KINDS))
CREW = 39
EVENTS = 39
EXPLORATIONS = 23
COLLECTIONS = ("maps", "idols", "pearls", "relics")
SET = 3
"""Cards of a collection."""
TREASURES = len(COLLECTIONS) * SET
OTHERS = EXPLORATIONS - TREASURES
CAPTAINS = 9
PIECES = 42
TESTS = 3
LONGEST_ROW = SEATS + 2

# How many (§1.4, §1.5, §3, §4, §5)
DECK_SIZE = (0, 0, 11, 17, 23)
FIRST_CREW, FIRST_EVENTS, FIRST_PIECES = 6, 2, 2
HAND, MOST_OF_A_KIND = 6, 3
SWABBER_HAND = 4
MOST_EQUIPPED = 4
LOOT = 2
"""Pieces of a pillage."""
MOST_STAKE = 4
SPOILS = 2
"""Equipped cards that a refused challenger takes."""
CHEAT_DICE = 2
TURNS_EACH = 5
WORTH = (0, 1, 4, 8)
"""Points for so many cards of a collection."""

# What effects are made of (§10)
WORDS = (
    "nothing", "dice", "difficulty", "rethrow", "draw", "gain", "lose", "steal", "damage", "deplete", "prepare", "take",
    "recover", "discard", "shift", "cancel", "bar", "pillage", "cheat", "armour",
)  # fmt: skip
(
    NOTHING, DICE, DIFFICULTY, RETHROW, DRAW, GAIN, LOSE, STEAL, DAMAGE, DEPLETE, PREPARE, TAKE,
    RECOVER, DISCARD, SHIFT, CANCEL, BAR, PILLAGE_MORE, CHEAT_MORE, ARMOUR,
) = range(len(WORDS))  # fmt: skip
TARGETS = ("self", "active", "rival")
SELF, ACTIVE, RIVAL = range(len(TARGETS))
"""Its own player; the player in turn, in a challenge one of the two; the other one in a challenge."""
OF = (*STATS, "crew", "event", "either", "ability", "penalty", "any", "sail", "challenge")
OF_CREW, OF_EVENT, OF_EITHER, OF_ABILITY, OF_PENALTY, OF_ANY, OF_SAIL, OF_CHALLENGE = range(len(STATS), len(OF))
"""What a word speaks of: a stat, a deck, what is cancelled, what is barred."""
WHEN = ("always", *STATS, "sail", "pillage", "challenge")
ALWAYS, WHEN_SAIL, WHEN_PILLAGE, WHEN_CHALLENGE = 0, 5, 6, 7
MARKS = ("plain", "flash", "permanent")
PLAIN, FLASH_MARK, PERMANENT = range(len(MARKS))
NEEDS = ("nothing", *STATS, "mate", "items", "pack", "cards", "pieces")
NEEDS_MATE, NEEDS_ITEMS, NEEDS_PACK, NEEDS_CARDS, NEEDS_PIECES = range(5, len(NEEDS))
"""The condition of an exploration (§7.3)."""
INFLUENCES = (*STATS, "pieces")
ON_PIECES = len(STATS)

# Lists of at most two effects each: everything that does something is such a list
EFFECTS = 2
ABILITY_OF = 0
EVENT_OF = ABILITY_OF + CREW
TRAIT_OF = EVENT_OF + EVENTS
"""What a captain does all the time."""
CAPTAIN_OF = TRAIT_OF + CAPTAINS
REWARD_OF = CAPTAIN_OF + CAPTAINS
WON_OF = REWARD_OF + EXPLORATIONS
LOST_OF = WON_OF + EXPLORATIONS * TESTS
LISTS = LOST_OF + EXPLORATIONS * TESTS
PILE = EVENTS + 2 * (MOST_EQUIPPED + 1) + 1
"""Every event, every ability of two players and their captains, and a penalty (§9.6)."""

# Where cards are
CREW_PLACES = ("deck", "discard", *(f"hand of {seat}" for seat in PLAYERS), *(f"table of {seat}" for seat in PLAYERS))
EVENT_PLACES = (*CREW_PLACES[:6], *(f"front of {seat}" for seat in PLAYERS), "pile")
SEA_PLACES = ("deck", "discard", *(f"chest of {seat}" for seat in PLAYERS), "row", "out")
DECK, DISCARDED, IN_HAND, ON_TABLE = 0, 1, 2, 6
IN_FRONT, ON_PILE = 6, 10
IN_CHEST, IN_ROW, OUT = 2, 6, 7
"""The other explorations that were not seen yet all count as in the deck: which of them are is known to nobody."""

# Actions
EVENT = 0
CARD = EVENT + EVENTS
SEA = CARD + CREW
"""A place in the row, from the furthest."""
SEAT = SEA + LONGEST_ROW
STAT = SEAT + SEATS
STAKE = STAT + len(STATS)
"""One Piece, two, three, four."""
TREASURE = STAKE + MOST_STAKE
"""A collection card."""
DRAW_CREW = TREASURE + TREASURES
DRAW_EVENT = DRAW_CREW + 1
PILLAGE = DRAW_EVENT + 1
CONFIRM = PILLAGE + 1
PASS = CONFIRM + 1
CHEAT = PASS + 1
USE_CAPTAIN = CHEAT + 1
ACCEPT = USE_CAPTAIN + 1
REFUSE = ACCEPT + 1
CAPTAIN = REFUSE + 1
ACTIONS = CAPTAIN + CAPTAINS
OUTCOMES = CREW
"""Crew cards or events; explorations, captains, collections, seats and faces of a die are fewer."""

SWITCHES = (
    Switch("mode", "Everything; or no captains and no challenges; or no events either.", ("arrr", "avast", "swabber")),
    Switch("captains", "A captain at random; or one of two, chosen in secret.", ("random", "choose")),
    Switch("teams", "Four players in two teams, partners opposite.", seats=(4,)),
)
EXCLUSIONS: tuple[Exclusion, ...] = ()
ARRR, AVAST, SWABBER = range(3)

# What is under way
(
    FIRST, COLLECTIONS_DEAL, CAPTAINS_DEAL, CHOOSING, ROW_DEAL, HANDS_DEAL, RECRUITING, REFILLING, EQUIPPING, REPLACING,
    DECLARING, NAMING_STAT, NAMING_STAKE, ASKED, AIMING, PICKING, ANSWERING, STAKING, SPOILING, TIPPING, DAMAGED,
    DISCARDING, PAYING, DRAWING, CREW_DRAW, EVENT_DRAW, ROLLING, EXPLORING, RUNNING, ENDED,
) = range(30)  # fmt: skip
PHASES = (
    "first", "collections", "captains", "choosing", "row", "hands", "recruiting", "refilling", "equipping", "replacing",
    "declaring", "naming stat", "naming stake", "asked", "aiming", "picking", "answering", "staking", "spoiling",
    "tipping", "damaged", "discarding", "paying", "drawing", "crew draw", "event draw", "rolling", "exploring",
    "running", "ended",
)  # fmt: skip
"""RUNNING is never seen: the table goes on until somebody is asked, or chance is."""
STAGES = ("refill", "flash", "pillage", "answer", "before", "after", "penalty", "won", "done")
REFILL, FLASH, AT_PILLAGE, AT_ANSWER, BEFORE, AFTER, PENALTY, WON, DONE = range(len(STAGES))
"""Where an action is; from flash to penalty they are windows (§9.2, §9.3)."""
DEEDS = ("sail", "pillage", "challenge")
SAILING, PILLAGING, CHALLENGING = range(len(DEEDS))
ANSWERS = ("accepted", "refused")
ACCEPTED, REFUSED = range(len(ANSWERS))
SIDES = 2
"""Who throws: the player in turn, and in a challenge the other."""
OFFERED = 2
"""Captains to choose from (§13.2)."""

LENGTHS = {
    "seat": SEATS,
    "crew": CREW,
    "event": EVENTS,
    "exploration": EXPLORATIONS,
    "captain": CAPTAINS,
    "stat": len(STATS),
    "face": len(FACES),
    "collection": len(COLLECTIONS),
    "list": LISTS,
}

BOX_FIELDS = (
    Field("kind", ("crew",), "kind"),
    Field("stats", ("crew", "stat")),
    Field("event_mark", ("event",), "mark"),
    Field("needs", ("exploration",), "needs"),
    Field("needs_many", ("exploration",)),
    Field("test_stat", ("exploration", TESTS), "stat"),
    Field("test_difficulty", ("exploration", TESTS)),
    Field("fame", ("exploration",)),
    Field("booty", ("exploration",)),
    Field("collection", ("exploration",), "collection"),
    Field("influence", ("exploration",), "influence"),
    Field("influence_by", ("exploration",)),
    Field("sides", ("face",)),  # of a die
    # The effects of each list
    Field("does", ("list", EFFECTS), "word"),
    Field("amount", ("list", EFFECTS)),
    Field("of", ("list", EFFECTS), "of"),
    Field("who", ("list", EFFECTS), "who"),
    Field("when", ("list", EFFECTS), "when"),
    *(switch.field() for switch in SWITCHES),
)
STATE_FIELDS = (
    Field("phase", (), "phase"),
    Field("players"),
    Field("turns"),  # that are over
    Field("turn", (), "seat"),
    Field("dealt"),  # of what is being dealt
    # The Seven Seas
    Field("sea_at", ("exploration",), "sea place"),
    Field("row", (LONGEST_ROW,), "exploration"),  # the first is furthest from the deck
    Field("deck"),  # explorations that are left
    Field("others"),  # of them, those of no collection
    # What the players have
    Field("captain", ("seat",), "captain"),
    Field("offered", ("seat", OFFERED), "captain"),  # to choose from
    Field("pieces", ("seat",)),
    Field("crew_at", ("crew",), "crew place"),
    Field("crew_left"),  # in the deck
    Field("crew_known", ("crew",), FLAG),  # came openly into the hand where it is
    Field("crew_old", ("crew",), FLAG),  # was in a hand when the discards were last shuffled, and is there still
    Field("crew_held", ("seat",)),  # how many such cards each has
    Field("crew_cards", ("seat",)),  # in hand
    Field("depleted", ("crew",), FLAG),
    Field("announced", ("crew",), FLAG),  # its ability, in this turn
    Field("captain_used", ("seat",), FLAG),  # in this turn
    Field("event_at", ("event",), "event place"),
    Field("event_left"),  # in the deck
    Field("event_old", ("event",), FLAG),
    Field("event_held", ("seat",)),
    Field("event_cards", ("seat",)),  # in hand
    # The action
    Field("stage", (), "stage"),
    Field("deed", (), "deed"),  # declared
    Field("barred", (2,), FLAG),  # to sail, to challenge
    Field("course", (), "exploration"),  # that is sailed for
    Field("test"),  # of its tests, which
    Field("target", (), "seat"),  # who is challenged
    Field("answer", (), "answer"),
    Field("stat", (), "stat"),  # of the test or challenge
    Field("stake", (SIDES,)),  # Pieces that the player in turn and the other may lose ...
    Field("prize", (SIDES,), "exploration"),  # ... or collection cards
    Field("staked", (), FLAG),  # that was put aside
    Field("difficulty"),  # settled at the throw
    Field("harder"),  # by effects
    Field("easier"),
    Field("more", (SIDES,)),  # dice
    Field("fewer", (SIDES,)),
    Field("to_roll", (SIDES,)),
    Field("rolled", (SIDES, "face")),
    # The window and the pile
    Field("asked", (), "seat"),
    Field("passed", ("seat",), FLAG),  # in succession
    Field("ring", (), "seat"),  # from whom on the ring is asked, if not from the player in turn
    Field("piled"),
    Field("pile_list", (PILE,), "list", bits=16),
    Field("pile_owner", (PILE,), "seat"),
    Field("pile_target", (PILE,), "seat"),
    Field("pile_card", (PILE,), "crew"),
    Field("pile_sea", (PILE,), "exploration"),
    # What is being resolved
    Field("now_list", (), "list", bits=16),
    Field("now_step"),
    Field("now_owner", (), "seat"),
    Field("now_target", (), "seat"),
    Field("now_card", (), "crew"),
    Field("now_sea", (), "exploration"),
    Field("owed"),  # cards to be drawn, discarded or lost
    Field("owing", (), "seat"),  # by whom
    # A choice under way, which the others do not see
    Field("half_list", (), "list", bits=16),
    Field("half_target", (), "seat"),
    Field("half_stat", (), "stat"),
    Field("half_crew", ("crew",), FLAG),
    Field("half_event", ("event",), FLAG),
    # What happened last
    Field("last_sea", (), "exploration"),  # that was conquered
    Field("last_winner", (), "seat"),  # of that, or of a challenge
)
BOX = record(BOX_FIELDS, LENGTHS)
STATE = record(STATE_FIELDS, LENGTHS)
