"""The figures of `ccs`: what their records hold, which units the statistics have, what breaks a statement."""

from __future__ import annotations

import json
import math
from fractions import Fraction
from pathlib import Path
from statistics import NormalDist
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner

from numeric.streams import generator
from numeric.training.attention.settings import PRESETS, Settings, settings
from proofs_check import registry
from proofs_check.algebras.measured import _deviations
from proofs_check.algebras.measured_attention import ENOUGH, of_attention
from proofs_check.cli import main
from proofs_check.evidence import records
from proofs_check.evidence.experiments import ATTENTION as TRAINED
from proofs_check.evidence.experiments import NAMES, summary, text_of
from proofs_check.papers.ccs.figures_1_2 import caveat_1, figure_1, matching_activation, softmax_conjecture
from proofs_check.papers.ccs.figures_3_5_6 import caveat_2, figure_3, figure_5, figure_5_text, figure_6, plateau
from proofs_check.papers.ccs.notation_figures import bayes, dist, e, far, near
from proofs_check.papers.ccs.section_h_1 import section_h_1_setup
from proofs_check.report.figures_attention import draw, draw_all, drawn
from proofs_check.runner import examine
from proofs_check.statement.fold import Lacks
from proofs_check.statement.mutate import twins
from proofs_check.statement.props import conj, gt, lt
from proofs_check.verdict import Verdict
from proofs_check.witnesses import Context
from proofs_check.witnesses.trained import experiment as witness
from proofs_check.witnesses.trained.experiment import ATTENTION, decide, experiments_of, record_of, refutes

FACTOR = {"linear": 1.4, "relu": 1.2, "exp": 1.1, "softmax": 1.15, "linear+exp": 1.0}


def synthetic(figure: str, runs: int = ENOUGH, groups: int = 1, **changes: Any) -> dict[str, Any]:
    """Outcomes of the shape of a run: losses fall with n and L, and an activation that matches has the least."""
    made = settings("small", figure, runs=runs, groups=groups, **changes)
    rng = generator("tests/attention-records", figure)

    def about(level: float, *shape: int) -> Any:
        return (level * np.exp(0.01 * rng.standard_normal(shape))).tolist()

    def curve(kernel: str, heads: tuple[str, ...], n: int, L: int) -> dict[str, Any]:
        name = "+".join(heads)
        factor = 1.0 if name == kernel else FACTOR[name]
        found = {
            "curve": f"{figure} {kernel} {name} n={n} L={L}", "kernel": kernel, "heads": list(heads), "n": n,
            "layers": L, "errors": about((1 / n + 0.2 / L) * factor + 0.1, runs, groups),
            "bayes": about(0.1, runs, groups),
            "steps": 1, "seconds": 1.0, "skipped": 0,
        }  # fmt: skip
        if figure in ("figure-5", "figure-6"):
            found |= {
                "projected": found["errors"], "dist": about(0.02, runs, 3),
                "r": about(1.0, runs, 3), "together": about(0.01, runs),
                "parts": {"diagonal": about(0.2, runs, 3), "weak": about(1.0, runs, 3)}, "alpha": about(1.0, runs, 3),
                "trace": [[step, about(level, runs, 3)] for step, level in ((0, 0.9), (1, 0.3), (5, 0.3), (10, 0.02))],
            }  # fmt: skip
        if figure == "figure-6":
            found |= {
                "dist_A": about(0.05, runs, 2), "alpha_A": about(-0.3, runs, 2),
                "trace": [[k, about(0.9, runs, 3), about(0.9, runs, 2)] for k in range(3)],
            }  # fmt: skip
        return found

    curves = [curve(kernel, g.heads, g.n, g.layers) for g in made.all_groups for kernel in made.kernels]
    return {"version": "1", "settings": made.as_json(), "curves": curves, "baselines": {}}


@pytest.fixture
def evidence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(records, "EVIDENCE", tmp_path)
    return tmp_path


def place(evidence: Path, *figures: str) -> None:
    for figure in figures:
        made = synthetic(figure, runs=PRESETS[figure]["small"].runs)
        record = record_of(made, ATTENTION[figure], device_name="cpu")
        (evidence / witness.file_name("small", ATTENTION[figure])).write_text(text_of(record))


def by_name(outcomes: dict[str, Any]) -> dict[str, Any]:
    return {curve["curve"]: curve for curve in outcomes["curves"]}


