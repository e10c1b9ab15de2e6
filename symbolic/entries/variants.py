r"""The population loss on other training data, entry by entry: noisy labels, and tasks that are not centred.

The argument of :mod:`.loss` for every N carries over: given the query and the task the samples are independent, so
that :math:`N^2` times the expected square of the residual is a polynomial in N of degree at most 2.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from flint import fmpq_mpoly, fmpq_mpoly_ctx

from .lsa import attention_at_query
from .matrix import Matrix
from .moments import Gaussian
from .names import Names
from .ring import Exponent, generators, ring
from .sums import Group, Table, expectation

NOISE = ("s", "m_3", "m_4")
"""Generators: the standard deviation of the label noise, its third and its fourth moment."""


@dataclass(frozen=True, slots=True)
class Variant:
    """``numerator / N^2``, over the generators of ``names`` and those in ``extra``."""

    names: Names
    extra: tuple[str, ...]
    numerator: fmpq_mpoly


def mean_name(k: int) -> str:
    return f"mu_w_{k}"


def task_covariance(d: int) -> list[list[str]]:
    """Names of the entries of the tasks' covariance Psi."""
    return [[f"Psi_{min(i, j)}_{max(i, j)}" for j in range(1, d + 1)] for i in range(1, d + 1)]


@lru_cache(maxsize=8)
def noisy_loss(d: int, general: bool) -> Variant:
    r""":math:`\frac12E(\hat y_q-\langle w,x_q\rangle-\varepsilon_q)^2` with labels
    :math:`\langle w,x_i\rangle+\varepsilon_i`; every :math:`\varepsilon` has mean 0 and variance :math:`s^2`."""
    return _interpolated(Names(d, general), NOISE, noisy=True)


@lru_cache(maxsize=8)
def prior_loss(d: int, general: bool) -> Variant:
    r"""The loss (8) where the task is drawn from :math:`N(\mu,\Psi)`."""
    entries = {name for row in task_covariance(d) for name in row}
    return _interpolated(Names(d, general), (*map(mean_name, range(1, d + 1)), *sorted(entries)), noisy=False)


def _interpolated(names: Names, extra: tuple[str, ...], *, noisy: bool) -> Variant:
    target = ring([*names.parameters, *names.covariance, names.N, *extra])
    at_0, at_1, at_2 = (_scaled_square(names, length, target, noisy) for length in (0, 1, 2))
    N = generators(target)[names.N]
    second = (at_2 - 2 * at_1 + at_0) / 2
    first = at_1 - at_0 - second
    return Variant(names, extra, (at_0 + first * N + second * N**2) / 2)


def _scaled_square(names: Names, length: int, target: fmpq_mpoly_ctx, noisy: bool) -> fmpq_mpoly:
    """The expected square of ``length`` times the residual, for prompts of exactly this length."""
    d = names.d
    vectors = [[f"{letter}_{k}" for k in range(1, d + 1)] for letter in [*(f"x{i}" for i in range(length)), "xq", "w"]]
    noises = [f"eps{i}" for i in range(length)] + ["epsq"] if noisy else []
    kept = list(target.names())
    ctx = ring([*(name for vector in vectors for name in vector), *noises, *kept])
    gen, zero = generators(ctx), ctx.constant(0)

    def column(entries: Sequence[str]) -> Matrix:
        return Matrix.of([[name] for name in entries]).map(lambda name: gen[name])

    *xs, x_q, w = map(column, vectors)
    noise = [gen[name] for name in noises] if noisy else [zero] * (length + 1)
    labels = [(w.T @ x)[0, 0] + e for x, e in zip(xs, noise, strict=False)]
    columns = [Matrix((*x.rows, (y,))) for x, y in zip(xs, labels, strict=True)] + [Matrix((*x_q.rows, (zero,)))]
    last_row = Matrix((tuple(gen[name] for name in (*names.u12, names.u_1)),))
    first_columns = Matrix.of([*names.U11, names.u21]).map(lambda name: gen[name])
    W_PV = Matrix.blocks([[Matrix.build(d, d + 1, lambda i, j: zero)], [last_row]])
    W_KQ = Matrix.blocks([[first_columns, Matrix.build(d + 1, 1, lambda i, j: zero)]])
    target_label = (w.T @ x_q)[0, 0] + noise[-1]
    residual = attention_at_query(Matrix.blocks([columns]), W_PV, W_KQ) - length * target_label
    value = expectation(residual * residual, _groups(names, ctx, len(xs), noisy))
    landing = [ctx.variable_to_index(name) for name in kept]
    return target.from_dict({tuple(e[i] for i in landing): c for e, c in value.to_dict().items()})


def _groups(names: Names, ctx: fmpq_mpoly_ctx, length: int, noisy: bool) -> list[Group]:
    d, gen = names.d, generators(ctx)
    zero, one = ctx.constant(0), ctx.constant(1)
    Lam = Matrix.of(names.Lam).map(lambda name: zero if name == "0" else gen[name])
    found: list[Group] = [Gaussian(tuple(range(k * d, (k + 1) * d)), Lam, ctx) for k in range(length + 1)]
    task = tuple(range((length + 1) * d, (length + 2) * d))
    if not noisy:
        Psi = Matrix.of(task_covariance(d)).map(lambda name: gen[name])
        return [*found, Gaussian(task, Psi, ctx, tuple(gen[mean_name(k)] for k in range(1, d + 1)))]
    found.append(Gaussian(task, Matrix.build(d, d, lambda i, j: one if i == j else zero), ctx))
    return found + [Table((task[-1] + 1 + k,), noise_rule(ctx)) for k in range(length + 1)]


def noise_rule(ctx: fmpq_mpoly_ctx) -> Callable[[Exponent], fmpq_mpoly]:
    """Moments of label noise of any law, up to the fourth."""
    gen = generators(ctx)
    s, third, fourth = (gen[name] for name in NOISE)
    moments = [ctx.constant(1), ctx.constant(0), s**2, third, fourth]
    return lambda alpha: moments[alpha[0]]
