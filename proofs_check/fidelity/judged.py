"""What comes of the formulas of a claim's page: confirmed, explained, not compared, differing, or not read."""

from __future__ import annotations

import enum
import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass

from ..claims import Claim
from ..errors import UserError
from ..reading.canonical import canonical
from ..reading.letters import Named
from ..reading.outcomes import Ambiguous, NotRead, Refusal
from ..reading.reader import read
from ..reading.recursions import put_back
from ..report.printed import words
from ..report.render import plain
from ..statement.props import Prop, subterms, terms_in
from ..statement.terms import Abbrev, Op, Sym, Term
from .form import form
from .letters import key_of_letter, letters_for, named_in_all, silent_in
from .own_functions import Function, function_of, functions_of, put_in
from .own_letters import (
    StandIn,
    at_zero,
    definition,
    named_by_the_page,
    of_the_page,
    replaced,
    values_of_recursions,
    with_arguments,
)
from .page import Unit, links, units, with_equals
from .said import (
    Said,
    bare,
    defines,
    equal_in,
    key_of,
    letters_in,
    opened,
    opened_term,
    relations,
    said_in,
    told_by_traits,
    with_value,
)
from .spellings import explained, is_case, respelled, spelling_of


class Outcome(enum.Enum):
    CONFIRMED = "confirmed"
    EXPLAINED = "explained"
    UNCOMPARED = "not compared"
    """Read, of a letter that the transcription does without, or a case of the words."""
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
        self.how = spelling_of(claim.paper).at(claim.id.partition("/")[2])
        self.letters: dict[str, tuple[Named, ...]] = {}
        self.written = of_the_page(claim)
        self.stand_ins: list[StandIn] = [
            *self.written, *with_arguments(named_in_all(claim)), *values_of_recursions(claim),
        ]  # fmt: skip
        self.slopes = any(isinstance(n, Op) and n.head == "slope" for p in claim.parts for r in p.readings
                          for _, n in subterms(r.prop))  # fmt: skip
        """Whether the derivatives of the transcription are those at 0."""
        self.alone = {one.meant for one in self.stand_ins if one.letter == one.meant}
        """Letters of the page alone."""
        named = (*named_in_all(claim), *(one.letter for one in self.stand_ins))
        self.known = frozenset(map(key_of_letter, named)) - {None}
        self.functions: list[Function] = [*functions_of(claim.id)]
        self.values: dict[Term, Term] = {}
        """What the page gives to letters that the transcription does without."""

    def judged(self, found: Sequence[Unit]) -> tuple[Judged, ...]:
        self._name(found)
        rows = [row for unit in found for row in self._rows(unit)]
        for _, _, tree in rows:
            for link in relations(tree) if isinstance(tree, Prop) else ():
                a, b = link.args[0], link.args[-1]
                if link.head == "eq" and isinstance(a, Term) and isinstance(b, Term) and self._is_silent(a):
                    self.values.setdefault(a, b)
        return tuple(self._judged(part, tex, tree) for part, tex, tree in rows)

    def _name(self, found: Sequence[Unit]) -> None:
        """The names that the page makes for itself: letters that it defines and that nobody has declared."""
        self.functions += [made for unit in found if (made := function_of(unit.tex)) is not None]
        for unit in (*found, *found):  # one name may stand for what another one is said to be, before or behind
            with suppress(Refusal, IndexError):
                name, value = definition(self.how.still(links(unit.tex)[0])) or ("", "")
                if name and not isinstance(self._tree(unit.part, name), Sym | Abbrev | Op):
                    tree = self._tree(unit.part, value)
                    letter = named_by_the_page(name, tree) if isinstance(tree, Term) else None
                    self.stand_ins += [letter] if letter is not None else []

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
        source = self.how.numbered(source)
        if number := re.search(r"=\s*(\(\d+\))\s*$|^\s*(\(\d+\))\s*=", source):
            return f"{number[1] or number[2]} is the number of an equation."
        made, sign = with_equals(source, self.how.tends)
        found = self._tree(part, made)
        if isinstance(found, Prop) and sign:
            return Prop("limit", found.args) if found.head == "eq" else f"{sign} stands in a chain"
        return "this states nothing" if isinstance(found, Term) else found

    def _tree(self, part: str, source: str) -> Prop | Term | str:
        part = part if any(p.name == part for p in self.claim.parts) else ""
        try:
            if part not in self.letters:
                self.letters[part] = letters_for(self.claim, part, self.how.times)
            letters = self.letters[part]
            source = replaced(put_in(source, self.functions), self.written)
            tex = respelled(source, self.how, silent_in(letters, self.how.silent), self.known)
            own = [one.letter for one in self.stand_ins]
            named = {key_of_letter(letter) for letter in own}
            letters = tuple(letter for letter in letters if key_of_letter(letter) not in named)
            tex = replaced(tex, self.stand_ins)
            found = read(at_zero(tex) if self.slopes else tex, (*letters, *own), self.how.brackets)
        except UserError as error:
            return str(error)
        except Refusal as refusal:
            return refusal.sentence
        if isinstance(found, NotRead):
            return found.sentence
        if isinstance(found, Ambiguous):
            return f"ambiguous: {found.decide}"
        meant: dict[Term, Term] = {one.letter: one.meant for one in self.stand_ins}
        return put_back(found.tree, meant) if isinstance(found.tree, Prop) else found.tree

    def _judged(self, part: str, tex: str, tree: Prop | str) -> Judged:
        if isinstance(tree, str):
            return Judged(part, tex, Outcome.NOT_READ, tree)
        left = [link for link in relations(tree) if not _stands(link, self.said)]
        if not left or canonical(tree) in self.said.exact:
            return Judged(part, tex, Outcome.CONFIRMED)
        own = function_of(tex) is not None
        """Whether it gives a function of the page, which is put in for itself here."""
        left = [link for link in left if own or not self._defines_what_is_written_out(link)]
        if not left:
            return Judged(part, tex, Outcome.CONFIRMED, "the transcription writes it out")
        put = [link for link in left if not self._stands_with_values(link)]
        if not put:
            return Judged(part, tex, Outcome.CONFIRMED, "with what the page says that its letters are")
        if why := explained(self.claim.id, tex):
            return Judged(part, tex, Outcome.EXPLAINED, why)
        if is_case(self.claim.id, tex):
            return Judged(part, tex, Outcome.UNCOMPARED, "a case, a value or a choice of the words")
        if own and all(map(_says_nothing, put)):
            return Judged(part, tex, Outcome.UNCOMPARED, "a function of the page, put in where it is used")
        if all(map(_says_nothing, put)) and any(one.meant in link.args for one in self.written for link in put):
            return Judged(part, tex, Outcome.UNCOMPARED, "what the page calls so does not occur in the transcription")
        silent = [letter for link in put[:1] for letter in self._silent_of(link)]
        if silent and all(any(True for _ in self._silent_of(link)) for link in put):
            why = f"{self._name_of(silent[0])} does not occur in the transcription"
            return Judged(part, tex, Outcome.UNCOMPARED, why)
        return Judged(part, tex, Outcome.DIFFERS, "read as " + "; ".join(map(plain, left)))

    def _defines_what_is_written_out(self, link: Prop) -> bool:
        """Whether both sides are one term of the transcription, which the page gives a letter."""
        sides = terms_in(link)
        meant = any(one.meant in sides for one in self.stand_ins if one.letter != one.meant)
        return link.head == "eq" and meant and _says_nothing(link) and any(side in self.said.letters for side in sides)

    def _stands_with_values(self, link: Prop) -> bool:
        made = opened(link)
        for _ in self.values:
            for letter, value in self.values.items():
                made = with_value(made, letter, opened_term(value))
        return made != opened(link) and len({canonical(side) for side in made.args}) > 1 and _stands(made, self.said)

    def _silent_of(self, link: Prop) -> Iterator[Term]:
        """The letters that the transcription does without: on the left, or made by the page and nowhere given a value.

        Where the page gives values to all of them, they are put in, and the relation is compared.
        """
        left, right = link.args[0], link.args[-1]
        if isinstance(left, Term) and self._is_silent(left) and self.values.get(left, right) == right:
            yield left
        yield from (letter for letter in letters_in(link) if letter in self.alone and self._is_silent(letter))
        made = {one.meant for one in self.stand_ins} - self.values.keys()
        yield from (letter for letter in letters_in(link) if letter in made and self._is_silent(letter))

    def _name_of(self, letter: Term) -> str:
        return next((one.tex for one in self.stand_ins if one.meant == letter), plain(letter))

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
