"""A claim: one statement of a paper, transcribed exactly as printed.  Standard library only."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field, replace
from enum import Enum
from typing import TYPE_CHECKING, Any, Union

from . import shown
from .arguments import check_depth, check_docstring, check_id, check_kind, named_parts, several
from .errors import UserError
from .statement.indices import only_bound
from .statement.props import Prop, subterms
from .statement.terms import Sym
from .verdict import Verdict

if TYPE_CHECKING:
    from .model import Model
    from .proof.chain import Proof


class Kind(Enum):
    IDENTITY = "identity"
    STATIONARITY = "stationarity"
    INVARIANCE = "invariance"
    INEQUALITY = "inequality"
    OPTIMUM = "optimum"
    LIMIT = "limit"
    RATE = "rate"
    DISTRIBUTIONAL = "distributional"
    CONSTRUCTION = "construction"
    EXPERIMENT = "experiment"
    DEFINITION = "definition"
    SUMMARY = "summary"


@dataclass(frozen=True, slots=True)
class Reading:
    """One admissible reading of a printed sentence."""

    name: str
    prop: Prop
    why: str = ""
    literal: bool = field(default=False, compare=False)
    """Whether the words say just this: the verdict on the part is then this reading's, and others stand beside it.  It
    changes what is made of verdicts and not what is stated: records of experiments stay good."""
    filled: bool = field(default=False, compare=False)
    """Whether it fills a formula that our copy of the page lost, and that its words do not determine: where it fails,
    the part is open as printed, not refuted."""


@dataclass(frozen=True, slots=True)
class Part:
    """A lettered part of an entry, decided on its own."""

    name: str
    readings: tuple[Reading, ...]

    @property
    def meant(self) -> Reading:
        """The reading that is cited and proved where none is named: the first, but for a literal one that others stand
        beside."""
        return next((reading for reading in self.readings if not reading.literal), self.readings[0])


@dataclass(frozen=True, slots=True)
class Hypothesis:
    """A named hypothesis; ``prop`` is what proof steps may use under that name."""

    name: str
    prop: Prop
    tex: str = ""
    unstated: bool = field(default=False, compare=False)
    """Whether we added it and the page lacks it.  It decides nothing, and so is no part of the claim's digest."""

    def __str__(self) -> str:
        return f"{self.name} (not on the page)" if self.unstated else self.name


@dataclass(frozen=True, slots=True)
class Misprint:
    """The statement is fine and the print is not: a wrong letter, shape, index, sign or reference."""

    printed: str
    meant: str
    part: str = ""
    """The part in which it stands; where that part's literal reading fails, it fails by the misprint alone."""


class Differs(Enum):
    """How a transcription stands to the page, where it does not say exactly what the page says."""

    EQUIVALENT = "in other words than the page"
    WEAKER = "weaker than the page"
    STRONGER_HYPOTHESES = "stronger hypotheses than the page's"
    PART_OMITTED = "part omitted"
    RECONSTRUCTED = "formula reconstructed, lost in our copy of the page"


@dataclass(frozen=True, slots=True)
class Difference:
    """Something of the page that the transcription does not say."""

    kind: Differs
    what: str


@dataclass(frozen=True, slots=True)
class Expected:
    """What ``check`` expects of a claim: by default anything good; otherwise a verdict with a written reason."""

    verdict: Verdict
    reason: str
    parts: tuple[str, ...] = ()
    """The parts that are to come out so, the others being good; empty: the claim as a whole."""


