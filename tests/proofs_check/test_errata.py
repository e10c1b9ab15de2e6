"""Errata are computed: what is quoted, the smallest change, the scripts, and how they are written down."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner

from proofs_check import registry, runner
from proofs_check.catalogue import Registry
from proofs_check.claims import Claim, Expected, Kind, Part, Reading
from proofs_check.cli import main
from proofs_check.papers.zfb.notation import U11, Gam, I, Lam, N, d, i_d, u_1, w, x, x_q
from proofs_check.papers.zfb.notation_prompts import y_q as y
from proofs_check.report.errata import errata
from proofs_check.report.errata.changes import changes, repairs
from proofs_check.report.errata.collect import SCRIPTS, script_of
from proofs_check.report.errata.data import data
from proofs_check.report.errata.letter import markdown, text
from proofs_check.report.errata.point import read
from proofs_check.report.jsonio import erratum
from proofs_check.report.printed import excerpt, without_notes
from proofs_check.report.render import plain
from proofs_check.results import Decided, Examined, Result
from proofs_check.statement.attention import layer, sequence
from proofs_check.statement.laws import gaussian, noise
from proofs_check.statement.props import Prop, conj, eq, implies, le, posdef
from proofs_check.statement.terms import (
    at,
    entry,
    expect,
    grad,
    index,
    inner,
    inv,
    matrix,
    norm_F,
    scalar,
    total,
    tr,
)
from proofs_check.verdict import Verdict
from proofs_check.witnesses import Context

i = index("i_N", "N", tex="i")
S = matrix("S", "d", "d", "symmetric", "posdef")
v, vs, z = gaussian("v", "d", S), gaussian("vs", "d", S, iid=True), gaussian("z", "d")
e, g = noise("e", normal=True), noise("g")
REFUTED_AS_PRINTED = (
    "zfb/section-4.2-query-orthogonal", "zfb/section-5.1-negative-eigenvalues", "zfb/appendix-b-risk-exists",
    "zfb/appendix-b-hessian", "zfb/lemma-26-initial-loss", "zfb/cross-references",
    "zfb/section-4.1-conditioning-remark", "zfb/section-4.2-covariate-shift", "zfb/section-4.2-covariate-scaling",
    "zfb/section-4.3-conditional-mean", "zfb/section-4.1-competitive-rate",
)  # fmt: skip
REFUTED_AS_READ = (
    "zwb/section-2-gd-beta", "zwb/section-4-strict-gap",
)  # fmt: skip
"""Of the paper whose formulas our copy lost."""

STANDARD = {"collections", "dataclasses", "fractions", "itertools", "math"}


def made(id: str, prop: Prop, **settings: object) -> Claim:
    claim = Claim(id, Kind.IDENTITY, "my draft, Lemma 1", "$a=b$.", (Part("", (Reading("", prop),)),))
    return replace(claim, **settings)  # type: ignore[arg-type]


def refuted(claim: Claim, counterexample: str = "a = 1: left 1, right 2") -> Result:
    (part,) = claim.parts
    rows = tuple(
        Examined("words", part.name, r.name, Verdict.REFUTED, "at one", False, "they differ", 0.1, {}, counterexample)
        for r in part.readings
    )
    decided = tuple(Decided(part.name, r.name, Verdict.REFUTED, "one point") for r in part.readings)
    return Result(claim.id, Verdict.REFUTED, "one point", decided, rows)


def collected(*claims: Claim, **results: Result):  # type: ignore[no-untyped-def]
    known = Registry({}, {claim.id: claim for claim in claims})
    named = {result.id: result for result in results.values()}
    return errata(tuple(known), named, known)


# The scripts for authors --------------------------------------------------------------------------------------------

def to_be_refuted() -> list[str]:
    known = registry.load()
    return [s.id for s in known if s.claim and s.claim.expected and s.claim.expected.verdict is Verdict.REFUTED]


def test_every_statement_that_is_to_be_refuted_has_its_script_and_no_script_is_left_over() -> None:
    wrong = to_be_refuted()
    alone = [id for id in wrong if not id.startswith("ccs/")]
    assert sorted(alone) == sorted((*REFUTED_AS_PRINTED, *REFUTED_AS_READ))
    assert {script_of(id) for id in wrong} == set(SCRIPTS.glob("*.py"))


@pytest.mark.parametrize("path", sorted(SCRIPTS.glob("ccs_*.py")), ids=lambda path: path.stem)
def test_a_script_of_several_slips_runs_alone_and_says_what_the_page_gives(path: Path, tmp_path: Path) -> None:
    source = path.read_text()
    assert set(re.findall(r"^(?:from|import) (\w+)", source, re.M)) <= STANDARD
    assert source.count("\n") <= 120
    run = subprocess.run([sys.executable, "-I", str(path)], cwd=tmp_path, capture_output=True, text=True, check=True)
    assert run.stdout
    assert re.search(r"the (paper|page)|printed", run.stdout + source)
    wrong = tmp_path / "wrong.py"
    wrong.write_text(re.sub(r"\bassert ", "assert not ", source))
    assert subprocess.run([sys.executable, "-I", str(wrong)], capture_output=True, check=False).returncode != 0


@pytest.mark.parametrize("id", REFUTED_AS_PRINTED)
def test_the_script_runs_alone_and_shows_what_the_tool_finds(id: str, tmp_path: Path) -> None:
    path = script_of(id)
    assert path is not None
    source = path.read_text()
    assert set(re.findall(r"^(?:from|import) (\w+)", source, re.M)) <= {"fractions"}
    assert source.count("\n") <= 42
    run = subprocess.run([sys.executable, "-I", str(path)], cwd=tmp_path, capture_output=True, text=True, check=True)
    statement = registry.load().find(id)
    assert statement.claim is not None
    names = ("proof",) if id == "zfb/cross-references" else ("entries",)
    expected = statement.claim.expected
    assert expected is not None
    parts = tuple(p for p in statement.claim.parts if not expected.parts or p.name in expected.parts)
    found = runner.examine(replace(statement.claim, parts=parts), names, Context(dims=(1, 2))).counterexample
    assert found is not None
    shown = run.stdout + source
    values = re.findall(
        r"(?:left|right) \[*(-?[\d/]+)|\|x\|\^\((-1/2)\)|has (\d) neg|least (\d)|lemma-(\d+)|law of y = (\d) x", found
    )
    assert values
    for value in (next(filter(None, groups)) for groups in values):
        assert re.search(rf"(?<![\d/]){re.escape(value)}(?![\d/])", shown), (value, found, shown)


@pytest.mark.parametrize("id", REFUTED_AS_READ)
def test_the_script_refutes_our_reading_alone_as_the_tool_does(id: str, tmp_path: Path) -> None:
    path = script_of(id)
    assert path is not None
    source = path.read_text()
    assert set(re.findall(r"^(?:from|import) (\w+)", source, re.M)) <= {"fractions", "itertools"}
    assert source.count("\n") <= 60
    run = subprocess.run([sys.executable, "-I", str(path)], cwd=tmp_path, capture_output=True, text=True, check=True)
    assert "the paper, as we read it, says" in run.stdout
    claim = registry.load().find(id).claim
    assert claim is not None
    assert claim.expected is not None
    parts = tuple(p for p in claim.parts if not claim.expected.parts or p.name in claim.expected.parts)
    found = runner.examine(replace(claim, parts=parts), ("entries",), Context(dims=(1, 2)))
    assert found.verdict is Verdict.REFUTED
    assert found.counterexample


def test_a_script_that_is_changed_to_agree_with_the_paper_fails(tmp_path: Path) -> None:
    path = script_of("zfb/appendix-b-hessian")
    assert path is not None
    wrong = tmp_path / "wrong.py"
    wrong.write_text(path.read_text().replace("return w * Lambda * w", "return w * Lambda * w / 2"))
    assert subprocess.run([sys.executable, "-I", str(wrong)], capture_output=True, check=False).returncode == 1


@pytest.mark.parametrize(
    ("prop", "counterexample"),
    [
        (eq(tr(U11 * U11), tr(U11) ** 2), "d = 2, U11 = [[2, 2], [1, -1]]: left 9, right 1"),
        (eq(inv(Gam) * Lam, I), "d = 1, N = 1, Lam = [[1]]: left [[1/3]], right [[1]]"),
        (conj(eq(Lam, Lam), le(norm_F(U11) ** 2, u_1**2)), "d = 1, U11 = 2, u_-1 = -1: left [4.00 +/- 1e-9], right 1"),
        (implies(posdef(Lam), eq(Lam / 2 + Lam * 0, Lam)), "d = 1, Lam = [[1]]: left [[1/2]], right [[1]]"),
        (eq(total(i_d, d, entry(U11, i_d, 1)), u_1), "d = 2, U11 = [[1, 5], [2, 7]], u_-1 = 1: left 3, right 1"),
        (eq(total(i, N, inner(at(x, i), x_q)), 0 * u_1),
         "d = 1, N = 2, x = [[[1]], [[2]]], x_q = [[3]], u_-1 = 5: left 9, right 0"),
        (eq(inner(at(x, 2), x_q), 1), "d = 1, x = [[[1]], [[2]]], x_q = [[3]]: left 6, right 1"),
    ],
)
def test_a_script_is_made_for_a_closed_expression_and_comes_to_the_same_values(
    prop: Prop, counterexample: str, tmp_path: Path
) -> None:
    claim = made("mine/a", prop)
    (found,) = collected(claim, a=refuted(claim, counterexample)).errata
    assert found.generated, found.no_script
    script = tmp_path / "shown.py"
    script.write_text(found.generated)
    run = subprocess.run([sys.executable, "-I", str(script)], capture_output=True, text=True, check=True)
    assert "the statement says left" in run.stdout


GAUSSIAN = (
    (eq(expect(v * v.T * v * v.T), S**2 + tr(S) * S),
     "d = 2, S = [[2, 1], [1, 3]]: left [[20, 15], [15, 35]], right [[15, 10], [10, 25]]"),
    (eq(expect(tr((1 / N * total(i, N, at(vs, i) * at(vs, i).T)) ** 2)), tr(S**2)),
     "d = 1, N = 2, S = [[3]]: left 18, right 9"),
    (eq(expect((v.T * v + e) ** 4), expect((v.T * v) ** 4)), "d = 1, S = [[1]], s = 1: left 126, right 105"),
    (le(expect((v.T * z + g) ** 2), tr(S)), "d = 1, S = [[1]], s = 1: left 2, right 1"),
    (le(expect(norm_F(v) ** 4), tr(S) ** 2), "d = 1, S = [[1]]: left 3, right 1"),
    (eq(inv(expect(v * v.T)), S), "d = 1, S = [[2]]: left [[1/2]], right [[2]]"),
    (eq(expect(inner(w, x_q) ** 2), tr(Lam) ** 2), "d = 1, Lam = [[2]]: left [[2]], right [[4]]"),
    (eq(expect(v.T * inv(S) * v / 2), expect(tr(S)) + 0 * u_1),
     "d = 2, S = [[2, 1], [1, 3]], u_-1 = 1: left [[1]], right [[5]]"),
)  # fmt: skip
"""Relations between moments, and where they fail: the values are Isserlis', by hand."""


