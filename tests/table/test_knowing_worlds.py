"""Pictures of worlds: what is drawn is what the model has, each world in its own place."""

import re
from itertools import combinations
from typing import Any, get_args
from xml.etree import ElementTree

import pytest
from watched import (
    BRIDGE,
    DOCUMENTED,
    HUGE,
    LARGE,
    SPECS,
    SVG,
    TOY,
    drawn,
    marked,
    match,
    parsed,
    seen,
    telling,
    twins,
)

import whoknows as wk
from whoknows.core.error import Error
from whoknows.table.knowledge import world_picture
from whoknows.table.knowledge.chapter import considered, present
from whoknows.table.knowledge.naming import key, short, world_of
from whoknows.table.knowledge.visible_moment import ALL, Dealt, Viewer
from whoknows.table.knowledge.world_in_words import about_world
from whoknows.table.knowledge.world_layout import ascending, layout
from whoknows.table.knowledge.world_picture import Kind, worlds


def keys(model: Any) -> set[str]:
    words = model.vocabulary
    return {key(words, words.assignment(world)) for world in model.worlds}


def spot(world: ElementTree.Element) -> tuple[str | None, str | None]:
    circle = next(c for c in world.iter(f"{SVG}circle") if c.get("class") == "dot")
    return circle.get("cx"), circle.get("cy")


def test_ninety_worlds_are_dots_alive_removed_or_gone_as_in_the_model() -> None:
    before = None
    for step in telling(DOCUMENTED):
        model = seen(DOCUMENTED, None)[step].model
        dots = drawn(worlds(seen(DOCUMENTED, None), step))
        assert len(dots) == 90
        assert marked(dots, "alive") == keys(model)
        assert marked(dots, "removed") == (keys(before) - keys(model) if before else set())
        before = model


def test_a_step_at_which_nothing_is_said_removes_nothing() -> None:
    step = telling(DOCUMENTED)[1] + 1
    dots = drawn(worlds(seen(DOCUMENTED, None), step))
    assert not marked(dots, "removed")


def test_a_stage_removes_its_own_and_the_last_shows_what_the_move_removed() -> None:
    moments = seen(BRIDGE, None)
    step = next(m.step for m in moments if len(m.stages) == 2 and m.step > 7)
    first, last = (stage.model for stage in moments[step].stages)
    before = moments[step - 1].model
    assert before.count() > first.count() > last.count()
    assert present(moments, step, 0).before is before
    assert present(moments, step, 1).before is before
    assert present(moments, step).before is before
    assert present(moments, step, 0).model is first


def test_worlds_keep_their_places_at_every_step_and_stage() -> None:
    moments = seen(DOCUMENTED, 1)
    first = {k: spot(e) for k, e in drawn(worlds(moments, 1, 0)).items()}
    order = list(first)
    assert len(set(first.values())) > 1
    for step in telling(DOCUMENTED):
        for stage in range(len(moments[step].stages)):
            dots = drawn(worlds(moments, step, stage))
            assert list(dots) == order
            assert {k: spot(e) for k, e in dots.items()} == first


def test_the_worlds_of_a_box_are_a_cell() -> None:
    moments = seen(DOCUMENTED, None)
    root = parsed(worlds(moments, 1, seat=2))
    boxes = [e for e in root.iter(f"{SVG}svg") if e.get("class") == "box"]
    found = {frozenset(e.get("data-world") for e in b.iter() if e.get("data-world")) for b in boxes}
    assert found == {frozenset(keys_of(cell)) for cell in moments[1].model.cells(2)}


def keys_of(some: Any) -> set[str]:
    words = some.model.vocabulary
    return {key(words, words.assignment(world)) for world in some}


def test_a_seat_sees_its_own_cell_stressed() -> None:
    for step in telling(DOCUMENTED)[:4]:
        moment = seen(DOCUMENTED, 0)[step]
        dots = drawn(worlds(seen(DOCUMENTED, 0), step))
        assert marked(dots, "mine") == keys_of(moment.mine.worlds)


