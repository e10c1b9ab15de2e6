"""The pytest plugin: claims are test items like any other, and pytest starts as fast as without it."""

from __future__ import annotations

import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from proofs_check import registry, runner
from proofs_check.report.ci import findings
from proofs_check.results import Result
from proofs_check.sources import user_cache
from proofs_check.verdict import Verdict

pytest_plugins = ["pytester"]

_ROOT = Path(__file__).resolve().parents[2]
CACHE = user_cache()
"""A stranger's home is an empty folder: else each process there would compile the package anew."""
PLUGIN = ("-p", "proofs_check.pytest_plugin", "-p", "no:cacheprovider")
"""With all plugins of the environment left out: they start slowly, and this one may be among them."""

CLAIMS = """
from proofs_check.claims import Expected, Kind, claim
from proofs_check.statement.props import eq
from proofs_check.statement.terms import matrix, tr
from proofs_check.verdict import Verdict

F, G = matrix("F_1"), matrix("F_2")

@claim("mine/cyclic", kind=Kind.IDENTITY, source="my draft", forall=(F, G), witnesses=("words",))
def cyclic():
    "The trace is cyclic."
    return eq(tr(F * G), tr(G * F))

@claim("mine/wrong", kind=Kind.IDENTITY, source="my draft, Lemma 2", forall=(F, G), witnesses=("words", "entries"))
def wrong():
    "The trace is cyclic up to a transpose."
    return eq(tr(F * G), tr(G * F.T))

@claim("mine/slip", kind=Kind.IDENTITY, source="their paper", forall=(F, G), witnesses=("words", "entries"),
       expected=Expected(Verdict.REFUTED, "a transpose is missing"))
def slip():
    "Known to be wrong."
    return eq(tr(F * G), tr(G * F.T))
"""


@pytest.fixture(scope="module", autouse=True)
def engines() -> None:
    """What a run imports is forgotten after it, unless it was there before."""
    registry.load()
    assert findings.repository()
    for name in ("words", "entries"):
        runner.witness(name)


