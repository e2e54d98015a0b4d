"""Random positions of all boards, for tests of paths."""

from random import Random

from hypothesis import strategies as st

from whoknows.games.tickets.board import board, boards
from whoknows.games.tickets.state import NOBODY


@st.composite
def positions(draw):
    """A board, who owns what on it, and how many play."""
    here = board(draw(st.sampled_from(boards())))
    players = draw(st.integers(2, 5))
    share = draw(st.sampled_from([0.0, 0.2, 0.4, 0.7]))
    rng = Random(draw(st.integers(0, 2**32)))
    owners = [rng.randrange(players) if rng.random() < share else NOBODY for _ in here.connections]
    return here, tuple(owners), players
