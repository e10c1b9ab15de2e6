"""Generators of random statements: a seed gives a proposition, and whether it is true by construction."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from random import Random

from proofs_check import (
    absolute,
    det,
    eq,
    expect,
    ge,
    global_minimum,
    gt,
    half,
    iff,
    implies,
    inv,
    le,
    minimum,
    ne,
    norm_F,
    pinv,
    posdef,
    projection,
    psd,
    relu,
    tr,
)
from proofs_check.statement.props import Prop
from proofs_check.statement.terms import Abbrev, Num, Op, Sym, Term, term

from .corpus.letters import A, B, F, Id, K, L, R, S, Zero, a, b, c, e, f, g, p, q, r, u, v, w, x1, y, z

MATRICES: tuple[Term, ...] = (A, B, F, K, S, R, Id, A, B)
NUMBERS: tuple[Term, ...] = (a, b, c, p, q, r, term(2), term(-1), term(Fraction(1, 2)))


def matrix_term(rng: Random, depth: int) -> Term:
    if depth == 0 or rng.random() < 0.15:
        return rng.choice(MATRICES)
    kind = rng.choice(("+", "-", "*", "*", "*", "T", "number", "square", "outer", "special"))
    one = matrix_term(rng, depth - 1)
    if kind in "+-*":
        return Op(kind, (one, matrix_term(rng, depth - 1)))
    if kind == "T":
        return one.T
    if kind == "number":
        return number_term(rng, depth - 1) * one
    if kind == "square":
        return one**2
    if kind == "outer":
        return v * w.T
    return rng.choice((half(S), half(K), inv(S), pinv(K), projection(K), inv(R), half(R), S**2, K + S))


def number_term(rng: Random, depth: int) -> Term:
    if depth == 0 or rng.random() < 0.15:
        return rng.choice(NUMBERS)
    kind = rng.choice(("+", "-", "*", "square", "tr", "norm", "form", "abs", "det"))
    if kind in "+-*":
        return Op(kind, (number_term(rng, depth - 1), number_term(rng, depth - 1)))
    if kind == "square":
        return number_term(rng, depth - 1) ** 2
    if kind == "tr":
        return tr(matrix_term(rng, depth - 1))
    if kind == "norm":
        return norm_F(matrix_term(rng, depth - 1)) ** 2
    if kind == "form":
        return v.T * matrix_term(rng, depth - 1) * w
    if kind == "abs":
        return rng.choice((absolute, relu))(number_term(rng, depth - 1))
    return det(matrix_term(rng, min(depth - 1, 1)))


def rewritten(node: Term, rng: Random) -> Term:
    """An equal term: each rule is an identity for every value."""
    if not isinstance(node, Op):
        return node
    if node.head == "^" and node.args[1] == term(2) and rng.random() < 0.7:
        base = rewritten(node.args[0], rng)
        return base * base
    args = tuple(rewritten(arg, rng) for arg in node.args)
    made = Op(node.head, args)
    if rng.random() < 0.35:
        return made
    if node.head == "+":
        return Op("+", (args[1], args[0]))
    if node.head == "-":
        return args[0] + (-args[1])
    if node.head == "*":
        return _product(args[0], args[1], made)
    if node.head == "T":
        return _transposed(args[0])
    if node.head == "tr":
        return _trace(args[0])
    if node.head == "abs":
        return rng.choice((Op("abs", (-args[0],)), relu(args[0]) + relu(-args[0])))
    if node.head == "relu":
        return (args[0] + absolute(args[0])) / 2
    if node.head == "det":
        return det(args[0].T)
    return made


def _product(one: Term, other: Term, made: Op) -> Term:
    if isinstance(other, Op) and other.head in "+-":
        return Op(other.head, (one * other.args[0], one * other.args[1]))
    if isinstance(one, Op) and one.head in "+-":
        return Op(one.head, (one.args[0] * other, one.args[1] * other))
    if isinstance(other, Op) and other.head == "*":
        return one * other.args[0] * other.args[1]
    return made


def _transposed(of: Term) -> Term:
    if isinstance(of, Op) and of.head == "*":
        return of.args[1].T * of.args[0].T
    if isinstance(of, Op) and of.head in "+-":
        return Op(of.head, (of.args[0].T, of.args[1].T))
    if isinstance(of, Op) and of.head == "T":
        return of.args[0]
    return of.T


def _trace(of: Term) -> Term:
    if isinstance(of, Op) and of.head == "*":
        return tr(of.args[1] * of.args[0]) if _square(of.args[0]) and _square(of.args[1]) else tr(of)
    if isinstance(of, Op) and of.head in "+-":
        return Op(of.head, (tr(of.args[0]), tr(of.args[1])))
    return tr(of.T)


def _square(node: Term) -> bool:
    """Whether a term is one of the square matrices of these generators, and no number in front of one."""
    if isinstance(node, Sym):
        return node.shape == ("d", "d")
    if isinstance(node, Op) and node.head in {"+", "-", "T", "neg", "pinv", "projection"}:
        return _square(node.args[0])
    if isinstance(node, Op) and node.head == "^":
        return _square(node.args[0])
    return isinstance(node, Op) and node.head == "*" and _square(node.args[0]) and _square(node.args[1])


def perturbed(node: Term, rng: Random) -> Term:
    """The term with one change in a random place."""
    if isinstance(node, Op) and node.args and rng.random() < 0.75:
        places = [k for k, arg in enumerate(node.args) if not (node.head == "^" and k == 1)]
        k = rng.choice(places)
        args = list(node.args)
        args[k] = perturbed(args[k], rng)
        return Op(node.head, tuple(args))
    if isinstance(node, Op):
        if node.head in "+-":
            return Op("-" if node.head == "+" else "+", node.args)
        if node.head == "*" and _square(node.args[0]) and _square(node.args[1]):
            return Op("*", (node.args[1], node.args[0]))
        if node.head == "T":
            return node.args[0] if _square(node.args[0]) else node
        return rng.choice((2 * node, -node)) if node.head != "expect" else node
    if isinstance(node, Num):
        return Num(node.value + 1)
    if isinstance(node, Abbrev):
        return node
    same = [
        s for s in (*MATRICES, *NUMBERS, v, w) if isinstance(s, Sym) and isinstance(node, Sym) and s.shape == node.shape
    ]
    return rng.choice(same) if same and not (isinstance(node, Sym) and node.has("random")) else 2 * node


def identities(rng: Random) -> tuple[Prop, bool]:
    """A random term and one rewritten by identities; half of them with a change."""
    start = matrix_term(rng, 3) if rng.random() < 0.5 else number_term(rng, 3)
    other = rewritten(rewritten(start, rng), rng)
    if rng.random() < 0.5:
        return eq(start, perturbed(other, rng)), False
    return eq(start, other), True


def scalar_inequalities(rng: Random) -> tuple[Prop, bool]:
    """A sum of squares with nonnegative weights, written out; or with a number taken away, or strict."""
    weights: tuple[Term, ...] = (p, q, term(1), term(2), r, a**2)
    squares = [rng.choice(weights) * number_term_plain(rng, 2) ** 2 for _ in range(rng.randint(1, 3))]
    total = squares[0]
    for square in squares[1:]:
        total = total + square
    form = rewritten(rewritten(total, rng), rng)
    kind = rng.random()
    if kind < 0.5:
        return (ge(form, 0), True) if rng.random() < 0.7 else (le(-form, 0), True)
    if kind < 0.65:
        return gt(form, 0), False
    if kind < 0.8:
        return ge(form, Fraction(1, rng.choice((1, 10, 1000)))), False
    return ge(perturbed(form, rng), 0), False


def number_term_plain(rng: Random, depth: int) -> Term:
    if depth == 0 or rng.random() < 0.2:
        return rng.choice((a, b, c, p, term(1), term(3)))
    return Op(rng.choice("+-*"), (number_term_plain(rng, depth - 1), number_term_plain(rng, depth - 1)))


def definite_forms(rng: Random) -> tuple[Prop, bool]:
    """Sums of M M', M K M', nonnegative multiples and powers, with S added where definite; or with a change."""

    def part() -> Term:
        m = matrix_term_plain(rng, 2)
        return rng.choice((m * m.T, m * K * m.T, m.T * S * m, q * K, L, K**2, K * S * K, half(K), F**2))

    total = part()
    for _ in range(rng.randint(0, 2)):
        total = total + part()
    strict = rng.random() < 0.3
    if strict:
        total = total + rng.choice((S, R, S**2, inv(S), p * R))
    if rng.random() < 0.5:
        return (posdef if strict else psd)(total), True
    if not strict and rng.random() < 0.4:
        return posdef(total), False
    return psd(
        rng.choice((perturbed(total, rng), total - rng.choice((K, S, Id)), total * rng.choice((S, A, K))))
    ), False


def matrix_term_plain(rng: Random, depth: int) -> Term:
    if depth == 0 or rng.random() < 0.3:
        return rng.choice((A, B, F, S, Id))
    return Op(rng.choice("+-*"), (matrix_term_plain(rng, depth - 1), matrix_term_plain(rng, depth - 1)))


def gaussian_means(rng: Random) -> tuple[Prop, bool]:
    """Isserlis for random matrices, and linearity; half of them with a change."""
    m, k = matrix_term_plain(rng, 1), matrix_term_plain(rng, 1)
    facts: tuple[tuple[Term, Term], ...] = (
        (z.T * m * z, tr(m * S)), (m * z * z.T * k, m * S * k), (z * y.T * m, 0 * m),
        (z * z.T * m * z * z.T, S * (m + m.T) * S + tr(m * S) * S),
        (z.T * m * z * (z.T * k * z), tr(m * S) * tr(k * S) + tr(m * S * (k + k.T) * S)),
        ((v.T * z) ** 2 * (w.T * z) ** 2, v.T * S * v * (w.T * S * w) + 2 * (v.T * S * w) ** 2),
        ((m * z + v).T * (k * z + w), tr(m.T * k * S) + v.T * w), (z.T * m * y * (z.T * k * y), tr(m * R * k.T * S)),
        (e**2 * (z.T * m * z), p**2 * tr(m * S)), ((a + e) * (b + e), a * b + p**2), ((a * e + b * f) ** 2,
            a**2 * p**2 + b**2 * r**2),
        ((a + x1) ** 4, a**4 + 6 * a**2 * p**2 + 3 * p**4), (g.T * m * g, tr(m)), ((a + x1) ** 3, a**3 + 3 * a * p**2),
    )  # fmt: skip
    inside, value = rng.choice(facts)
    left, right = expect(rewritten(inside, rng)), rewritten(value, rng)
    if rng.random() < 0.5:
        return eq(left, perturbed(right, rng)), False
    return eq(left, right), True


def logic(rng: Random) -> tuple[Prop, bool]:
    """An equation or inequality implies what one gets by doing the same to both sides; the converse or a change is
    unknown."""
    x, t = number_term_plain(rng, 1), number_term_plain(rng, 1)
    facts: tuple[tuple[Prop, Prop], ...] = (
        (eq(x, t), eq(x * c, t * c)), (eq(x, t), eq(x**2, t**2)), (ge(x, t), ge(x + c, t + c)), (ge(x, t),
            ge(p * x, p * t)),
        (eq(x, 0), eq(x * t, 0)), (gt(x, t), ge(x, t)), (gt(x, t), ne(x, t)), (eq(A, B), eq(tr(A * K), tr(B * K))),
        (eq(v, w), eq(A * v, A * w)), (psd(S - R), ge(tr(S), tr(R))), (eq(A, Zero), eq(A * B, Zero)), (eq(F, K),
            psd(F)),
    )  # fmt: skip
    first, second = rng.choice(facts)
    kind = rng.random()
    if kind < 0.4:
        return implies(first, second), True
    if kind < 0.6:
        return iff(first, second), False
    return implies(second, first), False


def minima(rng: Random) -> tuple[Prop, bool]:
    """p (u - m)^2 + k has its least value k at m, for every m and k, and neither another value nor another place."""
    m, k = rng.choice((a, b, a * b, a + b, term(2), a**2)), rng.choice((term(0), term(3), c, b**2, a - c))
    weight = rng.choice((p, r, term(1), term(2), p + q))
    f = rewritten(weight * (u - m) ** 2 + k, rng)
    if rng.random() < 0.5:
        return (eq(minimum(f, u), k), True) if rng.random() < 0.5 else (global_minimum(f, (u, m)), True)
    return (eq(minimum(f, u), k + 1), False) if rng.random() < 0.5 else (global_minimum(f, (u, m + 1)), False)


GENERATORS: dict[str, Callable[[Random], tuple[Prop, bool]]] = {
    "identities": identities, "inequalities": scalar_inequalities, "orders": definite_forms, "means": gaussian_means,
    "logic": logic, "minima": minima,
}  # fmt: skip
SHOWN_FALSE = frozenset({"minima"})
"""Here a changed statement is false by construction: k + 1 is not the least value, nor m + 1 its place."""
