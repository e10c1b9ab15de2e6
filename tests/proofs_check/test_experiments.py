"""Experiments: verdicts are recomputed from records, luck is bounded, stale and missing records say so."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner

from numeric.streams import generator
from numeric.training.in_context.measuring import measure_baselines
from numeric.training.in_context.settings import settings
from proofs_check import registry
from proofs_check.algebras.measured import MeasuredAlgebra
from proofs_check.claims import Kind
from proofs_check.cli import main
from proofs_check.evidence import experiments, records
from proofs_check.papers.zfb.figure_1 import appendix_e_setup, figure_1, figure_1_fixed_trained, figure_1_spike
from proofs_check.papers.zfb.notation_experiments import (
    M_0,
    N_0,
    c_0,
    e_0,
    e_fixed,
    e_LS,
    e_random,
    quantity,
    same,
)
from proofs_check.papers.zfb.section_2_cited import cited_results
from proofs_check.papers.zfb.section_4_3_positions import positional_encodings
from proofs_check.report.figure import draw
from proofs_check.runner import examine
from proofs_check.statement.fold import Lacks
from proofs_check.statement.mutate import twins
from proofs_check.statement.props import Prop, conj, eq, exists, for_all, gt, implies, lt, psd
from proofs_check.statement.terms import scalar
from proofs_check.verdict import Verdict
from proofs_check.witnesses import Context
from proofs_check.witnesses.trained import experiment as witness

SETTINGS = settings("small", covariances=64, prompts=2)


def synthetic(spike: float = 4.0, name: str = "synthetic", noise: float = 0.05) -> dict[str, Any]:
    """Outcomes of the shape of a run: errors fall up to N, and beyond N they are ``spike`` times as large."""
    rng = generator("tests/experiments", name)
    rows = SETTINGS.table

    def groups(level: float) -> list[float]:
        return list(level * np.exp(noise * rng.standard_normal(64)))

    def errors(N: int, factor: float) -> dict[str, dict[str, list[float]]]:
        def level(M: int, c: float) -> float:
            return factor * c * (1 / M if M <= N else spike / N / c**0.25)

        panels = {"I": 1.0, **{str(c): float(c) for c in SETTINGS.scales}}
        return {panel: {str(M): groups(level(M, c)) for M in SETTINGS.tested} for panel, c in panels.items()}

    def curve(N: int, kind: str, positions: str) -> dict[str, Any]:
        factor = 1.0 if kind == "fixed" else 0.3
        return {
            "curve": f"{N} {kind}" + ("" if positions == "learned" else " without positions"), "N": N,
            "covariance": kind, "positions": positions, "steps": 1, "seconds": 1.0, "loss": [],
            "moved": [0.1] * (2 * N + 1) + [0.0] * (rows - 2 * N - 1),
            "errors": errors(N, factor), "shifts": {}, "apart": {},
        }  # fmt: skip

    return {
        "version": "1",
        "settings": SETTINGS.as_json(),
        "curves": [curve(c.N, c.covariance, c.positions) for c in SETTINGS.curves],
        "baselines": measure_baselines(SETTINGS),
    }


def verdict(outcomes: dict[str, Any], prop: Prop) -> Verdict:
    return witness.decide(outcomes, prop).verdict


LARGER = gt(quantity(e_fixed, N_0, same, M_0), quantity(e_fixed, N_0, same, N_0))
GROWS = for_all(N_0, exists(M_0, conj(gt(M_0, N_0), LARGER)))


def test_a_spike_is_found_where_there_is_one_and_not_where_there_is_none() -> None:
    assert verdict(synthetic(spike=4.0), GROWS) is Verdict.SUPPORTED
    for spike in (1.0, 0.3):
        assert verdict(synthetic(spike=spike), GROWS) is Verdict.UNDECIDED


def test_what_a_record_contradicts_is_not_refuted_but_said() -> None:
    below = for_all(N_0, lt(quantity(e_fixed, N_0, same, 1), quantity(e_fixed, N_0, same, N_0)))
    outcome = witness.decide(synthetic(), below)
    assert outcome.verdict is Verdict.UNDECIDED
    assert "the contrary" in outcome.sentence
    assert "e_fixed(4, I_d, 1) < e_fixed(4, I_d, 4)" in outcome.sentence


def test_the_reversed_statement_is_refuted_by_what_supports_the_statement() -> None:
    outcomes = synthetic()
    statement = gt(quantity(e_fixed, 4, same, 5), quantity(e_fixed, 4, same, 4))
    (reverse,) = (twin.prop for twin in twins(statement) if twin.rule == "reversed")
    assert MeasuredAlgebra(outcomes, 1e-6).holds(statement) is True
    assert MeasuredAlgebra(outcomes, 1e-6).holds(reverse) is False


def test_the_margin_is_the_largest_factor_that_is_still_found() -> None:
    algebra = MeasuredAlgebra(synthetic(noise=0.2), 1e-6)
    larger, smaller = quantity(e_fixed, 4, same, 5), quantity(e_fixed, 4, same, 4)
    algebra.holds(gt(larger, smaller))
    margin = algebra.tested[0].margin
    assert margin is not None
    assert 2 < margin < 4
    for factor, found in ((0.99 * margin, True), (1.01 * margin, None)):
        exact = scalar("f", "training length")
        at = {exact: Fraction(factor)}
        assert MeasuredAlgebra(synthetic(noise=0.2), 1e-6).holds(gt(larger, exact * smaller), at) is found


def test_luck_supports_an_alternative_about_as_rarely_as_declared() -> None:
    """Equal errors at every length: some M > N with a larger error is found at most at the level, shared by all M."""
    level, found = 0.2, 0
    one = exists(M_0, conj(gt(M_0, 4), gt(quantity(e_fixed, 4, same, M_0), quantity(e_fixed, 4, same, 4))))
    rng = generator("tests/experiments", "luck")
    outcomes = synthetic()
    curve = next(c for c in outcomes["curves"] if c["curve"] == "4 fixed")
    for _ in range(300):
        for M in curve["errors"]["I"]:
            curve["errors"]["I"][M] = list(rng.exponential(size=64))
        found += MeasuredAlgebra(outcomes, level).holds(one) is True
    assert found / 300 < level


def test_exact_numbers_are_compared_exactly_and_measured_ones_never_for_equality() -> None:
    outcomes = synthetic()
    for part in ("b", "c"):
        assert verdict(outcomes, positional_encodings.part(part).readings[0].prop) is Verdict.SUPPORTED
    outcomes["curves"][0]["moved"][-1] = 1e-300
    assert witness.decide(outcomes, positional_encodings.part("b").readings[0].prop).verdict is Verdict.UNDECIDED
    with pytest.raises(Lacks, match="by order only"):
        MeasuredAlgebra(outcomes, 0.1).holds(eq(quantity(e_fixed, 4, same, 4), 0))


def test_luck_supports_an_implication_with_a_measured_condition_about_as_rarely_as_declared() -> None:
    """Its condition may seem false, or its conclusion true: both share the level."""
    level, found = 0.2, 0
    e_4, e_5, e_6 = (quantity(e_fixed, 4, same, M) for M in (4, 5, 6))
    outcomes, rng = synthetic(), generator("tests/experiments", "luck of implications")
    curve = next(c for c in outcomes["curves"] if c["curve"] == "4 fixed")
    for _ in range(300):
        for M in ("4", "5", "6"):
            curve["errors"]["I"][M] = list(rng.exponential(size=64))
        found += MeasuredAlgebra(outcomes, level).holds(implies(gt(e_5, e_4), gt(e_6, e_4))) is True
    assert found / 300 < level


@pytest.mark.parametrize("lost", [float("nan"), float("inf")])
def test_errors_that_are_no_numbers_and_groups_that_are_no_pairs_are_compared_with_nothing(lost: float) -> None:
    outcomes = synthetic()
    larger, smaller = quantity(e_fixed, 4, same, 5), quantity(e_fixed, 4, same, 4)
    held = next(c for c in outcomes["curves"] if c["curve"] == "4 fixed")["errors"]["I"]
    held["5"] = [lost, *held["5"][1:]]
    with pytest.raises(Lacks, match="no finite number"):
        MeasuredAlgebra(outcomes, 0.1).holds(gt(larger, smaller))
    held["5"] = held["4"][1:]
    with pytest.raises(Lacks, match="no pairs"):
        MeasuredAlgebra(outcomes, 0.1).holds(gt(larger, smaller))


@pytest.mark.parametrize(
    ("prop", "lack"),
    [
        (gt(quantity(e_fixed, 5, same, 4), 0), "holds no e_fixed at 5, I, 4"),
        (psd(quantity(e_fixed, 4, same, 4)), "lacks a reading of 'psd'"),
        (for_all(scalar("q"), gt(1, 0)), "does not vary q"),
        (gt(scalar("q"), 0), "does not know q"),
    ],
)
def test_what_a_record_does_not_hold_is_lacking(prop: Prop, lack: str) -> None:
    with pytest.raises(Lacks, match=lack):
        MeasuredAlgebra(synthetic(), 0.1).holds(prop)


def test_an_implication_that_never_applies_counts_for_nothing() -> None:
    never = for_all(N_0, implies(gt(N_0, 1000), gt(quantity(e_fixed, N_0, same, 4), 0)))
    assert verdict(synthetic(), gt(quantity(e_0, 4), 0)) is Verdict.SUPPORTED
    assert witness.decide(synthetic(), never).figures["tests"] == []


def test_random_beats_fixed_and_least_squares_beats_both_in_the_synthetic_record() -> None:
    outcomes = synthetic()
    order = for_all(N_0, for_all(c_0, conj(
        lt(quantity(e_random, N_0, c_0, N_0), quantity(e_fixed, N_0, c_0, N_0)),
        gt(quantity(e_random, N_0, c_0, N_0), quantity(e_LS, c_0, N_0)),
    )))  # fmt: skip
    assert verdict(outcomes, order) is Verdict.SUPPORTED
    assert verdict(outcomes, figure_1_spike.part("a").readings[0].prop) is Verdict.SUPPORTED
    assert verdict(outcomes, figure_1.part("smaller error").readings[0].prop) is Verdict.SUPPORTED


# Records --------------------------------------------------------------------------------------------------

@pytest.fixture
def evidence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(records, "EVIDENCE", tmp_path)
    return tmp_path


def place(folder: Path, change: dict[str, Any] | None = None) -> records.Record:
    outcomes = synthetic()
    outcomes["settings"] = settings("small").as_json() | (change or {})
    record = witness.record_of(outcomes, device_name="cpu")
    (folder / witness.file_name("small")).write_text(experiments.text_of(record))
    return record


def asked(claim: Any, names: tuple[str, ...] = ("trained", "gpu")) -> dict[str, Verdict]:
    return {row.name: row.verdict for row in examine(claim, names, Context()).witnesses}


def test_a_record_is_read_back_as_written(evidence: Path) -> None:
    record = place(evidence)
    found = witness.find("small")
    assert found is not None
    assert witness.outcomes_of(found)["curves"] == json.loads(json.dumps(list(record.outcomes[1:])))
    assert set(found.digests) == {"setup", "settings", "trainer", "outcomes"}


def test_without_a_record_nothing_ran_and_the_command_is_told(evidence: Path) -> None:
    result = examine(figure_1_fixed_trained, ("trained", "gpu"), Context())
    assert {row.verdict for row in result.witnesses} == {Verdict.NOT_RUN}
    assert any("--preset small --device cpu" in row.sentence for row in result.witnesses)
    assert any("--preset full --device cuda" in row.sentence for row in result.witnesses)


def test_a_record_of_other_settings_or_trainer_or_setup_is_stale(
    evidence: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    place(evidence, {"batch": 32})
    assert asked(figure_1_spike)["trained"] is Verdict.STALE
    place(evidence)
    assert asked(figure_1_spike)["trained"] is Verdict.SUPPORTED
    path = evidence / witness.file_name("small")
    path.write_text(path.read_text().replace('"positions":"learned"', '"positions":"Learned"'))
    assert "raw outcomes" in next(iter(examine(figure_1_spike, ("trained",), Context()).witnesses)).sentence
    place(evidence)
    record = witness.find("small")
    assert record is not None
    monkeypatch.setitem(witness.EXPERIMENTS, "zfb/figure-1", replace(witness.FIGURE, version="2"))
    assert "the trainer changed" in (witness.stale(record, "small") or "")
    other = replace(record, digests={**record.digests, "setup": "0"})
    assert "setup" in (witness.stale(other, "small") or "")


def test_the_full_preset_has_the_printed_values_and_a_wrong_one_is_noticed() -> None:
    assert asked(appendix_e_setup) == {"trained": Verdict.DEFINED, "gpu": Verdict.NOT_RUN}
    wrong = [twin.prop for twin in twins(appendix_e_setup.parts[0].readings[0].prop) if twin.rule == "constant doubled"]
    assert len(wrong) > 10
    assert all(witness.refutes("trained", appendix_e_setup, prop, Context()) for prop in wrong)


def test_statements_without_measurements_are_not_the_experiments_concern() -> None:
    rows = examine(cited_results, ("trained",), Context()).witnesses
    assert {row.verdict for row in rows if row.part.startswith(("b", "c"))} == {Verdict.NOT_APPLICABLE}


def test_the_committed_records_are_of_the_present_setup_and_support_what_all_of_them_show() -> None:
    first = witness.find("small")
    assert first is not None
    repeats = witness._repeated("small")
    assert repeats
    for record in (first, *(repeat for repeat, _ in repeats)):
        assert witness.stale(record, "small") is None
        assert record.provenance["versions"]["torch"]
        assert {curve["curve"] for curve in record.outcomes[1:]} == {c.name for c in settings("small").curves}
    result = examine(figure_1_spike, ("trained", "gpu"), Context())
    found = {(part.part, part.reading): part.verdict for part in result.parts}
    assert found["a", "somewhere beyond N"] is Verdict.SUPPORTED
    assert found["a", "everywhere beyond N"] is Verdict.UNDECIDED, "one of two seeds shows it"
    assert any("1 of 2 runs" in row.sentence for row in result.witnesses)


def test_every_experiment_is_transcribed_and_none_is_accused() -> None:
    known = registry.load()
    found = [s.claim for s in known if s.paper == "zfb" and s.kind is Kind.EXPERIMENT and s.id in known.listed]
    assert len(found) >= 8
    for claim in found:
        assert claim is not None
        result = examine(claim, ("trained", "gpu"), Context())
        assert Verdict.REFUTED not in {row.verdict for row in result.witnesses}
        assert not result.defects


# The picture and the command -----------------------------------------------------------------------------

def test_the_figure_is_drawn_from_a_record_alone_and_always_the_same(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib", reason="matplotlib draws the figure: pip install -r requirements/dev.txt")
    record = witness.record_of(synthetic() | {"settings": SETTINGS.as_json()}, device_name="cpu")
    one, two = tmp_path / "one.svg", tmp_path / "two.svg"
    draw(record, one)
    draw(record, two)
    assert one.read_bytes() == two.read_bytes()
    text = one.read_text()
    for words in ("fixed covariance", "random covariance, c = 9", "N = 10, random", "predicting 0", "least squares",
                  "LSA limit beyond the axis: fixed: 451, random: 43"):  # fmt: skip
        assert words in text


def test_the_summary_has_a_line_for_each_curve() -> None:
    lines = experiments.summary(witness.record_of(synthetic() | {"settings": SETTINGS.as_json()}, device_name="cpu"))
    assert len(lines) == 1 + len(SETTINGS.curves)


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        (["--dim", "3"], "--dim does not apply to zfb/figure-1"),
        (["--jobs", "0"], "--jobs"),
        (["--seed", "3"], "name its file with --out"),
        (["--out", "/nowhere/record.json"], "--out '/nowhere/record.json' cannot be written"),
        (["--device", "cuda", "--out", "record.json"], "figure-1 cannot be trained|device 'cuda' cannot train"),
    ],
)
def test_bad_usage_of_the_command_is_one_sentence(
    options: list[str], sentence: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("CUDA_VISIBLE_DEVICES", "")
    found = CliRunner().invoke(main, ["train", "zfb/figure-1", *options])
    assert found.exit_code == 2
    assert re.search(sentence, found.output)


def test_without_transformers_the_command_says_how_to_get_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from numeric.training.in_context import run

    monkeypatch.setattr(run, "transformers_missing", lambda: "transformers is not installed; install it with: pip")
    found = CliRunner().invoke(main, ["train", "zfb/figure-1", "--out", str(tmp_path / "record.json")])
    assert found.exit_code == 2
    assert "figure-1 cannot be trained: transformers is not installed" in found.output
