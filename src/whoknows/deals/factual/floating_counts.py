"""How many worlds there are where cards float, and one of them drawn.

The worlds of one course of all floating cards are

    ways to fill the sources of every gathering * ways to fill the rooms in the end,

where of the other cards, which are all alike, only the numbers count. Courses are followed step
by step; what becomes of a card in a room that is never gathered again is settled at once.
"""

from dataclasses import dataclass
from functools import cached_property
from math import factorial, prod
from typing import TYPE_CHECKING

from whoknows.core.uniform import Rng
from whoknows.deals.factual.claims import Masks
from whoknows.deals.factual.contingency import Groups, Rooms, chosen
from whoknows.deals.factual.room_groups import fits, grouped, ways

if TYPE_CHECKING:
    from whoknows.deals.factual.floating_cards import Courses, Float, Spot

GONE = -1  # for ever to a room whose cards are never gathered again
Move = tuple["Spot | None", ...]  # for each card afloat after a step; None: it was gone before
Reach = list[tuple["Spot | None", int]]  # spots, and how many cards each holds
State = tuple[int, ...]  # for each card afloat its room, or GONE
Taken = tuple[int, ...]  # for each kind of room, how many floating cards are there in the end


@dataclass(frozen=True, eq=False)
class Ending:
    """All courses after which the cards lie in these rooms.

    Rooms in the end are told apart only as far as the other cards tell them apart. To count
    rooms of one kind as one large room, every place in a room is told apart instead.
    """

    courses: "Courses"
    masks: Masks

    @cached_property
    def ways(self) -> int:
        """How many worlds there are."""
        places = prod(map(factorial, self.courses.trail.stages[-1].rooms))
        return self._ways(0, (), self._none) // places

    @cached_property
    def fits(self) -> bool:
        """Whether there is any."""
        return self._fits(0, (), self._none)

    def draw(self, rng: Rng) -> list[dict[int, int]]:
        """For each stage the rooms of the cards afloat, for the last of all that are gone; each
        world equally likely."""
        state, taken, found, gone = State(), self._none, list[dict[int, int]](), dict[int, int]()
        for number in range(len(self.courses.steps)):
            move = self._drawn(number, state, taken, rng)
            state, taken = self._after(move, taken)
            cards = [some.card for some in self.courses.afloat[number + 1]]
            found.append({c: room for c, room in zip(cards, state, strict=True) if room != GONE})
            gone |= {c: ~s for c, s in zip(cards, move, strict=True) if s is not None and s < 0}
        return [*found[:-1], gone]

    def _drawn(self, number: int, state: State, taken: Taken, rng: Rng) -> Move:
        moves = self._moves(number, state)
        ahead = [self._ways(number + 1, *self._after(move, taken)) for move, _ in moves]
        shares = [many * more for (_, many), more in zip(moves, ahead, strict=True)]
        return moves[chosen(shares, rng)][0]

    # step by step

    def _ways(self, number: int, state: State, taken: Taken) -> int:
        """How many ways lead on from here, with all places in the rooms of the end told apart."""
        key = self._key(number, state, taken)
        if key not in self._memo:
            self._memo[key] = self._counted(number, state, taken)
        return self._memo[key]

    @cached_property
    def _memo(self) -> dict[object, int]:
        return {}

    def _key(self, number: int, state: State, taken: Taken) -> object:
        """The same, if what lies ahead is: which of the cards of one fate is where, is all one."""
        return number, tuple(sorted(zip(self._fates[number], state, strict=True))), taken

    @cached_property
    def _fates(self) -> list[list[int]]:
        """The fate of each card afloat before a step, as a number: what is known of its course."""
        found: dict[object, int] = {}
        return [
            [found.setdefault(self._fate(some), len(found)) for some in afloat]
            for afloat in self.courses.afloat
        ]

    def _fate(self, some: "Float") -> object:
        stages = self.courses.trail.masks[some.since : some.until]
        last = self.masks[some.card] if some in self.courses.afloat[-1] else 0
        return some.since, some.until, tuple(masks[some.card] for masks in stages), last

    def _counted(self, number: int, state: State, taken: Taken) -> int:
        if number == len(self.courses.steps):
            groups, left = self._left(taken)
            return ways(groups, left) * prod(map(factorial, left))
        refilled = self._refilled(number, state)
        moves = self._moves(number, state) if refilled else ()
        return refilled * sum(
            many * self._ways(number + 1, *self._after(move, taken)) for move, many in moves
        )

    def _fits(self, number: int, state: State, taken: Taken) -> bool:
        """Whether a way leads on from here."""
        if number == len(self.courses.steps):
            return fits(*self._left(taken))
        key = self._key(number, state, taken)
        if key in self._dead:
            return False
        moves = self._moves(number, state) if self._refilled(number, state) else ()
        found = any(self._fits(number + 1, *self._after(move, taken)) for move, _ in moves)
        if not found:
            self._dead.add(key)
        return found

    @cached_property
    def _dead(self) -> set[object]:
        return set()

    def _refilled(self, number: int, state: State) -> int:
        """In how many ways the sources were filled, with the floating cards where they are."""
        step, inside = self.courses.steps[number], []
        for some, room in zip(self.courses.afloat[number], state, strict=True):
            if room != GONE and step.sources >> room & 1:
                inside.append(room)
            elif some.until == number:
                return 0
        return step.refilled(sorted(inside))

    def _moves(self, number: int, state: State) -> list[tuple[Move, int]]:
        """Where the cards afloat after a step can go, and to how many places in the end."""
        was = dict(zip(self.courses.afloat[number], state, strict=True))
        moves: list[tuple[Move, int]] = [((), 1)]
        for some in self.courses.afloat[number + 1]:
            spots = self._spots(number, some, was.get(some))
            moves = [
                ((*move, spot), many * places)
                for move, many in moves
                for spot, size in spots
                if (places := _places(spot, size, move))
            ]
        return moves

    def _spots(self, number: int, some: "Float", room: int | None) -> Reach:
        """Where a step can take this card from its room; if it had none yet, from the sources."""
        if room == GONE:
            return [(None, 1)]
        key = (number, some, room)
        if key not in self._reached:
            sources = self.courses.steps[number].sources
            inside = room is None or sources >> room & 1
            spots = self.courses.spots(number, sources if inside else 1 << (room or 0))
            self._reached[key] = [s for s in spots if self._allows(number, some, s[0])]
        return self._reached[key]

    @cached_property
    def _reached(self) -> dict[tuple[int, "Float", int | None], Reach]:
        return {}

    def _allows(self, number: int, some: "Float", spot: int) -> bool:
        if spot >= 0:
            return bool(self.courses.trail.masks[number][some.card] >> spot & 1)
        return some in self.courses.afloat[-1] and bool(self.masks[some.card] >> ~spot & 1)

    def _after(self, move: Move, taken: Taken) -> tuple[State, Taken]:
        """The state after a move, and what is taken of the rooms in the end."""
        state, now = [], list(taken)
        for spot in move:
            state.append(GONE if spot is None or spot < 0 else spot)
            if spot is not None and spot < 0:
                now[self._kinds[~spot]] += 1
        return tuple(state), tuple(now)

    # the end

    def _left(self, taken: Taken) -> tuple[Groups, Rooms]:
        """The cards that do not float, and how much room is left for them, by kinds of rooms."""
        return self._groups, tuple(map(int.__sub__, self._sizes, taken))

    @cached_property
    def _others(self) -> list[int]:
        """The masks of the cards that do not float in the end."""
        floating = {some.card for some in self.courses.afloat[-1]}
        return [mask for card, mask in enumerate(self.masks) if card not in floating]

    @cached_property
    def _kinds(self) -> list[int]:
        """The kind of each room: the same if each of these cards can be in both or in neither."""
        masks, found = sorted(set(self._others)), dict[tuple[int, ...], int]()
        rooms = range(len(self.courses.trail.stages[-1].rooms))
        looks = (tuple(mask >> room & 1 for mask in masks) for room in rooms)
        return [found.setdefault(look, len(found)) for look in looks]

    @cached_property
    def _groups(self) -> Groups:
        kinds = {
            mask: sum({1 << kind for room, kind in enumerate(self._kinds) if mask >> room & 1})
            for mask in set(self._others)
        }
        return grouped(kinds[mask] for mask in self._others)

    @cached_property
    def _sizes(self) -> Rooms:
        sizes = [0] * (max(self._kinds) + 1)
        for kind, size in zip(self._kinds, self.courses.trail.stages[-1].rooms, strict=True):
            sizes[kind] += size
        return tuple(sizes)

    @property
    def _none(self) -> Taken:
        return (0,) * len(self._sizes)


def _places(spot: "Spot | None", size: int, move: Move) -> int:
    """To how many places a card can go after these; only in the end they are told apart."""
    left = 1 if spot is None else size - move.count(spot)
    return left if spot is not None and spot < 0 else min(left, 1)
