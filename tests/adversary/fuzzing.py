"""Random statements: true by construction, or perturbed, with the truth of these decided by :mod:`.truth`.

Every generator yields pairs of sides that are equal (or ordered) for a reason said beside it.  A perturbed statement is
false where NumPy finds a point, d <= 3, at which it fails by far; else its truth is unknown, and it is only counted.
A statement that is true by construction and fails in NumPy is the adversary's own mistake, and raises.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from random import Random

import numpy as np

from proofs_check.model import Model
from proofs_check.statement.props import Prop, eq, subterms
from proofs_check.statement.terms import Sym

from .along import holds_along
from .dynamics import MORE
from .laws import values_of
from .rewriting import GENERATORS, SHOWN_FALSE
from .stating import Stated, Truth
from .truth import NoValue, Unread, holds

DIMS = (1, 2, 3)


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


def seen(
    prop: Prop, given: tuple[Prop, ...], seed: int, points: int = 40, fixed: Mapping[str, int] | None = None
) -> tuple[int, int, int]:
    """At how many points, all of them meeting the hypotheses, it holds, fails, and has no value; with these sizes."""
    rng = np.random.default_rng(seed)
    true = false = without = 0
    everything = set().union(*(symbols_of(p) for p in (prop, *given)))
    for k in range(points):
        d = DIMS[k % len(DIMS)]
        sizes = {"d": d, "k": 1 + int(rng.integers(3)), "N": 1 + int(rng.integers(4)), "n": 1 + int(rng.integers(3))}
        sizes.update(fixed or {})
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
    _, false, without = seen_along(stated, seed) if stated.model else seen(stated.statement(), stated.given, seed)
    if stated.truth is Truth.TRUE:
        if false:
            raise AssertionError(f"the adversary's own mistake: {stated.statement()!r} fails in NumPy")
        return replace(stated, truth=Truth.VALUELESS) if without else stated
    return replace(stated, truth=Truth.FALSE if false else stated.truth)


def seen_along(stated: Stated, seed: int, points: int = 12) -> tuple[int, int, int]:
    """The same for what is said of a flow whose loss is a polynomial, at random starts."""
    assert isinstance(stated.model, Model)
    rng = np.random.default_rng(seed)
    moving, loss = stated.model.parameters, stated.model.loss_in_full
    everything = symbols_of(stated.statement()) | symbols_of(eq(loss, 0)) | set(moving)
    true = false = 0
    for k in range(points):
        sizes = {"d": DIMS[k % 3], "k": 1 + k % 2, "m_1": 1 + k % 3}
        try:
            at = values_of(everything, sizes, rng, small=True)
            outcome = holds_along(stated.statement(), loss, [p.name for p in moving], at, sizes)
        except (NoValue, Unread, KeyError):
            continue
        true += outcome is True
        false += outcome is False
    return true, false, 0


def ids(kind: str, count: int, seed: int) -> list[str]:
    """The ids of so many statements of one kind."""
    return [f"fuzz/{kind}/{seed}.{k}" for k in range(count)]


def one(id: str) -> Stated:
    """The random statement of this id, with its truth."""
    _, kind, number = id.split("/")
    rng = Random(f"{kind}/{number.replace('.', '/')}")
    made, known = KINDS[kind](rng)
    truth = known if isinstance(known, Truth) else Truth.TRUE if known else Truth.UNKNOWN
    stated = made if isinstance(made, Stated) else Stated(truth, made)
    found = judged(replace(stated, truth=truth, id=id), rng.getrandbits(32))
    return replace(found, truth=Truth.FALSE) if kind in SHOWN_FALSE and found.truth is Truth.UNKNOWN else found


KINDS: dict[str, Callable[[Random], tuple[Stated | Prop, bool | Truth]]] = {**GENERATORS, **MORE}
"""Every kind of random statement."""
