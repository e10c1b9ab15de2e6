r"""What a trained model and fresh prompts tell about the minimum near which training ended.

Training by SGD ends near a zero :math:`\theta^*` of the gradient of the risk, not on it.  With n fresh prompts, drawn
independently of training, :math:`\psi_\tau=\nabla\ell_\tau(\hat\theta)` at the trained parameters
:math:`\hat\theta` and their Hessian :math:`\hat H`, the Newton step says where that zero is: a function f of the
parameters has there the value

.. math:: f(\theta^*)=f(\hat\theta)-\nabla f^\top\hat H^+\,\mathbb E\psi_\tau+\text{remainder},

an expectation, estimated with the region of Catoni for the declared false-alarm rate.  The remainder (curvature, the
second Newton step) is measured, as ``slack``.  The loss of a prompt is its mean over the query and its label's noise,
:math:`\ell_\tau=\|v_\tau-\tilde\beta\|_H^2+\sigma^2` for a prediction :math:`\langle v_\tau,x\rangle`.

The prediction does not change when (u_1, s) is multiplied and (B_1, b) divided by a number: the parameters of LTB and
LSA are brought to s = 1 first.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
import torch
from torch import Tensor

from ...errors import InputError
from ...statistics import mean_test
from ...streams import torch_generator
from .data import draw
from .models import Reduced, slope
from .population import flat, unflat
from .settings import Settings

FLAT = 1e-7
"""Eigenvalues of the Hessian below this fraction of the largest one belong to directions that no prediction sees."""
PART = 16384
"""Prompts of one pass."""


@dataclass(frozen=True, slots=True)
class Estimate:
    """The value of a function of the parameters at the minimum; entries as a flat list."""

    value: list[float]
    radius: list[float | None]
    """None where the tails are too heavy for the number of prompts."""
    slack: list[float]
    detectable: list[float | None]
    """The smallest error of the stated value that is found with probability 0.99, slack left aside."""

    @property
    def width(self) -> list[float]:
        """By how much the stated value may differ, entry by entry; infinite where nothing is known."""
        return [np.inf if r is None else r + s for r, s in zip(self.radius, self.slack, strict=True)]


def scaled(reduced: Reduced) -> Reduced:
    """The same predictions with s = 1."""
    if "s" not in reduced:
        return dict(reduced)
    s = reduced["s"]
    if float(s.abs()) < 1e-6:
        raise InputError("s is 0 at the trained weights: they have no representation with s = 1. Train anew.")
    divided = {name: reduced[name] / s for name in ("u_1", "s")}
    return {**reduced, **divided, **{name: reduced[name] * s for name in ("B_1", "b")}}


class Estimates:
    """Fresh prompts at a trained model."""

    def __init__(self, settings: Settings, reduced: Reduced, n: int, alpha: float) -> None:
        torch.set_num_threads(1)
        self.settings, self.alpha, self.n = settings, alpha, n
        self.problem, device = settings.problem, settings.device
        generator = torch_generator(settings.owner, f"fresh/{settings.model}", settings.seed, device)
        prompts = draw(self.problem, n, generator, device)
        self.S, self.task = prompts.S, prompts.task
        self.H = torch.tensor(self.problem.H, dtype=torch.float64, device=device)
        point = {name: value.detach().to(device) for name, value in scaled(reduced).items()}
        # s = 1 is no parameter any more.
        self.held = {"s": point.pop("s")} if "s" in point else {}
        self.like, self.point = point, flat(point)
        self.scores, self.losses = self._scores(self.point)
        self.inverse = self._inverse(self._hessian(self.point))
        self.first = -self.inverse @ self.scores.mean(0)
        gradient = self._scores(self.point + self.first)[0].mean(0)
        self.second = -self.inverse @ gradient

    def _loss(self, theta: Tensor, begin: int, end: int) -> Tensor:
        """Per prompt, with one theta or one for each prompt."""
        parameters = {**unflat(theta, self.like), **self.held}
        if self.held and theta.dim() == 2:
            parameters["s"] = self.held["s"].expand(len(theta))
        off = slope(parameters, self.S[begin:end]) - self.task[begin:end]
        made: Tensor = ((off @ self.H) * off).sum(1) + self.problem.sigma**2
        return made

    def _scores(self, theta: Tensor) -> tuple[Tensor, Tensor]:
        """The gradient of the loss of every prompt, and these losses."""
        scores, losses = [], []
        for begin in range(0, self.n, PART):
            end = min(begin + PART, self.n)
            # A copy of the point for every prompt: the gradient of the sum is then one gradient per prompt.
            copies = theta.detach().expand(end - begin, -1).clone().requires_grad_()
            loss = self._loss(copies, begin, end)
            scores.append(torch.autograd.grad(loss.sum(), copies)[0])
            losses.append(loss.detach())
        return torch.cat(scores), torch.cat(losses)

    def _hessian(self, theta: Tensor) -> Tensor:
        point = theta.detach().clone().requires_grad_()
        rows = torch.zeros(len(point), len(point), dtype=point.dtype, device=point.device)
        for begin in range(0, self.n, PART):
            end = min(begin + PART, self.n)
            (gradient,) = torch.autograd.grad(self._loss(point, begin, end).sum(), point, create_graph=True)
            for k in range(len(point)):
                rows[k] += torch.autograd.grad(gradient[k], point, retain_graph=True)[0]
        return rows / self.n

    @staticmethod
    def _inverse(hessian: Tensor) -> Tensor:
        values, vectors = torch.linalg.eigh((hessian + hessian.T) / 2)
        seen = values.abs() > FLAT * values.abs().max()
        inverted = torch.where(seen, 1 / torch.where(seen, values, torch.ones_like(values)), torch.zeros_like(values))
        made: Tensor = (vectors * inverted) @ vectors.T
        return made

    def parameters(self, theta: Tensor) -> Reduced:
        """The parameters with these entries, s = 1 included."""
        return {**unflat(theta, self.like), **self.held}

    def risk(self) -> Estimate:
        r"""The least risk: :math:`\mathbb E\ell(\hat\theta)` less what Newton's step still gains, counted as slack."""
        gain = 0.5 * float(self.scores.mean(0) @ self.inverse @ self.scores.mean(0))
        test = self._test(self.losses.cpu().numpy(), self.alpha)
        return Estimate([test["estimate"] - gain], [test["radius"]], [2 * abs(gain)], [test["detectable"]])

    def function(self, f: Callable[[Reduced], np.ndarray]) -> Estimate:
        """The value of ``f``, a vector, at the minimum."""
        def at(theta: Tensor) -> np.ndarray:
            return np.asarray(f(self.parameters(theta)), dtype=float).reshape(-1)

        here, stepped = at(self.point), at(self.point + self.first)
        further = at(self.point + self.first + self.second)
        h = 1e-5
        columns = [(at(self.point + h * e) - at(self.point - h * e)) / (2 * h) for e in torch.eye(
            len(self.point), dtype=torch.float64, device=self.point.device)]
        jacobian = torch.tensor(np.stack(columns, 1), device=self.point.device)
        linear = (jacobian @ self.first).cpu().numpy()
        influence = -(self.scores @ self.inverse @ jacobian.T).cpu().numpy()
        tests = [self._test(values, self.alpha / len(here)) for values in influence.T]
        slack = 2 * np.abs(further - stepped) + np.abs(stepped - here - linear)
        # The mean of the influence is the linear Newton step itself; Catoni's estimate replaces it.
        value = stepped - linear + np.array([test["estimate"] for test in tests])
        return Estimate(value.tolist(), [test["radius"] for test in tests], slack.tolist(),
                        [test["detectable"] for test in tests])  # fmt: skip

    def velocity(self, reduced: Reduced) -> dict[str, Estimate]:
        r""":math:`-\nabla R` at these parameters, entry by entry: what gradient flow moves them by."""
        made = {}
        reduced = {name: value.to(self.S.device) for name, value in reduced.items()}
        self_like, self_held = self.like, self.held
        self.like, self.held = dict(reduced), {}
        try:
            scores = -self._scores(flat(reduced))[0]
        finally:
            self.like, self.held = self_like, self_held
        for name, columns in _columns(reduced).items():
            tests = [self._test(scores[:, k].cpu().numpy(), self.alpha / scores.shape[1]) for k in columns]
            made[name] = Estimate([t["estimate"] for t in tests], [t["radius"] for t in tests], [0.0] * len(tests),
                                  [t["detectable"] for t in tests])  # fmt: skip
        return made

    def _test(self, values: np.ndarray, alpha: float) -> dict[str, Any]:
        if float(np.abs(values).max()) < 1e-14:  # a direction in which nothing varies
            return {"estimate": float(values.mean()), "radius": 0.0, "detectable": 0.0}
        try:
            test = mean_test(values, 0.0, alpha=alpha)
        except InputError:
            return {"estimate": float(values.mean()), "radius": None, "detectable": None}
        return {"estimate": test.estimate, "radius": test.radius, "detectable": test.detectable}


def _columns(reduced: Mapping[str, Tensor]) -> dict[str, range]:
    """Where the entries of each parameter stand in the flat vector."""
    made, at = {}, 0
    for name, value in reduced.items():
        made[name] = range(at, at + value.numel())
        at += value.numel()
    return made