def test_all_sees_the_cell_of_the_seat_that_is_drawn() -> None:
    step = telling(DOCUMENTED)[2]
    moment = seen(DOCUMENTED, ALL)[step]
    for seat in range(3):
        dots = drawn(worlds(seen(DOCUMENTED, ALL), step, seat=seat))
        assert marked(dots, "mine") == keys_of(moment.model.cell(seat, at=moment.world))


@pytest.mark.parametrize("viewer", [0, 1, 2, None])
def test_only_all_sees_the_true_world(viewer: Viewer) -> None:
    step = telling(DOCUMENTED)[2]
    assert "★" not in worlds(seen(DOCUMENTED, viewer), step, kind="cells")
    moment = seen(DOCUMENTED, ALL)[step]
    dots = drawn(worlds(seen(DOCUMENTED, ALL), step))
    words = moment.model.vocabulary
    assert moment.world is not None
    assert marked(dots, "true") == {key(words, words.assignment(moment.world))}


def test_1680_worlds_are_tiles_and_the_one_looked_at_opens() -> None:
    moments, step = seen(LARGE, 0), telling(LARGE)[2]
    html = worlds(moments, step)
    tiles = [e for e in parsed(html).iter() if "tile" in e.get("class", "").split()]
    assert len(tiles) == 84
    left = ["".join(t.itertext()) for t in tiles]
    counts = [c.count() for c in moments[step].model.cells(0)]
    assert sorted(n for n in map(last_number, left) if n) == sorted(counts)
    before = moments[step - 1].model.count() - moments[step].model.count()
    assert sum(int(text.split("left, ")[1].split()[0]) for text in left) == before
    opened = drawn(html, "zoom")
    assert len(opened) == 20
    assert marked(opened, "mine") == keys_of(moments[step].mine.worlds)


def last_number(text: str) -> int:
    """What a tile shows behind its label."""
    shown = text.split("ruled out just now")[1]
    return int("".join(c for c in shown if c.isdigit()) or 0)


def test_choosing_a_tile_opens_its_worlds() -> None:
    moments, step = seen(LARGE, None), telling(LARGE)[1]
    html = worlds(moments, step)
    assert "Choose a tile" in html
    tiles = [e for e in parsed(html).iter() if "tile" in e.get("class", "").split()]
    chosen = tiles[5].get("data-world", "")
    opened = drawn(worlds(moments, step, world=chosen), "zoom")
    assert chosen in opened
    assert len(opened) == 20


def test_of_a_tile_with_very_many_worlds_some_are_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    """The chosen one and those that are left, as many as can be told apart."""
    monkeypatch.setattr(world_picture, "CELL_WORLDS", 5)
    moments, step = seen(LARGE, None), telling(LARGE)[4]
    tiles = (e for e in parsed(worlds(moments, step)).iter() if e.get("data-world"))
    chosen = max(tile.get("data-world", "") for tile in tiles)
    html = worlds(moments, step, world=chosen)
    opened = drawn(html, "zoom")
    assert chosen in opened
    assert len(opened) == 5
    assert "5 of its 20 worlds" in html
    left = {places for places in opened if places in keys(moments[step].model)}
    assert left, "those that are left come first"


def test_a_dozen_worlds_are_drawn_with_every_relation() -> None:
    moments = seen(TOY, None)
    html = worlds(moments, 1)
    lines = list(parsed(html).iter(f"{SVG}line"))
    assert len(lines) == 9  # three cells of two for three seats
    assert marked(drawn(html, "graph"), "alive") == keys(moments[1].model)


def test_when_few_are_left_of_many_their_relations_are_drawn_too() -> None:
    step = next(s for s in telling(DOCUMENTED) if seen(DOCUMENTED, None)[s].model.count() == 8)
    html = worlds(seen(DOCUMENTED, None), step)
    few = drawn(html, "inset")
    assert marked(few, "alive") == keys(seen(DOCUMENTED, None)[step].model)
    assert html.index('class="cells"') < html.index('class="inset"')  # the picture stays in place


