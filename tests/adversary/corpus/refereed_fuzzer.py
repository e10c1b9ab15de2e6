"""Random statements of a referee, whose truth exact arithmetic of its own decides.

What is true is so by construction, and seen to hold at exact random points; a twin of it, with one number, letter,
transpose or index changed, is kept as false only where a point in fractions shows it.  Nothing of this shares code with
the engines or with :mod:`..truth`.  ``drawn(seed)`` is one statement; it registers no family.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import pairwise, product
from random import Random
from typing import Any

import numpy as np
import sympy as sp

from proofs_check import (
    absolute,
    block,
    conserved,
    convex,
    det,
    entry,
    eq,
    exists,
    exp,
    expect,
    for_all,
    gaussian,
    ge,
    grad,
    gradient_flow,
    gt,
    iff,
    implies,
    index,
    inner,
    inv,
    kron,
    le,
    lt,
    matrix,
    minimum,
    ne,
    noise,
    norm_F,
    parameter,
    posdef,
    psd,
    relu,
    scalar,
    sqrt,
    tends,
    total,
    tr,
    vec,
    vector,
)

from proofs_check.statement.props import Prop
from proofs_check.statement.psd import curvature, infimum
from proofs_check.statement.terms import Num, Op, Sym, Term, col, eye, least, symbols, term

from ..stating import Stated, Truth

Point = dict[str, Any]
SMALL = (Fraction(1, 10**9), Fraction(1, 1000), Fraction(1))


# The evaluator: fractions in arrays of objects --------------------------------------------------------------------

def inverse(M: np.ndarray) -> np.ndarray:
    n = len(M)
    W = np.array([[*M[i], *(Fraction(int(i == j)) for j in range(n))] for i in range(n)], dtype=object)
    for i in range(n):
        k = next((k for k in range(i, n) if W[k, i] != 0), None)
        if k is None:
            raise ZeroDivisionError
        W[[i, k]] = W[[k, i]]
        W[i] = W[i] / W[i, i]
        for other in range(n):
            if other != i:
                W[other] = W[other] - W[i] * W[other, i]
    return W[:, n:]


def determinant(M: np.ndarray) -> Fraction:
    M, found = M.copy(), Fraction(1)
    for k in range(len(M)):
        pivot = next((row for row in range(k, len(M)) if M[row, k] != 0), None)
        if pivot is None:
            return Fraction(0)
        if pivot != k:
            M[[k, pivot]] = M[[pivot, k]]
            found = -found
        found *= M[k, k]
        for row in range(k + 1, len(M)):
            M[row] = M[row] - M[k] * (M[row, k] / M[k, k])
    return found


def num(x: Any) -> np.ndarray:
    return np.array([[Fraction(x)]], dtype=object)


def times(x: np.ndarray, y: np.ndarray) -> np.ndarray:
    if x.shape == (1, 1) and y.shape[0] != 1:
        return x[0, 0] * y
    if y.shape == (1, 1) and x.shape[1] != 1:
        return x * y[0, 0]
    return x.dot(y)


def value(node: Term, at: Mapping[str, Any]) -> np.ndarray:
    """The value at a point, exactly; sizes and indices are numbers under their names."""
    if isinstance(node, Num):
        return num(node.value)
    if isinstance(node, Sym):
        if node.has("identity"):
            n = at[node.shape[0]] if isinstance(node.shape[0], str) else node.shape[0]
            return np.array([[Fraction(int(i == j)) for j in range(int(n))] for i in range(int(n))], dtype=object)
        found = at[node.name]
        return found if isinstance(found, np.ndarray) else num(found)
    assert isinstance(node, Op), node
    if node.head == "sum":
        i, upper, body = node.args
        rows = [value(body, {**at, i.name: k}) for k in range(1, int(value(upper, at)[0, 0]) + 1)]  # type: ignore
        return sum(rows[1:], rows[0])
    args = [value(arg, at) for arg in node.args]
    return _HEADS[node.head](*args)


def _power(x: np.ndarray, k: np.ndarray) -> np.ndarray:
    e = k[0, 0]
    if e.denominator != 1:
        raise NotImplementedError
    base, found = (inverse(x) if e < 0 else x), np.array(
        [[Fraction(int(i == j)) for j in range(len(x))] for i in range(len(x))], dtype=object)  # fmt: skip
    for _ in range(abs(int(e))):
        found = found.dot(base)
    return found


_HEADS: dict[str, Callable[..., np.ndarray]] = {
    "+": lambda *xs: sum(xs[1:], xs[0]), "-": lambda x, y: x - y, "neg": lambda x: -x,
    "*": lambda *xs: times(xs[0], xs[1]) if len(xs) == 2 else times(times(xs[0], xs[1]), xs[2]),
    "/": lambda x, y: x / y[0, 0], "^": _power, "T": lambda x: x.T, "tr": lambda x: num(np.trace(x)),
    "det": lambda x: num(determinant(x)), "inner": lambda x, y: num((x * y).sum()), "kron": np.kron,
    "vec": lambda x: x.T.reshape(-1, 1), "block": lambda a, b, c, d: np.block([[a, b], [c, d]]),
    "entry": lambda x, i, j: num(x[int(i[0, 0]) - 1, int(j[0, 0]) - 1]),
    "col": lambda x, j: x[:, [int(j[0, 0]) - 1]], "abs": lambda x: num(abs(x[0, 0])),
    "relu": lambda x: num(max(x[0, 0], 0)), "least": lambda x, y: num(min(x[0, 0], y[0, 0])),
}  # fmt: skip


def drawn_matrix(rng: Random, rows: int, cols: int, traits: frozenset[str]) -> np.ndarray:
    M = np.array([[Fraction(rng.randint(-3, 3)) for _ in range(cols)] for _ in range(rows)], dtype=object)
    if traits & {"psd", "posdef"}:
        M = M.dot(M.T) + (np.array(np.eye(rows, dtype=int), dtype=object) * Fraction(1) if "posdef" in traits else 0)
    elif "symmetric" in traits:
        M = M + M.T
    return M


def drawn_number(rng: Random, traits: frozenset[str]) -> Fraction:
    if "integer" in traits:
        return Fraction(rng.randint(1, 6))
    wide = rng.choice((1, 1, 1, Fraction(1, 1000), 1000))
    x = Fraction(rng.randint(-12, 12), rng.choice((1, 2, 3, 4))) * wide
    if traits & {"positive", "nonnegative"}:
        x = abs(x)
    return x or Fraction(1) if "positive" in traits else x


def letters_of(node: Term | Prop) -> set[Sym]:
    if isinstance(node, Sym):
        return {node}
    return set().union(*map(letters_of, node.args)) if isinstance(node, (Op, Prop)) else set()  # type: ignore


def point(rng: Random, prop: Prop, d: int) -> Point:
    at: Point = {"d": d, "n": rng.randint(1, 3), "N": rng.randint(1, 3), "k": rng.randint(1, 3)}
    for sym in sorted(letters_of(prop), key=lambda s: s.name):
        if sym.has("identity") or sym.has("index"):
            continue
        rows, cols = (at[x] if isinstance(x, str) else x for x in sym.shape)
        if sym.name in at:
            continue
        at[sym.name] = (drawn_number(rng, sym.traits) if sym.shape == (1, 1) else
                        drawn_matrix(rng, rows, cols, sym.traits))  # fmt: skip
    return at


def holds(prop: Prop, at: Point) -> bool:
    """Whether it holds at the point, by exact arithmetic."""
    h, args = prop.head, prop.args
    if h == "and":
        return all(holds(p, at) for p in args)  # type: ignore
    if h == "implies":
        return not holds(args[0], at) or holds(args[1], at)  # type: ignore
    if h == "iff":
        return holds(args[0], at) == holds(args[1], at)  # type: ignore
    if h in ("psd", "posdef"):
        M = value(args[0], at)  # type: ignore
        if (M != M.T).any():
            return False
        return definite(M, strict=h == "posdef")
    x, y = (value(arg, at) for arg in args)  # type: ignore
    if h in ("eq", "ne"):
        return bool((x == y).all()) is (h == "eq")
    x, y = x[0, 0], y[0, 0]
    return bool({"le": x <= y, "lt": x < y, "ge": x >= y, "gt": x > y}[h])


def definite(M: np.ndarray, strict: bool) -> bool:
    """By elimination; a zero on the diagonal needs a zero row."""
    M = M.copy()
    for k in range(len(M)):
        if M[k, k] < 0 or (strict and M[k, k] == 0):
            return False
        if M[k, k] == 0:
            if (M[k, k:] != 0).any():
                return False
            continue
        for row in range(k + 1, len(M)):
            M[row] = M[row] - M[k] * (M[row, k] / M[k, k])
    return True


def seen_false(rng: Random, prop: Prop, given: Sequence[Prop], tries: int = 60) -> bool:
    for k in range(tries):
        at = point(rng, prop if not given else Prop("and", (prop, *given)), 1 + k % 3)
        try:
            if all(holds(g, at) for g in given) and not holds(prop, at):
                return True
        except ZeroDivisionError:
            continue
    return False


# Twins: one place changed ------------------------------------------------------------------------------------------

def changed(rng: Random, node: Any) -> Any:
    """The tree with one place changed: a number, a letter for another of its shape, a transpose, an order, an index."""
    places: list[tuple[tuple[int, ...], Any]] = []

    def walk(n: Any, path: tuple[int, ...], parent: Any) -> None:
        if isinstance(n, Num) and not (isinstance(parent, Op) and parent.head == "^" and path[-1] == 1):
            places.append((path, Num(n.value * (1 + rng.choice(SMALL)) or Fraction(1, 1000))))
        if isinstance(n, Num) and isinstance(parent, Op) and parent.head == "^" and n.value > 1:
            places.append((path, Num(n.value + 1)))
        if isinstance(n, Sym) and not n.traits & {"identity", "index", "random", "parameter"}:
            if len(set(n.shape)) == 1 and n.shape != (1, 1) and "symmetric" not in n.traits:
                places.append((path, n.T))
            if n.has("integer"):
                places.append((path, n + 1))
            same = [s for s in letters if s.shape == n.shape and s.name != n.name]
            if same:
                places.append((path, rng.choice(same)))
        if isinstance(n, (Op, Prop)):
            if n.head == "*" and len(n.args) == 2 and n.args[0] != n.args[1]:
                places.append((path, (1 + rng.choice(SMALL)) * n))
            if n.head == "+":
                places.append((path, Op("-", n.args[:2])) if len(n.args) == 2 else (path, n.args[0]))
            if n.head in STRICT:
                places.append((path, Prop(STRICT[n.head], n.args)))
            for k, arg in enumerate(n.args):
                walk(arg, (*path, k), n)

    letters = sorted({s for s in letters_of(node) if not s.traits & {"identity", "index", "random", "parameter"}},
                     key=lambda s: s.name)  # fmt: skip
    walk(node, (), None)
    if not places:
        return node
    path, new = rng.choice(places)
    return put(node, path, new)


STRICT = {"le": "lt", "ge": "gt", "psd": "posdef"}


def put(node: Any, path: tuple[int, ...], new: Any) -> Any:
    if not path:
        return new
    k = path[0]
    return type(node)(node.head, (*node.args[:k], put(node.args[k], path[1:], new), *node.args[k + 1:]))


def twins(rng: Random, prop: Prop, *given: Prop, count: int = 2) -> Iterator[Stated]:
    """The statement, and what is false beside it."""
    yield Stated(Truth.TRUE, prop, tuple(given))
    made = 0
    for _ in range(12):
        if made == count:
            return
        try:
            other = changed(rng, prop)
            if other != prop and seen_false(rng, other, given, 40):
                made += 1
                yield Stated(Truth.FALSE, other, tuple(given))
        except (ValueError, KeyError, NotImplementedError, IndexError, TypeError):
            continue
        except Exception:
            continue


# Families ----------------------------------------------------------------------------------------------------------

a, b, c = (scalar(x) for x in "abc")
p, r = scalar("p", "positive"), scalar("r", "positive")
q = scalar("q", "nonnegative")
d, N, n = (scalar(x, "integer", "positive") for x in "dNn")
A, B, C = (matrix(x, "d", "d") for x in "ABC")
X, Y, Z = matrix("X", "d", "n"), matrix("Y", "n", "d"), matrix("Z", "n", "n")
S, R = (matrix(x, "d", "d", "symmetric", "posdef") for x in "SR")
K, L = (matrix(x, "d", "d", "symmetric", "psd") for x in ("K_1", "L_1"))
F = matrix("F", "d", "d", "symmetric")
v, w = vector("v", "d"), vector("w", "d")
W = matrix("W", "d", "N")
i, j = index("i", "N"), index("j", "N")
i_, j_ = index("i_2", "d"), index("j_2", "d")
Id, In = eye("d"), eye("n")
x, y = gaussian("x", "d", cov=S), gaussian("y", "d", cov=R)
e, f = noise("e", p, normal=True), noise("f", r, normal=True)


def rows(rng: Random, long: int) -> list[Term]:
    """A chain of factors from d to d."""
    found: list[Term] = []
    while len(found) < long:
        if rng.random() < 0.25:
            found.append(X)
            if rng.random() < 0.3:
                found.append(Z if rng.random() < 0.5 else Z.T)
            found.append(Y if rng.random() < 0.5 else X.T)
        else:
            M = rng.choice((A, B, C, S, A.T, B.T, K, F))
            found.append(M)
    return found


def word(factors: Sequence[Any]) -> Any:
    found = factors[0]
    for one in factors[1:]:
        found = found * one
    return found


def turned(factors: Sequence[Term]) -> list[Term]:
    back = []
    for one in reversed(factors):
        if isinstance(one, Op) and one.head == "T":
            back.append(one.args[0])
        else:
            back.append(one if one.has("symmetric") else one.T)  # type: ignore
    return back


def matrices(rng: Random) -> Iterator[Stated]:
    one, two = rows(rng, rng.randint(1, 3)), rows(rng, rng.randint(1, 3))
    c1, c2 = (Fraction(rng.randint(1, 9), rng.randint(1, 4)) * rng.choice((1, -1)) for _ in range(2))
    kind = rng.randrange(13)
    if kind == 0:
        k = rng.randrange(len(one))
        prop = eq(c1 * tr(word(one)) + c2 * tr(word(two)), c1 * tr(word(turned(one))) + c2 * tr(word(turned(two))))
        if not {"X", "Y", "Z"} & {sym.name for m in one for sym in letters_of(m)}:
            prop = eq(tr(word(one)) * c1, c1 * tr(word([*one[k:], *one[:k]])))
    elif kind == 1:
        prop = eq((c1 * word(one) + c2 * word(two)).T, c1 * word(turned(one)) + c2 * word(turned(two)))
    elif kind == 2:
        prop = eq(vec(A * F * B + c1 * C), kron(B.T, A) * vec(F) + c1 * vec(C))
    elif kind == 3:
        prop = eq(kron(A * B, Z * Z.T), kron(A, Z) * kron(B, Z.T)) if rng.random() < 0.5 else eq(
            tr(kron(A * C, Z)), tr(A * C) * tr(Z))  # fmt: skip
    elif kind == 4:
        prop = eq(block(A, X, Y, Z) * block(B, X, Y, Z.T), block(
            A * B + X * Y, A * X + X * Z.T, Y * B + Z * Y, Y * X + Z * Z.T))  # fmt: skip
    elif kind == 5:
        prop = eq(tr(block(A, X, Y, Z) * block(A, X, Y, Z)), tr(A**2) + 2 * tr(X * Y) + tr(Z**2))
    elif kind == 6:
        prop = eq(inv(S) - inv(S + c1**2 * R), c1**2 * inv(S) * R * inv(S + c1**2 * R))
    elif kind == 7:
        prop = eq(inv(S + K) * S + inv(S + K) * K, Id) if rng.random() < 0.5 else eq(
            inv(Id + X * X.T) * X, X * inv(In + X.T * X))  # fmt: skip
    elif kind == 8:
        prop = eq(total(i, N, col(W, i) * col(W, i).T), W * W.T) if rng.random() < 0.5 else eq(
            total(i, N, total(j, N, inner(col(W, i), A * col(W, j)))), total(j, N, inner(total(i, N, col(W, i)),
                                                                                         A * col(W, j))))  # fmt: skip
    elif kind == 9:
        prop = eq(total(i_, d, total(j_, d, entry(A, i_, j_) * entry(B, j_, i_))), tr(A * B)) if rng.random() < 0.6 else eq(
            total(i_, d, entry(word(one), i_, i_)), tr(word(one)))  # fmt: skip
    elif kind == 10:
        prop = eq(det(Id + v * w.T), 1 + w.T * v) if rng.random() < 0.5 else eq(
            (v.T * word(one) * w) * (w.T * A * v), v.T * word(one) * w * w.T * A * v)  # fmt: skip
    elif kind == 11:
        prop = eq(inner(word(one), word(two)), tr(word(turned(one)) * word(two)))
    else:
        prop = eq((A + c1 * B) * (A - c1 * B), A**2 - c1 * A * B + c1 * B * A - c1**2 * B**2)
    yield from twins(rng, prop, count=3)


def pairings(items: list[int]) -> Iterator[list[tuple[int, int]]]:
    if not items:
        yield []
        return
    for k in range(1, len(items)):
        for rest in pairings(items[1:k] + items[k + 1:]):
            yield [(items[0], items[k]), *rest]


def moment(mats: Sequence[Term], cov: Term) -> Term:
    """E of the product of the forms x' M x: over all pairings, the trace of each loop, by walking along it."""
    parts: dict[Any, int] = {}
    made: dict[Any, Term] = {}
    for pairs in pairings(list(range(2 * len(mats)))):
        mate = {s: t for one in pairs for s, t in (one, one[::-1])}
        left, loops = set(range(2 * len(mats))), []
        while left:
            start = at = min(left)
            loop: list[Term] = []
            while True:
                k, end = divmod(at, 2)
                M = mats[k]
                loop += [M if end == 0 else turned([M])[0], cov]
                left -= {at, at ^ 1}
                at = mate[at ^ 1]
                if at == start:
                    break
            loops.append(tr(word(loop)))
        loops.sort(key=repr)
        key = tuple(map(repr, loops))
        parts[key] = parts.get(key, 0) + 1
        made[key] = word(loops)
    found: Any = None
    for key, count in parts.items():
        new = made[key] if count == 1 else count * made[key]
        found = new if found is None else found + new
    return found


