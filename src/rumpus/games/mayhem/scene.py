"""Monster Mayhem on the table: the ring in the middle, piles and winnings around it, the trophies above."""

from collections.abc import Iterator

from rumpus.core.record import NONE
from rumpus.core.rules import NOBODY, State
from rumpus.core.view import View
from rumpus.games.mayhem import words
from rumpus.games.mayhem.box import cards
from rumpus.games.mayhem.rules import records
from rumpus.games.mayhem.rules.records import ABILITIES, CARDS, HIGHEST, MONSTERS, PLAYERS, ROUNDS
from rumpus.games.mayhem.rules.rounds import cards_won, how_many
from rumpus.table.scene import Area, Button, Piece, Scene, Seat, Sound, Space
from rumpus.table.telling import counted

COLOURS = PLAYERS
MARKS = tuple(name[0].upper() for name in PLAYERS)
CARD = (1.0, 1.4)
APART = 0.125
WINNER = "won"


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
    return Seat(
        seat=seat,
        name=words.called(seat),
        colour=COLOURS[seat],
        mark=MARKS[seat],
        points=view.points[seat],
        acting=seat in view.acting,
        place=view.places[seat] if view.places else None,
    )


def _areas(view: View) -> Iterator[Area]:
    seats = view.game.seats
    near = 0 if view.seat == NOBODY else view.seat
    for step in range(1, seats):
        yield _place(view, (near + step) % seats)
    yield _trophies(view)
    yield _last(view)
    yield _ring(view)
    yield _stake(view)
    yield _count(view)
    yield _place(view, near)


# Cards ------------------------------------------------------------------------------------------------------------


def _card(view: View, card: int, owner: int, name: str, ability: int, fate: str = "", space: str = "") -> Piece:
    """A card lying open, with its rating in the ability that it was turned for, and all others at hand."""
    printed = cards(view.game.contents)[card]
    value = _value(view, card, ability)
    label = f"{printed.name}, {words.ability_name(ability)} {value}, turned by {words.called(owner)}"
    return Piece(
        id=name,
        kind="card",
        label=f"{label}, {fate}" if fate else label,
        title=printed.name,
        value=value,
        text=_text(view, card),
        cites="§1.3" if card < MONSTERS else "§1.4",
        icon=printed.icon,
        colour=COLOURS[owner],
        mark=MARKS[owner],
        turned=bool(fate) and fate != WINNER,
        space=space,
    )


def _value(view: View, card: int, ability: int) -> str:
    if card < MONSTERS:
        return str(int(view.game.open_box.rating[card, ability]))
    declared = view.desk.declared
    return "1/9" if declared == NONE else str(words.rating(view.game, view.desk, card, int(declared)))


def _text(view: View, card: int) -> str:
    printed = cards(view.game.contents)[card]
    if card >= MONSTERS:
        return f"{printed.text} 9 when high is declared, 1 when low is."
    ratings = ", ".join(f"{name.capitalize()} {getattr(printed, name)}" for name in ABILITIES)
    return f"{printed.text} {ratings}."


def _ring(view: View) -> Area:
    """The layer under way; in a sudden death, the cards of the tied."""
    state = view.desk
    name = f"{state.rounds}-{state.battles}-{state.layers}"
    cards_there = [(seat, int(card)) for seat, card in enumerate(state.turned) if card != NONE]
    ability = int(state.ability)
    pieces = [
        _card(view, card, seat, f"card-{name}-{seat}", ability, space=f"ring-{MARKS[seat]}")
        for seat, card in cards_there
    ]
    declared = "" if state.declared == NONE else f": {records.DIRECTIONS[state.declared]} wins"
    return _places(view, "ring", f"{words.ability_name(state.ability)}{declared}", pieces)


def _last(view: View) -> Area:
    """How the last battle ended, until the next one has."""
    state = view.desk
    name = f"{state.rounds}-{state.battles - 1}-{_last_layers(state)}"
    cards_there = [(seat, int(card)) for seat, card in enumerate(state.last) if card != NONE]
    pieces = [
        _card(view, card, seat, f"card-{name}-{seat}", _last_ability(state), _fate(state, seat), f"last-{MARKS[seat]}")
        for seat, card in cards_there
    ]
    return _places(view, "last", _last_title(state), pieces)


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


def _last_ability(state: State) -> int:
    """When a round has just begun, what lies there is from the one before."""
    return int(state.rounds) - 1 if state.battles == 0 and state.rounds else int(state.ability)


