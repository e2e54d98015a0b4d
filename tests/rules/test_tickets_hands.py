"""Hidden train cards: the ledger, what seats remember, exact odds, fair samples.

The twin at the end follows the game itself: it tries every card at every draw and every choice
at every payment, and keeps those that look like what happened.
"""

from collections import Counter
from fractions import Fraction
from itertools import combinations, product
from random import Random

import numpy as np
import pytest

from whoknows.core.error import Error
from whoknows.games.tickets.board import board
from whoknows.games.tickets.card_ledger import Ledger
from whoknows.games.tickets.hidden_cards import Hidden, Unseen

RED, BLUE, JOKER = range(3)
UNSETTLED = 24  # the seed of a table where two seats paid out of four piles


def test_cards_turned_up_leave_the_pool_and_cards_drawn_stay_in_it():
    ledger = Ledger.start((10, 10, 8), seats=2).drew(0, 4).turned((RED, RED, JOKER))
    assert ledger.pools == ((8, 10, 7),)
    assert (ledger.hidden(0), ledger.hidden(1), ledger.left) == (4, 0, 21)


def test_before_anything_is_paid_hidden_cards_are_as_likely_as_cards_of_the_pile():
    unseen = Ledger.start((2, 1, 1), seats=2).drew(0, 2).drew(1).unseen()
    assert unseen.pile_odds() == (Fraction(1, 2), Fraction(1, 4), Fraction(1, 4))
    assert unseen.expected(0) == (1, Fraction(1, 2), Fraction(1, 2))
    assert unseen.expected(1) == unseen.pile_odds()
    assert unseen.spread(0, RED) == [Fraction(1, 6), Fraction(4, 6), Fraction(1, 6)]
    assert unseen.count() == 4 * 3 * 2


def test_what_a_seat_drew_itself_it_knows():
    ledger = Ledger.start((2, 1, 1), seats=2).drew(0, 2).drew(1)
    memory = ledger.drew_card(ledger.drew_card((), RED), JOKER)
    assert ledger.hand(0, memory) == (1, 0, 1)
    own = ledger.unseen(0, memory)
    assert own.odds(0, RED) == own.odds(0, JOKER) == 1
    assert own.odds(0, RED, at_least=2) == own.odds(1, JOKER) == 0
    assert own.odds(1, RED) == Fraction(1, 2)
    assert ledger.unseen().odds(1, RED) == Fraction(1, 2)
    assert ledger.unseen().odds(1, JOKER) == Fraction(1, 4)


def test_a_paid_card_tells_as_much_as_a_hidden_card_turned_over():
    """Two of red red blue blue, of which one is laid down and is red: the other is any of three.

    That it *had* a red one would be less: then two of the ten ways to draw leave a red one.
    """
    ledger = Ledger.start((2, 2), seats=2).drew(0, 2).paid(0, (1, 0))
    assert ledger == Ledger.start((1, 2), seats=2).drew(0)
    assert ledger.unseen().odds(0, RED) == Fraction(1, 3)


def two_piles():
    """Of a red and a blue card seats 0 and 1 drew one each; then 0 drew one of a red and a blue."""
    ledger = Ledger.start((1, 1), seats=2).drew(0).drew(1)
    return ledger.reshuffled((1, 1)).drew(0)


def test_a_card_belongs_to_the_pile_it_was_drawn_from():
    first = Ledger.start((2, 0), seats=2).drew(0).drew(1)
    after = first.reshuffled((0, 2)).drew(0)
    assert after.unseen().expected(0) == (1, 1)
    assert after.unseen().pile_odds() == (0, 1)


def test_a_payment_that_may_be_of_two_piles_is_weighed():
    """Seat 0 drew, from the first and the second pile, RR, RB, BR or BB, and pays red.

    RR can do so in two ways, RB and BR in one: four worlds. In two of them it keeps a red card;
    in one, BR, seat 1 has the red card of the first pile; in one, RB, the pile has the other.
    """
    ledger = two_piles().paid(0, (1, 0))
    assert ledger.unsettled
    assert ledger.hidden(0) == 1
    unseen = ledger.unseen()
    assert unseen.count() == 4
    assert unseen.expected(0) == (Fraction(1, 2), Fraction(1, 2))
    assert unseen.expected(1) == (Fraction(1, 4), Fraction(3, 4))
    assert unseen.pile_odds() == (Fraction(1, 4), Fraction(3, 4))


