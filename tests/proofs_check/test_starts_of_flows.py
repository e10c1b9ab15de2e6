"""The starts from which flows of models of one's own are looked at."""

from __future__ import annotations

from fractions import Fraction

import pytest

from proofs_check import (
    Kind,
    Model,
    always,
    check,
    claim,
    gradient_flow,
    gt,
    le,
    limit,
    matrix,
    parameter,
    scalar,
    vector,
    zeros,
)
from proofs_check.results import Result
from proofs_check.statement.props import Prop
from proofs_check.statement.terms import Sym
from proofs_check.verdict import Verdict
from proofs_check.witnesses.points.own import hostile_starts

u, s = parameter("u"), parameter("s", "d")
p = scalar("p", "positive")
K = matrix("K", "d", "d", "symmetric", "psd")
WELL = (u**2 - 1) ** 2
RIGHT_WELL = gradient_flow(WELL, (u,), {u: p})
FORM = gradient_flow(s.T * K * s / 2, (s,))


def verdict(prop: Prop, model: Model) -> Verdict:
    made = claim("own/flow", kind=Kind.LIMIT, model=model)(lambda: prop)
    found = check(made, only=("balls",))
    assert isinstance(found, Result)
    return found.verdict


@pytest.mark.parametrize("prop", [limit(u, 1), always(gt(u, 0))], ids=repr)
def test_what_holds_from_every_positive_start_is_not_refuted_from_zero(prop: Prop) -> None:
    assert verdict(prop, RIGHT_WELL) is Verdict.SUPPORTED


def test_what_fails_from_a_start_beyond_the_numbers_of_the_loss_is_refuted() -> None:
    assert verdict(always(le(u, 1)), RIGHT_WELL) is Verdict.REFUTED


def test_a_flow_that_a_matrix_which_may_vanish_drives_is_looked_at_where_it_vanishes() -> None:
    assert verdict(limit(s, zeros("d", 1)), FORM) is Verdict.REFUTED
    assert verdict(limit(K * s, zeros("d", 1)), FORM) is Verdict.SUPPORTED


@pytest.mark.parametrize(
    ("start", "allowed"),
    [
        (scalar("a", "positive"), lambda x: x > 0),
        (scalar("a", "nonnegative"), lambda x: x >= 0),
        (scalar("a", "nonzero"), lambda x: x != 0),
        (vector("a", "d", "positive"), lambda x: x > 0),
        (matrix("a", "d", "d", "symmetric", "psd"), lambda x: x >= 0),
        (matrix("a", "d", "d", "symmetric", "posdef"), lambda x: x > 0),
        (matrix("a", "d", "d", "invertible"), lambda x: x != 0),
    ],
    ids=lambda value: f"{sorted(value.traits)} {value.shape}" if isinstance(value, Sym) else "",
)
def test_every_start_has_the_traits_of_its_symbol(start: Sym, allowed: object) -> None:
    assert callable(allowed)
    for point in hostile_starts(frozenset({start}), 1, "test", {start.name: (Fraction(-3), Fraction(0))}):
        ((value,),) = dict(point.exact)[start.name]
        assert allowed(value)
