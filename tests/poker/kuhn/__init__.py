"""Kuhn poker as a game on the protocol."""

from pathlib import Path

from tests.poker import definition
from tests.poker.kuhn import rules

GAME = definition(Path(__file__).parent, rules, "Kuhn poker", ("pass", "bet"))
