"""Appendices E.2 and F.2 of the attention paper: what is proved for every size, and that wrong directions are not."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from proofs_check import registry
from proofs_check.claims import Claim, Hypothesis, Kind, Part, Reading
from proofs_check.papers.ccs import proposition_e_3, proposition_f_4
from proofs_check.papers.ccs.chains import covariates, means, products
from proofs_check.papers.ccs.notation import X_0, R, t
from proofs_check.papers.ccs.notation_moved import E_B, E_C, F_A
from proofs_check.papers.ccs.notation_rotations import G_B, RU, RU_A, UX, X_A, X_B, K_invariant, R_tilde, d_dt, i
from proofs_check.proof.algebra import ProofAlgebra
from proofs_check.proof.chain import Proof, Step
from proofs_check.proof.checker import Checker
from proofs_check.report.errata.collect import script_of
from proofs_check.statement.props import Prop, eq
from proofs_check.verdict import Verdict
from proofs_check.witnesses.proof.witness import WordsEquality

WEIGHTS = {"39": E_C, "71": F_A}
"""A weight of each kind of proposition; the others are proved alike."""
SETTINGS = {"38": proposition_e_3.eq_38, "39": proposition_e_3.eq_39, "71": proposition_f_4.eq_71}


def _claim(id: str) -> Claim:
    found = registry.load().find(id).claim
    assert found is not None
    return found


def gap(steps: tuple[Step, ...], given: tuple[Hypothesis, ...] = ()) -> str:
    """The label of the first step that does not follow."""
    claim = Claim("ccs/test", Kind.IDENTITY, "", "", (Part("", (Reading("", steps[-1].shows),)),), given=given)
    found = Checker(claim, Proof(steps), _claim, ProofAlgebra(WordsEquality(claim))).gap
    return "" if found is None else found[0]


@pytest.mark.parametrize("number", WEIGHTS)
def test_the_two_derivatives_are_equal_for_every_size_and_depth(number: str) -> None:
    assert gap(means.equality(WEIGHTS[number]).steps, SETTINGS[number].given) == ""


def test_the_equality_needs_the_invariance_of_the_labels_and_of_the_covariates() -> None:
    given = SETTINGS["38"].given
    for name in ("Assumption 4.1", "Assumption 4.2"):
        fewer = tuple(h for h in given if h.name != name)
        assert gap(means.rotated(E_B), fewer) in {"same law", "K turned"}
    assert K_invariant in given


def test_another_mean_direction_does_not_follow() -> None:
    for wrong in (R, 2 * R_tilde):
        other = replace(E_C, mean=wrong)
        assert gap(means.fourth_line(other)) == "R tilde"


def test_f_4_needs_the_inverse_of_the_rotation_where_f_3_has_the_transpose() -> None:
    def chain(X: covariates.Covariates, direction: object, turned: Prop) -> tuple[Step, ...]:
        first = covariates.by_induction("values", lambda layer: covariates.turned(X, layer))
        says = covariates.slopes_turned(X, direction)  # type: ignore[arg-type]
        return (*first, *covariates.by_induction("slopes", says, used=("values",)))

    assert gap(chain(X_B, RU, covariates.turned(X_B, i))) == ""
    assert gap(chain(X_A, RU_A, covariates.turned(X_A, i))) == ""
    assert gap(chain(X_B, RU_A, covariates.turned(X_B, i))) == "slopes at i + 1"
    assert gap(chain(X_A, RU, covariates.turned(X_A, i))) == "slopes at i + 1"


def test_the_products_do_not_turn_with_an_unturned_direction() -> None:
    steps = products.BEFORE_67[:-5]
    wrong = covariates.by_induction(
        "slopes before", lambda layer: eq(d_dt(G_B(layer - 1, UX, t * R)), d_dt(G_B(layer - 1, X_0, t * R))), steps,
        ("eq-62", "eq-63", "before"),
    )
    assert gap(wrong) == "slopes before at i + 1"


REFUTED = {
    "eq-40": ("b",), "eq-43": (), "eq-43-proof-display": ("a", "d"), "eq-45": ("definition",), "eq-58": ("b", "c"),
    "eq-65-substitution": ("a", "b", "e"), "eq-68": (), "eq-68-first-term": (), "eq-72": ("b", "c"), "eq-74": ("c",),
    "eq-76-induction": ("a", "b", "d"), "eq-82": (), "eq-82-first-term": (), "eq-82-substitution": ("d", "f"),
    "appendix-f.4-averaging": ("b", "d"), "lemma-f.5-proof-display": ("c", "d"),
}


@pytest.mark.parametrize("label", REFUTED)
def test_a_slip_has_its_reason_a_correction_and_a_script(label: str) -> None:
    id = f"ccs/{label}"
    claim = _claim(id)
    assert claim.expected is not None
    assert claim.expected.verdict is Verdict.REFUTED
    assert claim.expected.parts == REFUTED[label]
    assert registry.load().corrections(id)
    script = script_of(id)
    assert isinstance(script, Path)
    assert id in script.read_text()
