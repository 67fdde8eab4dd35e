"""Scripts run in Node with the WebAssembly modules."""

from __future__ import annotations

import atexit
import json
import os
import shutil
import subprocess
import sys
import tempfile
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from tricorn.core.loading import web_files
from tricorn.locales.i18n import SOURCE, Language
from tricorn.web.pages.assets import Assets


def node() -> str:
    """Node: the machine's own, or that of the wheel in requirements-node.txt."""
    found = shutil.which("node", path=os.pathsep.join([os.environ.get("PATH", ""), str(Path(sys.executable).parent)]))
    if found is None:
        pytest.skip("Node is not installed")
    return found


@cache
def scripts_in(language: Language) -> str:
    """The folder of the scripts as pages in a language get them."""
    folder = Path(tempfile.mkdtemp(prefix="tricorn-scripts-"))
    atexit.register(shutil.rmtree, folder)
    assets = Assets(languages=[language])
    for name in assets.names():
        file = folder / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(assets.contents(name) or b"")
    return str(folder / ("js" if language.code == SOURCE else f"{language.code}/js"))


def in_node(script: Path, *args: str, job: Any = None) -> Any:
    """What a script answers to a job; both are JSON."""
    if not web_files():
        pytest.skip("the WebAssembly modules have not been built")
    run = subprocess.run(
        [node(), str(script), *args], input=json.dumps(job), check=False, capture_output=True, text=True
    )
    assert run.returncode == 0, run.stderr
    return json.loads(run.stdout)
