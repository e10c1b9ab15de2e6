"""Saddles and convexity, reduced to identities and signs of second-order forms.

Second derivatives decide these of functions that are twice continuously differentiable, on sets in which one can move
in every direction; this is asked first (:mod:`proofs_check.proof.smooth`), and what is not known to be such is left
undecided.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from functools import reduce
from itertools import combinations
from operator import add

from ...proof.smooth import direction, has_convex_domain, is_flat, is_positive, rough_part, without_convex_parts
from ...proof.traits import is_random
from ...statement.fold import Lacks
from ...statement.joined import spoken_of
from ...statement.props import Prop
from ...statement.psd import curvature
from ...statement.shape import shape_of
from ...statement.terms import MadeSym, Op, Sym, Term, expect, eye, grad, term, where, zeros
from .engine import Engine, Finding
from .identities import all_of, identity, zero_like

Point = Sequence[tuple[Sym, Term]]


def saddle(prop: Prop, engine: Engine) -> Finding:
    f, *flat = prop.args
    assert isinstance(f, Term)
    point = [(s, v) for s, v in zip(flat[::2], flat[1::2], strict=True) if isinstance(s, Sym) and isinstance(v, Term)]
    _must_be_smooth(f, [v for v, _ in point], engine)
    _must_be_flat([v for v, _ in point], engine)
    stationary = all_of(
        identity(engine, where(grad(f, v), *point), zero_like(v), f"the gradient in {v.name} vanishes there",
                 f"the gradient in {v.name} does not vanish there")
        for v, _ in point
    )
    return all_of([stationary, _indefinite(f, point, engine)]) if stationary.holds else stationary


def nonconvex(prop: Prop, engine: Engine) -> Finding:
    f, variables = _function(prop)
    _must_be_smooth(f, variables, engine)
    _must_be_flat(variables, engine)
    return _indefinite(f, [(v, zero_like(v)) for v in variables], engine)


def convex(prop: Prop, engine: Engine) -> Finding:
    """What bends upwards in free directions, and moduli, positive parts and norms of what is affine."""
    f, variables = _function(prop)
    engine.sign(term(1))  # raises where no signs are read
    _must_be_free(variables, engine)
    loose = next((v for v in variables if not has_convex_domain(v)), None)
    if loose is not None:
        raise Lacks(f"{engine.name} does not know that the values of {loose.name} are a convex set")
    if rough_part(f, variables) is not None:
        rest = list(without_convex_parts(f, variables, lambda c: engine.sign(c) >= 1))
        if not rest:
            return Finding(True, "a sum of moduli, positive parts and norms of what is affine")
        f = reduce(add, rest)
    _must_be_smooth(f, variables, engine)
    bent = curvature(f, *((v, direction(v)) for v in variables))
    if engine.sign(bent) >= 1:
        return Finding(True, "the second-order form in every direction is a sum of squares")
    raise Lacks(f"{engine.name} does not see the sign of the second-order form")


# What the criteria ask for ----------------------------------------------------------------------------------

def _must_be_smooth(f: Term, variables: Collection[Sym], engine: Engine) -> None:
    """Raises :class:`Lacks` where ``f`` is not known to be twice continuously differentiable for all values."""
    found = rough_part(f, variables, lambda value: _is_positive(value, engine))
    if found is not None:
        part = f"'{found.head}'" if isinstance(found, Op) else "a symbol"
        raise Lacks(f"{engine.name} does not know whether {part} is twice continuously differentiable here, and "
                    "second derivatives tell nothing of kinks and poles")  # fmt: skip


def _is_positive(value: Term, engine: Engine) -> bool:
    """Whether a number is > 0, or a matrix positive definite, whatever the values of the symbols are."""
    if is_positive(value):
        return True
    try:
        return (engine.sign if shape_of(value) == (1, 1) else engine.definite)(value) >= 2
    except Lacks:
        return False


def _must_be_flat(variables: Collection[Sym], engine: Engine) -> None:
    """Raises :class:`Lacks` where there are points from which some directions lead out of the domain."""
    _must_be_free(variables, engine)
    loose = next((v for v in variables if not is_flat(v)), None)
    if loose is not None:
        raise Lacks(f"{engine.name} does not decide this on a part of a space: {loose.name} is "
                    f"{', '.join(sorted(loose.traits))}")  # fmt: skip


def _must_be_free(variables: Collection[Sym], engine: Engine) -> None:
    """Raises :class:`Lacks` where a hypothesis speaks of a variable: of its value, not of all those looked at."""
    spoken = {name for given in engine.given for name in spoken_of(given)}
    held = next((v for v in variables if v.name in spoken), None)
    if held is not None:
        raise Lacks(f"{engine.name} keeps apart all values of {held.name} and the one that the hypotheses speak of")


# Second-order forms -----------------------------------------------------------------------------------------

def _indefinite(f: Term, point: Point, engine: Engine) -> Finding:
    """The second-order form of ``f`` at ``point`` is nonzero and odd under flipping some of its directions.

    Nonzero for every d, N and Lam: at one direction, with the identity for a square matrix, it is a number that never
    vanishes; where prompts are drawn, the mean of its square is, so that it is nonzero almost surely.
    """
    s = MadeSym("s of the line")
    directions = {v: MadeSym(f"direction of {v.name}", v.shape, v.traits) for v, _ in point}
    line = where(f, *((v, value + s * directions[v]) for v, value in point))
    second = where(grad(grad(line, s), s), (s, 0))
    if not any(engine.never_zero(_sized(where(second, *chosen))) for chosen in _samples(list(directions.values()))):
        raise Lacks(f"{engine.name} finds no direction at which the second-order form never vanishes")
    for size in range(1, len(point)):
        for chosen in combinations([v for v, _ in point], size):
            flipped = where(second, *((directions[v], -directions[v]) for v in chosen))
            if engine.equal(flipped, -second):
                shown = " and ".join(v.name for v in chosen)
                return Finding(True, f"the second-order form there is nonzero and changes its sign with {shown}")
    raise Lacks(f"{engine.name} finds no direction flip that shows an indefinite second-order form")


def _sized(value: Term) -> Term:
    """A number that is 0 only where ``value`` is 0, almost surely where that is random."""
    return expect(value * value) if is_random(value) else value


def _samples(directions: list[Sym]) -> Iterator[list[tuple[Sym, Term]]]:
    """Directions to look at: the identity and 1, each vector being 0; and each pair of directions alone."""
    yield [(v, _unit(v)) for v in directions]
    for pair in combinations(directions, 2):
        yield [(v, _unit(v) if v in pair else zero_like(v)) for v in directions]


def _unit(v: Sym) -> Term:
    if v.shape == (1, 1):
        return term(1)
    return eye(v.shape[0]) if v.shape[0] == v.shape[1] else zeros(*v.shape)


def _function(prop: Prop) -> tuple[Term, list[Sym]]:
    f, *variables = prop.args
    assert isinstance(f, Term)
    return f, [v for v in variables if isinstance(v, Sym)]
