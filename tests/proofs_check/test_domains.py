"""Where least values, eigenvalues, places and flows exist: what is stated, and what must be shown."""

from __future__ import annotations

import pytest

from proofs_check import (
    Hypothesis,
    Kind,
    UserError,
    Verdict,
    absolute,
    always,
    argmin,
    check,
    claim,
    entry,
    eq,
    exp,
    ge,
    gradient_flow,
    gt,
    index,
    infimum,
    le,
    limit,
    matrix,
    minimum,
    norm_2,
    norm_F,
    parameter,
    scalar,
    total,
    tr,
    vector,
)
from proofs_check.model import Model
from proofs_check.proof.values.closing import Closing
from proofs_check.proof.values.conditions import conditions
from proofs_check.proof.values.parts import stated
from proofs_check.results import Result
from proofs_check.statement.attention import modulus
from proofs_check.statement.props import Prop, inertia, psd
from proofs_check.statement.psd import eigenvalue, least_eigenvalue
from proofs_check.statement.terms import Sym, Term, at0, col, ddt, eye, row, where

a, b = scalar("a"), scalar("b")
p = scalar("p", "positive")
d = scalar("d", "integer", "positive")
v, w = vector("v", "d"), vector("w", "d")
A = matrix("A", "d", "d")
S = matrix("S", "d", "d", "symmetric", "psd")
u, x = parameter("u"), parameter("x")
i, j = index("i", "d"), index("j", "d")


def found(prop: Prop, *given: Prop, model: str | Model = "", only: tuple[str, ...] = ()) -> Result:
    named = tuple(Hypothesis(f"h{k}", h) for k, h in enumerate(given))

    @claim("own/lemma", kind=Kind.IDENTITY, given=named, model=model)
    def made() -> Prop:
        """What is stated."""
        return prop

    result = check(made, only=only)
    assert isinstance(result, Result)
    return result


def left(prop: Prop, *given: Prop, model: Model | None = None) -> list[str]:
    asked = conditions(prop, {}, model.loss if model is not None else None)
    return [stated(c) for c in Closing(given).left(asked)]


@pytest.mark.parametrize("f", [exp(a), a, -(a**2), a * b, a**3, 1 / (1 + a**2)], ids=repr)
def test_a_minimum_that_is_not_attained_has_no_value(f: Term) -> None:
    least = minimum(f, a)
    assert left(eq(least, least))
    assert found(eq(least, least)).verdict is Verdict.UNDECIDED
    assert found(ge(least, -100)).verdict is Verdict.UNDECIDED


@pytest.mark.parametrize(("f", "over"), [
    ((a - b) ** 2, (a,)), (a**4 - 3 * a, (a,)), (p * a**2 + b * a, (a,)), (norm_2(v - w) ** 2, (v,)),
    (norm_F(A) ** 2 + tr(A), (A,)), ((a - 1) ** 2 + (b - a) ** 2, (a, b)), ((a * b - 1) ** 2, (a,)),
], ids=repr)  # fmt: skip
def test_a_quadratic_function_and_one_of_a_number_are_least_somewhere(f: Term, over: tuple[Sym, ...]) -> None:
    assert left(eq(minimum(f, *over), minimum(f, *over))) == []


def test_a_product_with_a_square_is_bounded_below_and_yet_least_nowhere() -> None:
    f = (a * b - 1) ** 2 + a**2
    assert left(eq(infimum(f, a, b), 0)) == []
    assert left(eq(minimum(f, a, b), 0)) == [f"{minimum(f, a, b)!r} is attained"]


def test_a_least_value_over_a_part_of_a_space_is_not_known_to_be_attained() -> None:
    assert left(eq(minimum(p**2, p), 0))
    assert left(eq(minimum(tr(S), S), 0))


@pytest.mark.parametrize("f", [(a * b - 1) ** 2, (a**2 - 1) ** 2, exp(a), 0 * a], ids=repr)
def test_an_argmin_that_is_not_unique_has_no_value(f: Term) -> None:
    point = argmin(f, a)
    assert left(eq(point, point)) == [f"{point!r} exists and is unique"]
    assert found(eq(point, point)).verdict is Verdict.UNDECIDED


def test_an_argmin_of_a_square_with_a_length_is_unique() -> None:
    f = 2 * p * norm_2(v) ** 2 - v.T * w
    assert left(eq(argmin(f, v), w / (4 * p))) == []
    assert found(eq(argmin((a - b) ** 2, a), b)).verdict is Verdict.SUPPORTED


def test_an_infimum_of_what_falls_for_ever_is_no_number() -> None:
    assert left(le(infimum(a, a), b))
    assert left(eq(infimum(-(a**2), a), infimum(-(a**2), a)))
    assert not left(eq(infimum(exp(a), a), 0))


def test_values_that_are_put_in_leave_the_symbols_of_a_least_value_alone() -> None:
    assert left(eq(where(minimum((a - b) ** 2, a), (a, 7), (b, 3)), 0)) == []
    assert left(eq(at0(minimum((u - b) ** 2, u)), 0)) == []


