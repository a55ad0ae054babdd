"""Monster Mayhem on the table: the ring in the middle, piles and winnings around it, the trophies above."""

from collections.abc import Iterator
from typing import Any, NamedTuple

from rumpus.core.record import NONE
from rumpus.core.rules import State
from rumpus.core.view import View
from rumpus.games.mayhem import words
from rumpus.games.mayhem.box import cards
from rumpus.games.mayhem.rules import records
from rumpus.games.mayhem.rules.battle import next_to_turn
from rumpus.games.mayhem.rules.records import ABILITIES, CARDS, HIGH, HIGHEST, LOW, MONSTERS, PLAYERS, ROUNDS
from rumpus.games.mayhem.rules.rounds import cards_won, next_in_sudden_death
from rumpus.table.pieces import counter
from rumpus.table.scene import Area, Button, Piece, Scene, Seat, Sound, Space
from rumpus.table.seating import far_seats, near_seat, seated
from rumpus.table.telling import counted, listed, sentence

COLOURS = PLAYERS
MARKS = tuple(name[0].upper() for name in PLAYERS)
CARD = (1.0, 1.4)
APART = 0.125
WINNER = "won"
DISCARD = "discard"


def scene(view: View) -> Scene:
    state = view.desk
    prompt, cites = _prompt(view)
    return Scene(
        game=view.game.title,
        viewer=view.seat,
        prompt=prompt,
        cites=cites,
        seats=[_seat(view, seat) for seat in range(view.game.seats)],
        areas=list(_areas(view)),
        buttons=[Button(action, words.piece(view.game, state, view.seat, action)) for action in sorted(view.allowed)],
        over=state.phase == records.ENDED,
        announce=_news(view),
        sound=_sound(state),
    )


def _seat(view: View, seat: int) -> Seat:
    return seated(view, seat, words.called(seat), COLOURS[seat], MARKS[seat])


def _areas(view: View) -> Iterator[Area]:
    for seat in far_seats(view):
        yield _place(view, seat)
    yield _trophies(view)
    yield _last(view)
    yield _ring(view)
    yield _stake(view)
    yield _discard(view.desk)
    if view.desk.phase != records.ENDED:
        yield _count(view)
    yield _place(view, near_seat(view))


# Cards ------------------------------------------------------------------------------------------------------------


def _card(view: View, card: int, name: str, battle: "_Battle", told: list[str], **more: Any) -> Piece:
    """A card lying open, with its rating in the ability that it was turned for, and all others at hand."""
    printed = cards(view.game.contents)[card]
    value = _value(view, card, battle)
    label = f"{printed.name}, {words.ability_name(battle.ability)} {value}"
    return Piece(
        id=name,
        kind="card",
        label=", ".join([label, *told]),
        title=printed.name,
        value=value,
        text=_text(view, card),
        cites="§1.3" if card < MONSTERS else "§1.4",
        icon=printed.icon,
        **more,
    )


class _Battle(NamedTuple):
    """What a card lies there for: it keeps its name while it is turned, tied, won or discarded."""

    name: str
    ability: int
    direction: int


def _under_way(state: State) -> _Battle:
    """The battle that is fought; it is known by its round, and by how many cards everybody had left before it."""
    if state.phase == records.SUDDEN_DEATH:
        return _Battle(f"sudden-{state.rounds}", int(state.ability), HIGH)
    name = f"card-{state.rounds}-{int(state.pile) + int(state.layers)}"
    return _Battle(name, int(state.ability), int(state.declared))


def _over(state: State) -> _Battle:
    """The last battle or sudden death, known by the same; it may have been the last of its round."""
    is_new = state.battles == 0 or (state.rounds == ROUNDS and state.phase in (records.DRAWING, records.ENDED))
    ends_round = is_new and state.champion == NONE
    number = int(state.rounds) - ends_round
    ability = number if number < ROUNDS else int(state.ability)
    if state.last_declared == NONE:
        return _Battle(f"sudden-{number}", ability, HIGH)
    layers = int(state.last_cards) // max(1, sum(card != NONE for card in state.last))
    left = 0 if ends_round else int(state.pile) + int(state.layers)
    return _Battle(f"card-{number}-{left + layers}", ability, int(state.last_declared))


def _named(battle: _Battle, lying: list[int], stake: list[int]) -> dict[int, str]:
    """The name of each seat's card: the second of its kind is told from the first."""
    if battle.name.startswith("sudden"):
        return {seat: f"{battle.name}-{card}-{MARKS[seat]}" for seat, card in enumerate(lying)}
    return {seat: f"{battle.name}-{card}-{stake[card] + lying[:seat].count(card)}" for seat, card in enumerate(lying)}


