"""What is said of noise of any law is looked at on discrete laws and at the ends of what traits allow, too."""

from __future__ import annotations

import pytest

from proofs_check import Kind, absolute, check, claim, expect, gaussian, ge, le, lt, matrix, ne, noise, relu, scalar
from proofs_check.results import Result
from proofs_check.statement.props import Prop, almost_surely

a, p, q = scalar("a"), scalar("p", "positive"), scalar("q", "nonnegative")
e, e_n, e_0 = noise("e", p), noise("e_n", p, normal=True), noise("e_0", q)
S = matrix("S", "d", "d", "symmetric", "psd")
v, x = gaussian("v", "d"), gaussian("x", "d", cov=S)


def verdict(body: Prop) -> str:
    found = check(claim("own/noise", kind=Kind.DISTRIBUTIONAL)(lambda: almost_surely(body)), only=("sampled",))
    assert isinstance(found, Result)
    assert not found.defects
    return found.verdict.name


@pytest.mark.parametrize("body", [
    lt(e_n, 100 * p), ne(e, 0), ne(e, a), ne(e, p), ne(e**2, p**2), ne(e_0, 1), le(e**2, 10**9 * p**2),
    ne(x, 0 * x), ne(e_n * e, 0), ne(e_n + e, e_n), ne(e_n * (e - a), 0),
], ids=str)  # fmt: skip
def test_noise_may_take_any_single_value_and_what_may_vanish_does(body: Prop) -> None:
    assert verdict(body) == "REFUTED"


@pytest.mark.parametrize("body", [ne(e_n, 0), ne(e_n, a), ne(v.T * v + e**2, 0), ne(v, e * v + v * 2)], ids=str)
def test_what_has_a_density_or_is_added_to_such_is_never_a_single_value(body: Prop) -> None:
    assert verdict(body) in {"SUPPORTED", "UNDECIDED"}


@pytest.mark.parametrize("prop", [
    ge(expect(absolute(e)), p / 9), ge(expect(relu(e)), p / 5), le(expect(e * absolute(e)), p**2 / 2),
], ids=repr)  # fmt: skip
def test_means_of_noise_that_is_nearly_always_near_zero_are_known(prop: Prop) -> None:
    found = check(claim("own/noise", kind=Kind.DISTRIBUTIONAL)(lambda: prop), only=("sampled",))
    assert isinstance(found, Result)
    assert found.verdict.name == "REFUTED"
