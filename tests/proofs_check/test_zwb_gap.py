"""The gap of Theorem 4.1: the chains show the stated constants and no better ones; the sharp example in rationals."""

from __future__ import annotations

from fractions import Fraction

import pytest

from proofs_check import registry
from proofs_check.claims import Claim
from proofs_check.papers.zwb.beyond_gap_large_mean import beyond_gap_large_mean_form
from proofs_check.papers.zwb.beyond_sharp_gap import beyond_sharp_gap, beyond_sharp_gap_form
from proofs_check.papers.zwb.chains.gap import FORM, GAP, gap, size
from proofs_check.papers.zwb.chains.large_mean import BILINEAR, given
from proofs_check.papers.zwb.notation import M, norm_H_squared
from proofs_check.papers.zwb.notation_gap import free
from proofs_check.proof.algebra import ProofAlgebra
from proofs_check.proof.chain import Proof
from proofs_check.proof.checker import Checker
from proofs_check.statement.props import Prop, ge, gt
from proofs_check.witnesses.proof.witness import WordsEquality

form, length = free.value, norm_H_squared(free.a)


def follows(claim: Claim, proof: Proof, target: Prop) -> bool:
    known = registry.load()

    def resolve(name: str) -> Claim:
        found = known.find(name).claim
        assert found is not None
        return found

    return Checker(claim, proof, resolve, ProofAlgebra(WordsEquality(claim))).report(target).follows


def test_the_form_is_at_least_the_stated_multiple_of_the_length() -> None:
    assert follows(beyond_sharp_gap_form, FORM, ge((M + 1) * form, length))


@pytest.mark.parametrize("wrong", [ge(M * form, length), ge((M + Fraction(1, 2)) * form, length),
                                   gt((M + 1) * form, length), ge((M + 1) * (form - free.II), length)])
def test_no_better_constant_is_shown_and_none_without_the_second_term(wrong: Prop) -> None:
    assert not follows(beyond_sharp_gap_form, FORM, wrong)


def test_the_gap_is_at_least_its_share_of_the_length_and_not_shown_to_be_more() -> None:
    assert follows(beyond_sharp_gap, GAP, ge(gap, size / (M + 1)))
    assert not follows(beyond_sharp_gap, GAP, ge(gap, size / M))
    assert not follows(beyond_sharp_gap, GAP, gt(gap, size / (M + 1)))


def test_the_bilinear_form_keeps_two_shares_of_m_plus_two() -> None:
    both = given.form_of_K + given.form.value
    assert follows(beyond_gap_large_mean_form, BILINEAR, ge((M + 2) * both, 2 * given.size))
    assert not follows(beyond_gap_large_mean_form, BILINEAR, ge((M + 1) * both, 2 * given.size))


def excess(M: int, noise: Fraction, mean: Fraction, U: Fraction, v: Fraction, b: Fraction, s: Fraction) -> Fraction:
    """Of an LSA over (5.2), for d = 1 and H = Psi = 1: (B.15) and (B.17) with numbers."""
    t = 1 + noise
    omega = Fraction(M + 1, M) + t / M
    K, c, m = s * U + b * v, s * b, U * v
    q = Fraction(M + 2, M) * (t**2 + 2)
    form = 2 * c * (t * (m - mean) + Fraction(2, M) * m) + q * c**2 + (m - mean) ** 2 + Fraction(2, M) * m**2
    return (K - 1 / omega) ** 2 * omega + form


@pytest.mark.parametrize(("M", "sigma"), [(1, 3), (2, 5), (4, 1)])
def test_the_sharp_example_has_the_stated_excess(M: int, sigma: int) -> None:
    noise = Fraction(sigma**2)
    D = (1 + noise) ** 2 + M + 1
    N = (M + 2) * D + M * noise**2
    U, b = (M * w / ((M + 2 + noise) * D) for w in (noise**2 + noise + M + 2, noise))
    mean = N / ((M + 2 + noise) * D)
    found = excess(M, noise, mean, U, Fraction(1), b, Fraction(1))
    assert found == 2 * D / N * mean**2
    assert Fraction(1, M + 1) < found / mean**2 < Fraction(2, M + 2)
    assert excess(M, noise, mean, U, Fraction(11, 10), b, Fraction(1)) > found
