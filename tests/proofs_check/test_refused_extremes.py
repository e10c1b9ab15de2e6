"""What the rules about orders, means, limits, infima and minima ask for; each is met by what it alone stops."""

from __future__ import annotations

from fractions import Fraction

import pytest

from proofs_check import (
    always,
    convex,
    entry,
    eq,
    expect,
    gaussian,
    independent_of,
    index,
    inner,
    le,
    limit,
    matrix,
    minimum,
    ne,
    parameter,
    scalar,
    term,
    total,
    where,
)  # fmt: skip
from proofs_check.papers.zfb.notation import L
from proofs_check.proof.chain import Attained, Bounded, Continuity, Dominated, Exhibit, MeanSquare, Reduction, Rule
from proofs_check.proof.steps.bounds import Entrywise, SumOf, TermOfSum
from proofs_check.proof.steps.extrema import FromBelow, ValueAt, Within
from proofs_check.statement.laws import finite
from proofs_check.statement.props import Prop, exists, tends
from proofs_check.statement.psd import infimum
from proofs_check.statement.terms import Abbrev, Op
from tests.proofs_check.asking_rules import NO_THEOREM, refused

a, b, c = scalar("a_1"), scalar("b_1"), scalar("c_1")
p = scalar("p", "positive")
n = scalar("n", "integer", "positive")
u = parameter("u")
x, y, z = gaussian("x", "d"), gaussian("y", "d"), gaussian("z", "d")
square, root = inner(z, y) ** 2, term(Fraction(1, 2))


def order(f: object, g: object) -> Prop:
    return Prop("order", (f, g, n))  # type: ignore[arg-type]


def relu(node: object) -> Op:
    return Op("relu", (node,))  # type: ignore[arg-type]


Asked = tuple[Rule, Prop, tuple[Prop, ...], str]
GROWING: tuple[Asked, ...] = (
    (MeanSquare(), tends(x, 0 * x, n), (Prop("tends_jointly", (expect((x - 0 * x).T * (x - 0 * x)), term(0), n)),),
     "shows convergence in mean square"),
    (Bounded(1), tends(1 / n, term(2), n), (le(1 / n, term(1) * term(2)), le(0, 1 / n)), "shows an order of magnitude"),
    (Bounded(1), order(1 / n, term(1)), (le(1 / n, term(1) * term(1)), le(0, 1 / n)), ""),
    (Bounded(1), order(1 / n, term(1)), (le(0, 1 / n),), "bounds the function by this multiple"),
    (Bounded(c), order(n, term(1)), (le(n, c * term(1)), le(0, n)), "depends on the integers that grow"),
    (Dominated(1), finite(expect(square)), (le(square, inner(z, z)), finite(expect(inner(z, z)))), ""),
    (Dominated(1), finite(expect(inner(z, y))), (le(inner(z, y), inner(z, z)), finite(expect(inner(z, z)))),
     "not known to be >= 0"),
    (Dominated(inner(y, y)), finite(expect(square)), (le(square, inner(y, y) * inner(z, z)),
                                                      finite(expect(inner(z, z)))), "a multiplier is random"),
    (Dominated(1), finite(expect(square)), (le(square, inner(z, z)), Prop("infinite", (expect(inner(z, z)),))),
     "1 multipliers for 0 finite means"),
    (Dominated(1), finite(expect(square)), (le(square, inner(z, z)), finite(Op("expect_given", (inner(z, z), y)))),
     "1 multipliers for 0 finite means"),
    (Continuity(), tends(c / n, 0 * c, n), (), "what the chain introduces"),
    (Continuity(), limit(relu(u) + 1, relu(term(0)) + 1), (limit(u, 0),), "only continuous functions"),
    (Continuity(), limit(Abbrev(c, relu(u)), relu(term(0))), (limit(u, 0),), "only continuous functions"),
    (Continuity(), limit(Op("^", (u, root)), Op("^", (term(0), root))), (limit(u, 0),), "not known to be positive"),
    (Continuity(), limit(Op("^", (u, root)), Op("^", (p, root))), (limit(u, p),), ""),
)  # fmt: skip
LEAST: tuple[Asked, ...] = (
    (Within((p, b)), le(infimum(p, p), infimum(b, b)), (), NO_THEOREM),
    (ValueAt((p, term(-1))), le(infimum(p, p), -1), (), "is positive"),
    (ValueAt((p, term(1))), le(infimum(p, p), 1), (), ""),
    (ValueAt((a, term(1))), le(infimum(a * u, a), 0), (always(le(where(a * u, (a, 1)), 0)),), "have this value"),
    (FromBelow(), le(0, infimum(u, u)), (always(le(0, u)),), "from below for all values"),
    (Attained((u, 0)), eq(minimum(u, u), 0), (eq(where(u, (u, 0)), 0), always(le(0, u))), "from below by this value"),
    (Attained((a, 0)), eq(minimum(a**3, a), 0), (eq(where(a**3, (a, 0)), 0), ne(0, a**3)), "from below by this value"),
    (Attained((a, 0)), eq(minimum(a**2, a), -1), (ne(where(a**2, (a, 0)), -1), le(-1, a**2)), "takes this value"),
    (Exhibit((a, 1)), exists(a, convex(a * b**2, b)),
     (Prop("convex", (where(a * b**2, (a, 1)), where(b, (a, 1)))),), "a relation between terms"),
    (Reduction(), eq(a, a), (), "does not reduce to identities"),
    (Reduction(), independent_of(a * b, a), (), "changed when the symbols are replaced"),
    (Reduction(), independent_of(0 * a * b, a), (), ""),
)  # fmt: skip


late, far = index("i_1", "m"), index("j_1", "m")
N_0 = scalar("N_0", "integer", "nonnegative")
i, j, few = index("i", "d"), index("j", "d"), index("k_0", "N_0")
B, C = matrix("B_1", "d", "d"), matrix("C_1", "d", "d")
INDEXED: tuple[Asked, ...] = (
    (TermOfSum(), le(late**2, total(late, n, late**2)), (), "runs over another range"),
    (TermOfSum(), le(few**2, total(few, N_0, few**2)), (), "may have no value at all"),
    (SumOf(), le(total(late, n, late), total(late, n, late**2)), (le(late, late**2),), "runs over another range"),
    (Entrywise(), eq(B, C), (eq(entry(B, i, j), entry(C, i, j)),), ""),
    (Entrywise(), eq(B, C), (eq(entry(B, late, far), entry(C, late, far)),), "of every entry"),
    (Entrywise(), eq(i * B, C), (eq(entry(i * B, i, j), entry(C, i, j)),), "depends on the place of the entry"),
)  # fmt: skip


@pytest.mark.parametrize(("rule", "shown", "premises", "why"), [*GROWING, *LEAST, *INDEXED])
def test_a_bound_a_limit_or_a_least_value_is_refused(
    rule: Rule, shown: Prop, premises: tuple[Prop, ...], why: str
) -> None:
    found = refused(rule, shown, *premises)
    assert why in found if why else not found, found


def test_what_a_model_derives_bounds_nothing_as_integers_grow() -> None:
    """It may depend on each of them unseen."""
    found = refused(Bounded(L), order(L, term(1)), le(L, L * term(1)), le(0, L), assumed=le(0, L**2))
    assert "depends on the integers that grow" in found
