"""A server gives back the memory that it no longer needs, however many threads have used it."""

import subprocess
import sys

import pytest

# Threads that are there at the same time, each with something large of its own, in the place of a
# server that has just been started; then what the system's library says of its heaps.
SERVING = """
import ctypes, sys
from pathlib import Path
from threading import Barrier, Thread
import uvicorn
from whoknows.table.server import app, worker_copies

def heaps(*_, **__):
    together = Barrier(THREADS)
    def work():
        mine = [bytes(20_000) for _ in range(10)]
        together.wait()
    threads = [Thread(target=work) for _ in range(THREADS)]
    for thread in threads: thread.start()
    for thread in threads: thread.join()
    library = ctypes.CDLL(None)
    library.fdopen.restype = ctypes.c_void_p
    out = ctypes.c_void_p(library.fdopen(1, b"w"))
    library.malloc_info(0, out)
    library.fflush(out)

uvicorn.run, app.prepare, worker_copies.prepare = heaps, int, int
app.serve(0, Path(sys.argv[1]), open_browser=False)
"""
THREADS = 12


@pytest.mark.skipif(sys.platform != "linux", reason="it is the system that hands out memory")
def test_threads_of_a_server_share_heaps(tmp_path):
    """What stays free in a heap of each thread's own made a full house grow for hours."""
    script = SERVING.replace("THREADS", str(THREADS))
    told = subprocess.run(
        [sys.executable, "-c", script, str(tmp_path)], capture_output=True, text=True, check=True
    ).stdout
    if "<malloc" not in told:
        pytest.skip("another library than glibc hands out memory")
    assert told.count("<heap ") <= 3
