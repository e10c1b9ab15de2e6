"""Convexity by chords: the value half-way, against the mean of the values at the ends, every rounding enclosed."""

from __future__ import annotations

from fractions import Fraction

from numeric.training.tensors import Draws
from numeric.training.tensors.dual import added, multiplied

from ...algebras.tensors.algebra import TensorAlgebra, key
from ...algebras.tensors.heads import estimated, lacks
from ...algebras.tensors.points import point_values
from ...report.render import plain
from ...statement.props import Prop
from ...statement.terms import Sym, Term
from .points import Site
from .rows import Row


def chords(site: Site, leaf: Prop, points: tuple[int, ...], met: bool) -> Row:
    """A chord at each point: one above which the function lies shows that it is not convex, and is all there is to
    show; that none is found supports convexity."""
    f, *variables = leaf.args
    if not isinstance(f, Term) or estimated(f):
        raise lacks(f"{leaf.head} of an expectation")
    algebra = TensorAlgebra(site.place(None))
    other = Draws(f"{site.claim.id} ends of chords", "cpu", site.seed, fixed=True)
    first, second, middle = {}, {}, {}
    half = algebra.number(Fraction(1, 2))
    for sym in variables:
        assert isinstance(sym, Sym)
        a = algebra.symbol(sym)
        b = point_values(other, sym, *a.shape[1:])
        first[key(sym)], second[key(sym)], middle[key(sym)] = a, b, multiplied(added(a, b), half)
    values = [algebra.moved(at).read(f) for at in (first, second, middle)]
    below = values[2].at_most(multiplied(added(values[0], values[1]), half))
    answers = [below[k] for k in points]
    seen = answers.count(False)
    convex = leaf.head == "convex"
    return {
        "kind": "points", "relation": leaf.head, "text": plain(leaf), "at": site.label, "points": len(points),
        "decided": answers.count(True) if convex else seen, "against": seen if convex else 0, "resolution": None,
        "met": met,
    }  # fmt: skip
