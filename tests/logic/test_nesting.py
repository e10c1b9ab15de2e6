"""Conditions inside conditions: each of these was decided wrongly, or with a counterexample that is none."""

from __future__ import annotations

import pytest

from proofs_check.runner import examine
from proofs_check.statement.attention import kernel, kernel_value, layer, layers
from proofs_check.statement.laws import finite, gaussian
from proofs_check.statement.props import Prop, conj, eq, exists, for_all, ge, gt, implies, ne
from proofs_check.statement.terms import Op, Term, at, expect, index, inner, inv, matrix, norm_2, scalar, vector
from proofs_check.verdict import Verdict
from proofs_check.witnesses import Context
from tests.adversary.stating import named

a, b, s = scalar("a"), scalar("b"), scalar("s")
v, w, A, g = vector("v"), vector("w"), matrix("A"), gaussian("g", "d")
d, k = scalar("d", "integer", "positive"), index("k", "d")
ell, c_l = layer("l"), layers("c")
UNKNOWN = kernel("K")


def K(y: Term, z: Term) -> Op:
    return kernel_value(UNKNOWN, y, z)


NOTHING_SMALL = implies(implies(eq(a, 3), eq(b, 0)), eq(a, 3))
EQUAL = eq(K(v, w), K(v, v))


@pytest.mark.parametrize(("prop", "given", "witness"), [
    (implies(NOTHING_SMALL, eq(a, 3)), (), "balls"),
    (exists(k, implies(eq(a, k + 5), eq(a, b))), (ge(d, 2),), "balls"),
    (implies(implies(EQUAL, eq(a, 0)), implies(eq(v, w), eq(a, 0))), (), "entries"),
    (implies(for_all(v, eq(w, A * v)), eq(K(w, w), K(0 * w, 0 * w))), (), "entries"),
    (eq(K(w, w), K(0 * w, 0 * w)), (for_all(v, eq(w, A * v)),), "entries"),
    (implies(for_all(v, eq(v, w)), eq(K(w, w), 0)), (), "entries"),
    (implies(for_all(a, eq(a * K(v, w), 0)), eq(K(v, w), 0)), (), "entries"),
    (eq(a * K(v, w), 0), (for_all(s, eq(a * s, 0)),), "entries"),
    (implies(for_all(ell, ge(at(c_l, ell), 1)), ge(at(c_l, 7), 1)), (), "entries"),
    (ge(at(c_l, 7) * K(v, v) ** 2, 0), (for_all(ell, ge(at(c_l, ell), 0)),), "balls"),
    (implies(finite(expect(inv(norm_2(g) ** 2))), ge(d, 3)), (), "entries"),
])  # fmt: skip
def test_what_is_true_is_not_refuted(prop: Prop, given: tuple[Prop, ...], witness: str) -> None:
    found = examine(named("own/said", prop, *given), (witness,), Context())
    assert found.verdict is not Verdict.REFUTED
    assert not found.defects


@pytest.mark.parametrize(("prop", "witness"), [
    (implies(implies(eq(a, 0), eq(b, 1)), eq(b, 1)), "balls"),
    (implies(implies(eq(v, w), eq(a, 0)), eq(a * K(v, w), 0)), "entries"),
])  # fmt: skip
def test_a_condition_inside_a_premise_does_not_move_the_point(prop: Prop, witness: str) -> None:
    assert examine(named("own/said", prop), (witness,), Context()).verdict is Verdict.REFUTED


def test_what_was_asked_of_a_place_is_asked_again_where_a_condition_moves_it() -> None:
    apart = gt(inner(v - w, v - w), 0)
    for prop, given in (
        (implies(eq(v, w), eq(a * K(v, v), 7)), (apart,)),
        (implies(conj(gt(a, 0), ne(a, 2)), implies(eq(a, -1), eq(K(v, v) * b, 7))), ()),
    ):
        found = examine(named("own/said", prop, *given), ("entries",), Context())
        assert found.verdict is Verdict.UNDECIDED
        assert not found.defects
