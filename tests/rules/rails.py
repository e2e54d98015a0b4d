"""Positions of the railway game, for tests: played move by move, or set up so that all adds up.

    table = Table("tickets(board=usa)")
    table.cards("4 green 2 joker", row="3 red 2 blue").owns(1, "Atlanta-Miami")
    assert table.may("claims Denver-Helena") == [...]
    table.move("0 draws blind", "0 gets red")

Cards are texts such as `4 green 2 joker`; a table is in its first turn. Models are kept in the
knowledge game only. Below are the rules once more, as far as they can be said of a whole position.
"""

from dataclasses import replace
from itertools import product
from random import Random

from whoknows.core.agent import Choice
from whoknows.core.game import CHANCE, END
from whoknows.core.legal_actions import legal, objection
from whoknows.core.match import step, view
from whoknows.core.registry import rules as game  # seats by number
from whoknows.games.tickets.card_ledger import Ledger
from whoknows.games.tickets.moves import Block
from whoknows.games.tickets.state import NOBODY, Phase

POINTS = {1: 1, 2: 2, 3: 4, 4: 7, 5: 10, 6: 15, 8: 21}
SMALL_POINTS = {1: 1, 2: 3}


class Table:
    """A game in its first turn; in classic rules everybody has kept all its tickets.

    `kept=False`: seat 0 is about to choose among them.
    """

    def __init__(self, spec="tickets", deal=None, seed=0, kept=True):
        self.rules = game(spec)
        self.state, self.model, self.rng = self.rules.start(), None, Random(seed)
        self.do(self.rules.parse(deal) if deal else self.rules.chance(self.state).sample(self.rng))
        self.settle()
        while kept and self.phase == "KEEP":
            self.do(self.rules.actions(self.state)[-1])

    # moves

    def move(self, *texts):
        """Makes moves, each of which must be legal; what was said by all of them, in words."""
        return [said for text in texts for said in self.do(self.rules.parse(text))]

    def do(self, action):
        assert self.objection(action) is None
        if not self.rules.knowing:
            self.state = self.rules.apply(self.state, action)
            return []
        turn = step(self.rules, self.state, self.model, Choice(action))
        self.state, self.model = turn.after, turn.model
        return [update.sentence for update in turn.said]

    def settle(self):
        """Lets chance move until it is a seat's turn."""
        while self.rules.to_move(self.state) == CHANCE:
            self.do(self.rules.chance(self.state).sample(self.rng))
        return self

    def objection(self, action):
        """Why a text or an action is not legal here."""
        action = self.rules.parse(action) if isinstance(action, str) else action
        if self.rules.knowing or self.rules.to_move(self.state) < 0:
            return objection(self.rules, self.state, self.model, action)
        if action in self.rules.actions(self.state):
            return None
        return self.rules.refusal(self.rules.veil(self.state, self.state.mover), action)

    def actions(self):
        if self.rules.knowing:
            return legal(self.rules, self.state, self.model)
        return tuple(self.rules.actions(self.state))

    def may(self, start=""):
        """What the seat to move may do: texts that start so, without the seat and this start."""
        texts = (str(action).partition(" ")[2] for action in self.actions())
        return [text.removeprefix(start).strip() for text in texts if text.startswith(start)]

    def odds(self, outcome):
        """How likely chance is to bring this."""
        return self.rules.chance(self.state).odds(self.rules.parse(outcome))

    def view(self):
        """What the seat to move decides from."""
        return view(self.rules, self.state, self.model, self.state.mover)

    def knows(self, seat, formula):
        return self.model.seat(seat, at=self.rules.world(self.state)).knows(formula)

    # positions

    def turn(self, seat):
        """Makes it the turn of this seat."""
        self.state = replace(self.state, mover=seat)
        return self

    def cards(self, *hands, row=None, pile="rest", discard="", known=()):
        """Lays out all train cards anew: hands drawn blind, beside what is `known` to be in them.

        One of the texts is `rest`. Without `row` the row stays as it is.
        """
        players = self.rules.players
        up = self.rules.cards(tuple(cards(row))) if row is not None else self.state.row
        texts = [*hands, *[""] * (players - len(hands)), *known, *[""] * (players - len(known))]
        counts = self._shared(
            [*texts, " ".join(f"1 {name}" for name in self.names(up)), discard, pile]
        )
        hidden, seen, (_, gone, closed) = counts[:players], counts[players:-3], counts[-3:]
        ledger = Ledger.start(self.rules.map.deck, players)
        for place in (*seen, *counts[-3:-1]):
            ledger = ledger.turned(c for c, n in enumerate(place) for _ in range(n))
        for seat, hand in enumerate(hidden):
            ledger = ledger.drew(seat, sum(hand))
        self.state = replace(
            self.state, row=up, pile=closed, discard=gone, ledger=ledger, open=tuple(seen),
            hands=tuple(map(added, hidden, seen)),
            memory=tuple((hand,) if any(hand) else () for hand in hidden),
        )  # fmt: skip
        return self

    def owns(self, seat, *connections):
        """The seat has claimed these before: with its trains, and for points."""
        for name in connections:
            route, state = self.rules.map.connection(name), self.state
            assert state.owners[route.number] == NOBODY
            worth = state.points[seat] + worths(self.rules)[route.length]
            self.state = replace(
                state,
                owners=put(state.owners, route.number, seat),
                trains=put(state.trains, seat, state.trains[seat] - route.length),
                points=put(state.points, seat, worth),
            )
        return self

    def trains(self, *numbers):
        self.state = replace(self.state, trains=numbers)
        return self

    def stock(self, *names):
        """Leaves these tickets in the stock; the others of it are out of the game."""
        piles = {pile.place: pile for pile in self.state.piles}
        piles["stock"] = replace(piles["stock"], tickets=self.rules.tickets(names))
        self.state = replace(self.state, piles=tuple(piles.values()))
        return self

    def stations(self, seat, *cities):
        """The seat has built stations there before."""
        for name in cities:
            number = [city.name for city in self.rules.map.cities].index(name)
            self.state = replace(self.state, stations=put(self.state.stations, number, seat))
        return self

    def last_turn(self):
        """Makes this turn the last one of the game."""
        self.state = replace(self.state, last=1)
        return self

    def draw_two(self):
        """The seat to move draws two cards blind."""
        for _ in range(2):
            self.move(f"{self.state.mover} draws blind")
            self.settle()
        return self

    # what lies there

    @property
    def phase(self):
        return self.state.phase.name

    @property
    def over(self):
        return self.rules.to_move(self.state) == END

    @property
    def row(self):
        return self.names(self.state.row)

    def hand(self, seat):
        return self.told(self.state.hands[seat])

    def told(self, counts):
        """Counts by colour as text."""
        pairs = zip(counts, self.rules.card_names, strict=True)
        return " ".join(f"{many} {name}" for many, name in pairs if many)

    def owner(self, connection):
        return self.state.owners[self.rules.map.connection(connection).number]

    def tickets(self, seat):
        return list(self.rules.ticket_names(self.state.tickets(seat)))

    def names(self, numbers):
        return [self.rules.card_names[card] for card in numbers]

    def _shared(self, texts):
        """The counts of every place, where one of them has the rest."""
        names, found = self.rules.card_names, []
        for text in texts:
            listed = [] if text == "rest" else cards(text)
            found.append(tuple(listed.count(name) for name in names))
        rest = tuple(map(int.__sub__, self.rules.map.deck, map(sum, zip(*found, strict=True))))
        assert min(rest) >= 0, "more cards than there are"
        return put(found, texts.index("rest"), rest) if "rest" in texts else found