def test_the_graph_of_few_worlds_keeps_and_marks_those_that_just_went() -> None:
    moments = seen(DOCUMENTED, None)
    first = next(s for s in telling(DOCUMENTED) if moments[s].model.count() == 8)
    before = moments[first].model
    for step in telling(DOCUMENTED)[telling(DOCUMENTED).index(first) + 1 :]:
        few = drawn(worlds(moments, step), "inset")
        assert set(few) == keys(moments[first].model)
        assert marked(few, "alive") == keys(moments[step].model)
        assert marked(few, "removed") == keys(before) - keys(moments[step].model)
        before = moments[step].model


def test_too_many_worlds_are_counted_and_some_drawn_at_random() -> None:
    moments = seen(HUGE, 0)
    html = worlds(moments, 20)
    assert html == worlds(moments, 20)
    assert html.index('class="k-odds') < html.index('class="samples"')
    shown = [e.get("data-world") for e in parsed(html).iter("table") if e.get("data-world")]
    assert len(shown) == 6
    model = moments[20].model
    for text in shown:
        assert (
            model.vocabulary.world(world_of(model.vocabulary, str(text))) in moments[20].mine.worlds
        )


def test_a_diagram_is_drawn_as_soon_as_it_is_small() -> None:
    moments = seen(BRIDGE, None)
    small = [m.step for m in moments if m.model is not None and m.model.count() <= 400]
    step = next(
        s for s in small[1:] if not moments[s].stages or moments[s - 1].model.count() <= 400
    )
    html = worlds(moments, step)
    assert marked(drawn(html), "alive") == keys(moments[step].model)


def test_a_formula_fills_the_worlds_in_which_it_holds() -> None:
    step = telling(DOCUMENTED)[1]
    moment = seen(DOCUMENTED, 0)[step]
    formula = 'K[1] has(0,"Brest-Venezia") | has(1,"Madrid-Zurich")'
    dots = drawn(worlds(seen(DOCUMENTED, 0), step, formula=formula))
    assert marked(dots, "holds") == keys_of(moment.model.where(formula))
    parts = {
        n: {k for k, e in dots.items() if f"part{n}" in e.get("data-in", "").split()}
        for n in range(4)
    }
    assert parts[0] == marked(dots, "holds")
    assert parts[1] == keys_of(moment.model.where('K[1] has(0,"Brest-Venezia")'))
    assert parts[2] == keys_of(moment.model.where('has(0,"Brest-Venezia")'))
    assert parts[3] == keys_of(moment.model.where('has(1,"Madrid-Zurich")'))


def test_a_formula_that_is_wrong_marks_nothing() -> None:
    step = telling(DOCUMENTED)[1]
    dots = drawn(worlds(seen(DOCUMENTED, 0), step, formula="K[7] nonsense"))
    assert not marked(dots, "holds")


def test_a_counterexample_is_marked() -> None:
    step = telling(DOCUMENTED)[2]
    moment = seen(DOCUMENTED, ALL)[step]
    formula = 'K[0] has(1,"Zurich-Brindisi")'
    (shown,) = marked(drawn(worlds(seen(DOCUMENTED, ALL), step, formula=formula)), "witness")
    words = moment.model.vocabulary
    world = words.world(world_of(words, shown))
    assert world in moment.model.cell(0, at=moment.world)
    assert not moment.model.holds('has(1,"Zurich-Brindisi")', at=world)


def test_a_world_is_told_in_words_and_by_what_it_was_removed() -> None:
    moments = seen(DOCUMENTED, 0)
    first, second = telling(DOCUMENTED)[1:3]
    gone = sorted(keys(moments[first].model) - keys(moments[second].model))[0]
    html = about_world(moments, second + 3, None, gone)
    assert moments[second].stages[0].update.sentence in html
    assert f'data-step="{second}"' in html
    words = moments[1].model.vocabulary
    for cards in words.world(world_of(words, gone)).values():
        assert all(str(card) in html for card in cards)
    assert "Ruled out" not in about_world(moments, first, None, gone)