@dataclass(frozen=True, eq=False, repr=False)
class Claim:
    """Compared and hashed by identity: ids are unique, and each claim exists once."""

    id: str
    kind: Kind
    source: str
    printed: str
    """The statement as the page prints it, in LaTeX prose (the docstring of the claim's function)."""
    parts: tuple[Part, ...]
    forall: tuple[Sym, ...] = ()
    given: tuple[Hypothesis, ...] = ()
    uses: tuple[str, ...] = ()
    witnesses: tuple[str, ...] = ()
    expected: Expected | None = None
    corrects: str | None = None
    """The id of the printed claim (optionally ``id#part``) that this corrected claim stands beside."""
    fact: str | None = None
    """For lemmas that the paper itself only cites: the citation."""
    see: tuple[str, ...] = ()
    """For prose summaries: the exact claims that they summarise."""
    proofs: Mapping[str, Any] = field(default_factory=dict)
    """Proof chains by part name ('' for the whole claim); see proofs_check.proof."""
    model: str | Model = ""
    """What follows its gradient flow: a model of one's own (:func:`proofs_check.model.gradient_flow`), or the paper's,
    by the data that it is trained on: a key of ``models`` in ``papers/<paper>/model.py``; "" is the main one."""
    options: Mapping[str, Any] = field(default_factory=dict)
    """Settings that single witnesses read, keyed by witness name."""
    reconstructed: str = ""
    """Where the statement is our reading of a formula lost in our copy of the paper: from what it was reconstructed."""
    note: str = ""
    """What we add to the printed words: how they are read, where they are taken from."""
    misprints: tuple[Misprint, ...] = ()
    fidelity: tuple[Difference, ...] = ()
    """What of the page the transcription does not say, beside what hypotheses and reconstruction tell of themselves."""
    file: str = ""
    """The file of the claim's function; where a claim stands decides nothing and is not part of its digest."""
    line: int = 0
    """The line of the function in that file, that of its decorator; 0 where it is not known."""
    column: int = 0
    """The column in that line, where it is told: of a statement that was read from LaTeX."""
    may_suppose: tuple[str, ...] = ()
    """What of the page may be a hypothesis beside those given, as a title: a refutation without it is none."""
    in_engine_letters: bool = False
    """Whether this is the claim as the engines read it; what one writes never is."""
    told: Mapping[str, str] = field(default_factory=dict, compare=False, repr=False)
    """By the engines' names, those of the claim as it was written: lists are in their order."""

    @property
    def paper(self) -> str:
        return self.id.split("/", 1)[0]

    @property
    def label(self) -> str:
        return self.id.split("/", 1)[1]

    @property
    def differences(self) -> tuple[Difference, ...]:
        """How the transcription stands to the page; nothing where it says what the page says."""
        added = "; ".join(h.name for h in self.given if h.unstated)
        lost = (Difference(Differs.RECONSTRUCTED, self.reconstructed),) if self.reconstructed else ()
        return lost + self.fidelity + ((Difference(Differs.STRONGER_HYPOTHESES, added),) if added else ())

    def part(self, name: str) -> Part:
        return next(p for p in self.parts if p.name == name)

    __repr__ = shown.by("claim_line")
    _repr_markdown_ = shown.by("claim_markdown")
    _repr_latex_ = shown.by("claim_latex")


_NOT_QUANTIFIED = frozenset(
    {"random", "derived", "prompt", "identity", "zero", "index", "claim", "measured", "setting"}
)
PartBody = Union[Prop, "list[Reading]", "tuple[Reading, ...]"]
Parts = Mapping[str, PartBody]
Body = Callable[[], Union[Prop, Parts]]


