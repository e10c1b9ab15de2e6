"""Conditions, hypotheses of ours, and points that meet hypotheses: in results, JSON, `show`, errata and the table."""

from __future__ import annotations

import io
import json
from dataclasses import replace
from pathlib import Path

import pytest
from rich.console import Console

from proofs_check import registry
from proofs_check.catalogue import Registry, Statement
from proofs_check.claims import Claim, Hypothesis, Kind, Part, Reading
from proofs_check.digest import claim_digest
from proofs_check.report.errata import errata
from proofs_check.report.errata.data import data
from proofs_check.report.errata.letter import markdown
from proofs_check.report.jsonio import claim_row
from proofs_check.report.jupyter import claim_markdown
from proofs_check.report.page import files
from proofs_check.report.show import print_statement
from proofs_check.report.terminal import shortened
from proofs_check.report.unsaid import in_words, lines, said_elsewhere, unsaid
from proofs_check.results import Asked, Result, from_json, to_json
from proofs_check.runner import examine
from proofs_check.statement.laws import exponential, finite, iid_entries
from proofs_check.statement.props import Prop, eq, for_all, gt, lt, ne
from proofs_check.statement.terms import expect, scalar, vector
from proofs_check.witnesses import Context
from proofs_check.witnesses.conditions.listed import listed
from proofs_check.witnesses.conditions.vacuity import vacuity

a, b, p = scalar("a"), scalar("b"), scalar("p", "positive")
QUOTIENT = eq(b * (a / a), b)
OURS = Hypothesis("a is not 0", ne(a, 0), unstated=True)
SECOND_MOMENT = Asked("E[y_q²] < oo", None, stated=True)


def made(prop: Prop, *given: Hypothesis) -> Claim:
    return Claim("t/made", Kind.IDENTITY, "made up", "printed", (Part("", (Reading("", prop),)),), (a, b), given)


def told(claim: Claim) -> Result:
    return examine(claim, ("words",), Context())


def library(id: str) -> Claim:
    found = registry.load().find(id).claim
    assert found is not None
    return found


def conditions_of(id: str) -> set[Asked]:
    claim = library(id)
    return {asked for part in claim.parts for r in part.readings for asked in listed(claim, r.prop)}


# Conditions ------------------------------------------------------------------------------------------------


def test_a_condition_of_one_reading_is_not_said_of_the_part() -> None:
    readings = (Reading("as a quotient", QUOTIENT), Reading("as a product", eq(b * a, a * b)))
    claim = replace(made(QUOTIENT), parts=(Part("a", readings), Part("b", (Reading("", QUOTIENT),))))
    (line,) = lines(claim, told(claim))
    assert line.words == "(a as a quotient) (b) a is not 0"
    both = replace(claim, parts=(Part("a", (readings[0], replace(readings[1], prop=QUOTIENT))), claim.parts[1]))
    assert [line.words for line in lines(both, told(both))] == ["a is not 0"]


def test_a_condition_that_nothing_gives_is_stated() -> None:
    assert listed(made(QUOTIENT), QUOTIENT) == (Asked("a != 0", None, stated=True),)


def test_a_condition_that_a_hypothesis_gives_names_it() -> None:
    other = Hypothesis("b is positive", gt(b, 0))
    assert listed(made(QUOTIENT, other, OURS), QUOTIENT) == (Asked("a != 0", "a is not 0", stated=False),)


def test_hypotheses_that_give_a_condition_together_are_all_named() -> None:
    order = Hypothesis("b < a", lt(b, a))
    sign = Hypothesis("0 < b", lt(0, b))
    far = Hypothesis("p < 1", lt(p, 1))
    (asked,) = listed(made(QUOTIENT, order, far, sign), QUOTIENT)
    assert asked == Asked("a != 0", "b < a and 0 < b", stated=False)


def test_a_condition_is_printed_as_its_own_statement_is() -> None:
    said = [listed(made(eq(b * (c / c), b)), eq(b * (c / c), b)) for c in (scalar("c", tex=r"\chi"), scalar("c"))]
    assert [asked.prop for (asked,) in said] == ["χ != 0", "c != 0"]


def test_what_a_trait_gives_is_not_listed() -> None:
    prop = eq(p / p, 1)
    assert listed(made(prop, Hypothesis("p < 1", lt(p, 1))), prop) == ()


def test_theorem_5_names_its_moments_and_states_the_one_that_the_page_lacks() -> None:
    found = conditions_of("zfb/theorem-5")
    assert SECOND_MOMENT in found
    assert {asked.discharged_by for asked in found} == {None, "E[xy] finite", "E[y^2 x x^T] finite"}


