"""Compiled searches over the verbs of any game."""
