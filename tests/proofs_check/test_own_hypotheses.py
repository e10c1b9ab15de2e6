"""Hypotheses of one's own: what is true under them is refuted by nobody, and what is false in spite of them is."""

from __future__ import annotations

import pytest

from proofs_check import (
    Hypothesis,
    Kind,
    check,
    claim,
    commute,
    det,
    diag,
    eq,
    expect,
    eye,
    gaussian,
    ge,
    implies,
    le,
    lt,
    matrix,
    noise,
    norm_F,
    psd,
    scalar,
    tends,
    tr,
    vector,
    zeros,
)
from proofs_check.lsa import Lam, N
from proofs_check.results import Result
from proofs_check.statement.props import Prop
from proofs_check.verdict import GOOD, Verdict

A, B = matrix("A"), matrix("B")
S = matrix("S", "d", "d", "symmetric", "posdef")
a, b, tau = scalar("a"), scalar("b", "positive"), scalar("tau", "positive")
x, xi = gaussian("x", "d", cov=S), gaussian("xi", "d")
eps = noise("eps", tau)

TRUE = {
    "a sign": (le(tr(S), 1), le(b * tr(S), b)),
    "a value": (eq(tr(S), 1), eq(tr(S) ** 2, 1)),
    "a value of a covariance": (eq(tr(S), 1), eq(expect(x.T * x), 1)),
    "commuting matrices": (commute(A, B), eq(A * B, B * A)),
    "a symmetric matrix": (eq(A, A.T), eq(tr(A * B), tr(A * B.T))),
    "two equal numbers": (eq(a, b), eq(a * A, b * A)),
    "an orthogonal matrix": (eq(A * A.T, eye("d")), eq(tr(A * B * A.T), tr(B))),
    "a lower bound": (ge(a, 3), ge(a, 2)),
    "a matrix above another": (psd(A - S), ge(tr(A), tr(S))),
    "an inverse": (eq(A * B, eye("d")), eq(B * A, eye("d"))),
    "what no value meets": (eq(b, -1), eq(b, 2)),
}
"""A hypothesis and what follows from it."""
FALSE = {
    "a hypothesis that does not help": (le(tr(S), 1), le(2 * b, b)),
    "too much": (ge(a, 3), ge(a, 4)),
    "another symbol": (eq(A, A.T), eq(B, B.T)),
    "a sum of squares": (eq(A, A.T), eq(tr(A * A), 0)),
}


def verdict(given: Prop, prop: Prop) -> tuple[Verdict, tuple[str, ...]]:
    made = claim("mine/under", kind=Kind.IDENTITY, given=(Hypothesis("assumed", given),))(lambda: prop)
    result = check(made, dims=(1, 2))
    return result.verdict, result.defects  # type: ignore[union-attr]


@pytest.mark.parametrize(("given", "prop"), TRUE.values(), ids=TRUE)
def test_what_follows_from_a_hypothesis_is_not_refuted(given: Prop, prop: Prop) -> None:
    found, defects = verdict(given, prop)
    assert (found in GOOD | {Verdict.UNDECIDED}, defects) == (True, ())


@pytest.mark.parametrize(("given", "prop"), FALSE.values(), ids=FALSE)
def test_what_is_false_under_a_hypothesis_is_not_supported(given: Prop, prop: Prop) -> None:
    found, defects = verdict(given, prop)
    assert (found in {Verdict.REFUTED, Verdict.UNDECIDED}, defects) == (True, ())


n = scalar("k", "integer", "positive")
R = matrix("R", "d", "d", "symmetric")
TRAITS = {
    "an integer": (le(1, n), GOOD),
    "an integer beside one": (le(2, n), {Verdict.REFUTED}),
    "a number": (le(1, b), {Verdict.REFUTED}),
    "what is not negative": (ge(scalar("c", "nonnegative"), 0), GOOD),
    "a symmetric matrix": (ge(tr(R * R), 0), GOOD),
    "a matrix": (ge(tr(A * A), 0), {Verdict.REFUTED}),
    "diagonal matrices": (eq(diag(vector("u")) * diag(vector("v")), diag(vector("v")) * diag(vector("u"))), GOOD),
    "a diagonal matrix": (eq(diag(vector("u")) * A, A * diag(vector("u"))), {Verdict.REFUTED}),
}
"""What the traits of symbols say, and what they do not."""


@pytest.mark.parametrize(("prop", "wanted"), TRAITS.values(), ids=TRAITS)
def test_all_witnesses_respect_the_traits_of_symbols(prop: Prop, wanted: frozenset[Verdict]) -> None:
    result = check(claim("mine/traits", kind=Kind.INEQUALITY)(lambda: prop), dims=(1, 2))
    assert (result.verdict in wanted, result.defects) == (True, ())  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("prop", "wanted"),
    [
        (eq(expect((xi.T * x) ** 2), tr(S)), Verdict.PROVED),
        (eq(expect(xi * xi.T), eye("d")), Verdict.PROVED),
        (eq(expect((eps + xi.T * x) ** 2), tau**2 + tr(S)), Verdict.PROVED),
        (eq(expect((eps + xi.T * x) ** 2), 2 * tau**2 + tr(S)), Verdict.REFUTED),
        (eq(expect(x * xi.T), zeros("d", "d")), Verdict.PROVED),
    ],
)
def test_all_witnesses_read_the_laws_of_ones_own_symbols_alike(prop: Prop, wanted: Verdict) -> None:
    result = check(claim("mine/law", kind=Kind.IDENTITY)(lambda: prop), dims=(1, 2))
    assert (result.verdict, result.defects) == (wanted, ())  # type: ignore[union-attr]


