"""Compiled code on disk: a file for each function and kind of arguments, whole or not there.

Numba's own way keeps an index beside the code. Two processes that compile at the same time
overwrite each other's index, and one then runs what the other compiled for other arguments. Here
the name of a file says what it is the code of, and its first bytes that it is all there. Whatever
else is found is compiled anew. Where nothing can be written, that is told in one line.
"""

import multiprocessing
import os
import pickle
import sys
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from hashlib import sha256
from pathlib import Path
from types import FunctionType
from typing import Any

import llvmlite
import numba
from llvmlite.binding import ObjectFileRef
from numba.core import types
from numba.core.caching import NullCache
from numba.core.codegen import CPUCodegen
from numba.core.compiler import CompileResult
from numba.core.cpu import CPUContext
from numba.core.runtime.nrt import rtsys
from numba.core.serialize import dumps
from numba.core.typing.templates import Signature

from whoknows.core.atomic_write import whole
from whoknows.core.error import Error
from whoknows.core.schema import reason
from whoknows.core.source_digest import digest

COMPILED = (
    "core/game.py",
    "core/kernels_compiler.py",
    "core/kernels_linker.py",
    "core/kernels_llvm.py",
    "core/kernels_lowering.py",
    "core/kernels_objects.py",
    "**/*kernels.py",
    "**/kernels/**/*.py",
    "games/**/*.py",
    "kit/card_state.py",
    "kit/state_row.py",
    "search/*.py",
)
Arguments = Signature | tuple[types.Type, ...]  # as numba tells which code is wanted
MACHINE = (numba.__version__, llvmlite.__version__, sys.version, sys.platform)
MARK = sha256().digest_size  # bytes before the code, which are its digest


def folder() -> Path | None:
    """Where compiled code is kept: a folder for each state of the sources, since kernels take
    numbers from the plain rules beside them. None if nobody knows where this user is at home."""
    try:
        return _caches() / digest(*COMPILED)
    except RuntimeError:
        return None


def _caches() -> Path:
    if named := os.environ.get("NUMBA_CACHE_DIR"):
        return Path(named)
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "whoknows"


FOLDER = folder()  # of the sources as they were when this process began


class KernelsCache(NullCache):
    """The compiled code of one function, as numba asks for it."""

    def __init__(self, function: FunctionType) -> None:
        self._function = function

    def load_overload(self, sig: Arguments, target_context: CPUContext) -> CompileResult | None:
        """What was kept; None if there is nothing of use.

        Numba would first learn all that it can compile, which takes longer than most searches. To
        run what is compiled it only needs its own runtime.
        """
        rtsys.initialize(target_context)
        codegen = target_context.codegen()
        try:
            objects, code = pickle.loads(_kept(self._path(sig, codegen)))
            load(codegen, objects)
            found: CompileResult = CompileResult._rebuild(target_context, *code)
        except Exception:  # a file may hold anything: what it does not tell is compiled
            return None
        return found

    def save_overload(self, sig: Arguments, data: CompileResult) -> None:
        """With the objects that it calls: whoever finds the code needs no other file."""
        library: Any = data.library  # type: ignore[attr-defined]
        if library.has_dynamic_globals or self._function.__closure__:
            return  # it depends on what only this process knows
        objects = tuple((one.name, one.code) for one in library.objects)
        _keep(lambda: self._path(sig, data.codegen), dumps((objects, data._reduce())))

    def _path(self, sig: Arguments, codegen: CPUCodegen) -> Path:
        """The file of the code for these arguments, on this machine, by these versions."""
        function = self._function
        place = function.__module__, function.__qualname__, function.__code__.co_firstlineno
        sources = [_sources(one) for one in (function.__module__, *_modules(sig))]
        told = repr((MACHINE, place, str(sig), sources, codegen.magic_tuple()))
        name = "".join(sign for sign in function.__qualname__ if sign not in "<>")
        return _file(f"{name}-{sha256(told.encode()).hexdigest()[:32]}")


def keep_object(name: str, made: tuple[bytes, str]) -> None:
    """The code of a part by itself, and the way into it, for searches that are yet to be compiled.
    The name tells what it was made of."""
    _keep(lambda: _file(f"{name}-{_machine()}"), pickle.dumps(made))


def kept_object(name: str) -> tuple[bytes, str] | None:
    try:
        code, way_in = pickle.loads(_kept(_file(f"{name}-{_machine()}")))
    except Exception:  # as above
        return None
    return code, way_in


_loaded: set[str] = set()


def load(codegen: CPUCodegen, objects: Iterable[tuple[str, bytes]]) -> None:
    """Makes them known to code that calls them; those that an object calls come before it."""
    for name, code in objects:
        if name not in _loaded:
            codegen._engine._ee.add_object_file(ObjectFileRef.from_data(code))
            _loaded.add(name)


def _machine() -> str:
    return sha256(repr(MACHINE).encode()).hexdigest()[:8]


def _file(name: str) -> Path:
    if FOLDER is None:
        raise Error("there is no home folder, and XDG_CACHE_HOME names no other")
    return FOLDER / f"{name}.code"


def _keep(path: Callable[[], Path], code: bytes) -> None:
    try:
        file = path()
        file.parent.mkdir(parents=True, exist_ok=True)
        with whole(file) as put:
            put(sha256(code).digest() + code)
    except Error as fault:
        _tell(str(fault))
    except OSError as fault:
        _tell(f"{fault.filename}: {reason(fault)}")


def _kept(file: Path) -> bytes:
    data = file.read_bytes()
    if sha256(data[MARK:]).digest() != data[:MARK]:
        raise ValueError("cut off, or changed")
    return data[MARK:]


def _modules(sig: object) -> Iterator[str]:
    """Where the classes are defined that select the rules: games of other people's packages too."""
    for one in sig if isinstance(sig, tuple) else getattr(sig, "types", ()):
        if hasattr(one, "instance_class"):
            yield f"{one.instance_class.__module__}.{one.instance_class.__qualname__}"
        yield from _modules(one)


@cache
def _sources(name: str) -> tuple[str, str]:
    """A name inside a module, and a digest of the package it is from: what of it is compiled may
    lie in any file. Of our own the folder tells that."""
    top = name.partition(".")[0]
    if top == __package__.partition(".")[0]:
        return name, ""
    told = sha256()
    for file in _files(top):
        told.update(f"{file.name}\n".encode() + file.read_bytes())
    return name, told.hexdigest()


def _files(top: str) -> list[Path]:
    """All files of a package, or that of a module."""
    module = sys.modules.get(top)
    if folders := getattr(module, "__path__", ()):
        return sorted(path for one in folders for path in Path(one).rglob("*.py"))
    source = getattr(module, "__file__", None)
    if source is None:
        raise Error(f"{top} has no source file")
    return [Path(source)]


_told: list[str] = []


def _tell(fault: str) -> None:
    """Once, and not by every worker."""
    if not _told and multiprocessing.parent_process() is None:
        line = f"whoknows: compiled code is not kept, each start compiles it again ({fault})"
        print(line, file=sys.stderr)
    _told.append(fault)
