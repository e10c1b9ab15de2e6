"""What the rules about convexity and about forms that are not 0 ask for; each is met by what it alone stops."""

from __future__ import annotations

import pytest

from proofs_check import (
    absolute,
    always,
    convex,
    eq,
    gaussian,
    ge,
    implies,
    inner,
    le,
    lt,
    matrix,
    minimum,
    ne,
    norm_F,
    scalar,
    term,
    tr,
    vector,
    where,
)  # fmt: skip
from proofs_check.proof.chain import Rule
from proofs_check.proof.steps.curvature import AtSolutions, BentSomewhere, NowhereBent, SomeVector
from proofs_check.statement.props import Prop, minimisers_satisfy, nonconvex
from proofs_check.statement.psd import curvature, minimum_where
from proofs_check.statement.terms import Sym, Term, zeros
from tests.proofs_check.asking_rules import refused

a, b, c, v, w = (scalar(name) for name in ("a_1", "b_1", "c_1", "v_1", "w_1"))
moving, other = scalar("a_2", "parameter"), scalar("b_2", "parameter")
n, positive = scalar("n_1", "integer", "positive"), scalar("p_1", "positive")
X, V, S = matrix("X_1", "d", "d"), matrix("V_1", "d", "d"), matrix("S_1", "d", "d", "symmetric")
x, y, z = vector("x_1", "d"), vector("y_1", "d"), gaussian("z_1", "d")
both, NO_PREMISE = a**2 + b**2, "no premise says"


def along(f: Term, *pairs: tuple[Sym, Term]) -> Prop:
    return le(0, curvature(f, *pairs))


@pytest.mark.parametrize(("shown", "premise", "why"), [
    (convex(a**2, a), along(a**2, (a, v)), ""),
    (convex(both, a, b), along(both, (a, v), (b, w)), ""),
    (convex(X.T * X, X), along(X.T * X, (X, V)), ""),
    (nonconvex(a**2, a), along(a**2, (a, v)), "this rule shows 'convex'"),
    (convex(n**2, n), along(n**2, (n, v)), "not known to be a convex set"),
    (convex(absolute(a), a), along(absolute(a), (a, v)), "twice differentiable"),
    (convex(moving**2, moving), always(along(moving**2, (moving, v))), NO_PREMISE),
    (convex(a**2, a), eq(0, 0), NO_PREMISE),
    (convex(a**2, a), ne(0, curvature(a**2, (a, v))), NO_PREMISE),
    (convex(a**2, a), le(-1, curvature(a**2, (a, v))), NO_PREMISE),
    (convex(a**2, a), along(a**4, (a, v)), NO_PREMISE),
    (convex(both, a, b), along(both, (a, v)), NO_PREMISE),
    (convex(both, a, b), along(both, (a, v), (b, v)), "the directions are not free"),
    (convex(c * a**2, a), along(c * a**2, (a, c)), "the directions are not free"),
    (convex(a**2, a), along(a**2, (a, positive)), "the directions are not free"),
    (convex(a**2, a), along(a**2, (a, 2 * v)), "the directions are not free"),
    (convex(inner(x, x), x), along(inner(x, x), (x, vector("y_2", "n"))), "the directions are not free"),
])  # fmt: skip
def test_convex_is_what_no_free_direction_bends_downwards(shown: Prop, premise: Prop, why: str) -> None:
    found = refused(NowhereBent(), shown, premise)
    assert why in found if why else not found, found


def bent(f: Term, *pairs: tuple[Sym, Term], at: tuple[tuple[Sym, Term], ...] = ()) -> Prop:
    curved = curvature(f, *pairs)
    return lt(where(curved, *at) if at else curved, 0)


