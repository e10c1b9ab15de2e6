"""Which proved parts are theorems of the kernel is told by the proof witness, `show` and the JSON document."""

from __future__ import annotations

import io
from functools import cache

from rich.console import Console

from proofs_check import registry
from proofs_check.report.jsonio import claim_row, summary
from proofs_check.report.show import print_statement
from proofs_check.report.theorems import told
from proofs_check.results import Result
from proofs_check.runner import examine
from proofs_check.theorems.schemes import ALL
from proofs_check.verdict import Verdict
from proofs_check.witnesses import Context

REPLAYED, NOT_REPLAYED = "zfb/lemma-17", "ccs/example-4"
"""The second rests on a rule about laws that rotations keep, of which no axiom speaks."""


@cache
def result(id: str) -> Result:
    claim = registry.load().find(id).claim
    assert claim is not None
    return examine(claim, ("proof",), Context())


def row(id: str) -> dict[str, dict[str, object]]:
    known = registry.load()
    found = claim_row(known.find(id), result(id), known, {id: result(id)})
    return {part["part"]: part for part in found["parts"]}


def test_a_theorem_is_told_with_its_axioms_its_oracles_and_what_it_cites() -> None:
    part = row(REPLAYED)["a"]
    assert part["verdict"] == "PROVED"
    theorem = part["theorem"]
    assert isinstance(theorem, dict)
    assert "Gronwall's inequality" in theorem["axioms"]
    assert set(theorem["axioms"]) <= set(ALL)
    assert theorem["oracles"] == ["degree", "normal_form", "sign"]
    assert theorem["cites"] == ["zfb/lemma-10 (c)"]


def test_a_proof_by_rules_of_the_checker_alone_is_told_with_the_step_that_does_not_replay() -> None:
    part = row(NOT_REPLAYED)["a"]
    assert part["verdict"] == "PROVED"
    theorem = part["theorem"]
    assert isinstance(theorem, dict)
    assert set(theorem) == {"refused", "by"}
    assert "by Rotated: what is rotated is more than one column" in theorem["refused"]


def test_the_summary_counts_theorems_among_what_is_proved() -> None:
    known = registry.load()
    results = {id: result(id) for id in (REPLAYED, NOT_REPLAYED)}
    found = summary([known.find(id) for id in results], results)["propositions"]
    assert found["theorems"] == sum(d.verdict is Verdict.PROVED for d in result(REPLAYED).parts)


def test_show_says_which_parts_are_theorems() -> None:
    known = registry.load()
    said_of = {REPLAYED: "a theorem of the kernel, on Gronwall", NOT_REPLAYED: "by rules of the proof checker"}
    for id, said in said_of.items():
        out = io.StringIO()
        print_statement(Console(file=out, width=400), known.find(id), known, {id: result(id)})
        assert said in out.getvalue()


def test_nothing_is_told_where_no_chain_was_replayed() -> None:
    assert told(None) == ""
    assert told({"axioms": [], "oracles": [], "cites": []}) == "a theorem of the kernel"
