"""Samplers of the numeric wing: that what they draw has the law of the page, compared exactly.

What is Gaussian is a linear image of independent standard normals.  With one unit vector after the other in place of
the normals the image is read off column by column; the sum of the columns' outer products is the covariance of all
that is drawn together, so that a wrong root, a shared normal or a wrong shape shows.  The covariances have roots that
float64 holds exactly.  For products, such as labels, small integers take the place of the normals; means of labels are
taken by rational rules, exact for their degree.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from math import prod
from typing import Any

import numpy as np

from numeric import labels, prompts, shifts
from numeric.laws import Gaussian, Rademacher

from ...algebras.arrays import Array
from ...algebras.entries import Setting, exact_values
from ...algebras.sampling.sources import rational_rule
from ...claims import Claim
from ...model import model_of
from ...statement.fold import Lacks
from ...statement.props import Prop
from ...statement.terms import Sym, at, expect, stack

LENGTH = 2
OUTCOMES = 64
"""More than the numbers behind any prompt here; further outcomes are 0 and add nothing."""
COVARIANCES = ([[4]], [[4, 2], [2, 5]])
"""Their Cholesky factors are integers, as are those of the tasks' covariances."""
MEAN, PRIORS = (3, -1), ([[9]], [[9, 3], [3, 2]])
SCALE, DEVIATION = 2, 3
_X = Sym("x", ("d", 1), frozenset({"random", "iid"}))
_X_Q = Sym("x_q", ("d", 1), frozenset({"random"}))
_W = Sym("w", ("d", 1), frozenset({"random"}))
TOGETHER = stack(stack(at(_X, 1), at(_X, 2)), stack(_X_Q, _W))
"""All that is drawn for one prompt."""


@dataclass
class Units:
    """In place of a random generator, or of a law: in its k-th outcome the k-th number is 1 and all others are 0."""

    name: str = "units"
    used: int = 0

    def standard_normal(self, shape: tuple[int, ...]) -> Any:
        outcomes, count = shape[0], prod(shape[1:])
        if self.used + count > outcomes:
            raise Lacks(f"a prompt of length {LENGTH} is drawn from more than {outcomes} numbers")
        made = np.zeros((outcomes, count))
        made[self.used + np.arange(count), np.arange(count)] = 1
        self.used += count
        return made.reshape(shape)

    def draw(self, shape: tuple[int, ...], rng: Any) -> Any:
        return self.standard_normal(shape)


class Integers:
    """In place of a random generator: small integers without symmetry."""

    def __init__(self) -> None:
        self.used = 0

    def standard_normal(self, shape: tuple[int, ...]) -> Any:
        values = (self.used + np.arange(prod(shape))) * 7 % 11 - 4
        self.used += prod(shape)
        return values.reshape(shape).astype(float)


def samplers(claim: Claim) -> tuple[int, str]:
    """Prompts as every sampler of the numeric wing draws them, against the covariances that the page states."""
    compared = 0
    for rows in COVARIANCES:
        values = {"Lam": [[Fraction(x) for x in row] for row in rows]}
        setting = Setting(len(rows), {"N": LENGTH}, values=values, model=model_of(claim.paper, claim.model))
        stated = np.array(exact_values(expect(TOGETHER * TOGETHER.T), setting), dtype=float)
        for name, drawn in _drawn(rows):
            found = drawn.T @ drawn
            if not (stated[: len(found), : len(found)] == found).all():
                return compared, f"{name} with Lam = {rows}: the covariance of all that is drawn is {found.tolist()}"
            compared += 1
    return compared, ""


def _drawn(rows: list[list[int]]) -> Iterator[tuple[str, Array]]:
    """What each sampler draws, in the order of TOGETHER as far as it goes, one row for each outcome."""
    first, second, third = (Units(), Units(), Units())  # type: tuple[Any, Any, Any]
    one = prompts.draw(len(rows), LENGTH, rows, OUTCOMES, first)
    yield "numeric.prompts.draw", _joined(one["x"], one["x_q"], one["w"])
    yield "numeric.prompts.draw_given", _joined(
        prompts.draw_given(np.array([rows] * OUTCOMES, dtype=float), LENGTH, second)
    )
    test = shifts.draw_prompts(LENGTH, OUTCOMES, third, Lam=rows)
    assert test.w is not None
    yield "numeric.shifts.draw_prompts", _joined(test.x, test.x_q, test.w)


def _joined(*drawn: Array) -> Array:
    return np.concatenate([each.reshape(OUTCOMES, -1) for each in drawn], axis=1)


