"""Playing in the terminal: against bots, or several people at one screen."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import typer
from rich.console import Console
from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from rumpus.bots import Bot, bot
from rumpus.bots.nash import Nash
from rumpus.cli import STOPPED
from rumpus.cli.keyboard import ask
from rumpus.cli.opening import checked_seat, chosen_seed
from rumpus.cli.screen import bulleted, out, own_screen
from rumpus.cli.shelf import show_rules
from rumpus.cli.solve import solving
from rumpus.cli.stopping import ends_at_once
from rumpus.core.game import Game
from rumpus.core.match import Match
from rumpus.core.rng import Rng, generator, jump
from rumpus.core.rules import NOBODY
from rumpus.core.view import Action
from rumpus.table.telling import listed, sentence
from rumpus.table.text import drawn

KEYS = "u takes your last choice back, r shows the rules, ? helps, ? with a name tells what a card says, q leaves."
ONE_KEY = 10
"""Below this, an action's number is one key."""


@dataclass
class Sitting:
    """A match with people and bots at it; the seats without a bot are people at this keyboard."""

    match: Match
    bots: Mapping[int, Bot]
    rng: Rng
    console: Console
    at_keyboard: int | None = None
    shown: dict[int, int] = field(default_factory=dict)
    """For each person, how many moves they have been told of."""

    @property
    def people(self) -> list[int]:
        return [seat for seat in range(self.match.game.seats) if seat not in self.bots]

    @property
    def shares_screen(self) -> bool:
        return len(self.people) > 1

    @property
    def keeps_secrets(self) -> bool:
        """Whether some at this screen may not see what others see."""
        return self.shares_screen and not self.match.game.definition.is_open

    def name(self, seat: int) -> str:
        return self.match.game.words.seat(self.match.game, seat)

    # The match

    def play(self) -> None:
        while not self.match.over:
            seat = self._next()
            if seat in self.bots:
                self.match.play(seat, self.bots[seat].choose(self.match.view(seat), self.rng))
            else:
                self._hand_over(seat)
                self._turn(seat)

    def _next(self) -> int:
        """Whoever sits at the keyboard goes on if they may; people before bots, which do not mind waiting."""
        acting = self.match.acting
        if self.at_keyboard is not None and self.at_keyboard in acting:
            return self.at_keyboard
        return min(acting, key=lambda seat: (seat in self.bots, seat))

    def begin(self) -> None:
        """Somebody takes the keyboard first, while the greeting is still to be read."""
        self.at_keyboard = self._next()
        ask(self.console, f"{self.name(self.at_keyboard)}: press Enter to begin, when nobody else is looking.")

    def _hand_over(self, seat: int) -> None:
        """Nobody sees what another seat sees: the screen is empty while the keyboard changes hands."""
        if self.keeps_secrets and self.at_keyboard != seat:
            self._wipe()
            self.console.print(f"It is the turn of [bold]{self.name(seat)}[/]: hand over the keyboard.")
            ask(self.console, f"{self.name(seat)}, press Enter when nobody else is looking.")
            self._wipe()
        self.at_keyboard = seat

    def _wipe(self) -> None:
        """Clear the screen; where that cannot be done, push what was there out of sight."""
        if self.console.is_terminal and not self.console.is_dumb_terminal:
            self.console.clear()
        else:
            self.console.print("\n" * self.console.height)

    # A turn

    def _turn(self, seat: int) -> None:
        """Ask until something happens: a choice, or one taken back."""
        self._show(seat)
        actions = self.match.legal(seat)
        at_once = [str(action.number) for action in actions] if all(a.number < ONE_KEY for a in actions) else []
        done = False
        while not done:
            answer = ask(self.console, Text(f"{self.name(seat)} ›", "bold"), at_once)
            command = COMMANDS.get(answer.lower())
            if command is None and answer.startswith("?"):
                done = self.read_card(seat, answer.removeprefix("?").strip())
            else:
                done = command(self, seat) if command else self._choose(seat, actions, answer)

    def _choose(self, seat: int, actions: Sequence[Action], answer: str) -> bool:
        found = matching(actions, answer) if answer or len(actions) > 1 else actions  # Enter takes the only choice
        if len(found) == 1:
            self.match.play(seat, found[0])
            return True
        self.console.print(_misunderstood(answer, found), style="yellow", markup=False)
        return False

    # What is no action of the game: each says whether the table has to be shown anew

    def leave(self, seat: int) -> bool:
        raise EOFError

    def read_rules(self, seat: int) -> bool:
        paged = show_rules(self.match.game.definition, self.console)
        if paged and self.keeps_secrets:
            self.console.set_alt_screen(True)  # the pager may have left it
            self.console.clear()
        return paged

    def read_card(self, seat: int, name: str) -> bool:
        """What is said of everything on the table that has this name, or a part of it."""
        found = {
            text for text in self.match.view(seat).scene().told() if name.lower() in text.partition(":")[0].lower()
        }
        for text in sorted(found):
            self.console.print(text, markup=False)
        if not found:
            self.console.print(f"There is nothing on the table that is called '{name}'.", style="yellow", markup=False)
        return False

    def help(self, seat: int) -> bool:
        self.console.print(f"You play {self.name(seat)}. You may:", markup=False)
        for action in self.match.legal(seat):
            self.console.print(f"{action.number:>4}  {action.words}", markup=False)
        self.console.print(
            f"Answer with a number, or with enough words to tell one from the others; {KEYS}", style="dim"
        )
        return False

    def take_back(self, seat: int) -> bool:
        """Back to the last choice of this seat, with all that others chose after it."""
        if not any(move.seat == seat for move in self.match.moves):
            self.console.print("There is nothing to take back: you have not chosen yet.", style="yellow")
            return False
        while self._last_chooser() != seat:
            self.match.undo()
        self.match.undo()
        self.shown = {person: min(told, len(self.match.moves)) for person, told in self.shown.items()}
        self.console.print("Taken back.", style="yellow")
        return True

    def _last_chooser(self) -> int:
        return next(move.seat for move in reversed(self.match.moves) if move.seat in range(self.match.game.seats))

    # What is shown

    def greet(self) -> None:
        """Who plays, and how: all that somebody needs who has never been here."""
        game = self.match.game
        self.console.print(Text.assemble((f"{game.title}. ", "bold"), game.definition.about))
        self.console.print(self._players(), markup=False)
        self.console.print(f"Choose with the number in brackets, or with some of the words; {KEYS}", style="dim")

    def _players(self) -> str:
        if self.shares_screen:
            return f"{listed([self.name(seat) for seat in self.people])} share this keyboard."
        others = (f"{bot.name} plays {self.name(seat)}" for seat, bot in self.bots.items())
        return "; ".join([f"You play {self.name(self.people[0])}", *others]) + "."

    def _show(self, seat: int) -> None:
        self.console.print(Rule(style="dim"))
        self._tell(seat, self.shown.get(seat, 0))
        readers = [seat] if self.keeps_secrets else self.people
        self.shown |= dict.fromkeys(readers, len(self.match.moves))
        self.console.print(drawn(self.match.view(seat).scene()))

    def _tell(self, viewer: int, since: int) -> None:
        """What happened since then, as this viewer saw it."""
        lines = [line for lines in self.match.story(viewer)[since:] for line in lines]
        if lines:
            self.console.print(bulleted(lines))
            self.console.print()

    def show_end(self) -> None:
        viewer = NOBODY if self.shares_screen else self.people[0]
        self.console.print(Rule(style="dim"))
        self._tell(viewer, min(self.shown.get(person, 0) for person in self.people))
        scene, reason = self.match.view(viewer).scene(), self.match.reason or ""
        self.console.print(drawn(scene))
        if reason not in scene.prompt:
            self.console.print(sentence(reason), style="bold", markup=False)
        self.console.print()
        self.console.print(self._standings())

    def _standings(self) -> Table:
        table = Table(box=None, header_style="dim", padding=(0, 3, 0, 0))
        table.add_column("place", justify="right")
        table.add_column("")
        table.add_column("points", justify="right")
        places, points = self.match.places or [], self.match.points
        for place, seat in sorted((place, seat) for seat, place in enumerate(places)):
            table.add_row(str(place), Text(self._with_player(seat), "bold" if place == 1 else ""), str(points[seat]))
        return table

    def _with_player(self, seat: int) -> str:
        if seat in self.bots:
            return f"{self.name(seat)} ({self.bots[seat].name})"
        return self.name(seat) if self.shares_screen else f"{self.name(seat)} (you)"