def isserlis(mats: Sequence[np.ndarray], cov: np.ndarray) -> Fraction:
    """The same by entries: the sum over all indices of products of covariances."""
    k, size = len(mats), len(cov)
    found = Fraction(0)
    alls = list(pairings(list(range(2 * k))))
    for idx in product(range(size), repeat=2 * k):
        weight = Fraction(1)
        for s in range(k):
            weight *= mats[s][idx[2 * s], idx[2 * s + 1]]
        if weight:
            found += weight * sum((np.prod([cov[idx[s], idx[t]] for s, t in one]) for one in alls), Fraction(0))
    return found


def moments(rng: Random) -> Iterator[Stated]:
    k = rng.choice((1, 2, 2, 2, 3, 3, 4))
    mats = [rng.choice((A, B, F, A.T, Id)) if k < 4 else rng.choice((A, F)) for _ in range(k)]
    form = word([x.T * M * x for M in mats])
    right = moment(mats, S)
    at = point(rng, eq(right, tr(S * A * B * F)), 2 if k < 3 else 1)
    if k < 4 or at['d'] == 1:
        assert isserlis([value(M, at) for M in mats], at["S"]) == value(right, at)[0, 0]
    yield Stated(Truth.TRUE, eq(expect(form), right))
    for _ in range(3):
        other = changed(rng, right)
        for trial in range(8):
            at = point(rng, eq(right, tr(S * A * B * F)), 1 + trial % 3)
            try:
                if value(other, at)[0, 0] != value(right, at)[0, 0]:
                    yield Stated(Truth.FALSE, eq(expect(form), other))
                    break
            except Exception:
                break
    M1, M2 = rng.choice((A, B, F)), rng.choice((A, B, S))
    outer = [
        (x * x.T * M1 * x * x.T, S * M1 * S + S * M1.T * S + tr(M1 * S) * S),
        (x * y.T * M1 * y * x.T, tr(M1 * R) * S), (y * x.T * M1 * y * x.T, R * M1.T * S),
        (M1 * x * x.T * M2 * y * y.T, M1 * S * M2 * R), ((x.T * M1 * y)**2, tr(M1 * R * M1.T * S)),
        ((x.T * M1 * y)**2 * (x.T * x), tr(M1 * R * M1.T * S) * tr(S) + 2 * tr(M1 * R * M1.T * S**2)),
        (x * (x.T * M1 * y) * y.T, S * M1 * R),
        ((x + y) * (x + y).T * M1 * x, 0 * v),
    ]
    left, said = rng.choice(outer)
    yield Stated(Truth.TRUE, eq(expect(left), said))
    for _ in range(4):
        other = changed(rng, said)
        try:
            at = point(rng, Prop("and", (eq(said, said), eq(other, other))), 2)
            if (value(other, at) != value(said, at)).any():
                yield Stated(Truth.FALSE, eq(expect(left), other))
        except Exception:
            continue


