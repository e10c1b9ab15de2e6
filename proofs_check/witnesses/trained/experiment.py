"""Experiments: what the records of trained models say of a statement about measured errors.

Nothing is trained here.  ``lemmata train zfb/figure-1 --preset P`` (or zwb/table-1, ccs/figure-5, ...) makes the record
of a preset; this module reads it, makes sure that it speaks of the present setup, and decides the statement by exact
sign tests over independent groups (see :mod:`..algebras.measured`).  The groups are those of the test prompts, given
the trained models, or the runs of training where a record holds enough of them; a statement must hold in the record of
every seed (``....seed-1.json`` beside the first).  A statement about several figures is decided from their records
together.  What the records do not show is UNDECIDED, not refuted: another run, or the printed size, may show it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from functools import lru_cache
from pathlib import Path
from typing import Any

from numeric.training.attention import ATTENTION_VERSION
from numeric.training.attention import settings as attention_settings
from numeric.training.in_context import IN_CONTEXT_VERSION
from numeric.training.in_context import settings as in_context_settings
from numeric.training.table_1 import TABLE_VERSION
from numeric.training.table_1 import settings as table_settings

from ... import registry
from ...algebras.measured import MeasuredAlgebra, Quantity, of_figure, of_table
from ...algebras.measured_attention import ENOUGH, of_attention
from ...catalogue import Registry
from ...claims import Claim, Kind, Part, Reading
from ...digest import digest
from ...evidence import records
from ...results import jsonable
from ...statement.fold import Lacks
from ...statement.props import Prop, subterms
from ...statement.terms import Sym
from ...verdict import Outcome, Scope, Verdict
from .. import Context

ALPHA = 1e-6
"""The rate at which a statement may be supported by the luck of the test prompts alone."""
PRESETS_OF: Mapping[str, tuple[str, ...]] = {"trained": ("small",), "gpu": ("full", "gpu")}
"""Which records a witness reads: the first that there is."""


@dataclass(frozen=True)
class Experiment:
    """An experiment of a paper: what states its setup, what trains it, how its records are read."""

    id: str
    setup: tuple[str, str]
    """The claim whose part states the printed setup; "" for all of its parts."""
    presets: Mapping[str, Any]
    version: str
    size: Callable[[Mapping[str, Any]], str]
    """The size of a run in words, from its settings."""
    quantity: Quantity
    units: Callable[[Mapping[str, Any]], str] = lambda outcomes: "groups of prompts"
    """What the sign tests take as independent, from the outcomes."""

    def command(self, preset: str, device: str) -> str:
        return f"lemmata train {self.id} --preset {preset} --device {device} --resume"

    def algebra(self, outcomes: Mapping[str, Any], level: float, seed: int | None = None) -> MeasuredAlgebra:
        return MeasuredAlgebra(outcomes, level, seed, self.quantity, self.id)


def _size_of_figure(settings: Mapping[str, Any]) -> str:
    return (
        f"d = {settings['d']}, N = {', '.join(map(str, settings['lengths']))}, GPT-2 with {settings['layers']} layers, "
        f"width {settings['embedding']}, {settings['steps']} steps, one run for each curve"
    )


def _size_of_table(settings: Mapping[str, Any]) -> str:
    return (
        f"d = {settings['d']}, M = {settings['M']}, GPT-2 with {settings['layers']} layers, {settings['heads']} heads, "
        f"width {settings['embedding']}, {settings['steps']} steps, one run for each cell"
    )


def _size_of_attention(settings: Mapping[str, Any]) -> str:
    labels = {"exact": "labels averaged in closed form", "drawn": "labels drawn"}[settings["labels"]]
    contexts = "orbits of contexts" if settings["orbits"] else "contexts"
    return (
        f"{settings['figure']}: d = {settings['d']}, n = {', '.join(map(str, settings['lengths']))}, "
        f"{settings['steps']} steps on {settings['batch']} {contexts}, "
        f"{labels}, {settings['runs']} runs"
    )


FIGURE = Experiment(
    "zfb/figure-1", ("zfb/appendix-e-setup", ""), in_context_settings.PRESETS, IN_CONTEXT_VERSION, _size_of_figure,
    of_figure,
)  # fmt: skip
TABLE = Experiment(
    "zwb/table-1", ("zwb/table-1", "setup"), table_settings.PRESETS, TABLE_VERSION, _size_of_table, of_table
)
ATTENTION = {
    name: Experiment(
        f"ccs/{name}", ("ccs/section-h.1-setup", ""), presets, ATTENTION_VERSION, _size_of_attention, of_attention,
        lambda outcomes: "runs" if outcomes["settings"]["runs"] >= ENOUGH else "groups of contexts",
    )
    for name, presets in attention_settings.PRESETS.items()
}
"""The figures of ccs; Figure 3 is the pair (exp, softmax) of Figures 5 and 6."""
EXPERIMENTS = {of.id: of for of in (FIGURE, TABLE, *ATTENTION.values())}
MODEL = FIGURE.id


def is_experiment(claim: Claim, prop: Prop) -> bool:
    """Whether a statement speaks of what an experiment measures."""
    return claim.kind is Kind.EXPERIMENT or measures(prop)


def experiments_of(paper: str, prop: Prop) -> tuple[Experiment, ...]:
    """The experiments whose records decide a statement: for ccs the figures that its quantities are measured in."""
    if paper != "ccs":
        return (FIGURE if paper == "zfb" else TABLE,)
    symbols = {node for _, node in subterms(prop) if isinstance(node, Sym)}
    named = {figure for symbol in symbols for figure in ATTENTION if symbol.has(figure)}
    return tuple(of for figure, of in ATTENTION.items() if figure in named)


def examine(witness: str, claim: Claim, reading: Reading, context: Context) -> Outcome:
    """What the witness called ``witness`` (trained or gpu) says of a statement about measured quantities."""
    if not measures(reading.prop):
        return Outcome(Verdict.NOT_APPLICABLE, "nothing is measured in this statement")
    every = experiments_of(claim.paper, reading.prop)
    of = every[0]
    if about_settings(reading.prop):
        return _settings(witness, reading.prop, of)
    held = [_held(witness, one) for one in every]
    missing = next((outcome for outcome in held if isinstance(outcome, Outcome)), None)
    if isinstance(missing, Outcome):
        return missing
    runs = [merged(same_seed) for same_seed in zip(*held, strict=False)]
    try:
        return _of_all([decide(outcomes, reading.prop, context.seed, of) for outcomes in runs])
    except Lacks as lacks:
        return Outcome(Verdict.UNDECIDED, str(lacks))


def _held(witness: str, of: Experiment) -> list[dict[str, Any]] | Outcome:
    """The outcomes of the record of each seed; or that there is none, or a stale one."""
    preset, record, changed = _record(witness, of)
    if record is None:
        device = "cpu" if witness == "trained" else "cuda"
        return Outcome(Verdict.NOT_RUN, f"no record; make one with: {of.command(preset, device)}")
    repeated = _repeated(preset, of)
    changed = changed or next((why for _, why in repeated if why), None)
    if changed:
        return Outcome(Verdict.STALE, changed)
    return [outcomes_of(record), *(outcomes_of(repeat) for repeat, _ in repeated)]


def merged(records: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """Several experiments as one: their curves together; the names of curves say of which figure they are."""
    first, *others = records
    if not others:
        return first
    return {**first, "curves": [curve for record in records for curve in record["curves"]],
            "merged": [record["settings"] for record in records]}  # fmt: skip


def _of_all(found: Sequence[Outcome]) -> Outcome:
    """What every run shows: one run of training may be lucky."""
    first = found[0]
    bad = [outcome for outcome in found if outcome.verdict is not Verdict.SUPPORTED]
    if len(found) == 1 or len(bad) == len(found):
        return first
    if bad:
        return Outcome(
            Verdict.UNDECIDED, f"{len(found) - len(bad)} of {len(found)} runs of training show it; in another "
            f"{bad[0].sentence}", first.scope, bad[0].figures,
        )
    figures = {**first.figures, "repeated": [outcome.figures for outcome in found[1:]]}
    sentence = f"{first.sentence}; so in each of {len(found)} runs of training with other seeds"
    return Outcome(Verdict.SUPPORTED, sentence, first.scope, figures)


def refutes(witness: str, claim: Claim, twin: Prop, context: Context) -> bool:
    """Whether the record shows the contrary of ``twin``."""
    every = experiments_of(claim.paper, twin)
    of = every[0]
    try:
        if about_settings(twin):
            return of.algebra(_printed_setup(of), 1.0).holds(twin) is False
        held = [_held(witness, one) for one in every]
        runs = [outcomes for outcomes in held if not isinstance(outcomes, Outcome)]
        if len(runs) < len(held):
            return False
        return _evaluated(merged([outcomes[0] for outcomes in runs]), twin, context.seed, of)[1] is False
    except Lacks:
        return False


def decide(outcomes: Mapping[str, Any], prop: Prop, seed: int | None = None, of: Experiment = FIGURE) -> Outcome:
    """The verdict on a statement from raw outcomes alone."""
    algebra, answer = _evaluated(outcomes, prop, seed, of)
    scope = Scope("; ".join(_described(settings, of) for settings in outcomes.get("merged", [outcomes["settings"]])))
    figures = {
        "false_alarm_rate": ALPHA, "exact": algebra.exact,
        "tests": [asdict(row) for row in algebra.tested],
    }  # fmt: skip
    counted = _counted(algebra, of.units(outcomes))
    if answer:
        return Outcome(Verdict.SUPPORTED, f"holds in the record: {counted}", scope, figures)
    against = [row for row in algebra.tested if row.holds is False]
    open_ = [row for row in algebra.tested if row.holds is None]
    examples = [f"{row.text}, with {row.left:.3g} against {row.right:.3g}" for row in against or open_]
    first = next(iter([*algebra.failed, *examples]), None)
    shown = f": for example {first}" if first else ""
    what = "the record shows the contrary" if answer is False else "the record does not decide this"
    contrary = len(against) + len(algebra.failed)
    return Outcome(
        Verdict.UNDECIDED, f"{what}{shown} ({contrary} against and {len(open_)} open, of {counted})", scope, figures
    )


def _counted(algebra: MeasuredAlgebra, units: str) -> str:
    """What was compared, and the smallest differences that the tests would find."""
    found = [
        row.detectable / max(abs(row.left), abs(row.right))
        for row in algebra.tested if row.detectable is not None and (row.left or row.right)
    ]  # fmt: skip
    exact = f"{algebra.exact} comparison{'s' * (algebra.exact != 1)} of numbers that this record holds"
    if not algebra.tested:
        return f"{exact}, without a test: facts about these runs, other runs may differ"
    least = f"from {max(found):.2g} times the larger side on" if found else ""
    power = f", which find differences {least}, nine times in ten" if found else ""
    beside = f"; {exact}, without a test" if algebra.exact else ""
    return f"{len(algebra.tested)} comparisons by sign tests over {units}{power}{beside}"


def _evaluated(
    outcomes: Mapping[str, Any], prop: Prop, seed: int | None, of: Experiment
) -> tuple[MeasuredAlgebra, bool | None]:
    algebra = of.algebra(outcomes, ALPHA, seed)
    answer = algebra.holds(prop)
    return algebra, answer if algebra.tested or algebra.exact else None


def statements_of(id: str, known: Registry) -> Iterator[tuple[Claim, Part, Reading]]:
    """Every reading of the statements that the records of an experiment decide."""
    for claim in known.claims.values():
        if claim.paper != id.partition("/")[0]:
            continue
        for part in claim.parts:
            for reading in part.readings:
                if measures(reading.prop) and id in {of.id for of in experiments_of(claim.paper, reading.prop)}:
                    yield claim, part, reading


# The setup -----------------------------------------------------------------------------------------------

PRINTED_SETUP = Outcome(
    Verdict.DEFINED, "there is a record of a run with these settings", Scope("the printed setup")
)
"""What a record of the preset full says of the printed numbers."""


def _settings(witness: str, prop: Prop, of: Experiment) -> Outcome:
    """The printed numbers against the preset ``full``."""
    if witness == "gpu":
        preset, record, changed = _record(witness, of)
        if record is None or preset != "full":
            return Outcome(Verdict.NOT_RUN, f"not run at this size; with a GPU: {of.command('full', 'cuda')}")
        return Outcome(Verdict.STALE, changed) if changed else PRINTED_SETUP
    algebra = of.algebra(_printed_setup(of), 1.0)
    try:
        agrees = algebra.holds(prop)
    except Lacks as lacks:
        return Outcome(Verdict.UNDECIDED, str(lacks))
    if not agrees:
        return Outcome(Verdict.UNDECIDED, "the preset full differs from the printed setup")
    return Outcome(
        Verdict.DEFINED, f"the preset full has the printed values: {algebra.exact} compared exactly",
        Scope("the printed setup"),
    )


def _printed_setup(of: Experiment) -> dict[str, Any]:
    return {"curves": [], "settings": of.presets["full"].as_json()}


# Records -------------------------------------------------------------------------------------------------

def digests(preset: str, of: Experiment = FIGURE) -> dict[str, str]:
    """What a record depends on: the printed setup, the settings of the preset, the trainer."""
    id, part = of.setup
    setup = registry.load().find(id).claim
    assert setup is not None, "the setup is transcribed"
    stated = setup.parts if not part else setup.part(part)
    return {"setup": digest(stated), "settings": _settings_digest(of.presets[preset].as_json()),
            "trainer": of.version}  # fmt: skip


def _settings_digest(settings: Mapping[str, Any]) -> str:
    """Of what decides raw outcomes; the device is provenance, and a seed is another draw of the same experiment."""
    deciding = {name: value for name, value in settings.items() if name not in ("device", "seed")}
    return digest(jsonable(deciding))


def stale(record: records.Record, preset: str) -> str | None:
    """What changed since the record was made, or None; the settings are those that the outcomes themselves name."""
    held = _settings_digest(outcomes_of(record)["settings"])
    of = EXPERIMENTS[record.claim]
    return records.stale(replace(record, digests={**record.digests, "settings": held}), digests(preset, of))


def record_of(outcomes: Mapping[str, Any], of: Experiment = FIGURE, **more: Any) -> records.Record:
    """The record of a finished run (see :func:`numeric.training.in_context.run.run`)."""
    settings = outcomes["settings"]
    provenance = records.provenance(settings["device"], **more)
    parts = ({"settings": settings, "baselines": outcomes["baselines"]}, *outcomes["curves"])
    return records.Record(of.id, settings["preset"], digests(settings["preset"], of), provenance, parts)


def outcomes_of(record: records.Record) -> dict[str, Any]:
    """The raw outcomes of a record: settings, baselines, curves."""
    first, *curves = record.outcomes
    return {**first, "curves": curves}


def find(preset: str, of: Experiment = FIGURE) -> records.Record | None:
    """The committed record of a preset, if there is one."""
    path = records.EVIDENCE / file_name(preset, of)
    return records.read_record(path) if path.exists() else None


def file_name(preset: str, of: Experiment = FIGURE) -> str:
    return f"{of.id.replace('/', '_')}.{preset}.json"


def _record(witness: str, of: Experiment = FIGURE) -> tuple[str, records.Record | None, str | None]:
    """The preset, its record, and what makes the record stale."""
    for preset in PRESETS_OF[witness]:
        path = records.EVIDENCE / file_name(preset, of)
        if path.exists():
            return preset, *_read(preset, path, path.stat().st_mtime_ns)
    return PRESETS_OF[witness][0], None, None


def _repeated(preset: str, of: Experiment = FIGURE) -> list[tuple[records.Record, str | None]]:
    """The records of the same preset with other seeds, and what makes them stale."""
    paths = sorted(records.EVIDENCE.glob(file_name(preset, of).replace(".json", ".seed-*.json")))
    return [_read(preset, path, path.stat().st_mtime_ns) for path in paths]


@lru_cache(maxsize=8)
def _read(preset: str, path: Path, changed_ns: int) -> tuple[records.Record, str | None]:
    """Read and verified once for all statements; ``changed_ns`` tells one state of the file from the next."""
    record = records.read_record(path)
    return record, stale(record, preset)


# What a statement is about --------------------------------------------------------------------------------

def measures(prop: Prop) -> bool:
    return any(isinstance(node, Sym) and (node.has("measured") or node.has("setting")) for _, node in subterms(prop))


def about_settings(prop: Prop) -> bool:
    return any(isinstance(node, Sym) and node.has("setting") for _, node in subterms(prop))


def _described(settings: Mapping[str, Any], of: Experiment) -> str:
    size = of.size(settings)
    return size if settings["preset"] == "full" else f"scaled down: {size}"
