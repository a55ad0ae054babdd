"""The games in the shapes that other people's libraries expect; each needs an extra of its own."""