def test_who_holds_a_card_of_the_old_pile_can_tell_more():
    """If seat 1 has the red one, 0 drew BR and keeps blue; if it has the blue one, RR or RB."""
    ledger = two_piles().paid(0, (1, 0))
    assert ledger.unseen(1, ((1, 0),)).odds(0, RED) == 0
    assert ledger.unseen(1, ((0, 1),)).odds(0, RED) == Fraction(2, 3)


def test_a_payment_is_made_of_cards_drawn_before_it():
    """Seat 0 draws the last card of the second pile, too, after it paid red or before.

    Before, it has the red one of the second pile, and can pay red in two ways if it has the red
    one of the first pile as well: one world of three in which seat 1 has that one.
    """
    after = two_piles().paid(0, (1, 0)).drew(0)
    before = two_piles().drew(0).paid(0, (1, 0))
    assert after.unseen().odds(1, RED) == Fraction(1, 4)
    assert before.unseen().odds(1, RED) == Fraction(1, 3)


def test_a_payment_is_settled_as_soon_as_it_can_be_of_one_pile_only():
    of_first = Ledger.start((1, 1), seats=2).drew(0).drew(1).reshuffled((0, 2)).drew(0)
    assert of_first.paid(0, (1, 0)) == Ledger(((0, 1), (0, 2)), ((0, 1), (1, 0)), now=1)
    memory = ((1, 0), (0, 1))
    assert of_first.remembered(memory, 0, (1, 0)) == ((0, 0), (0, 1))
    assert of_first.remembered(memory, 0, (0, 1)) == memory
    assert of_first.paid(0, (0, 1)).hand(0, memory) == (1, 0)


def test_a_payment_is_settled_where_all_see_of_which_pile_it_is():
    ledger = two_piles()
    settled = Ledger(((1, 1), (0, 1)), ((1, 1), (0, 0)), now=1)
    assert ledger.paid(0, (1, 0), epoch=1) == settled
    assert ledger.remembered(((0, 1), (1, 0)), 0, (1, 0), epoch=1) == ((0, 1),)


def test_a_pile_of_which_nothing_is_hidden_gives_its_place_to_a_new_one():
    ledger = Ledger.start((1, 1), seats=2).drew(0).drew(1).reshuffled((1, 0)).drew(0)
    gone = ledger.paid(0, (1, 0), epoch=0).paid(1, (0, 1), epoch=0)
    assert gone.reshuffled((1, 1)) == Ledger(((1, 1), (1, 0)), ((0, 0), (1, 0)), now=0)
    assert gone.reshuffled((1, 1)).drew_card(((0, 0), (1, 0)), BLUE) == ((0, 1), (1, 0))
    assert gone.reshuffled((1, 1)).unseen().world(0).pile == (1, 1)


def test_impossible_entries_are_refused():
    ledger = Ledger.start((1, 1), seats=2).drew(0)
    with pytest.raises(ValueError, match="a new pile while the old one has 1 cards"):
        ledger.reshuffled((1, 1))
    with pytest.raises(ValueError, match=r"seat 1 pays \(1, 0\) out of 0 hidden cards"):
        ledger.paid(1, (1, 0))
    for wrong in (lambda: ledger.turned((RED, RED)), lambda: ledger.drew(0, 2)):
        with pytest.raises(ValueError, match="more cards than there are"):
            wrong()


def test_numbers_tell_all_of_a_ledger_and_where_they_end():
    ledger = two_piles().paid(0, (1, 0))
    assert ledger.codes() == (2, 1, 1, 1, 1, 1, 1, 1, 1, 0, 1, 0, 0, 1, 1, 1)
    assert Ledger.decoded((*ledger.codes(), 7, 7), seats=2, colours=2) == ledger


def test_numpy_is_a_source_of_chance_too():
    unseen = Ledger.start((10, 10, 8), seats=2).drew(0, 3).unseen()
    hidden = unseen.sample(np.random.default_rng(1))
    assert tuple(map(sum, zip(hidden.pile, hidden.hands[0], strict=True))) == (10, 10, 8)


def test_too_many_ways_to_settle_are_an_error_not_a_long_wait():
    ledger = Ledger.start((2, 3), seats=2).drew(0, 3).drew(1, 2).reshuffled((4, 4)).drew(0, 3)
    paid = ledger.paid(0, (2, 0))
    assert Unseen(paid).count()
    with pytest.raises(Error, match="may come from 2 piles in too many ways"):
        Unseen(paid, most=1).count()


