"""What is refuted is refuted by an exact counterexample or a certificate, and what stays open is not supported."""

from __future__ import annotations

from fractions import Fraction as R
from typing import Any

import pytest

from proofs_check import (
    Hypothesis,
    Kind,
    Verdict,
    absolute,
    always,
    check,
    claim,
    det,
    entry,
    eq,
    expect,
    gaussian,
    ge,
    gradient_flow,
    gt,
    index,
    le,
    lt,
    matrix,
    minimisers_satisfy,
    ne,
    noise,
    nonconvex,
    parameter,
    posdef,
    relu,
    scalar,
    total,
    tr,
    vector,
)
from proofs_check.claims import Claim
from proofs_check.recheck import recheck
from proofs_check.results import Result
from proofs_check.statement.props import Prop, almost_surely
from proofs_check.statement.terms import at, norm_2
from proofs_check.verdict import Point

a, p = scalar("a"), scalar("p", "positive")
v, w = vector("v", "d"), vector("w", "d")
F, S = matrix("F", "d", "d", "symmetric"), matrix("S", "d", "d", "symmetric", "posdef")
T = matrix("T", "d", "d", "symmetric", "posdef")
e, f = noise("e", p), noise("f", scalar("r", "positive"))
K = matrix("K", "d", "d", "symmetric", "psd")
i = index("i", "N")
x = gaussian("x", "d", cov=S, iid=True)
scatter = total(i, scalar("N", "integer", "positive"), at(x, i) * at(x, i).T)


def stated(prop: Prop, **given: Any) -> Claim:
    return claim("own/examined", kind=Kind.OPTIMUM, **given)(lambda: prop)


def examined(prop: Prop, *only: str) -> Result:
    result = check(stated(prop), only=only)
    assert isinstance(result, Result)
    return result


@pytest.mark.parametrize("prop", [
    nonconvex((a * (v.T * w)) ** 2, v, w),  # a constant where a = 0
    nonconvex(a * norm_2(v) ** 2, v),
    nonconvex(v.T * F * v, v),
], ids=repr)  # fmt: skip
def test_a_function_with_a_psd_second_derivative_at_some_point_is_convex_there(prop: Prop) -> None:
    assert examined(prop, "balls").verdict is Verdict.REFUTED


@pytest.mark.parametrize("prop", [
    nonconvex((v.T * w) ** 2, v, w), nonconvex(-norm_2(v) ** 2, v),
    nonconvex(norm_2(v) ** 2 - (1 + a**2) * norm_2(w) ** 2, v, w),
], ids=repr)  # fmt: skip
def test_what_bends_down_somewhere_is_not_said_to_be_convex(prop: Prop) -> None:
    assert examined(prop, "balls").verdict is not Verdict.REFUTED


@pytest.mark.parametrize("prop", [
    lt(expect(absolute(e)), p),  # equal where e is p or -p
    gt(expect(absolute(e - a)), absolute(a)),
    ne(expect(relu(e)), p / 2),
], ids=repr)  # fmt: skip
def test_a_strict_bound_fails_for_noise_of_two_values_and_is_read_again(prop: Prop) -> None:
    result = examined(prop, "sampled")
    assert result.verdict is Verdict.REFUTED
    assert result.witnesses[0].figures["read again"] == "confirmed"


@pytest.mark.parametrize("body", [ne(e, f), ne(e, a), ne(e**2, p**2)], ids=repr)
def test_what_fails_at_one_value_of_noise_is_read_again(body: Prop) -> None:
    result = examined(almost_surely(body), "sampled")
    assert result.verdict is Verdict.REFUTED
    assert result.witnesses[0].figures["read again"] == "confirmed"


def test_a_law_of_another_variance_or_mean_is_none_of_the_noise() -> None:
    below = stated(lt(expect(absolute(e)), p))
    half = R(1, 2)
    for law, confirmed in {
        ((half, R(1)), (half, R(-1))): True,
        ((half, R(2)), (half, R(-2))): False,
        ((R(1, 5), R(2)), (R(4, 5), R(1, 2))): False,
        ((half, R(1)), (R(1, 3), R(-1))): False,
    }.items():
        point = Point({}, {"p": R(1)}, laws={"e": law})
        assert recheck(below, below.parts[0].readings[0].prop, point).confirmed is confirmed


@pytest.mark.parametrize("prop", [ne(det(scatter), 0), posdef(scatter)], ids=repr)
def test_what_is_singular_on_every_draw_is_shown_to_be_so_by_a_mean(prop: Prop) -> None:
    assert examined(almost_surely(prop), "sampled").verdict is Verdict.REFUTED


def test_what_fails_on_all_draws_is_not_refuted_by_them(monkeypatch: pytest.MonkeyPatch) -> None:
    from proofs_check.witnesses.sampled import surely as sampled_surely

    monkeypatch.setattr(sampled_surely.Around, "_agree_surely", lambda self, prop: False)
    assert examined(almost_surely(ne(det(scatter), 0)), "sampled").verdict is Verdict.UNDECIDED


def test_a_well_far_out_on_an_axis_is_found() -> None:
    u, s = parameter("u"), parameter("s_0")
    two_wells = minimisers_satisfy((u - 1) ** 2 * (u - 20) ** 2 + s**2, eq(u, 1), u, s)
    assert examined(two_wells, "balls", "sampled").verdict is Verdict.UNDECIDED


def test_a_flow_is_looked_at_where_the_entry_that_is_spoken_of_starts_at_0() -> None:
    s = parameter("s_0", "d", 1)
    flow = gradient_flow(s.T * S * s / 2, (s,), {s: v})
    result = check(stated(always(le(entry(s, 1, 1) ** 2, entry(v, 1, 1) ** 2)), model=flow), only=("balls",))
    assert isinstance(result, Result)
    assert result.verdict is Verdict.REFUTED


def test_a_bound_on_a_mean_that_fails_in_seven_dimensions_is_refuted() -> None:
    z, y = gaussian("z", "d", cov=S), gaussian("y", "d", cov=T)
    assert examined(ge(expect((z.T * y) ** 4), 4 * tr(S * T) ** 2), "sampled").verdict is Verdict.REFUTED


@pytest.mark.parametrize("given", [ne(det(K), 0), posdef(K)], ids=repr)
def test_no_singular_point_is_proposed_where_a_hypothesis_makes_the_matrix_invertible(given: Prop) -> None:
    k = gaussian("k_0", "d", cov=K)
    mean = stated(eq(expect(norm_2(k) ** 2), tr(K)), given=(Hypothesis("invertible", given),))
    result = check(mean, only=("sampled",))
    assert isinstance(result, Result)
    assert result.verdict is Verdict.SUPPORTED
    assert "degenerate" not in result.witnesses[0].sentence
    assert str(result.scope) == "d = 1; d = 2; one general point"