@pytest.fixture
def paper(pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> pytest.Pytester:
    """A stranger's repository: one test and a folder of claims."""
    monkeypatch.setenv("LEMMATA_HOME", str(pytester.path / "home"))
    monkeypatch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")
    monkeypatch.setenv("PYTHONPATH", str(_ROOT))
    monkeypatch.setenv("XDG_CACHE_HOME", str(CACHE))
    folder = pytester.mkdir("claims")
    (folder / "mine.py").write_text(CLAIMS)
    pytester.makepyfile(test_theirs="def test_theirs():\n    assert True\n")
    pytester.makeini("[pytest]\n")
    return pytester


def test_without_its_options_pytest_runs_as_before(paper: pytest.Pytester) -> None:
    paper.runpytest_inprocess(*PLUGIN).assert_outcomes(passed=1)
    assert not (paper.path / "home").exists()


def test_claims_are_items_beside_the_tests(paper: pytest.Pytester) -> None:
    result = paper.runpytest_inprocess(*PLUGIN, "--lemmata-claims", "claims", "-v")
    result.assert_outcomes(passed=3, failed=1)
    result.stdout.fnmatch_lines(["*collected 4 items", "*test_theirs PASSED*", "lemmata::mine/cyclic PROVED*"])
    result.stdout.fnmatch_lines(["lemmata::mine/wrong FAILED*", "lemmata::mine/slip REFUTED AS EXPECTED*"])


def test_a_failure_shows_the_evidence_and_no_traceback(paper: pytest.Pytester) -> None:
    result = paper.runpytest_inprocess(*PLUGIN, "lemmata::mine/wrong", "--lemmata-claims", "claims")
    result.stdout.fnmatch_lines(
        ["mine/wrong is REFUTED: *", "  source: my draft, Lemma 2", "  printed: The trace*", "  words: REFUTED: *",
         "  entries: REFUTED: *", "  counterexample: d = 2, F_1 = *", "FAILED lemmata::mine/wrong*"]
    )  # fmt: skip
    assert "Traceback" not in result.stdout.str()
    assert "pytest_plugin.py" not in result.stdout.str()


def test_a_node_id_runs_claims_alone_and_may_be_a_glob(paper: pytest.Pytester) -> None:
    paper.runpytest_inprocess(*PLUGIN, "lemmata::mine/c*", "--lemmata-claims", "claims").assert_outcomes(passed=1)


@pytest.mark.parametrize(
    ("options", "passed"), [(("-m", "lemmata"), 2), (("-k", "cyclic"), 1), (("-k", "theirs or slip"), 2)]
)
def test_markers_and_keywords_select_claims_too(paper: pytest.Pytester, options: tuple[str, str], passed: int) -> None:
    result = paper.runpytest_inprocess(*PLUGIN, "--lemmata-claims", "claims", *options)
    assert result.parseoutcomes()["passed"] == passed


def test_the_first_failure_stops_the_run_under_x(paper: pytest.Pytester) -> None:
    result = paper.runpytest_inprocess(*PLUGIN, "-x", "lemmata::mine/*", "--lemmata-claims", "claims")
    result.assert_outcomes(passed=1, failed=1)


def test_collect_only_lists_the_node_ids_and_examines_nothing(paper: pytest.Pytester) -> None:
    result = paper.runpytest_inprocess(*PLUGIN, "--collect-only", "-q", "--lemmata", "zfb/lemma-1*")
    result.stdout.fnmatch_lines(["lemmata::zfb/lemma-17"])
    assert not (paper.path / "home" / "results").exists()


def test_what_is_open_is_skipped_with_a_reason_and_fails_under_strict(paper: pytest.Pytester, waiting: str) -> None:
    result = paper.runpytest_inprocess(*PLUGIN, f"lemmata::{waiting}", "-rs")
    result.assert_outcomes(skipped=1)
    result.stdout.fnmatch_lines([f"SKIPPED*{waiting} is NOT_TRANSCRIBED: registered*"])
    paper.runpytest_inprocess(*PLUGIN, f"lemmata::{waiting}", "--lemmata-strict").assert_outcomes(failed=1)


def test_a_defect_fails_even_where_the_verdict_is_as_expected(
    paper: pytest.Pytester, monkeypatch: pytest.MonkeyPatch
) -> None:
    def defective(job: runner.Job) -> Result:
        return Result(job.id, Verdict.PROVED, defects=(f"{job.id}: words: supports what it should reject",))

    monkeypatch.setattr(runner, "perform", defective)
    result = paper.runpytest_inprocess(*PLUGIN, "lemmata::mine/cyclic", "--lemmata-claims", "claims")
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(["mine/cyclic: words: supports what it should reject"])


def test_a_statement_that_is_expected_to_fail_and_holds_is_unexpected(paper: pytest.Pytester) -> None:
    (paper.path / "claims" / "mine.py").write_text(CLAIMS.replace("tr(G * F.T)", "tr(G * F)"))
    result = paper.runpytest_inprocess(*PLUGIN, "lemmata::mine/slip", "--lemmata-claims", "claims")
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(["mine/slip is PROVED: *", "  expected: REFUTED, because a transpose is missing"])


def test_results_are_stored_and_reused_as_by_the_command(
    paper: pytest.Pytester, monkeypatch: pytest.MonkeyPatch
) -> None:
    arguments = (*PLUGIN, "lemmata::mine/cyclic", "--lemmata-claims", "claims")
    paper.runpytest_inprocess(*arguments).assert_outcomes(passed=1)
    monkeypatch.setattr(runner, "perform", lambda job: pytest.fail("examined again"))
    paper.runpytest_inprocess(*arguments).assert_outcomes(passed=1)
    paper.runpytest_inprocess(*arguments, "--lemmata-tier", "full").assert_outcomes(failed=1)


def test_a_repository_can_set_the_folder_and_the_tier_for_all_its_runs(paper: pytest.Pytester) -> None:
    paper.makeini("[pytest]\nlemmata_claims = claims\nlemmata_tier = full\n")
    paper.runpytest_inprocess(*PLUGIN).assert_outcomes(passed=3, failed=1)


def test_the_table_of_the_command_is_read_where_claims_are_asked_for(paper: pytest.Pytester) -> None:
    paper.makepyprojecttoml('[tool.lemmata]\nclaims = ["claims"]\n')
    paper.runpytest_inprocess(*PLUGIN).assert_outcomes(passed=1)
    paper.runpytest_inprocess(*PLUGIN, "lemmata::mine/cyclic").assert_outcomes(passed=1)


def test_the_junit_report_of_pytest_holds_the_verdict(paper: pytest.Pytester) -> None:
    from xml.etree import ElementTree

    paper.runpytest_inprocess(*PLUGIN, "lemmata::mine/*", "--lemmata-claims", "claims", "--junitxml", "out.xml")
    cases = {case.get("name"): case for case in ElementTree.parse(paper.path / "out.xml").iter("testcase")}
    assert set(cases) == {"mine/cyclic", "mine/wrong", "mine/slip"}
    verdicts = {name: case.find("properties/property[@name='verdict']") for name, case in cases.items()}
    assert {name: p.get("value") for name, p in verdicts.items() if p is not None} == {
        "mine/cyclic": "PROVED", "mine/wrong": "REFUTED", "mine/slip": "REFUTED",
    }  # fmt: skip


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("--lemmata", "zfb/lema-17"), "ERROR: lemmata: Unknown id 'zfb/lema-17': did you mean 'zfb/lemma-17'?*"),
        (("--lemmata-claims", "nowhere"), "ERROR: lemmata: *nowhere*"),
        (("-o", "lemmata_tier=slow", "--lemmata", "zfb/*"), "ERROR: lemmata: lemmata_tier 'slow' must be fast*"),
    ],
)
def test_what_is_mistyped_is_one_sentence_and_bad_usage(
    paper: pytest.Pytester, arguments: tuple[str, ...], sentence: str
) -> None:
    result = paper.runpytest_inprocess(*PLUGIN, *arguments)
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    result.stderr.fnmatch_lines([sentence])


