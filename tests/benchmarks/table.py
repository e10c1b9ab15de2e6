"""``python -m tests.benchmarks.table`` measures, shows what has become slower, and writes the table beside this file.

A figure is a ratio to a baseline that is measured in the same run, so that machines can be compared.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from tests.benchmarks.measured import Figure, Growth, figures, growths

TABLE = Path(__file__).with_name("README.md")
TOLERATED = 1.5
"""By so much a ratio may grow before it is shown; less is noise of a shared machine."""
_ROW = re.compile(r"^\| (?P<name>[^|]+) \| (?P<baseline>[^|]+) \| (?P<ratio>[0-9.e+-]+) \|", re.MULTILINE)


def ratios(text: str) -> dict[tuple[str, str], float]:
    """The ratios of a table, by the names of the figure and of its baseline.

    >>> ratios("| show | import sympy | 0.5 | the interpreter |")
    {('show', 'import sympy'): 0.5}
    """
    figures = text.partition("\n## ")[0]  # below stands how they grow
    found = ((m["name"].strip(), m["baseline"].strip(), m["ratio"]) for m in _ROW.finditer(figures))
    return {(name, baseline): float(ratio) for name, baseline, ratio in found}


def slower(before: Mapping[tuple[str, str], float], now: Iterable[Figure]) -> Iterator[str]:
    """A sentence for each ratio that has grown by more than is tolerated."""
    for figure in now:
        old = before.get((figure.name, figure.baseline))
        if old is not None and figure.ratio > TOLERATED * old:
            yield (
                f"{figure.name}: {figure.ratio:.3g} times {figure.baseline}, {figure.ratio / old:.2g} times as much as "
                f"the {old:.3g} of the last table"
            )


def written(figures: Iterable[Figure], growths: Iterable[Growth]) -> str:
    lines = [
        "# What takes how long", "",
        "Written by `make bench`. CPU seconds as multiples of those of a baseline in the same run, the least of",
        "several runs; what is below 1 is quicker than the baseline.", "",
        "| figure | baseline | ratio | the wall |", "|---|---|---|---|",
        *(f"| {f.name} | {f.baseline} | {f.ratio:.3g} | {f.wall} |" for f in figures),
    ]  # fmt: skip
    for growth in growths:
        first = max(growth.rows[0][1], 1e-6)
        sizes = " | ".join(str(size) for size, _ in growth.rows)
        times = " | ".join(f"{taken / first:.3g}" for _, taken in growth.rows)
        lines += ["", f"## {growth.name[:1].upper()}{growth.name[1:]}", ""]
        lines += [f"| {growth.size} | {sizes} |", "|---" * (1 + len(growth.rows)) + "|"]
        lines += [f"| multiple of the first | {times} |", "", f"The wall is {growth.wall}."]
    return "\n".join(lines) + "\n"


def main() -> int:
    before = ratios(TABLE.read_text(encoding="utf-8")) if TABLE.exists() else {}
    found = []
    for figure in figures():
        found.append(figure)
        print(f"{figure.name}: {figure.seconds:.4g} s, {figure.ratio:.3g} times {figure.baseline}", flush=True)
    TABLE.write_text(written(found, growths()), encoding="utf-8")
    worse = list(slower(before, found))
    for sentence in worse:
        print(f"slower: {sentence}")
    return bool(worse)


if __name__ == "__main__":
    sys.exit(main())
