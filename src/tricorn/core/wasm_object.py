"""Turns LLVM's object file for WebAssembly into a module that can be run.

A single object file already has all its indexes and addresses in place: its data begins at address 0. So no linker is
needed. Exports are added, and what only a linker reads is removed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

__all__ = ["custom_section", "data_end", "imports", "module_of"]

_MAGIC = b"\0asm\1\0\0\0"
_CUSTOM, _IMPORT, _EXPORT, _CODE, _DATA = 0, 2, 7, 10, 11
# The order of sections in a module: that of their numbers but for tags (13) and the count of data segments (12).
_ORDER = (1, 2, 3, 4, 5, 13, 6, 7, 8, 9, 12, 10, 11, 0)

# The parts of the section `linking` that are read, and the kinds and flags of its symbols.
_SYMBOL_TABLE = 8
_FUNCTION_SYMBOL, _DATA_SYMBOL, _SECTION_SYMBOL = 0, 1, 3
_UNDEFINED, _EXPLICIT_NAME = 0x10, 0x40

# Relocations in code, by how their number is written: indexes of functions, addresses, indexes of types and globals.
_UNSIGNED, _SIGNED, _WITH_ADDEND = {0, 3, 6, 7}, {1, 4}, {3, 4}


class Section(NamedTuple):
    """A section of a module; the name is that of a custom one."""

    kind: int
    body: bytes
    name: str = ""


class _Reader:
    """Bytes, read from the front."""

    def __init__(self, data: bytes, at: int = 0) -> None:
        self.data, self.at = data, at

    def __bool__(self) -> bool:
        return self.at < len(self.data)

    def byte(self) -> int:
        self.at += 1
        return self.data[self.at - 1]

    def number(self, *, signed: bool = False) -> int:
        """A number in LEB128."""
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
    made = bytearray()
    low, high = (-64, 64) if signed else (0, 128)
    while not low <= value < high:
        made.append(value & 127 | 128)
        value >>= 7
    return bytes([*made, value & 127])


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
    found = {}
    while reader:
        kind, part = reader.byte(), _Reader(reader.bytes(reader.number()))
        if kind == _SYMBOL_TABLE:
            for _ in range(part.number()):
                found.update(_function_symbol(part))
    return found


def _function_symbol(reader: _Reader) -> dict[str, int]:
    """Read a symbol; the index of a function by its name, nothing for other kinds."""
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
    reader, found = _Reader(body), []
    reader.number()  # the section they are for
    for _ in range(reader.number()):
        kind, offset = reader.byte(), reader.number()
        reader.number()
        if kind in _WITH_ADDEND:
            reader.number()
        elif kind not in _UNSIGNED | _SIGNED:
            raise ValueError(f"expected relocations of functions, addresses, types and globals, found kind {kind}")
        found.append((offset, kind))
    return sorted(found)


def _squeezed(code: bytes, relocations: Iterable[tuple[int, int]]) -> bytes:
    """The code with shortened numbers: those for a linker are padded to five bytes."""
    reader, places = _Reader(code), list(relocations)[::-1]
    number = reader.number()
    made = bytearray(_number(number))
    for _ in range(number):
        end = reader.number() + reader.at
        body = bytearray()
        while places and places[-1][0] < end:
            offset, kind = places.pop()
            body += reader.bytes(offset - reader.at)
            signed = kind in _SIGNED
            body += _number(reader.number(signed=signed), signed=signed)
        body += reader.bytes(end - reader.at)
        made += _number(len(body)) + body
    return bytes(made)


def module_of(data: bytes, exports: Sequence[str]) -> bytes:
    """An object file as a module that exports these functions."""
    sections = list(_sections(data))
    custom = {section.name: section.body for section in sections if section.kind == _CUSTOM}
    if unexpected := [name for name in custom if name.startswith("reloc.") and name != "reloc.CODE"]:
        raise ValueError(f"expected relocations of code alone, found {', '.join(unexpected)}")
    functions, relocations = _functions(custom["linking"]), _relocations(custom["reloc.CODE"])
    rows = [_name(name) + b"\0" + _number(functions[name]) for name in exports]
    kept = [section for section in sections if section.kind != _CUSTOM]
    kept.append(Section(_EXPORT, _number(len(rows)) + b"".join(rows)))
    made = bytearray(_MAGIC)
    for kind, body, _ in sorted(kept, key=lambda section: _ORDER.index(section.kind)):
        contents = _squeezed(body, relocations) if kind == _CODE else body
        made += bytes([kind]) + _number(len(contents)) + contents
    return bytes(made)


def custom_section(name: str, body: bytes) -> bytes:
    """A section of our own, to be put at a module's end."""
    contents = _name(name) + body
    return bytes([_CUSTOM]) + _number(len(contents)) + contents


def imports(module: bytes) -> list[str]:
    """The names of what a module imports."""
    found = []
    for section in _sections(module):
        if section.kind == _IMPORT:
            reader = _Reader(section.body)
            for _ in range(reader.number()):
                reader.name()
                found.append(reader.name())
                _skip_import(reader)
    return found


def _skip_import(reader: _Reader) -> None:
    """Skip the type of an import: a function, a table, a memory or a global."""
    kind = reader.byte()
    if kind == 0:
        reader.number()
    elif kind == 3:
        reader.bytes(2)
    else:
        if kind == 1:
            reader.byte()
        limited = reader.number() & 1
        for _ in range(1 + limited):
            reader.number()


def data_end(module: bytes) -> int:
    """The address after a module's data; memory is free from there on."""
    end = 0
    for section in _sections(module):
        if section.kind == _DATA:
            reader = _Reader(section.body)
            for _ in range(reader.number()):
                if (mode := reader.bytes(2)) != b"\0\x41":  # at an address given by i32.const
                    raise ValueError(f"expected data at a constant address, found {mode.hex()}")
                start = reader.number(signed=True)
                reader.byte()
                size = reader.number()
                reader.bytes(size)
                end = max(end, start + size)
    return end
