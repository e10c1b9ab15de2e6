"""What fails on a thin set alone is not supported, and its true neighbour is."""

from __future__ import annotations

from fractions import Fraction
from typing import cast

import pytest

from proofs_check import (
    at,
    check,
    conj,
    eq,
    exists,
    expect,
    gaussian,
    ge,
    gradient_flow,
    gt,
    implies,
    index,
    le,
    lt,
    matrix,
    minimum,
    ne,
    noise,
    nonconvex,
    parameter,
    psd,
    scalar,
    total,
    tr,
)
from proofs_check.claims import Claim, Kind, Part, Reading
from proofs_check.merging import merge
from proofs_check.model import Model
from proofs_check.results import Examined, Result
from proofs_check.statement.affine_values import common_zeros
from proofs_check.statement.joint_values import joint_values
from proofs_check.statement.props import Prop
from proofs_check.statement.roots import real_roots, value
from proofs_check.statement.terms import Sym
from proofs_check.verdict import Outcome, Scope, Verdict

a, b, c, p = scalar("a"), scalar("b"), scalar("c"), scalar("p", "positive")
n, m, N = (scalar(name, "integer", "positive") for name in ("n", "m", "N"))
u, w = parameter("u"), parameter("w")
S, R, T, L = (matrix(name, "d", "d", "symmetric", "psd") for name in ("S", "R", "T", "L"))
x, e, i = gaussian("x", "d", iid=True), noise("e", p, normal=True), index("i", "N")
SUM = total(i, N, at(x, i))
WELLS = gradient_flow(u**4 - 2 * c * u**2, (u,))
LINE = gradient_flow(expect((u * e - e) ** 2), (u,))
REFUTED, UNDECIDED, SUPPORTED = Verdict.REFUTED, Verdict.UNDECIDED, Verdict.SUPPORTED


def found(prop: Prop, model: str | Model = "", only: tuple[str, ...] | None = None) -> Result:
    made = Claim("own/thin", Kind.IDENTITY, "", "x", (Part("", (Reading("", prop),)),), model=model)
    return cast(Result, check(made, only=only) if only else check(made))


INTEGERS = {
    "a turn between 50 and 51": (ge(n**2 - 101 * n + 2549, 0), REFUTED),
    "a turn that touches": (ge(n**2 - 101 * n + 2550, 0), SUPPORTED),
    "one number": (ne(n, 17), REFUTED), "a half": (ne(2 * n, 17), SUPPORTED),
    "a small solution": (ne(n**2, 2 * m**2 + 1), REFUTED),
    "a solution of ten digits": (ne(n**2, 61 * m**2 + 1), UNDECIDED),
    "a sum of cubes": (ne(n**3 + m**3, 1729), REFUTED), "squares": (ge(n**2 + m**2, 2 * n * m), SUPPORTED),
}


@pytest.mark.parametrize(("prop", "verdict"), INTEGERS.values(), ids=INTEGERS.keys())
def test_all_small_integers_are_looked_at_and_large_solutions_are_left_open(prop: Prop, verdict: Verdict) -> None:
    assert found(prop).verdict is verdict


ZEROS = {
    "two letters": (gt((a**2 - 2) ** 2 + (b - a) ** 2, 0), UNDECIDED),
    "and no zero": (gt((a**2 - 2) ** 2 + a**2, 0), SUPPORTED), "a cubic": (gt((a**3 - 2) ** 2, 0), UNDECIDED),
    "of degree 5": (gt((a**5 - a - 1) ** 2, 0), UNDECIDED), "a cubic with no zero": (gt((p**3 + 2) ** 2, 0), SUPPORTED),
    "a line": (gt((a - 2 * b) ** 2 + (b - 3) ** 2, 0), REFUTED), "excluded": (implies(ne(a, 1), ne(a, 1)), SUPPORTED),
    "two lines that cross": (gt(a**2 + p * (1 - c - p) ** 2 + (2 * c + 1 + p) ** 2, 0), REFUTED),
    "parallel": (gt((1 - c - b) ** 2 + (2 * c + 2 * b - 3) ** 2, 0), SUPPORTED),
}


@pytest.mark.parametrize(("prop", "verdict"), ZEROS.values(), ids=ZEROS.keys())
def test_zeros_of_polynomials_are_looked_at_where_they_are_no_fractions(prop: Prop, verdict: Verdict) -> None:
    result = found(prop)
    assert result.verdict is verdict or (verdict is SUPPORTED and result.verdict is Verdict.PROVED)


