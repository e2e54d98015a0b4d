"""What a player could have known and did not use, in words, with the moves that it follows from."""

from __future__ import annotations

from typing import TYPE_CHECKING

from whoknows.core.names import person
from whoknows.table.knowledge.amounts import listed, number
from whoknows.table.knowledge.card_text import spoken
from whoknows.table.messages import Could

if TYPE_CHECKING:
    from whoknows.analysis.unused_knowledge import Heard, Proof, Unused


def could_have_known(found: Unused, seat: str) -> Could:
    """`Anna could have known that Bram has A♠: (24) Cleo has no spades left`."""
    heard = {one.step: one for proof in found.proofs for one in proof.because}
    if found.most_telling is not None:
        heard[found.most_telling.step] = found.most_telling
    steps = sorted(heard)
    what = listed(map(_fact, found.proofs)) if found.proofs else _fewer(found)
    because = "; ".join(_told(heard[step]) for step in steps)
    words = f"{person(seat)} could have known {what}{f': {because}' if because else ''}"
    return Could(words=words[0].upper() + words[1:], steps=steps)


def _fact(proof: Proof) -> str:
    return f"that {person(proof.owner)} has {spoken(proof.card)}"


def _fewer(found: Unused) -> str:
    return f"that only {number(found.left)} of {number(found.of)} deals were left"


def _told(one: Heard) -> str:
    return f"({one.step}) {one.sentence}"
