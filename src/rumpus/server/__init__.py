"""The web table: rooms where matches are played, kept on disk before they are acknowledged."""
