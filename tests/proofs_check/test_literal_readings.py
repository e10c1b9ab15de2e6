"""What the page says comes first: literal readings, fillings of lost formulas, misprints, notes, fidelity."""

from __future__ import annotations

from dataclasses import replace

import pytest

from proofs_check import registry, runner
from proofs_check.catalogue import Registry
from proofs_check.claims import Claim, Difference, Differs, Hypothesis, Kind, Misprint, Part, Reading, claim
from proofs_check.errors import UserError
from proofs_check.merging import merge
from proofs_check.report.errata import errata
from proofs_check.report.errata.data import data
from proofs_check.report.errata.letter import markdown, text
from proofs_check.report.jsonio import claim_row
from proofs_check.results import Examined, Result
from proofs_check.statement.props import eq, gt, lt
from proofs_check.statement.terms import scalar
from proofs_check.verdict import Verdict
from proofs_check.witnesses import Context

a = scalar("a")


def said(statement: Claim, **verdicts: Verdict) -> Result:
    """What becomes of ``statement`` where a witness says this of the readings, by their names."""
    rows = [
        Examined(
            "words", part.name, r.name, verdicts[r.name or "only"], "every a", True, "", 0.0, {},
            "a = 1: left 1, right 2" if verdicts[r.name or "only"] is Verdict.REFUTED else None,
        )
        for part in statement.parts for r in part.readings
    ]  # fmt: skip
    return merge(statement, rows, 0.0)


def draft(*readings: Reading, **settings: object) -> Claim:
    made = Claim("mine/a", Kind.IDENTITY, "my draft, Lemma 1", "$a=b$.", (Part("", readings),), **settings)  # type: ignore[arg-type]
    return made


def two(*, literal: bool) -> Claim:
    return draft(Reading("strict", eq(a, 1), literal=literal), Reading("kind", eq(a, a)))


STRICT_FAILS = {"strict": Verdict.REFUTED, "kind": Verdict.PROVED}


def test_a_literal_reading_that_fails_refutes_the_statement_and_the_other_stands_beside_it() -> None:
    result = said(two(literal=True), **STRICT_FAILS)
    assert result.verdict is Verdict.REFUTED
    assert result.read_as is not None
    assert (result.read_as.reading, result.read_as.verdict) == ("kind", Verdict.PROVED)
    assert result.counterexample


def test_a_statement_that_fails_in_another_part_is_not_said_to_stand_read_otherwise() -> None:
    (part,) = two(literal=True).parts
    statement = replace(two(literal=True), parts=(replace(part, name="a"), Part("b", (Reading("", eq(a, 2)),))))
    assert said(statement, **STRICT_FAILS, only=Verdict.PROVED).read_as is not None
    result = said(statement, **STRICT_FAILS, only=Verdict.REFUTED)
    assert (result.verdict, result.read_as) == (Verdict.REFUTED, None)
    assert list(result.charitable()) == ["a"]


def test_words_that_are_vague_take_the_better_reading() -> None:
    result = said(two(literal=False), **STRICT_FAILS)
    assert (result.verdict, result.read_as) == (Verdict.PROVED, None)
    assert [d.reading for d in result.refuted_readings()] == ["strict"]


def test_a_literal_reading_that_is_open_leaves_the_statement_open() -> None:
    assert said(two(literal=True), strict=Verdict.UNDECIDED, kind=Verdict.PROVED).verdict is Verdict.UNDECIDED


def test_a_filling_of_a_lost_formula_that_fails_refutes_nothing_and_is_no_erratum() -> None:
    lost = draft(Reading("", eq(a, 1), filled=True), reconstructed="inferred")
    result = said(lost, only=Verdict.REFUTED)
    assert result.verdict is Verdict.UNDECIDED
    assert [d.verdict for d in result.refuted_readings()] == [Verdict.REFUTED]
    known = Registry({}, {lost.id: lost})
    assert not errata(tuple(known), {lost.id: result}, known).errata
    assert said(lost, only=Verdict.PROVED).verdict is Verdict.PROVED


