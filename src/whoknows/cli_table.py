"""The table, opened from the command line and served until Ctrl-C stops it."""

from __future__ import annotations

from pathlib import Path

import typer

from whoknows.table.server.app import address, check_port, serve, usual_folder
from whoknows.table.server.gate import Door


def serve_table(
    port: int, folder: Path | None, browser: bool, arena: Path | None, host: str, door: Door
) -> None:
    """Says where the table is, and serves it; an `Error` if nobody can listen there."""
    check_port(port, host)
    asks = " and asks for its password" if door.password else ""
    says = f"the table is at {address(host, port)}{asks} (Ctrl-C stops it)"
    try:
        serve(port, folder or usual_folder(), browser, arena, host, door, says)
    except KeyboardInterrupt:
        raise typer.Exit(0) from None
