"""The laws that every game obeys, as functions for tests: ours, and those of other people's games.

    @pytest.mark.parametrize("law", LAWS)
    def test_my_game_obeys(law): law(MyGame())

Each looks at the positions of a few random matches, and raises an `AssertionError` that says
what it found and where.
"""

from __future__ import annotations

import pickle
from random import Random
from typing import Protocol

from whoknows.core.difference import difference
from whoknows.core.error import Error
from whoknows.core.game import CHANCE, END, Action, Game, State
from whoknows.core.law_positions import WHOLE, matches, positions, seat_positions
from whoknows.core.legal_actions import legal, untrue
from whoknows.core.match import Turn
from whoknows.core.record import replay
from whoknows.core.record_text import parse, written
from whoknows.core.recorder import Tape


def actions_apply(game: Game[State, Action]) -> None:
    """Every legal action leads to a state in which somebody moves, or that is the end."""
    for at in seat_positions(game):
        for action in legal(game, at.state, at.model):
            after = game.apply(at.state, action)
            _check(END <= game.to_move(after) < len(game.seats), f"nobody moves after {action}", at)
            points, seats = len(game.scores(after)), len(game.seats)
            _check(points == seats, f"points for {points} of {seats} seats after '{action}'", at)


def actions_round_trip(game: Game[State, Action]) -> None:
    """An action can be recovered from its text and from its code, and is equal by value."""
    for at in positions(game):
        options = [at.turn.choice.action] if at.by == CHANCE else game.actions(at.state)
        for action in options:
            _same(game.parse(str(action)), action, "parse(str(action))", at)
            _same(game.decode(game.encode(action)), action, "decode(encode(action))", at)
            _same(hash(pickle.loads(pickle.dumps(action))), hash(action), "a pickled action", at)
        _same(len({game.encode(action) for action in options}), len(options), "codes", at)
        _same(len(set(map(str, options))), len(options), "texts", at)


def states_round_trip(game: Game[State, Action]) -> None:
    """A state can be recovered from its codes, even when veiled, and can travel between
    processes."""
    for at in positions(game):
        for seat in (None, *_seats(game)):
            veiled = game.veil(at.state, seat)
            _same(game.decode_state(game.encode_state(veiled)), veiled, f"codes for {seat}", at)
        _same(game.decode_state(game.encode_state(at.state)), at.state, "codes", at)
        _same(pickle.loads(pickle.dumps(at.state)), at.state, "a pickled state", at)


def chance_adds_up(game: Game[State, Action]) -> None:
    """Whatever chance brings is among its outcomes; if there are few, their odds add up to one."""
    for at in positions(game):
        if at.by == CHANCE:
            chance = game.chance(at.state)
            _check(chance.odds(chance.sample(Random(0))) > 0, "a sample without odds", at)
            if chance.count() <= 1000:
                outcomes = list(chance.outcomes())
                _same(len(outcomes), chance.count(), "the count of outcomes", at)
                _same(sum(map(chance.odds, outcomes)), 1, "the sum of odds", at)


def veils_nest(game: Game[State, Action]) -> None:
    """Veiling twice hides no more; an outsider sees less than any seat."""
    for at in positions(game):
        public = game.veil(at.state, None)
        for seat in _seats(game):
            veiled = game.veil(at.state, seat)
            _same(game.veil(veiled, seat), veiled, f"veiled twice for {seat}", at)
            _same(game.veil(veiled, None), public, f"what {seat} sees, for an outsider", at)


def actions_need_only_the_own_view(game: Game[State, Action]) -> None:
    """Which actions a seat has follows from what it sees; only what it does not know may remove
    some."""
    for at in seat_positions(game):
        options = game.actions(game.veil(at.state, at.by))
        _same(tuple(options), tuple(game.actions(at.state)), "actions of the veiled state", at)


