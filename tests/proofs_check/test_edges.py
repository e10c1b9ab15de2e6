"""What is strict is supported under an inequality only where points on its edge were looked at."""

from __future__ import annotations

import pytest

from proofs_check import check, gt, implies, le, lt, ne, posdef, scalar, vector
from proofs_check.logic import Truth
from proofs_check.statement.props import Prop
from proofs_check.statement.terms import eye
from proofs_check.witnesses.points.edges import Edges
from tests.adversary.stating import named

c, q, v = scalar("c"), scalar("q", "nonnegative"), vector("v", "d")


@pytest.mark.parametrize("witness", ["balls", "sampled"])
def test_roots_that_are_no_fractions_are_asked_for(witness: str) -> None:
    for prop, bound in ((gt(5 - c**2, 0), le(c**2, 5)), (ne(c**3, 7), le(c**3, 7)),
                        (posdef(7 * eye("d") - v * v.T), le(v.T * v, 7))):  # fmt: skip
        for found in (check(named("own/x", prop, bound), only=(witness,)),
                      check(named("own/x", implies(bound, prop)), only=(witness,))):  # fmt: skip
            assert found.verdict.name == "UNDECIDED"
            assert any("on the edge of" in row.sentence for row in found.witnesses)


@pytest.mark.parametrize("witness", ["balls", "sampled"])
def test_edges_that_points_lie_on_are_enough_and_what_is_not_strict_needs_none(witness: str) -> None:
    for prop, bound in ((gt(2 - c, 0), le(c, 1)), (le(c**4, 25), le(c**2, 5)), (lt(q, 4), le(q, 3))):
        assert check(named("own/x", prop, bound), only=(witness,)).verdict.name == "SUPPORTED"


def test_an_edge_counts_at_the_least_dimension_at_which_the_inequality_is_broken() -> None:
    bound = le(v.T * v, 7)
    edges = Edges.of(named("own/x", gt(7 - v.T * v, 0), bound), gt(7 - v.T * v, 0))
    out, on = (lambda prop: Truth.FALSE), (lambda prop: Truth.TRUE if prop.head == "le" else Truth.FALSE)
    edges.look(out, 1, counts=True)
    edges.look(on, 2, counts=True)
    assert edges.unseen
    edges.look(on, 1, counts=False)
    assert edges.unseen
    edges.look(on, 1, counts=True)
    assert not edges.unseen
    assert not Edges.of(named("own/x", le(v.T * v, 8), bound), Prop("le", (v.T * v, v.T * v))).bounds
