"""What the second evaluator reads of derivatives, flows and optima, and what it says where it reads nothing."""

from __future__ import annotations

from fractions import Fraction as F
from typing import Any

import pytest

from proofs_check import (
    always,
    at0,
    check,
    conserved,
    convex,
    ddt,
    eq,
    global_minimum,
    gradient_flow,
    independent_of,
    index,
    le,
    local_minimum,
    matrix,
    minimum,
    norm_F,
    parameter,
    saddle,
    scalar,
    sqrt,
    tr,
)
from proofs_check.claims import Claim, Kind, Part, Reading
from proofs_check.model import Model
from proofs_check.recheck import recheck
from proofs_check.recheck.terms import At, value
from proofs_check.results import Result
from proofs_check.statement.attention import slope
from proofs_check.statement.laws import delta, least_over
from proofs_check.statement.props import Prop, conj, for_all
from proofs_check.statement.terms import Op, Term, beside_over, stack_over
from proofs_check.statement.terms import term as number
from proofs_check.verdict import Point, Verdict

a, b, u, v = (scalar(name) for name in "abuv")
A = matrix("A", "d", "d")
w, z = parameter("w", 1, 1), parameter("z", 1, 1)
i, j = index("i", 3), index("j", 3)
NETWORK = gradient_flow((w * z - a) ** 2 / 2, (w, z))
FROM_ONE = gradient_flow((w * z - a) ** 2 / 2, (w, z), {w: 1, z: 1})


def made(prop: Prop, model: Model | str = NETWORK) -> Claim:
    return Claim("own/again", Kind.IDENTITY, "", "", (Part("", (Reading("", prop),)),), model=model)


def confirmed(prop: Prop, model: Model | str = NETWORK, **values: Any) -> bool | None:
    return recheck(made(prop, model), prop, Point({"d": 2}, values)).confirmed


@pytest.mark.parametrize(("term", "expected"), [
    (slope(u, (a + u) ** 3), 12),
    (slope(u, norm_F(A + u * A) ** 2), 20),
    (minimum((u - a) ** 2 + (u + v) ** 2 + 1, u, v), 1),
    (minimum(u**2 - 2 * a * u, u), -4),
    (Op("sum_unequal", (i, j, number(3), i * j)), 22),
    (delta(1, 1) + delta(1, 2), 1),
    (least_over(i, 3, (i - 2) ** 2), 0),
    (tr(stack_over(i, 3, i).T * stack_over(j, 3, j)), 14),
    (tr(beside_over(i, 3, i) * beside_over(j, 3, j).T), 14),
], ids=repr)  # fmt: skip
def test_a_term_has_the_value_that_a_hand_computes(term: Term, expected: int) -> None:
    at = At(Point({"d": 2}, {"a": F(2), "A": [[1, 2], [1, 2]]}))
    assert value(term, at) == ((expected,),)


@pytest.mark.parametrize(("prop", "values", "answer"), [
    (eq(ddt(w), (w * z - a) * z), {"w": F(1), "z": F(2), "a": F(1)}, True),
    (eq(ddt(w), -(w * z - a) * z), {"w": F(1), "z": F(2), "a": F(1)}, False),
    (conserved(w**2 + z**2), {"w": F(1), "z": F(2), "a": F(1)}, True),
    (conserved(w**2 - z**2), {"w": F(1), "z": F(2), "a": F(1)}, False),
    (always(le(w, 0)), {"w": F(1), "z": F(2), "a": F(1)}, True),
    (always(le(w, 1)), {"w": F(1), "z": F(2), "a": F(1)}, None),
    (always(eq(w, at0(w))), {"w": F(1), "z": F(2), "a": F(1)}, None),
    (independent_of(a * b, b), {"a": F(1), "b": F(0)}, True),
    (independent_of(a * b, b), {"a": F(0), "b": F(1)}, None),
    (convex(u**2 - v**2, u, v), {}, True),
    (convex(u**2 + v**2, u, v), {}, None),
    (convex(u * v, u), {"v": F(1)}, None),
    (global_minimum((u - a) ** 2, (u, 2 * a)), {"a": F(1)}, True),
    (global_minimum((u - a) ** 2, (u, a)), {"a": F(1)}, None),
    (local_minimum(u**3 - 3 * u, (u, a)), {"a": F(2)}, True),
    (saddle(u * v, (u, a), (v, a)), {"a": F(1)}, True),
    (for_all(u, le(u, a)), {"u": F(2), "a": F(1)}, True),
    (for_all(u, le(u, a)), {"u": F(0), "a": F(1)}, None),
    (conj(eq(a, b), le(v, 0)), {"a": F(1), "b": F(2)}, True),
    (conj(eq(a, b), le(v, 0)), {"a": F(1), "b": F(1)}, None),
], ids=repr)  # fmt: skip
def test_a_derivative_or_the_start_shows_what_is_false_and_nothing_else(
    prop: Prop, values: dict[str, Any], answer: bool | None
) -> None:
    assert confirmed(prop, **values) is answer


def test_a_flow_is_read_from_where_it_starts() -> None:
    assert confirmed(conserved(w**2 + z**2), FROM_ONE, a=F(2), w=F(3), z=F(1)) is True
    assert confirmed(always(le(w, 0)), FROM_ONE, a=F(2), w=F(-3), z=F(1)) is True
    assert confirmed(eq(ddt(w), 0), FROM_ONE, a=F(2), w=F(3), z=F(1)) is None
    assert confirmed(conserved(w**2), NETWORK, **{"a": F(2), "w": F(3), "z": F(1), "w(0)": F(0), "z(0)": F(0)}) is False


def test_what_has_a_kink_or_moves_on_a_half_line_is_not_differentiated() -> None:
    half = scalar("h", "positive")
    assert confirmed(independent_of(sqrt(a**2), a), a=F(1)) is None
    assert confirmed(global_minimum((half - a) ** 2, (half, b)), a=F(-1), b=F(1)) is None


def test_a_refutation_that_was_not_read_again_says_so() -> None:
    claims = [eq(a * b, a + b), conserved(w**2 + z**2)]
    for prop in claims:
        result = check(made(prop))
        assert isinstance(result, Result)
        assert result.verdict is Verdict.REFUTED
        for row in result.witnesses:
            if row.verdict is Verdict.REFUTED:
                is_again = row.figures["read again"] == "confirmed"
                assert is_again is ("not re-evaluated" not in row.sentence), row
