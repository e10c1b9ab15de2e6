"""What verify.py holds for equal, or for a sign, is so at random points: numbers propose what a slip would be."""

import random
from fractions import Fraction

import numpy as np
import pytest

from proofs_check.certificates import verify
from proofs_check.certificates.verify import node, num, op

SIZES = {"d": 2, "m": 3, 1: 1}


def _sym(name, rows=1, cols=1, *traits):
    return node("sym", name=name, shape=(rows, cols), traits=frozenset(traits))


def _letters():
    return [
        *(_sym(n) for n in "ab"), _sym("p", 1, 1, "positive"), _sym("r", 1, 1, "nonnegative"), _sym("z", 1, 1, "nonzero"),
        _sym("d", 1, 1, "integer", "positive"), _sym("A", "d", "d"), _sym("X", "d", "m"), _sym("u", "d", 1), _sym("v", "d", 1),
        _sym("S", "d", "d", "symmetric"), _sym("P", "d", "d", "symmetric", "psd"), _sym("L", "d", "d", "symmetric", "posdef"),
        _sym("M", "d", "d", "symmetric", "posdef"), _sym("O", "d", "d", "orthogonal"), _sym("D", "d", "d", "diagonal"),
        _sym("E", "d", "d", "diagonal"), _sym("I", "d", "d", "identity"),
    ]  # fmt: skip


def _point(rng):
    def value(s):
        rows, cols = SIZES[s.shape[0]], SIZES[s.shape[1]]
        x = rng.standard_normal((rows, cols))
        if s.name == "d":
            return np.array([[2.0]])
        if "positive" in s.traits or "nonzero" in s.traits:
            return np.abs(x) + 0.1 if "positive" in s.traits else x + np.sign(x) / 10
        if "nonnegative" in s.traits:
            return np.abs(x) * rng.integers(0, 2)
        if "posdef" in s.traits:
            return x @ x.T + 0.2 * np.eye(rows)
        if "psd" in s.traits:
            w = x[:, :1] * rng.integers(0, 2)
            return w @ w.T
        if "symmetric" in s.traits:
            return x + x.T
        if "orthogonal" in s.traits:
            return np.linalg.qr(x)[0]
        if "diagonal" in s.traits:
            return np.diag(np.diag(x)) * rng.integers(0, 2, rows)
        return np.eye(rows) if "identity" in s.traits else x

    return {s: value(s) for s in _letters()}


def _power(x, e):
    if x.shape == (1, 1):
        b = x[0, 0]
        if e.denominator == 1:
            return np.array([[0.0 if abs(b) < 1e-12 and e < 0 else float(b) ** int(e)]])
        return np.array([[0.0 if b < 1e-12 else b ** float(e)]])
    if e.denominator == 1 and e >= 0:
        return np.linalg.matrix_power(x, int(e))
    if e.denominator == 1:
        return np.zeros_like(x) if abs(np.linalg.det(x)) < 1e-10 else np.linalg.matrix_power(np.linalg.inv(x), int(-e))
    values, vectors = np.linalg.eigh((x + x.T) / 2)
    if not np.allclose(x, x.T) or values.min() < -1e-9 or (e < 0 and values.min() < 1e-9):
        return np.zeros_like(x)
    return vectors @ np.diag([0 if v < 1e-12 else v ** float(e) for v in values]) @ vectors.T


def _value(x, at):
    args = [_value(a, at) for a in x.args] if x.head != "^" else [_value(x.args[0], at)]
    match x.head:
        case "num":
            return np.array([[float(x.value)]])
        case "sym":
            return at[x]
        case "+":
            return args[0] + args[1]
        case "-":
            return args[0] - args[1]
        case "neg":
            return -args[0]
        case "*":
            return args[0] * args[1] if (1, 1) in (args[0].shape, args[1].shape) else args[0] @ args[1]
        case "/":
            return args[0] * _power(args[1], Fraction(-1))
        case "^":
            return _power(args[0], x.args[1].value)
        case "sqrt":
            return _power(args[0], Fraction(1, 2))
        case "T":
            return args[0].T
        case "tr":
            return np.array([[np.trace(args[0])]])
        case "inner":
            return np.array([[np.sum(args[0] * args[1])]])
        case "norm_F" | "abs":
            return np.array([[np.linalg.norm(args[0])]])
    raise AssertionError(x.head)