@pytest.mark.parametrize(("prop", "counterexample"), GAUSSIAN)
def test_moments_of_gaussians_are_written_out_in_a_script_that_finds_both_sides(
    prop: Prop, counterexample: str, tmp_path: Path
) -> None:
    claim = made("mine/a", prop)
    (found,) = collected(claim, a=refuted(claim, counterexample)).errata
    assert found.generated, found.no_script
    script = tmp_path / "shown.py"
    script.write_text(found.generated)
    run = subprocess.run([sys.executable, "-I", str(script)], capture_output=True, text=True, check=True)
    shown = re.sub(r"'|Fraction\((-?\d+), 1\)", r"\1", run.stdout)
    both = read(counterexample)
    assert both is not None
    assert f"left {without_brackets(both.left)} right {without_brackets(both.right)}" in without_brackets(shown)
    assert {line.split()[1] for line in found.generated.splitlines() if line.startswith(("import", "from"))} == {
        "fractions", "functools"
    }  # fmt: skip


def without_brackets(value: object) -> str:
    """Numbers alone, in their order: a matrix of one entry is a number."""
    text = value if isinstance(value, str) else " ".join(map(str, flat(value)))
    return re.sub(r"[\[\],]", "", text)


def flat(value: object) -> list[object]:
    return [x for part in value for x in flat(part)] if isinstance(value, list) else [value]