def only_untrue_knowledge_is_dropped(game: Game[State, Action]) -> None:
    """An action that is dropped as illegal would have claimed knowledge that is not there."""
    for at in seat_positions(game):
        stay = set(legal(game, at.state, at.model))
        for action in set(game.actions(at.state)) - stay:
            false = untrue(game, at.state, at.model, action)
            update = false.update if false else None
            claims = update is not None and getattr(update, "claims_knowledge", True)
            _check(claims, f"{action} is dropped for {update!r}", at)


def what_is_said_is_public(game: Game[State, Action]) -> None:
    """Actions that look the same to an outsider say the same, whatever the deal, and styles call
    them the same."""
    for at in seat_positions(game):
        public = game.veil(at.state, None)
        heard: dict[str, object] = {}
        called: dict[str, str] = {}
        for state in (at.state, *(twin for seat in _seats(game) for twin in at.twins(seat))):
            _hides("an outsider", game.veil(state, None), public, game)
            for action in game.actions(state):
                look, said = game.shown(state, action, to=None), game.says(public, action)
                _same(said, heard.setdefault(look, said), f"what is said by {look!r}", at)
                if game.tells_style_options:
                    name = game.style_choice(action)
                    _same(name, called.setdefault(look, name), f"what styles call {look!r}", at)


def whatever_shows_is_said(game: Game[State, Action]) -> None:
    """A move that all see, and that could not be made in some deal, rules that deal out by what it
    says: one that shows a card must say so."""
    for at in seat_positions(game):
        made = {game.shown(at.state, one, to=None): one for one in legal(game, at.state, at.model)}
        for seat in _seats(game) if at.is_all_in_the_deal else ():
            for twin in at.twins(seat):
                others = game.actions(twin)
                looks = {game.shown(twin, other, to=None) for other in others}
                for look, action in made.items():
                    if look not in looks and not at.rules_out(twin, action):
                        part = at.shown_part(action, others)
                        told = f"'{look}' shows seat {game.seats[seat]} {part}"
                        raise AssertionError(f"{game.spec}: {told}, but does not say so")


def the_truth_survives(game: Game[State, Action]) -> None:
    """What is said is true, and the true deal is never ruled out."""
    for at in seat_positions(game):
        false = untrue(game, at.state, at.model, at.turn.choice.action)
        _same(false, None, "an untrue update", at)
        for seat in _seats(game):
            _check(at.knowledge(seat).count() > 0, f"seat {seat} has ruled out the true deal", at)


def nothing_known_is_false(game: Game[State, Action]) -> None:
    """What a seat knows is true of the true deal, and is exactly what is certain to it."""
    for at in seat_positions(game):
        for seat in _seats(game):
            mine = at.knowledge(seat)
            for formula in (sign + atom for atom in at.atoms() for sign in ("", "~")):
                knows = mine.knows(formula)
                _same(knows, mine.odds(formula) == 1, f"whether seat {seat} knows {formula}", at)
                _check(not knows or at.holds(formula), f"seat {seat} knows {formula}", at)


def twins_look_the_same(game: Game[State, Action]) -> None:
    """Deals that a seat cannot tell apart give it the same view, to the letter."""
    for at in seat_positions(game):
        for seat in _seats(game):
            seen, veiled = at.seen(seat, at.state), game.veil(at.state, seat)
            for twin in at.twins(seat):
                _hides(f"seat {game.seats[seat]}", game.veil(twin, seat), veiled, game)
                _same(at.seen(seat, twin), seen, f"what seat {seat} sees of a twin", at)


def somebody_wins(game: Game[State, Action]) -> None:
    """A match ends; then somebody has won, and nobody has more points than a winner."""
    for turns in matches(game, WHOLE):
        end = turns[-1].after
        _same(game.to_move(end), END, f"who moves after {len(turns)} turns", game.spec)
        points, won = game.scores(end), game.winners(end)
        best = {seat for seat in _seats(game) if points[seat] == max(points)}
        told = game.win(end)
        _same(won, told.seats, "the winners, and who wins", game.spec)
        _check(won or told.by, "nobody wins, and `win` does not say by what", game.spec)
        _same(list(won), sorted({*won} & best), "the winners among the best", game.spec)