# Against enumeration.

SEEDS = [*range(80), 234, 2144, 2503]  # the last three have unsettled payments of three seats


@pytest.mark.parametrize("seed", SEEDS)
def test_memories_keep_step_with_the_ledger(seed):
    table = Table(seed)
    for seat, hand in enumerate(table.hands):
        assert table.ledger.hand(seat, table.memories[seat]) == tally(hand)
        assert table.ledger.hidden(seat) == len(hand)
    assert table.ledger.left == sum(table.pile)
    assert Ledger.decoded(table.ledger.codes(), table.seats, colours=3) == table.ledger


@pytest.mark.parametrize("seed", SEEDS)
def test_odds_are_those_of_all_worlds_that_look_alike(seed):
    check_odds(Table(seed))


@pytest.mark.parametrize("seed", range(0, 40, 5))
def test_so_they_are_with_the_deck_of_the_small_board(seed):
    check_odds(Table(seed, board("small").deck))


def check_odds(table):
    for seat, memory in table.onlookers():
        unseen, worlds = table.ledger.unseen(seat, memory), table.worlds(seat)
        assert unseen.pile_odds() == mean((share(w.pile), odds) for w, odds in worlds.items())
        for other in range(table.seats):
            hands = [(world.hands[other], odds) for world, odds in worlds.items()]
            assert unseen.expected(other) == mean(hands)
            for colour, most in product(range(3), range(5)):
                true = sum(odds for hand, odds in hands if hand[colour] >= most)
                assert unseen.odds(other, colour, most) == true


@pytest.mark.parametrize("seed", SEEDS)
def test_every_world_has_its_share_of_the_numbers(seed):
    table = Table(seed)
    for seat, memory in table.onlookers():
        unseen = table.ledger.unseen(seat, memory)
        if unseen.count() < 10_000:
            found = Counter(map(unseen.world, range(unseen.count())))
            shares = {world: Fraction(n, unseen.count()) for world, n in found.items()}
            assert shares == table.worlds(seat)


def test_samples_are_fair():
    table, many, rng = Table(UNSETTLED), 20_000, Random(1)
    unseen, worlds = table.ledger.unseen(), table.worlds(None)
    found = Counter(unseen.sample(rng) for _ in range(many))
    assert found.keys() <= worlds.keys()
    chi = sum((found[w] - many * odds) ** 2 / (many * odds) for w, odds in worlds.items())
    free = len(worlds) - 1
    assert abs(chi - free) < 4 * (2 * free) ** 0.5


def test_the_random_tables_have_what_makes_it_hard():
    ledgers = [Table(seed).ledger for seed in SEEDS]
    assert sum(len(ledger.pools) > 2 for ledger in ledgers) > 20
    assert sum(len(ledger.unsettled) > 1 for ledger in ledgers) > 20
    payers = [{p.seat for p in ledger.unsettled} for ledger in ledgers]
    assert sum(len(seats) > 1 for seats in payers) > 10
    assert len(payers[UNSETTLED]) == 2
    assert {len(seats) for seats in payers[-3:]} == {3}


