"""A place, or a number of places, that is a fraction is refused wherever numbers are put in: it is not cut."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

from proofs_check import eigenvalue, entry, index, scalar, term, total, vector
from proofs_check.algebras.at_point import AtPoint
from proofs_check.statement.fold import Lacks
from proofs_check.statement.terms import Term, at

s, i, j = vector("s_0", "d"), index("i", "d"), index("j", "d")
values = {"s_0": np.array([[[1.0], [2.0], [3.0]]]), "x[1]": np.ones((1, 1, 1)), "j": np.full((1, 1, 1), 1.5)}
here = AtPoint({"d": 3}, values)


def test_whole_ones_are_read() -> None:
    assert here.read(total(i, term(2), s)).ravel().tolist() == [2, 4, 6]
    assert here.read(at(scalar("x", "iid"), term(1))).ravel().tolist() == [1]


@pytest.mark.parametrize("cut", [
    total(i, term(Fraction(5, 2)), s), at(scalar("x", "iid"), term(Fraction(3, 2))),
    eigenvalue(s * s.T, j), entry(s, j, 1),
], ids=repr)  # fmt: skip
def test_fractions_are_refused(cut: Term) -> None:
    with pytest.raises(Lacks, match="whole number"):
        here.read(cut)
