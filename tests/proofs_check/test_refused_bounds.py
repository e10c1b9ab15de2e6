"""Bounds, sums, means and optima: what each rule asks for, met by a step that this alone stops."""

from __future__ import annotations

import pytest

from proofs_check import (
    convex,
    entry,
    eq,
    expect,
    gaussian,
    index,
    inner,
    le,
    lt,
    matrix,
    minimum,
    ne,
    scalar,
    term,
    total,
    vector,
    where,
)  # fmt: skip
from proofs_check.proof.chain import AtMinimisers, Attained, Exhibit, Identity, Reduction, Rule, Step, TheMinimiser
from proofs_check.proof.steps.bounds import (
    AtMostEach,
    BelowEach,
    Distinct,
    Entrywise,
    Generalise,
    MeanOf,
    Specialise,
    SumOf,
    TermOfSum,
)  # fmt: skip
from proofs_check.proof.steps.extrema import FromBelow, ValueAt, Within
from proofs_check.statement.laws import delta
from proofs_check.statement.props import (
    Prop,
    conj,
    exists,
    for_all,
    global_minimum,
    implies,
    minimisers_satisfy,
)
from proofs_check.statement.terms import Op, least
from tests.proofs_check.asking_rules import NO_THEOREM
from tests.proofs_check.test_refusals import said

a, b, c, d = (scalar(name) for name in "abcd")
p, q = scalar("p", "positive"), scalar("q", "nonnegative")
N, M = scalar("N", "integer", "positive"), scalar("M", "integer", "positive")
i, j, k = index("i", "N"), index("j", "N"), index("k", "M")
r, s = vector("r", "N"), vector("s", "N")
B, C = matrix("B", "N", "N"), matrix("C", "N", "N")
z, y = gaussian("z", "d"), gaussian("y", "d")
r_i, r_j, s_i = entry(r, i, 1), entry(r, j, 1), entry(s, i, 1)
square, squares = r_i**2, total(i, N, r_i**2)


def by(rule: Rule, shown: Prop, *given: Prop) -> str:
    step = Step("hence", shown, rule, tuple(f"h{n}" for n in range(len(given))))
    return said(step, given=given)


