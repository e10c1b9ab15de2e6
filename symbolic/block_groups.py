r"""The risk of the linear transformer block in groups: noise, bias, what the tasks and the examples vary.

The prediction is :math:`a^\top x` for the query x, so that the risk is :math:`\sigma^2+\mathbb E\|e\|_H^2` with
:math:`e=a-\tilde\beta`.  Its mean :math:`m=\mathbb E e` gives the bias; given the task, e varies by the examples, by
terms with :math:`\frac1M`; what is left varies by the task :math:`\tilde\beta\sim N(\beta^*,\Psi)`.  The groups are
written in letters of their own; :func:`groups` puts in what these stand for and compares the sum with the risk that is
derived from the definition.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, cast

from .block import B_1, Gamma, H, M, Model, Psi, b, beta, beta_star, models, s, sigma, task, u_1, w_1
from .words import Letter, Matrix, Scalar, Value, expect, letter, substitute, trace

g, m, v, beta_tilde = (letter(name, "d", 1) for name in ("g", "m", "v", "beta_tilde"))
A, F, G = (letter(name, "d", "d") for name in ("A", "F", "G"))
_TASK: Any = Matrix.of(beta_tilde)
_IDENTITY: Any = Matrix.identity("d")


@dataclass(frozen=True)
class Group:
    """Some terms of the risk."""

    name: str
    value: Scalar
    over_tasks: bool = False
    """Whether it is the mean of ``value`` over the task."""


@dataclass(frozen=True)
class Grouped:
    """The risk as a sum of groups, and what their letters stand for."""

    groups: tuple[Group, ...]
    where: Mapping[Letter, Value]


@cache
def groups(name: str) -> Grouped:
    """The groups of the risk of ``name``; raises ArithmeticError where their sum is another polynomial."""
    model = models()[name]
    found = _of_descent() if name == "zwb/gd-beta" else _of_attention(model)
    total: Any = Scalar.of(0)
    for group in found.groups:
        total = total + _expanded(group, found.where)
    if (total - model.risk).terms:
        raise ArithmeticError(f"the groups of the risk of {name} do not sum up to it")
    return found


def _expanded(group: Group, where: Mapping[Letter, Value]) -> Scalar:
    value: Value = group.value
    bindings: dict[Letter | str, Value] = dict(where.items())
    for _ in where:  # a letter may stand for something with other letters
        value = substitute(value, bindings)
    drawn = substitute(value, {beta_tilde: task})
    return cast(Scalar, expect(drawn) if group.over_tasks else drawn)


def _squared(x: Any) -> Any:
    return x.T * H * x


def _of_attention(model: Model) -> Grouped:
    first: Any = w_1 if "w_1" in model.parameters else Matrix.zero("d", 1)
    mean_square: Any = beta_star.T * H * beta_star + trace(H * Psi) + sigma**2
    mean: Any = first - beta_star + B_1.T * H * (u_1 + beta_star * s) + b * (u_1.T * H * beta_star + s * mean_square)
    slope: Any = B_1.T * H * s + b * (u_1 + beta_star * (2 * s)).T * H - _IDENTITY
    _g, _m, _v, _A, _F, _G = (cast(Any, Matrix.of(x)) for x in (g, m, v, A, F, G))
    in_examples = _squared(_g) + _squared(_v) * trace(H * _G * H * _G.T)
    in_task = trace(H * _A * Psi * _A.T) + 2 * s**2 * trace(H * Psi * H * Psi) * _squared(b)
    in_noise = sigma**2 * trace(H * _F * H * _F.T) + 2 * s**2 * sigma**4 * _squared(b)
    return Grouped(
        (
            Group("noise", sigma**2),
            Group("bias", _squared(_m)),
            Group("variance by the task", in_task),
            Group("variance by the examples", M**-1 * in_examples, over_tasks=True),
            Group("variance by their noise", M**-1 * in_noise, over_tasks=True),
        ),
        {m: mean, A: slope, g: _G * H * _v, v: u_1 + _TASK * s, G: B_1.T + b * _TASK.T, F: _G * s + b * _v.T},
    )


def _of_descent() -> Grouped:
    _g, _m, _v, _A = (cast(Any, Matrix.of(x)) for x in (g, m, v, A))
    in_examples = _squared(_g) + _squared(_v) * trace(H * Gamma * H * Gamma.T)
    return Grouped(
        (
            Group("noise", sigma**2),
            Group("bias", _squared(_m)),
            Group("variance by the task", trace(H * _A * Psi * _A.T)),
            Group("variance by the examples", M**-1 * in_examples, over_tasks=True),
            Group("variance by their noise", M**-1 * sigma**2 * trace(H * Gamma * H * Gamma.T)),
        ),
        {m: _A * (beta - beta_star), A: _IDENTITY - Gamma * H, g: Gamma * H * _v, v: beta - _TASK},
    )
