"""What the railway game brings besides its rules."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, cast

from whoknows.core.agent import Choice, View
from whoknows.core.features import Features, Tile
from whoknows.games.tickets.board import board, boards

if TYPE_CHECKING:
    from types import ModuleType

    from whoknows.core.bulk_play import Bulk
    from whoknows.core.game_numbers import GameNumbers
    from whoknows.core.kernels import Compiled, Ints
    from whoknows.core.style_options import Exchange, StyleOptions
    from whoknows.games.tickets.moves import Action
    from whoknows.games.tickets.policy import Classic, Joining, Rivalling
    from whoknows.games.tickets.rules import Tickets
    from whoknows.games.tickets.state import State


CLASSIC = ("usa", "europe")  # boards with a tile of their own


class TicketsFeatures(Features["State", "Action"]):
    """All of it; mixed into the rules."""

    @property
    def title(self) -> str:
        return "Railway tickets"

    def tile(self) -> Tile:
        from whoknows.games.tickets.page.icon import icon

        about = (
            "Claim connections for secret tickets. "
            "Every claim tells the others something about yours."
        )
        three = "tickets(seats=3,hand=2)"
        return Tile(about, three, ("kripke",) * 3, icon(), strong="rival", rank=1)

    def tiles(self) -> tuple[Tile, ...]:
        return self.tile(), *map(_classic, CLASSIC)

    @property
    def opponent(self) -> str:
        return self._rules.variant.opponent

    @property
    def variants(self) -> tuple[str, ...]:
        return tuple(f"tickets(board={name})" for name in boards())

    @property
    def utilities(self) -> tuple[str, ...]:
        return "improved", "score", "expected", "drawn", "ticket", "progress"

    @property
    def reward(self) -> str:
        return "ticket"

    def compiled(self) -> Compiled:
        from whoknows.games.tickets.kernels import compiled

        return compiled(self._rules)

    def can_guide(self, policy: object) -> bool:
        from whoknows.games.tickets.policy import Joining, Racing, Rivalling

        if isinstance(policy, Rivalling):
            return self._rules.knowing
        return isinstance(policy, Joining | Racing) and self.has_greedy

    def guided_by(self, policy: object) -> Compiled:
        from whoknows.games.tickets.kernels import compiled

        return compiled(self._rules, cast("Classic | Rivalling", policy))

    @property
    def is_solvable(self) -> bool:
        """Games are too long for that."""
        return False

    def in_numbers(self) -> GameNumbers[State, Action]:
        from whoknows.games.tickets.in_numbers import TicketsNumbers

        return TicketsNumbers(self._rules)

    def bulk(self, policies: Sequence[object]) -> Bulk | None:
        from whoknows.games.tickets.kernels.bulk import bulk

        return bulk(self._rules, policies)

    def style_choice(self, action: Action) -> str:
        from whoknows.games.tickets.suited_moves import called

        return called(action)

    def style_options(self, state: State, seat: int, hands: Ints) -> StyleOptions | None:
        from whoknows.games.tickets.suited_moves import suited_moves

        return suited_moves(self._rules, state, seat, hands)

    def style_hand(self, state: State, seat: int) -> tuple[int, ...]:
        return state.tickets(seat)

    @property
    def style_pack(self) -> int:
        return len(self._rules.map.tickets)

    def style_cards(self, names: Iterable[str]) -> list[int]:
        return [self._rules.map.ticket(name).number for name in names]

    def style_hands(self, rows: Ints, seat: int, before: State) -> Ints:
        from whoknows.games.tickets.past_tickets import past_tickets

        return past_tickets(self._rules, rows, seat, before)

    def style_exchange(self, state: State, row: Ints) -> Exchange | None:
        from whoknows.games.tickets.past_tickets import exchange

        return exchange(self._rules, state, row)

    @property
    def guide(self) -> str:
        return "rival" if self._rules.knowing else "greedy"

    @property
    def styles(self) -> tuple[str, ...]:
        return () if self._rules.knowing else tuple(self.learned_styles)

    @property
    def learned_styles(self) -> Mapping[str, Path]:
        """Of somebody who goes the shortest way for tickets, and of a racer."""
        folder = Path(__file__).with_name("styles")
        return {name: folder / f"{name}.style" for name in ("learned", "learned-racer")}

    @property
    def has_greedy(self) -> bool:
        return self._rules.variant.opponent == "greedy"

    def greedy(self, view: View[State, Action], rng: Random, **options: str) -> Choice[Action]:
        from whoknows.games.tickets import greedy_policy
        from whoknows.games.tickets.knowledge_policy import SeatSight

        return greedy_policy.choose(SeatSight(self._rules, view.seat, view.state, view.actions))

    def greedy_policy(self, **options: str) -> Joining | None:
        from whoknows.games.tickets.policy import Joining

        return Joining() if self.has_greedy else None

    def page(self) -> ModuleType:
        from whoknows.games.tickets import page

        return page

    def position(self, state: State, seat: int) -> list[str]:
        from whoknows.games.tickets.terminal import position

        return position(self._rules, state, seat)

    @property
    def _rules(self) -> Tickets:
        return cast("Tickets", self)


def _classic(name: str) -> Tile:
    """A board that people know, for two."""
    from whoknows.games.tickets.page.icon import small_map

    here = board(name)
    return Tile(
        about="The classic rules: collect cards, claim connections, complete your tickets.",
        spec=f"tickets(board={name})",
        agents=("greedy",) * 2,
        icon=small_map(here),
        strong="flat-mc",
        title=here.title,
        rank=2,
    )
