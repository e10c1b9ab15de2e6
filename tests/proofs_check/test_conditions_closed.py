"""What closes a condition, and what looks as if it did."""

from __future__ import annotations

import pytest

from proofs_check import convex, expect, infimum, minimum, parameter, scalar, tr, vector
from proofs_check.proof.values.closing import Closing, by_structure
from proofs_check.proof.values.conditions import Condition
from proofs_check.statement.attention import differentiable
from proofs_check.statement.domains import Kind
from proofs_check.statement.props import Prop, psd
from proofs_check.statement.terms import Abbrev, Op, Sym, Term, absolute, term

a, b, x, c = (scalar(name) for name in ("a_1", "b_1", "x_1", "c_1"))
u, v, w = parameter("u_1"), vector("v_1", "d"), vector("w_1", "d")
n = scalar("n_1", "integer", "positive")
Lam = Sym("Lam_tau", ("d", "d"), frozenset({"random", "law"}))
f, measured = Sym("f_1", ("1", "1")), Sym("g_1", ("1", "1"), frozenset({"measured"}))


def closed(kind: Kind, node: Term, *given: Prop, finds: bool = False) -> bool:
    return not Closing(given, finds=lambda node: finds).left([Condition(kind, node)])


@pytest.mark.parametrize(("kind", "node", "given", "finds", "said"), [
    (Kind.SMOOTH, absolute(a), (differentiable(absolute(a), a),), False, True),
    (Kind.SMOOTH, absolute(a), (), False, False),
    (Kind.SMOOTH, absolute(a), (differentiable(absolute(b), b),), False, False),
    (Kind.SMOOTH, absolute(a), (convex(absolute(a), a),), False, False),
    (Kind.IN_RANGE, n - 1, (), False, True),
    (Kind.IN_RANGE, n - 2, (), False, False),
    (Kind.ATTAINED, minimum(x**2, x), (), False, True),
    (Kind.ATTAINED, minimum(a * x, x), (), True, True),
    (Kind.ATTAINED, minimum(a * x, x), (), False, False),
    (Kind.BOUNDED, minimum(a * x, x), (), True, True),
    (Kind.BOUNDED, minimum(a * x, x), (), False, False),
    (Kind.BOUNDED, infimum(a * x, x), (), True, False),
    (Kind.NO_ZERO_ENTRY, v + w, (), True, False),
    (Kind.FLOW, u**2, (), False, True),
    (Kind.FLOW, -(u**4), (), False, False),
    (Kind.NONZERO, Op("apply", (measured, a)), (), False, True),
    (Kind.NONZERO, Op("apply", (f, a)), (), False, False),
    (Kind.NONZERO, measured + a, (), False, False),
    (Kind.FINITE, expect(tr(Lam * Lam)), (), False, False),
    (Kind.FINITE, expect(tr(Lam * Lam)), (psd(Lam),), False, False),
], ids=str)  # fmt: skip
def test_a_condition_is_closed_by_what_says_it(
    kind: Kind, node: Term, given: tuple[Prop, ...], finds: bool, said: bool
) -> None:
    assert closed(kind, node, *given, finds=finds) is said


def test_a_moment_of_one_label_says_nothing_of_another() -> None:
    y, other = (Sym(f"y_{k}", ("1", "1"), frozenset({"random", f"label:x_{k}"})) for k in (1, 2))
    square = Prop("finite", (expect(y**2),))
    assert closed(Kind.FINITE, expect(y), square)
    assert not closed(Kind.FINITE, expect(other), square)


def test_an_abbreviation_is_what_it_stands_for() -> None:
    assert by_structure(Abbrev(c, a + b), b + a)
    assert not by_structure(Abbrev(c, a * b), term(0))
