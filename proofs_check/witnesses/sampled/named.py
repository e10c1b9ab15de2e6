"""Statements with expectations at points that are hostile on purpose: the means are exact there, and so is what they
refute.

Where d is 1, fixed symbols get 0, numbers of both signs and of every scale, and what the statement names; where d is 2
or 3, identities and the other values of :mod:`..points.designed`; where little is drawn, identities of more dimensions.
A point counts only where every hypothesis is read in fractions and holds.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import suppress
from fractions import Fraction
from itertools import islice, product
from math import comb, prod

from ...algebras.degrees_along import degree_along
from ...algebras.sampling.settings import Setting, Values, exact_mean_setting, exact_setting
from ...algebras.sampling.variants import with_exact_means
from ...claims import Claim
from ...model import named_by
from ...roles import letter_of
from ...statement.fold import Lacks
from ...statement.premises import CONNECTIVES
from ...statement.props import Prop, subprops, subterms
from ...statement.special_values import special_values
from ...statement.terms import Op, Sym, Term, symbols
from .. import Context
from ..points.designed import ALIKE, THEMES, designed_values
from ..points.draws import is_met_at, is_of_an_outcome, truth
from ..points.everywhere import length
from .meeting import Rows, candidates, is_fixed
from .sizes import needed

MOST_NODES = 120
MOST = 48
"""Points of one statement where d is 1."""
DIMS = (1, 2, 3)
MOST_DESIGNED = 24
"""Points where d is 2, and where it is 3."""
LARGE, FEW_DRAWN, MOST_TERMS = 8, 2, 400
"""A dimension at which identities are looked at, where at most so much is drawn and expanded."""
_OF_A_LAW = frozenset(map(letter_of, ("third_moment", "fourth_moment")))
"""Numbers that the law of the noise gives."""
_READ = CONNECTIVES | frozenset({"eq", "ne", "le", "lt", "ge", "gt", "psd", "posdef"})


def fails_at(claim: Claim, prop: Prop, context: Context) -> Setting | None:
    """A point that meets all hypotheses, at which the statement is false in fractions."""
    if any(sub.head not in _READ for _, sub in subprops(prop)) or length((prop,)) > MOST_NODES:
        return None
    if any(is_of_an_outcome(h.prop) for h in claim.given):
        return None  # means are taken over other draws than those that meet it
    large = (LARGE,) if DIMS[-1] in context.dims and _is_short(prop) else ()
    for d in (*(d for d in DIMS if d in context.dims), *large):
        sizes = needed(claim, {"d": d, "N": 1, "M": 1})
        for variant in with_exact_means(claim, prop, d, context.seed):
            for values in _points(claim, prop, exact_setting(claim, sizes, variant, 1, context.seed)):
                there = exact_setting(claim, sizes, variant, 1, context.seed, values=values)
                means = exact_mean_setting(claim, sizes, variant, context.seed, values=values)
                try:
                    if all(_is_met(h.prop, there, means) for h in claim.given) and not truth(prop, means, 0):
                        return means
                except (Lacks, ZeroDivisionError):
                    continue
    return None


def _is_met(hypothesis: Prop, there: Setting, means: Setting) -> bool:
    """Whether it holds at the point; a mean that is read in fractions, of a polynomial or of few values, is finite."""
    if hypothesis.head != "finite":
        return is_met_at(hypothesis, there, 0)
    (mean,) = hypothesis.args
    assert isinstance(mean, Term)
    means.read(mean, 0)
    return True


def _points(claim: Claim, prop: Prop, general: Setting) -> Iterator[Values]:
    """Values for the fixed symbols that the statement or a hypothesis speaks of, or a law names."""
    props = (prop, *(h.prop for h in claim.given))
    met = {s for p in props for _, t in subterms(p) for s in symbols(t)}
    known = {s.name for s in met}
    met |= {of for s in met for of in named_by(s) if of.name not in known}
    if any(s.traits & {"derived", "prompt", "context", "label"} or s.name in _OF_A_LAW for s in met):
        return
    d = general.algebra.sizes["d"]
    if d == LARGE:
        yield tuple(sorted((s.name, _alike(*size)) for s in filter(is_fixed, met) if (size := _size(s, general))))
        return
    if d > 1:
        yield from islice(_designed(met, general, d), MOST_DESIGNED)
        return
    syms, pools = _pools(props, met, general)
    every = product(*pools)
    rng = random.Random(len(pools))
    some = (tuple(rng.choice(pool) for pool in pools) for _ in range(MOST))
    for values in every if prod(map(len, pools)) <= MOST else some:
        yield tuple(sorted(zip((s.name for s in syms), values, strict=True)))


def _is_short(prop: Prop) -> bool:
    """Whether what is averaged has few terms in ``LARGE`` dimensions: a bound that holds in three may fail there."""
    means = [node for _, node in subterms(prop) if isinstance(node, Op) and node.head == "expect"]
    drawn = {s for mean in means for s in symbols(mean) if s.has("random")}
    if not drawn or len(drawn) > FEW_DRAWN or any(s.has("iid") or s.shape[1] != 1 for s in drawn):
        return False
    with suppress(Lacks):
        degrees = [degree_along(mean.args[0], frozenset({s.name})) for mean in means for s in drawn]
        return all(comb(LARGE + k - 1, k) <= MOST_TERMS for k in degrees)
    return False


def _alike(rows: int, columns: int) -> Rows:
    """The identity; all entries 1."""
    return tuple(tuple(Fraction(int(i == j or rows != columns)) for j in range(columns)) for i in range(rows))


def _designed(met: set[Sym], general: Setting, d: int) -> Iterator[Values]:
    """Values that belong together; where nothing fixed has a shape, the general point."""
    shaped = [(s, *size) for s in sorted(filter(is_fixed, met), key=lambda s: s.name) if (size := _size(s, general))]
    found = list(designed_values(shaped, (ALIKE, *THEMES[d])))
    for values in found or [{}]:
        yield tuple(sorted(values.items()))


def _size(s: Sym, general: Setting) -> tuple[int, int] | None:
    """Its rows and columns; none of a symbol whose dimensions are not known here."""
    try:
        rows, columns = (general.algebra.size(dim) for dim in s.shape)
    except (Lacks, StopIteration):
        return None
    return rows, columns


def _pools(props: tuple[Prop, ...], met: set[Sym], general: Setting) -> tuple[list[Sym], list[tuple[Rows, ...]]]:
    named = special_values(props)
    syms, pools = [], []
    for s in sorted(filter(is_fixed, met), key=lambda s: s.name):
        size = _size(s, general)
        if size is None:
            continue
        if pool := tuple(dict.fromkeys(candidates(s, *size, named.get(s, ())))):
            syms.append(s)
            pools.append(pool)
    return syms, pools

