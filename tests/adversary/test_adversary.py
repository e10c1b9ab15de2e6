"""A seeded share of the adversary: nothing false is proved, nothing true is refuted, and enough is decided."""

from __future__ import annotations

from collections import Counter, defaultdict
from pathlib import Path
from random import Random

import pytest

from proofs_check.claims import Kind
from proofs_check.own.wellformed import TRAITS
from proofs_check.statement import props
from proofs_check.statement.heads import PROPS, TERMS
from proofs_check.statement.props import subprops, subterms
from proofs_check.statement.terms import Op

from . import shipped
from .asking import Row
from .fuzzing import KINDS, ids, one, seen
from .judging import Tally, asked
from .keeping import file, keep, kept
from .metamorphic import CHANGES
from .renaming import symbols_in
from .running import everything, run, selected
from .stating import FAMILIES, Stated, Truth, kind_of
from .tables import faults, report

SEED = 20
CORPUS = everything()
PROOFS = [stated for stated in CORPUS if stated.proof is not None]
OF_THE_PAPERS = frozenset({"per_prompt"})
"""Heads that only the papers' own statements use."""
PROPS_OF_THE_PAPERS = frozenset({"cites", "supplies", "defined", "defined_as"})
"""Propositions about the papers' proofs, and definitions, of which nothing is false."""
TRAITS_OF_THE_PAPERS = frozenset({"context", "derived", "prompt", "label", "invertible"})


def rows(wanted: list[str]) -> list[Row]:
    found: list[Row] = []
    run(wanted, 1, lambda id, row: found.append(row) if row is not None else None)
    return found


def decided(found: list[Row]) -> int:
    return sum(row.verdict in ("PROVED", "REFUTED", "SUPPORTED") for row in found)


def said(found: list[Row]) -> list[str]:
    return [f"{row.fault}: {row.id}: {row.said}" for row in faults(found)]


def test_the_corpus_is_large_and_every_family_gives_its_argument() -> None:
    assert len(CORPUS) >= 1800
    assert {stated.truth for stated in CORPUS} == set(Truth) - {Truth.UNKNOWN}
    assert len(FAMILIES) >= 60
    assert len({stated.id for stated in CORPUS}) == len(CORPUS)
    assert all(stated.why for stated in CORPUS)


def written() -> list[tuple[Stated, props.Prop]]:
    found = []
    for stated in CORPUS:
        if stated.truth in (Truth.TRUE, Truth.FALSE):
            found.append((stated, stated.statement()))
    return found


def test_the_corpus_has_a_true_and_a_false_statement_with_every_head() -> None:
    met: defaultdict[str, set[Truth]] = defaultdict(set)
    for stated, prop in written():
        for one_prop in (prop, *stated.given):
            for _, node in subterms(one_prop):
                if isinstance(node, Op):
                    met[node.head].add(stated.truth)
    assert [head for head in TERMS if len(met[head]) < 2 and head not in OF_THE_PAPERS] == []


def test_the_corpus_has_a_true_and_a_false_statement_of_every_form_of_proposition() -> None:
    met: defaultdict[str, set[Truth]] = defaultdict(set)
    for stated, prop in written():
        for one_prop in (prop, *stated.given):
            for _, sub in subprops(one_prop):
                met[sub.head].add(stated.truth)
    assert sorted(form for form in PROPS.keys() - PROPS_OF_THE_PAPERS if len(met[form]) < 2) == []


def test_the_corpus_has_a_true_and_a_false_statement_with_every_law_and_trait() -> None:
    met: defaultdict[str, set[Truth]] = defaultdict(set)
    for stated, prop in written():
        for sym in symbols_in((prop, stated.given)):
            for trait in sym.traits:
                met[trait.split(":")[0]].add(stated.truth)
    traits = TRAITS | {"cov", "std", "range"}
    assert sorted(trait for trait in traits - TRAITS_OF_THE_PAPERS if len(met[trait]) < 2) == []


def test_the_corpus_has_every_kind_of_claim_with_every_truth() -> None:
    met: Counter[tuple[Kind, Truth]] = Counter()
    for stated in CORPUS:
        if stated.truth is Truth.ILL_SHAPED:
            continue
        met[kind_of(stated.statement()), stated.truth] += 1
    # An experiment is a record, a summary points to others, and of a definition nothing is false.
    kinds = set(Kind) - {Kind.EXPERIMENT, Kind.SUMMARY, Kind.DEFINITION}
    truths = (Truth.TRUE, Truth.FALSE, Truth.VACUOUS, Truth.VALUELESS)
    assert [(k, t) for k in kinds for t in truths if not met[k, t]] == []


@pytest.mark.slow
@pytest.mark.parametrize("share", range(3))
def test_no_statement_of_the_corpus_gets_a_verdict_that_cannot_be(share: int) -> None:
    chosen = Random(SEED).sample([stated.id for stated in CORPUS if stated.proof is None], 240)[share::3]
    found = rows(chosen)
    assert said(found) == []
    assert decided(found) >= 45, report(found)


@pytest.mark.slow
def test_no_chain_of_the_corpus_shows_what_is_false() -> None:
    found = rows([stated.id for stated in PROOFS])
    assert said(found) == []
    assert sum(row.truth == "TRUE" and row.verdict == "PROVED" for row in found) >= 15, report(found)