def scalars(rng: Random) -> Iterator[Stated]:
    """Sums of squares and products of what is assumed; the twins have points in fractions."""
    k = [rng.randint(1, 5) for _ in range(6)]
    g, eps = Fraction(rng.randint(1, 30), rng.randint(1, 7)), rng.choice(SMALL)
    kind = rng.randrange(14)
    cases: list[tuple[Prop, tuple[Prop, ...]]] = [
        (le(2 * k[0] * k[1] * a * b, k[0]**2 * a**2 + k[1]**2 * b**2), ()),
        (le(a * b, g * a**2 + b**2 / (4 * g)), ()),
        (ge(a * b, k[0] * k[1]), (ge(a, k[0]), ge(b, k[1]))),
        (ge(a**2 + b**2 + c**2, a * b + b * c + c * a), ()),
        (le(a, g * k[0]), (le(a, g * b), le(b, k[0]))),
        (gt(a**4 + k[0] * b**2 + eps, 0), ()),
        (ge((p + r)**2, 4 * p * r), ()), (ge(p / r + r / p, 2), ()),
        (le(a * p, b * p), (le(a, b),)), (lt(a / p, b / p), (lt(a, b),)),
        (le(1 / (p + r), 1 / p), ()), (le(p * r / (p + r), (p + r) / 4), ()),
        (ge(k[0] * (a - b)**2 + k[1] * (b - c)**2 + q, 0), ()),
        (le((a + b)**2, (1 + p) * a**2 + (1 + 1 / p) * b**2), ()),
        (le(a**2, g**2), (le(a, g), ge(a, -g))), (gt(b, 0), (gt(a * b, 0), gt(a, 0))),
        (le(absolute(a + b), absolute(a) + absolute(b)), ()), (le(absolute(a) - absolute(b), absolute(a - b)), ()),
        (le(least(a, b), (k[0] * a + k[1] * b) / (k[0] + k[1])), ()), (ge(relu(a) + relu(-a), a), ()),
        (eq(relu(a) - relu(-a), a), ()), (eq(least(a, b) + relu(a - b), a), ()),
        (eq(absolute(a * b), absolute(a) * absolute(b)), ()), (le(relu(a + b), relu(a) + relu(b)), ()),
        (eq(a, 0), (le(a**2 + k[0] * b**2, 0),)), (le(a + b, 2 * g), (le(a**2 + b**2, 2 * g**2),)),
        (le(a * b * c, g**3), (ge(a, 0), ge(b, 0), ge(c, 0), le(a, g), le(b, g), le(c, g))),
        (ge(a**3, g**3), (ge(a, g),)), (eq(least(a, least(b, c)), least(least(a, b), c)), ()),
        (ge(n**2 + k[0], 2 * n + k[0] - 1), ()), (ge(n**2, n), ()), (le(1 / (n + 1), 1 / n), ()),
    ]  # fmt: skip
    prop, given = cases[(kind * 7 + rng.randrange(len(cases))) % len(cases)]
    yield from twins(rng, prop, *given, count=3)
    # The same under random linear combinations, and beside one that is not implied.
    u1, u2, u3 = (rng.randint(1, 9) for _ in range(3))
    bound = Fraction(rng.randint(-9, 9))
    rhs = u1 * bound + u2 * u3
    right = le(u1 * a + u2 * b, rhs)
    yield Stated(Truth.TRUE, right, (le(a, bound), le(b, u3)))
    yield Stated(Truth.FALSE, le(u1 * a + u2 * b, rhs - rng.choice(SMALL)), (le(a, bound), le(b, u3)))
    yield Stated(Truth.FALSE, lt(u1 * a + u2 * b, rhs), (le(a, bound), le(b, u3)))
    yield Stated(Truth.FALSE, le(a * b, abs(bound) * u3), (le(a, bound), le(b, u3)))
    big = 10 ** rng.randint(3, 8)
    yield Stated(Truth.FALSE, le(a, big), (ge(a, 0),))
    yield Stated(Truth.FALSE, implies(le(a**2, big**2), lt(a, big)))
    yield Stated(Truth.TRUE, implies(le(a**2, big**2), le(a, big)))