def test_runs_are_the_units_where_there_are_enough_and_groups_of_contexts_otherwise() -> None:
    many = by_name(synthetic("figure-5", runs=20, groups=2))
    few = by_name(synthetic("figure-5", runs=3, groups=64))
    assert of_attention(many, {}, "e_5_exp_softmax", []).shape == (20,)
    assert of_attention(few, {}, "e_5_exp_softmax", []).shape == (64,)
    assert of_attention(many, {}, "dist_5_exp_softmax", ["0"]).shape == (20,)
    assert isinstance(of_attention(few, {}, "dist_5_exp_softmax", ["0"]), float)
    assert 2.0**-ENOUGH < witness.ALPHA


def test_quantities_are_found_by_figure_kernel_activation_n_and_layers() -> None:
    outcomes = synthetic("figure-2")
    curve = next(c for c in outcomes["curves"] if c["curve"] == "figure-2 exp softmax n=6 L=4")
    found = of_attention(by_name(outcomes), {}, "e_2_exp_softmax", ["6", "4"])
    assert found.tolist() == [run[0] for run in curve["errors"]]
    for name, at in (("e_2_exp_softmax", ["7", "4"]), ("bayes_2_exp", ["7"]), ("e_1_exp_softmax", ["6", "4"])):
        with pytest.raises(KeyError):
            of_attention(by_name(outcomes), {}, name, at)


def test_an_order_in_all_runs_is_found_and_in_nineteen_of_twenty_it_is_not() -> None:
    outcomes = synthetic("figure-1")
    prop = lt(e(1, "exp", "exp")(6, 3), e(1, "exp", "linear")(6, 3))
    assert decide(outcomes, prop, of=ATTENTION["figure-1"]).verdict is Verdict.SUPPORTED
    one = next(c for c in outcomes["curves"] if c["curve"] == "figure-1 exp exp n=6 L=3")
    one["errors"][4] = [9.0]
    outcome = decide(outcomes, prop, of=ATTENTION["figure-1"])
    assert outcome.verdict is Verdict.UNDECIDED
    assert "does not decide" in outcome.sentence


def test_the_smallest_detectable_difference_is_that_found_in_nine_of_ten() -> None:
    # All of 20 runs must agree: a normal difference at z deviations does so with probability Phi(z)^20 = 0.9.
    outcome = decide(synthetic("figure-1"), lt(e(1, "exp", "exp")(6, 3), e(1, "exp", "linear")(6, 3)),
                     of=ATTENTION["figure-1"])  # fmt: skip
    (row,) = outcome.figures["tests"]
    z = _deviations(20, witness.ALPHA)
    assert NormalDist().cdf(z) ** 20 == pytest.approx(0.9)
    assert 0 < row["detectable"] < row["right"] - row["left"]
    assert "sign tests over runs" in outcome.sentence
    assert f"differences from {row['detectable'] / row['right']:.2g} times the larger side" in outcome.sentence
    assert _deviations(19, witness.ALPHA) == math.inf


def test_a_run_that_diverged_is_told_and_decides_nothing() -> None:
    outcomes = synthetic("figure-1")
    one = next(c for c in outcomes["curves"] if c["curve"] == "figure-1 exp exp n=6 L=3")
    one["errors"][4] = [float("nan")]
    with pytest.raises(witness.Lacks, match="diverged in 1 of 20 runs"):
        decide(outcomes, gt(e(1, "exp", "exp")(6, 3), bayes(1, "exp")(6)), of=ATTENTION["figure-1"])


def test_a_statement_names_the_figures_that_decide_it() -> None:
    both = conj(gt(e(1, "exp", "exp")(6, 3), 0), gt(near(5), 0))
    assert [of.id for of in experiments_of("ccs", both)] == ["ccs/figure-1", "ccs/figure-5"]
    assert [of.id for of in experiments_of("ccs", lt(dist(6, "exp", "softmax")(0), 1))] == ["ccs/figure-6"]


def test_without_a_record_nothing_ran_and_the_command_is_told(evidence: Path) -> None:
    rows = examine(figure_3, ("trained", "gpu"), Context()).witnesses
    assert {row.verdict for row in rows} == {Verdict.NOT_RUN}
    assert any("lemmata train ccs/figure-5 --preset small --device cpu --resume" in row.sentence for row in rows)
    assert any("lemmata train ccs/figure-6 --preset full --device cuda --resume" in row.sentence for row in rows)


