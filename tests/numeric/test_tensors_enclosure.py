"""Enclosures against exact fractions and 60 digits, on random and hostile numbers; what is exact is exact."""

from __future__ import annotations

import math
import random
from collections.abc import Callable
from fractions import Fraction

import pytest

pytest.importorskip("torch")

import mpmath
import torch

from numeric.training.tensors import Enclosure
from numeric.training.tensors import functions as f
from numeric.training.tensors.enclosure import _grain

HOSTILE = [0.0, -0.0, 1.0, -1.0, 0.1, 1 / 3, 1e-5, 1e16, -1e16, 1e-170, 1e-200, 1e-300, 5e-324, -5e-324, 2.0**-1022,
           1e300, -1e300, 1.7e308, math.pi, 2.0**53, 2.0**53 + 2, 1 - 2.0**-53, 1 + 2.0**-52]  # fmt: skip
RADII = [0.0, 0.0, 0.0, 1e-17, 1e-9, 0.4, 3.0, 1e-180, 1e-310]


def numbers(count: int, seed: int) -> tuple[Enclosure, list[Fraction]]:
    """Enclosures, and for each a true value in it: often an end."""
    rng = random.Random(seed)
    mids = [rng.choice(HOSTILE) if rng.random() < 0.5 else rng.gauss(0, 1) * 10 ** rng.randint(-12, 12)
            for _ in range(count)]  # fmt: skip
    rads = [min(rng.choice(RADII) * (abs(m) if rng.random() < 0.5 else 1.0), 1e308) for m in mids]
    true = [Fraction(m) + Fraction(r) * rng.choice((-1, 1, Fraction(rng.randint(-100, 100), 100)))
            for m, r in zip(mids, rads, strict=True)]  # fmt: skip
    shape = (count, 1, 1)
    return Enclosure(_tensor(mids).reshape(shape), _tensor(rads).reshape(shape)), true


def _tensor(values: list[float]) -> torch.Tensor:
    return torch.tensor(values, dtype=torch.float64)


def misses(found: Enclosure, true: list[Fraction | mpmath.mpf]) -> list[int]:
    """Where the true value is outside, exactly."""
    out = []
    for k, value in enumerate(true):
        mid, rad = float(found.mid[k]), float(found.rad[k])
        if math.isnan(mid) or math.isnan(rad):
            out.append(k)
        elif rad < math.inf:
            exact = value if isinstance(value, Fraction) else Fraction(*_ratio(value))
            if abs(exact - Fraction(mid)) > Fraction(rad):
                out.append(k)
    return out


def _ratio(value: mpmath.mpf) -> tuple[int, int]:
    sign, mantissa, exponent, _ = mpmath.mpf(value)._mpf_
    signed = (-1) ** sign * int(mantissa)
    return (signed * 2**exponent, 1) if exponent >= 0 else (signed, 2**-exponent)


@pytest.mark.parametrize("seed", range(3))
def test_sums_and_products_enclose_the_exact_ones(seed: int) -> None:
    (a, x), (b, y) = numbers(1500, seed), numbers(1500, seed + 100)
    assert misses(a + b, [p + q for p, q in zip(x, y, strict=True)]) == []
    assert misses(a - b, [p - q for p, q in zip(x, y, strict=True)]) == []
    assert misses(a * b, [p * q for p, q in zip(x, y, strict=True)]) == []
    assert misses(a.relu(), [max(p, Fraction(0)) for p in x]) == []
    assert misses(a.abs(), [abs(p) for p in x]) == []


@pytest.mark.parametrize("seed", range(2))
def test_reciprocals_enclose_also_where_the_square_of_a_number_underflows(seed: int) -> None:
    a, x = numbers(1500, seed)
    usable = [k for k, value in enumerate(x) if value]
    assert misses(a.reciprocal()[usable], [1 / x[k] for k in usable]) == []
    tight = Enclosure(_tensor([1e-170]).reshape(1, 1, 1), _tensor([0.5e-170]).reshape(1, 1, 1))
    assert misses(tight.reciprocal(), [1 / (Fraction(1e-170) - Fraction(0.5e-170))]) == []
    assert float(Enclosure.exact(torch.zeros(1, 1, 1, dtype=torch.float64)).reciprocal().rad) == math.inf


FUNCTIONS: list[tuple[str, Callable[[mpmath.mpf], mpmath.mpf]]] = [
    ("exp", mpmath.exp), ("tanh", mpmath.tanh), ("sin", mpmath.sin), ("cos", mpmath.cos), ("sqrt", mpmath.sqrt),
]  # fmt: skip


