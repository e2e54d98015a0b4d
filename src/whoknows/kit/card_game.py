"""Games of cards in places, written in a page: what is hidden is declared, all else follows.

Texts, codes, chance, veils, worlds and the numbers of a state follow from `deal` and `moves`
of an author's `CardRules`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from itertools import count, islice
from random import Random
from typing import TYPE_CHECKING, Any, cast

from whoknows.core.actions import Actions, Written
from whoknows.core.error import Error
from whoknows.core.features import Tile
from whoknows.core.game import CHANCE, Game, Update, World
from whoknows.core.names import numbers
from whoknows.core.winners import Win
from whoknows.deals.deal_builder import MOST_LISTED
from whoknows.deals.places import multinomial
from whoknows.deals.updates import Announce, AtOnce, Deal, Look, Reveal, Show, Tell
from whoknows.kit import state_row
from whoknows.kit.card_rules import Action, CardRules, Public
from whoknows.kit.card_state import BLANK, CardState, Showing
from whoknows.kit.deal_move import DealCards, Dealing, lies
from whoknows.kit.declared import check_declared, secrets
from whoknows.kit.sight import Sight
from whoknows.kit.verdict import verdict
from whoknows.kit.words import CARD, HIDDEN, Secret

if TYPE_CHECKING:
    from types import ModuleType

    from whoknows.core.game_numbers import GameNumbers

Move = Written  # a frozen dataclass with its `text`
KIND_BITS = 3  # of a code, at least


@dataclass(frozen=True)
class CardGame(CardRules[Public, Action], Game[CardState[Public], Any]):
    """The base of a game, whose rules are those of `CardRules`."""

    def __post_init__(self) -> None:
        if self.players < 1:
            raise Error(f"{self.name} needs players, not {self.players}")
        self.check_ranges()
        self.check()
        self.check_names()
        check_declared(self)

    @property
    def own_names(self) -> tuple[str, ...]:
        return numbers(self.players)

    def start(self) -> CardState[Public]:
        return CardState(self.begin())

    def to_move(self, state: CardState[Public]) -> int:
        if not state.lies:
            return CHANCE
        found = self.turn(state.public)
        return self.seat(found) if isinstance(found, str) else found

    def actions(self, state: CardState[Public]) -> tuple[Any, ...]:
        seat = self.to_move(state)
        if seat < 0:
            return ()
        found = self.choices(state.public, Sight(self, seat, state.veiled(seat)))
        if found is None:  # an author easily forgets to return something
            raise Error(f"{self.name}: choices of {self.seats[seat]} gives nothing back")
        return tuple(found)

    def sensible(self, state: CardState[Public], actions: Sequence[Any]) -> Sequence[Any]:
        seat = self.to_move(state)
        return self.worthwhile(state.public, Sight(self, seat, state.veiled(seat)), actions)

    @property
    def tells_sensible(self) -> bool:
        return type(self).worthwhile is not CardGame.worthwhile

    def chance(self, state: CardState[Public]) -> Dealing:
        return Dealing(self.deal)

    def apply(self, state: CardState[Public], action: Any) -> CardState[Public]:
        if isinstance(action, DealCards):
            return CardState(self.dealt(state.public), lies(self, action.piles), self.seers)
        look = self._look(action, None)
        told = list(self.tells(state.public, look) or ())
        heard = tuple([verdict(self, state, u.formula) for u in told if isinstance(u, Reveal)])
        hidden = self._updated(state, action, told)
        public = self.after(state.public, look, heard)
        if public is None:
            raise Error(f"{self.name}: after '{look}' gives nothing back")
        return CardState(public, hidden.lies, hidden.seen, hidden.shown)

    def scores(self, state: CardState[Public]) -> tuple[float, ...]:
        return tuple(self.points(state.public))

    def win(self, state: CardState[Public]) -> Win:
        return self.won(state.public) or super().win(state)

    def shown(self, state: CardState[Public], action: Any, *, to: int | None) -> str:
        return str(self._look(action, to))

    def says(self, public: CardState[Public], action: Any) -> tuple[Update, ...]:
        if isinstance(action, DealCards):
            return (self._deal,)
        return tuple(self.tells(public.public, self._look(action, None)) or ())

    def veil(self, state: CardState[Public], seat: int | None) -> CardState[Public]:
        return state.veiled(seat)

    def world(self, state: CardState[Public]) -> World | None:
        if not state.is_whole:
            return None
        piles: list[list[str]] = [[] for _ in self._keys]
        for card, place in zip(self.cards, state.lies, strict=True):
            piles[place].append(card)
        world: dict[Any, Any] = {key: piles[n] for n, key in self._keys}
        for name, one in zip(self._shown_names(len(state.shown)), state.shown, strict=True):
            world[name] = self.cards[one.card]
        return cast(World, world)

    def redeal(self, veiled: CardState[Public], world: World, rng: Random) -> CardState[Public]:
        told = dict(world.items())
        where = {str(card): n for n, key in self._keys for card in told[key]}
        names = self._shown_names(len(veiled.shown))
        shown = tuple(
            one._replace(card=self.cards.index(str(told[name])))
            for name, one in zip(names, veiled.shown, strict=True)
        )
        return replace(veiled, lies=tuple(where[card] for card in self.cards), shown=shown)

    def parse(self, text: str) -> Any:
        return self._actions.parse(self, text)

    def encode(self, action: Any) -> int:
        return self._actions.encode(self, action)

    def decode(self, code: int) -> Any:
        return self._actions.decode(self, code)

    def encode_state(self, state: CardState[Public]) -> tuple[int, ...]:
        """Whether cards are dealt, what is public, where they lie, who sees them, what was shown.

        What each seat was shown is told twice: card by card in the end, and as a bit for each card
        before that, which is all that kernels look at.
        """
        lie = state.lies or (BLANK,) * len(self.cards)
        seen = state.seen or (0,) * len(self.places)
        public = self._row.put(self, state.public)
        met = map(state.met, range(self.players))
        shown = (number for one in state.shown for number in one)
        return (int(bool(state.lies)), *public, *lie, *seen, *met, *shown)

    def decode_state(self, codes: tuple[int, ...]) -> CardState[Public]:
        row = iter(codes)
        dealt, public = next(row), self._row.take(self, row)
        lie = tuple(next(row) for _ in self.cards)
        seen = tuple(next(row) for _ in self.places)
        rest, size = list(row)[self.players :], len(Showing._fields)
        shown = tuple(Showing(*rest[at : at + size]) for at in range(0, len(rest), size))
        return CardState(public, lie, seen, shown) if dealt else CardState(public)

    def in_numbers(self) -> GameNumbers[CardState[Public], Any]:
        from whoknows.kit.card_numbers import CardNumbers

        return CardNumbers(self)

    def public_row(self, public: Public) -> tuple[list[int], int | None]:
        """What is public as numbers, and how many these always are, if always as many."""
        return list(self._row.put(self, public)), self._row.size

    # how it looks

    def tile(self) -> Tile:
        from whoknows.kit.lobby_icon import icon

        about = (type(self).__doc__ or self.title).strip().partition("\n")[0]
        return Tile(about, self.spec, (self.opponent,) * self.players, icon())

    def page(self) -> ModuleType:
        from whoknows.kit import page

        return page

    def position(self, state: CardState[Public], seat: int) -> list[str]:
        from whoknows.kit.terminal import position

        return position(self, state, seat)

    # below

    @cached_property
    def _deal(self) -> Deal:
        """The deal, on an engine that bears many showings where there are too many to list."""
        deal, plain = self.deal, not (self.deal.law or self.deal.even)
        shows = any(secrets(kind) for kind in self.moves)
        large = multinomial(deal.places.values()) > MOST_LISTED
        if deal.engine == "auto" and plain and shows and large:
            return replace(deal, engine="factual")
        return deal

    @cached_property
    def _actions(self) -> Actions[Any, Any]:
        bits = max(KIND_BITS, len(self.moves).bit_length())
        return Actions(self.name, self.moves[0].text, DealCards, *self.moves, bits=bits)

    @cached_property
    def _row(self) -> state_row.Code:
        return state_row.code(cast(Any, type(self.begin())))

    @cached_property
    def _keys(self) -> tuple[tuple[int, int | str], ...]:
        """The number of each place, and what a world calls it."""
        return tuple(enumerate(self.deal.places))

    @cached_property
    def seers(self) -> tuple[int, ...]:
        """For each place a bit for every seat that sees it from the deal on."""
        return tuple(sum(1 << seat for seat in place.seen) for place in self.vocabulary.places)

    def _look(self, action: Any, seat: int | None) -> Any:
        """The action as that seat sees it."""
        if isinstance(action, DealCards):
            visible = (seat is not None and bool(s >> seat & 1) for s in self.seers)
            return action.seen(tuple(visible))
        for name, secret in secrets(type(action)):
            if seat is None or self.seats[seat] not in secret.seers(action):
                action = replace(action, **{name: HIDDEN})
        return action

    def _updated(
        self, state: CardState[Public], action: Any, told: list[Update]
    ) -> CardState[Public]:
        """What is hidden after a move: it follows from what the move tells."""
        hidden = secrets(type(action))
        if len(hidden) != sum([isinstance(update, Show) for update in told]):
            what = type(action).__name__
            raise Error(f"{self.name}: {what} needs one Show for each of its secrets")
        left = iter(hidden)
        for update in told:
            match update:
                case Show():
                    showing = self._showing(action, *next(left), update)
                    shown = (*state.shown, showing)
                    state = CardState(state.public, state.lies, state.seen, shown)
                case Look(seat, place):
                    state = state.looked(self.seat(str(seat)), self.place(str(place)))
                case Announce() | Tell() | AtOnce() | Reveal():
                    pass
                case _:
                    what = type(update).__name__
                    raise Error(f"{self.name}: a move of the kit cannot tell a {what}")
        return state

    def _showing(self, action: Any, name: str, secret: Secret, update: Show) -> Showing:
        """Who shows what to whom; those who see the card in the move are those who know it."""
        by, to = (self.seat(str(seat)) for seat in (update.by, update.to_seat))
        seeing = set(secret.seers(action))
        if seeing != {self.seats[by], self.seats[to]}:
            seen, shown = " and ".join(sorted(seeing)), f"{self.seats[by]} to {self.seats[to]}"
            what = f"{type(action).__name__}.{name}"
            raise Error(f"{self.name}: {what} is seen by {seen}, but its Show is from {shown}")
        may = sum(1 << CARD.number(self, str(card)) for card in set(update.among))
        return Showing(by, to, CARD.number(self, getattr(action, name)), may)

    def _shown_names(self, many: int) -> Sequence[str]:
        """What worlds call the cards that were shown, one after the other."""
        return _free_names(self.cards, self.places, many)


@lru_cache(1 << 8)  # searches make many worlds
def _free_names(cards: tuple[str, ...], places: tuple[str, ...], many: int) -> tuple[str, ...]:
    names = (f"shown{n}" for n in count(1))
    return tuple(islice((name for name in names if name not in (*cards, *places)), many))