def orders(rng: Random) -> Iterator[Stated]:
    eps, k = rng.choice(SMALL), rng.randint(1, 4)
    cases: list[tuple[Prop, tuple[Prop, ...]]] = [
        (psd(A * K * A.T + k * L), ()), (posdef(S + X * X.T), ()), (psd(2 * (A * A.T + B * B.T) - (A + B) * (A + B).T), ()),
        (psd(S + R - S), ()), (psd(K - L), (psd(K - 2 * L),)), (psd(A.T * (K - L) * A), (psd(K - L),)),
        (le(tr(L), tr(K)), (psd(K - L),)), (psd(inv(S) - inv(S + R)), ()), (psd(tr(K) * Id - K), ()),
        (psd((v.T * v) * Id - v * v.T), ()), (ge(tr(K * L), 0), ()), (psd(block(K, K, K, K)), ()),
        (psd(block(S, A, A.T, A.T * inv(S) * A)), ()), (psd(kron(K, L)), ()), (psd(S + inv(S) - 2 * Id), ()),
        (psd(tr(K * L) * Id), ()), (le(tr(K * L), tr(K) * tr(L)), ()), (psd(K**2 + F**2), ()), (psd(F**4), ()),
        (ge(tr(S) * tr(inv(S)), d**2), ()), (le(tr(A)**2, d * tr(A.T * A)), ()), (le(tr(A * B), norm_sq(A) / 2 + norm_sq(B) / 2), ()),
        (psd(S - S * inv(S + R) * S), ()), (psd((S + R) / 2 - 2 * inv(inv(S) + inv(R))), ()),
        (posdef(Id - A.T * A + A.T * A), ()), (psd(A + A.T + A * A.T + Id), ()),
    ]  # fmt: skip
    prop, given = rng.choice(cases)
    yield from twins(rng, prop, *given, count=3)
    wrong: list[tuple[Prop, tuple[Prop, ...]]] = [
        (psd(K * L), ()), (psd(K**2 - L**2), (psd(K - L),)), (psd(K * L + L * K), ()), (psd(K - L), (le(tr(L), tr(K)),)),
        (psd((1 - eps) * (v.T * v) * Id - v * v.T), ()), (psd(2 * (1 - eps) * (A * A.T + B * B.T) - (A + B) * (A + B).T), ()),
        (psd(S + inv(S) - 2 * (1 + eps) * Id), ()), (psd(A + A.T), ()), (posdef(A.T * S * A), ()),
        (psd(A.T * K * A - K), ()), (psd(F**3), ()), (psd(inv(S) - inv(R)), ()), (le(tr(K * L), tr(K) * tr(L) * (1 - eps)), ()),
        (posdef(K + F**2), ()), (psd(block(K, L, L, K)), ()),
    ]  # fmt: skip
    prop, given = rng.choice(wrong)
    if seen_false(rng, prop, given, 150):
        yield Stated(Truth.FALSE, prop, given)
    yield Stated(Truth.FALSE, ge(tr(S) * tr(inv(S)), d**2 * (1 + eps)))


