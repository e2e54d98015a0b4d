"""A full house: a hundred people in thirty games, agents at half of the seats, for ten minutes.

Everybody has a page open: it hears of each move and fetches the new view. Players think for some
seconds, then do something at random; a fifth of all people has a question open beside, and the
others watch. A game that is over is followed by the next one at the same table.

    python bench/_load.py 1      # for one minute
"""

from __future__ import annotations

import asyncio
import json
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from statistics import median, quantiles
from tempfile import TemporaryDirectory
from typing import Any

import httpx
from rich.console import Console
from rich.progress import track
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from whoknows.bench import Figure

sys.path.append(str(Path(__file__).parents[1] / "tests" / "table"))
from serving import Server

PEOPLE, TABLES, MINUTES = 100, 30, 10
ASKING = 5  # one of so many
THINKING = 3.0, 8.0  # seconds
PATIENCE = 60.0
HUMAN = "human"
GAMES = (  # who sits where, and what those ask who ask
    ("tickets", (HUMAN, "kripke", "kripke"), 'K[0] has(1,"Madrid-Zurich") | ~Kv[1] world'),
    ("tickets(board=small)", (HUMAN, "mcts"), "M[0] Kv[1] world"),
    ("boerenbridge", (HUMAN, "full-kripke", HUMAN, "pimc"), "Kv[N] world | K[E] ~Kv[S] world"),
    ("threecards(rounds=20)", (HUMAN, "random", HUMAN), "K[0] ~Kv[1] world"),
    ("tickets(board=usa,seats=3)", (HUMAN, "greedy", HUMAN), 'K[0] has(1,"Denver-Pittsburgh")'),
)


def rows() -> Iterator[Figure]:
    """How long people wait, how the memory grows, and what goes wrong: nothing may."""
    seen = run(MINUTES)
    waits = [1000 * wait for wait in seen.waits]
    many = f"{PEOPLE} people, {TABLES} tables, {MINUTES} min: {len(waits):,} views"
    done = f"{seen.done:,} moves of people, {seen.over} games to their end"
    yield Figure("table.load_median_ms", median(waits), about=many)
    yield Figure("table.load_95_ms", quantiles(waits, n=20)[-1], about=done)
    for name, after in (("server", 0), ("workers", 1)):
        megabytes = [one[after] for one in seen.memory]
        fifth, half = (f"{megabytes[len(megabytes) // n]:.0f}" for n in (5, 2))
        about = f"at the end; {fifth} after a fifth of the time, {half} after half"
        yield Figure(f"table.load_{name}_mb", megabytes[-1], unit="MB", about=about)
    about = "; ".join(seen.wrong[:3]) or "no answer but what was asked for, nothing lost"
    yield Figure("table.load_errors", len(seen.wrong), unit="", about=about)


@dataclass
class Seen:
    """What all people together have seen."""

    waits: list[float] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)
    # By second, in MB: the server, and the processes that work for it.
    memory: list[tuple[float, float]] = field(default_factory=list)
    done: int = 0
    over: int = 0
    acting: int = 0
    closing: bool = False  # nobody begins anything any more


@dataclass
class Game:
    """A game, the keys of its people, and what each was told that it did."""

    id: str
    keys: dict[str, str]
    told: dict[str, list[str]] = field(default_factory=dict)


@dataclass
class Place:
    """A table, and the game that is played there now."""

    spec: str
    agents: tuple[str, ...]
    question: str
    game: Game = field(init=False)


def run(minutes: float) -> Seen:
    """So many minutes at a server of its own."""
    with TemporaryDirectory() as folder, Server(Path(folder)) as server:
        return asyncio.run(_crowd(server, 60 * minutes))


async def _crowd(server: Server, seconds: float) -> Seen:
    seen, places = Seen(), [Place(*GAMES[n % len(GAMES)]) for n in range(TABLES)]
    # A connection is let go before the server does so, else one may be used as it is being closed.
    limits = httpx.Limits(max_connections=PEOPLE, keepalive_expiry=2)
    async with httpx.AsyncClient(base_url=server.address, timeout=PATIENCE, limits=limits) as http:
        for place in places:
            await _begin(http, place)
        people = [asyncio.create_task(_live(one, seen, server, http)) for one in _people(places)]
        for _ in track(range(int(seconds)), "a full house", console=Console(stderr=True)):
            await asyncio.sleep(1)
            seen.memory.append(server.memory())
        seen.closing = True
        while seen.acting:  # what was begun is waited for
            await asyncio.sleep(0.1)
        for person in people:
            person.cancel()
        gone = await asyncio.gather(*people, return_exceptions=True)
        faults = [fault for fault in gone if isinstance(fault, Exception)]
        seen.wrong += [f"{type(fault).__name__}: {fault}" for fault in faults]
        for place in places:
            await _check(http, place, place.game, seen)
    return seen


@dataclass
class Person:
    place: Place
    seat: str | None  # a player's; None for who only watches
    asks: bool
    rng: Random


