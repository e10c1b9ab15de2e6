"""Theorem 5, Corollary 6, Sections 2, 4.1 and 4.2, Appendix B: proved, refuted, corrected; no altered step follows."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from functools import cache
from pathlib import Path

import pytest

from proofs_check import evidence
from proofs_check.claims import Claim
from proofs_check.proof.algebra import ProofAlgebra
from proofs_check.proof.chain import Combination, Identity, Proof, Step
from proofs_check.proof.checker import Checker
from proofs_check.proof.logic import lines, sides
from proofs_check.registry import load
from proofs_check.statement.mutate import select
from proofs_check.statement.props import Prop
from proofs_check.verdict import Outcome, Verdict
from proofs_check.witnesses import Context, witness
from proofs_check.witnesses.conditions.written import ByWords
from proofs_check.witnesses.proof.witness import ProofWitness, WordsEquality

REGISTRY = load()
BY_CHAIN = {
    "zfb/section-2-single-gd-step": "abc", "zfb/section-4.1-large-lengths": "abc", "zfb/eq-14": ("",),
    "zfb/theorem-5": ("",), "zfb/section-4.1-competitive-rate": "ab", "zfb/section-4.1-noiseless-bound": "ab",
    "zfb/section-4.1-averaged-bound": "ab", "zfb/section-4.1-rate-remark": ("",),
    "zfb/section-4.1-variance-remark": ("",), "zfb/section-4.1-conditioning-remark": ("",),
    "zfb/corollary-6": "ab", "zfb/corollary-6-in-context-learning": ("",), "zfb/section-4.1-error-floor": "ab",
    "zfb/eq-17": ("",), "zfb/section-4.2-task-shift": ("",), "zfb/section-4.2-noisy-linear": "abc",
    "zfb/eq-18": "abc", "zfb/section-4.2-query-orthogonal-corrected": "ab", "zfb/section-4.2-covariate-shift": ("",),
    "zfb/section-4.2-covariate-shift-same-covariance": ("",),
    "zfb/section-4.2-covariate-scaling": ("",), "zfb/appendix-b-risk-exists-corrected": ("",),
    "zfb/appendix-b-hessian": "a", "zfb/appendix-b-hessian-corrected": ("",), "zfb/eq-47": ("",),
}
BY_WORDS = {
    "zfb/eq-12": ("",), "zfb/eq-13": ("",), "zfb/section-4.1-noiseless-sigma": ("",),
    "zfb/section-4.1-noiseless-risk": ("",), "zfb/theorem-5-noisy-labels": ("",), "zfb/theorem-5-cubic-labels": ("",),
    "zfb/theorem-5-relu-labels": ("",), "zfb/appendix-b-decomposition": "abcd", "zfb/appendix-b-term-ii": ("",),
    "zfb/appendix-b-term-iii": ("",), "zfb/section-4.2-ols-scaling": "abc",
}


def claim(id: str) -> Claim:
    found = REGISTRY.find(id).claim
    assert found is not None
    return found


@cache
def prover() -> ProofWitness:
    return ProofWitness()


def asked(name: str, id: str, part: str = "", reading: int = 0) -> Outcome:
    stated = claim(id).part(part)
    examiner = prover() if name == "proof" else witness(name)
    return examiner.examine(claim(id), stated, stated.readings[reading], Context(dims=(1, 2)))


@pytest.mark.parametrize("id", BY_CHAIN)
def test_a_reading_of_each_part_is_proved_by_its_chain_for_every_d(id: str) -> None:
    for name in BY_CHAIN[id]:
        outcomes = [asked("proof", id, name, k) for k in range(len(claim(id).part(name).readings))]
        assert any(o.verdict is Verdict.PROVED and o.scope.whole for o in outcomes), outcomes[0].sentence


@pytest.mark.parametrize("id", BY_WORDS)
def test_identities_are_proved_on_words_for_every_d(id: str) -> None:
    for name in BY_WORDS[id]:
        outcome = asked("words", id, name)
        assert outcome.verdict is Verdict.PROVED, outcome.sentence
        assert outcome.scope.whole


@pytest.mark.parametrize("id", BY_CHAIN)
def test_no_other_multiplier_is_accepted(id: str) -> None:
    """A premise that says that equal normal forms are equal is nothing, and so is any multiple of it."""
    stated = claim(id)
    algebra = ProofAlgebra(WordsEquality(stated))
    for proof in stated.proofs.values():
        trivial = {step.label for step in proof.steps if _is_identity(step.shows, algebra)}
        checker = Checker(stated, Proof(()), claim, algebra, reading=ByWords(stated))
        for step in proof.steps:
            for altered in _doubled(step, trivial):
                assert checker.refusal(altered), step.label
            checker.follow(step)
            assert checker.sentences[step.label] == "follows"


def _is_identity(prop: Prop, algebra: ProofAlgebra) -> bool:
    return all(link.prop.head == "eq" and algebra.same(*sides(link.prop)) for link in lines(prop))


def _doubled(step: Step, trivial: set[str]) -> Iterator[Step]:
    """The step with one of its multipliers doubled."""
    if isinstance(step.by, (Combination, Identity)):
        for k, factor in enumerate(step.by.multipliers):
            if step.premises[k].split("#")[0] in trivial:
                continue
            other = (2 * factor[0], factor[1]) if isinstance(factor, tuple) else 2 * factor
            factors = (*step.by.multipliers[:k], other, *step.by.multipliers[k + 1 :])
            if isinstance(step.by, Identity):
                yield replace(step, by=Identity(*factors))
            else:
                plain = [f for f in factors if not isinstance(f, tuple)]
                yield replace(step, by=Combination(*plain, plus=step.by.plus))


@pytest.mark.parametrize(
    "id",
    [
        "zfb/theorem-5", "zfb/section-4.1-noiseless-bound", "zfb/section-4.1-averaged-bound",
        "zfb/corollary-6-in-context-learning",
    ],
)
def test_wrong_twins_are_rejected_by_the_chains(id: str) -> None:
    stated = claim(id)
    part = stated.parts[0]
    twins = select(part.readings[0].prop, 6)
    assert twins
    assert all(prover().refutes(stated, part, part.readings[0], twin.prop, Context()) for twin in twins)


def test_that_the_mean_of_the_label_is_finite_is_never_used() -> None:
    for id in ("zfb/theorem-5", "zfb/section-4.1-competitive-rate"):
        assert asked("proof", id, claim(id).parts[0].name).figures["unused_hypotheses"] == ["E[y] finite"]


def test_the_printed_proof_of_theorem_5_is_repaired_where_it_infers_that_the_error_is_finite() -> None:
    assert asked("proof", "zfb/theorem-5").figures["printed_proof"] == "repaired"


@pytest.mark.parametrize(
    ("name", "id", "part", "reading"),
    [
        ("words", "zfb/appendix-b-hessian", "b", 0),
        ("entries", "zfb/appendix-b-hessian", "b", 0),
        ("entries", "zfb/appendix-b-risk-exists", "", 0),
        ("entries", "zfb/section-4.2-query-orthogonal", "", 0),
        ("entries", "zfb/section-4.2-query-orthogonal", "", 1),
        ("entries", "zfb/section-4.2-covariate-scaling", "", 0),
        ("entries", "zfb/section-4.1-conditioning-remark", "", 0),
        ("entries", "zfb/section-4.2-covariate-shift", "", 0),
        ("balls", "zfb/section-4.1-variance-remark", "", 2),
    ],
)
def test_false_readings_are_refuted_at_an_exact_point(name: str, id: str, part: str, reading: int) -> None:
    outcome = asked(name, id, part, reading)
    assert outcome.verdict is Verdict.REFUTED, outcome.sentence
    assert outcome.counterexample


@pytest.mark.parametrize(
    "id", ["zfb/appendix-b-hessian", "zfb/appendix-b-risk-exists", "zfb/section-4.2-query-orthogonal"]
)
def test_an_erratum_has_a_correction_and_a_script_that_runs_alone(id: str) -> None:
    assert REGISTRY.corrections(id)
    script = Path(evidence.__path__[0]) / "errata" / f"{id.translate(str.maketrans('/-.', '___'))}.py"
    done = subprocess.run([sys.executable, "-I", str(script)], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def test_larger_variances_can_make_the_risk_smaller_by_making_it_better_conditioned() -> None:
    """The averaged risk for N = 40, M = 1000: variances (1/30, 1) and, larger, (1/15, 1)."""
    small, large = _risk(Fraction(1, 30), Fraction(1)), _risk(Fraction(1, 15), Fraction(1))
    assert large < small


def _risk(*variances: Fraction) -> Fraction:
    N, M, trace = Fraction(40), Fraction(1000), sum(variances, Fraction(0))
    weights = [(x, 1 / ((1 + 1 / N) * x + trace / N) ** 2) for x in variances]
    one, two, three = (sum((x**k * g for x, g in weights), Fraction(0)) for k in (1, 2, 3))
    return (three + two * trace) / M + (three + 2 * two * trace + one * trace**2) / N**2