@pytest.mark.parametrize(("name", "exactly"), FUNCTIONS)
def test_functions_enclose_their_values_to_60_digits(name: str, exactly: Callable[[mpmath.mpf], mpmath.mpf]) -> None:
    a, x = numbers(600, 7)
    small = [k for k, value in enumerate(x) if abs(value) < 10**4 and (name != "sqrt" or value >= 0)]
    with mpmath.workdps(400):
        true = [exactly(mpmath.mpf(x[k].numerator) / x[k].denominator) for k in small]
    assert misses(getattr(a[small], name)(), [_cut(value) for value in true]) == []


def _cut(value: mpmath.mpf) -> Fraction:
    return Fraction(*_ratio(value))


def test_the_exponential_of_what_underflows_is_enclosed_where_its_exponent_is_wide() -> None:
    for mid, rad in ((-800.0, 200.0), (-744.0, 100.0), (-2000.0, 1999.0), (-745.2, 0.5)):
        wide = Enclosure(_tensor([mid]).reshape(1, 1, 1), _tensor([rad]).reshape(1, 1, 1))
        with mpmath.workdps(60):
            assert misses(wide.exp(), [_cut(mpmath.exp(mpmath.mpf(mid) + rad))]) == []


def matrix(rng: random.Random, n: int, m: int, scale: int) -> list[list[float]]:
    return [[rng.gauss(0, 1) * 10.0 ** (scale + rng.choice((0, 0, 0, -8))) for _ in range(m)] for _ in range(n)]


def exact(rows: list[list[float]]) -> list[list[Fraction]]:
    return [[Fraction(entry) for entry in row] for row in rows]


def multiplied(a: list[list[Fraction]], b: list[list[Fraction]]) -> list[list[Fraction]]:
    return [[sum((x * y for x, y in zip(row, column, strict=True)), Fraction(0)) for column in zip(*b, strict=True)]
            for row in a]  # fmt: skip


def flat(rows: list[list[Fraction]]) -> list[Fraction]:
    return [entry for row in rows for entry in row]


def entries(found: Enclosure) -> Enclosure:
    return found.reshape(-1, 1, 1)


def test_products_of_matrices_enclose_the_exact_ones_at_all_scales() -> None:
    rng = random.Random(3)
    for scale in (-200, -160, -10, 0, 12, 150):
        for _ in range(15):
            A, B = matrix(rng, 3, 4, scale), matrix(rng, 4, 2, scale)
            B[0][0] = -A[0][1] * B[1][0] / A[0][0] if A[0][0] else 0.0  # nearly cancels
            found = Enclosure.exact(torch.tensor([A], dtype=torch.float64)) @ Enclosure.exact(
                torch.tensor([B], dtype=torch.float64)
            )
            assert misses(entries(found), flat(multiplied(exact(A), exact(B)))) == []


def inverted(rows: list[list[Fraction]]) -> list[list[Fraction]] | None:
    """By elimination, exactly."""
    n = len(rows)
    work = [[*row, *(Fraction(int(i == j)) for j in range(n))] for i, row in enumerate(rows)]
    for k in range(n):
        pivot = next((i for i in range(k, n) if work[i][k]), None)
        if pivot is None:
            return None
        work[k], work[pivot] = work[pivot], work[k]
        work[k] = [entry / work[k][k] for entry in work[k]]
        for i in range(n):
            if i != k:
                work[i] = [x - work[i][k] * y for x, y in zip(work[i], work[k], strict=True)]
    return [row[n:] for row in work]


def test_inverses_enclose_the_exact_ones_and_have_no_bound_where_there_is_none() -> None:
    rng = random.Random(5)
    for case in range(120):
        A = matrix(rng, 3, 3, rng.choice((-170, -100, 0, 0, 5, 100)))
        if case % 3 == 0:  # ill-conditioned: the last row nearly a combination
            A[2] = [x + y + 10.0 ** -rng.randint(3, 16) * z for x, y, z in zip(A[0], A[1], A[2], strict=True)]
        if case % 10 == 0:  # singular
            A = [[1.0, 2.0, 3.0], [2.0, 4.0, 6.0], A[2]]
        found, true = Enclosure.exact(torch.tensor([A], dtype=torch.float64)).inverse(), inverted(exact(A))
        if true is None:
            assert not bool(found.rad.isfinite().all())
        else:
            assert misses(entries(found), flat(true)) == []


