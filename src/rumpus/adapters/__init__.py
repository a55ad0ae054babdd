"""The games in the words of other libraries; each module needs an extra of its own. They know no game."""
