"""What can be asked of games and done in them: views, actions, hints, records, and news.

Views are stateless: who asks, with which keys and for which step, decides what they get.
"""

from __future__ import annotations

import asyncio
from contextlib import aclosing
from typing import Annotated, Any

from fastapi import APIRouter, Header, Query, Request, WebSocket, WebSocketDisconnect
from fastapi import Path as InPath
from fastapi.responses import HTMLResponse, PlainTextResponse, Response
from pydantic import BaseModel, ConfigDict, Field

from whoknows.core.error import Error
from whoknows.core.record import rules
from whoknows.core.record_text import Record, parse, written
from whoknows.table.knowledge.world_picture import Kind
from whoknows.table.page.page_view import HUMAN, LookAt
from whoknows.table.server import new_game_form, seat_keys
from whoknows.table.server.game_store import StaleError
from whoknows.table.server.live_game import MOST_MOVES, LiveGame
from whoknows.table.server.room import Room
from whoknows.table.server.seat_keys import ForbiddenError

Text = Annotated[str, Field(max_length=400)]
Id = Annotated[str, InPath(max_length=40)]
Keys = Annotated[str | None, Header(alias="X-Seat", max_length=800)]
Have = Annotated[str | None, Header(alias="X-Have", max_length=40)]
Asked = Annotated[str | None, Query(max_length=2000)]
Short = Annotated[str | None, Query(max_length=400)]
As = Annotated[str | None, Query(alias="as", max_length=40)]
Heads = Annotated[str | None, Query(max_length=40)]
Number = Annotated[int | None, Query(ge=0, le=1_000_000)]
Seat = Annotated[int | None, Query(ge=0, le=9)]


class NewGame(BaseModel):
    """A game, and who sits where: specs of agents, or "human"."""

    model_config = ConfigDict(extra="forbid")
    game: Text
    agents: Annotated[list[Text], Field(max_length=10)]
    seed: Annotated[int | None, Field(ge=-(2**63), lt=2**63)] = None


class SeenVersion(BaseModel):
    """The version of the game that somebody was looking at."""

    model_config = ConfigDict(extra="forbid")
    version: Annotated[int, Field(ge=0, lt=2**63)]


class Acting(SeenVersion):
    """What to do in that version."""

    action: Text


class Failure(BaseModel):
    """One line that says what is wrong."""

    error: str


FAILURES: dict[int | str, dict[str, Any]] = {
    code: {"model": Failure} for code in (400, 403, 404, 409, 413, 422)
}


def add(app: APIRouter) -> None:
    """All of it, for apps that have a room."""
    _games(app)
    _playing(app)
    _advice(app)
    _records(app)


async def taken(room: Room, data: bytes, source: str = "record") -> LiveGame:
    """A record that somebody uploads, as a game to look at; nothing in it is taken on trust."""
    record = await asyncio.to_thread(_read, data, source)
    await room.check_record(data.decode())
    return await asyncio.to_thread(room.tables.keep, record)


def _read(data: bytes, source: str) -> Record:
    """The record, if its game and its length are allowed here."""
    record = parse(data, source)
    new_game_form.check_spec(record.game)
    new_game_form.check_names(record.agents)
    new_game_form.check_length(rules(record))
    if len(record.moves) > MOST_MOVES:
        raise Error(f"the record has more than {MOST_MOVES:,} moves")
    return record


def _games(app: APIRouter) -> None:
    @app.get("/api/games")
    def listed(request: Request) -> dict[str, object]:
        """All games, the newest first."""
        return {"games": _room(request).tables.lines.told()}

    @app.post("/api/games", responses=FAILURES)
    async def begin(request: Request, new: NewGame) -> dict[str, object]:
        """A new game; only this answer contains the keys of the human seats."""
        await asyncio.to_thread(new_game_form.check_players, new.game, new.agents)
        room, agents = _room(request), new.agents
        if any(agent != HUMAN for agent in agents):
            agents = await room.checked(new.game, agents)
        table, keys = await asyncio.to_thread(room.tables.begin, new.game, agents, new.seed)
        room.changed(table)
        return {"id": table.id, "keys": {str(seat): key for seat, key in keys.items()}}

    @app.get("/api/games/{id}/view", responses=FAILURES)
    async def look(
        request: Request, id: Id, keys: Keys = None, have: Have = None,
        step: Number = None, stage: Number = None, viewer: As = None,
        seat: Seat = None, world: Asked = None, card: Short = None, ask: Asked = None,
        kind: Kind = "auto", whatif: Asked = None, inner: Seat = None, preview: Asked = None,
        mind: Heads = None, review: bool = False, believing: Short = None, because: Short = None,
    ) -> Response:  # fmt: skip
        """Everything the page shows of a game, or what has changed since the view that it has; or
        only what a move would tell."""
        wanted = LookAt(
            step, stage, seat, world, card, ask, whatif, inner, kind, preview, mind, review,
            believing, because,
        )  # fmt: skip
        looking, headers = _room(request).looking, {}
        data = await looking.view(id, keys, viewer, wanted)
        if preview is None and not review:
            data, headers["X-Name"] = await looking.changed(id, keys, viewer, data, have)
        return Response(data, media_type="application/json", headers=headers)

    @app.websocket("/api/games/{id}/live")
    async def live(socket: WebSocket, id: str) -> None:
        room: Room = socket.app.state.room
        await socket.accept()
        try:
            table = await asyncio.to_thread(room.tables.table, id)
        except Error as fault:
            await socket.close(4404, str(fault)[:100])
            return
        await _told(socket, room, table)


