"""The logic of who knows what: a language, S5 models, announcements. Knows no game."""