def test_a_script_of_moments_fails_once_its_pairings_are_spoiled(tmp_path: Path) -> None:
    prop = eq(expect(v.T * v * v.T * v), 3 * tr(S) ** 2)
    point = "d = 2, S = [[1, 0], [0, 1]]: left [[8]], right [[12]]"
    claim = made("mine/a", prop)
    (found,) = collected(claim, a=refuted(claim, point)).errata
    script = tmp_path / "spoiled.py"
    script.write_text(found.generated.replace("[[F(1), F(0)], [F(0), F(1)]]", "[[F(0), F(0)], [F(0), F(0)]]"))
    assert subprocess.run([sys.executable, "-I", str(script)], capture_output=True).returncode != 0


def test_a_premise_on_moments_is_asserted_in_the_script_too() -> None:
    prop = implies(eq(expect(v.T * v), u_1), eq(tr(S) ** 2, u_1))
    claim = made("mine/a", prop)
    (found,) = collected(claim, a=refuted(claim, "d = 1, S = [[2]], u_-1 = 2: left 4, right 2")).errata
    assert "assert mean(mul(transposed(v_drawn), v_drawn)[0][0]) == u_m1" in found.generated


def test_a_script_asserts_the_premises_that_it_can_and_names_the_others() -> None:
    prop = implies(conj(eq(u_1, 2 * tr(U11)), posdef(Lam)), eq(u_1, tr(U11)))
    claim = made("mine/a", prop)
    point = "d = 1, U11 = [[1]], Lam = [[1]], u_-1 = 2: left 2, right 1"
    (found,) = collected(claim, a=refuted(claim, point)).errata
    assert "assert u_m1 == 2 * trace(U11)" in found.generated
    assert "Assumed, and not shown here: Λ ≻ 0." in found.generated
    (none,) = collected(claim, a=refuted(claim, point.replace("u_-1 = 2: left 2", "u_-1 = 3: left 3"))).errata
    assert none.generated == "", "the premise does not hold there"


