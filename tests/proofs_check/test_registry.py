"""The registry is explicit, complete, and its references lead somewhere."""

from __future__ import annotations

import importlib
import pkgutil
import subprocess
import sys
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

from proofs_check.catalogue import PAPERS, Registry
from proofs_check.claims import Claim, Kind
from proofs_check.errors import UserError
from proofs_check.registry import claim_modules, claims_of, load
from proofs_check.report.errata.collect import SCRIPTS, script_of
from proofs_check.verdict import Verdict
from proofs_check.witnesses import NAMES

BEYOND = {
    "ccs/beyond-no-process",
    "ccs/eq-25-exact",
    "zfb/eq-23-exponential-law",
    "zfb/eq-23-gamma-law",
    "zfb/eq-23-two-point-law",
    "zfb/section-4.3-no-in-context-learning-any-law",
    "zfb/rotation-equivariance",
    "zfb/theorem-5-noisy-labels",
    "zfb/theorem-5-cubic-labels",
    "zfb/theorem-5-relu-labels",
    "zfb/section-4.2-covariate-shift-same-covariance",
    "zwb/eq-b.19-without-spread",
    "zwb/section-4-gd-consistency-minimum",
    "zwb/theorem-5.3-rank-one",
    "zwb/beyond-sharp-gap-form",
    "zwb/beyond-sharp-gap-split",
    "zwb/beyond-gap-large-mean-form",
    "zwb/beyond-gap-large-context-form",
    "zwb/beyond-gap-large-context-rank-one",
    "zwb/beyond-gap-large-context-constant",
    "zfb/beyond-all-invariants-random",
    "zfb/beyond-global-optimality-random",
    "zfb/beyond-sharp-bounds-random",
    "zfb/beyond-sigma-condition-random",
    "zfb/beyond-task-prior-limit",
    "ccs/loss-without-attention",
    "ccs/section-h.1-setup-covariance",
    "ccs/beyond-depth-every-covariate",
    "ccs/beyond-depth-excess-risk",
    "ccs/eq-13-blocks",
    "ccs/gradient-at-s-of-a-free",
    "ccs/gradient-at-s-of-b",
    "ccs/gradient-at-s-of-b-free",
    "ccs/gradient-at-s-of-c",
    "ccs/gradient-at-s-of-c-free",
    "ccs/beyond-balanced",
    "ccs/beyond-finite-bounded",
    "ccs/beyond-finite-depth",
    "ccs/beyond-finite-exponential",
    "ccs/beyond-finite-gaussian",
    "ccs/beyond-infinite-covariates",
    "ccs/beyond-infinite-labels",
    "ccs/beyond-plateau",
    "ccs/beyond-saddle-in-s",
    "ccs/beyond-relu-almost-everywhere",
    "ccs/beyond-relu-one-sided",
    "ccs/beyond-smooth-loss",
    "ccs/eq-7-sign",
    "ccs/eq-9-decrease",
    "ccs/eq-38-equality",
    "ccs/eq-39-equality",
    "ccs/eq-56-equality",
    "ccs/eq-57-equality",
    "ccs/eq-71-equality",
    "ccs/lemma-g.3-stationary",
    "ccs/theorem-g.1-finite",
}
"""What the papers use without stating it, and instances worked out: claims that stand in no contents."""
SIZES = {"zfb": 143, "ccs": 194, "zwb": 88}


@pytest.fixture(scope="module")
def registry() -> Registry:
    return load()


def test_all_425_statements_of_the_three_papers_are_registered(registry: Registry) -> None:
    sizes = {p.name: sum(id.startswith(p.name + "/") for id in registry.listed) for p in PAPERS}
    assert sizes == SIZES


def test_no_label_stands_twice_in_the_contents_of_a_paper() -> None:
    for paper in PAPERS:
        contents = importlib.import_module(f"proofs_check.papers.{paper.name}.contents")
        labels = contents.ON_THE_PAGE + contents.BEYOND
        assert len(labels) == len(set(labels))


def test_every_statement_in_the_contents_is_transcribed(registry: Registry) -> None:
    assert registry.listed.keys() <= registry.claims.keys()


