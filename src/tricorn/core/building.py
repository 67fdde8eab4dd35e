"""Builds a file of machine code from functions of the core or the bots, with numba.

Only `tricorn.warmup` imports this. Other modules load the files (loading.py), which is ten times as fast as importing
numba.

numba compiles a function for the types of its annotations. Its unoptimised code is used, and everything is then
optimised together, once. A function that Python calls gets a gate, which unpacks the Python objects, calls the compiled
function, and makes an object of the result.
"""

from __future__ import annotations

import gc
from collections.abc import Callable, Sequence
from functools import reduce
from typing import Any, NamedTuple, TypeAlias, get_args, get_origin, get_type_hints

from llvmlite import ir
from numba import types
from numba.core.codegen import AOTCodeLibrary, JITCPUCodegen
from numba.core.compiler_lock import global_compiler_lock
from numba.core.registry import cpu_target
from numba.np import arrayobj
from numba.np.arrayobj import make_array, populate_array

from tricorn.core.compile import Bytes, Entry, Floats, Ints

__all__ = ["Compiled", "begin", "compile_entry", "linked", "machine_code"]

_BYTE, _INT, _LONG = ir.IntType(8), ir.IntType(32), ir.IntType(64)
_FLOAT, _OBJECT = ir.DoubleType(), ir.PointerType()
# A Py_buffer has at most this many words; these are the address, the object (null if no buffer is held), the size in
# bytes, the size of an item, and the format.
_BUFFER_WORDS = 16
_BUFFER_ADDRESS, _BUFFER_OWNER, _BUFFER_SIZE, _BUFFER_ITEM_SIZE, _BUFFER_FORMAT = 0, 1, 2, 3, 5
# PyBUF_WRITABLE, PyBUF_FORMAT and PyBUF_ND: writable contiguous memory with the format of its items.
_BUFFER_FLAGS = 0x1 | 0x4 | 0x8
# The kinds of items: their annotation, their size, and their formats (array and numpy differ for 64 bits).
_ITEMS = {Ints: types.int64, Floats: types.float64, Bytes: types.int8}
_SIZES = {types.int64: 8, types.float64: 8, types.int8: 1}
_FORMATS = {types.int64: "ql", types.float64: "d", types.int8: "b"}
_ARRAYS = {
    types.int64: "array('q') of whole numbers",
    types.float64: "array('d') of floating-point numbers",
    types.int8: "array('b') of small whole numbers",
}


class _Library(AOTCodeLibrary):  # type: ignore[misc]
    """The code of one function, or of all together; it is never run here."""

    def get_pointer_to_function(self, name: str) -> int:
        return 0

    def _optimize_functions(self, module: Any) -> None:
        module.data_layout = self._codegen._data_layout

    def _optimize_final_module(self) -> None:
        if self.name == _Codegen.WHOLE:
            super()._optimize_final_module()


class _Codegen(JITCPUCodegen):  # type: ignore[misc]
    """Compiles for this machine's processor, like numba's own class, but returns the code instead of loading it."""

    WHOLE = "tricorn"
    _library_class = _Library

    def _add_module(self, module: Any) -> None:
        pass

    def set_env(self, name: str, environment: Any) -> None:
        pass


def _type_of(annotation: Any) -> types.Type:
    """The compiled type of an annotation."""
    plain = {int: types.int64, float: types.float64, bool: types.boolean, type(None): types.none}
    if annotation in plain:
        return plain[annotation]
    if annotation in _ITEMS:
        return types.Array(_ITEMS[annotation], 1, "C")
    if get_origin(annotation) is tuple:
        return types.UniTuple(types.int64, len(get_args(annotation)))
    return types.NamedTuple([_type_of(part) for part in get_type_hints(annotation).values()], annotation)


class Compiled(NamedTuple):
    """A function with its compiled code, still without a gate."""

    entry: Entry
    arguments: tuple[types.Type, ...]
    answer: types.Type
    name: str
    library: _Library


def compile_entry(entry: Entry) -> Compiled:
    """Compile a function and everything it calls, unless that was done before."""
    hints = get_type_hints(entry.function.py_func)
    answer = _type_of(hints.pop("return"))
    arguments = tuple(_type_of(annotation) for annotation in hints.values())
    entry.function.compile(arguments)
    result = entry.function.overloads[arguments]
    assert result.signature.return_type == answer, f"{entry.name} gives {result.signature.return_type}, not {answer}"
    return Compiled(entry, arguments, answer, result.fndesc.llvm_func_name, result.library)


AddGate: TypeAlias = Callable[[ir.Module, Any, Compiled], None]


