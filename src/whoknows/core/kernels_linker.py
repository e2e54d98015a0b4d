"""How compiled parts are linked into wholes.

A part waits as it was lowered, until all parts that an entry needs are linked into one whole, which
is optimised once. Those that are large by then are not linked but called (`kernels_objects`).
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property

from llvmlite import ir
from llvmlite.binding import Linkage, ModuleRef, parse_assembly
from numba import _dynfunc  # type: ignore[attr-defined]
from numba.core.cgutils import normalize_ir_text
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import StateDict
from numba.core.compiler_machinery import register_pass
from numba.core.typed_passes import NativeLowering

from whoknows.core.compiling import progress
from whoknows.core.kernels_cache import load
from whoknows.core.kernels_llvm import leave_out_idle_arguments, optimise
from whoknows.core.kernels_lowering import KernelLower
from whoknows.core.kernels_objects import Object, made_of, way_in

LARGE = 5_000  # instructions, of a part with all that it needs: it becomes an object


class Part(JITCodeLibrary):
    """Code that is linked into other code, and never run by itself."""

    root = ""  # the name of its function
    size = 0  # instructions, about
    is_bound = False  # to what only this process knows, or to numba's arrays

    def add_ir_module(self, module: ir.Module) -> None:
        text = normalize_ir_text(str(module))
        self.size, self.is_bound = text.count("\n"), _knows_its_process(text)
        self._shared_module = parse_assembly(text)
        self._shared_module.data_layout = self._codegen._data_layout
        for one in self._shared_module.functions:
            if not one.is_declaration:
                one.linkage = Linkage.linkonce_odr

    def finalize(self) -> None:
        self._finalized = True

    @cached_property
    def object(self) -> Object | None:
        """Its machine code, if it is large; else it is linked into whatever calls it."""
        needed = list(_needed(self))
        inside = [self, *(one for one in needed if isinstance(one, Part) and not one.object)]
        is_bound = self.is_bound or any(_is_bound(one) for one in needed)
        if is_bound or sum(one.size for one in inside) < LARGE:
            return None
        modules = self._shared_module, *(one._get_module_for_linking() for one in needed)
        return made_of(self._codegen, modules, self.root)

    def _get_module_for_linking(self) -> ModuleRef:
        return self._way_in if self.object else self._shared_module

    @cached_property
    def objects(self) -> tuple[Object, ...]:
        """All that an object calls, and it."""
        return (*_objects(self), self.object) if self.object else ()

    @cached_property
    def _way_in(self) -> ModuleRef:
        assert self.object is not None
        return way_in(self.object, self.root)


class Whole(JITCodeLibrary):
    """Code that is run: with all parts it needs, and those that these need, each once."""

    objects: tuple[Object, ...] = ()  # that it calls, and those that these call

    def finalize(self) -> None:
        self.objects = tuple(_objects(self))
        self._linking_libraries = list(_needed(self))
        load(self._codegen, ((one.name, one.code) for one in self.objects))
        super().finalize()

    def _optimize_functions(self, module: ModuleRef) -> None:
        module.data_layout = self._codegen._data_layout

    def _optimize_final_module(self) -> None:
        leave_out_idle_arguments(self._codegen, self._final_module)
        optimise(self._codegen, self._final_module)


def _knows_its_process(text: str) -> bool:
    """Whether code asks for what only this process knows: numba's places for addresses and for
    Python's objects, the last of which it provides whether they are used or not."""
    places = "numba.dynamic.globals", ".numba.unresolved$"
    return any(place in text for place in places) or text.count("_ZN08NumbaEnv") > 1


def _is_bound(library: JITCodeLibrary) -> bool:
    """Whether it has to be in the whole itself. An object that it calls does not matter."""
    if isinstance(library, Part):
        return library.is_bound and not library.object
    return bool(library.has_dynamic_globals or library._reload_init)


def _needed(library: JITCodeLibrary) -> Iterator[JITCodeLibrary]:
    """All libraries that code needs; what an object needs is its own."""
    found, waiting = {library: None}, [library]
    while waiting:
        for one in waiting.pop()._linking_libraries:
            if one not in found:
                found[one] = None
                yield one
                if isinstance(one, Part) and not one.object:
                    waiting.append(one)


def _objects(library: JITCodeLibrary) -> Iterator[Object]:
    """All that code calls, each once, after those that it calls itself."""
    called = (one.objects for one in _needed(library) if isinstance(one, Part))
    yield from dict.fromkeys(made for objects in called for made in objects)


@register_pass(mutates_CFG=True, analysis_only=False)
class PartLowering(NativeLowering):
    """As numba lowers any function, without machine code: nothing can call it but a whole."""

    _name = "part_lowering"
    lowering_class = KernelLower

    def run_pass(self, state: StateDict) -> bool:
        library = Part(state.targetctx.codegen(), state.func_id.func_qualname)
        state.library, state.flags.no_compile = library, True
        super().run_pass(state)
        lowered = state["cr"]
        library.root = lowered.fndesc.llvm_func_name
        library.is_bound |= bool(state.flags.nrt)
        module, name = lowered.fndesc.lookup_module(), state.func_id.func_name
        nothing = _dynfunc.make_function(module, name, "", 0, lowered.env, (library,))
        state.targetctx.insert_user_function(nothing, lowered.fndesc, [library])
        state["cr"] = lowered._replace(cfunc=nothing)
        progress.part()
        return True


@register_pass(mutates_CFG=True, analysis_only=False)
class WholeLowering(NativeLowering):
    """As numba lowers any function."""

    _name = "whole_lowering"
    lowering_class = KernelLower

    def run_pass(self, state: StateDict) -> bool:
        state.library = Whole(state.targetctx.codegen(), state.func_id.func_qualname)
        state.library.enable_object_caching()
        progress.whole()
        return bool(super().run_pass(state))
