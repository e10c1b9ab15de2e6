"""Equations and inequalities of numbers."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from proofs_check import absolute, conj, eq, exp, ge, gt, implies, le, lt, ne, relu, sqrt, term
from proofs_check.statement.terms import TermLike

from ..stating import Stated, false, family, true, valueless
from .letters import a, b, c, d, m, n, p, q, r, u


@family("scalars")
def squares() -> Iterator[Stated]:
    """Sums of squares of real numbers, with positive or nonnegative weights."""
    yield true(ge(a**2, 0))
    yield true(ge(a**2 + b**2, 2 * a * b))
    yield true(ge(a**2 + b**2 + c**2, a * b + b * c + c * a))
    yield true(ge((a + b) ** 2, 4 * a * b))
    yield true(ge(a**4 + 1, 2 * a**2))
    yield true(ge(a**4 - a**2, -Fraction(1, 4)))
    yield true(gt(a**2 + p, 0))
    yield true(gt(a**2 + 1, a))
    yield true(ge(p * a**2 + q * b**2, 0))
    yield true(ge(p / r + r / p, 2))
    yield true(ge(p + 1 / p, 2))
    yield true(ge((a**2 + b**2) * (c**2 + 1), (a * c + b) ** 2))
    yield true(le(2 * a, a**2 + 1))
    yield true(ge(a**6 + b**6, a**4 * b**2 + a**2 * b**4))
    yield true(ge(sqrt(a**2), a))
    yield true(ge(p + q, p))
    yield true(ge(a**2 * b**4 + a**4 * b**2 + 1 - 3 * a**2 * b**2, 0))


@family("scalars")
def strict_at_a_point() -> Iterator[Stated]:
    """Equality at one point, 0 or a = b, that a strict relation forgets."""
    yield false(gt(a**2, 0))
    yield false(lt(0, a**2))
    yield false(gt((a - b) ** 2, 0))
    yield false(gt(a**2 + b**2, 2 * a * b))
    yield false(lt(0, a**2 + b**2))
    yield false(gt(p + q, p))
    yield false(gt(p / r + r / p, 2))
    yield false(gt(a**4 + 1, 2 * a**2))
    yield false(gt(absolute(a), 0))
    yield false(gt(absolute(a), a))
    yield false(gt(q, 0))
    yield false(gt(sqrt(q), 0))
    yield false(ne(a, 0))
    yield false(ne(a**2, 1))
    yield false(gt((a - 7) ** 2, 0))
    yield false(gt(relu(a), 0))
    yield false(gt(u**2, 0))
    yield false(ne(a, b))
    yield false(lt(absolute(a + b), absolute(a) + absolute(b)))
    yield false(gt(exp(a), 1 + a))


@family("scalars")
def of_another_sign_or_scale() -> Iterator[Stated]:
    """Fails for negative, very large or very small numbers."""
    yield false(ge(a, 0))
    yield false(ge(u, 0))
    yield false(ge(a, -100))
    yield false(le(a, 1000 * b))
    yield false(le(a, 1000 * absolute(b)))
    yield false(le(p, 1000 * r))
    yield false(le(p, 10**6))
    yield false(ge(p, Fraction(1, 10**6)))
    yield false(ge(q, Fraction(1, 1000)))
    yield false(le(a**2, 10**6))
    yield false(ge(a**3, 0))
    yield false(ge(a * b, 0))
    yield false(ge(a**2, a))
    yield false(le(a**2, a))
    yield false(ge(p**2, p))
    yield false(ge(a**2 + b**2, 3 * a * b))
    yield false(ge(a**4 - a**2, -Fraction(1, 5)))
    yield false(ge(p + 1 / p, Fraction(21, 10)))
    yield false(ge(a, b))
    yield false(le(absolute(a), a))
    yield false(ge(u**3 + 1000, 0))
    yield false(le(p * r, p + r))
    yield false(ge(a**2 + 10 * a, -24))
    yield false(ge((a * a - 2) ** 2, Fraction(1, 10)))
    yield false(ge((a * a - 2) ** 2 - Fraction(1, 10**12), 0), large=True)
    yield false(ge(a**2 * b**4 + a**4 * b**2 + 1 - 3 * a**2 * b**2, Fraction(1, 1000)))
    yield false(le(exp(a), 10**9))
    yield false(ge(exp(a), Fraction(1, 100)))


def _falling(number: TermLike, count: int) -> TermLike:
    product: TermLike = 1
    for k in range(1, count + 1):
        product = (number - k) * product
    return product


@family("scalars")
def integers() -> Iterator[Stated]:
    """Positive integers are at least 1 and unbounded; a polynomial that vanishes at the first few is not 0."""
    yield true(ge(n, 1))
    yield true(ge(n * m, n))
    yield true(gt(n, 0))
    yield true(ge(n**2, n))
    yield true(ge(d, 1))
    yield true(ge(n * (n + 1), 2))
    yield true(ge(n + m, 2))
    yield true(le(1 / n, 1))
    yield true(gt(1 / (n + 1), 0))
    yield false(le(n, 1000000))
    yield false(le(d, 3))
    yield false(le(d, 100))
    yield false(le(n, 1))
    yield false(gt(n, 1))
    yield false(ge(n, 2))
    yield false(eq(n, 1))
    yield false(eq(d, 1))
    yield false(lt(1 / n, 1))
    yield false(ge(1 / n, Fraction(1, 10)))
    yield false(ge(n, m))
    yield false(eq(_falling(n, 8) * a, 0), large=True)
    yield false(eq(_falling(d, 6) * a, 0), large=True)
    yield false(eq(_falling(d, 3) * a, 0), large=True)
    yield false(eq((n - 1) * a, 0))
    yield false(ne(n, 9))
    yield false(le(n**2, 50 * n))


@family("scalars")
def algebra() -> Iterator[Stated]:
    """Expanding; the false ones fail at small integers."""
    yield true(eq((a + b) ** 2, a**2 + 2 * a * b + b**2))
    yield true(eq((a - b) * (a + b), a**2 - b**2))
    yield true(eq((a + b) ** 3, a**3 + 3 * a**2 * b + 3 * a * b**2 + b**3))
    yield true(eq(a**3 - b**3, (a - b) * (a**2 + a * b + b**2)))
    yield true(eq(1 / p + 1 / r, (p + r) / (p * r)))
    yield true(eq(p / r * (r / p), 1))
    yield true(eq((p**2 - r**2) / (p + r), p - r))
    yield true(eq(absolute(a) ** 2, a**2))
    yield true(eq(absolute(a * b), absolute(a) * absolute(b)))
    yield true(eq(sqrt(a**2), absolute(a)))
    yield true(eq(2 * relu(a), a + absolute(a)))
    yield true(eq(relu(a) - relu(-a), a))
    yield true(eq(relu(p * a), p * relu(a)))
    yield true(eq(exp(a + b), exp(a) * exp(b)))
    yield true(eq(exp(a) * exp(-a), 1))
    yield false(eq((a + b) ** 2, a**2 + b**2))
    yield false(eq((a + b) ** 3, a**3 + b**3))
    yield false(eq(absolute(a), a))
    yield false(eq(sqrt(a**2), a))
    yield false(eq(relu(a), a))
    yield false(eq(relu(a + b), relu(a) + relu(b)))
    yield false(eq(relu(a * b), a * relu(b)))
    yield false(eq(absolute(a + b), absolute(a) + absolute(b)))
    yield false(eq(exp(a + b), exp(a) + exp(b)))
    yield false(eq(exp(a * b), exp(a) * exp(b)))
    yield false(eq(1 / p + 1 / r, 1 / (p + r)))
    yield false(eq((p**2 + r**2) / (p + r), p + r))
    yield false(eq(relu(a) ** 2, a**2))


@family("scalars")
def surds() -> Iterator[Stated]:
    """Radicals: (1 + sqrt 2)^2 = 3 + 2 sqrt 2, and so on; the false ones are off by a number that a calculator
    shows."""
    two, three, five = sqrt(term(2)), sqrt(term(3)), sqrt(term(5))
    yield true(eq(sqrt(3 + 2 * two), 1 + two))
    yield true(eq(sqrt(p + sqrt(q) * sqrt(q)), sqrt(p + q)))
    yield true(eq(two * three, sqrt(term(6))))
    yield true(eq(sqrt(term(8)), 2 * two))
    yield true(eq(sqrt(5 + 2 * sqrt(term(6))), two + three))
    yield true(eq(1 / two, two / 2))
    yield true(eq(sqrt(6 + 2 * five), 1 + five))
    yield true(eq(sqrt(p) * sqrt(r), sqrt(p * r)))
    yield true(eq(sqrt(p**2), p))
    yield true(lt(two, Fraction(3, 2)))
    yield true(gt(two + three, 3))
    yield true(eq(sqrt(7 - 4 * three), 2 - three))
    yield false(eq(sqrt(3 + 2 * two), 2 + two))
    yield false(eq(two + three, sqrt(term(5))))
    yield false(eq(sqrt(p + r), sqrt(p) + sqrt(r)))
    yield false(eq(sqrt(7 - 4 * three), three - 2))
    yield false(lt(two, Fraction(7, 5)))
    yield false(eq(two, Fraction(99, 70)))
    yield false(ge(two + three, five + 1))
    yield false(eq(sqrt(5 + 2 * sqrt(term(6))), 1 + five))


@family("scalars")
def quotients_that_need_not_exist() -> Iterator[Stated]:
    """True where the divisor is not 0 and the radicand not negative; without a value at a = 0, b = 0, a = b or a =
    -1."""
    yield valueless(eq(a / a, term(1)))
    yield valueless(eq(a * (1 / a), 1))
    yield valueless(eq(q / q, term(1)))
    yield valueless(eq(a**2 / a, a))
    yield valueless(eq(sqrt(a) * sqrt(a), a))
    yield valueless(eq(sqrt(a) ** 2, a))
    yield valueless(eq((a**2 - b**2) / (a - b), a + b))
    yield valueless(eq(a / b * b, a))
    yield valueless(ge(1 / a**2, 0))
    yield valueless(gt(1 / a**2, 0))
    yield valueless(eq(1 / (1 / a), a))
    yield valueless(ge(sqrt(a), 0))
    yield valueless(eq(1 / a - 1 / a, 0))
    yield valueless(eq(0 * (1 / a), 0))
    yield valueless(eq((1 - a**2) / (1 + a), 1 - a))
    yield valueless(eq(a * b / (a * b), term(1)))
    yield valueless(ge(a / a, 1))
    yield valueless(eq((n - 1) / (n - 1), term(1)))
    yield valueless(eq((d - 1) / (d - 1) * a, a))
    yield valueless(ge(sqrt(a) * sqrt(a), 0))
    yield false(eq(a / b, b / a))
    yield false(ge(1 / a, 0))
    yield false(eq(1 / a, a))
    yield false(gt(sqrt(a), 0))
    yield false(ge(1 / q, 1))
    yield true(implies(ne(a, 0), eq(a / a, term(1))))
    yield true(implies(gt(a, 0), eq(sqrt(a) * sqrt(a), a)))
    yield true(conj(eq(p / p, term(1)), eq(sqrt(q) * sqrt(q), q)))
