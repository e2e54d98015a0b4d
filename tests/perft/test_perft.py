"""Perft: how many ways there are to play the first so many moves, chance included.

The files hold exact counts, of the whole game or after some moves; a wrong rule changes one of
them. `threecards.txt` was also counted by hand up to the third move. It, `boerenbridge.txt` and
`cluedo.txt` are counted in full by the few lines below that know nothing of models, or of our
rules; of `tickets.txt` all that is on the small board, by the rules as they are written in
`smallrails.py`.
"""

from functools import cache
from itertools import combinations, groupby, permutations, product
from pathlib import Path
from random import Random
from typing import NamedTuple

import pytest
import smallrails

from whoknows.core.agent import Choice
from whoknows.core.game import CHANCE, END
from whoknows.core.legal_actions import legal
from whoknows.core.match import step
from whoknows.core.registry import game
from whoknows.core.registry import rules as numbered


class Line(NamedTuple):
    """`game depth count`, and perhaps `after move; move; ...`."""

    spec: str
    depth: int
    count: int
    moves: tuple[str, ...]

    @classmethod
    def read(cls, text):
        numbers, _, moves = text.partition(" after ")
        spec, depth, count = numbers.split()
        return cls(spec, int(depth), int(count), tuple(moves.split("; ")) if moves else ())

    def __str__(self):
        return f"{self.spec} {self.depth}"

    def start(self):
        """From where it is counted."""
        return self.spec, self.moves


TABLES = sorted(Path(__file__).parent.glob("*.txt"))
TEXTS = [text for table in TABLES for text in table.read_text().splitlines() if text[:1] != "#"]
LINES = [Line.read(text) for text in TEXTS]


DEEPEST = {
    start: max(line.depth for line in lines)
    for start, lines in groupby(sorted(LINES, key=Line.start), Line.start)
}


@pytest.mark.parametrize("line", LINES, ids=str)
def test_perft(line):
    assert counts(*line.start())[line.depth - 1] == line.count


@cache
def counts(spec, moves):
    """By all depths that are asked for: to count the deepest is to come by the others."""
    rules = game(spec)
    state, model = rules.start(), None
    for move in moves:
        state, model = after(rules, state, model, rules.parse(move))
    return perft(rules, state, model, DEEPEST[spec, moves])


def perft(rules, state, model, depth):
    """The number of sequences of one move, of two, up to that many; those of finished games count
    no further."""
    by = rules.to_move(state)
    if by == END:
        return [0] * depth
    options = rules.chance(state).outcomes() if by == CHANCE else may(rules, state, model)
    first = rules.chance(state).count() if by == CHANCE else len(options)
    if depth == 1:
        return [first]
    below = (perft(rules, *after(rules, state, model, a), depth - 1) for a in options)
    return [first, *map(sum, zip(*below, strict=True))]


def may(rules, state, model):
    return rules.actions(state) if is_plain(rules) else legal(rules, state, model)


def after(rules, state, model, action):
    if is_plain(rules):
        return rules.apply(state, action), None
    turn = step(rules, state, model, Choice(action))
    return turn.after, turn.model


def is_plain(rules):
    """Whether knowledge changes nothing of what one may do: then models are left out."""
    return not getattr(rules, "knowing", True)


# Three cards, without models: a deal is known when one deal fits what was said and seen.


@pytest.mark.parametrize("line", [line for line in LINES if "threecards" in line.spec], ids=str)
def test_the_table_of_threecards_agrees_with_a_count_without_models(line):
    assert count_threecards(game(line.spec).rounds, line.depth) == line.count


def count_threecards(rounds, depth):
    deals = list(permutations("abc"))

    def below(deal, turn, left, seen, depth):
        if depth == 0 or turn == 3 * rounds:
            return int(depth == 0)
        seat, total = turn % 3, 0
        for card in set("abc") - {deal[seat]}:
            fits = [other for other in left if other[seat] != card]
            total += below(deal, turn + 1, fits, seen, depth - 1)
        for other in {0, 1, 2} - {seat}:
            total += below(deal, turn + 1, left, seen | {(other, seat)}, depth - 1)
        visible = {seat} | {place for viewer, place in seen if viewer == seat}
        fits = [other for other in left if all(other[i] == deal[i] for i in visible)]
        return total + int(len(fits) == 1 and depth == 1)

    return sum(below(deal, 0, deals, frozenset(), depth - 1) for deal in deals)


# Boerenbridge, from the texts of cards alone: the ways to bid, times the ways to play a deal.


BRIDGE = [line for line in LINES if line.moves and "boerenbridge" in line.spec]


@pytest.mark.parametrize("line", BRIDGE, ids=str)
def test_the_table_of_boerenbridge_agrees_with_a_count_without_rules(line):
    dealt, _, trump = line.moves[0].removeprefix("deal ").partition(", trump ")
    seats = game(line.spec).players
    hands = tuple(frozenset(pile.split()) for pile in dealt.split(" | ")[:seats])
    bids = min(line.depth, seats) if len(line.moves) == 1 else 0
    ways = count_bids(seats, len(hands[0]), bids)
    assert ways * count_plays(hands, 0, (), trump[-1], line.depth - bids) == line.count


def count_bids(seats, size, depth):
    all_bids = product(range(size + 1), repeat=depth)
    return sum(depth < seats or sum(bids) != size for bids in all_bids)


