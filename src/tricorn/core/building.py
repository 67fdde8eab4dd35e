"""Builds object files from functions of the core and the bots, with numba and LLVM.

Only `tricorn.warmup` imports this. The object files become a module for Python (extension.py) and those for browsers
(wasm.py).

numba compiles a function for the types of its annotations. Its unoptimised code is taken, with a wrapper for each
function that is called from outside; then everything is optimised together, once, for any system.
"""

from __future__ import annotations

import gc
from collections.abc import Callable, Collection, Sequence
from typing import Any, NamedTuple, TypeAlias, get_args, get_origin, get_type_hints

import llvmlite.binding as llvm
from llvmlite import ir
from numba import types
from numba.core.codegen import AOTCodeLibrary, JITCPUCodegen
from numba.core.compiler_lock import global_compiler_lock
from numba.core.registry import cpu_target
from numba.np import arrayobj

from tricorn.core.compile import Bytes, Floats, Ints, JitFunction

__all__ = ["CompiledFunction", "Target", "compile_function", "link", "object_file", "prepare_compiler"]

# The annotation and the type of each kind of item.
_ITEMS = {Ints: types.int64, Floats: types.float64, Bytes: types.int8}


class Target(NamedTuple):
    """What LLVM compiles for."""

    triple: str
    processor: str
    features: str = ""
    optimisation: int = 2  # higher levels take longer, and machine code runs no faster
    relocation: str = "pic"


class _Library(AOTCodeLibrary):  # type: ignore[misc]
    """The unoptimised code of one function, or of several together; it is never run here."""

    def get_pointer_to_function(self, name: str) -> int:
        return 0

    def _optimize_functions(self, module: Any) -> None:
        module.data_layout = self._codegen._data_layout

    def _optimize_final_module(self) -> None:
        pass


class _Codegen(JITCPUCodegen):  # type: ignore[misc]
    """Compiles like its base class, but loads no code."""

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
    return types.NamedTuple([_type_of(field) for field in get_type_hints(annotation).values()], annotation)


class CompiledFunction(NamedTuple):
    """A function with its compiled code, without a wrapper."""

    jit_function: JitFunction
    arguments: tuple[types.Type, ...]
    return_type: types.Type
    name: str
    library: _Library


def compile_function(function: JitFunction) -> CompiledFunction:
    """Compile a function and everything it calls, unless that was done before."""
    hints = get_type_hints(function.dispatcher.py_func)
    expected = _type_of(hints.pop("return"))
    arguments = tuple(_type_of(annotation) for annotation in hints.values())
    function.dispatcher.compile(arguments)
    result = function.dispatcher.overloads[arguments]
    found = result.signature.return_type
    assert found == expected, f"{function.name}: expected the return type {expected}, found {found}"
    return CompiledFunction(function, arguments, expected, result.fndesc.llvm_func_name, result.library)


# Adds the wrappers of compiled functions to a module; the second argument is numba's context.
AddWrappers: TypeAlias = Callable[[ir.Module, Any, Sequence[CompiledFunction]], None]


def _index(context: Any, builder: ir.IRBuilder, kind: types.Integer, index: ir.Value, size: ir.Value) -> ir.Value:
    """An array index, unchanged: the core has no negative indexes, so they need not wrap around."""
    return context.cast(builder, index, kind, types.intp)


def prepare_compiler() -> None:
    """Prepare the compiler, before anything is compiled."""
    arrayobj.fix_integer_index = _index
    # The compiler makes millions of long-lived objects; garbage collection would take a fifth of the time.
    gc.disable()
    cpu_target.target_context._internal_codegen = _Codegen("tricorn")
    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()


@global_compiler_lock  # type: ignore[untyped-decorator]
def link(functions: Sequence[JitFunction], add_wrappers: AddWrappers) -> str:
    """LLVM's unoptimised code of these functions, everything they call, and what `add_wrappers` adds."""
    library = cpu_target.target_context.codegen().create_library("tricorn")
    compiled = [compile_function(function) for function in functions]
    for function in compiled:
        library.add_linking_library(function.library)
    wrappers = library.create_ir_module("wrappers")
    add_wrappers(wrappers, cpu_target.target_context, compiled)
    library.add_ir_module(wrappers)
    library.finalize()
    return str(library._final_module)


def object_file(code: str, target: Target, exported: Collection[str]) -> bytes:
    """The optimised object file of LLVM's code, in which only these functions are visible."""
    machine = llvm.Target.from_triple(target.triple).create_target_machine(
        cpu=target.processor, features=target.features, opt=target.optimisation, reloc=target.relocation
    )
    module = llvm.parse_assembly(code)
    module.triple, module.data_layout = target.triple, str(machine.target_data)
    for symbol in (*module.functions, *module.global_variables):
        if not symbol.is_declaration and symbol.name not in exported:
            symbol.linkage = "internal"
    passes = llvm.create_pass_builder(machine, llvm.create_pipeline_tuning_options(speed_level=target.optimisation))
    passes.getModulePassManager().run(module, passes)
    return bytes(machine.emit_object(module))
