"""Exact answers: games solved rather than searched. Knows no game."""
