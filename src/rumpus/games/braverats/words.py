"""BraveRats in words: what an action is called, what just happened, why it ended.

Everything is told from two views, before and after, so it can tell nothing that its reader does not know.
"""

from rumpus.core.game import Game
from rumpus.core.record import NONE
from rumpus.core.rules import State
from rumpus.games.braverats.rules import clash, records, rounds
from rumpus.games.braverats.rules.records import (
    APPLEWOODS,
    ASSASSIN,
    CARDS,
    GENERAL_BONUS,
    HOLD,
    KEEPING,
    MUSICIAN,
    PRINCE,
    RATS,
    SEATS,
    YARGS,
)  # fmt: skip
from rumpus.table.telling import counted, listed, sentence

CLANS = ("Yargs", "Applewoods")
CLAN = ("Yarg", "Applewood")


def seat(game: Game, seat: int) -> str:
    return CLANS[seat]


def card_name(game: Game, card: int) -> str:
    name: str = game.contents.cards[RATS[card]].name
    return name


def action(game: Game, view: State, seat: int, action: int) -> str:
    return f"{'keep' if view.phase == KEEPING else 'play'} the {card_name(game, action)}"


def piece(game: Game, view: State, seat: int, action: int) -> str:
    """The action in a table or a plot: the card alone."""
    return card_name(game, action)


def outcome(game: Game, state: State, outcome: int) -> str:
    """What chance decides, by what is under way."""
    phase = state.phase
    if phase == records.ATTACK:
        return f"the {CLANS[outcome]} get both Princes"
    if phase == records.OPENER:
        return f"the {CLANS[outcome]} open the first packet"
    if phase == records.GATHERING:
        return "the cards are gathered up"
    card = f"the {card_name(game, outcome)}"
    if phase == records.PACKING:
        return f"{card} goes into the packet"
    if phase == records.DEALING:
        return f"{card} goes to the Yargs"
    if phase == records.TRAITOR:
        return f"{card} of the {CLANS[YARGS if state.given[YARGS] == NONE else APPLEWOODS]} is a traitor"
    return f"the {CLANS[rounds.seat_to_draw(state)]} draw {card}"


# What just happened -----------------------------------------------------------------------------------------------


def tell(game: Game, before: State, after: State, mover: int) -> list[str]:
    """What happened between two views of one viewer."""
    if before.phase == records.PLAYING:
        lines = _played(game, before, after, mover)
    elif before.phase == KEEPING:
        lines = [_kept(game, before, after, mover)]
    else:
        lines = _dealt(game, before, after)
    return [sentence(line) for line in lines]


def _played(game: Game, before: State, after: State, mover: int) -> list[str]:
    if after.rounds == before.rounds:
        return [_laid(game, after, mover)]
    lines = [f"{_fight(game, after)}; {_standing(before, after)}", *_effects(game, after)]
    return lines + _end_of_game(game, after)


def _laid(game: Game, after: State, mover: int) -> str:
    card = after.choice[mover]
    name = f"the {card_name(game, card)}" if card >= 0 else "a card"
    if after.spied == mover:
        return f"the {CLANS[mover]} are spied upon and show {name}"
    return f"the {CLANS[mover]} lay {name} face down"


def _last_round(state: State) -> tuple[int, int, int]:
    """The cards of the round just fought, and its winner."""
    number = int(state.rounds) - 1
    yargs, applewoods = (int(card) for card in state.fought[number])
    return yargs, applewoods, int(state.won_by[number])


def _fight(game: Game, after: State) -> str:
    yargs, applewoods, winner = _last_round(after)
    if winner == HOLD:
        return _held(game, yargs, applewoods)
    winning, losing = (yargs, applewoods) if winner == YARGS else (applewoods, yargs)
    victor, loser = card_name(game, winning), card_name(game, losing)
    if clash.princess_takes(game.open_box, winning, losing):
        return f"the {CLAN[winner]} {victor} wins the heart of the {CLAN[1 - winner]} {loser}"
    if winning == losing:
        return f"{victor} meets {loser}, and the {CLANS[winner]} come out on top"
    if _lower_card_won(game, winning, losing):
        assassin = victor if game.open_box.power[winning] == ASSASSIN else loser
        return f"in the {assassin}'s shadow the weaker rat wins: the {loser} falls to the {victor}"
    return f"the {loser} falls to the {victor}"


