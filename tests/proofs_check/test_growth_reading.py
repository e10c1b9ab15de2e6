"""Means whose finiteness words would get wrong if it read what stands in them as less than it is."""

from __future__ import annotations

from fractions import Fraction

import pytest

from proofs_check import at, exp, gaussian, index, inner, layers, matrix, scalar, total, vector
from proofs_check.algebras.growth.regions import disagreement, finite_at_all
from proofs_check.papers.ccs.examples_4_5 import xi
from proofs_check.papers.ccs.notation import n
from proofs_check.statement.fold import Lacks
from proofs_check.statement.props import Prop, almost_surely, commute, eq, lt, ne, posdef
from proofs_check.statement.terms import Num, Op, Sym, Term, entry, term
from proofs_check.verdict import Verdict
from proofs_check.witnesses import Context
from proofs_check.witnesses.words.witness import WordsWitness
from tests.adversary.stating import named

m, i, j = scalar("m", "integer", "positive"), index("i", "n"), index("j", "n")
k = index("k", "m")
x, query, x_i, x_j, x_k = at(xi, 1), at(xi, n + 1), at(xi, i), at(xi, j), at(xi, k)
a, p, q, nonzero = scalar("a"), scalar("p", "positive"), scalar("q", "nonnegative"), scalar("c", "nonzero")
square, mixed, big = inner(x, x), inner(x, query), exp(inner(x, x))
z, v = gaussian("z", "d"), vector("v", "d")
e, f = (Sym(name, (1, 1), frozenset({"random", "cov:I"})) for name in ("e", "f"))
A, B, S = matrix("A", "d", "d"), matrix("B", "d", "d"), matrix("S", "d", "d", "symmetric", "posdef")
family = layers("c")
small = Fraction(3, 5)


def power(base: Term, exponent: Fraction | int) -> Term:
    return Op("^", (base, Num(Fraction(exponent))))


def each(c: Fraction, member: Term) -> Term:
    return exp(c * inner(member, member))


@pytest.mark.parametrize(("body", "finite"), [
    # Sums in sums: i = j occurs in them, too, and how many terms there are depends on n.
    (total(i, n, total(j, n, exp(small * inner(x_i, x_j)))), False),
    (total(i, n, total(j, n, exp(inner(x_i, x_j) / 3))), True),
    (total(i, n, total(j, n, big)) - 3 * total(i, n, big), None),
    (total(i, n, total(j, n, big)) - 2 * total(i, n, big), None),
    (total(i, n, big) - 3 * big, None),
    (total(i, n, term(1)) * total(j, n, big) - 3 * total(i, n, big), None),
    (total(i, n, total(j, n, big)) - total(i, n, term(1)) * total(j, n, big), True),
    (power(total(i, n, term(1)), 3) * big - total(i, n, total(j, n, total(index("l", "n"), n, big))), True),
    (power(total(i, n, at(family, i)), 3) * big - total(i, n, power(at(family, i), 3)) * big, None),
    (total(i, n, each(small, x_i)) - total(k, m, each(small, x_k)), None),
    (total(i, 2, each(small, x_i)), None),
    (total(i, n, exp(at(family, i) * square)) * total(i, n, exp(-at(family, i) * square)), None),
    (total(i, n, exp(at(family, i) * inner(x_i, x_i))), None),
    # Members that may be the same.
    (power(total(i, n, each(small / 2, at(xi, i + 1))), 2) - 3 * total(i, n, each(small, at(xi, i + 1))), None),
    (exp(small * inner(at(xi, 2 * n), at(xi, 3 * n))), None),
    (exp(small * inner(at(xi, n + 1), at(xi, m + 1))), None),
    (total(i, n, exp(small * inner(x_i, at(xi, m + 1)))), None),
    # What is drawn is no fixed number.
    (exp(e * e), None), (exp(entry(z, 1, 1) ** 2), None),
    (exp(inner(Sym("y", ("d", 1), frozenset({"random"})), v)), None),
    (exp(Op("at", (f, term(1))) ** 2), None),
    (1 / square, None), (1 / exp(-2 * square), None), (exp(square / total(i, n, term(1))), None),
    # Powers that are no whole numbers, and negative ones.
    (exp(power(4 * square * square, Fraction(1, 2))), None), (exp(power(square, -1)), None),
    # Exponentials of what is no quadratic form.
    (exp(total(i, n, inner(x_i, x_i))), None), (exp(square * mixed), None), (exp(exp(square)), None),
    (exp(inner(x, A * x) / 9), None), (exp(inner(A * v, x) + square / 3), True),
    (exp(inner(total(i, n, x_i), query)), None),
    # Exponents that are the same once what cancels in them is left out.
    (exp(2 * square + mixed) * exp(-mixed) - exp(2 * square), True),
    (exp(2 * square + mixed - mixed) - exp(2 * square), True),
    (total(i, n, total(j, n, exp((inner(x_i, x_i) + inner(x_i, x_j)) / 4 + inner(x_i - x_j, query) / 10)))
     - total(i, n, each(Fraction(1, 2), x_i)), True),
    (big - big + exp(a * square - a * square), True), (exp(square - square + mixed - mixed), True),
    (exp(inner(z, z) / 3) * exp(inner(v, v)), True),
], ids=str)  # fmt: skip
def test_what_stands_in_a_mean_is_read_for_what_it_is(body: Term, finite: bool | None) -> None:
    if finite is None:
        with pytest.raises(Lacks):
            finite_at_all(body)
    else:
        assert finite_at_all(body)[0] is finite


