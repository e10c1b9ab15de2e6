"""The facts that chains may cite, examined at random instances, as they are printed in :mod:`proofs_check.proof.facts`.

A metavariable that moves is a random sum of powers of z = exp(-t) (z = 1/n where an integer grows); a matrix has random
rational entries; what is drawn takes finitely many values.  Then hypotheses and conclusions are decided exactly, or in
balls, by the code here and in :mod:`.functions`, which shares nothing with the engines.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise, product
from random import Random
from typing import Any

import flint

from proofs_check.proof.facts import Fact
from proofs_check.statement.props import Prop
from proofs_check.statement.terms import Num, Op, Sym, Term

from .functions import TIME, Moving, compare, constant, implied, power_of_z

Matrix = tuple[tuple[Moving, ...], ...]
Value = Moving | Matrix


@dataclass(frozen=True)
class Root:
    """The root of a sum of squares: a norm."""

    square: Moving


@dataclass(frozen=True)
class Outcomes:
    """What is drawn: equally likely values of all symbols at once."""

    draws: tuple[Mapping[str, Any], ...]


class Unread(Exception):
    """The reader does not know this term, or it has no value here."""


# Terms ------------------------------------------------------------------------------------------------------

def value(node: Term | Prop, env: Mapping[str, Any]) -> Any:
    """The value of a term where the metavariables are ``env``; a norm is the root of a number."""
    match node:
        case Num(value=number):
            return constant(number)
        case Sym(name="t") if "t" not in env:
            return TIME
        case Sym(name=name):
            return env[name]
        case Op(head="expect", args=(Op(head="where", args=(Sym(name=f), Sym(), Sym(name=at))), *_)) if f in env:
            return _gaussian_mean(env[f], env[at])
        case Op(head="expect" | "expect_given", args=(body, *_)):
            return _mean([value(body, {**env, **draw}) for draw in env["outcomes"].draws])
        case Op(head="where", args=(Op(head="ddt", args=(Sym(name=moved),)), *_)):
            return env[f"{moved}'"]
        case Op(head="sum", args=(_, Sym(name=upper), body)):
            return _sum([value(body, {**env, **draw}) for draw in env["sample"][: int(env[upper].value)]])
        case Op(head="per_prompt", args=(_, body)):
            return value(body, env)
        case Op(head="at", args=(family, _)):
            return value(family, env)
        case Op(head="exp", args=(body,)):
            return _exponential(value(body, env))
        case Op(head="^", args=(base, Num(value=number))):
            return _power(value(base, env), number)
        case Op(head=head, args=args):
            return _apply(head, [value(arg, env) for arg in args])
    raise Unread(repr(node))


def _gaussian_mean(f: Moving, at: Moving) -> Moving:
    """The mean over a standard Gaussian y of sum c x^m y^j, at a value of x."""
    moments = {0: 1, 2: 1, 4: 3}
    total = constant(0)
    for (m, j), c in f.terms.items():
        total = total + constant(c * moments.get(j, 0)) * _power(at, Fraction(m))
    return total


def _apply(head: str, args: list[Any]) -> Any:
    match head, args:
        case ("+", _):
            return _sum(args)
        case ("-", [x, y]):
            return _sum([x, _times(constant(-1), y)])
        case ("neg", [x]):
            return _times(constant(-1), x)
        case ("*", _):
            product = args[0]
            for factor in args[1:]:
                product = _times(product, factor)
            return product
        case ("/", [x, Moving() as y]) if y.value:
            return _times(x, constant(1 / y.value))
        case ("ddt", [Moving() as x]):
            return x.derivative()
        case ("at0", [Moving() as x]):
            return x.start()
        case ("T", [tuple() as x]):
            return tuple(zip(*x, strict=True))
        case ("tr", [tuple() as x]):
            return _sum([row[k] for k, row in enumerate(x)])
        case ("norm_F", [tuple() as x]):
            return Root(_sum([e * e for row in x for e in row]))
        case ("det", [tuple() as x]):
            return constant(_fraction(_flint(x).det()))
        case ("rank", [tuple() as x]):
            return constant(_flint(x).rank())
    raise Unread(head)


def _sum(args: list[Any]) -> Any:
    total = args[0]
    for other in args[1:]:
        if isinstance(total, Moving) and isinstance(other, Moving):
            total = total + other
        elif isinstance(total, tuple) and isinstance(other, tuple):
            total = tuple(tuple(a + b for a, b in zip(r, s, strict=True)) for r, s in zip(total, other, strict=True))
        else:
            raise Unread("a sum of a number and a matrix, or of norms")
    return total


def _times(x: Any, y: Any) -> Any:
    match x, y:
        case Moving(), Moving():
            return x * y
        case Root(), Root():
            return Root(x.square * y.square)
        case Moving(), tuple():
            return tuple(tuple(x * e for e in row) for row in y)
        case tuple(), tuple() if len(x[0]) == len(y):
            return tuple(tuple(_sum([a * b for a, b in zip(row, col, strict=True)]) for col in zip(*y, strict=True))
                         for row in x)  # fmt: skip
    raise Unread("a product of what does not fit")


def _power(base: Any, number: Fraction) -> Any:
    match base:
        case Root() if number == 2:
            return base.square
        case Moving() if number.denominator == 1 and number >= 0:
            return _apply("*", [constant(1), *[base] * int(number)])
        case tuple() if number == -1 and _flint(base).det() != 0:
            inverse = _flint(base).inv()
            return matrix([[_fraction(inverse[i, j]) for j in range(len(base))] for i in range(len(base))])
    raise Unread("a power")


def _exponential(x: Any) -> Moving:
    """exp(-m t) for an integer m."""
    if isinstance(x, Moving) and x.terms.keys() <= {(0, 1)}:
        rate = -x.terms.get((0, 1), Fraction(0))
        if rate.denominator == 1:
            return power_of_z(int(rate))
    raise Unread("an exponential of something else")


def _mean(values: list[Any]) -> Any:
    return _times(constant(Fraction(1, len(values))), _sum(values))


def matrix(rows: list[list[Any]]) -> Matrix:
    return tuple(tuple(e if isinstance(e, Moving) else constant(e) for e in row) for row in rows)


def _flint(x: Matrix) -> flint.fmpq_mat:
    entries = [e.value for row in x for e in row]
    if None in entries:
        raise Unread("a matrix that moves")
    return flint.fmpq_mat(len(x), len(x[0]), [flint.fmpq(e.numerator, e.denominator) for e in entries if e is not None])


def _fraction(x: flint.fmpq) -> Fraction:
    return Fraction(int(x.p), int(x.q))


# Propositions -----------------------------------------------------------------------------------------------

def truth(prop: Prop, env: Mapping[str, Any]) -> bool | None:
    """Whether it holds, at all times where it speaks of them; ``None`` where this is not decided."""
    match prop:
        case Prop(head="always", args=(Prop(head="implies", args=(Prop(args=(a, b)), Prop(head="le", args=(c, d)))),)):
            return implied(value(b, env) - value(a, env), value(c, env) - value(d, env))
        case Prop(head="always", args=(Prop() as body,)):
            return truth(body, env)
        case Prop(head="implies", args=(Prop() as first, Prop() as second)):
            return truth(second, env) if truth(first, env) else True
        case Prop(head="almost_surely", args=(Prop(head="tends", args=(x, y, Sym(name=n))),)):
            return _averages(x, y, n, env)
        case Prop(head="almost_surely", args=(Prop(head="inertia", args=(x, Op(head="least", args=sizes), y)),)):
            full = min(int(value(size, env).value) for size in sizes)
            found = value(x, env)
            return is_definite(found, False) and _flint(found).rank() == full and value(y, env) == constant(0)
        case Prop(head="almost_surely", args=(Prop(head="ne", args=(Sym(name=f), _)),)) if "outcomes" not in env:
            return bool(env[f].terms)  # a polynomial in what has a density
        case Prop(head="almost_surely", args=(Prop() as body,)):
            each = [truth(body, {**env, **draw}) for draw in env["outcomes"].draws]
            return False if False in each else None if None in each else True
        case Prop(head="flow_exists", args=(Sym(name=name),)):
            return bool(env.get(f"{name} exists", True))
        case Prop(head="limit", args=(x, y)) | Prop(head="tends", args=(x, y, _)):
            return _tends(value(x, env), value(y, env))
        case Prop(head="psd" | "posdef" as head, args=(x,)):
            return is_definite(value(x, env), head == "posdef")
        case Prop(head="inertia", args=(x, up, down)):
            return _signature(value(x, env)) == (value(up, env).value, value(down, env).value)
        case Prop(head="ge" | "gt" as head, args=(x, y)):
            return truth(Prop({"ge": "le", "gt": "lt"}[head], (y, x)), env)
        case Prop(head=head, args=(x, y)):
            return _related(head, value(x, env), value(y, env))
    raise Unread(prop.head)


def _averages(x: Term, y: Term, n: str, env: Mapping[str, Any]) -> bool:
    """Whether the mean square of x - y over n independent draws is that of one draw over n: for n = 1, 2, 3."""
    draws, squares = env["outcomes"].draws, []
    for size in (1, 2, 3):
        here = {**env, n: constant(size)}
        gaps = [_sum([value(x, {**here, "sample": sample}), _times(constant(-1), value(y, here))])
                for sample in product(draws, repeat=size)]  # fmt: skip
        squares.append(_mean([_sum([e * e for e in _entries(gap)]) for gap in gaps]) * constant(size))
    return bool(squares[0] == squares[1] == squares[2])


def _related(head: str, x: Any, y: Any) -> bool | None:
    if head in {"eq", "ne"}:
        if head == "eq":
            return bool(x == y)
        if isinstance(x, Moving) and isinstance(y, Moving):
            return (x - y).is_never_0()
    if head in {"le", "lt"} and isinstance(x, Moving) and isinstance(y, Moving):
        return compare(x, y, head == "lt")
    if head == "le" and isinstance(y, Root):
        square = x.square if isinstance(x, Root) else x * x
        below = not isinstance(x, Root) and compare(x, constant(0), False)
        return True if below else compare(square, y.square, False)
    raise Unread(head)


def _tends(x: Any, y: Any) -> bool:
    entries = zip(_entries(x), _entries(y), strict=True)
    return all((a - b).limit() == 0 for a, b in entries)


def _entries(x: Any) -> list[Moving]:
    if isinstance(x, Root):
        return [x.square]  # a root tends to 0 where its square does
    return [x] if isinstance(x, Moving) else [e for row in x for e in row]


def is_definite(x: Matrix, strict: bool) -> bool:
    """Whether a symmetric matrix is positive definite, or semidefinite, by the signs of its characteristic roots."""
    M, n = _flint(x), len(x)
    if M.transpose() != M:
        return False
    poly = M.charpoly()
    signs = [int(poly[k] > 0) - int(poly[k] < 0) for k in range(n)]
    # All roots are real: they are > 0 (>= 0) exactly where the coefficients alternate strictly (weakly) in sign.
    return all(s == (-1) ** (n - k) or (s == 0 and not strict) for k, s in enumerate(signs))


def _signature(x: Matrix) -> tuple[int, int]:
    """How many characteristic roots of a symmetric matrix are > 0, and < 0: Descartes' rule, all being real."""
    poly = _flint(x).charpoly()
    up = [int(c > 0) - int(c < 0) for c in poly.coeffs() if c != 0]
    down = [int(c > 0) - int(c < 0) for c in ((-1) ** k * c for k, c in enumerate(poly.coeffs())) if c != 0]
    changes = [sum(a != b for a, b in pairwise(signs)) for signs in (up, down)]
    return changes[0], changes[1]


