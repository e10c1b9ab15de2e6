"""Integers are counts: what the engines take for positive is said to be."""

from __future__ import annotations

import pytest

from proofs_check import Kind, UserError, Verdict, check, claim, eq, exists, ge, scalar
from proofs_check.statement.terms import Sym

POSITIVE, COUNT = scalar("m", "integer", "positive"), scalar("l", "integer", "nonnegative")


@pytest.mark.parametrize("traits", [("integer",), ("integer", "nonzero")], ids=repr)
def test_an_integer_of_either_sign_is_refused(traits: tuple[str, ...]) -> None:
    with pytest.raises(UserError, match="integers count something"):
        scalar("z", *traits)

    @claim("own/either-sign", kind=Kind.INEQUALITY)
    def stated():
        """False at -2."""
        return ge(Sym("z", (1, 1), frozenset(traits)) ** 3, -5)

    with pytest.raises(UserError, match="integers count something"):
        check(stated, only=("words",))


@pytest.mark.parametrize("prop", [exists(POSITIVE, eq(POSITIVE, 2)), exists(COUNT, eq(COUNT, 0))], ids=repr)
def test_an_integer_that_exists_is_not_taken_for_the_number_of_a_point(prop) -> None:
    @claim("own/some-integer", kind=Kind.CONSTRUCTION)
    def stated():
        """Holds for one integer alone."""
        return prop

    assert check(stated, only=("entries",)).verdict is Verdict.UNDECIDED
