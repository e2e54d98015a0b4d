"""A finished game looked back upon: what each move told whom, and the moments worth a look.

It is made from the moments of somebody who sees everything, when everybody may.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypedDict

from whoknows.core.memo import remembering
from whoknows.core.names import person
from whoknows.table.knowledge.amounts import listed
from whoknows.table.knowledge.given_away import Telling, tellings, worth_a_look
from whoknows.table.knowledge.visible_moment import Moment


class WorthALook(TypedDict):
    """A moment: the step, what it was about, and who then knew what."""

    step: int
    title: str
    words: list[str]


class Review(TypedDict):
    """All that was told in a game, and the moments to look at."""

    told: list[Telling]
    moments: list[WorthALook]


def review(moments: Sequence[Moment]) -> Review:
    """Of a whole game, as one who sees everything."""
    with remembering():
        told = tellings(moments)
    return Review(told=told, moments=[_moment(one) for one in worth_a_look(told)])


def _moment(one: Telling) -> WorthALook:
    return WorthALook(step=one["step"], title=in_bits(one), words=one["words"])


def in_bits(one: Telling) -> str:
    """What a move told each of the others: `told Anna 2.3 bits and Cleo 0.4`."""
    gave = [f"{person(gift['to'])} {gift['bits']:.1f}" for gift in one["gave"]]
    if not gave:
        return ""
    first = f"{gave[0]} bit{'s' * (one['gave'][0]['bits'] != 1)}"
    return f"told {listed([first, *gave[1:]])}"
