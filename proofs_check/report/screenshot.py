"""The picture of the report in the README: its front page beside the page of a theorem.  Run by `make pictures`.

Needs chromium; takes stored results, and checks first what was not checked yet.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from ..errors import UserError
from ..options import with_corrections
from ..registry import load
from ..runner import run
from ..store import Store, store_folder
from ..witnesses import Context
from .page import files, write

SHOWN = ("index.html", "zfb/theorem-4.html")
_WIDTH, _HEIGHT, _GAP, _COLOURS = 1000, 1040, 16, 96
_BETWEEN = (128, 128, 124)
_FLAGS = (
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync", "--hide-scrollbars",
)  # fmt: skip


def screenshot(target: Path) -> None:
    """Write the report of everything to a temporary folder and save how the pages shown look, side by side."""
    if shutil.which("chromium") is None:
        raise UserError("The picture of the report needs chromium: apt-get install chromium.")
    known = load()
    statements = with_corrections(known.select(()), known)
    results = run(statements, Context(), known=known, jobs=2, store=Store(store_folder()))
    with TemporaryDirectory() as folder:
        report = Path(folder) / "report"
        write(report, files(statements, results, known))
        _save(report, target)


def _save(report: Path, target: Path) -> None:
    from PIL import Image

    chromium = shutil.which("chromium")
    assert chromium is not None, "looked for before"
    whole = Image.new("RGB", ((_WIDTH + _GAP) * len(SHOWN) - _GAP, _HEIGHT), _BETWEEN)
    with TemporaryDirectory() as folder:
        for k, page in enumerate(SHOWN):
            shot = Path(folder) / f"{k}.png"
            _shoot(chromium, report / page, shot, Path(folder) / "profile")
            whole.paste(Image.open(shot), (k * (_WIDTH + _GAP), 0))
    target.parent.mkdir(parents=True, exist_ok=True)
    whole.quantize(_COLOURS).save(target, optimize=True)


def _shoot(chromium: str, page: Path, shot: Path, profile: Path) -> None:
    size = f"--window-size={_WIDTH},{_HEIGHT}"
    command = [chromium, *_FLAGS, f"--user-data-dir={profile}", size, f"--screenshot={shot}", page.as_uri()]
    subprocess.run(command, check=True, capture_output=True, timeout=60)


if __name__ == "__main__":
    screenshot(Path(sys.argv[1]))
