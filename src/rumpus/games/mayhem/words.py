"""Monster Mayhem in words: a commentary from the ringside.

Everything is told from two views, before and after. Which of several phrases is used follows from what happened and
from the cards, so that the same battle is always told in the same way. Some monsters are many: no verb goes with a
monster's name.
"""

from collections.abc import Sequence

from rumpus.core.game import Game
from rumpus.core.record import NONE
from rumpus.core.rules import State
from rumpus.games.mayhem.box import cards
from rumpus.games.mayhem.rules import records
from rumpus.games.mayhem.rules.records import ABILITIES, HIGH, HIGHEST, MONSTERS, PLAYERS, ROUNDS
from rumpus.games.mayhem.rules.rounds import cards_won, most_trophies, trophies_of
from rumpus.table.telling import counted, listed, sentence

Shown = dict[int, int]
"""The cards of a layer, by who turned them."""


def seat(game: Game, seat: int) -> str:
    return PLAYERS[seat].capitalize()


def called(seat: int) -> str:
    return PLAYERS[seat].capitalize()


def card_name(game: Game, card: int) -> str:
    """As it is printed; some are names of one, some of many."""
    return cards(game.contents)[card].name


def ability_name(ability: int) -> str:
    return ABILITIES[ability].capitalize()


def rating(game: Game, state: State, card: int, direction: int) -> int:
    """What a card counts in this round, if that is declared (§1.3, §1.4)."""
    worth = int(game.open_box.worth[direction, state.ability, card])
    return worth if direction == HIGH else HIGHEST - worth


def rated(game: Game, state: State, card: int, direction: int = HIGH) -> str:
    """The card with its rating, as it is called out: 'Cinder (9)'."""
    if card >= MONSTERS and direction == NONE:
        return f"{card_name(game, card)} (1 or 9)"
    return f"{card_name(game, card)} ({rating(game, state, card, HIGH if direction == NONE else direction)})"


def trophy_name(game: Game, ability: int) -> str:
    name: str = game.contents.tables["trophies"][ABILITIES[ability]].name
    return name


# Choices ----------------------------------------------------------------------------------------------------------


def action(game: Game, view: State, seat: int, action: int) -> str:
    return f"declare {records.DIRECTIONS[action]}"


def piece(game: Game, view: State, seat: int, action: int) -> str:
    """The action in a table or a plot."""
    return records.DIRECTIONS[action].capitalize()


def outcome(game: Game, state: State, outcome: int) -> str:
    """What chance decides, by what is under way."""
    if state.phase == records.FIRST:
        return f"{called(outcome)} declares first"
    if state.phase == records.LOT:
        return f"the lot falls on {called(outcome)}"
    if state.phase == records.DRAWING:
        return f"the final is about {ability_name(outcome)}"
    return f"{card_name(game, outcome)} is turned up"


# What just happened -----------------------------------------------------------------------------------------------


def tell(game: Game, before: State, after: State, mover: int) -> list[str]:
    """What happened between two views."""
    return [sentence(line) for line in _told(game, before, after, mover)]


def _told(game: Game, before: State, after: State, mover: int) -> list[str]:
    phase = before.phase
    if phase == records.DECLARING:
        return [_declared(game, before, after)]
    if phase == records.TURNING:
        return [_turned_up(game, after)]
    if phase == records.ANSWERING:
        return _answered(game, before, after)
    if phase == records.SUDDEN_DEATH:
        return _in_sudden_death(game, before, after)
    if phase == records.LOT:
        return [
            f"no card is left to decide it: the lot falls on {called(after.last_taker)}",
            *_awarded(game, before, after),
        ]
    if phase == records.DRAWING:
        return [f"a final: {finalists(after)} fight over {ability_name(after.ability)}"]
    return [f"{called(after.declarer)} declares first", _bell(game, after)]


def _bell(game: Game, state: State) -> str:
    """What a round begins with."""
    number = int(state.rounds) + 1
    return f"round {number}, {ability_name(state.ability)}: they fight for {trophy_name(game, int(state.ability))}"


def finalists(state: State) -> str:
    return listed([called(seat) for seat in range(state.players) if state.playing[seat]])


TURNS = (
    "{who} turns up {card}",
    "{who} begins with {card}",
    "into the ring for {who}: {card}",
    "{who} has {card}",
    "on top of {who}'s pile: {card}",
)
HIGHEST_OF_ALL = ("{who} turns up {card}, and nothing is higher", "{card} for {who}: it goes no higher")
LOWEST_OF_ALL = ("{who} turns up {card}, and nothing is lower", "{card} for {who}: it goes no lower")


def _turned_up(game: Game, state: State) -> str:
    """The declarer's card: the ends of the scale are worth a word."""
    card = int(state.turned[state.declarer])
    ends = {HIGHEST: HIGHEST_OF_ALL, 0: LOWEST_OF_ALL}
    phrase = _one_of(ends.get(rating(game, state, card, HIGH), TURNS), card + 3 * int(state.battles))
    return phrase.format(who=called(state.declarer), card=rated(game, state, card, NONE))


