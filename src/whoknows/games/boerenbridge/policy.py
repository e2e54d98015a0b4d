"""The scripted agents of Boerenbridge as their compiled policies know them."""

from dataclasses import dataclass
from typing import Literal

from whoknows.games.boerenbridge.bidding import AfterBid, Bids

Kind = Literal["random", "greedy", "greedy-kripke", "full-kripke"]


@dataclass(frozen=True, slots=True)
class Policy:
    """How an agent bids and plays."""

    kind: Kind
    bids: Bids = "scaled"
    after_bid: AfterBid = "win"
    knowledge: bool = True
    as_original: bool = False
