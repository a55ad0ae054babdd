"""§1 The box: cards, switches, and the records of box and table."""

from rumpus.core.record import FLAG, ActionField, Field, record
from rumpus.core.switches import Exclusion, Switch

VERSION = 1
SEATS = 2
CARDS = 8
ACTIONS = CARDS
OUTCOMES = CARDS

YARGS, APPLEWOODS = 0, 1
CLANS = ("yargs", "applewoods")

MUSICIAN, PRINCESS, SPY, ASSASSIN, AMBASSADOR, WIZARD, GENERAL, PRINCE, NO_POWER = range(9)
POWERS = ("musician", "princess", "spy", "assassin", "ambassador", "wizard", "general", "prince", "none")
RATS = POWERS[:CARDS]
"""The cards, in the order of their printed strengths; each bears the name of its printed power."""

ROUNDS = 8
VICTORIES, FAST_RAT_VICTORIES = 4, 3
GENERAL_BONUS = 2
LUCKY_HAND = 3
PACKET = 4
EMPEROR_GAMES, EMPEROR_LIMIT = 2, 20

SWITCHES = (
    Switch("traitor", "Variation A. Before the game, each clan gives a random card to the other."),
    Switch(
        "lucky_draw", "Variation B. Play from a hand of three, drawn from a shuffled pile of your own cards.",
        title="Lucky Draw",
    ),
    Switch("fast_rat", "Variation C. Three victories win the game instead of four.", title="Fast Rat"),
    Switch("draft", "Variation D. All sixteen cards are drafted from packets of four."),
    Switch("random_deal", "Variation E. All sixteen cards are shuffled, eight go to each clan.", title="Random Deal"),
    Switch(
        "princess_attack", "Variation F. One clan has both Princes, the other both Princesses.",
        title="Princess Attack",
    ),
    Switch("emperor", "Variation G. The first to win two games wins.", title="The Emperor"),
    Switch("musician_cancels", "A round held by a Musician also cancels the other card's effect on the next round."),
    Switch(
        "held_ambassador", "An Ambassador in a held round counts two, or is plain.", ("counts", "plain"),
        title="Held Ambassador",
    ),
    Switch("out_of_cards", "When the cards run out: a tie, or the most victories win.", ("tie", "most_victories")),
)  # fmt: skip
EXCLUSIONS = (
    Exclusion("draft", "random_deal", "each deals out all sixteen cards in its own way"),
    Exclusion("draft", "princess_attack", "a draft decides by itself who holds the Princes and Princesses"),
    Exclusion("random_deal", "princess_attack", "the deal decides by itself who holds the Princes and Princesses"),
)

# What is under way
ATTACK, OPENER, PACKING, KEEPING, DEALING, TRAITOR, DRAWING, PLAYING, GATHERING, ENDED = range(10)
PHASES = ("attack", "opener", "packing", "keeping", "dealing", "traitor", "drawing", "playing", "gathering", "ended")

# How a game ended (§5)
NOT_YET, BY_VICTORIES, BY_PRINCESS, OUT_OF_CARDS = range(4)
ENDINGS = ("not yet", "victories", "princess", "out of cards")

HOLD = -1
"""The winner of a round that nobody wins."""

LENGTHS = {"seat": SEATS, "card": CARDS, "round": ROUNDS}

ACTION_FIELDS = (ActionField("card", 0, ("card",), about="a card: play it, or keep it from a packet of the draft"),)
BOX_FIELDS = (
    Field("strength", ("card",)),
    Field("power", ("card",), "power"),
    *(switch.field() for switch in SWITCHES),
    Field("enough", ()),  # victories that win the game
    Field("clash", (4 * CARDS * CARDS, 8)),  # what follows from two cards that meet: see `prepare`
)
STATE_FIELDS = (
    Field("phase", (), "phase", about="what is under way"),
    Field("choice", ("seat",), "card", about="card laid this round; one that was spied on lies face up"),
    Field("spied", (), "seat", about="who has to show a card first this round"),
    Field("bonus", ("seat",), FLAG, about="whether the General of last round strengthens the card now"),
    Field("held", ("seat",), about="victories that the rounds on hold are worth to each clan"),
    Field("victories", ("seat",), about="victories of each clan"),
    Field("rounds", about="rounds fought so far"),
    Field("hand", ("seat", "card"), about="cards in hand; in a view also what the other laid face down"),
    Field("fought", ("round", "seat"), "card", about="cards that fought, round by round"),
    Field("won_by", ("round",), "seat", about="who won each round; nothing if held, or not fought yet"),
    Field("ending", (), "ending", about="how the game ended"),
    Field("winner", (), "seat", about="who won the game; nothing for a tie, or before the end"),
    Field("pile", ("seat", "card"), about="Lucky Draw: cards in the pile; in a view, a hidden hand too"),
    Field("deck", ("card",), about="cards not yet dealt; in a view also those of unknown place"),
    Field("packet", ("card",), about="Draft: cards on offer in the packet"),
    Field("keeper", (), "seat", about="Draft: who keeps a card next"),
    Field("opener", (), "seat", about="Draft: who opened this packet"),
    Field("secret", ("seat", "card"), about="Draft: cards kept before the other clan saw the packet"),
    Field("princes", (), "seat", about="Princess Attack: who has both Princes"),
    Field("given", ("seat",), "card", about="Traitor: card that each clan gave"),
    Field("unknown_hand", ("seat",), about="in a view: cards in hand that the viewer does not know"),
    Field("unknown_pile", ("seat",), about="in a view: cards in the pile that the viewer does not know"),
    Field("unknown_packet", about="in a view: cards in the packet that the viewer does not know"),
    Field("games_won", ("seat",), about="The Emperor: games that each clan has won"),
    Field("games", about="The Emperor: games that are over"),
)
SERIES = {"emperor": ("games_won", "games")}
"""The switch that makes a match of several games, and all that is carried from one to the next (§6.7)."""
BOX = record(BOX_FIELDS, LENGTHS)
STATE = record(STATE_FIELDS, LENGTHS)
