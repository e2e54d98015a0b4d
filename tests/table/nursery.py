"""Starts servers of the table that begin at once: copies of a process that has loaded them.

Each line of input starts one; its process is told, and when it is gone that is told as well. Where
a process cannot be copied each server is a new one, which takes longer.
"""

import sys
from functools import cache
from multiprocessing import get_all_start_methods, get_context
from pathlib import Path

import uvicorn

from whoknows.table.server.app import made
from whoknows.table.server.gate import local


def serve(port: int, folder: str) -> None:
    uvicorn.Server(loaded(port, folder)).run()


@cache
def loaded(port: int, folder: str) -> uvicorn.Config:
    """The app, which has not looked at its folder yet: that is for the servers to do."""
    app = made(Path(folder), door=local(port))
    config = uvicorn.Config(app, port=port, log_level="warning")
    config.load()
    return config


def main(port: int, folder: str) -> None:
    loaded(port, folder)
    copied = get_context("fork" if "fork" in get_all_start_methods() else "spawn")
    for _ in sys.stdin:
        server = copied.Process(target=serve, args=(port, folder))
        server.start()
        print(server.pid, flush=True)
        server.join()
        print("gone", flush=True)


if __name__ == "__main__":
    main(int(sys.argv[1]), sys.argv[2])
