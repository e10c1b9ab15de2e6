"""Trajectories of models of one's own in balls: gradient flow on a loss that is a polynomial in the parameters."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

import flint
import numpy as np

from numeric.arithmetic import ball
from numeric.errors import InputError
from numeric.ode.polynomial import Path, PolynomialFlow, enclose, late_states, states_at

from ...algebras.ball_own import loss_at
from ...algebras.ball_values import Value, number
from ...algebras.balls import BallsAlgebra, Kept
from ...statement.fold import Lacks
from ...statement.props import Prop, inside
from ...statement.terms import Term, symbols
from .flow import DECADES, SETTLED_IN_PICTURES, BallFlow
from .truth import Trace, Truth, decide

HORIZON = 6
"""In units of the fastest rate at the start."""
DIGITS = 20
_ERROR = 1e-9
"""Of float64 trajectories."""
_KEPT: dict[tuple[Any, ...], Path] = {}
_MOST_KEPT = 64


@dataclass
class OwnFlow(BallFlow):
    """The flow from where the model starts, at the values of the algebra; ``start_only`` looks at time 0 alone."""

    start_only: bool = False

    flows: dict[int, tuple[Any, PolynomialFlow]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.horizon = Fraction(0)

    @property
    def names(self) -> tuple[str, ...]:
        """Of the parameters."""
        return tuple(p.name for p in self.model.parameters)

    def decide(self, prop: Prop, algebra: BallsAlgebra, trace: Trace) -> Truth:
        start = self._start(algebra)
        if self.start_only:
            (body,) = inside(prop) if prop.head == "always" else (None,)
            self.notes = ["violated at time 0"]
            here = self._at(algebra, flint.arb(0), start)
            return Truth.TOUCHES if body is None else min(Truth.TOUCHES, decide(body, here, trace))
        if self.point.hostile and prop.head == "always" and isinstance(prop.args[0], Prop):
            # A named start is exact, what a trajectory passes through is not.
            at_start = Trace(exactly=True)
            if decide(prop.args[0], self._at(algebra, flint.arb(0), start), at_start) is Truth.FALSE:
                self.notes = ["violated at time 0"]
                trace.links += at_start.links
                return Truth.FALSE
        rate = self._flow(algebra).rate([float(x.mid()) for x in start])
        self.horizon = Fraction(HORIZON / rate if rate else 1).limit_denominator(64) or Fraction(1, 64)
        return super().decide(prop, algebra, trace)

    def _flow(self, algebra: BallsAlgebra) -> PolynomialFlow:
        """Once for each problem: the loss with everything but the parameters at its value."""
        at_start = algebra.moved({p.name: algebra.read(v) for p, v in self.model.initial})
        found = loss_at(self.model.loss_in_full, self.names, at_start)
        if id(found) not in self.flows:
            self.flows[id(found)] = found, PolynomialFlow(found.loss, found.keys)
        return self.flows[id(found)][1]

    def _limit(self, prop: Prop, algebra: BallsAlgebra, trace: Trace) -> Truth:
        """From a stationary point the flow goes nowhere: there the limit is the value.  Where the parameters converge,
        they do to a stationary point."""
        start = self._start(algebra)
        body, value = prop.args
        if self.model.parameters == (body,) and isinstance(value, Term):
            end = algebra.read(value).matrix.entries()
            if len(end) == len(start) and any(not x.contains(0) for x in self._flow(algebra).field(end)):
                self.notes.append("the gradient is not 0 at the limit")
                return Truth.FALSE
        of_time = any(s.name == "t" for arg in prop.args if isinstance(arg, Term) for s in symbols(arg))
        if of_time or not self._stays(algebra):
            return super()._limit(prop, algebra, trace)
        self.notes.append("the flow stays where it starts")
        here = self._at(algebra, flint.arb(0), start)
        return decide(Prop("eq", prop.args), here, trace)

    def _stays(self, algebra: BallsAlgebra) -> bool:
        return all(x.is_zero() for x in self._flow(algebra).field(self._start(algebra)))

    def _start(self, algebra: BallsAlgebra) -> list[flint.arb]:
        initial = {p.name: algebra.read(v).matrix for p, v in self.model.initial}
        return [x for name in self.names for x in initial[name].entries()]

    def _enclosure(self, algebra: BallsAlgebra) -> Path:
        start = self._start(algebra)
        used = sorted({s.name for s in symbols(self.model.loss)} & algebra.values.keys() - set(self.names))
        values = tuple(str(algebra.exact.get(name, algebra.values[name].matrix)) for name in used)
        sizes = tuple(sorted(algebra.sizes.items()))
        key = (id(self.model.loss), sizes, values, tuple(map(str, start)), self.horizon)
        if key not in _KEPT:
            if len(_KEPT) >= _MOST_KEPT:
                _KEPT.clear()
            try:
                _KEPT[key] = enclose(self._flow(algebra), start, self.horizon, DIGITS)
            except InputError as error:
                raise Lacks(f"balls lacks a rigorous trajectory: {error}") from error
        return _KEPT[key]

    def _at(self, algebra: BallsAlgebra, time: flint.arb, state: Any) -> BallsAlgebra:
        values, rest = {}, list(state)
        for p in self.model.parameters:
            rows, cols = (algebra.size(dim) for dim in p.shape)
            values[p.name] = Value(flint.arb_mat(rows, cols, [ball(float(x)) if isinstance(x, np.floating) else x
                                                              for x in rest[: rows * cols]]))  # fmt: skip
            rest = rest[rows * cols :]
        return algebra.moved({**values, "t": number(time)})

    def _late_states(self, body: Term, algebra: BallsAlgebra) -> tuple[list[tuple[float, Any]], float]:
        if self._stays(algebra) or Kept(frozenset(self.names)).is_fixed(body):
            return [(10.0**k, self._start(algebra)) for k in range(1, DECADES + 1)], 0.0
        start = [float(x.mid()) for x in self._start(algebra)]
        try:
            found = list(late_states(self._flow(algebra), start))
        except InputError as failure:
            raise Lacks(f"balls lacks a late state: {failure}") from failure
        return found[-3:], _ERROR

    def seen(self, algebra: BallsAlgebra, count: int) -> Iterator[tuple[float, BallsAlgebra]]:
        start = [float(x.mid()) for x in self._start(algebra)]
        flow = self._flow(algebra)
        last = min(SETTLED_IN_PICTURES / max(flow.rate(start), 1e-3) * 20, list(late_states(flow, start))[-1][0])
        times = [last * (k / (count - 1)) ** 2 for k in range(count)]
        for t, state in zip(times, states_at(flow, start, times), strict=True):
            yield t, self._at(algebra, flint.arb(t), state)
