"""`lemmata certify`: bundles that check, that wrong twins do not pass, and that come out the same each time."""

import hashlib
import json
import re
import subprocess
import sys
from html import unescape
from pathlib import Path

import pytest
from click.testing import CliRunner

from proofs_check import UserError, certify, check, store
from proofs_check.certificates import depth, verify
from proofs_check.certificates.bundle import finish
from proofs_check.certificates.nodes import Rows
from proofs_check.cli import main
from proofs_check.model import model_of
from proofs_check.recheck.points import fails_somewhere
from proofs_check.registry import load
from proofs_check.report.latex.formulas import statement_formulas
from proofs_check.report.latex.status import with_depth, without_depth
from proofs_check.report.page import pages
from proofs_check.statement.mutate import select
from proofs_check.statement.terms import vector
from proofs_check.written_out import written_out

from .forged import checked_all, sealed

IDS = ("zfb/lemma-32-trace", "zfb/lemma-17")


@pytest.fixture(scope="module")
def bundle(tmp_path_factory):
    folder = tmp_path_factory.mktemp("bundle") / "out"
    ran = CliRunner().invoke(main, ["certify", *IDS, "-o", str(folder), "--jobs", "1"])
    assert ran.exit_code == 0, ran.output
    return folder


def _files(folder: Path) -> dict[str, str]:
    return {str(p.relative_to(folder)): hashlib.sha256(p.read_bytes()).hexdigest() for p in folder.rglob("*") if p.is_file()}


def test_the_bundle_has_certificates_the_program_and_pages(bundle):
    assert set(_files(bundle)) == {
        "certificates/zfb_lemma-32-trace.json", "certificates/zfb_lemma-17.json", "verify.py", "README.md", "index.html",
        "index.json", "axioms.json",
    }  # fmt: skip


def test_verify_py_checks_the_bundle_without_lemmata(bundle):
    ran = subprocess.run([sys.executable, "-I", "-S", "verify.py", "."], cwd=bundle, capture_output=True, text=True, check=False)
    *rows, last = ran.stdout.splitlines()
    assert ran.returncode == 0
    assert any(row.startswith("checked   zfb/lemma-32-trace") for row in rows)
    assert any(row.startswith("checked   zfb/lemma-17 (d)") for row in rows)
    assert last.startswith("checked ")
    assert last.endswith("failed 0")


def test_the_pages_name_the_numbers(bundle):
    ran = subprocess.run([sys.executable, "verify.py", "."], cwd=bundle, capture_output=True, text=True, check=False)
    *rows, last = ran.stdout.splitlines()
    counts = [tuple(map(int, re.findall(r"\((\d+) of (\d+) steps", row)[0])) for row in rows if "steps re-checked" in row]
    done, all_ = (sum(column) for column in zip(*counts, strict=True))
    for page in ("README.md", "index.html"):
        assert last in (bundle / page).read_text()
        assert re.search(f"{done} of {all_} steps (are )?re-checked", (bundle / page).read_text())


def test_the_same_bytes_come_out_again_and_what_is_finished_is_kept(bundle, tmp_path):
    before = _files(bundle)
    kept = {p: p.stat().st_mtime_ns for p in (bundle / "certificates").iterdir()}
    assert CliRunner().invoke(main, ["certify", *IDS, "-o", str(bundle)]).exit_code == 0
    assert _files(bundle) == before
    assert {p: p.stat().st_mtime_ns for p in (bundle / "certificates").iterdir()} == kept
    assert CliRunner().invoke(main, ["certify", *IDS, "-o", str(tmp_path / "again")]).exit_code == 0
    assert _files(tmp_path / "again") == before


