"""Builds the extension module with which Python calls the compiled core.

It calls only functions of Python's stable ABI, so one file serves every version of Python from 3.11 on. Each function
has a wrapper, which unpacks the Python objects, calls the compiled function, and converts the result into an object.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import partial, reduce
from typing import Any

from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.np.arrayobj import make_array, populate_array

from tricorn.core.building import CompiledFunction, link, object_file
from tricorn.core.compile import JitFunction
from tricorn.core.linking import SYSTEMS, link_extension
from tricorn.core.loading import MODULE

__all__ = ["build_extension", "extension_code"]

_BIT, _BYTE, _INT, _LONG = ir.IntType(1), ir.IntType(8), ir.IntType(32), ir.IntType(64)
_FLOAT, _OBJECT = ir.DoubleType(), ir.PointerType()
# A Py_buffer has at most this many words; these are the address, the size in bytes, the size of an item, and the
# format. A buffer that is not held is all zeros.
_BUFFER_WORDS, _WORD_SIZE = 16, 8
_BUFFER_ADDRESS, _BUFFER_SIZE, _BUFFER_ITEM_SIZE, _BUFFER_FORMAT = 0, 2, 3, 5
# PyBUF_WRITABLE, PyBUF_FORMAT and PyBUF_ND: writable contiguous memory with the format of its items.
_BUFFER_FLAGS = 0x1 | 0x4 | 0x8
# The size and the format codes of each type of item (array and numpy differ for 64 bits).
_SIZES = {types.int64: 8, types.float64: 8, types.int8: 1}
_FORMATS = {types.int64: "ql", types.float64: "d", types.int8: "b"}
_ARRAYS = {
    types.int64: "array('q') of whole numbers",
    types.float64: "array('d') of floating-point numbers",
    types.int8: "array('b') of small whole numbers",
}
_FASTCALL = 0x80  # METH_FASTCALL: positional arguments in an array
_METHOD = ir.LiteralStructType([_OBJECT, _OBJECT, _INT, _OBJECT])  # PyMethodDef
# PyModuleDef: reference count, type, initialiser, index, copy, name, text, size, methods, slots and three functions.
_DEFINITION = ir.LiteralStructType([_LONG, _OBJECT, _OBJECT, _LONG, _OBJECT, _OBJECT, _OBJECT, _LONG, *[_OBJECT] * 5])
_INIT = f"PyInit_{MODULE.rpartition('.')[2]}"
# In LLVM's code: a function or object of Python, and one of its objects.
_PYTHON_SYMBOL = re.compile(r"@(_?Py[A-Z_]\w+)")
_EXTERNAL = re.compile(r"^(@_?Py\w+ = external)(?= global)", re.MULTILINE)


def _array_count(kind: types.Type) -> int:
    """How many arrays an argument has."""
    if isinstance(kind, types.BaseTuple):
        return sum(map(_array_count, kind.types))
    return int(isinstance(kind, types.Array))


def _buffer_field(builder: ir.IRBuilder, buffer: ir.Value, index: int, field_type: ir.Type) -> ir.Value:
    return builder.load(builder.gep(buffer, [_LONG(index)], source_etype=_LONG), typ=field_type)


class _PythonAPI:
    """Python's C API as the wrappers of a module call it, and what they share: taking and releasing buffers."""

    def __init__(self, module: ir.Module) -> None:
        self.module = module

    def call(self, builder: ir.IRBuilder, name: str, return_type: ir.Type, *arguments: ir.Value) -> ir.Value:
        """Call a function of the C API."""
        function = self.module.globals.get(name)
        if function is None:
            kind = ir.FunctionType(return_type, [argument.type for argument in arguments])
            function = ir.Function(self.module, kind, name)
        return builder.call(function, arguments)

    def object(self, name: str) -> ir.Value:
        """The address of one of Python's own objects."""
        return self.module.globals.get(name) or ir.GlobalVariable(self.module, _OBJECT, name)

    def raise_type_error(self, builder: ir.IRBuilder, message: ir.Value) -> None:
        kind = builder.load(self.object("PyExc_TypeError"), typ=_OBJECT)
        self.call(builder, "PyErr_SetString", ir.VoidType(), kind, message)

    def take_buffer(self, item_type: types.Type) -> ir.Function:
        """The function `bool take(object, buffer, message)`: get an array's buffer, or raise and return true."""
        return self._shared(f"take_{item_type}", _BIT, [_OBJECT] * 3, partial(self._build_take, item_type))

    def release_buffers(self) -> ir.Function:
        """The function `void release(buffers, count)`; Python skips buffers that are not held."""
        return self._shared("release_buffers", ir.VoidType(), [_OBJECT, _LONG], self._build_release)

    def _shared(
        self, name: str, return_type: ir.Type, arguments: list[ir.Type], build: Callable[[ir.Function], None]
    ) -> ir.Function:
        """A function that all wrappers of the module call; inlined, it would be most of their code."""
        function = self.module.globals.get(name)
        if function is None:
            function = ir.Function(self.module, ir.FunctionType(return_type, arguments), name)
            function.linkage = "internal"
            function.attributes.add("noinline")
            build(function)
        return function

    def _build_take(self, item_type: types.Type, function: ir.Function) -> None:
        item, buffer, message = function.args
        builder = ir.IRBuilder(function.append_basic_block())
        wrong = function.append_basic_block()

        def require(condition: ir.Value) -> None:
            fine = function.append_basic_block()
            builder.cbranch(condition, fine, wrong)
            builder.position_at_end(fine)

        status = self.call(builder, "PyObject_GetBuffer", _INT, item, buffer, _INT(_BUFFER_FLAGS))
        require(builder.icmp_signed("==", status, _INT(0)))
        size = _buffer_field(builder, buffer, _BUFFER_ITEM_SIZE, _LONG)
        require(builder.icmp_signed("==", size, _LONG(_SIZES[item_type])))
        format_ = _buffer_field(builder, buffer, _BUFFER_FORMAT, _OBJECT)
        require(builder.icmp_unsigned("!=", format_, _OBJECT(None)))
        code = builder.load(format_, typ=_BYTE)
        matches = [builder.icmp_unsigned("==", code, _BYTE(ord(letter))) for letter in _FORMATS[item_type]]
        require(reduce(builder.or_, matches))
        builder.ret(_BIT(0))
        builder.position_at_end(wrong)
        self.raise_type_error(builder, message)
        builder.ret(_BIT(1))

    def _build_release(self, function: ir.Function) -> None:
        buffers, count = function.args
        builder = ir.IRBuilder(function.append_basic_block())
        with cgutils.for_range(builder, count) as loop:
            offset = builder.mul(loop.index, _LONG(_BUFFER_WORDS))
            self.call(builder, "PyBuffer_Release", ir.VoidType(), builder.gep(buffers, [offset], source_etype=_LONG))
        builder.ret_void()