def _value(view: View, card: int, battle: _Battle) -> str:
    if card < MONSTERS:
        return str(int(view.game.open_box.rating[card, battle.ability]))
    if battle.direction == NONE:
        return "1/9"
    return str(words.rating(view.game, view.desk, card, battle.direction))


def _text(view: View, card: int) -> str:
    printed = cards(view.game.contents)[card]
    if card >= MONSTERS:
        return f"{printed.text} 9 when high is declared, 1 when low is."
    ratings = ", ".join(f"{name.capitalize()} {getattr(printed, name)}" for name in ABILITIES)
    return f"{printed.text} {ratings}."


def _ring(view: View) -> Area:
    """The layer under way; in a sudden death, the cards of the tied."""
    state, battle = view.desk, _under_way(view.desk)
    lying = [int(card) for card in state.turned]
    names = _named(battle, lying, state.stake.tolist())
    is_sudden_death = state.phase == records.SUDDEN_DEATH
    source = WINNER if is_sudden_death else "pile"
    pieces = [
        _card(
            view, card, names[seat], battle, told=[f"turned by {words.called(seat)}"], colour=COLOURS[seat],
            mark=MARKS[seat], space=f"ring-{MARKS[seat]}", home=_heap_of(state, seat, source),
        )
        for seat, card in enumerate(lying)
        if card != NONE
    ]  # fmt: skip
    what = "highest wins" if is_sudden_death else f"{records.DIRECTIONS[state.declared]} wins"
    title = words.ability_name(state.ability)
    return _places(view, "ring", f"{title}: {what}" if is_sudden_death or state.declared != NONE else title, pieces)


def _last(view: View) -> Area:
    """How the last battle ended, until the next one has."""
    state, battle = view.desk, _over(view.desk)
    lying = [int(card) for card in state.last]
    names, twins = _named(battle, lying, state.last_stake.tolist()), words.twins(view.game, state)
    pieces = [
        _card(
            view, card, names[seat], battle, told=[f"turned by {words.called(seat)}", _fate(state, seat)],
            colour=COLOURS[seat], mark=MARKS[seat], turned=state.last_taker != seat, chosen=card in twins,
            space=f"last-{MARKS[seat]}", home=_where_it_went(state),
        )
        for seat, card in enumerate(lying)
        if card != NONE and names[seat] not in _names_in_ring(state)
    ]  # fmt: skip
    return _places(view, "last", _last_title(state), pieces)


def _names_in_ring(state: State) -> set[str]:
    """In a sudden death somebody may turn the second card of a monster just after the first."""
    names = _named(_under_way(state), [int(card) for card in state.turned], state.stake.tolist())
    return {name for seat, name in names.items() if state.turned[seat] != NONE}


def _places(view: View, name: str, title: str, pieces: list[Piece]) -> Area:
    """A place for a card of everybody, side by side, in the order of the seats."""
    width, height = CARD
    spaces = [
        Space(
            id=f"{name}-{MARKS[seat]}",
            label=f"place of {words.called(seat)}",
            x=APART + seat * (width + APART),
            y=0.0,
            width=width,
            height=height,
            colour=COLOURS[seat],
            mark=MARKS[seat],
        )
        for seat in range(view.game.seats)
    ]
    size = (len(spaces) * (width + APART) + APART, height)
    return Area(id=name, title=title, layout="track", size=size, spaces=spaces, pieces=pieces)


def _fate(state: State, seat: int) -> str:
    return WINNER if state.last_taker == seat else "beaten" if state.last_taker != NONE else "discarded"


def _where_it_went(state: State) -> str:
    """A battle goes to its winner; what nobody wins, and the cards of a sudden death, to the discard."""
    return _heap_of(state, int(state.last_taker), WINNER) if state.last_result == records.WON else DISCARD


def _last_title(state: State) -> str:
    if state.last_result == NONE:
        return ""
    number, taker = counted(int(state.last_cards), "card"), int(state.last_taker)
    declared = records.DIRECTIONS[state.last_declared].capitalize()
    return {
        records.WON: f"{declared}: {words.called(taker)} won {number}",
        records.MASHUP: f"Mashup: {number} discarded",
        records.SPENT: f"{declared}, tie at the end: {number} discarded",
        records.DECIDED: f"Sudden death: {'still tied' if taker == NONE else f'{words.called(taker)} is highest'}",
        records.BY_LOT: f"The lot fell on {words.called(taker)}",
    }[int(state.last_result)]