def _lower_card_won(game: Game, winning: int, losing: int) -> bool:
    is_dark = clash.either_has_power(game.open_box, ASSASSIN, winning, losing)
    return is_dark and not clash.has_power(game.open_box, PRINCE, winning, losing)


def _held(game: Game, yargs: int, applewoods: int) -> str:
    names = [card_name(game, yargs), card_name(game, applewoods)]
    musicians = [
        card_name(game, mine)
        for mine, theirs in ((yargs, applewoods), (applewoods, yargs))
        if clash.has_power(game.open_box, MUSICIAN, mine, theirs)
    ]
    if len(musicians) == 2:
        return f"{' and '.join(names)} play a duet and nobody fights"
    if musicians:
        listener = names[1] if musicians[0] == names[0] else names[0]
        return f"the {musicians[0]} plays, and the {listener} stops to listen"
    if yargs == applewoods:
        return f"{names[0]} meets {names[1]}, and neither gives way"
    return f"the {names[0]} and the {names[1]} are equally strong"


def _standing(before: State, after: State) -> str:
    winner = _last_round(after)[2]
    if winner == HOLD:
        return "the round is on hold"
    if after.ending == records.BY_PRINCESS:
        return "the game is over"
    gained = int(after.victories[winner] - before.victories[winner])
    score = _score(after)
    return f"{score}" if gained == 1 else f"that counts {counted(gained, 'victory', 'victories')}, and {score}"


def _score(state: State) -> str:
    yargs, applewoods = (int(number) for number in state.victories)
    if yargs == applewoods:
        return f"it is {yargs}-{applewoods}"
    leader = YARGS if yargs > applewoods else APPLEWOODS
    return f"{CLAN[leader]} leads {max(yargs, applewoods)}-{min(yargs, applewoods)}"


def _effects(game: Game, after: State) -> list[str]:
    """What the round leaves behind for the next one, and what it does not."""
    if after.phase >= records.GATHERING:
        return []
    lines = [_bonus(after, seat) for seat in range(SEATS) if after.bonus[seat]]
    if after.spied >= 0:
        spy = card_name(game, _last_round(after)[1 - after.spied])
        lines.append(f"the {spy} is watching: the {CLANS[after.spied]} must show their next card first")
    return lines + _spells(game, after)


def _bonus(after: State, seat: int) -> str:
    return f"the {CLANS[seat]} march on: their next card is stronger by {GENERAL_BONUS}"


def _spells(game: Game, after: State) -> list[str]:
    """A General or a Spy who met a Wizard."""
    yargs, applewoods, _ = _last_round(after)
    power, lost = game.open_box.power, {records.GENERAL: "gives no orders", records.SPY: "sees nothing"}
    return [
        f"under the {card_name(game, theirs)}'s spell the {card_name(game, mine)} {lost[int(power[mine])]}"
        for mine, theirs in ((yargs, applewoods), (applewoods, yargs))
        if power[theirs] == records.WIZARD and power[mine] in lost
    ]


def _end_of_game(game: Game, after: State) -> list[str]:
    """Where the Emperor's match goes on, how this game ended; the match's own end is told by `reason`."""
    if after.phase < records.GATHERING:
        return []
    lines = [_game_ending(game, after)]
    if game.open_box.emperor:
        lines.append(
            f"games won: {CLAN[YARGS]} {after.games_won[YARGS]}, {CLAN[APPLEWOODS]} {after.games_won[APPLEWOODS]}"
        )
    return lines


def _game_ending(game: Game, state: State) -> str:
    if state.ending == records.BY_PRINCESS:
        return f"the {CLANS[state.winner]} have the kingdom by marriage"
    if state.ending == records.BY_VICTORIES:
        return f"the {CLANS[state.winner]} conquer the kingdom"
    if state.winner == NONE:
        return "the cards have run out: nobody conquers the kingdom"
    return f"the cards have run out: the {CLANS[state.winner]} have the most victories"


# Before the game --------------------------------------------------------------------------------------------------


