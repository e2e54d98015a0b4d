"""Kernels that are half there are told in one line."""

from dataclasses import dataclass
from typing import NamedTuple

import pytest

from whoknows.core.error import Error
from whoknows.core.kernels import Compiled
from whoknows.core.match import play
from whoknows.core.registry import agent
from whoknows.games.threecards import ThreeCards


class Tables(NamedTuple):
    turns: int


@dataclass(frozen=True)
class Begun(ThreeCards):
    """Its author has not called `define` yet."""

    def compiled(self) -> Compiled:
        return Compiled(Tables(3), 3, 6, 3, {}, {}, 14, ("score",))


@pytest.mark.parametrize("spec", ["ismcts", "flat-mc", "expectiminimax", "pimc"])
def test_kernels_that_are_not_defined_are_told_in_one_line(spec: str) -> None:
    with pytest.raises(Error) as caught:
        list(play(Begun(), [agent(spec)] * 3, seed=1))
    told = f"no kernels are defined for Tables of {__name__}: call kernels.define for it"
    assert str(caught.value) == f"{Begun().spec}: {told}"
