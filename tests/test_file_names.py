"""A file is found by its name: outside the games, which are parallel on purpose, none has the name
of another."""

from collections import Counter
from pathlib import Path

import whoknows

SOURCE = Path(whoknows.__file__).parent
EVERYWHERE = {"__init__", "__main__"}
AS_GAMES_DO = {"kernels", "page", "terminal"}  # what a game has, and what the core or the kit has


def names(files: list[Path]) -> Counter[str]:
    return Counter(file.stem for file in files if file.stem not in EVERYWHERE)


def test_no_two_files_outside_the_games_share_a_name() -> None:
    outside = [
        file for file in SOURCE.rglob("*.py") if file.relative_to(SOURCE).parts[0] != "games"
    ]
    assert [name for name, times in names(outside).items() if times > 1] == []


def test_a_game_uses_no_name_from_outside_for_something_else() -> None:
    inside = names(list((SOURCE / "games").rglob("*.py")))
    outside = [
        file for file in SOURCE.rglob("*.py") if file.relative_to(SOURCE).parts[0] != "games"
    ]
    assert set(names(outside)) & set(inside) <= AS_GAMES_DO
