"""``python -m tests.fuzz --count 100000 --seed 1``"""

from __future__ import annotations

import argparse
import sys

from .running import DRAWN, main

if __name__ == "__main__":
    reader = argparse.ArgumentParser(description=__doc__)
    reader.add_argument("--count", type=int, default=100_000)
    reader.add_argument("--seed", type=int, default=1)
    reader.add_argument("--kinds", default=",".join(DRAWN))
    given = reader.parse_args()
    sys.exit(main(given.count, given.seed, given.kinds.split(",")))
