"""What is written down of a table: how it was opened, and entry by entry what happened since.

An entry is what somebody did, with all that came of it by chance. Read again in their order, by the rules, the entries
give the table as it was.
"""

from typing import Literal

import msgspec

from rumpus.core.versions import UNNAMED
from rumpus.server.wire import ClockRule

Moves = list[tuple[int, int]]
"""Seat and number of each; the seat is CHANCE where chance chose."""


class Place(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Who has a seat from the start: a bot, a person, or whoever comes."""

    bot: str = ""
    person: str = ""
    name: str = ""


class Opened(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """How a table was opened. Rules and box are named so that it is known whether they are still the same."""

    game: str
    rules: int
    digest: str
    seats: int
    rumpus: str = UNNAMED
    """The version that opened it."""
    switches: dict[str, str | bool] = {}
    box: str = ""
    places: list[Place] = []
    clock: ClockRule | None = None
    public: bool = False
    pace: int = 900
    moves: Moves = []
    """What was played before, at another table."""
    sealed_by: list[str] = []
    """The tables that those moves come from, which were not over: what was hidden there stays hidden until they are."""
    by: str = ""
    """The person who opened it."""
    again: bool = False
    """A rematch: no clock runs before everybody who was seated there has come."""


class Sat(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, tag="sat"):
    """Somebody took a seat. Of a token only the digest is kept. A program has a token and no person."""

    seat: int
    name: str
    at: float
    person: str = ""
    token: str = ""


class Stood(msgspec.Struct, frozen=True, kw_only=True, tag="stood"):
    """Somebody left before the game began."""

    seat: int
    at: float


class Begun(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, tag="begun"):
    """The game began, with what chance did first."""

    at: float
    chance: list[int] = []


class Moved(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, tag="moved"):
    """A seat chose, and chance went on from there."""

    seat: int
    action: int
    at: float
    id: str = ""
    """Of the message that asked for it; bots send none."""
    chance: list[int] = []
    left: list[int] = []
    """Milliseconds left on each clock."""


class Back(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, tag="back"):
    """A seat took back: the moves from `first` up to but without `last` are no more."""

    seat: int
    first: int
    last: int
    at: float
    id: str = ""
    left: list[int] = []


class Handed(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, tag="handed"):
    """A bot plays on for a person: who was away, has left, or has no time left."""

    seat: int
    bot: str
    why: Literal["away", "left", "time"]
    at: float
    left: list[int] = []


class Reclaimed(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, tag="reclaimed"):
    """The person plays again."""

    seat: int
    at: float
    left: list[int] = []


class Paused(msgspec.Struct, frozen=True, kw_only=True, tag="paused"):
    """The server stopped while clocks ran."""

    left: list[int]
    at: float


class Paced(msgspec.Struct, frozen=True, kw_only=True, tag="paced"):
    """Bots play at another pace."""

    pace: int
    at: float


class Said(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, tag="said"):
    """Somebody said something."""

    name: str
    text: str
    at: float
    id: str = ""
    person: str = ""
    seat: int | None = None


class Offered(msgspec.Struct, frozen=True, kw_only=True, tag="offered"):
    """Somebody would like a rematch, with these in the seats."""

    seat: int
    places: list[Place]
    at: float


class Agreed(msgspec.Struct, frozen=True, kw_only=True, tag="agreed"):
    """Somebody else would like it too."""

    seat: int
    at: float


class Dropped(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, tag="dropped"):
    """Nothing comes of the offer: a seat said no, took it back, or nobody answered for long."""

    at: float
    seat: int | None = None


class Came(msgspec.Struct, frozen=True, kw_only=True, tag="came"):
    """Somebody who was seated has come to the table for the first time."""

    seat: int
    at: float


class Followed(msgspec.Struct, frozen=True, kw_only=True, tag="followed"):
    """There is a rematch."""

    table: str
    at: float


class Remarked(msgspec.Struct, frozen=True, kw_only=True, tag="remarked"):
    """How a bot came to its next choice, where that has to be said."""

    text: str
    at: float


class Unsealed(msgspec.Struct, frozen=True, kw_only=True, tag="unsealed"):
    """The tables that this one went on from are over: nothing has to stay hidden any more."""

    at: float


Entry = (
    Sat
    | Stood
    | Begun
    | Moved
    | Back
    | Handed
    | Reclaimed
    | Paused
    | Paced
    | Said
    | Offered
    | Agreed
    | Dropped
    | Came
    | Followed
    | Remarked
    | Unsealed
)

encode = msgspec.json.Encoder().encode
decode_entry = msgspec.json.Decoder(Entry).decode
decode_opened = msgspec.json.Decoder(Opened).decode
