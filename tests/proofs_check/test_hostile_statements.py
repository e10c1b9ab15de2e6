"""Statements on which a witness was wrong: true ones that it refuted, false ones that it supported."""

from __future__ import annotations

import pytest

from proofs_check import (
    Hypothesis,
    Kind,
    Verdict,
    absolute,
    check,
    claim,
    eq,
    expect,
    ge,
    gradient_flow,
    gt,
    half,
    implies,
    le,
    limit,
    matrix,
    minimum,
    ne,
    noise,
    norm_2,
    norm_F,
    norm_op,
    parameter,
    pinv,
    projection,
    psd,
    scalar,
    tends,
    term,
    total,
    tr,
    vector,
)
from proofs_check.model import Model
from proofs_check.results import Result
from proofs_check.statement.attention import differentiable, modulus
from proofs_check.statement.laws import expect_given, finite, gaussian
from proofs_check.statement.props import Prop, almost_surely
from proofs_check.statement.psd import infimum
from proofs_check.statement.terms import Term, at, det, eye, index, least, nuclear
from proofs_check.witnesses import NAMES

a, b = scalar("a"), scalar("b")
p, q, r = scalar("p", "positive"), scalar("q", "nonnegative"), scalar("r", "positive")
d, N = (scalar(name, "integer", "positive") for name in "dN")
u, v, i = vector("u"), vector("v"), index("i", "N")
A, B, C = (matrix(name) for name in "ABC")
F, G = matrix("F", "d", "d", "symmetric"), matrix("G", "d", "d", "symmetric")
S = matrix("S", "d", "d", "symmetric", "posdef")
K, L = matrix("K_1", "d", "d", "symmetric", "psd"), matrix("L_1", "d", "d", "symmetric", "psd")
z, zs = gaussian("z", "d", K), gaussian("y", "d", K, iid=True)
g, h = gaussian("g", "d"), gaussian("h", "d")
e, e0 = noise("e", p), noise("e_0", q)
x, y = parameter("x_1"), parameter("y_1")
left, right = matrix("P_1", "d", "k"), matrix("Q_1", "k", "d")
GOOD = frozenset({Verdict.PROVED, Verdict.SUPPORTED})


def examined(
    prop: Prop, *given: Prop, only: tuple[str, ...] = NAMES, model: str | Model = ""
) -> Result:
    hypotheses = tuple(Hypothesis(f"h{k}", one) for k, one in enumerate(given))

    @claim("hostile/statement", kind=Kind.IDENTITY, given=hypotheses, model=model)
    def statement() -> Prop:
        """What is stated."""
        return prop

    found = check(statement, only=only)
    assert isinstance(found, Result)
    return found


# Outcomes lie in the support of their law -----------------------------------------------------------------------------

@pytest.mark.parametrize("prop", [
    almost_surely(eq(projection(K) * z, z)), almost_surely(eq(A * projection(K) * z, A * z)),
    almost_surely(eq(at(zs, 1) * at(zs, 2).T, projection(K) * at(zs, 1) * at(zs, 2).T * projection(K))),
    implies(eq(q, 0), almost_surely(eq(e0, 0))), implies(eq(q, 0), almost_surely(le(e0**2, 0))),
    eq(expect_given(z.T * v, z), z.T * v), eq(expect_given((z.T * h)**2, z), z.T * z),
    eq(expect_given(projection(K) * z * (h.T * h), z), d * z),
])  # fmt: skip
def test_outcomes_lie_in_the_support_of_their_law(prop: Prop) -> None:
    found = examined(prop)
    assert found.verdict is not Verdict.REFUTED
    assert not found.defects
    assert not any(witness.against for witness in found.witnesses)


def test_noise_without_deviation_is_0_by_hypothesis() -> None:
    assert examined(eq(a * e0, 0), eq(q, 0)).verdict is Verdict.SUPPORTED


@pytest.mark.parametrize("prop", [
    almost_surely(eq(projection(L) * z, z)), almost_surely(eq(at(zs, 1) * at(zs, 2).T, at(zs, 2) * at(zs, 1).T)),
    almost_surely(eq(e0, 0)), eq(expect_given(K * z, z), z),
])  # fmt: skip
def test_what_fails_on_the_support_is_refuted(prop: Prop) -> None:
    assert examined(prop).verdict is Verdict.REFUTED


