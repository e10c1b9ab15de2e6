"""What became of a claim: the outcomes of its witnesses, merged.  Standard library only."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from typing import Any

from . import shown
from .catalogue import Statement
from .claims import Claim
from .naming import naming
from .routes import routes_of
from .statement.props import Prop, subprops, subterms
from .statement.terms import Sym
from .verdict import GOOD, OPEN, Outcome, Point, Scope, Taken, Verdict, merge_parts, merge_readings, merge_witnesses


@dataclass(frozen=True, slots=True)
class Examined:
    """What one witness said of one reading of one part."""

    name: str
    part: str
    reading: str
    verdict: Verdict
    scope: str
    whole: bool
    sentence: str
    seconds: float
    figures: Mapping[str, Any] = field(default_factory=dict)
    counterexample: str | None = None
    defect: str = ""
    """What is wrong with the witness, not with the claim: it raised, or it supports what it should reject."""
    against: bool = False
    point: Mapping[str, Any] | None = None
    """The counterexample as data: ``sizes`` and ``values`` by name, exact numbers as text, matrices as rows."""
    dims: tuple[int, ...] = ()
    """The values of d that the scope is about; empty where it is about every d, or does not say."""
    also: tuple[int, ...] = ()
    """The values of d at which points support it, beside what was proved."""
    doubts: bool = False

    @classmethod
    def of(
        cls, name: str, part: str, reading: str, outcome: Outcome, seconds: float, defect: str = ""
    ) -> Examined:
        return cls(
            name, part, reading, outcome.verdict, outcome.scope.text, outcome.scope.whole, outcome.sentence,
            round(seconds, 4), jsonable(outcome.figures), outcome.counterexample, defect, outcome.against,
            None if outcome.point is None else as_data(outcome.point), outcome.scope.dims,
            outcome.scope.also, outcome.doubts,
        )


@dataclass(frozen=True, slots=True)
class Asked:
    """A condition under which the terms of a reading have values, such as ``a != 0``."""

    prop: str
    discharged_by: str | None
    """The hypotheses of the claim that give it; None where nothing does."""
    stated: bool
    """Whether it is left open and assumed: the scope of a proof ends in "where" and what is so stated."""


@dataclass(frozen=True, slots=True)
class Vacuity:
    """Whether the hypotheses of a claim can be met: a claim that nothing meets says nothing."""

    at: str | None
    """A point that meets them all; None where none is known."""
    contradictory: bool = False
    """Whether they are seen to contradict each other."""

    @property
    def sentence(self) -> str:
        if self.contradictory:
            return "they contradict each other, so that the statement says nothing"
        return f"met at {self.at}" if self.at is not None else "no point is known that meets them all"


@dataclass(frozen=True, slots=True)
class Decided:
    """One reading of one part, after all its witnesses."""

    part: str
    reading: str
    verdict: Verdict
    scope: str
    routes: tuple[str, ...] = ()
    """The routes (:mod:`proofs_check.routes`) on which a witness proves or supports it."""
    conditions: tuple[Asked, ...] = ()
    """What is asked so that its terms have values, beside what traits and the statement itself give."""
    literal: bool = False
    """Whether the words say just this."""
    filled: bool = False
    """Whether it fills a formula that our copy of the page lost."""

    @property
    def as_printed(self) -> Verdict:
        """The verdict on the page: a filling of ours that fails is no fault of the page's."""
        return Verdict.UNDECIDED if self.filled and self.verdict is Verdict.REFUTED else self.verdict


@dataclass(frozen=True, slots=True)
class ReadAs:
    """The verdict on a claim that fails as printed, read otherwise."""

    reading: str
    verdict: Verdict


