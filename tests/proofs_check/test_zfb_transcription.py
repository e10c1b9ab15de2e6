"""The claim files of zfb: complete, cheap to import, and of one shape."""

from __future__ import annotations

import subprocess
import sys

import pytest

from proofs_check.claims import Claim, Kind
from proofs_check.papers.zfb import MODULES
from proofs_check.registry import load
from proofs_check.statement.props import subprops
from proofs_check.verdict import Verdict

CLAIMS = {id: claim for id, claim in load().claims.items() if claim.paper == "zfb"}
every_claim = pytest.mark.parametrize("claim", CLAIMS.values(), ids=lambda claim: claim.label)


def test_listing_the_claims_imports_nothing_heavy() -> None:
    code = (
        "import sys; from proofs_check.registry import load; load(); "
        "print([m for m in ('sympy', 'numpy', 'scipy', 'torch', 'flint', 'mpmath') if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_a_newcomer_finds_every_module_by_its_label() -> None:
    assert "lemma_17" in MODULES
    assert "theorem_4" in MODULES
    assert len(set(MODULES)) == len(MODULES)


@every_claim
def test_a_claim_has_its_printed_text_and_at_least_one_reading_of_each_part(claim: Claim) -> None:
    assert len(claim.printed) > 20
    assert claim.parts
    assert len({part.name for part in claim.parts}) == len(claim.parts)
    for part in claim.parts:
        assert part.readings
        assert len({reading.name for reading in part.readings}) == len(part.readings)
        if len(part.readings) > 1:
            assert all(reading.name and reading.why for reading in part.readings)


@every_claim
def test_a_claim_uses_only_claims_of_its_paper_and_not_itself(claim: Claim) -> None:
    assert set(claim.uses) <= CLAIMS.keys()
    assert claim.id not in claim.uses


@every_claim
def test_a_definition_says_which_object_it_defines(claim: Claim) -> None:
    heads = {p.head for part in claim.parts for r in part.readings for _, p in subprops(r.prop)}
    if claim.kind is Kind.DEFINITION:
        assert claim.options["definition"]["object"]
        assert heads & {"defined", "defined_as"}
    else:
        assert not heads & {"defined", "defined_as"}


def test_a_claim_that_is_expected_to_fail_has_a_correction_beside_it() -> None:
    for claim in CLAIMS.values():
        if claim.expected is not None and claim.expected.verdict is Verdict.REFUTED:
            assert claim.expected.reason
            corrected = any(other.corrects and other.corrects.split("#")[0] == claim.id for other in CLAIMS.values())
            assert corrected or any(reading.literal for part in claim.parts for reading in part.readings)
