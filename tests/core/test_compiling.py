"""Who waits for compiled code hears how far it is, and nothing when there is nothing to compile."""

from pathlib import Path

import pytest

from whoknows.core import kernels_cache
from whoknows.core.compiling import watched
from whoknows.core.kernels import UNCOMPILED, Int, kernel, outer


@kernel
def doubled(number: Int) -> Int:
    return number + number


def twice_doubled(number: Int) -> Int:
    return doubled(doubled(number))


@pytest.mark.skipif(UNCOMPILED, reason="nothing is compiled")
def test_parts_are_counted_while_they_are_compiled(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(kernels_cache, "FOLDER", tmp_path)
    heard: list[str] = []
    with watched(heard.append):
        function = outer(twice_doubled)
        assert function(3) == 12
        many = len(heard)
        assert function(4) == 16
    assert len(heard) == many >= 2, "what is compiled is not compiled again"
    assert any("so far" in line for line in heard)
    assert "putting" in heard[-1]
    outer(twice_doubled)(1.5)
    assert len(heard) == many, "nobody listens any more"