def test_all_hears_who_cannot_tell_a_world_from_the_true_one() -> None:
    step = telling(DOCUMENTED)[2]
    moment = seen(DOCUMENTED, ALL)[step]
    for seat in range(3):
        cell = keys_of(moment.model.cell(seat, at=moment.world))
        for text in sorted(keys(moment.model)):
            told = "".join(parsed(about_world(seen(DOCUMENTED, ALL), step, None, text)).itertext())
            unable = told.split("Consistent with everything public.")[-1]
            if "cannot tell" in unable:
                assert (f"\N{NO-BREAK SPACE}{seat}" in unable) == (text in cell)
            assert "cannot tell" not in about_world(seen(DOCUMENTED, 0), step, None, text)


def test_a_key_that_no_world_has_is_a_line() -> None:
    for text in ["", "9", "0120120", "000000", "<b>", "٣٣٣٣٣٣", "-1"]:
        html = about_world(seen(DOCUMENTED, 0), 11, None, text)
        assert "no world has the key" in html or "never possible" in html
        assert parsed(html) is not None
        assert worlds(seen(DOCUMENTED, 0), 11, world=text)


@pytest.mark.parametrize("spec", SPECS)
def test_keys_name_worlds_for_a_whole_round(spec: str) -> None:
    model = seen(spec, None)[1].model
    if model.count() > 2000:
        return
    found = layout(model)
    assert len(set(found.keys.values())) == model.count()
    for number, text in list(found.keys.items())[:50]:
        assert key(model.vocabulary, world_of(model.vocabulary, text)) == text
        assert short(model.vocabulary, found.values(number)) == found.words(number)


def test_worlds_in_which_cards_were_shown_are_told_in_the_same_few_letters() -> None:
    model = wk.deal({"Ann": 2, "Ben": 2, "den": 1}, cards=["red", "pink", "blue", "green", "grey"])
    for among in (["red", "blue"], ["pink", "green", "grey"], ["red", "pink"]):
        model = model.show("Ann", "Ben", among)
    found = layout(model)
    assert len(found.keys) > 10
    for number in found.keys:
        assert found.words(number) == short(model.vocabulary, found.values(number))


@pytest.mark.parametrize("spec", SPECS)
@pytest.mark.parametrize("kind", get_args(Kind))
def test_every_kind_of_picture_is_well_formed_and_named(spec: str, kind: Any) -> None:
    for viewer in (0, ALL, None):
        for step in [0, *telling(spec)[:5], len(match(spec)[1])]:
            for e in parsed(worlds(seen(spec, viewer), step, kind=kind)).iter():
                if e.get("role") in ("button", "group") or e.get("tabindex"):
                    assert e.get("aria-label") or "".join(e.itertext()).strip()


@pytest.mark.parametrize("spec", SPECS)
def test_twins_see_the_same_worlds_and_all_sees_others(spec: str) -> None:
    differ = 0
    for step in telling(spec)[1:8:2]:
        for seat in range(2):
            for kind in ("auto", "graph", "lines", "pairs", "cells"):
                shown = {worlds(m, step, kind=kind) for m in twins(spec, seat, step, seat)}  # type: ignore[arg-type]
                assert len(shown) == 1
            differ += len({worlds(m, step) for m in twins(spec, seat, step, ALL)}) > 1
    assert differ


def test_sets_of_worlds_of_a_diagram_are_read_off_as_they_are_listed() -> None:
    model = next(m.model for m in seen(BRIDGE, 0) if m.model and m.model.count() < 3000)
    places = layout(model)
    assert set(places.keys.values()) == keys(model)
    for formula in ("has(N,AS)", "K[E] has(S,KH)", "Kw[W] has(N,QD)", "false"):
        held = model.where(formula)
        found = places.bits(model, held.held)
        assert {places.keys[n] for n in ascending(found)} == keys_of(held)


