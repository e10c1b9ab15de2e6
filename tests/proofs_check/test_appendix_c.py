"""Section 4.3 and Appendix C: what is proved of random covariances, what the proofs lack, and which line is false."""

from __future__ import annotations

import subprocess
import sys
from fractions import Fraction
from math import factorial
from pathlib import Path

import pytest

from proofs_check.claims import Claim, Reading
from proofs_check.papers.zfb.chains.lemma_26 import quadratic
from proofs_check.papers.zfb.limit_line import FIXED, RANDOM, on_random
from proofs_check.papers.zfb.notation import M, N, d, sigma
from proofs_check.papers.zfb.notation_random import E_Lam_Theta
from proofs_check.proof.algebra import ProofAlgebra
from proofs_check.proof.chain import Identity, Proof, Step
from proofs_check.proof.checker import Checker
from proofs_check.registry import load
from proofs_check.statement.laws import tends_jointly
from proofs_check.statement.props import eq
from proofs_check.statement.terms import term
from proofs_check.verdict import Outcome, Verdict
from proofs_check.witnesses import Context
from proofs_check.witnesses.entries.witness import EntriesWitness
from proofs_check.witnesses.in_letters import ReasoningInLetters
from proofs_check.witnesses.proof.witness import ProofWitness, WordsEquality
from proofs_check.witnesses.words.witness import WordsWitness

ERRATUM = Path(__file__).parents[2] / "proofs_check/evidence/errata/zfb_lemma_26_initial_loss.py"
PROOF = ReasoningInLetters(ProofWitness())
BY_CHAIN = (
    "lemma-21", "lemma-21-proof", "corollary-22", "lemma-23", "lemma-24", "lemma-25", "lemma-26",
    "lemma-26-initial-loss-corrected", "lemma-27", "lemma-28", "lemma-28-gradient-bound", "lemma-28-limits",
    "lemma-28-translation", "eq-64", "theorem-8", "eq-23", "section-4.3-no-in-context-learning",
    "appendix-a.4-saddle-origin",
)


def find(label: str) -> Claim:
    found = load().find(f"zfb/{label}").claim
    assert found is not None
    return found


def asked(label: str, part: str = "", reading: str = "", witness: object = PROOF) -> Outcome:
    claim = find(label)
    chosen = claim.part(part)
    wanted = next((r for r in chosen.readings if r.name == reading), chosen.readings[0])
    found: Outcome = witness.examine(claim, chosen, wanted, Context())  # type: ignore[attr-defined]
    return found


@pytest.mark.parametrize("label", BY_CHAIN)
def test_every_step_of_every_reading_follows_for_every_dimension_length_and_law(label: str) -> None:
    for part in find(label).parts:
        for reading in part.readings:
            found = asked(label, part.name, reading.name)
            assert found.verdict is Verdict.PROVED, f"{part.name} {reading.name}: {found.sentence}"
            assert found.scope.whole


def test_theorem_8_needs_no_assumption_on_the_mean_covariance() -> None:
    for part in "ab":
        assert asked("theorem-8", part).figures["unused_hypotheses"] == ["||E Lam_tau Theta||_F != 0"]


def test_theorem_8_is_proved_with_a_step_that_the_page_leaves_out() -> None:
    assert asked("theorem-8", "a").figures["printed_proof"] == "repaired"
    assert "u12, u21" in asked("theorem-8", "a").sentence
    assert asked("theorem-8", "b").figures["printed_proof"] == "follows"


def test_lemma_26_is_repaired_where_its_proof_is_false() -> None:
    found = asked("lemma-26", "a")
    assert found.figures["printed_proof"] == "repaired"
    assert "mean of squares" in found.sentence


@pytest.mark.parametrize("witness", [WordsWitness(), EntriesWitness()], ids=lambda w: w.name)
def test_the_mean_of_squares_is_not_the_square_of_the_mean(witness: object) -> None:
    found = asked("lemma-26-initial-loss", "b", witness=witness)
    assert found.verdict is Verdict.REFUTED
    assert "d = 1" in str(found.counterexample)
    wrong = eq(quadratic, sigma**2 * E_Lam_Theta**2)
    claim = find("lemma-26-initial-loss-corrected")
    checker = Checker(claim, Proof((Step("s", wrong, Identity()),)), find, ProofAlgebra(WordsEquality(claim)))
    assert not checker.report(wrong).follows


def test_the_erratum_is_seen_with_nothing_but_fractions() -> None:
    done = subprocess.run([sys.executable, str(ERRATUM)], capture_output=True, text=True, check=True)
    assert "= 1/40;" in done.stdout
    assert "= 9/400." in done.stdout


def test_the_start_that_the_scan_shows_contradicts_the_loss_beside_it() -> None:
    readings = {"U11(0) = sigma Theta Theta^T": Verdict.PROVED, "U11(0) = Theta Theta^T": Verdict.REFUTED}
    for name, verdict in readings.items():
        assert asked("lemma-26-initial-loss", "a", name, WordsWitness()).verdict is verdict


def test_both_denominators_of_nu_that_the_scan_admits_are_proved() -> None:
    assert [asked("lemma-28", "", name).verdict for name in ("sqrt(d)", "2 sqrt(d)")] == 2 * [Verdict.PROVED]


def test_the_query_tells_of_its_covariance_so_the_conditional_mean_is_another() -> None:
    readings = find("section-4.3-conditional-mean").parts[0].readings
    found = {r.literal: asked("section-4.3-conditional-mean", "", r.name, WordsWitness()).verdict for r in readings}
    assert found == {True: Verdict.REFUTED, False: Verdict.PROVED}


# The black dashed lines of Figure 1 --------------------------------------------------------------------------

def error_per_coordinate(a: Fraction, c: int | None) -> Fraction:
    """E (a v - 1)^2 v for the variance v of a covariate: 1, or c times an Exponential(1) variable."""
    def moment(k: int) -> int:
        return 1 if c is None else c**k * factorial(k)

    return a**2 * moment(3) - 2 * a * moment(2) + moment(1)


LINES = {
    ("fixed", None): (Fraction(0), Fraction(4, 9)), ("c = 1", 1): (Fraction(3), Fraction(1, 3)),
    ("c = 4", 4): (Fraction(324), Fraction(76, 3)), ("c = 9", 9): (Fraction(4059), Fraction(387)),
}


@pytest.mark.parametrize(("panel", "c"), LINES, ids=lambda value: str(value))
def test_the_limit_lines_have_the_values_that_the_moments_give(panel: str, c: int | None) -> None:
    trained = (Fraction(1), Fraction(1, 3))
    assert tuple(error_per_coordinate(a, c) for a in trained) == LINES[panel, c]
    for reading in find("section-4.3-lsa-limit-line").part(panel).readings:
        assert asked("section-4.3-lsa-limit-line", panel, reading.name, WordsWitness()).verdict is Verdict.PROVED


def test_other_values_of_the_limit_lines_are_refused() -> None:
    claim = find("section-4.3-lsa-limit-line")
    errors = (on_random(FIXED, 1), on_random(RANDOM, 1))
    for value, error, right in ((2, errors[0], False), (3, errors[0], True), (Fraction(1, 4), errors[1], False)):
        reading = Reading("", tends_jointly(error / d, term(value), M, N))
        found = WordsWitness().examine(claim, claim.part("c = 1"), reading, Context()).verdict
        assert (found is Verdict.PROVED) is right
