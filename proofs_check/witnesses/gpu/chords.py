"""Convexity by chords: the value half-way, against the mean of the values at the ends.

Without expectations every rounding is enclosed; with them the three values are means over the same draws, and tested.
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from numeric.training.tensors import Draws
from numeric.training.tensors.dual import added, multiplied
from numeric.training.tensors.values import chosen, joined_draws

from ...algebras.tensors.algebra import TensorAlgebra, key
from ...algebras.tensors.heads import estimated, lacks
from ...algebras.tensors.points import point_values
from ...report.render import plain
from ...statement.props import Prop
from ...statement.terms import Sym, Term
from .points import Site
from .rows import Row

if TYPE_CHECKING:
    from .population_rows import Tested


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


def mean_chords(site: Site, leaf: Prop, points: tuple[int, ...], tested: Tested) -> list[Row]:
    """The same of an expectation: one row for all chords, with the figures of each."""
    f, *variables = leaf.args
    assert isinstance(f, Term)
    other = Draws(f"{site.claim.id} ends of chords", "cpu", site.seed, fixed=True)
    many = len(points)

    def draw(count: int, number: int) -> tuple[Any, ...]:
        place = replace(site.place(None), point=points, each=count, batch=many * count)
        algebra = TensorAlgebra(place)
        first, second, middle = {}, {}, {}
        for sym in variables:
            assert isinstance(sym, Sym)
            a = algebra.symbol(sym)
            b = chosen(point_values(other, sym, *a.shape[1:]).mid, points, count).to(place.device)
            first[key(sym)], second[key(sym)], middle[key(sym)] = a, b, (a + b) / 2
        found = []
        for at in (first, second, middle):
            place.again(replace(site.draws(number), repeat=many))
            value = algebra.moved(at).read(f)
            found.append(value.expand(many * count, 1, 1).reshape(many, count).T)
        ends = (found[0] + found[1]) / 2
        return found[2] - ends, found[2].abs() + ends.abs(), joined_draws([value.abs() for value in found])

    figures = tested(draw)
    return [{"kind": "chords", "figures": figures, "n": min(row["n"] for row in figures)}]
