"""What a class asks of the server: to be opened at a game, a question, to see the answers."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Header, Request
from fastapi import Path as InPath
from pydantic import BaseModel, ConfigDict, Field

from whoknows.table.server.api import FAILURES, Id
from whoknows.table.server.classroom import Classes

Code = Annotated[str, InPath(max_length=12)]
Key = Annotated[str | None, Header(alias="X-Class", max_length=80)]
Line = Annotated[str, Field(min_length=1, max_length=200)]


class NewQuestion(BaseModel):
    """A question, and what may be answered."""

    model_config = ConfigDict(extra="forbid")
    question: Line
    choices: Annotated[list[Line], Field(min_length=2, max_length=12)]


class Answer(BaseModel):
    """What somebody thinks, told apart from others by a name that their browser drew by lot."""

    model_config = ConfigDict(extra="forbid")
    who: Annotated[str, Field(pattern=r"^[\w-]{8,40}$")]
    number: Annotated[int, Field(ge=0, le=1_000_000)]
    choice: Annotated[int, Field(ge=0, le=100)]


class Shown(BaseModel):
    """Which choice is right, if that can be known."""

    model_config = ConfigDict(extra="forbid")
    right: Annotated[int | None, Field(ge=0, le=100)] = None


def add(app: APIRouter) -> None:
    """All of it; classes last as long as the app."""
    classes = Classes()

    @app.post("/api/games/{id}/class", responses=FAILURES)
    def begin(request: Request, id: Id) -> dict[str, str]:
        """A class at this game: its code, and the key for the screen in front."""
        request.app.state.room.tables.table(id)  # or there is no such game
        code, key = classes.begin()
        return {"code": code, "key": key}

    @app.get("/api/class/{code}", responses=FAILURES)
    def look(code: Code) -> dict[str, object]:
        """The question, and once they are shown the answers."""
        return classes.told(code)

    @app.post("/api/class/{code}/ask", responses=FAILURES)
    def ask(code: Code, new: NewQuestion, key: Key = None) -> dict[str, int]:
        """A new question, from the screen in front."""
        return {"number": classes.ask(code, key, new.question, tuple(new.choices))}

    @app.post("/api/class/{code}/show", responses=FAILURES)
    def show(code: Code, shown: Shown, key: Key = None) -> dict[str, object]:
        """Shows everyone what was answered."""
        classes.show(code, key, shown.right)
        return classes.told(code)

    @app.post("/api/class/{code}/answer", responses=FAILURES)
    def answer(code: Code, given: Answer) -> dict[str, int]:
        """What somebody thinks."""
        classes.answer(code, given.who, given.number, given.choice)
        return {"choice": given.choice}