def test_the_literal_reading_comes_first_and_is_one() -> None:
    with pytest.raises(UserError, match="literal reading of mine/a is not the first"):

        @claim("mine/a", kind=Kind.IDENTITY)
        def late() -> dict[str, list[Reading]]:
            """$a=1$."""
            return {"": [Reading("kind", eq(a, a)), Reading("strict", eq(a, 1), literal=True)]}


def test_a_misprint_is_told_apart_from_a_false_statement_with_what_it_reads_as() -> None:
    slip = Misprint("$a$", "$b$")
    known_false, misprint = two(literal=True), draft(*two(literal=True).parts[0].readings, misprints=(slip,))
    for statement, kind in ((known_false, "false"), (misprint, "misprint")):
        known = Registry({}, {statement.id: statement})
        found = errata(tuple(known), {statement.id: said(statement, **STRICT_FAILS)}, known)
        (erratum,) = found.errata
        assert erratum.kind == kind
        assert [line.reading for line in erratum.standing] == ["kind"]
        assert ("It holds read as" if kind == "false" else "for $a$ read $b$") in markdown(found)
        assert data(found)["errata"][0]["holds_as"][0]["reading"] == "kind"


def test_a_misprint_of_a_statement_that_stands_is_listed() -> None:
    statement = draft(Reading("", eq(a, a)), misprints=(Misprint("(3)", "(4)"),))
    known = Registry({}, {statement.id: statement})
    found = errata(tuple(known), {statement.id: said(statement, only=Verdict.PROVED)}, known)
    assert not found.errata
    assert "for (3) read (4)" in markdown(found)
    assert data(found)["misprints"][0]["meant"] == "(4)"


def test_the_json_tells_the_page_the_note_and_how_the_transcription_stands_to_the_page() -> None:
    weaker = Difference(Differs.WEAKER, "one law instead of all")
    statement = draft(Reading("", eq(a, a)), note="the letter is ours", fidelity=(weaker,))
    known = Registry({}, {statement.id: statement})
    result = said(statement, only=Verdict.PROVED)
    row = claim_row(known.find("mine/a"), result, known, {})
    assert (row["page"], row["note"]) == ("$a=b$.", "the letter is ours")
    assert row["fidelity"] == [{"kind": "weaker than the page", "what": "one law instead of all"}]
    assert row["read_as"] is None


def test_what_is_better_than_the_page_says_is_told_of_proved_statements() -> None:
    above, added = Hypothesis("a > 0", gt(a, 0)), Hypothesis("a < 9", lt(a, 9), unstated=True)
    statement = draft(Reading("", eq(a, a)), given=(above, added))
    known = Registry({}, {statement.id: statement})
    proved = replace(said(statement, only=Verdict.PROVED), unused_hypotheses=("a > 0", "a < 9"))
    (better,) = errata(tuple(known), {statement.id: proved}, known).better
    assert better.not_needed == ("a > 0",), "what we added is no hypothesis of the page"
    assert "a > 0: not needed in mine/a." in text(errata(tuple(known), {statement.id: proved}, known))
    supported = replace(proved, verdict=Verdict.SUPPORTED)
    assert not errata(tuple(known), {statement.id: supported}, known).better


LITERAL = [
    (claim.id, part)
    for claim in registry.load().claims.values() for part in claim.parts
    if any(r.literal for r in part.readings)
]  # fmt: skip


@pytest.mark.parametrize(("id", "part"), LITERAL, ids=lambda value: value if isinstance(value, str) else value.name)
def test_a_literal_reading_of_the_papers_stands_beside_another_and_is_expected_to_fail(id: str, part: Part) -> None:
    statement = registry.load().find(id).claim
    assert statement is not None
    assert len(part.readings) > 1
    assert not part.meant.literal
    assert statement.expected is not None
    assert statement.expected.verdict is Verdict.REFUTED
    assert not statement.expected.parts or part.name in statement.expected.parts


def test_a_statement_of_the_papers_says_both() -> None:
    statement = registry.load().find("zfb/section-4.2-covariate-scaling").claim
    assert statement is not None
    result = runner.examine(statement, ("entries", "proof"), Context(dims=(1, 2)))
    assert result.verdict is Verdict.REFUTED
    assert result.read_as is not None
    assert result.read_as.verdict is Verdict.PROVED
