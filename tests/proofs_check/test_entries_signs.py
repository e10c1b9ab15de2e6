"""The signs that entries sees in coefficients, factors and squares: never one that fails somewhere."""

from __future__ import annotations

import pytest

from proofs_check import gradient_flow, matrix, parameter, scalar, tr
from proofs_check.algebras.entries.prompts import algebra_for
from proofs_check.algebras.entries.signs import Signs
from proofs_check.algebras.entries.space import Setting
from proofs_check.statement.terms import Term, det

a, b, c = (scalar(name) for name in "abc")
p, q, n = scalar("p", "positive"), scalar("q", "nonnegative"), scalar("n", "integer", "positive")
S, u = matrix("S", "d", "d", "symmetric", "posdef"), parameter("u")
OWN = gradient_flow(u**2, (u,))


@pytest.mark.parametrize(("value", "d", "seen"), [
    (a**2 + a * b + b**2, 1, (1, False)), (a**2 + a + 1, 1, (1, True)), (-(a**2) - a - 1, 1, (-1, True)),
    (a**2 + 3 * a * b + b**2, 1, (0, False)), (a**2 + 2 * a + 1, 1, (1, False)), (a**2 + a * b - b**2, 1, (0, False)),
    (a * b**2 + b + 1, 1, (0, False)), (-(a**2) * b**2 + a * b + 1, 1, (0, False)),
    (a**2 * p, 1, (1, False)), (1 / p, 1, (1, True)),
    (p - 1, 1, (0, False)), (p**2 - p, 1, (0, False)), (a, 1, (0, False)), (a**2 - p, 1, (0, False)),
    (n, 1, (1, True)), (n - 1, 1, (1, False)), (n - 2, 1, (0, False)),
    (n**2 - n, 1, (1, False)), (n**2 + n, 1, (1, True)),
    (a * b**2, 1, (0, False)), ((a - 1) * (b - 1) ** 2, 1, (0, False)), ((a - b) ** 2, 1, (1, False)),
    ((a - b) ** 2 * p, 2, (1, False)), (-((a - b) ** 2) * p, 2, (-1, False)), ((a - b) ** 3, 2, (0, False)),
    (det(S), 2, (1, True)), (-2 * det(S), 2, (-1, True)), (det(S) ** 2 * (a - b) ** 2, 2, (1, False)),
    (det(S) * a, 2, (0, False)), (tr(S) - det(S), 2, (0, False)), (1 / det(S), 2, (1, True)),
    (p / (a - b), 2, (0, False)), (p / (q - b**2), 2, (0, False)), (0 * a, 1, (1, False)),
], ids=repr)  # fmt: skip
def test_a_sign_is_seen_where_it_is_certain(value: Term, d: int, seen: tuple[int, bool]) -> None:
    algebra = algebra_for([value], Setting(d, model=OWN))
    space = algebra.space
    assert Signs(space).of(space.roots.reduce(algebra.finish(algebra.read(value))[0, 0])) == seen