@pytest.mark.parametrize(
    ("prop", "counterexample", "why"),
    [
        (eq(grad(expect(tr(U11 * x_q * x_q.T)), U11), 2 * Lam),
         "d = 1, U11 = [[3]], Lam = [[1]]: left [[1]], right [[2]]",
         "∇_{U₁₁} E[tr(U₁₁ x_q x_qᵀ)] has no closed"),
        (eq(expect(g**4), 1), "s = 1: left 3, right 1", "a power of g that its variance does not tell"),
        (eq(expect(1 / (1 + x_q.T * x_q)), 1), "d = 1, Lam = [[1]]: left 1/2, right 1", "is no polynomial"),
        (eq(expect(tr(inv(x_q * x_q.T))), 1), "d = 1, Lam = [[1]]: left 2, right 1", "is no polynomial"),
        (eq(expect(y * y), 1), "d = 1, Lam = [[1]]: left 2, right 1", "the law of y_q is no Gaussian"),
        (eq(expect((x_q.T * x_q) ** 9 * inner(w, x_q)), 1),
         "d = 3, Lam = [[1, 0, 0], [0, 1, 0], [0, 0, 1]]: left 2, right 1", "is too long to write out"),
        (eq(tr(U11), u_1), "d = 1, U11 = [[1]], law of y = |x|: left 1, right 2", "no list of exact values"),
        (eq(tr(U11), u_1), "d = 1, U11 = [[1]]: left 1, right 2", "has no value of u_-1"),
        (eq(tr(U11), u_1), "d = 1, U11 = [[1]], u_-1 = 3: left 2, right 3", "no relation of the statement has"),
        (eq(tr(U11), u_1), "d = 1, U11 = [[1]], u_-1 = 1: left 1, right 1", "no relation of the statement has"),
    ],
)
def test_no_script_is_made_that_does_not_show_the_counterexample(prop: Prop, counterexample: str, why: str) -> None:
    claim = made("mine/a", prop)
    (found,) = collected(claim, a=refuted(claim, counterexample)).errata
    assert found.generated == ""
    assert why in found.no_script


def test_points_are_read_exactly_or_not_at_all() -> None:
    point = read("d = 2, x = [[[0], [-1/2]]], u_-1 = 3: the statement fails there")
    assert point is not None
    assert (plain_values(point.values["x"]), point.left) == ("[[['0'], ['-1/2']]]", None)
    assert read("d = 2, law of y = 1 x_1: left 1, right 2") is None
    assert read("nothing of the kind") is None


