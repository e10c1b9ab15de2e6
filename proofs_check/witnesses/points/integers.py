"""Small positive integers, all of them: what fails at a few of them alone is seen where all are looked at.

Only symbols that are numbers in arithmetic get these values: none that something runs up to or has the shape of.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import product

from ...statement.props import Prop, subterms
from ...statement.terms import Sym
from .exact import Point
from .hostile import counting, with_counts
from .own import own_point

UP_TO = {1: 400, 2: 40, 3: 12, 4: 6}
"""By how many there are."""


def integer_points(props: Sequence[Prop], needed: frozenset[Sym]) -> Iterator[Point]:
    """Points of dimension 1 that differ in integers alone; where all is numbers, d is an integer like others."""
    base = with_counts(own_point(needed, 1, 1, 0, "integers"), props, needed)
    stated = {node for prop in props for _, node in subterms(prop) if isinstance(node, Sym)}
    valued = {name for name, _ in base.exact}
    runs = counting(props)
    free = sorted({s.name for s in stated if s.has("integer") and s.name in valued and s not in runs})
    dims = [s.name for s in stated if s.name == "d" and s not in runs and all(t.shape == (1, 1) for t in stated)]
    most = UP_TO.get(len(free) + len(dims))
    if most is None:
        return
    for values in product(range(1, most + 1), repeat=len(free) + len(dims)):
        named = dict(zip((*free, *dims), values, strict=True))
        exact = tuple((n, ((Fraction(named[n]),),) if n in named else rows) for n, rows in base.exact)
        sizes = tuple((n, named.get(n, size)) if n in dims else (n, size) for n, size in base.sizes)
        yield replace(base, sizes=sizes, exact=exact, extreme=True, hostile=True)
