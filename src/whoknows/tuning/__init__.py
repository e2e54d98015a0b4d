"""Tuning the numbers of an agent: a plan, the run, and what came of it."""
