"""Hostile points: what fails at 0, at another sign or scale, or for singular matrices, is not supported."""

from __future__ import annotations

from fractions import Fraction

import pytest

from proofs_check import (
    Hypothesis,
    Kind,
    Verdict,
    check,
    claim,
    eq,
    ge,
    gt,
    implies,
    le,
    matrix,
    parameter,
    psd,
    scalar,
)
from proofs_check.results import Result
from proofs_check.statement.attention import haar
from proofs_check.statement.laws import relu
from proofs_check.statement.props import Prop, iff, independent_of, ne, posdef
from proofs_check.statement.psd import infimum
from proofs_check.statement.terms import Sym, absolute, det, eye, norm_2, norm_F, norm_op, tr, vector, zeros
from proofs_check.witnesses import Context
from proofs_check.witnesses.points.everywhere import hostile_settings

a, b, u = scalar("a"), scalar("b"), parameter("u")
p, r, q = scalar("p", "positive"), scalar("r", "positive"), scalar("q", "nonnegative")
n, d = scalar("n", "integer", "positive"), scalar("d", "integer", "positive")
v, w = vector("v"), vector("w")
A, B = matrix("A"), matrix("C")
S, R = (matrix(name, "d", "d", "symmetric", "posdef") for name in "SR")
F = matrix("F", "d", "d", "symmetric")
K, L, M_1 = (matrix(name, "d", "d", "symmetric", "psd") for name in ("K_1", "L_1", "M_1"))
W, U = parameter("W", "d", "d"), haar("U")
zero = zeros("d", "d")


def found(prop: Prop, *given: Prop) -> Result:
    hypotheses = tuple(Hypothesis(f"h{k}", h) for k, h in enumerate(given))

    def body() -> Prop:
        """Words."""
        return prop

    result = check(claim("mine/a", kind=Kind.INEQUALITY, given=hypotheses)(body))
    assert isinstance(result, Result)
    return result


def _falling(n: Sym) -> object:
    product = a
    for k in range(1, 9):
        product = (n - k) * product  # type: ignore[assignment]
    return product


@pytest.mark.parametrize("prop", [
    gt(a**2, 0), ne(a, 0), gt(p + q, p), ge(a, -100), ge(u, 0),
    le(p, 1000 * r), le(a, 1000 * absolute(b)), le(p, 10**6), ge(p, Fraction(1, 10**6)),
    le(norm_2(v) ** 4, 1000 * norm_2(v) ** 2), ne(v, zeros("d", 1)),
    le(n, 10**6), le(d, 3), le(d, 100), eq(_falling(n), 0),  # type: ignore[arg-type]
    posdef((S + F) * (S + F).T), psd(K * L + L * K), ge(tr(K * L * M_1), 0), implies(psd(S - R), psd(S**2 - R**2)),
    iff(eq(v.T * w, 0), eq(v, zeros("d", 1))), iff(eq(tr(A * A), 0), eq(tr(A * B), 0)),
    implies(eq(a * b, 0), eq(a, 0)), implies(eq(a**2, 1), eq(a, 1)), implies(eq(det(A), 0), eq(A, zero)),
    implies(eq(A * A, zero), eq(A, zero)), implies(eq(A * B, B * A), eq(A, B)), implies(psd(K), posdef(K)),
    le(norm_F(A), norm_op(A)), independent_of(relu(u), u), independent_of(u**2, u),
], ids=repr)  # fmt: skip
def test_what_is_false_somewhere_is_refuted(prop: Prop) -> None:
    result = found(prop)
    assert result.verdict is Verdict.REFUTED
    assert result.defects == ()


@pytest.mark.parametrize(("prop", "given"), [
    (ge(a**2, 0), ()),
    (gt(a**2 + p, 0), ()),
    (ge(p / r + r / p, 2), ()),
    (le(norm_2(v + w), norm_2(v) + norm_2(w)), ()),
    (le(tr(K * L), tr(K) * tr(L)), ()),
    (posdef(S + K), ()),
    (implies(psd(S - R), ge(tr(S), tr(R))), ()),
    (implies(eq(a * b, 0), eq(a**2 * b, 0)), ()),
    (iff(eq(norm_2(v), 0), eq(v, zeros("d", 1))), ()),
    (eq(b, 0), (eq(p**3 + b, p**3),)),
    (ge(b, -1), (eq(absolute(b), 1),)),
    (eq(a * (1 / a), 1), ()),
    (eq(a / absolute(a), absolute(a) / a), ()),
    (eq(det(A) * det(B), det(A * B)), ()),
    (eq(F * F, F**2), ()),
    (le(n, n**2), ()),
], ids=repr)  # fmt: skip
def test_what_is_true_wherever_it_has_a_value_is_not_refuted(prop: Prop, given: tuple[Prop, ...]) -> None:
    result = found(prop, *given)
    assert result.verdict is not Verdict.REFUTED
    assert result.defects == ()


def test_a_hypothesis_that_balls_hold_for_met_at_far_scales_refutes_nothing() -> None:
    """Beside 2**90 balls of 160 bits do not see 2**(-90): that the equation holds must be certain."""
    assert found(eq(q, 0), eq(p**3 + q**3, p**3)).verdict is not Verdict.REFUTED


@pytest.mark.parametrize("names", [("a", "b"), ("zeta", "beta"), ("b", "a")])
def test_the_points_do_not_depend_on_names(names: tuple[str, str]) -> None:
    x, y = map(scalar, names)
    assert found(le(x, 1000 * absolute(y))).verdict is Verdict.REFUTED


def test_places_at_which_a_conclusion_happens_to_hold_are_not_selected() -> None:
    prop = implies(ge(infimum(norm_F(W) ** 2, W), 0), eq(U, eye()))
    assert found(prop).verdict not in {Verdict.PROVED, Verdict.SUPPORTED}


def test_the_sizes_of_a_point_stand_in_the_same_order_in_every_process() -> None:
    whole = [scalar(name, "integer", "positive") for name in "gqeslu"]
    stated = claim("mine/a", kind=Kind.INEQUALITY)(lambda: le(sum(whole[1:], start=whole[0]), 5))
    setting = next(hostile_settings(stated, stated.parts[0].readings[0].prop, Context()))
    assert [name for name in setting.algebra.sizes if name in set("gqeslu")] == sorted("gqeslu")
