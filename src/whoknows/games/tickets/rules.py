"""The railway game: claim connections, complete tickets, and be watched while you do.

A turn is one of: take two train cards (face up or blind; a joker taken face up is the only one);
claim a connection with cards of its colour, jokers standing in; draw tickets; build a station; and
if you can do nothing, you pass. A completed ticket is worth its points, any other costs them.

`rules=classic` is the game on the boards usa, europe (tunnels, ferries, stations) and small,
`rules=knowledge` the one on europe24: see `classic_game` and `knowledge_game`.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, wraps
from random import Random
from typing import ClassVar, get_args

from whoknows.core.chance import Chance
from whoknows.core.error import Error
from whoknows.core.frozen import replace
from whoknows.core.game import CHANCE, END, Game, Update, World
from whoknows.core.names import NamedSeats, numbers
from whoknows.core.winners import TieBreak
from whoknows.games.tickets import (
    game_end,
    legal,
    observation,
    refusals,
    rows,
    says,
    ticket_piles,
    train_cards,
    transitions,
)
from whoknows.games.tickets.board import Board, board
from whoknows.games.tickets.card_chances import Giving, Offering, Turning
from whoknows.games.tickets.card_ledger import Ledger
from whoknows.games.tickets.classic_game import CLASSIC
from whoknows.games.tickets.game_features import TicketsFeatures
from whoknows.games.tickets.knowledge_game import KNOWLEDGE
from whoknows.games.tickets.moves import (
    ACTIONS,
    Action,
    Blind,
    Block,
    Claim,
    DealTickets,
    Draw,
    Extra,
    Gets,
    Keep,
    Names,
    Offer,
    Pass,
    Station,
    Take,
    TurnUp,
    Withdraw,
)
from whoknows.games.tickets.options import Blocks, Deals, Rules, TicketsOptions
from whoknows.games.tickets.state import NOBODY, Phase, State
from whoknows.games.tickets.variant import Variant

VARIANTS: dict[Rules, Variant] = {"classic": CLASSIC, "knowledge": KNOWLEDGE}
CHANCES = (Phase.DEAL, Phase.HANDS, Phase.FILL, Phase.BLIND, Phase.OFFER, Phase.TUNNEL)


@dataclass(frozen=True)
class Tickets(TicketsOptions, TicketsFeatures, NamedSeats, Game[State, Action]):
    """The rules above."""

    name: ClassVar[str] = "tickets"

    def __post_init__(self) -> None:
        for text, kind in ((self.rules, Rules), (self.block, Blocks), (self.deal, Deals)):
            if text is not None and text not in get_args(kind):
                raise Error(f"tickets: {text!r} is not one of {', '.join(get_args(kind))}")
        if not 2 <= self.players <= 5:
            raise Error(f"tickets is for 2 to 5 seats, not {self.players}")
        if self.players * self.map.parameters.start_hand > sum(self.map.deck):
            raise Error(
                f"tickets: the board {self.board} has too few cards for {self.players} seats"
            )
        self.variant.check(self)
        self.check_names()

    @property
    def own_names(self) -> tuple[str, ...]:
        return numbers(self.players)

    @cached_property
    def map(self) -> Board:
        """The board."""
        return board(self.board)

    @cached_property
    def variant(self) -> Variant:
        """Which of the games this is."""
        usual: Rules = "knowledge" if self.board == "europe24" else "classic"
        return VARIANTS[self.rules or usual]

    @property
    def knowing(self) -> bool:
        """Whether this is the knowledge game."""
        return self.variant is KNOWLEDGE

    @property
    def players(self) -> int:
        """How many play."""
        return self.variant.players if self.asked_players is None else self.asked_players

    @property
    def many(self) -> int:
        """The same, under an older name."""
        return self.players

    @property
    def held(self) -> int:
        """How many tickets each holds in the knowledge game."""
        return 2 if self.hand is None else self.hand

    def start(self) -> State:
        here, players = self.map, self.players
        none = (0,) * len(here.deck)
        return State(
            Phase.DEAL, 0, Phase.TURN, -1, 0,
            row=(),
            pile=here.deck,
            discard=none,
            trains=(here.parameters.trains,) * players,
            points=tuple(self.variant.start_points(self, seat) for seat in range(players)),
            hands=(none,) * players,
            open=(none,) * players,
            owners=(NOBODY,) * len(here.connections),
            stations=(NOBODY,) * len(here.cities),
            done=(NOBODY,) * len(here.tickets),
            piles=(),
            ledger=Ledger.start(here.deck, players),
            memory=((),) * players,
        )  # fmt: skip

    def to_move(self, state: State) -> int:
        if state.phase == Phase.OVER:
            return END
        return CHANCE if state.phase in CHANCES else state.mover

    def actions(self, state: State) -> Sequence[Action]:
        return legal.actions(self, state)

    def refusal(self, state: State, action: Action) -> str:
        return f"'{action}': {refusals.reason(self, state, action)}"

    def chance(self, state: State) -> Chance[Action]:
        names, seat = self.card_names, self.seats[state.mover]
        match state.phase:
            case Phase.DEAL:
                return self.variant.dealing(self)
            case Phase.HANDS:
                return Giving(seat, names, state.pile, self.map.parameters.start_hand)
            case Phase.BLIND:
                return Giving(seat, names, state.pile, 1)
            case Phase.FILL:
                missing = self.map.parameters.face_up - len(state.row)
                return Turning(names, state.pile, min(missing, state.closed))
            case Phase.TUNNEL:
                shown = state.bid.shown if state.bid else ()
                return Turning(
                    names, state.pile, min(transitions.TUNNEL_CARDS - len(shown), state.closed)
                )
        stock, under = ticket_piles.supply(state, self.map.parameters.draw_tickets)
        number = min(self.map.parameters.draw_tickets, len(stock.tickets))
        below = tuple(t for pile in under for t in pile.tickets)
        return Offering(seat, self.ticket_names(stock.tickets), self.ticket_names(below), number)

    def apply(self, state: State, action: Action) -> State:
        match action:
            case DealTickets() | Gets() | TurnUp() | Offer():
                return self._happened(state, action)
            case Keep():
                return transitions.kept(self, state, action)
            case Take(_, colour):
                return transitions.taken(self, state, self.card(colour))
            case Blind():
                then = Phase.NEXT if state.phase == Phase.SECOND else Phase.SECOND
                return replace(train_cards.needing_cards(state), phase=Phase.BLIND, then=then)
            case Claim() | Block():
                return transitions.claimed(self, state, action)
            case Extra() | Withdraw():
                return self._after_tunnel(state, action)
            case Station(_, city, pay):
                return transitions.built(self, state, city, pay)
            case Draw():
                return replace(state, phase=Phase.OFFER, passed=0)
            case Pass():
                return game_end.next_turn(self, replace(state, passed=state.passed + 1))

    def _happened(self, state: State, outcome: DealTickets | Gets | TurnUp | Offer) -> State:
        """The state after what chance did."""
        match outcome:
            case DealTickets(hands):
                return transitions.dealt(self, state, hands)
            case Gets(_, cards):
                return transitions.given(self, state, self.cards(cards))
            case TurnUp(cards):
                return transitions.turned_up(self, state, self.cards(cards))
            case Offer(_, tickets):
                return transitions.offered(self, state, self.tickets(tickets))

    def _after_tunnel(self, state: State, action: Extra | Withdraw) -> State:
        if isinstance(action, Withdraw):
            return transitions.withdrawn(self, state)
        return transitions.tunnelled(self, state, train_cards.spent(self.map, action.pay))

    def scores(self, state: State) -> tuple[float, ...]:
        return state.points

    def tie_breaks(self, state: State) -> Iterator[TieBreak]:
        return game_end.tie_breaks(self, state)

    def tallies(self, states: Sequence[State]) -> dict[str, tuple[tuple[int, int], ...]]:
        last, seats = states[-1], range(self.players)
        done = [self.variant.completed(self, last, seat) for seat in seats]
        held = [len(last.tickets(seat)) for seat in seats]
        return {"tickets completed": tuple(zip(done, held, strict=True))}

    def shown(self, state: State, action: Action, *, to: int | None) -> str:
        return observation.shown(self, action, to)

    def says(self, public: State, action: Action) -> tuple[Update, ...]:
        return says.said(self, public, action)

    def veil(self, state: State, seat: int | None) -> State:
        return observation.veiled(state, seat)

    def redeal(self, veiled: State, world: World, rng: Random) -> State:
        return observation.redeal(self.map, veiled, world, rng)

    def world(self, state: State) -> World | None:
        return observation.world(self.map, state)

    def parse(self, text: str) -> Action:
        return ACTIONS.parse(self, text)

    def encode(self, action: Action) -> int:
        return ACTIONS.encode(self, action)

    def decode(self, code: int) -> Action:
        return ACTIONS.decode(self, code)

    def encode_state(self, state: State) -> tuple[int, ...]:
        return rows.encoded(self.map, state)

    def decode_state(self, numbers: tuple[int, ...]) -> State:
        return rows.decoded(self.map, self.players, numbers)

    # names and numbers

    def number(self, seat: str) -> int:
        """The number of a seat."""
        return self.seats.index(seat)

    @cached_property
    def card_names(self) -> Names:
        """The colours of train cards, jokers last."""
        return (*self.map.colours, "joker")

    def card(self, name: str) -> int:
        """The number of a colour."""
        return self.card_names.index(name)

    def cards(self, names: Names) -> tuple[int, ...]:
        return tuple(map(self.card, names))

    def tickets(self, names: Names) -> tuple[int, ...]:
        return tuple(self.map.ticket(name).number for name in names)

    def ticket_names(self, tickets: Sequence[int]) -> Names:
        return tuple(self.map.tickets[ticket].name for ticket in tickets)


def _as_players(made: Callable[..., None]) -> Callable[..., None]:
    """A game may be made with `players=`, as `seats=` of a spec was always called here."""

    @wraps(made)
    def init(self: Tickets, *options: object, **named: object) -> None:
        if "players" in named:
            named["asked_players"] = named.pop("players")
        made(self, *options, **named)

    return init


Tickets.__init__ = _as_players(Tickets.__init__)  # type: ignore[method-assign]
