"""The modulus of a symmetric matrix in proofs: what its definition gives, and false variants."""

from __future__ import annotations

from dataclasses import replace

import pytest

from proofs_check.claims import Claim, Kind, Part, Reading
from proofs_check.papers.ccs.chains.section_3_2 import SQUARED, D, E, Q, gram_any, plus
from proofs_check.proof.algebra import ProofAlgebra
from proofs_check.proof.chain import Proof, Step
from proofs_check.proof.checker import Checker
from proofs_check.statement.props import Prop, conj, eq
from proofs_check.statement.terms import matrix
from proofs_check.witnesses.proof.witness import WordsEquality

SPECTRAL, MODULUS, SQUARE, EXCHANGED = SQUARED.steps
OTHER = matrix("K_other", "n+1", "n+1", "symmetric")


def gap(*steps: Step) -> str:
    claim = Claim("ccs/test", Kind.IDENTITY, "", "", (Part("", (Reading("", eq(0, 0)),)),))

    def resolve(id: str) -> Claim:
        raise AssertionError(id)

    found = Checker(claim, Proof(steps), resolve, ProofAlgebra(WordsEquality(claim))).gap
    return "" if found is None else f"{found[0]}: {found[1]}"


def shown(form: Prop, *others: Prop) -> Step:
    return replace(MODULUS, shows=conj(form, *others))


def test_the_square_of_the_modulus_is_that_of_the_matrix_with_which_it_commutes() -> None:
    assert not gap(*SQUARED.steps)


FORM, TWICE, SAME = eq(plus, Q * E * Q.T), eq(E * E, D * D), eq(E * D, D * E)


@pytest.mark.parametrize(
    "step",
    [
        shown(FORM, eq(E * E, D), SAME),
        shown(FORM, TWICE, eq(E * D, D * D)),
        shown(eq(plus, Q * D * Q.T), eq(D * D, D * D), eq(D * D, D * D)),
        shown(eq(plus, Q.T * E * Q), TWICE, SAME),
        shown(eq(OTHER, Q * E * Q.T), TWICE, SAME),
        replace(MODULUS, premises=("K#1",)),
        replace(MODULUS, premises=("K#2",)),
    ],
)
def test_other_forms_are_refused(step) -> None:
    assert gap(SPECTRAL, step).startswith("|K|: ")


def test_the_modulus_is_not_the_matrix() -> None:
    assert gap(SPECTRAL, MODULUS, replace(SQUARE, shows=eq(plus, gram_any)))
    assert gap(SPECTRAL, MODULUS, replace(EXCHANGED, shows=eq(plus * gram_any, gram_any * gram_any)))
