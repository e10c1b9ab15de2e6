"""One command makes the records of all statements, in the order of what they are worth, within a budget of seconds.

``python -m proofs_check.witnesses.gpu --everything --budget 1200 --out DIR`` needs torch and NumPy (and transformers
for the figures), no installation and no network.  Each record is written as soon as it is finished; a run that was
stopped goes on where it was; a statement that fails costs itself alone.  `lemmata records add DIR` takes them in.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence

from .command import main


def run(arguments: Sequence[str] | None = None) -> int:
    try:
        return main(arguments)
    except KeyboardInterrupt:
        print("interrupted; the records that are finished are kept, the same command goes on.", file=sys.stderr)
        return 130


if __name__ == "__main__":
    raise SystemExit(run())
