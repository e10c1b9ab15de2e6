"""A bound with a number in it is looked at for more terms, dimensions and factors than the number says."""

from __future__ import annotations

import pytest

from proofs_check import (
    Kind,
    check,
    claim,
    eq,
    ge,
    implies,
    index,
    le,
    matrix,
    norm_2,
    rank,
    scalar,
    total,
    tr,
    vector,
)
from proofs_check.results import Result
from proofs_check.statement.props import Prop
from proofs_check.statement.terms import entry

a, n, m = scalar("a"), scalar("n", "integer", "positive"), scalar("m", "integer", "positive")
u, i, A = vector("u", "m"), index("i", "m"), matrix("A", "d", "d")
added = total(i, m, entry(u, i, 1)) ** 2


def verdict(prop: Prop, *witnesses: str) -> str:
    found = check(claim("own/bound", kind=Kind.INEQUALITY)(lambda: prop), only=witnesses)
    assert isinstance(found, Result)
    assert not found.defects
    return found.verdict.name


@pytest.mark.parametrize("prop", [
    implies(ge(a, -3), ge((1 + a) ** n, 1 + n * a)), le(added, 3 * norm_2(u) ** 2), le(tr(A) ** 2, 3 * tr(A.T * A)),
    le(rank(A - A.T), 2),
], ids=str)  # fmt: skip
def test_a_bound_that_more_terms_break_is_refuted(prop: Prop) -> None:
    assert verdict(prop, "sampled", "balls") == "REFUTED"


@pytest.mark.parametrize("prop", [
    implies(ge(a, -1), ge((1 + a) ** n, 1 + n * a)), le(added, m * norm_2(u) ** 2),
    le(tr(A) ** 2, 4 * rank(A) * tr(A.T * A)),
], ids=str)  # fmt: skip
def test_a_bound_that_holds_of_all_is_not(prop: Prop) -> None:
    assert verdict(prop, "sampled") == "SUPPORTED"


def test_a_sum_of_too_many_terms_is_not_added_up() -> None:
    j = index("j", "20000")
    found = check(claim("own/long", kind=Kind.IDENTITY)(lambda: eq(total(j, 20_000, a), 20_000 * a)), only=("sampled",))
    assert isinstance(found, Result)
    assert "adds up at most 10000 terms" in found.witnesses[0].sentence
