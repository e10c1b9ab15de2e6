"""Propositions along the gradient flow, in balls.

*always*: the trajectory is enclosed rigorously on [0, horizon] (d <= 2).  Inequalities are decided over time intervals,
which are halved where needed, equations at separate times.  A violation at one time refutes, rigorously.

*limit*: no horizon proves a limit.  The distance to the stated value is evaluated at growing times on a float64
trajectory with estimated error; a distance that keeps falling supports, and nothing here ever refutes.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache
from itertools import pairwise
from typing import Any

import flint
import numpy as np

from numeric.arithmetic import ball
from numeric.arithmetic.balls import hull
from numeric.errors import InputError
from numeric.ode.enclosure import Enclosure, enclose_reduced
from numeric.ode.reduced import Reduced, dense_reduced, reduced_flow

from ...algebras.ball_values import Value, number
from ...algebras.balls import BallsAlgebra, Kept
from ...model import Model
from ...statement.fold import Lacks
from ...statement.props import Prop, conjuncts, subprops, terms_in
from ...statement.terms import Sym, Term
from ..points.exact import Point, Rows
from .truth import Link, Trace, Truth, decide

_BUDGET = 140
_BUDGET_OF_MEANS = 60
"""Evaluations per inequality: where each is a mean over a covariance's values, it costs several times as much."""
_DEPTH = 5
HORIZON = Fraction(3)
"""In units of the fastest rate at which U11 grows from small values, the square of the largest eigenvalue."""
_TIMES = 8
_APPROACHED = 1e-6
DECADES = 8
_HARDLY = 0.95
_NOTES = 2
SETTLED_IN_PICTURES = 5
"""Times shown in pictures, in units of the slowest direction's."""


@lru_cache(maxsize=32)
def _enclosed(point: Point, horizon: Fraction, model: Model) -> Enclosure:
    start = _start(point.algebra(model), model)
    U, u = start["U11"].matrix, start["u_-1"].scalar
    return enclose_reduced(_reduced(point, model), U.tolist(), u, horizon, digits=26)


def _reduced(point: Point, model: Model) -> Reduced:
    """The reduced flow of the model's loss at the point."""
    N, name = dict(point.sizes)["N"], model.derived_loss
    if name == "L":
        return reduced_flow([(Fraction(1), point.covariance())], N)
    if name == "L_noise":
        ((s,),) = dict(point.exact)["s"]
        return reduced_flow([(Fraction(1), point.covariance())], N, s**2)
    if name == "L_rdm":
        return reduced_flow(dict(point.laws)["Lam_tau"], N)
    if name == "L_diag":
        return reduced_flow([(p, _diagonal(column)) for p, column in dict(point.laws)["lam_tau"]], N)
    raise Lacks(f"balls lacks the flow on {name}")


def _diagonal(column: Rows) -> Rows:
    n = len(column)
    return tuple(tuple(column[i][0] if i == j else Fraction(0) for j in range(n)) for i in range(n))


@lru_cache(maxsize=32)
def _far(point: Point, model: Model) -> tuple[list[tuple[float, Value, Value]], float]:
    """States at three late times, with the estimated error; float64."""
    slowest = _slowest(_reduced(point, model))
    return _states(point, model, [k / slowest for k in (10, 20, 40)])


def _slowest(flow: Reduced) -> float:
    """The rate at which the slowest direction settles: T is the linear map of the reduced flow on stacked matrices,
    and u_-1 U11 goes to the solution of T x = B."""
    T = sum(np.kron(G.astype(float), Lam.astype(float)) for G, Lam in flow.terms)
    target = np.linalg.norm(np.linalg.solve(T, flow.drift.astype(float).ravel()))
    return float(target * np.linalg.eigvalsh(T)[0])


def _states(point: Point, model: Model, times: Sequence[float]) -> tuple[list[tuple[float, Value, Value]], float]:
    """States at ``times``, with the estimated error; float64."""
    start = _start(point.algebra(model), model)
    rows = [[float(x) for x in row] for row in start["U11"].matrix.tolist()]
    U11, u_1, error = dense_reduced(_reduced(point, model), rows, float(start["u_-1"].scalar), times)
    return [
        (t, Value(flint.arb_mat(U.tolist())), number(float(u))) for t, U, u in zip(times, U11, u_1, strict=True)
    ], error