def _stake(view: View) -> Area:
    """Tied layers: all their cards go to whoever wins the battle in the end. Afterwards those of the last battle."""
    state = view.desk
    if state.layers:
        pieces = list(_tied(view, state.stake.tolist(), _under_way(state), "tied", ""))
        return Area(id="stake", title="at stake", pieces=pieces)
    went = "discarded" if state.last_taker == NONE else f"won by {words.called(state.last_taker)}"
    pieces = list(_tied(view, state.last_stake.tolist(), _over(state), f"tied before, {went}", _where_it_went(state)))
    return Area(id="stake", title="tied before" if pieces else "", pieces=pieces)


def _tied(view: View, stake: list[int], battle: _Battle, told: str, home: str) -> Iterator[Piece]:
    twins = [] if not home or view.game.open_box.mashup_scope else words.twins(view.game, view.desk)
    for card, copies in enumerate(stake):
        for number in range(copies):
            yield _card(
                view, card, f"{battle.name}-{card}-{number}", battle, told=[told], turned=True, chosen=card in twins,
                home=home,
            )  # fmt: skip


def _discard(state: State) -> Area:
    """What nobody has won this round."""
    number = int(state.discard.sum())
    label = f"{counted(number, 'card')} discarded"
    piece = Piece(id=DISCARD, kind="counter", label=label, title="discarded", value=str(number), cites="§5.1")
    return Area(id=DISCARD, title="", pieces=[piece])


def _place(view: View, seat: int) -> Area:
    """How many cards a player has still to turn, and how many are won."""
    state = view.desk
    pieces = []
    if state.playing[seat]:
        left = int(state.pile) - int(state.turned[seat] != NONE and state.phase != records.SUDDEN_DEATH)
        pieces = [_heap(seat, "pile", max(0, left), "to turn"), _heap(seat, WINNER, cards_won(state, seat), "won")]
    return Area(id=f"place-{MARKS[seat]}", title=words.called(seat), seat=seat, pieces=pieces)


def _heap(seat: int, where: str, count: int, what: str) -> Piece:
    return counter(where, count, what, "card", COLOURS[seat], MARKS[seat])


def _heap_of(state: State, seat: int, where: str) -> str:
    """Which heap that is, if it is there: who does not play a final has none."""
    return f"{where}-{MARKS[seat]}" if state.playing[seat] else ""


# Trophies ---------------------------------------------------------------------------------------------------------


def _trophies(view: View) -> Area:
    return Area(
        id="trophies", title="trophies", layout="row", pieces=[_trophy(view, ability) for ability in range(ROUNDS)]
    )


def _trophy(view: View, ability: int) -> Piece:
    """A trophy with its story; in its winner's colour, and marked while it is fought for."""
    state, winner = view.desk, int(view.desk.trophies[ability])
    trophy = view.game.contents.tables["trophies"][ABILITIES[ability]]
    is_next = ability == state.ability and state.rounds < ROUNDS
    fate = f"won by {words.called(winner)}" if winner != NONE else "fought for now" if is_next else "still to come"
    return Piece(
        id=f"trophy-{ABILITIES[ability]}",
        kind="token",
        label=f"{trophy.name} ({words.ability_name(ability)}), {fate}",
        title=words.ability_name(ability),
        text=f"{sentence(trophy.name)} {sentence(fate)} {trophy.story}",
        cites="§1.5",
        icon=trophy.icon,
        colour=COLOURS[winner] if winner != NONE else "",
        mark=MARKS[winner] if winner != NONE else "",
        chosen=is_next,
    )


# Counting ---------------------------------------------------------------------------------------------------------


def _count(view: View) -> Area:
    """What is still to be turned this round, rating by rating: what a good memory would know (§2.4)."""
    state = view.desk
    ratings = view.game.open_box.rating[:MONSTERS, state.ability].tolist()
    left = state.deck.tolist()
    pieces = [
        _rung(rating, sum(left[card] for card in range(MONSTERS) if ratings[card] == rating))
        for rating in reversed(range(HIGHEST + 1))
    ]
    pieces += [
        Piece(id=f"left-{card}", kind="counter", label=f"{cards(view.game.contents)[card].name}: {left[card]} left",
              title=cards(view.game.contents)[card].name, value=str(left[card]))
        for card in range(MONSTERS, CARDS)
    ]  # fmt: skip
    return Area(id="count", title=_what_is_out(view), pieces=pieces, folded=True)


def _rung(rating: int, left: int) -> Piece:
    return Piece(
        id=f"left-at-{rating}", kind="counter", label=f"rated {rating}: {left} left", title=str(rating), value=str(left)
    )


