"""Citations inside proofs: whether the cited item exists and says what it is cited for."""

import pytest

from proofs_check import registry
from proofs_check.papers.zfb.lemma_32 import A, B
from proofs_check.papers.zfb.notation import Gam, Lam
from proofs_check.statement.citations import cites, supplies
from proofs_check.statement.props import commute, ge, iff, le, psd
from proofs_check.statement.terms import tr
from proofs_check.verdict import Verdict
from proofs_check.witnesses.proof.citations import examine
from proofs_check.witnesses.proof.witness import ProofWitness

BOUND = ((A, Gam), (B, Lam))


@pytest.fixture(scope="module")
def outcome():
    witness, known = ProofWitness(), registry.load()
    return lambda prop: examine(prop, known, witness._walked)


def test_a_citation_is_borne_out_by_a_step_that_follows_by_it(outcome):
    found = outcome(cites("zfb/lemma-19", "zfb/lemma-17", "zfb/lemma-18"))
    assert found.verdict is Verdict.PROVED
    assert found.scope.whole
    assert outcome(supplies("zfb/lemma-32-trace", ge(tr(Gam * Lam), 0), *BOUND)).verdict is Verdict.PROVED
    both_ways = iff(psd(Gam * Lam), commute(Gam, Lam))
    assert outcome(supplies("zfb/lemma-32-commute", both_ways, *BOUND)).verdict is Verdict.PROVED


def test_citations_are_found_beside_claims_of_ones_own(tmp_path):
    (tmp_path / "own.py").write_text(
        "from proofs_check import *\nA = matrix('A')\n"
        "@claim('mine/a', kind=Kind.IDENTITY)\ndef a():\n    'Words.'\n    return eq(A, A)\n", encoding="utf-8"
    )
    found = examine(
        cites("zfb/lemma-19", "zfb/lemma-17"), registry.load((str(tmp_path),)), ProofWitness()._walked
    )
    assert found.verdict is Verdict.PROVED, found.sentence


def test_what_the_paper_does_not_have_or_say_is_refuted(outcome):
    absent = outcome(cites("zfb/lemma-19", "zfb/lemma-49"))
    assert absent.verdict is Verdict.REFUTED
    assert "no lemma-49" in absent.sentence
    other_kind = outcome(supplies("zfb/lemma-29", psd(Gam * Lam)))
    assert other_kind.verdict is Verdict.REFUTED
    assert "cited for psd" in other_kind.sentence


def test_what_no_step_uses_and_what_is_no_instance_stays_open(outcome):
    assert outcome(cites("zfb/eq-3", "zfb/lemma-31")).verdict is Verdict.UNDECIDED
    assert outcome(supplies("zfb/lemma-32-trace", le(tr(Gam * Lam), 0), *BOUND)).verdict is Verdict.UNDECIDED


def test_the_minimum_of_the_reduced_loss_takes_the_first_item_of_lemma_32_and_not_the_second(outcome):
    assert outcome(cites("zfb/corollary-16", "zfb/lemma-32-trace")).verdict is Verdict.PROVED
    assert outcome(cites("zfb/corollary-16", "zfb/lemma-32-commute")).verdict is Verdict.NOT_APPLICABLE


def test_a_proof_may_do_without_what_it_cites(outcome):
    assert outcome(cites("zfb/lemma-17", "zfb/lemma-31")).verdict is Verdict.NOT_APPLICABLE
    mixed = outcome(cites("zfb/theorem-4", "zfb/lemma-9", "zfb/lemma-12", "zfb/assumption-3"))
    assert mixed.verdict is Verdict.PROVED
    assert "does without zfb/lemma-9" in mixed.sentence
    assert "stated under zfb/assumption-3" in mixed.sentence
