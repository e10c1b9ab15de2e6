"""What became of a claim: what its witnesses said, and the verdict; as JSON, too.  Standard library only."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, fields, is_dataclass
from typing import Any

from . import shown
from .verdict import GOOD, Outcome, Point, Taken, Verdict, merge_parts, merge_readings


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


def to_json(result: Result) -> dict[str, Any]:
    """The result as JSON data, to be read back by :func:`from_json`; the code by which it was found is left out."""

    def plain(value: Any) -> Any:
        if isinstance(value, Verdict):
            return value.name
        if isinstance(value, dict):
            return {key: plain(item) for key, item in value.items()}
        if isinstance(value, (list, tuple)):
            return [plain(item) for item in value]
        return fields_of(value) if is_dataclass(value) else value

    def fields_of(value: Any) -> dict[str, Any]:
        return {field.name: plain(getattr(value, field.name)) for field in fields(value) if field.name != "executed"}

    return fields_of(result)


_OF_THE_STORE = ("seal", "state", "executed", "code")


def from_json(data: Mapping[str, Any]) -> Result:
    """The inverse of :func:`to_json`; raises KeyError, TypeError or ValueError on anything else.

    What the store adds, the code by which the result was found, is left out.
    """

    def with_verdict(row: Mapping[str, Any]) -> dict[str, Any]:
        return {**row, "verdict": Verdict[row["verdict"]]}

    read = {name: value for name, value in with_verdict(data).items() if name not in _OF_THE_STORE}
    read["parts"] = tuple(_decided(with_verdict(row)) for row in data["parts"])
    read["meets"] = Vacuity(**data["meets"]) if data["meets"] else None
    read["witnesses"] = tuple(_examined(with_verdict(row)) for row in data["witnesses"])
    for name in ("unused_hypotheses", "defects"):
        read[name] = tuple(data[name])
    return Result(**read)


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
