"""Least values over a part of a space: what holds over the whole of it says nothing of positive numbers alone."""

from __future__ import annotations

import pytest

from proofs_check import (
    Kind,
    Verdict,
    argmin,
    check,
    claim,
    convex,
    eq,
    expect,
    global_minimum,
    gradient_flow,
    implies,
    infimum,
    inner,
    le,
    local_minimum,
    matrix,
    minimisers_satisfy,
    minimum,
    minimum_where,
    noise,
    nonconvex,
    norm_F,
    parameter,
    scalar,
    vector,
)
from proofs_check.model import Model
from proofs_check.results import Result
from proofs_check.statement.props import Prop

p, q, k = scalar("p", "positive"), scalar("q", "nonnegative"), scalar("k", "integer", "positive")
u, e, d = parameter("u"), noise("e", scalar("s", "positive"), normal=True), scalar("d", "integer", "positive")
S = matrix("S", "d", "d", "symmetric", "posdef")
P, Q = matrix("P", "d", "d", "symmetric", "psd"), matrix("Q", "d", "d", "symmetric")
A = matrix("A", "d", "d")
own = gradient_flow((u - 1) ** 2, (u,))
moved, moved_q = expect((p * e + e) ** 2), expect((q * e + e) ** 2)
v, r = vector("v", "d", "positive"), vector("r", "d", "positive")

TRUE = {
    "above 1": le(1, infimum((p + 1) ** 2, p)), "the infimum": eq(infimum((p + 1) ** 2, p), 1),
    "the minimum at the edge": eq(minimum((q + 1) ** 2, q), 1), "of integers": eq(minimum((2 * k - 3) ** 2, k), 1),
    "a distance": le(norm_F(S) ** 2, infimum(norm_F(P + S) ** 2, P)), "a cube": convex(p**3, p),
    "a mean at the edge": minimum_where(moved_q, eq(q, 0), q),
    "its minimisers": minimisers_satisfy(moved_q, eq(q, 0), q),
    "positive vectors": le(inner(r, r), infimum(inner(v + r, v + r), v)),
    "a minimum at the edge": implies(eq(d, 1), local_minimum(q, (q, 0))),
}
FALSE = {
    "a square": eq(minimum((p + 1) ** 2, p), 0), "the place": eq(argmin((p + 1) ** 2, p), -1),
    "a point outside": global_minimum((p + 1) ** 2, (p, -1)), "a mean": eq(minimum(moved, p), 0),
    "integers between": eq(minimum((2 * k - 3) ** 2, k), 0), "definite matrices": eq(infimum(norm_F(P + S) ** 2, P), 0),
    "the edge passed": eq(minimum((q + 1) ** 2, q), 0), "symmetric ones": eq(infimum(norm_F(Q - A) ** 2, Q), 0),
    "a mean past the edge": minimisers_satisfy(moved_q, eq(q, -1), q),
    "vectors of no sign": eq(minimum(inner(v + r, v + r), v), 0), "their place": eq(argmin(inner(v + r, v + r), v), -r),
    "a cube bent": nonconvex(p**3, p), "not empty": minimisers_satisfy((q + 1) ** 2, eq(q, -1), q),
}


def found(prop: Prop, model: str | Model) -> Result:
    @claim("own/least", kind=Kind.OPTIMUM, model=model)
    def made() -> Prop:
        """What is stated."""
        return prop

    result = check(made)
    assert isinstance(result, Result)
    assert not any("one of them is wrong" in defect for defect in result.defects), result.defects
    return result


@pytest.mark.parametrize("model", ["", own], ids=["a paper's model", "a model of one's own"])
@pytest.mark.parametrize("prop", TRUE.values(), ids=TRUE.keys())
def test_true_bounds_over_a_part_are_not_refuted(prop: Prop, model: str | Model) -> None:
    assert found(prop, model).verdict is not Verdict.REFUTED


@pytest.mark.parametrize("model", ["", own], ids=["a paper's model", "a model of one's own"])
@pytest.mark.parametrize("prop", FALSE.values(), ids=FALSE.keys())
def test_least_values_outside_the_domain_prove_nothing(prop: Prop, model: str | Model) -> None:
    assert not any(x.verdict in {Verdict.PROVED, Verdict.SUPPORTED} for x in found(prop, model).witnesses)


def test_least_values_over_all_numbers_are_found_as_before() -> None:
    for prop in (eq(minimum(expect((u * e + e) ** 2), u), 0), minimum_where(expect((u * e + e) ** 2), eq(u, -1), u),
                 minimisers_satisfy(expect((u * e + e) ** 2), eq(u, -1), u)):  # fmt: skip
        assert found(prop, own).verdict in {Verdict.PROVED, Verdict.SUPPORTED}, prop
