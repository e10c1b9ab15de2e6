"""The text by which a term enters a digest."""

from __future__ import annotations

from proofs_check.digest import digest
from proofs_check.statement.terms import Sym


def test_a_digest_does_not_depend_on_which_of_two_equal_terms_was_digested_first() -> None:
    first, second = (Sym("a", (1, 1), frozenset(), tex) + 1 for tex in ("", r"\alpha"))
    assert first == second
    alone = digest(second)
    digest(first)
    again = Sym("a", (1, 1), frozenset(), r"\alpha") + 1
    assert digest(again) == alone
    assert digest(first) == digest(Sym("a", (1, 1)) + 1)
