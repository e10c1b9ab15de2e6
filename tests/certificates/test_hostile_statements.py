"""False equations and signs, sealed by a forger: verify.py calls none of them checked, and knows true ones beside them."""

import pytest

from . import statements as of
from .forged import forged, verdicts


def _shown(prop, by):
    return verdicts(forged(prop, [("1", prop, by, [])]))


@pytest.mark.parametrize("k", range(len(of.TRUE_EQUATIONS)))
def test_a_true_equation_is_checked(k):
    assert _shown(of.TRUE_EQUATIONS[k], of.IDENTITY) == ["checked"]


@pytest.mark.parametrize("k", range(len(of.FALSE_EQUATIONS)))
def test_a_false_equation_fails(k):
    assert _shown(of.FALSE_EQUATIONS[k], of.IDENTITY) == ["failed"]


@pytest.mark.parametrize("k", range(len(of.FALSE_EQUATIONS)))
def test_a_false_equation_is_not_checked_by_a_substitution_of_nothing(k):
    assert _shown(of.FALSE_EQUATIONS[k], {"rule": "Substitution"}) == ["failed"]


@pytest.mark.parametrize("k", range(len(of.TRUE_SIGNS)))
def test_a_true_sign_is_checked(k):
    assert _shown(of.TRUE_SIGNS[k], of.POSITIVITY) == ["checked"]


@pytest.mark.parametrize("k", range(len(of.FALSE_SIGNS)))
def test_a_false_sign_fails(k):
    assert _shown(of.FALSE_SIGNS[k], of.POSITIVITY) == ["failed"]