class _Gate:
    """The function that Python calls: `PyObject *gate(self, PyObject **arguments, number)`.

    Only the project's own code calls it, and types are checked before it runs. So a wrong number of arguments or a
    wrong type is a Python error, but numbers beyond 64 bits and indexes beyond an array's end are not checked.
    """

    def __init__(self, module: ir.Module, context: Any, compiled: Compiled) -> None:
        self.module, self.context, self.compiled = module, context, compiled
        self.gate = ir.Function(module, ir.FunctionType(_OBJECT, [_OBJECT, _OBJECT, _LONG]), compiled.entry.name)
        # The buffers come first, marked as not held; on an error, those that are held are released.
        self.first, self.body, self.failed = (self.gate.append_basic_block() for _ in range(3))
        self.builder = ir.IRBuilder(self.body)
        self.buffers: list[ir.Value] = []

    def build(self) -> None:
        _, given, number = self.gate.args
        wanted = len(self.compiled.arguments)
        self._stop_if(
            self.builder.icmp_signed("!=", number, _LONG(wanted)), lambda: self._refuse(f"expected {wanted} arguments")
        )
        places = [self.builder.gep(given, [_LONG(index)], source_etype=_OBJECT) for index in range(wanted)]
        objects = [self.builder.load(place, typ=_OBJECT) for place in places]
        values = [self._value(kind, item) for kind, item in zip(self.compiled.arguments, objects, strict=True)]
        answer = self._call(values)
        self._release(self.builder)
        self.builder.ret(self._object(answer))
        ir.IRBuilder(self.first).branch(self.body)
        failed = ir.IRBuilder(self.failed)
        self._release(failed)
        failed.ret(_OBJECT(None))

    def _python(self, name: str, answer: ir.Type, *arguments: ir.Value) -> ir.Value:
        """Call a function of Python's C API."""
        return self.builder.call(self._python_function(name, answer, *arguments), arguments)

    def _python_function(self, name: str, answer: ir.Type, *arguments: ir.Value) -> ir.Function:
        function = self.module.globals.get(name)
        if function is None:
            kind = ir.FunctionType(answer, [argument.type for argument in arguments])
            function = ir.Function(self.module, kind, name)
        return function

    def _python_object(self, name: str) -> ir.Value:
        """The address of one of Python's own objects."""
        return self.module.globals.get(name) or ir.GlobalVariable(self.module, _OBJECT, name)

    def _stop_if(self, wrong: ir.Value, say: Callable[[], None] = lambda: None) -> None:
        """On an error, release the buffers and return null, so that Python raises the exception."""
        with self.builder.if_then(wrong, likely=False):
            say()
            self.builder.branch(self.failed)

    def _refuse(self, reason: str) -> None:
        """Raise a TypeError."""
        kind = self.builder.load(self._python_object("PyExc_TypeError"), typ=_OBJECT)
        text = self.context.insert_const_string(self.module, f"{self.compiled.entry.name}: {reason}")
        self._python("PyErr_SetString", ir.VoidType(), kind, text)

    def _release(self, builder: ir.IRBuilder) -> None:
        """Release the buffers; Python skips those that are not held."""
        for buffer in self.buffers:
            builder.call(self._python_function("PyBuffer_Release", ir.VoidType(), buffer), [buffer])

    def _value(self, kind: types.Type, item: ir.Value) -> ir.Value:
        """An object as an argument of the compiled function."""
        if isinstance(kind, types.Array):
            return self._array(kind, item)
        if isinstance(kind, types.BaseTuple):
            parts = [self._python("PyTuple_GetItem", _OBJECT, item, _LONG(index)) for index in range(len(kind))]
            return self.context.make_tuple(
                self.builder, kind, [self._part(part, of) for part, of in zip(parts, kind.types, strict=True)]
            )
        if kind is types.float64:
            value = self._python("PyFloat_AsDouble", _FLOAT, item)
            suspect = self.builder.fcmp_ordered("==", value, _FLOAT(-1.0))
        else:
            value = self._python("PyLong_AsLongLong", _LONG, item)
            suspect = self.builder.icmp_signed("==", value, _LONG(-1))
        with self.builder.if_then(suspect, likely=False):
            raised = self._python("PyErr_Occurred", _OBJECT)
            self._stop_if(self.builder.icmp_unsigned("!=", raised, _OBJECT(None)))
        return self.builder.icmp_signed("!=", value, _LONG(0)) if kind is types.boolean else value

    def _part(self, part: ir.Value, kind: types.Type) -> ir.Value:
        self._stop_if(self.builder.icmp_unsigned("==", part, _OBJECT(None)))
        return self._value(kind, part)

    def _array(self, kind: types.Array, item: ir.Value) -> ir.Value:
        first = ir.IRBuilder(self.first)
        buffer = first.alloca(ir.ArrayType(_LONG, _BUFFER_WORDS))
        first.store(_LONG(0), first.gep(buffer, [_INT(0), _INT(_BUFFER_OWNER)]))
        self.buffers.append(buffer)

        def word(index: int, of: ir.Type) -> ir.Value:
            return self.builder.load(self.builder.gep(buffer, [_LONG(index)], source_etype=_LONG), typ=of)

        def refuse() -> None:
            self._refuse(f"expected a writable {_ARRAYS[kind.dtype]}")

        failed = self._python("PyObject_GetBuffer", _INT, item, buffer, _INT(_BUFFER_FLAGS))
        self._stop_if(self.builder.icmp_signed("!=", failed, _INT(0)), refuse)
        size, format_ = word(_BUFFER_ITEM_SIZE, _LONG), word(_BUFFER_FORMAT, _OBJECT)
        item_size = _LONG(_SIZES[kind.dtype])
        self._stop_if(self.builder.icmp_signed("!=", size, item_size), refuse)
        self._stop_if(self.builder.icmp_unsigned("==", format_, _OBJECT(None)), refuse)
        letter = self.builder.load(format_, typ=_BYTE)
        right = [self.builder.icmp_unsigned("==", letter, _BYTE(ord(each))) for each in _FORMATS[kind.dtype]]
        self._stop_if(self.builder.not_(reduce(self.builder.or_, right)), refuse)
        array = make_array(kind)(self.context, self.builder)
        number = self.builder.sdiv(word(_BUFFER_SIZE, _LONG), item_size)
        data = self.builder.bitcast(word(_BUFFER_ADDRESS, _OBJECT), array.data.type)
        populate_array(array, data=data, shape=[number], strides=[item_size], itemsize=item_size, meminfo=None)
        return array._getvalue()

    def _call(self, values: list[ir.Value]) -> ir.Value:
        """Call the compiled function, without the GIL if it may take long."""
        convention, compiled = self.context.call_conv, self.compiled
        kind = convention.get_function_type(compiled.answer, compiled.arguments)
        function = ir.Function(self.module, kind, compiled.name)
        thread = self._python("PyEval_SaveThread", _OBJECT) if compiled.entry.unlocked else None
        _, answer = convention.call_function(self.builder, function, compiled.answer, compiled.arguments, values)
        if thread is not None:
            self._python("PyEval_RestoreThread", ir.VoidType(), thread)
        return answer

    def _object(self, answer: ir.Value) -> ir.Value:
        """The compiled function's result as an object."""
        if self.compiled.answer is types.none:
            nothing = self._python_object("_Py_NoneStruct")
            self._python("Py_IncRef", ir.VoidType(), nothing)
            return nothing
        if self.compiled.answer is types.boolean:
            return self._python("PyBool_FromLong", _OBJECT, self.builder.zext(answer, _LONG))
        return self._python("PyLong_FromLongLong", _OBJECT, answer)


