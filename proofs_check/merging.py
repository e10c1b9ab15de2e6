"""How the outcomes of a claim's witnesses make one result, conservatively.  Standard library only."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace

from .catalogue import Statement
from .claims import Claim
from .naming import naming
from .results import Decided, Examined, Result
from .routes import routes_of
from .statement.premises import premises
from .statement.props import Prop, subterms
from .statement.terms import Sym
from .verdict import GOOD, OPEN, Outcome, Scope, Verdict, merge_parts, merge_witnesses


def merge(claim: Claim, examined: Sequence[Examined], seconds: float) -> Result:
    """All that the witnesses said of ``claim``, merged conservatively."""
    decided: list[Decided] = []
    defects = [f"{claim.id}: {e.name}{_place(e.part, e.reading)}: {e.defect}" for e in examined if e.defect]
    for part in claim.parts:
        for reading in part.readings:
            rows = [e for e in examined if (e.part, e.reading) == (part.name, reading.name)]
            found = _decide(part.name, reading.name, rows, _at_any_size(claim, reading.prop))
            decided.append(replace(found, literal=reading.literal, filled=reading.filled))
            if sentence := _contradiction(rows):
                defects.append(f"{claim.id}{_place(part.name, reading.name)}: {sentence}")
    alarms = _false_alarms(examined)
    if alarms > MOST_FALSE_ALARMS:
        defects.append(f"{claim.id}: a true claim would be rejected at rate {alarms:.1g}, more than a whole run may.")
    draft = Result(claim.id, Verdict.UNDECIDED, parts=tuple(decided))
    verdicts = draft.part_verdicts()
    proofs = [e.figures for e in examined if e.name == "proof"]
    unused = dict.fromkeys(h for figures in proofs for h in figures.get("unused_hypotheses", ()))
    verdict = merge_parts(list(verdicts.values())) if verdicts else Verdict.NOT_APPLICABLE
    return Result(
        claim.id,
        verdict,
        _claim_scope(decided, verdicts, verdict),
        tuple(decided),
        tuple(examined),
        _printed_proof([str(f["printed_proof"]) for f in proofs if f.get("printed_proof")]),
        tuple(unused),
        tuple(defects),
        round(seconds, 3),
    )


MOST_FALSE_ALARMS = 1e-6
"""The rate at which one of all the tests of a run may reject a true statement."""


def _false_alarms(rows: Sequence[Examined]) -> float:
    """The rate at which one of the tests on draws rejects a true statement, as they declare it."""
    counts = ((e.figures.get("tests"), e.figures.get("false_alarm_rate")) for e in rows)
    return sum(tests * rate for tests, rate in counts if isinstance(tests, int) and isinstance(rate, float))


def _contradiction(rows: Sequence[Examined]) -> str:
    """The sentence where witnesses contradict one another, which is no matter of the claim: one of them is wrong."""
    proved = [e for e in rows if e.verdict is Verdict.PROVED]
    everywhere = [e.name for e in proved if e.whole]
    refuted = [e.name for e in rows if e.verdict is Verdict.REFUTED]
    # Of one that names no sizes it is not known whether it speaks of those at which others proved it.
    against = [e.name for e in rows if e.against and (everywhere or _sizes(e) & _sizes(*proved))]
    if everywhere and refuted:
        return f"{', '.join(everywhere)} proved what {', '.join(refuted)} refuted: one of them is wrong."
    outside = any(e.verdict is Verdict.REFUTED and _elsewhere(e, proved) for e in rows)
    if proved and against and not (outside and not everywhere):
        names = ", ".join(e.name for e in proved)
        return f"{names} proved what {', '.join(against)} finds false: one of them is wrong."
    return ""


def _elsewhere(row: Examined, proved: Sequence[Examined]) -> bool:
    """Whether what one witness found false, it found at other sizes than those at which others proved it."""
    return bool(_sizes(row)) and not _sizes(row) & _sizes(*proved)


def _sizes(*rows: Examined) -> set[int]:
    """The sizes d at which witnesses proved or refuted."""
    return {d for e in rows for d in e.dims}


def _decide(part: str, reading: str, rows: Sequence[Examined], any_size: bool) -> Decided:
    verdict = merge_witnesses([Outcome(e.verdict, e.sentence, Scope(e.scope, e.whole)) for e in rows])
    if verdict is Verdict.SUPPORTED and any(e.against or e.doubts for e in rows):
        # What one witness finds false, or open at a point, is not supported by points that another looked at.
        return Decided(part, reading, Verdict.UNDECIDED, "")
    if verdict is Verdict.SUPPORTED and any_size:
        # At d = 1 alone matrices are numbers: what holds there is no support for matrices.
        good = [e for e in rows if e.verdict in (Verdict.PROVED, Verdict.SUPPORTED)]
        if all({*e.dims, *e.also} == {1} for e in good):
            return Decided(part, reading, Verdict.UNDECIDED, "")
    routes = routes_of((e.name, e.verdict, e.figures) for e in rows) if verdict in GOOD else ()
    if verdict is Verdict.PROVED:
        bearing = [e for e in rows if e.verdict is Verdict.PROVED and e.whole]
    elif verdict is Verdict.SUPPORTED:
        bearing = [e for e in rows if e.verdict in (Verdict.PROVED, Verdict.SUPPORTED)]
    else:
        bearing = [e for e in rows if e.verdict is verdict]
    return Decided(part, reading, verdict, "; ".join(dict.fromkeys(e.scope for e in bearing if e.scope)), routes)


def _at_any_size(claim: Claim, prop: Prop) -> bool:
    """Whether the statement is about vectors or matrices of size d, whatever d is called, and no condition about d."""
    by = naming(claim)
    conditions = [h.prop for h in claim.given]
    conditions += premises(prop)
    numbers = (t for condition in conditions for _, t in subterms(condition) if isinstance(t, Sym))
    if any(t.shape == (1, 1) and t.has("integer") and by.dim(t.name) == "d" for t in numbers):
        return False
    shapes = (t.shape for _, t in subterms(prop) if isinstance(t, Sym))
    return any("d" in re.findall(r"[A-Za-z_]\w*", str(by.dim(dim))) for shape in shapes for dim in shape)


def _claim_scope(decided: Sequence[Decided], verdicts: Mapping[str, Verdict], verdict: Verdict) -> str:
    """Where the claim's verdict holds: one text where the parts agree, else part by part; none while parts are open."""
    if verdict in OPEN:
        return ""
    only_refuted = verdict is Verdict.REFUTED
    scopes = {
        d.part: d.scope
        for d in reversed(decided)
        if d.verdict is verdicts[d.part] and d.scope and (d.verdict is verdict or not only_refuted)
    }
    everywhere = verdict is not Verdict.FACT or len(scopes) == len(verdicts)
    if len(set(scopes.values())) <= 1 and everywhere:
        return next(iter(scopes.values()), "")
    return "; ".join(f"({d.part}) {scopes.pop(d.part)}" for d in decided if d.part in scopes)


def _printed_proof(words: Sequence[str]) -> str | None:
    """``follows`` only where every chain does; otherwise the first gap, or ``repaired``."""
    gaps = [w for w in words if w not in ("follows", "repaired")]
    return gaps[0] if gaps else "repaired" if "repaired" in words else words[0] if words else None


def _place(part: str, reading: str) -> str:
    return (f" ({part})" if part else "") + (f" [{reading}]" if reading else "")


def as_expected(statement: Statement, result: Result) -> bool | None:
    """Whether the claim came out as expected; None where nothing came out (undecided, not run, not transcribed)."""
    if statement.row is None or not statement.row.expected:
        return _good(result.verdict)
    name, *parts = statement.row.expected
    expected = Verdict[name]
    if not parts:
        return _equals(result.verdict, expected)
    answers = [
        _equals(verdict, expected) if part in parts else _good(verdict)
        for part, verdict in result.part_verdicts().items()
    ]
    return False if False in answers else None if None in answers else True


def _good(verdict: Verdict) -> bool | None:
    return True if verdict in GOOD else None if verdict in OPEN else False


def _equals(verdict: Verdict, wanted: Verdict) -> bool | None:
    return True if verdict is wanted else None if verdict in OPEN else False