def _people(places: list[Place]) -> Iterator[Person]:
    """First a player for each seat of people, then those who watch, table by table."""
    seats = [(p, str(n)) for p in places for n, who in enumerate(p.agents) if who == HUMAN]
    for number in range(PEOPLE):
        place, seat = seats[number] if number < len(seats) else (places[number % TABLES], None)
        yield Person(place, seat, number % ASKING == 0, Random(number))


async def _begin(http: httpx.AsyncClient, place: Place) -> None:
    new = {"game": place.spec, "agents": place.agents}
    made = (await http.post("/api/games", json=new)).raise_for_status().json()
    place.game = Game(made["id"], made["keys"])


async def _live(person: Person, seen: Seen, server: Server, http: httpx.AsyncClient) -> None:
    """Opens the page of one game after another."""
    while True:
        game = person.place.game
        address = f"{server.address.replace('http', 'ws', 1)}/api/games/{game.id}/live"
        try:
            # A browser does not ask whether the server is still there.
            async with connect(address, origin=server.address, ping_interval=None) as news:
                await _follow(news, person, game, seen, http)
        except ConnectionClosed as fault:
            seen.wrong.append(f"a page was cut off: {fault}")
        while person.place.game is game:  # until the next one is there
            await asyncio.sleep(0.1)


async def _follow(
    news: ClientConnection, person: Person, game: Game, seen: Seen, http: httpx.AsyncClient
) -> None:
    """Looks until the game is over: as the page does, once for all news that came meanwhile."""
    heard, over = asyncio.Event(), False

    async def listen() -> None:
        try:
            async for _ in news:
                heard.set()
        finally:
            heard.set()

    listening = asyncio.create_task(listen())
    try:
        while not over and not listening.done():
            await heard.wait()
            heard.clear()
            over = await _look(person, game, seen, http)
        if not over:
            await listening  # which was cut off, and says by what
    finally:
        listening.cancel()


async def _look(person: Person, game: Game, seen: Seen, http: httpx.AsyncClient) -> bool:
    """Fetches the view, and does something if it is one's turn; whether the game is over."""
    view = await _view(person, game, seen, http)
    if view is None:
        return False
    if view["over"]:
        if person.seat == min(game.keys) and not seen.closing:
            await _check(http, person.place, game, seen)
            seen.over += 1
            await _begin(http, person.place)
        return True
    if person.seat is not None and view["moving"] == person.seat and view["actions"]:
        await asyncio.sleep(person.rng.uniform(*THINKING))
        if not seen.closing:
            await _act(person, game, view, seen, http)
    return False


async def _view(person: Person, game: Game, seen: Seen, http: httpx.AsyncClient) -> Any:
    asked = {"ask": person.place.question} if person.asks else {}
    start = time.perf_counter()
    answer = await http.get(f"/api/games/{game.id}/view", params=asked, headers=_key(person, game))
    seen.waits.append(time.perf_counter() - start)
    if answer.status_code == 200:
        return answer.json()
    seen.wrong.append(f"view {answer.status_code}: {answer.text[:200]}")
    return None


async def _act(person: Person, game: Game, view: Any, seen: Seen, http: httpx.AsyncClient) -> None:
    action = person.rng.choice(view["actions"])["text"]
    doing = {"version": view["version"], "action": action}
    seen.acting += 1
    answer = await http.post(f"/api/games/{game.id}/act", json=doing, headers=_key(person, game))
    seen.acting -= 1
    if answer.status_code == 200:
        seen.done += 1
        game.told.setdefault(person.seat or "", []).append(action)
    elif answer.status_code != 409:  # the game had moved on
        seen.wrong.append(f"act {answer.status_code}: {answer.text[:200]}")


def _key(person: Person, game: Game) -> dict[str, str]:
    return {} if person.seat is None else {"X-Seat": game.keys[person.seat]}


async def _check(http: httpx.AsyncClient, place: Place, game: Game, seen: Seen) -> None:
    """All that people were told they did is in the game, in its order."""
    for seat, told in game.told.items():
        key = {"X-Seat": game.keys[seat]}
        answer = await http.get(f"/api/games/{game.id}/view", headers=key)
        view = answer.raise_for_status().json()
        name = view["game"]["seats"][int(seat)]["name"]
        kept = [line["text"] for line in view["log"] if line["by"] == name]
        if kept != told:
            seen.wrong.append(f"{place.spec}: {name} was told {told}, and kept is {kept}")


if __name__ == "__main__":
    found = run(float(sys.argv[1]) if len(sys.argv) > 1 else MINUTES)
    waits = [1000 * wait for wait in found.waits]
    about = {"views": len(waits), "median_ms": median(waits), "p95_ms": quantiles(waits, n=20)[-1]}
    memory = [tuple(map(round, one)) for one in found.memory[:: max(1, len(found.memory) // 10)]]
    print(json.dumps({**about, "moves": found.done, "over": found.over, "mb": memory}))
    print(*found.wrong, sep="\n")
