"""The runner merges conservatively, keeps what is finished, and reuses nothing that is stale."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import pytest

from proofs_check import digest, dispatch, registry, runner
from proofs_check.catalogue import Registry
from proofs_check.claims import Expected, Kind
from proofs_check.evidence.records import RecordError
from proofs_check.merging import as_expected
from proofs_check.options import of_shard, with_corrections
from proofs_check.recorded import seconds
from proofs_check.registry import load
from proofs_check.report.jsonio import document, passed
from proofs_check.results import Result, from_json, to_json
from proofs_check.store import Store
from proofs_check.verdict import Verdict
from proofs_check.witnesses import Context
from tests.proofs_check.stubs import REFUTED, UNDECIDED, Stub, make_claim, make_registry

CONTEXT = Context()


@pytest.fixture
def stubs(monkeypatch: pytest.MonkeyPatch) -> dict[str, Stub]:
    made = {name: Stub(name) for name in ("words", "entries")}
    monkeypatch.setattr(runner, "witness", made.__getitem__)
    monkeypatch.setattr(runner, "_twins", lambda *_: {})
    return made


def examine(known: Registry, monkeypatch: pytest.MonkeyPatch, **settings: object) -> dict[str, Result]:
    monkeypatch.setattr(registry, "read", lambda *_: known)
    return runner.run(tuple(known), CONTEXT, known=known, **settings)  # type: ignore[arg-type]


def test_a_whole_proof_beside_an_undecided_witness_is_proved(stubs, monkeypatch) -> None:
    stubs["entries"].answers["t/a"] = UNDECIDED
    result = examine(make_registry(make_claim("t/a")), monkeypatch)["t/a"]
    assert result.verdict is Verdict.PROVED
    assert result.scope == "every d"


def test_one_refuted_part_refutes_the_claim_and_keeps_the_counterexample(stubs, monkeypatch) -> None:
    stubs["words"].answers["t/a", "b"] = REFUTED
    stubs["entries"].answers["t/a", "b"] = UNDECIDED
    result = examine(make_registry(make_claim("t/a", ("a", "b"))), monkeypatch)["t/a"]
    assert result.verdict is Verdict.REFUTED
    assert result.counterexample == "a = 1"
    assert result.part_verdicts() == {"a": Verdict.PROVED, "b": Verdict.REFUTED}


def test_witnesses_that_contradict_each_other_are_a_defect(stubs, monkeypatch) -> None:
    known = make_registry(make_claim("t/a"))
    stubs["entries"].answers["t/a"] = REFUTED
    results = examine(known, monkeypatch)
    assert "words proved what entries refuted" in results["t/a"].defects[0]
    assert not passed(tuple(known), results, strict=False)


def test_a_witness_that_finds_false_what_another_proves_is_a_defect_even_without_a_counterexample(
    stubs, monkeypatch
) -> None:
    known = make_registry(make_claim("t/a"))
    stubs["entries"].answers["t/a"] = replace(UNDECIDED, against=True)
    results = examine(known, monkeypatch)
    assert results["t/a"].defects == ("t/a: words proved what entries finds false: one of them is wrong.",)
    assert not passed(tuple(known), results, strict=False)


def test_a_witness_that_raises_is_a_defect_and_its_result_is_not_stored(stubs, monkeypatch, tmp_path) -> None:
    known = make_registry(make_claim("t/a"))
    stubs["words"].answers["t/a"] = ZeroDivisionError("by zero")
    for _ in range(2):
        result = examine(known, monkeypatch, store=Store(tmp_path))["t/a"]
    assert result.defects == ("t/a: words: ZeroDivisionError: by zero",)
    assert stubs["words"].asked == ["t/a", "t/a"]


def test_a_broken_record_file_is_the_users_to_mend_and_no_defect(stubs, monkeypatch) -> None:
    stubs["words"].answers["t/a"] = RecordError("The record 'x.json' is no JSON document.")
    with pytest.raises(RecordError):
        examine(make_registry(make_claim("t/a")), monkeypatch)


def test_a_witness_that_supports_a_wrong_twin_is_a_defect(stubs, monkeypatch) -> None:
    monkeypatch.setattr(runner, "_twins", lambda *_: {"made": 1, "missed": ["sign at 0.1"], "defect": True})
    result = examine(make_registry(make_claim("t/a")), monkeypatch)["t/a"]
    assert result.defects[0] == "t/a: words: supports the claim, but did not reject sign at 0.1"


def test_the_expected_parts_are_refuted_and_all_others_good(stubs, monkeypatch) -> None:
    claim = make_claim("t/a", ("a", "b"), expected=Expected(Verdict.REFUTED, "sign error in (b)", ("b",)))
    known = make_registry(claim)
    for name in stubs:
        stubs[name].answers["t/a", "b"] = REFUTED
    assert as_expected(known.find("t/a"), examine(known, monkeypatch)["t/a"]) is True
    for name in stubs:
        stubs[name].answers["t/a", "a"] = REFUTED
    assert as_expected(known.find("t/a"), examine(known, monkeypatch)["t/a"]) is False


def test_a_stored_result_is_reused_until_the_claim_changes(stubs, monkeypatch, tmp_path) -> None:
    store = Store(tmp_path)
    first = examine(make_registry(make_claim("t/a")), monkeypatch, store=store)
    again = examine(make_registry(make_claim("t/a")), monkeypatch, store=store)
    assert again == first
    assert stubs["words"].asked == ["t/a"]
    examine(make_registry(make_claim("t/a", ("a", "b"))), monkeypatch, store=store)
    assert stubs["words"].asked == ["t/a"] * 3
    examine(make_registry(make_claim("t/a")), monkeypatch, store=store, fresh=True)
    assert stubs["words"].asked == ["t/a"] * 4


def test_a_broken_file_of_the_store_counts_as_none(stubs, monkeypatch, tmp_path) -> None:
    known, store = make_registry(make_claim("t/a")), Store(tmp_path)
    examine(known, monkeypatch, store=store)
    (stored,) = tmp_path.rglob("*.json")
    stored.write_text(stored.read_text()[:40])
    assert examine(known, monkeypatch, store=store)["t/a"].verdict is Verdict.PROVED
    assert from_json(json.loads(stored.read_text())).verdict is Verdict.PROVED


def test_another_executor_can_take_the_place_of_the_process_pool(stubs, monkeypatch) -> None:
    known = make_registry(*(make_claim(f"t/{k}") for k in range(5)))
    with ThreadPoolExecutor(2) as executor:
        results = examine(known, monkeypatch, executor=executor)
    assert list(results) == [f"t/{k}" for k in range(5)]


def test_a_pool_that_broke_is_not_waited_for() -> None:
    finished: Future[Result] = Future()
    finished.set_result(Result("t/0", Verdict.PROVED))
    jobs = [runner.Job(f"t/{k}", ("words",), CONTEXT) for k in range(3)]
    waiting = dict(zip([finished, Future(), Future()], jobs, strict=True))
    ended = dispatch.finished(waiting, lambda: False)
    told = [(waiting[f].id, f.done()) for f in ended]
    assert (told[0], sorted(told[1:])) == (("t/0", True), [("t/1", False), ("t/2", False)])


def test_results_survive_json_and_figures_become_json() -> None:
    result = Result("t/a", Verdict.NOT_APPLICABLE, "see t/b", defects=("none",))
    assert from_json(to_json(result)) == result


def test_shards_are_disjoint_cover_everything_and_keep_corrections_with_the_printed_claim() -> None:
    known = make_registry(*(make_claim(f"t/{k}") for k in range(7)), make_claim("t/2-corrected", corrects="t/2"))
    statements = tuple(known)
    shards = [of_shard(statements, (i, 3)) for i in (1, 2, 3)]
    ids = [s.id for shard in shards for s in shard]
    assert sorted(ids) == sorted(s.id for s in statements)
    assert any({"t/2", "t/2-corrected"} <= {s.id for s in shard} for shard in shards)


def test_shards_are_dealt_by_the_seconds_on_record() -> None:
    statements = tuple(load())
    shards = [of_shard(statements, (i, 16), seconds()) for i in range(1, 17)]
    took = [sum(seconds().get(s.id, 0.0) for s in shard) for shard in shards]
    assert sorted(s.id for shard in shards for s in shard) == sorted(s.id for s in statements)
    assert max(took) < 1.1 * sum(took) / 16


def test_a_selected_claim_brings_its_correction_along() -> None:
    known = make_registry(make_claim("t/1"), make_claim("t/1-corrected", corrects="t/1#a"))
    assert [s.id for s in with_corrections(known.select(["t/1"]), known)] == ["t/1", "t/1-corrected"]


def test_the_document_carries_the_erratum_and_the_summary(stubs, monkeypatch) -> None:
    printed = make_claim("t/1", expected=Expected(Verdict.REFUTED, "a sign"))
    known = make_registry(printed, make_claim("t/1-corrected", corrects="t/1"))
    for name in stubs:
        stubs[name].answers["t/1"] = REFUTED
    results = examine(known, monkeypatch)
    data = document(tuple(known), results, known)
    assert data["claims"][0]["erratum"] == {
        "kind": "false", "counterexample": "a = 1", "correction": "t/1-corrected", "verdict": "PROVED", "script": None,
    }
    assert data["claims"][0]["expected"] is True
    assert data["summary"]["verdicts"] == {"PROVED": 1, "REFUTED": 1}
    assert passed(tuple(known), results, strict=True)


def test_the_digest_of_a_claim_does_not_depend_on_the_process() -> None:
    script = (
        "from proofs_check.digest import claim_digest; from tests.proofs_check.stubs import make_claim; "
        "print(claim_digest(make_claim('t/a', ('a', 'b'))))"
    )
    seen = {
        subprocess.run(
            [sys.executable, "-c", script], capture_output=True, text=True, check=True, cwd=_ROOT,
            env={**os.environ, "PYTHONHASHSEED": str(seed), "PYTHONPATH": str(_ROOT)},
        ).stdout
        for seed in (1, 2)
    }
    assert seen == {digest.claim_digest(make_claim("t/a", ("a", "b"))) + "\n"}


_ROOT = Path(__file__).resolve().parents[2]
_KILLED = """
import os, signal, sys
from pathlib import Path
from proofs_check import registry, runner
from proofs_check.store import Store
from proofs_check.witnesses import Context
from tests.proofs_check.stubs import PROVED, Stub, make_claim, make_registry