@pytest.mark.parametrize(("shown", "premise", "why"), [
    (nonconvex(-(a**4), a), bent(-(a**4), (a, v), at=((a, term(1)),)), ""),
    (nonconvex(tr(S), S), bent(tr(S), (S, S.T - S + V + V.T), at=((S, V + V.T),)), "depends on the point"),
    (nonconvex(tr(S), S), bent(tr(S), (S, V + V.T), at=((S, V + V.T),)), ""),
    (nonconvex(tr(S), S), bent(tr(S), (S, V), at=((S, V + V.T),)), "is not symmetric as the variable is"),
    (nonconvex(tr(S), S), bent(tr(S), (S, V + V.T), at=((S, V),)), "is not symmetric as the variable is"),
    (convex(-(a**4), a), bent(-(a**4), (a, v)), "this rule shows 'nonconvex'"),
    (nonconvex(-(a**4), a), le(curvature(-(a**4), (a, v)), 0), NO_PREMISE),
    (nonconvex(a**4, a), bent(-(a**4), (a, v)), NO_PREMISE),
    (nonconvex(a**4, a), lt(curvature(a**4, (a, v)), 1), NO_PREMISE),
    (nonconvex(a - b**2, a), bent(a - b**2, (b, v)), "moves what the function is not taken to vary in"),
    (nonconvex(a**4 - b * a**2, a), bent(a**4 - b * a**2, (a, v), at=((b, term(1)),)), "moves what the function"),
    (nonconvex(-(moving**2), moving), bent(-(moving**2), (moving, moving)), "depends on the point"),
    (nonconvex(-(moving**2), moving), bent(-(moving**2), (moving, other)), "depends on the point"),
    (nonconvex(-norm_F(x) ** 2, x), bent(-norm_F(x) ** 2, (x, z)), "depends on the point"),
    (nonconvex(-(positive**2), positive), bent(-(positive**2), (positive, v)), "does not take all values"),
])  # fmt: skip
def test_not_convex_is_what_a_fixed_direction_bends_downwards(shown: Prop, premise: Prop, why: str) -> None:
    found = refused(BentSomewhere(), shown, premise)
    assert why in found if why else not found, found


@pytest.mark.parametrize(("rule", "shown", "premise", "assumed"), [
    (NowhereBent(), convex(a**3, a), along(a**3, (a, v)), ge(a, 0)),
    (NowhereBent(), convex(a**3, a), along(a**3, (a, v)), ge(v, 0)),
    (BentSomewhere(), nonconvex(a**3, a), bent(a**3, (a, v)), lt(a, 0)),
])  # fmt: skip
def test_what_is_assumed_of_the_point_or_the_direction_tells_nothing_of_others(
    rule: Rule, shown: Prop, premise: Prop, assumed: Prop
) -> None:
    assert not refused(rule, shown, premise)
    assert "under an assumption on the point" in refused(rule, shown, premise, assumed=assumed)


def test_where_a_function_is_least_does_not_say_that_it_is_least_only_there() -> None:
    f = a**2 * (a - 1) ** 2
    there = implies(eq(a, 0), eq(f, minimum(f, a)))
    assert not refused(AtSolutions(), minimum_where(f, eq(a, 0), a), there)
    assert "where a function is least" in refused(AtSolutions(), minimisers_satisfy(f, eq(a, 0), a), there)


P, fixed = matrix("P_1", "d", "d", "symmetric", "psd"), le(0, tr(S))


def some(A: Term = P, y: Term = y, q: Prop = fixed) -> Prop:
    return implies(lt(0, y.T * A * y), q)


def not_zero(A: Term = P, q: Prop = fixed) -> Prop:
    return implies(ne(A, zeros("d", "d")), q)


@pytest.mark.parametrize(("shown", "vector", "premise", "why"), [
    (not_zero(), y, some(), ""),
    (implies(ne(P, X), fixed), y, some(), "from A != 0"),
    (implies(eq(P, zeros("d", "d")), fixed), y, some(), "from A != 0"),
    (not_zero(), y, some(2 * P - P - S), "no premise draws"),
    (not_zero(S), y, some(S), "positive semi-definite"),
    (not_zero(), vector("y_2", "d", "parameter"), some(y=vector("y_2", "d", "parameter")), "not a free symbol"),
    (not_zero(), vector("y_2", "n"), some(), "not a free symbol"),
    (not_zero(y * y.T), y, some(y * y.T), "not a free symbol"),
    (not_zero(q=lt(0, y.T * P * y)), y, some(q=lt(0, y.T * P * y)), "not a free symbol"),
    (not_zero(z * z.T), y, some(z * z.T), "not a free symbol"),
])  # fmt: skip
def test_a_vector_that_shows_that_a_form_is_not_0_is_any_vector(
    shown: Prop, vector: Sym, premise: Prop, why: str
) -> None:
    found = refused(SomeVector(vector), shown, premise)
    assert why in found if why else not found, found


def test_what_is_assumed_of_one_vector_is_not_known_of_that_which_shows_it() -> None:
    assert "rests on an assumption about this vector" in refused(
        SomeVector(y), not_zero(), some(), assumed=ge(tr(y), 0)
    )
