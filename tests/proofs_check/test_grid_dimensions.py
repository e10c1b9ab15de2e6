"""The grid counts every factor d: what holds for d = 1 and d = 2 alone is proved in no way of writing it."""

from __future__ import annotations

import pytest

from proofs_check.papers.zfb.model import model
from proofs_check.papers.zfb.notation import U11, I, Lam
from proofs_check.statement.terms import Term, grad, inner, tr, where
from proofs_check.witnesses.grid.engine import prove

DIMENSIONS = [
    tr(I), inner(I, I), tr(where(U11, (U11, I))), where(tr(U11), (U11, I)), where(inner(U11, U11), (U11, I)),
    where(tr(U11 * U11), (U11, I)), where(tr(U11), (U11, U11**0)), tr(U11**0), inner(U11**0, I),
    tr(grad(tr(U11), U11)), where(tr(U11), (U11, where(U11, (U11, I)))),
]  # fmt: skip


@pytest.mark.parametrize("d", DIMENSIONS, ids=str)
def test_a_trace_of_the_identity_is_known_to_be_any_dimension(d: Term) -> None:
    assert prove(d, tr(I), model).holds
    assert prove(where(d * tr(U11), (U11, Lam)), where(d, (U11, Lam)) * tr(Lam), model).holds
    assert not prove(d**2, 3 * d - 2, model).holds  # true for d = 1 and d = 2
    assert not prove(d**3, 6 * d**2 - 11 * d + 6, model).holds  # true for d = 1, 2 and 3
