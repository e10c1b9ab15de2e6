"""Values that meet what a claim assumes of fixed symbols, where its general point does not.

Every hypothesis that is read in fractions holds there exactly.  Values follow traits, shapes and the numbers that
hypotheses name: what an equation gives a symbol, lengths and ranks that rational matrices have, and numbers of every
scale.  No letter is known.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import islice, product
from math import prod

import numpy as np

from ...algebras.sampling.settings import Setting, Values, exact_setting
from ...algebras.sampling.variants import Variant
from ...claims import Claim
from ...statement.fold import Lacks
from ...statement.props import Prop, subprops, subterms
from ...statement.special_values import special_values
from ...statement.terms import Sym, Term, symbols
from ..points.draws import is_met_at, is_of_an_outcome

MOST = 240
"""Combinations of values that are looked at."""
ROUNDS = 4
_NO_VALUE = frozenset({
    "random", "derived", "identity", "zero", "index", "prompt", "iid", "integer", "function", "activation", "kernel",
    "law", "label", "noise", "measured", "layers", "layer", "mask", "context", "haar",
})  # fmt: skip
_NUMBERS = tuple(Fraction(x) for x in ("1", "-1", "2", "1/8", "5", "-3/4", "64", "1/1024", "0", "1000000000"))
Rows = tuple[tuple[Fraction, ...], ...]
Point = tuple[tuple[str, int], ...]


@lru_cache(maxsize=64)
def meeting(claim: Claim, sizes: Point, variant: Variant, seed: int | None, point: int) -> Values | None:
    """Values to put in for some symbols; none where the general point does, or where fractions do not tell that it does
    not; ``None`` where it does not and no others are known."""
    if not claim.given:
        return ()

    def at(values: Mapping[str, Rows]) -> Setting:
        return exact_setting(claim, dict(sizes), variant, 1, seed, point, values=tuple(sorted(values.items())))

    def completed(values: dict[str, Rows]) -> dict[str, Rows]:
        """With the values that equations give to symbols."""
        for _ in range(ROUNDS):
            here = at(values)
            unmet = [h.prop for h in claim.given if _says(h.prop, here) is not True]
            given = {s.name: rows for prop in unmet for s, rows in _assigned(prop, here)}
            if given.items() <= values.items():
                break
            values = {**values, **given}
        return values

    values = completed({})
    unmet = [h.prop for h in claim.given if _says(h.prop, at(values)) is not True]
    for chosen in ({}, *_searched(unmet, at(values))) if unmet else ({},):
        tried = completed({**values, **chosen})
        if all(_says(h.prop, at(tried)) is True or not _is_of_fixed(h.prop) for h in claim.given):
            return tuple(sorted(tried.items()))
    return None if any(_says(h.prop, at({})) is False for h in claim.given) else ()


def _says(hypothesis: Prop, setting: Setting) -> bool | None:
    """Whether it holds; ``None`` where that is not read in fractions, or is so of single outcomes."""
    if is_of_an_outcome(hypothesis):
        return None
    try:
        return is_met_at(hypothesis, setting, 0)
    except ZeroDivisionError:
        return False
    except Lacks:
        return None


def _is_of_fixed(hypothesis: Prop) -> bool:
    """Whether it compares values of fixed symbols."""
    met = {s for _, t in subterms(hypothesis) for s in symbols(t)}
    read = all(sub.head in _COMPARED for _, sub in subprops(hypothesis))
    return read and all(is_fixed(s) or s.traits & {"identity", "zero", "integer"} for s in met)


_COMPARED = frozenset({"and", "eq", "ne", "le", "lt", "ge", "gt", "psd", "posdef"})


def _assigned(prop: Prop, setting: Setting) -> Iterator[tuple[Sym, Rows]]:
    """What equations give to single symbols."""
    for arg in prop.args if prop.head == "and" else ():
        if isinstance(arg, Prop):
            yield from _assigned(arg, setting)
    if prop.head != "eq" or is_of_an_outcome(prop):
        return
    for one, other in (prop.args, prop.args[::-1]):
        if is_fixed(one) and isinstance(other, Term) and one not in symbols(other):
            assert isinstance(one, Sym)
            try:
                there, read = setting.read(one, 0)[0], setting.read(other, 0)[0]
            except (Lacks, ZeroDivisionError):
                continue
            if read.shape != there.shape:  # the number 0 for a matrix of zeros
                read = np.zeros_like(there)
            rows = tuple(tuple(Fraction(x) for x in row) for row in read)
            if _has_traits(one, rows):
                yield one, rows
                return


def is_fixed(node: object) -> bool:
    return isinstance(node, Sym) and not node.traits & _NO_VALUE


def _has_traits(s: Sym, rows: Rows) -> bool:
    """Whether a value that an equation gives is one of a number with this sign, or of a matrix without traits."""
    if s.traits & {"symmetric", "psd", "posdef", "orthogonal", "invertible"}:
        return False
    least = min(x for row in rows for x in row)
    if s.has("positive"):
        return least > 0
    return least >= 0 or not s.has("nonnegative")


def _searched(unmet: Sequence[Prop], setting: Setting) -> Iterator[dict[str, Rows]]:
    """Other values of the symbols in the hypotheses that are not met."""
    found = {s for prop in unmet for _, t in subterms(prop) for s in symbols(t) if is_fixed(s)}
    syms = sorted(found, key=lambda s: s.name)
    named = special_values(tuple(unmet))
    pools = []
    for s in syms:
        try:
            rows, columns = (setting.algebra.size(dim) for dim in s.shape)
        except (Lacks, StopIteration):
            return
        pools.append(tuple(dict.fromkeys(candidates(s, rows, columns, named.get(s, ())))))
    if not syms or not all(pools):
        return
    every = product(*pools)
    rng = random.Random(len(pools))
    some = (tuple(rng.choice(pool) for pool in pools) for _ in range(MOST))
    for values in every if prod(map(len, pools)) <= MOST else (*islice(every, MOST // 4), *some):
        yield {s.name: rows for s, rows in zip(syms, values, strict=True)}


def candidates(s: Sym, n: int, k: int, named: Sequence[Fraction]) -> Iterator[Rows]:
    numbers = [x for x in (*named[:6], *_NUMBERS) if _admits(s, x)]
    if n == k == 1:
        yield from (((x,),) for x in numbers)
    elif s.has("orthogonal"):
        yield from (_turned(n), _scaled(n, k, Fraction(1)))
    elif s.traits & {"psd", "posdef", "symmetric", "invertible"}:
        scales = [x for x in numbers if x > 0] or [Fraction(1)]
        yield from (_scaled(n, n, x) for x in scales)
        yield _spread(n)
        yield from (_of_rational_norm(n, x) for x in scales)
        if not s.traits & {"posdef", "invertible"}:
            yield from (_scaled(n, n, x, 1) for x in (Fraction(1), Fraction(1, 8)))
            yield _scaled(n, n, Fraction(0))
    elif s.traits & {"positive", "nonnegative"}:
        yield from (((x,) * k,) * n for x in numbers)
    else:
        # Of norm 1 times a rotation, so that products with the transpose have norm 1, too.
        yield from (_of_rank_one(n, k, first) for first in (2, 3, 1))
        yield from (_scaled(n, k, x, 1) for x in numbers)
        yield from (_scaled(n, k, x) for x in numbers)


def _admits(s: Sym, x: Fraction) -> bool:
    """Whether a symbol may be ``x``, or a matrix of one row be so."""
    if (s.traits & {"positive", "posdef"} and x <= 0) or (s.traits & {"nonnegative", "psd"} and x < 0):
        return False
    if (s.has("orthogonal") and abs(x) != 1) or (s.has("integer") and x.denominator != 1):
        return False
    return x != 0 or not s.traits & {"nonzero", "invertible"}


def _scaled(n: int, k: int, x: Fraction, rank: int | None = None) -> Rows:
    last = min(n, k) if rank is None else rank
    return tuple(tuple(x if i == j < last else Fraction(0) for j in range(k)) for i in range(n))


def _spread(n: int) -> Rows:
    return tuple(tuple(Fraction(2 if i == j else abs(i - j) == 1, 1 + i + j) for j in range(n)) for i in range(n))


def _of_rational_norm(n: int, x: Fraction) -> Rows:
    """Diagonal, with the norm ``x``, in up to three dimensions."""
    sides = {1: (1,), 2: (3, 4), 3: (1, 2, 2)}.get(n, (1,) * n)
    length = {2: 5, 3: 3}.get(n, 1)
    return tuple(tuple(x * sides[i] / length if i == j else Fraction(0) for j in range(n)) for i in range(n))


def _turned(n: int) -> Rows:
    """A rotation by a Pythagorean triple in the first two axes."""
    block = {(0, 0): Fraction(3, 5), (0, 1): Fraction(4, 5), (1, 0): Fraction(-4, 5), (1, 1): Fraction(3, 5)}
    return tuple(tuple(block.get((i, j), Fraction(i == j)) if n > 1 else Fraction(-1) for j in range(n))
                 for i in range(n))  # fmt: skip


def _of_rank_one(n: int, k: int, first: int) -> Rows:
    r""":math:`u w^\top` with unit vectors that have rational entries, by Pythagorean triples."""
    left, right = _unit(n, first), _unit(k, first + 1)
    return tuple(tuple(a * b for b in right) for a in left)


def _unit(n: int, t: int) -> list[Fraction]:
    """Points of the sphere over those of a line through a pole."""
    line = [Fraction(t + j, 2) for j in range(n - 1)]
    square = sum((x * x for x in line), Fraction(0))
    return [*(2 * x / (1 + square) for x in line), (1 - square) / (1 + square)] if n > 1 else [Fraction(1)]