@dataclass(frozen=True, slots=True, repr=False)
class Result:
    """One statement, after all its parts."""

    id: str
    verdict: Verdict
    scope: str = ""
    parts: tuple[Decided, ...] = ()
    witnesses: tuple[Examined, ...] = ()
    printed_proof: str | None = None
    unused_hypotheses: tuple[str, ...] = ()
    defects: tuple[str, ...] = ()
    seconds: float = 0.0
    meets: Vacuity | None = None
    """Whether its hypotheses can be met; None where it has none."""
    stopped: str = ""
    """Why the run stopped before the claim was done, if it did; such a result is never stored."""
    executed: tuple[str, ...] | None = field(default=None, compare=False, repr=False)
    """The functions that were called in the process that found it, by file; None where it was not watched."""

    @property
    def counterexample(self) -> str | None:
        """Of a part that is refuted, if one is; else of any reading that is."""
        refuted = {part for part, verdict in self.part_verdicts().items() if verdict is Verdict.REFUTED}
        literal = {(d.part, d.reading) for d in self.parts if d.literal}
        found = [w for w in self.witnesses if w.counterexample]
        found.sort(key=lambda w: (w.part not in refuted, (w.part, w.reading) not in literal))
        return found[0].counterexample if found else None

    def part_verdicts(self) -> dict[str, Verdict]:
        """The verdict on each part: of its literal reading where it has one, else of its readings merged."""
        return {
            name: merge_readings([d.as_printed for d in rows if d.literal] or [d.as_printed for d in rows])
            for name, rows in self._by_part().items()
        }

    def _by_part(self) -> dict[str, list[Decided]]:
        found: dict[str, list[Decided]] = {}
        for d in self.parts:
            found.setdefault(d.part, []).append(d)
        return found

    def refuted_readings(self) -> list[Decided]:
        """The readings that fail, of parts that stand or are open as printed."""
        parts = self.part_verdicts()
        return [d for d in self.parts if d.verdict is Verdict.REFUTED and parts[d.part] is not Verdict.REFUTED]

    def charitable(self) -> dict[str, Decided]:
        """The parts that fail as printed and stand in another reading, each with the best of these."""
        failing = [name for name, verdict in self.part_verdicts().items() if verdict is Verdict.REFUTED]
        rows = self._by_part()
        best = {name: min(rows[name], key=lambda d: (d.verdict not in GOOD, d.verdict is not Verdict.PROVED))
                for name in failing}  # fmt: skip
        return {name: d for name, d in best.items() if d.verdict in GOOD}

    @property
    def read_as(self) -> ReadAs | None:
        """What the claim is where the parts that fail as printed are read charitably; None where it fails so, too."""
        charitable = self.charitable()
        if not charitable:
            return None
        verdicts = {**self.part_verdicts(), **{name: d.verdict for name, d in charitable.items()}}
        names = [f"({d.part}) {d.reading}" if d.part else d.reading for d in charitable.values()]
        verdict = merge_parts(list(verdicts.values()))
        return None if verdict is Verdict.REFUTED else ReadAs("; ".join(names), verdict)

    __repr__ = shown.by("result_line")
    __str__ = shown.by("result_text")
    _repr_html_ = shown.by("result_html")
    _repr_mimebundle_ = shown.by("result_bundle")
    """What programs compare, beside what people read."""


class Results(dict[str, Result]):
    """Results by id, in the order in which they were asked for."""

    def __repr__(self) -> str:
        return "\n".join(map(repr, self.values()))

    _repr_html_ = shown.by("results_html")
    _repr_mimebundle_ = shown.by("results_bundle")


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
    conditions += [p.args[0] for _, p in subprops(prop) if p.head == "implies" and isinstance(p.args[0], Prop)]
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
    expected = statement.claim.expected if statement.claim else None
    if expected is None:
        return _good(result.verdict)
    if not expected.parts:
        return _equals(result.verdict, expected.verdict)
    answers = [
        _equals(verdict, expected.verdict) if part in expected.parts else _good(verdict)
        for part, verdict in result.part_verdicts().items()
    ]
    return False if False in answers else None if None in answers else True