def _gained(before: State, after: State, seat: int) -> list[int]:
    """The cards a hand has more of than before."""
    return [card for card in range(CARDS) if after.hand[seat, card] > before.hand[seat, card]]


def _kept(game: Game, before: State, after: State, mover: int) -> str:
    who, other = CLANS[mover], CLANS[1 - mover]
    if after.phase not in (records.PACKING, KEEPING):
        return f"the {who} keep a card, the last one is left to the {other}, and the draft is over"
    cards, last = _gained(before, after, mover), _gained(before, after, 1 - mover)
    name = f"the {card_name(game, cards[0])}" if cards else "a card"
    if last:
        return f"the {who} keep {name}, and the {card_name(game, last[0])} is left to the {other}"
    return f"the {who} keep {name} and pass the rest"


def _dealt(game: Game, before: State, after: State) -> list[str]:
    """What chance did, where it is worth a line."""
    if before.phase == records.ATTACK:
        return [_attacked(after)]
    if before.phase == records.OPENER:
        return [f"the {CLANS[after.opener]} open the first packet"]
    if before.phase == records.PACKING and after.phase == KEEPING:
        return [f"the {CLANS[after.opener]} look through a packet of four"]
    if before.phase == records.DEALING and after.phase != records.DEALING:
        return ["all sixteen cards are dealt, eight to each clan"]
    if before.phase == records.TRAITOR and after.phase != records.TRAITOR:
        return [_betrayed(game, after)]
    if before.phase == records.DRAWING:
        return _drawn(game, before, after)
    if before.phase == records.GATHERING:
        return [f"the cards are gathered up for game {after.games + 1}"]
    return []


def _attacked(after: State) -> str:
    if after.princes < 0:
        return "one clan now has both Princes, the other both Princesses"
    return f"the {CLANS[after.princes]} now have both Princes, the {CLANS[1 - after.princes]} both Princesses"


def _betrayed(game: Game, after: State) -> str:
    if after.given[YARGS] < 0:
        return "a rat of each clan changes sides"
    names = [f"the {CLAN[seat]} {card_name(game, after.given[seat])}" for seat in range(SEATS)]
    return f"{listed(names)} change sides"


def _drawn(game: Game, before: State, after: State) -> list[str]:
    if before.rounds == 0:
        return (
            [f"each clan draws {counted(records.LUCKY_HAND, 'card')} from its pile"]
            if after.phase == records.PLAYING
            else []
        )
    mover = _drawer(before, after)
    cards = _gained(before, after, mover)
    name = f"the {card_name(game, cards[0])}" if cards else "a card"
    return [f"the {CLANS[mover]} draw {name}"]


def _drawer(before: State, after: State) -> int:
    """Who drew: the one with a card more in hand, known or not."""
    sizes = [int(state.hand[YARGS].sum() + state.unknown_hand[YARGS]) for state in (before, after)]
    return YARGS if sizes[1] > sizes[0] else APPLEWOODS


# Why it ended -----------------------------------------------------------------------------------------------------


def reason(game: Game, view: State) -> str:
    if game.open_box.emperor:
        return _crowned(view)
    score = f"{max(view.victories)}-{min(view.victories)}"
    if view.ending == records.BY_PRINCESS:
        return _princess_took_prince(game, view)
    if view.ending == records.BY_VICTORIES:
        return f"the {CLANS[view.winner]} won {score}"
    if view.winner == NONE:
        return f"the cards ran out at {score}: a tie"
    return f"the cards ran out and the {CLANS[view.winner]} were ahead {score}"


def _princess_took_prince(game: Game, view: State) -> str:
    yargs, applewoods, winner = _last_round(view)
    winning, losing = (yargs, applewoods) if winner == YARGS else (applewoods, yargs)
    return f"the {card_name(game, winning)} took the {card_name(game, losing)}"


def _crowned(view: State) -> str:
    yargs, applewoods = (int(number) for number in view.games_won)
    leader = rounds.leader(view.games_won)
    if leader == NONE:
        return f"after {view.games} games it stood {yargs}-{applewoods}: a tie"
    return f"the {CLANS[leader]} won {max(yargs, applewoods)} games to {min(yargs, applewoods)}"