log, limit = Path(sys.argv[1]), int(sys.argv[2])
class Logged(Stub):
    def examine(self, claim, part, reading, context):
        with log.open("a") as stream:
            stream.write(claim.id + "\\n")
        if len(log.read_text().split()) == limit:
            os.kill(os.getpid(), signal.SIGKILL)
        return PROVED
known = make_registry(*(make_claim(f"t/{k}") for k in range(6)))
registry.read = lambda *_: known
runner.witness = Logged
runner._twins = lambda *_: {}
results = runner.run(tuple(known), Context(), known=known, only=("words",), store=Store(log.parent))
print(len(results))
"""


def test_a_killed_run_loses_only_the_claim_it_was_at(tmp_path: Path) -> None:
    log = tmp_path / "log"

    def start(limit: int) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, "-c", _KILLED, str(log), str(limit)], capture_output=True, text=True, cwd=_ROOT,
            env={**os.environ, "PYTHONPATH": str(_ROOT)}, check=False,
        )

    assert start(4).returncode == -signal.SIGKILL
    second = start(0)
    assert second.stdout == "6\n", second.stderr
    assert sorted(log.read_text().split()) == ["t/0", "t/1", "t/2", "t/3", "t/3", "t/4", "t/5"]


def test_summaries_point_and_are_not_run(stubs, monkeypatch) -> None:
    summary = replace(make_claim("t/s"), kind=Kind.SUMMARY, see=("t/a",))
    known = make_registry(make_claim("t/a"), summary)
    result = examine(known, monkeypatch)["t/s"]
    assert (result.verdict, result.scope) == (Verdict.NOT_APPLICABLE, "see t/a")
    assert stubs["words"].asked == ["t/a"]