def cards(text):
    """The names of the cards in a text such as `2 red 1 joker`."""
    words = text.split()
    return [
        name for many, name in zip(words[::2], words[1::2], strict=True) for _ in range(int(many))
    ]


def random_game(spec, seed):
    """Every state of a game of random moves, first a kind then one of it; without blocks."""
    rules, rng = game(spec), Random(seed)
    state = rules.start()
    yield state
    while (by := rules.to_move(state)) != END:
        if by == CHANCE:
            action = rules.chance(state).sample(rng)
        else:
            actions = [action for action in rules.actions(state) if not isinstance(action, Block)]
            kind = rng.choice(sorted({type(action).__name__ for action in actions}))
            action = rng.choice([action for action in actions if type(action).__name__ == kind])
        state = rules.apply(state, action)
        yield state


# The rules once more


def worths(rules):
    """Points by length."""
    return SMALL_POINTS if rules.board == "small" else POINTS


def all_cards(rules, state):
    """Every train card there is, by colour: in hands, pile, row and discard, and in a tunnel."""
    row = tuple(map(state.row.count, range(len(state.pile))))
    places = [state.pile, state.discard, row, *state.hands]
    if state.bid:
        places.append(state.bid.paid)
        if state.phase == Phase.TUNNEL:
            places.append(tuple(map(state.bid.shown.count, range(len(state.pile)))))
    return tuple(map(sum, zip(*places, strict=True)))


