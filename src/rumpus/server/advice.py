"""Advice at a practice table: what the strongest bot there is would do, and what each choice is worth."""

import asyncio
from collections.abc import Sequence

from rumpus.bots import LEVELS, Advice, bot
from rumpus.core.game import Game
from rumpus.core.rng import generator
from rumpus.core.view import View
from rumpus.lab.analysis import Adviser, meaning, strongest
from rumpus.server import wire
from rumpus.server.problems import NotYours
from rumpus.server.room import Room
from rumpus.server.table import NotNow
from rumpus.server.thinking import Thinker
from rumpus.solve.solution import key_of

HALF = 50.0
AT_ONCE_SECONDS = 2.0
"""So long one waits for a solution before a search answers: solving takes longer the first time."""


def hundredths(worth: float) -> float:
    """A worth from -1, last, to 1, first alone, in hundredths of the win."""
    return (worth + 1.0) * HALF


def width(difference: float) -> float:
    """A difference of two worths, or an error, in hundredths of the win."""
    return difference * HALF


def worths(advice: Advice, words: Sequence[str]) -> list[wire.ChoiceWorth]:
    """Every choice, the best first; of equally good ones, the one that is advised more often."""
    rows = zip(advice.actions, words, advice.mix, advice.worth, advice.error, strict=True)
    cards = [
        wire.ChoiceWorth(
            action=int(action),
            words=said,
            share=round(float(share), 4),
            worth=round(hundredths(float(worth)), 2),
            error=round(width(float(error)), 2),
        )
        for action, said, share, worth, error in rows
    ]
    return sorted(cards, key=lambda card: (-card.worth, -card.share, card.action))


class Judges:
    """Finds the strongest bot for a game. Games that are not solved yet are solved one at a time, beside the tables."""

    def __init__(self, thinker: Thinker) -> None:
        self._thinker, self._one_at_a_time = thinker, asyncio.Lock()
        self._solving: dict[tuple[str, bytes], asyncio.Task[bool]] = {}

    async def strongest(self, game: Game, patience: float | None = None) -> Adviser:
        """The strongest bot there is for a game; with less patience, the strongest that is ready."""
        if game.definition.reckon is not None:
            return await self._thinker.run(strongest, game)
        try:
            async with asyncio.timeout(patience):
                if await asyncio.shield(self._solved(game)):
                    return await self._thinker.run(strongest, game)
                await self._thinker.prepare(game)
        except TimeoutError:
            pass
        found = bot(f"ismcts:{max(LEVELS)}")
        assert isinstance(found, Adviser)
        return found

    def _solved(self, game: Game) -> asyncio.Task[bool]:
        key = key_of(game)
        if key not in self._solving:
            self._solving[key] = asyncio.create_task(self._solve(game))
            self._solving[key].add_done_callback(lambda _: self._solving.pop(key, None))
        return self._solving[key]

    async def _solve(self, game: Game) -> bool:
        async with self._one_at_a_time:
            return await self._thinker.prepare(game, is_solved=True)

    async def advise(self, room: Room, seat: int) -> wire.AdviceCard:
        """For a person among bots only: among people it would be cheating."""
        ask = room.table.ask_of(seat)
        if not room.practice:
            raise NotYours("Advice is given at practice tables only, where all others are bots.")
        if ask is None:
            raise NotNow("You are not asked for anything now, so there is nothing to advise.")
        view = room.match.view(seat)
        judge = await self.strongest(room.game, AT_ONCE_SECONDS)
        return await self._thinker.run(_card, judge, view, ask)


def _card(judge: Adviser, view: View, ask: int) -> wire.AdviceCard:
    """The bot sees what the seat sees, no more."""
    advice = judge.advise(view, generator(ask))
    words = [view.game.words.action(view.game, view.asked, view.seat, action) for action in advice.actions]
    is_exact = not advice.error.any()
    told = meaning(judge, view.game)
    return wire.AdviceCard(bot=judge.name, exact=is_exact, meaning=told, ask=ask, choices=worths(advice, words))
