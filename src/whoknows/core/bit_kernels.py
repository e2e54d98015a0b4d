"""Bits of a mask, counted and found by one machine instruction each."""

from collections.abc import Callable
from typing import Any

import numba
from llvmlite.ir import Constant, IntType, IRBuilder, Value
from numba import types
from numba.core.cpu import CPUContext
from numba.core.typing.context import BaseContext
from numba.core.typing.templates import Signature
from numba.extending import intrinsic

config: Any = numba.config
# A signature, and what writes the code.
Code = tuple[Signature, Callable[[CPUContext, IRBuilder, Signature, list[Value]], Value]]


def _how_many(typing: BaseContext, mask: types.Type) -> Code:
    """How many bits of a mask are set."""

    def generate(
        context: CPUContext, builder: IRBuilder, signature: Signature, arguments: list[Value]
    ) -> Value:
        return builder.ctpop(arguments[0])

    return types.int64(types.int64), generate


def _lowest(typing: BaseContext, mask: types.Type) -> Code:
    """The number of the lowest bit of a mask that is set (64 if none is)."""

    def generate(
        context: CPUContext, builder: IRBuilder, signature: Signature, arguments: list[Value]
    ) -> Value:
        return builder.cttz(arguments[0], Constant(IntType(1), 0))

    return types.int64(types.int64), generate


how_many: Any = intrinsic(_how_many)
lowest: Any = intrinsic(_lowest)

if config.DISABLE_JIT:  # the same in plain Python: see `core.kernels`

    def how_many(mask: Any) -> Any:
        return (int(mask) & 0xFFFFFFFFFFFFFFFF).bit_count()

    def lowest(mask: Any) -> Any:
        return (int(mask) & -int(mask)).bit_length() - 1 if mask else 64
