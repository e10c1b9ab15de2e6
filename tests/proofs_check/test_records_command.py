"""`lemmata records`: what is taken in, what is refused and why, and what the records decide."""

from __future__ import annotations

import errno
import io
import json
import os
import shutil
import tarfile
import zipfile
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

pytest.importorskip("torch")

from proofs_check import registry
from proofs_check.cli import main
from proofs_check.evidence import deciding, intake, records
from proofs_check.evidence.deciding import decide
from proofs_check.evidence.records import EVIDENCE, Record, digests, provenance, read_record, write_record
from proofs_check.papers.zfb.theorem_4 import theorem_4
from proofs_check.verdict import Outcome, Verdict
from proofs_check.witnesses import Context
from proofs_check.witnesses.trained import block as trained_block
from proofs_check.witnesses.trained.once import run_once
from proofs_check.witnesses.trained.witness import TrainedWitness, digests_of

TABLE = EVIDENCE / "zwb_table-1.small.json"
H200 = "NVIDIA H200"


def lemmata(*arguments: str) -> Result:
    return CliRunner().invoke(main, ["records", *arguments])


def added(tmp_path: Path, *paths: Path, options: tuple[str, ...] = ()) -> tuple[Result, list[dict[str, Any]]]:
    """The answer to `records add --json`, and its rows."""
    ran = lemmata("add", *map(str, paths), "--to", str(tmp_path / "to"), "--json", *options)
    assert ran.exit_code in (0, 1), ran.output
    return ran, json.loads(ran.output)["records"]


def comparison(**changes: Any) -> dict[str, Any]:
    """What the trained witness keeps of one run, less its numbers."""
    return {"part": "a", "label": "d = 2", "config": {"contexts": 4, "device": "cuda"}, "raw": {}, **changes}


@pytest.fixture
def judged(monkeypatch: pytest.MonkeyPatch) -> None:
    """The judge of trained runs, made to hold what the tests write."""
    def judge(outcomes: Any, lacking: str = "") -> Outcome:
        return Outcome(Verdict.SUPPORTED, f"{len(outcomes)} runs{lacking}")

    monkeypatch.setattr("proofs_check.witnesses.trained.witness.judge", judge)


def gpu_record(folder: Path, *, device: str = H200, made: str = "2026-11-22T10:00:00+00:00", **changes: Any) -> Path:
    """A record of Theorem 4 as a GPU makes it."""
    held = Record(theorem_4.id, "gpu", digests_of(theorem_4), {**provenance(device), "made": made}, (comparison(),))
    record = replace(held, **changes)
    path = folder / f"{record.claim.replace('/', '_')}.{record.witness}.json"
    write_record(path, record)
    return path


# What is taken ----------------------------------------------------------------------------------------------

def test_a_record_is_taken_and_said_what_it_decides(tmp_path: Path) -> None:
    ran, (row,) = added(tmp_path, TABLE)
    assert ran.exit_code == 0
    assert (row["claim"], row["witness"], row["device"], row["state"]) == ("zwb/table-1", "small", "cpu", "taken")
    assert {found["verdict"] for found in row["decides"]} == {"SUPPORTED"}
    assert (tmp_path / "to" / TABLE.name).read_bytes() == TABLE.read_bytes()
    shown = lemmata("list", "--from", str(tmp_path / "to"))
    assert shown.exit_code == 0
    assert "zwb/table-1 (mean zero): SUPPORTED" in shown.output
    assert "1 record: 1 there, 5 SUPPORTED" in shown.output


def test_nothing_is_copied_by_a_dry_run(tmp_path: Path) -> None:
    ran = lemmata("add", str(TABLE), "--to", str(tmp_path / "to"), "--dry-run")
    assert ran.exit_code == 0
    assert "taken" in ran.output
    assert "nothing was copied" in ran.output
    assert not (tmp_path / "to").exists()


