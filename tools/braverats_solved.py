"""What perfect play of BraveRats looks like: every figure and picture of docs/braverats-solved.md.

Usage: python tools/braverats_solved.py [--write] [SECTION ...]
Without --write the sections are printed; with it they go into the page, and their pictures into docs/pictures.
"""

import argparse
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import matplotlib
import numpy as np
from braverats_habits import HABITS, Judged, judged
from braverats_perfect import (
    ATTACK,
    BONUS,
    DEAL,
    DOWN,
    LOOK,
    NAMES,
    POINTS,
    SERIES,
    TINY,
    TRAITOR,
    WAYS,
    Floats,
    Met,
    Perfect,
    Way,
    When,
    averages,
    edges,
    lacking,
    met,
    only_mixes,
    way,
)
from braverats_pictures import (
    cards,
    draw_card_worths,
    draw_edges,
    draw_first_round,
    draw_habits,
    draw_looks,
    draw_opening,
    draw_rounds,
    draw_switches,
    number,
)
from matplotlib.figure import Figure

import rumpus
from rumpus.core.record import NONE
from rumpus.games.braverats.rules.records import APPLEWOODS, CARDS, PRINCE, PRINCESS, ROUNDS, YARGS
from rumpus.solve.response import exploitability
from rumpus.solve.solution import Moment, solved

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "braverats-solved.md"
PICTURES = ROOT / "docs" / "pictures"


class Findings:
    """All that the page tells; whatever is not asked for is not worked out."""

    @cached_property
    def perfect(self) -> Perfect:
        return Perfect(rumpus.game("braverats"))

    @cached_property
    def opening(self) -> Moment:
        game = rumpus.game("braverats")
        return solved(game).at(game.fresh_state())

    @cached_property
    def lacking(self) -> Floats:
        return lacking(solved(rumpus.game("braverats")))

    @cached_property
    def edges(self) -> dict[str, list[float]]:
        return edges(solved(rumpus.game("braverats")))

    @cached_property
    def met(self) -> dict[str, list[Met]]:
        return {what: [met(self.perfect, what, fought) for fought in range(1, ROUNDS)] for what in (LOOK, BONUS)}

    @cached_property
    def ways(self) -> dict[str, Way]:
        return {name: way(name) for name in WAYS}

    @cached_property
    def habits(self) -> list[Judged]:
        found = [judged(self.perfect, words, rule) for words, rule in HABITS.items()]
        return sorted(found, key=lambda one: -round(one.cost, 6))

    @cached_property
    def rounds(self) -> Floats:
        """The share of each card among those laid in each round."""
        return np.array([averages(self.perfect, in_round(fought))[1] for fought in range(ROUNDS)])


def in_round(fought: int) -> When:
    return lambda side: side.rounds == fought


# Words and tables -------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Section:
    """A part of the page that is written by this program: a picture, what it shows in words, and text under it."""

    draw: Callable[[], Figure] | None
    shows: str
    text: str


