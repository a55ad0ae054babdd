"""BraveRats: two clans of eight rats, one card each at a time. The numbers (§) are those of RULES.md."""

from rumpus.core.kernel import kernel
from rumpus.core.record import FLAG, NONE, UNKNOWN, Field, record
from rumpus.core.rng import Rng, below
from rumpus.core.rules import CHANCE, NOBODY, OVER, Box, Mask, Numbers, State, Weights
from rumpus.core.switches import Exclusion, Switch

VERSION = 1
SEATS = 2
CARDS = 8
ACTIONS = CARDS
OUTCOMES = CARDS

# §1 The box -------------------------------------------------------------------------------------------------------

YARGS, APPLEWOODS = 0, 1
CLANS = ("yargs", "applewoods")

MUSICIAN, PRINCESS, SPY, ASSASSIN, AMBASSADOR, WIZARD, GENERAL, PRINCE, NO_POWER = range(9)
POWERS = ("musician", "princess", "spy", "assassin", "ambassador", "wizard", "general", "prince", "none")
RATS = POWERS[:CARDS]
"""The cards, in the order of their printed strengths; each bears the name of its printed power."""

ROUNDS = 8
VICTORIES, FAST_RAT_VICTORIES = 4, 3
GENERAL_BONUS = 2
LUCKY_HAND = 3
PACKET = 4
EMPEROR_GAMES, EMPEROR_LIMIT = 2, 20

SWITCHES = (
    Switch("traitor", "A. Traitor: before the game, each clan gives a random card to the other."),
    Switch("lucky_draw", "B. Lucky Draw: play from a hand of three, drawn from a shuffled pile of your own cards."),
    Switch("fast_rat", "C. Fast Rat: three victories win the game instead of four."),
    Switch("draft", "D. Draft: all sixteen cards are drafted from packets of four."),
    Switch("random_deal", "E. Random Deal: all sixteen cards are shuffled and eight go to each clan."),
    Switch("princess_attack", "F. Princess Attack: one clan has both Princes, the other both Princesses."),
    Switch("emperor", "G. The Emperor: the first to win two games wins."),
    Switch("musician_cancels", "A round held by a Musician also cancels the other card's effect on the next round."),
    Switch("held_ambassador", "An Ambassador in a held round counts two, or is plain.", ("counts", "plain")),
    Switch("out_of_cards", "When the cards run out: a tie, or the most victories win.", ("tie", "most_victories")),
)
EXCLUSIONS = (
    Exclusion("draft", "random_deal", "each deals out all sixteen cards in its own way"),
    Exclusion("draft", "princess_attack", "a draft decides by itself who holds the Princes and Princesses"),
    Exclusion("random_deal", "princess_attack", "the deal decides by itself who holds the Princes and Princesses"),
)

# What is under way
ATTACK, OPENER, PACKING, KEEPING, DEALING, TRAITOR, DRAWING, PLAYING, GATHERING, ENDED = range(10)
PHASES = ("attack", "opener", "packing", "keeping", "dealing", "traitor", "drawing", "playing", "gathering", "ended")

# Why it ended (§5, §6.7)
NOT_YET, BY_VICTORIES, BY_PRINCESS, OUT_OF_CARDS, CROWNED, GAME_LIMIT = range(6)
ENDINGS = ("not yet", "victories", "princess", "out of cards", "crowned", "game limit")

HOLD = -1
"""The winner of a round that nobody wins."""

LENGTHS = {"seat": SEATS, "card": CARDS, "round": ROUNDS}

