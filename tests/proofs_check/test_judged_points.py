"""Points at which false statements fail: each was supported, or shown a point that is none."""

from __future__ import annotations

import pytest

from proofs_check import Verdict, check, eq, grad, gradient_flow, iff, implies, limit, parameter, relu, scalar
from proofs_check.model import Model
from proofs_check.statement.laws import order
from proofs_check.statement.props import Prop
from proofs_check.statement.terms import at0
from tests.adversary.stating import named

a, b, p = scalar("a"), scalar("b"), scalar("p", "positive")
n, m = (scalar(name, "integer", "positive") for name in ("n_1", "m_1"))
u, w = parameter("u"), parameter("w_1")
PRODUCT = gradient_flow((u * w - a) ** 2 / 2, (u, w), {u: p, w: p})
PARABOLA = gradient_flow(u**2, (u,))


@pytest.mark.parametrize(("prop", "given", "model", "witness", "verdict"), [
    (implies(eq(a, b), eq(grad(a * b, a), 2 * b)), (), "", "grid", Verdict.REFUTED),
    (implies(eq(a, 5), eq(grad(a**2 + b, a), 0)), (), "", "grid", Verdict.REFUTED),
    (iff(eq(grad((a**2 - 1) ** 2, a), 0), eq(a**2, 1)), (), "", "sampled", Verdict.REFUTED),
    (order(n * m - 1, (n - 1) * (m - 1), n, m), (), "", "sampled", Verdict.UNDECIDED),
    (order(n * m - 1, n * m, n, m), (), "", "sampled", Verdict.SUPPORTED),
    (limit(u * w, a), (), PRODUCT, "balls", Verdict.UNDECIDED),
    (limit(u * w, relu(a)), (), PRODUCT, "balls", Verdict.SUPPORTED),
    (eq(at0(u), 1), (eq(u, 1),), PARABOLA, "sampled", Verdict.REFUTED),
])  # fmt: skip
def test_a_point_that_shows_it_meets_every_condition(
    prop: Prop, given: tuple[Prop, ...], model: str | Model, witness: str, verdict: Verdict
) -> None:
    result = check(named("own/examined", prop, *given, model=model), only=(witness,))
    assert result.verdict is verdict, result.witnesses  # type: ignore[union-attr]
    assert not result.defects  # type: ignore[union-attr]
