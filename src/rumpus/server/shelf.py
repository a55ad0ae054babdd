"""What stands on the shelf: the games, their rules and cards, and what may be chosen when a table is opened."""

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any, TypeVar

import msgspec
from markdown_it import MarkdownIt
from markdown_it.token import Token

from rumpus.bots import LEVELS
from rumpus.core.box import shown
from rumpus.core.errors import RumpusError
from rumpus.core.game import Definition
from rumpus.core.switches import Switch, spoken
from rumpus.server import wire
from rumpus.server.pictures import not_drawn
from rumpus.server.problems import NotThere
from rumpus.server.table import read_box

T = TypeVar("T")
PARAGRAPH = re.compile(r"^\*\*§(\d+\.\d+)(?: ([^*]*))?\*\*", re.MULTILINE)
"""The head of a paragraph of the rules: its number, and what it is about."""
STRENGTHS = (
    ("Beginner", "Knows the rules and no more."),
    ("Easy", "Looks a little ahead."),
    ("Steady", "A good evening's opponent."),
    ("Strong", "Thinks hard about every choice."),
    ("Master", "Thinks as long as its clock allows."),
)
PERFECT = wire.BotCard(
    name="nash", title="Perfect", about="Perfect play where the game is solved; the longest search where it is not."
)


COUNTING = wire.BotCard(name="counter", title="Counter", about="Remembers everything and reckons each chance exactly.")


class Shelf:
    """The games of a server. What is read of them is made once."""

    def __init__(self, definitions: Mapping[str, Definition]) -> None:
        self.definitions = definitions
        self._made: dict[tuple[Any, str], Any] = {}

    def __getitem__(self, name: str) -> Definition:
        """A game that an address names."""
        if name not in self.definitions:
            raise NotThere(f"There is no game '{name}': the games are {', '.join(self.definitions)}.")
        return self.definitions[name]

    def game_cards(self) -> list[wire.GameCard]:
        return [self._once(game_card, name) for name in self.definitions]

    def rules(self, name: str) -> str:
        return self._once(rules_html, name)

    def cards(self, name: str) -> list[wire.CardFace]:
        return self._once(cards, name)

    def _once(self, make: Callable[[Definition], T], name: str) -> T:
        if (make, name) not in self._made:
            self._made[make, name] = make(self[name])
        made: T = self._made[make, name]
        return made


# Games ------------------------------------------------------------------------------------------------------------


def game_card(one: Definition) -> wire.GameCard:
    game = one.open()
    fewest, most = one.seats
    largest = one.open(seats=most)
    return wire.GameCard(
        name=one.name,
        title=one.title,
        about=one.about,
        fewest=fewest,
        most=most,
        minutes=list(one.minutes),
        icons=list(one.icons),
        seat_names=[one.words.seat(largest, seat) for seat in range(most)],
        switches=[_switch_card(switch) for switch in game.rules.SWITCHES],
        exclusions=[wire.ExclusionCard(one=e.one, other=e.other, why=e.why) for e in game.rules.EXCLUSIONS],
        bots=bot_cards(one),
    )


def _switch_card(switch: Switch) -> wire.SwitchCard:
    values = [spoken(value) for value in switch.values]
    return wire.SwitchCard(
        name=switch.name, title=switch.title, meaning=switch.meaning, values=values, seats=list(switch.seats)
    )


def bot_cards(one: Definition) -> list[wire.BotCard]:
    """The bots that a person may choose, the weakest first."""
    levels = zip(LEVELS, STRENGTHS, strict=True)
    cards = [wire.BotCard(name=f"ismcts:{level}", title=title, about=about) for level, (title, about) in levels]
    return [*cards, *([COUNTING] if one.reckon else []), *([PERFECT] if one.is_solvable else [])]


# Rules ------------------------------------------------------------------------------------------------------------


def rules_html(one: Definition) -> str:
    """The rules to read, with a place to jump to for every heading and paragraph. Tags in the text stay text."""
    reader = MarkdownIt("commonmark", {"html": False}).enable("table")
    tokens = reader.parse(one.rules_text)
    for place, token in enumerate(tokens):
        if token.type in ("paragraph_open", "heading_open"):
            _give_place(token, tokens[place + 1])
        for piece in token.children or ():
            _link_citations(piece)
    text: str = reader.renderer.render(tokens, reader.options, {})
    return CITED_MARK.sub(_as_link, text)


def _give_place(opening: Token, inline: Token) -> None:
    """§3.4 gets the id p3-4, and chapter 3 the id p3."""
    pattern = r"(\d+) " if opening.type == "heading_open" else r"\*\*§(\d+)\.(\d+)"
    head = re.match(pattern, inline.content)
    if head:
        opening.attrSet("id", "p" + "-".join(head.groups()))


CITED_MARK = re.compile("\ue000§(\\d+)\\.(\\d+)\ue001")
"""A citation within a text, between two letters that no text has, until the text has been made safe for HTML."""


def _link_citations(piece: Token) -> None:
    if piece.type == "text":
        piece.content = re.sub(r"(?<!^)§(\d+)\.(\d+)", "\ue000§\\1.\\2\ue001", piece.content)


def _as_link(cited: re.Match[str]) -> str:
    return f'<a href="#p{cited[1]}-{cited[2]}">§{cited[1]}.{cited[2]}</a>'


# Cards ------------------------------------------------------------------------------------------------------------


def cards(one: Definition) -> list[wire.CardFace]:
    """Everything in the box, with the paragraph that each thing has in the rules."""
    heads = [(f"§{number}", about or "") for number, about in PARAGRAPH.findall(one.rules_text)]
    tables = one.open().contents.tables
    return [
        _face(table, name, entry, heads, one.says(entry))
        for table, entries in tables.items()
        for name, entry in entries.items()
    ]


def _face(table: str, name: str, entry: Any, heads: list[tuple[str, str]], says: str) -> wire.CardFace:
    fields: dict[str, Any] = msgspec.structs.asdict(entry)
    title = str(fields.get("name", name))
    return wire.CardFace(
        table=table,
        id=name,
        title=title,
        value=next((str(value) for value in fields.values() if type(value) is int), ""),
        text=says or str(fields.get("text", "")),
        cites=next((number for number, about in heads if re.search(rf"\b{re.escape(title)}\b", about)), ""),
        icon=str(fields.get("icon", "")),
        facts=dict(_facts(fields)),
    )


def _facts(fields: dict[str, Any]) -> Iterator[tuple[str, str]]:
    """What else is printed on it, or follows from it."""
    for name, value in fields.items():
        if name not in ("name", "text", "icon"):
            yield name, shown(value)


def box_text(one: Definition) -> str:
    return "\n".join(file.read_text(encoding="utf-8") for file in one.files)


def checked(one: Definition, box: str) -> wire.Checked:
    """Whether a file of cards can be played with; what is wrong with it if not, and what may be a slip if so."""
    try:
        game = one.open(box=read_box(box))
        _ = game.box
    except RumpusError as error:
        return wire.Checked(fine=False, sentence=str(error))
    sentence = f"{one.title} can be played with these cards."
    return wire.Checked(fine=True, sentence=sentence, warnings=list(not_drawn(game)))
