"""Where a term of a statement may lack its value, the certificate says so; where it cannot, it does not."""

import pytest

from proofs_check import eq, expect, gaussian, grad, half, inv, matrix, norm_F, parameter, scalar, sqrt, tr, vector
from tests.certificates.forged import forged

A, L, U = matrix("A", "d", "d"), matrix("L", "d", "d", "symmetric", "posdef"), parameter("U", "d", "d")
a, p, x, o = scalar("a"), scalar("p", "positive"), gaussian("x", "d", L), vector("o", "d", "random")
bad = scalar("e", "random")


@pytest.mark.parametrize(("prop", "said"), [
    (eq(expect(x.T * A * x), tr(A * L)), []),
    (eq(expect(x.T * A * x * (x.T * x) / p), tr(L)), []),
    (eq(expect(x.T * A * x / a), tr(L)), ["/"]),
    (eq(expect(1 / (x.T * x)), 0), ["expect", "/"]),
    (eq(expect(inv(L + x * x.T)), L), ["expect"]),
    (eq(expect(half(x * x.T)), L), ["expect"]),
    (eq(expect(sqrt(x.T * x)), 0), ["expect"]),
    (eq(expect(o.T * o), 0), ["expect"]),
    (eq(expect(bad * (x.T * x)), 0), ["expect"]),
    (eq(grad(a**2 * tr(U * A), U), a**2 * A.T), []),
    (eq(grad(expect(x.T * U * x), U), L), []),
    (eq(grad(expect(1 / (x.T * U * x)), U), L), ["grad", "expect", "/"]),
    (eq(grad(norm_F(U), U), U), ["grad"]),
    (eq(grad(norm_F(U) ** 2, U), 2 * U), []),
    (eq(grad(sqrt(tr(U * U.T)), U), U), ["grad"]),
    (eq(grad(tr(U) / tr(U * U.T), U), U), ["grad", "/"]),
    (eq(grad(a * tr(A), A), a * U), []),
    (eq(grad(tr(L * L), L), 2 * L), ["grad"]),
    (eq(grad(grad(a**3, a), a), 6 * a), ["grad"]),
])  # fmt: skip
def test_what_may_lack_its_value_is_told(prop, said):
    where = [one for one in forged(prop, [])["theorems"][0]["where"] if one.endswith("has a value")]
    assert [one.split(" ")[0] if one.split(" ")[0] in ("expect", "grad") else _sign(one) for one in where] == said


def _sign(told):
    return next(sign for sign in ("/", "^", "sqrt") if sign in told)
