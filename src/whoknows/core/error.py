"""The one kind of error that the user can fix: a single line that says what is wrong, and where.

Anything else that is raised is a bug of ours.
"""


class Error(ValueError):
    """Bad input: an unknown card, a false announcement, an edited record."""
