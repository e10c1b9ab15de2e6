"""The GPU witness: of what it can speak, the command that makes its records, and what a record decides.

Everything runs here on the CPU at tiny sizes, in child processes that find torch and NumPy alone.
"""

from __future__ import annotations

import errno
import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("torch")

from numeric.training import devices
from numeric.training.tensors import draws
from numeric.training.tensors.dual import midpoint
from proofs_check.algebras.tensors import HEADS_READ
from proofs_check.algebras.tensors.algebra import BINDERS, TensorAlgebra
from proofs_check.algebras.tensors.heads import HEADS, estimated
from proofs_check.claims import Claim, Part
from proofs_check.evidence import records
from proofs_check.papers.zfb.lemma_17 import lemma_17
from proofs_check.papers.zfb.theorem_4 import theorem_4
from proofs_check.registry import load
from proofs_check.statement.fold import Lacks
from proofs_check.statement.mutate import select
from proofs_check.statement.props import Prop
from proofs_check.statement.terms import Sym, Term
from proofs_check.verdict import Verdict
from proofs_check.witnesses import Context
from proofs_check.witnesses.gpu import command
from proofs_check.witnesses.gpu.along import trajectories
from proofs_check.witnesses.gpu.deciding import decide, speaks_of
from proofs_check.witnesses.gpu.efforts import EFFORTS
from proofs_check.witnesses.gpu.examine import Examiner, examiners
from proofs_check.witnesses.gpu.points import Site
from proofs_check.witnesses.gpu.record import make_record
from proofs_check.witnesses.gpu.rows import holds, judge
from proofs_check.witnesses.gpu.speaks import silent
from proofs_check.witnesses.gpu.witness import GpuWitness

BARE = Path(__file__).with_name("bare.py")
QUICK = ("zfb/lemma-29", "zfb/eq-23", "ccs/eq-10", "zwb/eq-3.3")
"""Statements whose records are made in a second."""


def bare(*arguments: str, **options: Any) -> subprocess.CompletedProcess[str]:
    """The command on a machine that has torch, NumPy and transformers alone."""
    line = [sys.executable, str(BARE), "proofs_check.witnesses.gpu", *arguments]
    return subprocess.run(line, capture_output=True, text=True, check=False, **options)


# Of what a device can speak ---------------------------------------------------------------------------------


def test_the_list_of_heads_is_that_of_the_algebra() -> None:
    assert {*HEADS, *BINDERS} == HEADS_READ


def test_of_every_statement_it_is_said_whether_a_device_can_speak_of_it_and_where_not_why() -> None:
    spoken, reasons = set(), set()
    for statement in load():
        claim = statement.claim
        if claim is None:
            continue
        for part in claim.parts:
            for reading in part.readings:
                if speaks_of(claim, reading.prop):
                    spoken.add(claim.id)
                else:
                    reasons.add(silent(claim, reading.prop))
    assert len(spoken) >= 300
    assert "" not in reasons
    assert not [reason for reason in reasons if reason.startswith("no engine on a device reads")]


def test_the_list_names_every_statement_once() -> None:
    done = bare("--list")
    assert done.returncode == 0, done.stderr
    named = re.findall(r"^((?:zfb|ccs|zwb)/\S+)  ", done.stdout, re.MULTILINE)
    assert len(named) == len(set(named)) == sum(s.claim is not None for s in load())


# The command ------------------------------------------------------------------------------------------------


def test_what_a_kill_leaves_is_whole_and_kept(tmp_path: Path) -> None:
    line = [sys.executable, str(BARE), "proofs_check.witnesses.gpu", "--dry-run", "--out", str(tmp_path)]
    with subprocess.Popen(line, stdout=subprocess.PIPE, stderr=subprocess.STDOUT) as running:
        until = time.monotonic() + 120
        while len(list(tmp_path.glob("*.json"))) < 3 and time.monotonic() < until:
            time.sleep(0.02)
        running.send_signal(signal.SIGKILL)
    made = {path.name for path in tmp_path.glob("*.gpu.json")}
    assert len(made) >= 3
    ids = [records.read_record(tmp_path / name).claim for name in sorted(made)]
    again = bare("--dry-run", "--out", str(tmp_path), *ids)
    assert again.stdout.count("kept from before") == len(ids)


