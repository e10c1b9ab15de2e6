"""The pictures of the README: real output of `lemmata check` and `show`, as SVG.  Run by `make pictures`."""

from __future__ import annotations

import io
import sys
from pathlib import Path

from rich.console import Console

from ..options import with_corrections
from ..registry import load
from ..runner import run
from ..store import Store, store_folder
from ..witnesses import Context
from .show import print_statement
from .terminal import print_check

SHOWN = ("zfb/theorem-4", "zfb/lemma-9", "zfb/lemma-1*", "zfb/corollary-16", "zfb/section-5.1-*")
"""The headline statements of the road from linear self-attention to its convergence theorem."""


EXAMPLE = "zfb/lemma-17"


def pictures(folder: Path) -> None:
    """Check the headline statements (stored results are reused) and save what the terminal shows."""
    known = load()
    statements = with_corrections(known.select((*SHOWN, EXAMPLE)), known)
    results = run(statements, Context(), known=known, jobs=2, store=Store(store_folder()))
    folder.mkdir(parents=True, exist_ok=True)
    screen = _screen()
    print_check(screen, statements, results, known)
    command = "lemmata check " + " ".join(repr(p) if "*" in p else p for p in SHOWN)
    screen.save_svg(str(folder / "check.svg"), title=command, unique_id="check")
    screen = _screen()
    print_statement(screen, known.find(EXAMPLE), known, results)
    screen.save_svg(str(folder / "show.svg"), title=f"lemmata show {EXAMPLE}", unique_id="show")


def _screen() -> Console:
    return Console(record=True, width=140, file=io.StringIO(), force_terminal=True)


if __name__ == "__main__":
    pictures(Path(sys.argv[1]))
