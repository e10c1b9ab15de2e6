"""Sums of squares: what is certified is not negative, and forms that may be negative are not certified."""

from __future__ import annotations

from fractions import Fraction
from random import Random
from typing import Any

import pytest

from symbolic.words import Scalar, evaluate, matrix, trace
from symbolic.words.squares import is_sum_of_squares

H: Any
Psi: Any
G: Any
z: Any
w: Any
H, Psi = matrix("H", "d", "d", psd=True), matrix("Psi", "d", "d", psd=True)
G, z, w = matrix("G", "d", "d"), matrix("z", "d", 1), matrix("w", "d", 1)
M: Any = Scalar.symbol("M", 1)
a: Any = Scalar.symbol("a")
form = z.T * H * z
turned = z.T * H * G * H * z
twice = z.T * H * G.T * H * G * H * z

CERTIFIED = {
    "a square of a difference": form - 2 * turned + twice,
    "with room": form - 2 * turned + (M + 1) / M * twice,
    "two vectors": form - 2 * (z.T * H * w) + w.T * H * w,
    "a scalar beside a vector": form + 2 * a * (z.T * H * w) + a**2 * (w.T * H * w),
    "a trace": trace(H * G * H * G.T) + trace(H * G * H * G),
    "the other sign": trace(H * G * H * G.T) - trace(H * G * H * G),
    "between two matrices": trace(H * Psi) - 2 * trace(H * G * H * Psi) + trace(H * G * H * Psi * H * G.T),
    "terms that are squares": form + trace(H * Psi) + a**2,
}
NOT_CERTIFIED = {
    "a larger middle": form - 3 * turned + twice,
    "too little room": form - 2 * turned + (M - 1) / M * twice,
    "a crossing term alone": turned,
    "without one square": form - 2 * turned,
    "a negative square": form - 2 * turned + twice - a**2,
    "an odd scalar": a * form,
    "a trace": trace(H * G * H * G.T) + 2 * trace(H * G * H * G),
    "other matrices": form - 2 * (z.T * H * G * Psi * z) + z.T * Psi * G.T * H * G * H * z,
}


@pytest.mark.parametrize("name", CERTIFIED)
def test_certified(name: str) -> None:
    assert is_sum_of_squares(CERTIFIED[name])
    for seed in range(12):
        found: Any = evaluate(CERTIFIED[name], {"d": 2}, point(seed))
        assert found >= 0


@pytest.mark.parametrize("name", NOT_CERTIFIED)
def test_not_certified(name: str) -> None:
    assert not is_sum_of_squares(NOT_CERTIFIED[name])


def point(seed: int) -> Any:
    random = Random(seed)

    def table(rows: int, cols: int) -> Any:
        return [[Fraction(random.randint(-4, 4), random.randint(1, 3)) for _ in range(cols)] for _ in range(rows)]

    def gram() -> Any:
        C = table(2, random.randint(1, 2))
        return [[sum(x * y for x, y in zip(r, s, strict=True)) for s in C] for r in C]

    return {"H": gram(), "Psi": gram(), "G": table(2, 2), "z": table(2, 1), "w": table(2, 1),
            "M": Fraction(random.randint(1, 3)), "a": Fraction(random.randint(-3, 3))}


@pytest.mark.parametrize("seed", range(30))
def test_a_form_with_numbers_is_certified_where_its_matrix_is_semidefinite(seed: int) -> None:
    """Of the form in the three halves z, G H z and w, by its principal minors."""
    random = Random(seed)
    halves = [z, G * H * z, w]
    C = [[random.randint(-2, 2) for _ in range(random.randint(1, 3))] for _ in halves]
    width = min(map(len, C))
    gram = [[sum(p * q for p, q in zip(r[:width], s[:width], strict=True)) for s in C] for r in C]
    i, j = random.choice([(0, 0), (0, 1), (1, 2), (2, 2)])
    gram[i][j] = gram[j][i] = gram[i][j] + random.randint(-1, 1)
    value: Any = Scalar.of(0)
    for p in range(3):
        for q in range(3):
            value = value + gram[p][q] * (halves[p].T * H * halves[q])
    assert is_sum_of_squares(value) == _is_semidefinite(gram)


def _is_semidefinite(A: list[list[int]]) -> bool:
    a, b, c, d, e, f = A[0][0], A[0][1], A[0][2], A[1][1], A[1][2], A[2][2]
    minors = (a, d, f, a * d - b * b, a * f - c * c, d * f - e * e,
              a * (d * f - e * e) - b * (b * f - c * e) + c * (b * e - c * d))
    return min(minors) >= 0
