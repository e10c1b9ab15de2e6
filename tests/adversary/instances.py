"""Random instances of the facts, hostile ones among them: zero, equality, rank 1, what sits on the boundary."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from random import Random
from typing import Any

from .facts import Matrix, Outcomes, matrix
from .functions import TIME, Moving, constant, power_of_z

Env = dict[str, Any]
Made = Callable[[Random], Mapping[str, Any]]
ONE = constant(1)


def moving(rng: Random) -> Moving:
    """A function of z with few small coefficients; often 0, a constant, or one power."""
    return Moving({(m, 0): rng.choice([-2, -1, 0, 0, 0, 1, 1, 2]) for m in range(rng.choice([1, 2, 3, 4]))})


def number(rng: Random) -> Fraction:
    return Fraction(rng.choice([-3, -2, -1, 0, 1, 1, 2, 3]), rng.choice([1, 1, 2]))


def still(rng: Random, *choices: int) -> Moving:
    return constant(rng.choice(choices) if choices else number(rng))


def fixed_matrix(rng: Random, rows: int, columns: int) -> Matrix:
    """Rational entries; one in three is of rank at most 1."""
    if rng.random() < 0.3:
        left, right = [number(rng) for _ in range(rows)], [number(rng) for _ in range(columns)]
        return matrix([[a * b for b in right] for a in left])
    return matrix([[number(rng) for _ in range(columns)] for _ in range(rows)])


def symmetric(rng: Random) -> Matrix:
    """Two by two: a Gram matrix, or any."""
    (a, b), (c, d) = [[e.value or Fraction(0) for e in row] for row in fixed_matrix(rng, 2, 2)]
    if rng.random() < 0.8:
        return matrix([[a * a + b * b, a * c + b * d], [a * c + b * d, c * c + d * d]])
    return matrix([[a, b], [b, d]])


def _flow(rng: Random) -> Env:
    """x' = -m (x - O) + q (y - P) + r and y' = -n (y - P) + s, solved."""
    rest_x, rest_y, m, n = number(rng), number(rng), rng.choice([1, 2]), 3
    r, s = rng.choice([0, 0, 0, 1]), rng.choice([0, 0, 0, 1])
    q = 0 if s else rng.choice([0, 1, 2])
    x0, y0 = rest_x + rng.choice([0, 0, 0, 1]), rest_y + rng.choice([0, 0, 0, 1])
    A, C = rest_x + Fraction(r, m), Fraction(q) * (y0 - rest_y) / (m - n)
    X = Moving({(0, 0): A, (m, 0): x0 - A - C, (n, 0): C})
    Y = Moving({(0, 0): rest_y + Fraction(s, n), (n, 0): y0 - rest_y - Fraction(s, n)})
    return {"X": X, "Y": Y, "X'": constant(r), "Y'": constant(s), "O": constant(rest_x), "P": constant(rest_y)}


def _one_parameter(rng: Random) -> Env:
    """The loss s u^k, at u = 1/z and -1/z: u' = -s k u^(k-1) blows up for k > 2 where it leads away from 0."""
    s, k, start = rng.choice([-1, 1]), rng.choice([2, 3, 4]), rng.choice([-1, 1])
    falls = s < 0 or k % 2 == 1
    blows_up = k > 2 and (s * start < 0 if k == 3 else s < 0)
    return {"f": Moving({(-k, 0): -1 if falls else 1}), "c": still(rng, -1, 0), "f exists": not blows_up}


def _decay(rng: Random) -> Env:
    f, c, rest = moving(rng), still(rng, -1, 0, 1, 2), moving(rng)
    V = f.derivative() + c * f + rest * rest if rng.random() < 0.85 else moving(rng)
    return {"f": f, "c": c, "V": V, "g": ONE}


def _root(rng: Random) -> Env:
    f = moving(rng)
    return {
        "f": f, "g": f * f if rng.random() < 0.8 else moving(rng), "k": still(rng, -1, 0, 1, 2, 3),
        "a": still(rng, -1, 0, 1, 2), "c": still(rng, -1, 0, 1, 2),
    }


def _two(rng: Random) -> Env:
    f = moving(rng)
    return {"f": f, "g": f if rng.random() < 0.2 else f + moving(rng), "n": ONE, "c": still(rng, -1, 0, 1, 2)}


def _matrices_that_move(rng: Random) -> Env:
    A, B = ([[moving(rng) for _ in range(2)] for _ in range(2)] for _ in range(2))
    if rng.random() < 0.5:
        B = [[a + power_of_z(rng.choice([1, 2])) * still(rng) for a in row] for row in A]
    return {"A": matrix(A), "B": matrix(B), "n": ONE}


def _matrices(rng: Random) -> Env:
    rows, columns = rng.choice([1, 2, 3]), rng.choice([1, 2, 3])
    A = fixed_matrix(rng, rows, columns)
    B = tuple(zip(*A, strict=True)) if rng.random() < 0.2 else fixed_matrix(rng, columns, rows)
    unit = matrix([[int(i == j) for j in range(columns)] for i in range(columns)])
    return {"A": A, "B": B, "I": unit}


