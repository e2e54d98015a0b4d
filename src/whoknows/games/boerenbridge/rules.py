"""Boerenbridge: bid how many tricks you will take, then take exactly that many.

The deal. In a round of n cards the n highest ranks of each suit are dealt, n to each seat, so that
all cards are out; with `deck=52` the whole pack is used and the rest is a stock that nobody sees
(`ranks=6`: the six highest ranks of each suit). The deal passes to the left each round. Three
players leave a stock of n cards, two one of 2n; five and six need a larger deck than n ranks.

Trumps. A random suit, from a separate card; with `trump=turned` the next card of the stock is
turned up, and lies open in nobody's hand.

Bids. Starting to the left of the dealer, each player in turn bids from 0 to n tricks. The bids may
not add up to n: the dealer, who bids last, may make any bid except the one that would.

Play. The player to the left of the dealer leads; the winner of a trick leads the next. Follow suit
if you can; if not, play any card. The highest trump wins the trick, or the highest card of the suit
led if there is no trump.

Score. A bid made exactly earns 10, and 2 for each trick; otherwise each trick too many or too few
costs 2.

Rounds. 3, 4, 5, 4 and 3 cards unless `rounds` says otherwise, such as `rounds=1-2-3`. West deals
first, so North begins. Otherwise the players are Anna, Bram, Cleo and so on.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from random import Random
from typing import ClassVar, TypeVar, get_args

from whoknows.core.error import Error
from whoknows.core.frozen import replace
from whoknows.core.game import CHANCE, END, Game, Update, World
from whoknows.core.names import NamedSeats, numbers
from whoknows.core.schema import short
from whoknows.games.boerenbridge import cards, codes, notation, refusals, says
from whoknows.games.boerenbridge.deal_chance import Dealing
from whoknows.games.boerenbridge.game_features import BoerenbridgeFeatures
from whoknows.games.boerenbridge.options import BoerenbridgeOptions, Deck, Trump
from whoknows.games.boerenbridge.state import NO_BID, Action, Bid, Cards, DealRound, Play, State

Entry = TypeVar("Entry")
COMPASS = ("N", "E", "S", "W")
SCHEDULE = re.compile(r"([1-9]|1[0-3])(-([1-9]|1[0-3]))*")


@dataclass(frozen=True)
class Boerenbridge(BoerenbridgeOptions, BoerenbridgeFeatures, NamedSeats, Game[State, Action]):
    """The rules above."""

    name: ClassVar[str] = "boerenbridge"

    def __post_init__(self) -> None:
        if not 2 <= self.players <= 6:
            raise Error(f"boerenbridge is for 2 to 6 players, not {self.players}")
        if self.deck not in get_args(Deck) or self.trump not in get_args(Trump):
            raise Error("boerenbridge: deck must be 'round' or '52', trump 'separate' or 'turned'")
        if self.ranks is not None and (self.deck == "52" or not 1 <= self.ranks <= 13):
            raise Error("boerenbridge: ranks must be from 1 to 13, and does not go with deck=52")
        for number in range(len(self.schedule)):
            self._check_round(number)
        self.check_names()

    @property
    def own_names(self) -> tuple[str, ...]:
        return COMPASS if self.players == 4 else numbers(self.players)

    @cached_property
    def schedule(self) -> tuple[int, ...]:
        """The number of cards each seat gets, round by round."""
        if not SCHEDULE.fullmatch(self.rounds):
            wanted = "sizes from 1 to 13 such as 3-4-5-4-3"
            raise Error(f"boerenbridge: expected {wanted} for rounds, not {short(self.rounds)}")
        return tuple(map(int, self.rounds.split("-")))

    def pack(self, number: int) -> Cards:
        """The cards of a round."""
        ranks = 13 if self.deck == "52" else self.ranks or self.schedule[number]
        return cards.highest(ranks)

    def start(self) -> State:
        return State(0, self.players - 1, (0,) * self.players)

    def to_move(self, state: State) -> int:
        if state.round == len(self.schedule):
            return END
        if not state.is_dealt:
            return CHANCE
        if state.is_bidding:
            made = self.players - state.bids.count(NO_BID)
            return (state.dealer + 1 + made) % self.players
        return (state.leader + len(state.trick)) % self.players

    def actions(self, state: State) -> Sequence[Action]:
        seat = self.to_move(state)
        name = self.seats[seat]
        if state.is_bidding:
            return [Bid(name, tricks) for tricks in self._bids(state)]
        return [Play(name, card) for card in playable(state.hands[seat], state.trick)]

    def refusal(self, state: State, action: Action) -> str:
        seat = self.to_move(state)
        size, hand = self.schedule[state.round], state.hands[seat]
        return f"'{action}': {refusals.reason(self.seats[seat], hand, size, state, action)}"

    def chance(self, state: State) -> Dealing:
        size, turned = self.schedule[state.round], self.trump == "turned"
        return Dealing(self.pack(state.round), self.players, size, turned)

    def apply(self, state: State, action: Action) -> State:
        match action:
            case DealRound():
                return self._dealt(state, action)
            case Bid(_, tricks):
                seat = self.to_move(state)
                return replace(state, bids=_with(state.bids, seat, tricks))
            case Play(_, card):
                return self._played(state, card)

    def scores(self, state: State) -> tuple[float, ...]:
        return state.points

    def tallies(self, states: Sequence[State]) -> dict[str, tuple[tuple[int, int], ...]]:
        """Bids made exactly: the rounds that earn points."""
        made = [0] * self.players
        for before, after in pairwise(states):
            if before.round != after.round:
                gains = map(int.__sub__, after.points, before.points)
                made = [n + (gain > 0) for n, gain in zip(made, gains, strict=True)]
        return {"bids made": tuple((n, len(self.schedule)) for n in made)}

    def shown(self, state: State, action: Action, *, to: int | None) -> str:
        if not isinstance(action, DealRound):
            return str(action)
        hands = tuple(
            hand if seat == to else _hidden(hand) for seat, hand in enumerate(action.hands)
        )
        return str(replace(action, hands=hands, stock=_hidden(action.stock)))

    def says(self, public: State, action: Action) -> tuple[Update, ...]:
        return says.said(self, public, action)

    def veil(self, state: State, seat: int | None) -> State:
        if not state.is_dealt:
            return state
        dealt, hands = list(state.dealt), list(state.hands)
        for other in range(self.players):
            if other != seat:
                played = [card for card in dealt[other] if card not in hands[other]]
                hands[other] = _hidden(hands[other])
                dealt[other] = (*_hidden(hands[other]), *played)
        return replace(state, dealt=tuple(dealt), hands=tuple(hands), stock=_hidden(state.stock))

    def redeal(self, veiled: State, world: World, rng: Random) -> State:
        piles = [tuple(sorted(map(cards.card, world[place]))) for place in self._places(veiled)]
        gone = [set(d) - set(h) for d, h in zip(veiled.dealt, veiled.hands, strict=True)]
        dealt = tuple(piles[: self.players])
        hands = tuple(
            tuple(card for card in pile if card not in played)
            for pile, played in zip(dealt, gone, strict=True)
        )
        stock = piles[-1] if veiled.stock else ()
        return replace(veiled, dealt=dealt, hands=hands, stock=stock)

    def world(self, state: State) -> World | None:
        piles = [*state.dealt, *([state.stock] if state.stock else [])]
        if not state.is_dealt or any(cards.HIDDEN in pile for pile in piles):
            return None
        texts = [[cards.text(card) for card in pile] for pile in piles]
        return dict(zip(self._places(state), texts, strict=True))

    def parse(self, text: str) -> Action:
        return notation.parse(self.seats, text)

    def encode(self, action: Action) -> int:
        return codes.encode(self.seats, action)

    def decode(self, code: int) -> Action:
        return codes.decode(self.seats, code)

    def encode_state(self, state: State) -> tuple[int, ...]:
        return codes.encode_state(state, self.players)

    def decode_state(self, numbers: tuple[int, ...]) -> State:
        number = numbers[codes.ROUND]
        if number == len(self.schedule):
            return codes.decode_state(numbers, self.players, 0, 0)
        size = self.schedule[number]
        left = len(self.pack(number)) - self.players * size
        return codes.decode_state(numbers, self.players, size, left)

    def _check_round(self, number: int) -> None:
        size, pack = self.schedule[number], len(self.pack(number))
        needed = self.players * size + (self.trump == "turned")
        if needed > pack:
            turned = " and one to turn up" if self.trump == "turned" else ""
            larger = " (deck=52 has more)" if pack < needed <= cards.PACK else ""
            raise Error(
                f"boerenbridge: {size} cards for each of {self.players} players{turned} "
                f"make {needed}, but the deck of that round has {pack}{larger}"
            )

    def _places(self, state: State) -> list[str]:
        return [*self.own_names, *(["stock"] if state.stock else [])]

    def _bids(self, state: State) -> list[int]:
        size = self.schedule[state.round]
        others = [bid for bid in state.bids if bid != NO_BID]
        last = len(others) == self.players - 1
        return [bid for bid in range(size + 1) if not (last and bid + sum(others) == size)]

    def _dealt(self, state: State, deal: DealRound) -> State:
        return replace(
            state,
            trump=deal.trump,
            turned=deal.turned,
            dealt=deal.hands,
            hands=deal.hands,
            stock=deal.stock,
            bids=(NO_BID,) * self.players,
            leader=(state.dealer + 1) % self.players,
            won=(0,) * self.players,
            voids=(0,) * self.players,
        )

    def _played(self, state: State, card: int) -> State:
        seat = self.to_move(state)
        hand = tuple(other for other in state.hands[seat] if other != card)
        voids = state.voids
        if state.trick and cards.suit(card) != cards.suit(state.trick[0]):
            shown = voids[seat] | 1 << cards.suit(state.trick[0])
            voids = _with(voids, seat, shown)
        after = replace(
            state,
            hands=_with(state.hands, seat, hand),
            trick=(*state.trick, card),
            voids=voids,
        )
        return self._taken(after) if len(after.trick) == self.players else after

    def _taken(self, state: State) -> State:
        """A full trick goes to its winner, and a full round to the scores."""
        winner = (state.leader + best(state.trick, state.trump)) % self.players
        won = _with(state.won, winner, state.won[winner] + 1)
        after = replace(state, leader=winner, trick=(), won=won)
        return after if after.hands[winner] else self._scored(after)

    def _scored(self, state: State) -> State:
        points = tuple(
            before + round_points(bid, tricks)
            for before, bid, tricks in zip(state.points, state.bids, state.won, strict=True)
        )
        return State(state.round + 1, (state.dealer + 1) % self.players, points)


def playable(hand: Cards, trick: Cards) -> Cards:
    """The cards of a hand that may be played to a trick."""
    if not trick:
        return hand
    following = tuple(card for card in hand if cards.suit(card) == cards.suit(trick[0]))
    return following or hand


def best(trick: Cards, trump: int) -> int:
    """The position in the trick of the card that wins it."""
    return max(range(len(trick)), key=lambda at: worth(trick[at], trick[0], trump))


def worth(card: int, led: int, trump: int) -> int:
    """What a card is worth in a trick: its rank, more in the suit led, most as a trump."""
    if cards.suit(card) == trump:
        return cards.rank(card) + 26
    return cards.rank(card) + (13 if cards.suit(card) == cards.suit(led) else 0)


def round_points(bid: int, tricks: int) -> int:
    """What a seat scores in a round."""
    return 10 + 2 * tricks if bid == tricks else -2 * abs(bid - tricks)


def _hidden(pile: Cards) -> Cards:
    return (cards.HIDDEN,) * len(pile)


def _with(entries: tuple[Entry, ...], seat: int, entry: Entry) -> tuple[Entry, ...]:
    return (*entries[:seat], entry, *entries[seat + 1 :])
