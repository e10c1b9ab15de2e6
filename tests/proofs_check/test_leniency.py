"""Side conditions of the checker, each met by a false conclusion that it alone refuses.

True claims hardly show that a rule is too lenient; these do.  Where a condition is taken away, its test fails.
"""

from __future__ import annotations

import pytest

from proofs_check import (
    absolute,
    always,
    at0,
    entry,
    eq,
    expect,
    gaussian,
    ge,
    gradient_flow,
    gt,
    index,
    inner,
    inv,
    le,
    lt,
    matrix,
    norm_2,
    parameter,
    posdef,
    psd,
    scalar,
    sqrt,
    term,
    total,
    tr,
    vector,
)
from proofs_check.claims import Claim, Hypothesis, Kind, Part, Reading
from proofs_check.proof.algebra import ProofAlgebra
from proofs_check.proof.chain import Antisymmetry, Assume, Combination, Discharge, Positivity, Proof, Reduction, Step
from proofs_check.proof.checker import Checker
from proofs_check.statement.props import Prop, implies, ne, same_flow
from proofs_check.witnesses.proof.witness import WordsEquality

a, b, q = scalar("a"), scalar("b"), scalar("q", "nonnegative")
u, w = parameter("u"), parameter("w")
N = scalar("N", "integer", "positive")
i, j = index("i", "N"), index("j", "N")
S, R = (matrix(name, "d", "d", "symmetric", "posdef") for name in "SR")
A = matrix("A", "d", "d")
v, r = vector("v", "d"), vector("r", "N")
y, z = gaussian("y", "d"), gaussian("z", "d")


def follows(target: Prop, *steps: Step, given: tuple[Prop, ...] = ()) -> bool:
    stated = Claim(
        "own/test", Kind.INEQUALITY, "", "", (Part("", (Reading("", target),)),),
        given=tuple(Hypothesis(f"h{k}", h) for k, h in enumerate(given)), model=gradient_flow((u * w - 1) ** 2, (u, w)),
    )
    checker = Checker(stated, Proof(steps), lambda id: stated, ProofAlgebra(WordsEquality(stated)))
    return checker.report(target).follows


def under(assumed: Prop, shown: Prop) -> bool:
    """Whether ``shown`` follows from ``assumed`` by signs."""
    return follows(
        implies(assumed, shown), Step("suppose", assumed, Assume()),
        Step("sign", shown, Positivity(), ("suppose",)),
        Step("hence", implies(assumed, shown), Discharge("suppose"), ("suppose", "sign")),
    )


# Equations and targets --------------------------------------------------------------------------------------

def test_one_inequality_is_no_equation() -> None:
    low, high = Step("low", le(a, b), Assume()), Step("high", le(b, a), Assume())
    for premises, holds in ((("low",), False), (("high",), False), (("low", "high"), True)):
        equal = Step("equal", eq(a, b), Antisymmetry(), premises)
        between = implies(le(a, b), implies(le(b, a), eq(a, b)))
        inside = Step("inside", implies(le(b, a), eq(a, b)), Discharge("high"), ("high", "equal"))
        outside = Step("outside", between, Discharge("low"), ("low", "inside"))
        assert follows(between, low, high, equal, inside, outside) is holds, premises


def test_what_always_holds_along_the_flow_does_not_hold_of_all_parameters() -> None:
    along = Step("along", always(le(0, u)), Combination(1), ("h0",))
    given = (always(le(0, u)),)
    assert follows(always(le(0, u)), along, given=given)
    assert not follows(le(0, u), along, given=given)
    assert not follows(ge(u, 0), along, given=given)
    assert not follows(implies(eq(w, 0), le(0, u)), along, given=given)


def test_what_holds_at_time_0_alone_shows_nothing_later() -> None:
    start = Step("start", le(0, at0(u)), Combination(1), ("h0",))
    assert follows(le(0, at0(u)), start, given=(le(0, at0(u)),))
    assert not follows(always(le(0, u)), start, given=(le(0, at0(u)),))
    assert not follows(le(0, u), start, given=(le(0, at0(u)),))


# Signs ------------------------------------------------------------------------------------------------------

def test_a_product_of_definite_matrices_is_definite_only_if_they_commute() -> None:
    for prop in (psd(S * R), posdef(S * R), psd(S * R * S * R)):
        assert not follows(prop, Step("sign", prop, Positivity()))
    for prop in (psd(S * inv(S)), posdef(S * S), psd(S * R * S)):
        assert follows(prop, Step("sign", prop, Positivity())), prop
    trace = ge(tr(S * R), 0)
    assert follows(trace, Step("sign", trace, Positivity()))
    triple = ge(tr(S * R * matrix("T", "d", "d", "symmetric", "posdef")), 0)
    assert not follows(triple, Step("sign", triple, Positivity()))


def test_what_holds_at_one_outcome_bounds_no_mean() -> None:
    assert not under(le(0, inner(z, y)), le(0, expect(inner(z, y))))
    assert not under(lt(0, entry(z, 1, 1)), lt(0, expect(entry(z, 1, 1))))
    assert under(le(0, inner(z, y)), le(0, inner(z, y) + expect(inner(z, z))))


def test_what_holds_for_one_index_bounds_no_sum() -> None:
    member = entry(r, i, 1)
    assert not under(le(0, member), le(0, total(i, N, member)))
    assert not under(lt(0, member), lt(0, total(i, N, member)))
    assert under(le(0, member), le(0, member + total(j, N, entry(r, j, 1) ** 2)))


def test_a_strict_sign_needs_one_that_is_strict() -> None:
    for weak in (a**2, absolute(a), norm_2(v), q, tr(A * A.T), sqrt(q), a**2 * b**2):
        strict = gt(weak, 0)
        assert not follows(strict, Step("sign", strict, Positivity())), weak
        assert follows(ge(weak, 0), Step("sign", ge(weak, 0), Positivity())), weak
    assert under(ne(a, 0), gt(a**2, 0))
    assert not under(ne(a, 0), gt(b**2, 0))


def test_a_combination_takes_no_inequality_times_a_negative_number() -> None:
    for factor, holds in ((2, True), (-2, False), (b, False), (q, True)):
        shown = le(0, term(factor) * a if factor == b else factor * a)
        steps = (Step("suppose", le(0, a), Assume()), Step("times", shown, Combination(factor), ("suppose",)),
                 Step("hence", implies(le(0, a), shown), Discharge("suppose"), ("suppose", "times")))  # fmt: skip
        assert follows(implies(le(0, a), shown), *steps) is holds, factor
    negative = Step("minus", ge(a, -(b**2)), Combination(plus=(a + b**2,)))
    assert not follows(ge(a, -(b**2)), negative)


# Flows ------------------------------------------------------------------------------------------------------

@pytest.mark.parametrize(("moved", "holds"), [((u, w), True), ((u,), False), ((w,), False)])
def test_two_flows_are_the_same_only_if_what_is_not_named_rests(moved: tuple, holds: bool) -> None:  # type: ignore[type-arg]
    loss = (u * w - 1) ** 2
    same = same_flow(loss, loss, *moved)
    assert follows(same, Step("same", same, Reduction())) is holds