def _last_layers(state: State) -> int:
    players = how_many(state.playing)
    return max(0, int(state.last_cards) // max(players, 1) - 1)


def _fate(state: State, seat: int) -> str:
    return WINNER if state.last_taker == seat else "beaten" if state.last_taker != NONE else "discarded"


def _last_title(state: State) -> str:
    if state.last_result == NONE:
        return ""
    number = counted(int(state.last_cards), "card")
    if state.last_result == records.WON:
        return f"{words.called(state.last_taker)} won {number}"
    return {
        records.MASHUP: f"Mashup: {number} discarded",
        records.SPENT: f"Tie at the end: {number} discarded",
        records.DECIDED: "Sudden death",
        records.BY_LOT: "Decided by lot",
    }[int(state.last_result)]


def _stake(view: View) -> Area:
    """Tied layers: all their cards go to whoever wins the battle in the end."""
    state = view.desk
    pieces = [
        Piece(
            id=f"stake-{card}",
            kind="card",
            label=f"{cards(view.game.contents)[card].name}, tied",
            title=cards(view.game.contents)[card].name,
            value=_value(view, card, int(state.ability)),
            text=_text(view, card),
            icon=cards(view.game.contents)[card].icon,
            count=int(state.stake[card]),
            turned=True,
        )
        for card in range(CARDS)
        if state.stake[card]
    ]
    return Area(id="stake", title="at stake" if pieces else "", pieces=pieces)


def _place(view: View, seat: int) -> Area:
    """How many cards a player has still to turn, and how many are won."""
    state = view.desk
    pieces = []
    if state.playing[seat]:
        left = int(state.pile) - int(state.turned[seat] != NONE and state.phase != records.SUDDEN_DEATH)
        pieces = [_heap(seat, "pile", max(0, left), "to turn"), _heap(seat, "won", cards_won(state, seat), "won")]
    return Area(id=f"place-{MARKS[seat]}", title=words.called(seat), seat=seat, pieces=pieces)


def _heap(seat: int, where: str, count: int, what: str) -> Piece:
    return Piece(
        id=f"{where}-{MARKS[seat]}",
        kind="counter",
        label=f"{counted(count, 'card')} {what}",
        title=what,
        value=str(count),
        colour=COLOURS[seat],
        mark=MARKS[seat],
    )


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
        title=trophy.name,
        text=trophy.story,
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
    return Area(id="count", title=_what_is_out(view, ratings, left), pieces=pieces, folded=True)


def _rung(rating: int, left: int) -> Piece:
    return Piece(
        id=f"left-at-{rating}", kind="counter", label=f"rated {rating}: {left} left", title=str(rating), value=str(left)
    )


def _what_is_out(view: View, ratings: list[int], left: list[int]) -> str:
    """In one line: how many are left, and how they lie to the declarer's card."""
    state, total = view.desk, sum(left)
    card = int(state.turned[state.declarer]) if state.declarer != NONE else NONE
    if card == NONE or card >= MONSTERS:
        return f"{counted(total, 'card')} left to turn"
    mine = ratings[card]
    above = sum(left[other] for other in range(MONSTERS) if ratings[other] > mine)
    below = sum(left[other] for other in range(MONSTERS) if ratings[other] < mine)
    return f"{counted(total, 'card')} left: {above} above {mine}, {below} below"


# The prompt -------------------------------------------------------------------------------------------------------


def _prompt(view: View) -> tuple[str, str]:
    state = view.desk
    if not view.acting:
        return f"The game is over: {words.reason(view.game, state)}.", "§7.1"
    if state.phase != records.DECLARING:
        return "Cards are being turned.", "§3.2"
    card = words.rated(view.game, state, int(state.turned[state.declarer]), NONE)
    if view.seat == state.declarer:
        return f"You have turned {card} for {words.ability_name(state.ability)}: declare high or low.", "§3.1"
    return f"{words.called(state.declarer)} has {card} and declares.", "§3.1"


# What just happened -----------------------------------------------------------------------------------------------


def _news(view: View) -> str:
    """The moments: a trophy, a Mashup, a tie that nobody wins, the end."""
    state = view.desk
    if view.places:
        return _victors(view)
    if state.battles == 0 and state.rounds > 0 and state.phase in (records.TURNING, records.DECLARING):
        how = {records.DECIDED: " in sudden death", records.BY_LOT: " by lot"}.get(int(state.last_result), "")
        winner = int(state.trophies[state.rounds - 1])
        return f"{words.called(winner)} wins {words.trophy_name(view.game, int(state.rounds) - 1)}{how}"
    if state.last_result == records.MASHUP:
        return "Mashup"
    return ""


def _victors(view: View) -> str:
    winners = [words.called(seat) for seat, place in enumerate(view.places or ()) if place == 1]
    return f"{winners[0]} wins the game" if len(winners) == 1 else "A shared win"


def _sound(state: State) -> Sound:
    if state.phase == records.ENDED:
        return "win"
    if state.battles == 0 and state.rounds > 0:
        return "bell"
    if state.last_result == records.MASHUP:
        return "boom"
    return "clash" if state.battles else "card"
