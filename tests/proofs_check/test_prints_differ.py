"""What is printed of two different statements differs, with the definitions that stand beside it."""

from __future__ import annotations

from itertools import combinations

import pytest

from proofs_check.registry import load
from proofs_check.report.render import abbreviations, latex, plain
from proofs_check.statement.mutate import twins
from proofs_check.statement.props import Prop, conj, eq, for_all, iff, implies
from proofs_check.statement.terms import entry, index, scalar, total, vector

a, b, z, i = scalar("a"), scalar("b"), vector("z", "n"), index("i", "n")
p, q, r = eq(a, b), eq(b, 1), eq(a, 1)
JOINED = [
    conj(p, implies(q, r)), implies(conj(p, q), r), implies(p, conj(q, r)), conj(implies(p, q), r),
    implies(p, implies(q, r)), implies(implies(p, q), r), conj(p, iff(q, r)), iff(conj(p, q), r), iff(p, conj(q, r)),
    conj(for_all(a, p), r), for_all(a, conj(p, r)), implies(for_all(a, p), r), for_all(a, implies(p, r)),
]  # fmt: skip


@pytest.mark.parametrize("show", [latex, plain])
def test_what_joins_propositions_shows_how_far_it_reaches(show):
    assert all(show(x) != show(y) for x, y in combinations(JOINED, 2))


def test_the_negative_of_a_sum_is_no_sum_over_what_follows():
    s = total(i, scalar("n", "integer", "positive"), entry(z, i, 1))
    assert plain(-s * (2 + a)) == "-(Σ_{i=1..n} [z]_i) (2 + a)"
    assert latex(-s * (2 + a)) == r"-\left(\sum_{i=1}^{n} [z]_i\right) (2 + a)"
    assert plain(-(b * s) * a) == "-(b Σ_{i=1..n} [z]_i) a"
    assert plain(-s + a) == "-Σ_{i=1..n} [z]_i + a"


def _in_full(prop: Prop) -> tuple[str, ...]:
    return latex(prop), *(f"{latex(named.sym)} = {latex(named.body)}" for named in abbreviations(prop))


@pytest.mark.slow
def test_no_wrong_twin_of_a_shipped_statement_prints_like_it():
    count, alike = 0, []
    for statement in load(()):
        for part in statement.claim.parts if statement.claim is not None else ():
            for reading in part.readings:
                shown = latex(reading.prop)
                twin_props = [twin.prop for twin in twins(reading.prop)]
                count += len(twin_props)
                same = [prop for prop in twin_props if latex(prop) == shown]
                alike += [(statement.id, shown) for prop in same if _in_full(prop) == _in_full(reading.prop)]
    assert count > 30_000
    assert not alike