@pytest.mark.parametrize("ends", [".tar", ".tar.gz", ".tgz", ".zip"])
def test_archives_and_folders_hold_records_and_other_things(tmp_path: Path, ends: str) -> None:
    folder = tmp_path / "made"
    (folder / "runs" / "ccs_figure-1").mkdir(parents=True)
    (folder / "runs" / "ccs_figure-1" / "linear.json").write_text('{"key": {}, "curves": []}')
    (folder / "progress.json").write_text('{"done": 3}')
    (folder / "log.txt").write_text("step 3")
    shutil.copy(TABLE, folder)
    path = tmp_path / f"made{ends}"
    if ends == ".zip":
        with zipfile.ZipFile(path, "w") as archive:
            for file in folder.rglob("*"):
                archive.write(file, file.relative_to(tmp_path))
    else:
        with tarfile.open(path, "w" if ends == ".tar" else "w:gz") as tar:
            tar.add(folder, "made")
    for source in (folder, path):
        ran, rows = added(tmp_path, source)
        assert ran.exit_code == 0
        assert [row["claim"] for row in rows] == ["zwb/table-1"]


def test_a_gpu_record_of_a_claim_is_decided_by_the_code_that_check_uses(
    tmp_path: Path, judged: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = gpu_record(tmp_path)
    ran, (row,) = added(tmp_path, path)
    assert ran.exit_code == 0, row["why"]
    assert row["device"] == H200
    assert [(found["part"], found["verdict"]) for found in row["decides"]] == [("a", "SUPPORTED")]
    monkeypatch.setattr(records.find_record, "__defaults__", (tmp_path / "to",))
    witness = TrainedWitness()
    witness.name = "gpu"
    monkeypatch.setattr(witness, "_missing", lambda context: "no CUDA device", raising=False)
    part = theorem_4.part("a")
    outcome = witness.examine(theorem_4, part, part.readings[0], Context())
    assert (outcome.verdict, outcome.sentence) == (Verdict.SUPPORTED, "1 runs (recorded; no CUDA device)")


def test_real_outcomes_are_judged_anew(tmp_path: Path) -> None:
    part = theorem_4.part("a")
    run = {"d": 2, "N": 4, "scale": 0.5, "contexts": 2048, "steps": 60}
    raw, _, _ = run_once(theorem_4, part.readings[0].prop, run, Context(), "cpu")
    made = {"part": "a", **raw, "config": {**raw["config"], "device": "cuda"}}
    _, (row,) = added(tmp_path, gpu_record(tmp_path, outcomes=(made,)))
    (found,) = row["decides"]
    assert found["verdict"] == "UNDECIDED"
    assert "decide nothing" in found["sentence"], "60 steps do not"


def test_a_record_of_a_block_is_decided_by_its_own_judge(tmp_path: Path) -> None:
    claim = next(claim for claim in registry.load().claims.values() if trained_block.knows(claim))
    outcome = {"part": claim.parts[0].name, "label": "d = 1", "rows": [], "others": {}, "trained": {}}
    record = Record(claim.id, "gpu", trained_block.digests_of(claim), provenance(H200), (outcome,))
    write_record(tmp_path / "block.json", record)
    _, (row,) = added(tmp_path, tmp_path / "block.json")
    assert row["decides"][0]["sentence"] == "no problem on which models are trained meets the conditions"


def test_figures_that_are_decided_together_find_each_other(tmp_path: Path) -> None:
    five, six = (EVIDENCE / f"ccs_figure-{k}.small.json" for k in (5, 6))
    alone = decide(read_record(five))
    lacking = [found for found in alone if found.outcome.verdict is Verdict.NOT_RUN]
    assert lacking
    assert all("needs the record of ccs/figure-6, too" in found.outcome.sentence for found in lacking)
    _, rows = added(tmp_path, five, six)
    assert not [found for row in rows for found in row["decides"] if found["verdict"] == "NOT_RUN"]
    # One after the other they find what the folder has.
    (tmp_path / "to" / five.name).unlink()
    _, (row,) = added(tmp_path, five)
    assert not [found for found in row["decides"] if found["verdict"] == "NOT_RUN"]


def test_a_further_kind_of_records_is_one_more_row(monkeypatch: pytest.MonkeyPatch) -> None:
    raw = Record("a/b", "gpu", {}, {}, ({"part": "", "raw": {}},))
    assert deciding.kind_of(raw).module.endswith(".trained.witness")
    block = Record("a/b", "gpu", {}, {}, ({"part": "", "rows": [], "others": {}, "trained": {}},))
    assert deciding.kind_of(block).module.endswith(".trained.block")
    mine = Record("a/b", "gpu", {}, {}, ({"part": "", "rows": []},))
    with pytest.raises(deciding.UnknownOutcomes, match="of no kind"):
        deciding.kind_of(mine)
    row = deciding.Kind("elsewhere", frozenset({"part", "rows"}), frozenset({"trained"}))
    monkeypatch.setattr(deciding, "KINDS", (*deciding.KINDS, row))
    assert deciding.kind_of(mine) is row
    assert deciding.kind_of(block) is not row


# What is refused --------------------------------------------------------------------------------------------

def edited(change: Callable[[dict[str, Any]], Any]) -> Callable[[Path], None]:
    """A change of the table's record, without a new seal."""
    def make(path: Path) -> None:
        data = json.loads(TABLE.read_text())
        change(data)
        path.write_text(json.dumps(data))

    return make


REFUSED: dict[str, tuple[Callable[[Path], Any], str, str]] = {
    "no JSON": (lambda path: path.write_text("{"), "refused", "is no JSON document"),
    "a truncated file": (lambda path: path.write_text(TABLE.read_text()[:-200]), "refused", "is no JSON document"),
    "bytes": (lambda path: path.write_bytes(b"\xff\xfe\x00"), "refused", "is no JSON document"),
    "a deep document": (lambda path: path.write_text("[" * 100_000), "refused", "is no JSON document"),
    "no outcomes": (edited(lambda d: d.pop("outcomes")), "refused", "must have 'outcomes'"),
    "outcomes that are numbers": (edited(lambda d: d.update(outcomes=[1])), "refused", "that are JSON objects"),
    "empty outcomes": (edited(lambda d: d.update(outcomes=[])), "refused", "name the preset"),
    "another schema": (edited(lambda d: d.update(schema=9)), "refused", "has schema 9"),
    "an edited outcome": (edited(lambda d: d["outcomes"][1]["errors"].reverse()), "refused", "are not those"),
    "no seal": (edited(lambda d: d["digests"].pop("outcomes")), "refused", "are not those"),
    "an unknown claim": (edited(lambda d: d.update(claim="zfb/theorem-99")), "refused", "zfb/theorem-99"),
    "a claim that leads elsewhere": (edited(lambda d: d.update(claim="../../etc/x")), "refused", "etc/x"),
    "another preset": (edited(lambda d: d.update(witness="gpu")), "refused", "must name the preset"),
    "no date": (edited(lambda d: d["provenance"].pop("made")), "refused", "must say when it was made"),
    "no device": (edited(lambda d: d["provenance"].pop("device")), "refused", "must name the device"),
    "the wrong device": (edited(lambda d: d["provenance"].update(device="cuda")), "refused", "must be made on a CPU"),
    "another trainer": (edited(lambda d: d["digests"].update(trainer="0")), "stale", "the trainer changed"),
    "another statement": (edited(lambda d: d["digests"].update(setup="0")), "stale", "the setup changed"),
}  # fmt: skip


@pytest.mark.parametrize("what", REFUSED)
def test_what_is_no_good_record_is_named_in_one_sentence(tmp_path: Path, what: str) -> None:
    make, state, sentence = REFUSED[what]
    path = tmp_path / "zwb_table-1.small.json"
    make(path)
    ran, (row, good) = added(tmp_path, path, EVIDENCE / "ccs_figure-4.small.json")
    assert ran.exit_code == 1
    assert row["state"] == state
    assert sentence in row["why"]
    assert "\n" not in row["why"]
    assert good["state"] == "taken", "one bad record costs itself alone"
    assert [path.name for path in (tmp_path / "to").iterdir()] == ["ccs_figure-4.small.json"]


def test_a_gpu_record_that_a_cpu_has_made_is_refused(tmp_path: Path, judged: None) -> None:
    told = gpu_record(tmp_path, device="cpu")
    _, (row,) = added(tmp_path, told)
    assert row["why"] == "A record of the gpu witness must be made on a GPU: this one was made on a CPU."
    # Who changes what the provenance says leaves what the sealed settings of the runs say.
    hidden = gpu_record(tmp_path, outcomes=(comparison(config={"contexts": 4, "device": "cpu"}),))
    _, (row,) = added(tmp_path, hidden)
    assert "made on a CPU" in row["why"]
    assert not [*(tmp_path / "to").iterdir()]


def test_a_record_of_a_changed_claim_is_stale(tmp_path: Path, judged: None) -> None:
    for name in ("statement", "model", "trainer"):
        path = gpu_record(tmp_path, digests={**digests_of(theorem_4), name: "0"})
        ran, (row,) = added(tmp_path, path)
        assert (ran.exit_code, row["state"]) == (1, "stale")
        assert f"the {name} changed since" in row["why"]


def test_outcomes_that_nobody_can_judge_are_refused(tmp_path: Path) -> None:
    for outcome, sentence in (({"part": "a", "raw": {}}, "cannot be judged"), ({"part": "a"}, "of no kind")):
        path = gpu_record(tmp_path, outcomes=(outcome,))
        _, (row,) = added(tmp_path, path)
        assert row["state"] == "refused"
        assert sentence in row["why"]


def test_a_witness_that_keeps_no_records_is_named(tmp_path: Path) -> None:
    path = gpu_record(tmp_path, witness="words")
    _, (row,) = added(tmp_path, path)
    assert "No witness called 'words' keeps records" in row["why"]


# What stands there already ----------------------------------------------------------------------------------

def test_a_newer_or_larger_record_stays_unless_told(tmp_path: Path, judged: None) -> None:
    standing = gpu_record(tmp_path, outcomes=(comparison(), comparison()))
    assert added(tmp_path, standing)[1][0]["state"] == "taken"
    assert added(tmp_path, standing)[1][0]["state"] == "there already"
    for changes, better in (
        ({"made": "2026-11-22T09:00:00+00:00", "outcomes": (comparison(),) * 3}, "newer"),
        ({"made": "2026-11-22T11:00:00+00:00"}, "larger"),
    ):
        other = gpu_record(tmp_path, **changes)
        ran, (row,) = added(tmp_path, other)
        assert (ran.exit_code, row["state"]) == (1, "refused")
        assert f"is {better} than this one. Pass --replace" in row["why"]
        assert added(tmp_path, other, options=("--replace", "--dry-run"))[1][0]["state"] == "taken"
    newer = gpu_record(tmp_path, made="2026-11-22T11:00:00+00:00", outcomes=(comparison(), comparison()))
    assert added(tmp_path, newer)[1][0]["state"] == "taken"
    smaller = gpu_record(tmp_path)
    assert added(tmp_path, smaller, options=("--replace",))[1][0]["state"] == "taken"
    assert len(read_record(tmp_path / "to" / smaller.name).outcomes) == 1


def test_a_stale_or_broken_record_gives_way(tmp_path: Path, judged: None) -> None:
    target = tmp_path / "to"
    target.mkdir()
    later = "2026-11-23T00:00:00+00:00"
    stale = gpu_record(target, made=later, digests={**digests_of(theorem_4), "trainer": "0"})
    assert added(tmp_path, gpu_record(tmp_path))[1][0]["state"] == "taken"
    stale.write_text("{")
    assert added(tmp_path, gpu_record(tmp_path))[1][0]["state"] == "taken"


def test_records_of_other_seeds_stand_beside_the_first(tmp_path: Path) -> None:
    _, rows = added(tmp_path, *sorted(EVIDENCE.glob("zfb_figure-1.small*.json")))
    assert {Path(row["file"]).name for row in rows} == {"zfb_figure-1.small.json", "zfb_figure-1.small.seed-1.json"}


# Bad input --------------------------------------------------------------------------------------------------

@pytest.mark.parametrize("ends", [".tar", ".zip"])
@pytest.mark.parametrize("name", ["../zwb_table-1.small.json", "/tmp/zwb_table-1.small.json", "a/../../b.json"])
def test_nothing_leads_out_of_an_archive(tmp_path: Path, name: str, ends: str) -> None:
    path, held = tmp_path / f"bad{ends}", TABLE.read_bytes()
    if ends == ".zip":
        with zipfile.ZipFile(path, "w") as archive:
            archive.writestr(name, held)
    else:
        with tarfile.open(path, "w") as tar:
            about = tarfile.TarInfo(name)
            about.size = len(held)
            tar.addfile(about, io.BytesIO(held))
    ran, (row,) = added(tmp_path, path)
    assert ran.exit_code == 1
    assert "leads out of its archive" in row["why"]
    assert not [*(tmp_path / "to").iterdir()]


def test_links_in_archives_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "links.tar"
    with tarfile.open(path, "w") as tar:
        about = tarfile.TarInfo("record.json")
        about.type, about.linkname = tarfile.SYMTYPE, "/etc/passwd"
        tar.addfile(about)
    _, (row,) = added(tmp_path, path)
    assert "is a link, not a file" in row["why"]


@pytest.mark.parametrize("ends", [".tgz", ".tar", ".zip"])
def test_a_damaged_archive_is_named(tmp_path: Path, ends: str) -> None:
    whole = tmp_path / f"whole{ends}"
    if ends == ".zip":
        with zipfile.ZipFile(whole, "w") as archive:
            archive.write(TABLE, TABLE.name)
    else:
        with tarfile.open(whole, "w:gz" if ends == ".tgz" else "w") as tar:
            tar.add(TABLE, TABLE.name)
    for held in (whole.read_bytes()[:5000], b"no archive"):
        path = tmp_path / f"cut{ends}"
        path.write_bytes(held)
        ran, rows = added(tmp_path, path)
        assert ran.exit_code == 1
        assert "is no archive, or a damaged one" in rows[-1]["why"]


def test_bad_usage_is_told_in_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    (tmp_path / "notes.txt").write_text("")
    to = ("--to", str(tmp_path / "to"))
    for arguments, sentence in (
        (("add", str(tmp_path / "missing"), *to), "does not exist"),
        (("add", str(TABLE), str(tmp_path / "missing"), *to), "does not exist"),
        (("add", str(tmp_path / "empty"), *to), "holds no record"),
        (("add", str(tmp_path / "notes.txt"), *to), "must be a folder or end in one of"),
        (("add", str(TABLE), "--to", str(tmp_path / "notes.txt")), "must be a folder"),
        (("add", str(TABLE), "--to", "/proc/records"), "cannot be written"),
        (("list", "--from", str(tmp_path / "missing")), "must be a folder"),
        (("add",), "Missing argument"),
    ):
        ran = lemmata(*arguments)
        assert ran.exit_code == 2, (arguments, ran.output)
        assert sentence in ran.output
        assert "Traceback" not in ran.output
    assert not [*(tmp_path / "to").glob("*")], "a mistyped path changes nothing"


def test_a_full_disk_is_told_and_leaves_nothing_half_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(source: Any, target: Any) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), str(target))

    monkeypatch.setattr(os, "replace", full)
    ran, (row,) = added(tmp_path, TABLE)
    assert ran.exit_code == 1
    assert "cannot be written: No space left on device" in row["why"]
    assert not [*(tmp_path / "to").iterdir()]


def test_the_committed_records_are_whole_and_none_is_stale() -> None:
    ran = lemmata("list", "--json")
    assert ran.exit_code == 0
    held = json.loads(ran.output)
    assert {row["state"] for row in held["records"]} == {"there"}
    assert len(held["records"]) == len([*EVIDENCE.glob("*.json")])


def test_a_record_of_a_claim_is_found_under_the_name_that_it_is_given(tmp_path: Path) -> None:
    known = registry.load()
    record = read_record(gpu_record(tmp_path))
    assert intake.file_name(record) == records.record_path(theorem_4, "gpu").name
    assert intake.witness_of(record, known) == "gpu"
    assert intake.stale(record, known) is None
    assert digests(theorem_4, "", "").keys() == digests_of(theorem_4).keys()