def _index(context: Any, builder: ir.IRBuilder, kind: types.Integer, index: ir.Value, size: ir.Value) -> ir.Value:
    """An array index, unchanged: the core never uses negative indexes, so wraparound is left out."""
    return context.cast(builder, index, kind, types.intp)


def begin() -> None:
    """Prepare the compiler, before anything is compiled."""
    arrayobj.fix_integer_index = _index
    # It makes millions of long-lived objects; garbage collection would take a fifth of the time.
    gc.disable()
    cpu_target.target_context._internal_codegen = _Codegen(_Codegen.WHOLE)


@global_compiler_lock  # type: ignore[untyped-decorator]
def linked(name: str, entries: Sequence[Entry], add_gate: AddGate, say: Callable[[str], None]) -> _Library:
    """These functions, each with its gate, and everything they call."""
    library: _Library = cpu_target.target_context.codegen().create_library(name)
    gates = library.create_ir_module("gates")
    for index, entry in enumerate(entries, 1):
        say(f"{index} of {len(entries)} functions ...")
        compiled = compile_entry(entry)
        library.add_linking_library(compiled.library)
        add_gate(gates, cpu_target.target_context, compiled)
    library.add_ir_module(gates)
    say("machine code ...")
    library.finalize()
    return library


def machine_code(entries: Sequence[Entry], say: Callable[[str], None]) -> bytes:
    """An object file with these functions and everything they call."""
    library = linked(_Codegen.WHOLE, entries, lambda *gate: _Gate(*gate).build(), say)
    return bytes(library.emit_native_object())
