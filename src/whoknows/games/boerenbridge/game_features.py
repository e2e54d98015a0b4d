"""What Boerenbridge brings besides its rules."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import TYPE_CHECKING, cast

from whoknows.core.agent import Choice, PastAct, View
from whoknows.core.features import Features, Tile
from whoknows.games.boerenbridge.state import Action, Bid, State

if TYPE_CHECKING:
    from types import ModuleType

    from whoknows.core.bulk_play import Bulk
    from whoknows.core.game_numbers import GameNumbers
    from whoknows.core.kernels import Compiled, Ints
    from whoknows.core.past_acts import PastActs
    from whoknows.games.boerenbridge.rules import Boerenbridge


class BoerenbridgeFeatures(Features[State, Action]):
    """All of it; mixed into the rules."""

    def tile(self) -> Tile:
        from whoknows.games.boerenbridge.page.icon import icon

        about = (
            "Bid how many tricks you will take, then take exactly that many. "
            "Failing to follow suit gives you away."
        )
        return Tile(about, "boerenbridge", ("full-kripke",) * 4, icon(), strong="pimc", rank=3)

    @property
    def opponent(self) -> str:
        return "full-kripke"

    @property
    def utilities(self) -> tuple[str, ...]:
        return "round", "score"

    def compiled(self) -> Compiled:
        from whoknows.games.boerenbridge.kernels import compiled

        return compiled(self._rules)

    @property
    def has_rounds(self) -> bool:
        return True

    def turns_left(self, state: State, seat: int) -> int:
        return len(state.hands[seat])

    def is_bidding(self, state: State) -> bool:
        return state.is_bidding

    def bulk(self, policies: Sequence[object]) -> Bulk | None:
        from whoknows.games.boerenbridge.kernels.bulk import bulk

        return bulk(self._rules, policies)

    def in_numbers(self) -> GameNumbers[State, Action]:
        from whoknows.games.boerenbridge.in_numbers import BoerenbridgeNumbers

        return BoerenbridgeNumbers(self._rules)

    @property
    def guide(self) -> str:
        return "full-kripke"

    @property
    def styles(self) -> tuple[str, ...]:
        return "full-kripke", "full-kripke(bids=original)"

    def style_features(self, state: State, seat: int) -> Mapping[str, float] | None:
        from whoknows.games.boerenbridge.bid_features import bid_features

        return bid_features(state, seat) if state.is_bidding else None

    def style_choice(self, action: Action) -> str:
        return str(action.tricks) if isinstance(action, Bid) else str(action)

    def past_acts(
        self, rows: Ints, seat: int, policy: object, seen: Sequence[PastAct] = (),
        now: State | None = None,
    ) -> PastActs | None:  # fmt: skip
        from whoknows.core.choice_weights import ChoiceWeights
        from whoknows.games.boerenbridge.kernels.past_bids import past_bids
        from whoknows.games.boerenbridge.kernels.played_cards import played_cards
        from whoknows.games.boerenbridge.past_plays import plays
        from whoknows.games.boerenbridge.policy import Policy

        if not isinstance(policy, Policy | ChoiceWeights | None):
            return None
        bids = past_bids(self._rules, rows, seat, policy)
        cards = plays(self._rules.players, seat, seen, now) if now else []
        if not cards:
            return bids
        agent = policy if isinstance(policy, Policy) else None  # learned styles tell of bids alone
        return bids.then(played_cards(self._rules, rows, seat, agent, cards))

    def greedy(self, view: View[State, Action], rng: Random, **options: str) -> Choice[Action]:
        from whoknows.games.boerenbridge.bidding import AfterBid, Bids, bid
        from whoknows.games.boerenbridge.graphs.decision_graph import HIGHEST, any_card, decide
        from whoknows.games.boerenbridge.graphs.round_view import seen

        sight = seen(view, "greedy")
        bids = cast(Bids, options.get("bids", "scaled"))
        after = cast(AfterBid, options.get("after_bid", "win"))
        if sight.state.is_bidding:
            return bid(sight, bids, rng)
        if after == "random" and sight.bid_is_reached:
            return any_card(sight, rng)
        return decide(HIGHEST, sight)

    def greedy_policy(self, **options: str) -> object:
        from whoknows.games.boerenbridge.policy import Policy

        return Policy("greedy", **options)  # type: ignore[arg-type]

    def page(self) -> ModuleType:
        from whoknows.games.boerenbridge import page

        return page

    def position(self, state: State, seat: int) -> list[str]:
        from whoknows.games.boerenbridge.terminal import position

        return position(self._rules, state, seat)

    @property
    def _rules(self) -> Boerenbridge:
        return cast("Boerenbridge", self)