def plain_values(value: object) -> str:
    return str([plain_list(v) for v in value]) if isinstance(value, list) else str(value)


def plain_list(value: object) -> object:
    return [plain_list(v) for v in value] if isinstance(value, list) else str(value)


# What is collected ---------------------------------------------------------------------------------------------------

def test_the_smallest_change_is_what_differs_and_says_where() -> None:
    old, new = eq(tr(U11), u_1**2), eq(tr(U11), 2 * u_1**2)
    assert [c.sentence(plain) for c in changes("", old, new)] == ["in tr(U₁₁) = u₋₁², replace u₋₁² by 2 u₋₁²"]
    assert changes("", old, old) == ()
    fewer = changes("", conj(posdef(Lam), posdef(Gam), old), conj(posdef(Gam), old))
    assert [c.sentence(plain) for c in fewer] == ["do without Λ ≻ 0"]


def test_a_change_in_the_rule_of_a_recursion_is_said_once_and_the_rule_is_shown() -> None:
    ell, X, X_0, r = layer(), matrix("X_l", "d", "n"), matrix("X_0", "d", "n"), scalar("r")
    slow, fast = (sequence(X, ell, X_0, X + c * X, ell + 1) for c in (r, 2 * r))
    printed = made("mine/a", eq(slow - X_0, slow), expected=Expected(Verdict.REFUTED, "a factor"))
    corrected = made("mine/a-corrected", eq(fast - X_0, fast), corrects="mine/a")
    found = collected(printed, corrected, a=refuted(printed))
    assert {c.sentence(plain).partition(", ")[2] for c in found.errata[0].changes} == {"replace r by 2 r"}
    written = text(found)
    assert written.count("X_{ℓ+1} = X_ℓ + r X_ℓ") == 1
    assert written.count("X_{ℓ+1} = X_ℓ + 2 r X_ℓ") == 1


def test_of_a_long_product_in_the_wrong_order_the_factor_alone_is_named() -> None:
    A, B, C = matrix("A"), matrix("B"), matrix("C")
    long = tr(A * B.T) * tr(A * A.T) * tr(B * B.T) * tr(A) * tr(B) * A * B.T * A * B.T * A * B.T * A * B.T * A * B.T + A
    (once,) = changes("", eq(U11, long * B), eq(U11, B * long))
    assert once.sentence(plain) == "multiply by B from the left, not from the right"
    (back,) = changes("", eq(U11, B * long), eq(U11, long * B))
    assert back.sentence(plain) == "multiply by B from the right, not from the left"
    twice = changes("", eq(U11, long * B + C * long), eq(U11, long * C + B * long))
    assert [change.sentence(plain) for change in twice] == [
        "multiply by B from the left, not from the right", "multiply by C from the right, not from the left",
    ]  # fmt: skip
    (short,) = changes("", eq(U11, A * B), eq(U11, B * A))
    assert short.sentence(plain) == "in U₁₁ = A B, replace A B by B A"


def test_of_a_long_sum_the_summand_that_is_too_many_alone_is_named() -> None:
    A, B = matrix("A"), matrix("B")
    long = tr(A * B.T) * tr(A * A.T) * tr(B * B.T) * tr(A) * tr(B) * A * B.T * A * B.T * A * B.T * A * B.T * A * B.T
    (change,) = changes("b", eq(U11, A + long), eq(U11, long))
    assert change.sentence(plain) == "in (b), leave out the summand A"


def test_a_long_sum_of_which_more_than_the_order_differs_is_shown_in_full() -> None:
    A, B, C = matrix("A"), matrix("B"), matrix("C")
    long = tr(A * B.T) * tr(A * A.T) * tr(B * B.T) * tr(A) * tr(B) * A * B.T * A * B.T * A * B.T * A * B.T * A * B.T
    found = changes("", eq(U11, long * B + C * long), eq(U11, long * C + 2 * B * long))
    assert any("replace" in change.sentence(plain) for change in found)


@pytest.mark.parametrize("id", ["ccs/eq-68", "ccs/eq-82"])
def test_the_smallest_changes_of_a_recursion_for_gradients_are_short(id: str) -> None:
    known = registry.load()
    printed = known.claims[id]
    (beside, *_) = known.corrections(id)
    said = [change.sentence(plain) for change in repairs(printed, beside, {part.name for part in printed.parts})]
    assert said
    assert max(map(len, said)) < 100


