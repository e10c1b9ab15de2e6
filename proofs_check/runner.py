"""Runs witnesses over claims, in parallel, and keeps every finished result at once.

One job is one claim.  A job is a function of picklable arguments with a picklable result: a cluster's
:class:`concurrent.futures.Executor` can take the place of the process pool (:mod:`proofs_check.dispatch`).
"""

from __future__ import annotations

import time
import warnings
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor
from dataclasses import replace
from pathlib import Path
from typing import Any

from . import registry, sources
from .catalogue import Registry, Statement
from .claims import Claim, Kind, Part, Reading
from .dispatch import Job, performed
from .evidence.records import RecordError
from .executed import executed
from .merging import merge
from .naming import in_engine_letters
from .own import folders as own_folders
from .papers import NAMES as LIBRARY
from .recheck import recheck
from .recorded import seconds, with_losses
from .results import Examined, Result
from .store import Store
from .verdict import Outcome, Verdict
from .witnesses import NAMES, OF_FACTS, Context, Witness, resolving, witness
from .witnesses.in_letters import stated
from .workers import release

Progress = Callable[[Result, bool], None]
"""Called with each result as soon as it is there, and whether it was found just now."""
READING_HYPOTHESES = frozenset({"words", "entries", "grid", "proof", "balls", "sampled"})
"""The witnesses that say something under the claim's hypotheses: these must be possible, all at once."""


def applicable(statement: Statement, only: Sequence[str] = ()) -> tuple[str, ...]:
    """The witnesses of a claim: those it names (else all), its proof chain, its definition; of every
    statement of the library it is said what a GPU finds.

    What is only cited is examined by all that can, whoever is named.

    ``only`` restricts them to the names given.
    """
    row = statement.row
    if row is None or statement.kind is Kind.SUMMARY:
        return ()
    named = set(row.witnesses or NAMES)
    if row.fact:
        named.update(OF_FACTS)
    if row.proofs:
        named.add("proof")
    if statement.kind is Kind.DEFINITION:
        named.add("definition")
    if statement.paper in LIBRARY:
        named.add("gpu")
    return tuple(name for name in NAMES if name in named and (not only or name in only))


def perform(job: Job) -> Result:
    """Examine one claim by its witnesses: every part, every reading."""
    known = registry.read(job.folders, job.deadly)
    claim = known.find(job.id).claim
    if claim is None:
        return Result(job.id, Verdict.NOT_TRANSCRIBED)
    try:
        found = examine(claim, job.names, replace(job.context, known=known.within(claim.id)))
        return replace(found, executed=executed())
    finally:
        release()


def examine(claim: Claim, names: Sequence[str], context: Context) -> Result:
    """Examine a claim, registered or not, by the witnesses called ``names``."""
    started = time.perf_counter()
    examined = [
        row
        for part in claim.parts
        for reading in part.readings
        for row in _examine(claim, part, reading, names, context)
    ]
    return with_conditions(merge(claim, examined, time.perf_counter() - started), claim)


def with_conditions(result: Result, claim: Claim) -> Result:
    """The result with what is asked so that terms have values, the traits that nothing uses, and whether the hypotheses
    can be met."""
    try:
        from .witnesses.conditions.listed import listed
        from .witnesses.conditions.unused_traits import unused_traits
        from .witnesses.conditions.vacuity import vacuity
    except ModuleNotFoundError:
        return result  # without an engine nothing is proved either
    claim, by = in_engine_letters(claim)
    props = {(part.name, reading.name): reading.prop for part in claim.parts for reading in part.readings}
    try:
        parts = tuple(
            replace(d, conditions=listed(claim, props[d.part, d.reading], d, result.witnesses, by.told))
            for d in result.parts
        )
        traits = by.told(unused_traits(claim)) if result.verdict is Verdict.PROVED else ()
        unused = (*result.unused_hypotheses, *traits)
        return replace(result, parts=parts, meets=by.told(vacuity(claim)), unused_hypotheses=unused)
    except Exception as error:
        sentence = f"{claim.id}: its conditions: {type(error).__name__}: {error}"
        return replace(result, defects=(*result.defects, sentence))


