"""Turns LLVM's object file for WebAssembly into a module that can be run.

A single object file already has its final indexes and addresses; its data begins at address 0. So no linker is needed:
exports are added, and what only a linker reads is removed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

__all__ = ["custom_section", "data_end", "imports", "link_module"]

_MAGIC = b"\0asm\1\0\0\0"
_CUSTOM, _IMPORT, _EXPORT, _CODE, _DATA = 0, 2, 7, 10, 11
# The order of sections in a module: by their numbers, except tags (13) and the count of data segments (12).
_ORDER = (1, 2, 3, 4, 5, 13, 6, 7, 8, 9, 12, 10, 11, 0)

# The subsection of the section `linking` that is read, and the kinds and flags of its symbols.
_SYMBOL_TABLE = 8
_FUNCTION_SYMBOL, _DATA_SYMBOL, _SECTION_SYMBOL = 0, 1, 3
_UNDEFINED, _EXPLICIT_NAME = 0x10, 0x40

# Kinds of relocations in code, by the encoding of the number: function indexes, addresses, type and global indexes.
_UNSIGNED, _SIGNED, _WITH_ADDEND = {0, 3, 6, 7}, {1, 4}, {3, 4}


class Section(NamedTuple):
    """A section of a module; only custom sections have a name."""

    kind: int
    body: bytes
    name: str = ""


class _Reader:
    """Reads bytes from the front."""

    def __init__(self, data: bytes, at: int = 0) -> None:
        self.data, self.at = data, at

    def __bool__(self) -> bool:
        return self.at < len(self.data)

    def byte(self) -> int:
        self.at += 1
        return self.data[self.at - 1]

    def number(self, *, signed: bool = False) -> int:
        """Read a number in LEB128."""
        value, shift = 0, 0
        while True:
            byte = self.byte()
            value |= (byte & 127) << shift
            shift += 7
            if byte < 128:
                return value - (1 << shift) if signed and byte & 64 else value

    def bytes(self, size: int) -> bytes:
        self.at += size
        return self.data[self.at - size : self.at]

    def name(self) -> str:
        return self.bytes(self.number()).decode()


def _number(value: int, *, signed: bool = False) -> bytes:
    """A number in LEB128, as short as possible."""
    encoded = bytearray()
    low, high = (-64, 64) if signed else (0, 128)
    while not low <= value < high:
        encoded.append(value & 127 | 128)
        value >>= 7
    return bytes([*encoded, value & 127])


def _name(text: str) -> bytes:
    return _number(len(text.encode())) + text.encode()


def _sections(data: bytes) -> Iterator[Section]:
    if not data.startswith(_MAGIC):
        raise ValueError("expected WebAssembly")
    reader = _Reader(data, len(_MAGIC))
    while reader:
        kind, body = reader.byte(), reader.bytes(reader.number())
        if kind == _CUSTOM:
            inner = _Reader(body)
            name = inner.name()
            yield Section(kind, body[inner.at :], name)
        else:
            yield Section(kind, body)


def _functions(linking: bytes) -> dict[str, int]:
    """The indexes of the functions that a section `linking` names."""
    reader = _Reader(linking)
    if (version := reader.number()) != 2:
        raise ValueError(f"expected version 2 of the section `linking`, found {version}")
    functions = {}
    while reader:
        kind, subsection = reader.byte(), _Reader(reader.bytes(reader.number()))
        if kind == _SYMBOL_TABLE:
            for _ in range(subsection.number()):
                functions.update(_function_symbol(subsection))
    return functions


def _function_symbol(reader: _Reader) -> dict[str, int]:
    """Read a symbol: the name and index of a function, or nothing for other kinds."""
    kind, flags = reader.byte(), reader.number()
    if kind == _SECTION_SYMBOL:
        reader.number()
    elif kind == _DATA_SYMBOL:
        reader.name()
        for _ in range(0 if flags & _UNDEFINED else 3):  # segment, offset, size
            reader.number()
    else:
        index = reader.number()
        if not flags & _UNDEFINED or flags & _EXPLICIT_NAME:
            name = reader.name()
            return {name: index} if kind == _FUNCTION_SYMBOL else {}
    return {}


def _relocations(body: bytes) -> list[tuple[int, int]]:
    """The offset and kind of each relocation."""
    reader, relocations = _Reader(body), []
    reader.number()  # the section that they belong to
    for _ in range(reader.number()):
        kind, offset = reader.byte(), reader.number()
        reader.number()
        if kind in _WITH_ADDEND:
            reader.number()
        elif kind not in _UNSIGNED | _SIGNED:
            raise ValueError(f"expected relocations of functions, addresses, types and globals, found kind {kind}")
        relocations.append((offset, kind))
    return sorted(relocations)


def _shorten_numbers(code: bytes, relocations: Iterable[tuple[int, int]]) -> bytes:
    """The code section with shorter numbers: those that a linker would replace are padded to five bytes."""
    reader, pending = _Reader(code), list(relocations)[::-1]
    count = reader.number()
    shortened = bytearray(_number(count))
    for _ in range(count):
        end = reader.number() + reader.at
        body = bytearray()
        while pending and pending[-1][0] < end:
            offset, kind = pending.pop()
            body += reader.bytes(offset - reader.at)
            signed = kind in _SIGNED
            body += _number(reader.number(signed=signed), signed=signed)
        body += reader.bytes(end - reader.at)
        shortened += _number(len(body)) + body
    return bytes(shortened)


def link_module(data: bytes, exports: Sequence[str]) -> bytes:
    """An object file as a module that exports these functions."""
    sections = list(_sections(data))
    custom = {section.name: section.body for section in sections if section.kind == _CUSTOM}
    if unexpected := [name for name in custom if name.startswith("reloc.") and name != "reloc.CODE"]:
        raise ValueError(f"expected relocations of code alone, found {', '.join(unexpected)}")
    functions, relocations = _functions(custom["linking"]), _relocations(custom["reloc.CODE"])
    entries = [_name(name) + b"\0" + _number(functions[name]) for name in exports]
    kept = [section for section in sections if section.kind != _CUSTOM]
    kept.append(Section(_EXPORT, _number(len(entries)) + b"".join(entries)))
    module = bytearray(_MAGIC)
    for kind, body, _ in sorted(kept, key=lambda section: _ORDER.index(section.kind)):
        contents = _shorten_numbers(body, relocations) if kind == _CODE else body
        module += bytes([kind]) + _number(len(contents)) + contents
    return bytes(module)


def custom_section(name: str, body: bytes) -> bytes:
    """A custom section, to be appended to a module."""
    contents = _name(name) + body
    return bytes([_CUSTOM]) + _number(len(contents)) + contents


def imports(module: bytes) -> list[str]:
    """The names of a module's imports."""
    names = []
    for section in _sections(module):
        if section.kind == _IMPORT:
            reader = _Reader(section.body)
            for _ in range(reader.number()):
                reader.name()
                names.append(reader.name())
                _skip_import_type(reader)
    return names


def _skip_import_type(reader: _Reader) -> None:
    """Skip the type of an import: a function (0), a table (1), a memory (2) or a global (3)."""
    kind = reader.byte()
    if kind == 0:
        reader.number()
    elif kind == 3:
        reader.bytes(2)
    else:
        if kind == 1:
            reader.byte()
        has_maximum = reader.number() & 1
        for _ in range(1 + has_maximum):
            reader.number()


def data_end(module: bytes) -> int:
    """The address after a module's data, from which on memory is free."""
    end = 0
    for section in _sections(module):
        if section.kind == _DATA:
            reader = _Reader(section.body)
            for _ in range(reader.number()):
                if (mode := reader.bytes(2)) != b"\0\x41":  # at the address of an i32.const
                    raise ValueError(f"expected data at a constant address, found {mode.hex()}")
                start = reader.number(signed=True)
                reader.byte()
                size = reader.number()
                reader.bytes(size)
                end = max(end, start + size)
    return end
