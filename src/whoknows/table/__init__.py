"""The table: a page on which people watch agents play, play themselves, and see who knows what."""
