"""Limits and orders that entries reads off quotients of polynomials in lengths, and those that it must not."""

from __future__ import annotations

import pytest

from proofs_check import gradient_flow, parameter, scalar
from proofs_check.algebras.entries.algebra import EntriesAlgebra
from proofs_check.algebras.entries.asymptotic import is_of_order, limit_of
from proofs_check.algebras.entries.prompts import algebra_for
from proofs_check.algebras.entries.space import Setting
from proofs_check.statement.fold import Lacks
from proofs_check.statement.terms import Term, sqrt, term
from symbolic.entries import Ratio

a, p = scalar("a"), scalar("p", "positive")
n, m = scalar("n", "integer", "positive"), scalar("m", "integer", "positive")
u = parameter("u")


def read(*terms: Term, **lengths: int) -> tuple[EntriesAlgebra, list[Ratio]]:
    algebra = algebra_for([*terms, n * m], Setting(1, lengths, model=gradient_flow(u**2, (u,))))
    return algebra, [algebra.finish(algebra.read(t))[0, 0] for t in terms]


@pytest.mark.parametrize(("value", "limit"), [
    ((a * n + 1) / (p * n + 2), a / p), (1 / (n + 1), term(0)), (n / (n * m + 1), term(0)), (n / (n**2 + m), term(0)),
    (n**2 / (n + 1), None), (n / (a * n + 1), None), (n / (n + m), None), (n**2 / (n + m), None),
    (1 / (n**2 - m), None), (n * m / (n**2 + m**2), None), (sqrt(n**2 + p) / n, None), (sqrt(p) / n, None),
    (1 / (a * n**2 + m), None),
], ids=repr)  # fmt: skip
def test_a_limit_is_that_of_the_leading_parts(value: Term, limit: Term | None) -> None:
    algebra, (there, wanted) = read(value, term(0) if limit is None else limit)
    if limit is None:
        with pytest.raises(Lacks):
            limit_of(there, ["n", "m"], algebra)
    else:
        assert limit_of(there, ["n", "m"], algebra) == wanted


@pytest.mark.parametrize(("f", "g", "bounded"), [
    (1 / (n + 1), 1 / n, True), (a / n, 1 / n, True), (term(1), 1 / n, False), (n / m, 1 / m, False),
    (1 / n, a / n, None), (1 / n, -1 / n, None), (sqrt(n**2 + p), 1 + 0 * n, None), (1 / (a * n + 1), 1 / n, None),
    (1 / (n - m + p), 1 + 0 * n, None),
], ids=repr)  # fmt: skip
def test_an_order_is_compared_with_a_positive_bound(f: Term, g: Term, bounded: bool | None) -> None:
    algebra, (value, bound) = read(f, g)
    if bounded is None:
        with pytest.raises(Lacks):
            is_of_order(value, bound, ["n", "m"], algebra)
    else:
        assert is_of_order(value, bound, ["n", "m"], algebra) is bounded


def test_a_length_with_a_value_tends_nowhere() -> None:
    algebra, (value,) = read(1 / n, n=2, m=2)
    with pytest.raises(Lacks):
        limit_of(value, ["n"], algebra)