def test_the_inverse_of_omega_rests_on_a_positive_t() -> None:
    assert Asked("Omega invertible", "t > 0", stated=False) in conditions_of("zwb/theorem-5.2")


def test_a_result_keeps_its_conditions_when_it_is_stored() -> None:
    result = told(made(QUOTIENT, OURS))
    assert result.parts[0].conditions == (Asked("a != 0", "a is not 0", stated=False),)
    assert from_json(json.loads(json.dumps(to_json(result)))) == result


@pytest.mark.parametrize(("prop", "words"), [
    ("a != 0", "a is not 0"), ("E[y²] < oo", "E[y²] is finite"), ("Omega invertible", "Omega is invertible"),
    ("A positive definite", "A is positive definite"), ("no entry of v is 0", "no entry of v is 0"),
])  # fmt: skip
def test_a_condition_reads_as_a_sentence(prop: str, words: str) -> None:
    assert in_words(prop) == words


# Hypotheses of ours ----------------------------------------------------------------------------------------

def test_that_a_hypothesis_is_ours_decides_nothing() -> None:
    printed = replace(OURS, unstated=False)
    assert claim_digest(made(QUOTIENT, OURS)) == claim_digest(made(QUOTIENT, printed))


@pytest.mark.parametrize("id", ["ccs/theorem-4.5", "ccs/theorem-e.1", "ccs/eq-41", "ccs/eq-61", "ccs/eq-75"])
def test_what_the_gradients_suppose_is_marked_and_the_assumptions_of_the_paper_are_not(id: str) -> None:
    marked = {h.name for h in library(id).given if h.unstated}
    assert marked
    assert all("differentiable" in name or "passes into the mean" in name for name in marked)


def test_moments_that_a_paper_states_in_another_place_are_those_of_claims() -> None:
    claims = [s.claim for s in registry.load() if s.paper == "zfb" and s.claim is not None]
    stated = {x.prop for c in claims for part in c.parts for r in part.readings for x in listed(c, r.prop)}
    assert set(said_elsewhere("zfb")) <= stated


# Points that meet hypotheses -------------------------------------------------------------------------------

def test_a_claim_without_hypotheses_has_nothing_to_be_met() -> None:
    assert vacuity(made(QUOTIENT)) is None


def test_a_point_meets_the_hypotheses() -> None:
    found = vacuity(made(QUOTIENT, Hypothesis("a", eq(a, 3)), Hypothesis("b", gt(b, a))))
    assert found is not None
    assert found.sentence == "met at b = 6, a = 3"


def test_hypotheses_that_contradict_each_other_are_said_to() -> None:
    found = vacuity(made(QUOTIENT, Hypothesis("p", eq(p, 0))))
    assert found is not None
    assert found.at is None
    assert found.contradictory


def test_where_no_point_is_known_it_is_said() -> None:
    found = vacuity(made(QUOTIENT, Hypothesis("all", for_all(b, gt(a, b * 0)))))
    assert found is not None
    assert found.sentence == "no point is known that meets them all"


def test_a_mean_of_a_quotient_is_not_taken_to_be_finite() -> None:
    e = scalar("e", "random", "noise")
    bounded = vacuity(made(QUOTIENT, Hypothesis("E e^2", finite(expect(e**2)))))
    quotient = vacuity(made(QUOTIENT, Hypothesis("E 1/e", finite(expect(1 / e)))))
    assert bounded is not None
    assert bounded.at == "what is drawn being bounded"
    assert quotient is not None
    assert quotient.at is None


def test_a_law_at_a_point_is_shown_with_its_probabilities() -> None:
    found = vacuity(library("zfb/theorem-8"))
    assert found is not None
    assert "lam_tau = [[1]] with probability 1/2 or [[2]] with probability 1/2" in str(found.at)


# Where they are shown --------------------------------------------------------------------------------------

def row_of(claim: Claim) -> dict[str, object]:
    statement, result = Statement(claim.id, claim), told(claim)
    return claim_row(statement, result, Registry({}, {claim.id: claim}), {claim.id: result})


def test_the_json_of_check_lists_conditions_by_reading() -> None:
    row = row_of(made(QUOTIENT, OURS))
    assert row["hypotheses"] == [{"name": "a is not 0", "unstated": True}]
    assert row["meets"] == {"at": "a = 1"}
    assert row["contradictory"] is False
    (part,) = row["parts"]  # type: ignore[misc]
    assert part["conditions"] == [{"prop": "a != 0", "discharged_by": "a is not 0", "stated": False}]
    assert row_of(made(QUOTIENT))["meets"] is None