def claim(
    id: str,
    *,
    kind: Kind,
    source: str = "",
    forall: Iterable[Sym] | None = None,
    given: Iterable[Hypothesis] = (),
    uses: Iterable[str] = (),
    witnesses: Iterable[str] = (),
    expected: Expected | None = None,
    corrects: str | None = None,
    fact: str | None = None,
    see: Iterable[str] = (),
    model: str | Model = "",
    options: Mapping[str, Any] | None = None,
    reconstructed: str = "",
    note: str = "",
    misprints: Iterable[Misprint] = (),
    fidelity: Iterable[Difference] = (),
    proof: Proof | Mapping[str, Proof] | None = None,
) -> Callable[[Body], Claim]:
    """Turn a function without arguments into a claim.

    The function's docstring is the printed statement, word for word; it returns a proposition, or a mapping from
    part names ("a", "b", ...) to a proposition or to a list of :class:`Reading`.

    Args:
        id: ``paper/label``; the paper is a name of your choice.
        kind: what is stated.  A summary is not checked, it points to others (``see``); a definition is compared with
            its implementation, where there is one.
        source: where the statement stands, in words.
        forall: what it quantifies over; by default the free symbols of the statement.
        given: the hypotheses.
        uses: ids of the claims that it rests on, for the dependency graph.
        witnesses: who examines it; by default all.
        expected: what ``check`` expects, where that is not a proof.
        corrects: the id (or ``id#part``) of the printed claim that this one corrects.
        fact: the citation, for a lemma that is cited and not proved: it is FACT where no witness decides it, and chains
            may cite it unless a witness refutes it.
        note: what is added to the printed words; never shown as theirs.
        misprints: what the page prints and cannot mean.
        fidelity: what of the page the transcription does not say; by default it says all.
        proof: a :class:`~proofs_check.proof.chain.Proof`, or a mapping from part names to proofs.

    Raises:
        UserError: a value that cannot be meant; the sentence names it and says what to write.
    """
    check_id(id)
    check_kind(kind, Kind)
    quantified = None if forall is None else several("forall", forall, Sym, "(d, Lam)")
    hypotheses = several("given", given, Hypothesis, "(Hypothesis('A is positive', posdef(A)),)")
    used = several("uses", uses, str, "('zfb/lemma-10',)")
    named_witnesses = several("witnesses", witnesses, str, "('words', 'entries')")
    slips = several("misprints", misprints, Misprint, "(Misprint('x, y', 'u, w'),)")
    differences = several("fidelity", fidelity, Difference, "(Difference(Differs.WEAKER, 'd = 1 alone'),)")
    pointed = several("see", see, str, "('zfb/lemma-10',)")
    proofs = {} if proof is None else dict(proof) if isinstance(proof, Mapping) else {"": proof}

    def make(body: Body) -> Claim:
        check_docstring(body.__doc__)
        named = named_parts(body, summary=kind is Kind.SUMMARY)
        parts = tuple(
            Part(name, (Reading("", p),) if isinstance(p, Prop) else tuple(p)) for name, p in named.items()
        )
        for part in parts:
            _check_readings(id, part)
            for reading in part.readings:
                check_depth(f"The statement of {id}", reading.prop)
        for hypothesis in hypotheses:
            check_depth(f"The hypothesis {hypothesis.name!r} of {id}", hypothesis.prop)
        if not isinstance(model, str):
            model.check_symbols([reading.prop for part in parts for reading in part.readings])
        made = Claim(
            id, kind, source, inspect.getdoc(body) or "", parts, _free(parts) if quantified is None else quantified,
            hypotheses, used, named_witnesses, expected, corrects, fact, pointed, proofs, model, options or {},
            reconstructed, " ".join(note.split()), slips, differences, *_place(body),
        )
        _note.get()(made)
        return made

    return make


_note: ContextVar[Callable[[Claim], object]] = ContextVar("_note", default=lambda made: None)


@contextmanager
def noted(note: Callable[[Claim], object]) -> Iterator[None]:
    """``note`` is called with each claim that is made within, whether or not a name keeps it."""
    before = _note.set(note)
    try:
        yield
    finally:
        _note.reset(before)


def _check_readings(id: str, part: Part) -> None:
    """What the words say comes first, and they say one thing."""
    if any(reading.literal for reading in part.readings[1:]):
        place = f"part ({part.name}) of {id}" if part.name else id
        raise UserError(
            f"The literal reading of {place} is not the first of its readings: write it first, and literal=True in it "
            "alone."
        )


def _free(parts: tuple[Part, ...]) -> tuple[Sym, ...]:
    """The symbols that the parts speak of, in the order of their appearance: neither drawn nor bound nor fixed."""
    props = [reading.prop for part in parts for reading in part.readings]
    found = dict.fromkeys(term for prop in props for _, term in subterms(prop) if isinstance(term, Sym))
    bound = frozenset[Sym]().union(*(only_bound(prop) for prop in props))
    return tuple(sym for sym in found if not sym.traits & _NOT_QUANTIFIED and sym not in bound)


def _place(body: Body) -> tuple[str, int]:
    code = getattr(body, "__code__", None)
    return (code.co_filename, code.co_firstlineno) if code else ("", 0)


def with_proof(statement: Claim, **proofs: Any) -> Claim:
    """``statement`` with proof chains attached; the keyword is the part's name (``whole`` for all of it)."""
    named = {("" if name == "whole" else name): chain for name, chain in proofs.items()}
    return replace(statement, proofs={**statement.proofs, **named})
