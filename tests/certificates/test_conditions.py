"""Where a term of a statement may lack its value, the certificate says so; where it cannot, it does not."""

import pytest

from proofs_check import eq, expect, gaussian, grad, half, inv, matrix, norm_F, parameter, scalar, sqrt, tr, vector
from proofs_check.certificates import verify
from tests.certificates.forged import checked_all, forged

A, L, U = matrix("A", "d", "d"), matrix("L", "d", "d", "symmetric", "posdef"), parameter("U", "d", "d")
a, p, x, o = scalar("a"), scalar("p", "positive"), gaussian("x", "d", L), vector("o", "d", "random")
bad, o_1 = scalar("e", "random"), scalar("o_1")


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
    made = forged(prop, [])
    where = [made["nodes"][k][1] for k in made["theorems"][0]["where"]]
    assert list(dict.fromkeys(where)) == said


def _divided(**more):
    goal = eq(a / p / o_1, a / o_1 / p)
    return forged(goal, [("1", goal, {"rule": "Identity"}, [])], **more)


def _said(data):
    return [str(found) for found in checked_all([("own_it", verify.canonical(data).encode())])]


def test_the_conditions_that_a_certificate_carries_are_told():
    (line,) = _said(_divided())
    assert line.startswith("checked")
    assert line.endswith("has a value")


def test_a_condition_that_is_dropped_or_exchanged_fails():
    whole = _divided()
    carried = whole["theorems"][0]["where"]
    number = next(k for k, row in enumerate(whole["nodes"]) if row[:2] == ["sym", "a"])
    for where in ([], carried[:1], [*carried[:1], number]):
        (line,) = _said(_divided(where=where))
        assert line.startswith("FAILED")
        assert "a condition of the statement is dropped" in line


def test_a_condition_is_part_of_what_is_stated():
    data = _divided()
    data["theorems"][0]["where"] = data["theorems"][0]["where"][:1]
    data["seal"] = verify.seal(data)
    (line,) = _said(data)
    assert line.startswith("FAILED")
    assert "the digest of a statement" in line


@pytest.mark.parametrize("where", [[-1], [10**6], [True], ["a / p has a value"], None, 3])
def test_a_condition_that_is_no_formula_fails(where):
    data = _divided()
    data["theorems"][0]["where"] = where
    data["seal"] = verify.seal(data)
    (line,) = _said(data)
    assert line.startswith("FAILED")
