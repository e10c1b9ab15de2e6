"""A statement about LTB, LSA or GD-beta, held against what training and exact flows tell at one problem.

Every comparison becomes a row (:mod:`.block_rows`): two sides, by how much they may differ given what is known
(``width``), and the relation.  Widths are regions of the declared false-alarm rate for what is estimated from fresh
prompts, and the measured errors of integration for what is followed exactly.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import product
from typing import TYPE_CHECKING, Any

import numpy as np

from numeric.streams import generator

from ... import logic
from ...algebras.arrays import Array
from ...algebras.at_point import AtPoint, Values
from ...model import Model
from ...statement.fold import Lacks
from ...statement.premises import said
from ...statement.props import Prop, conjuncts, inside, terms_in
from ...statement.terms import Abbrev, Op, Sym, Term, substitute, symbols, zeros
from .block_rows import LEAST, RELATIONS, ROUNDING, Row, excess, mentions, row_of, trains
from .block_runs import Bench, arrays, tensors

if TYPE_CHECKING:
    from numeric.training.block.flow import Flow
    from numeric.training.block.models import Reduced


NEAR, NEAR_BY, NEAR_TIME = 2, 0.01, 100.0
"""Flows from near a local minimum: how many, how near, for how long."""


class Vacuous(Exception):
    """The statement says nothing at this problem, or not of what is trained there."""


class _Problem(logic.AtPoint):
    """The problem, in floats: whether a condition on it is met."""

    name = "trained"

    def __init__(self, at: AtPoint) -> None:
        self.at = at

    def said(self, prop: Prop) -> logic.Answer:
        if prop.head not in {*RELATIONS, "ne", "psd", "posdef"}:
            raise self.lacks(f"{prop.head} in a condition")
        sides = [self.at.read(arg)[0] for arg in terms_in(prop)]
        apart = sides[0] - sides[1] if len(sides) == 2 else np.linalg.eigvalsh(sides[0])[0]
        met = {"eq": np.abs(apart) < ROUNDING, "ne": (np.abs(apart) > ROUNDING).any(), "le": apart < ROUNDING,
               "ge": apart > -ROUNDING, "psd": apart > -ROUNDING, "lt": apart < -ROUNDING,
               "gt": apart > ROUNDING, "posdef": apart > ROUNDING}  # fmt: skip
        return logic.known(bool(np.all(met[prop.head])))

    def differ(self, prop: Prop, lhs: Term, rhs: Term) -> logic.Answer:
        return self.said(prop)

    def values(self, variable: Sym, body: Prop) -> logic.Values:
        raise self.lacks("for_all in a condition")


@dataclass(frozen=True)
class Reading:
    """How a statement is read at one problem; ``longer`` and ``without`` make the wrong statements that are tried."""

    bench: Bench
    models: Mapping[str, Model]
    """The paper's models by name."""
    trainers: Mapping[str, str]
    M: int = 0
    """The context length in what is stated, 0 for that of the problem."""
    memory: dict[Term, Array] = field(default_factory=dict)
    """Values of what depends on the problem alone."""
    free: Values = field(default_factory=dict)
    """Values of the statement's free constants."""
    points: dict[tuple[int, int, bool], AtPoint] = field(default_factory=dict)
    """Points of flows that were read."""

    @property
    def losses(self) -> dict[str, Term]:
        """The losses that are trained on, as terms, by trainer."""
        return {trainer: self.models[name].loss_in_full for name, trainer in self.trainers.items()}

    def at(self, values: Values, **more: Any) -> AtPoint:
        """The statement's terms at these values of the parameters."""
        sizes = {"d": self.bench.problem.d, "M": self.M or self.bench.problem.M}
        constants = {**self.bench.constants, **self.free}
        return AtPoint(sizes, {**constants, **values}, risk=self._risk, fixed=frozenset(constants), memory=self.memory,
                       **more)  # fmt: skip

    def trainer_of(self, loss: Term) -> tuple[str, Bench] | None:
        """What trains on this loss, and where: a loss written with beta^* = 0 is that of the centred problem."""
        full = loss.body if isinstance(loss, Abbrev) else loss
        for trainer, known in self.losses.items():
            if full == known:
                return trainer, self.bench
            mean = next((s for s in symbols(known) if s.name == "beta_star"), None)
            if mean is not None and full == substitute(known, {mean: zeros("d", 1)}):
                return trainer, self.bench.centred
        return None

    def _risk(self, term: Term, values: Values) -> float | None:
        if self.trainer_of(term) != ("gd-beta", self.bench) or not {"beta", "Gamma"} <= values.keys():
            return None
        return float(self.bench.population.risk(tensors(values, self.bench.problem.d)))

    # Propositions --------------------------------------------------------------------------------------------

    def rows(self, prop: Prop) -> Iterator[Row]:
        """The rows of a statement; none where it says nothing about training, or nothing at this problem."""
        for under, link in said(prop):
            if not all(map(self.true, under)) or not trains(link):
                continue
            if link.head not in _READERS:
                raise Lacks(f"trained lacks {link.head}")
            yield from _READERS[link.head](self, link)

    def true(self, prop: Prop, at: AtPoint | None = None) -> bool:
        """Whether a condition on the problem is met."""
        return logic.truth(prop, _Problem(at or self.at({}))).read() is logic.Truth.TRUE

    def limit(self, prop: Prop) -> Iterator[Row]:
        body, value = terms_in(prop)
        for start, flow in self.bench.flows.items():
            at = self.along(flow, -1)
            left, right = at.read(body), at.read(value)
            width = self._integration(flow, -1, body) + self._still_to_go(flow, body)
            yield row_of(prop, f"the flow from {start}", "eq", left, right, width)
        if "gd-beta" not in self.bench.row.models or mentions(value, "at0"):
            return
        estimate = self.bench.estimates("gd-beta").function(lambda p: self.at(arrays(p)).read(body))
        right = self.at({}).read(value)
        yield row_of(prop, "trained by SGD", "eq", estimate.value, right, estimate.width)

    def exists(self, prop: Prop) -> Iterator[Row]:
        """Of a limit alone: the flow comes to rest."""
        variable, inner = prop.args
        assert isinstance(inner, Prop)
        if inner.head != "limit" or inner.args[1] != variable:
            raise Lacks("trained lacks exists of anything but a limit")
        body = inner.args[0]
        assert isinstance(body, Term)
        for start, flow in self.bench.flows.items():
            speeds = [self.along(flow, k).read(Op("ddt", (body,))) for k in (0, -1)]
            width = 1e-6 * float(np.abs(speeds[0]).max()) + ROUNDING
            yield row_of(prop, f"the speed at the end of the flow from {start}", "eq", speeds[1], 0 * speeds[1], width)

    def always(self, prop: Prop) -> Iterator[Row]:
        (body,) = inside(prop)
        for comparison in _comparisons(body):
            left, right = (arg for arg in comparison.args if isinstance(arg, Term))
            for start, flow in self.bench.flows.items():
                yield max(self._followed(comparison, start, flow, left, right), key=excess)

    def _followed(self, prop: Prop, start: str, flow: Flow, left: Term, right: Term) -> Iterator[Row]:
        for k in range(len(flow.times)):
            l, r = (self.along(flow, k).read(side) for side in (left, right))  # noqa: E741 - the two sides
            errors = (self._integration(flow, k, side) for side in (left, right))
            largest = max(1e-3, float(np.abs(l).max()), float(np.abs(r).max()))
            how = f"the flow from {start}, at time {flow.times[k]:.4g}"
            yield row_of(prop, how, prop.head, l + 0 * r, r + 0 * l, np.maximum(*errors) * 2 + ROUNDING * largest)

    def minimisers(self, prop: Prop) -> Iterator[Row]:
        loss, body = prop.args[:2]
        assert isinstance(loss, Term)
        assert isinstance(body, Prop)
        trainer, bench = self._trained(loss)
        if bench.problem != self.bench.problem:
            raise Vacuous
        estimates = bench.estimates(trainer)
        for comparison in _comparisons(body.args[0] if body.head == "almost_surely" else body):  # type: ignore[arg-type]
            left, right = (arg for arg in comparison.args if isinstance(arg, Term))

            def off(p: Reduced, left: Term = left, right: Term = right) -> Array:
                at = self.at({**arrays(p), **self.bench.prompt})
                made: Array = at.read(left) - at.read(right)
                return made

            estimate = estimates.function(off)
            zero = np.zeros(len(estimate.value))
            how = f"the minimum of {trainer} by SGD"
            yield row_of(comparison, how, comparison.head, estimate.value, zero, estimate.width)

    def global_minimum(self, prop: Prop) -> Iterator[Row]:
        loss, *flat = prop.args
        assert isinstance(loss, Term)
        if self._trained(loss)[0] != "gd-beta":
            raise Lacks("trained lacks the exact risk of anything but GD-beta")
        at = self.at({})
        values = {s.name: at.read(v) for s, v in zip(flat[::2], flat[1::2], strict=True)
                  if isinstance(s, Sym) and isinstance(v, Term)}  # fmt: skip
        stated = float(self.bench.population.risk(tensors(values, self.bench.problem.d)))
        estimate = self.bench.estimates("gd-beta").risk()
        yield row_of(prop, "the risk there, and the least by SGD", "eq", [stated], estimate.value, estimate.width)

    def local_minimum(self, prop: Prop) -> Iterator[Row]:
        """Exact flows from near the point come back to its risk."""
        from numeric.training.block.flow import gradient_flow
        from numeric.training.block.population import as_reduced

        loss, *flat = prop.args
        assert isinstance(loss, Term)
        known = self.trainer_of(loss)
        if known is None or known[0] == "lsa":
            raise Lacks("trained lacks the local minima of a function that is no risk of LTB or GD-beta")
        at, population = self.at({}), self.bench.population
        values = {s.name: at.read(v)[0] for s, v in zip(flat[::2], flat[1::2], strict=True)
                  if isinstance(s, Sym) and isinstance(v, Term)}  # fmt: skip
        flat_values = {n: v if v.shape[0] == v.shape[1] > 1 else v[:, 0] for n, v in values.items()}
        order = next(model.parameters for name, model in self.models.items() if self.trainers[name] == known[0])
        values = {p.name: flat_values[p.name][0] if p.name == "s" else flat_values[p.name] for p in order}
        point = as_reduced(values)
        draw = generator(self.bench.owner, "near a minimum", self.bench.seed)
        for k in range(NEAR):
            start = as_reduced({n: v + NEAR_BY * draw.standard_normal(np.shape(v)) for n, v in values.items()})
            flow = gradient_flow(population, start, NEAR_TIME, points=2)
            ends = [float(population.risk(flow.at(-1, coarse))) for coarse in (False, True)]
            width = 10 * abs(ends[1] - ends[0]) + 1e-3 * (float(population.risk(start)) - ends[0]) + ROUNDING
            how = f"the end of flow {k + 1} from near the point"
            yield row_of(prop, how, "eq", [ends[0]], [float(population.risk(point))], [width])

    def independent(self, prop: Prop) -> Iterator[Row]:
        value, *variables = prop.args
        if not isinstance(value, Op) or value.head not in LEAST or [getattr(v, "name", "") for v in variables] != [
            "beta_star"
        ]:
            raise Lacks("trained lacks independence of anything but a least risk of the task mean")
        trainer, bench = self._trained(value.args[0])
        here, there = (each.estimates(trainer).risk() for each in (bench, bench.centred))
        width = np.add(here.width, there.width)
        yield row_of(prop, f"{trainer} by SGD at two task means", "eq", here.value, there.value, width)

    def comparison(self, prop: Prop) -> Iterator[Row]:
        left, right = terms_in(prop)
        if mentions(left, "ddt") or mentions(right, "ddt"):
            yield from self._velocities(prop, left, right)
            return
        leaves = [node for side in (left, right) for node in _least_of(side)]
        if not leaves:
            return
        known = {}
        names = []
        for node in dict.fromkeys(leaves):
            trainer, bench = self._trained(node.args[0])
            self._over_all_parameters(node, trainer)
            known[node] = bench.estimates(trainer).risk()
            names.append(trainer + (" at task mean 0" if bench is not self.bench else ""))
        made = []
        for signs in product((0, -1, 1), repeat=len(known)):
            least = {n: e.value[0] + k * e.width[0] for (n, e), k in zip(known.items(), signs, strict=True)}
            at = self.at({}, least=least.get)
            made.append((at.read(left), at.read(right)))
        (l, r), *others = made  # noqa: E741 - the two sides
        width = np.max([np.abs((a - b) - (l - r)) for a, b in others], axis=0)
        yield row_of(prop, f"the least risk of {' and '.join(names)} by SGD", prop.head, l, r, width)

    def _velocities(self, prop: Prop, left: Term, right: Term) -> Iterator[Row]:
        """Time derivatives at two points, from fresh prompts; exactly where no model is trained."""
        d, drawn = self.bench.problem.d, "gd-beta" in self.bench.row.models
        for name in ("a small random start", "a large random start"):
            point = arrays(self.bench.flows[name].at(0))

            def sides(moved: int | None, point: Values = point) -> tuple[Array, Array]:
                def velocity(values: Values) -> Values:
                    if not drawn:
                        return self._exact_velocity(values)
                    center, width = self.bench.velocity(values)
                    return self._split(center + (np.arange(len(center)) == moved) * width)

                at = self.at(point, velocity=velocity)
                return at.read(left), at.read(right)

            l, r = sides(None)  # noqa: E741 - the two sides
            width = np.full_like(l - r, ROUNDING * max(1.0, float(np.abs(r).max())))
            for k in range(d + d * d if drawn else 0):
                a, b = sides(k)
                width = width + np.abs((a - b) - (l - r))
            how = f"the gradient {'on fresh prompts ' if drawn else ''}at {name}"
            yield row_of(prop, how, prop.head, l + 0 * r, r + 0 * l, width)

    # What is known -------------------------------------------------------------------------------------------

    def along(self, flow: Flow, k: int, coarse: bool = False) -> AtPoint:
        """The k-th point of a flow, with its velocity and its start."""
        key = id(flow), k % len(flow.times), coarse
        if key not in self.points:
            values = {**arrays(flow.at(k, coarse)), "t": np.array([[[flow.times[k]]]])}
            start = {**arrays(flow.at(0)), "t": np.zeros((1, 1, 1))}
            self.points[key] = self.at(values, initial=start, velocity=self._exact_velocity)
        return self.points[key]

    def _exact_velocity(self, values: Values) -> Values:
        return self._split(self.bench.field(0.0, np.concatenate([values[n].reshape(-1) for n in ("beta", "Gamma")])))

    def _split(self, flat: np.ndarray) -> Values:
        """beta and Gamma of a vector of all of their entries."""
        d = self.bench.problem.d
        return {"beta": flat[:d].reshape(1, d, 1), "Gamma": flat[d:].reshape(1, d, d)}

    def _integration(self, flow: Flow, k: int, term: Term) -> Array:
        """What the error of integration may do to a term: ten times the difference of two tolerances."""
        made: Array = 10 * np.abs(self.along(flow, k).read(term) - self.along(flow, k, coarse=True).read(term))
        return made

    def _still_to_go(self, flow: Flow, body: Term) -> Array:
        """What a Newton step from the end of the flow would still change, twice, with rounding."""
        from numeric.training.block.flow import newton_step

        end = flow.at(-1)
        step = newton_step(self.bench.population, end)
        here, there = (self.at({**arrays(p), "t": np.zeros((1, 1, 1))}, initial=arrays(flow.at(0))).read(body)
                       for p in (end, {name: end[name] + step[name] for name in end}))  # fmt: skip
        made: Array = 2 * np.abs(there - here) + ROUNDING * max(1.0, float(np.abs(here).max()))
        return made

    def _trained(self, loss: Any) -> tuple[str, Bench]:
        found = self.trainer_of(loss)
        if found is None:
            raise Lacks("trained lacks the minimum of a function that is no model's risk")
        if found[0] not in found[1].row.models:
            raise Vacuous
        return found

    def _over_all_parameters(self, node: Op, trainer: str) -> None:
        name = next(n for n, t in self.trainers.items() if t == trainer)
        over = {arg.name for arg in node.args[1:] if isinstance(arg, Sym)}
        if over != {parameter.name for parameter in self.models[name].parameters}:
            raise Lacks("trained lacks a minimum over some of the parameters")


_READERS: Mapping[str, Callable[[Reading, Prop], Iterator[Row]]] = {
    "local_minimum": Reading.local_minimum, "limit": Reading.limit, "exists": Reading.exists, "always": Reading.always,
    "minimisers_satisfy": Reading.minimisers, "global_minimum": Reading.global_minimum,
    "independent_of": Reading.independent, **dict.fromkeys(RELATIONS, Reading.comparison),
}  # fmt: skip


def read(prop: Prop, reading: Reading) -> list[Row]:
    """All rows at one problem; none where the statement says nothing there."""
    try:
        return list(reading.rows(prop))
    except Vacuous:
        return []


def _comparisons(prop: Prop) -> Iterator[Prop]:
    for link in conjuncts(prop):
        if link.head not in RELATIONS:
            raise Lacks(f"trained lacks {link.head} of trained parameters")
        yield link


def _least_of(node: Term) -> list[Op]:
    if isinstance(node, Op):
        return [node] if node.head in LEAST else [leaf for arg in node.args for leaf in _least_of(arg)]
    return _least_of(node.body) if isinstance(node, Abbrev) else []
