"""A counterexample to one of several implications meets the premise of that one."""

from __future__ import annotations

import pytest

from proofs_check import Kind, check, claim, conj, eq, exists, ge, implies, le, matrix, scalar
from proofs_check.results import Result
from proofs_check.statement.laws import cond
from proofs_check.statement.mutate import twins
from proofs_check.statement.props import Prop

a, b = scalar("a"), scalar("b")
ALL = ("words", "entries", "grid", "sampled")


@pytest.mark.parametrize(("prop", "who"), [
    (conj(implies(eq(a, 1), eq(a * a, 1)), implies(eq(a, 2), eq(a * a, 5))), ALL),
    (conj(implies(eq(a, 1), eq(a * a, 1)), implies(eq(b, 2), eq(b * b, 5))), ALL),
    (conj(implies(ge(a, 1), ge(a * a, 1)), implies(eq(b, 2), eq(a * b, 3 * a))), ALL),
], ids=str)  # fmt: skip
def test_the_second_of_two_implications_is_refuted_where_its_premise_holds(prop: Prop, who: tuple[str, ...]) -> None:
    found = check(claim("own/two", kind=Kind.IDENTITY)(lambda: prop), only=ALL)
    assert isinstance(found, Result)
    assert found.defects == ()
    assert tuple(w.name for w in found.witnesses if w.verdict.name == "REFUTED") == who


def test_no_twin_changes_the_symbol_that_a_quantifier_binds() -> None:
    N, M = scalar("N", "integer", "positive"), scalar("M", "integer", "positive")
    assert all(twin.prop.args[0] == N for twin in twins(exists(N, conj(ge(N, M), le(N, M)))))


def test_a_twin_that_holds_at_the_one_dimension_that_is_examined_is_no_slip() -> None:
    S, R = (matrix(name, "d", "d", "symmetric", "posdef") for name in "SR")
    found = check(claim("own/cond", kind=Kind.INEQUALITY)(lambda: le(cond(S + R), cond(S))), only=("entries",))
    assert isinstance(found, Result)
    assert found.defects == ()
