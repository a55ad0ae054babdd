"""What bots are worth: arenas, ratings, how sure they are, and pictures of them. Knows no game."""