def test_a_matrix_may_be_called_like_the_number_of_prompts() -> None:
    result = check(claim("mine/b", kind=Kind.IDENTITY)(lambda: eq(A * B, B * A)), dims=(1, 2))
    assert result.verdict is Verdict.REFUTED  # type: ignore[union-attr]
    assert {w.name for w in result.witnesses if w.verdict in GOOD} <= {"trained", "gpu", "definition"}  # type: ignore[union-attr]


def test_a_start_that_is_assumed_is_respected_by_every_witness() -> None:
    from proofs_check import always
    from proofs_check.lsa import U11, assumption_3, u_1

    balanced = claim("mine/balanced", kind=Kind.INVARIANCE, given=assumption_3)(
        lambda: always(eq(u_1**2, tr(U11 * U11.T)))
    )
    result = check(balanced, only=("words", "sampled"), dims=(1,))
    assert (result.verdict, result.scope, result.defects) == (Verdict.PROVED, "every d, N, Lam, Theta and sigma", ())  # type: ignore[union-attr]


def examined(prop: Prop, *given: Prop, id: str = "mine/joined", dims: tuple[int, ...] = (1, 2)) -> Result:
    hypotheses = tuple(Hypothesis(f"number {k}", p) for k, p in enumerate(given, start=1))
    made = claim(id, kind=Kind.IDENTITY, given=hypotheses)(lambda: prop)
    return check(made, dims=dims)  # type: ignore[return-value]


p, q = scalar("p"), scalar("q")
JOINED = {
    "two values": (eq(q, 2), eq(p, q), eq(p, 2)),
    "an implication and its condition": (eq(q, 0), implies(eq(p, 0), eq(q, 0)), eq(p, 0)),
    "two signs of a matrix": (implies(psd(A), implies(psd(-A), eq(A, zeros("d", "d"))))),
    "the same as hypotheses": (eq(A, zeros("d", "d")), psd(A), psd(-A)),
    "a value that the hypotheses exclude": (implies(eq(p, 2), eq(q, 1)), ge(p, 3)),
    "the trace of the covariance": (eq(tr(Lam) ** 2, 1), eq(tr(Lam), 1)),
    "a value in a mean": (implies(eq(p, q), implies(eq(q, 2), eq(expect(p * xi.T * xi), 2 * tr(eye("d"))))),),
}
"""A statement and hypotheses from which it follows only by several of them together."""


@pytest.mark.parametrize("stated", JOINED.values(), ids=JOINED)
def test_a_point_that_misses_one_of_the_hypotheses_refutes_nothing(stated: Prop | tuple[Prop, ...]) -> None:
    result = examined(*(stated if isinstance(stated, tuple) else (stated,)))
    assert (result.verdict in GOOD | {Verdict.UNDECIDED}, result.defects) == (True, ())


@pytest.mark.parametrize("number", range(4))
def test_an_implication_that_fails_at_one_of_two_points_is_supported_under_no_name(number: int) -> None:
    result = examined(implies(eq(p**2, 1), eq(p, 1)), id=f"mine/root-{number}")
    assert result.verdict is Verdict.REFUTED
    assert "p = -1" in (result.counterexample or "")


def test_the_point_of_an_orthogonal_matrix_has_its_entries() -> None:
    result = examined(eq(det(A), 1), eq(A * A.T, eye("d")))
    assert result.verdict is Verdict.REFUTED
    assert "A = [[-1]]" in (result.counterexample or "")


def test_a_matrix_called_like_one_of_the_library_has_none_of_its_properties() -> None:
    Theta = matrix("Theta")
    assert examined(eq(norm_F(Theta * Theta.T), 1)).verdict is Verdict.REFUTED


def test_a_size_beyond_those_proved_refutes_without_a_defect() -> None:
    size = tr(eye("d"))
    result = examined(eq((size - 1) * (size - 2) * (size - 3), 0))
    assert (result.verdict, result.defects) == (Verdict.REFUTED, ())


@pytest.mark.parametrize("number", range(4))
def test_powers_tend_to_zero_of_small_numbers_only(number: int) -> None:
    power = tends(p**N, 0, N)
    assert examined(power, id=f"mine/power-{number}").verdict in {Verdict.REFUTED, Verdict.UNDECIDED}
    assert examined(implies(lt(p**2, 1), power), id=f"mine/small-{number}").verdict in GOOD


@pytest.mark.parametrize("name", ["p", "q", "m"])
def test_a_number_called_like_a_dimension_may_be_negative(name: str) -> None:
    result = examined(ge(scalar(name), 0))
    assert (result.verdict, result.defects) == (Verdict.REFUTED, ())


def test_a_constant_vector_may_be_called_like_the_covariates() -> None:
    v = vector("x")
    result = examined(eq(v.T * v, tr(v * v.T)))
    assert (result.verdict, result.defects) == (Verdict.PROVED, ())


def test_a_number_may_be_called_like_the_fourth_moment_of_labels() -> None:
    result = examined(eq(scalar("m_4"), 1))
    assert (result.verdict, result.defects) == (Verdict.REFUTED, ())
