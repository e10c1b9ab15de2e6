"""Answers on record: who has answered must go on answering."""

from __future__ import annotations

from dataclasses import replace

import pytest

from proofs_check import answers, recorded
from proofs_check.claims import Kind
from proofs_check.registry import load
from proofs_check.results import Examined, Result
from proofs_check.verdict import Outcome, Scope, Verdict
from proofs_check.witnesses import Context

TWINS = {"twins": {"refuted": 2}}
ID = "zfb/lemma-9"


def row(verdict: Verdict, whole: bool = False, name: str = "words", **figures: object) -> Examined:
    return Examined.of(name, "", "", Outcome(verdict, "so it is", Scope("there", whole), dict(figures)), 0.0)


@pytest.mark.parametrize("said", [
    row(Verdict.PROVED, True, **TWINS), row(Verdict.PROVED), row(Verdict.SUPPORTED, **TWINS), row(Verdict.REFUTED),
    row(Verdict.DEFINED),
])  # fmt: skip
def test_the_same_answer_is_no_loss(said: Examined) -> None:
    assert recorded.weaker(recorded.answer(said), said) == ""


@pytest.mark.parametrize(("before", "now", "why"), [
    (row(Verdict.PROVED, True), row(Verdict.UNDECIDED), "now says UNDECIDED"),
    (row(Verdict.PROVED), row(Verdict.SUPPORTED), "now says SUPPORTED"),
    (row(Verdict.PROVED, True), row(Verdict.PROVED), "now only there"),
    (row(Verdict.PROVED, True, **TWINS), row(Verdict.PROVED, True), "rejected wrong twins"),
    (row(Verdict.PROVED, premises_needed=True), row(Verdict.PROVED, premises_needed=False), "takes it without"),
    (row(Verdict.PROVED, theorem={"axioms": []}), row(Verdict.PROVED, theorem={"refused": "no sign"}), "(no sign)"),
    (row(Verdict.PROVED, theorem={"axioms": []}), row(Verdict.PROVED), "is not handed to the kernel"),
    (row(Verdict.REFUTED), row(Verdict.UNDECIDED), "now says UNDECIDED"),
    (row(Verdict.REFUTED), row(Verdict.PROVED, True), "now says PROVED"),
    (row(Verdict.DEFINED), row(Verdict.UNDECIDED), "now says UNDECIDED"),
])  # fmt: skip
def test_less_is_a_loss_and_says_what(before: Examined, now: Examined, why: str) -> None:
    assert why in recorded.weaker(recorded.answer(before), now)


@pytest.mark.parametrize("now", [
    row(Verdict.NOT_RUN), row(Verdict.PROVED, True, **TWINS), row(Verdict.PROVED, twins={"not_shown": "no engine"}),
])  # fmt: skip
def test_what_could_not_run_and_what_says_more_is_no_loss(now: Examined) -> None:
    assert recorded.weaker(recorded.answer(row(Verdict.PROVED, **TWINS)), now) == ""


def test_an_open_answer_is_not_put_on_record() -> None:
    assert not answers.answers_of([Result(ID, Verdict.UNDECIDED, witnesses=(row(Verdict.UNDECIDED),))])


def test_a_silent_witness_is_a_defect_of_the_claim() -> None:
    silent = Result(ID, Verdict.PROVED, witnesses=(row(Verdict.UNDECIDED),))
    (sentence,) = recorded.with_losses(silent, Context(), ("words",)).defects
    assert sentence.startswith(f"{ID}: words said PROVED on record")


def test_what_depends_on_the_context_is_compared_in_the_usual_one_alone() -> None:
    silent = Result(ID, Verdict.PROVED, witnesses=(row(Verdict.UNDECIDED, name="entries"),))
    assert recorded.with_losses(silent, Context(), ("entries",)).defects
    assert not recorded.with_losses(silent, Context(dims=(1,)), ("entries",)).defects
    assert not recorded.with_losses(silent, Context(tier="full"), ("entries",)).defects


def test_a_claim_stopped_at_its_time_limit_has_lost_nothing() -> None:
    stopped = replace(Result(ID, Verdict.UNDECIDED, witnesses=(row(Verdict.UNDECIDED),)), stopped="too long")
    assert not recorded.with_losses(stopped, Context()).defects


def test_every_claim_of_the_first_paper_that_witnesses_examine_is_on_record() -> None:
    said = recorded.on_record("zfb")
    claims = {s.id: s.claim for s in load() if s.paper == "zfb" and s.claim is not None}
    examined = {id for id, claim in claims.items() if claim.kind is not Kind.SUMMARY}
    assert set(said) <= set(claims)
    # What the literature proves, and experiments that were not run as printed, may have no answer of their own.
    assert {id for id in examined - set(said) if claims[id].kind is not Kind.EXPERIMENT} <= {"zfb/lemma-31"}


def test_seconds_on_record_stay_where_they_are_about_right() -> None:
    took = [Result(id, Verdict.PROVED, seconds=s) for id, s in (("t/a", 2.4), ("t/b", 9.0), ("t/c", 1.0))]
    assert answers.seconds_of(took, {"t/a": 2.0, "t/b": 2.0}) == {"t/a": 2.0, "t/b": 9.0, "t/c": 1.0}
