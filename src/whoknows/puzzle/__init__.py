"""Puzzle files: a situation, what is said in it, and what then follows, in TOML.

An answer that does not come out as expected is a failed check. Anything that cannot be understood,
or cannot be said because it is false, is an `Error` of one line that names the file and the step.
The format is described in `puzzles/README.md`.
"""

from whoknows.puzzle.steps import Check, Puzzle, Result, puzzle

__all__ = ["Check", "Puzzle", "Result", "puzzle"]
