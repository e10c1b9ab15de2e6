"""False statements near true ones: where coefficients vanish, exponents coincide, and names are alike."""

from fractions import Fraction

import pytest

from proofs_check import activated, activation, haar, layers, orthogonal
from proofs_check.algebras.contexts import decide_statement, refuted_at
from proofs_check.claims import Kind, claim
from proofs_check.papers.ccs.examples_4_5 import xi
from proofs_check.papers.ccs.notation import I, n
from proofs_check.statement.laws import finite, infinite
from proofs_check.statement.props import Prop, almost_surely, eq, ge, iff, implies, lt, ne, posdef
from proofs_check.statement.terms import (
    Term,
    at,
    entry,
    exp,
    expect,
    index,
    inner,
    matrix,
    norm_op,
    scalar,
    term,
    total,
    vector,
)  # fmt: skip
from proofs_check.verdict import Verdict
from proofs_check.witnesses import Context
from proofs_check.witnesses.words.witness import WordsWitness

x, query = at(xi, 1), at(xi, n + 1)
i, j = index("i", "n"), index("j", "n")
a, b, beta = scalar("a"), scalar("b"), scalar("beta")
square, mixed = inner(x, x), inner(x, query)
B, Q = matrix("B", "d", "d"), orthogonal("Q")
squares = [inner(at(xi, k), at(xi, k)) for k in (i, j)]


def words(prop: Prop) -> Verdict:
    @claim("own/wrong", kind=Kind.INEQUALITY)
    def stated() -> Prop:
        """Stated."""
        return prop

    part = stated.parts[0]
    return WordsWitness().examine(stated, part, part.readings[0], Context()).verdict


@pytest.mark.parametrize(
    "wrong",
    [iff(finite(expect((beta - 1) * exp(beta * square))), lt(2 * beta, 1)),
     infinite(expect((beta**2 - 9) * exp((1 + beta**2) * square))),
     implies(ge(2 * beta, 1), infinite(expect((beta - 7) * exp(beta * square))))],
)  # fmt: skip
def test_a_mean_is_finite_where_the_coefficient_vanishes(wrong: Prop) -> None:
    assert words(wrong) in {Verdict.REFUTED, Verdict.UNDECIDED}


def test_exponentials_that_coincide_for_one_value_of_the_scalar_may_cancel_there() -> None:
    assert words(infinite(expect(exp(square + beta * mixed) - exp(square)))) is Verdict.UNDECIDED
    root = scalar("c", "positive")
    gap = exp((root**2 - root) * square) - exp(square)
    # Infinite for all c but the golden ratio, where the exponents are equal, and for some smaller ones.
    assert words(infinite(expect(gap))) is Verdict.UNDECIDED
    assert words(iff(infinite(expect(gap)), ne(root**2 - root, 1))) is not Verdict.REFUTED


def test_one_demonstration_alone_counts_where_there_is_one() -> None:
    true = iff(finite(expect(total(i, n, exp(beta * squares[0])) * total(j, n, squares[1]))), lt(2 * beta, 1))
    assert words(true) is not Verdict.REFUTED


def test_a_zero_factor_leaves_no_exponential() -> None:
    nothing = expect((Term.__sub__(a, a)) * exp(inner(B * x, query)))
    assert words(iff(finite(nothing), lt(norm_op(B), 1))) is not Verdict.PROVED


def test_orthogonal_matrices_have_no_multiples() -> None:
    assert words(iff(finite(expect(exp(inner(x, Q * query) / 3))), lt(norm_op(Q), 2))) is Verdict.UNDECIDED
    assert words(iff(finite(expect(exp(inner(x, Q * x) / 8))), posdef(I - (Q + Q.T) / 4))) is Verdict.UNDECIDED


def test_what_vanishes_for_some_values_or_numbers_of_demonstrations_is_not_almost_never_zero() -> None:
    assert words(almost_surely(ne(exp(a * square), exp(b * square)))) is Verdict.UNDECIDED
    assert words(almost_surely(ne(exp(beta * mixed), 1))) is Verdict.UNDECIDED
    assert words(almost_surely(ne(exp(beta**2 * square + mixed), 1))) is Verdict.PROVED
    once, twice = (total(i, n, exp(k * squares[0])) for k in (1, 2))
    both = once * total(j, n, exp(squares[1]))
    assert words(almost_surely(ne(both, twice))) is Verdict.UNDECIDED  # equal for n = 1
    assert words(almost_surely(ne(both, 2 * twice))) is Verdict.PROVED


def test_a_member_of_a_family_is_not_the_symbol_of_its_name() -> None:
    member, alike = at(layers("a"), 1), scalar("a_1")
    assert words(finite(expect((member - alike) * exp(square)))) is Verdict.UNDECIDED
    assert not decide_statement(eq(member, alike), (), dims=(1,)).proved
    assert not decide_statement(eq(at(layers("B", "d", "d"), 1), matrix("B_1", "d", "d")), (), dims=(1, 2)).proved
    assert not decide_statement(eq(entry(B, 1, 1), scalar("B_11")), (), dims=(2,)).proved
    assert refuted_at(eq(member, scalar("c")), (), (1,)) is not None


def test_entries_says_nothing_of_means_that_few_places_show_nothing_of() -> None:
    h, u, v, U = activation("h"), vector("u", "d"), vector("v", "d"), haar("U")
    unspecified = finite(expect(entry(activated(h, x, query), 1, 1)))
    # For d = 1 there are two rotations, for d = 3 the mean is infinite.
    for statement in (unspecified, finite(expect(1 / inner(u, U * v) ** 2)), infinite(expect(1 / inner(u, U * v)))):
        found = decide_statement(statement, (), dims=(1, 2))
        assert not found.agreed
        assert found.refuted is None
    assert decide_statement(finite(expect(exp(inner(u, U * v)) / 2)), (), dims=(1,)).agreed


def test_a_refutation_may_need_finer_exponents_than_the_place_had() -> None:
    implied = implies(eq(beta, Fraction(1, 2)), finite(expect(exp(beta * square))))
    assert decide_statement(implied, (), dims=(1,)).agreed == []


def test_matrices_and_fixed_vectors_may_be_such_that_differences_vanish() -> None:
    S, z = matrix("S", "d", "d", "symmetric", "posdef"), vector("z", "d")
    for lhs, rhs in (
        (mixed, inner(x, B * query)),
        (inner(x, S * x), square),
        (exp(inner(x, S * x)), exp(square)),
        (exp(inner(x, B * query)), term(1)),
        (inner(z, x) ** 2, square),
    ):
        assert words(almost_surely(ne(lhs, rhs))) is Verdict.UNDECIDED
        assert words(infinite(expect((lhs - rhs) * exp(square)))) is Verdict.UNDECIDED
    assert words(almost_surely(ne(inner(x, B * query) * square, mixed))) is Verdict.PROVED
