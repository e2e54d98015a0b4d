"""How kernels become LLVM's code: what they mostly do, in as few instructions as it takes.

Numba writes some forty for a number read from a row and sixty for a loop, since either might be
much else. All of them are made by Python, passed on as text and removed again by LLVM, which is
most of the time that compiling takes. Here rows, loops, whole numbers and variables are written
directly. All else is left to numba.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from llvmlite import ir as llvm
from numba.core import ir, types
from numba.core.analysis import compute_cfg_from_blocks, compute_use_defs
from numba.core.ir_utils import get_definition, guard
from numba.core.lowering import Lower

Value = Any  # of LLVM
DATA, SHAPE = 4, 5  # where an array says where its numbers are, and how many
AT, STEP, LEFT = 0, 2, 3  # of a loop: two of them are kept where it can change them
WORD = llvm.IntType(64)
ZERO, ONE = WORD(0), WORD(1)

SIGNED: Mapping[object, Callable[[llvm.IRBuilder, Value, Value], Value]] = {
    operator.add: lambda to, a, b: to.add(a, b, flags=("nsw",)),
    operator.sub: lambda to, a, b: to.sub(a, b, flags=("nsw",)),
    operator.mul: lambda to, a, b: to.mul(a, b, flags=("nsw",)),
    operator.rshift: lambda to, a, b: to.ashr(a, b),
    operator.lt: lambda to, a, b: to.icmp_signed("<", a, b),
    operator.le: lambda to, a, b: to.icmp_signed("<=", a, b),
    operator.gt: lambda to, a, b: to.icmp_signed(">", a, b),
    operator.ge: lambda to, a, b: to.icmp_signed(">=", a, b),
}
UNSIGNED: Mapping[object, Callable[[llvm.IRBuilder, Value, Value], Value]] = {
    operator.add: lambda to, a, b: to.add(a, b),
    operator.sub: lambda to, a, b: to.sub(a, b),
    operator.mul: lambda to, a, b: to.mul(a, b),
    operator.rshift: lambda to, a, b: to.lshr(a, b),
    operator.lt: lambda to, a, b: to.icmp_unsigned("<", a, b),
    operator.le: lambda to, a, b: to.icmp_unsigned("<=", a, b),
    operator.gt: lambda to, a, b: to.icmp_unsigned(">", a, b),
    operator.ge: lambda to, a, b: to.icmp_unsigned(">=", a, b),
}
EITHER: Mapping[object, Callable[[llvm.IRBuilder, Value, Value], Value]] = {
    operator.and_: lambda to, a, b: to.and_(a, b),
    operator.or_: lambda to, a, b: to.or_(a, b),
    operator.xor: lambda to, a, b: to.xor(a, b),
    operator.lshift: lambda to, a, b: to.shl(a, b),
    operator.eq: lambda to, a, b: to.icmp_signed("==", a, b),
    operator.ne: lambda to, a, b: to.icmp_signed("!=", a, b),
}


class KernelLower(Lower):
    """As numba lowers any function, but for the following."""

    def _find_singly_assigned_variable(self) -> None:
        """Whatever is assigned once, before all that use it, needs no place of its own."""
        if self.context.enable_nrt:
            super()._find_singly_assigned_variable()
            return
        used = compute_use_defs(self.blocks).usemap
        before = compute_cfg_from_blocks(self.blocks).dominators()
        where = _where_once(self.blocks)
        late = {
            name
            for block, names in used.items()
            for name in names & where.keys()
            if where[name] == block or where[name] > block or where[name] not in before[block]
        }
        self._singly_assigned_vars = where.keys() - late
        self._blk_local_varmap = {}

    def lower_block(self, block: ir.Block) -> None:
        """Without a message that would say where, should one of them fail."""
        self.pre_block(block)
        for inst in block.body:
            self.loc = inst.loc
            self.lower_inst(inst)
        self.post_block(block)

    def lower_inst(self, inst: ir.Stmt) -> None:
        """Without telling anybody."""
        if isinstance(inst, ir.Assign):
            name = inst.target.name
            self.storevar(self.lower_assign(self.typeof(name), inst), name)
        elif isinstance(inst, ir.Del):
            self.delvar(inst.value)
        elif not (isinstance(inst, ir.SetItem | ir.StaticSetItem) and self._write_number(inst)):
            super().lower_inst(inst)

    def storevar(self, value: Value, name: str, argidx: int | None = None) -> None:
        if self.context.enable_nrt:
            super().storevar(value, name, argidx)
        elif name in self._singly_assigned_vars:
            self._blk_local_varmap[name] = value
        else:
            self.builder.store(value, self.getvar(name))

    def delvar(self, name: str) -> None:
        """Nothing is counted, so nothing is to be done."""
        if self.context.enable_nrt:
            super().delvar(name)

    def alloca_lltype(self, name: str, lltype: llvm.Type, datamodel: object = None) -> Value:
        """No zeros: what was never assigned is never read."""
        if self.context.enable_nrt:
            return super().alloca_lltype(name, lltype, datamodel)
        return self._room(lltype, name)

    def _room(self, kind: llvm.Type, name: str = "") -> Value:
        with self.builder.goto_entry_block():
            return self.builder.alloca(kind, name=name)

    def lower_assign(self, ty: types.Type, inst: ir.Assign) -> Value:
        """A kernel is called by its name: where it lies in this process is not asked for."""
        if isinstance(inst.value, ir.Global | ir.FreeVar) and isinstance(ty, types.Dispatcher):
            return self.context.get_constant_null(ty)
        return super().lower_assign(ty, inst)

    def lower_expr(self, resty: types.Type, expr: ir.Expr) -> Value:
        found = None
        if expr.op in ("getitem", "static_getitem"):
            found = self._number(resty, expr)
        elif expr.op == "getattr":
            found = self._shape(expr)
        elif expr.op == "getiter":
            found = self._loop(expr)
        elif expr.op == "iternext":
            found = self._turn(expr)
        elif expr.op in ("pair_first", "pair_second"):
            found = self._half(expr)
        return super().lower_expr(resty, expr) if found is None else found

    def lower_binop(self, resty: types.Type, expr: ir.Expr, op: object) -> Value:
        """Two whole numbers of the same kind."""
        signature = self.fndesc.calltypes[expr]
        kind, other = signature.args
        write = EITHER.get(op) or (SIGNED if getattr(kind, "signed", False) else UNSIGNED).get(op)
        if write is None or kind != other or not isinstance(kind, types.Integer):
            return super().lower_binop(resty, expr, op)
        if signature.return_type not in (kind, types.boolean):
            return super().lower_binop(resty, expr, op)
        found = write(self.builder, self._cast_var(expr.lhs, kind), self._cast_var(expr.rhs, kind))
        return self.context.cast(self.builder, found, signature.return_type, resty)

    def _number(self, resty: types.Type, expr: ir.Expr) -> Value | None:
        """A number of an array."""
        index = expr.index_var if expr.op == "static_getitem" else expr.index
        place = self._place(expr.value, index)
        if place is None:
            return None
        number = self.builder.load(place)
        return self.context.cast(self.builder, number, self.typeof(expr.value.name).dtype, resty)

    def _write_number(self, inst: ir.SetItem | ir.StaticSetItem) -> bool:
        """Whether this puts one number into an array: then it is done."""
        index = inst.index_var if isinstance(inst, ir.StaticSetItem) else inst.index
        place = self._place(inst.target, index)
        if place is None:
            return False
        number = self._cast_var(inst.value, self.typeof(inst.target.name).dtype)
        self.builder.store(number, place)
        return True

    def _place(self, array: ir.Var, index: ir.Var | None) -> Value | None:
        """Where a number of an array is; None if it is not that simple."""
        kind = self.typeof(array.name)
        if index is None or not isinstance(kind, types.Array) or not _is_simple(kind):
            return None
        numbers = self._indices(index)
        if len(numbers) != kind.ndim:
            return None
        row = self.loadvar(array.name)
        place: Value = None
        for axis, (number, is_signed) in enumerate(numbers):
            if place is not None:
                place = self.builder.mul(place, self.builder.extract_value(row, (SHAPE, axis)))
            at = self._from_the_end(row, axis, number) if is_signed else number
            place = at if place is None else self.builder.add(place, at)
        return self.builder.gep(self.builder.extract_value(row, DATA), [place])

    def _from_the_end(self, row: Value, axis: int, number: Value) -> Value:
        """Negative numbers count from the end, as in all of Python."""
        if isinstance(number, llvm.Constant) and number.constant >= 0:
            return number
        many = self.builder.extract_value(row, (SHAPE, axis))
        last = self.builder.add(number, many)
        return self.builder.select(self.builder.icmp_signed("<", number, ZERO), last, number)

    def _indices(self, index: ir.Var) -> Sequence[tuple[Value, bool]]:
        """The whole numbers that say where something is in an array, none if they are not such;
        and whether each may be negative."""
        kind = self.typeof(index.name)
        kinds = tuple(getattr(kind, "types", (kind,)))
        if not all(isinstance(one, types.Integer) for one in kinds):
            return ()
        found = self.loadvar(index.name)
        if kinds == (kind,):
            return [(self._index(found, kind), kind.signed)]
        parts = [self.builder.extract_value(found, number) for number in range(len(kinds))]
        return [
            (self._index(part, one), one.signed) for part, one in zip(parts, kinds, strict=True)
        ]

    def _index(self, number: Value, kind: types.Integer) -> Value:
        if isinstance(kind, types.IntegerLiteral):
            return WORD(kind.literal_value)
        return self.context.cast(self.builder, number, kind, types.intp)

    def _shape(self, expr: ir.Expr) -> Value | None:
        if expr.attr != "shape" or not isinstance(self.typeof(expr.value.name), types.Array):
            return None
        return self.builder.extract_value(self.loadvar(expr.value.name), SHAPE)

    def lower_call(self, resty: types.Type, expr: ir.Expr) -> Value:
        """A range of whole numbers is where it begins and ends, and its step."""
        kind = self.fndesc.calltypes[expr].return_type
        if kind != types.range_state64_type or len(expr.args) == 3:
            return super().lower_call(resty, expr)
        ends = [self._cast_var(one, types.int64) for one in expr.args]
        first, last = ends if len(ends) == 2 else (ZERO, ends[0])
        return self._packed(kind, first, last, ONE)

    def _packed(self, kind: types.Type, *parts: Value) -> Value:
        whole = llvm.Constant(self.context.get_value_type(kind), llvm.Undefined)
        for number, part in enumerate(parts):
            whole = self.builder.insert_value(whole, part, number)
        return whole

    def _loop(self, expr: ir.Expr) -> Value | None:
        """A loop over a range with a step of one."""
        made = guard(get_definition, self.func_ir, expr.value)
        if self.typeof(expr.value.name) != types.range_state64_type:
            return None
        if not isinstance(made, ir.Expr) or made.op != "call" or len(made.args) == 3:
            return None
        found, to = self.loadvar(expr.value.name), self.builder
        first, last = to.extract_value(found, 0), to.extract_value(found, 1)
        many = to.sub(last, first)
        at, left = self._room(WORD), self._room(WORD)
        to.store(first, at)
        to.store(to.select(to.icmp_signed(">", many, ZERO), many, ZERO), left)
        return self._packed(types.range_iter64_type, at, last, ONE, left)

    def _turn(self, expr: ir.Expr) -> Value | None:
        """The next number of a range, and whether there is one."""
        if self.typeof(expr.value.name) != types.range_iter64_type:
            return None
        loop, to = self.loadvar(expr.value.name), self.builder
        at, left = to.extract_value(loop, AT), to.extract_value(loop, LEFT)
        number, more = to.load(at), to.load(left)
        to.store(to.add(number, to.extract_value(loop, STEP)), at)
        to.store(to.sub(more, ONE, flags=("nsw",)), left)
        pair = types.Pair(types.int64, types.boolean)
        return self._packed(pair, number, to.icmp_signed(">", more, ZERO))

    def _half(self, expr: ir.Expr) -> Value | None:
        kind = self.typeof(expr.value.name)
        if kind != types.Pair(types.int64, types.boolean):
            return None
        pair = self.loadvar(expr.value.name)
        return self.builder.extract_value(pair, 0 if expr.op == "pair_first" else 1)


def _where_once(blocks: Mapping[int, ir.Block]) -> dict[str, int]:
    """The block in which each variable is assigned, of those that are assigned once."""
    found: dict[str, int] = {}
    again: set[str] = set()
    for offset, block in blocks.items():
        for one in block.find_insts(ir.Assign):
            if one.target.name in found:
                again.add(one.target.name)
            found[one.target.name] = offset
    return {name: offset for name, offset in found.items() if name not in again}


def _is_simple(kind: types.Array) -> bool:
    """Whether its numbers lie one after the other."""
    is_number = isinstance(kind.dtype, types.Integer | types.Float)
    return is_number and kind.layout == "C" and bool(kind.aligned)
