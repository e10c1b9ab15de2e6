"""What was found for a claim is not found again: points, what was read there, imports of libraries."""

from __future__ import annotations

import sys
from typing import Any

import pytest

from proofs_check import registry, twins, workers
from proofs_check.algebras.balls import BallsAlgebra
from proofs_check.claims import Claim, Hypothesis, Kind, Part, Reading
from proofs_check.errors import UserError
from proofs_check.statement import head_shapes
from proofs_check.statement.mutate import select
from proofs_check.statement.props import Prop, eq, gt, implies, le
from proofs_check.statement.sizes import check_sizes
from proofs_check.statement.terms import matrix, scalar, tr
from proofs_check.theorems.tactics.replay import Replay
from proofs_check.witnesses import Context
from proofs_check.witnesses.balls import cases
from proofs_check.witnesses.balls.witness import BallsWitness
from proofs_check.witnesses.proof.witness import ProofWitness

A, B = matrix("A", "d", "d", "symmetric"), matrix("B", "d", "d", "symmetric")
a, b, c = scalar("a"), scalar("b"), scalar("c")
RIGHT = eq(tr(A * B) * (a + b + c), tr(B * A) * (c + b + a))


def asked(prop: Prop) -> tuple[Claim, Part, Reading]:
    reading = Reading("", prop)
    part = Part("", (reading,))
    given = (Hypothesis("", gt(a**2, -1)),)
    return Claim("t/one", Kind.IDENTITY, "", "", (part,), (A, B, a, b, c), given), part, reading


def counted(owner: Any, name: str, monkeypatch: pytest.MonkeyPatch) -> list[int]:
    usual, calls = getattr(owner, name), [0]

    def counting(*arguments: Any) -> Any:
        calls[0] += 1
        return usual(*arguments)

    monkeypatch.setattr(owner, name, counting)
    return calls


def test_points_of_a_claim_are_moved_to_meet_its_hypotheses_once(monkeypatch: pytest.MonkeyPatch) -> None:
    claim, part, reading = asked(RIGHT)
    calls = counted(cases, "impose", monkeypatch)
    cases._moved_to_meet.cache_clear()
    witness = BallsWitness()
    first = witness.examine(claim, part, reading, Context())
    assert calls[0] > 64
    before = calls[0]
    assert witness.examine(claim, part, reading, Context()) == first
    assert calls[0] == before


def test_what_a_twin_shares_with_the_statement_is_not_read_again_at_a_general_point(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    claim, part, reading = asked(RIGHT)
    witness = BallsWitness()
    cases._moved_to_meet.cache_clear()
    witness.examine(claim, part, reading, Context())
    calls = counted(BallsAlgebra, "symbol", monkeypatch)
    left, right = RIGHT.args
    assert witness.refutes(claim, part, reading, le(left + 1, right), Context())
    assert calls[0] == 0


def test_shapes_are_read_once_and_apart_where_a_dimension_is_fixed(monkeypatch: pytest.MonkeyPatch) -> None:
    C = matrix("C", "d", 2)
    monkeypatch.setattr(head_shapes, "_SEEN", {})
    calls = counted(head_shapes.HeadShapes, "_shape", monkeypatch)
    check_sizes(eq(A * C, A * C), repr)
    before = calls[0]
    assert before >= 3
    check_sizes(eq(A * C, B * C), repr)
    assert calls[0] == before + 2, "B and its product alone are new"
    with pytest.raises(UserError, match="d x 2"):
        check_sizes(eq(A * C, A), repr)
    check_sizes(eq(A * C, A), repr, (eq(scalar("d", "integer", "positive"), 2),))
    with pytest.raises(UserError, match="d x 2"):
        check_sizes(eq(A * C, A), repr)


def test_whether_a_premise_can_hold_is_asked_once_for_all_twins_below_it(monkeypatch: pytest.MonkeyPatch) -> None:
    claim, _, reading = asked(implies(gt(a, 1), eq(a + b, b + a)))
    calls = counted(twins, "example", monkeypatch)
    twins._can_hold.cache_clear()
    below = [t for t in select(reading.prop, 20) if t.path[:1] == (1,)]
    wrong = [t for t in below if twins._is_wrong(claim, reading, t, "words", Context())]
    assert len(wrong) > 1
    assert calls[0] == 1


def where(name: str) -> tuple[bool, bool]:
    """Whether the process had the module, and has it when this ends."""
    had = name in sys.modules
    __import__(name)
    return had, name in sys.modules


def in_a_copy(name: str) -> list[tuple[bool, bool]]:
    return [workers.alone(where, name) for _ in range(2)]


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere nothing is copied")
def test_a_library_that_one_claim_needs_is_there_for_the_next() -> None:
    with workers.pool(1) as made:
        assert made.schedule(in_a_copy, ("scipy.integrate",)).result() == [(False, True), (True, True)]
        assert made.schedule(in_a_copy, ("proofs_check.options",)).result() == [(False, True), (False, True)]


def test_a_chain_that_is_cited_is_walked_and_not_replayed_in_the_kernel(monkeypatch: pytest.MonkeyPatch) -> None:
    claim = registry.load().find("zfb/lemma-18").claim
    assert claim is not None
    replayed: list[str] = []
    usual = Replay.told
    monkeypatch.setattr(Replay, "told", lambda self, prop: replayed.append(self.claim.id) or usual(self, prop))
    found = ProofWitness().examine(claim, claim.part("a"), claim.part("a").meant, Context())
    assert any(cited.startswith("zfb/lemma-18-initial-loss") for cited in found.figures["claims"])
    assert replayed == ["zfb/lemma-18"]
