"""What cannot be said about a deal too large to draw, because only facts are kept."""

from typing import Self

from whoknows.core.error import Error

LARGE = "for a deal this large only factual knowledge is kept"
NESTED = (
    ": what a seat knows of the cards can be asked in one world (at=), but cannot be "
    "announced, and nested questions are not answered"
)
PAST = ": you cannot ask what was in a place that no longer exists, only say it in a world"


class TooLargeError(Error):
    """Something that needs more of a deal than is kept of one this large."""

    def __init__(self, what: str = "") -> None:
        self.what = what
        super().__init__(f"{LARGE}{what}")

    def __reduce__(self) -> tuple[type[Self], tuple[str]]:
        return type(self), (self.what,)
