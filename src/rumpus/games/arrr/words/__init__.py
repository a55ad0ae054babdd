"""Arrr!!! in words: what an action is called, what just happened, why it ended.

Everything is told from two views, before and after, so it can tell nothing that its reader does not know.
"""

from rumpus.games.arrr.words.choices import action, outcome, piece
from rumpus.games.arrr.words.ending import reason
from rumpus.games.arrr.words.happenings import tell
from rumpus.games.arrr.words.names import (
    called,
    captain_name,
    collection_name,
    crew_name,
    event_name,
    face_name,
    sea_name,
    seat,
    source_name,
    stake_in_words,
    stat_name,
)

__all__ = [
    "action",
    "called",
    "captain_name",
    "collection_name",
    "crew_name",
    "event_name",
    "face_name",
    "outcome",
    "piece",
    "reason",
    "sea_name",
    "seat",
    "source_name",
    "stake_in_words",
    "stat_name",
    "tell",
]