def test_the_plugin_imports_nothing_before_claims_are_asked_for() -> None:
    script = (
        "import sys, pytest; before = set(sys.modules); import proofs_check.pytest_plugin;"
        "ours = ('proofs_check', 'symbolic', 'numeric', 'sympy', 'numpy', 'torch', 'click', 'rich');"
        "print(sorted(name for name in set(sys.modules) - before if name.startswith(ours)))"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True, cwd=_ROOT)
    assert done.stdout.strip() == "['proofs_check', 'proofs_check.pytest_plugin']"


def test_the_plugin_is_announced_to_pytest() -> None:
    project = tomllib.loads((_ROOT / "pyproject.toml").read_text())["project"]
    assert project["entry-points"]["pytest11"] == {"lemmata": "proofs_check.pytest_plugin"}


def test_as_an_installed_package_the_plugin_is_there_once(
    paper: pytest.Pytester, monkeypatch: pytest.MonkeyPatch
) -> None:
    installed = paper.mkdir("lemmata-0.dist-info")
    (installed / "METADATA").write_text("Metadata-Version: 2.1\nName: lemmata\nVersion: 0\n")
    (installed / "entry_points.txt").write_text("[pytest11]\nlemmata = proofs_check.pytest_plugin\n")
    monkeypatch.delenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD")
    monkeypatch.setenv("PYTHONPATH", f"{paper.path}:{_ROOT}")
    asked = ("--collect-only", "-q", "lemmata::mine/cyclic", "--lemmata-claims", "claims")
    for named in ((), ("-p", "lemmata")):
        result = paper.runpytest_subprocess("-p", "no:hypothesispytest", *named, *asked)
        assert result.stdout.lines.count("lemmata::mine/cyclic") == 1
    assert paper.runpytest_subprocess("-p", "no:lemmata", *asked).ret == pytest.ExitCode.USAGE_ERROR


@pytest.mark.slow
def test_several_processes_share_the_claims(paper: pytest.Pytester) -> None:
    pytest.importorskip("xdist")
    result = paper.runpytest_subprocess(
        *PLUGIN, "-p", "xdist", "-n", "2", "lemmata::mine/*", "--lemmata-claims", "claims"
    )
    result.assert_outcomes(passed=2, failed=1)
    result.stdout.fnmatch_lines(["  counterexample: d = 2, *"])