BOX_FIELDS = (
    Field("strength", ("card",)),
    Field("power", ("card",), "power"),
    *(switch.field() for switch in SWITCHES),
    Field("enough", ()),  # victories that win the game
    Field("clash", (4 * CARDS * CARDS, 8)),  # what follows from two cards that meet: see `prepare`
)
STATE_FIELDS = (
    Field("phase", (), "phase"),
    Field("choice", ("seat",), "card"),  # the card on the table, face up if its owner was spied on
    Field("spied", (), "seat"),  # who has to show a card first this round
    Field("bonus", ("seat",), FLAG),  # the General fought last round
    Field("held", ("seat",)),  # what the held rounds are worth to each seat
    Field("victories", ("seat",)),
    Field("rounds", ()),  # rounds fought so far
    Field("hand", ("seat", "card")),
    Field("fought", ("round", "seat"), "card"),  # the rounds so far: cards ...
    Field("won_by", ("round",), "seat"),  # ... and winners, none where the round was held
    Field("ending", (), "ending"),
    Field("winner", (), "seat"),
    Field("pile", ("seat", "card")),  # lucky draw: not yet drawn
    Field("deck", ("card",)),  # draft and deal: not yet dealt; in a view also every card whose place is unknown
    Field("packet", ("card",)),  # draft: on offer
    Field("keeper", (), "seat"),  # draft: who keeps a card next
    Field("opener", (), "seat"),  # draft: who opened this packet
    Field("secret", ("seat", "card")),  # draft: kept before the other clan saw the packet
    Field("princes", (), "seat"),  # princess attack: who has both Princes
    Field("given", ("seat",), "card"),  # traitor: the card each clan gave
    Field("unknown_hand", ("seat",)),  # in a view: cards in hand, in a pile and in the packet that the viewer
    Field("unknown_pile", ("seat",)),  # does not know
    Field("unknown_packet", ()),
    Field("games_won", ("seat",)),  # emperor
    Field("games", ()),
)
BOX = record(BOX_FIELDS, LENGTHS)
STATE = record(STATE_FIELDS, LENGTHS)

# §2 and §3 Two cards meet -----------------------------------------------------------------------------------------
# These functions are read once for every pair of cards, when a box is made; `fight` looks the answers up.


@kernel
def has_power(box: Box, power: int, mine: int, theirs: int) -> bool:
    """Whether my card has a power in this round: a Wizard takes it away (§3.6)."""
    return bool(box.power[mine] == power and box.power[theirs] != WIZARD)


@kernel
def either_has_power(box: Box, power: int, mine: int, theirs: int) -> bool:
    return has_power(box, power, mine, theirs) or has_power(box, power, theirs, mine)


@kernel
def princess_takes(box: Box, mine: int, theirs: int) -> bool:
    """My Princess meets their Prince: the game is mine (§3.2)."""
    return has_power(box, PRINCESS, mine, theirs) and has_power(box, PRINCE, theirs, mine)


@kernel
def strength(box: Box, card: int, bonus: int) -> int:
    return int(box.strength[card] + GENERAL_BONUS * bonus)


@kernel
def winner_of_round(box: Box, mine: int, theirs: int, my_bonus: int, their_bonus: int) -> int:
    """Who wins the round, 0 for me, 1 for them, or HOLD: the order of precedence (§2.4)."""
    if either_has_power(box, MUSICIAN, mine, theirs):
        return HOLD
    if princess_takes(box, mine, theirs):
        return 0
    if princess_takes(box, theirs, mine):
        return 1

    my_prince, their_prince = has_power(box, PRINCE, mine, theirs), has_power(box, PRINCE, theirs, mine)
    if my_prince != their_prince:
        return 0 if my_prince else 1

    my_strength, their_strength = strength(box, mine, my_bonus), strength(box, theirs, their_bonus)
    if my_strength == their_strength:
        return HOLD
    lowest_wins = either_has_power(box, ASSASSIN, mine, theirs)
    return 0 if (my_strength < their_strength) == lowest_wins else 1


@kernel
def worth(box: Box, mine: int, theirs: int, is_held: bool) -> int:
    """What this round is worth to me if I win it, now or after a hold (§3.5, §4.2)."""
    if is_held and box.held_ambassador == 1:
        return 1
    return 2 if has_power(box, AMBASSADOR, mine, theirs) else 1


@kernel
def effects_cancelled(box: Box, mine: int, theirs: int) -> bool:
    """Whether a Musician's hold also takes the effects on the next round (§9, musician_cancels)."""
    return bool(box.musician_cancels) and either_has_power(box, MUSICIAN, mine, theirs)


@kernel
def gives_bonus(box: Box, mine: int, theirs: int) -> bool:
    """My General strengthens my next card (§3.7)."""
    return has_power(box, GENERAL, mine, theirs) and not effects_cancelled(box, mine, theirs)