def _dyad(rng: Random, columns: int = 1) -> Env:
    X, Y = fixed_matrix(rng, 2, columns), fixed_matrix(rng, 3, columns)
    A = matrix([[sum((a * b for a, b in zip(x, y, strict=True)), constant(0)) for y in Y] for x in X])
    return {"X": X, "Y": Y, "A": A if rng.random() < 0.7 else fixed_matrix(rng, 2, 3)}


def _inverse(rng: Random) -> Env:
    draws = tuple({"A": symmetric(rng)} for _ in range(rng.choice([1, 2, 3])))
    return {"B": symmetric(rng), "outcomes": Outcomes(draws)}


def _mean_square(rng: Random) -> Env:
    pairs = [(number(rng), number(rng)) for _ in range(rng.choice([1, 2, 3]))]
    same = rng.random() < 0.5
    return {"outcomes": Outcomes(tuple({"f": constant(a), "g": constant(a if same else b)} for a, b in pairs))}


def _average(rng: Random) -> Env:
    return {"k": still(rng), "outcomes": Outcomes(tuple({"f": still(rng)} for _ in range(2)))}


def _covariance(rng: Random) -> Env:
    """X = L e with independent signs e: its covariance is L L^T."""
    (a, b), (c, d) = [[e.value or Fraction(0) for e in row] for row in fixed_matrix(rng, 2, 2)]
    signs = ((1, 1), (1, -1), (-1, 1), (-1, -1))
    draws = tuple({"X": matrix([[a * s + b * t], [c * s + d * t]])} for s, t in signs[:2])
    return {"outcomes": Outcomes(draws), "V": ONE}


def _polynomial(rng: Random) -> Env:
    f = Moving({(m, j): rng.choice([-1, 0, 0, 0, 1]) for m in range(3) for j in range(3)})
    return {"f": f, "P": still(rng)}


def _members(rng: Random, flat: bool = False) -> Env:
    """Vectors in R^k with denominators and signs of their own; ``flat``: in a plane that they do not leave."""
    k, n = rng.choice([1, 2, 3]), rng.choice([1, 2, 3, 4])
    sample = tuple(
        {"X": matrix([[Fraction(rng.randint(-10**6, 10**6), 1009) * (not flat or j > 0)] for j in range(k)])}
        for _ in range(n)
    )
    return {"sample": sample, "n": constant(n), "k": constant(k)}


def _exponents(rng: Random) -> Env:
    return {name: TIME * still(rng, -2, -1, 0, 1, 2) for name in "fg"}


INSTANCES: dict[str, Made] = {
    "uniqueness of solutions": _flow,
    "continuation of bounded solutions": _one_parameter,
    "intermediate value theorem": _two,
    "Gronwall's inequality": _two,
    "forced decay": _decay,
    "Gronwall's inequality for a root": _root,
    "barrier": _two,
    "exponential decay": lambda rng: {"c": still(rng, -2, -1, 0, 1, 2), "k": still(rng), "g": ONE},
    "exponential law": _exponents,
    "squeeze": _two,
    "convergence in norm": _matrices_that_move,
    "squeeze as an integer grows": _two,
    "convergence in norm as an integer grows": _matrices_that_move,
    "operator norm and Frobenius norm": _matrices,
    "inverse of a mean": _inverse,
    "vanishing mean square": _mean_square,
    "rank of a dyad": _dyad,
    "rank of a Gram matrix": _matrices,
    "Cauchy-Schwarz": _matrices,
    "submultiplicativity": _matrices,
    "strong law of large numbers": _average,
    "strong law for sample covariances": _covariance,
    "zero set of a polynomial": _polynomial,
    "vectors in general position": _members,
}
"""Per fact that is stated in the language: what its metavariables stand for, at random."""

WITHOUT: dict[tuple[str, str], Made] = {
    ("rank of a dyad", "columns"): lambda rng: _dyad(rng, 2),
    ("vectors in general position", "a covariance that is definite"): lambda rng: _members(rng, True),
    ("operator norm and Frobenius norm", "the identity"): lambda rng: {
        **_matrices(rng), "I": matrix([[Fraction(1, 4)]]), "A": fixed_matrix(rng, 2, 1)},
    ("exponential decay", "k constant"): lambda rng: {"c": ONE, "k": power_of_z(-2), "g": ONE},
}  # fmt: skip
"""What a metavariable must be besides the hypotheses, left out: instances that then violate the conclusion."""

ALWAYS_MET = frozenset({"the gradient flow of g exists for all t \u2265 0"})
"""Hypotheses that every instance here meets: a function of the time is given for all times."""


def _limits(rng: Random) -> Env:
    return {"f": moving(rng), "g": moving(rng), "a": still(rng, 0, 1), "c": still(rng, 0, 1)}


def _congruent(rng: Random) -> Env:
    A = symmetric(rng)
    (p, q) = rng.choice([(2, 0), (1, 1), (0, 2), (1, 0), (0, 1), (0, 0)])
    return {"A": A, "V": fixed_matrix(rng, 2, 2), "a": constant(p), "c": constant(q)}