def test_cells_of_a_diagram_are_read_off_as_the_engine_has_them() -> None:
    moments = seen(BRIDGE, None)
    found = [present(moments, step) for step in telling(BRIDGE)]
    small = [here for here in found if here is not None and here.model.count() <= 2_000]
    assert len(small) > 3
    known = layout(small[0].model)
    for here in small:
        for seat in range(4):
            cells = [known.bits(here.model, cell.held) for cell in here.model.cells(seat)]
            assert known.parted(here.model, seat) == cells


def test_viewers_share_models_and_knowledge_so_that_odds_are_found_once() -> None:
    """Also those between the things that a move says, and what ALL sees of a seat."""
    views = [seen(BRIDGE, viewer) for viewer in (0, 1, ALL)]
    several = [moment for moment in views[0] if len(moment.stages) > 1]
    assert several
    for moment in several:
        for number, stage in enumerate(moment.stages):
            others = [story[moment.step].stages[number].model for story in views]
            assert all(model is stage.model for model in others)
    here = views[2][several[0].step]
    assert isinstance(here, Dealt)
    assert considered(here, 1) is views[1][here.step].mine
    assert considered(here, 0) is not views[1][here.step].mine


def test_a_wrong_key_is_an_error_in_one_line() -> None:
    with pytest.raises(Error, match="no world has the key zzz"):
        world_of(seen(DOCUMENTED, None)[1].model.vocabulary, "zzz")


