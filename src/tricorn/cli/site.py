"""`tricorn site`: the pages as static files; the rules run in the browser."""

from __future__ import annotations

import argparse
from pathlib import Path

from tricorn.cli.failure import CHECK_FAILED, Failure
from tricorn.cli.files import write_atomically
from tricorn.core.compile import ensure_compiled
from tricorn.core.loading import web_files
from tricorn.web.pages.site import site_files


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "folder",
        metavar="DIR",
        type=Path,
        help="the folder to write to: new, empty, or written by an earlier `tricorn site`",
    )


def run(args: argparse.Namespace) -> int:
    folder: Path = args.folder
    if folder.exists() and not folder.is_dir():
        raise Failure(f"{folder}: expected a folder, found a file")
    if folder.exists() and any(folder.iterdir()) and not (folder / "manifest.webmanifest").exists():
        raise Failure(f"{folder}: expected an empty folder or one that `tricorn site` wrote, found other files")
    ensure_compiled()
    if not web_files():
        raise Failure("there are no rules for browsers here; they are in every package of Tricorn", CHECK_FAILED)
    count = 0
    for name, contents in site_files():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        write_atomically(path, contents)
        count += 1
    print(f"{folder}: {count} files; serve them with any web server, or try: python -m http.server -d {folder}")
    return 0
