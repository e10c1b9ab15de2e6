"""What is trained for the statements about LTB, LSA and GD-beta: problems, SGD runs with fresh prompts, exact flows.

A :class:`Bench` is one problem with everything that training tells about it, made when first asked for and kept, so
that statements about the same problem share their runs and wrong twins train nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from numeric.streams import generator
from numeric.training.block.settings import Problem, Settings, problem, settings

from ...statement.fold import Lacks

if TYPE_CHECKING:
    from numeric.training.block.estimates import Estimates
    from numeric.training.block.flow import Flow
    from numeric.training.block.models import Reduced
    from numeric.training.block.population import Population

ALPHA = 1e-9
"""The false-alarm rate of one estimate."""
TRAINERS: Mapping[str, Mapping[str, str]] = {"zwb": {"": "gd-beta", "ltb": "ltb", "lsa": "lsa"}}
"""By paper: what trains its models."""
OWNER = "zwb/block"
STARTS = {"zero": 0.0, "a small random start": 0.5, "a large random start": 2.0}
"""Of the exact flows: the standard deviation of the entries."""
FLOW_LENGTH = 25.0
"""Flows are followed for so many times the inverse of their slowest rate at the end."""
GENERAL = ((1.0, 0.3), (0.3, 0.7)), ((0.8, -0.2), (-0.2, 1.1))
TURN = np.array([[2, -1, 2], [2, 2, -1], [-1, 2, 2]]) / 3
"""An orthogonal matrix."""


def _turned(*values: float) -> Any:
    return TURN @ np.diag(values) @ TURN.T


GENERAL_3 = _turned(1.2, 0.7, 0.4), _turned(0.5, 1.0, 0.8)[::-1, ::-1]
SINGULAR = _turned(1.2, 0.6, 0.0), _turned(0.0, 0.9, 0.5)[::-1, ::-1]
PROBLEMS: Mapping[str, Problem] = {
    "d = 2": problem(8, *GENERAL, 0.4, (1.2, -0.8)),
    "d = 3, H and Psi of rank 2": problem(3, *SINGULAR, 0.5, (1.0, 0.5, -1.0)),
    "d = 2, H Psi = 0 and no noise": problem(3, ((1.0, 0.0), (0.0, 0.0)), ((0.0, 0.0), (0.0, 1.0)), 0.0, (1.0, 1.0)),
    "d = 1, alpha = gamma": problem(1, [[1.0]], [[0.25]], 0.5, (1.5,)),
    "d = 2, Psi = diag(1, 1/10), M = 1": problem(1, np.eye(2), np.diag([1, 0.1]), 1.0, (1.0, 2.0)),
    "d = 2, Psi = diag(1, 1/10), M = 5": problem(5, np.eye(2), np.diag([1, 0.1]), 1.0, (1.0, 2.0)),
    "d = 3": problem(6, *GENERAL_3, 0.5, (1.0, -0.5, 0.8)),
    "d = 2, M = 1": problem(1, *GENERAL, 0.3, (1.0, 0.5)),
    "d = 3, M = 20": problem(20, *GENERAL_3, 0.5, (1.0, -0.5, 0.8)),
    "d = 4, M = 30": problem(
        30, np.diag([1.2, 0.9, 0.7, 0.5]), np.diag([0.5, 1.0, 0.8, 0.6]), 0.5, (1.0, -0.5, 0.8, 0.4)
    ),
}  # fmt: skip
STEPS = {"gd-beta": 300, "ltb": 500, "lsa": 600}
BATCH = 128
RANDOM_STARTS = {"gd-beta": 1, "ltb": 8, "lsa": 2}
"""Random initialisations, of which the best is kept: LTB has local minima above the least risk."""
WIDER = {"gd-beta": 0, "ltb": 2, "lsa": 0}
"""By how much all widths exceed the least that the classes allow."""


@dataclass(frozen=True)
class Row:
    """One problem of a tier: which models are trained there, and how long."""

    problem: str
    models: tuple[str, ...]
    fresh: int = 98_304
    """Fresh prompts of each estimate."""
    longer: float = 1.0
    """Steps of training, relative to :data:`STEPS`."""
    repeat: int = 0
    """Another seed."""
    centred: bool = False
    """The same problem with task mean 0."""

    @property
    def label(self) -> str:
        said = f"{self.problem}, task mean 0" if self.centred else self.problem
        return said + (f", seed {self.repeat}" if self.repeat else "")


ALL = ("gd-beta", "ltb", "lsa")
TIERS: Mapping[str, tuple[Row, ...]] = {
    "dry": (Row("d = 2", ALL, 4096, 0.02),),
    "fast": (
        Row("d = 2", ALL), Row("d = 2", ("ltb", "lsa"), centred=True), Row("d = 3, H and Psi of rank 2", ("gd-beta",)),
        Row("d = 2, H Psi = 0 and no noise", ()), Row("d = 1, alpha = gamma", ()),
    ),
    "full": (
        Row("d = 2", ALL, 1_048_576, 3.0), Row("d = 2", ALL, 1_048_576, 3.0, repeat=1),
        Row("d = 2", ALL, 1_048_576, 3.0, centred=True), Row("d = 3, H and Psi of rank 2", ALL, 524_288, 4.0),
        Row("d = 2, H Psi = 0 and no noise", ()), Row("d = 1, alpha = gamma", ()), Row("d = 3", ALL, 524_288, 3.0),
    ),
    "gpu": (
        Row("d = 3", ALL, 8_388_608, 5.0), Row("d = 3", ALL, 8_388_608, 5.0, repeat=1),
        Row("d = 3, M = 20", ALL, 4_194_304, 5.0), Row("d = 4, M = 30", ALL, 4_194_304, 5.0),
        Row("d = 3, H and Psi of rank 2", ALL, 8_388_608, 5.0),
        Row("d = 3", ALL, 8_388_608, 5.0, centred=True),
    ),
}  # fmt: skip

INSTANCES = (Row("d = 2, Psi = diag(1, 1/10), M = 1", ()), Row("d = 2, Psi = diag(1, 1/10), M = 5", ()))
"""Problems that statements about a single one name, beside those of every tier."""


@dataclass
class Bench:
    """One problem, and what training tells about it."""

    row: Row
    device: str
    seed: int | None
    _estimates: dict[str, Estimates] = field(default_factory=dict)
    _velocities: dict[bytes, tuple[np.ndarray, np.ndarray]] = field(default_factory=dict)
    _records: dict[str, dict[str, Any]] = field(default_factory=dict)

    @property
    def problem(self) -> Problem:
        made = PROBLEMS[self.row.problem]
        return replace(made, beta_star=(0.0,) * made.d) if self.row.centred else made

    @property
    def label(self) -> str:
        return self.row.label

    @property
    def owner(self) -> str:
        return f"{OWNER}/{self.row.label}"

    @property
    def centred(self) -> Bench:
        """The same problem with task mean 0."""
        return bench_of(replace(self.row, centred=True), self.device, self.seed)

    def settings(self, model: str) -> Settings:
        steps, d, more = round(STEPS[model] * self.row.longer), self.problem.d, WIDER[model]
        return settings(
            model, self.problem, method="sgd", rate=0.05, scale=0.5, batch=BATCH, steps=steps,
            widths=(d + more, d + 1 + more, d + 1 + more), starts=RANDOM_STARTS[model], owner=self.owner,
            device=self.device, seed=self.seed,
        )  # fmt: skip

    def estimates(self, model: str) -> Estimates:
        """The model trained by SGD, and fresh prompts at it."""
        if model not in self.row.models:
            raise Lacks(f"trained does not train {model} on the problem {self.label}")
        if model not in self._estimates:
            from numeric.training.block.estimates import Estimates
            from numeric.training.block.trainer import reduced_of, train

            at = self.settings(model)
            record = train(at)
            risks = [float(self.population.risk(reduced_of(record, k))) for k in range(at.starts)]
            best = reduced_of(record, int(np.argmin(risks)), self.device)
            self._records[model] = {**record, "risks": risks}
            self._estimates[model] = Estimates(at, best, self.row.fresh, ALPHA)
        return self._estimates[model]

    def velocity(self, values: Mapping[str, np.ndarray]) -> tuple[np.ndarray, np.ndarray]:
        """What the flow of GD-beta moves these parameters by, estimated on fresh prompts, with the width of that."""
        key = values["beta"].tobytes() + values["Gamma"].tobytes()
        if key not in self._velocities:
            found = self.estimates("gd-beta").velocity(tensors(values, self.problem.d))
            both = [found[name] for name in ("beta", "Gamma")]
            self._velocities[key] = (
                np.concatenate([each.value for each in both]), np.concatenate([each.width for each in both]),
            )  # fmt: skip
        return self._velocities[key]

    def trained(self) -> dict[str, dict[str, Any]]:
        """Of the runs that were made, by model: where they ended, and the exact risks of all starts."""
        kept = ("risks", "reduced", "steps", "seconds")
        return {model: {name: record[name] for name in kept} for model, record in self._records.items()}

    @cached_property
    def population(self) -> Population:
        """The exact risk."""
        from numeric.training.block.population import Population

        return Population(self.problem)

    @cached_property
    def field(self) -> Callable[[float, np.ndarray], np.ndarray]:
        """Minus the gradient of the exact risk of GD-beta, as a function of time and state."""
        from numeric.training.block.flow import velocity

        return velocity(self.population)

    @cached_property
    def flows(self) -> dict[str, Flow]:
        """Exact gradient flows of GD-beta, by their starts."""
        from numeric.training.block.flow import gradient_flow, slowest_rate
        from numeric.training.block.population import as_reduced

        d = self.problem.d
        made = {}
        for name, scale in STARTS.items():
            draw = generator(self.owner, f"start/{name}", self.seed)
            values = {"beta": scale * draw.standard_normal(d), "Gamma": scale * draw.standard_normal((d, d))}
            start = as_reduced(values)
            end = FLOW_LENGTH / slowest_rate(self.population, self._rest())
            made[name] = gradient_flow(self.population, start, end)
        return made

    def _rest(self) -> Reduced:
        """A point near which flows come to rest: a short flow from zero says how fast."""
        from numeric.training.block.flow import gradient_flow
        from numeric.training.block.population import as_reduced

        d = self.problem.d
        zero = as_reduced({"beta": np.zeros(d), "Gamma": np.zeros((d, d))})
        return gradient_flow(self.population, zero, 100.0, points=2).at(-1)

    @cached_property
    def constants(self) -> dict[str, np.ndarray]:
        """The values of the problem's symbols, as arrays (1, rows, columns)."""
        at = self.problem
        return {
            "H": np.array(at.H)[None], "Psi": np.array(at.Psi)[None], "sigma": np.array([[[at.sigma]]]),
            "beta_star": np.array(at.beta_star)[None, :, None],
        }  # fmt: skip

    @cached_property
    def prompt(self) -> dict[str, np.ndarray]:
        """One drawn prompt, as values of the random symbols: families by member."""
        at, d = self.problem, self.problem.d
        draw = generator(self.owner, "one prompt", self.seed)
        H, Psi = (_root(np.array(A)) for A in (at.H, at.Psi))
        made = {f"x[{i + 1}]": (H @ draw.standard_normal(d))[None, :, None] for i in range(at.M)}
        made |= {f"eps[{i + 1}]": np.array([[[at.sigma * draw.standard_normal()]]]) for i in range(at.M)}
        made["x_q"] = (H @ draw.standard_normal(d))[None, :, None]
        made["p"] = (Psi @ draw.standard_normal(d))[None, :, None]
        made["eps_q"] = np.array([[[at.sigma * draw.standard_normal()]]])
        return made