def _examine(
    claim: Claim, part: Part, reading: Reading, names: Sequence[str], context: Context
) -> Iterator[Examined]:
    if claim.fact:
        yield Examined.of("cited", part.name, reading.name, Outcome(Verdict.FACT, claim.fact), 0.0)
    for name in names:
        started = time.perf_counter()
        try:
            outcome, defect = _ask(name, claim, part, reading, context)
        except (RecordError, MemoryError):
            raise
        except Exception as error:
            defect = f"{type(error).__name__}: {error}"
            outcome = Outcome(Verdict.UNDECIDED, f"defect: {defect}")
        yield Examined.of(name, part.name, reading.name, outcome, time.perf_counter() - started, defect)


def _ask(name: str, claim: Claim, part: Part, reading: Reading, context: Context) -> tuple[Outcome, str]:
    """What the witness says, its wrong twins among the figures; and what is wrong with the witness, if anything."""
    try:
        examiner = witness(name)
    except ModuleNotFoundError as error:
        sentence = f"the witness {name} needs the module {error.name}, which is not installed"
        return Outcome(Verdict.NOT_RUN, sentence), ""
    theirs, by = in_engine_letters(claim, resolving(context))
    outcome, defect = _found(examiner, name, theirs, *stated(by, part, reading), context)
    if outcome.verdict not in (Verdict.PROVED, Verdict.SUPPORTED, Verdict.DEFINED):
        return by.outcome(outcome), by.told(defect)
    twins = _twins(examiner, claim, part, reading, context)
    defect = f"supports the claim, but did not reject {', '.join(twins['missed'])}" if twins.get("defect") else ""
    return by.outcome(replace(outcome, figures={**outcome.figures, "twins": twins})), by.told(defect)


def _found(
    examiner: Witness, name: str, claim: Claim, part: Part, reading: Reading, context: Context
) -> tuple[Outcome, str]:
    """What the witness says, with what it takes for granted of hypotheses and values; a refutation is read again."""
    outcome = examiner.examine(claim, part, reading, context)
    if claim.given and name in READING_HYPOTHESES:
        from .witnesses.conditions.met import confirmed, with_contradictions  # an engine, where it is installed

        outcome = with_contradictions(confirmed(outcome, claim, reading.prop), claim)
    if outcome.verdict is Verdict.REFUTED:
        outcome, defect = _read_again(outcome, claim, reading)
        return _with_what_may_be_supposed(outcome, claim), defect
    return _qualified(outcome, claim, reading), ""


def _with_what_may_be_supposed(outcome: Outcome, claim: Claim) -> Outcome:
    """What is refuted without a hypothesis that the page may suppose is not refuted."""
    if outcome.verdict is not Verdict.REFUTED or not claim.may_suppose:
        return outcome
    at = f" at {outcome.counterexample}" if outcome.counterexample else ""
    title = claim.may_suppose[0]
    why = f"false as it is read{at}; but {title} may be a condition: write it as one, or say '%! idle WORD'"
    return Outcome(Verdict.UNDECIDED, why, figures=outcome.figures)


def _read_again(outcome: Outcome, claim: Claim, reading: Reading) -> tuple[Outcome, str]:
    """The refutation where its point is one, by code that no engine has a part in; else a defect of the witness."""
    answer = recheck(claim, reading.prop, outcome.point)
    if answer.confirmed is False:
        sentence = f"its counterexample {outcome.counterexample} is none: {answer.why}"
        return Outcome(Verdict.UNDECIDED, sentence, figures=outcome.figures), sentence
    if answer.confirmed:
        return replace(outcome, figures={**outcome.figures, "read again": "confirmed"}), ""
    if answer.hypothesis:
        sentence = f"not known of its point {outcome.counterexample}: that it meets the hypothesis {answer.hypothesis}"
        return Outcome(Verdict.UNDECIDED, sentence, figures=outcome.figures), ""
    said = f"not re-evaluated: {answer.why}"
    return replace(outcome, sentence=f"{outcome.sentence}; {said}", figures={**outcome.figures, "read again": said}), ""


def _qualified(outcome: Outcome, claim: Claim, reading: Reading) -> Outcome:
    """Where every term has a value; the engine that closes conditions is imported here, where it is installed."""
    try:
        from .witnesses.conditions.written import qualified
    except ModuleNotFoundError:
        return outcome
    return qualified(outcome, claim, reading.prop)


def _twins(examiner: Witness, claim: Claim, part: Part, reading: Reading, context: Context) -> dict[str, Any]:
    """What became of the wrong twins; they need an engine, which is imported here, where it is installed."""
    try:
        from .twins import check_twins
    except ModuleNotFoundError as error:
        return {"not_shown": f"the wrong twins need the module {error.name}, which is not installed"}
    return check_twins(examiner, claim, part, reading, context)