@pytest.mark.parametrize(("body", "condition", "agrees"), [
    (exp(a * square), lt(2 * a, 1), True), (exp(a * square), lt(2 * a, 2), False),
    (exp(q * square), lt(2 * q, 1), True), (exp(q * square), lt(q, 1), False),
    (exp(q * square), lt(4 * q * q, 1), True),
    (exp(nonzero * square), lt(2 * nonzero, 1), True),
    (exp(a * square), lt(2 * inner(v, v), 1), None), (exp(a * square), lt(exp(a * square), 1), None),
    (exp(a * square), lt(total(i, n, a), 1), None), (exp(a * square), posdef(S), None),
    (exp(a * p * square), lt(2 * a * p, 1), None), (big, lt(inner(v, v), 0), None),
    (exp(a * square), commute(a, 2 * a), None), (exp(nonzero * square), lt(nonzero, 1), False),
    (total(p, n, exp(p * inner(at(xi, p), at(xi, p)))), lt(2 * p, 1), None),
    # Values that an exponential does not have.
    (exp(exp(a) * square), lt(power(exp(a), 2), Fraction(1, 4)), None),
    (exp(exp(term(1)) * square), lt(exp(term(1)), 0), None),
    (exp(a * square), lt(2 * a, 1 + Fraction(1, 10**7)), None),
], ids=str)  # fmt: skip
def test_a_condition_on_a_scalar_is_compared_at_every_value(body: Term, condition: Prop, agrees: bool | None) -> None:
    if agrees is None:
        with pytest.raises(Lacks):
            disagreement(body, condition)
    else:
        assert (disagreement(body, condition) is None) is agrees


@pytest.mark.parametrize(("function", "given", "shown"), [
    (inner(A * x, z), ne(A, 0), True), (inner(A * x, z), ne(B, 0), False), (inner(A * x, x), ne(A, 0), False),
    (inner(A * x, x), ne(A + A.T, 0), True), (inner(A * x, x), ne(A - A.T, 0), False),
    (inner(A * x, z), ne(A + B, 0), False), (inner(A * S * x, z), ne(A, 0), True),
    (inner(A * B * x, z), ne(A, 0), False),
    (inner(S * A * x, z), ne(A, 0), True), (inner(B * A * x, z), ne(A, 0), False),
    (inner(S * A * S * x, x), ne(A + A.T, 0), True), (inner(B * A * B * x, x), ne(A + A.T, 0), False),
    (a * inner(A * x, z), ne(A, 0), False), (inner(A * x, v), ne(A, 0), False),
    (inner(A * x, vector("z_2", "d")), ne(A, 0), False),
    (total(i, n, inner(A * x, z)) - 3 * inner(A * x, z), ne(A, 0), False), (a * p, ne(A, 0), False),
    (inner(A * x, z), eq(A, 0), False), (inner(A * x, z), ne(A, B), False),
], ids=str)  # fmt: skip
def test_a_form_is_almost_never_zero_where_its_matrix_is_not(function: Term, given: Prop, shown: bool) -> None:
    stated = named("own/form", almost_surely(ne(function, 0)), given)
    part = stated.parts[0]
    found = WordsWitness().examine(stated, part, part.readings[0], Context()).verdict
    assert found is (Verdict.PROVED if shown else Verdict.UNDECIDED)
