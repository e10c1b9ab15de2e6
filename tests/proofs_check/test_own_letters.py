"""Scopes and counterexamples of a claim of one's own name its own letters: no size or law of an engine's."""

from __future__ import annotations

import re

import pytest

from proofs_check import Kind, activated, activation, check, claim, entry, eq, expect, haar, matrix, scalar, vector
from proofs_check.errors import UserError
from proofs_check.results import Result
from proofs_check.statement.props import Prop

d, Q = scalar("d", "integer", "positive"), haar("Q")
h, X = activation("h"), matrix("X", "d", "n")


def found(prop: Prop) -> Result:
    result = check(claim("mine/letters", kind=Kind.IDENTITY)(lambda: prop))
    assert isinstance(result, Result)
    return result


@pytest.mark.parametrize(("prop", "own"), [
    (eq(expect(entry(Q, 1, 1) ** 4), 3 / (d * (d + 2))), {"d", "Q"}),
    (eq(5 * expect(entry(Q, 1, 1) ** 4), 1), {"d", "Q"}),
    (eq(activated(h, X, X), activated(h, X, X).T), {"d", "n", "h", "X"}),
], ids=["a fourth moment", "a wrong one", "an activation"])  # fmt: skip
def test_what_is_told_names_the_claims_own_letters(prop: Prop, own: set[str]) -> None:
    result = found(prop)
    told = " ".join([result.scope, result.counterexample or "", *(w.scope for w in result.witnesses)])
    named = set(re.findall(r"(\w+) = ", told))
    assert named
    assert named <= own
    assert "Sigma" not in told


@pytest.mark.parametrize("name", ["w", "x_q", "q"])
def test_no_name_gives_a_law(name: str) -> None:
    v = vector(name, "d", "random")

    @claim("mine/length", kind=Kind.IDENTITY)
    def length() -> Prop:
        """Of a vector of which no law is said."""
        return eq(expect(v.T * v), scalar("d", "integer", "positive"))

    with pytest.raises(UserError, match="its law is not said"):
        check(length)


def test_noise_is_a_number() -> None:
    with pytest.raises(UserError, match="noise, so a number"):
        vector("e", "d", "random", "noise")
