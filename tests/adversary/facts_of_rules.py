"""The facts that rules apply, examined as they are stated in :mod:`proofs_check.proof.facts_of_rules`.

A sequence is a sum of powers of z = 2^-n, or of w = 1/(n+1); a function of one number is two sums of powers of
z = exp(-x), one on each side of 0; polynomials and means of Gaussians are reckoned by SymPy.  All exact.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from fractions import Fraction
from random import Random
from typing import Any

import sympy

from proofs_check.proof.facts import FACTS, Fact
from proofs_check.proof.facts_of_rules import STATEMENTS
from proofs_check.statement.props import Prop
from proofs_check.statement.terms import Op, Sym

from .facts import Matrix, Unread, _apply, _flint, matrix, truth
from .functions import Moving, constant, power_of_z
from .instances import Env, Made, _congruent, _limits, fixed_matrix, moving, number, still, symmetric

x, y = sympy.symbols("x y", real=True)
Truth = Callable[[Prop, Mapping[str, Any]], bool | None]


def stated(name: str) -> Fact:
    """The fact with its formal statement."""
    hypotheses, conclusions = STATEMENTS[name]
    return replace(FACTS[name], hypotheses=hypotheses, conclusions=conclusions)


# Matrices ---------------------------------------------------------------------------------------------------

def _spectral(rng: Random) -> Env:
    if rng.random() < 0.4:
        return {"A": fixed_matrix(rng, 2, 2)}
    return {"A": symmetric(rng)}


def of_matrices(prop: Prop, env: Mapping[str, Any]) -> bool | None:
    """A real matrix is Q B Q^T, Q orthogonal and B diagonal, where it is normal and its eigenvalues are real."""
    match prop:
        case Prop(head="exists", args=(Sym(), Prop(head="exists", args=(Sym(), Prop(args=(first, second)))))):
            assert isinstance(first, Prop)
            assert isinstance(second, Prop)
            if not repr(second).startswith("Qᵀ Q = I") or not repr(first).endswith("= Q B Qᵀ"):
                raise Unread(repr(prop))
            ((p, q), (r, s)) = [[e.value for e in row] for row in _value(first.args[0], env)]
            normal = _flint(env["A"]) * _flint(env["A"]).transpose() == _flint(env["A"]).transpose() * _flint(env["A"])
            return bool(normal and (p - s) ** 2 + 4 * q * r >= 0)
    return truth(prop, env)


def _value(node: Any, env: Mapping[str, Any]) -> Matrix:
    if not isinstance(node, Sym):
        raise Unread(repr(node))
    found: Matrix = env[node.name]
    return found


# Sequences --------------------------------------------------------------------------------------------------

def _sequence(rng: Random) -> Env:
    f = moving(rng) * power_of_z(rng.choice([0, 1, 1]))
    c = Fraction(rng.choice([1, 1, 2, 3]), rng.choice([1, 2, 4]))
    return {"f": f if rng.random() < 0.5 else f * f, "c": constant(c)}


def of_sequences(prop: Prop, env: Mapping[str, Any]) -> bool | None:
    """f at the next n has z / 2 in the place of z; what holds for all 0 < z <= 1 holds for every n."""
    match prop:
        case Prop(head="le", args=(Op(head="where", args=(Sym(name=f), Sym(name="n"), shifted)), high)):
            if repr(shifted) != "n + 1":
                raise Unread(repr(prop))
            later = Moving({(m, 0): c / Fraction(2) ** m for (m, _), c in env[f].terms.items()})
            return (_read(high, env) - later).is_at_least_0(False)
    return truth(prop, env)


def _read(node: Any, env: Mapping[str, Any]) -> Moving:
    match node:
        case Sym(name=name):
            found: Moving = env[name]
        case Op(head=head, args=args):
            found = _apply(head, [_read(arg, env) for arg in args])
        case _:
            found = constant(node.value)
    return found


def _product(rng: Random) -> Env:
    f = Moving({(m, 0): rng.choice([0, 0, 1, 1, 2]) for m in range(3)})
    if rng.random() < 0.2:
        f = -f
    c = Fraction(rng.choice([-1, 0, 1, 1, 1, 2]), rng.choice([1, 2, 4]))
    return {"f": f, "c": constant(c), "b": still(rng, 0, 1, 3)}


def of_products(prop: Prop, env: Mapping[str, Any]) -> bool | None:
    """With w = 1/(n+1) the next w is w/(1+w): both sides times (1+w)^4 are polynomials, for 0 < w <= 1/(b+1)."""
    match prop:
        case Prop(head="implies", args=(Prop(head="le", args=(Sym(name="b"), Sym(name="n"))), Prop(args=(low, high)))):
            if repr(low) != "f|[n = n + 1]":
                raise Unread(repr(prop))
            n = power_of_z(-1) - constant(1)
            grown = constant(1) + power_of_z(1)
            later = constant(0)
            for (m, _), c in env["f"].terms.items():
                later = later + constant(c) * power_of_z(m) * _times(grown, 4 - m)
            gap = _quotient(high, {**env, "n": n}) * _times(grown, 4) - later
            last = env["b"].value + 1
            return Moving({(m, 0): c / last**m for (m, _), c in gap.terms.items()}).is_at_least_0(False)
    return truth(prop, env)


def _times(base: Moving, count: int) -> Moving:
    found = constant(1)
    for _ in range(count):
        found = found * base
    return found


def _quotient(node: Any, env: Mapping[str, Any]) -> Moving:
    """As :func:`_read`, where one divides by a power of w."""
    match node:
        case Op(head="/", args=(above, below)):
            ((m, _), c), = _quotient(below, env).terms.items()
            return _quotient(above, env) * power_of_z(-m) * constant(1 / c)
        case Op(head=head, args=args):
            found: Moving = _apply(head, [_quotient(arg, env) for arg in args])
            return found
    return _read(node, env)


# Functions --------------------------------------------------------------------------------------------------

def _two_sides(rng: Random) -> Env:
    """A function of x: sums of powers of exp(-x) on the right of 0, of exp(x) on the left, of one value at 0."""
    right = Moving({(m, 0): rng.choice([-1, 0, 0, 1, 1]) for m in range(-1, 3)})
    left = Moving({(-m, 0): c for (m, _), c in right.terms.items()})
    if rng.random() < 0.4:
        left = right
    return {"right": right, "left": left}


def of_one_number(prop: Prop, env: Mapping[str, Any]) -> bool | None:
    """A slope vanishes somewhere, or tends to 0 far away, where the infimum of its square is 0."""
    sides: tuple[Moving, Moving] = env["right"], env["left"]
    slopes = [side.derivative() for side in sides]
    match prop:
        case Prop(head="ge", args=(Sym(name="f"), zero)) if repr(zero) == "0":
            return all(side.is_at_least_0(False) for side in sides)
        case Prop(head="differentiable"):
            return slopes[0].start() == -slopes[1].start()
        case Prop(head="eq", args=(Op(head="infimum"), least)):
            found = any(slope.limit() == 0 or not slope.is_never_0() for slope in slopes)
            return found if repr(least) == "0" else not found
    raise Unread(repr(prop))


def _one_polynomial(rng: Random) -> Env:
    f = sum(rng.choice([-2, -1, 0, 0, 1, 1]) * x**m for m in range(rng.choice([1, 3, 4, 5])))
    return {"f": sympy.Poly(f if rng.random() < 0.5 else f**2 + rng.choice([0, 0, 1, -1]), x)}


def of_polynomials(prop: Prop, env: Mapping[str, Any]) -> bool | None:
    f: sympy.Poly = env["f"]
    match prop:
        case Prop(head="ge", args=(Sym(name="f"), zero)) if repr(zero) == "0":
            return _nowhere_negative(f)
        case Prop(head="exists", args=(Sym(), Prop(args=(least, flat)))):
            if repr(least) != "f|[X = k] ≤ f":
                raise Unread(repr(prop))
            slope = f.diff(x)
            # Where f is as small as it gets: among the real roots of its slope, if it is bounded below at all.
            places = sympy.real_roots(slope) if slope.degree() > 0 else [sympy.Integer(0)] if slope.is_zero else []
            lowest = any(_nowhere_negative(sympy.Poly(f - f.eval(p), x, extension=True)) for p in places) if (
                all(p.is_rational for p in places)) else f.degree() % 2 == 0 and f.LC() > 0
            return bool(lowest) and repr(flat) == "(∇_X f)|[X = k] = 0"
    raise Unread(repr(prop))


def _nowhere_negative(f: sympy.Poly) -> bool:
    if f.degree() <= 0:
        return bool(f.LC() >= 0)
    odd = any(k % 2 and factor.count_roots() for factor, k in f.sqf_list()[1])
    return bool(f.LC() > 0 and not odd)


# Gaussians, and several variables ---------------------------------------------------------------------------

def _rotation(rng: Random) -> Env:
    f = sympy.Poly(sum(rng.choice([-1, 0, 1]) * x**m * y**k for m in range(3) for k in range(3)), x, y)
    p, q = rng.choice([(1, 0), (0, 1), (Fraction(3, 5), Fraction(4, 5)), (Fraction(5, 13), Fraction(12, 13))])
    s = rng.choice([-1, 1])
    rows = [[p, q], [-s * q, s * p]] if rng.random() < 0.7 else [[number(rng), 0], [0, 1]]
    unit = matrix([[1, 0], [0, 1]])
    return {"f": f, "V": matrix(rows), "I": unit}


def of_rotations(prop: Prop, env: Mapping[str, Any]) -> bool | None:
    match prop:
        case Prop(head="eq", args=(Op(head="expect", args=(Op(head="where"),)) as left, right)):
            if not repr(left).startswith("E[f|[X = V X]"):
                raise Unread(repr(prop))
            (a, b), (c, d) = [[sympy.Rational(str(e.value)) for e in row] for row in env["V"]]
            turned = sympy.Poly(env["f"].as_expr().subs({x: a * x + b * y, y: c * x + d * y}, simultaneous=True), x, y)
            return bool(_mean(turned) == (_mean(env["f"]) if repr(right) == "E[f]" else -_mean(env["f"])))
    return truth(prop, env)


def _mean(f: sympy.Poly) -> sympy.Rational:
    moments = [1, 0, 1, 0, 3, 0, 15, 0, 105]
    return sympy.Add(*(c * moments[m] * moments[k] for (m, k), c in f.terms()))


def _bent(rng: Random) -> Env:
    """At (0, 0): a polynomial, or a cubic over x^2 + y^2, which has slopes in every direction and no derivative."""
    terms = {(m, k): Fraction(rng.choice([-1, 0, 1, 2])) for m in range(3) for k in range(3)}
    cubic = {(3, 0): Fraction(rng.choice([1, 2])), (0, 3): Fraction(rng.choice([0, 1]))}
    smooth = rng.random() < 0.7
    a, b = Fraction(rng.choice([-1, 1, 2])), Fraction(rng.choice([1, 3]))
    return {"f": terms if smooth else cubic, "smooth": smooth, "a": a, "b": b}


def of_lines(prop: Prop, env: Mapping[str, Any]) -> bool | None:
    match prop:
        case Prop(head="differentiable"):
            return bool(env["smooth"])
        case Prop(head="eq", args=(Op(head="slope"), right)):
            a, b = env["a"], env["b"]
            along, first, second = (_slope(env, v, w) for v, w in ((a, b), (1, 0), (0, 1)))
            return bool(along == first * a + second * (b if repr(right) == "(∇_X f) a + (∇_Y f) b" else -b))
    raise Unread(repr(prop))


def _slope(env: Mapping[str, Any], v: Fraction | int, w: Fraction | int) -> Fraction:
    """The coefficient of t on the line (t v, t w)."""
    degree = 1 if env["smooth"] else 3
    along = (c * Fraction(v) ** m * Fraction(w) ** k for (m, k), c in env["f"].items() if m + k == degree)
    found = sum(along, Fraction(0))
    return found if env["smooth"] else found / (Fraction(v) ** 2 + Fraction(w) ** 2)


EXAMINED: dict[str, tuple[Made, Truth]] = {
    "spectral theorem": (_spectral, of_matrices),
    "law of inertia": (_congruent, truth),
    "continuity of limits": (_limits, truth),
    "geometric sequences": (_sequence, of_sequences),
    "infinite products": (_product, of_products),
    "laws that rotations keep": (_rotation, of_rotations),
    "Ekeland's variational principle": (_two_sides, of_one_number),
    "least value of a polynomial": (_one_polynomial, of_polynomials),
    "chain rule": (_bent, of_lines),
}
"""What the metavariables stand for, at random, and who reads the statement."""
