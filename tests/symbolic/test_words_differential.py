"""Random expressions with roots, inverses, norms and traces: the normal form has the value of what was written.

Each expression is built twice at once: as a value of words, and as a function that computes it at a point in plain
matrices of 40 digits.  The two routes share nothing but the recursion that draws them.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from random import Random

import mpmath
import pytest

from symbolic.errors import InputError
from symbolic.words import Matrix, N, Scalar, absolute, dimension, matrix, norm_F, norm_op, nuclear, trace
from symbolic.words.letters import Letter
from symbolic.words.matrices import Value, power
from symbolic.words.scalars import ATOMS, Atom

mp = mpmath.mp.clone()
mp.dps = 40
CLOSE = mp.mpf(10) ** -20
HALVES = [Fraction(k, 2) for k in (-4, -3, -2, -1, 1, 2, 3, 4)]


@dataclass(frozen=True)
class Point:
    """Values of the letters at one d and N; Lam is Q diag(spectrum) Q^T."""

    d: int
    N: int
    letters: dict[str, mpmath.matrix]
    spectrum: tuple[Fraction, ...]
    Q: mpmath.matrix
    scalars: dict[str, Fraction]

    def function(self, f: Callable[[mpmath.mpf], mpmath.mpf]) -> mpmath.matrix:
        """f(Lam) by the spectrum."""
        return self.Q * mp.diag([f(_number(x)) for x in self.spectrum]) * self.Q.T


@dataclass(frozen=True)
class Expression:
    value: Value
    at: Callable[[Point], mpmath.matrix]
    text: str


def _number(x: Fraction | int) -> mpmath.mpf:
    return mp.mpf(Fraction(x).numerator) / Fraction(x).denominator


def _point(seed: int) -> Point:
    rng = Random(seed)
    d, n = 1 + seed % 3, 1 + seed // 3 % 3

    def drawn(rows: int, cols: int) -> mpmath.matrix:
        return mp.matrix([[_number(Fraction(rng.randint(-5, 5), rng.randint(1, 3))) for _ in range(cols)]
                          for _ in range(rows)])

    skew = drawn(d, d)
    skew = skew - skew.T
    S = drawn(d, d)
    letters = {"A": drawn(d, d), "B": drawn(d, d), "S": S + S.T, "x": drawn(d, 1), "y": drawn(d, 1), "R": drawn(d, n)}
    spectrum = tuple(Fraction(rng.randint(1, 9), rng.randint(1, 6)) for _ in range(d))
    scalars = {"u": Fraction(rng.choice([-3, -1, 2]), 2), "p": Fraction(rng.randint(1, 5), 3)}
    Q = (mp.eye(d) - skew) * mp.inverse(mp.eye(d) + skew)
    return Point(d, n, letters, spectrum, Q, scalars)


POINTS = [_point(seed) for seed in range(9)]


# Drawing expressions ---------------------------------------------------------------------------------------

Lam, eye = matrix("Lam", "d", "d", posdef=True), Matrix.identity("d")
LEAVES = {
    "A": matrix("A", "d", "d"), "B": matrix("B", "d", "d"), "S": matrix("S", "d", "d", symmetric=True),
}
x, y, R = matrix("x", "d", 1), matrix("y", "d", 1), matrix("R", "d", "N")
u, p = Scalar.symbol("u"), Scalar.symbol("p", 1)


def square(rng: Random, depth: int) -> Expression:
    """A random d x d matrix."""
    kind = rng.randrange(4) if depth <= 0 else rng.randrange(9)
    if kind == 0:
        name = rng.choice(list(LEAVES))
        return Expression(LEAVES[name], lambda q: q.letters[name], name)
    if kind == 1:
        return family(rng)
    if kind == 2:
        return Expression(x * y.T, lambda q: q.letters["x"] * q.letters["y"].T, "x y'")
    if kind == 3:
        return Expression(R * R.T / N, lambda q: q.letters["R"] * q.letters["R"].T / q.N, "R R'/N")
    a, b = square(rng, depth - 1), square(rng, depth - 1)
    if kind in (4, 5):
        return Expression(a.value * b.value, lambda q: a.at(q) * b.at(q), f"({a.text} {b.text})")
    if kind == 6:
        return Expression(a.value - b.value, lambda q: a.at(q) - b.at(q), f"({a.text} - {b.text})")
    if kind == 7:
        return Expression(a.value.T, lambda q: a.at(q).T, f"{a.text}'")
    c = number(rng, depth - 1)
    return Expression(a.value * c.value, lambda q: a.at(q) * c.at(q)[0], f"{c.text} {a.text}")


def family(rng: Random) -> Expression:
    """A power of a Lam + b I, inverses and roots included, b negative or of unknown sign at times."""
    e, f = rng.choice(HALVES), rng.choice(HALVES)
    shift, name = rng.choice([
        (Scalar.of(0), "0"), (trace(Lam) / (N + 1), "tr/(N+1)"), (Scalar.of(-7), "-7"), (u, "u"), (p, "p"),
    ])
    value = power(Lam, e) * power(power(Lam + eye * shift, Fraction(2 if rng.random() < 0.2 else 1)), f)

    def at(q: Point) -> mpmath.matrix:
        s = {"0": mp.mpf(0), "tr/(N+1)": _number(sum(q.spectrum, Fraction(0))) / (q.N + 1), "-7": mp.mpf(-7),
             "u": _number(q.scalars["u"]), "p": _number(q.scalars["p"])}[name]
        return q.function(lambda t: _power(t, e) * _power((t + s) ** exponent, f))

    exponent = 1
    if value != power(Lam, e) * power(Lam + eye * shift, f):
        exponent = 2
    return Expression(value, at, f"Lam^{e} (Lam + {name})^{exponent}^{f}")


def number(rng: Random, depth: int) -> Expression:
    """A random scalar."""
    kind = rng.randrange(4) if depth <= 0 else rng.randrange(11)
    if kind == 0:
        name = rng.choice("up")
        return Expression({"u": u, "p": p}[name], lambda q: mp.matrix([_number(q.scalars[name])]), name)
    if kind == 1:
        return Expression((N + 1) / N, lambda q: mp.matrix([mp.mpf(q.N + 1) / q.N]), "(N+1)/N")
    if kind == 2:
        return Expression(dimension("d") - 2, lambda q: mp.matrix([mp.mpf(q.d - 2)]), "(d-2)")
    a = square(rng, depth - 1)
    if kind in (3, 4):
        return Expression(trace(a.value), lambda q: mp.matrix([_trace(a.at(q))]), f"tr({a.text})")
    if kind == 5:
        return Expression(x.T * a.value * y, lambda q: q.letters["x"].T * a.at(q) * q.letters["y"], f"x'{a.text}y")
    if kind == 6:
        function, plain = rng.choice([(norm_F, _frobenius), (norm_op, _largest), (nuclear, _nuclear)])
        return Expression(function(a.value), lambda q: mp.matrix([plain(a.at(q))]), f"{function.__name__}({a.text})")
    c, e = number(rng, depth - 1), number(rng, depth - 1)
    if kind == 7:
        return Expression(c.value + e.value, lambda q: c.at(q) + e.at(q), f"({c.text} + {e.text})")
    if kind == 8:
        return Expression(c.value * e.value, lambda q: mp.matrix([c.at(q)[0] * e.at(q)[0]]), f"{c.text} {e.text}")
    if kind == 9:
        return Expression(absolute(c.value), lambda q: mp.matrix([abs(c.at(q)[0])]), f"|{c.text}|")
    k = rng.choice(HALVES)
    even = rng.choice([1, 2, 4])
    return Expression(
        (c.value**even) ** k, lambda q: mp.matrix([_power(c.at(q)[0] ** even, k)]), f"(({c.text})^{even})^{k}"
    )


class Undefined(Exception):
    """The expression has no value at this point."""


def _power(base: mpmath.mpf, e: Fraction) -> mpmath.mpf:
    if (e.denominator > 1 and base < CLOSE) or (e < 0 and abs(base) < CLOSE):
        raise Undefined
    return base ** (mp.mpf(e.numerator) / e.denominator)


def _trace(a: mpmath.matrix) -> mpmath.mpf:
    return sum((a[i, i] for i in range(a.rows)), mp.mpf(0))


def _frobenius(a: mpmath.matrix) -> mpmath.mpf:
    return mp.sqrt(_trace(a * a.T))


def _singular(a: mpmath.matrix) -> list[mpmath.mpf]:
    return [abs(a[0])] if a.rows == a.cols == 1 else list(mp.svd_r(a, compute_uv=False))


def _largest(a: mpmath.matrix) -> mpmath.mpf:
    return max(_singular(a))


def _nuclear(a: mpmath.matrix) -> mpmath.mpf:
    return sum(_singular(a), mp.mpf(0))


# Reading normal forms --------------------------------------------------------------------------------------

def of_value(value: Value, q: Point) -> mpmath.matrix:
    if isinstance(value, Scalar):
        return mp.matrix([of_scalar(value, q)])
    total = mp.zeros(q.d, q.d)
    for word, c in value.terms.items():
        total += of_word(word, q) * of_scalar(c, q)
    return total


def of_scalar(value: Scalar, q: Point) -> mpmath.mpf:
    total = mp.mpf(0)
    for mono, c in value.terms.items():
        product = _number(c.at(q.N))
        for k, e in mono:
            product *= _power(of_atom(ATOMS[k], q), Fraction(e)) if e != 1 else of_atom(ATOMS[k], q)
        total += product
    return total


def of_atom(a: Atom, q: Point) -> mpmath.mpf:
    if a.kind == "symbol":
        return mp.mpf(q.d) if a.name == "d" else _number(q.scalars[a.name])
    if a.kind == "cycle":
        return _trace(of_word(a.args, q))
    if a.kind == "root":
        return of_scalar(a.args[0], q)
    (inside,) = (of_value(argument, q) for argument in a.args)
    return {"abs": lambda m: abs(m[0]), "norm_op": _largest, "nuclear": _nuclear}[a.name](inside)


def of_word(word: tuple[Letter, ...], q: Point) -> mpmath.matrix:
    product = None
    for letter in word:
        factor = of_letter(letter, q)
        product = factor if product is None else product * factor
    return mp.eye(q.d) if product is None else product


def of_letter(letter: Letter, q: Point) -> mpmath.matrix:
    if letter.base is None:
        table = q.letters[letter.original.name]
        return table.T if letter.flipped else table
    s = of_scalar(letter.shift, q) if letter.shift is not None else mp.mpf(0)
    return q.function(lambda t: _power(t, Fraction(letter.p)) * _power(t + s, Fraction(letter.q)))


def _drawn(seed: int) -> Expression | None:
    """A random expression; None for what words refuse to read."""
    rng = Random(seed)
    try:
        return square(rng, 3) if seed % 2 else number(rng, 4)
    except InputError:
        return None


def _distance(a: mpmath.matrix, b: mpmath.matrix) -> mpmath.mpf:
    return max(abs(s - t) for s, t in zip(a, b, strict=True)) / (1 + max(abs(s) for s in a))


@pytest.mark.parametrize("batch", range(6))
def test_a_normal_form_has_the_value_of_what_was_written(batch: int) -> None:
    compared = 0
    for seed in range(100 * batch, 100 * batch + 100):
        drawn = _drawn(seed)
        for q in POINTS[seed % 3 :: 3] if drawn is not None else ():
            assert drawn is not None
            try:
                written, normal = drawn.at(q), of_value(drawn.value, q)
            except Undefined:
                continue
            compared += 1
            assert _distance(written, normal) < CLOSE, (seed, drawn.text, drawn.value, q.d, q.N)
    assert compared > 100


def test_what_differs_is_never_called_equal() -> None:
    values: list[tuple[int, Value, list[mpmath.matrix]]] = []
    for seed in range(400):
        drawn = _drawn(seed)
        try:
            values += [(seed, drawn.value, [drawn.at(q) for q in POINTS[:3]])] if drawn is not None else []
        except Undefined:
            continue
    for i, (first, left, here) in enumerate(values):
        for second, right, there in values[:i]:
            if type(left) is type(right) and (left - right).is_zero():
                assert all(_distance(s, t) < CLOSE for s, t in zip(here, there, strict=True)), (first, second)