@kernel
def spies(box: Box, mine: int, theirs: int) -> bool:
    """My Spy makes them show their next card first; two Spies cancel each other (§3.3)."""
    if has_power(box, SPY, theirs, mine):
        return False
    return has_power(box, SPY, mine, theirs) and not effects_cancelled(box, mine, theirs)


# Columns of box.clash
WINNER, PRINCESS_WINS, WORTH_TO_YARGS, WORTH_TO_APPLEWOODS, SPIED, BONUS_TO_YARGS, BONUS_TO_APPLEWOODS = range(7)


@kernel
def row(mine: int, theirs: int, my_bonus: int, their_bonus: int) -> int:
    """The row of box.clash for two cards and their bonuses."""
    return ((int(mine) * CARDS + int(theirs)) * 2 + int(my_bonus)) * 2 + int(their_bonus)


@kernel
def meet(box: Box, yargs: int, applewoods: int, yargs_bonus: int, applewoods_bonus: int) -> None:
    """Write down once what follows when these two cards meet."""
    here = box.clash[row(yargs, applewoods, yargs_bonus, applewoods_bonus)]
    winner = winner_of_round(box, yargs, applewoods, yargs_bonus, applewoods_bonus)
    here[WINNER] = winner
    here[PRINCESS_WINS] = princess_takes(box, yargs, applewoods) or princess_takes(box, applewoods, yargs)
    here[WORTH_TO_YARGS] = worth(box, yargs, applewoods, winner == HOLD)
    here[WORTH_TO_APPLEWOODS] = worth(box, applewoods, yargs, winner == HOLD)
    here[SPIED] = NONE
    if spies(box, yargs, applewoods):
        here[SPIED] = APPLEWOODS
    if spies(box, applewoods, yargs):
        here[SPIED] = YARGS
    here[BONUS_TO_YARGS] = gives_bonus(box, yargs, applewoods)
    here[BONUS_TO_APPLEWOODS] = gives_bonus(box, applewoods, yargs)


