r"""Do trained weights meet a stated limit within what the statistics allow?  And is the gradient zero there?

The prediction does not change when u_-1, u12 are multiplied and U11, u21 divided by the same number, so the loss
determines :math:`\theta=(u_{-1}U_{11},\,u_{12}/u_{-1},\,u_{-1}u_{21})`.  Let :math:`\theta_0` be the stated limit and
:math:`\hat\theta` the trained weights, a zero of the gradient of the sample.  For a direction :math:`\delta`,

.. math:: t_\delta=\delta^\top\hat H(\hat\theta-\theta_0)=-\frac1B\sum_\tau\psi_\tau+\text{remainder},\qquad
          \psi_\tau=\langle\delta,\nabla\ell_\tau(\theta_0)\rangle,

where :math:`\hat H` is the Hessian of the sample; if the limit is right, the :math:`\psi_\tau` are independent with
mean zero.  The region for :math:`t_\delta` is Catoni's for the mean of the :math:`\psi_\tau`.  What this leaves open
(the sample mean is not Catoni's estimate; curvature; an unfinished or coarse descent) is measured, as ``slack``: a run
whose slack is more than half of its radius decides nothing.  The split between u_-1 and U11, which the loss does not
see, is tested by :math:`\hat u_{-1}-u_{-1}^*` with :math:`\psi` through the inverse Hessian; it feels the balancedness
that gradient flow keeps.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
import torch
from torch import Tensor

from ..errors import InputError
from ..statistics import mean_test, needed_n
from ..streams import torch_generator
from .config import Config
from .contexts import Contexts, draw_contexts
from .model import Statistics, losses
from .trainer import fixed_sample, fixed_statistics, weights_of

Weights = tuple[Tensor, Tensor]
"""(W_PV, W_KQ)."""
SOLVER_PART = 512
"""Contexts on which the inverse Hessian is applied."""


def as_weights(W_PV: Any, W_KQ: Any, device: str = "cpu") -> Weights:
    made = [torch.tensor(np.asarray(A, dtype=np.float64), device=device) for A in (W_PV, W_KQ)]
    return made[0], made[1]


def reduced(weights: Weights) -> Tensor:
    """theta of the module's docstring, as one vector: P row by row, then u12/u_-1, then u_-1 u21."""
    W_PV, W_KQ = weights
    d = len(W_PV) - 1
    u_1 = W_PV[d, d]
    return torch.cat([(u_1 * W_KQ[:d, :d]).reshape(-1), W_PV[d, :d] / u_1, u_1 * W_KQ[d, :d]])


def unreduced(theta: Tensor, d: int) -> Weights:
    """Weights with u_-1 = 1 that have this theta (or these thetas, one a row)."""
    *batch, _ = theta.shape
    last_row = torch.cat([theta[..., d * d : d * d + d], theta.new_ones(*batch, 1)], -1)
    W_PV = torch.cat([theta.new_zeros(*batch, d, d + 1), last_row[..., None, :]], -2)
    W_KQ = torch.cat([theta[..., : d * d].reshape(*batch, d, d), theta[..., d * d + d :][..., None, :]], -2)
    return W_PV, torch.cat([W_KQ, theta.new_zeros(*batch, d + 1, 1)], -1)