COMMANDS: dict[str, Callable[[Sitting, int], bool]] = {
    **dict.fromkeys(("u", "undo"), Sitting.take_back),
    **dict.fromkeys(("r", "rules"), Sitting.read_rules),
    **dict.fromkeys(("?", "h", "help"), Sitting.help),
    **dict.fromkeys(("q", "quit"), Sitting.leave),
}


# Words for actions ------------------------------------------------------------------------------------------------


def matching(actions: Sequence[Action], answer: str) -> list[Action]:
    """The actions that an answer may mean: by number, all words, whole words or letters; the closest way counts."""
    wanted = " ".join(answer.lower().split())
    if not wanted:
        return []
    ways = (
        lambda action: wanted == str(action.number),
        lambda action: wanted == action.words.lower(),
        lambda action: re.search(rf"\b{re.escape(wanted)}\b", action.words.lower()),
        lambda action: wanted in action.words.lower(),
    )
    found = ([action for action in actions if way(action)] for way in ways)
    return next(filter(None, found), [])


def _misunderstood(answer: str, found: Sequence[Action]) -> str:
    if found:
        choices = listed([f"{action.words} ({action.number})" for action in found], "or")
        return f"'{answer}' may mean {choices}."
    return f"'{answer}' is nothing you may choose now; ? lists what you may." if answer else "Choose, or ? for help."


