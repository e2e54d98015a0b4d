"""Large parts as machine code of their own: made once, and called by all that need them.

A game's rules are far larger than a search. Linked into every search, they would be optimised and
turned into machine code as often as there are searches. So a part that is large with all that it
needs becomes an object, known by a digest of what it was made of: what has the same name does the
same, in this process and in others. What is linked into its callers is a way in, which passes on
the arguments that the object uses, of the dozens that a part is given.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from hashlib import sha256
from typing import NamedTuple

from llvmlite.binding import Linkage, ModuleRef, ValueRef, parse_assembly
from numba.core.codegen import CPUCodegen

from whoknows.core.kernels_cache import keep_object, kept_object
from whoknows.core.kernels_llvm import leave_out_idle_arguments, optimise

ROOT, WAY_IN = "whoknows_root", "whoknows_way_in"  # while an object is made


class Object(NamedTuple):
    """Machine code that knows nobody's names but those of the objects that it calls."""

    name: str
    code: bytes
    way_in: str  # to be linked into callers, as LLVM's text


_made: dict[str, Object] = {}


def way_in(made: Object, part: str) -> ModuleRef:
    """What takes the place of the part of this name, where it is called."""
    return parse_assembly(made.way_in.replace(f"@{WAY_IN}(", f'@"{part}"('))


def made_of(codegen: CPUCodegen, modules: Sequence[ModuleRef], part: str) -> Object:
    """The part of this name, which is in the first of these, as an object."""
    module = parse_assembly(_call_of(modules[0].get_function(part)))
    module.triple, module.data_layout = modules[0].triple, modules[0].data_layout
    for one in modules:
        module.link_in(one, preserve=True)
    _forget_names(module, part)
    told = repr(codegen.magic_tuple()).encode() + module.as_bitcode()
    name = f"whoknows_{sha256(told).hexdigest()[:32]}"
    if name not in _made:
        kept = kept_object(name)
        _made[name] = Object(name, *kept) if kept else _compiled(codegen, module, name)
    return _made[name]


def _call_of(part: ValueRef) -> str:
    """A function that calls the part with all of its arguments, in LLVM's text."""
    gives = str(part.global_value_type).partition(" ")[0]
    kinds = [str(one.type) for one in part.arguments]
    given = ", ".join(f"{kind} %a{number}" for number, kind in enumerate(kinds))
    return (
        f'declare {gives} @"{part.name}"({", ".join(kinds)})\n'
        f"define {gives} @{WAY_IN}({given}) {{\n"
        f'  %found = call {gives} @"{part.name}"({given})\n  ret {gives} %found\n}}\n'
    )


def _forget_names(module: ModuleRef, part: str) -> None:
    """Numba numbers its functions in the order in which a process happens to compile them."""
    module.get_function(part).name = ROOT
    for number, one in enumerate((*module.functions, *module.global_variables)):
        if not one.is_declaration and one.name != WAY_IN:
            one.linkage = Linkage.internal
            if one.name != ROOT:
                one.name = f"whoknows_{number}"


def _compiled(codegen: CPUCodegen, module: ModuleRef, name: str) -> Object:
    leave_out_idle_arguments(codegen, module)
    call = _function(str(module), WAY_IN)
    module.get_function(ROOT).linkage = Linkage.external
    module.get_function(ROOT).name = name
    module.get_function(WAY_IN).linkage = Linkage.internal  # nobody calls it here
    optimise(codegen, module)
    text = f"{_declared(str(module), name)}\n{call.replace(f'@{ROOT}(', f'@{name}(')}\n"
    found = Object(name, codegen._tm.emit_object(module), text)
    keep_object(name, (found.code, found.way_in))
    return found


def _function(text: str, name: str) -> str:
    """As LLVM writes it, to be copied into callers."""
    found = re.search(rf"^define (.*) @{name}\((.*)\).* {{\n((?s:.*?)^}})", text, re.MULTILINE)
    assert found is not None
    gives, given, body = found.groups()
    return f"define linkonce_odr {gives} @{name}({given}) alwaysinline {{\n{body}"


def _declared(text: str, name: str) -> str:
    """A function as others know it, with all that LLVM found out about it."""
    head = re.search(rf"^define (.*@{name}\(.*\)[^#]*)(#\d+)? {{$", text, re.MULTILINE)
    assert head is not None
    known = re.search(rf"^attributes {head[2]} = {{(.*)}}$", text, re.MULTILINE)
    return f"declare {head[1]}{known[1] if known else ''}"