class Sample:
    """A sample of contexts and what the tests ask of it."""

    def __init__(self, contexts: Contexts, chunk: int, statistics: Statistics | None = None) -> None:
        self.contexts, self.chunk, self.statistics = contexts, chunk, statistics
        self.d = contexts.S.shape[1]

    def scores(self, theta: Tensor, directions: list[Tensor]) -> list[np.ndarray]:
        """Per context the derivative of its loss at theta along each direction."""
        return self._scores(lambda part, at: losses(part, *unreduced(at, self.d)), theta, directions)

    def weight_scores(self, weights: Weights, directions: list[Tensor]) -> list[np.ndarray]:
        """The same in the weights themselves: directions are stacks of (W_PV, W_KQ)."""
        return self._scores(lambda part, at: losses(part, at[:, 0], at[:, 1]), torch.stack(weights), directions)

    def _scores(
        self, loss: Callable[[Contexts, Tensor], Tensor], point: Tensor, directions: list[Tensor]
    ) -> list[np.ndarray]:
        collected = []
        along = torch.stack([v.reshape(-1) for v in directions], 1)
        for begin in range(0, len(self.contexts), self.chunk):
            part = self.contexts.part(begin, begin + self.chunk)
            # A copy of the point for every context: the gradient of the sum is then one gradient per context.
            copies = point.detach().expand(len(part), *point.shape).clone().requires_grad_()
            (gradients,) = torch.autograd.grad(loss(part, copies).sum(), copies)
            collected.append(gradients.reshape(len(part), -1) @ along)
        return list(torch.cat(collected).T.contiguous().cpu().numpy())

    def curvature(self, theta: Tensor, direction: Tensor, most: int | None = None) -> Tensor:
        """The Hessian of the mean loss at theta (of the first ``most`` contexts), applied to ``direction``."""
        if most is None and self.statistics is not None:
            point = theta.detach().requires_grad_()
            (gradient,) = torch.autograd.grad(self.statistics.loss(*unreduced(point, self.d)), point, create_graph=True)
            return torch.autograd.grad(gradient, point, direction)[0]
        n = min(len(self.contexts), most or len(self.contexts))
        applied = torch.zeros_like(theta)
        for begin in range(0, n, self.chunk):
            point = theta.detach().requires_grad_()
            part = self.contexts.part(begin, min(begin + self.chunk, n))
            loss = losses(part, *unreduced(point, self.d)).sum() / n
            (gradient,) = torch.autograd.grad(loss, point, create_graph=True)
            applied += torch.autograd.grad(gradient, point, direction)[0]
        return applied

    def solve(self, theta: Tensor, right: Tensor, steps: int = 60) -> Tensor:
        """The inverse Hessian at theta applied to ``right``, by conjugate gradients."""
        solution, residue = torch.zeros_like(right), right.clone()
        direction, size = residue.clone(), residue @ residue
        target = 1e-16 * size
        for _ in range(steps):
            if size <= target:
                break
            product = self.curvature(theta, direction, SOLVER_PART)
            step = size / (direction @ product)
            solution, residue = solution + step * direction, residue - step * product
            before, size = size, residue @ residue
            direction = residue + size / before * direction
        return solution


def directions_of(config: Config, stated: Tensor, others: Mapping[str, Tensor]) -> dict[str, Tensor]:
    """Unit directions in theta: towards each other limit, the scale of P, and random ones in each block."""
    d = config.d
    generator = torch_generator(config.owner, "directions", config.seed, config.device)
    made = {f"towards {name}": other - stated for name, other in others.items()}
    made["scale of u_-1 U11"] = stated
    for name, begin, end in (("u_-1 U11", 0, d * d), ("u12", d * d, d * d + d), ("u21", d * d + d, d * d + 2 * d)):
        made[f"random in {name}"] = torch.zeros_like(stated)
        normal = torch.randn(end - begin, generator=generator, dtype=torch.float64, device=config.device)
        made[f"random in {name}"][begin:end] = normal
    return {name: v / v.norm() for name, v in made.items() if float(v.norm()) > 0}


class Acceptance:
    """One trained run, held against the stated limit, against other limits, and later against more of them."""

    def __init__(
        self, config: Config, record: Mapping[str, Any], stated: Weights, others: Mapping[str, Weights], alpha: float
    ) -> None:
        torch.set_num_threads(1)
        self.config, self.alpha = config, alpha
        self.stated, self.others = stated, dict(others)
        self.sample = Sample(fixed_sample(config), config.chunk, fixed_statistics(config))
        self.trained = weights_of(dict(record), config.device)
        point = reduced(stated)
        self.directions = directions_of(config, point, {name: reduced(other) for name, other in others.items()})
        self.split = self.sample.solve(point, split_gradient(point, config.d))
        self.tests = len(self.directions) + 1

    def against(self, limit: Weights) -> list[dict[str, Any]]:
        """For every direction, and for u_-1 (through ``split``): t, its radius and its slack."""
        d = self.config.d
        at, deviation = reduced(limit), reduced(self.trained) - reduced(limit)
        names, chosen = list(self.directions), list(self.directions.values())
        pulled = self.sample.curvature(at + deviation / 2, deviation)
        moved = [float(v @ pulled) for v in chosen]
        moved.append(float(self.trained[0][d, d] - limit[0][d, d]))
        rows = []
        for name, t, psi in zip([*names, "u_-1"], moved, self.sample.scores(at, [*chosen, self.split]), strict=True):
            row = _row(name, psi, self.alpha / self.tests)
            mean = float(psi.mean())
            rows.append({**row, "t": t, "slack": abs(t + mean) + abs(mean - row["estimate"])})
        return rows

    def raw(self) -> dict[str, Any]:
        """Raw outcomes, JSON-able: ``{"stated": [...], "others": {name: [...]}, "gradient": {...}, ...}``, for
        :func:`verdict`."""
        return {
            "alpha": self.alpha,
            "tests": self.tests,
            "stated": self.against(self.stated),
            "others": {name: self.against(limit) for name, limit in self.others.items()},
            "gradient": gradient_tests(self.config, {"stated": self.stated, **self.others}, self.alpha),
        }