def _root(A: np.ndarray) -> np.ndarray:
    values, vectors = np.linalg.eigh(A)
    made: np.ndarray = (vectors * np.sqrt(np.where(values > 1e-12, values, 0.0))) @ vectors.T
    return made


def arrays(reduced: Reduced) -> dict[str, np.ndarray]:
    """Parameters as arrays (1, rows, columns)."""
    made = {}
    for name, value in reduced.items():
        a = value.detach().cpu().numpy()
        made[name] = a.reshape(1, *(a.shape if a.ndim == 2 else (a.size, 1)))
    return made


def tensors(values: Mapping[str, np.ndarray], d: int) -> Reduced:
    """GD-beta's parameters of such arrays."""
    from numeric.training.block.population import as_reduced

    return as_reduced({"beta": values["beta"].reshape(d), "Gamma": values["Gamma"].reshape(d, d)})


_BENCHES: dict[tuple[Row, str, int | None], Bench] = {}


def bench_of(row: Row, device: str, seed: int | None) -> Bench:
    """The same object each time."""
    key = row, device, seed
    if key not in _BENCHES:
        _BENCHES[key] = Bench(row, device, seed)
    return _BENCHES[key]


def benches(tier: str, device: str, seed: int | None, single: bool = False) -> list[Bench]:
    """The problems of a tier; of a statement about a ``single`` problem, those that such statements name."""
    return [bench_of(row, device, seed) for row in (INSTANCES if single else TIERS[tier])]