def replay_equals_play(game: Game[State, Action]) -> None:
    """A record written, read and replayed without its seed is the match that was played."""
    for turns in matches(game):
        tape = Tape(game, ["any"] * len(game.seats), seed=None)
        for turn in turns:
            tape.add(turn)
        record = parse(written(tape.record()))
        _same(record, tape.record(), "the record read", game.spec)
        for now, then in zip(replay(record, game), turns, strict=True):
            _same(_told(now), _told(then), "a turn replayed", game.spec)


def numbers_are_fixed(game: Game[State, Action]) -> None:
    """Where a game tells itself in numbers: every choice has one of its own, and what a seat sees
    is always as many numbers, the same for deals that it cannot tell apart."""
    found = list(seat_positions(game))
    if not game.tells_numbers:
        return
    numbers, sizes = game.in_numbers(), set()
    try:
        known = {name: number for number, name in enumerate(numbers.choices)}
        least, most = numbers.points
    except Error:  # of the kit, where an author did not say what only solvers ask
        return
    for at in found:
        names = [numbers.choice(at.state, action) for action in game.actions(at.state)]
        _same(len({known.get(name) for name in names} - {None}), len(names), "choices", at)
        for seat in _seats(game):
            seen = tuple(numbers.seen(game.veil(at.state, seat), seat))
            sizes.add(len(seen))
            _check(all(-1 <= number <= 1 for number in seen), f"beyond -1 or 1: {seen}", at)
            for twin in at.twins(seat):
                _same(tuple(numbers.seen(game.veil(twin, seat), seat)), seen, "of a twin", at)
    _check(len(sizes) <= 1, f"rows of {sizes} numbers", game.spec)
    for turns in matches(game, WHOLE):
        points = game.scores(turns[-1].after)
        within = all(least <= point <= most for point in points)
        _check(within, f"{points} is not from {least} to {most}", game.spec)
        _check(len(turns) <= numbers.longest, f"{len(turns)} turns are too long", game.spec)


class Law(Protocol):
    """A function that looks at a game."""

    __name__: str

    def __call__(self, game: Game[State, Action], /) -> None: ...


LAWS: tuple[Law, ...] = (
    actions_apply,
    actions_round_trip,
    states_round_trip,
    chance_adds_up,
    veils_nest,
    actions_need_only_the_own_view,
    only_untrue_knowledge_is_dropped,
    what_is_said_is_public,
    whatever_shows_is_said,
    the_truth_survives,
    nothing_known_is_false,
    twins_look_the_same,
    somebody_wins,
    replay_equals_play,
    numbers_are_fixed,
)


def _seats(game: Game[State, Action]) -> range:
    return range(len(game.seats))


def _told(turn: Turn[State, Action]) -> tuple[object, ...]:
    """A turn without its reasons, which no record keeps."""
    count = turn.model.count() if turn.model else 0
    return (turn.by, turn.before, turn.choice.action, turn.after, turn.said, turn.shown, count)


def _hides(who: str, one: object, other: object, game: Game[State, Action]) -> None:
    """What looks the same must be the same; what is not is named."""
    if found := difference(one, other):
        part, mine, theirs = found
        raise AssertionError(
            f"{game.spec}: {who} sees {part}, which is hidden from it: {mine!r} in one deal and "
            f"{theirs!r} in another that it cannot tell apart"
        )


def _check(good: object, what: str, where: object) -> None:
    if not good:
        raise AssertionError(f"{what} ({where})")


def _same(found: object, wanted: object, what: str, where: object) -> None:
    _check(found == wanted, f"{what}: {found!r} instead of {wanted!r}", where)