def shifted_prompts(claim: Claim, prop: Prop) -> tuple[int, str]:
    """Test prompts: what a scale, a prior of the tasks and noise on every label change."""
    compared = 0
    for rows, Psi in zip(COVARIANCES, PRIORS, strict=True):
        for what, found, expected in _shifted(rows, Psi):
            if not (found == expected).all():
                return compared, f"numeric.shifts.draw_prompts with Lam = {rows}, Psi = {Psi}: {what}"
            compared += 1
    return compared, ""


def _shifted(rows: list[list[int]], Psi: list[list[int]]) -> Iterator[tuple[str, Any, Any]]:
    mean, d = np.array(MEAN[: len(rows)]), len(rows)
    unit: Any = Units()
    drawn = shifts.draw_prompts(LENGTH, OUTCOMES, unit, Lam=rows, prior=(mean, Psi), scale=SCALE)
    assert drawn.w is not None
    covariates = _joined(drawn.x, drawn.x_q)
    scaled = np.kron(np.eye(LENGTH + 1), SCALE**2 * np.array(rows))
    yield "the covariance of the scaled covariates", covariates.T @ covariates, scaled
    tasks = drawn.w - mean
    yield "the covariance of the tasks", tasks.T @ tasks, np.array(Psi)
    yield "the covariance of tasks and covariates", covariates.T @ tasks, np.zeros(((LENGTH + 1) * d, d))
    integers: Any = Integers()
    plain = shifts.draw_prompts(LENGTH, OUTCOMES, integers, Lam=rows)
    yield "the labels", _residuals(plain), np.zeros((OUTCOMES, LENGTH + 1))
    noisy = shifts.draw_prompts(LENGTH, OUTCOMES, integers, Lam=rows, noise=(DEVIATION, Units()))
    noise = _residuals(noisy)
    yield "the noise of the labels", noise.T @ noise, DEVIATION**2 * np.eye(LENGTH + 1)


def _residuals(drawn: shifts.Prompts) -> Any:
    """Labels, the query's last, minus the linear ones, (outcomes, LENGTH + 1)."""
    assert drawn.w is not None
    examples = drawn.y - (drawn.x * drawn.w[:, None]).sum(axis=2)
    return np.concatenate([examples, (drawn.y_q - (drawn.x_q * drawn.w).sum(axis=1))[:, None]], axis=1)


def label_functions() -> tuple[int, str]:
    """Labels as they are drawn, against the moments of (x, y) that the same law states; both exact."""
    compared = 0
    for rows in COVARIANCES:
        d = len(rows)
        root = np.linalg.cholesky(np.array(rows)).astype(int).astype(object)
        w, v = (np.array([Fraction(k + a, a) for k in range(d)], dtype=object) for a in (2, 3))
        for law in (
            labels.linear(w), labels.noisy_linear(w, Fraction(2, 3), Rademacher()), labels.quadratic(w, v),
            labels.cubic(w), labels.heteroscedastic(w, v, Fraction(1, 2), Rademacher()),
        ):
            assert law.degree is not None
            stated = law.moments(np.array(rows, dtype=object))
            found = _moments(law, root, 2 * law.degree + 3)
            pairs = zip(found, (stated.xy, stated.yy, stated.yyxx), strict=True)
            if not all(np.asarray(a == b).all() for a, b in pairs):
                return compared, f"labels {law.name} with Lam = {rows}: the moments stated and those of what is drawn"
            compared += 1
    return compared, ""


def _moments(law: labels.LabelLaw, root: Array, nodes: int) -> tuple[Array, Any, Array]:
    """E[yx], E[y^2] and E[y^2 xx^T] by a tensor rule that is exact below the degree ``nodes``."""
    d = len(root)
    rules = [list(zip(*rational_rule(Gaussian(), nodes), strict=True))] * d
    noise = [(Fraction(k), Fraction(1, 2)) for k in (-1, 1)] if law.uses_noise else [(Fraction(0), Fraction(1))]
    xy, yy, yyxx = np.zeros(d, dtype=object), Fraction(0), np.zeros((d, d), dtype=object)
    for *normals, (z, weight) in product(*rules, noise):
        x = root @ np.array([value for value, _ in normals], dtype=object)
        y = law.function(x, z)
        share = weight * prod(p for _, p in normals)
        xy, yy, yyxx = xy + share * y * x, yy + share * y * y, yyxx + share * y * y * np.outer(x, x)
    return xy, yy, yyxx