def test_eigenvalues_and_roots_enclose_those_to_60_digits_at_all_scales() -> None:
    rng = random.Random(11)
    with mpmath.workdps(60):
        for case in range(45):
            H = matrix(rng, 3, 2 if case % 3 == 0 else 3, 0)
            scale = 2.0 ** rng.choice((-600, -520, -60, 0, 0, 40, 400))
            if case % 5 == 0:
                H = [[entry * 10.0 ** (-6 * k) for entry in row] for k, row in enumerate(H)]
            whole = [[round(entry * 2**20) for entry in row] for row in H]
            made = [[sum(x * y for x, y in zip(r, s, strict=True)) for s in whole] for r in whole]
            A = [[float(entry) * 2.0**-40 * scale for entry in row] for row in made]
            enclosed = Enclosure.exact(torch.tensor([A], dtype=torch.float64))
            M = mpmath.matrix([[mpmath.mpf(entry) for entry in row] for row in A])
            values, V = mpmath.eigsy(M)
            assert misses(entries(enclosed.eigenvalues()), [_cut(v) for v in sorted(values)]) == []
            if min(values) >= 0:
                root = V * mpmath.diag([mpmath.sqrt(v) for v in values]) * V.T
                assert misses(entries(enclosed.half()), [_cut(root[i, j]) for i in range(3) for j in range(3)]) == []


def test_what_has_overflowed_encloses_everything_and_nothing_breaks() -> None:
    huge = Enclosure.exact(torch.full((1, 2, 2), 1e308, dtype=torch.float64)) * 1e10
    for made in (huge + huge, huge @ huge, huge.inverse(), huge.eigenvalues(), huge.half(), huge.exp(), huge.sqrt()):
        assert bool((made.rad == math.inf).any())
        assert not bool(made.mid.isnan().any() | made.rad.isnan().any())


def test_comparisons_of_what_has_overflowed_are_not_certain() -> None:
    number = Enclosure.exact(torch.full((1, 1, 1), 1.7e308, dtype=torch.float64))
    gone = number * 4.0 * 0.25 - number  # 0, with no bound, at a large midpoint
    assert float(gone.rad) == math.inf
    low, high = Enclosure(number.mid * -1, gone.rad), Enclosure(number.mid, gone.rad)
    for strict in (False, True):
        assert low.at_most(high, strict) == [None]
        assert high.at_most(low, strict) == [None]
    assert low.apart(high) == [False]


def test_what_is_a_whole_multiple_of_a_power_of_two_has_no_error() -> None:
    quarters = torch.arange(-8, 8, dtype=torch.float64).reshape(4, 2, 2) / 4
    A = Enclosure.exact(quarters)
    for made in (A + A.mT, A * A, A @ A, (A @ A @ A).sum(1), f.determinant(A), f.trace(A)):
        assert bool((made.rad == 0).all())
    assert (A @ A.mT).same(A @ A.mT) == [True] * 4
    third = Enclosure.exact(torch.full((1, 1, 1), 1 / 3, dtype=torch.float64))
    assert float((third * third).rad) > 0
    assert float((third + 1e10).rad) > 0
    four = Enclosure.exact(torch.full((1, 1, 1), 4.0, dtype=torch.float64))
    assert (float(four.sqrt().mid), float(four.sqrt().rad)) == (2.0, 0.0)
    assert (float(four.reciprocal().mid), float(four.reciprocal().rad)) == (0.25, 0.0)
    assert float((four - 2.0).sqrt().rad) > 0
    zero = four - 4.0
    assert float(zero.rad) == float((zero * third).rad) == float((zero.exp() - 1.0).rad) == 0.0


def test_the_grain_of_a_number_divides_it_and_is_the_largest() -> None:
    rng = random.Random(2)
    values = [*HOSTILE, *(rng.gauss(0, 1) * 2.0 ** rng.randint(-900, 900) for _ in range(300))]
    for value, grain in zip(values, _grain(_tensor(values)).tolist(), strict=True):
        if value == 0:
            assert grain == math.inf
        elif grain:
            assert (Fraction(value) / Fraction(grain)).denominator == 1
            assert (Fraction(value) / Fraction(grain)).numerator % 2 == 1
        else:
            assert abs(value) < 2.0**-900


def test_bounds_are_broadcast_with_their_numbers() -> None:
    row = Enclosure(torch.ones(1, 1, 3, dtype=torch.float64) / 3, torch.full((1, 1, 3), 1e-9, dtype=torch.float64))
    column = Enclosure.exact(torch.ones(5, 2, 1, dtype=torch.float64) / 7)
    for made in (row + column, row * column):
        assert tuple(made.mid.shape) == tuple(made.rad.shape) == (5, 2, 3)
        assert float(made.rad.min()) >= 1e-10