def test_a_certificate_that_is_missing_or_exchanged_is_told(bundle, tmp_path):
    for p in bundle.rglob("*"):
        if p.is_file():
            target = tmp_path / p.relative_to(bundle)
            target.parent.mkdir(exist_ok=True)
            target.write_bytes(p.read_bytes())
    one, other = (tmp_path / "certificates" / f"{name.replace('/', '_')}.json" for name in IDS)
    other.write_bytes(one.read_bytes())
    ran = subprocess.run([sys.executable, "verify.py", "."], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert ran.returncode == 1
    assert "made for another statement" in ran.stdout
    other.unlink()
    ran = subprocess.run([sys.executable, "verify.py", "."], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert "missing" in ran.stdout


def _twins(data, known):
    """Each twin put in the place of the statement, and where one step shows the statement, also in its place."""
    claim = known.find(data["id"]).claim
    for k, theorem in enumerate(data["theorems"]):
        reading = next(r for r in claim.part(theorem["part"]).readings if r.name == theorem["reading"])
        for twin in select(reading.prop, 8):
            changed = json.loads(json.dumps(data))
            rows = Rows()
            rows.rows = changed["nodes"]
            rows._known = {repr(row): i for i, row in enumerate(rows.rows)}
            new = rows.add(twin.prop)
            old = changed["theorems"][k]["prop"]
            changed["theorems"] = [{**changed["theorems"][k], "prop": new}]
            yield twin, _resealed(changed)
            again = json.loads(json.dumps(changed))
            for row in again["log"]:
                if row["shows"] == old:
                    row["shows"] = new
            yield twin, _resealed(again)


def _resealed(data):
    return sealed(data, all_conditions=True)


def test_no_twin_passes_in_the_place_of_a_statement_that_is_checked(bundle):
    known = load()
    tried = 0
    for path in sorted((bundle / "certificates").iterdir()):
        data = json.loads(path.read_bytes())
        checked = {v.name for v in checked_all([(path.stem, path.read_bytes())]) if v.status == "checked"}
        for twin, changed in _twins(data, known):
            (found,) = checked_all([(path.stem, verify.canonical(changed).encode())])
            tried += 1
            passes = found.name in checked and found.status == "checked"
            assert not passes or not fails_somewhere(known.find(data["id"]).claim, twin.prop), (twin.rule, found)
    assert tried > 10


def test_the_index_names_the_steps_by_rule_and_the_twins_that_are_rejected(bundle):
    page = (bundle / "index.html").read_text()
    assert re.search(r"steps by rule: .*normal form \d+ of \d+", page)
    rejected, tried = map(int, re.findall(r"(\d+) of (\d+) wrong twins rejected", page)[0])
    assert rejected == tried > 0


def test_a_twin_that_passes_fails_the_bundle(bundle, tmp_path):
    folder = tmp_path / "certificates"
    folder.mkdir()
    name = "zfb_lemma-17"
    data = json.loads((bundle / "certificates" / f"{name}.json").read_bytes())
    data["twins"] = [1, 2]
    data["seal"] = verify.seal(data)
    (folder / f"{name}.json").write_text(verify.canonical(data))
    found, _ = finish(tmp_path, [name])
    assert found[-1].status == "failed"
    assert "twin passes" in found[-1].detail


def test_a_law_is_written_where_the_loss_draws_it_and_nowhere_else():
    w = vector("w", "d", "random")
    for model, traits in (("", ["cov:I", "random"]), ("task prior", ["random"])):
        rows = Rows(written_out("zfb"), model_of("zfb", model))
        assert rows.rows[rows.add(w)] == ["sym", "w", ["d", 1], traits]


def test_a_depth_that_was_edited_counts_as_none(tmp_path):
    known = load()
    depth.keep(tmp_path, {IDS[0]: {"digest": known.digest_for(IDS[0]), "lines": ["on trust: it"]}})
    assert depth.told(tmp_path, [IDS[0]], known) == {IDS[0]: ["on trust: it"]}
    path = tmp_path / depth.FILE
    path.write_text(path.read_text().replace("on trust", "checked"))
    assert depth.told(tmp_path, [IDS[0]], known) == {}


def test_the_report_and_the_latex_status_tell_the_depth(tmp_path, monkeypatch):
    monkeypatch.setenv("LEMMATA_HOME", str(tmp_path / "home"))
    known, id = load(), "zfb/lemma-32-trace"
    results = {id: check(id)}
    assert "by our engines" in _claim_page(known, results, id)
    certify(id, to=tmp_path / "out")
    depths = depth.told(store.home(), [id], known)
    assert depths[id][0] in unescape(_claim_page(known, results, id))
    (status,) = (f.body for f in statement_formulas((known.find(id),), results, known, depths=depths) if f.key.status)
    assert status.endswith(r"; re-checked by \texttt{verify.py}")
    assert without_depth(status) == "proved (every $d$, $A$ and $B$)" == without_depth(without_depth(status))
    assert with_depth("proved", ["checked: a", "on trust: b"]) == r"proved; in part re-checked by \texttt{verify.py}"
    assert with_depth("proved", ["on trust: b"]) == "proved"


def _claim_page(known, results, id):
    (page,) = (f.text for f in pages.files((known.find(id),), results, known) if f.path == f"{id}.html")
    return page


def test_python_certifies_as_the_command_does(bundle, tmp_path):
    made = certify(*IDS, to=tmp_path / "out")
    assert not made.failed
    assert {one.name for one in made.theorems} >= {"zfb/lemma-32-trace"}
    assert repr(made).endswith(made.last)
    assert _files(tmp_path / "out").keys() == _files(bundle).keys()
    for nonsense in (lambda: certify(to=tmp_path), lambda: certify(3, to=tmp_path), lambda: certify(IDS[0], to=3)):
        with pytest.raises(UserError):
            nonsense()


@pytest.mark.parametrize(("arguments", "said"), [
    (["no/such"], "Unknown id"),
    (["zfb/lemma-17", "-o", "/proc/none"], "cannot be written"),
])  # fmt: skip
def test_bad_input_is_one_sentence_and_exit_status_2(arguments, said, tmp_path):
    ran = CliRunner().invoke(main, ["certify", *arguments, *([] if "-o" in arguments else ["-o", str(tmp_path)])])
    assert ran.exit_code == 2
    assert said in ran.output


def test_an_own_claim_gets_a_certificate_with_nothing_extra_to_write(tmp_path):
    (tmp_path / "mine.py").write_text(
        "from proofs_check import Kind, claim\n"
        "from proofs_check.statement.props import eq\n"
        "from proofs_check.statement.terms import matrix, tr\n"
        "A, B = matrix('A', 'm', 'k'), matrix('B', 'k', 'm')\n\n\n"
        "@claim('mine/turned', kind=Kind.IDENTITY)\n"
        "def turned():\n"
        "    r'''The trace of a product may be turned: $\\mathrm{tr}(AB)=\\mathrm{tr}(BA)$.'''\n"
        "    return eq(tr(A * B), tr(B * A))\n"
    )
    ran = CliRunner().invoke(main, ["certify", "--claims", str(tmp_path / "mine.py"), "-o", str(tmp_path / "out"), "--jobs", "1"])
    assert ran.exit_code == 0, ran.output
    assert "checked   mine/turned (1 of 1 steps re-checked)" in ran.output
    shown = CliRunner().invoke(main, ["show", "mine/turned", "--claims", str(tmp_path / "mine.py")])
    assert "checked: mine/turned" in shown.output


def test_a_claim_of_a_symmetric_invertible_matrix_gets_one(tmp_path):
    (tmp_path / "mine.py").write_text(
        "from proofs_check import Kind, claim\n"
        "from proofs_check.statement.props import eq\n"
        "from proofs_check.statement.terms import matrix, tr\n"
        "A = matrix('A', 'd', 'd', 'symmetric', 'invertible')\n\n\n"
        "@claim('mine/square', kind=Kind.IDENTITY)\n"
        "def square():\n"
        "    '''Of a symmetric matrix the squared norm is the trace of the square.'''\n"
        "    return eq(tr(A * A.T), tr(A * A))\n"
    )
    ran = CliRunner().invoke(main, ["certify", "--claims", str(tmp_path / "mine.py"), "-o", str(tmp_path / "out"), "--jobs", "1"])
    assert "checked   mine/square (1 of 1 steps re-checked)" in ran.output