def _start(algebra: BallsAlgebra, model: Model) -> dict[str, Value]:
    return {s.name: algebra.read(v) for s, v in model.initial}


@dataclass
class BallFlow:
    """The flow from one point; ``covered`` collects, per inequality, the share of the horizon that was decided."""

    point: Point
    model: Model
    horizon: Fraction = field(init=False)
    covered: list[float] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    away: bool = False
    """Whether some stated limit was clearly not approached (an estimate; used against wrong twins only)."""
    stuck: bool = False
    """Whether the distance from some stated limit hardly falls any more (an estimate)."""

    def __post_init__(self) -> None:
        fastest = float(np.linalg.norm(_reduced(self.point, self.model).drift.astype(float), 2))
        self.horizon = Fraction(float(HORIZON) / fastest).limit_denominator(1000)

    def decide(self, prop: Prop, algebra: BallsAlgebra, trace: Trace) -> Truth:
        algebra = algebra.keeping(frozenset(s.name for s in self.model.parameters) | {"t"})
        if prop.head == "limit":
            return self._limit(prop, algebra, trace)
        body = prop.args[0]
        assert isinstance(body, Prop)
        held = {s for s, _ in self.model.block}
        if any(isinstance(arg, Sym) and arg in held for _, p in subprops(body) for arg in p.args):
            raise Lacks("balls lacks trajectories off the invariant block")
        return min(
            self._at_times(p, algebra, trace) if p.head == "eq" else self._throughout(p, algebra, trace)
            for p in conjuncts(body)
        )

    # Over the horizon ----------------------------------------------------------------------------------------

    def _enclosure(self, algebra: BallsAlgebra) -> Any:
        """The trajectory on [0, horizon], rigorously."""
        try:
            return _enclosed(self.point, self.horizon, self.model)
        except InputError as error:
            raise Lacks(f"balls lacks a rigorous trajectory: {error}") from error

    def seen(self, algebra: BallsAlgebra, count: int) -> Iterator[tuple[float, BallsAlgebra]]:
        """Times until the flow has all but settled, early ones denser, and the algebra there, by a float64 trajectory:
        for pictures, they decide nothing."""
        try:
            last = SETTLED_IN_PICTURES / _slowest(_reduced(self.point, self.model))
            states, _ = _states(self.point, self.model, [last * (k / (count - 1)) ** 2 for k in range(count)])
        except InputError as failure:
            raise Lacks(f"balls lacks a trajectory: {failure}") from failure
        for t, U, u in states:
            yield t, self._at(algebra, flint.arb(t), (U.matrix, u.scalar))

    def _at(self, algebra: BallsAlgebra, time: flint.arb, state: Any) -> BallsAlgebra:
        U, u = state
        zero = {s.name: algebra.read(v) for s, v in self.model.block}
        return algebra.moved({**zero, "U11": Value(U), "u_-1": Value(flint.arb_mat([[u]])), "t": number(time)})

    def _at_times(self, prop: Prop, algebra: BallsAlgebra, trace: Trace) -> Truth:
        enclosure = self._enclosure(algebra)
        worst = Truth.TRUE
        for k in range(_TIMES + 1):
            t = self.horizon * Fraction(k, _TIMES)
            worst = min(worst, self._thin(prop, algebra, trace, enclosure, t))
        return worst

    def _thin(self, prop: Prop, algebra: BallsAlgebra, trace: Trace, enclosure: Any, t: Fraction) -> Truth:
        local = Trace(places=trace.places)
        truth = decide(prop, self._at(algebra, ball(t), enclosure.at(t)), local)
        if truth is Truth.FALSE:
            self.notes.append(f"violated at time {t}")
        trace.links += local.links
        return truth

    def _throughout(self, prop: Prop, algebra: BallsAlgebra, trace: Trace) -> Truth:
        enclosure = self._enclosure(algebra)
        done, spent = Fraction(0), 0
        budget = _BUDGET if self.model.derived_loss == "L" else _BUDGET_OF_MEANS
        touching = False
        work = [(step, step.start, step.start + step.length, 0) for step in reversed(enclosure.steps)]
        while work and spent < budget:
            step, low, high, depth = work.pop()
            spent += 1
            local = Trace()
            truth = decide(prop, self._at(algebra, hull(low, high), enclosure.over(step, low, high)), local)
            if truth is Truth.TRUE or truth is Truth.TOUCHES:
                done += high - low
                touching |= truth is Truth.TOUCHES
                continue
            middle = (low + high) / 2
            spent += 1
            at_middle = self._thin(prop, algebra, trace, enclosure, middle)
            if at_middle is Truth.FALSE:
                return Truth.FALSE
            if at_middle is Truth.UNKNOWN:
                return Truth.UNKNOWN
            if depth < _DEPTH:
                work += [(step, middle, high, depth + 1), (step, low, middle, depth + 1)]
        if self._thin_ends(prop, algebra, trace, enclosure) is Truth.FALSE:
            return Truth.FALSE
        if prop.head == "ne" and done < self.horizon:
            return Truth.UNKNOWN  # at single times two sides hardly ever meet
        self.covered.append(float(done / self.horizon))
        return Truth.TRUE if done == self.horizon and not touching else Truth.TOUCHES

    def _thin_ends(self, prop: Prop, algebra: BallsAlgebra, trace: Trace, enclosure: Any) -> Truth:
        ends = (Fraction(0), self.horizon / 2, self.horizon)
        return min(self._thin(prop, algebra, trace, enclosure, t) for t in ends)

    def _late_states(self, body: Term, algebra: BallsAlgebra) -> tuple[list[tuple[float, Any]], float]:
        """Late states of the flow; a body that moves with t alone needs no flow, and is taken much further out."""
        if Kept(frozenset(s.name for s in self.model.parameters)).is_fixed(body):
            start = _start(self.point.algebra(self.model), self.model)
            state = start["U11"].matrix, start["u_-1"].scalar
            return [(10.0**k, state) for k in range(1, DECADES + 1)], 0.0
        try:
            found, error = _far(self.point, self.model)
            return [(t, (U.matrix, u.scalar)) for t, U, u in found], error
        except InputError as failure:
            raise Lacks(f"balls lacks a late state: {failure}") from failure

    # Far out -------------------------------------------------------------------------------------------------

    def _limit(self, prop: Prop, algebra: BallsAlgebra, trace: Trace) -> Truth:
        body, value = terms_in(prop)
        target = algebra.read(value).matrix
        states, error = self._late_states(body, algebra)
        gaps = []
        for t, state in states:
            here = self._at(algebra, flint.arb(t), state).read(body).matrix
            if (here.nrows(), here.ncols()) != (target.nrows(), target.ncols()):
                raise Lacks("balls lacks limits of another shape")
            gaps.append(max(float(abs(x - y).upper()) for x, y in _pairs(here, target)))
        if len(gaps) < 2:
            raise Lacks("balls lacks the flow at two late times")
        size = 1 + max(float(abs(x).upper()) for x in target.entries())
        settled = 1e3 * error * size
        falling = all(b <= max(a, settled) for a, b in pairwise(gaps)) and gaps[-1] <= max(gaps[0] / 4, settled)
        if len(self.notes) < _NOTES:
            self.notes.append(f"distance {gaps[-1]:.1e} from the limit at time {states[-1][0]:.3g} (estimated)")
        trace.links.append(Link("->", Truth.TOUCHES if falling else Truth.UNKNOWN))
        if falling and gaps[-1] < _APPROACHED * size:
            return Truth.TOUCHES
        self.stuck |= gaps[-1] > _HARDLY * gaps[-2] and gaps[-1] > 10 * settled
        self.away |= gaps[-1] > gaps[-2] / 2 and gaps[-1] > 10 * settled
        return Truth.UNKNOWN


def _pairs(A: flint.arb_mat, B: flint.arb_mat) -> Iterator[tuple[flint.arb, flint.arb]]:
    return iter(zip(A.entries(), B.entries(), strict=True))