def rejects(raw: Mapping[str, Any], rows: list[dict[str, Any]]) -> bool:
    """Whether the rows of another limit exclude it, given the raw outcomes of the run."""
    slack = {row["name"]: row["slack"] for row in raw["stated"]}
    return any(abs(row["t"]) > row["radius"] + slack[row["name"]] for row in rows if row["radius"] is not None)


def split_gradient(theta: Tensor, d: int) -> Tensor:
    r"""The gradient in theta of :math:`u_{-1}=\|P\|_F^{1/2}`, which holds on balanced weights with u12 = u21 = 0."""
    P = torch.zeros_like(theta)
    P[: d * d] = theta[: d * d]
    return P / (2 * P.norm() ** 1.5)


def gradient_tests(config: Config, limits: Mapping[str, Weights], alpha: float) -> dict[str, list[dict[str, Any]]]:
    """Is the expected gradient zero at each limit?  Fresh contexts; directions in every block and between limits."""
    d = config.d
    generator = torch_generator(config.owner, "gradient", config.seed, config.device)
    sample = Sample(draw_contexts(config, config.contexts, generator), config.chunk)
    blocks = {"U11": (1, slice(0, d), slice(0, d)), "u21": (1, slice(d, d + 1), slice(0, d)),
              "u12": (0, slice(d, d + 1), slice(0, d)), "u_-1": (0, slice(d, d + 1), slice(d, d + 1))}  # fmt: skip
    directions = {}
    for name, where in blocks.items():
        directions[name] = torch.zeros(2, d + 1, d + 1, dtype=torch.float64, device=config.device)
        inside = directions[name][where]
        inside.copy_(torch.randn(inside.shape, generator=generator, dtype=torch.float64, device=config.device))
    first = torch.stack(limits["stated"])
    for name, weights in limits.items():
        if name != "stated":
            directions[f"towards {name}"] = torch.stack(weights) - first
    names = [name for name, v in directions.items() if float(v.norm()) > 0]
    units = [directions[name] / directions[name].norm() for name in names]
    size = alpha / len(names)
    found = {}
    for limit, weights in limits.items():
        scores = sample.weight_scores(weights, units)
        found[limit] = [_row(name, psi, size) for name, psi in zip(names, scores, strict=True)]
    return found


def _row(name: str, psi: np.ndarray, alpha: float) -> dict[str, Any]:
    """The test that psi has mean zero, as raw outcomes; the radius is None where its tails are too heavy for n."""
    try:
        test = mean_test(psi, 0.0, alpha=alpha)
    except InputError as error:
        return {"name": name, "estimate": float(psi.mean()), "radius": None, "n": len(psi), "why": str(error)}
    return {
        "name": name, "estimate": test.estimate, "radius": test.radius, "detectable": test.detectable, "n": test.n,
        "variance": test.variance, "ground": test.ground.name,
        "kurtosis": test.kurtosis_measured, "kurtosis_ceiling": test.kurtosis_ceiling,
    }  # fmt: skip


def verdict(raw: Mapping[str, Any]) -> dict[str, Any]:
    """What raw outcomes say.

    ``meets`` (None where the run decides nothing), which other limits are ``rejected``, and for those that are not the
    number of contexts that it ``needs``.  ``unbounded`` are directions whose tails are too heavy for the size of the
    sample; a run with any of them decides nothing.
    """
    stated = [row for row in raw["stated"] if row["radius"] is not None]
    coarse = [row["name"] for row in stated if row["slack"] > row["radius"] / 2]
    misses = [row["name"] for row in stated if abs(row["t"]) > row["radius"] + row["slack"]]
    at_stated = [row for row in raw["gradient"]["stated"] if row["radius"] is not None]
    gradient_misses = [row["name"] for row in at_stated if abs(row["estimate"]) > row["radius"]]
    rejected, needs = {}, {}
    for name, rows in raw["others"].items():
        bounded = [row for row in rows if row["radius"] is not None]
        at_other = [row for row in raw["gradient"][name] if row["radius"] is not None]
        by_training = rejects(raw, rows)
        by_gradient = any(abs(row["estimate"]) > row["radius"] for row in at_other)
        rejected[name] = {"by the trained weights": by_training, "by the gradient": by_gradient}
        if not by_training and bounded:
            size = raw["alpha"] / raw["tests"]
            needs[name] = min(needed_n(abs(row["t"]), row["variance"], size) for row in bounded if row["t"] != 0)
    unbounded = sorted(row["name"] for row in raw["stated"] if row["radius"] is None)
    if misses:
        meets: bool | None = False
    else:
        meets = None if coarse or unbounded else True
    return {
        "meets": meets, "misses": misses, "coarse": coarse,
        "gradient_zero": bool(at_stated) and not gradient_misses, "gradient_misses": gradient_misses,
        "unbounded": unbounded, "rejected": rejected, "needs": needs,
    }  # fmt: skip
