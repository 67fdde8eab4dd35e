"""Builds a WebAssembly module from functions of the core and the bots, which JavaScript can call.

numba's code is the same as for machine code (building.py), so the module is the same wherever it is built.

Each function that JavaScript calls gets a wrapper. An array is passed as two numbers, its address and its length; a
tuple as one, the address of its fields with eight bytes per field (for an array, two numbers of four bytes). Whole
numbers have 64 bits, booleans and addresses 32.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from typing import Any

from llvmlite import ir
from numba import types
from numba.np.arrayobj import make_array, populate_array

from tricorn.core.building import CompiledFunction, Target, link, object_file
from tricorn.core.compile import JitFunction
from tricorn.core.wasm_object import custom_section, data_end, imports, link_module

__all__ = ["METADATA_SECTION", "build_web_module"]

METADATA_SECTION = "tricorn"  # the section that describes the module to JavaScript

# The features are those that all recent browsers have.
_FEATURES = "+bulk-memory,+mutable-globals,+nontrapping-fptoint,+sign-ext,-multivalue,-reference-types"
# Level 3 is a tenth faster than 2 for a twentieth more bytes.
_TARGET = Target("wasm32-unknown-unknown", "generic", _FEATURES, optimisation=3, relocation="static")
# JavaScript provides the memory and the stack pointer; any other import would be a function of the C library.
_IMPORTS = ["__linear_memory", "__stack_pointer"]
_ALIGNMENT = 16
# numba's error values, as pointers to Python objects; the wrappers ignore them.
_ERRORS = re.compile(r"(@\.const\.picklebuf\S* = internal constant \{[^}]*\}) \{[^}]*\}")

_ADDRESS, _LONG, _FLOAT, _POINTER = ir.IntType(32), ir.IntType(64), ir.DoubleType(), ir.PointerType()
_ITEM_SIZE, _ADDRESS_SIZE = 8, 4


def _export_name(function: JitFunction) -> str:
    """The name of a function in JavaScript."""
    return function.name.rpartition(".")[2]


class _Wrapper:
    """The function that JavaScript calls."""

    def __init__(self, module: ir.Module, context: Any, compiled: CompiledFunction) -> None:
        self.module, self.context, self.compiled = module, context, compiled
        parameters = [wasm_type for kind in compiled.arguments for wasm_type in _wasm_types(kind)]
        result = ir.VoidType() if compiled.return_type is types.none else _wasm_types(compiled.return_type)[0]
        self.function = ir.Function(module, ir.FunctionType(result, parameters), _export_name(compiled.jit_function))
        self.builder = ir.IRBuilder(self.function.append_basic_block())

    def build(self) -> None:
        arguments = list(self.function.args)
        values = [self._value(kind, arguments) for kind in self.compiled.arguments]
        convention, compiled = self.context.call_conv, self.compiled
        kind = convention.get_function_type(compiled.return_type, compiled.arguments)
        function = ir.Function(self.module, kind, compiled.name)
        _, result = convention.call_function(self.builder, function, compiled.return_type, compiled.arguments, values)
        if compiled.return_type is types.none:
            self.builder.ret_void()
        else:
            self.builder.ret(self.builder.zext(result, _ADDRESS) if compiled.return_type is types.boolean else result)

    def _value(self, kind: types.Type, arguments: list[ir.Value]) -> ir.Value:
        """An argument of the compiled function, from the first of JavaScript's remaining arguments."""
        if isinstance(kind, types.Array):
            return self._array(kind, arguments.pop(0), arguments.pop(0))
        if isinstance(kind, types.BaseTuple):
            return self._tuple(kind, arguments.pop(0), [0])
        value = arguments.pop(0)
        return self.builder.icmp_signed("!=", value, _ADDRESS(0)) if kind is types.boolean else value

    def _array(self, kind: types.Array, address: ir.Value, length: ir.Value) -> ir.Value:
        array, step = make_array(kind)(self.context, self.builder), _LONG(_ITEM_SIZE)
        data = self.builder.inttoptr(address, array.data.type)
        count = self.builder.zext(length, _LONG)
        populate_array(array, data=data, shape=[count], strides=[step], itemsize=step, meminfo=None)
        return array._getvalue()

    def _tuple(self, kind: types.BaseTuple, address: ir.Value, offset: list[int]) -> ir.Value:
        """A tuple from memory; `offset` holds one number, which is advanced past each field."""
        values = []
        for field in kind.types:
            if isinstance(field, types.BaseTuple):
                values.append(self._tuple(field, address, offset))
                continue
            if isinstance(field, types.Array):
                address_and_length = [self._load(address, offset[0] + step, _ADDRESS) for step in (0, _ADDRESS_SIZE)]
                values.append(self._array(field, *address_and_length))
            else:
                values.append(self._load(address, offset[0], _wasm_types(field)[0]))
            offset[0] += _ITEM_SIZE
        return self.context.make_tuple(self.builder, kind, values)

    def _load(self, address: ir.Value, offset: int, kind: ir.Type) -> ir.Value:
        pointer = self.builder.inttoptr(self.builder.add(address, _ADDRESS(offset)), _POINTER)
        return self.builder.load(pointer, typ=kind)


def _wasm_types(kind: types.Type) -> list[ir.Type]:
    """The types of the numbers by which JavaScript passes a value."""
    if isinstance(kind, types.Array):
        return [_ADDRESS, _ADDRESS]
    if isinstance(kind, types.BaseTuple) or kind is types.boolean:
        return [_ADDRESS]
    return [_FLOAT if kind is types.float64 else _LONG]


def _type_name(kind: types.Type) -> str:
    """The name of a type in the metadata."""
    if isinstance(kind, types.Array):
        return "ints" if kind.dtype is types.int64 else "floats"
    if isinstance(kind, types.BaseTuple):
        return "tuple"
    return {types.none: "none", types.boolean: "bool", types.int64: "int", types.float64: "float"}[kind]


def build_web_module(jit_functions: Sequence[JitFunction], metadata: dict[str, Any]) -> bytes:
    """A module with these functions, and a section with this metadata and how JavaScript calls the functions."""
    functions: dict[str, Any] = {}

    def add_wrappers(module: ir.Module, context: Any, compiled_functions: Sequence[CompiledFunction]) -> None:
        for compiled in compiled_functions:
            _Wrapper(module, context, compiled).build()
            parameters = [_type_name(kind) for kind in compiled.arguments]
            functions[_export_name(compiled.jit_function)] = {
                "parameters": parameters,
                "result": _type_name(compiled.return_type),
            }

    code = _ERRORS.sub(r"\1 zeroinitializer", link(jit_functions, add_wrappers))
    if len(functions) < len(jit_functions):
        raise ValueError("two functions of the module have the same name")
    module = link_module(object_file(code, _TARGET, functions), list(functions))
    if missing := [name for name in imports(module) if name not in _IMPORTS]:
        raise ValueError(f"the module needs {', '.join(missing)}, which a browser does not have")
    heap = -(-data_end(module) // _ALIGNMENT) * _ALIGNMENT
    described = {"heap": heap, "functions": functions, **metadata}
    return module + custom_section(METADATA_SECTION, json.dumps(described, separators=(",", ":")).encode())