FOR_EVERY = {
    "a sign": (nonconvex(c * a**2, a), Verdict.REFUTED), "a sign that is given": (nonconvex(-p * a**2, a), SUPPORTED),
    "small numbers": (nonconvex(a**4 - p * a**2, a), SUPPORTED), "a cube": (nonconvex(a**3 + c * a**2, a), SUPPORTED),
    "a square below": (exists(c, lt(c**2, a)), Verdict.REFUTED), "a number above": (exists(c, gt(c, a)), SUPPORTED),
    "between": (exists(c, conj(lt(0, c), lt(c, p))), SUPPORTED),
}


@pytest.mark.parametrize(("prop", "verdict"), FOR_EVERY.values(), ids=FOR_EVERY.keys())
def test_what_exists_for_every_number_is_found_for_numbers_of_every_sign_and_size(
    prop: Prop, verdict: Verdict
) -> None:
    assert found(prop).verdict is verdict


def test_least_values_are_looked_at_for_other_numbers() -> None:
    assert found(eq(minimum(u**4 - 2 * c * u**2, u), -(c**2)), WELLS).verdict is Verdict.REFUTED
    assert found(eq(minimum(u**4 - 2 * p * u**2, u), -(p**2)), WELLS).verdict is SUPPORTED
    assert found(le(minimum(expect((u * e - e) ** 2) + c, u), 5), LINE).verdict is Verdict.REFUTED
    assert found(ge(minimum(expect((u * e - e) ** 2) + c**2, u), 0), LINE).verdict is SUPPORTED


def test_ordered_matrices_are_looked_at_where_one_is_the_other_and_more() -> None:
    ordered = conj(psd(S - R), psd(R - T))
    assert found(implies(psd(S - R), ge(tr(S * R * T), 0))).verdict is REFUTED
    assert found(implies(psd(3 * (S - R)), ge(3 * tr(S * R * T), 0))).verdict is REFUTED
    assert found(implies(ordered, ge(tr(S * R * T), 0))).verdict is REFUTED
    assert found(implies(ordered, ge(tr(S * R), tr(R * T)))).verdict is SUPPORTED
    assert found(implies(psd(S - R), ge(tr(S * L), tr(R * L)))).verdict is SUPPORTED


def test_samples_are_as_long_as_the_number_of_a_member_that_is_named() -> None:
    for only in (("sampled",), None):
        false = found(eq(expect(SUM.T * at(x, 5)), 0), only=only)
        assert (false.verdict, false.defects) == (REFUTED, ())
        assert found(implies(lt(N, 5), eq(expect(SUM.T * at(x, 5)), 0)), only=only).verdict is SUPPORTED
    assert found(eq(expect(SUM.T * at(x, 100)), 0), only=("sampled",)).verdict is UNDECIDED


def test_what_one_witness_leaves_open_at_a_point_is_not_supported_by_another() -> None:
    claim = Claim("own/thin", Kind.IDENTITY, "", "x", (Part("", (Reading("", ge(a, 0)),)),))

    def merged(*outcomes: Outcome) -> Verdict:
        return merge(claim, [Examined.of(f"w{k}", "", "", o, 0.0) for k, o in enumerate(outcomes)], 0.0).verdict

    good = Outcome(SUPPORTED, "", Scope("some points", dims=(1, 2)))
    whole = Outcome(Verdict.PROVED, "", Scope("every a", whole=True))
    assert merged(good, Outcome(UNDECIDED, "")) is SUPPORTED
    assert merged(good, Outcome(UNDECIDED, "", doubts=True)) is UNDECIDED
    assert merged(good, Outcome(UNDECIDED, "", against=True)) is UNDECIDED
    assert merged(whole, Outcome(UNDECIDED, "", doubts=True)) is Verdict.PROVED


def test_roots_of_any_degree_are_exact_or_close() -> None:
    assert real_roots({3: Fraction(6), 2: Fraction(-11), 1: Fraction(6), 0: Fraction(-1)}) == [
        Fraction(1, 3), Fraction(1, 2), Fraction(1)
    ]  # fmt: skip
    quintic = {5: Fraction(1), 1: Fraction(-1), 0: Fraction(-1)}
    (root,) = real_roots(quintic)
    assert 0 < abs(value(quintic, root)) < Fraction(1, 2**390)
    assert real_roots({4: Fraction(1), 0: Fraction(1)}) == []


def test_numbers_that_belong_together_are_named_together() -> None:
    points = joint_values((gt((a * b - 6) ** 2 + (a - 2) ** 2, 0),))
    assert any((point[a], point[b]) == (2, 3) for point in points)
    assert joint_values((gt(a**2, 0),)) == ()


def test_forms_vanish_together_whichever_object_stands_for_a_symbol() -> None:
    others = [Sym(s.name, s.shape, s.traits) for s in (a, c)]
    (point, *_) = common_zeros([(1 - c - a) ** 2 + (2 * c + 1 + a) ** 2], others)
    assert (point[a], point[c]) == (3, -2)