def grid(head: Sequence[str], rows: Iterable[Sequence[str]], side: str = "---:") -> str:
    """A table; all columns but the first hold numbers, unless they are said to be words."""
    lines = [head, ["---", *[side] * (len(head) - 1)], *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def folded(title: str, text: str) -> str:
    """Shown when it is clicked on."""
    return f"<details><summary>{title}</summary>\n\n{text}\n\n</details>"


def percent(share: float, digits: int = 1) -> str:
    return "never" if abs(share) < TINY else f"{100 * share:.{digits}f} %"


def by_card(rows: dict[str, Floats], form: str = ".1f", nothing: str = "–") -> list[list[str]]:
    """A line for each row, its cards from the Prince down."""
    return [[name, *(number(row[card], form, nothing) for card in DOWN)] for name, row in rows.items()]


def opening(found: Findings) -> Section:
    mix, cost = found.opening.mixes[YARGS], -POINTS * found.opening.worth(YARGS)
    rows = [[NAMES[card], percent(mix[card]), number(cost[card])] for card in DOWN]
    text = grid(["first card", "perfect play", "costs (points)"], rows)
    return Section(lambda: draw_opening(mix, cost), "how often perfect play opens with each card", text)


def first_round(found: Findings) -> Section:
    payoff = POINTS * found.opening.payoff
    rows = by_card({NAMES[card]: payoff[card] for card in DOWN}, "+.1f")
    text = folded("The figures, in points to the clan on the left", grid(["", *cards()], rows))
    return Section(lambda: draw_first_round(payoff), "what each meeting of two cards in the first round is worth", text)


def second_round(found: Findings) -> Section:
    used = [card for card in DOWN if found.opening.mixes[YARGS][card] > TINY]
    rows = [second_card(ours, theirs) for ours in used for theirs in used]
    head = ["you, they", "score", "perfect second card, %", "costliest, points"]
    return Section(
        None, "", folded("The second card, after every first round of perfect play", grid(head, rows, "---"))
    )


def second_card(ours: int, theirs: int) -> list[str]:
    """What to play, and what not, after a first round of these two cards."""
    game = rumpus.game("braverats")
    state = game.fresh_state()
    for seat, card in enumerate((ours, theirs)):
        game.rules.apply(game.box, state, seat, card)
    moment = solved(game).at(state)
    score = f"{state.victories[YARGS]} : {state.victories[APPLEWOODS]}{', on hold' if state.held.any() else ''}"
    line = [f"{NAMES[ours]}, {NAMES[theirs]}", score]
    if not moment.actions[YARGS]:
        return [*line, "you look: they show a card first", ""]
    mix, worth = moment.mixes[YARGS], moment.worth(YARGS)
    costs = POINTS * (worth.max() - worth)
    best = [(mix[place], f"{NAMES[card]} {100 * mix[place]:.0f}") for place, card in enumerate(moment.actions[YARGS])]
    worst = [(costs[place], f"{NAMES[card]} {costs[place]:.1f}") for place, card in enumerate(moment.actions[YARGS])]
    told = ", ".join(words for share, words in sorted(best, reverse=True) if share > 0.005)
    shows = "you must show: " if state.spied == YARGS else ""
    return [*line, shows + told, ", ".join(words for cost, words in sorted(worst, reverse=True)[:2] if cost > 0.05)]


def switches(found: Findings) -> Section:
    rows = [
        [name, number(one.value, ".3f"), f"{one.positions:,}", small(one.exploitability)]
        for name, one in found.ways.items()
    ]
    shares = {name: 100 * row for one in found.ways.values() for name, row in one.openings.items()}
    princes = POINTS + found.ways[ATTACK].note
    text = [
        grid(["switch", "value", "positions", "exploitability"], rows),
        f"With `princess_attack` the clan with both Princes wins {princes:.1f} % and the other {100 - princes:.1f} %; "
        "who will be which is even. With `emperor` the winner of the first game wins the match "
        f"{POINTS + found.ways[SERIES].note:.1f} % of the time.",
        folded("How often a card opens when it is in hand, in per cent", grid(["", *cards()], by_card(shares))),
    ]
    return Section(lambda: draw_switches(shares), "how often each card opens under each switch", "\n\n".join(text))


def small(value: float | None) -> str:
    return "not checked" if value is None else "0" if value == 0 else f"{value:.0e}"


def card_worths(found: Findings) -> Section:
    worths = {
        "missing": -found.lacking.sum(axis=1) / (CARDS - 1),
        "traitor": np.asarray(found.ways[TRAITOR].worth),
        "deal": np.asarray(found.ways[DEAL].worth),
    }
    rows = [[NAMES[card], *(number(row[card], "+.1f") for row in worths.values())] for card in DOWN]
    head = ["card", "to miss it", "to give it away", "one more of it"]
    lacks = by_card({f"without the {NAMES[card]}": found.lacking[card] for card in DOWN}, "+.1f")
    text = [
        grid(head, rows),
        f"Added up over the cards of a hand, the last column explains {100 * found.ways[DEAL].note:.0f} % of the luck "
        "(the variance) of a Random Deal.",
        folded(
            "Who misses what: points to the clan on the left; the other clan misses the card above",
            grid(["", *cards()], lacks),
        ),
    ]
    return Section(lambda: draw_card_worths(found.lacking, worths), "how much each card is worth", "\n\n".join(text))


def rounds(found: Findings) -> Section:
    perfect, shares = found.perfect, 100 * found.rounds
    ends, length = perfect.reached(perfect.mixes)[-3:], game_length(perfect)
    rows = by_card({f"round {place + 1}": row for place, row in enumerate(shares)})
    text = [
        f"A game of perfect play lasts {length:.2f} rounds on average. Of 100 games {100 * ends[1]:.1f} end in a tie, "
        f"and {100 * by_princess(perfect):.1f} because a Princess meets a Prince.",
        folded("The share of each card in each round, in per cent", grid(["", *cards()], rows)),
    ]
    return Section(lambda: draw_rounds(shares), "in which round perfect play uses each card", "\n\n".join(text))


def game_length(perfect: Perfect) -> float:
    begins = (perfect.positions.states["choice"] == NONE).all(axis=1)
    return float(perfect.reach[begins].sum())


def by_princess(perfect: Perfect) -> float:
    """How often a game ends with a Princess and a Prince, one of them shown first or not."""
    states, out = perfect.positions.states, 0.0
    laid = [
        np.where(states["choice"][perfect.parents, seat] != NONE, states["choice"][perfect.parents, seat], card)
        for seat, card in enumerate(perfect.laid)
    ]
    for pair in ((PRINCESS, PRINCE), (PRINCE, PRINCESS)):
        meets = np.flatnonzero((laid[YARGS] == pair[0]) & (laid[APPLEWOODS] == pair[1]) & (perfect.children < 0))
        out += float(perfect.reach[perfect.parents[meets]] @ perfect.odds(perfect.mixes, meets))
    return out


def habits(found: Findings) -> Section:
    rows = [
        [one.words, number(one.cost), f"{one.slips:.2f}", number(one.each), number(one.known)] for one in found.habits
    ]
    head = ["rule of thumb", "costs a game", "slips a game", "a slip costs", "costs when seen through"]
    return Section(lambda: draw_habits(found.habits), "what rules of thumb cost", grid(head, rows))


def looks(found: Findings) -> Section:
    held, shown, cost = averages(found.perfect, lambda side: side.shows)
    answers = {NAMES[card]: 100 * answered(found.perfect, card) for card in DOWN}
    rows = [[NAMES[card], percent(shown[card]), percent(shown[card] / held[card]), number(cost[card])] for card in DOWN]
    text = [
        grid(["card to show", "perfect play", "when in hand", "costs (points)"], rows),
        folded(
            "How often each answer is given when it is in hand, in per cent",
            grid(["shown", *cards()], by_card(answers)),
        ),
    ]
    return Section(lambda: draw_looks(shown, answers), "what to show to a Spy, and how to answer", "\n\n".join(text))


def answered(perfect: Perfect, shown: int) -> Floats:
    """How often each card answers one that was shown, when it is in hand."""
    held, played, _ = averages(perfect, lambda side: side.shown == shown)
    return np.divide(played, held, out=np.full(CARDS, np.nan), where=held > 0)


def edge_worths(found: Findings) -> Section:
    sizes = [f"{size} cards" for size in range(CARDS - 1, 1, -1)]
    level = [[name, *(number(one, "+.1f") for one in row)] for name, row in found.edges.items()]
    as_met = [
        [f"round {fought + 2}", f"{look.often:.2f}", number(look.worth, "+.1f"), f"{bonus.often:.2f}",
         number(bonus.worth, "+.1f"), "" if np.isnan(bonus.harm) else f"{100 * bonus.harm:.0f} %"]
        for fought, (look, bonus) in enumerate(zip(found.met[LOOK], found.met[BONUS], strict=True))
    ]  # fmt: skip
    head = ["as met in perfect play", "looks a game", "worth", "bonuses a game", "worth", "do harm"]
    text = f"{grid(['between equal hands of', *sizes], level)}\n\n{grid(head, as_met)}"
    return Section(lambda: draw_edges(found.edges, found.met), "what a lead, a look and a bonus are worth", text)


def method(found: Findings) -> Section:
    perfect = found.perfect
    facts = [
        f"value: {number(perfect.solution.value, '.9f')} (1: the Yargs always win, -1: they always lose)",
        f"positions: {len(perfect):,}, of which perfect play meets {(perfect.reach > 0).sum():,}",
        f"exploitability: {exploitability(perfect.positions, perfect.mixes):.0e}",
        f"the most that a card in a perfect mix costs: {(perfect.losses * (perfect.mixes > TINY)).max():.0e} points",
        f"choices of perfect play at which no other mix is perfect: {percent(only_mixes(perfect), 0)}",
    ]
    return Section(None, "", "\n".join(f"- {fact}" for fact in facts))


SECTIONS: dict[str, Callable[[Findings], Section]] = {
    "opening": opening,
    "first-round": first_round,
    "second-round": second_round,
    "habits": habits,
    "looks": looks,
    "rounds": rounds,
    "cards": card_worths,
    "edges": edge_worths,
    "switches": switches,
    "method": method,
}


# The page ---------------------------------------------------------------------------------------------------------


def block(name: str, section: Section) -> str:
    if section.draw is None:
        return section.text
    return f"![{section.shows[0].upper()}{section.shows[1:]}](pictures/{name}.svg)\n\n{section.text}"


def filled(page: str, name: str, text: str) -> str:
    """The page with one of its parts written anew."""
    begin, end = f"<!-- {name}: begin -->", f"<!-- {name}: end -->"
    before, found, rest = page.partition(begin)
    _, closed, after = rest.partition(end)
    if not found or not closed:
        raise SystemExit(f"The page has no lines '{begin}' and '{end}', between which this part belongs.")
    return f"{before}{begin}\n\n{text}\n\n{end}{after}"


def write(name: str, section: Section) -> None:
    page = PAGE.read_text(encoding="utf-8")
    PAGE.write_text(filled(page, name, block(name, section)), encoding="utf-8")
    if section.draw is not None:
        PICTURES.mkdir(exist_ok=True)
        # the same figures give the same bytes; letters stay letters
        with matplotlib.rc_context({"svg.hashsalt": name, "svg.fonttype": "none"}):
            section.draw().savefig(PICTURES / f"{name}.svg", metadata={"Date": None})


def main() -> None:
    parser = argparse.ArgumentParser(description="The figures of docs/braverats-solved.md.")
    parser.add_argument("section", nargs="*", help=f"some of {', '.join(SECTIONS)}; all, if not given")
    parser.add_argument("--write", action="store_true", help="write them into the page, with their pictures")
    chosen, found = parser.parse_args(), Findings()
    if wrong := set(chosen.section) - set(SECTIONS):
        parser.error(f"there is no section {', '.join(sorted(wrong))}; there are {', '.join(SECTIONS)}")
    for name in chosen.section or SECTIONS:
        section = SECTIONS[name](found)
        print(f"\n## {name}\n\n{section.text}", flush=True)
        if chosen.write:
            write(name, section)


if __name__ == "__main__":
    main()