# Sizes and hypotheses -------------------------------------------------------------------------------------------------

@pytest.mark.parametrize(("prop", "given"), [
    (eq(A * B, B * A), eq(d, 5)), (eq(det(-A), det(A)), eq(d, 5)), (eq(expect(norm_2(g)**4), 36), eq(d, 6)),
    (eq(total(i, N, i), 46), eq(N, 50)),
])  # fmt: skip
def test_sizes_that_hypotheses_exclude_show_nothing(prop: Prop, given: Prop) -> None:
    assert examined(prop, given, only=("entries", "balls", "sampled")).verdict is Verdict.UNDECIDED


def test_hypotheses_about_other_letters_hide_no_point() -> None:
    given = (eq(tr(C), 17), ge(b, 10**40))
    assert examined(ge(a, 0), *given, only=("sampled",)).verdict is not Verdict.SUPPORTED


def test_a_mean_at_no_admitted_size_is_open() -> None:
    found = examined(finite(expect(1 / norm_2(g)**2)), ge(d, 3), only=("entries",))
    assert (found.verdict, found.defects) == (Verdict.UNDECIDED, ())


# What is not supported ------------------------------------------------------------------------------------------------

@pytest.mark.parametrize("f", [
    norm_op(A)**2, nuclear(A), tr(pinv(A)), least(tr(A), det(A)),
])  # fmt: skip
def test_a_kink_that_no_point_shows_is_not_overlooked(f: Term) -> None:
    assert examined(differentiable(f, A), only=("balls", "sampled")).verdict is Verdict.UNDECIDED


def test_what_has_no_kink_is_supported() -> None:
    assert examined(differentiable(det(A), A), only=("balls", "sampled")).verdict is Verdict.SUPPORTED
    assert examined(differentiable(tr(half(S)), S), only=("balls", "sampled")).verdict is Verdict.SUPPORTED


def test_least_values_tell_a_transpose() -> None:
    wrong = eq(minimum(norm_2(A * v - u)**2, v), norm_2((eye("d") - pinv(A) * A) * u)**2)
    assert examined(wrong, only=("balls",)).verdict is Verdict.REFUTED


def test_least_values_are_looked_at_where_a_factor_is_narrow() -> None:
    assert examined(eq(infimum(norm_F(left * right - A)**2, left, right), 0)).verdict is Verdict.UNDECIDED


def test_a_start_made_of_letters_is_looked_at_where_they_are_alike() -> None:
    ends_at_the_saddle = gradient_flow((x * y - 1)**2 / 2, (x, y), {x: p, y: -r})
    assert examined(limit(x * y, 1), only=("balls",), model=ends_at_the_saddle).verdict is Verdict.UNDECIDED


def test_what_alternates_has_no_limit() -> None:
    assert examined(tends(term(-1)**N, 1, N)).verdict is Verdict.UNDECIDED
    assert examined(tends(term(-1)**N / N, 0, N)).verdict is Verdict.SUPPORTED


def test_a_strict_inequality_is_refuted_where_both_sides_agree_for_some_law() -> None:
    assert examined(gt(expect(e**4), p**4)).verdict is Verdict.REFUTED


def test_a_bound_is_looked_at_beyond_the_largest_number_that_it_names() -> None:
    assert examined(le(absolute(a), 10**30)).verdict is Verdict.REFUTED


def test_absolute_values_of_sums_are_not_at_most_those_of_the_summands() -> None:
    """They are at the special places where all three are fractions."""
    assert examined(psd(modulus(F) + modulus(G) - modulus(F + G))).verdict is Verdict.REFUTED


def test_squares_of_matrices_whose_roots_are_ordered_are_not() -> None:
    from proofs_check.witnesses.points.hostile import hostile_points

    order = implies(psd(half(K) - half(L)), psd(K - L))
    points = [dict(point.exact) for point in hostile_points((order,), frozenset({K, L}), (2,))]
    assert any(at_it["K_1"][0][0] == 5 and at_it["L_1"][0][0] == 1 and not at_it["L_1"][1][1] for at_it in points)


def test_a_number_that_counts_from_zero_is_looked_at_there() -> None:
    k = scalar("k", "integer", "nonnegative")
    assert examined(implies(ne(a**k, 0), ne(a, 0)), only=("balls",)).verdict is Verdict.REFUTED
