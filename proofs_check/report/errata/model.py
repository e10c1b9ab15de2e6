"""Errata as data.  Statements are kept as trees, so that each reader typesets them in its own way."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from ...catalogue import Paper
from ...claims import Hypothesis, Misprint
from ...statement.props import Prop
from ...statement.terms import Abbrev, Op
from ...verdict import Verdict
from .. import render
from ..render import Node
from ..unsaid import Unsaid

Shown = Callable[[Node], str]
"""How a tree is printed: :func:`render.latex`, :func:`render.plain`, or a writer of MathML."""


def place(part: str, reading: str) -> str:
    """Where in a claim: ``(b) [reading]``, or nothing for the whole."""
    return " ".join(filter(None, (f"({part})" if part else "", f"[{reading}]" if reading else "")))


@dataclass(frozen=True, slots=True)
class Line:
    """One reading of one part, with what became of it."""

    part: str
    reading: str
    why: str
    prop: Prop
    verdict: Verdict | None
    scope: str = ""

    @property
    def latex(self) -> str:
        return render.latex(self.prop)

    @property
    def plain(self) -> str:
        return render.plain(self.prop)

    @property
    def place(self) -> str:
        return place(self.part, self.reading)

    @property
    def rules(self) -> tuple[Prop, ...]:
        """What the abbreviations and recursions in it are."""
        return tuple(Prop("eq", (a.sym, a.body)) for a in render.abbreviations(self.prop))


_LONG = 60
"""Characters of a relation that is repeated beside its change."""


@dataclass(frozen=True, slots=True)
class Change:
    """One of the smallest subtrees in which two statements differ; None where there is none on that side."""

    part: str
    inside: Prop | None
    """The relation as printed around what changes; None where the whole proposition does."""
    old: Node | None
    new: Node | None
    hypothesis: bool = False
    """Whether it is a hypothesis of the claim rather than something in its statement."""

    def sentence(self, shown: Shown) -> str:
        """What to do to the printed statement, formulas by ``shown``."""
        what = "the hypothesis " if self.hypothesis else ""
        if self.old is None:
            assert self.new is not None, "something changes"
            return f"add {what}{shown(self.new)}"
        if self.new is None:
            return f"do without {what}{shown(self.old)}"
        where = self._where(shown)
        if len(shown(self.old)) > _LONG and (briefly := _briefly(self.old, self.new, shown)):
            return where + briefly
        return f"{where}replace {what}{shown(self.old)} by {shown(self.new)}"

    def _where(self, shown: Shown) -> str:
        """The relation around what changes; a long one stands above in full, and its part says which it is."""
        if self.inside is None:
            return ""
        relation = shown(self.inside)
        if len(relation) <= _LONG:
            return f"in {relation}, "
        return f"in ({self.part}), " if self.part else ""


def _briefly(old: Node, new: Node, shown: Shown) -> str:
    """The change of a long formula, where one factor is on the wrong side of another or one summand is too many."""
    if not isinstance(old, Op):
        return ""
    if exchanged(old, new):
        left, right = old.args
        if len(shown(left)) < len(shown(right)):
            return f"multiply by {shown(left)} from the right, not from the left"
        return f"multiply by {shown(right)} from the left, not from the right"
    if old.head == "+" and new in old.args:
        return f"leave out the summand {shown(old.args[1 - old.args.index(new)])}"
    return ""


def exchanged(old: Node, new: Node) -> bool:
    """Whether two factors stand the other way round."""
    if not isinstance(old, Op) or not isinstance(new, Op) or old.head != "*" or new.head != "*":
        return False
    return old != new and old.args == new.args[::-1]


@dataclass(frozen=True, slots=True)
class Evidence:
    """What one witness said of one reading."""

    witness: str
    part: str
    reading: str
    verdict: Verdict
    scope: str
    sentence: str

    @property
    def place(self) -> str:
        return place(self.part, self.reading)


@dataclass(frozen=True, slots=True)
class Correction:
    """The corrected claim that stands beside a printed one; ``verdict`` is None where it was not examined."""

    id: str
    source: str
    corrects: str
    printed: str
    lines: tuple[Line, ...]
    verdict: Verdict | None
    scope: str
    evidence: tuple[Evidence, ...]


@dataclass(frozen=True, slots=True)
class Erratum:
    """A statement that fails as printed."""

    id: str
    paper: Paper | None
    """None for a claim whose paper is not registered."""
    source: str
    ours: str
    """Where the statement is not the paper's, or its formula is not: why."""
    reconstructed: bool
    """Whether the words are the paper's and the formula, lost in our copy, is our reconstruction."""
    expected: bool | None
    """Whether that it fails is what its claim file says."""
    printed: str
    """All that is printed, Markdown with LaTeX between dollars."""
    excerpt: str
    """Of that, the parts that fail."""
    scan: tuple[str, ...]
    """How the scan of the page was read where it is unclear."""
    lines: tuple[Line, ...]
    """The parts that fail, in every reading."""
    where: tuple[Abbrev, ...]
    hypotheses: tuple[Hypothesis, ...]
    reason: str
    counterexample: str | None
    script: Path | None
    """A script that shows the counterexample and needs nothing of ours."""
    generated: str
    """Without such a file: the text of one, made from the statement at the counterexample's point."""
    no_script: str
    """Without either: why there is none."""
    correction: Correction | None
    changes: tuple[Change, ...]
    """The smallest changes that make the printed statement the corrected one."""
    evidence: tuple[Evidence, ...]
    unused_hypotheses: tuple[str, ...]
    printed_proof: str | None
    standing: tuple[Line, ...] = ()
    """The readings in which the parts that fail as printed hold."""
    misprint: bool = False
    """Whether the statement is fine and the print is not."""
    slips: tuple[Misprint, ...] = ()
    """The misprints in the parts that fail."""

    @property
    def kind(self) -> str:
        return "misprint" if self.misprint else "false"


