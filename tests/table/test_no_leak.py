"""Nothing that a seat is sent depends on what it cannot know.

A match has a twin for a seat: another deal from the seat's cell, and whatever else it cannot see
drawn anew, with moves that look to it as those of the match did. Both are put on the table, and
at every step every answer to that seat and to onlookers must be the same to the byte. At every
other step the seat plays alone against agents, whose reasons are theirs.
"""

from itertools import islice, pairwise
from random import Random
from unittest.mock import patch
from urllib.parse import quote

import pytest
from fastapi.testclient import TestClient
from serving import BUDGETS, made, patient

from whoknows.beliefs.style import believable
from whoknows.core.agent import Choice
from whoknows.core.chance import stream
from whoknows.core.game import CHANCE, END
from whoknows.core.law_positions import AnyLegal
from whoknows.core.legal_actions import legal, untrue
from whoknows.core.match import deal_of, play, step, who
from whoknows.core.registry import game, games
from whoknows.table.knowledge import naming
from whoknows.table.server.game_store import Done, StoredGame
from whoknows.table.server.seat_keys import digest

# Every registered game, in a form that is over soon where there is one, and other rules of some.
SOON = {
    "threecards": "threecards(rounds=2)",
    "boerenbridge": "boerenbridge(rounds=1-2)",
    "cluedo": "cluedo(suspects=3,weapons=2,rooms=3)",
}
GAMES = [*(SOON.get(name, name) for name in games()), "tickets(board=small)"]
MOVES = 24  # of a match
COMPARED = 300  # answers at least, in as many matches as that takes
KINDS = ("graph", "cells", "pairs", "tiles", "lines")
CUTS = 3  # twins of a match for a seat, each of a longer part of it


@pytest.fixture(scope="module")
def client(tmp_path_factory):
    folder = tmp_path_factory.mktemp("games")
    with (
        patch.dict(BUDGETS, patient()),
        TestClient(made(folder), raise_server_exceptions=False) as client,
    ):
        yield client


@pytest.mark.parametrize("spec", GAMES)
def test_a_seat_is_told_the_same_in_all_worlds_of_its_cell(client, spec):
    rules, compared, differ, seed = game(spec), 0, 0, 0
    while compared < COMPARED:
        turns = list(islice(play(rules, [AnyLegal()] * len(rules.seats), seed=seed), MOVES))
        for seat in range(len(rules.seats)):
            for first, last in parts(len(turns)):
                other = twin(rules, turns[:last], seat, stream(seed, "twin", seat, last))
                for number in range(first, last):
                    if rules.to_move(turns[number].before) >= 0:
                        alone = seat if number % 2 else None
                        both = [t[:number] for t in (turns, other)]
                        pair = [on_the_table(client, rules, t, alone) for t in both]
                        compared += same(client, *pair, rules, turns[:number], seat)
                differ += is_told_apart(client, rules, turns[:last], other)
        seed += 1
    print(f"{spec}: {compared:,} comparisons, {differ} twins told apart by who sees all")
    assert differ > 0, "even the all-seeing view was the same: the twins are not worth comparing"


