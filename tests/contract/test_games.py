"""Every registered game, ours or an installed neighbour's, obeys every law."""

from dataclasses import dataclass, replace
from functools import cache, lru_cache

import pytest

from whoknows.core import laws
from whoknows.core.error import Error
from whoknows.core.law_positions import seat_positions
from whoknows.core.legal_actions import objection
from whoknows.core.registry import game, games
from whoknows.core.winners import Win, win
from whoknows.games.threecards import BLANK, Declare, Deny, ShowCard, ThreeCards

SPECS = [
    *games(),
    "threecards(rounds=2)",
    "cluedo(suspects=3,weapons=2,rooms=3)",
    "cluedo(players=5,suspects=4,weapons=3,rooms=3)",
    "boerenbridge(rounds=1-2)",
    "boerenbridge(players=2,rounds=2)",
    "boerenbridge(deck=52,rounds=1)",
    "boerenbridge(players=3,rounds=2,ranks=3,trump=turned)",
    "boerenbridge(players=6,rounds=1,ranks=2,trump=turned)",
    "tickets(board=small)",
    "tickets(board=small,rules=knowledge,seats=3,hand=1,as_original=on)",
    "tickets(board=usa)",
    "tickets(board=europe,seats=3)",
]


@pytest.mark.parametrize("law", laws.LAWS, ids=lambda law: law.__name__)
@pytest.mark.parametrize("spec", SPECS)
def test_game_obeys(spec, law):
    law(made(spec))


@cache
def made(spec):
    """One game for all laws, so that they look at the same matches."""
    return game(spec)


@pytest.mark.parametrize("spec", SPECS)
def test_a_game_is_made_from_its_own_spec(spec):
    assert game(game(spec).spec) == game(spec)
    assert game(spec).name == spec.partition("(")[0]


@pytest.mark.parametrize("spec", SPECS)
def test_seats_have_names_of_their_own(spec):
    seats = game(spec).seats
    assert len(set(seats)) == len(seats)
    assert "chance" not in seats


@pytest.mark.parametrize("spec", SPECS)
def test_a_refusal_tells_the_seat_to_move_nothing_new(spec, monkeypatch):
    """Whatever it tries, it hears the same in all deals that it cannot tell apart."""
    rules = made(spec)
    listed = lru_cache(maxsize=8)(rules.actions)  # which a refusal looks at every time
    monkeypatch.setattr(type(rules), "actions", lambda _, state: listed(state))
    positions = list(seat_positions(rules))
    tried = {at.turn.choice.action for at in positions}
    for at in positions:
        refused = tried - set(rules.actions(at.state))
        heard = {action: objection(rules, at.state, at.model, action) for action in refused}
        assert None not in heard.values()
        for twin in at.twins(at.by):
            assert heard == {action: objection(rules, twin, at.model, action) for action in refused}


# A law is worth something only if a game that breaks it is caught.


@dataclass(frozen=True)
class Glass(ThreeCards):
    """Everybody sees every card."""

    def veil(self, state, seat):
        return state


@dataclass(frozen=True)
class Mirror(ThreeCards):
    """Who may declare is read off the true deal, not off what the seat sees."""

    def actions(self, state):
        found = super().actions(state)
        return found[:-1] if BLANK in state.hands else found


@dataclass(frozen=True)
class Gossip(ThreeCards):
    """A showing tells everybody which card it was."""

    def says(self, public, action):
        match action:
            case ShowCard(seat, card, _):
                return super().says(public, Deny(seat, (card + 1) % 3))
        return super().says(public, action)


@dataclass(frozen=True)
class Bluff(ThreeCards):
    """A seat may try to deny the card it holds."""

    def actions(self, state):
        seat = self.to_move(state)
        return (*(Deny(seat, card) for card in range(3)), *super().actions(state)[2:])


@dataclass(frozen=True)
class Stuck(ThreeCards):
    """Only who knows the deal may move."""

    def actions(self, state):
        return (Declare(self.to_move(state)),)


@dataclass(frozen=True)
class Forgetful(ThreeCards):
    """Its codes do not keep the points."""

    def encode_state(self, state):
        return super().encode_state(replace(state, points=(0, 0, 0)))


@dataclass(frozen=True)
class Mumble(ThreeCards):
    """All actions have one code."""

    def encode(self, action):
        return 0


@dataclass(frozen=True)
class Nobody(ThreeCards):
    """Nobody wins, and nothing says why."""

    def win(self, state):
        return Win(())


@dataclass(frozen=True)
class Misere(ThreeCards):
    """Fewest points win."""

    def win(self, state):
        return win([-points for points in self.scores(state)])


@pytest.mark.parametrize(
    ("broken", "law"),
    [
        (Glass(), laws.twins_look_the_same),
        (Glass(), laws.what_is_said_is_public),
        (Mirror(), laws.actions_need_only_the_own_view),
        (Gossip(), laws.what_is_said_is_public),
        (Bluff(), laws.only_untrue_knowledge_is_dropped),
        (Forgetful(), laws.states_round_trip),
        (Mumble(), laws.actions_round_trip),
        (Nobody(), laws.somebody_wins),
        (Misere(), laws.somebody_wins),
    ],
    ids=lambda value: getattr(value, "__name__", type(value).__name__),
)
def test_a_broken_game_is_caught(broken, law):
    with pytest.raises(AssertionError):
        law(broken)


def test_a_game_that_shows_what_it_hides_is_told_the_field_and_the_seat():
    hidden = r"seat 0 sees hands\[\d\], which is hidden from it: \d in one deal and \d"
    with pytest.raises(AssertionError, match=hidden) as told:
        laws.twins_look_the_same(Glass())
    assert "\n" not in str(told.value)
    with pytest.raises(AssertionError, match=r"an outsider sees hands\[\d\], which is hidden"):
        laws.what_is_said_is_public(Glass())


def test_a_seat_without_a_legal_action_is_an_error():
    with pytest.raises(Error, match="0 has no legal action"):
        laws.actions_apply(Stuck())
