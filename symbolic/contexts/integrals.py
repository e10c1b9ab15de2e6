r"""Whether Gaussian means of polynomials times exponentials of quadratic forms are finite: exactly, signs included.

Let :math:`F=\sum_kP_ke^{q_k}` with polynomials :math:`P_k\ne0` and quadratic polynomials :math:`q_k`, no two of which
differ by a constant alone, and :math:`z\sim N(0,I)`.  Then :math:`\mathbb E|F(z)|<\infty` if and only if
:math:`I-2Q_k\succ0` for every k, :math:`Q_k` the symmetric matrix of the second-order part of :math:`q_k`: no
cancellation between different exponentials makes a mean finite.

*Proof.* "If" is the Gaussian integral.  Let the mean be finite and put :math:`g_k=q_k-|z|^2/2`.  By Fubini :math:`F
e^{-|z|^2/2}` is integrable along almost every line :math:`y+sv`, v fixed.  Along a line it is a sum of polynomials in s
times :math:`e^{g_k(y+sv)}`, and where exponents differ by more than a constant, one dominates at each end; so each term
with a non-zero coefficient is integrable at both ends by itself.  If :math:`v^\top(I-2Q_k)v<0` for some v, this holds
for an open set of v, of which almost all keep exponents apart and :math:`P_k` from vanishing: :math:`g_k` grows along
the line, a contradiction.  If :math:`I-2Q_k` is singular, take v in its kernel: along v the terms that share the
s-dependence of :math:`g_k` add up to polynomials in s with coefficients :math:`\sum_lP_{l,m}(y)e^{g_l(y)}`, of
different exponents as functions of y transverse to v, hence not all zero for almost every y; their exponent is linear
in s, so that it is not integrable at both ends.  (With irrational values in place of rational ones only the last step
asks that the collected :math:`P_k` does not vanish, which normal forms show: e is transcendental.)
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from itertools import product
from typing import Any

from flint import fmpq, fmpq_mpoly

from ..entries import Matrix
from ..errors import InputError
from .generators import Generators
from .quotients import Quotient

Exponent = tuple[tuple[tuple[int, ...], fmpq], ...]
"""A polynomial without its constant term: powers of all generators, and coefficients."""


@dataclass(frozen=True, slots=True)
class Divergence:
    """An exponential that occurs with a coefficient other than 0 and has no finite mean."""

    exponent: str
    """q of :math:`e^q`."""
    names: tuple[str, ...]
    direction: tuple[fmpq, ...]
    """v with :math:`|v|^2-2v^\\top Qv\\le0`."""

    def __str__(self) -> str:
        along = ", ".join(f"{name} = {value}" for name, value in zip(self.names, self.direction, strict=True) if value)
        return f"exp({self.exponent}) times the Gaussian density does not decay along {along}"


def divergence(
    value: Any, generators: Generators, drawn: Collection[str], tame: Iterable[str] = ()
) -> Divergence | None:
    r"""Why :math:`\mathbb E|F|=\infty` where the generators ``drawn`` are independent standard Gaussian numbers; None
    where the mean is finite.  ``tame``: generators that grow no faster than polynomials in these, such as relu of one.

    Raises :class:`InputError` for what is no sum of polynomials times exponentials of quadratic forms, and where a tame
    generator, which may vanish, leaves open whether an exponential occurs.

    >>> from flint import fmpq
    >>> from symbolic.contexts import Generators, exponential
    >>> g = Generators()
    >>> x, y = g.letters(["x", "y"])
    >>> str(divergence(exponential(x * y, g) + x, g, {"x", "y"}))
    'exp(1*x*y) times the Gaussian density does not decay along x = 1, y = 1'
    >>> g = Generators(4)
    >>> x, y = g.letters(["x", "y"])
    >>> divergence(exponential(x * y * fmpq(3, 4), g), g, {"x", "y"}) is None
    True
    """
    names, tame = tuple(name for name in generators.names if name in drawn), frozenset(tame)
    if not names:
        return None
    ray = _ray(value, generators, names)
    if ray is not None:
        return ray
    for exponent in sorted(_exponents(value, generators, drawn, tame), key=repr):
        form, said = _form(exponent, generators, names)
        size = len(names)
        left = Matrix.build(size, size, lambda i, j: fmpq(int(i == j)) - 2 * form[i, j])  # noqa: B023
        direction = not_positive(left)
        if direction is not None and isinstance(value, Quotient) and _used(value.num) & tame:
            raise InputError("it is not certain that an exponential without a finite mean occurs.")
        if direction is not None:
            return Divergence(said, names, direction)
    return None


def not_positive(A: Matrix) -> tuple[fmpq, ...] | None:
    """A vector v other than 0 with v'Av <= 0, for a symmetric matrix of ``fmpq``; None where it is positive definite.

    >>> from flint import fmpq
    >>> not_positive(Matrix.of([[fmpq(1), fmpq(2)], [fmpq(2), fmpq(3)]]))
    (-2, 1)
    """
    size = A.shape[0]
    rows = [list(row) for row in A.rows]
    # Columns of the unit triangular matrix that makes A diagonal, built as pivots are met.
    vectors = [[fmpq(int(i == j)) for j in range(size)] for i in range(size)]
    for k in range(size):
        pivot = rows[k][k]
        if pivot <= 0:
            return tuple(vectors[k])
        for i in range(k + 1, size):
            factor = rows[i][k] / pivot
            if factor:
                rows[i] = [a - factor * b for a, b in zip(rows[i], rows[k], strict=True)]
                vectors[i] = [a - factor * b for a, b in zip(vectors[i], vectors[k], strict=True)]
    return None


MULTIPLES = (1, 0, -1, 2)
MOST_LETTERS = 4


def _ray(value: Any, generators: Generators, names: tuple[str, ...]) -> Divergence | None:
    r"""Of a power of one exponential whose exponent holds exponentials: a direction v along which the exponent grows
    like :math:`e^{\kappa s^2}`, one rate :math:`\kappa>0` being the largest, with a positive coefficient.  Both are
    strict, so that they hold for all directions near v, and the mean is infinite."""
    if not isinstance(value, Quotient) or value.den is not None or len(value.num) != 1 or len(names) > MOST_LETTERS:
        return None
    ((powers, _),) = value.num.to_dict().items()
    met = [(name, int(p)) for name, p in zip(value.ctx.names(), powers, strict=True) if p]
    if len(met) != 1 or met[0][0] not in generators.exponents:
        return None
    inside = generators.exponents[met[0][0]]
    if not isinstance(inside, Quotient) or inside.den is not None:
        return None
    if not _used(inside.num) & generators.exponents.keys():
        return None
    for direction in product(MULTIPLES, repeat=len(names)):
        along = dict(zip(names, direction, strict=True))
        rates: dict[fmpq, dict[int, fmpq]] = {}
        for monomial, coefficient in inside.num.to_dict().items():
            rate, degree, factor = fmpq(0), 0, fmpq(coefficient)
            for name, power in zip(inside.ctx.names(), monomial, strict=True):
                if power and name in along:
                    factor, degree = factor * fmpq(along[name]) ** int(power), degree + int(power)
                elif power:
                    rate += int(power) * _rate(generators.exponents.get(name), along)
            part = rates.setdefault(rate, {})
            part[degree] = part.get(degree, fmpq(0)) + factor
        top = max(rates)
        # Where the part of highest degree vanishes in this direction, it may have either sign nearby.
        leading = rates[top][max(rates[top])]
        if top > 0 and leading > 0 and len(_exponents_at(inside, generators, top, along)) == 1:
            return Divergence(met[0][0].removeprefix("exp(")[:-1], names, tuple(map(fmpq, direction)))
    return None


def _rate(exponent: Any, along: dict[str, int]) -> fmpq:
    """The coefficient of s^2 of a quadratic form along a direction."""
    if not isinstance(exponent, Quotient) or exponent.den is not None or _used(exponent.num) - along.keys():
        raise InputError("an exponential of what is no polynomial in Gaussian numbers is not decided here.")
    total = fmpq(0)
    for monomial, coefficient in exponent.num.to_dict().items():
        if sum(map(int, monomial)) != 2:
            raise InputError("a growth along rays is read off quadratic forms alone.")
        factor = fmpq(coefficient)
        for name, power in zip(exponent.ctx.names(), monomial, strict=True):
            factor *= fmpq(along[name]) ** int(power) if power else 1
        total += factor
    return total


def _exponents_at(inside: Quotient, generators: Generators, top: fmpq, along: dict[str, int]) -> set[tuple[int, ...]]:
    """The products of exponentials of this rate: of several, one may prevail on rays nearby."""
    found = set()
    for monomial in inside.num.to_dict():
        rest = tuple(int(p) if name not in along else 0
                     for name, p in zip(inside.ctx.names(), monomial, strict=True))
        rate = sum((p * _rate(generators.exponents.get(name), along)
                    for name, p in zip(inside.ctx.names(), rest, strict=True) if p), fmpq(0))
        if rate == top:
            found.add(rest)
    return found


def _exponents(
    value: Any, generators: Generators, drawn: Collection[str], tame: Collection[str]
) -> set[Exponent]:
    """The exponents that occur, constants left out."""
    if not isinstance(value, Quotient):
        return {()} if value else set()
    if generators.radicands.keys() & _used(value.num):
        raise InputError("a mean of square roots is not decided here.")
    shift: dict[tuple[int, ...], fmpq] = {}
    if value.den is not None:
        ((powers, _), *rest) = value.den.to_dict().items()
        if rest or any(p and name not in generators.exponents
                       for name, p in zip(value.ctx.names(), powers, strict=True)):
            raise InputError("a mean of quotients is not decided here.")
        shift = _exponent(powers, value, generators, drawn, tame)
    found = set()
    for powers in value.num.to_dict():
        own = _exponent(powers, value, generators, drawn, tame)
        for monomial, coefficient in shift.items():
            own[monomial] = own.get(monomial, fmpq(0)) - coefficient
        found.add(tuple(sorted((m, c) for m, c in own.items() if c and any(m))))
    return found


def _exponent(
    powers: Any, value: Quotient, generators: Generators, drawn: Collection[str], tame: Collection[str]
) -> dict[tuple[int, ...], fmpq]:
    """The exponent of the exponentials in one monomial."""
    total: dict[tuple[int, ...], fmpq] = {}
    for name, power in zip(value.ctx.names(), powers, strict=True):
        if not power:
            continue
        if name not in generators.exponents:
            if name not in drawn and name not in tame:
                raise InputError(f"the value of {name} is not known.")
            continue
        inside = generators.exponents[name]
        if not isinstance(inside, Quotient):
            continue
        if inside.den is not None or _used(inside.num) - set(drawn):
            raise InputError("an exponential of what is no polynomial in Gaussian numbers is not decided here.")
        for monomial, coefficient in inside.num.to_dict().items():
            key = tuple(int(e) for e in monomial)
            key += (0,) * (len(generators.names) - len(key))
            total[key] = total.get(key, fmpq(0)) + coefficient * int(power)
    return total


def _form(exponent: Exponent, generators: Generators, names: tuple[str, ...]) -> tuple[Matrix, str]:
    """The symmetric matrix of the second-order part, and the exponent as text."""
    place = {generators.names.index(name): k for k, name in enumerate(names)}
    entries: dict[tuple[int, int], fmpq] = {}
    for monomial, coefficient in exponent:
        met = [place[i] for i, power in enumerate(monomial) for _ in range(power)]
        if len(met) > 2:
            raise InputError("an exponential of a polynomial of degree 3 or more is not decided here.")
        if len(met) == 2:
            i, j = met
            for pair in ((i, j), (j, i)):
                entries[pair] = entries.get(pair, fmpq(0)) + coefficient / 2
    size = len(names)
    said = " + ".join(f"{c}*{_monomial(m, place, names)}" for m, c in exponent)
    return Matrix.build(size, size, lambda i, j: entries.get((i, j), fmpq(0))), said or "0"


def _monomial(powers: tuple[int, ...], place: dict[int, int], names: tuple[str, ...]) -> str:
    factors = [names[place[i]] + (f"^{p}" if p > 1 else "") for i, p in enumerate(powers) if p]
    return "*".join(factors)


def _used(poly: fmpq_mpoly) -> set[str]:
    return {name for name, degree in zip(poly.context().names(), poly.degrees(), strict=True) if degree > 0}