def count_plays(hands, leader, trick, trump, depth):
    if depth == 0:
        return 1
    seat = (leader + len(trick)) % len(hands)
    follow = {card for card in hands[seat] if trick and card[-1] == trick[0][-1]}
    total = 0
    for card in follow or hands[seat]:
        left = (*hands[:seat], hands[seat] - {card}, *hands[seat + 1 :])
        table = (*trick, card)
        if len(table) == len(hands):
            winner = (leader + table.index(max(table, key=value(table[0], trump)))) % len(hands)
            total += count_plays(left, winner, (), trump, depth - 1)
        else:
            total += count_plays(left, leader, table, trump, depth - 1)
    return total


def value(led, trump):
    """How cards are compared in a trick: trumps, then the suit led, then the rank."""
    return lambda card: (card[-1] == trump, card[-1] == led[-1], "JQKA".index(card[0]))


# Cluedo, from the numbers of cards alone: hands and the envelope are sets of them.


@pytest.mark.parametrize("line", [line for line in LINES if "cluedo" in line.spec], ids=str)
def test_the_table_of_cluedo_agrees_with_a_count_without_rules(line):
    rules = game(line.spec)
    assert (
        count_cluedo([len(kind) for kind in rules.kinds], rules.players, line.depth) == line.count
    )


def count_cluedo(sizes, players, depth):
    ends = [sum(sizes[: kind + 1]) for kind in range(3)]
    kinds = [range(end - size, end) for end, size in zip(ends, sizes, strict=True)]
    threes = [frozenset(three) for three in product(*kinds)]
    hands = [(ends[-1] - 3 + players - 1 - seat) // players for seat in range(players)]

    def below(deal, asker, asked, answers, out, depth):
        if depth == 0:
            return 1
        if asked:
            held = len(deal[answers] & asked)
            if not held and (answers + 1) % players != asker:
                return below(deal, asker, asked, (answers + 1) % players, out, depth - 1)
            return max(1, held) * below(deal, following(asker, out), None, 0, out, depth - 1)
        asks = (
            below(deal, asker, three, (asker + 1) % players, out, depth - 1) for three in threes
        )
        wrong = out | {asker}
        if len(wrong) == players or depth == 1:
            return sum(asks) + len(threes) * (depth == 1)
        goes_on = below(deal, following(asker, wrong), None, 0, wrong, depth - 1)
        return sum(asks) + (len(threes) - 1) * goes_on

    def following(seat, out):
        turns = (seat + step for step in range(1, players + 1))
        return next(turn % players for turn in turns if turn % players not in out)

    def dealt(cards, left):
        if not left:
            yield ()
            return
        for hand in combinations(sorted(cards), left[0]):
            for others in dealt(cards - set(hand), left[1:]):
                yield (frozenset(hand), *others)

    deals = [deal for envelope in threes for deal in dealt(set(range(ends[-1])) - envelope, hands)]
    return sum(below(deal, 0, None, 0, frozenset(), depth - 1) for deal in deals)


# The railway game, by the rules of the small board written once more.


SMALL = [line for line in LINES if "board=small" in line.spec]


@pytest.mark.parametrize("line", SMALL, ids=str)
def test_the_table_of_tickets_agrees_with_a_count_by_other_rules(line):
    assert rails_counts(*line.start())[line.depth - 1] == line.count


@cache
def rails_counts(spec, moves):
    rules = game(spec)
    position = smallrails.Rails(rules.players, rules.knowing)
    for move in moves:
        position = smallrails.moves(position)[move]
    return count_rails(position, DEEPEST[spec, moves])


def count_rails(position, depth):
    found = smallrails.moves(position)
    if depth == 1 or not found:
        return [len(found), *[0] * (depth - 1)]
    below = (count_rails(after, depth - 1) for after in found.values())
    return [len(found), *map(sum, zip(*below, strict=True))]


@pytest.mark.parametrize("seats", [2, 3])
@pytest.mark.parametrize("kind", ["classic", "knowledge"])
def test_random_games_offer_the_same_moves_by_both_rules(seats, kind):
    """Move by move what may happen is the same; in the knowledge game, as many deals are left."""
    rules = numbered(f"tickets(board=small,rules={kind},seats={seats})")
    for seed in range(40):
        rng, position = Random(seed), smallrails.Rails(seats, rules.knowing)
        state, model = rules.start(), None
        while (by := rules.to_move(state)) != END:
            other = smallrails.moves(position)
            every = rules.chance(state).outcomes() if by == CHANCE else may(rules, state, model)
            options = {str(action): action for action in every}
            assert set(options) == set(other)
            text = any_of(sorted(options), rng, greedy=seed % 2)
            state, model = after(rules, state, model, options[text])
            position = other[text]
            assert not rules.knowing or model.count() == len(position.deals)
        assert position.phase == "over"


def any_of(texts, rng, greedy):
    """A kind of move and then one of it; greedy for cards, so that they run out."""
    cards = [text for text in texts if " takes " in text or "blind" in text]
    if cards and greedy and rng.random() < 0.95:
        return rng.choice(cards)
    kind = rng.choice(sorted({text.split()[1] for text in texts}))
    return rng.choice([text for text in texts if text.split()[1] == kind])
