"""What cards say, made from what they do (§10): so text and effect cannot part.

"You" is whoever has the card: who plays an event, uses an ability, sails for an exploration.
"""

from collections.abc import Sequence
from typing import Any

from rumpus.games.arrr.box import Captain, Crew, Effect, Event, Exploration, Test
from rumpus.games.arrr.rules.records import STATS
from rumpus.table.telling import SMALL, counted, listed, sentence

KIND_NAMES = {"mate": "First Mate", "item": "Item", "pack": "Pack"}
WHOM = {"self": "you", "active": "the player in turn", "rival": "your rival"}
WHEN_TEXTS = {
    **{stat: f"in {'an' if stat == 'attack' else 'a'} {stat} throw" for stat in STATS},
    "sail": "when somebody sails",
    "pillage": "when somebody pillages",
    "challenge": "in a challenge",
}
OWN_WHEN_TEXTS = {"sail": "when you sail", "pillage": "when you pillage"}
"""Of abilities: only who is in turn can use them (§9.6)."""
CANCELLED = {
    "event": "an event",
    "ability": "an ability",
    "penalty": "a penalty",
    "any": "an event, an ability or a penalty",
}
NEEDED = {"items": "Item", "cards": "equipped card", "pieces": "Piece"}
ONE_NEEDED = {"mate": "a First Mate", "pack": "a Pack"}


# Lists of effects -------------------------------------------------------------------------------------------------


def effects_text(effects: Sequence[Effect], mark: str = "plain") -> str:
    """A list of effects in a sentence or two; '' where there are none.

    The mark is that of an event; 'ability' for what a crew card or a captain can do, 'trait' for what a captain does
    all the time.
    """
    if not effects:
        return ""
    if mark in ("permanent", "trait"):
        return _either_one(effects, mark, _continuous(effects, mark))
    return _either_one(effects, mark, _under(effects, phrases(effects), mark))


def _either_one(effects: Sequence[Effect], mark: str, text: str) -> str:
    """In a challenge two are in turn, and one of them is aimed at (§8.5); but not where there is no challenge."""
    is_alone = any(effect.when in ("sail", "pillage") or effect.does == "difficulty" for effect in effects)
    if mark == "flash" or is_alone:
        return text
    return text.replace("the player in turn", "a player in turn").replace("The player in turn", "A player in turn")


def phrases(effects: Sequence[Effect]) -> str:
    """The same without capital, condition and full stop: 'gain one Piece; then draw one event'."""
    return "; then ".join(_with_subject(effects, place) for place in range(len(effects)))


def _with_subject(effects: Sequence[Effect], place: int) -> str:
    """After what somebody else does, it is said that it is you again: 'then you draw one event'."""
    effect, text = effects[place], phrase(effects[place])
    is_other = place > 0 and effects[place - 1].who != "self"
    return f"you {text}" if is_other and effect.who == "self" and effect.does in ("draw", "gain") else text


def _under(effects: Sequence[Effect], text: str, mark: str = "plain") -> str:
    """With the conditions: all of a list must hold for any of it to be announced (§10.14)."""
    found = conditions(effects, mark)
    return sentence(f"{', '.join(found)}: {text}" if found else text)


def conditions(effects: Sequence[Effect], mark: str = "plain") -> list[str]:
    """When the list can be announced; there is a rival only in a challenge, and a difficulty only in a test."""
    whens = ["challenge" if effect.who == "rival" else "always" for effect in effects]
    whens += [effect.when for effect in effects]
    texts = {**WHEN_TEXTS, **(OWN_WHEN_TEXTS if mark == "ability" else {})}
    if any(effect.does == "difficulty" for effect in effects):
        texts |= {stat: texts[stat].replace("throw", "test") for stat in STATS}
    return [texts[when] for when in dict.fromkeys(whens) if when != "always"]


def _continuous(effects: Sequence[Effect], mark: str) -> str:
    """§9.9, §10.13: on whoever it lies in front of."""
    always = f"Always: {listed([lasting(effect) for effect in effects])}."
    if mark == "trait":
        return always
    aims = [effect.who for effect in effects if effect.who != "self"]
    laid = f"laid in front of {WHOM[aims[-1] if aims else 'self']}"
    return f"{_under(effects, laid)} {always}"


def lasting(effect: Effect) -> str:
    """What a continuous effect brings, without a subject: it holds for whoever has it."""
    number, is_more = abs(effect.amount), effect.amount > 0
    if effect.does == "armour":
        return f"{counted(number, 'damage', 'damage')} {'less' if is_more else 'more'} each time"
    if effect.does == "pillage":
        return f"{change(effect.amount, 'Piece', 'Pieces')} for a pillage"
    return f"{change(effect.amount, 'die', 'dice')} for {'a cheat' if effect.does == 'cheat' else effect.of}"


def change(amount: int, noun: str, plural: str) -> str:
    """'two more dice', 'one fewer die'."""
    more = "more" if amount > 0 else "fewer"
    return counted(abs(amount), f"{more} {noun}", f"{more} {plural}")


# One effect -------------------------------------------------------------------------------------------------------


def phrase(effect: Effect) -> str:
    """What one effect does, once: 'your rival loses two Pieces'."""
    if effect.does in ("dice", "difficulty", "rethrow"):
        return _on_a_throw(effect)
    if effect.does in ("deplete", "prepare", "take", "recover"):
        return _on_a_card(effect)
    if effect.does == "shift":
        return "swap a card of the Seven Seas with the next one towards the deck"
    if effect.does == "cancel":
        return f"cancel {CANCELLED[effect.of]}"
    if effect.does == "bar":
        return _barred(effect)
    if effect.does == "steal":
        return f"steal {_pieces(effect.amount)} from {WHOM[effect.who]}"
    return _done_by(effect.who, *_verb(effect))


