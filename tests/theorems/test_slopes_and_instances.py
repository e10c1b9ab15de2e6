"""Tactics about slopes, gradients, entries, and what is an instance of what; chains that rest on them."""

from __future__ import annotations

import pytest

from proofs_check.statement.props import Prop, eq, for_all, implies, le, limit
from proofs_check.statement.terms import (
    Op,
    absolute,
    entry,
    grad,
    index,
    inner,
    matrix,
    parameter,
    scalar,
    where,
    zeros,
)
from proofs_check.theorems import kernel as K
from proofs_check.theorems.binding import Refused, same
from proofs_check.theorems.tactics import derivatives, limits
from proofs_check.theorems.tactics.matching import instance_of
from tests.theorems.attacks import a, b, desk, p
from tests.theorems.test_replay import replay, resolve

s = scalar("s")
X, R, G, M = matrix("X"), matrix("R"), matrix("G"), matrix("M")
i, j = index("i", "d"), index("j", "d")
g = inner(X, X) + inner(X, M)
there = where(grad(g, X), (X, zeros("d", "d")))
along = Op("slope", (s, inner(s * R, s * R) + inner(s * R, M)))
IS_GRADIENT = for_all(R, eq(inner(G, R), along))


def test_what_is_so_for_all_values_is_so_at_each() -> None:
    squares = K.assume(for_all(a, le(0, a**2)))
    found = instance_of(desk(), squares, le(0, (b + 1) ** 2), ())
    assert found is not None
    assert same(found.proposition, le(0, (b + 1) ** 2))
    assert instance_of(desk(), squares, le(1, (b + 1) ** 2), ()) is None
    assert instance_of(desk(), squares, le(0, b**3), ()) is None


def test_an_instance_keeps_the_traits() -> None:
    assert instance_of(desk(), K.assume(for_all(p, le(0, p))), le(0, b), ()) is None


def test_a_slope_along_a_line_is_that_of_what_is_differentiable() -> None:
    smooth = K.assume(Prop("differentiable", (g, X)))
    assert same(derivatives.exists(desk(), along, [smooth]).proposition, Prop("has_value", (along,)))
    for other in (Prop("differentiable", (inner(X, X) + inner(X, G), X)), Prop("convex", (g, X))):
        with pytest.raises(Refused):
            derivatives.along(desk(), along, [K.assume(other)])
    with pytest.raises(Refused):
        derivatives.along(desk(), Op("slope", (s, absolute(s))), [smooth])


def test_what_is_said_of_every_matrix_that_is_the_gradient_is_said_of_the_gradient() -> None:
    smooth = K.assume(Prop("differentiable", (g, X)))
    said = K.discharge(IS_GRADIENT, desk().equal(G.T.T, G), desk().have(IS_GRADIENT, premises=[smooth]))
    goal = eq(there.T.T, there)
    assert same(derivatives.of_gradient(desk(), goal, G, there, [said, smooth]).proposition, goal)
    for wrong in (eq(there.T, there), eq(there, 2 * there)):
        with pytest.raises(Refused):
            derivatives.of_gradient(desk(), wrong, G, there, [said, smooth])


def test_what_is_assumed_of_one_matrix_says_nothing_of_the_gradient() -> None:
    smooth, once = K.assume(Prop("differentiable", (g, X))), K.assume(implies(IS_GRADIENT, eq(G, R)))
    with pytest.raises(Refused, match="speaks of G"):
        derivatives.of_gradient(desk(), eq(there, R), G, there, [once, smooth])


def test_a_limit_of_a_matrix_takes_that_of_every_entry() -> None:
    U, A = parameter("U", "d", "d"), matrix("A")
    every = K.specialise(K.specialise(K.assume(for_all(i, for_all(j, limit(entry(U, i, j), entry(A, i, j))))), i), j)
    goal = limit(U, A)
    assert same(limits.entrywise(desk(), goal, [every]).proposition, goal)
    one = K.assume(limit(entry(U, i, j), entry(A, i, j)))
    diagonal = K.specialise(K.assume(for_all(i, limit(entry(U, i, i), entry(A, i, i)))), i)
    for known, wrong in ((one, goal), (diagonal, goal), (every, limit(U, A.T)), (every, limit(U.T, A))):
        with pytest.raises(Refused):
            limits.entrywise(desk(), wrong, [known])


def test_a_claim_about_data_of_which_these_are_a_case_is_cited_for_these() -> None:
    made = replay("zfb/lemma-26")
    assert made.is_whole
    assert ("zfb/lemma-21", "c") in made.cited.values()
    drawn = {s for h, cited in made.cited.items() if cited == ("zfb/lemma-21", "c") for s in K.symbols_of(h)}
    assert "Lam_tau" not in {s.name for s in drawn}


def test_means_that_only_the_steps_speak_of_are_told() -> None:
    claim = resolve("ccs/eq-41")
    from proofs_check.proof.chain import Proof
    from proofs_check.theorems.tactics.replay import Replay

    proof = claim.proofs["a"]
    assert isinstance(proof, Proof)
    told = Replay(claim, proof, resolve).told(claim.part("a").meant.prop)
    assert told["where"]
    plain = replay("zfb/lemma-17")
    assert plain.told(plain.claim.part("a").meant.prop)["where"] == []