class Table:
    """Cards drawn, turned up and paid at random, and all that might have been instead."""

    def __init__(self, seed, deck=None):
        self.rng = Random(seed)
        self.deck = deck or self.rng.choice([(3, 2, 1), (4, 3, 2), (5, 4, 3)])
        self.seats = self.rng.choice([2, 3])
        self.pile, self.discard = self.deck, (0, 0, 0)
        self.hands = [()] * self.seats
        self.ledger, self.memories = Ledger.start(self.deck, self.seats), [()] * self.seats
        self.events = []
        self.settled = [Counter() for _ in range(self.seats)]
        while len(self.events) < 8 or len(self.ledger.unsettled) < seed % 5 < 50 - len(self.events):
            self.rng.choice([self.draw] * 6 + [self.turn] + [self.pay] * 3)()

    def draw(self):
        seat, colour = self.rng.randrange(self.seats), self.card()
        if colour is not None:
            self.events.append(("draw", seat, colour))
            self.hands[seat] += (colour,)
            self.ledger = self.ledger.drew(seat)
            self.memories[seat] = self.ledger.drew_card(self.memories[seat], colour)

    def turn(self):
        colour = self.card()
        if colour is not None:
            self.events.append(("turn", colour))
            self.discard = plus(self.discard, tally([colour]))
            self.ledger = self.ledger.turned((colour,))

    def pay(self):
        seat = self.rng.randrange(self.seats)
        hand = list(self.hands[seat])
        self.rng.shuffle(hand)
        number = self.rng.choice([1, 1, 2])
        cards, self.hands[seat] = tuple(hand[:number]), tuple(hand[number:])
        counts = tally(cards)
        self.events.append(("pay", seat, cards))
        self.discard = plus(self.discard, counts)
        self.memories[seat] = self.ledger.remembered(self.memories[seat], seat, counts)
        before, self.ledger = self.ledger.pools, self.ledger.paid(seat, counts)
        for epoch, colour in product(range(len(before)), range(3)):
            gone = before[epoch][colour] - self.ledger.pools[epoch][colour]
            self.settled[seat][epoch, colour] += gone

    def card(self):
        """A card from the pile, which is made of the discard when it is empty."""
        if not any(self.pile) and any(self.discard):
            self.pile, self.discard = self.discard, (0, 0, 0)
            self.ledger = self.ledger.reshuffled(self.pile)
            self.events.append(("shuffle", self.pile, self.ledger.now))
        cards = [colour for colour in range(3) for _ in range(self.pile[colour])]
        if not cards:
            return None
        colour = self.rng.choice(cards)
        self.pile = less(self.pile, tally([colour]))
        return colour

    def onlookers(self):
        return [(None, ()), *enumerate(self.memories)]

    def worlds(self, onlooker):
        """The odds of all that may be hidden, for one who saw its own cards only."""
        now, epoch = {(self.deck, ((),) * self.seats): 1}, 0
        for event in self.events:
            epoch = event[2] if event[0] == "shuffle" else epoch
            after = Counter()
            for (pile, drawn), ways in now.items():
                for *world, more in might(pile, drawn, event, epoch, onlooker):
                    after[tuple(world)] += ways * more
            now = after
        worlds = Counter()
        for (pile, drawn), ways in now.items():
            worlds[self.hidden(pile, drawn)] += Fraction(ways, sum(now.values()))
        return worlds

    def hidden(self, pile, drawn):
        """What is hidden when seats drew these cards; settled ones are no longer remembered."""
        memories = []
        for cards, settled in zip(drawn, self.settled, strict=True):
            rows = [
                tally(c for at, c, _ in cards if at == e) for e in range(len(self.ledger.pools))
            ]
            rows = [tuple(n - settled[e, c] for c, n in enumerate(r)) for e, r in enumerate(rows)]
            while rows and not any(rows[-1]):
                rows.pop()
            memories.append(tuple(rows))
        hands = tuple(tally(c for _, c, paid in cards if not paid) for cards in drawn)
        return Hidden(tuple(memories), hands, pile)


def might(pile, drawn, event, epoch, onlooker):
    """What may follow and look like this event: pile, cards drawn by each seat, in how many ways.

    A card that was drawn is (epoch, colour, whether it has been paid).
    """
    match event:
        case "draw", seat, seen:
            for colour, many in enumerate(pile):
                if many and (seat != onlooker or colour == seen):
                    cards = sorted([*drawn[seat], (epoch, colour, False)])
                    yield less(pile, tally([colour])), put(drawn, seat, tuple(cards)), many
        case "turn", colour:
            if pile[colour]:
                yield less(pile, tally([colour])), drawn, pile[colour]
        case "shuffle", cards, _:
            assert not any(pile)
            yield cards, drawn, 1
        case "pay", seat, cards:
            held = [at for at, (_, _, paid) in enumerate(drawn[seat]) if not paid]
            for chosen in combinations(held, len(cards)):
                if tally(drawn[seat][at][1] for at in chosen) == tally(cards):
                    laid = [(e, c, p or at in chosen) for at, (e, c, p) in enumerate(drawn[seat])]
                    yield pile, put(drawn, seat, tuple(sorted(laid))), 1


def tally(cards):
    cards = list(cards)
    return tuple(map(cards.count, range(3)))


def plus(one, other):
    return tuple(a + b for a, b in zip(one, other, strict=True))


def less(one, other):
    return tuple(a - b for a, b in zip(one, other, strict=True))


def put(entries, at, entry):
    return (*entries[:at], entry, *entries[at + 1 :])


def share(pile):
    return tuple(Fraction(many, max(1, sum(pile))) for many in pile)


def mean(weighed):
    """The average of tuples by their odds."""
    rows = [[odds * number for number in numbers] for numbers, odds in weighed]
    return tuple(map(sum, zip(*rows, strict=True)))
