r"""Linear transformer block, linear self-attention and one-step gradient descent (zwb, Sections 3 and 5), as defined.

Prompts of Assumption 3.1 have the M context examples as rows of X; E is the token matrix (3.1), attention (3.3), (3.4)
is divided by M and does not read the query column, by the mask (3.2), and the prediction is the bottom right entry.
All but the sampler takes NumPy arrays of any entries: float64, or fractions for exact values.

The risk :math:`E(f(E)-y)^2` needs no samples.  With :math:`y=X\tilde\beta+\varepsilon`,
:math:`r=u_1+s\tilde\beta`, :math:`B=B_1^\top+b\tilde\beta^\top`, :math:`\alpha=w_1-\tilde\beta` and
:math:`\hat H=\frac1MX^\top X` the prediction is wrong by :math:`\langle z,x\rangle-\varepsilon`,

.. math:: z=\alpha+B\hat Hr+\tfrac1M(sB+br^\top)X^\top\varepsilon+\tfrac sMb\,\varepsilon^\top\varepsilon,

so that given the task, by :math:`E\hat HA\hat H=HAH+\frac1M(HA^\top H+\mathrm{tr}(AH)H)`,

.. math:: E\|z\|_H^2=\|\alpha+BHr\|_H^2+\tfrac1M\big(\|BHr\|_H^2+\|r\|_H^2\mathrm{tr}(HBHB^\top)\big)
    +\tfrac{\sigma^2}M\mathrm{tr}(HLHL^\top)+\tfrac{M+2}Ms^2\sigma^4\|b\|_H^2+2s\sigma^2b^\top H(\alpha+BHr),

:math:`L=sB+br^\top`; this has degree 4 in the task, whose mean a rule with rational nodes takes exactly.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product
from typing import Any

import numpy as np

from .inputs import positive_integer
from .psd import root

Array = Any
"""A NumPy array with float64 or object entries."""


@dataclass(frozen=True)
class Problem:
    """What Assumption 3.1 leaves open: H, Psi (d, d), psd of any rank, beta_star (d,), sigma >= 0."""

    H: Array
    Psi: Array
    beta_star: Array
    sigma: Any


@dataclass(frozen=True)
class Prompts:
    """n prompts: X (n, M, d), y (n, M), x (n, d), target (n,), and the tasks (n, d) behind them."""

    X: Array
    y: Array
    x: Array
    target: Array
    task: Array


@dataclass(frozen=True)
class Weights:
    """The weights of (3.3), each with d + 1 columns."""

    W_K: Array
    W_Q: Array
    W_P: Array
    W_V: Array
    W_1: Array
    W_2: Array


@dataclass(frozen=True)
class Reduced:
    """What of the weights the prediction depends on (D.1): w_1, u_1, b (d,), s, B_1 (d, d)."""

    w_1: Array
    u_1: Array
    s: Any
    B_1: Array
    b: Array


def draw(
    problem: Problem, M: int, n: int, rng: np.random.Generator, roots: tuple[Array, Array] | None = None
) -> Prompts:  # fmt: skip
    """``n`` prompts of Assumption 3.1.

    Args:
        roots: F, G with F F^T = H and G G^T = Psi; by default the principal ones.
    """
    M, d = positive_integer("M", M), len(problem.beta_star)
    F, G = roots if roots is not None else (root(problem.H), root(problem.Psi))
    task = problem.beta_star + rng.standard_normal((n, d)) @ np.asarray(G).T
    X, x = (rng.standard_normal(shape) @ np.asarray(F).T for shape in ((n, M, d), (n, d)))
    noise = problem.sigma * rng.standard_normal((n, M + 1))
    y = (X * task[:, None]).sum(axis=2) + noise[:, :M]
    return Prompts(X, y, x, (x * task).sum(axis=1) + noise[:, M], task)


def tokens(X: Array, y: Array, x: Array) -> Array:
    """(3.1): (n, d + 1, M + 1)."""
    n, M, d = X.shape
    E = np.zeros((n, d + 1, M + 1), dtype=np.result_type(X, y, x))
    E[:, :d, :M], E[:, :d, M], E[:, d, :M] = X.transpose(0, 2, 1), x, y
    return E


def mask(M: int) -> Array:
    """(3.2): the query column is not summed over."""
    made = np.zeros((M + 1, M + 1), dtype=int)
    made[range(M), range(M)] = 1
    return made


def attended(E: Array, weights: Weights) -> Array:
    """The token matrix after linear attention with its residual connection, (n, d + 1, M + 1)."""
    M = E.shape[2] - 1
    values = weights.W_P.T @ weights.W_V @ E @ mask(M)
    return E + values @ E.transpose(0, 2, 1) @ (weights.W_K.T @ weights.W_Q) @ E / M


def ltb(E: Array, weights: Weights) -> Array:
    """(3.3): (n,)."""
    return (weights.W_2.T @ weights.W_1 @ attended(E, weights))[:, -1, -1]


def lsa(E: Array, weights: Weights) -> Array:
    """(3.4): (n,)."""
    return attended(E, weights)[:, -1, -1]


def gradient_descent(beta: Array, Gamma: Array, X: Array, y: Array, x: Array) -> Array:
    """(5.1): one step from ``beta`` with the matrix step size ``Gamma``, (n,)."""
    residuals = (X * beta).sum(axis=2) - y
    step = (residuals[:, :, None] * X).sum(axis=1) @ Gamma.T / X.shape[1]
    return ((beta - step) * x).sum(axis=1)


def reduced(weights: Weights, *, attention_alone: bool = False) -> Reduced:
    """(D.1), of the block, or of its attention alone."""
    KQ, PV = weights.W_K.T @ weights.W_Q, weights.W_P.T @ weights.W_V
    d = len(KQ) - 1
    if attention_alone:
        return Reduced(0 * PV[d, :d], PV[d, :d], PV[d, d], KQ[:d, :d], KQ[d, :d])
    last = (weights.W_2.T @ weights.W_1)[d]
    values = last @ PV
    return Reduced(last[:d], values[:d], values[d], KQ[:d, :d], KQ[d, :d])


def as_block(beta: Array, Gamma: Array) -> Reduced:
    """Lemma 5.1: the block that is one step of gradient descent."""
    return Reduced(beta, -beta, 1, Gamma.T, 0 * beta)


def risk(at: Reduced, problem: Problem, M: Any) -> Any:
    """(3.5), exactly in exact arithmetic; M of a type whose division is exact."""
    H, sigma2 = problem.H, problem.sigma * problem.sigma
    total = sigma2 * 1
    for weight, task in _tasks(problem):
        alpha, r, B = at.w_1 - task, at.u_1 + at.s * task, at.B_1.T + np.outer(at.b, task)
        spread, L = B @ H @ r, at.s * B + np.outer(at.b, r)
        mean = alpha + spread
        examples = spread @ H @ spread + (r @ H @ r) * np.trace(H @ B @ H @ B.T)
        noise = sigma2 * np.trace(H @ L @ H @ L.T) + (M + 2) * at.s**2 * sigma2**2 * (at.b @ H @ at.b)
        total = total + weight * (mean @ H @ mean + (examples + noise) / M + 2 * at.s * sigma2 * (at.b @ H @ mean))
    return total


def _tasks(problem: Problem) -> Iterator[tuple[Any, Array]]:
    """Tasks with weights that have the moments of N(beta_star, Psi) up to degree 5 in each independent direction."""
    directions, variances = _independent(problem.Psi)
    rules = []
    for v in variances:
        outer = (3 * v * v - v) / 24
        inner = v / 2 - 4 * outer
        rules.append([(-2, outer), (-1, inner), (0, 1 - 2 * inner - 2 * outer), (1, inner), (2, outer)])
    for nodes in product(*rules):
        task, weight = problem.beta_star, 1
        for (place, share), direction in zip(nodes, directions, strict=True):
            task, weight = task + place * direction, weight * share
        yield weight, task


def _independent(Psi: Array) -> tuple[list[Array], list[Any]]:
    """Directions l_k and variances v_k > 0 with Psi the sum of v_k l_k l_k^T, by elimination."""
    rest, directions, variances = Psi.copy(), [], []
    for k in range(len(Psi)):
        if rest[k, k] > 0:
            directions.append(rest[:, k] / rest[k, k])
            variances.append(rest[k, k])
            rest = rest - np.outer(rest[:, k], rest[k]) / variances[-1]
    return directions, variances