# From the first card to the file ----------------------------------------------------------------------------------


def play(sitting: Sitting, save: Path | None) -> None:
    """A whole match, from the greeting to the file it is saved in."""
    console = sitting.console
    try:
        sitting.greet()
        if sitting.keeps_secrets:
            sitting.begin()
            with own_screen(console):
                sitting.play()
        else:
            sitting.play()
        sitting.show_end()
        if save is None:
            _offer_to_save(sitting)
    except EOFError:
        _say_goodbye(sitting)
    except KeyboardInterrupt:
        console.print()
        _say_goodbye(sitting)
        raise typer.Exit(STOPPED) from None
    finally:
        if save is not None:
            _save(sitting, save)


def _say_goodbye(sitting: Sitting) -> None:
    sitting.console.print("Goodbye." if sitting.match.over else "You leave the table before the end. Goodbye.")


def _offer_to_save(sitting: Sitting) -> None:
    """Ask for a file until it can be written, or nobody wants it."""
    while True:
        name = ask(sitting.console, "\nTo keep this match, name a file for it; Enter forgets it:")
        if not name:
            return
        file = Path(name).expanduser()
        fault = fault_of(file)
        if fault is None:
            _save(sitting, file)
            return
        sitting.console.print(fault, style="yellow", markup=False)


def _save(sitting: Sitting, file: Path) -> None:
    sitting.match.save(file)
    sitting.console.print(f"Saved; rumpus replay {file} shows it again.", markup=False, soft_wrap=True)


def fault_of(file: Path) -> str | None:
    """Why a match cannot be saved in this file: it must not exist, and its folder must."""
    if file.exists():
        return f"{file} exists already: name a file that does not."
    return None if file.parent.is_dir() else f"{file} cannot be written: there is no folder {file.parent}."


def ready_bot(name: str, game: Game) -> Bot:
    """A bot that can play at once: what it needs a solution for is solved before; machine code can come later."""
    found = bot(name)
    if isinstance(found, Nash):
        with ends_at_once(), solving(game) as show:
            found.prepare(game, show)
    return found


def seated(game: Game, bot_name: str | None, person: int, seed: int | None) -> Sitting:
    """A new match with a bot in every seat but the person's; without a bot, people everywhere."""
    checked_seat(game, person)
    others = [] if bot_name is None else [seat for seat in range(game.seats) if seat != person]
    bots = {seat: ready_bot(bot_name, game) for seat in others if bot_name is not None}
    rng = generator(chosen_seed(seed))
    jump(rng)  # the match draws from the first part of the stream
    return Sitting(game.match(seed), bots, rng, out())
