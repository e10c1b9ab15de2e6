"""Blocks, sums, Gaussian rows and recursions: what is true is checked, and nothing else."""

import pytest

from . import places
from .forged import forged, verdicts
from .statements import IDENTITY


def _one(prop):
    return verdicts(forged(prop, [("1", prop, IDENTITY, [])]))


@pytest.mark.parametrize("k", range(len(places.TRUE)))
def test_a_true_equation_is_checked(k):
    assert _one(places.TRUE[k]) == ["checked"]


@pytest.mark.parametrize("k", range(len(places.FALSE)))
def test_a_false_equation_fails(k):
    assert _one(places.FALSE[k]) == ["failed"]


@pytest.mark.parametrize("name", places.TRUE_PROOFS)
def test_a_true_proof_is_checked(name):
    assert verdicts(places.TRUE_PROOFS[name]()) == ["checked"]


@pytest.mark.parametrize("name", places.FALSE_PROOFS)
def test_a_wrong_proof_is_not_checked(name):
    assert "checked" not in verdicts(places.FALSE_PROOFS[name]())