class _Wrapper:
    """The function that Python calls: `PyObject *wrapper(self, PyObject **arguments, count)`.

    Only the project's own code calls it. A wrong number of arguments or a wrong type is a Python error; numbers beyond
    64 bits and indexes beyond an array's end are not checked.
    """

    def __init__(self, module: ir.Module, context: Any, compiled: CompiledFunction) -> None:
        self.module, self.context, self.compiled = module, context, compiled
        self.python = _PythonAPI(module)
        self.function = ir.Function(
            module, ir.FunctionType(_OBJECT, [_OBJECT, _OBJECT, _LONG]), compiled.jit_function.name
        )
        self.body, self.failed = (self.function.append_basic_block() for _ in range(2))
        self.builder = ir.IRBuilder(self.body)
        # All buffers, marked as not held; those that are held after an error are released.
        self.buffer_count = sum(map(_array_count, compiled.arguments))
        self.buffers = self.builder.alloca(_LONG, self.buffer_count * _BUFFER_WORDS)
        cgutils.memset(self.builder, self.buffers, _LONG(self.buffer_count * _BUFFER_WORDS * _WORD_SIZE), 0)
        self.taken = 0  # buffers used so far

    def build(self) -> None:
        _, arguments, count = self.function.args
        expected = len(self.compiled.arguments)
        is_wrong = self.builder.icmp_signed("!=", count, _LONG(expected))
        with self.builder.if_then(is_wrong, likely=False):
            self.python.raise_type_error(self.builder, self._message(f"expected {expected} arguments"))
            self.builder.branch(self.failed)
        pointers = [self.builder.gep(arguments, [_LONG(index)], source_etype=_OBJECT) for index in range(expected)]
        objects = [self.builder.load(pointer, typ=_OBJECT) for pointer in pointers]
        values = [self._value(kind, item) for kind, item in zip(self.compiled.arguments, objects, strict=True)]
        result = self._call(values)
        self._release_buffers(self.builder)
        self.builder.ret(self._object(result))
        failed = ir.IRBuilder(self.failed)
        self._release_buffers(failed)
        failed.ret(_OBJECT(None))

    def _message(self, reason: str) -> ir.Value:
        return self.context.insert_const_string(self.module, f"{self.compiled.jit_function.name}: {reason}")

    def _fail_if(self, condition: ir.Value) -> None:
        """If the condition is true, release the buffers and return null, so that Python raises the exception."""
        with self.builder.if_then(condition, likely=False):
            self.builder.branch(self.failed)

    def _release_buffers(self, builder: ir.IRBuilder) -> None:
        if self.buffer_count:
            builder.call(self.python.release_buffers(), [self.buffers, _LONG(self.buffer_count)])

    def _value(self, kind: types.Type, item: ir.Value) -> ir.Value:
        """An object as an argument of the compiled function."""
        if isinstance(kind, types.Array):
            return self._array(kind, item)
        if isinstance(kind, types.BaseTuple):
            return self._tuple(kind, item)
        if kind is types.float64:
            value = self.python.call(self.builder, "PyFloat_AsDouble", _FLOAT, item)
            suspect = self.builder.fcmp_ordered("==", value, _FLOAT(-1.0))
        else:
            value = self.python.call(self.builder, "PyLong_AsLongLong", _LONG, item)
            suspect = self.builder.icmp_signed("==", value, _LONG(-1))
        with self.builder.if_then(suspect, likely=False):
            error = self.python.call(self.builder, "PyErr_Occurred", _OBJECT)
            self._fail_if(self.builder.icmp_unsigned("!=", error, _OBJECT(None)))
        return self.builder.icmp_signed("!=", value, _LONG(0)) if kind is types.boolean else value

    def _tuple(self, kind: types.BaseTuple, item: ir.Value) -> ir.Value:
        get_item = partial(self.python.call, self.builder, "PyTuple_GetItem", _OBJECT, item)
        fields = [get_item(_LONG(index)) for index in range(len(kind))]
        values = [self._field(field_kind, field) for field_kind, field in zip(kind.types, fields, strict=True)]
        return self.context.make_tuple(self.builder, kind, values)

    def _field(self, kind: types.Type, field: ir.Value) -> ir.Value:
        self._fail_if(self.builder.icmp_unsigned("==", field, _OBJECT(None)))
        return self._value(kind, field)

    def _array(self, kind: types.Array, item: ir.Value) -> ir.Value:
        buffer = self.builder.gep(self.buffers, [_LONG(self.taken * _BUFFER_WORDS)], source_etype=_LONG)
        self.taken += 1
        message = self._message(f"expected a writable {_ARRAYS[kind.dtype]}")
        failed = self.builder.call(self.python.take_buffer(kind.dtype), [item, buffer, message])
        self._fail_if(failed)
        array, item_size = make_array(kind)(self.context, self.builder), _LONG(_SIZES[kind.dtype])
        count = self.builder.sdiv(_buffer_field(self.builder, buffer, _BUFFER_SIZE, _LONG), item_size)
        data = _buffer_field(self.builder, buffer, _BUFFER_ADDRESS, _OBJECT)
        populate_array(array, data=data, shape=[count], strides=[item_size], itemsize=item_size, meminfo=None)
        return array._getvalue()

    def _call(self, values: list[ir.Value]) -> ir.Value:
        """Call the compiled function, without the GIL if it may take long."""
        convention, compiled = self.context.call_conv, self.compiled
        kind = convention.get_function_type(compiled.return_type, compiled.arguments)
        function = ir.Function(self.module, kind, compiled.name)
        thread = self.python.call(self.builder, "PyEval_SaveThread", _OBJECT) if compiled.jit_function.nogil else None
        _, result = convention.call_function(self.builder, function, compiled.return_type, compiled.arguments, values)
        if thread is not None:
            self.python.call(self.builder, "PyEval_RestoreThread", ir.VoidType(), thread)
        return result

    def _object(self, result: ir.Value) -> ir.Value:
        """The compiled function's result as an object."""
        if self.compiled.return_type is types.none:
            nothing = self.python.object("_Py_NoneStruct")
            self.python.call(self.builder, "Py_IncRef", ir.VoidType(), nothing)
            return nothing
        if self.compiled.return_type is types.boolean:
            return self.python.call(self.builder, "PyBool_FromLong", _OBJECT, self.builder.zext(result, _LONG))
        return self.python.call(self.builder, "PyLong_FromLongLong", _OBJECT, result)


