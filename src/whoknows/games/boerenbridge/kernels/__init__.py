"""Boerenbridge compiled: its rules, its scripted agents, whole matches."""

from whoknows.games.boerenbridge.kernels.rules import Tables, compiled, tables

__all__ = ["Tables", "compiled", "tables"]