def test_statements_are_listed_in_the_order_of_the_page_with_what_goes_beyond_it_last(registry: Registry) -> None:
    listed = [s.id for s in registry if s.id in registry.listed]
    assert listed == list(registry.listed)
    assert not registry.find("ccs/eq-1").is_ours
    assert registry.find("zfb/beyond-label-noise").is_ours


def test_every_claim_names_known_witnesses(registry: Registry) -> None:
    for claim in registry.claims.values():
        assert set(claim.witnesses) <= set(NAMES), claim.id
        assert claim.witnesses or claim.kind is Kind.SUMMARY, claim.id


def test_every_claim_stands_in_the_contents_corrects_one_or_is_listed_as_beyond(registry: Registry) -> None:
    for claim in registry.claims.values():
        root = claim.corrects.split("#")[0] if claim.corrects else claim.id
        assert root in registry.listed or root in BEYOND, claim.id


def test_what_a_claim_uses_exists_and_the_uses_of_transcribed_claims_have_no_cycle(registry: Registry) -> None:
    graph = {}
    for id, claim in registry.claims.items():
        for used in (*claim.uses, *claim.see):
            assert used in registry.listed or used in registry.claims, f"{id} uses {used}"
        graph[id] = [used for used in claim.uses if used in registry.claims]
    tuple(TopologicalSorter(graph).static_order())


def test_part_names_that_an_expectation_or_a_correction_names_exist(registry: Registry) -> None:
    for claim in registry.claims.values():
        parts = {part.name for part in claim.parts}
        if claim.expected:
            assert set(claim.expected.parts) <= parts, claim.id
            assert claim.expected.reason.strip(), claim.id
        if claim.corrects and "#" in claim.corrects:
            root, part = claim.corrects.split("#")
            assert part in {p.name for p in registry.claims[root].parts}, claim.id


def test_every_module_of_a_paper_that_holds_claims_is_listed_in_its_modules() -> None:
    for paper in PAPERS:
        package = importlib.import_module(f"proofs_check.papers.{paper.name}")
        listed = {module.__name__ for module in claim_modules(paper.name)}
        for info in pkgutil.iter_modules(package.__path__, package.__name__ + "."):
            module = importlib.import_module(info.name)
            own = [claim for claim in claims_of(module) if _is_defined_in(claim, info.name)]
            assert not own or info.name in listed, f"{info.name} holds claims and is not in MODULES"


def _is_defined_in(claim: Claim, name: str) -> bool:
    source = importlib.import_module(name).__file__ or ""
    with open(source, encoding="utf-8") as text:
        return f'"{claim.id}"' in text.read()


@pytest.mark.parametrize("script", sorted(SCRIPTS.glob("*.py")), ids=lambda path: path.stem)
def test_each_erratum_has_a_script_that_needs_nothing_of_ours(script: Path) -> None:
    done = subprocess.run([sys.executable, "-I", str(script)], capture_output=True, text=True, check=True)
    says = "the paper, as we read it, says" if script.stem.startswith("zwb") else "the paper says"
    assert says in done.stdout


def test_every_expected_refutation_has_its_script(registry: Registry) -> None:
    refuted = [c for c in registry.claims.values() if c.expected and c.expected.verdict is Verdict.REFUTED]
    for claim in refuted:
        assert script_of(claim.id), claim.id
        charitable = any(reading.literal for part in claim.parts for reading in part.readings)
        assert registry.corrections(claim.id) or charitable, claim.id


def test_an_unknown_id_suggests_the_nearest(registry: Registry) -> None:
    with pytest.raises(UserError, match="did you mean 'zfb/theorem-4'"):
        registry.find("zfb/theorem4")


def test_a_pattern_that_matches_nothing_is_an_error(registry: Registry) -> None:
    with pytest.raises(UserError, match="No id matches the pattern 'zfb/lemna-"):
        registry.select(["zfb/lemna-*"])


def test_globs_select_in_the_order_of_the_papers(registry: Registry) -> None:
    ids = [s.id for s in registry.select(["zwb/lemma-h.*", "zfb/theorem-4"])]
    assert ids[0] == "zfb/theorem-4"
    assert len(ids) == 7


@pytest.mark.parametrize("folder", ["x" * 5000, "y/" * 3000, "a\0b", "/etc/passwd/x"])
def test_what_can_name_no_folder_is_refused_in_one_sentence(folder: str) -> None:
    with pytest.raises(UserError, match="pass a folder of claims"):
        load(folder)