def norm_sq(M: Term) -> Term:
    return tr(M.T * M)


def minima(rng: Random) -> Iterator[Stated]:
    k, eps = [Fraction(rng.randint(1, 6)) for _ in range(3)], rng.choice(SMALL)
    t, s = scalar("t_1"), scalar("s_1")
    V = vector("V_1", "d")
    M = matrix("M_1", "d", "n")
    cases: list[tuple[Term, tuple[Sym, ...], Term, bool]] = [
        (k[0] * t**2 + b * t + c, (t,), c - b**2 / (4 * k[0]), True),
        (p * t**2 - 2 * a * t, (t,), -(a**2 / p), True), ((t - a)**2 + k[0] * (t - b)**2, (t,), k[0] / (1 + k[0]) * (a - b)**2, True),
        (V.T * S * V - 2 * w.T * V, (V,), -(w.T * inv(S) * w), True), ((t + s)**2 + (t - s)**2 + a, (t, s), a, True),
        (tr((M - X) * (M - X).T) + k[0], (M,), term(k[0]), True), (tr(M.T * S * M) - 2 * tr(Y * M), (M,), -tr(Y * inv(S) * Y.T), True),
        (t**4 - 2 * a**2 * t**2, (t,), -(a**4), True), (k[0] * (t - a)**4 + b, (t,), b, True),
        (absolute(t - a) + absolute(t - b), (t,), absolute(a - b), True), (relu(t) + k[0] * t**2 + b, (t,), b, True),
        (exp(t) - t, (t,), term(1), True), (exp(t) + a, (t,), a, False), (1 / (1 + t**2), (t,), term(0), False),
        (t**2 * s**2 - 2 * a * t * s, (t, s), -(a**2), True), ((t * s - 1)**2 + t**2, (t, s), term(0), False),
    ]  # fmt: skip
    fun, over, least_, attained = rng.choice(cases)
    if attained:
        yield Stated(Truth.TRUE, eq(minimum(fun, *over), least_))
        yield Stated(Truth.TRUE, ge(fun, least_))
    yield Stated(Truth.TRUE, eq(infimum(fun, *over), least_))
    for off in (eps, -eps):
        yield Stated(Truth.FALSE, eq(infimum(fun, *over), least_ + off))
    if attained:
        yield Stated(Truth.FALSE, eq(minimum(fun, *over), least_ + eps))
        yield Stated(Truth.FALSE, ge(fun, least_ + eps))
        yield Stated(Truth.FALSE, gt(fun, least_))


