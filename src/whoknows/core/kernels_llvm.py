"""What LLVM makes of kernels that are linked into one module.

Nobody else calls the parts in it, which LLVM has to be told: only then does it leave out arguments
that are not used or always the same. A row is seven of them, tables are dozens.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from llvmlite.binding import Linkage, ModuleRef
from llvmlite.binding.newpassmanagers import ModulePassManager, create_new_module_pass_manager
from numba.core.codegen import CPUCodegen

LARGE_MODULE, LARGE_PART = 10_000, 120  # instructions
# Of what LLVM can do: rows are short, so that their loops run no faster for being widened. That and
# the last step of optimising take a seventh of its time, and searches are as fast without them.
ENOUGH: Mapping[str, Any] = {"opt": 2, "loop_vectorize": False}


def leave_out_idle_arguments(codegen: CPUCodegen, module: ModuleRef) -> None:
    """Of parts, which stay nobody else's: a part without some of its arguments is no longer what
    others know by its name, and of several of one name the first is called by all."""
    _, builder = codegen._module_pass_manager(**ENOUGH)
    for one in module.functions:
        if one.linkage == Linkage.linkonce_odr:
            one.linkage = Linkage.internal
    _without_idle_arguments().run(module, builder)


def optimise(codegen: CPUCodegen, module: ModuleRef) -> None:
    passes, builder = codegen._module_pass_manager(**ENOUGH)
    _keep_apart(module)
    passes.run(module, builder)


def _keep_apart(module: ModuleRef) -> None:
    """LLVM makes one function of all that are called in one place only. In a large module that
    takes it twice as long: there, large parts stay what they are."""
    sizes = _sizes(module)
    if sum(sizes) > LARGE_MODULE:
        parts = (one for one in module.functions if not one.is_declaration)
        for one, size in zip(parts, sizes, strict=True):
            if one.linkage == Linkage.internal and size > LARGE_PART:
                one.add_function_attribute("noinline")


FUNCTION = re.compile(r"^define .*?^}", re.MULTILINE | re.DOTALL)
INSTRUCTION = re.compile(r"^  [^ \]]", re.MULTILINE)  # but for lines on which one goes on


def _sizes(module: ModuleRef) -> list[int]:
    """How many instructions each function of it has. Counted in its text: to be told of them one by
    one takes ten times as long."""
    return [len(INSTRUCTION.findall(one)) for one in FUNCTION.findall(str(module))]


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
