"""What travels between the server and those at its tables. The page's types are made from this file.

Every struct here is data for one reader: whatever a seat may not know has been left out before it gets here.
"""

from typing import Annotated, Literal

import msgspec

from rumpus.table.scene import Scene

HIDDEN = r"\u00ad\u061c\u115f\u1160\u180e\u200b\u200c\u200e\u200f\u2028-\u202e\u2060-\u206f\u2800\u3164\ufeff\uffa0"
"""Letters that show nothing, or turn others round. Those that join emoji into one are allowed, but not alone."""
NAME = rf"^(?!\s)(?=.*[^\s\u200d\ufe00-\ufe0f])[^\x00-\x1f\x7f-\x9f{HIDDEN}]*(?<!\s)$(?!\n)"
SAID = r"^[^\x00-\x09\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]*$"
Name = Annotated[str, msgspec.Meta(min_length=1, max_length=24, pattern=NAME)]
"""What a person is called: one line."""
Said = Annotated[str, msgspec.Meta(min_length=1, max_length=400, pattern=SAID)]
Code = Annotated[str, msgspec.Meta(min_length=4, max_length=40, pattern=r"^[A-Za-z0-9_-]+$")]
"""Names a message, a table or a person; made at random."""
Action = Annotated[int, msgspec.Meta(ge=0, le=1_000_000)]
Number = Annotated[int, msgspec.Meta(ge=0, le=2**53 - 1)]
SeatNumber = Annotated[int, msgspec.Meta(ge=0, le=63)]


# The games ----------------------------------------------------------------------------------------------------------


class SwitchCard(msgspec.Struct, frozen=True, kw_only=True):
    """A variation or house rule; its first value is the default."""

    name: str
    title: str
    meaning: str
    values: list[str]
    """'no' and 'yes', or the names of its values."""
    seats: list[int]
    """The numbers of players it is for; empty for any."""


class ExclusionCard(msgspec.Struct, frozen=True, kw_only=True):
    """Two switches that cannot both be on, and why."""

    one: str
    other: str
    why: str


class BotCard(msgspec.Struct, frozen=True, kw_only=True):
    """A bot that can sit down at a game."""

    name: str
    title: str
    about: str


class GameCard(msgspec.Struct, frozen=True, kw_only=True):
    """A game as the home page shows it, with all that can be chosen when a table is opened."""

    name: str
    title: str
    about: str
    fewest: int
    most: int
    minutes: list[int]
    icons: list[str]
    seat_names: list[str]
    switches: list[SwitchCard]
    exclusions: list[ExclusionCard]
    bots: list[BotCard]


class CardFace(msgspec.Struct, frozen=True, kw_only=True):
    """Something in the box, as it is printed."""

    table: str
    """The table of the file that it comes from, 'cards' for one."""
    id: str
    title: str
    value: str
    text: str
    cites: str
    """The paragraph of the rules that is about it."""
    icon: str
    facts: dict[str, str]
    """Its other fields, by name."""


# People -------------------------------------------------------------------------------------------------------------


class Me(msgspec.Struct, frozen=True, kw_only=True):
    """Who is asking: a guest with a name of their own."""

    id: str
    name: str
    is_new: bool = False


