"""Local minima and saddles at an exact point: polynomials along lines through it, with exact coefficients.

The axes and the lines between two of them have the gradient and the second derivatives.  Where these are semi-definite
alone, the lowest power along further lines, and along parabolas, may refute a local minimum or show a saddle; but a
function may fall along a curve while it rises along every line, so none of them shows a local minimum.
"""

from __future__ import annotations

import random
from collections.abc import Collection, Iterator, Mapping

import flint

from numeric.least_values import is_psd

from ...algebras.ball_least import least_of
from ...algebras.ball_lines import Direction, between_axes, curve_through, direction, entries_of, lines_through
from ...algebras.balls import BallsAlgebra
from ...logic import Truth
from ...statement.props import Prop, terms_in
from ...statement.ranges import over_a_space
from ...statement.terms import Sym, Term, where
from .trace import Link, Trace

HEADS = frozenset({"local_minimum", "saddle"})
_MORE = 12
"""Lines beside the axes and those between two of them."""
Lines = Mapping[Direction, flint.fmpq_poly]


def decide(prop: Prop, algebra: BallsAlgebra, trace: Trace) -> Truth:
    """``local_minimum`` or ``saddle`` at the point of ``algebra``."""
    f, *flat = terms_in(prop)
    point = {s: v for s, v in zip(flat[::2], flat[1::2], strict=True) if isinstance(s, Sym)}
    over_a_space(point, "balls")
    n = len(entries_of(point, algebra))
    lines = dict(lines_through(f, point, between_axes(n), algebra))
    H = _second_derivatives(lines, n)
    if any(line[1] != 0 for line in lines.values()):
        truth = Truth.FALSE
    elif H.det() != 0:
        rises, falls = is_psd(H), is_psd(-H)
        truth = _truth(rises if prop.head == "local_minimum" else not (rises or falls))
    else:
        bent = _falls_along_a_parabola(f, point, lines, n, algebra)
        lines |= dict(lines_through(f, point, _at_random(n), algebra))
        truth = _where_degenerate(prop, point, [*lines.values(), *bent], algebra, trace)
    trace.links.append(Link(prop.head, truth, place=trace.place_of(prop)))
    return truth


def _truth(holds: bool) -> Truth:
    return Truth.TRUE if holds else Truth.FALSE


def _where_degenerate(
    prop: Prop, point: Mapping[Sym, Term], lines: Collection[flint.fmpq_poly], algebra: BallsAlgebra, trace: Trace
) -> Truth:
    lowest = [term for line in lines if (term := _lowest(line)) is not None]
    rises = any(power % 2 == 1 or c > 0 for power, c in lowest)
    falls = any(power % 2 == 1 or c < 0 for power, c in lowest)
    alone = len(lines) == 1
    if prop.head == "saddle":
        if alone or (rises and falls):
            return _truth(rises and falls)
        # A least or a greatest value is no saddle; as far as lines tell, it is one of these.
        trace.estimated = trace.away = True
        return Truth.UNKNOWN
    if falls or alone:
        return _truth(not falls)
    if _is_least(prop, point, algebra):
        return Truth.TOUCHES
    trace.estimated = trace.away = True
    return Truth.UNKNOWN


def _is_least(prop: Prop, point: Mapping[Sym, Term], algebra: BallsAlgebra) -> bool:
    """A point where the function is least over all others, as far as that is known, is a local minimum."""
    f = next(arg for arg in prop.args if isinstance(arg, Term))
    least = least_of(f, list(point), algebra).estimate
    return bool(least.overlaps(algebra.read(where(f, *point.items())).scalar))


def _falls_along_a_parabola(
    f: Term, point: Mapping[Sym, Term], lines: Lines, n: int, algebra: BallsAlgebra
) -> list[flint.fmpq_poly]:
    """The function along a parabola on which it falls: along an axis with a fourth power alone, and by the square of
    the step along another, as far as makes the fourth power least."""
    for j in range(n):
        flat = lines[direction(n, j)]
        if any(flat[k] != 0 for k in (1, 2, 3)):
            continue
        for i in (i for i in range(n) if lines[direction(n, i)][2] > 0):
            bent = curve_through(f, point, direction(n, j), direction(n, i), algebra)
            square = lines[direction(n, i)][2]
            mixed = bent[4] - flat[4] - square
            if 4 * square * flat[4] < mixed * mixed:
                best = -mixed / (2 * square)
                found = curve_through(f, point, direction(n, j), tuple(best * x for x in direction(n, i)), algebra)
                return [found]
    return []


def _lowest(line: flint.fmpq_poly) -> tuple[int, flint.fmpq] | None:
    """The lowest power of the step that occurs, with its coefficient; None where the function is constant."""
    return next(((k, line[k]) for k in range(1, line.degree() + 1) if line[k] != 0), None)


def _at_random(n: int) -> Iterator[Direction]:
    rng = random.Random("lines")
    return (tuple(rng.randint(-3, 3) for _ in range(n)) for _ in range(_MORE if n > 1 else 0))


def _second_derivatives(lines: Lines, n: int) -> flint.fmpq_mat:
    """From the coefficients of the squares along the axes and between them."""
    own = [lines[direction(n, k)][2] for k in range(n)]
    return flint.fmpq_mat(n, n, [
        2 * own[i] if i == j else lines[direction(n, i, j)][2] - own[i] - own[j] for i in range(n) for j in range(n)
    ])