@dataclass(frozen=True, slots=True)
class Better:
    """A statement that is better than its page says: it needs less, or its bound cannot be improved."""

    id: str
    paper: Paper | None
    source: str
    ours: str
    printed: str
    not_needed: tuple[str, ...]
    """Hypotheses of the page that its proof never uses."""
    met: tuple[tuple[Prop, str], ...]
    """Inequalities whose two sides come together, and where."""


@dataclass(frozen=True, slots=True)
class Slip:
    """A misprint of a statement that is examined as it is meant."""

    id: str
    paper: Paper | None
    source: str
    ours: str
    printed: str
    misprint: Misprint


@dataclass(frozen=True, slots=True)
class RepairedStep:
    """A step of a proof; ``printed`` is what the page has instead."""

    label: str
    prop: Prop
    printed: str

    @property
    def latex(self) -> str:
        return render.latex(self.prop)

    @property
    def plain(self) -> str:
        return render.plain(self.prop)


@dataclass(frozen=True, slots=True)
class Repair:
    """A statement that stands, though its printed proof has a gap."""

    id: str
    paper: Paper | None
    source: str
    ours: str
    printed: str
    verdict: Verdict
    scope: str
    status: str
    """``repaired``, or ``gap at step …`` where the proof is still open."""
    steps: tuple[RepairedStep, ...]
    silent: tuple[RepairedStep, ...]
    """Steps that the page leaves out."""
    unused_hypotheses: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class FalseReading:
    """A sentence of the paper that stands in one reading and fails in another."""

    id: str
    paper: Paper | None
    source: str
    ours: str
    printed: str
    excerpt: str
    """Of what is printed, the part."""
    scan: tuple[str, ...]
    """How the scan of the part was read."""
    part: str
    failing: tuple[Line, ...]
    standing: tuple[Line, ...]
    counterexample: str | None

    @property
    def unclear(self) -> bool:
        """Whether the scan leaves it open what is printed: the page may well print what stands."""
        return any(note.startswith("uncertain") for note in self.scan)


@dataclass(frozen=True, slots=True)
class LeftUnsaid:
    """A statement that stands where something holds that its page does not say."""

    id: str
    paper: Paper | None
    source: str
    ours: str
    printed: str
    what: Unsaid

    @property
    def name(self) -> str:
        return self.id.split("/", 1)[0]


@dataclass(frozen=True, slots=True)
class Errata:
    """All that is wrong as printed, in the registry's order."""

    errata: tuple[Erratum, ...]
    repairs: tuple[Repair, ...]
    readings: tuple[FalseReading, ...]
    unsaid: tuple[LeftUnsaid, ...] = ()
    slips: tuple[Slip, ...] = ()
    better: tuple[Better, ...] = ()