def test_the_correction_stands_beside_the_printed_part_that_it_corrects() -> None:
    printed = made("mine/a", eq(tr(U11), u_1), expected=Expected(Verdict.REFUTED, "a factor"))
    corrected = made("mine/a-corrected", eq(tr(U11), 2 * u_1), corrects="mine/a")
    (found,) = collected(printed, corrected, a=refuted(printed)).errata
    assert found.correction is not None
    assert (found.correction.id, found.correction.verdict) == ("mine/a-corrected", None)
    assert [c.sentence(plain) for c in found.changes] == ["in tr(U₁₁) = u₋₁, replace u₋₁ by 2 u₋₁"]
    assert (found.reason, found.expected, found.ours) == ("a factor", True, "")


def test_of_a_correction_in_several_parts_the_nearest_tells_the_change() -> None:
    known = registry.load()
    id = "zfb/section-4.2-query-orthogonal"
    parts = tuple(Decided("", reading.name, Verdict.REFUTED, "") for reading in known.claims[id].parts[0].readings)
    (found,) = errata((known.find(id),), {id: Result(id, Verdict.REFUTED, parts=parts)}, known).errata
    assert [c.sentence(plain) for c in found.changes] == ["in ⟨x_q, x_i⟩ = 0, replace ⟨x_q, x_i⟩ by x_qᵀ Γ⁻¹ x_i"]


def test_what_is_reconstructed_is_marked_as_ours_wherever_it_is_shown() -> None:
    claim = made("mine/a", eq(tr(U11), u_1), reconstructed="the formula is lost in our copy; from the proof of Lemma 2")
    found = collected(claim, a=refuted(claim))
    assert found.errata[0].ours
    letter = markdown(found)
    assert "## Statements that fail as we reconstructed them" in letter
    assert "## Statements that fail as printed" not in letter
    assert "the formula is lost in our copy" in letter


def test_a_part_that_stands_in_one_reading_is_no_erratum_but_a_false_reading() -> None:
    readings = (Reading("this", eq(u_1, u_1), "as it says"), Reading("that", eq(u_1, 2 * u_1), "as one may think"))
    claim = made("mine/a", eq(u_1, u_1), parts=(Part("", readings),))
    decided = (Decided("", "this", Verdict.PROVED, ""), Decided("", "that", Verdict.REFUTED, ""))
    found = collected(claim, a=Result("mine/a", Verdict.PROVED, parts=decided))
    assert not found.errata
    assert [line.reading for line in found.readings[0].failing] == ["that"]
    assert "## Sentences that hold in one reading and fail in another" in markdown(found)


def test_a_repaired_proof_shows_what_the_page_has_and_what_was_checked() -> None:
    known = registry.load()
    statement = known.find("zfb/lemma-27")
    found = errata((statement,), {"zfb/lemma-27": Result(
        "zfb/lemma-27", Verdict.PROVED, "every d", printed_proof="repaired", unused_hypotheses=("h",))}, known)
    (repair,) = found.repairs
    assert {step.label for step in repair.steps} == {"(b)", "trace"}
    assert "Lemma 29" in next(step.printed for step in repair.steps if step.label == "trace")
    assert "## Proofs with a gap, of statements that hold" in markdown(found)


def test_notes_about_the_scan_are_taken_out_and_kept_apart() -> None:
    words = 'so $y=2$ (OCR: uncertain, reads "$3$"), and $z=4$. OCR: reading chosen ($\\succeq$; the 4).'
    notes = ('uncertain, reads "$3$"', "reading chosen ($\\succeq$; the 4)")
    assert without_notes(words) == ("so $y=2$, and $z=4$.", notes)


def test_no_note_about_the_scan_is_left_in_what_is_quoted_from_any_claim() -> None:
    for statement in registry.load():
        if statement.claim is not None:
            words, _ = without_notes(statement.claim.printed)
            assert "OCR: " not in words
            for part in statement.claim.parts:
                assert excerpt(words, [p.name for p in statement.claim.parts], {part.name})


