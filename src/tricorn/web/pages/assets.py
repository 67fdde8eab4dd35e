"""Static files at URLs with a digest of their contents, so that browsers can cache them forever."""

from __future__ import annotations

import gzip
import hashlib
import math
import mimetypes
import posixpath
import re
import time
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple

from starlette.requests import Request
from starlette.responses import Response

from tricorn.analysis.puzzles import FILES as PUZZLES
from tricorn.locales.i18n import SOURCE, Language
from tricorn.web.compression import accepts_gzip
from tricorn.web.pages.translation import translated
from tricorn.web.refusals import not_found_refusal

__all__ = ["STATIC", "Assets"]

_NO_PARTS: Mapping[str, bytes] = MappingProxyType({})
STATIC = Path(__file__).parents[1] / "static"
_FOREVER = "max-age=31536000, immutable"
_TYPES = {
    ".js": "text/javascript",
    ".css": "text/css",
    ".html": "text/html; charset=utf-8",
    ".svg": "image/svg+xml",
    ".json": "application/json",
    ".wasm": "application/wasm",
    ".woff2": "font/woff2",
}
_IMPORT = re.compile(rb'^(?:import|export)\b[^;"]*"(\.[^"]+\.js)";', re.MULTILINE)
# What is removed: comments and indentation. Strings, template literals and escapes in regular expressions are matched
# too, so that nothing is found inside them.
_STRIPPED = re.compile(
    rb"""(?P<removed>[ \t]*(?:/\*.*?\*/|//[^\n]*)[ \t]*|^[ \t]+)
    |"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`|\\.""",
    re.MULTILINE | re.DOTALL | re.VERBOSE,
)
_SPACED = re.compile(rb"\s*([{};,])\s*")  # in style sheets, whose strings have none of these characters
_SCRIPTS = "js/"
_JOINED = "css/joined/"
_MAX_JOINED = 12
_COMPRESSED = (".js", ".css", ".svg", ".json", ".html", ".txt", ".wasm")


class _Stamp(NamedTuple):
    """Identifies a version of a file without reading it."""

    path: Path
    changed: int
    size: int


class _File(NamedTuple):
    """A file's contents, plain and compressed, and the names of the modules that it imports."""

    plain: bytes
    compressed: bytes | None
    imports: tuple[str, ...]