def test_show_says_what_is_assumed_and_which_hypothesis_the_page_lacks() -> None:
    claim = made(QUOTIENT, OURS)
    known, console = Registry({}, {claim.id: claim}), Console(width=200, file=io.StringIO())
    print_statement(console, Statement(claim.id, claim), known, {claim.id: told(claim)})
    text = console.file.getvalue()  # type: ignore[attr-defined]
    assert "(not on the page)" in text
    assert "a is not 0: follows from a is not 0" in text
    assert "met at a = 1" in text


def test_what_the_page_leaves_unsaid_is_what_stands_under_a_condition_or_a_hypothesis_of_ours() -> None:
    bare, ours = made(QUOTIENT), made(QUOTIENT, OURS)
    assert [line.words for line in unsaid(bare, told(bare)).conditions] == ["a is not 0"]
    assert unsaid(ours, told(ours)).hypotheses == (OURS,)
    assert not unsaid(ours, told(ours)).conditions
    assert [line.sentence for line in lines(bare, told(bare))] == ["a is not 0: assumed, as nothing here gives it"]


def test_the_errata_count_what_the_page_leaves_unsaid() -> None:
    claim = made(QUOTIENT)
    known = Registry({}, {claim.id: claim})
    found = errata([Statement(claim.id, claim)], {claim.id: told(claim)}, known)
    text = markdown(found)
    assert "## What the page leaves unsaid" in text
    assert "1 statement: 1 with a condition that nothing on the page gives" in text
    assert "- t/made: a is not 0." in text
    (left,) = data(found)["unsaid"]
    assert left["conditions"] == [{"parts": [], "prop": "a != 0", "discharged_by": None}]


def test_the_third_moments_of_section_4_3_are_not_called_unsaid() -> None:
    claim = library("zfb/section-4.3-conditional-mean")
    result = examine(claim, (), Context())
    meant = [d for d in result.parts if not d.literal]
    standing = replace(result, parts=tuple(replace(d, verdict=told(made(QUOTIENT)).verdict) for d in meant))
    assert lines(claim, standing)
    assert not unsaid(claim, standing)


def test_the_report_lists_conditions_points_and_hypotheses_of_ours(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("LEMMATA_HOME", str(tmp_path))
    known = registry.load()
    statements = (known.find("ccs/section-h.2-distance"), known.find("zfb/theorem-5"))
    results = {s.id: examine(library(s.id), ("words",), Context()) for s in statements}
    pages = {file.path: file.text for file in files(statements, results, known)}
    distance = next(text for path, text in pages.items() if "section-h.2-distance" in path)
    theorem = next(text for path, text in pages.items() if "theorem-5" in path)
    assert "(not on the page)" in distance
    assert "<li>M is not 0: follows from M != 0.</li>" in distance
    assert "Met at d = 1, M_any = [[1]]." in distance
    assert "E[y_q²] is finite: assumed, as nothing here gives it" in theorem
    assert "What the page leaves unsaid" in pages["errata.html"]
    assert "<li>E[y_q²] is finite</li>" in pages["errata.html"]


def test_a_notebook_marks_a_hypothesis_of_ours() -> None:
    assert "(not on the page)" in claim_markdown(made(QUOTIENT, OURS))


@pytest.mark.parametrize("lines_", [True, False])
def test_the_table_cuts_the_range_and_never_the_condition(lines_: bool) -> None:
    scope = "every d, N, M, Lam, Theta and sigma that there is where E[y_q²] < oo; (b) every d where a != 0"
    cell = shortened(scope, 24, lines=lines_)
    assert cell.startswith("every d, N, M, Lam, The…")
    assert "E[y_q²] < oo and a != 0" in " ".join(cell.split())
    assert "\n" in cell if lines_ else "\n" not in cell


def test_a_condition_too_long_for_the_table_is_counted() -> None:
    mean = f"E[{'tr(A) ' * 20}] < oo"
    cell = shortened(f"every d, N, M and Lam where a != 0 and {mean} and {mean.lower()}", 12, lines=False)
    assert cell == "every d, N… where a != 0 and 2 longer conditions"


def test_a_law_that_is_stated_is_met() -> None:
    v = vector("v", "d", "random", "positive", "law", "independent")
    found = vacuity(made(QUOTIENT, Hypothesis("law", iid_entries(v, exponential()))))
    assert found is not None
    assert "the laws that are stated" in str(found.at)