def run(
    statements: Sequence[Statement],
    context: Context,
    *,
    known: Registry,
    only: Sequence[str] = (),
    folders: tuple[str, ...] = (),
    jobs: int = 1,
    limit: float | None = None,
    memory: int | None = None,
    executor: Executor | None = None,
    store: Store | None = None,
    fresh: bool = False,
    progress: Progress = lambda result, found: None,
    say: Callable[[str], None] = warnings.warn,
) -> dict[str, Result]:
    """The result of every statement, by id, in the order given.

    Args:
        known: the registry that the statements come from.
        only: names of witnesses; empty for all that apply.
        folders: the user's claim folders, which the jobs load again.
        jobs: number of processes; 1 without a limit runs everything here.
        limit: seconds that one claim may take; then it is stopped, it is UNDECIDED, and the run goes on.
        memory: bytes that one claim may take; the same.
        executor: where the jobs run instead; it is not shut down.
        store: where finished results are kept and looked up; None keeps nothing.  One that cannot be written to costs
            the run nothing.
        fresh: do not look results up.
        progress: called with each result as soon as it is there.
        say: called with a sentence where a person must act, though the run goes on.
    """
    results: dict[str, Result] = {}
    pending: dict[str, tuple[Job, str]] = {}

    read = _states(folders)

    def may_be_kept(result: Result) -> bool:
        """Where a file was written since, nobody knows which version of it was examined."""
        return not result.defects and not result.stopped and sources.unchanged() and _states(folders) == read

    unkept: list[str] = []

    def keep(result: Result) -> None:
        try:
            if store is not None and may_be_kept(result):
                store.write(result.id, pending[result.id][1], result)
        except OSError as error:
            unkept.append(f"{error.strerror or error} ({error.filename or store.folder})")  # type: ignore[union-attr]
            if len(unkept) == 1:
                remedy = "make room, or set LEMMATA_HOME to a folder that can be written"
                say(f"results cannot be kept: {unkept[0]}. The run goes on; {remedy}.")

    def finish(result: Result, found: bool) -> None:
        results[result.id] = with_losses(result, context, only)
        progress(results[result.id], found)

    for statement in statements:
        settled = _without_witnesses(statement)
        if settled is not None:
            results[settled.id] = settled
            progress(settled, False)
            continue
        job = Job(statement.id, applicable(statement, only), context, folders, limit, memory, known.deadly)
        key = store.key(statement.id, job.names, context, known) if store else ""
        stored = store.read(statement.id, key) if store and not fresh else None
        if stored is not None:
            finish(stored, False)
        else:
            pending[statement.id] = (job, key)
    ordered = sorted((job for job, _ in pending.values()), key=lambda job: _weight(job, known, store), reverse=True)
    for result in performed(ordered, perform, jobs, executor):
        keep(result)
        finish(result, True)
    return {statement.id: results[statement.id] for statement in statements}


def _states(folders: Sequence[str]) -> list[own_folders.State]:
    return [own_folders.state(Path(folder)) for folder in folders]


def stored(statements: Sequence[Statement], context: Context, *, known: Registry, store: Store) -> dict[str, Result]:
    """The results that a run in this context would reuse; statements without one are left out."""
    results: dict[str, Result] = {}
    for statement in statements:
        found = _without_witnesses(statement)
        if found is None:
            key = store.key(statement.id, applicable(statement), context, known)
            found = store.read(statement.id, key)
        if found is not None:
            results[statement.id] = with_losses(found, context)
    return results


def _weight(job: Job, known: Registry, store: Store | None) -> tuple[float, bool, int]:
    """Long jobs start first, so that no process ends up alone with one: by the seconds of the last time, or on record,
    else proofs before the rest, many propositions before few."""
    took = store.last_seconds(job.id) if store else None
    took = seconds().get(job.id) if took is None else took
    row = known.row(job.id)
    return float("inf") if took is None else took, row.proofs, row.propositions


def _without_witnesses(statement: Statement) -> Result | None:
    """The result where there is nothing to examine: not transcribed, or a summary that points elsewhere."""
    if statement.row is None:
        return Result(statement.id, Verdict.NOT_TRANSCRIBED)
    if statement.kind is Kind.SUMMARY:
        return Result(statement.id, Verdict.NOT_APPLICABLE, "see " + ", ".join(statement.row.see))
    return None
