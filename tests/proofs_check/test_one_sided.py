"""Derivatives from one side, and functions that almost surely do not vanish."""

from fractions import Fraction

import pytest

from proofs_check.algebras.contexts import decide_statement, differs_at, refuted_at
from proofs_check.claims import Hypothesis, Kind, claim
from proofs_check.papers.ccs import notation
from proofs_check.papers.ccs.beyond_kinks import attends, attends_itself, loss_given_covariates, loss_on_the_line
from proofs_check.papers.ccs.examples_4_5 import gaussian_x, sphere_x, xi
from proofs_check.papers.ccs.notation import X_0, A, R, h, h_exp, h_relu, h_softmax, n, r, t
from proofs_check.papers.ccs.notation_domain import linear_y, loss
from proofs_check.report.jupyter import plain
from proofs_check.statement.attention import differentiable, relu_each, slope, slope_left, slope_right
from proofs_check.statement.binding import free_symbols, substitute
from proofs_check.statement.laws import relu
from proofs_check.statement.props import Prop, almost_surely, eq, ne
from proofs_check.statement.terms import Term, at, exp, inner, matrix, scalar, vector
from proofs_check.verdict import Verdict
from proofs_check.witnesses import Context
from proofs_check.witnesses.words.witness import WordsWitness

a, s = scalar("a"), scalar("s")
B, C, X = matrix("B", "d", "d"), matrix("C", "d", "d"), matrix("X", "d", "n+1")


def words(prop: Prop, *given: Hypothesis) -> Verdict:
    @claim("own/one-sided", kind=Kind.IDENTITY, given=given)
    def stated() -> Prop:
        """Stated."""
        return prop

    part = stated.parts[0]
    return WordsWitness().examine(stated, part, part.readings[0], Context()).verdict


def entries(prop: Prop) -> bool | None:
    """Whether entries finds it to hold where entries are letters; None where it refutes it."""
    found = decide_statement(prop, (), dims=(1,))
    return None if found.refuted is not None else bool(found.proved)


def test_relu_has_one_slope_from_each_side_where_its_argument_vanishes() -> None:
    for side, value in ((slope_right, relu_each(C.T * X)), (slope_left, -relu_each(-(C.T * X)))):
        stated = eq(side(t, relu_each(t * (C.T * X))), value)
        assert words(stated) is Verdict.PROVED
        assert entries(stated) is True
    wrong = eq(slope_left(t, relu_each(t * (C.T * X))), relu_each(C.T * X))
    assert words(wrong) is not Verdict.PROVED
    assert entries(wrong) is None


def test_where_nothing_has_a_kink_both_sides_give_the_derivative() -> None:
    body = inner(t * X + C * X, B * X)
    for side in (slope_right, slope_left):
        assert words(eq(side(t, body), slope(t, body))) is Verdict.PROVED


def test_a_curved_argument_counts_by_its_slope_alone() -> None:
    curved = relu_each(t * (C.T * X) + t * t * (B.T * X))
    assert words(eq(slope_right(t, curved), relu_each(C.T * X))) is Verdict.PROVED
    assert entries(eq(slope_right(t, curved), relu_each(C.T * X))) is True


def test_words_lacks_the_slope_of_relu_where_its_argument_may_not_vanish() -> None:
    assert words(eq(slope_right(t, relu_each(C.T * X + t * (B.T * X))), relu_each(B.T * X))) is Verdict.UNDECIDED


def test_the_slopes_of_the_loss_differ_and_the_loss_has_no_two_sided_slope_there() -> None:
    moving = loss_given_covariates(t * R)
    assert differs_at(slope_right(t, moving), slope_left(t, moving), ()) is not None
    on_the_line = loss_on_the_line(h_exp(matrix("x", 1, 2), matrix("x", 1, 2)))
    found = decide_statement(eq(slope(t, on_the_line), 0), (), dims=(1,))
    assert "one-sided" in (found.undefined or found.lacks)


def test_one_sided_slopes_bind_their_variable_and_are_displayed_with_their_side() -> None:
    body = slope_right(t, relu_each(t * h_relu(X_0, X_0)))
    assert t not in free_symbols(body)
    assert substitute(body, {t: a}) == body
    assert "0+" in plain(eq(body, body))
    assert "0-" in plain(eq(slope_left(t, relu(t)), 1))


@pytest.mark.parametrize("wrong", [1, Fraction(1, 2)])
def test_entries_refutes_wrong_slopes_on_the_line(wrong: int | Fraction) -> None:
    signs = matrix("x", 1, 2)
    stated = eq(slope_right(t, loss_on_the_line(h_exp(signs, signs))), wrong)
    assert refuted_at(stated, (), (1,)) is not None


def test_polynomials_in_gaussian_vectors_vanish_almost_never_unless_everywhere() -> None:
    x, query, z = at(xi, 1), at(xi, n + 1), vector("z")
    assert words(almost_surely(ne(inner(x, query) ** 2, inner(x, x)))) is Verdict.PROVED
    assert words(almost_surely(ne(exp(inner(x, query)), 1))) is Verdict.PROVED
    assert words(almost_surely(ne(inner(x, query), inner(query, x)))) is not Verdict.PROVED
    assert words(almost_surely(ne(inner(z, x), 0))) is Verdict.UNDECIDED
    # 0 for d = 1.
    assert words(almost_surely(ne(inner(x, query) ** 2, inner(x, x) * inner(query, query)))) is Verdict.UNDECIDED


def test_a_form_with_a_matrix_needs_the_hypothesis_that_fits_it() -> None:
    def never(u: Term, v: Term) -> Prop:
        return almost_surely(ne(inner(B * u, C * v), 0))

    x, query = at(xi, 1), at(xi, n + 1)
    assert words(never(x, query)) is Verdict.UNDECIDED
    assert words(never(x, query), attends) is Verdict.PROVED
    assert words(never(x, query), attends_itself) is Verdict.UNDECIDED
    assert words(never(x, x), attends) is Verdict.UNDECIDED  # an antisymmetric B^T C
    assert words(never(x, x), attends_itself) is Verdict.PROVED


def test_a_mean_is_differentiable_where_its_integrand_is_and_grows_like_a_polynomial() -> None:
    linear = linear_y(gaussian_x)
    families = (A, r, notation.B, notation.C)
    assert words(differentiable(loss(gaussian_x, linear, h_softmax), *families)) is Verdict.PROVED
    assert words(differentiable(loss(sphere_x, linear_y(sphere_x), h_exp), *families)) is Verdict.PROVED
    assert words(differentiable(loss(gaussian_x, linear, h_exp), *families)) is Verdict.UNDECIDED  # infinite somewhere
    assert words(differentiable(loss(gaussian_x, linear, h_relu), *families)) is Verdict.UNDECIDED
    assert words(differentiable(loss(gaussian_x, linear, h), *families)) is Verdict.UNDECIDED  # h may grow fast