FOLLOWS = "follows"
BOUNDS: list[tuple[Rule, Prop, tuple[Prop, ...], str]] = [
    (TermOfSum(), le(square, squares), (), FOLLOWS),
    (TermOfSum(), le(r_i, total(i, N, r_i)), (), "not known to be >= 0"),
    (TermOfSum(), le(r_i, total(i, N, r_i)), (le(0, r_i),), "not known to be >= 0"),
    (TermOfSum(), le(s_i**2, squares), (), "not a term of the sum"),
    (TermOfSum(), le(square, square + 1), (), "compared with a sum"),
    (TermOfSum(), le(square, a), (), "compared with a sum"),
    (TermOfSum(), lt(square, squares), (), "shows an inequality"),
    (TermOfSum(), eq(square, squares), (), "shows an inequality"),
    (AtMostEach(), le(least(a, b), a), (), FOLLOWS),
    (AtMostEach(), le(least(a, b), c), (), "not one of those that the least is taken of"),
    (AtMostEach(), le(a, least(a, b)), (), "not the least of something"),
    (AtMostEach(), le(a, b), (), "not the least of something"),
    (AtMostEach(), le(squares, square), (), "not the least of something"),
    (AtMostEach(), lt(least(a, b), a), (), "shows an inequality"),
    (BelowEach(), le(c, least(a, b)), (le(c, a), le(c, b)), FOLLOWS),
    (BelowEach(), le(c, least(a, b)), (le(c, a),), "by both numbers"),
    (BelowEach(), le(c, least(a, b)), (le(c, a), le(b, c)), "by both numbers"),
    (BelowEach(), le(least(a, b), c), (le(a, c), le(b, c)), "not the smaller of two"),
    (BelowEach(), le(c, a + b), (le(c, a), le(c, b)), "not the smaller of two"),
    (SumOf(), le(total(i, N, r_i), total(i, N, s_i)), (for_all(i, le(r_i, s_i)),), "no premise compares"),
    (SumOf(), le(total(i, N, r_i), total(j, N, r_j)), (), "two sums over the same indices"),
    (SumOf(), le(total(i, N, r_i), a), (), "two sums over the same indices"),
    (SumOf(), le(total(i, N, r_i), total(i, N, s_i)), (le(r_i, s_i),), "no premise compares"),
    (MeanOf(), le(expect(inner(z, y)), expect(inner(z, z))), (le(inner(z, y), inner(z, z)),), "one outcome"),
    (MeanOf(), le(expect(inner(z, y)), expect(inner(z, z))), (), "no premise compares"),
    (MeanOf(), le(expect(inner(z, y)), a), (), "two expectations"),
    (Specialise(), le(0, r_i), (for_all(i, le(0, r_i)),), FOLLOWS),
    (Specialise(), le(r_i, 0), (for_all(i, le(0, r_i)),), NO_THEOREM),
    (Specialise(), le(0, a), (exists(a, le(0, a)),), NO_THEOREM),
    (Specialise(), le(0, r_i), (Prop("exists", (i, le(0, r_i))),), NO_THEOREM),
    (Specialise(), le(0, a), (for_all(b, le(0, a)),), FOLLOWS),
    (Specialise(), le(0, r_i), (implies(le(0, a), le(0, r_i)),), NO_THEOREM),
    (Generalise(), for_all(i, le(0, r_i)), (le(0, r_i),), "rests on an assumption about this index"),
    (Generalise(), for_all(i, le(0, r_i)), (le(0, s_i),), "no premise says it"),
    (Generalise(), le(0, a), (le(0, a),), "what holds for every index"),
    (Generalise(), for_all(a, le(0, b)), (le(0, b),), "what holds for every index"),
    (Generalise(), for_all(i, le(0, a)), (le(0, a),), FOLLOWS),
    (Distinct(), eq(delta(i, j), 0), (ne(i, j),), FOLLOWS),
    (Distinct(), eq(delta(i, j), 0), (), NO_THEOREM),
    (Distinct(), eq(delta(i, j), 0), (eq(i, j),), NO_THEOREM),
    (Distinct(), eq(delta(i, j), 1), (ne(i, j),), NO_THEOREM),
    (Distinct(), le(delta(i, j), 0), (ne(i, j),), NO_THEOREM),
    (Distinct(), ne(delta(i, j), 0), (ne(i, j),), NO_THEOREM),
    (Distinct(), eq(a, 0), (ne(i, j),), NO_THEOREM),
    (Distinct(), eq(Op("+", (i, j)), 0), (ne(i, j),), NO_THEOREM),
    (Distinct(), eq(B, 0 * B), (), NO_THEOREM),
    (Entrywise(), eq(B, C), (eq(entry(B, i, j), entry(C, i, j)),), "every entry"),
    (Entrywise(), eq(B, C), (eq(entry(B, i, i), entry(C, i, i)),), "every entry"),
    (Entrywise(), eq(B, C), (eq(entry(C, i, j), entry(C, i, j)),), "every entry"),
    (Entrywise(), eq(B, C), (eq(entry(B, 1, 1), entry(C, 1, 1)),), "every entry"),
    (Entrywise(), ne(B, C), (ne(entry(B, i, j), entry(C, i, j)),), "the limit of a matrix"),
]


@pytest.mark.parametrize(("rule", "shown", "given", "why"), BOUNDS)
def test_a_bound_is_refused_for_this_reason(rule: Rule, shown: Prop, given: tuple[Prop, ...], why: str) -> None:
    assert why in by(rule, shown, *given)