def _good(verdict: Verdict) -> bool | None:
    return True if verdict in GOOD else None if verdict in OPEN else False


def _equals(verdict: Verdict, wanted: Verdict) -> bool | None:
    return True if verdict is wanted else None if verdict in OPEN else False


def to_json(result: Result) -> dict[str, Any]:
    """The result as JSON data, to be read back by :func:`from_json`; the code by which it was found is left out."""

    def plain(value: Any) -> Any:
        if isinstance(value, Verdict):
            return value.name
        if isinstance(value, dict):
            return {key: plain(item) for key, item in value.items()}
        return [plain(item) for item in value] if isinstance(value, (list, tuple)) else value

    data: dict[str, Any] = plain(asdict(replace(result, executed=None)))
    del data["executed"]
    return data


_OF_THE_STORE = ("seal", "state", "executed", "code")


def from_json(data: Mapping[str, Any]) -> Result:
    """The inverse of :func:`to_json`; raises KeyError, TypeError or ValueError on anything else.

    What the store adds, the code by which the result was found, is left out.
    """

    def with_verdict(row: Mapping[str, Any]) -> dict[str, Any]:
        return {**row, "verdict": Verdict[row["verdict"]]}

    fields = {name: value for name, value in with_verdict(data).items() if name not in _OF_THE_STORE}
    fields["parts"] = tuple(_decided(with_verdict(row)) for row in data["parts"])
    fields["meets"] = Vacuity(**data["meets"]) if data["meets"] else None
    fields["witnesses"] = tuple(_examined(with_verdict(row)) for row in data["witnesses"])
    for name in ("unused_hypotheses", "defects"):
        fields[name] = tuple(data[name])
    return Result(**fields)


def _examined(row: Mapping[str, Any]) -> Examined:
    return Examined(**{**row, "dims": tuple(row["dims"]), "also": tuple(row.get("also", ()))})


def _decided(row: Mapping[str, Any]) -> Decided:
    conditions = tuple(Asked(**asked) for asked in row["conditions"])
    return Decided(**{**row, "conditions": conditions, "routes": tuple(row["routes"])})


def as_data(point: Point) -> dict[str, Any]:
    """A counterexample as JSON can hold it.

    >>> from fractions import Fraction
    >>> as_data(Point({"d": 1}, {"a": Fraction(1, 2), "S": [[2]]}))
    {'sizes': {'d': 1}, 'values': {'a': '1/2', 'S': [['2']]}}
    """
    taken = {name: [_taken(row) for row in rows] for name, rows in point.functions.items()}
    laws = {name: _exact(rows) for name, rows in point.laws.items()}
    more = {key: told for key, told in (("functions", taken), ("laws", laws), ("more", point.more)) if told}
    return {"sizes": dict(point.sizes), "values": {name: _exact(x) for name, x in point.values.items()}, **more}


def _taken(row: Taken) -> dict[str, Any]:
    along = {"along": _exact(row.along)} if row.along else {}
    return {"at": _exact(row.at), **along, "value": _exact(row.value)}


def _exact(value: Any) -> Any:
    return [_exact(item) for item in value] if isinstance(value, (list, tuple)) else str(value)


def jsonable(value: Any) -> Any:
    """``value`` as JSON can hold it; exact numbers and everything unknown become text.

    >>> from fractions import Fraction
    >>> jsonable({"ratio": Fraction(1, 3), "dims": (1, 2), "far": float("inf")})
    {'ratio': '1/3', 'dims': [1, 2], 'far': 'inf'}
    """
    if value is None or isinstance(value, (bool, int, str)):
        return value
    if isinstance(value, float):
        return value if abs(value) < float("inf") else str(value)
    if isinstance(value, Mapping):
        return {str(key): jsonable(item) for key, item in value.items()}
    if isinstance(value, Iterable) and hasattr(value, "__len__"):
        return [jsonable(item) for item in value]
    return str(value)