SURE = ("knows that nothing beats it: {}", "need not think about it: {}")
BOLD = ("does not blink: {}", "grins and declares {}", "says it loud: {}", "has no doubt: {}")
EVEN = ("stands in the middle, and says {}", "has to guess: {}", "asks the ceiling, and says {}")
BRAVE = ("takes a deep breath and declares {}", "goes against the card: {}", "shrugs: {}", "goes for {} and hopes")
MIDDLE = 5


def _declared(game: Game, before: State, after: State) -> str:
    """By where the card stands for what is declared: at the end, above the middle, on it, or on the wrong side."""
    card, direction = int(before.turned[before.declarer]), int(after.declared)
    worth = int(game.open_box.worth[direction, before.ability, card])
    phrases = SURE if worth == HIGHEST else BOLD if worth > MIDDLE else EVEN if worth == MIDDLE else BRAVE
    phrase = _one_of(phrases, card + int(before.battles))
    return f"{called(before.declarer)} {phrase.format(records.DIRECTIONS[direction])}"


def _one_of(phrases: Sequence[str], number: int) -> str:
    return phrases[number % len(phrases)]


# Battles ----------------------------------------------------------------------------------------------------------


def _answered(game: Game, before: State, after: State) -> list[str]:
    """Nothing until the last of the others has turned a card; then all of it."""
    if after.phase == records.ANSWERING and after.layers == before.layers:
        return []
    shown = _layer(before, after)
    lines = [_answers(game, before, shown)]
    if after.phase == records.ANSWERING:
        return [*lines, _tie(game, before, shown)]
    lines.append(_result(game, before, after, shown))
    return [*lines, *_new_lead(before, after), *_end_of_round(game, before, after)]


def _layer(before: State, after: State) -> Shown:
    """The cards that everybody has turned, the declarer's first."""
    if after.phase == records.ANSWERING:
        last = int((before.deck - after.deck).argmax())
        lying = [
            last if before.playing[seat] and card == NONE else int(card) for seat, card in enumerate(before.turned)
        ]
    else:
        lying = [int(card) for card in after.last]
    around = [(int(before.declarer) + step) % int(before.players) for step in range(before.players)]
    return {seat: lying[seat] for seat in around if lying[seat] != NONE}


ANSWERS = (
    ("{who} answers with {card}", "{who} with {card}"),
    ("{who} has {card}", "{who} {card}"),
    ("{who} counters with {card}", "{who} with {card}"),
    ("{who} sends in {card}", "{who} {card}"),
    ("against it {who} with {card}", "{who} with {card}"),
)
"""Of the first to answer, and of all others."""


def _answers(game: Game, before: State, shown: Shown) -> str:
    told = [(called(seat), rated(game, before, card, int(before.declared))) for seat, card in shown.items()]
    if before.layers:
        return "a new layer: " + listed([f"{who} has {what}" for who, what in told])
    first, others = ANSWERS[sum(shown.values()) % len(ANSWERS)]
    return listed([(others if n else first).format(who=who, card=what) for n, (who, what) in enumerate(told[1:])])


def _worths(game: Game, state: State, shown: Shown) -> dict[int, int]:
    """What everybody's card counts for what was declared."""
    return {seat: int(game.open_box.worth[state.declared, state.ability, card]) for seat, card in shown.items()}


def _best(game: Game, state: State, shown: Shown) -> list[int]:
    """Whose cards share the winning rating."""
    worths = _worths(game, state, shown)
    return [seat for seat in shown if worths[seat] == max(worths.values())]


def _tie(game: Game, before: State, shown: Shown) -> str:
    level = _best(game, before, shown)
    names = listed([card_name(game, shown[seat]) for seat in level])
    number = rating(game, before, shown[level[0]], int(before.declared))
    return f"{names} are level on {number}: everybody turns another card"


WINS = (
    "{who} walks off with {cards}, thanks to {monster}",
    "{monster}: that settles it, and {cards} go to {who}",
    "nobody argues with {monster}: {cards} for {who}",
    "{who} pats {monster} on the back and picks up {cards}",
    "{who} takes a bow and {cards}; the applause is for {monster}",
)
BIG_POTS = (
    "at last {monster}: the whole heap, {cards}, goes to {who}",
    "{who} needs both arms for {cards}, thanks to {monster}",
    "{cards} at once for {who}, and a medal for {monster}",
)
LAST_CARDS = (
    "{who} ends the round with {monster} and {cards}",
    "the last {cards} are {who}'s, thanks to {monster}",
)
UPSETS = (
    "that was not the plan: {cards} go to {who}, for {monster}",
    "so much for {loser}: {who} takes {cards} with {monster}",
)
NARROW = (
    "by a whisker: {monster}, and {cards} for {who}",
    "one point makes the difference: {cards} for {who} and {monster}",
)
UNBEATEN = (
    "there is no way past {monster}: {cards} for {who}",
    "{who} takes {cards}; better than {monster} there is nothing",
)
WEAK = (
    "not much, but enough: {monster}, and {cards} for {who}",
    "among the blind {monster} will do: {cards} for {who}",
)
STRONG = 8