HALVES = [Fraction(k, 2) for k in (-4, -3, -2, -1, 1, 2, 3, 4)]


def _random(rng, depth, scalar):
    """A random number, or a random d x d matrix."""
    numbers = [x for x in _letters() if x.shape == (1, 1)] + [num(2), num(Fraction(-1, 2))]
    matrices = [x for x in _letters() if x.shape == ("d", "d")]
    if depth == 0:
        return rng.choice(numbers if scalar else matrices)
    kind = rng.randrange(9)
    if scalar:
        a, b = (_random(rng, depth - 1, scalar=True) for _ in range(2))
        m = _random(rng, depth - 1, scalar=False)
        u, v = _sym("u", "d", 1), _sym("v", "d", 1)
        return [op("+", a, b), op("*", a, b), op("-", a, b), op("/", a, b), op("^", a, num(rng.choice(HALVES))), op("tr", m),
                op("norm_F", m), op("*", op("*", op("T", u), m), rng.choice([u, v])), op("sqrt", a)][kind]
    a, b = (_random(rng, depth - 1, scalar=False) for _ in range(2))
    s, x, u = _random(rng, depth - 1, scalar=True), _sym("X", "d", "m"), _sym("u", "d", 1)
    return [op("+", a, b), op("*", a, b), op("*", a, b), op("-", a, b), op("*", s, a), op("T", a),
            op("^", a, num(rng.choice(HALVES))), op("*", x, op("T", x)), op("*", u, op("T", u))][kind]


@pytest.mark.parametrize("seed", range(12))
def test_terms_of_one_value_have_one_number_and_signs_are_those_of_numbers(seed, monkeypatch):
    rng = random.Random(seed)
    monkeypatch.setattr(verify, "MOST_STEPS", 10**9)
    points = [_point(np.random.default_rng(1000 * seed + k)) for k in range(6)]
    algebra, seen = verify.Algebra(), {}
    terms = [_random(rng, rng.choice([1, 2, 2, 3]), scalar=bool(k % 2)) for k in range(400)]
    for x in terms:
        try:
            key = (verify.shape(x), algebra.key(algebra.value(x)))
        except verify.Unknown:
            continue
        numbers = [_value(x, at) for at in points]
        if not all(np.all(np.isfinite(v)) and np.abs(v).max() < 1e6 for v in numbers):
            continue
        near = [1e-6 * (1 + np.abs(v).max()) for v in numbers]
        for v, w, e in zip(numbers, seen.setdefault(key, numbers), near, strict=True):
            assert np.abs(v - w).max() < e, verify.shown(x, 300)
        sign = algebra.sign(x) if verify.shape(x) == (1, 1) else 0
        definite = algebra.sign(x) if verify.shape(x) != (1, 1) else 0
        for v, e in zip(numbers, near, strict=True):
            assert not sign & verify.NONNEGATIVE or v.min() > -e, verify.shown(x, 300)
            assert not sign & verify.NONZERO or np.abs(v).min() > 0, verify.shown(x, 300)
            assert not definite or (np.allclose(v, v.T, atol=e) and np.linalg.eigvalsh(v).min() > -e), verify.shown(x, 300)
    kept = [x for x in terms if verify.shape(x) == (1, 1)][:60]
    for x in kept:
        for y in kept:
            try:
                same = algebra.same(x, y)
            except verify.Unknown:
                continue
            differ = any(abs(_value(x, at) - _value(y, at)).max() > 1e-6 * (1 + abs(_value(x, at)).max()) for at in points)
            assert not (same and differ), (verify.shown(x, 300), verify.shown(y, 300))