@pytest.mark.parametrize("kind", KINDS)
def test_no_random_statement_gets_a_verdict_that_cannot_be(kind: str) -> None:
    found = rows(ids(kind, 14, SEED))
    assert said(found) == []
    assert decided(found) >= (2 if kind == "minima" else 6), report(found)


def with_bases(wanted: list[str]) -> list[str]:
    """A changed statement is compared with the one as it was."""
    return [*dict.fromkeys(id.partition("~")[0] for id in wanted), *wanted]


@pytest.mark.slow
def test_no_changed_statement_of_the_corpus_gets_a_verdict_that_cannot_be() -> None:
    every = [f"{stated.id}~{change}" for stated in CORPUS for change in CHANGES]
    found = rows(with_bases(Random(SEED).sample(every, 90)))
    assert said(found) == []
    assert decided(found) >= 60, report(found)


QUICK = (
    "zfb/eq-38", "zfb/section-4.1-large-lengths", "zfb/lemma-11", "ccs/section-i.1-invariance", "ccs/eq-44",
    "ccs/example-5", "zwb/corollary-6.2", "zwb/eq-b.1",
)  # fmt: skip
"""Statements of the papers that take less than a second each."""


@pytest.mark.slow
@pytest.mark.parametrize("id", QUICK)
def test_no_changed_statement_of_the_papers_gets_a_verdict_that_cannot_be(id: str) -> None:
    """All changes of one statement beside it as it was, which so is asked about once."""
    assert id in shipped.ids()
    found = rows(with_bases([f"shipped/{id}~{change}" for change in shipped.CHANGES]))
    assert said(found) == []


def test_the_changes_reach_every_statement_of_the_papers() -> None:
    every = selected("shipped/", 0, SEED)
    for change in shipped.CHANGES:
        assert sum(id.endswith(f"~{change}") for id in every) == len(shipped.ids()) >= 480
    for change in ("given", "conjoined", "negated"):
        assert all(shipped.changed(id, change) is not None for id in shipped.ids()[::20])


def test_the_same_seed_gives_the_same_statements_and_another_one_others() -> None:
    assert [one(id) for id in ids("flows", 5, 1)] == [one(id) for id in ids("flows", 5, 1)]
    assert [one(id).prop for id in ids("means", 5, 1)] != [one(id).prop for id in ids("means", 5, 2)]


def test_a_run_of_the_default_size_asks_about_twenty_thousand_random_statements() -> None:
    assert sum(id.startswith("fuzz/") for id in selected("", 20_000, 1)) >= 20_000 - len(KINDS)


def test_a_killed_run_goes_on_after_the_last_whole_line(tmp_path: Path) -> None:
    row = Row("scalars/squares/0", "TRUE", "PROVED", defects=("one",), parts={"": "PROVED"}, seconds=0.5)
    keep(tmp_path / "rows", "a", row)
    keep(tmp_path / "rows", "b", None)
    with (tmp_path / "rows").open("a") as stream:
        stream.write('\n["c", {"id": "c", "tru')
    keep(tmp_path / "rows", "d", row)
    assert kept(tmp_path / "rows") == {"a": row, "b": None, "d": row}


def test_the_rows_of_one_state_have_one_place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LEMMATA_HOME", str(tmp_path / "home"))
    rows = file()
    assert rows == file()
    assert rows.is_relative_to(tmp_path)


def test_a_verdict_that_turns_round_by_a_change_is_a_fault() -> None:
    before = Row("shipped/a/b", "UNKNOWN", "PROVED", parts={"": "PROVED"})
    for change, verdict, wrong in (
        ("turned", "REFUTED", True), ("turned", "UNDECIDED", False), ("negated", "SUPPORTED", True),
        ("negated", "REFUTED", False), ("renamed", "SUPPORTED", True), ("specialised", "REFUTED", True),
    ):  # fmt: skip
        after = Row(f"shipped/a/b~{change}", "UNKNOWN", verdict, parts={"": verdict})
        assert bool(faults([before, after])) is wrong, change


def test_odd_means_over_rotations_vanish() -> None:
    odd = [one for one in CORPUS if one.id.startswith("rotations/odd_means")]
    assert len(odd) >= 4
    tally = Tally()
    tally.ask(odd)
    assert tally.counts["TRUE", "PROVED"] == len(odd), tally.table()


@pytest.mark.parametrize("id", ["propositions/nothing_meets/3", "special/dimensions_three_and_four/14"])
def test_a_twin_is_wrong_only_where_something_meets_the_hypotheses_and_at_sizes_that_are_spoken_of(id: str) -> None:
    """The first assumes what nothing meets; the twin of the second fails at d = 3, where entries says nothing."""
    (found,) = (asked(one) for one in CORPUS if one.id == id)
    assert not found.defects


def test_numpy_agrees_with_the_truth_of_the_corpus() -> None:
    """It finds no point where a true statement of the corpus fails, and points where most of the false ones do."""
    settled = failed = 0
    for stated in CORPUS:
        if stated.truth is Truth.ILL_SHAPED or stated.model or stated.proof is not None:
            continue
        if stated.id.startswith("expectations"):
            continue
        true, false, without = seen(stated.statement(), stated.given, SEED, points=6)
        settled += bool(true or false or without)
        failed += bool(false)
        if stated.truth in (Truth.TRUE, Truth.VACUOUS):
            assert not false, stated.id
            assert not without, stated.id
        if stated.truth is Truth.VALUELESS:
            assert not false, stated.id
    assert settled >= 500
    assert failed >= 200
