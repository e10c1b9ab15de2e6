"""The picture of the README: real output of `lemmata check`, as an SVG.  Run by `make picture`."""

from __future__ import annotations

import io
import sys

from rich.console import Console

from ..options import with_corrections
from ..registry import load
from ..runner import run
from ..store import Store, home
from ..witnesses import Context
from .terminal import print_check

SHOWN = ("zfb/theorem-4", "zfb/lemma-9", "zfb/lemma-1*", "zfb/corollary-16", "zfb/section-5.1-*")
"""The headline statements of the road from linear self-attention to its convergence theorem."""


def picture(path: str) -> None:
    """Check the headline statements (stored results are reused) and save what the terminal shows."""
    known = load()
    statements = with_corrections(known.select(SHOWN), known)
    results = run(statements, Context(), known=known, jobs=2, store=Store(home()))
    console = Console(record=True, width=132, file=io.StringIO(), force_terminal=True)
    print_check(console, statements, results, known)
    command = "lemmata check " + " ".join(repr(p) if "*" in p else p for p in SHOWN)
    console.save_svg(path, title=command, unique_id="check")


if __name__ == "__main__":
    picture(sys.argv[1])