def parts(length):
    """The steps of a match in a few parts: first and last of each."""
    cuts = [1, *(length * n // CUTS for n in range(1, CUTS + 1))]
    return [(first, last) for first, last in pairwise(cuts) if first < last]


@pytest.mark.parametrize("spec", ["threecards", "boerenbridge(rounds=2)", "tickets(board=small)"])
def test_a_hint_tells_nothing_new(client, spec):
    rules = game(spec)
    turns = list(play(rules, [AnyLegal()] * len(rules.seats), seed=1))
    tried = [n for n in range(1, len(turns)) if turns[n].by >= 0][:3]
    for number in tried:
        seat = turns[number].by
        other = twin(rules, turns[:number], seat, stream(1, "twin", seat))
        pair = [on_the_table(client, rules, t[:number]) for t in (turns, other)]
        found = [hinted(client, id, seat) for id in pair]
        assert found[0] == found[1]


# what is asked of both


def same(client, mine, other, rules, turns, seat):
    """Asks all of both; how much was compared."""
    asked = list(requests(rules, turns, seat))
    for method, path, keys, body in asked:
        answers = []
        for id in (mine, other):
            headers = {"X-Seat": key(seat)} if keys else {}
            url = path.replace("ID", id)
            found = client.request(method, url, headers=headers, json=body)
            assert found.status_code < 500, found.text
            answers.append((found.status_code, found.content.replace(id.encode(), b"ID")))
        assert answers[0] == answers[1], f"{method} {path} tells seat {seat} what it cannot know"
    assert changed(client, mine, seat) == changed(client, other, seat)
    assert heard(client, mine) == heard(client, other)
    return len(asked) + 1


def changed(client, id, seat):
    """What a seat is told that has changed between two views."""
    headers = {"X-Seat": key(seat)}
    name = client.get(f"/api/games/{id}/view?step=1", headers=headers).headers["X-Name"]
    found = client.get(f"/api/games/{id}/view", headers={**headers, "X-Have": name})
    return found.content.replace(id.encode(), b"ID").replace(name.encode(), b"NAME")


def heard(client, id):
    """What a watcher is told first."""
    with client.websocket_connect(f"/api/games/{id}/live") as news:
        return news.receive_text()


def requests(rules, turns, seat):
    """A method, an address, whether the seat's key goes with it, and a body."""
    rng, here = Random(len(turns)), "/api/games/ID"
    card = rng.choice(sorted(turns[0].model.vocabulary.world_facts))
    ask = f'K[{(seat + 1) % len(rules.seats)}] has({seat},"{card}")'
    version = len(turns)
    yield "GET", f"{here}/view", True, None
    yield "GET", f"{here}/view?step={rng.randrange(len(turns))}&seat=1&card={card}", True, None
    yield "GET", f"{here}/view?ask={ask}&inner=1&seat=0&whatif={ask}&kind=odds", True, None
    yield (
        "GET",
        f"{here}/view?kind={KINDS[len(turns) % len(KINDS)]}&{parted(turns, rng)}",
        True,
        None,
    )
    heads = ".".join(str(rng.randrange(len(rules.seats))) for _ in range(rng.randint(1, 3)))
    yield "GET", f"{here}/view?mind={heads}&kind=odds", True, None
    yield "GET", f"{here}/view?as=onlooker&mind={heads}&kind=odds", True, None
    if believable(rules, watching=True) and len(turns) % 3 == 0:
        style = rng.choice(believable(rules, watching=True))
        believed = f"believing={style}&because=has(1,{card})"
        yield "GET", f"{here}/view?{believed}", True, None
        yield "GET", f"{here}/view?as=onlooker&{believed}", True, None
    yield "GET", f"{here}/view?review=true", True, None
    yield "GET", f"{here}/view?as=all&review=true", True, None
    yield "GET", f"{here}/view?as=onlooker&{parted(turns, rng)}", True, None
    yield "GET", f"{here}/view", False, None
    yield "GET", f"{here}/view?as=all", True, None
    yield "GET", f"{here}/record", True, None
    yield "GET", f"{here}/replay.html", True, None
    yield "POST", f"{here}/undo", True, {"version": version + 1}
    yield "POST", f"{here}/cancel", False, {"version": version}
    yield "POST", f"{here}/analyse", True, None
    yield "POST", f"{here}/act", True, {"version": version + 1, "action": "x"}
    for action in tried(rules, turns, seat, rng):
        yield "POST", f"{here}/act", True, {"version": version, "action": action}
    yield "POST", f"{here}/undo", True, {"version": version}  # who plays alone goes back
    yield "GET", f"{here}/view", True, None


def parted(turns, rng):
    """A step, a stage of it, and a world: any of all that were possible after the deal."""
    model = next(turn.model for turn in turns if turn.model is not None)
    world = model.vocabulary.assignment(model.outsider().sample(rng))
    written = quote(naming.key(model.vocabulary, world))
    return f"step={len(turns)}&stage={rng.randrange(3)}&world={written}"


def tried(rules, turns, seat, rng):
    """Actions that are not legal, or not the seat's to do."""
    now, mover = turns[-1].after, rules.to_move(turns[-1].after)
    before = [str(turn.choice.action) for turn in turns if turn.by >= 0]
    mine = {str(action) for action in legal(rules, now, turns[-1].model)} if mover == seat else ()
    seen = [text for text in before if text not in mine]
    return ["nonsense", *rng.sample(seen, min(2, len(seen)))]


def is_told_apart(client, rules, turns, other):
    """Whether who sees everything sees a difference, as it should."""
    if texts(rules, turns) == texts(rules, other):
        return False
    pair = [on_the_table(client, rules, t, over=True) for t in (turns, other)]
    found = [client.get(f"/api/games/{id}/view?as=all").content for id in pair]
    assert found[0].replace(pair[0].encode(), b"") != found[1].replace(pair[1].encode(), b"")
    return True


def hinted(client, id, seat):
    """A first search may have to be compiled."""
    found = client.post(f"/api/games/{id}/hint", headers={"X-Seat": key(seat)})
    while found.status_code == 409:
        found = client.post(f"/api/games/{id}/hint", headers={"X-Seat": key(seat)})
    assert found.status_code == 200, found.text
    return found.content


# putting matches on the table


def key(seat):
    return f"the-key-of-{seat}"


made_so_far = iter(range(1, 10**6))


def on_the_table(client, rules, turns, alone=None, over=False):
    """The id of a game that has come so far, of people or of one alone against agents.

    The seed and what agents thought are other ones every time.
    """
    number, everyone = next(made_so_far), range(len(rules.seats))
    people = everyone if alone is None else [alone]
    digests = {i: digest(key(i)) for i in people}
    agents = tuple("human" if i in people else "random" for i in everyone)
    moves = tuple(Done(by, do, (f"thought {number}",)) for by, do in texts(rules, turns))
    kept = StoredGame(
        f"game{number:08}", rules.spec, agents, 10**20 + number, digests, len(turns), True, over,
        "", None, moves,
    )  # fmt: skip
    client.app.state.room.store.begin(kept)
    return kept.id


def texts(rules, turns):
    return [(who(rules, turn.by), str(turn.choice.action)) for turn in turns]


# twins


def twin(rules, turns, seat, rng):
    """Another match that the seat cannot tell from this one, up to its last step."""
    known = {n: knowledge(rules, turns, n, seat) for n in dealing(turns)}
    for _ in range(200):
        deals = {n: another_deal(mine, rng) for n, mine in known.items()}
        found = again(rules, turns, seat, deals, rng)
        if found is not None and texts(rules, found) != texts(rules, turns):
            return found
    return turns


def dealing(turns):
    """Where cards are dealt: the turns after which there is a new model."""
    return [n for n, turn in enumerate(turns) if str(turn.choice.action).startswith("deal ")]


def knowledge(rules, turns, number, seat):
    """What the seat knows of a deal: at the end of the round, if it is told by the same places."""
    after = [n for n in dealing(turns) if n > number] or [len(turns)]
    first = deal_of(rules, turns[number])
    for turn in (turns[after[0] - 1], turns[number]):
        world = deal_of(rules, turn)
        if world is not None and set(world) == set(first):
            return turn.model.seat(seat, at=world)
    raise AssertionError("nothing is dealt")


def another_deal(mine, rng):
    """A deal from the seat's cell."""
    return {str(place): list(cards) for place, cards in mine.sample(rng).items()}


def again(rules, turns, seat, deals, rng):
    """The moves again with other deals, as long as they look the same to the seat."""
    state, model, found = rules.start(), None, []
    for number, turn in enumerate(turns):
        options = others(rules, state, turn, deals.get(number), seat, rng)
        looks = [a for a in options if rules.shown(state, a, to=seat) == turn.shown[seat]]
        if rules.to_move(state) != CHANCE:
            looks = [a for a in looks if untrue(rules, state, model, a) is None]
        if rules.to_move(state) == END or not looks:
            return None
        done = step(rules, state, model, Choice(rng.choice(looks)))
        found.append(done)
        state, model = done.after, done.model
    return found


def others(rules, state, turn, deal, seat, rng):
    """What else may have happened here, whether it would have been true or not."""
    if rules.to_move(state) != CHANCE:
        return rules.actions(state)
    if deal is not None:
        return [rules.parse(written(rules, str(turn.choice.action), deal, seat))]
    chance, action = rules.chance(state), turn.choice.action
    drawn = [chance.sample(rng) for _ in range(20)]
    hidden = [a for a in drawn if rules.shown(state, a, to=seat) == turn.shown[seat]]
    return hidden or ([action] if chance.odds(action) else [])


def written(rules, text, deal, seat):
    """The text of a deal; the seat's own hand keeps its order."""
    if rules.name == "threecards":
        return "deal " + " ".join(deal[name][0] for name in rules.seats)
    if rules.name == "cluedo":
        piles = (f"{place}: {', '.join(deal[place])}" for place in rules.places)
        return "deal " + " | ".join(piles)
    body, _, trump = text.removeprefix("deal ").partition(", trump ")
    gap = " " if rules.name == "boerenbridge" else ", "
    piles = body.split(" | ")
    for i, name in enumerate(rules.seats):
        if i != seat:
            piles[i] = gap.join(deal[name] if name in deal else deal[f"offer{i}"])
    if "stock" in deal and len(piles) > len(rules.seats):
        piles[-1] = gap.join(deal["stock"])
    return "deal " + " | ".join(piles) + (f", trump {trump}" if trump else "")
