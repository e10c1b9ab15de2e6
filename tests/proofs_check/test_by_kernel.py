"""Rules that ask the kernel alone: what a theorem may rest on, whatever a tactic does."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from proofs_check import always, eq, gaussian, inner, le, lt, parameter, scalar
from proofs_check.proof.deciding import by_kernel
from proofs_check.proof.desk import Given
from proofs_check.proof.logic import lines
from proofs_check.proof.steps.bounds import BelowEach, MeanOf
from proofs_check.statement.props import Prop, almost_surely, for_all
from proofs_check.statement.terms import expect, least
from proofs_check.theorems import kernel as K
from tests.proofs_check.asking_rules import NO_THEOREM, desk, refused

a, b, c = scalar("a"), scalar("b"), scalar("c")
u = parameter("u")
y, z = gaussian("y", "d"), gaussian("z", "d")
SHOWN, GIVEN = le(c, least(a, b)), (le(c, a), le(c, b))


def lying(monkeypatch: pytest.MonkeyPatch, made: Callable[[], list[K.Theorem]]) -> str:
    monkeypatch.setattr(by_kernel, "further", lambda *asked: made())
    return refused(BelowEach(), SHOWN, *GIVEN)


def test_a_step_follows_where_the_kernel_makes_its_theorem() -> None:
    assert not refused(BelowEach(), SHOWN, *GIVEN)


@pytest.mark.parametrize(("made", "why"), [
    (lambda: [K.assume(SHOWN)], "is not among the premises"),
    (lambda: [K.assume(le(c, a))], "makes another one"),
    (lambda: [], "another form"),
    (lambda: [1 / 0], "another form"),
])  # fmt: skip
def test_a_tactic_that_lies_shows_no_step(
    monkeypatch: pytest.MonkeyPatch, made: Callable[[], list[K.Theorem]], why: str
) -> None:
    assert why in lying(monkeypatch, made)


def test_what_a_theorem_needs_of_the_flow_holds_along_it_alone() -> None:
    both = always(le(c, least(u, b)))
    assert not refused(BelowEach(), both, always(le(c, u)), le(c, b))
    assert refused(BelowEach(), le(c, least(u, b)), always(le(c, u)), le(c, b))


def supposed(premise: Prop, assumed: Prop) -> frozenset[Prop]:
    """What the kernel assumes where the premise rests on what is assumed."""
    rests = frozenset({"assumed"})
    (line,) = lines(premise)
    return by_kernel._assumed(line, Given("0", (line,), rests, rests), desk(assumed)).hypotheses


def test_what_rests_on_an_assumption_about_a_symbol_is_not_known_for_all_its_values() -> None:
    for assumed in (eq(a, 1), lt(a, b)):
        assert supposed(le(0, a), assumed) == {le(0, a)}
    assert supposed(le(0, a), eq(c, 1)) == {for_all(a, le(0, a))}
    assert supposed(le(0, u), eq(u, 1)) == {le(0, u)}
    assert supposed(always(le(0, u)), eq(u, 1)) == {le(0, u)}


def test_a_mean_is_not_bounded_by_what_holds_at_one_outcome() -> None:
    f, g = inner(z, y), inner(z, z)
    assert not refused(MeanOf(), le(expect(f), expect(g)), almost_surely(le(f, g)))
    assert not refused(MeanOf(), le(expect(f), expect(g)), le(f, g))
    assert NO_THEOREM in refused(MeanOf(), le(expect(f), expect(g)), le(f, g), assumed=eq(z, 0 * z))