def test_the_lines_of_a_graph_are_those_of_the_worlds_that_are_left() -> None:
    moments, tried = seen(TOY, None), 0
    for step in telling(TOY)[1:3]:
        model = moments[step].model
        sizes = [cell.count() for seat in range(3) for cell in model.cells(seat)]
        lines = list(parsed(worlds(moments, step, kind="graph")).iter(f"{SVG}line"))
        assert len(lines) == sum(many * (many - 1) // 2 for many in sizes)
        tried += len(lines) < 9
    assert tried


def test_the_heading_counts_the_worlds_that_are_left() -> None:
    for step in telling(DOCUMENTED)[1:4]:
        moment = seen(DOCUMENTED, 0)[step]
        heading = worlds(seen(DOCUMENTED, 0), step).partition("</p>")[0]
        assert f"<b>{moment.model.count()} worlds</b>" in heading
        assert f"<b>{moment.mine.count()} world" in heading


def test_seats_mark_what_they_cannot_tell_from_the_chosen_world() -> None:
    step = telling(DOCUMENTED)[1]
    model = seen(DOCUMENTED, None)[step].model
    words, world = model.vocabulary, next(iter(model.worlds))
    chosen = key(words, words.assignment(world))
    dots = drawn(worlds(seen(DOCUMENTED, None), step, seat=0, world=chosen, kind="cells"))
    for seat in (1, 2):
        mark = f"mark seat{seat}"
        found = {k for k, dot in dots.items() if any(e.get("class") == mark for e in dot.iter())}
        assert found == keys_of(model.cell(seat, at=world)) - {chosen}


# graphs of many worlds

MOVE = re.compile(r"M([-\d.]+) ([-\d.]+)(?:L|Q[-\d.]+ [-\d.]+ )([-\d.]+) ([-\d.]+)")


def joined(html: str, seat: int) -> list[frozenset[str]]:
    """The pairs of worlds, by their keys, that this seat's lines join."""
    there = {spot(e): key for key, e in drawn(html, "kripke").items()}
    ties = [
        e for e in parsed(html).iter(f"{SVG}path") if f"seat{seat}" in e.get("class", "").split()
    ]
    moves = [move for tie in ties for move in MOVE.findall(tie.get("d", ""))]
    return [frozenset({there[a, b], there[c, d]}) for a, b, c, d in moves]


def parts(some: set[str], pairs: list[frozenset[str]]) -> set[frozenset[str]]:
    """What hangs together."""
    found = {one: {one} for one in some}
    for pair in pairs:
        whole = set[str]().union(*(found[one] for one in pair))
        found |= dict.fromkeys(whole, whole)
    return {frozenset(part) for part in found.values()}


@pytest.mark.parametrize(("spec", "viewer"), [(DOCUMENTED, None), (DOCUMENTED, ALL), (BRIDGE, 1)])
def test_lines_hold_together_the_cells_of_what_is_left(spec: str, viewer: Viewer) -> None:
    moments, tried = seen(spec, viewer), 0
    for step in telling(spec):
        model = moments[step].model
        if model.count() > 200 or 'class="kripke' not in worlds(moments, step, kind="graph"):
            continue
        tried += 1
        html = worlds(moments, step, kind="graph")
        for seat in range(len(model.seats)):
            cells = {frozenset(keys_of(cell)) for cell in model.cells(seat)}
            lines = joined(html, seat)
            assert parts(keys(model), lines) == cells
            assert len(lines) == model.count() - len(cells)
    assert tried > 2


def test_every_pair_or_one_seats_lines_are_drawn_for_who_asks() -> None:
    moments, step = seen(DOCUMENTED, None), telling(DOCUMENTED)[1]
    model = moments[step].model
    every = worlds(moments, step, kind="pairs")
    for seat in range(3):
        pairs = [pair for cell in model.cells(seat) for pair in combinations(keys_of(cell), 2)]
        assert {*map(frozenset, pairs)} == {*joined(every, seat)}
        assert len(joined(every, seat)) == (model.pairs(seat) - model.count()) // 2
    one = worlds(moments, step, kind="lines", seat=1)
    assert [len(joined(one, seat)) > 0 for seat in range(3)] == [False, True, False]


def test_worlds_of_a_graph_keep_their_places() -> None:
    moments = seen(DOCUMENTED, 0)
    first = {k: spot(e) for k, e in drawn(worlds(moments, 1, kind="graph"), "kripke").items()}
    assert len({*first.values()}) == 90
    for step in telling(DOCUMENTED)[1:]:
        dots = drawn(worlds(moments, step, kind="graph"), "kripke")
        assert {k: spot(e) for k, e in dots.items()} == first
        assert marked(dots, "alive") == keys(moments[step].model)


def test_in_a_graph_only_all_sees_the_true_world_and_its_cells_are_stressed() -> None:
    step = telling(DOCUMENTED)[1]
    for viewer in (0, 1, 2, None):
        html = worlds(seen(DOCUMENTED, viewer), step, kind="graph")
        assert "★" not in html
        assert " near" not in html
    moment = seen(DOCUMENTED, ALL)[step]
    html = worlds(seen(DOCUMENTED, ALL), step, kind="graph")
    assert html.count(" near") == sum(
        moment.model.cell(seat, at=moment.world).count() > 1 for seat in range(3)
    )


def test_a_seat_sees_its_own_cell_in_a_graph() -> None:
    step = telling(DOCUMENTED)[1]
    moment = seen(DOCUMENTED, 1)[step]
    dots = drawn(worlds(seen(DOCUMENTED, 1), step, kind="graph"), "kripke")
    assert marked(dots, "mine") == keys_of(moment.mine.worlds)


def test_too_many_worlds_for_a_graph_are_said_and_drawn_as_fits() -> None:
    moments = seen(LARGE, 0)
    html = worlds(moments, 1, kind="graph")
    assert (
        "1,680 worlds are too many for a graph (at most 200), so here is a picture that fits."
        in html
    )
    assert html.endswith(worlds(moments, 1).partition("</p>")[2])


def test_what_fits_is_no_graph_for_more_than_a_dozen() -> None:
    assert 'class="kripke' not in worlds(seen(DOCUMENTED, None), 1)