def parts(rules, numbers):
    """The cities that these connections join, as sets."""
    found = []
    for number in numbers:
        ends = {rules.map.connections[number].a, rules.map.connections[number].b}
        touching = [part for part in found if part & ends]
        found = [part for part in found if not part & ends] + [ends.union(*touching)]
    return found


def joins(rules, numbers, ticket):
    """Whether these connections join the cities of a ticket."""
    ends = {rules.map.tickets[ticket].a, rules.map.tickets[ticket].b}
    return any(ends <= part for part in parts(rules, numbers))


def own(state, seat):
    return [number for number, owner in enumerate(state.owners) if owner == seat]


def longest(rules, numbers):
    """The longest trail: every one of them is walked."""
    routes = [rules.map.connections[number] for number in numbers]

    def walk(city, left):
        ends = [(r.b if city == r.a else r.a, r) for r in left if city in (r.a, r.b)]
        return max((r.length + walk(to, [x for x in left if x != r]) for to, r in ends), default=0)

    return max((walk(city, routes) for r in routes for city in (r.a, r.b)), default=0)


def final(rules, state):
    """The points of every seat, counted afresh from what lies on the table."""
    seats, numbers = range(rules.players), rules.map.parameters
    trails = [longest(rules, own(state, seat)) for seat in seats]
    found = []
    for seat in seats:
        built = sum(worths(rules)[rules.map.connections[n].length] for n in own(state, seat))
        score = built + ticket_score(rules, state, seat)
        if not rules.knowing:
            score += numbers.start_score + seat * numbers.later_score
            score += 4 * (numbers.stations - state.stations.count(seat))
            score += numbers.trail_bonus * (trails[seat] == max(trails))
        found.append(score)
    return tuple(found)


def ticket_score(rules, state, seat):
    """Completed tickets add, others subtract, with the best use of each station."""
    tickets, mine = state.tickets(seat), own(state, seat)
    lent = [
        [r.number for r in rules.map.connections
         if city in (r.a, r.b) and state.owners[r.number] not in (seat, NOBODY)] or [None]
        for city, builder in enumerate(state.stations) if builder == seat
    ]  # fmt: skip
    scores = []
    for choice in product(*lent):
        used = {*mine, *choice} - {None}
        signs = [1 if joins(rules, used, ticket) else -1 for ticket in tickets]
        scores.append(
            sum(s * rules.map.tickets[t].points for s, t in zip(signs, tickets, strict=True))
        )
    return max(scores)


def added(one, other):
    return tuple(a + b for a, b in zip(one, other, strict=True))


def put(entries, at, entry):
    return (*entries[:at], entry, *entries[at + 1 :])