def _result(game: Game, before: State, after: State, shown: Shown) -> str:
    cards_in_it = counted(int(after.last_cards), "card")
    if after.last_result == records.MASHUP:
        twin = card_name(game, twins(game, after)[0])
        return f"mashup: {twin} against {twin}, and {cards_in_it} go to the discard"
    if after.last_result == records.SPENT:
        names = listed([card_name(game, shown[seat]) for seat in _best(game, before, shown)])
        return f"{names} are level, but the piles are empty: {cards_in_it} go to the discard"
    winner = int(after.last_taker)
    phrase = _one_of(_kind_of_win(game, before, shown, winner), shown[winner] + int(before.battles))
    loser = card_name(game, shown[int(before.declarer)])
    return phrase.format(who=called(winner), monster=card_name(game, shown[winner]), cards=cards_in_it, loser=loser)


def _kind_of_win(game: Game, before: State, shown: Shown, winner: int) -> Sequence[str]:
    """What was remarkable about it, the rarest first."""
    worths = _worths(game, before, shown)
    best, second = worths[winner], max(worth for seat, worth in worths.items() if seat != winner)
    remarkable = (
        (before.layers > 0, BIG_POTS),
        (before.pile == 1, LAST_CARDS),
        (best == HIGHEST, UNBEATEN),
        (winner != before.declarer and worths[int(before.declarer)] >= STRONG, UPSETS),
        (best - second == 1, NARROW),
        (best <= MIDDLE, WEAK),
    )
    return next((phrases for is_so, phrases in remarkable if is_so), WINS)


EARLY = 3
"""So many battles nobody calls it a lead."""


def _new_lead(before: State, after: State) -> list[str]:
    """Who has come to the front with this battle, while the round goes on."""
    winner = int(after.last_taker)
    if after.last_result != records.WON or before.pile == 1 or before.battles < EARLY:
        return []
    others = max(cards_won(before, seat) for seat in range(before.players) if seat != winner)
    if cards_won(before, winner) > others or cards_won(after, winner) <= others:
        return []
    return [f"{called(winner)} takes the lead: {cards_won(after, winner)} to {others}"]


def twins(game: Game, state: State) -> list[int]:
    """The monsters of which two met in the last battle, if it was a Mashup (§5.2, §9.1)."""
    if state.last_result != records.MASHUP:
        return []
    lying = [int(card) for card in state.last if 0 <= card < MONSTERS]
    earlier = [] if game.open_box.mashup_scope else [card for card in set(lying) if state.last_stake[card]]
    return sorted({card for card in lying if lying.count(card) > 1}.union(earlier))


# Rounds -----------------------------------------------------------------------------------------------------------


def _end_of_round(game: Game, before: State, after: State) -> list[str]:
    if after.phase == records.SUDDEN_DEATH:
        tied = [called(seat) for seat in range(after.players) if after.tied[seat]]
        return [f"{listed(tied)} have won equally many cards: sudden death"]
    if after.phase == records.LOT:
        return ["nobody has won a single card: lots are drawn for the round"]
    return _awarded(game, before, after)


def _in_sudden_death(game: Game, before: State, after: State) -> list[str]:
    """Nothing until the last of the tied has turned a card."""
    if after.phase == records.SUDDEN_DEATH and any(card != NONE for card in after.turned.tolist()):
        return []
    shown = {seat: int(after.last[seat]) for seat in range(after.players) if after.last[seat] != NONE}
    turns = [f"{called(seat)} turns {rated(game, before, card)}" for seat, card in shown.items()]
    if after.last_taker == NONE:
        still = [called(seat) for seat in range(after.players) if after.tied[seat]]
        return [f"sudden death: {listed(turns)}", f"{listed(still)} are still level"]
    return [f"sudden death: {listed(turns)}", *_awarded(game, before, after)]


def _awarded(game: Game, before: State, after: State) -> list[str]:
    """Who has won the round, if it is over with this."""
    if after.champion != NONE:
        return [f"{called(after.champion)} wins the final"]
    if after.rounds == before.rounds:
        return []
    winner = int(after.trophies[before.rounds])
    lines = [f"{called(winner)} wins the round and {trophy_name(game, int(before.rounds))}"]
    return [*lines, _bell(game, after)] if after.rounds < ROUNDS else lines


# Why it ended -----------------------------------------------------------------------------------------------------


def reason(game: Game, view: State) -> str:
    most = most_trophies(view)
    leaders = [called(seat) for seat in range(view.players) if trophies_of(view, seat) == most]
    trophies = counted(most, "trophy", "trophies")
    if view.champion != NONE:
        return f"{listed(leaders)} had {trophies} each, and {called(view.champion)} won the final"
    if len(leaders) == 1:
        return f"{leaders[0]} won {trophies}"
    return f"{listed(leaders)} share the win with {trophies} each"