def convexity(rng: Random) -> Iterator[Stated]:
    t, s = scalar("t_1"), scalar("s_1")
    e11, e12, e22 = rng.randint(0, 6), rng.randint(-5, 5), rng.randint(0, 6)
    fun = e11 * t**2 + 2 * e12 * t * s + e22 * s**2 + a * t - b * s + c
    yield Stated(Truth.TRUE if e11 * e22 >= e12**2 else Truth.FALSE, convex(fun, t, s))
    k4, k3, k2 = rng.randint(0, 3), rng.randint(-4, 4), rng.randint(-2, 5)
    quartic = k4 * t**4 + k3 * t**3 + k2 * t**2 + a * t
    # 12 k4 t^2 + 6 k3 t + 2 k2 >= 0 for every t
    yield Stated(Truth.TRUE if (k4 > 0 and 36 * k3**2 <= 96 * k4 * k2) or (k4 == 0 == k3 and k2 >= 0) else Truth.FALSE,
                 convex(quartic, t))  # fmt: skip
    V, M = vector("V_1", "d"), matrix("M_1", "d", "n")
    cases = [
        (True, V.T * S * V), (True, V.T * (K + L) * V - a * (w.T * V)), (False, V.T * F * V), (False, V.T * A * V),
        (True, tr((A * M - X).T * (A * M - X))), (True, (V.T * V)**2), (False, (V.T * V)**2 - V.T * V), (False, norm_sq(M)**2 - p * norm_sq(M)),
        (True, exp(w.T * V)), (True, relu(w.T * V - a)), (True, absolute(w.T * V) + V.T * V), (False, least(w.T * V, a)),
        (False, (V.T * w) * (V.T * A * w)), (True, ((V.T * w) - a)**4), (False, ((V.T * w)**2 - 1)**2), (True, norm_F(M)),
        (True, sqrt(1 + V.T * V)), (False, sqrt(1 + (V.T * V)) - V.T * V), (True, exp(V.T * V)), (False, exp(-(V.T * V))),
    ]  # fmt: skip
    for is_so, fun in rng.sample(cases, 3):
        yield Stated(Truth.TRUE if is_so else Truth.FALSE, convex(fun, M if M in symbols(fun) else V))
    yield Stated(Truth.TRUE, implies(ge(a, 0), convex(a * t**2, t)))
    yield Stated(Truth.FALSE, implies(ge(a, -rng.choice(SMALL)), convex(a * t**2, t)))


def gradients(rng: Random) -> Iterator[Stated]:
    V, M, t, D = vector("V_1", "d"), matrix("M_1", "d", "n"), scalar("t_1"), matrix("D_1", "d", "n")
    k = rng.randint(2, 5)
    cases: list[tuple[Term, Term]] = [
        (grad(V.T * A * V, V), A * V + A.T * V), (grad((V.T * A * V)**2, V), 2 * (V.T * A * V) * (A * V + A.T * V)),
        (grad(tr(M.T * A * M), M), A * M + A.T * M), (grad(tr(Y * M), M), Y.T), (grad(tr(M * Y * M * Y), M), 2 * Y.T * M.T * Y.T),
        (grad(norm_sq(M)**k, M), 2 * k * norm_sq(M)**(k - 1) * M), (grad(tr(M * M.T * M * M.T), M), 4 * M * M.T * M),
        (grad((w.T * V)**k, V), k * (w.T * V)**(k - 1) * w), (grad(v.T * M * M.T * w, M), (v * w.T + w * v.T) * M),
        (grad(a * t**k + b / (1 + t**2), t), k * a * t**(k - 1) - 2 * b * t / (1 + t**2)**2),
        (curvature(V.T * A * V, (V, w)), 2 * w.T * A * w), (curvature(norm_sq(M)**2, (M, D)), 4 * norm_sq(M) * norm_sq(D) + 8 * tr(M.T * D)**2),
        (curvature(tr(M.T * A * M), (M, D)), 2 * tr(D.T * A * D)), (curvature((w.T * V)**k, (V, v)), k * (k - 1) * (w.T * V)**(k - 2) * (w.T * v)**2),
        (grad(tr(A * M * Z * M.T), M), A * M * Z + A.T * M * Z.T), (curvature(a * t**k, (t, b)), k * (k - 1) * a * t**(k - 2) * b**2),
    ]  # fmt: skip
    left, right = rng.choice(cases)
    yield Stated(Truth.TRUE, eq(left, right))
    for _ in range(5):
        other = changed(rng, right)
        for trial in range(6):
            try:
                at = point(rng, Prop("and", (eq(right, right), eq(other, other))), 2 + trial % 2)
                x_, y_ = value(other, at), value(right, at)
                if x_.shape == y_.shape and (x_ != y_).any():
                    yield Stated(Truth.FALSE, eq(left, other))
                    break
            except Exception:
                break


U, T = parameter("u"), parameter("w_1")
O = parameter("o_1")


def flows(rng: Random) -> Iterator[Stated]:
    """A loss of u^i w^j alone keeps u^2/i - w^2/j; with sympy the gradient is set against that of what is said."""
    s, t, o = sp.symbols("s t o")
    names = {s: U, t: T, o: O}
    i1, j1 = rng.randint(1, 3), rng.randint(1, 3)
    m = s**i1 * t**j1
    loss = sum(rng.randint(-3, 3) * m**k for k in range(1, 3)) + m**2
    extra = rng.choice((0, 0, o**2, (o - 1)**2))
    kept = j1 * s**2 - i1 * t**2
    other = rng.choice((kept + rng.choice(SMALL_SP) * s**2, i1 * s**2 - j1 * t**2, kept + o, s * t, kept**2 + t, j1 * s**2 + i1 * t**2, s, kept * (1 + s)))
    model = gradient_flow(made(sp.expand(loss + extra), names), (U, T, O) if extra != 0 else (U, T))
    for said in (kept, kept**2 + 3 * kept, other):
        if o in said.free_symbols and extra == 0:
            continue
        rate = sp.expand(sum(sp.diff(said, z) * sp.diff(loss + extra, z) for z in (s, t, o)))
        yield Stated(Truth.TRUE if rate == 0 else Truth.FALSE, conserved(made(sp.expand(said), names)), model=model)
    # three layers of matrices of any size
    V1, V2 = parameter("V_1", "k", "d"), parameter("V_2", "n", "k")
    deep = gradient_flow(norm_sq(V2 * V1 - Y), (V1, V2))
    yield Stated(Truth.TRUE, conserved(V2.T * V2 - V1 * V1.T), model=deep)
    yield Stated(Truth.FALSE, conserved(rng.choice((V2.T * V2 + V1 * V1.T, V1.T * V1, V2.T * V2 - (1 + rng.choice(SMALL)) * (V1 * V1.T), V2 * V2.T))), model=deep)


