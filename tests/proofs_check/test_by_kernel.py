"""Rules that ask the kernel alone: what a theorem may rest on, whatever a tactic does, and false steps by each."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from proofs_check import (
    always,
    conj,
    det,
    entry,
    eq,
    exists,
    expect,
    eye,
    for_all,
    gaussian,
    grad,
    implies,
    index,
    infimum,
    inner,
    inv,
    layer,
    le,
    limit,
    lt,
    matrix,
    minimum,
    ne,
    norm_op,
    parameter,
    posdef,
    psd,
    scalar,
    sqrt,
    tends,
    term,
    total,
    vector,
)
from proofs_check.proof.chain import ConditionNumber, Exhibit, Rule, Summands
from proofs_check.proof.deciding import by_kernel
from proofs_check.proof.desk import Given
from proofs_check.proof.logic import lines
from proofs_check.proof.steps.bounds import Distinct, Specialise
from proofs_check.proof.steps.curvature import Rayleigh
from proofs_check.proof.steps.extrema import Within
from proofs_check.proof.steps.recursions import Apart
from proofs_check.statement.laws import cond, delta
from proofs_check.statement.props import Prop
from proofs_check.statement.psd import convex, least_eigenvalue, least_positive_eigenvalue, projection
from proofs_check.theorems import kernel as K
from tests.proofs_check.asking_rules import NO_THEOREM, desk, refused

a, b, c, p = scalar("a"), scalar("b"), scalar("c"), scalar("p", "positive")
u, n = parameter("u"), scalar("n_1", "integer", "positive")
y = gaussian("y", "d")
A, S, Q = matrix("A", "d", "d"), matrix("S", "d", "d", "symmetric"), matrix("Q", "d", "d", "symmetric", "psd")
B, one = matrix("B_1", "d", "d"), eye("d")
i, j, far = index("i", "N"), index("j", "N"), index("i", "M")
k, m = layer("k_1"), layer("m_1")
N, M = (scalar(name, "integer", "positive") for name in "NM")
r = vector("r", "N")
r_i, r_j = entry(r, i, 1), entry(r, j, 1)


# What a theorem may rest on ---------------------------------------------------------------------------------

GIVEN = for_all(i, le(0, r_i))


def lying(monkeypatch: pytest.MonkeyPatch, made: Callable[[], list[K.Theorem]]) -> str:
    monkeypatch.setattr(by_kernel, "further", lambda *asked: made())
    return refused(Specialise(), le(0, r_i), GIVEN)


def test_a_step_follows_where_the_kernel_makes_its_theorem() -> None:
    assert not refused(Specialise(), le(0, r_i), GIVEN)


@pytest.mark.parametrize(("made", "why"), [
    (lambda: [K.assume(le(0, r_i))], "is not among the premises"),
    (lambda: [K.assume(GIVEN)], "makes another one"),
    (lambda: [K.has_value(K.assume(le(0, sqrt(a))), 0)], "makes another one"),
    (lambda: [], "another form"),
    (lambda: [1 / 0], "another form"),
])  # fmt: skip
def test_a_tactic_that_lies_shows_no_step(
    monkeypatch: pytest.MonkeyPatch, made: Callable[[], list[K.Theorem]], why: str
) -> None:
    assert why in lying(monkeypatch, made)


def test_that_a_premise_has_a_value_is_no_condition_that_is_known(monkeypatch: pytest.MonkeyPatch) -> None:
    premise = le(0, sqrt(a))
    monkeypatch.setattr(by_kernel, "further", lambda *asked: [K.has_value(K.assume(premise), 0)])
    assert "is not known" in refused(Specialise(), le(0, a), premise)


def test_what_a_theorem_needs_of_the_flow_holds_along_it_alone() -> None:
    each = Prop("for_all", (i, le(r_i, u)))
    assert not refused(Specialise(), always(le(r_i, u)), always(each))
    assert refused(Specialise(), le(r_i, u), always(each))


def test_a_premise_is_assumed_as_it_was_shown() -> None:
    def supposed(premise: Prop, assumed: Prop | None = None) -> frozenset[Prop]:
        rests = frozenset({"assumed"} if assumed is not None else ())
        (line,) = lines(premise)
        return by_kernel._assumed(line, Given("0", (line,), rests, rests), desk(assumed)).hypotheses

    assert supposed(le(0, a)) == {le(0, a)}
    assert supposed(always(le(0, u))) == {always(le(0, u)), K.HERE}
    assert supposed(always(le(0, u)), eq(u, 1)) == {le(0, u)}


# False steps ------------------------------------------------------------------------------------------------

least, lowest = least_eigenvalue(A) * one, least_positive_eigenvalue
SPECTRA: list[tuple[Rule, Prop, tuple[Prop, ...]]] = [
    (Rayleigh(), psd(A - least), ()),
    (Rayleigh(), psd(A - least), (eq(least_eigenvalue(A), least_eigenvalue(A)),)),
    (Rayleigh(), psd(A - least), (le(0, least_eigenvalue(A)),)),
    (Rayleigh(), psd(A - least), (for_all(S, eq(S.T, S)),)),
    (Rayleigh(), psd(A - least), (exists(A, eq(A.T, A)),)),
    (Rayleigh(), psd(A - least), (implies(psd(A), eq(A.T, A)),)),
    (Rayleigh(), psd(norm_op(A) * one - A), ()),
    (Rayleigh(), psd(norm_op(A) * one - A), (eq(A.T, A),)),
    (Rayleigh(), psd(norm_op(Q) * B - Q), ()),
    (Rayleigh(), psd(norm_op(Q) * B - Q), (eq(B * B, B),)),
    (Rayleigh(), psd(norm_op(Q) * B - Q), (posdef(B),)),
    (Rayleigh(), psd(S - least_eigenvalue(S) * B), (posdef(B),)),
    (Rayleigh(), psd(least_eigenvalue(S) * one - S), ()),
    (Rayleigh(), posdef(norm_op(Q) * one - Q), ()),
    (Rayleigh(), psd(Q - norm_op(Q) * one), ()),
    (Rayleigh(), psd(Q - lowest(Q) * projection(Q)), ()),
    (Rayleigh(), psd(Q - lowest(Q) * projection(Q)), (ne(A, 0 * A),)),
    (Rayleigh(), psd(S - lowest(S) * projection(S)), (ne(S, 0 * S),)),
    (Rayleigh(), psd(Q - lowest(Q) * one), (ne(Q, 0 * Q),)),
    (Rayleigh(), eq(projection(Q), one), ()),
    (Rayleigh(), eq(projection(Q), one), (ne(Q, 0 * Q),)),
    (Rayleigh(), eq(projection(A), one), (ne(det(S), 0),)),
    (ConditionNumber(), eq(cond(Q), norm_op(Q) * norm_op(inv(Q))), ()),
    (ConditionNumber(), eq(cond(A), norm_op(A) * norm_op(inv(A))), (ne(det(A), 0),)),
    (ConditionNumber(), eq(cond(A), norm_op(A) * norm_op(inv(A))), (posdef(B),)),
    (ConditionNumber(), eq(cond(Q), norm_op(Q)), (posdef(Q),)),
    (ConditionNumber(), le(cond(Q), norm_op(Q)), (posdef(Q),)),
    (ConditionNumber(), eq(norm_op(inv(Q)), cond(Q)), (posdef(Q),)),
]
INDICES: list[tuple[Rule, Prop, tuple[Prop, ...]]] = [
    (Apart(), eq(delta(k, m), 0), ()),
    (Apart(), eq(delta(k, m), 0), (le(k, m),)),
    (Apart(), eq(delta(k, m), 0), (ne(k, m + 1),)),
    (Apart(), eq(delta(k, m), 0), (ne(k, 0),)),
    (Apart(), eq(delta(k, k), 0), (ne(k, m),)),
    (Apart(), eq(delta(k, m), 1), (ne(k, m),)),
    (Apart(), eq(delta(k, m), 0), (exists(k, ne(k, m)),)),
    (Apart(), eq(delta(k, m), 0), (for_all(k, exists(m, ne(k, m))),)),
    (Apart(), eq(delta(k, m), 0), (implies(lt(0, k), ne(k, m)),)),
    (Apart(), ne(delta(k, m), 0), (ne(k, m),)),
    (Distinct(), eq(delta(i, j), 0), ()),
    (Distinct(), eq(delta(i, j), 0), (ne(r_i, 0),)),
    (Distinct(), eq(delta(i, i), 0), (ne(i, j),)),
    (Distinct(), eq(delta(i, j), 0), (exists(j, ne(i, j)),)),
    (Distinct(), eq(delta(i, j), 0), (le(i, j),)),
    (Distinct(), lt(delta(i, j), 0), (ne(i, j),)),
    (Summands(term(1)), eq(total(i, N, r_i), 0), (eq(r_i, 0),)),
    (Summands(term(1)), eq(total(i, N, r_i), 0), (for_all(i, le(r_i, 0)),)),
    (Summands(term(1)), eq(total(i, N, r_i), 1), (for_all(i, eq(r_i, 1)),)),
    (Summands(term(1)), eq(total(i, N, r_i), 0), (for_all(j, eq(r_i, 0)),)),
    (Summands(term(1)), eq(total(i, N, r_i), 0), (exists(i, eq(r_i, 0)),)),
    (Summands(term(2)), eq(total(i, N, r_i), 0), (for_all(i, eq(r_i, a)),)),
    (Summands(1 / a), eq(total(i, N, r_i), 0), (for_all(i, eq(a * r_i, 0)),)),
    (Summands(term(1)), eq(total(far, M, far), total(i, N, i)), (for_all(i, eq(i, i)),)),
    (Specialise(), le(0, r_j), (exists(i, le(0, r_i)),)),
    (Specialise(), le(a, 0), (for_all(i, le(0, r_i)),)),
    (Specialise(), lt(0, a), (for_all(p, lt(0, p)),)),
    (Specialise(), le(term(1), a), (for_all(n, le(1, n)),)),
    (Specialise(), eq(A.T, A), (for_all(S, eq(S.T, S)),)),
    (Specialise(), exists(b, ne(b, b)), (for_all(a, exists(b, ne(a, b))),)),
    (Specialise(), eq(grad(u * u, u), u), (for_all(a, eq(grad(a * u, u), a)),)),
    (Specialise(), le(0, r_i), (for_all(i, implies(le(0, a), le(0, r_i))),)),
    (Specialise(), le(0, r_i), (implies(le(0, a), for_all(i, le(0, r_i))),)),
    (
        Specialise(),
        eq(expect(inner(y, y) * inner(y, y)), inner(y, y) * expect(inner(y, y))),
        (for_all(a, eq(expect(a * inner(y, y)), a * expect(inner(y, y)))),),
    ),
]
EXTREMES: list[tuple[Rule, Prop, tuple[Prop, ...]]] = [
    (Exhibit((p, -1)), exists(p, le(p, 0)), (le(term(-1), 0),)),
    (Exhibit((n, term(1) / 2)), exists(n, eq(2 * n, 1)), ()),
    (Exhibit((S, A)), exists(S, eq(S, A)), (eq(A, A),)),
    (Exhibit((a, inner(y, y))), exists(a, eq(a, inner(y, y))), ()),
    (Exhibit((a, inner(y, y))), exists(a, eq(expect(a * inner(y, y)), expect(inner(y, y) ** 2))), ()),
    (Exhibit((a, b)), exists(a, for_all(b, eq(a, b))), (for_all(b, eq(b, b)),)),
    (Exhibit((a, b)), exists(a, convex(-a * b, b)), (convex(-b * b, b),)),
    (Exhibit((a, b)), exists(a, eq(minimum((b - a) ** 2 + a, b), b)), ()),
    (Exhibit((a, u)), exists(a, always(eq(u, a))), (always(eq(u, u)),)),
    (Exhibit((a, u)), exists(a, limit(u, a)), (limit(u, u),)),
    (Exhibit((a, u)), exists(a, eq(grad(a * u, u), 2 * u)), (eq(grad(u * u, u), 2 * u),)),
    (Exhibit((a, 1 / n)), exists(a, conj(tends(a, 0, n), le(0, a))), (tends(1 / n, 0, n),)),
    (Exhibit((b, 1)), exists(b, conj(eq(b / b, 1), for_all(b, ne(b, 0)))), ()),
    (Exhibit((b, 1)), exists(b, eq(sqrt(b), 1)), ()),
    (Exhibit((b, 1 / a)), exists(b, eq(b, b)), ()),
    (Exhibit((a, i)), exists(a, eq(total(i, N, a), total(i, N, i))), (eq(total(i, N, i), total(i, N, i)),)),
    (Exhibit((i, j + 1)), exists(i, eq(i, j + 1)), ()),
    (Exhibit((a, 1)), exists(b, le(1, b)), (le(1, a),)),
    (Exhibit((a, 1)), le(2, a), (le(1, a),)),
    (Within((p, b)), le(infimum(p, p), infimum(b, b)), ()),
    (Within((b, a)), le(infimum(b, b), infimum(a**2, a)), (le(a, a**2),)),
    (Within((b, a)), le(infimum((b - 1) ** 2 + 1, b), infimum(a**2, a)), (le((a - 1) ** 2 + 1, a**2),)),
    (Within((b, a)), le(infimum((b - 1) ** 2 + 1, b), infimum(a**2, a)),
     (implies(le(1, a), le((a - 1) ** 2 + 1, a**2)),)),
    (Within((b, -(a**2))), le(infimum(b, b), infimum(a**2, a)), ()),
    (Within((b, a)), le(infimum(1 / b, b), infimum(a**2, a)), ()),
    (Within((b, a)), le(infimum(b**2, b), infimum(a**2 - 1, a)), ()),
    (Within((b, a)), lt(infimum(b**2, b), infimum(a**2, a)), ()),
    (Within((b, a)), le(infimum((b - a) ** 2 + a**2 - 1, b), infimum(a**2 - 1, a)), ()),
    (Within((b, a)), le(infimum(b**2 + c, b), infimum(a**2, a)), ()),
    (Within((b, inner(y, y))), le(infimum((b - inner(y, y)) ** 2, b), infimum(0 * a**2 - 1, a)), ()),
    (Within((b, 1 / a)), le(infimum(b**2, b), infimum(1 / a**2, a)), ()),
    (Within((S, A)), le(infimum(det(S) ** 2, S), infimum(det(A) ** 2, A)), ()),
]  # fmt: skip


@pytest.mark.parametrize(("rule", "shown", "given"), [*SPECTRA, *INDICES, *EXTREMES], ids=str)
def test_a_false_step_makes_no_theorem(rule: Rule, shown: Prop, given: tuple[Prop, ...]) -> None:
    why = refused(rule, shown, *given)
    assert why.startswith(NO_THEOREM) or (why and isinstance(rule, Exhibit))


@pytest.mark.parametrize(("rule", "shown", "given", "assumed"), [
    (Within((b, a)), le(infimum((b - 1) ** 2 + 1, b), infimum(a**2, a)), le((a - 1) ** 2 + 1, a**2), le(1, a)),
    (Summands(term(1)), eq(total(i, N, r_i), 0), eq(r_i, 0), eq(r_i, 0)),
    (Exhibit((a, u)), exists(a, always(eq(u, a))), eq(u, u), eq(u, 1)),
])  # fmt: skip
def test_what_is_assumed_of_one_value_shows_nothing_of_all(rule: Rule, shown: Prop, given: Prop, assumed: Prop) -> None:
    why = refused(rule, shown, given, assumed=assumed)
    assert why.startswith(NO_THEOREM) or (why and isinstance(rule, Exhibit))