class Assets:
    """The files of a folder, the puzzles, and the WebAssembly modules; if any changes on disk, the version changes.

    `modules` returns the paths of the modules, which may be built while the server runs. Each language but English has
    the scripts once more, in a folder of its own. `parts` are parts of pages, by their names. URLs are relative to the
    root of the pages.
    """

    def __init__(
        self,
        folder: Path = STATIC,
        seconds_fresh: float = 1.0,
        modules: Callable[[], dict[str, Path]] = dict,
        languages: Iterable[Language] = (),
        parts: Mapping[str, bytes] = _NO_PARTS,
    ) -> None:
        self._folder = folder
        self._find_modules = modules
        self._modules: dict[str, Path] = {}
        self._languages = {language.code: language for language in languages if language.code != SOURCE}
        self._parts = parts
        self._seconds_fresh = seconds_fresh
        self._checked_at = -math.inf
        self._stamps: tuple[_Stamp, ...] | None = None
        self._files: dict[str, _File] = {}
        self._translations: dict[str, _File] = {}  # those asked for so far
        self._version = ""

    @property
    def version(self) -> str:
        """A digest of all files."""
        self._refresh()
        return self._version

    def _refresh(self) -> None:
        if time.monotonic() - self._checked_at < self._seconds_fresh:
            return
        paths = [path for path in sorted(self._folder.rglob("*")) if path.is_file()]
        paths += sorted(PUZZLES.glob("*.json"))
        self._modules = self._find_modules()
        paths += self._modules.values()
        stamps = tuple(_stamp(path) for path in paths)
        if stamps != self._stamps:
            self._read(stamps)
        self._checked_at = time.monotonic()

    def _read(self, stamps: tuple[_Stamp, ...]) -> None:
        digest = hashlib.sha256()
        for language in self._languages.values():
            digest.update(repr((language.code, language.words, language.error_words)).encode())
        files = {}
        for name, contents in (*((self._name(path), path.read_bytes()) for path, _, _ in stamps), *self._parts.items()):
            digest.update(f"{name} {len(contents)}\n".encode() + contents)
            files[name] = _new_file(name, contents)
        self._translations = {}
        self._stamps, self._files, self._version = stamps, files, digest.hexdigest()[:12]

    def _name(self, path: Path) -> str:
        """The name that pages use for a file; the puzzles and the modules are not in the folder."""
        if path in self._modules.values():
            return path.name
        return f"puzzles/{path.name}" if path.parent == PUZZLES else path.relative_to(self._folder).as_posix()

    def imported_by(self, *names: str) -> list[str]:
        """These scripts and all modules that they import, directly or indirectly, except dynamic imports.

        A page lists them in its head, so that a browser fetches them in parallel.
        """
        self._refresh()
        scripts = dict.fromkeys(names)  # a set that keeps their order
        pending = list(names)
        while pending:
            new = [name for name in self._files[pending.pop()].imports if name not in scripts]
            scripts |= dict.fromkeys(new)
            pending += new
        return list(scripts)

    def names(self) -> list[str]:
        """The names of all files, in all languages."""
        self._refresh()
        scripts = [name for name in self._files if name.startswith(_SCRIPTS)]
        return [*self._files, *(f"{code}/{name}" for code in self._languages for name in scripts)]

    def contents(self, name: str) -> bytes | None:
        """A file as browsers get it, including joined style sheets; None if there is no such file."""
        self._refresh()
        file = self._find(name)
        return None if file is None else file.plain

    def urls_to_cache(self, language: str = SOURCE) -> list[str]:
        """The URLs of a language's scripts and all puzzles, fonts and modules; pages load some of them on demand."""
        self._refresh()
        files = [name for name in self._files if name.startswith((_SCRIPTS, "puzzles/", "fonts/nunito"))]
        return [*(self.url(name, language) for name in files), *self.modules().values()]

    def modules(self) -> dict[str, str]:
        """The URLs of the WebAssembly modules that have been built, by their parts."""
        self._refresh()
        return {part: self.url(path.name) for part, path in self._modules.items()}

    def url(self, name: str, language: str = SOURCE) -> str:
        """The versioned URL of a file, in a language if it is a script or a part of pages."""
        is_script = name.startswith(_SCRIPTS) and language in self._languages
        folder = f"{language}/" if is_script or f"{language}/{name}" in self._parts else ""
        return f"static/{self.version}/{folder}{name}"

    def style_url(self, *names: str) -> str:
        """The versioned URL of several style sheets joined into one file, which saves requests."""
        joined = "+".join(name.replace("/", ".") for name in names)
        return self.url(f"{_JOINED}{joined}.css")

    def _find(self, name: str) -> _File | None:
        return self._files.get(name) or self._joined(name) or self._translated(name)

    def _joined(self, name: str) -> _File | None:
        """The style sheets that a joined name lists, in its order."""
        parts = name.removeprefix(_JOINED).removesuffix(".css").split("+")
        sheets = [self._files.get(f"css/{part.replace('.', '/')}.css") for part in parts]
        if not name.startswith(_JOINED) or len(parts) > _MAX_JOINED or None in sheets:
            return None
        contents = _SPACED.sub(rb"\1", b"".join(sheet.plain for sheet in sheets if sheet))
        return _File(contents, gzip.compress(contents, 9, mtime=0), ())

    def _translated(self, name: str) -> _File | None:
        """A script in the language whose folder it is in."""
        code, _, script = name.partition("/")
        language, file = self._languages.get(code), self._files.get(script)
        if language is None or file is None or not script.startswith(_SCRIPTS):
            return None
        if name not in self._translations:
            contents = translated(file.plain.decode(), language).encode()
            self._translations[name] = _File(contents, gzip.compress(contents, 9, mtime=0), ())
        return self._translations[name]

    def respond(self, request: Request, name: str, version: str | None = None) -> Response:
        """The response with a file, cached forever at its versioned URL and revalidated at any other."""
        current = self.version
        file = self._find(name)
        if file is None:
            raise not_found_refusal()
        headers = {
            "Cache-Control": _FOREVER if version == current else "no-cache",
            "Vary": "Accept-Encoding",
            "Content-Type": _media_type(name),  # scripts and style sheets of a page are UTF-8, as the page is
        }
        contents = file.plain
        if file.compressed is not None and accepts_gzip(request):
            contents = file.compressed
            headers["Content-Encoding"] = "gzip"
        return Response(contents, headers=headers)


def _new_file(name: str, contents: bytes) -> _File:
    suffix = Path(name).suffix
    plain = _stripped(contents) if suffix in (".js", ".css") else contents
    compressed = gzip.compress(plain, 9, mtime=0) if suffix in _COMPRESSED else None
    return _File(plain, compressed, _imports(name, plain) if suffix == ".js" else ())


def _stamp(path: Path) -> _Stamp:
    status = path.stat()
    return _Stamp(path, status.st_mtime_ns, status.st_size)


def _stripped(source: bytes) -> bytes:
    """A file without comments and indentation, which saves a third of the bytes; line numbers do not change."""

    def kept(found: re.Match[bytes]) -> bytes:
        if found["removed"] is None:
            return found[0]
        newlines = b"\n" * found[0].count(b"\n")
        is_inside = source[found.start() - 1 : found.start()].strip() and source[found.end() : found.end() + 1].strip()
        return newlines or (b" " if is_inside else b"")

    return _STRIPPED.sub(kept, source)


def _imports(name: str, script: bytes) -> tuple[str, ...]:
    folder = posixpath.dirname(name)
    return tuple(posixpath.normpath(posixpath.join(folder, path.decode())) for path in _IMPORT.findall(script))


def _media_type(name: str) -> str:
    suffix = Path(name).suffix
    return _TYPES.get(suffix) or mimetypes.guess_type(name)[0] or "application/octet-stream"
