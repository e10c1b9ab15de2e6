"""Statements about one exact problem: local minima by the exact Hessian, and comparisons of exact values."""

from fractions import Fraction

import pytest

from proofs_check.algebras.entries.instances import decided, instance
from proofs_check.papers.zwb.beyond_ltb_landscape import beyond_ltb_landscape, point, problem, spurious
from proofs_check.papers.zwb.model import ltb
from proofs_check.papers.zwb.notation import R_LTB, H, I, M, b, least_risk, s, sigma, w_1
from proofs_check.statement.props import Prop, conj, eq, gt, implies, local_minimum, lt
from proofs_check.statement.terms import scalar, stack, substitute, term
from proofs_check.verdict import Verdict
from proofs_check.witnesses import Context
from proofs_check.witnesses.entries.witness import EntriesWitness

TENTH = Fraction(1, 10)
PINS = [link for link in problem(1, TENTH).args if isinstance(link, Prop)]


def verdict(prop: Prop) -> Verdict:
    claim = beyond_ltb_landscape
    (part, *_), (reading, *_) = claim.parts, claim.parts[0].readings
    changed = type(reading)(reading.name, prop)
    return EntriesWitness().examine(claim, part, changed, Context()).verdict


def test_the_rank_one_point_is_a_local_minimum_above_the_least_risk() -> None:
    assert verdict(spurious(1, TENTH)) is Verdict.PROVED


def test_its_height_is_exact() -> None:
    there = substitute(R_LTB.body, dict(point(1, TENTH)))
    assert verdict(implies(problem(1, TENTH), eq(there - least_risk, Fraction(1, 230)))) is Verdict.PROVED
    assert verdict(implies(problem(1, TENTH), eq(there - least_risk, Fraction(1, 231)))) is Verdict.REFUTED


def test_with_a_large_second_eigenvalue_and_a_long_context_the_same_point_is_a_saddle() -> None:
    assert verdict(spurious(20, Fraction(9, 10))) is Verdict.REFUTED


@pytest.mark.parametrize("changed", [(w_1, stack(term(1), term(3))), (s, term(1)), (b, stack(term(2), term(0)))])
def test_where_the_gradient_does_not_vanish_there_is_no_local_minimum(changed) -> None:  # type: ignore[no-untyped-def]
    moved = [changed if sym == changed[0] else (sym, value) for sym, value in point(1, TENTH)]
    assert verdict(implies(problem(1, TENTH), local_minimum(R_LTB, *moved))) is Verdict.REFUTED


def test_the_origin_is_no_local_minimum() -> None:
    origin = tuple((sym, 0 * value) for sym, value in point(1, TENTH))
    there = ((w_1, stack(term(1), term(2))), *origin[1:])
    assert verdict(implies(problem(1, TENTH), local_minimum(R_LTB, *there))) is Verdict.REFUTED


def test_what_leaves_something_open_is_no_instance() -> None:
    z = scalar("z")
    assert instance(implies(problem(1, TENTH), eq(z, z)), ltb) is None
    assert instance(eq(z, 1), ltb) is None


def test_all_links_must_hold() -> None:
    found = instance(implies(problem(1, TENTH), conj(gt(least_risk, 0), lt(least_risk, 0))), ltb)
    assert found is not None
    setting, body = found
    assert decided(body, setting)[0] is False


@pytest.mark.parametrize("more", [gt(sigma, 2), eq(sigma, 3), eq(M, 2), eq(2, sigma)])
def test_what_assumes_more_than_one_value_each_is_no_instance(more) -> None:  # type: ignore[no-untyped-def]
    assert instance(implies(conj(*PINS, more), lt(least_risk, 0)), ltb) is None


@pytest.mark.parametrize("wrong", [(sigma, term(-1)), (H, -I)])
def test_values_that_the_symbols_do_not_admit_make_no_instance(wrong) -> None:  # type: ignore[no-untyped-def]
    pins = [eq(*wrong) if link.args[0] == wrong[0] else link for link in PINS]
    assert instance(implies(conj(*pins), lt(least_risk, 0)), ltb) is None
