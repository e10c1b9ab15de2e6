"""What decides nothing is not computed: points whose sizes are excluded, halvings that change nothing, descents."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import Any

import flint
import pytest

from numeric.arithmetic import ball
from proofs_check import eq, gt, le, matrix, parameter, posdef, scalar
from proofs_check.algebras import ball_least
from proofs_check.algebras.ball_values import number
from proofs_check.algebras.balls import BallsAlgebra
from proofs_check.model import gradient_flow
from proofs_check.statement.props import Prop
from proofs_check.statement.psd import infimum
from proofs_check.statement.terms import Num, Term
from proofs_check.witnesses.balls import cases
from proofs_check.witnesses.balls.truth import Trace, Truth, decide, impose
from proofs_check.witnesses.points.own import own_point

a, c, u = scalar("a"), scalar("c"), parameter("u")
sigma = scalar("sigma", "positive")
d, A = scalar("d", "integer", "positive"), matrix("A", "d", "d", "symmetric")
model = gradient_flow((u - c) ** 2, [u])


def algebra(**values: int) -> BallsAlgebra:
    return BallsAlgebra({name: number(x) for name, x in values.items()}, {"d": 1}, flint.fmpq_mat(1, 1), model)


def imposed(monkeypatch: pytest.MonkeyPatch, *given: Prop) -> int:
    """How often the hypotheses are looked at, from one point on."""
    count = 0

    def counted(props: Iterable[Prop], here: BallsAlgebra, trace: Trace) -> Any:
        nonlocal count
        count += 1
        return impose(props, here, trace)

    monkeypatch.setattr(cases, "impose", counted)
    point = own_point(frozenset({a, sigma, A}), 1, 1, 0, "halved")
    assert cases._moved_to_meet.__wrapped__(given, point, model) is None
    return count


def test_where_the_sizes_are_others_nothing_that_is_assumed_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    read: list[Term] = []
    value = BallsAlgebra.read
    monkeypatch.setattr(BallsAlgebra, "read", lambda self, term: read.append(term) or value(self, term))
    given = (eq(a, c**2), gt(c, 0), eq(d, 2))
    assert impose(given, algebra(c=1), Trace(exactly=True))[0] is Truth.FALSE
    assert read == [d, Num(Fraction(2))]


@pytest.mark.parametrize(("given", "looks"), [
    ((le(a**2, -1),), 1),
    ((posdef(-A * A),), 1),
    ((le(a**2 + sigma, -1),), 10),
    ((eq(c, sigma), le(c, -1)), 10),
])  # fmt: skip
def test_a_point_is_moved_only_where_what_does_not_hold_may_change(
    given: tuple[Prop, ...], looks: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert imposed(monkeypatch, *given) == looks


def test_where_a_least_value_is_enclosed_no_descent_is_made(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ball_least, "least", lambda *given: pytest.fail("a descent is made"))
    found = ball_least.least_of((u - c) ** 2 + a, [u], algebra(a=3, c=2))
    assert found.estimate.contains(ball(3))
    trace = Trace()
    assert decide(gt(infimum((u - c) ** 2 + a, u), 2), algebra(a=3, c=2), trace) is Truth.TRUE
    assert decide(le(infimum((u - c) ** 2 + a, u), 2), algebra(a=3, c=2), trace) is Truth.FALSE