def _what_is_out(view: View) -> str:
    """In one line: how many are left, and how many of them beat the declarer's card."""
    state = view.desk
    left = counted(int(state.deck.sum()), "card")
    card = int(state.turned[state.declarer]) if state.phase in (records.DECLARING, records.ANSWERING) else NONE
    if card == NONE:
        return f"{left} left to turn"
    mine = "it" if card >= MONSTERS else str(words.rating(view.game, state, card, HIGH))
    if state.declared != NONE:
        return f"{left} left: {_better(view, card, int(state.declared))} beat {mine}"
    return f"{left} left: {_better(view, card, HIGH)} beat {mine} if high, {_better(view, card, LOW)} if low"


def _better(view: View, card: int, direction: int) -> int:
    """How many of the cards that are left beat this one, if that is declared."""
    worth = view.game.open_box.worth[direction, view.desk.ability]
    return int(view.desk.deck[worth > worth[card]].sum())


# The prompt -------------------------------------------------------------------------------------------------------


def _prompt(view: View) -> tuple[str, str]:
    state = view.desk
    if state.phase == records.ENDED:
        return f"The game is over: {words.reason(view.game, state)}.", "§7.1"
    if state.phase != records.DECLARING:
        return _while_chance_decides(state)
    card = words.rated(view.game, state, int(state.turned[state.declarer]), NONE)
    if view.seat == state.declarer:
        return f"You have turned {card} for {words.ability_name(state.ability)}: declare high or low.", "§3.1"
    return f"{words.called(state.declarer)} has {card} and declares.", "§3.1"


def _while_chance_decides(state: State) -> tuple[str, str]:
    if state.phase == records.TURNING:
        return f"{words.called(state.declarer)} turns a card and will declare.", "§3.1"
    if state.phase == records.ANSWERING:
        declared = records.DIRECTIONS[state.declared].capitalize()
        return f"{declared} wins: {words.called(next_to_turn(state))} turns a card.", "§3.2"
    if state.phase == records.SUDDEN_DEATH:
        return f"Sudden death: {words.called(next_in_sudden_death(state))} turns a card.", "§6.2"
    return {
        records.FIRST: ("A lot says who declares first.", "§6.5"),
        records.LOT: ("A lot says who wins the round.", "§6.4"),
        records.DRAWING: ("A lot says what the final is about.", "§9.2"),
    }[int(state.phase)]


# What just happened -----------------------------------------------------------------------------------------------


def _news(view: View) -> str:
    """The moments: a trophy, a Mashup, a sudden death, a lot, a final, the end."""
    state = view.desk
    if state.phase == records.ENDED:
        return _victors(view)
    if state.phase in (records.SUDDEN_DEATH, records.LOT):
        tied = listed([words.called(seat) for seat in range(state.players) if state.tied[seat]])
        return f"Sudden death: {tied}" if state.phase == records.SUDDEN_DEATH else f"A lot: {tied}"
    if state.phase == records.DRAWING:
        return f"A final: {words.finalists(state)}"
    if state.phase not in (records.TURNING, records.DECLARING):  # by then it is old
        return ""
    if state.battles == 0:
        return _opening(view)
    if state.last_result == records.MASHUP:
        return f"Mashup: {listed([words.card_name(view.game, card) for card in words.twins(view.game, state)])}"
    return ""


def _opening(view: View) -> str:
    """What a round begins with: who has won the one before, or what the final is about."""
    state = view.desk
    if state.rounds == 0:
        return ""
    if state.rounds == ROUNDS:
        return f"The final: {words.ability_name(state.ability)}, {words.finalists(state)}"
    winner = words.called(int(state.trophies[state.rounds - 1]))
    return f"{winner} wins {words.trophy_name(view.game, int(state.rounds) - 1)}{_how(state)}"


def _how(state: State) -> str:
    return {records.DECIDED: " in sudden death", records.BY_LOT: " by lot"}.get(int(state.last_result), "")


def _victors(view: View) -> str:
    """Who wins; a final may be won in sudden death, and then the game is."""
    state = view.desk
    winners = [seat for seat, place in enumerate(view.places or ()) if place == 1]
    if len(winners) > 1:
        return f"A shared win: {listed([words.called(seat) for seat in winners])}"
    what = "final" if state.champion != NONE else "game"
    return f"{words.called(winners[0])} wins the {what}{_how(state) if state.last_taker in winners else ''}"


def _sound(state: State) -> Sound:
    """What has just been heard: a card, unless it was the last of something."""
    if any(card != NONE for card in state.turned.tolist()):
        return "card"
    if state.phase == records.TURNING and state.battles:
        return "boom" if state.last_result == records.MASHUP else "clash"
    if state.phase == records.TURNING:
        return "bell" if state.rounds else "card"
    sounds: dict[int, Sound] = {
        records.ANSWERING: "clash",
        records.SUDDEN_DEATH: "roar",
        records.LOT: "roll",
        records.DRAWING: "bell",
        records.ENDED: "win",
    }
    return sounds.get(int(state.phase), "")
