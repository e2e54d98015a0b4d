"""The one kind of error that is a user's to mend: a single line that says what and where.

Anything else that is raised is a bug of ours.
"""


class Error(ValueError):
    """Bad input: an unknown card, a false announcement, an edited record."""
