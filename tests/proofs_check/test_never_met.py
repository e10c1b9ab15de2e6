"""A condition that nothing meets ends no scope: what has no value anywhere is not proved where 0 != 0."""

from __future__ import annotations

from fractions import Fraction

import pytest

from proofs_check import Kind, Verdict, absolute, check, claim, eq, grad, scalar, sqrt, term, where
from proofs_check.proof.chain import Identity, Proof, Step
from proofs_check.statement.terms import Term

a, p = scalar("a"), scalar("p", "positive")
root = sqrt(term(2))


@pytest.mark.parametrize(("node", "value", "verdict"), [
    (1 / (a - a), 1 / (a - a), Verdict.UNDECIDED), (sqrt(term(0) - 1), sqrt(term(0) - 1), Verdict.UNDECIDED),
    (where(1 / a, (a, 0)), where(1 / a, (a, 0)), Verdict.UNDECIDED),
    (where(grad(absolute(p), p), (p, 0)), term(1), Verdict.UNDECIDED),
    (where(grad(sqrt(p**2) - p, p), (p, 0)), term(0), Verdict.UNDECIDED),
    (where(grad(sqrt(p**2) - p, p), (p, 2)), term(0), Verdict.PROVED),
    (a / a, term(1), Verdict.PROVED), (1 / (root - 1), root + 1, Verdict.PROVED),
    (term(Fraction(1, 2)) / (a - 1), 1 / (2 * a - 2), Verdict.PROVED),
], ids=repr)  # fmt: skip
def test_what_has_no_value_anywhere_is_not_proved(node: Term, value: Term, verdict: Verdict) -> None:
    def body() -> object:
        """Words."""
        return eq(node, value)

    for witness, proof in (("words", None), ("proof", Proof((Step("line", eq(node, value), Identity()),)))):
        result = check(claim("mine/never", kind=Kind.IDENTITY, witnesses=(witness,), proof=proof)(body))  # type: ignore[arg-type]
        assert result.verdict is verdict, (witness, result.scope)  # type: ignore[union-attr]
