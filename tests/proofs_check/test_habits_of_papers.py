"""Eight short papers of other authors: what is read of them, and what of it fails."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from proofs_check.cli import main
from proofs_check.reading.tex.claims import paper
from proofs_check.report.render import plain

PAPERS = Path(__file__).parent / "habits_in_latex"
READ = {
    "ridge": "dual norm ridgeless dagger daggerwrong dof shrink",
    "factor": "grad nuclear amgm amgmwrong trace trace-step-1 rank",
    "gauss": "m2 m4 var lin wish fro cov cov2 cov2w jens", "gdq": "gradf hess one onew smooth kappa",
    "pca": "pyth rank ray rayw vv vvw",
    "attn": "perm cov covw sig", "kernel": "loo kxy kxx rep obj commute smoother smw smwwrong inv invback",
    "sgd": "mb mbw mbtr second mean young young2 nat",
}  # fmt: skip
REFUTED = {
    "ridge": {"daggerwrong"}, "factor": {"amgmwrong"}, "gauss": {"m4", "cov2w"}, "gdq": {"onew"},
    "pca": {"rayw", "vvw"}, "attn": {"covw"}, "kernel": set[str](), "sgd": {"mbw"},
}  # fmt: skip
"""What fails as it stands, and is shown to; ``smwwrong`` fails, too."""
GIVEN = {
    "ridge/shrink": ["λ ≥ 1"], "ridge/ridgeless": ["det(𝐗ᵀ 𝐗) ≠ 0"],
    "gdq/onew": ["‖H‖_op ≤ L", "η = 1/L"], "pca/pyth": ["P² = P", "P = Pᵀ"],
    "pca/rayw": ["‖v‖₂ = 1"], "pca/vv": ["Vᵀ V = I_k"], "pca/vvw": [], "kernel/smw": ["𝐊 = 𝚽 𝚽ᵀ"],
}  # fmt: skip


@pytest.mark.parametrize("name", sorted(READ))
def test_of_another_author_this_is_read_and_the_rest_is_listed(name):
    found = paper(PAPERS / f"{name}.tex")
    assert {claim.id.split("/")[1] for claim in found.claims} == set(READ[name].split())
    assert all(one.outcome in ("NOT_READ", "AMBIGUOUS") for one in found.unread)


@pytest.mark.parametrize("id", sorted(GIVEN))
def test_what_another_author_supposes_is_supposed(id):
    found = next(claim for claim in paper(PAPERS / f"{id.split('/')[0]}.tex").claims if claim.id == id)
    assert [h.name for h in found.given] == GIVEN[id]


def test_definitions_by_an_equals_sign_are_read_in_the_place_of_their_letters():
    (found,) = [claim for claim in paper(PAPERS / "kernel.tex").claims if claim.id == "kernel/rep"]
    assert plain(found.parts[0].readings[0].prop) == "𝐲 - 𝐊 𝛂 = n λ 𝛂"
    assert "𝛂 = (𝐊 + n λ I_n)⁻¹ 𝐲" in found.note


@pytest.mark.slow
@pytest.mark.parametrize("name", sorted(REFUTED))
def test_of_another_author_what_fails_is_refuted_and_nothing_else(name, tmp_path, monkeypatch):
    monkeypatch.setenv("LEMMATA_HOME", str(tmp_path / "home"))
    out = tmp_path / "out.json"
    CliRunner().invoke(main, ["check", str(PAPERS / f"{name}.tex"), "--jobs", "1", "--json", str(out)])
    rows = json.loads(out.read_text())["claims"]
    assert {row["label"] for row in rows if row["verdict"] == "REFUTED"} == REFUTED[name]
    assert not any(row["verdict"] == "PROVED" and row["label"] == "smwwrong" for row in rows)
