"""The law of a Gaussian or of noise names a covariance or a deviation that is no random symbol itself: whoever takes a
mean knows its name alone, and would hold it fixed."""

from __future__ import annotations

import pytest

from proofs_check import Kind, UserError, check, claim, eq, expect, gaussian, matrix, noise, scalar, vector
from proofs_check.statement.props import Prop

C = matrix("R_9", "d", "d", "symmetric", "posdef", "random", "law")
s = scalar("p_9", "positive", "random", "law")
v = vector("v", "d")


def test_a_gaussian_has_no_random_covariance() -> None:
    with pytest.raises(UserError, match="the covariance R_9 of 'z_9' is random itself"):
        gaussian("z_9", "d", cov=C)


def test_noise_has_no_random_deviation() -> None:
    with pytest.raises(UserError, match="the standard deviation p_9 of 'e_9' is random itself"):
        noise("e_9", s, normal=True)


def test_a_claim_beside_the_random_covariance_that_a_law_names_is_refused() -> None:
    z = vector("z_9", "d", "random", "cov:R_9")

    @claim("own/mixed", kind=Kind.DISTRIBUTIONAL)
    def stated() -> Prop:
        """What is stated."""
        return eq(expect(z * z.T), expect(C))

    with pytest.raises(UserError, match="R_9, which the law of z_9 names, is random itself"):
        check(stated, only=("sampled",))


def test_every_value_of_a_covariance_that_is_not_random_is_meant() -> None:
    S = matrix("S_9", "d", "d", "symmetric", "posdef")
    z = gaussian("z_9", "d", cov=S)

    @claim("own/fixed", kind=Kind.DISTRIBUTIONAL)
    def stated() -> Prop:
        """What is stated."""
        return eq(expect((v.T * z)**4), 3 * expect((v.T * z)**2)**2)

    assert check(stated, only=("words",)).verdict.name == "PROVED"  # type: ignore[union-attr]
