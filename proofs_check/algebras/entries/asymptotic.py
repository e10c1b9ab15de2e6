r"""Limits and orders of magnitude of rational functions of prompt lengths.

A quotient P/Q of polynomials in lengths that all tend to infinity tends to :math:`p_a/q_a` where Q has a monomial a
that every other monomial of P and Q divides, and :math:`q_a\ne 0`.  By the strong law of large numbers
:math:`\frac1m\sum_{i\le m}z_i^\alpha\to E[z^\alpha]` almost surely, so that power sums over a growing number m of
samples may be replaced by m times a moment.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from flint import fmpq, fmpq_mpoly

from symbolic.entries import Ratio
from symbolic.entries.ring import Exponent, generators
from symbolic.entries.sums import taken

from ...statement.fold import Lacks
from .algebra import EntriesAlgebra
from .law_space import LawSpace
from .signs import Signs

RAYS = ((1, 0), (0, 1), (1, 1), (1, 2), (2, 1), (1, 3), (3, 1))
Parts = dict[Exponent, fmpq_mpoly]


def limit_of(value: Ratio, lengths: Sequence[str], algebra: EntriesAlgebra, *, surely: bool = True) -> Ratio:
    """The limit as all ``lengths`` tend to infinity in whatever way; Lacks where this does not show it.

    Unless ``surely``, the limit need hold with probability 1 only.
    """
    space = algebra.space
    if isinstance(space, LawSpace):
        value = _averaged(value, lengths, space, surely)
    value = space.roots.reduce(value)
    if any(space.roots.used(value)):
        raise Lacks("entries lacks limits of square roots")
    above, below = _split(value.num, lengths, algebra), _split(value.denominator, lengths, algebra)
    top = tuple(max(e[k] for e in below) for k in range(len(lengths)))
    signs = Signs(space)
    if top in below and all(_divides(e, top) for e in above):
        if not signs.of(Ratio(below[top]))[1]:
            raise Lacks("entries lacks a certificate that a leading coefficient vanishes nowhere")
        return Ratio(above[top]) / Ratio(below[top]) if top in above else value.lift(0)
    if all(signs.of(Ratio(q)) == (1, True) for q in below.values()) and all(
        any(_divides(e, f) and e != f for f in below) for e in above
    ):
        return value.lift(0)
    raise Lacks("entries lacks the limit of this function")


def is_of_order(f: Ratio, g: Ratio, lengths: Sequence[str], algebra: EntriesAlgebra) -> bool:
    """Whether ``|f| <= C g`` over all positive integers ``lengths``, g being positive; Lacks where this is not seen."""
    if Signs(algebra.space).of(algebra.space.roots.reduce(g)) != (1, True):
        raise Lacks("entries lacks a certificate that this bound is positive")
    return _is_bounded(f / g, lengths, algebra)


def _is_bounded(value: Ratio, lengths: Sequence[str], algebra: EntriesAlgebra) -> bool:
    """Whether the function stays bounded over all positive integers ``lengths``, everything else being fixed."""
    value = algebra.space.roots.reduce(value)
    if any(algebra.space.roots.used(value)):
        raise Lacks("entries lacks orders of magnitude of square roots")
    above, below = _split(value.num, lengths, algebra), _split(value.denominator, lengths, algebra)
    signs = Signs(algebra.space)
    found = {signs.of(Ratio(q)) for q in below.values()}
    if found <= {(1, True)} or found <= {(-1, True)}:
        if all(any(_divides(e, f) for f in below) for e in above):
            return True
        for ray in {r[: len(lengths)] for r in RAYS}:
            if any(ray) and _degree(above, ray) > _degree(below, ray):
                # Along a generic point of the ray the leading part of P does not vanish.
                return False
    raise Lacks("entries lacks a bound for this function")


def _averaged(value: Ratio, lengths: Sequence[str], space: LawSpace, surely: bool) -> Ratio:
    """Power sums over the samples whose number grows, by the strong law of large numbers."""
    bindings: dict[str, Ratio] = {}
    gen = generators(space.ctx)
    unused = set(value.num.unused_gens()) & set(value.denominator.unused_gens())
    for length in lengths:
        for place, alpha in space.sums(length).exponents.items() if length in space.sums_of else ():
            name = space.ctx.names()[place]
            if name not in unused:
                bindings[name] = Ratio(gen[length] * space.sums(length).moment(alpha))
    if bindings and surely:
        raise Lacks("entries lacks limits of sums over samples along every outcome")
    return space.roots.substitute(value, bindings)


def _split(poly: fmpq_mpoly, lengths: Sequence[str], algebra: EntriesAlgebra) -> Parts:
    """Coefficients by the exponents of ``lengths``."""
    ctx = algebra.space.ctx
    names = set(ctx.names())
    if not names.issuperset(lengths):
        raise Lacks("entries lacks a limit in a length that has a value")
    places = [ctx.variable_to_index(name) for name in lengths]
    parts: defaultdict[Exponent, dict[Exponent, fmpq]] = defaultdict(dict)
    for exponent, coefficient in poly.to_dict().items():
        power, rest = taken(exponent, places)
        parts[power][rest] = coefficient
    return {power: ctx.from_dict(rest) for power, rest in parts.items()}


def _divides(a: Exponent, b: Exponent) -> bool:
    return all(x <= y for x, y in zip(a, b, strict=True))


def _degree(parts: Parts, ray: Sequence[int]) -> int:
    return max((sum(x * r for x, r in zip(e, ray, strict=True)) for e in parts), default=-1)