# Facts ------------------------------------------------------------------------------------------------------

@dataclass(frozen=True)
class Shown:
    """What random instances say of a fact: in how many all hypotheses held, what failed, what is needed."""

    fact: str
    instances: int
    confirmed: int
    """Instances where every conclusion is decided, and holds."""
    violations: tuple[str, ...]
    needed: frozenset[str]
    """Hypotheses without which an instance violates the conclusion."""
    not_needed: frozenset[str]


def examined(
    fact: Fact, made: Callable[[Random], Mapping[str, Any]], seed: int, count: int,
    truth: Callable[[Prop, Mapping[str, Any]], bool | None] = truth,
) -> Shown:
    """``count`` random instances; each of them may also show that one hypothesis alone cannot be left out."""
    rng = Random(f"{fact.name} {seed}")
    held = confirmed = 0
    violations: list[str] = []
    needed: set[str] = set()
    for _ in range(count):
        env = made(rng)
        try:
            hypotheses = [(repr(h), truth(h, env)) for h in fact.hypotheses]
            conclusions = [truth(c, env) for c in fact.conclusions]
        except Unread:
            continue
        missing = [name for name, holds in hypotheses if not holds]
        if not missing:
            held += 1
            confirmed += all(conclusions)
            if False in conclusions:
                violations.append(repr(dict(env)))
        elif len(missing) == 1 and False in conclusions and dict(hypotheses)[missing[0]] is False:
            needed.add(missing[0])
    names = {repr(h) for h in fact.hypotheses}
    return Shown(fact.name, held, confirmed, tuple(violations), frozenset(needed), frozenset(names - needed))
