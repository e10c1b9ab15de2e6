"""The chains of the printed proofs: they follow for every d, and no altered step is accepted."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cache

import pytest

from proofs_check.claims import Claim
from proofs_check.proof.algebra import ProofAlgebra
from proofs_check.proof.chain import Combination, FromClaim, Identity, Proof, Step
from proofs_check.proof.checker import Checker
from proofs_check.proof.logic import lines, sides
from proofs_check.registry import load
from proofs_check.statement.props import Prop
from proofs_check.statement.terms import Term
from proofs_check.verdict import Outcome, Verdict
from proofs_check.witnesses import Context
from proofs_check.witnesses.in_letters import ReasoningInLetters
from proofs_check.witnesses.proof.witness import ProofWitness, WordsEquality

REGISTRY = load()
PROVED_BY_CHAIN = {
    "zfb/lemma-9": ("",), "zfb/lemma-9-proof": "abcd",
    "zfb/lemma-10": "abc", "zfb/appendix-a.2-blocks-stay-zero": "ab", "zfb/eq-37": "abc",
    "zfb/lemma-11": ("",), "zfb/corollary-16": "abcde", "zfb/corollary-16-expansion": "a", "zfb/lemma-15": "abcd",
    "zfb/section-5.2-loss-up-to-constant": "abc", "zfb/lemma-17": "abcd",
    "zfb/lemma-18": "abcd", "zfb/lemma-18-initial-loss": "abcdef", "zfb/lemma-19": ("",), "zfb/lemma-19-proof": "abcde",
    "zfb/eq-45": ("",), "zfb/eq-46": ("",), "zfb/lemma-12": ("",), "zfb/lemma-20-decay": "abcdefg",
    "zfb/lemma-12-limits": ("",), "zfb/section-5.3-pl-implies-convergence": "ab", "zfb/theorem-4": "ab",
    "zfb/section-5.2-limit-prediction": ("a", "a, approximation", "b", "b, approximation"),
    "zfb/section-5.3-translation": ("",), "zfb/eq-11": ("",), "zfb/eq-8": ("",),
    "zfb/section-3.3-random-initialization": ("",), "zfb/lemma-30": "abcd",
    "zfb/section-5.1-kronecker-spectrum": "abcd", "zfb/section-5.1-characteristic-polynomial": "ab",
    "zfb/section-5.1-negative-eigenvalues-corrected": ("",), "zfb/appendix-a.4-saddle-origin": "a",
}


@cache
def witness() -> ReasoningInLetters:
    return ReasoningInLetters(ProofWitness())


@cache
def algebra() -> ProofAlgebra:
    return ProofAlgebra(WordsEquality(claim("zfb/theorem-4")))


def claim(id: str) -> Claim:
    found = REGISTRY.find(id).claim
    assert found is not None
    return found


@pytest.mark.parametrize("id", PROVED_BY_CHAIN)
def test_each_part_is_proved_for_every_d(id: str) -> None:
    stated = claim(id)
    for name in PROVED_BY_CHAIN[id]:
        part = stated.part(name)
        outcome = witness().examine(stated, part, part.readings[0], Context())
        assert outcome.verdict is Verdict.PROVED, outcome.sentence
        assert outcome.scope.whole


def test_the_printed_proof_of_theorem_4_is_repaired_where_it_minimises_over_all_parameters() -> None:
    stated = claim("zfb/theorem-4")
    first, second = (witness().examine(stated, part, part.readings[0], Context()) for part in stated.parts)
    assert (first.figures["printed_proof"], second.figures["printed_proof"]) == ("repaired", "follows")
    assert "zfb/lemma-12-limits (proof)" in first.figures["claims"]


def test_that_Theta_Lam_is_not_zero_is_never_used() -> None:
    for id in ("zfb/theorem-4", "zfb/lemma-12", "zfb/lemma-19"):
        part = claim(id).parts[0]
        figures = witness().examine(claim(id), part, part.readings[0], Context()).figures
        assert figures["unused_hypotheses"] == ["Theta Lam != 0"]


def test_what_a_theorem_rests_on_includes_what_its_lemmas_rest_on() -> None:
    part = claim("zfb/theorem-4").parts[0]
    rests_on = witness().examine(claim("zfb/theorem-4"), part, part.readings[0], Context()).figures["rests_on"]
    assert {"Gronwall's inequality", "uniqueness of solutions", "submultiplicativity"} <= set(rests_on)
    assert any(fact.startswith("zfb/lemma-31") for fact in rests_on)


def _doubled(step: Step, trivial: set[str]) -> Iterator[Step]:
    """The step with one of its multipliers doubled, those of trivial premises left out."""
    if isinstance(step.by, (Combination, Identity)):
        for k, factor in enumerate(step.by.multipliers):
            doubled: Term | tuple[Term, Term] = (2 * factor[0], factor[1]) if isinstance(factor, tuple) else 2 * factor
            factors = (*step.by.multipliers[:k], doubled, *step.by.multipliers[k + 1 :])
            if step.premises[k] not in trivial:
                yield replace(step, by=_with(step.by, factors))


def _with(rule: Combination | Identity, factors: tuple[Term | tuple[Term, Term], ...]) -> Combination | Identity:
    if isinstance(rule, Identity):
        return Identity(*factors)
    return Combination(*(f for f in factors if isinstance(f, Term)), plus=rule.plus)


@pytest.mark.parametrize("id", PROVED_BY_CHAIN)
def test_no_other_multiplier_is_accepted(id: str) -> None:
    stated = claim(id)
    for proof in stated.proofs.values():
        trivial = set(_trivial_premises(stated, proof))
        checker = Checker(stated, Proof(()), claim, algebra())
        for step in proof.steps:
            assert all(checker.refusal(altered) for altered in _doubled(step, trivial)), step.label
            checker.follow(step)


def _trivial_premises(stated: Claim, proof: Proof) -> Iterator[str]:
    """Premises that say that equal normal forms are equal: any multiple of them is nothing."""
    named: list[tuple[str, Prop]] = [(step.label, step.shows) for step in proof.steps]
    named += [(hypothesis.name, hypothesis.prop) for hypothesis in stated.given]
    for name, prop in named:
        links = lines(prop)
        for k, link in enumerate(links, 1):
            if link.prop.head == "eq" and algebra().same(*sides(link.prop)):
                yield f"{name}#{k}"
                if len(links) == 1:
                    yield name


@pytest.mark.parametrize(
    ("id", "label"),
    [
        ("zfb/lemma-19", "below the start"), ("zfb/lemma-19-proof", "start"), ("zfb/lemma-12", "(46)"),
        ("zfb/lemma-20-decay", "PL"), ("zfb/corollary-16", "trace"), ("zfb/theorem-4", "split"),
        ("zfb/eq-45", "Lemma 19"),
    ],
)
def test_a_chain_without_one_of_its_steps_has_a_gap(id: str, label: str) -> None:
    stated = claim(id)
    (proof,) = stated.proofs.values()
    shorter = Proof(tuple(step for step in proof.steps if step.label != label))
    assert len(shorter.steps) < len(proof.steps)
    checker = Checker(stated, shorter, claim, algebra())
    reports = [checker.report(part.readings[0].prop) for part in stated.parts]
    assert any(found.status.startswith("gap") for found in reports)


@pytest.mark.parametrize("id", ["zfb/lemma-12", "zfb/lemma-19", "zfb/theorem-4"])
def test_a_chain_without_the_condition_on_the_scale_has_a_gap(id: str) -> None:
    stated = claim(id)
    (proof,) = stated.proofs.values()
    weaker = replace(stated, given=stated.given[:-1])
    checker = Checker(weaker, proof, claim, algebra())
    assert not checker.report(weaker.parts[0].readings[0].prop).follows


def test_wrong_twins_are_rejected() -> None:
    from proofs_check.statement.mutate import select

    stated = claim("zfb/lemma-12")
    (part,) = stated.parts
    twins = select(part.readings[0].prop, 8)
    assert twins
    assert all(witness().refutes(stated, part, part.readings[0], twin.prop, Context()) for twin in twins)


def _asked_anew(stated: Claim, context: Context) -> Outcome:
    part = stated.parts[0]
    return ReasoningInLetters(ProofWitness()).examine(stated, part, part.readings[0], context)


def test_a_citation_of_what_is_not_there_is_a_gap() -> None:
    original = claim("zfb/eq-46")
    target = original.parts[0].readings[0].prop
    astray = replace(original, proofs={"": Proof((Step("cited", target, FromClaim("zfb/lemma-99")),))})
    outcome = _asked_anew(astray, Context())
    assert outcome.figures["printed_proof"] == "gap at step cited"
    assert "Unknown id" in outcome.sentence


def test_a_claim_that_is_cited_in_a_circle_is_not_proved() -> None:
    original = claim("zfb/eq-46")
    target = original.parts[0].readings[0].prop
    circular = replace(original, proofs={"": Proof((Step("itself", target, FromClaim("zfb/eq-46")),))})
    context = Context(known=load().beside(circular))
    outcome = _asked_anew(circular, context)
    assert outcome.verdict is Verdict.UNDECIDED
    assert "circle" in outcome.sentence or "not proved" in outcome.sentence


def test_claims_that_cite_each_other_are_not_proved() -> None:
    original = claim("zfb/eq-46")
    target = original.parts[0].readings[0].prop
    names = "zfb/eq-45", "zfb/eq-46"
    first, second = (
        replace(original, id=one, proofs={"": Proof((Step("the other", target, FromClaim(other)),))})
        for one, other in (names, names[::-1])
    )
    outcome = _asked_anew(first, Context(known=load().beside(first, second)))
    assert outcome.verdict is Verdict.UNDECIDED
    assert "not proved" in outcome.sentence
