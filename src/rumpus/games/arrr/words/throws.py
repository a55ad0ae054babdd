"""§6 to §8 Throws, tests, conquests and challenges in words."""

from rumpus.core.game import Game
from rumpus.core.record import NONE
from rumpus.core.rules import State
from rumpus.games.arrr.describing import phrases
from rumpus.games.arrr.rules.records import (
    AFTER,
    BEFORE,
    CHALLENGING,
    ENDED,
    EXPLORING,
    FACES,
    IN_CHEST,
    JOLLY,
    LOST_OF,
    REWARD_OF,
    ROLLING,
    SAILING,
    SIDES,
    STAGES,
    TESTS,
    WON,
    WON_OF,
)
from rumpus.games.arrr.rules.seas import booty_of
from rumpus.games.arrr.words.names import (
    collection_name,
    effects_of,
    face_name,
    pieces_in_words,
    sea_name,
    spelled,
    stake_in_words,
    stat_name,
)
from rumpus.games.arrr.words.pile import Entry, Step, on_pile, resolved_line
from rumpus.table.telling import counted, listed

OPEN = range(STAGES.index("flash"), STAGES.index("after") + 1)
"""Stages from which an action can still be decided."""


def has_ended(state: State) -> bool:
    """Whether the action is over (§2.3)."""
    return state.phase in (EXPLORING, ENDED)


def throw_lines(step: Step) -> list[str]:
    """That dice are thrown, and what was decided."""
    return [*_thrown(step), *_begun(step), *_test_lines(step), *_challenge_lines(step)]


# Dice -------------------------------------------------------------------------------------------------------------


def dice_in_words(game: Game, rolled: list[int]) -> str:
    """'two attack and one jolly'; 'nothing'."""
    return listed([counted(many, name, name) for many, name in _faces(game, rolled)]) or "nothing"


def _faces(game: Game, rolled: list[int]) -> list[tuple[int, str]]:
    return [(rolled[face], face_name(game, face)) for face in range(len(FACES)) if rolled[face]]


def successes_in_words(rolled: list[int], stat: int) -> str:
    return counted(rolled[stat] + rolled[JOLLY], "success", "successes")


def _begun(step: Step) -> list[str]:
    """How many dice, and for what (§6.1, §6.4)."""
    before, after = step.before, step.after
    if after.stage != AFTER or before.stage == AFTER:
        return []
    throws = [f"{step.name(_side(after, side))} throws {_dice(after, side)}" for side in range(_sides(after))]
    needed = f", {counted(int(after.difficulty), 'success', 'successes')} needed" if after.deed == SAILING else ""
    return [f"{listed(throws)} for {stat_name(step.game, int(after.stat))}{needed}"]


def _dice(state: State, side: int) -> str:
    number = int(state.to_roll[side]) + int(state.rolled[side].sum())
    return counted(number, "die", "dice")


def _sides(state: State) -> int:
    return SIDES if state.deed == CHALLENGING else 1


def _side(state: State, side: int) -> int:
    return int(state.turn if side == 0 else state.target)


def _thrown(step: Step) -> list[str]:
    """When the last die of a side lies there: what it shows. The table may have gone on already (§9.3)."""
    before, after = step.before, step.after
    if before.phase != ROLLING:
        return []
    side = 0 if before.to_roll[0] > 0 else 1
    rolled = after.rolled[side].tolist()
    if before.to_roll[side] != 1 or sum(rolled) <= before.rolled[side].sum():
        return []
    who, shown = step.name(_side(before, side)), dice_in_words(step.game, rolled)
    return [f"{who} has thrown {shown}: {successes_in_words(rolled, int(before.stat))}"]


# Tests (§7) -------------------------------------------------------------------------------------------------------


def _test_lines(step: Step) -> list[str]:
    before, after = step.before, step.after
    if before.deed != SAILING or before.stage not in (*OPEN, WON):
        return []
    is_conquered = after.sea_at[before.course] == IN_CHEST + int(before.turn)
    conquest = _conquered(step) if is_conquered else []
    if before.stage == WON:
        return conquest
    if is_conquered or after.stage == WON or (after.course == before.course and after.test > before.test):
        return [_decided(step, "wins"), *_won_mark(step), *conquest]
    if after.stage > AFTER or has_ended(after):
        return [_decided(step, "loses"), *_penalty(step)]
    return []


def _decided(step: Step, verb: str) -> str:
    """'Rusty wins the courage test, four successes against three'; as far as it is still to be seen."""
    before, after, game = step.before, step.after, step.game
    stat = game.open_box.test_stat[before.course, before.test]
    rolled = _last_dice(before, after)
    difficulty = int(after.difficulty or before.difficulty)
    line = f"{step.name(before.turn)} {verb} the {stat_name(game, int(stat))} test"
    if rolled is None or not difficulty:
        return line
    return f"{line}, {successes_in_words(rolled, int(stat))} against {spelled(difficulty)}"


def _last_dice(before: State, after: State) -> list[int] | None:
    """What the throw showed in the end; unknown where the last die was taken up at once."""
    then, now = before.rolled[0].tolist(), after.rolled[0].tolist()
    if before.phase != ROLLING and before.stage == AFTER:
        return list(then)
    return list(now) if after.test == before.test or has_ended(after) else None


def _won_mark(step: Step) -> list[str]:
    return _of_list(step, WON_OF + int(step.before.course) * TESTS + int(step.before.test))


def _of_list(step: Step, source: int) -> list[str]:
    turn = int(step.before.turn)
    return [resolved_line(step, Entry(source, turn, turn))] if effects_of(step.game, source) else []


def _conquered(step: Step) -> list[str]:
    """What is in the treasure chest now, and what came with it (§7.2)."""
    game, card, turn = step.game, int(step.before.course), int(step.before.turn)
    box = game.open_box
    brings = [f"{int(box.fame[card])} fame"] if box.fame[card] else []
    pieces = step.move(turn, int(booty_of(box, step.before, card)))
    brings += [pieces_in_words(pieces)] if pieces else []
    brings += [f"one of the {collection_name(game, int(box.collection[card]))}"] if box.collection[card] != NONE else []
    line = f"{step.name(turn)} conquers {sea_name(game, card)}"
    return [f"{line}: {listed(brings)}" if brings else line, *_of_list(step, REWARD_OF + card)]


def _penalty(step: Step) -> list[str]:
    """On the pile, where it can be answered; or it took place at once (§7.1)."""
    source = LOST_OF + int(step.before.course) * TESTS + int(step.before.test)
    if any(entry.source == source for entry in on_pile(step.after)):
        return [f"a penalty lies on the pile: {phrases(effects_of(step.game, source))}"]
    return _of_list(step, source)


# Challenges (§8.4) ------------------------------------------------------------------------------------------------


def _challenge_lines(step: Step) -> list[str]:
    before, after = step.before, step.after
    if before.deed != CHALLENGING or before.stage not in (BEFORE, AFTER) or not has_ended(after):
        return []
    stat = int(before.stat)
    sides = [int(after.rolled[side, stat]) + int(after.rolled[side, JOLLY]) for side in range(SIDES)]
    names = [step.name(before.turn), step.name(before.target)]
    if sides[0] == sides[1]:
        return [f"{counted(sides[0], 'success', 'successes')} each: both stakes go back"]
    first = int(sides[1] > sides[0])
    stake = stake_in_words(step.game, int(before.stake[1 - first]), int(before.prize[1 - first]))
    score = f"{counted(sides[first], 'success', 'successes')} against {spelled(sides[1 - first])}"
    return [f"{names[first]} wins the challenge, {score}, and gets {stake} of {names[1 - first]}"]
