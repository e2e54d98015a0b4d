"""The one kind of error that the user can fix: a single line that says what is wrong, and where.

Anything else that is raised is a bug of ours.
"""


class Error(ValueError):
    """Bad input: an unknown card, a false announcement, an edited record.

    >>> import whoknows as wk
    >>> wk.deal({"Anna": 1, "Bram": 2}, cards="ab")
    Traceback (most recent call last):
        ...
    whoknows.core.error.Error: the sizes add up to 1 + 2 = 3, but there are 2 cards
    """
