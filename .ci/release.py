"""Builds the packages of a release in a folder, and checks them: `make release`.

A source archive and a package for any system, both with the rules for browsers as WebAssembly; and, for each system of
core/linking.py, a package with the compiled core. The same sources give the same bytes.

    python .ci/release.py FOLDER
"""

from __future__ import annotations

import base64
import hashlib
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from flit_core.buildapi import build_sdist, build_wheel

from tricorn.core.loading import native_name
from tricorn.warmup import packaged_files

ROOT = Path(__file__).parents[1]
# The tag of each system's package; the Linux ones need no library, and so no particular version of one.
TAGS = {
    "linux-x86_64": "manylinux_2_17_x86_64",
    "linux-aarch64": "manylinux_2_17_aarch64",
    "darwin-arm64": "macosx_11_0_arm64",
    "win-amd64": "win_amd64",
}
PURE, COMPILED = "py3-none-any", "cp311-abi3-{}"
NATIVE_FOLDER = "tricorn/core/compiled"


def git(*arguments: str) -> str:
    return subprocess.run(["git", *arguments], cwd=ROOT, check=True, capture_output=True, text=True).stdout


def copy_sources(folder: Path) -> None:
    """Copy the files that git knows, without builds and caches."""
    for name in filter(None, git("ls-files", "-z").split("\0")):
        if (ROOT / name).is_file():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(ROOT / name, folder / name)


def build(sources: Path, folder: Path) -> list[Path]:
    """Build all packages from a copy of the sources; returns their paths."""
    web, native = packaged_files()
    compiled = sources / "src" / NATIVE_FOLDER
    compiled.mkdir()
    for name, module in web.items():
        (compiled / name).write_bytes(module)
    os.chdir(sources)  # where flit looks
    archive, pure = folder / build_sdist(str(folder)), folder / build_wheel(str(folder))
    wheels = [with_native(pure, TAGS[system], native_name(system), module) for system, module in native.items()]
    return [archive, pure, *wheels]


def with_native(pure: Path, tag: str, name: str, module: bytes) -> Path:
    """A copy of the package for any system, with the extension module of one."""
    wheel, tag = pure.with_name(pure.name.replace(PURE, COMPILED.format(tag))), COMPILED.format(tag)
    with ZipFile(pure) as source, ZipFile(wheel, "w", ZIP_DEFLATED) as target:
        *entries, record = source.infolist()  # flit writes RECORD last
        listed = source.read(record).decode()
        replaced = {f"{NATIVE_FOLDER}/{name}": module}
        for entry in entries:
            if entry.filename.endswith(".dist-info/WHEEL"):
                text = source.read(entry).decode().replace("Root-Is-Purelib: true", "Root-Is-Purelib: false")
                replaced[entry.filename] = text.replace(PURE, tag).encode()
                listed = "".join(line for line in listed.splitlines(True) if not line.startswith(entry.filename))
            else:
                target.writestr(entry, source.read(entry))
        for path, contents in replaced.items():
            target.writestr(like(record, path), contents)
            digest = base64.urlsafe_b64encode(hashlib.sha256(contents).digest()).rstrip(b"=").decode()
            listed = f"{path},sha256={digest},{len(contents)}\n{listed}"
        target.writestr(record, listed)
    return wheel


def like(entry: ZipInfo, name: str) -> ZipInfo:
    """An entry of an archive with the time and attributes of another one."""
    new = ZipInfo(name, entry.date_time)
    new.compress_type, new.external_attr = ZIP_DEFLATED, entry.external_attr
    return new


def check(packages: list[Path]) -> None:
    """Check that compiled packages use only the stable ABI, and print all packages."""
    compiled = [str(package) for package in packages if "abi3" in package.name]
    subprocess.run([sys.executable, "-m", "abi3audit", "--strict", "--summary", *compiled], check=True)
    for package in packages:
        print(f"{package.stat().st_size / 1e6:6.2f} MB  {package}")


def main() -> None:
    folder = Path(sys.argv[1]).resolve()
    folder.mkdir(parents=True, exist_ok=True)
    os.environ.setdefault("SOURCE_DATE_EPOCH", git("log", "-1", "--format=%ct").strip())
    with tempfile.TemporaryDirectory() as temporary:
        copy_sources(Path(temporary))
        packages = build(Path(temporary), folder)
    check(packages)


if __name__ == "__main__":
    main()
