"""Random statements: true by construction, or perturbed, with the truth of these decided by :mod:`.truth`.

Every generator yields pairs of sides that are equal (or ordered) for a reason said beside it.  A perturbed statement is
false where NumPy finds a point, d <= 3, at which it fails by far; else its truth is unknown, and it is only counted.
A statement that is true by construction and fails in NumPy is the adversary's own mistake, and raises.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from random import Random

import numpy as np

from proofs_check.statement.props import Prop, subterms
from proofs_check.statement.terms import Sym

from .laws import values_of
from .rewriting import GENERATORS
from .stating import Stated, Truth
from .truth import NoValue, Unread, holds

DIMS = (1, 2, 3)
Generator = Callable[[Random], tuple[Prop, bool]]


def symbols_of(prop: Prop) -> set[Sym]:
    """The symbols of a proposition, and those that laws name."""
    found = {node for _, node in subterms(prop) if isinstance(node, Sym)}
    return found | {s for sym in found for s in _named(sym)}


def _named(sym: Sym) -> Iterator[Sym]:
    for trait in sym.traits:
        kind, _, name = trait.partition(":")
        if kind == "cov" and name != "I":
            yield Sym(
                name,
                (sym.shape[0], sym.shape[0]),
                frozenset({"symmetric", "psd" if sym.has("degenerate") else "posdef"}),
            )
        if kind == "std":
            yield Sym(name, (1, 1), frozenset({"nonnegative" if sym.has("degenerate") else "positive"}))


def seen(prop: Prop, given: tuple[Prop, ...], seed: int, points: int = 40) -> tuple[int, int, int]:
    """At how many points, all of them meeting the hypotheses, it holds, fails, and has no value."""
    rng = np.random.default_rng(seed)
    true = false = without = 0
    everything = set().union(*(symbols_of(p) for p in (prop, *given)))
    for k in range(points):
        d = DIMS[k % len(DIMS)]
        sizes = {"d": d, "k": 1 + int(rng.integers(3)), "N": 1 + int(rng.integers(4)), "n": 1 + int(rng.integers(3))}
        try:
            at = values_of(everything, sizes, rng, small=bool(k % 2))
            if not all(holds(h, at, sizes) for h in given):
                continue
            outcome = holds(prop, at, sizes)
        except NoValue:
            without += 1
            continue
        except (Unread, KeyError, np.linalg.LinAlgError):
            continue
        true += outcome is True
        false += outcome is False
    return true, false, without


def judged(stated: Stated, seed: int) -> Stated:
    """A random statement with its truth, as far as NumPy decides it."""
    _, false, without = seen(stated.statement(), stated.given, seed)
    if stated.truth is Truth.TRUE:
        if false:
            raise AssertionError(f"the adversary's own mistake: {stated.statement()!r} fails in NumPy")
        return replace(stated, truth=Truth.VALUELESS) if without else stated
    return replace(stated, truth=Truth.FALSE if false else Truth.UNKNOWN)


def generated(name: str, count: int, seed: int) -> Iterator[Stated]:
    """So many statements of one kind."""
    for k in range(count):
        rng = Random(f"{name}/{seed}/{k}")
        prop, holds_everywhere = GENERATORS[name](rng)
        truth = Truth.TRUE if holds_everywhere else Truth.UNKNOWN
        yield judged(Stated(truth, prop, id=f"fuzz/{name}/{seed}.{k}"), rng.getrandbits(32))
