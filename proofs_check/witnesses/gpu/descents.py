"""Minima by descents: no start may end below the stated minimum, and some must end there.

Of functions without expectations, from many general starts at one point, in plain floats.  A descent tells an upper
bound of the minimum; that nothing lower was found is what it adds to that.  Resolutions are declared and stand in the
rows: an error of the stated value that is smaller is not seen.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Any

from numeric.streams import torch_generator
from numeric.training.tensors import Enclosure
from numeric.training.tensors import descents as made

from ...algebras.tensors.algebra import TensorAlgebra, key
from ...algebras.tensors.heads import estimated, lacks
from ...report.render import plain
from ...statement.props import Prop, eq, global_minimum, subterms
from ...statement.terms import Op, Sym, Term, where
from .points import Site
from .rows import Row

RESOLUTION = 2.0**-20
"""Of values, relative."""
AT_MINIMISERS = 2.0**-7
"""Of what is said of minimisers, relative: they are found less sharply than the minimum."""
SEEN = 2.0**-4
"""Beyond this, relative, a statement about minimisers is seen to fail."""


CONFINED = frozenset({
    "positive", "nonnegative", "nonzero", "symmetric", "psd", "posdef", "orthogonal", "invertible", "integer", "mask",
})  # fmt: skip
"""Traits of variables that descents do not keep."""


def speaks_of_minima(prop: Prop) -> bool:
    if prop.head in ("global_minimum", "minimisers_satisfy"):
        return True
    return any(isinstance(term, Op) and term.head in ("minimum", "infimum", "argmin") for _, term in subterms(prop))


def said_of_minimisers(site: Site, leaf: Prop) -> list[Prop]:
    """An equation for a minimiser as what it says: the minimum lies there, and nowhere else."""
    sides = [arg for arg in leaf.args if isinstance(arg, Term)]
    if leaf.head != "eq" or not any(_is_minimiser(side) for side in sides):
        return [leaf]
    least, other = sides if _is_minimiser(sides[0]) else sides[::-1]
    assert isinstance(least, Op)
    f, *variables = least.args
    if len(variables) != 1 or not isinstance(variables[0], Sym):
        raise lacks("a minimiser in several variables")
    written = site.place(None).written_out(other) if isinstance(other, Sym) else None
    if written is not None and estimated(written):
        other = written
    only = Prop("minimisers_satisfy", (f, eq(variables[0], other), variables[0]))
    if estimated(other) or _is_minimiser(other):
        return [only]
    return [global_minimum(f, (variables[0], other)), only]


def _is_minimiser(term: Term) -> bool:
    return isinstance(term, Op) and term.head == "argmin"


def confined(variables: Sequence[Sym]) -> str | None:
    """What is lacking where a variable may not have any value."""
    name = next((v.name for v in variables if v.traits & CONFINED), None)
    return None if name is None else f"descents in {name}, which may not have any value"


def at_minima(site: Site, leaf: Prop, point: int, starts: int, steps: int, met: bool) -> Row:
    """The row of one statement about minima at a point."""
    algebra = least_at(site, point, starts, steps)
    row: Row = {
        "kind": "descent", "relation": leaf.head, "text": plain(leaf), "at": f"{site.label}, point {point}",
        "starts": starts, "resolution": RESOLUTION, "met": met, "below": 0, "reached": 0,
    }  # fmt: skip
    if leaf.head == "global_minimum":
        f, *flat = leaf.args
        variables = [arg for arg in flat[::2] if isinstance(arg, Sym)]
        bindings = [(s, v) for s, v in zip(variables, flat[1::2], strict=True) if isinstance(v, Term)]
        assert isinstance(f, Term)
        stated = algebra.read(where(f, *bindings))
        values, end = _values(algebra, f, variables, starts, steps)
        below, reached = made.ends(values, stated, RESOLUTION, max(made.size_of(stated), 1e-6))
        if below and not _certainly_below(site, point, f, variables, values, end, where(f, *bindings)):
            below, reached = 0, 0
        return {**row, "below": below, "reached": reached}
    # Only an upper bound of a minimum is known, and what is nearly minimal may lie anywhere: what contradicts a
    # statement is a value that is certainly below the one stated, and nothing else.
    row["met"] = met and _is_undercut(site, leaf, point, algebra, starts, steps)
    if leaf.head == "minimisers_satisfy":
        return {**row, **_at_minimisers(algebra, leaf, starts, steps), "resolution": SEEN}
    return {**row, **_relation(algebra, leaf, starts)}


def _is_undercut(site: Site, leaf: Prop, point: int, algebra: TensorAlgebra, starts: int, steps: int) -> bool:
    """Whether a minimum is said to be at least what is certainly more than some value."""
    if leaf.head not in _AT_LEAST:
        return False
    for number, (least, stated) in enumerate((leaf.args, leaf.args[::-1])):
        if number not in _AT_LEAST[leaf.head] or not (isinstance(least, Op) and isinstance(stated, Term)):
            continue
        if least.head in ("minimum", "infimum") and not speaks_of_minima(Prop("eq", (stated, stated))):
            f, *variables = least.args
            moved = [v for v in variables if isinstance(v, Sym)]
            return _certainly_below(site, point, f, moved, *_values(algebra, f, moved, starts, steps), stated)
    return False


_AT_LEAST = {"eq": (0, 1), "ge": (0,), "gt": (0,), "le": (1,), "lt": (1,)}
"""The side, 0 or 1, that a relation says to be at least the other."""


def _certainly_below(
    site: Site, point: int, f: Term, variables: list[Sym], values: Any, end: list[Any], stated_as: Term
) -> bool:
    """Whether the best end lies below the stated value beyond all rounding."""
    best = made.lowest(values)
    algebra = TensorAlgebra(site.place(None))
    there = {key(s): Enclosure.exact(part[best : best + 1].cpu()) for s, part in zip(variables, end, strict=True)}
    found, stated = algebra.moved(there).read(f), algebra.read(stated_as)
    if not (isinstance(found, Enclosure) and isinstance(stated, Enclosure)):
        return False
    answers = found.at_most(stated, strict=True)
    return answers[point if len(answers) > 1 else 0] is True


@lru_cache(maxsize=64)
def least_value(site: Site, point: int, node: Op, starts: int, steps: int) -> Any:
    """What descents reach in the place of a minimum at a point: the same at all times of all flows."""
    return least_at(site, point, starts, steps).read(node)


def least_at(site: Site, point: int, starts: int, steps: int) -> TensorAlgebra:
    """At a point, with what descents reach in the place of minima and minimisers."""

    def least(algebra: TensorAlgebra, node: Op) -> Any:
        f, *rest = node.args
        variables = [v for v in rest if isinstance(v, Sym)]
        values, end = _values(algebra, f, variables, starts, steps)
        if node.head != "argmin":
            return made.best(values)
        if len(variables) != 1:
            raise lacks("a minimiser in several variables")
        return made.at_lowest(end, values)[0]

    return TensorAlgebra(replace(site.place(point), least=least))


def _values(algebra: TensorAlgebra, f: Term, variables: list[Sym], starts: int, steps: int) -> tuple[Any, list[Any]]:
    """The values at the ends of descents from general starts, and the ends."""
    if estimated(f):
        raise lacks("the minimum of an expectation")
    refused = confined(variables)
    if refused is not None:
        raise lacks(refused)
    place = algebra.place
    generator = torch_generator(place.point_draws.owner, f"starts of {plain(f)}", place.draws.seed, place.device)
    begin = [made.normal_starts(algebra.symbol(v), starts, generator) for v in variables]

    def value(at: list[Any]) -> Any:
        return algebra.moved({key(v): part for v, part in zip(variables, at, strict=True)}).read(f)

    end = made.descend(value, begin, steps)
    return value(end), end


def _at_minimisers(algebra: TensorAlgebra, leaf: Prop, starts: int, steps: int) -> dict[str, int]:
    f, body, *rest = leaf.args
    if not (isinstance(body, Prop) and body.head == "eq" and isinstance(f, Term)):
        raise lacks("minimisers that satisfy anything but an equation")
    variables = [v for v in rest if isinstance(v, Sym)]
    values, end = _values(algebra, f, variables, starts, steps)
    least = made.best(values)
    lowest = (values - least).reshape(-1) <= RESOLUTION * max(made.size_of(least), 1e-6)
    there = algebra.moved({key(v): part for v, part in zip(variables, end, strict=True)})
    left, right = (there.read(side) for side in body.args if isinstance(side, Term))
    gap = made.worst_gap(*_alike(left, right, starts))
    return {"below": int((lowest & (gap > SEEN)).sum()), "reached": int((lowest & (gap <= AT_MINIMISERS)).sum())}


def _alike(left: Any, right: Any, starts: int) -> tuple[Any, Any]:
    return left.expand(starts, *left.shape[1:]), right.expand(starts, *left.shape[1:])


def _relation(algebra: TensorAlgebra, leaf: Prop, starts: int) -> dict[str, int]:
    """With the least values that were found in the place of minima."""
    if leaf.head not in ("eq", "le", "lt", "ge", "gt"):
        raise lacks(f"{leaf.head} of minima")
    left, right = (algebra.read(side) for side in leaf.args if isinstance(side, Term))
    width = RESOLUTION * max(made.size_of(left, right), 1e-6)
    apart = left - right
    if leaf.head == "eq":
        same = bool((apart.abs() <= width).all())
        return {"below": 0 if same else starts, "reached": starts if same else 0}
    if leaf.head in ("ge", "gt"):
        apart = -apart
    fails, holds = bool((apart > width).any()), bool((apart < -width).all())
    # At most: equality within the resolution is no contradiction and no support.
    return {"below": starts if fails else 0, "reached": starts if holds else 0}
