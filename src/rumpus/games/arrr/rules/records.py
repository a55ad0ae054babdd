"""§1 The box: crew, events, explorations, captains, what effects are made of, and the records of box and table."""

from rumpus.core.record import FLAG, ActionField, Field, record
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
STAKES = ("one Piece", "two Pieces", "three Pieces", "four Pieces")
MOST_STAKE = len(STAKES)
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
    "place": LONGEST_ROW,
    "stake": MOST_STAKE,
    "treasure": TREASURES,
}

ACTION_FIELDS = (
    ActionField("event", EVENT, ("event",), about="an event: play it, or discard it"),
    ActionField("crew", CARD, ("crew",), about="a crew card: equip, use, replace, discard, lose, take or choose it"),
    ActionField(
        "row", SEA, ("place",), about="a place in the row, from the furthest: sail there, or swap it with the next"
    ),
    ActionField("seat", SEAT, ("seat",), about="a player: challenge them, or aim at them"),
    ActionField("stat", STAT, ("stat",), about="challenge in this stat"),
    ActionField("stake", STAKE, ("stake",), about="Pieces: demand so many in a challenge, or take one after it"),
    ActionField("treasure", TREASURE, ("treasure",), about="a collection card: demand it in a challenge"),
    ActionField("draw_crew", DRAW_CREW, about="draw a crew card"),
    ActionField("draw_event", DRAW_EVENT, about="draw an event"),
    ActionField("pillage", PILLAGE, about="pillage"),
    ActionField("confirm", CONFIRM, about="confirm the cards that were chosen"),
    ActionField("pass", PASS, about="pass"),
    ActionField("cheat", CHEAT, about="cheat: pay for more dice"),
    ActionField("use_captain", USE_CAPTAIN, about="use the captain's ability"),
    ActionField("accept", ACCEPT, about="accept a challenge"),
    ActionField("refuse", REFUSE, about="refuse a challenge, or refuse to pay"),
    ActionField("captain", CAPTAIN, ("captain",), about="choose this captain"),
)
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
    Field("phase", (), "phase", about="what is under way"),
    Field("players", about="how many sit at the table"),
    Field("turns", about="turns that are over"),
    Field("turn", (), "seat", about="whose turn it is"),
    Field("dealt", about="how far the deal under way has come"),
    # The Seven Seas
    Field("sea_at", ("exploration",), "sea place", about="where each exploration is"),
    Field("row", (LONGEST_ROW,), "exploration", about="explorations of the row, the furthest from the deck first"),
    Field("deck", about="explorations left in the deck"),
    Field("others", about="explorations left in the deck, of no collection"),
    # What the players have
    Field("captain", ("seat",), "captain", about="captain of each player"),
    Field("offered", ("seat", OFFERED), "captain", about="captains that each has to choose from"),
    Field("pieces", ("seat",), about="Pieces that each has"),
    Field("crew_at", ("crew",), "crew place", about="where each crew card is"),
    Field("crew_left", about="crew cards left in the deck"),
    Field("crew_known", ("crew",), FLAG, about="whether a crew card came openly into the hand where it is"),
    Field("crew_old", ("crew",), FLAG, about="crew cards that are unseen in a hand since the last shuffle"),
    Field("crew_held", ("seat",), about="unseen crew cards that each has had since the last shuffle"),
    Field("crew_cards", ("seat",), about="how many crew cards each has in hand"),
    Field("depleted", ("crew",), FLAG, about="whether a crew card is depleted"),
    Field("announced", ("crew",), FLAG, about="whether a crew card's ability was announced this turn"),
    Field("captain_used", ("seat",), FLAG, about="whether the captain was used in this turn"),
    Field("event_at", ("event",), "event place", about="where each event is"),
    Field("event_left", about="events left in the deck"),
    Field("event_old", ("event",), FLAG, about="events that are in a hand since the last shuffle"),
    Field("event_held", ("seat",), about="events that each has had since the last shuffle"),
    Field("event_cards", ("seat",), about="how many events each has in hand"),
    # The action
    Field("stage", (), "stage", about="how far the action has come"),
    Field("deed", (), "deed", about="action that was declared"),
    Field("barred", (2,), FLAG, about="whether it is barred to sail (0), to challenge (1)"),
    Field("course", (), "exploration", about="exploration that is sailed for"),
    Field("test", about="test of the exploration under way, 0 for the first"),
    Field("target", (), "seat", about="who is challenged"),
    Field("answer", (), "answer", about="how the challenge was answered"),
    Field("stat", (), "stat", about="stat of the test or challenge"),
    Field("stake", (SIDES,), about="Pieces at stake: who is in turn (0), the other (1)"),
    Field("prize", (SIDES,), "exploration", about="collection card at stake: who is in turn (0), the other (1)"),
    Field("staked", (), FLAG, about="whether the stakes were put aside"),
    Field("difficulty", about="difficulty of the test, settled at the throw"),
    Field("harder", about="added to the difficulty by effects before the throw"),
    Field("easier", about="taken from the difficulty by effects before the throw"),
    Field("more", (SIDES,), about="dice added by effects: who is in turn (0), the other (1)"),
    Field("fewer", (SIDES,), about="dice taken by effects: who is in turn (0), the other (1)"),
    Field("to_roll", (SIDES,), about="dice still to be rolled: who is in turn (0), the other (1)"),
    Field("rolled", (SIDES, "face"), about="dice rolled: who is in turn (0), the other (1)"),
    # The window and the pile
    Field("asked", (), "seat", about="who is asked to play something or to pass"),
    Field("passed", ("seat",), FLAG, about="who has passed in succession"),
    Field("ring", (), "seat", about="from whom on the ring is asked; nothing: from who is in turn"),
    Field("piled", about="how many things lie on the pile"),
    Field("pile_list", (PILE,), "list", bits=16, about="what lies on the pile, the undermost first"),
    Field("pile_owner", (PILE,), "seat", about="whose each thing on the pile is"),
    Field("pile_target", (PILE,), "seat", about="whom each thing on the pile is aimed at"),
    Field("pile_card", (PILE,), "crew", about="crew card chosen for each thing on the pile"),
    Field("pile_sea", (PILE,), "exploration", about="exploration chosen for each thing on the pile"),
    # What is being resolved
    Field("now_list", (), "list", bits=16, about="what is being resolved"),
    Field("now_step", about="effects begun, of what is being resolved"),
    Field("now_owner", (), "seat", about="whose effect is being resolved"),
    Field("now_target", (), "seat", about="whom the effect being resolved is aimed at"),
    Field("now_card", (), "crew", about="crew card chosen for what is being resolved"),
    Field("now_sea", (), "exploration", about="exploration chosen for what is being resolved"),
    Field("owed", about="cards still to be drawn, discarded, lost or taken"),
    Field("owing", (), "seat", about="who has to draw, discard or lose cards"),
    # A choice under way, which the others do not see
    Field("half_list", (), "list", bits=16, about="being chosen: event or ability to be played"),
    Field("half_target", (), "seat", about="being chosen: target, or whom to challenge"),
    Field("half_stat", (), "stat", about="being chosen: stat of the challenge"),
    Field("half_crew", ("crew",), FLAG, about="being chosen: crew cards to discard, equip or replace"),
    Field("half_event", ("event",), FLAG, about="being chosen: events to discard"),
    # What happened last
    Field("last_sea", (), "exploration", about="exploration conquered last"),
    Field("last_winner", (), "seat", about="who conquered, or won a challenge, last"),
)
BOX = record(BOX_FIELDS, LENGTHS)
STATE = record(STATE_FIELDS, LENGTHS)
