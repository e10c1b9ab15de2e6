"""Points of the second evaluator's own: they certify wrong twins, and show nothing false of what is true."""

from __future__ import annotations

from fractions import Fraction as F

import pytest

from proofs_check import (
    Hypothesis,
    Kind,
    Verdict,
    check,
    claim,
    eq,
    exists,
    expect,
    gaussian,
    gt,
    implies,
    inner,
    le,
    lt,
    matrix,
    ne,
    norm_2,
    norm_F,
    orthogonal,
    registry,
    scalar,
    tr,
    vector,
)
from proofs_check.claims import Claim, Part, Reading
from proofs_check.recheck.matrices import Matrix
from proofs_check.recheck.numbers import Unread
from proofs_check.recheck.points import PATIENCE, fails_somewhere, points
from proofs_check.recheck.terms import HEADS
from proofs_check.results import Result
from proofs_check.statement.attention import same_law
from proofs_check.statement.props import Prop, symbols_in
from proofs_check.statement.terms import Op, where, zeros
from proofs_check.verdict import Outcome, Point, Scope, Taken
from proofs_check.witnesses import Context, witness
from proofs_check.witnesses.entries.witness import EntriesWitness

a, b, c, p = scalar("a"), scalar("b"), scalar("c"), scalar("p", "positive")
A, B, v, w = matrix("A"), matrix("B"), vector("v"), vector("w")
S, R = (matrix(name, "d", "d", "symmetric", "posdef") for name in "SR")
U = orthogonal("U")
z, x = gaussian("z", "d"), gaussian("x", "d", cov=S)


def made(prop: Prop, *given: Prop) -> Claim:
    @claim("own/lemma", kind=Kind.IDENTITY, given=tuple(Hypothesis(f"h{k}", h) for k, h in enumerate(given)))
    def stated() -> Prop:
        """What is stated."""
        return prop

    return stated


@pytest.mark.parametrize(("true", "false"), [
    (same_law(U * z, z), same_law(2 * U * z, z)),
    (same_law(x, -x), same_law(x, z)),
    (implies(ne(v, zeros("d", 1)), exists(c, eq(v, c * v))), implies(ne(v, zeros("d", 1)), exists(c, eq(w, c * v)))),
    (implies(gt(tr(S), tr(R)), gt(p * tr(S), p * tr(R))), implies(gt(tr(S), tr(R)), gt(p * tr(R), p * tr(S)))),
    (le(tr(A * B), norm_F(A) * norm_F(B)), le(norm_F(A) * norm_F(B), tr(A * B))),
    (eq(norm_2(U * v), norm_2(v)), eq(norm_2(U * v), 2 * norm_2(v))),
    (le(inner(v, w), norm_2(v) * norm_2(w)), le(norm_2(v) * norm_2(w), inner(v, w))),
], ids=repr)  # fmt: skip
def test_what_is_wrong_fails_at_one_of_the_points_and_what_is_true_at_none(true: Prop, false: Prop) -> None:
    assert fails_somewhere(made(false), false)
    assert not fails_somewhere(made(true), true)


def test_a_point_that_misses_a_hypothesis_shows_nothing() -> None:
    assert fails_somewhere(made(gt(a, 0)), gt(a, 0))
    assert not fails_somewhere(made(gt(a, 0), gt(a, 0)), gt(a, 0))


def test_the_points_are_the_same_in_every_run() -> None:
    met = symbols_in(eq(A * S, B)) | symbols_in(eq(a, tr(U)))
    assert list(points(met)) == list(points(met))


def test_what_twins_share_is_read_once_at_each_point(monkeypatch: pytest.MonkeyPatch) -> None:
    read: list[Op] = []
    traced = HEADS["expect"]
    monkeypatch.setitem(HEADS, "expect", lambda node, at: read.append(node) or traced(node, at))
    stated, mean = made(gt(a, 0)), expect(norm_2(x) ** 2)
    assert fails_somewhere(stated, lt(mean + a, a))
    once = len(read)
    assert fails_somewhere(stated, lt(mean + 2 * a, a))
    assert fails_somewhere(stated, lt(mean + a, a))
    assert len(read) == once > 0


def test_what_has_no_value_at_a_point_is_looked_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    read: list[Op] = []

    def unread(node: Op, at: object) -> Matrix:
        read.append(node)
        raise Unread("a mean")

    monkeypatch.setitem(HEADS, "expect", unread)
    stated, mean = made(gt(a, 0)), expect(norm_2(x) ** 2)
    assert not fails_somewhere(stated, lt(mean + 3 * a, a))
    once = len(read)
    assert not fails_somewhere(stated, lt(mean + 4 * a, a))
    assert len(read) == once == PATIENCE


def test_what_is_bound_has_no_value_that_was_read_before() -> None:
    assert fails_somewhere(made(gt(a, 0)), eq(a**2, where(a**2, (a, 2 * a))))
    assert not fails_somewhere(made(gt(a, 0)), eq(4 * a**2, where(a**2, (a, 2 * a))))


@pytest.mark.parametrize("id", ["ccs/example-4", "ccs/appendix-c-limit-exact", "zfb/section-3.2-softmax"])
def test_what_one_route_alone_proves_rejects_a_wrong_twin_that_no_engine_certifies(id: str) -> None:
    statement = registry.load().find(id)
    assert statement.claim is not None
    result = check(statement.claim, only=("proof",))
    assert isinstance(result, Result)
    assert not result.defects
    for row in result.witnesses:
        if row.verdict is Verdict.PROVED:
            assert row.figures["twins"]["refuted"] > 0, row


def test_values_that_no_function_takes_refute_nothing_and_are_a_defect(monkeypatch: pytest.MonkeyPatch) -> None:
    from proofs_check.statement.attention import activated, activation

    h, Z = activation("h"), matrix("Z", "d", "m")
    twice = (Taken(([[F(1)]], [[F(1)]]), [[F(1)]]), Taken(([[F(1)]], [[F(1)]]), [[F(2)]]))

    def lies(self: EntriesWitness, claim: Claim, part: Part, reading: Reading, context: Context) -> Outcome:
        function, values = sorted(symbols_in(reading.prop), key=lambda s: not s.has("activation"))
        at = Point({"d": 1, "m": 1}, {values.name: [[F(1)]]}, functions={function.name: twice})
        return Outcome(Verdict.REFUTED, "so it is", Scope("d = 1"), counterexample="h(1, 1) = 1, 2", point=at)

    witness.cache_clear()
    monkeypatch.setattr(EntriesWitness, "examine", lies)
    result = check(made(eq(activated(h, Z, Z), 2 * activated(h, Z, Z))), only=("entries",))
    witness.cache_clear()
    assert isinstance(result, Result)
    assert result.verdict is Verdict.UNDECIDED
    assert "no h takes these values" in result.defects[0]