def test_records_of_several_figures_are_read_together(evidence: Path) -> None:
    place(evidence, "figure-5")
    rows = {row.part: row.verdict for row in examine(caveat_2, ("trained",), Context()).witnesses}
    assert rows["nearer to Bayes"] is Verdict.NOT_RUN
    place(evidence, "figure-6")
    row = next(row for row in examine(caveat_2, ("trained",), Context()).witnesses if row.part == "often")
    assert row.verdict is Verdict.SUPPORTED
    row = next(row for row in examine(caveat_2, ("trained",), Context()).witnesses if row.part == "nearer to Bayes")
    assert "figure-5" in row.scope
    assert "figure-6" in row.scope


def test_a_good_record_supports_and_the_reverse_is_refuted(evidence: Path) -> None:
    place(evidence, "figure-1", "figure-5")
    assert examine(figure_1, ("trained",), Context()).verdict is Verdict.SUPPORTED
    assert examine(figure_5, ("trained",), Context()).verdict is Verdict.SUPPORTED
    reverse = gt(e(1, "exp", "exp")(6, 3), e(1, "exp", "linear")(6, 3))
    assert refutes("trained", figure_1, reverse, Context())
    assert refutes("trained", figure_5, gt(dist(5, "exp", "softmax")(0), Fraction(1, 2)), Context())


def test_twins_of_a_supported_statement_are_refuted(evidence: Path) -> None:
    place(evidence, "figure-5")
    prop = figure_5.part("exp, softmax").readings[0].prop
    assert any(refutes("trained", figure_5, twin.prop, Context()) for twin in twins(prop))


def test_a_plateau_that_costs_loss_is_not_called_harmless(evidence: Path) -> None:
    outcomes = synthetic("figure-5")
    prop = plateau.part("d").readings[0].prop
    assert decide(outcomes, prop, of=ATTENTION["figure-5"]).verdict is Verdict.SUPPORTED
    curve = next(c for c in outcomes["curves"] if c["kernel"] == "relu")
    curve["projected"] = [[2 * run[0]] for run in curve["errors"]]
    assert decide(outcomes, prop, of=ATTENTION["figure-5"]).verdict is Verdict.UNDECIDED


def test_layers_share_directions_where_their_sum_is_near_although_they_are_not() -> None:
    outcomes = synthetic("figure-5")
    outcomes["curves"][2]["dist"][7] = [0.5, 0.4, 0.02]
    prop = plateau.part("e").readings[0].prop
    assert decide(outcomes, prop, of=ATTENTION["figure-5"]).verdict is Verdict.SUPPORTED
    outcomes["curves"][2]["together"][7] = 0.3
    assert decide(outcomes, prop, of=ATTENTION["figure-5"]).verdict is Verdict.UNDECIDED


def test_a_plateau_is_told_from_a_distance_that_falls_all_along() -> None:
    outcomes = synthetic("figure-5")
    stays, falls = (plateau.part(name).readings[0].prop for name in "ab")

    def verdicts() -> list[Verdict]:
        return [decide(outcomes, prop, of=ATTENTION["figure-5"]).verdict for prop in (stays, falls)]

    assert verdicts() == [Verdict.SUPPORTED] * 2  # 0.3, 0.3, 0.02
    outcomes["curves"][4]["dist"] = [[0.2, 0.02, 0.02] for _ in range(20)]
    assert verdicts() == [Verdict.SUPPORTED, Verdict.UNDECIDED]  # 0.3, then 0.2
    outcomes["curves"][4]["trace"][2][1] = [[0.14] * 3 for _ in range(20)]
    assert verdicts()[0] is Verdict.UNDECIDED


def test_a_last_layer_lags_where_sigma_is_smallest_when_nearly_all_runs_say_so() -> None:
    outcomes = synthetic("figure-6")
    prop = plateau.part("h").readings[0].prop
    assert decide(outcomes, prop, of=ATTENTION["figure-6"]).verdict is Verdict.UNDECIDED
    for curve in outcomes["curves"]:
        curve["parts"]["weak"] = [[1.0, 1.0, 0.4] for _ in range(20)]
    assert decide(outcomes, prop, of=ATTENTION["figure-6"]).verdict is Verdict.SUPPORTED


