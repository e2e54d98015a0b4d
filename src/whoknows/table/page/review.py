"""A finished game looked back upon: what each move told whom, and the moments worth a look.

It is made from the moments of somebody who sees everything, when everybody may.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypedDict

from whoknows.core.memo import remembering
from whoknows.core.names import person
from whoknows.table.knowledge.given_away import MOMENTS, Telling, tellings, worth_a_look
from whoknows.table.knowledge.visible_moment import Moment
from whoknows.table.messages import Loss

MOST_MISSED = 2  # of the moments: mistakes of knowledge that was not used


class WorthALook(TypedDict):
    """A moment: the step, what it was about, and who then knew what."""

    step: int
    title: str
    words: list[str]


class Review(TypedDict):
    """All that was told in a game, and the moments to look at."""

    told: list[Telling]
    moments: list[WorthALook]


def review(moments: Sequence[Moment], losses: Sequence[Loss] = ()) -> Review:
    """Of a whole game, as one who sees everything; what was judged a mistake comes first if
    knowing more would have prevented it."""
    with remembering():
        told = tellings(moments)
    missed = _missed(losses)
    steps = {one["step"] for one in missed}
    rest = worth_a_look([one for one in told if one["step"] not in steps], MOMENTS - len(missed))
    found = [*missed, *map(_moment, rest)]
    return Review(told=told, moments=sorted(found, key=lambda one: one["step"]))


def _missed(losses: Sequence[Loss]) -> list[WorthALook]:
    """The costliest mistakes of somebody who could have known better."""
    costly = sorted(losses, key=lambda one: (-one["lost"], one["step"]))
    return [
        WorthALook(step=one["step"], title=f"lost {one['lost']:.1f} points", words=[could["words"]])
        for one in costly
        if (could := one.get("could"))
    ][:MOST_MISSED]


def _moment(one: Telling) -> WorthALook:
    return WorthALook(step=one["step"], title=in_bits(one), words=one["words"])


def in_bits(one: Telling) -> str:
    """What a move told each of the others: `2.3 bits to Anna, 0.4 to Cleo`."""
    gave = [(f"{gift['bits']:.1f}", person(gift["to"])) for gift in one["gave"]]
    told = [f"{bits}{'' if number else ' bits'} to {to}" for number, (bits, to) in enumerate(gave)]
    return ", ".join(told)