SMALL_SP = (sp.Rational(1, 10**9), sp.Rational(1, 1000), sp.Integer(1))


def made(poly: Any, names: Mapping[Any, Sym]) -> Term:
    """A polynomial of sympy as a term."""
    found: Any = None
    for powers, coefficient in sp.Poly(poly, *names).terms():
        one: Any = term(Fraction(int(coefficient.p), int(coefficient.q)))
        for sym, power in zip(names.values(), powers, strict=True):
            if power:
                one = one * (sym**power if power > 1 else sym)
        found = one if found is None else found + one
    return found


def limits(rng: Random) -> Iterator[Stated]:
    num_, den = [rng.randint(-4, 4) for _ in range(3)], [rng.randint(1, 4) for _ in range(3)]
    top = num_[0] * N**2 + num_[1] * N + num_[2] * a
    low = den[0] * N**2 + den[1] * N + den[2]
    true_ = Fraction(num_[0], den[0])
    yield Stated(Truth.TRUE, tends(top / low, true_, N))
    yield Stated(Truth.FALSE, tends(top / low, true_ + rng.choice(SMALL), N))
    yield Stated(Truth.TRUE if num_[0] == 0 else Truth.FALSE, tends(top / (N * low) * N**2 / (N + 1) * 1, term(0) + 0, N))
    cases = [
        (True, tends(tr(A) / N + tr(S), tr(S), N)), (True, tends((1 + 1 / N) * S + tr(S) / N * Id, S, N)),
        (False, tends((1 + 1 / N) * S + tr(S) / N * Id, S + Fraction(1, 10**9) * Id, N)), (True, tends(inv(S + R / N), inv(S), N)),
        (False, tends(inv(S + R / N), S, N)), (True, tends(inv(N * S + R) * N, inv(S), N)), (False, tends(N / (N + d), 0, N)),
        (True, tends(sqrt(N**2 + N) / N, 1, N)), (False, tends(sqrt(N**2 + N) / N, 2, N)), (True, tends(sqrt(N + 1) / N, 0, N)),
        (True, tends(exp(-(p * N)), 0, N)), (False, tends(exp(-(q * N)), 0, N)), (False, tends(a * N, 0, N)), (True, tends(exp(1 / N), 1, N)),
        (False, tends(a**2 * N / (N + 1), a, N)), (True, tends(1 / (p + q * N) - 1 / (p + q * N), 0, N)), (False, tends(1 / (p + q * N), 0, N)),
        (True, tends(1 / (q + p * N), 0, N)), (False, tends(least(N, a), a + Fraction(1, 1000), N)), (True, tends(least(a, N), a, N)),
        (True, tends(relu(a - N), 0, N)), (False, tends(relu(a + N) / N, 0, N)), (True, tends(absolute(a - N) / N, 1, N)),
    ]  # fmt: skip
    for is_so, prop in rng.sample(cases, 4):
        yield Stated(Truth.TRUE if is_so else Truth.FALSE, prop)


def logic(rng: Random) -> Iterator[Stated]:
    """Quantified comparisons of lines and parabolas, decided by their coefficients."""
    k, m, g = rng.randint(-3, 3), rng.randint(-3, 3), Fraction(rng.randint(-6, 6), rng.choice((1, 2)))
    big, eps = 10 ** rng.randint(2, 6), rng.choice(SMALL)
    said = [
        (k != 0, for_all(a, exists(b, eq(a + k * b, g)))), (False, exists(b, for_all(a, eq(a + b, g)))),
        (k >= 0 and g >= 0, for_all(a, ge(k * a**2 + g, 0))), (k < 0 or g <= 0, exists(a, le(k * a**2 + g, 0))),
        (k > 0 or g > 0, exists(a, gt(k * a**2 + g, 0))), (True, for_all(a, exists(b, gt(b, a + big)))),
        (False, exists(b, for_all(a, ge(b, a)))), (True, exists(b, for_all(a, le(b, a**2 + g)))),
        (True, iff(eq(a * b, 0), eq(a**2 * b**2, 0))), (False, iff(eq(a * b, 0), eq(a, 0))), (True, iff(le(a, b), ge(-a, -b))),
        (False, iff(le(a**2, b**2), le(a, b))), (True, iff(le(a**2, b**2), le(absolute(a), absolute(b)))),
        (False, implies(ne(a, 0), gt(a * b + big, 0))), (True, implies(eq(a, g), eq(a**2 - g**2, 0))), (g == 0, implies(eq(a**2, g**2), eq(a, g))),
        (True, implies(le(p, g), gt(g, 0))), (False, implies(le(q, abs(g)), gt(term(abs(g)), q))),
        (True, implies(for_all(b, ge(a * b + c, 0)), eq(a, 0))), (False, implies(exists(b, ge(a * b + c, 0)), eq(a, 0))),
        (True, implies(eq(A * A.T, 0 * A), eq(A, 0 * A))), (False, implies(eq(A * A, 0 * A), eq(A, 0 * A))), (False, implies(eq(A * B, 0 * A), eq(B * A, 0 * A))),
        (True, implies(eq(A * B, Id), eq(B * A, Id))), (True, for_all(w, exists(v, eq(S * v, w)))), (False, for_all(w, exists(v, eq(K * v, w)))),
        (True, implies(eq(S * v, 0 * v), eq(v, 0 * v))), (False, implies(eq(K * v, 0 * v), eq(v, 0 * v))), (True, iff(eq(v.T * S * v, 0), eq(v, 0 * v))),
        (True, exists(a, for_all(b, gt(a * b, -eps)))),
        (False, for_all(a, exists(b, eq(a * b, 1)))), (True, for_all(p, exists(b, eq(p * b, 1)))), (True, exists(b, for_all(p, ge(p, b)))),
        (False, for_all(p, ge(p, eps))), (False, exists(p, for_all(r, le(p, r)))), (True, for_all(r, exists(p, lt(p, r)))), (False, for_all(q, exists(p, lt(p, q)))),
    ]  # fmt: skip
    for is_so, prop in rng.sample(said, 5):
        yield Stated(Truth.TRUE if is_so else Truth.FALSE, prop)


