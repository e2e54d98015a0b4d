"""The numbers of `racer`: files that read back as written, and one line for whatever is wrong."""

from pathlib import Path
from typing import Any

import pytest

from whoknows.core.error import Error
from whoknows.core.registry import agent, game
from whoknows.games.tickets import racer_numbers
from whoknows.games.tickets.racer_numbers import GROUPS, NAMES, read, shipped, written


def test_the_constants_stand_in_the_order_of_the_names() -> None:
    for group, names in GROUPS.items():
        for name in names:
            constant = getattr(racer_numbers, f"{group}_{name}".upper(), None)
            assert constant in (None, NAMES.index(f"{group}.{name}"))
    assert len(NAMES) - 1 == racer_numbers.LAST_PLAN


@pytest.mark.parametrize("name", shipped())
def test_every_file_that_comes_along_reads_back_and_says_what_it_was_tuned_on(name: str) -> None:
    text = (racer_numbers.FOLDER / f"{name}.toml").read_text()
    numbers = read(name)
    assert len(numbers.values) == len(NAMES)
    board, players = name.rsplit("-", 1)
    rules: Any = game(numbers.game)
    assert (rules.board, f"{rules.players}p") == (board, players)
    assert written(numbers, numbers.game, text.split('tuned = "')[1].split('"\n')[0]) == text


def test_changed_numbers_are_part_of_the_name() -> None:
    board: Any = game("tickets(board=usa)")
    changed = agent("racer(numbers=usa-2p)").tuned(board, {"price.4": 5.25})  # type: ignore[attr-defined]
    assert changed.name == 'racer(numbers="usa-2p price.4=5.25")'
    again: Any = agent(changed.name)
    assert again.tunable(board)["price.4"] == 5.25
    assert again.tunable(board)["price.5"] == read("usa-2p")["price.5"]


def test_a_board_without_numbers_of_its_own_has_the_nearest() -> None:
    three: Any = game("tickets(board=usa,seats=3)")
    assert racer_numbers.usual(three).startswith("usa-")
    small: Any = game("tickets(board=small)")
    assert racer_numbers.usual(small) == "usa-2p"


@pytest.mark.parametrize(
    ("spec", "told"),
    [
        ("racer(numbers=nowhere)", "racer has no numbers called 'nowhere'; there are"),
        ('racer(numbers="usa-2p price.9=1")', "racer has no number called 'price.9'"),
        ('racer(numbers="usa-2p price.4=dear")', "price.4 must be a number, not 'dear'"),
        ('racer(numbers="usa-2p price.4=99999")', "price.4 must be within 10,000"),
        ("flat-mc(guide=nobody)", "there is no agent called nobody"),
        (
            "flat-mc(guide=racer,guided=off)",
            "guide=racer does not go with playouts that it cannot guide",
        ),
    ],
)
def test_what_is_wrong_with_an_option_is_told_in_a_line(spec: str, told: str) -> None:
    with pytest.raises(Error) as fault:
        agent(spec)
    assert told in str(fault.value)
    assert "\n" not in str(fault.value)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("format = 'whoknows racer 9'", "numbers of 'whoknows racer 9', not of whoknows racer 1"),
        ("format = 'whoknows racer 1'", "there is no number keep.points"),
        ("numbers = ", "not TOML"),
    ],
)
def test_files_of_other_versions_are_refused(tmp_path: Path, text: str, told: str) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(text)
    with pytest.raises(Error) as fault:
        agent(f'racer(numbers="{path}")')
    assert told in str(fault.value)
    assert "\n" not in str(fault.value)


def test_who_plays_and_who_guides_what() -> None:
    usa, knowledge = game("tickets(board=usa)"), game("tickets")
    assert agent("racer").plays(usa)
    assert "plays the classic game" in agent("racer").refusal(knowledge)
    assert agent("flat-mc(guide=greedy)").plays(usa)
    assert agent("flat-mc(guide=racer)").refusal(knowledge)
    assert (
        agent("ismcts(guide=random)").refusal(usa) == f"random cannot guide a search in {usa.spec}"
    )
