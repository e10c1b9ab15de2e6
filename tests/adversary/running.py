"""The runner: the corpus, random statements and changed ones, and what became of them."""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator, Sequence
from dataclasses import replace
from random import Random

from . import corpus as corpus
from .fuzzing import generated
from .judging import Found, Tally, asked
from .known import KNOWN
from .metamorphic import variants
from .rewriting import GENERATORS, SHOWN_FALSE
from .stating import FAMILIES, Stated, Truth, members


def everything() -> list[Stated]:
    """The whole corpus."""
    return [stated for name in FAMILIES for stated in members(name)]


def fuzzed(name: str, count: int, seed: int) -> Iterator[Stated]:
    for stated in generated(name, count, seed):
        shown = name in SHOWN_FALSE and stated.truth is Truth.UNKNOWN
        yield replace(stated, truth=Truth.FALSE) if shown else stated


def changed(statements: Sequence[Stated], count: int, seed: int) -> Iterator[Stated]:
    """So many variants of statements, drawn by the seed."""
    rng = Random(seed)
    left = count
    while left > 0:
        found = list(variants(rng.choice(statements), rng))
        if found:
            yield rng.choice(found)
            left -= 1


def is_known(found: Found) -> bool:
    """Whether a fault stands in the list of what is open."""
    return found.stated.id.split("~")[0] in KNOWN


def wrong(tally: Tally) -> list[Found]:
    """Verdicts that can never be, and that are not known yet."""
    return [found for name in ("false PROVED", "true REFUTED") for found in tally.of(name) if not is_known(found)]


def selected(name: str, count: int, seed: int) -> Iterator[Stated]:
    """The statements of a run; ``name`` is a part of the name of a family, or empty for all."""
    statements = [one for one in everything() if name in one.id]
    yield from statements
    kinds = [kind for kind in GENERATORS if name in f"fuzz/{kind}"]
    for kind in kinds:
        yield from fuzzed(kind, count // len(kinds), seed)
    if statements:
        yield from changed(statements, count // 2, seed)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run, print the counts, and return 1 where a verdict can never be."""
    parser = argparse.ArgumentParser(prog="python -m tests.adversary", description=__doc__)
    parser.add_argument("--count", type=int, default=2000, help="random statements; half as many changed ones")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--family", default="", help="a part of a family's name, such as orders or fuzz/means")
    chosen = parser.parse_args(arguments)
    tally, started = Tally(), time.process_time()
    for stated in selected(chosen.family, chosen.count, chosen.seed):
        found = tally.add(asked(stated))
        if found.fault and not is_known(found):
            print(f"{found.fault}: {found}", flush=True)
    print(report(tally, time.process_time() - started))
    return 1 if wrong(tally) else 0


def report(tally: Tally, seconds: float) -> str:
    """The counts of a run."""
    lines = [tally.table(), f"{tally.total} statements, {tally.decided} decided, {seconds:.0f} s of CPU"]
    for name in ("false PROVED", "true REFUTED", "false SUPPORTED", "ill-shaped decided"):
        found = tally.of(name)
        known = sum(map(is_known, found))
        lines.append(f"{name}: {len(found)}" + (f", of which {known} known" if known else ""))
    lines.append(f"defects: {len(tally.defects)}")
    lines += [f"  {found.stated.id}: {found.defects[0][:150]}" for found in tally.defects[:20]]
    return "\n".join(lines)
