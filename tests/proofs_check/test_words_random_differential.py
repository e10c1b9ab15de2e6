"""Random terms over a random diagonal covariance: words against plain arithmetic on the tree, in exact rationals.

The covariance takes two values; its independent copy takes them independently.  The plain evaluation shares no code
with words: sums are loops, means are averages over the outcomes.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction as F
from itertools import product
from random import Random
from typing import Any, cast

import pytest

from proofs_check.algebras.words import WordsAlgebra
from proofs_check.algebras.words.by_entries import lifted
from proofs_check.papers.zfb.notation import U11, Lam, N, Theta, d, i_d, j, k, u_1
from proofs_check.papers.zfb.notation_random import Gam_of, Lam_diag, Lam_new_diag, lam_new, lam_tau
from proofs_check.statement.fold import Fold
from proofs_check.statement.laws import delta, total_unequal
from proofs_check.statement.terms import (
    Abbrev,
    Num,
    Op,
    Sym,
    Term,
    ddt,
    entry,
    expect,
    eye,
    grad,
    inv,
    norm_F,
    total,
    tr,
    where,
)
from symbolic.indexed import Indexed
from symbolic.indexed.factors import Factor, Index, Mono

Table = list[list[F]]
SIZES = {"d": 2, "N": 3}
OUTCOMES = ([F(1), F(3, 2)], [F(2), F(1, 3)])
TABLES: dict[str, Table] = {
    "U11": [[F(1), F(-2)], [F(1, 2), F(3)]],
    "Theta": [[F(0), F(1)], [F(-1, 3), F(2)]],
}
NUMBERS = {"u_-1": F(2, 5)}


# The plain reading --------------------------------------------------------------------------------------------

Place = dict[str, Any]
"""Values of symbols: numbers, tables, and 0-based values of indices."""


def plain(node: Term, at: Place) -> Any:
    if isinstance(node, Num):
        return node.value
    if isinstance(node, Abbrev):
        return plain(node.body, at)
    if isinstance(node, Sym):
        if node.has("identity"):
            return [[F(r == c) for c in range(2)] for r in range(2)]
        return at[node.name]
    assert isinstance(node, Op)
    if node.head == "expect":
        cases = [plain(node.args[0], {**at, "lam_tau": _column(a), "lam_new": _column(b)})
                 for a, b in product(OUTCOMES, repeat=2)]
        return _scaled(F(1, 4), _sum(cases))
    if node.head == "sum":
        i, _, body = node.args
        return _sum([plain(body, {**at, cast(Sym, i).name: n}) for n in range(2)])
    if node.head == "sum_unequal":
        i, m, _, body = node.args
        names = cast(Sym, i).name, cast(Sym, m).name
        return _sum([plain(body, {**at, names[0]: a, names[1]: b}) for a in range(2) for b in range(2) if a != b])
    if node.head == "entry":
        r, c = (int(arg.value) - 1 if isinstance(arg, Num) else at[cast(Sym, arg).name] for arg in node.args[1:])
        return plain(node.args[0], at)[r][c]
    if node.head == "diag":
        v = plain(node.args[0], at)
        return [[v[r][0] if r == c else F(0) for c in range(2)] for r in range(2)]
    values = [plain(arg, at) for arg in node.args]
    return _ARITHMETIC[node.head](*values)


def _column(v: list[F]) -> Table:
    return [[x] for x in v]


def _sum(values: list[Any]) -> Any:
    out = values[0]
    for v in values[1:]:
        out = _plus(out, v)
    return out


def _plus(a: Any, b: Any) -> Any:
    if not isinstance(a, list):
        return a + b
    return [[x + y for x, y in zip(r, q, strict=True)] for r, q in zip(a, b, strict=True)]


def _scaled(c: F, a: Any) -> Any:
    return [[c * x for x in row] for row in a] if isinstance(a, list) else c * a


def _times(a: Any, b: Any) -> Any:
    if not isinstance(a, list):
        return _scaled(a, b)
    if not isinstance(b, list):
        return _scaled(b, a)
    return [[sum((a[r][m] * b[m][c] for m in range(2)), F(0)) for c in range(2)] for r in range(2)]


def _power(a: Any, e: F) -> Any:
    if not isinstance(a, list):
        return a ** int(e)
    base = a if e > 0 else _inverse(a)
    out = base
    for _ in range(abs(int(e)) - 1):
        out = _times(out, base)
    return out


def _inverse(a: Table) -> Table:
    (p, q), (r, s) = a
    return _scaled(1 / (p * s - q * r), [[s, -q], [-r, p]])


_ARITHMETIC: dict[str, Any] = {
    "+": _plus,
    "-": lambda a, b: _plus(a, _scaled(F(-1), b)),
    "neg": lambda a: _scaled(F(-1), a),
    "*": _times,
    "/": lambda a, b: _scaled(1 / b, a),
    "^": _power,
    "T": lambda a: [list(c) for c in zip(*a, strict=True)],
    "tr": lambda a: a[0][0] + a[1][1],
    "delta": lambda a, b: F(a == b),
}


# The reading by words, evaluated ------------------------------------------------------------------------------

def by_words(value: Indexed, at: Mapping[Index, int], lam: Mapping[str, list[F]]) -> F:
    return sum((c.at(SIZES["N"]) * _mono(m, at, lam) for m, c in value.terms.items()), F(0))


def _mono(mono: Mono, at: Mapping[Index, int], lam: Mapping[str, list[F]]) -> F:
    out = F(1)
    for f, e in mono:
        out *= _factor(f, at, lam) ** cast(int, e)
    return out


def _factor(f: Factor, at: Mapping[Index, int], lam: Mapping[str, list[F]]) -> F:
    if f.kind == "symbol":
        return NUMBERS[f.name] if f.name in NUMBERS else F(SIZES[f.name])
    if f.kind == "entry":
        first, *rest = (int(x[1]) - 1 if x[1].isdigit() and not x[0] else at[x] for x in f.indices)
        return TABLES[f.args[0].name][first][rest[0]] if rest else lam[f.args[0].name][first]
    if f.kind == "delta":
        return F(at[f.indices[0]] == at[f.indices[1]])
    if f.kind == "sum":
        bound, body = f.args
        return sum((_mono(body, {**at, **dict(zip(bound, v, strict=True))}, lam)
                    for v in product(range(2), repeat=len(bound))), F(0))
    if f.kind == "mean":
        drawn, body = f.args
        return sum((_mono(body, at, {**lam, drawn.name: x}) for x in OUTCOMES), F(0)) / 2
    assert f.kind == "poly"
    return by_words(f.args[0], at, lam)


# Random terms -------------------------------------------------------------------------------------------------

def a_matrix(rng: Random, depth: int) -> Term:
    plain_ones: list[Term] = [U11, Theta, Lam_diag, Lam_new_diag, eye("d"), Gam_of(Lam_diag), expect(Lam_diag**2)]
    if depth == 0:
        return rng.choice(plain_ones)
    first, second = a_matrix(rng, depth - 1), a_matrix(rng, depth - 1)
    made = rng.randrange(6)
    if made == 0:
        return first + second
    if made in {1, 2}:
        return first * second
    if made == 3:
        return first.T
    return a_number(rng, depth - 1) * first if made == 4 else inv(expect(Lam_diag * Gam_of(Lam_diag))) * first


def a_number(rng: Random, depth: int, free: tuple[Sym, ...] = ()) -> Term:
    made = rng.randrange(8)
    if made == 0 or depth == 0:
        choices: list[Term] = [u_1, tr(Lam_diag), 1 / N, d * u_1]
        for i in free:
            choices += [entry(lam_tau, i, 1), entry(U11, i, i), entry(lam_new, i, 1) ** 2]
        if len(free) > 1:
            choices += [entry(U11, free[0], free[1]), delta(free[0], free[1])] * 2
        return rng.choice(choices)
    if made == 1:
        return tr(a_matrix(rng, depth))
    if made == 2:
        return total(i_d, d, a_number(rng, depth - 1, (i_d, *free)))
    if made == 3:
        return total_unequal(j, k, d, a_number(rng, depth - 1, (j, k)))
    if made == 4:
        return a_number(rng, depth - 1, free) + a_number(rng, depth - 1, free)
    if made == 5:
        return a_number(rng, depth - 1, free) / a_positive_mean(rng, free)
    return a_number(rng, depth - 1, free) * a_number(rng, depth - 1, free)


def a_positive_mean(rng: Random, free: tuple[Sym, ...]) -> Term:
    """What may be divided by."""
    at = [entry(lam_tau, i, 1) for i in free]
    if not free:
        return expect(tr(Lam_diag**2) + entry(lam_tau, 1, 1))
    alone = expect(at[0] * tr(Lam_diag) + at[0] ** 2 / N)
    if len(free) == 1:
        return rng.choice((alone, alone**2, tr(expect(Lam_diag)) + alone))
    both = expect(at[0] ** 2 * at[1] + at[0] * at[1] * total(i_d, d, entry(lam_tau, i_d, 1)))
    return rng.choice((both, alone * both, both + delta(free[0], free[1]), both**2 + at[0] * 0))


START: Place = {**TABLES, **NUMBERS, "N": F(3), "d": F(2)}


@pytest.mark.parametrize("seed", range(60))
def test_a_random_term_has_the_value_of_its_plain_reading(seed: int) -> None:
    rng = Random(seed)
    node = expect(a_number(rng, 3))
    value = lifted(Fold(WordsAlgebra(finite_moments=None))(node))
    assert isinstance(value, Indexed)
    assert by_words(value, {}, {}) == plain(node, START)


@pytest.mark.parametrize("seed", range(12))
def test_derivatives_along_the_flow_are_those_of_the_gradient(seed: int) -> None:
    """d/dt f = -<grad f, grad L> - df/du dL/du on the block, for random f."""
    rng = Random(1000 + seed)
    f = expect(a_number(rng, 2))
    algebra = WordsAlgebra(loss="L_diag", finite_moments=None)
    read = Fold(algebra)
    chain = tr(grad(f, U11) * ddt(U11).T) + grad(f, u_1) * ddt(u_1)
    assert algebra.equal(read(ddt(f)), read(chain))


@pytest.mark.parametrize("seed", range(12))
def test_putting_in_commutes_with_reading(seed: int) -> None:
    rng = Random(2000 + seed)
    node = expect(a_number(rng, 3))
    algebra = WordsAlgebra(finite_moments=None)
    read = Fold(algebra)
    value = lifted(read(where(node, (U11, Theta * expect(Lam_diag)), (u_1, u_1**2))))
    assert isinstance(value, Indexed)
    new = plain(Theta * expect(Lam_diag), START)
    assert by_words(value, {}, {}) == plain(node, {**START, "U11": new, "u_-1": NUMBERS["u_-1"] ** 2})


def test_norms_and_fixed_covariances_stay_what_they_are() -> None:
    algebra = WordsAlgebra()
    read = Fold(algebra)
    assert algebra.equal(read(expect(norm_F(Lam_diag * Theta) ** 2)), read(tr(expect(Lam_diag**2) * Theta * Theta.T)))
    assert algebra.equal(read(where(tr(Lam * U11), (Lam, Lam + eye("d")))), read(tr(Lam * U11) + tr(U11)))