@pytest.mark.parametrize(("prop", "where_"), [
    (ge(eigenvalue(S, 3), 0), "d >= 3"), (ge(entry(S, 2, 2), 0), "d >= 2"),
    (eq(entry(A, 2, 2), entry(A.T, 2, 2)), "d >= 2"),
    (eq(entry(eye("d"), 2, 2), 1), "d >= 2"), (eq(row(A, 3).T, col(A.T, 3)), "d >= 3"),
    (eq(total(i, d + 1, entry(A, i, i)), tr(A)), "d >= d + 1"),
    (eq(least_eigenvalue(A), least_eigenvalue(A.T)), "A symmetric"), (inertia(A, 0, 0), "A symmetric"),
    (eq(modulus(A), modulus(A)), "A symmetric"),
], ids=repr)  # fmt: skip
def test_a_place_is_in_range_and_a_spectrum_is_of_a_symmetric_matrix(prop: Prop, where_: str) -> None:
    assert where_ in left(prop)
    result = found(prop)
    assert result.defects == ()
    assert result.verdict is not Verdict.PROVED or where_ in str(result.scope)
    assert result.verdict is not Verdict.REFUTED


def test_places_that_indices_and_premises_give_are_in_range() -> None:
    assert left(eq(total(i, d, entry(A, i, i)), tr(A))) == []
    assert left(eq(entry(A, i, j), entry(A.T, j, i))) == []
    assert left(ge(eigenvalue(S, i), 0)) == []
    assert left(ge(entry(S, 2, 2), 0), ge(d, 2)) == []
    assert left(eq(least_eigenvalue(A * A.T + S), 0)) == []


def test_a_place_beyond_a_known_size_is_a_mistake_that_is_named() -> None:
    B = matrix("B2", 2, 2)
    for term_ in (entry(B, 3, 1), eigenvalue(B, 3), norm_2(col(B, 3))):
        with pytest.raises(UserError, match="no place 3"):
            found(ge(term_, 0))
    with pytest.raises(UserError, match="counted 1, 2, 3"):
        eigenvalue(S, 0)


def test_the_norm_of_a_vector_takes_no_matrix() -> None:
    with pytest.raises(UserError, match="norm_2 takes a vector: A is d x d"):
        found(ge(norm_2(A), 0))
    assert found(eq(norm_2(v.T), norm_2(v))).verdict is not Verdict.REFUTED


@pytest.mark.parametrize(("loss", "exists"), [
    (u**2, True), (-(u**2), True), (u * x, True), ((u * x - 1) ** 2, True), (u**4 - u**2, True), (exp(u), True),
    (-(u**4), False), (u * x**2, False), (absolute(u), False), (u**3, False), (u**4 - x**4, False),
], ids=repr)  # fmt: skip
def test_a_flow_for_all_times_is_shown_or_nothing_is_said_of_all_times(loss: Term, exists: bool) -> None:
    model = gradient_flow(loss, tuple(s for s in (u, x) if s.name in repr(loss)))
    prop = always(le(-1 - u**2, 0))
    assert (left(prop, model=model) == []) is exists
    if not exists:
        assert found(prop, model=model).verdict is Verdict.UNDECIDED


def test_a_rate_along_the_flow_asks_for_a_derivative_of_the_loss() -> None:
    model = gradient_flow(absolute(u), (u,))
    result = found(eq(ddt(u) ** 2, 1), model=model)
    assert result.verdict is Verdict.PROVED
    assert "u != 0" in str(result.scope)


def test_flows_are_looked_at_from_where_they_stay_and_from_what_is_named() -> None:
    two = gradient_flow((u * x - 1) ** 2, (u, x))
    one = gradient_flow(u**2, (u,))
    for prop, model in (
        (limit(u * x, 1), two), (always(gt(u**2, 0)), one), (always(gt((u - 7) ** 2, 0)), one),
        (limit(u**2, 1), gradient_flow((u**2 - 1) ** 2, (u,))),
    ):
        result = found(prop, model=model)
        assert result.verdict is Verdict.REFUTED, prop
        assert result.defects == ()
    assert found(limit(u, 0), model=one).verdict is Verdict.SUPPORTED


@pytest.mark.parametrize("prop", [psd(modulus(A)), eq(modulus(A), modulus(A.T)), eq(tr(modulus(A)), tr(A))], ids=repr)
def test_a_matrix_that_is_not_symmetric_shows_nothing_of_a_modulus(prop: Prop) -> None:
    result = found(prop)
    assert "A symmetric" in left(prop)
    assert result.verdict is not Verdict.PROVED or "where A symmetric" in str(result.scope)
    if result.counterexample is not None:  # one at which the modulus exists
        assert found(prop, eq(A, A.T)).verdict is Verdict.REFUTED


def test_a_place_that_never_exists_is_no_condition_to_state() -> None:
    beyond = where(entry(A, 2, 2), (d, 1))
    assert found(eq(beyond, beyond)).verdict is Verdict.UNDECIDED
