"""What comes of the formulas of a claim's page: confirmed, explained, not compared, differing, or not read."""

from __future__ import annotations

import enum
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from ..claims import Claim
from ..errors import UserError
from ..reading.canonical import canonical
from ..reading.letters import Named
from ..reading.outcomes import Ambiguous, NotRead, Refusal
from ..reading.reader import read
from ..report.printed import words
from ..report.render import plain
from ..statement.props import Prop
from ..statement.terms import Op, Sym, Term
from .form import form
from .letters import letters_for, silent_in
from .page import Unit, links, units
from .said import (
    Said,
    bare,
    defines,
    equal_in,
    key_of,
    opened,
    opened_term,
    relations,
    said_in,
    told_by_traits,
    with_value,
)
from .spellings import explained, respelled, spelling_of


class Outcome(enum.Enum):
    CONFIRMED = "confirmed"
    EXPLAINED = "explained"
    UNCOMPARED = "not compared"
    """Read, of a letter that the transcription does without."""
    DIFFERS = "differs"
    NOT_READ = "not read"


@dataclass(frozen=True, slots=True)
class Judged:
    """One relation of a page; ``why`` tells what was read instead, or why nothing was."""

    part: str
    tex: str
    outcome: Outcome
    why: str = ""


_MOMENTS = ("\\ge0", "\\geq0", "=0", ">0")


def page_of(claim: Claim) -> str:
    """The words with formulas: the printed ones, or ours where our copy of the paper lost them."""
    printed = words(claim)
    return printed if "$" in printed or not claim.reconstructed else claim.note


def fidelity(claim: Claim) -> tuple[Judged, ...]:
    """Each relation of the claim's page, compared with its transcription."""
    found = [*units(page_of(claim))] if claim.parts else []
    return _Page(claim).judged(found) if found else ()


class _Page:
    def __init__(self, claim: Claim) -> None:
        self.claim = claim
        self.said = said_in(claim)
        self.how = spelling_of(claim.paper)
        self.letters: dict[str, tuple[Named, ...]] = {}
        self.values: dict[Term, Term] = {}
        """What the page gives to letters that the transcription does without."""

    def judged(self, found: Sequence[Unit]) -> tuple[Judged, ...]:
        rows = [row for unit in found for row in self._rows(unit)]
        for _, _, tree in rows:
            for link in relations(tree) if isinstance(tree, Prop) else ():
                a, b = link.args[0], link.args[-1]
                if link.head == "eq" and isinstance(a, Term) and isinstance(b, Term) and self._is_silent(a):
                    self.values.setdefault(a, b)
        return tuple(self._judged(part, tex, tree) for part, tex, tree in rows)

    def _rows(self, unit: Unit) -> Iterator[tuple[str, str, Prop | str]]:
        """The relations, link by link where the chain cannot be read as a whole; or why they are not read."""
        if unit.tex.replace(" ", "") in {time + sign for time in self.how.times for sign in _MOMENTS}:
            return
        try:
            parts = links(unit.tex)
        except Refusal as error:
            yield unit.part, unit.tex, error.sentence
            return
        whole = self._read(unit.part, unit.tex)
        found = [*relations(whole)] if isinstance(whole, Prop) else []
        if len(parts) == 1 or len(found) == len(parts):
            yield from ((unit.part, tex, tree) for tex, tree in zip(parts, found or (whole,), strict=True))
            return
        yield from ((unit.part, tex, self._read(unit.part, tex)) for tex in parts)

    def _read(self, part: str, source: str) -> Prop | str:
        """The relation, or why it is not read."""
        part = part if any(p.name == part for p in self.claim.parts) else ""
        try:
            if part not in self.letters:
                self.letters[part] = letters_for(self.claim, part, self.how.times)
            letters = self.letters[part]
            found = read(respelled(source, self.how, silent_in(letters, self.how.silent)), letters)
        except UserError as error:
            return str(error)
        except Refusal as refusal:
            return refusal.sentence
        if isinstance(found, NotRead):
            return found.sentence
        if isinstance(found, Ambiguous):
            return f"ambiguous: {found.decide}"
        return found.tree if isinstance(found.tree, Prop) else "this states nothing"

    def _judged(self, part: str, tex: str, tree: Prop | str) -> Judged:
        if isinstance(tree, str):
            return Judged(part, tex, Outcome.NOT_READ, tree)
        left = [link for link in relations(tree) if not _stands(link, self.said)]
        if not left or canonical(tree) in self.said.exact:
            return Judged(part, tex, Outcome.CONFIRMED)
        put = [link for link in left if not self._stands_with_values(link)]
        why = explained(self.claim.id, tex)
        if not why and not put:
            why = "the values that the page gives to letters are put in"
        if why:
            return Judged(part, tex, Outcome.EXPLAINED, why)
        if all(isinstance(link.args[0], Term) and self._is_silent(link.args[0]) for link in left):
            why = f"{plain(left[0].args[0])} does not occur in the transcription"
            return Judged(part, tex, Outcome.UNCOMPARED, why)
        return Judged(part, tex, Outcome.DIFFERS, "read as " + "; ".join(map(plain, left)))

    def _stands_with_values(self, link: Prop) -> bool:
        made = opened(link)
        for letter, value in self.values.items():
            made = with_value(made, letter, opened_term(value))
        return made != opened(link) and _stands(made, self.said)

    def _is_silent(self, letter: Term) -> bool:
        """Whether this is a letter, or a member of a family, of which the transcription says nothing."""
        base = letter.args[0] if isinstance(letter, Op) and letter.head == "at" else letter
        return isinstance(base, Sym) and base not in self.said.letters


def _stands(link: Prop, said: Said) -> bool:
    """Whether the transcription says this, supposes it, or declares it."""
    return (
        canonical(link) in said.exact or told_by_traits(link) or defines(link) or key_of(link) in said.forms
        or key_of(opened(link)) in said.open or equal_in(link, said)
        or (key_of(bare(link)) in said.loose and not _says_nothing(bare(link)))
    )  # fmt: skip


def _says_nothing(link: Prop) -> bool:
    """Whether both sides are one, so that it holds of everything."""
    sides = [form(side) for side in link.args if isinstance(side, Term)]
    return len(sides) == 2 and sides[0] == sides[1]


def counted(found: Iterable[Judged]) -> dict[Outcome, int]:
    """How many of each."""
    rows = [one.outcome for one in found]
    return {outcome: rows.count(outcome) for outcome in Outcome}
