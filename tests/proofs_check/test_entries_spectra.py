"""Ranks, pseudo-inverses and eigenvalues at exact points: what has no value there is refused, and sums are over all."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import pytest

from proofs_check import (
    eigenvalue,
    gradient_flow,
    index,
    matrix,
    parameter,
    pinv,
    rank,
    relu,
    scalar,
    total,
)
from proofs_check.algebras.entries.prompts import algebra_for
from proofs_check.algebras.entries.space import Setting
from proofs_check.statement.fold import Lacks
from proofs_check.statement.psd import least_positive_eigenvalue
from proofs_check.statement.terms import Abbrev, Num, Op, Sym, Term, entry, term

P, F = matrix("P", "d", "d", "symmetric", "psd"), matrix("F", "d", "d", "symmetric")
E = matrix("E", 2, 2, "symmetric")
d, n = scalar("d", "integer", "positive"), scalar("n", "integer", "positive")
i, u = index("i", "d"), parameter("u")
one = eigenvalue(F, i)
ZERO, FIRST, BOTH = [[0, 0], [0, 0]], [[1, 0], [0, 0]], [[9, 0], [0, 4]]


def value(node: Term, d: int, values: Mapping[str, Any], ranks: Mapping[str, int]) -> Fraction:
    exact = {name: [[Fraction(x) for x in row] for row in rows] for name, rows in values.items()}
    setting = Setting(d, {"n": 1}, model=gradient_flow(u**2, (u,)), values=exact, ranks=dict(ranks))
    algebra = algebra_for([node], setting)
    return algebra.space.roots.reduce(algebra.finish(algebra.read(node))[0, 0]).constant()


@pytest.mark.parametrize(("node", "values", "ranks", "wanted"), [
    (eigenvalue(F, 2), {"F": BOTH}, {}, 4), (eigenvalue(F, 3), {"F": BOTH}, {}, None),
    (Op("eigenvalue", (F, term(0))), {"F": BOTH}, {}, None), (least_positive_eigenvalue(F), {"F": FIRST}, {}, 1),
    (least_positive_eigenvalue(F), {"F": ZERO}, {}, None),
    (least_positive_eigenvalue(F), {"F": [[1, 0], [0, -1]]}, {}, None),
    (least_positive_eigenvalue(P), {"P": [[1, 1], [1, 1]]}, {"P": 1}, 2),
    (entry(pinv(P), 1, 1), {"P": FIRST}, {"P": 2}, 1), (rank(P), {"P": FIRST}, {"P": 2}, 1),
    (total(i, d, one), {"F": BOTH}, {}, 13), (total(i, 1, one), {"F": BOTH}, {}, 9),
    (total(i, d, one**2), {"F": BOTH}, {}, 97), (total(i, d, 1 / one), {"F": BOTH}, {}, Fraction(13, 36)),
    (total(i, d, Op("^", (one, Num(Fraction(1, 2))))), {"F": BOTH}, {}, 5),
    (total(i, d, relu(one - 5) ** 2), {"F": BOTH}, {}, 16),
    (total(i, d, one * eigenvalue(P, i)), {"F": BOTH, "P": FIRST}, {}, 9), (rank(F), {}, {}, None),
    (total(i, d, Abbrev(Sym("r", (1, 1), frozenset()), relu(one - 5))), {"F": BOTH}, {}, 4),
], ids=repr)  # fmt: skip
def test_functions_of_spectra_at_exact_points(
    node: Term, values: Mapping[str, Any], ranks: Mapping[str, int], wanted: Fraction | None
) -> None:
    if wanted is None:
        with pytest.raises(Lacks):
            value(node, 2, values, ranks)
    else:
        assert value(node, 2, values, ranks) == wanted


def test_a_sum_up_to_d_is_over_the_first_eigenvalues_of_a_larger_matrix() -> None:
    assert value(total(i, d, eigenvalue(E, i)), 1, {"E": BOTH}, {}) == 9
    assert value(total(index("k", "n"), n, eigenvalue(F, index("k", "n"))), 2, {"F": BOTH}, {}) == 9


def test_zero_has_no_positive_eigenvalue_in_one_row_either() -> None:
    with pytest.raises(Lacks):
        value(least_positive_eigenvalue(P), 1, {"P": [[0]]}, {"P": 0})
    assert value(least_positive_eigenvalue(F + F), 1, {"F": [[2]]}, {}) == 4