def test_a_statement_that_fails_costs_itself_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def failing(claim: Any, *rest: Any) -> Any:
        if claim.id == QUICK[1]:
            raise RuntimeError("the device is out of memory\nand more")
        return make_record(claim, *rest)

    monkeypatch.setattr(command, "make_record", failing)
    assert command.main(["--device", "cpu", "--effort", "small", "--out", str(tmp_path), *QUICK[:3]]) == 1
    assert f"{QUICK[1]}: failed: RuntimeError: the device is out of memory\n" in capsys.readouterr().out
    assert len(list(tmp_path.glob("*.json"))) == 2


def test_a_full_disk_is_told_and_the_rest_is_tried(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def full(path: Path, record: Any) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(command.records, "write_record", full)
    assert command.main(["--dry-run", "--out", str(tmp_path), QUICK[0]]) == 1
    assert "not written: [Errno 28] No space left on device" in capsys.readouterr().out


def test_where_the_budget_ends_the_command_says_so(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert command.main(["--device", "cpu", "--budget", "0.001", "--out", str(tmp_path), *QUICK]) == 1
    assert "no time was left" in capsys.readouterr().out


def test_two_devices_share_the_statements() -> None:
    every = [claim.id for claim in command.claims_of()]
    shares = [{id for k, id in enumerate(every) if k % 2 == part} for part in range(2)]
    assert shares[0] | shares[1] == set(every)
    assert not shares[0] & shares[1]
    assert command._shard("2/2") == (1, 2)


def test_theorems_about_training_come_first() -> None:
    first = [claim.id for claim in command.claims_of()][:8]
    assert {"zfb/theorem-4", "zfb/theorem-8", "zwb/theorem-6.3", "ccs/theorem-4.5", "ccs/theorem-4.6"} <= set(first)


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--device", "cuda:7"], "--device cuda:7: "),
        (["--device", "tpu"], "a device is 'cpu', 'cuda' or 'cuda:K'"),
        (["--device", "cpu"], "say what is to be made: ids of statements, or --everything."),
        (["--device", "cpu", "zfb/lema-17"], "did you mean 'zfb/lemma-17'?"),
        (["--budget", "-3", "--everything"], "'-3' must be a positive number of seconds, such as 1200."),
        (["--shard", "3/2", "--everything"], "'3/2' must be K/N with 1 <= K <= N, such as 1/2."),
    ],
)
def test_bad_input_is_one_sentence_and_status_2(
    arguments: list[str], sentence: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as stopped:
        command.main([*arguments, "--out", str(tmp_path)])
    assert stopped.value.code == 2
    assert sentence in capsys.readouterr().err


def test_a_device_that_is_not_there_is_one_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("torch.cuda.is_available", lambda: False)
    assert devices.device_missing("cuda") == (
        "no CUDA device is visible to torch. Run this on a machine with a GPU, or try it with --dry-run."
    )
    monkeypatch.setattr("torch.cuda.is_available", lambda: True)
    monkeypatch.setattr("torch.cuda.device_count", lambda: 2)
    assert devices.device_missing("cuda:1") is None
    assert devices.device_missing("cuda:2") == "torch sees 2 CUDA devices, cuda:0 to cuda:1."


def test_the_rate_in_double_precision_is_measured() -> None:
    assert devices.double_rate("cpu", 64) > 0


# What a record decides ----------------------------------------------------------------------------------------

MEAN = {
    "kind": "mean", "relation": "eq", "text": "a = b", "at": "d = 2", "met": True, "n": 10**6, "size": 1.0,
    "estimate": 1e-4, "radius": 1e-3, "detectable": 2e-3,
}  # fmt: skip
SURE = {
    "kind": "points", "relation": "eq", "text": "a = b", "at": "d = 2", "met": True, "points": 60, "decided": 58,
    "against": 0, "resolution": 1e-13,
}  # fmt: skip
RUNS = {
    "kind": "runs", "relation": "gt", "text": "a > 0", "at": "d = 2", "met": True, "runs": 8, "held": 8, "broken": 0,
}  # fmt: skip
DESCENT = {
    "kind": "descent", "relation": "eq", "text": "min f = 0", "at": "d = 2", "met": True, "starts": 16, "reached": 9,
    "below": 0, "resolution": 1e-6,
}  # fmt: skip


@pytest.mark.parametrize(
    ("row", "answer"),
    [
        (MEAN, True),
        ({**MEAN, "estimate": 0.1}, False),
        ({**MEAN, "radius": None}, None),
        ({**MEAN, "radius": 0.2, "detectable": 0.4}, None),  # too coarse to support an equation
        ({**MEAN, "relation": "le"}, None),  # within the interval
        ({**MEAN, "relation": "le", "estimate": -0.1}, True),
        ({**MEAN, "relation": "le", "estimate": 0.1}, False),
        ({**MEAN, "relation": "gt", "estimate": 0.1}, True),
        ({**MEAN, "relation": "ne"}, None),
        ({**MEAN, "relation": "ne", "estimate": 0.1}, True),
        (SURE, True),
        ({**SURE, "against": 1}, False),
        ({**SURE, "decided": 0}, None),
        (RUNS, True),
        ({**RUNS, "held": 7}, None),
        ({**RUNS, "held": 0, "broken": 5}, False),
        (DESCENT, True),
        ({**DESCENT, "below": 1}, False),
        ({**DESCENT, "reached": 0}, None),
    ],
)
def test_rows_decide_from_their_figures(row: dict[str, Any], answer: bool | None) -> None:
    assert holds(row) is answer


def outcome(*rows: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {"part": "", "reading": "", "kind": "tensors", "rows": list(rows), "lacks": "", "twins": [], **more}


def test_the_sentence_says_draws_power_and_which_changed_statements_are_rejected() -> None:
    twins = [{"rule": "sign", "path": "0.1", "digest": "a", "rejected": True, "rows": []},
             {"rule": "order", "path": "1", "digest": "b", "rejected": False, "rows": []}]  # fmt: skip
    said = judge([outcome(MEAN, SURE, RUNS, DESCENT, twins=twins)])
    assert said.verdict is Verdict.SUPPORTED
    assert "1 means over up to 1e+06 draws agree, smallest error found 2.0e-03 of the size" in said.sentence
    assert "false-alarm rate 1e-10 each" in said.sentence
    assert "1 comparisons hold at 58 points, every rounding enclosed" in said.sentence
    assert "all times of all of 8 flows" in said.sentence
    assert "none of 16 descents ends below, 9 end there" in said.sentence
    assert said.sentence.endswith("1 of 2 changed statements are rejected by the same record, not order at 1")


def test_one_failing_row_speaks_against_and_only_where_the_hypotheses_are_met() -> None:
    bad = {**MEAN, "estimate": 1.0}
    assert judge([outcome(SURE, bad)]).against
    assert not judge([outcome(SURE, {**bad, "met": False})]).against
    assert judge([outcome(SURE), outcome({**MEAN, "radius": None})]).verdict is Verdict.UNDECIDED


def test_what_is_not_read_supports_nothing_as_a_whole() -> None:
    said = judge([outcome(SURE, lacks="gpu lacks exists")])
    assert said.verdict is Verdict.UNDECIDED
    assert said.sentence.endswith("the rest is not read: gpu lacks exists")
    assert judge([outcome(lacks="gpu lacks exists")]).sentence == "gpu lacks exists"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """With a small record of Lemma 17."""
    made = make_record(lemma_17, EFFORTS["small"], "cpu", None, None)
    there = tmp_path_factory.mktemp("records")
    records.write_record(records.record_path(lemma_17, "gpu", there), made)
    return there


def reader(folder: Path) -> GpuWitness:
    witness = GpuWitness()
    witness.folder = folder
    return witness


def test_a_record_is_read_and_judged_again_part_by_part(folder: Path) -> None:
    part = lemma_17.part("d")
    said = reader(folder).examine(lemma_17, part, part.readings[0], Context())
    assert said.verdict is Verdict.SUPPORTED
    assert said.sentence.endswith("(recorded on cpu)")
    path = records.record_path(lemma_17, "gpu", folder)
    held = json.loads(path.read_text())
    for made in held["outcomes"]:
        for row in made["rows"]:
            row["against"] = 1
    assert decide(held["outcomes"], "d", "").against


def test_the_same_record_rejects_changed_statements(folder: Path) -> None:
    part = lemma_17.part("d")
    reading = part.readings[0]
    twins = select(reading.prop, EFFORTS["small"].twins)
    assert any(reader(folder).refutes(lemma_17, part, reading, twin.prop, Context()) for twin in twins)
    assert not reader(folder).refutes(lemma_17, part, reading, reading.prop, Context())


def test_a_record_is_stale_when_the_statement_or_what_reads_it_changed(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    part = lemma_17.part("d")
    changed = replace(lemma_17, given=lemma_17.given[1:])
    assert reader(folder).examine(changed, part, part.readings[0], Context()).verdict is Verdict.STALE
    monkeypatch.setattr("proofs_check.witnesses.gpu.deciding.TENSORS_VERSION", "0")
    said = reader(folder).examine(lemma_17, part, part.readings[0], Context())
    assert said.verdict is Verdict.STALE
    assert "the trainer changed" in said.sentence


def test_edited_outcomes_are_not_believed(folder: Path, tmp_path: Path) -> None:
    path = records.record_path(lemma_17, "gpu", folder)
    held = json.loads(path.read_text())
    held["outcomes"][0]["rows"] = []
    records.record_path(lemma_17, "gpu", tmp_path).write_text(json.dumps(held))
    part = lemma_17.part("d")
    said = reader(tmp_path).examine(lemma_17, part, part.readings[0], Context())
    assert said.verdict is Verdict.STALE
    assert "are not those" in said.sentence


def test_without_a_record_the_command_is_named(tmp_path: Path) -> None:
    part = theorem_4.parts[0]
    said = reader(tmp_path).examine(theorem_4, part, part.readings[0], Context())
    assert said.verdict is Verdict.NOT_RUN
    assert said.sentence.endswith("on a machine that has it: python -m proofs_check.witnesses.gpu zfb/theorem-4")


# On a device that holds no numbers ----------------------------------------------------------------------------


@pytest.fixture
def meta(monkeypatch: pytest.MonkeyPatch) -> str:
    """A device that knows shapes and nothing else: what asks it for a number, or mixes it with another, fails."""
    real = draws.torch_generator

    def generator(owner: str, stream: str, seed: int | None = None, device: str = "cpu") -> Any:
        return None if device == "meta" else real(owner, stream, seed, device)

    monkeypatch.setattr(draws, "torch_generator", generator)
    return "meta"


@pytest.mark.slow
def test_no_mean_waits_for_the_host_or_leaves_the_device(meta: str) -> None:
    read = 0
    for claim in command.claims_of():
        for examiner in list(examiners(claim, EFFORTS["dry"], "cpu", None))[:1]:
            for part in claim.parts:
                for leaf, site, point, bound in means_of(examiner, claim, part):
                    algebra = TensorAlgebra(replace(site, device=meta).place(point, 8)).counted(bound)
                    for term in (arg for arg in leaf.args if isinstance(arg, Term)):
                        with suppress(Lacks):
                            assert str(midpoint(algebra.read(term)).device) == meta or not estimated(term)
                            read += 1
    assert read > 500


def means_of(examiner: Examiner, claim: Claim, part: Part) -> Iterator[tuple[Prop, Site, int, dict[Sym, int]]]:
    for reading in part.readings:
        if silent(claim, reading.prop):
            continue
        for there, leaf, points, bound in examiner.comparisons(reading.prop)[0]:
            if leaf.head != "always" and any(estimated(a) for a in leaf.args if isinstance(a, Term)):
                yield leaf, there.site, points[0], dict(bound)


def test_no_flow_waits_for_the_host(meta: str) -> None:
    examiner = next(iter(examiners(lemma_17, EFFORTS["dry"], "cpu", None)))
    points = tuple(examiner.points[:2])
    followed = trajectories(replace(examiner.site, device=meta), points, 4, 3)
    assert str(followed.times.device) == meta
    assert [tuple(part.shape[:2]) for part in followed.fine] == [(2, 4)] * len(followed.fine)
