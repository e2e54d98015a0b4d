"""How kernels are compiled: in parts that wait as they were written, and in wholes that are run.

By itself numba makes machine code of every function with all that it calls, and again of every
function that calls it. Here a kernel becomes a part, and an entry a whole, into which all parts
that it needs are linked (`kernels_linker`). That takes a fraction of the time.
"""

from __future__ import annotations

import gc
import sys
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from importlib import import_module
from types import BuiltinFunctionType, FunctionType
from typing import Any, ClassVar, NoReturn

from numba import types
from numba.core.compiler import CompilerBase, DefaultPassBuilder, StateDict
from numba.core.compiler_machinery import CompilerPass, PassManager, register_pass
from numba.core.ir_utils import build_definitions
from numba.core.registry import CPUDispatcher
from numba.core.ssa import reconstruct_ssa
from numba.core.transforms import canonicalize_cfg
from numba.core.typed_passes import (
    AnnotateTypes,
    NativeLowering,
    NoPythonBackend,
    NopythonTypeInference,
    PreLowerStripPhis,
)
from numba.core.typing.context import BaseContext
from numba.core.typing.templates import AbstractTemplate, Signature, infer_global
from numba.core.untyped_passes import (
    DeadBranchPrune,
    FixupArgs,
    IRProcessing,
    ReconstructSSA,
    TranslateByteCode,
)

from whoknows.core.error import Error
from whoknows.core.kernels_cache import KernelsCache
from whoknows.core.kernels_linker import PartLowering, WholeLowering

Pass = type[CompilerPass]


# By itself numba finds out four times on the way how long each variable is needed, to count who
# uses which array. Kernels count nothing, so these passes leave that out.


@register_pass(mutates_CFG=True, analysis_only=False)
class OneWayBack(IRProcessing):
    """Loops get one way back to where they begin."""

    _name = "one_way_back"

    def run_pass(self, state: StateDict) -> bool:
        state.func_ir.blocks = canonicalize_cfg(state.func_ir.blocks)
        return True


@register_pass(mutates_CFG=True, analysis_only=False)
class AssignedOnce(ReconstructSSA):
    """Variables get a name for each place where they are assigned."""

    _name = "assigned_once"

    def run_pass(self, state: StateDict) -> bool:
        state.func_ir = reconstruct_ssa(state.func_ir)
        state.func_ir._definitions = build_definitions(state.func_ir.blocks)
        return True


@register_pass(mutates_CFG=True, analysis_only=False)
class WithoutPhis(PreLowerStripPhis):
    """Where ways meet, each of them assigns what is used from there on."""

    _name = "without_phis"

    def run_pass(self, state: StateDict) -> bool:
        state.func_ir = self._strip_phi_nodes(state.func_ir)
        state.func_ir._definitions = build_definitions(state.func_ir.blocks)
        return True


FRONT = (
    TranslateByteCode, FixupArgs, OneWayBack, DeadBranchPrune, AssignedOnce,
    NopythonTypeInference, WithoutPhis, AnnotateTypes,
)  # fmt: skip


class Kernel(CPUDispatcher):
    """A function that compiled code calls. Where plain Python does, as tests do, it becomes a
    whole of its own."""

    def __init__(
        self, function: Callable[..., object], options: Mapping[str, object], *, roomy: bool = False
    ) -> None:
        no_way_in = {"nopython": True, "no_cpython_wrapper": True, "no_cfunc_wrapper": True}
        compiler = RoomyPartCompiler if roomy else PartCompiler
        super().__init__(function, targetoptions={**options, **no_way_in}, pipeline_class=compiler)
        self.options, self.is_roomy = options, roomy

    def __call__(self, *args: object) -> object:
        return self.alone(*args)

    @cached_property
    def alone(self) -> Entry:
        return Entry(self.py_func, self.options, roomy=self.is_roomy)


class Entry(CPUDispatcher):
    """A function that plain Python calls, and nothing else; kept on disk."""

    def __init__(
        self, function: Callable[..., object], options: Mapping[str, object], *, roomy: bool = False
    ) -> None:
        only_python = {"nopython": True, "no_cfunc_wrapper": True}
        compiler = RoomyWholeCompiler if roomy else WholeCompiler
        wanted = {**options, **only_python}
        super().__init__(function, targetoptions=wanted, pipeline_class=compiler)
        assert isinstance(function, FunctionType)
        self._cache = KernelsCache(function)

    def compile(self, sig: Any) -> Any:
        """What numba makes on the way lives until it is done: not looked through for leftovers."""
        was_on = gc.isenabled()
        gc.disable()
        try:
            return super().compile(sig)
        finally:
            if was_on:
                gc.enable()

    def get_call_template(self, args: object, kws: object) -> NoReturn:
        raise Error(f"{self.py_func.__name__} is an entry: compiled code may only call kernels")