def _on_a_throw(effect: Effect) -> str:
    """§10.1 to §10.3"""
    if effect.does == "dice":
        return f"{change(effect.amount, 'die', 'dice')} for {WHOM[effect.who]}"
    if effect.does == "difficulty":
        return f"this test is {SMALL[abs(effect.amount)]} {'harder' if effect.amount > 0 else 'easier'}"
    up_to, failed = "up to " if effect.amount > 1 else "", counted(effect.amount, "failed die", "failed dice")
    return f"rethrow {up_to}{failed} of {'yours' if effect.who == 'self' else WHOM[effect.who]}"


def _on_a_card(effect: Effect) -> str:
    """§10.7, §10.8"""
    if effect.does == "recover":
        return "take a card of the crew discards into your hand"
    if effect.does == "prepare":
        return "prepare a depleted card of yours"
    whose = "yours" if effect.who == "self" else WHOM[effect.who]
    if effect.does == "deplete":
        return f"deplete a prepared card of {whose} that has an ability"
    return f"take an equipped card of {whose} into your hand"


def _barred(effect: Effect) -> str:
    """§10.12; without a price there is no way out."""
    never = f"cannot {effect.of} this turn"
    if effect.amount == 0:
        return f"{WHOM[effect.who]} {never}"
    return f"{_done_by(effect.who, 'discard', _of_hand(effect.amount))}, or {never}"


def _verb(effect: Effect) -> tuple[str, str]:
    """What somebody does, and with what."""
    if effect.does == "draw":
        return "draw", drawn(effect)
    if effect.does == "damage":
        return "suffer", counted(effect.amount, "damage", "damage")
    if effect.does == "discard":
        return "discard", _of_hand(effect.amount)
    return effect.does, _pieces(effect.amount)


def drawn(effect: Effect) -> str:
    if effect.of == "either":
        return counted(effect.amount, "card from either deck", "cards, each from either deck")
    return counted(effect.amount, "crew card" if effect.of == "crew" else "event")


def _done_by(who: str, verb: str, what: str) -> str:
    """'draw one event', 'your rival draws one event'."""
    return f"{verb} {what}" if who == "self" else f"{WHOM[who]} {verb}s {what}"


def _pieces(number: int) -> str:
    return counted(number, "Piece")


def _of_hand(number: int) -> str:
    return counted(number, "card from the hand", "cards from the hand")


# Cards ------------------------------------------------------------------------------------------------------------


def stats_text(card: Crew) -> str:
    """'Attack 3, courage 1.'"""
    found = [f"{stat} {number}" for stat, number in zip(STATS, card.stats, strict=True) if number]
    return sentence(", ".join(found) or "no stats")


def crew_text(card: Crew) -> str:
    return _together(f"{KIND_NAMES[card.kind]}.", stats_text(card), effects_text(card.ability, "ability"))


def event_text(card: Event) -> str:
    mark = {"plain": "", "flash": "Flash.", "permanent": "Permanent."}[card.mark]
    return _together(mark, effects_text(card.effects, card.mark))


def captain_text(card: Captain) -> str:
    when = ", ".join(["Once a turn", *conditions(card.ability, "ability")])
    once = f"{when}: {phrases(card.ability)}." if card.ability else ""
    return _together(effects_text(card.trait, "trait"), once)


def exploration_text(card: Exploration) -> str:
    tests = [tried_text(test) for test in card.tests]
    return _together(needs_text(card), *tests, reward_text(card), influence_text(card))


def needs_text(card: Exploration) -> str:
    """Its condition (§7.3); '' where there is none."""
    if card.needs == "nothing":
        return ""
    if card.needs in ONE_NEEDED:
        return f"Needs {ONE_NEEDED[card.needs]}."
    if card.needs in NEEDED:
        return f"Needs {counted(card.needs_many, NEEDED[card.needs])}."
    return f"Needs {card.needs} {card.needs_many}."


def tried_text(test: Test) -> str:
    """'Courage 5; lost: suffer three damage.'"""
    marks = [f"won: {phrases(test.won)}"] if test.won else []
    marks += [f"lost: {phrases(test.lost)}"] if test.lost else []
    return sentence("; ".join([f"{test.stat} {test.difficulty}", *marks]))


def reward_text(card: Exploration) -> str:
    """What a conquest brings (§7.2): '4 fame, 3 Pieces.'"""
    parts = [f"{card.fame} fame"] if card.fame else []
    parts += [f"{card.pieces} {'Piece' if card.pieces == 1 else 'Pieces'}"] if card.pieces else []
    parts += [f"one of the {card.collection}"] if card.collection else []
    rewards = [", ".join(parts)] if parts else []
    rewards += [phrases(card.reward)] if card.reward else []
    return sentence("; ".join(rewards)) if rewards else ""


def influence_text(card: Exploration) -> str:
    """What it does to its neighbours (§7.4)."""
    if not card.influence or not card.influence_by:
        return ""
    return f"Neighbours: {'Pieces' if card.influence == 'pieces' else card.influence} {card.influence_by:+d}."


def _together(*parts: str) -> str:
    return " ".join(part for part in parts if part)


def says(entry: Any) -> str:
    """What any card says; nothing where it is no card."""
    match entry:
        case Crew():
            return crew_text(entry)
        case Event():
            return event_text(entry)
        case Exploration():
            return exploration_text(entry)
        case Captain():
            return captain_text(entry)
        case _:
            return ""