def test_what_stays_away_has_no_direction_unless_the_diagonal_holds_most_of_it() -> None:
    outcomes = synthetic("figure-5")
    prop = plateau.part("f").readings[0].prop
    assert decide(outcomes, prop, of=ATTENTION["figure-5"]).verdict is Verdict.SUPPORTED
    curve = next(c for c in outcomes["curves"] if c["curve"].startswith("figure-5 exp linear"))
    curve["parts"]["diagonal"] = [[0.2, 0.7, 0.2] for _ in range(20)]
    assert decide(outcomes, prop, of=ATTENTION["figure-5"]).verdict is Verdict.UNDECIDED


def test_a_subplot_converges_when_its_highest_curve_ends_low_and_run_by_run_when_nearly_all_runs_do() -> None:
    outcomes = synthetic("figure-6")
    curve = next(c for c in outcomes["curves"] if c["curve"].startswith("figure-6 exp softmax"))
    plotted, in_runs = (reading.prop for reading in figure_6.part("exp, softmax").readings)

    def verdicts() -> list[Verdict]:
        return [decide(outcomes, prop, of=ATTENTION["figure-6"]).verdict for prop in (plotted, in_runs)]

    assert verdicts() == [Verdict.SUPPORTED] * 2
    curve["dist_A"][3][1] = 0.9  # one run of twenty: its curve ends at 0.09 all the same
    assert verdicts() == [Verdict.SUPPORTED, Verdict.UNDECIDED]
    curve["dist_A"][4][1] = 0.9
    assert verdicts() == [Verdict.UNDECIDED] * 2


def test_an_exact_comparison_that_fails_is_shown_with_its_values() -> None:
    outcome = decide(synthetic("figure-5"), gt(far(5), Fraction(1, 4)), of=ATTENTION["figure-5"])
    assert outcome.verdict is Verdict.UNDECIDED
    assert "with 0 against 0.25 (1 against and 0 open, of 1 comparison of numbers" in outcome.sentence
    assert "other runs may differ" in outcome.sentence


def test_what_no_test_decided_is_said_to_be_about_these_runs() -> None:
    plotted, in_runs = (reading.prop for reading in figure_6.part("exp, softmax").readings)
    said = [decide(synthetic("figure-6"), prop, of=ATTENTION["figure-6"]).sentence for prop in (plotted, in_runs)]
    assert "1 comparison of numbers that this record holds, without a test" in said[0]
    assert "sign tests over" in said[1]
    assert "without a test" not in said[1]


@pytest.mark.parametrize("lost", [float("nan"), float("inf")])
@pytest.mark.parametrize("name", ["dist", "together", "trace"])
def test_weights_that_are_no_numbers_are_near_and_far_from_nothing(name: str, lost: float) -> None:
    outcomes = synthetic("figure-5")
    values = outcomes["curves"][4][name]
    if name == "together":
        values[3] = lost
    elif name == "dist":
        values[3][1] = lost
    else:
        values[1][1][3][1] = lost
    for prop in (lt(far(5), Fraction(1, 4)), gt(near(5), Fraction(1, 2))):
        with pytest.raises(Lacks, match="not finite"):
            decide(outcomes, prop, of=ATTENTION["figure-5"])


def test_a_few_curves_near_a_fifth_are_some_and_less_than_a_quarter() -> None:
    outcomes = synthetic("figure-5")
    most, few = (figure_5_text.part(name).readings[0].prop for name in ("most cases", "a few near 0.2"))

    def verdicts() -> list[Verdict]:
        return [decide(outcomes, prop, of=ATTENTION["figure-5"]).verdict for prop in (most, few)]

    assert verdicts() == [Verdict.SUPPORTED, Verdict.UNDECIDED]  # none
    for subplot in outcomes["curves"][:2]:
        subplot["dist"] = [[0.2, 0.02, 0.02] for _ in subplot["dist"]]
    assert verdicts() == [Verdict.SUPPORTED] * 2
    for subplot in outcomes["curves"][2:7]:
        subplot["dist"] = [[0.2, 0.02, 0.02] for _ in subplot["dist"]]
    assert verdicts() == [Verdict.UNDECIDED] * 2  # seven of nine subplots


