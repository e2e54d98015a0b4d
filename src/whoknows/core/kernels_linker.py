"""How compiled parts are linked into wholes, and what LLVM makes of them.

A part waits as it was lowered, until all parts that an entry needs are linked into one whole, which
is optimised once.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from llvmlite.binding import Linkage, ModuleRef, ValueRef
from llvmlite.binding.newpassmanagers import ModulePassManager, create_new_module_pass_manager
from numba import _dynfunc  # type: ignore[attr-defined]
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import StateDict
from numba.core.compiler_machinery import register_pass
from numba.core.typed_passes import NativeLowering

from whoknows.core.compiling import progress
from whoknows.core.kernels_lowering import KernelLower

LARGE_WHOLE, LARGE_PART = 10_000, 120  # instructions
# Of what LLVM can do: rows are short, so that their loops run no faster for being widened. That and
# the last step of optimising take a seventh of its time, and searches are as fast without them.
ENOUGH: Mapping[str, Any] = {"opt": 2, "loop_vectorize": False}


class Part(JITCodeLibrary):
    """Code that is linked into other code, and never run by itself."""

    def add_llvm_module(self, module: ModuleRef) -> None:
        module.data_layout = self._codegen._data_layout
        for one in module.functions:
            if not one.is_declaration:
                one.linkage = Linkage.linkonce_odr
        self._shared_module = module

    def finalize(self) -> None:
        self._finalized = True


class Whole(JITCodeLibrary):
    """Code that is run: with all parts it needs, and those that these need, each once."""

    def finalize(self) -> None:
        self._linking_libraries = list(_needed(self))
        super().finalize()

    def _optimize_functions(self, module: ModuleRef) -> None:
        module.data_layout = self._codegen._data_layout

    def _optimize_final_module(self) -> None:
        """Nobody else calls the parts, which LLVM has to be told: only then does it leave out
        arguments that are not used or always the same. A row is seven of them, tables are dozens.

        They stay nobody else's: a part without some of its arguments is no longer what other wholes
        know by its name, and of several of one name the first is called by all.
        """
        passes, builder = self._codegen._module_pass_manager(**ENOUGH)
        for one in self._final_module.functions:
            if one.linkage == Linkage.linkonce_odr:
                one.linkage = Linkage.internal
        _without_idle_arguments().run(self._final_module, builder)
        _keep_apart(self._final_module)
        passes.run(self._final_module, builder)


def _keep_apart(module: ModuleRef) -> None:
    """LLVM makes one function of all that are called in one place only. In a large whole that
    takes it twice as long: there, large parts stay what they are."""
    sizes = [(one, _size(one)) for one in module.functions]
    if sum(size for _, size in sizes) > LARGE_WHOLE:
        for one, size in sizes:
            if one.linkage == Linkage.internal and size > LARGE_PART:
                one.add_function_attribute("noinline")


def _size(function: ValueRef) -> int:
    """How many instructions it has."""
    return sum(1 for block in function.blocks for _ in block.instructions)


def _without_idle_arguments() -> ModulePassManager:
    passes = create_new_module_pass_manager()
    passes.add_sroa_pass()
    passes.add_instruction_combine_pass()
    passes.add_simplify_cfg_pass()
    passes.add_ipsccp_pass()
    passes.add_dead_arg_elimination_pass()
    passes.add_instruction_combine_pass()
    passes.add_argument_promotion_pass()
    passes.add_dead_arg_elimination_pass()
    return passes


def _needed(library: JITCodeLibrary) -> Iterator[JITCodeLibrary]:
    """All libraries that code needs to be linked with."""
    found, waiting = {library: None}, [library]
    while waiting:
        for one in waiting.pop()._linking_libraries:
            if one not in found:
                found[one] = None
                yield one
                if isinstance(one, Part):
                    waiting.append(one)


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
