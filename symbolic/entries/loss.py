r"""The population loss of linear self-attention, its gradient and its flow, entry by entry at fixed d.

zfb, eq. (8): :math:`L=\frac12E(\hat y_q-\langle w,x_q\rangle)^2` over all of U11, u12, u21, u_-1.

**Why three prompt lengths give every N.**  With :math:`\rho=N`, the scaled residual is a sum over columns,

.. math:: N(\hat y_q-\langle w,x_q\rangle)=\sum_{i=1}^N\bigl(g(x_i,x_q,w)-\langle w,x_q\rangle\bigr)+h(x_q),

because :math:`EE^\top` is the sum of its columns' outer products (h is the query column's).  Given (w, x_q) the
summands are independent and identically distributed, so the expected square is
:math:`N\,E[a^2]+N(N-1)\,E[a]^2+2N\,E[a]\,h+h^2` averaged over (w, x_q): a polynomial in N of degree at most 2, for
N = 0 as well.  Its values at N = 0, 1, 2 determine it, and :math:`L` is that polynomial over :math:`2N^2`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Any

from flint import fmpq, fmpq_mpoly, fmpq_mpoly_ctx

from ..errors import InputError
from .lsa import attention_at_query, embedding, weights
from .matrix import Matrix
from .moments import Gaussian, Law
from .names import Names
from .ring import fraction, generators, rational, ring

LARGEST_GENERAL_D = 3
"""Up to this d a general symmetric Lam is the default; above, a diagonal one."""


@dataclass(frozen=True, slots=True)
class Quotient:
    """An exact function ``numerator / N^2``; ``names`` says which generator is which entry."""

    names: Names
    numerator: fmpq_mpoly

    def evaluate(self, point: Mapping[str, Any]) -> Fraction:
        """The value at ``point``: exact numbers for U11, u12, u21, u_-1, Lam (nested lists) and N.

        Raises InputError where an entry is missing, off shape, or N = 0.
        """
        values = _values(self.names, point)
        numerator = self.numerator(*(values[name] for name in self.numerator.context().names()))
        return fraction(fmpq(numerator) / values[self.names.N] ** 2)

    def to_sympy(self) -> Any:
        """The SymPy expression, in symbols of the names given by ``names.symbols()``."""
        import sympy

        symbols = [sympy.Symbol(name) for name in self.numerator.context().names()]
        terms = []
        for exponent, c in self.numerator.to_dict().items():
            powers = (symbol ** int(k) for symbol, k in zip(symbols, exponent, strict=True) if k)
            terms.append(sympy.Mul(sympy.Rational(int(c.p), int(c.q)), *powers))
        return sympy.Add(*terms) / sympy.Symbol(self.names.N) ** 2


@dataclass(frozen=True, slots=True)
class Flow:
    r"""Gradient flow :math:`\dot\theta=-\nabla L`: each entry is a :class:`Quotient`, shaped as the parameter."""

    names: Names
    U11: tuple[tuple[Quotient, ...], ...]
    u12: tuple[Quotient, ...]
    u21: tuple[Quotient, ...]
    u_1: Quotient


def loss(d: int, general: bool | None = None) -> Quotient:
    """The loss (8) over all parameters with symbolic N, for general symmetric Lam (default for d <= 3) or diagonal.

    >>> L = loss(1)
    >>> L.evaluate({"U11": [[0]], "u12": [0], "u21": [0], "u_-1": 0, "Lam": [[3]], "N": 5})
    Fraction(3, 2)
    """
    if isinstance(d, bool) or not isinstance(d, int) or d < 1:
        raise InputError(f"d must be a positive integer, not {d!r}: pass the dimension of the covariates.")
    return _loss(d, d <= LARGEST_GENERAL_D if general is None else general)


@lru_cache(maxsize=16)
def _loss(d: int, general: bool) -> Quotient:
    names = Names(d, general)
    target = ring([*names.parameters, *names.covariance, names.N])
    at_0, at_1, at_2 = (scaled_square(names, N, target) for N in (0, 1, 2))
    N = generators(target)[names.N]
    second = (at_2 - 2 * at_1 + at_0) / 2
    first = at_1 - at_0 - second
    return Quotient(names, (at_0 + first * N + second * N**2) / 2)


def gradient(L: Quotient) -> dict[str, Quotient]:
    """The partial derivatives of ``L`` by parameter name."""
    return {name: Quotient(L.names, L.numerator.derivative(name)) for name in L.names.parameters}


def flow(d: int, general: bool | None = None) -> Flow:
    """Gradient flow on the loss (8) over all parameters (eq. (9)), as exact entries."""
    L = loss(d, general)
    velocity = {name: Quotient(L.names, -g.numerator) for name, g in gradient(L).items()}
    names = L.names
    return Flow(
        names,
        tuple(tuple(velocity[name] for name in row) for row in names.U11),
        tuple(velocity[name] for name in names.u12),
        tuple(velocity[name] for name in names.u21),
        velocity[names.u_1],
    )


def scaled_square(names: Names, N: int, target: fmpq_mpoly_ctx) -> fmpq_mpoly:
    r""":math:`E[(N\hat y_q-N\langle w,x_q\rangle)^2]` for prompts of exactly N examples, over ``target``."""
    d = names.d
    letters = [*(f"x{i}" for i in range(1, N + 1)), "xq", "w"]
    vectors = [[f"{letter}_{k}" for k in range(1, d + 1)] for letter in letters]
    source = ring([name for vector in vectors for name in vector] + names.parameters)
    gen = generators(source)
    zero = source.constant(0)

    def read(grid: Sequence[Sequence[str]]) -> Matrix:
        return Matrix.of(grid).map(lambda name: gen[name])

    *xs, x_q, w = (read([[name] for name in vector]) for vector in vectors)
    E = embedding(xs, x_q, w, zero)
    u12, u21 = (read([[name] for name in column]) for column in (names.u12, names.u21))
    W_PV, W_KQ = weights(read(names.U11), u12, u21, gen[names.u_1], zero)
    residual = attention_at_query(E, W_PV, W_KQ) - N * (w.T @ x_q)[0, 0]
    law = Law(source, target, _laws(names, N, target))
    return law.second_moment(residual)


def _laws(names: Names, N: int, target: fmpq_mpoly_ctx) -> list[Gaussian]:
    """x_1, ..., x_N, x_q ~ N(0, Lam) and w ~ N(0, I), on consecutive generators (Section 3.3)."""
    d, gen = names.d, generators(target)
    zero, one = target.constant(0), target.constant(1)
    Lam = Matrix.of(names.Lam).map(lambda name: zero if name == "0" else gen[name])
    identity = Matrix.build(d, d, lambda i, j: one if i == j else zero)
    covariances = [Lam] * (N + 1) + [identity]
    return [Gaussian(tuple(range(k * d, (k + 1) * d)), c, target) for k, c in enumerate(covariances)]


def _values(names: Names, point: Mapping[str, Any]) -> dict[str, fmpq]:
    values: dict[str, fmpq] = {}

    def put(name: str, key: str, value: Any) -> None:
        if isinstance(value, bool) or not isinstance(value, (int, Fraction)):
            raise InputError(f"{key} must be exact: {value!r} is not an int or a Fraction; pass Fraction(...).")
        if name == "0" and value != 0:
            raise InputError(f"Lam must be diagonal here, but has the entry {value}: use loss(d, general=True).")
        values[name] = rational(value)

    for key, shape in names.symbols().items():
        if key not in point:
            raise InputError(f"point lacks {key}: give U11, u12, u21, u_-1, Lam and N.")
        _fit(shape, point[key], key, put)
    if values[names.N] == 0:
        raise InputError("N must be at least 1, not 0: the loss divides by N^2.")
    if any(point["Lam"][i][j] != point["Lam"][j][i] for i in range(names.d) for j in range(i)):
        raise InputError(f"Lam must be symmetric, not {point['Lam']}: pass a covariance matrix.")
    return values


def _fit(shape: object, value: Any, key: str, put: Any) -> None:
    """Walk ``shape`` (a name or nested lists of names) and ``value`` together."""
    if isinstance(shape, str):
        put(shape, key, value)
        return
    assert isinstance(shape, list)
    if not isinstance(value, (list, tuple)) or len(value) != len(shape):
        raise InputError(f"{key} must have {len(shape)} entries on each level, not {value!r}.")
    for part, entry in zip(shape, value, strict=True):
        _fit(part, entry, key, put)