def test_the_documents_hold_the_same_and_the_json_is_json() -> None:
    claim = made("mine/a", eq(tr(U11), u_1))
    found = collected(claim, a=refuted(claim, "d = 1, U11 = [[1]], u_-1 = 2: left 1, right 2"))
    written = json.loads(json.dumps(data(found)))
    assert written["errata"][0]["fails"][0]["plain"] == "tr(U₁₁) = u₋₁"
    for document in (text(found), markdown(found)):
        assert "d = 1, U11 = [[1]], u_-1 = 2: left 1, right 2" in document
        assert "from fractions import Fraction as F" in document
    assert "$$\n\\operatorname{tr}(U_{11}) = u_{-1}\n$$" in markdown(found)


def test_nothing_wrong_is_said_in_one_sentence() -> None:
    assert text(collected()) == markdown(collected()) == "Nothing that came out is wrong as printed.\n"


def test_the_json_of_check_agrees() -> None:
    claim = made("mine/a", eq(tr(U11), u_1))
    known = Registry({}, {claim.id: claim})
    row = erratum(known.find("mine/a"), refuted(claim), known, {})
    assert row == {
        "kind": "false", "counterexample": "a = 1: left 1, right 2", "correction": None, "verdict": None,
        "script": None,
    }


def test_a_script_is_made_for_relations_only() -> None:
    claim = made("mine/a", posdef(Lam))
    (found,) = collected(claim, a=refuted(claim, "d = 1, Lam = [[-1]]: the statement fails there")).errata
    assert (found.generated, found.no_script) == ("", "no relation of the statement has these values")


# The command ---------------------------------------------------------------------------------------------------------

WRONG = '''
from proofs_check.claims import Kind, claim
from proofs_check.papers.zfb.notation import U11, d
from proofs_check.registry import Paper
from proofs_check.statement.props import eq
from proofs_check.statement.terms import tr

PAPER = Paper("mine", "Me, On Traces", "draft 3")


@claim("mine/traces", kind=Kind.IDENTITY, source="Lemma 1", forall=(d, U11), witnesses=("entries",))
def traces():
    r"""$\\operatorname{tr}U^2=(\\operatorname{tr}U)^2$."""
    return eq(tr(U11 * U11), tr(U11) ** 2)
'''


def test_the_command_writes_what_the_name_of_the_file_says(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LEMMATA_HOME", str(tmp_path / "home"))
    (tmp_path / "mine.py").write_text(WRONG)

    def run(*arguments: str) -> str:
        command = ["errata", "--claims", str(tmp_path / "mine.py"), "--jobs", "1", *arguments]
        done = CliRunner().invoke(main, command, catch_exceptions=False)
        assert done.exit_code == 0, done.stderr
        return done.stdout

    run("-o", str(tmp_path / "errata.md"))
    letter = (tmp_path / "errata.md").read_text()
    assert letter.startswith("# Notes on Me, On Traces\n\nVersion: draft 3.")
    assert "scanned copy" not in letter
    (script,) = re.findall(r"```python\n(.*?)```", letter, re.S)
    subprocess.run([sys.executable, "-I", "-c", script], check=True, capture_output=True)
    run("-o", str(tmp_path / "errata.json"))
    assert json.loads((tmp_path / "errata.json").read_text())["errata"][0]["id"] == "mine/traces"
    assert run().startswith("Notes on Me, On Traces\n======")
    assert run("--format", "json").startswith("{")


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("zfb/lema-17",), "Unknown id 'zfb/lema-17': did you mean 'zfb/lemma-17'?"),
        (("-o", "/nowhere/errata.md"), "--out '/nowhere/errata.md' cannot be written"),
        (("--jobs", "0"), "--jobs 0 must be a positive integer"),
    ],
)
def test_bad_usage_of_the_command_is_one_sentence(arguments: tuple[str, ...], sentence: str) -> None:
    done = CliRunner().invoke(main, ["errata", *arguments])
    assert (done.exit_code, sentence in done.stderr, done.stderr.count("\n")) == (2, True, 1)


def test_a_condition_that_the_correction_adds_is_the_smallest_change() -> None:
    printed, condition = eq(tr(U11), u_1), eq(u_1, 1)
    (change,) = changes("", printed, implies(condition, printed))
    assert change.sentence(plain) == f"add {plain(condition)}"


def test_a_quotation_that_is_cut_into_parts_keeps_its_quotation_marks() -> None:
    assert excerpt('"First (a) it is. (b) It was."', ["a", "b"], {"b"}) == '"(b) It was."'
    assert excerpt('"First (a) it is. (b) It was."', ["a", "b"], {"a"}) == '"(a) it is."'
