"""Local minima and saddles at an exact point: polynomials along lines through it, with exact coefficients.

Along a line the lowest power that occurs decides: an odd one changes its sign, an even one has that of its coefficient.
Lines refute a local minimum; that there is one they show for functions of one number alone.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from dataclasses import replace

import flint

from ..algebras.ball_lines import polynomial
from ..algebras.ball_values import Value, number
from ..algebras.balls import BallsAlgebra
from ..statement.props import Prop
from ..statement.ranges import over_a_space
from ..statement.terms import MadeSym, Sym, Term, substitute
from .ball_trace import Link, Trace, Truth

HEADS = frozenset({"local_minimum", "saddle"})
_MORE = 12
"""Lines beside the axes."""
_STEP = MadeSym("s of the line")


def decide(prop: Prop, algebra: BallsAlgebra, trace: Trace) -> Truth:
    """``local_minimum`` or ``saddle`` at the point of ``algebra``."""
    f, *flat = (arg for arg in prop.args if isinstance(arg, Term))
    point = {s: v for s, v in zip(flat[::2], flat[1::2], strict=True) if isinstance(s, Sym)}
    over_a_space(point, "balls")
    lowest = [term for line in _lines(f, point, algebra) if (term := _lowest(line)) is not None]
    rises = [power % 2 == 1 or c > 0 for power, c in lowest]
    falls = [power % 2 == 1 or c < 0 for power, c in lowest]
    of_one = all(s.shape == (1, 1) for s in point) and len(point) == 1
    if prop.head == "local_minimum":
        truth = Truth.FALSE if any(falls) else Truth.TRUE if of_one else Truth.TOUCHES
    elif any(power == 1 for power, _ in lowest):
        truth = Truth.FALSE
    elif any(rises) and any(falls):
        truth = Truth.TRUE
    else:
        truth = Truth.FALSE if of_one else Truth.UNKNOWN
    trace.links.append(Link(prop.head, truth, place=trace.place_of(prop)))
    return truth


def _lowest(line: flint.fmpq_poly) -> tuple[int, flint.fmpq] | None:
    """The lowest power of the step that occurs, with its coefficient; None where the function is constant."""
    return next(((k, line[k]) for k in range(1, line.degree() + 1) if line[k] != 0), None)


def _lines(f: Term, point: Mapping[Sym, Term], algebra: BallsAlgebra) -> Iterator[flint.fmpq_poly]:
    """``f`` along lines through the point: the axes, then others."""
    made = {s: MadeSym(f"direction of {s.name}", s.shape) for s in point}
    line = substitute(f, {s: value + _STEP * made[s] for s, value in point.items()})
    shapes = {s: (algebra.size(s.shape[0]), algebra.size(s.shape[1])) for s in point}
    places = [(s, i, j) for s, (rows, cols) in shapes.items() for i in range(rows) for j in range(cols)]
    rng = random.Random("lines")
    axes = [[int(place == other) for other in places] for place in places]
    others = [[rng.randint(-3, 3) for _ in places] for _ in range(_MORE if len(places) > 1 else 0)]
    for entries in axes + others:
        along = {s: flint.fmpq_mat(*shapes[s], [x for x, (t, _, _) in zip(entries, places, strict=True) if t == s])
                 for s in point}  # fmt: skip
        values = {made[s].name: Value(flint.arb_mat(A)) for s, A in along.items()}
        there = algebra.moved({_STEP.name: number(0), **values})
        exact = {**there.exact, **{made[s].name: A for s, A in along.items()}}
        yield polynomial(line, _STEP, replace(there, exact=exact))