class Rename(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A guest wants another name."""

    name: Name


class Passage(msgspec.Struct, frozen=True, kw_only=True):
    """A link to a page that makes another device the same person; good once, for ten minutes."""

    path: str


# Opening a table ----------------------------------------------------------------------------------------------------


class Chair(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Who shall sit in a seat: the one who opens the table, a bot, or whoever comes."""

    who: Literal["me", "open", "bot"]
    bot: str = ""


class ClockRule(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Seconds for the whole game, and how many more with each choice."""

    bank: Annotated[int, msgspec.Meta(ge=5, le=14 * 86_400)]
    more: Annotated[int, msgspec.Meta(ge=0, le=86_400)] = 0


class Opening(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A table that somebody wants to open. Chairs that are not named are open."""

    game: str
    seats: SeatNumber | None = None
    switches: dict[str, str | bool] = {}
    box: Annotated[str, msgspec.Meta(max_length=100_000)] = ""
    """A file of cards (TOML), whole or only what differs from ours."""
    chairs: list[Chair] = []
    clock: ClockRule | None = None
    public: bool = False
    pace: Annotated[int, msgspec.Meta(ge=0, le=5_000)] = 900
    """Milliseconds that a bot takes at least, so that one can follow."""


class Opened(msgspec.Struct, frozen=True, kw_only=True):
    """A table that is there now."""

    id: str
    path: str


class BoxCheck(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A file of cards that somebody wants to play with."""

    game: str
    box: Annotated[str, msgspec.Meta(max_length=100_000)]


class Checked(msgspec.Struct, frozen=True, kw_only=True):
    """Whether something can be played with, and if not, why; and what may be a slip all the same."""

    fine: bool
    sentence: str = ""
    warnings: list[str] = []


# A table as its viewer sees it --------------------------------------------------------------------------------------


class Person(msgspec.Struct, frozen=True, kw_only=True):
    """Who sits in a seat, as everybody may know it."""

    seat: int
    name: str
    """Their own name, or the bot's; empty while the seat is open."""
    kind: Literal["open", "person", "bot"]
    bot: str = ""
    """The bot that plays here; for a person who is away, the one that stands in."""
    you: bool = False
    here: bool = True
    """Whether the person's page is connected."""
    acting: bool = False
    thinking: bool = False
    """A bot that is at work on its choice."""
    left: float | None = None
    """Seconds left on the clock when this was sent; it runs if `acting`, unless `clock_waits`."""
    stands_in: bool = False
    """A bot plays for a person who is away, until they come back."""
    stood_in: int = 0
    """When the game is over: how many of a person's choices a bot made for them,"""
    choices: int = 0
    """of how many."""
    clock_waits: bool = False
    """No clock runs yet: not everybody has come to the rematch."""


class Line(msgspec.Struct, frozen=True, kw_only=True):
    """A line of the log, and the moment to which it led, as its reader counts: a click on it shows that moment."""

    text: str
    moment: int


class ChatLine(msgspec.Struct, frozen=True, kw_only=True):
    """Something somebody at the table said."""

    number: int
    name: str
    text: str
    at: float
    seat: int | None = None


class Ending(msgspec.Struct, frozen=True, kw_only=True):
    """How the game ended."""

    reason: str
    places: list[int]
    points: list[int]


class Offer(msgspec.Struct, frozen=True, kw_only=True):
    """A rematch that somebody would like. It begins when all have agreed without whom there is none."""

    by: int
    agreed: list[int]
    waits_for: list[int]
    ended: str = ""
    """Why nothing came of it; empty while it can be answered."""


class Readying(msgspec.Struct, frozen=True, kw_only=True):
    """What bots at the table lack: machine code that is being made, for which they wait, or that cannot be made."""

    sentence: str
    seconds: float | None = None
    """How long it will probably take from when this was sent; 0 if it takes longer than thought. None: for good."""


class Update(msgspec.Struct, frozen=True, kw_only=True, tag="update"):
    """A table, whole, for one viewer. `lines` goes on from line `lines_from`: what came after it before is void."""

    game: str
    """Its name in the catalogue."""
    version: int
    seat: int | None
    """The viewer's seat; none for one who watches."""
    status: Literal["waiting", "playing", "over"]
    moments: int
    """The last moment that there is, as this viewer counts: steps that they could not see do not count. When the game
    is over and everybody may see everything, it is the number of moves."""
    ask: int | None
    """Names the question that the viewer is asked now; goes with the answer. None if nothing is asked."""
    scene: Scene
    people: list[Person]
    lines_from: int
    lines: list[Line]
    practice: bool
    """Nobody but one person and bots: advice, and taking back as far as one likes."""
    may_take_back: bool
    may_hand_over: list[int]
    """Seats of people who are away, which the others may give to a bot."""
    pace: int
    ending: Ending | None = None
    next_table: str = ""
    """The path of the rematch, when there is one."""
    rematch: Offer | None = None
    """The rematch that is offered, or of which nothing came."""
    sealed_by: list[str] = []
    """Paths of tables that this one goes on from and that are not over: until then, what was hidden stays hidden here
    too, even when this game is over."""
    done: list[str] = []
    """Messages of this very page that were carried out and cannot be lost any more: each as good as a Done."""
    steps: list[Scene] | msgspec.UnsetType = msgspec.UNSET
    """What was to be seen on the way from the version before, where chance has moved; for who has seen that one."""
    readying: Readying | None = None


class People(msgspec.Struct, frozen=True, kw_only=True, tag="people"):
    """Who is here, who thinks, and the clocks, where nothing else has changed."""

    people: list[Person]
    may_hand_over: list[int] = []
    readying: Readying | None = None


class Chat(msgspec.Struct, frozen=True, kw_only=True, tag="chat"):
    """What was said, from line `since` on."""

    since: int
    lines: list[ChatLine]


class Done(msgspec.Struct, frozen=True, kw_only=True, tag="done"):
    """A message was carried out, and cannot be lost any more."""

    id: str
    version: int


class Refused(msgspec.Struct, frozen=True, kw_only=True, tag="refused"):
    """A message was not carried out, and why. What is the case now follows in an update where that is not known yet."""

    id: str
    sentence: str
    stale: bool = False


class Pong(msgspec.Struct, frozen=True, kw_only=True, tag="pong"):
    """Still there."""

    version: int


class Gone(msgspec.Struct, frozen=True, kw_only=True, tag="gone"):
    """The socket is closed for good, and why: there is no such table, or the seat is played from another page."""

    sentence: str


ToPage = Update | People | Chat | Done | Refused | Pong | Gone


# What a page sends --------------------------------------------------------------------------------------------------


class Hello(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag="hello"):
    """First of all: the version, the number of lines and of chat lines that the page has. Zeros give everything."""

    version: Number = 0
    lines: Number = 0
    chat: Number = 0


class Act(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag="act"):
    """An answer to what is asked. The id is the sender's own: the same id again gets the first answer again."""

    id: Code
    ask: Number
    action: Action


class TakeBack(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag="back"):
    """Take the last choice back, where that is allowed."""

    id: Code
    version: Number


class Say(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag="say"):
    """Something for the others to read."""

    id: Code
    text: Said


class Ping(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag="ping"):
    """Are you there?"""


FromPage = Hello | Act | TakeBack | Say | Ping


# The same by HTTP, and what only goes by HTTP -----------------------------------------------------------------------


class Sat(msgspec.Struct, frozen=True, kw_only=True):
    """A seat was taken. Whoever has its token may choose for it, and for nothing else."""

    seat: int
    token: str


class SitDown(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Take a seat: this one, or any that is open. A bot of one's own gives the name it wants to be called by."""

    seat: SeatNumber | None = None
    name: Name | None = None


class ActionCard(msgspec.Struct, frozen=True, kw_only=True):
    """Something that may be chosen."""

    number: int
    words: str


class Moment(msgspec.Struct, frozen=True, kw_only=True):
    """What a seat knows, short, for programs: the position with names instead of numbers, and what may be chosen."""

    version: int
    status: Literal["waiting", "playing", "over"]
    seat: int | None
    ask: int | None
    position: dict[str, object]
    legal: list[ActionCard]
    points: list[int]
    places: list[int] | None = None
    stood_in: list[int] | None = None
    """When it is over: how many choices a bot made for the person in each seat."""


class Choice(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """An action by HTTP, as `Act` by socket."""

    id: Code
    ask: Number
    action: Action


class HandOver(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Give the seat of somebody who is away to a bot."""

    seat: SeatNumber
    bot: str


class Pace(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How fast bots play here."""

    pace: Annotated[int, msgspec.Meta(ge=0, le=5_000)]


class Rematch(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The same again: with the same chairs, or with other bots. Seats of people are kept for them.

    Where other people play, this offers a rematch, or agrees to the one that is offered.
    """

    chairs: list[Chair] = []


class Again(msgspec.Struct, frozen=True, kw_only=True):
    """The rematch, if there is one now; empty as long as others have to agree to it."""

    id: str = ""
    path: str = ""


class Continue(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Go on from a moment of this table, at a new one, against bots."""

    moment: Number
    seat: SeatNumber
    bot: str


class ChoiceWorth(msgspec.Struct, frozen=True, kw_only=True):
    """What a choice is worth to the seat, in hundredths, and how often the adviser would choose it."""

    action: int
    words: str
    share: float
    worth: float
    error: float


class AdviceCard(msgspec.Struct, frozen=True, kw_only=True):
    """What the strongest bot there is would do here; worths are hundredths of what `meaning` says."""

    bot: str
    exact: bool
    meaning: str
    ask: int
    choices: list[ChoiceWorth]


class Past(msgspec.Struct, frozen=True, kw_only=True):
    """A moment of a table as one viewer saw it, or, when everybody may see everything, as any seat saw it.

    Moments are counted as in `Update.moments`.
    """

    moment: int
    moments: int
    seat: int | None
    scene: Scene
    lines: list[Line]
    """The lines of the move that led here."""


class JudgementCard(msgspec.Struct, frozen=True, kw_only=True):
    """What a choice cost."""

    moment: int
    seat: int
    chosen: str
    cost: float
    error: float
    best: list[ChoiceWorth]


class AnalysisCard(msgspec.Struct, frozen=True, kw_only=True):
    """A finished game, choice by choice, in hundredths of what `meaning` says."""

    bot: str
    exact: bool
    meaning: str
    judgements: list[JudgementCard]


class TableCard(msgspec.Struct, frozen=True, kw_only=True):
    """A table in a list."""

    id: str
    path: str
    game: str
    title: str
    status: Literal["waiting", "playing", "over"]
    people: list[Person]
    switches: list[str]
    """The variations that are on, in words."""
    your_turn: bool = False
    clock: ClockRule | None = None
    changed: float = 0.0
    fault: str = ""
    """Why it can be neither played nor shown any more; empty if it can."""


class Lobby(msgspec.Struct, frozen=True, kw_only=True):
    """Tables where one can sit down or watch, and one's own."""

    open: list[TableCard]
    mine: list[TableCard]
    watch: list[TableCard]


class Problem(msgspec.Struct, frozen=True, kw_only=True):
    """What was wrong, in a sentence."""

    sentence: str
