"""Leduc poker as a game on the protocol."""

from pathlib import Path

from tests.poker import definition
from tests.poker.leduc import rules

GAME = definition(Path(__file__).parent, rules, "Leduc poker", ("fold", "call", "raise"))
