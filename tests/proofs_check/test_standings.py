"""How a cited claim stands is found once by the copies of a worker, and counts with the functions that found it."""

from __future__ import annotations

import sys
from dataclasses import replace

import pytest

from proofs_check import executed, registry, runner, standings
from proofs_check.catalogue import Registry
from proofs_check.dispatch import Job, _alone
from proofs_check.results import Result
from proofs_check.witnesses import Context
from proofs_check.witnesses.proof import witness as proof
from proofs_check.workers import pool

CITED = ("zfb/lemma-18-initial-loss", "f", "")
JOB = Job("zfb/lemma-18", ("proof",), Context())


@pytest.fixture
def shared(monkeypatch: pytest.MonkeyPatch) -> Registry:
    for name in ("_libraries", "_known", "_new"):
        monkeypatch.setattr(standings, name, type(getattr(standings, name))())
    monkeypatch.setattr(executed, "_also", {})
    standings.share(registry.load())
    return registry.load()


def asked(known: Registry) -> standings.Standing:
    fresh = proof.ProofWitness()
    fresh._use(Context(known=known))
    return fresh._standing(CITED, Context(known=known))


def test_what_a_copy_found_proved_is_not_followed_again(
    shared: Registry, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = asked(shared)
    assert first.by == "proof"
    standings.hear(standings.news())
    monkeypatch.setattr(proof.ProofWitness, "_stands", lambda *given: pytest.fail("it is followed again"))
    assert asked(shared) == asked(shared.within("zfb/lemma-18")) == first


def test_under_other_settings_or_in_another_registry_it_is_followed_again(shared: Registry) -> None:
    asked(shared)
    standings.hear(standings.news())
    assert standings.known(shared, CITED, Context(dims=(1,))) is None
    assert standings.known(replace(shared), CITED, Context()) is None
    assert standings.known(None, CITED, Context()) is None


def test_what_is_not_proved_is_never_told(shared: Registry) -> None:
    standings.add(shared, {CITED: standings.Standing("", "which is cited in a circle")}, Context())
    assert standings.news() == {}


def test_the_functions_that_found_it_count_where_it_is_used(
    shared: Registry, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = ("proofs_check/proof/rules.py f g", "numeric/law.py h")
    monkeypatch.setattr(executed, "executed", lambda: found)
    standings.add(shared, {CITED: standings.Standing("proof")}, Context())
    standings.hear(standings.news())
    monkeypatch.undo()
    monkeypatch.setattr(executed, "_also", {})
    monkeypatch.setattr(executed, "_notes", {"proofs_check/proof/rules.py": {"e": True}})
    assert "numeric/law.py h" not in (executed.executed() or ())
    executed.also(found)
    said = executed.executed() or ()
    assert "numeric/law.py h" in said
    assert any(text.startswith("proofs_check/proof/rules.py") and text.endswith("f g") for text in said)


def twice(job: Job) -> tuple[Result, int, Result]:
    """The same claim by two copies of a worker, and of how many cited propositions the second need not ask."""
    first = _alone(runner.perform, job)
    return first, len(standings._known), _alone(runner.perform, job)


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere nothing is copied")
def test_the_next_copy_of_a_worker_says_the_same_with_the_functions_of_the_first() -> None:
    with pool(1, ("proof",)) as workers:
        first, kept, second = workers.schedule(twice, (JOB,)).result()
    assert kept > 0
    assert [(w.verdict, w.figures) for w in second.witnesses] == [(w.verdict, w.figures) for w in first.witnesses]
    by_file = [{t.split()[0]: {*t.split()[1:]} for t in one.executed or ()} for one in (first, second)]
    assert {"ProofWitness._stands"} <= by_file[1]["proofs_check/witnesses/proof/witness.py"]
    assert by_file[0].keys() <= by_file[1].keys()