f, g = (a - b) ** 2, a**2
OPTIMA: list[tuple[Rule, Prop, tuple[Prop, ...], str]] = [
    (Attained((a, 1)), eq(minimum(g, a), 0), (for_all(a, le(0, g)),), "takes this value at the stated point"),
    (Attained((a, 0)), eq(g, 0), (), "must have a minimum on its left"),
    (Attained((a, 0)), eq(minimum(f, b), 0), (), "bind exactly the symbols"),
    (Attained((a, 0), (b, 0)), eq(minimum(f, b), 0), (), "bind exactly the symbols"),
    (Attained((a, 0)), le(minimum(g, a), 0), (), "shows a minimum, not"),
    (Attained((a, 0)), global_minimum(g, (a, 1)), (), "not the one that the step shows"),
    (Attained((a, a)), eq(minimum(f, a), 0), (), "may not depend"),
    (Attained((a, b)), eq(minimum(f, a), f), (), "may not depend"),
    (AtMinimisers(), eq(a, 0), (), "what holds at minimisers"),
    (AtMinimisers(), minimisers_satisfy(g, eq(a, 0), a), (), "wherever the function equals its minimum"),
    (AtMinimisers(), minimisers_satisfy(g, eq(a, 0), a), (implies(eq(g, 0), eq(a, 0)),), "wherever the function"),
    (TheMinimiser(), eq(Op("argmin", (g, a)), 0), (global_minimum(g, (a, 0)),), "and nowhere else"),
    (TheMinimiser(), eq(Op("argmin", (g, a)), 0), (minimisers_satisfy(g, eq(a, 0), a),), "and nowhere else"),
    (TheMinimiser(), eq(Op("argmin", (f, a)), a), (), "free of that symbol"),
    (TheMinimiser(), eq(a, 0), (), "free of that symbol"),
    (Exhibit((a, 1)), exists(a, le(1, g)), (), "no premise shows the body"),
    (Exhibit((a, 1)), exists(b, le(1, g)), (), "begin with the existence"),
    (Exhibit((a, 1)), for_all(a, le(1, g)), (), "begin with the existence"),
    (Exhibit((a, inner(z, y))), exists(a, eq(a, inner(z, y))), (), "vary with the outcome"),
    (Exhibit((p, -1)), exists(p, le(p, 0)), (), "not known to"),
    (Exhibit((a, 1)), exists(a, conj(le(1, g), le(a, 1))), (), "a relation between terms"),
    (Exhibit((a, 1)), exists(a, exists(b, le(1, g))), (), "a relation between terms"),
    (Reduction(), convex(g, a), (), "does not reduce"),
    (Reduction(), le(0, g), (), "does not reduce"),
    (FromBelow(), le(0, Op("infimum", (g, a))), (), "bounds the function from below"),
    (FromBelow(), le(a, Op("infimum", (g, a))), (le(a, g),), "may not depend"),
    (FromBelow(), le(0, g), (le(0, g),), "about an infimum"),
    (FromBelow(), lt(0, Op("infimum", (g, a))), (lt(0, g),), "is at most another"),
    (ValueAt((a, 2)), le(Op("infimum", (g, a)), 4), (), FOLLOWS),
    (ValueAt((a, 2)), le(Op("infimum", (g, a)), 3), (), "does not have this value"),
    (ValueAt((b, 2)), le(Op("infimum", (g, a)), 4), (), "bind exactly the symbols"),
    (ValueAt((a, 2)), le(g, 4), (), "about an infimum"),
    (Within((b, 2)), le(Op("infimum", (g, a)), Op("infimum", (g, a))), (), FOLLOWS),
    (Within(), le(Op("infimum", (g, a)), Op("infimum", (b**2, b))), (), NO_THEOREM),
    (Within((a, b)), le(Op("infimum", (g, a)), Op("infimum", (b**2 - 1, b))), (), NO_THEOREM),
    (Within((a, b)), le(Op("infimum", (g, a)), Op("infimum", (b**2, b))), (), FOLLOWS),
]


@pytest.mark.parametrize(("rule", "shown", "given", "why"), OPTIMA)
def test_an_optimum_is_refused_for_this_reason(rule: Rule, shown: Prop, given: tuple[Prop, ...], why: str) -> None:
    assert why in by(rule, shown, *given)


def test_a_minimum_needs_its_bound_for_all_values() -> None:
    from proofs_check.proof.chain import Combination, Positivity

    def shown(low: Prop, rule: Rule, value: int, *more: Step) -> str:
        return said(
            Step("low", low, rule), Step("there", eq(where(g, (a, 0)), 0), Identity()), *more,
            Step("least", eq(minimum(g, a), value), Attained((a, 0)), ("low", "there")),
        )

    assert shown(le(0, g), Positivity(), 0) == FOLLOWS
    assert "bounds the function from below" in shown(le(-1, g), Combination(plus=(g + 1,)), 0)
    assert "bounds the function from below" in shown(le(0, g + g), Positivity(), 0)
    assert "bounds the function from below" in shown(lt(-1, g), Combination(plus=(g, term(1))), 0)
    assert "takes this value" in shown(le(-1, g), Combination(plus=(g + 1,)), -1)
    bare = said(Step("low", le(0, g), Positivity()), Step("least", eq(minimum(g, a), 0), Attained((a, 0)), ("low",)))
    assert "takes this value" in bare


def test_an_equation_between_matrices_needs_that_of_their_own_entries() -> None:
    both = eq(entry(B + C, i, j), entry(C + B, i, j))

    def shown(prop: Prop) -> str:
        return said(Step("entries", both, Identity()), Step("whole", prop, Entrywise(), ("entries",)))

    assert shown(eq(B + C, C + B)) == FOLLOWS
    for other in (eq(B + C, B), eq(B, C), eq(C, C + B), eq(B + C, 2 * C)):
        assert "every entry" in shown(other), other