def test_a_record_of_other_settings_is_stale(evidence: Path) -> None:
    record = record_of(synthetic("figure-5", rate=0.5), ATTENTION["figure-5"], device_name="cpu")
    (evidence / witness.file_name("small", ATTENTION["figure-5"])).write_text(text_of(record))
    assert examine(figure_5_text, ("trained",), Context()).verdict is Verdict.STALE


def test_the_printed_setup_is_that_of_the_full_preset_and_a_wrong_one_is_noticed() -> None:
    rows = {row.name: row.verdict for row in examine(section_h_1_setup, ("trained", "gpu"), Context()).witnesses}
    assert rows == {"trained": Verdict.DEFINED, "gpu": Verdict.NOT_RUN}
    wrong = [t.prop for t in twins(section_h_1_setup.parts[0].readings[0].prop) if t.rule == "constant doubled"]
    assert wrong
    assert all(refutes("trained", section_h_1_setup, prop, Context()) for prop in wrong)


def test_a_conjecture_of_another_kind_is_decided_by_the_same_records(evidence: Path) -> None:
    rows = examine(softmax_conjecture, ("trained",), Context()).witnesses
    assert {row.verdict for row in rows} == {Verdict.NOT_RUN}


def test_every_claim_on_a_figure_speaks_of_what_that_figure_trains() -> None:
    known = registry.load()
    for claim in known.claims.values():
        if claim.paper != "ccs" or "trained" not in claim.witnesses:
            continue
        for part in claim.parts:
            for reading in part.readings:
                if not witness.measures(reading.prop) or claim.id == "ccs/section-h.1-setup":
                    continue
                figures = [of.id.partition("/")[2] for of in experiments_of("ccs", reading.prop)]
                merged = witness.merged([synthetic(figure) for figure in figures])
                for curve in merged["curves"]:
                    if "dist" in curve:
                        curve["dist"][0][0] = 0.5  # some matrix is far
                decide(merged, reading.prop, of=ATTENTION[figures[0]])  # raises Lacks where a quantity is absent


def test_short_names_keep_their_meaning() -> None:
    assert NAMES["figure-1"] == "zfb/figure-1"
    assert set(TRAINED) == {of.id for of in ATTENTION.values()}
    assert all(NAMES[id] == id for id in TRAINED)


def test_pictures_are_drawn_from_the_record_alone_and_twice_alike(evidence: Path, tmp_path: Path) -> None:
    record = record_of(synthetic("figure-1"), ATTENTION["figure-1"], device_name="cpu")
    paths = [tmp_path / f"{k}.svg" for k in (1, 2)]
    for path in paths:
        draw(record, path)
    assert paths[0].read_bytes() == paths[1].read_bytes()
    assert len(summary(record)) > 3
    (evidence / witness.file_name("small", ATTENTION["figure-1"])).write_text(text_of(record))
    assert list(drawn()["ccs/figure-1"]) == ["small"]


def test_nothing_is_drawn_without_a_record(evidence: Path) -> None:
    assert set(map(len, drawn().values())) == {0}
    assert draw_all() == []


@pytest.mark.parametrize("figure", list(ATTENTION))
def test_the_committed_records_are_not_stale(figure: str) -> None:
    record = witness.find("small", ATTENTION[figure])
    if record is None:
        pytest.skip("not recorded")
    assert witness.stale(record, "small") is None
    held = {name: _tuples(value) for name, value in witness.outcomes_of(record)["settings"].items() if name != "d"}
    assert Settings(**held) == PRESETS[figure]["small"]


def _tuples(value: Any) -> Any:
    return tuple(map(_tuples, value)) if isinstance(value, list) else value


@pytest.mark.slow
@pytest.mark.train
def test_the_smallest_experiment_runs_from_the_command(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("torch")
    monkeypatch.setenv("LEMMATA_HOME", str(tmp_path / "home"))
    out = tmp_path / "record.json"
    said = CliRunner().invoke(main, ["train", "ccs/figure-6", "--preset", "tiny", "--out", str(out), "--jobs", "1"])
    assert said.exit_code == 0, said.output
    record = records.read_record(out)
    assert record.claim == "ccs/figure-6"
    assert {row["kernel"] for row in record.outcomes[1:]} == {"linear", "relu", "exp"}
    assert json.loads(out.read_text())["outcomes"][1]["parts_A"]["weak"]
    assert [c for c in (matching_activation, caveat_1) if c.paper != "ccs"] == []