def stands_for(verb: Callable[..., object], kernels: Mapping[type, object]) -> None:
    """In compiled code the verb is one of these kernels: its first argument is a NamedTuple, whose
    class selects it."""

    @infer_global(verb)
    class Verb(AbstractTemplate):
        def generic(
            self, args: Sequence[types.Type], kws: Mapping[str, types.Type]
        ) -> Signature | None:
            kernel = kernels.get(getattr(args[0], "instance_class", object))
            if not isinstance(kernel, Kernel) or kws:
                return None
            self.kernel = kernel
            plain = tuple(types.unliteral(one) for one in args)
            kernel.compile(plain)
            code: Any = kernel.overloads[plain]
            found: Signature = code.signature
            return found

        def get_impl_key(self, signature: Signature) -> object:
            return self.kernel.get_overload(signature.args)


class Linked(CompilerBase):
    """Any of ours, told apart by how the code is linked."""

    def __init__(self, *args: Any) -> None:
        without_blas()
        super().__init__(*args)


def without_blas() -> None:
    """Numba looks for linear algebra in scipy when it first compiles anything. Kernels do not need
    it, and to load it would take as long as most else that is done before a first result."""
    name = "scipy.linalg.cython_blas"
    if name not in sys.modules:
        sys.modules[name] = None  # type: ignore[assignment]
        import_module("numba.np.arraymath")
        del sys.modules[name]


class PartCompiler(Linked):
    """The usual way of numba, without what kernels do not need: they have no closures and no array
    expressions, and raise nothing."""

    def define_pipelines(self) -> list[PassManager]:
        return [_short(self.state, PartLowering)]


class WholeCompiler(Linked):
    def define_pipelines(self) -> list[PassManager]:
        return [_short(self.state, WholeLowering)]


class RoomyPartCompiler(Linked):
    """The usual way of numba, but for how the code is linked."""

    def define_pipelines(self) -> list[PassManager]:
        return [_usual(self.state, PartLowering)]


class RoomyWholeCompiler(Linked):
    def define_pipelines(self) -> list[PassManager]:
        return [_usual(self.state, WholeLowering)]


def _short(state: StateDict, lowering: Pass) -> PassManager:
    state.typingctx = Remembering(state.typingctx)
    return _passes(*FRONT, lowering, NoPythonBackend)


def _usual(state: StateDict, lowering: Pass) -> PassManager:
    usual = DefaultPassBuilder.define_nopython_pipeline(state)
    return _passes(*(lowering if one is NativeLowering else one for one, _ in usual.passes))


def _passes(*passes: Pass) -> PassManager:
    manager = PassManager("linked")
    for one in passes:
        manager.add_pass(one, one.__name__)
    manager.finalize()
    return manager


FUNCTIONS = BuiltinFunctionType, FunctionType, Kernel


class Remembering:
    """What numba knows of types, and what it found before: that it would look for every time."""

    found: ClassVar[dict[object, object]] = {}

    def __init__(self, context: BaseContext) -> None:
        self._context = context

    def __getattr__(self, name: str) -> Any:
        return getattr(self._context, name)

    def resolve_function_type(
        self, function: object, args: Sequence[types.Type], kws: Mapping[str, types.Type]
    ) -> object:
        def find() -> object:
            return self._context.resolve_function_type(function, args, kws)

        return find() if kws else self._once((_number(function), *map(_number, args)), find)

    def resolve_value_type(self, value: object) -> object:
        """Numba tries everything else before it takes a function for one."""

        def find() -> object:
            return self._context.resolve_value_type(value)

        return self._once(value, find) if isinstance(value, FUNCTIONS) else find()

    def resolve_getattr(self, of: types.Type, name: str) -> object:
        return self._once((_number(of), name), lambda: self._context.resolve_getattr(of, name))

    def resolve_setitem(self, *args: types.Type) -> object:
        key = "setitem", *map(_number, args)
        return self._once(key, lambda: self._context.resolve_setitem(*args))

    def _once(self, key: object, find: Callable[[], object]) -> Any:
        if self.found.get(key) is None:
            self.found[key] = find()
        return self.found[key]


def _number(kind: object) -> object:
    """Equal types have the same number. To compare those of tables by what they are takes long."""
    return getattr(kind, "_code", kind)
