"""Builds a WebAssembly module from functions of the core and the bots, which JavaScript can call.

numba's code is the same as for machine code (building.py). LLVM compiles it for WebAssembly instead of this machine, so
the module is the same wherever it is built.

A function that JavaScript calls gets a gate. An array is passed as two numbers, its address and its length; a tuple as
one, the address where its parts stand in eight bytes each (an array there as two numbers of four bytes). Whole numbers
have 64 bits, flags and addresses 32.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Sequence
from typing import Any

import llvmlite.binding as llvm
from llvmlite import ir
from numba import types
from numba.np.arrayobj import make_array, populate_array

from tricorn.core.building import Compiled, linked
from tricorn.core.compile import Entry
from tricorn.core.wasm_object import custom_section, data_end, imports, module_of

__all__ = ["ABOUT", "web_module"]

ABOUT = "tricorn"  # the name of the section that describes the module to JavaScript

_TRIPLE = "wasm32-unknown-unknown"
# Features that all recent browsers have.
_FEATURES = "+bulk-memory,+mutable-globals,+nontrapping-fptoint,+sign-ext,-multivalue,-reference-types"
_OPTIMISATION = 3  # a tenth faster than 2 for a twentieth more bytes
# JavaScript provides the memory and the start of the stack; any other import would be a function of the C library.
_IMPORTED = ["__linear_memory", "__stack_pointer"]
_ALIGNMENT = 16
# numba's error values, as pointers to Python objects; the gates ignore them.
_ERRORS = re.compile(r"(@\.const\.picklebuf\S* = internal constant \{[^}]*\}) \{[^}]*\}")

_ADDRESS, _LONG, _FLOAT, _POINTER = ir.IntType(32), ir.IntType(64), ir.DoubleType(), ir.PointerType()
_ITEM_SIZE, _ADDRESS_SIZE = 8, 4


def _exported(entry: Entry) -> str:
    """The name that JavaScript calls a function by."""
    return entry.name.rpartition(".")[2]


class _Gate:
    """The function that JavaScript calls."""

    def __init__(self, module: ir.Module, context: Any, compiled: Compiled) -> None:
        self.module, self.context, self.compiled = module, context, compiled
        given = [part for kind in compiled.arguments for part in _passed(kind)]
        answer = ir.VoidType() if compiled.answer is types.none else _passed(compiled.answer)[0]
        self.gate = ir.Function(module, ir.FunctionType(answer, given), _exported(compiled.entry))
        self.builder = ir.IRBuilder(self.gate.append_basic_block())

    def build(self) -> None:
        given = list(self.gate.args)
        values = [self._value(kind, given) for kind in self.compiled.arguments]
        convention, compiled = self.context.call_conv, self.compiled
        kind = convention.get_function_type(compiled.answer, compiled.arguments)
        function = ir.Function(self.module, kind, compiled.name)
        _, answer = convention.call_function(self.builder, function, compiled.answer, compiled.arguments, values)
        if compiled.answer is types.none:
            self.builder.ret_void()
        else:
            self.builder.ret(self.builder.zext(answer, _ADDRESS) if compiled.answer is types.boolean else answer)

    def _value(self, kind: types.Type, given: list[ir.Value]) -> ir.Value:
        """An argument of the compiled function, made from the first of the remaining values."""
        if isinstance(kind, types.Array):
            return self._array(kind, given.pop(0), given.pop(0))
        if isinstance(kind, types.BaseTuple):
            return self._tuple(kind, given.pop(0), [0])
        value = given.pop(0)
        return self.builder.icmp_signed("!=", value, _ADDRESS(0)) if kind is types.boolean else value

    def _array(self, kind: types.Array, address: ir.Value, length: ir.Value) -> ir.Value:
        array, step = make_array(kind)(self.context, self.builder), _LONG(_ITEM_SIZE)
        data = self.builder.inttoptr(address, array.data.type)
        number = self.builder.zext(length, _LONG)
        populate_array(array, data=data, shape=[number], strides=[step], itemsize=step, meminfo=None)
        return array._getvalue()

    def _tuple(self, kind: types.BaseTuple, address: ir.Value, offset: list[int]) -> ir.Value:
        """The parts of a tuple from memory; `offset` moves on past each."""
        parts = []
        for of in kind.types:
            if isinstance(of, types.BaseTuple):
                parts.append(self._tuple(of, address, offset))
                continue
            if isinstance(of, types.Array):
                at = [self._load(address, offset[0] + step, _ADDRESS) for step in (0, _ADDRESS_SIZE)]
                parts.append(self._array(of, *at))
            else:
                parts.append(self._load(address, offset[0], _passed(of)[0]))
            offset[0] += _ITEM_SIZE
        return self.context.make_tuple(self.builder, kind, parts)

    def _load(self, address: ir.Value, offset: int, kind: ir.Type) -> ir.Value:
        place = self.builder.inttoptr(self.builder.add(address, _ADDRESS(offset)), _POINTER)
        return self.builder.load(place, typ=kind)


def _passed(kind: types.Type) -> list[ir.Type]:
    """How JavaScript passes a value of this type."""
    if isinstance(kind, types.Array):
        return [_ADDRESS, _ADDRESS]
    if isinstance(kind, types.BaseTuple) or kind is types.boolean:
        return [_ADDRESS]
    return [_FLOAT if kind is types.float64 else _LONG]


def _spelled(kind: types.Type) -> str:
    """The description of a type for JavaScript."""
    if isinstance(kind, types.Array):
        return "ints" if kind.dtype is types.int64 else "floats"
    if isinstance(kind, types.BaseTuple):
        return "tuple"
    return {types.none: "none", types.boolean: "bool", types.int64: "int", types.float64: "float"}[kind]


def _object_file(text: str, exported: Sequence[str]) -> bytes:
    """LLVM's object file of a module, optimised, of which only the gates can be seen."""
    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    machine = llvm.Target.from_triple(_TRIPLE).create_target_machine(
        cpu="generic", features=_FEATURES, opt=_OPTIMISATION, reloc="static"
    )
    module = llvm.parse_assembly(_ERRORS.sub(r"\1 zeroinitializer", text))
    module.triple, module.data_layout = _TRIPLE, str(machine.target_data)
    for symbol in (*module.functions, *module.global_variables):
        if not symbol.is_declaration and symbol.name not in exported:
            symbol.linkage = "internal"
    options = llvm.create_pipeline_tuning_options(speed_level=_OPTIMISATION)
    passes = llvm.create_pass_builder(machine, options)
    passes.getModulePassManager().run(module, passes)
    return bytes(machine.emit_object(module))


def web_module(entries: Sequence[Entry], facts: dict[str, Any], say: Callable[[str], None]) -> bytes:
    """A module with these functions; a section of it tells JavaScript how to call them, and facts of the game."""
    functions: dict[str, Any] = {}

    def add_gate(module: ir.Module, context: Any, compiled: Compiled) -> None:
        _Gate(module, context, compiled).build()
        takes = [_spelled(kind) for kind in compiled.arguments]
        functions[_exported(compiled.entry)] = {"takes": takes, "gives": _spelled(compiled.answer)}

    library = linked("web", entries, add_gate, say)
    if len(functions) < len(entries):
        raise ValueError("two functions of the module have the same name")
    module = module_of(_object_file(str(library._final_module), list(functions)), list(functions))
    if needed := [name for name in imports(module) if name not in _IMPORTED]:
        raise ValueError(f"the module needs {', '.join(needed)}, which a browser does not have")
    heap = -(-data_end(module) // _ALIGNMENT) * _ALIGNMENT
    about = {"heap": heap, "functions": functions, **facts}
    return module + custom_section(ABOUT, json.dumps(about, separators=(",", ":")).encode())
