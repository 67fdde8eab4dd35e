"""Makes the fonts of the pages: Nunito, cut down to the letters of the pages' languages.

`npm pack @fontsource/nunito` gets the package, `pip install fonttools brotli` the tool; then
`python docs/make_fonts.py FILE.tgz` writes the two files and the licence to the static folder.
"""

from __future__ import annotations

import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path

FONTS = Path(__file__).parent.parent / "src/tricorn/web/static/fonts"
WEIGHTS = (600, 800)
# English, Spanish, French, German, Dutch, Italian and Portuguese.
LETTERS = (
    "U+20-7E,U+A0,U+A1,U+AB,U+B7,U+BB,U+BF-FF,U+152-153,U+2013,U+2014,U+2018-201A,U+201C-201E,U+2026,U+2212,U+20AC"
)
OPTIONS = ("--flavor=woff2", "--no-hinting", "--layout-features=kern,mark,ccmp,locl", f"--unicodes={LETTERS}")


def main(package: str) -> None:
    with tempfile.TemporaryDirectory() as folder, tarfile.open(package) as archive:
        archive.extractall(folder, filter="data")
        for weight in WEIGHTS:
            source = Path(folder, f"package/files/nunito-latin-{weight}-normal.woff2")
            command = [sys.executable, "-m", "fontTools.subset", str(source), *OPTIONS]
            subprocess.run([*command, f"--output-file={FONTS / f'nunito-{weight}.woff2'}"], check=True)
        (FONTS / "OFL.txt").write_bytes(Path(folder, "package/LICENSE").read_bytes())


if __name__ == "__main__":
    main(sys.argv[1])
