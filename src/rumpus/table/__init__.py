"""What can lie on a table, whatever the game."""