def _add_wrappers(module: ir.Module, context: Any, functions: Sequence[CompiledFunction]) -> None:
    """Add the wrapper of each function, and the function that makes a Python module of them."""
    for compiled in functions:
        _Wrapper(module, context, compiled).build()
    by_short_name = {compiled.jit_function.name.rpartition(".")[2]: compiled.jit_function for compiled in functions}
    if len(by_short_name) < len(functions):
        raise ValueError("two functions of the core have the same name")
    text, null = partial(context.insert_const_string, module), _OBJECT(None)
    methods = [
        _METHOD(
            [
                text(name),
                module.globals[function.name],
                _INT(_FASTCALL),
                text(function.dispatcher.py_func.__doc__ or ""),
            ]
        )
        for name, function in by_short_name.items()
    ]
    table = _constant(module, "methods", ir.ArrayType(_METHOD, len(methods) + 1)([*methods, _METHOD(None)]))
    fields = [_LONG(1), null, null, _LONG(0), null, text(MODULE), null, _LONG(0), table, *[null] * 4]
    definition = _constant(module, "definition", _DEFINITION(fields))
    definition.global_constant = False  # Python writes its type and index
    init = ir.Function(module, ir.FunctionType(_OBJECT, []), _INIT)
    builder = ir.IRBuilder(init.append_basic_block())
    builder.ret(_PythonAPI(module).call(builder, "PyModuleDef_Init", _OBJECT, definition))


def _constant(module: ir.Module, name: str, value: ir.Constant) -> ir.GlobalVariable:
    constant = ir.GlobalVariable(module, value.type, name)
    constant.initializer, constant.global_constant = value, True
    return constant


def extension_code(functions: Sequence[JitFunction]) -> str:
    """LLVM's code of the extension module with these functions."""
    code: str = link(functions, _add_wrappers)
    return code


def build_extension(code: str, system: str) -> bytes:
    """The extension module for a system."""
    if system not in SYSTEMS:
        raise ImportError(f"expected {', '.join(SYSTEMS)}, found {system}")
    if system.startswith("win"):
        code = _EXTERNAL.sub(r"\1 dllimport", code)
    python_symbols = sorted({*_PYTHON_SYMBOL.findall(code)} - {_INIT})
    return link_extension(object_file(code, SYSTEMS[system].target, [_INIT]), system, _INIT, python_symbols)
