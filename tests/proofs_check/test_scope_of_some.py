"""Two functions that differ do so for some values and sizes: the scope of a proof says so, not 'every'."""

from __future__ import annotations

import pytest

from proofs_check import Kind, Verdict, check, claim, eq, matrix
from proofs_check.results import Result
from proofs_check.statement.props import Prop, conj, depends_on, differs
from proofs_check.statement.terms import tr

A, B = matrix("A"), matrix("C")


def found(prop: Prop) -> Result:
    def body() -> Prop:
        """Words."""
        return prop

    result = check(claim("mine/a", kind=Kind.IDENTITY)(body))
    assert isinstance(result, Result)
    return result


@pytest.mark.parametrize("prop", [differs(A * B, B * A), depends_on(tr(A * B), A)], ids=repr)
def test_what_differs_does_for_some(prop: Prop) -> None:
    result = found(prop)
    assert result.verdict is Verdict.PROVED
    assert result.scope.startswith("some ")
    assert "every" not in result.scope.split(";")[0]


def test_beside_an_identity_the_scope_says_both() -> None:
    result = found(conj(eq(tr(A * B), tr(B * A)), differs(A * B, B * A)))
    assert result.verdict is Verdict.PROVED
    assert "for some of them" in result.scope


def test_an_identity_still_holds_for_every_value() -> None:
    assert found(eq(tr(A * B), tr(B * A))).scope.startswith("every d, A and C")


def test_equal_functions_are_not_shown_to_differ() -> None:
    assert found(differs(tr(A * B), tr(B * A))).verdict is not Verdict.PROVED