@kernel
def prepare(box: Box) -> None:
    """Fill in what follows from the cards and the switches."""
    box.enough = FAST_RAT_VICTORIES if box.fast_rat else VICTORIES
    for yargs in range(CARDS):
        for applewoods in range(CARDS):
            for bonuses in range(4):
                meet(box, yargs, applewoods, bonuses // 2, bonuses % 2)


# §2 A round -------------------------------------------------------------------------------------------------------


@kernel
def start_round(state: State, spied: int) -> None:
    state.phase = PLAYING
    state.spied = spied
    state.choice[YARGS] = NONE
    state.choice[APPLEWOODS] = NONE


@kernel
def lay_card(box: Box, state: State, seat: int, card: int) -> None:
    """A clan lays a card; when both lie there, they fight (§2.1, §2.2)."""
    state.hand[seat, card] -= 1
    state.choice[seat] = card
    if state.choice[1 - seat] != NONE:
        fight(box, state, state.choice[YARGS], state.choice[APPLEWOODS])


@kernel
def fight(box: Box, state: State, yargs: int, applewoods: int) -> None:
    """Both cards are turned over (§2.3)."""
    here = row(yargs, applewoods, state.bonus[YARGS], state.bonus[APPLEWOODS])
    winner = box.clash[here, WINNER]
    write_down(state, yargs, applewoods, winner)
    start_round(state, box.clash[here, SPIED])
    if box.clash[here, PRINCESS_WINS]:
        end_game(box, state, winner, BY_PRINCESS)
        return

    state.held[YARGS] += box.clash[here, WORTH_TO_YARGS]
    state.held[APPLEWOODS] += box.clash[here, WORTH_TO_APPLEWOODS]
    if winner != HOLD:
        take_rounds(state, winner)
    state.bonus[YARGS] = box.clash[here, BONUS_TO_YARGS]
    state.bonus[APPLEWOODS] = box.clash[here, BONUS_TO_APPLEWOODS]
    go_on(box, state, winner)


@kernel
def write_down(state: State, yargs: int, applewoods: int, winner: int) -> None:
    """Set the two cards aside, so that everybody can see who won the round (§2.6)."""
    state.fought[state.rounds, YARGS] = yargs
    state.fought[state.rounds, APPLEWOODS] = applewoods
    state.won_by[state.rounds] = winner
    state.rounds += 1


@kernel
def take_rounds(state: State, winner: int) -> None:
    """The winner takes this round and all that were on hold, each at its worth to the winner (§4.1, §4.2)."""
    state.victories[winner] += state.held[winner]
    state.held[YARGS] = 0
    state.held[APPLEWOODS] = 0


@kernel
def go_on(box: Box, state: State, winner: int) -> None:
    """Is the game over, or what comes next? (§5)"""
    if winner != HOLD and state.victories[winner] >= box.enough:
        end_game(box, state, winner, BY_VICTORIES)
    elif state.rounds == ROUNDS:
        end_game(box, state, winner_without_cards(box, state), OUT_OF_CARDS)
    elif box.lucky_draw:
        draw_up(box, state)


# §5 The end -------------------------------------------------------------------------------------------------------


@kernel
def winner_without_cards(box: Box, state: State) -> int:
    """A tie, unless the table plays for the most victories (§5.3)."""
    if box.out_of_cards == 0 or state.victories[YARGS] == state.victories[APPLEWOODS]:
        return NONE
    return YARGS if state.victories[YARGS] > state.victories[APPLEWOODS] else APPLEWOODS


@kernel
def end_game(box: Box, state: State, winner: int, ending: int) -> None:
    state.phase = ENDED
    state.winner = winner
    state.ending = ending
    if box.emperor:
        count_game(state, winner)


@kernel
def count_game(state: State, winner: int) -> None:
    """The Emperor: the first to win two games, and an end to it after twenty (§6.7)."""
    state.games += 1
    if winner != NONE:
        state.games_won[winner] += 1
    if state.games_won[YARGS] < EMPEROR_GAMES and state.games_won[APPLEWOODS] < EMPEROR_GAMES:
        if state.games < EMPEROR_LIMIT:
            state.phase = GATHERING


# §6 Before the game, and variations -------------------------------------------------------------------------------


@kernel
def clear(state: State) -> None:
    """An empty table; the games of an Emperor's match stay counted."""
    start_round(state, NONE)
    state.rounds = 0
    state.ending = NOT_YET
    state.winner = state.keeper = state.opener = state.princes = NONE
    state.unknown_packet = 0
    for seat in range(SEATS):
        state.bonus[seat] = state.held[seat] = state.victories[seat] = 0
        state.unknown_hand[seat] = state.unknown_pile[seat] = 0
        state.given[seat] = NONE
    for number in range(ROUNDS):
        state.fought[number, YARGS] = state.fought[number, APPLEWOODS] = state.won_by[number] = NONE
    for card in range(CARDS):
        state.deck[card] = state.packet[card] = 0
        for seat in range(SEATS):
            state.hand[seat, card] = state.pile[seat, card] = state.secret[seat, card] = 0


@kernel
def open_game(box: Box, state: State) -> None:
    """The table before the first card is dealt (§2.1, §6)."""
    clear(state)
    for card in range(CARDS):
        if box.draft or box.random_deal:
            state.deck[card] = SEATS
        else:
            state.hand[YARGS, card] = state.hand[APPLEWOODS, card] = 1
    if box.draft:
        state.phase = OPENER
    elif box.random_deal:
        state.phase = DEALING
    elif box.princess_attack:
        state.phase = ATTACK
    else:
        after_the_deal(box, state)


@kernel
def after_the_deal(box: Box, state: State) -> None:
    if box.traitor:
        state.phase = TRAITOR
    else:
        after_the_traitors(box, state)


@kernel
def after_the_traitors(box: Box, state: State) -> None:
    start_round(state, NONE)
    if box.lucky_draw:
        shuffle_hands(state)
        draw_up(box, state)


@kernel
def give_traitor(box: Box, state: State, card: int) -> None:
    """Both cards are drawn before either arrives (§6.1)."""
    if state.given[YARGS] == NONE:
        state.given[YARGS] = card
        return
    state.given[APPLEWOODS] = card
    exchange(state, state.given[YARGS], card)
    after_the_traitors(box, state)


@kernel
def exchange(state: State, from_yargs: int, from_applewoods: int) -> None:
    state.hand[YARGS, from_yargs] -= 1
    state.hand[APPLEWOODS, from_yargs] += 1
    state.hand[APPLEWOODS, from_applewoods] -= 1
    state.hand[YARGS, from_applewoods] += 1


@kernel
def shuffle_hands(state: State) -> None:
    """Each clan's cards become its pile (§6.2)."""
    for seat in range(SEATS):
        for card in range(CARDS):
            state.pile[seat, card] = state.hand[seat, card]
            state.hand[seat, card] = 0


@kernel
def seat_to_draw(state: State) -> int:
    """Who draws next up to a hand of three, or NONE (§6.2)."""
    for seat in range(SEATS):
        if state.hand[seat].sum() < LUCKY_HAND and state.pile[seat].sum() > 0:
            return seat
    return NONE


@kernel
def draw_up(box: Box, state: State) -> None:
    state.phase = DRAWING if seat_to_draw(state) != NONE else PLAYING


@kernel
def draw_card(box: Box, state: State, card: int) -> None:
    seat = seat_to_draw(state)
    state.pile[seat, card] -= 1
    state.hand[seat, card] += 1
    draw_up(box, state)


@kernel
def put_in_packet(state: State, card: int) -> None:
    """Packets of four are drawn for the one who opens them (§6.4)."""
    state.deck[card] -= 1
    state.packet[card] += 1
    if state.packet.sum() == PACKET:
        state.phase = KEEPING


@kernel
def keep(box: Box, state: State, seat: int, card: int) -> None:
    """Keep one and pass the rest; the last card of a packet has only one way to go (§6.4)."""
    if state.packet.sum() == PACKET:
        state.secret[seat, card] += 1
    take_from_packet(state, seat, card)
    state.keeper = 1 - seat
    if state.packet.sum() == 1:
        take_from_packet(state, 1 - seat, last_in_packet(state))
        close_packet(box, state)


@kernel
def take_from_packet(state: State, seat: int, card: int) -> None:
    state.packet[card] -= 1
    state.hand[seat, card] += 1


@kernel
def last_in_packet(state: State) -> int:
    last = NONE
    for card in range(CARDS):
        if state.packet[card] > 0:
            last = card
    return last


@kernel
def close_packet(box: Box, state: State) -> None:
    """The other clan opens the next packet; after the last, each hand is the other's complement (§6.4, §7.4)."""
    if state.deck.sum() > 0:
        state.phase = PACKING
        state.opener = state.keeper = 1 - state.opener
        return
    state.opener = state.keeper = NONE
    state.secret[:] = 0
    after_the_deal(box, state)


@kernel
def deal_to_yargs(box: Box, state: State, card: int) -> None:
    """Eight of the sixteen cards to the Yargs, the rest to the Applewoods (§6.5)."""
    state.deck[card] -= 1
    state.hand[YARGS, card] += 1
    if state.hand[YARGS].sum() == ROUNDS:
        for rest in range(CARDS):
            state.hand[APPLEWOODS, rest] = state.deck[rest]
            state.deck[rest] = 0
        after_the_deal(box, state)


@kernel
def attack(box: Box, state: State, seat: int) -> None:
    """One clan gives its Princess for the other's Prince (§6.6)."""
    state.princes = seat
    exchange(state, PRINCESS if seat == YARGS else PRINCE, PRINCE if seat == YARGS else PRINCESS)
    after_the_deal(box, state)


# The protocol -----------------------------------------------------------------------------------------------------


@kernel
def set_up(box: Box, state: State, seats: int) -> None:
    state.games = 0
    state.games_won[YARGS] = state.games_won[APPLEWOODS] = 0
    open_game(box, state)


@kernel
def acting(box: Box, state: State) -> int:
    if state.phase == PLAYING:
        return choosing(state)
    if state.phase == KEEPING:
        return 1 << int(state.keeper)
    return OVER if state.phase == ENDED else CHANCE


@kernel
def choosing(state: State) -> int:
    """Both clans at once, or first the one that was spied on, then the one that looks (§2.1, §3.3)."""
    spied = int(state.spied)
    if spied != NONE and state.choice[spied] == NONE:
        return 1 << spied
    return int(state.choice[YARGS] == NONE) + 2 * int(state.choice[APPLEWOODS] == NONE)


@kernel
def legal(box: Box, state: State, seat: int, mask: Mask) -> None:
    """Any card in hand may be laid, any card of the packet kept (§2.1, §6.4)."""
    cards = state.packet[:] if state.phase == KEEPING else state.hand[seat]
    may = acting(box, state) >> seat & 1
    for card in range(CARDS):
        mask[card] = may and cards[card] > 0


@kernel
def chance(box: Box, state: State, weights: Weights) -> None:
    """Cards come at random, as many chances as there are copies; so do sides, which are even."""
    weights[:] = 0
    if state.phase == ATTACK or state.phase == OPENER:
        weights[YARGS] = weights[APPLEWOODS] = 1
    elif state.phase == GATHERING:
        weights[0] = 1
    else:
        cards = drawn_from(state)
        for card in range(CARDS):
            weights[card] = cards[card]


@kernel
def drawn_from(state: State) -> Mask:
    """The cards one of which chance draws now."""
    if state.phase == TRAITOR:
        return state.hand[YARGS] if state.given[YARGS] == NONE else state.hand[APPLEWOODS]
    if state.phase == DRAWING:
        return state.pile[seat_to_draw(state)]
    return state.deck[:]


@kernel
def apply(box: Box, state: State, seat: int, action: int) -> None:
    if seat == CHANCE:
        happen(box, state, action)
    elif state.phase == KEEPING:
        keep(box, state, seat, action)
    else:
        lay_card(box, state, seat, action)


@kernel
def happen(box: Box, state: State, outcome: int) -> None:
    """What chance chose takes place."""
    if state.phase == ATTACK:
        attack(box, state, outcome)
    elif state.phase == OPENER:
        state.opener = state.keeper = outcome
        state.phase = PACKING
    elif state.phase == PACKING:
        put_in_packet(state, outcome)
    elif state.phase == DEALING:
        deal_to_yargs(box, state, outcome)
    elif state.phase == TRAITOR:
        give_traitor(box, state, outcome)
    elif state.phase == DRAWING:
        draw_card(box, state, outcome)
    else:
        open_game(box, state)


@kernel
def points(box: Box, state: State, out: Numbers) -> None:
    """Victories, or games won under the Emperor (§5.4)."""
    for seat in range(SEATS):
        out[seat] = state.games_won[seat] if box.emperor else state.victories[seat]


@kernel
def places(box: Box, state: State, out: Numbers) -> None:
    """The winner first; without one, both share the first place (§5.3, §6.7)."""
    winner = leader_in_games(state) if box.emperor else int(state.winner)
    for seat in range(SEATS):
        out[seat] = 1 if winner in (seat, NONE) else 2


@kernel
def leader_in_games(state: State) -> int:
    ahead = int(state.games_won[YARGS]) - int(state.games_won[APPLEWOODS])
    if ahead == 0:
        return NONE
    return YARGS if ahead > 0 else APPLEWOODS


# §7 What a seat knows ---------------------------------------------------------------------------------------------


@kernel
def redact(box: Box, state: State, seat: int) -> None:
    for other in range(SEATS):
        if other != seat:
            cover_choice(state, other)
    if seat == NOBODY and hands_are_mixed(box):
        cover_table(state)
        return
    for other in range(SEATS):
        if other != seat:
            cover_hand(box, state, other)
    if is_drafting(state):
        cover_draft(state, seat)


@kernel
def is_drafting(state: State) -> bool:
    return bool(state.phase == PACKING or state.phase == KEEPING)


@kernel
def hands_are_mixed(box: Box) -> bool:
    """Whether cards changed clans unseen by those who only watch (§7.5)."""
    return bool(box.traitor or box.draft or box.random_deal or box.princess_attack)


@kernel
def cover_choice(state: State, owner: int) -> None:
    """A card laid face down could be any in hand (§7.1); one that was shown to a Spy lies open (§3.3)."""
    card = state.choice[owner]
    if card >= 0 and state.spied != owner:
        state.hand[owner, card] += 1
        state.choice[owner] = UNKNOWN


@kernel
def cover_hand(box: Box, state: State, owner: int) -> None:
    """Lucky Draw: which of the unplayed cards are in hand is the owner's secret (§7.3)."""
    if box.lucky_draw and state.phase >= DRAWING:
        for card in range(CARDS):
            state.unknown_hand[owner] += state.hand[owner, card]
            state.pile[owner, card] += state.hand[owner, card]
            state.hand[owner, card] = 0


@kernel
def cover_draft(state: State, seat: int) -> None:
    """A packet just opened, and what was kept from it first, are the opener's secrets (§7.4)."""
    other = 1 - seat
    for card in range(CARDS):
        kept = state.secret[other, card]
        state.unknown_hand[other] += kept
        state.hand[other, card] -= kept
        state.deck[card] += kept
        state.secret[other, card] = 0
    if state.opener == other and (state.phase == PACKING or state.packet.sum() == PACKET):
        cover_packet(state)


@kernel
def cover_packet(state: State) -> None:
    for card in range(CARDS):
        state.unknown_packet += state.packet[card]
        state.deck[card] += state.packet[card]
        state.packet[card] = 0


@kernel
def cover_table(state: State) -> None:
    """Who has what, for one who only watches: every card not yet played could be anywhere (§7.5)."""
    cover_packet(state)
    if state.princes != NONE:
        state.princes = UNKNOWN
    for seat in range(SEATS):
        if state.given[seat] != NONE:
            state.given[seat] = UNKNOWN
        for card in range(CARDS):
            state.unknown_hand[seat] += state.hand[seat, card]
            state.unknown_pile[seat] += state.pile[seat, card]
            state.deck[card] += state.hand[seat, card] + state.pile[seat, card]
            state.hand[seat, card] = state.pile[seat, card] = state.secret[seat, card] = 0


@kernel
def determinize(box: Box, view: State, seat: int, rng: Rng) -> None:
    if seat == NOBODY and (box.draft or box.random_deal):
        uncover_deal(box, view, rng)
    elif seat == NOBODY and hands_are_mixed(box):
        uncover_exchanges(box, view, rng)
    elif is_drafting(view):
        uncover_draft(view, 1 - seat, rng)
    for owner in range(SEATS):
        move_at_random(view.pile[owner], view.hand[owner], view.unknown_hand[owner], rng)
        view.unknown_hand[owner] = 0
        uncover_choice(view, owner, rng)
    if seat == NOBODY and is_drafting(view):
        uncover_secrets(view, rng)


@kernel
def random_card(cards: Mask, rng: Rng) -> int:
    """One of these cards, each copy as likely."""
    left = below(rng, int(cards.sum()))
    card = 0
    while left >= cards[card]:
        left -= cards[card]
        card += 1
    return card


@kernel
def move_at_random(source: Mask, target: Mask, number: int, rng: Rng) -> None:
    for _ in range(number):
        card = random_card(source, rng)
        source[card] -= 1
        target[card] += 1


@kernel
def uncover_choice(view: State, owner: int, rng: Rng) -> None:
    if view.choice[owner] == UNKNOWN:
        card = random_card(view.hand[owner], rng)
        view.choice[owner] = card
        view.hand[owner, card] -= 1


@kernel
def uncover_draft(view: State, other: int, rng: Rng) -> None:
    """What the other clan kept first, and the packet it has just opened, come from the cards not seen yet."""
    move_at_random(view.deck, view.secret[other], view.unknown_hand[other], rng)
    for card in range(CARDS):
        view.hand[other, card] += view.secret[other, card]
    view.unknown_hand[other] = 0
    uncover_packet(view, rng)


@kernel
def uncover_packet(view: State, rng: Rng) -> None:
    move_at_random(view.deck, view.packet, view.unknown_packet, rng)
    view.unknown_packet = 0


@kernel
def uncover_deal(box: Box, view: State, rng: Rng) -> None:
    """Draft and Random Deal: any card may have gone to any clan. Each clan's cards go to its pile, to be drawn from there."""
    uncover_packet(view, rng)
    for seat in range(SEATS):
        move_at_random(view.deck, view.pile[seat], view.unknown_hand[seat] + view.unknown_pile[seat], rng)
        view.unknown_pile[seat] = 0
    for seat in range(SEATS):
        if view.given[seat] == UNKNOWN:
            has_arrived = view.given[APPLEWOODS] != NONE
            view.given[seat] = random_owned_card(view, 1 - seat if has_arrived else seat, rng)


@kernel
def random_owned_card(view: State, owner: int, rng: Rng) -> int:
    """One of the cards a clan began with: it still has it, or it has fought with it."""
    unplayed = int(view.pile[owner].sum())
    number = below(rng, unplayed + int(view.rounds))
    if number < unplayed:
        return random_card(view.pile[owner], rng)
    return int(view.fought[number - unplayed, owner])


@kernel
def uncover_secrets(view: State, rng: Rng) -> None:
    """For one who only watches a draft: from each packet, its opener kept one card that the other clan did not see."""
    kept = int(view.hand.sum())
    packets, is_begun = kept // PACKET, int(kept % PACKET > 0)
    for seat in range(SEATS):
        opened = packets // 2 + (packets % 2 if seat != view.opener else is_begun)
        for _ in range(opened):
            view.secret[seat, random_open_card(view, seat, rng)] += 1


@kernel
def random_open_card(view: State, seat: int, rng: Rng) -> int:
    """A card in hand that is not a secret yet."""
    left = below(rng, int(view.hand[seat].sum() - view.secret[seat].sum()))
    card = 0
    while left >= view.hand[seat, card] - view.secret[seat, card]:
        left -= view.hand[seat, card] - view.secret[seat, card]
        card += 1
    return card


EXCHANGES = SEATS * CARDS * CARDS
"""The ways in which Princess Attack and Traitor can have gone: who has the Princes, and the card each clan gave."""


@kernel
def uncover_exchanges(box: Box, view: State, rng: Rng) -> None:
    """Princess Attack and Traitor: one of the ways they can have gone that fits the cards seen so far."""
    fitting = 0
    for way in range(EXCHANGES):
        fitting += exchange_fits(view, way)
    chosen = below(rng, fitting)
    for way in range(EXCHANGES):
        if exchange_fits(view, way):
            if chosen == 0:
                settle_exchange(view, way)
                return
            chosen -= 1


@kernel
def settle_exchange(view: State, way: int) -> None:
    exchange_fits(view, way)
    if view.princes == UNKNOWN:
        view.princes = way % SEATS
    if view.given[YARGS] == UNKNOWN:
        view.given[YARGS] = way // SEATS % CARDS
    if view.given[APPLEWOODS] == UNKNOWN:
        view.given[APPLEWOODS] = way // SEATS // CARDS
    view.deck[:] = 0
    view.unknown_pile[:] = 0


@kernel
def exchange_fits(view: State, way: int) -> bool:
    """Lay out the piles as they would be after these exchanges; whether that can be."""
    princes, from_yargs, from_applewoods = way % SEATS, way // SEATS % CARDS, way // SEATS // CARDS
    view.pile[:] = 1
    if view.princes == UNKNOWN:
        view.pile[princes, PRINCE] = view.pile[1 - princes, PRINCESS] = 2
        view.pile[princes, PRINCESS] = view.pile[1 - princes, PRINCE] = 0
    elif princes != 0:
        return False
    if view.given[YARGS] != UNKNOWN and from_yargs != 0:
        return False
    if view.given[APPLEWOODS] != UNKNOWN and from_applewoods != 0:
        return False
    return traitors_fit(view, from_yargs, from_applewoods) and played_cards_fit(view)


@kernel
def traitors_fit(view: State, from_yargs: int, from_applewoods: int) -> bool:
    if view.given[YARGS] == NONE:
        return True
    could_give = view.pile[YARGS, from_yargs] > 0 and view.pile[APPLEWOODS, from_applewoods] > 0
    if view.given[APPLEWOODS] != NONE:
        view.pile[YARGS, from_yargs] -= 1
        view.pile[APPLEWOODS, from_yargs] += 1
        view.pile[APPLEWOODS, from_applewoods] -= 1
        view.pile[YARGS, from_applewoods] += 1
    return bool(could_give)


@kernel
def played_cards_fit(view: State) -> bool:
    """Take the cards that lie open from the piles; none may be missing there."""
    for seat in range(SEATS):
        for number in range(view.rounds):
            view.pile[seat, view.fought[number, seat]] -= 1
        if view.choice[seat] >= 0:
            view.pile[seat, view.choice[seat]] -= 1
    return bool(view.pile.min() >= 0)
