"""Lines that say why there is nothing else to show."""

from __future__ import annotations

from html import escape

from whoknows.core.error import Error
from whoknows.deals.factual.large import LARGE, TooLargeError
from whoknows.logic.worlds import OutgrownError


def quiet(text: str) -> str:
    """A line on the page."""
    return f'<p class="quiet">{escape(text)}</p>'


def plainly(error: Error) -> str:
    """What went wrong, for somebody who is looking at a page, not writing a program."""
    match error:
        case TooLargeError():
            return f"F{LARGE[1:]}: where cards may lie, not who knows what about whom"
        case OutgrownError():
            return "the table does not have enough memory for this; ask something simpler"
    return str(error)