def _playing(app: APIRouter) -> None:
    @app.post("/api/games/{id}/act", responses=FAILURES)
    async def act(request: Request, id: Id, doing: Acting, keys: Keys = None) -> dict[str, int]:
        """A person's move."""
        return {"version": await _room(request).act(id, keys, doing.version, doing.action)}

    @app.post("/api/games/{id}/undo", responses=FAILURES)
    def undo(request: Request, id: Id, at: SeenVersion, keys: Keys = None) -> dict[str, int]:
        """Back to your last decision, if you play alone against agents."""
        room = _room(request)
        table = room.tables.table(id)
        version = table.undo(seat_keys.opened(keys, table.digests), at.version)
        room.interrupt(table)
        return {"version": version}

    @app.post("/api/games/{id}/cancel", responses=FAILURES)
    def cancel(request: Request, id: Id, at: SeenVersion, keys: Keys = None) -> dict[str, int]:
        """Ends the game where it is; everybody may then see everything."""
        room = _room(request)
        table = room.tables.table(id)
        held = seat_keys.opened(keys, table.digests)
        version = table.stop(held, at.version, "it was stopped early")
        room.interrupt(table)
        return {"version": version}


def _advice(app: APIRouter) -> None:
    @app.post("/api/games/{id}/hint", responses=FAILURES)
    async def hint(request: Request, id: Id, keys: Keys = None) -> dict[str, object]:
        """The best moves for the seat to move, and what it knows."""
        room = _room(request)
        table = await asyncio.to_thread(room.tables.table, id)
        held = seat_keys.opened(keys, table.digests)
        seat = table.moving
        if seat is None:
            raise StaleError("the game is over")
        if table.humans and seat not in held:
            raise ForbiddenError("only the seat to move can ask for a hint")
        version, found = table.version, await room.hint(table)
        if table.version != version:
            raise StaleError("the game has moved on; ask again")
        return dict(await room.looking.words(table, seat, found))

    @app.post("/api/games/{id}/analyse", responses=FAILURES)
    async def analyse(request: Request, id: Id) -> dict[str, int]:
        """Starts working out what each move lost, and says how far it is: the version changes when
        that is done."""
        room = _room(request)
        table = await asyncio.to_thread(room.tables.table, id)
        if not table.over:
            raise ForbiddenError("a game can only be analysed when it is over")
        done = room.ask_for_analysis(table)
        return {"version": table.version, "done": done, "of": table.decisions}


def _records(app: APIRouter) -> None:
    @app.get("/api/games/{id}/record", responses=FAILURES, response_class=PlainTextResponse)
    def record(request: Request, id: Id) -> Response:
        """The record of a game that everybody may see."""
        data = written(_open(request, id).record())
        name = f'attachment; filename="{id}.jsonl"'
        return Response(data, media_type="application/jsonl", headers={"Content-Disposition": name})

    @app.post("/api/records", responses=FAILURES)
    async def upload(request: Request) -> dict[str, object]:
        """A record, as a game to look at."""
        table = await taken(_room(request), await request.body())
        return {"id": table.id}

    @app.get("/api/games/{id}/replay.html", responses=FAILURES, response_class=HTMLResponse)
    async def replay(request: Request, id: Id) -> Response:
        """The whole game as one page that needs no server."""
        table = await asyncio.to_thread(_open, request, id)
        return HTMLResponse(await _room(request).page(table))


def _room(request: Request) -> Room:
    room: Room = request.app.state.room
    return room


def _open(request: Request, id: str) -> LiveGame:
    """The table, if everybody may see everything of it."""
    table = _room(request).tables.table(id)
    if not table.is_open:
        raise ForbiddenError("you can see the record when the game is over")
    return table


async def _told(socket: WebSocket, room: Room, table: LiveGame) -> None:
    """Every new version, until the other side goes away."""

    async def send() -> None:
        async with aclosing(room.versions(table)) as versions:
            async for version in versions:
                await socket.send_json({"version": version})

    sending = asyncio.create_task(send())
    try:
        while (await socket.receive())["type"] != "websocket.disconnect":
            pass
    except (WebSocketDisconnect, RuntimeError):
        pass
    finally:
        sending.cancel()
        await asyncio.gather(sending, return_exceptions=True)