def means(rng: Random) -> Iterator[Stated]:
    """Means of roots, quotients, relu and absolute values of Gaussian numbers, by symmetry and Jensen."""
    eps, k = rng.choice(SMALL), rng.randint(1, 4)
    m = rng.choice((1, 2, 3, 4))
    odd = [1, 1, 3, 15, 105][m]
    g = gaussian("g", "d")
    said: list[tuple[bool, Prop]] = [
        (True, eq(expect(e**(2 * m)), odd * p**(2 * m))), (False, eq(expect(e**(2 * m)), odd * (1 + eps) * p**(2 * m))),
        (True, eq(expect(relu(e)**(2 * m)), Fraction(odd, 2) * p**(2 * m))), (False, eq(expect(relu(e)**(2 * m)), odd * p**(2 * m))),
        (True, eq(expect(relu(e)), expect(absolute(e)) / 2)), (False, eq(expect(relu(e)), expect(absolute(e)) / 2 * (1 + eps))),
        (True, le(expect(absolute(e)), p)), (False, ge(expect(absolute(e)), p)), (True, ge(expect(absolute(e)), p / 2)), (False, le(expect(absolute(e)), p / 2)),
        (True, eq(expect(exp(a * e)), exp(a**2 * p**2 / 2))), (False, eq(expect(exp(a * e)), exp(a**2 * p**2))), (False, eq(expect(exp(a * e)), (1 + eps) * exp(a**2 * p**2 / 2))),
        (True, le(expect(1 / (1 + e**2)), 1)), (True, ge(expect(1 / (1 + e**2)), 1 / (1 + p**2))), (False, le(expect(1 / (1 + e**2)), 1 / (1 + p**2))),
        (True, le(expect(sqrt(1 + e**2)), sqrt(1 + p**2))), (False, ge(expect(sqrt(1 + e**2)), sqrt(1 + p**2))), (True, eq(expect(e / (1 + e**2)), 0)),
        (True, eq(expect(absolute(e) * e), 0)), (True, eq(expect(relu(e) * e), p**2 / 2)), (False, eq(expect(relu(e) * e), p**2 / 2 * (1 + eps))),
        (True, eq(expect(relu(e) * relu(-e)), 0)), (True, eq(expect(relu(e * k)), k * expect(relu(e)))), (False, eq(expect(relu(e + k)), k + expect(relu(e)))),
        (True, eq(expect(e**2 * f**2), p**2 * r**2)), (False, eq(expect((e + f)**4), 3 * (p**4 + r**4))), (True, eq(expect((e + f)**4), 3 * (p**2 + r**2)**2)),
        (True, le(expect(least(e, f)), 0)), (False, ge(expect(least(e, f)), 0)), (True, eq(expect(least(e, f) + relu(e - f)), 0)),
        (True, eq(expect((g.T * g)**2), d * (d + 2))), (False, eq(expect((g.T * g)**2), d**2 + 3 * d)), (True, eq(expect((g.T * g)**3), d * (d + 2) * (d + 4))),
        (True, eq(expect((g.T * g)**4), d * (d + 2) * (d + 4) * (d + 6))), (False, eq(expect((g.T * g)**4), d * (d + 2) * (d + 4) * (d + 5))),
        (True, le(expect(sqrt(g.T * g)), sqrt(d))), (False, ge(expect(sqrt(g.T * g)), sqrt(d))), (True, le(expect(1 / (1 + g.T * g)), 1)), (True, ge(expect(1 / (1 + g.T * g)), 1 / (1 + d))),
        (False, le(expect(1 / (1 + g.T * g)), 1 / (1 + d))), (True, eq(expect(relu(w.T * g)**2), w.T * w / 2)), (False, eq(expect(relu(w.T * g)**2), w.T * w)),
        (True, eq(expect(relu(w.T * x) * x), S * w / 2)), (False, eq(expect(relu(w.T * x) * x), S * w)), (True, eq(expect(exp(w.T * x)), exp(w.T * S * w / 2))),
        (False, eq(expect(exp(w.T * x)), exp(w.T * w / 2))), (True, eq(expect(exp(w.T * x) * x), exp(w.T * S * w / 2) * S * w)), (False, eq(expect(exp(w.T * x) * x), exp(w.T * S * w / 2) * w)),
        (True, eq(expect(e**2 / (e**2 + 1)) + expect(1 / (e**2 + 1)), 1)), (False, eq(expect(e**2 / (e**2 + 1)), p**2 / (p**2 + 1))), (True, le(expect(e**2 / (e**2 + 1)), p**2 / (p**2 + 1))),
        (False, ge(expect(e**2 / (e**2 + 1)), p**2 / (p**2 + 1))), (True, le(expect(absolute(e * f)), p * r)), (False, ge(expect(absolute(e * f)), p * r)), (True, le(expect(absolute(e))**2, expect(e**2))),
        (False, eq(expect(absolute(e))**2, expect(e**2))), (True, ge(expect(exp(e)), 1)), (False, le(expect(exp(e)), 1 + p**2 / 2)), (True, ge(expect(exp(e)), 1 + p**2 / 2)),
    ]  # fmt: skip
    for is_so, prop in rng.sample(said, 5):
        yield Stated(Truth.TRUE if is_so else Truth.FALSE, prop)


RANDOM = {made.__name__: made for made in (matrices, moments, scalars, orders, minima, convexity, gradients, flows,
                                           limits, logic, means)}  # fmt: skip


def drawn(kind: str, seed: int) -> list[Stated]:
    """The statements of one draw; the same each time."""
    from dataclasses import replace

    rng = Random(f"{kind}/{seed}")
    return [replace(one, id=f"refereed/{kind}/{seed}.{k}") for k, one in enumerate(RANDOM[kind](rng))]
