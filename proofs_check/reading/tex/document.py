"""A paper from its first line to its last: what it says of letters, where that ends, and what it states."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from ...errors import UserError
from ..outcomes import Refusal
from . import harmless, idle_sentences, partly
from . import vocabulary as v
from .aliases import Alias, alias_in, renamed
from .defining import defined_twice, formulas_in, introduced_in, lent, names_alone
from .directives import let
from .doubts import doubts_of, left_behind, restricts
from .facts import declaration, relation_signs
from .footnotes import before_paragraphs
from .going_on import goes_on, left_open
from .iterations import with_this_point
from .loosely import Around, Loosely, loosely
from .macros import expanded
from .notations import notation_in
from .pieces import Piece, pieces
from .recalling import taken_over
from .rewriting import rewritten
from .scope import check, definition_in
from .sentences import NotUnderstood, understood
from .sources import Place, Sources, Unreadable, body_of, sources
from .stated import Formula, Scope, Stated, idle_item, in_doubt, names_of, premises_of
from .supposed import Condition, Doubt, Entry, Fact, Habit, Held, Said, numbered
from .titles import below, titled_as


@dataclass(frozen=True)
class Document:
    files: Sources
    stated: tuple[Stated, ...]
    talk: tuple[Place, ...] = ()
    """Where sentences stand of which the author says that they are conditions at most."""


def document(path: Path, *, idle: bool = False) -> Document:
    """The statements of the paper, in its order; with ``idle`` as if it said ``%! idle sentences``.

    Raises:
        UserError: a file that cannot be read, or a comment to the reader that says nothing.
    """
    found = sources(path)
    text = before_paragraphs(expanded(body_of(found.whole)))
    walk = _Walk(found, names_of(found.whole.chars))
    walk.trusting = idle
    walk.through(pieces(text))
    return Document(found, tuple(walk.stated), tuple(walk.talk))


class _Walk:
    def __init__(self, files: Sources, names: dict[str, str]) -> None:
        self.files = files
        self.names = names
        self.document = Scope("document", [])
        self.scopes = [self.document]
        self.stated: list[Stated] = []
        self.sentence: list[Piece] = []
        self.last: Scope | None = None
        self.aliases: list[Alias] = []
        self.skip = False
        self.out = 0
        self.counts: dict[str, int] = {}
        self.proved: dict[str, Scope] = {}
        self.idle: frozenset[str] = frozenset()
        """Words of which the author says that they are no conditions."""
        self.trusting = False
        """Whether the author says that sentences which are not understood are conditions at most."""
        self.talk: list[Place] = []
        self.for_now: list[Entry] = []
        """What the paragraph supposes."""
        self.lent: set[Fact] = set()
        """What statements define, until something else is said of the letter."""
        self.for_section: list[Entry] = []
        """What the section supposes."""
        self.sentences = 0
        self.apart = False
        """Whether this is a section of references."""
        self.abstract = False

    @property
    def scope(self) -> Scope:
        return self.scopes[-1]

    def through(self, found: Sequence[Piece]) -> None:
        started = not any(piece.kind == "begin" and piece.text == "document" for piece in found)
        for k, piece in enumerate(found):
            if piece.kind == "begin" and piece.text == "document":
                started = True
            elif piece.kind == "directive":
                self._directive(piece)
            elif started:
                following = found[k + 1] if k + 1 < len(found) else None
                self._piece(piece, following)
        self._end_sentence()

    def _piece(self, piece: Piece, following: Piece | None) -> None:
        if piece.kind in ("begin", "end"):
            self._end_sentence()
            self.scope.conditional, self.scope.ranging = False, ()
            (self._begin if piece.kind == "begin" else self._end)(piece)
        elif self.out or (self.apart and piece.kind != "heading"):
            return
        elif piece.kind == "label":
            if self.scope is not self.document and not self.scope.labels and not self.scope.formulas:
                self.scope.labels.append(piece.text)
        elif piece.kind in ("stop", "par", "heading", "item"):
            if (
                piece.kind != "par"
                or following is None
                or not (self.sentence and self.sentence[-1].kind == "comma" and following.kind == "math")
            ):
                self._end_sentence()
            if piece.kind in ("par", "heading", "item"):
                self.scope.conditional, self.scope.ranging = False, ()
            if piece.kind in ("par", "heading"):
                self._end_paragraph()
            if piece.kind == "item" and not idle_item(piece.text):
                self._beside(piece, "the label of the item")
            self.apart = harmless.speaks_of_no_letters(piece.text) if piece.kind == "heading" else self.apart
            if piece.kind == "heading" and self.scope is not self.document:
                self._beside(piece, "the heading")
            elif piece.kind == "heading":
                self.last = None
                self.document.entries += self._doubted(self.for_section, "what a section supposes", for_good=False)
                self.for_section = []
                self.document.entries = below(piece, self.document.entries, self.idle, sure=self.trusting)
        else:
            new = piece.kind == "word" and piece.text[:1].isupper() and len(piece.text) > 1
            if self.sentence and self.sentence[-1].display and new:
                self._end_sentence()
            self.sentence.append(self._renamed(piece))

    def _beside(self, piece: Piece, what: str) -> None:
        """What stands beside the sentences of a statement, and may be a condition of it."""
        place = piece.body.place(0)
        self.scope.entries.append(Doubt(None, place, piece.text, for_good=True))
        if self.scope is not self.document:
            self.scope.problem = self.scope.problem or Unreadable(place, f"{what} may be a condition")

    def _renamed(self, piece: Piece) -> Piece:
        if piece.kind != "math" or not self.aliases:
            return piece
        body = renamed(piece.body, self.aliases)
        return replace(piece, body=body, text=body.chars)

    def _end_paragraph(self) -> None:
        """Whether what a paragraph of running text supposes goes on behind it stays open."""
        self.document.entries += self._doubted(self.for_now, "what a paragraph supposes")
        self.for_now = []
        self.scope.shown, self.scope.latest, self.scope.denied = None, None, False

    def _doubted(self, entries: Sequence[Entry], words: str, *, for_good: bool = True) -> list[Entry]:
        found = [in_doubt(entry, words, for_good=for_good) for entry in entries]
        return list(map(idle_sentences.sure, found)) if self.trusting else found

    # Environments ----------------------------------------------------------------------------------------------

    def _begin(self, piece: Piece) -> None:
        name = piece.text.removesuffix("*")
        kind = self.names.get(piece.text, self.names.get(name, ""))
        place, title = piece.body.place(0), piece.labels[0] if piece.labels else ""
        self.abstract = self.abstract or name == "abstract"
        if self.out or name in v.LEFT_OUT:
            if not self.out and self.scope is not self.document:
                self._beside(piece, f"what the {name} says")
            self.out += 1
        elif kind and not kind.startswith("other:"):
            if self.scope is self.document:
                self._end_paragraph()
            titled, problem = titled_as(title, place, self.idle, sure=self.trusting)
            self.scopes.append(
                Scope(kind, [*self.scope.entries, *titled], place, skipped=self._skipped(), problem=problem)
            )
        elif name == "proof":
            last = self._proved(piece)
            entries = list(last.entries if last is not None else self.scope.entries)
            of = last.labels[0] if last is not None and last.labels else ""
            problem = (
                Unreadable(place, "which statement this proves is not said")
                if last is None or not harmless.title(title, self.idle)
                else (last.problem and Unreadable(place, "the statement that this proves is not read"))
            )
            self.scopes.append(Scope("proof", entries, place, of=of, skipped=self._skipped(), problem=problem))
        elif kind:
            self.scopes.append(Scope(kind, list(self.scope.entries), place))

    def _proved(self, piece: Piece) -> Scope | None:
        """The statement that a proof is of: the one that its title names, or that stands before it."""
        if not piece.labels or (len(piece.labels) == 1 and "of" not in piece.labels[0].lower().split()):
            return self.last
        return self.proved.get(piece.labels[1]) if len(piece.labels) == 2 else None

    def _skipped(self) -> bool:
        skip, self.skip = self.skip, False
        return skip

    def _end(self, piece: Piece) -> None:
        name = piece.text.removesuffix("*")
        self.abstract = self.abstract and name != "abstract"
        if self.out:
            self.out -= 1
            return
        kind = self.names.get(piece.text, self.names.get(name, ""))
        if not (kind or name == "proof") or len(self.scopes) < 2:
            return
        scope = self.scopes.pop()
        if scope.kind == "proof":
            return
        if scope.kind.startswith("other:"):
            new = [entry for entry in scope.entries if entry not in self.document.entries]
            self.document.entries += left_behind(scope.kind, new)
            return
        if scope.problem is None:
            anew = introduced_in([entry for entry in scope.entries if entry not in self.document.entries])
            self.document.entries = [
                e for e in self.document.entries if e not in self.lent or names_alone(e) not in anew
            ]  # fmt: skip
            told = [entry for formula in scope.formulas for entry in formula.entries]
            found = lent([*scope.entries, *(e for e in told if e not in scope.entries)], self.document.entries)
            self.document.entries += found
            self.lent.update(found)
        self.last = scope
        self.proved |= dict.fromkeys(scope.labels, scope)
        if scope.problem is None and not scope.formulas:
            scope.problem = Unreadable(scope.place, "no formula in it is stated")
        if scope.problem is None and len(scope.entries) > scope.after:
            why = "what is supposed behind the last formula may belong to it: say it first"
            scope.problem = Unreadable(scope.place, why, "AMBIGUOUS")
        printed = self.files.printed(scope.place, piece.body.place(0))
        self.document.latest = len(self.stated)
        self._state(Stated(scope.kind, tuple(scope.labels), scope.place, printed, tuple(scope.formulas), scope.problem,
                           scope.skipped))  # fmt: skip

    def _state(self, stated: Stated) -> None:
        key = stated.kind if not stated.of else f"{stated.of}-proof"
        self.counts[key] = self.counts.get(key, 0) + 1
        self.stated.append(replace(stated, number=self.counts[key]))

    # Sentences -------------------------------------------------------------------------------------------------

    def _end_sentence(self) -> None:
        told = {e.letter for e in self.scope.entries if isinstance(e, Fact) and e not in self.lent}
        entries, functions = self.scope.entries, self._functions()
        items = rewritten(self._recalled(self.sentence), entries, told, functions, functions - self._outside)
        self.sentence = []
        self._afterwards(items)
        while items and items[-1].kind == "comma":
            items = items[:-1]
        if not items or self.out:
            return
        strict = self._is_strict
        try:
            said = understood(items, self.idle, self._defined())
            for entry in (*said.entries, *said.passing):
                if isinstance(entry, Fact):
                    check(entry)
        except (NotUnderstood, Unreadable, Refusal) as error:
            place = error.piece.body.place(0) if isinstance(error, NotUnderstood) else items[0].body.place(0)
            place = error.place if isinstance(error, Unreadable) else place
            self._loose(items, Unreadable(place, error.sentence))
            return
        self._said(items, said, strict=strict)
        self.scope.denied = False

    def _defined(self) -> frozenset[str]:
        """The letters that have a formula."""
        return frozenset(e.letter for e in self.scope.entries if isinstance(e, Fact) and ":=" in e.text)

    def _recalled(self, items: list[Piece]) -> list[Piece]:
        """The sentence without ``with $P$ as in Lemma 1``: what was supposed there is supposed here."""
        return taken_over(items, self.scope, self.proved, self.last) if self._is_strict else items

    @property
    def _is_strict(self) -> bool:
        """Whether this is a statement: what is not understood in it leaves it unread."""
        return self.scope.kind not in ("document", "proof") and not self.scope.kind.startswith("other:")

    @property
    def _assumes(self) -> bool:
        """Whether this is an environment in which nothing is stated."""
        return re.match(r"other:(?:assumption|hypothes|condition)", self.scope.kind) is not None

    @property
    def _outside(self) -> frozenset[str]:
        """The letters that have a formula outside of the statement."""
        return formulas_in(self.document.entries) if self.scope is not self.document else frozenset()

    def _functions(self) -> frozenset[str]:
        """The letters and functions with a formula, those of an equation that defines them, too."""
        return formulas_in(self.scope.entries)

    def _afterwards(self, items: Sequence[Piece]) -> None:
        """A display with a sentence behind it that begins with ``Here``: what it says may be a condition of it."""
        at, first = self.scope.shown, items[0].text.lower() if items else ""
        if at is not None and first in v.AFTERWARDS and self.stated[at].problem is None:
            why = f"what is said behind it, with {items[0].text!r}, may be a condition: say it first"
            self.stated[at] = replace(self.stated[at], problem=Unreadable(self.stated[at].place, why, "AMBIGUOUS"))

    def _said(self, items: Sequence[Piece], said: Said, *, strict: bool) -> None:
        told = {entry.letter for entry in self.scope.entries if isinstance(entry, Fact) and not entry.family}
        numbers = [e.letter for e in (*said.entries, *said.passing) if isinstance(e, Fact) and e.of_entries]
        both = [letter for letter in numbers if letter in told]
        again = f"{both[0]} is a letter of its own, and a family of numbers: rename one of them" if both else ""
        kept = [e for e in self.scope.entries if e not in self.lent]
        if twice := defined_twice((*said.entries, *said.passing), kept):
            again = f"{twice} has a formula already: is this a hypothesis, or another letter of its name?"
        if why := again or left_open(self.scope, items, said, strict=strict):
            self._loose(items, Unreadable(items[0].body.place(0), why, "AMBIGUOUS"), sure=False)
            return
        if goes_on(self.scope, items) and said.stated and not any(map(restricts, said.passing)):
            said.passing = [*self.scope.ranging, *said.passing]
        restricting = list(filter(restricts, said.passing))
        ranging = {one for entry in said.passing if isinstance(entry, Held) for one in entry.ranging}
        if said.stated and not self.scope.conditional and restricting and ranging.issuperset(restricting):
            self.scope.ranging = tuple(said.passing)
        self.scope.conditional = self.scope.conditional or bool(restricting)
        self.sentences += 1
        said.entries = with_this_point(said.entries, self.scope.entries)
        said.passing = with_this_point(said.passing, (*self.scope.entries, *said.entries))
        numbered(said, self.sentences)
        anew = introduced_in((*said.entries, *said.passing))
        self.scope.entries = [e for e in self.scope.entries if e not in self.lent or names_alone(e) not in anew]
        self.scope.entries += said.entries
        words = {piece.text.lower() for piece in items if piece.kind == "word"}
        if said.tentative and self.scope is self.document:
            if self.scope.shown is not None and not v.BESIDE.intersection(words):
                self._end_paragraph()
            self.for_now += said.entries
        if said.for_section and self.scope is self.document:
            self.for_section += said.entries
        if self.scope is self.document:
            self.last = None
        if not strict and all(piece.kind in ("math", "comma") and not piece.display for piece in items):
            place = items[0].body.place(0)
            alone = Unreadable(place, "a relation alone")
            self.scope.entries += doubts_of(items, alone, self.idle, proof=False, cases=False)
        entries = (*self.scope.entries, *said.passing)
        for at in said.stated:
            piece = items[at]
            formula = Formula(piece.body, piece.labels, (*entries, *premises_of(at, said, items)), piece.display)
            if strict:
                self.scope.formulas.append(formula)
                self.scope.after = len(self.scope.entries)
            elif self._assumes:
                self.scope.entries.append(Condition(piece.body))
            elif piece.display:
                self._display(formula, None)
        known = {e.letter for e in self.scope.entries if isinstance(e, Fact)}
        after = self.scope.after == len(self.scope.entries)
        if (strict or ("where" in words and not restricting)) and not words & {"if", "when", "whenever"}:
            self.scope.entries += [e for e in said.passing if isinstance(e, Fact) and e.letter not in known
                                   and (strict or (e.fresh and " in " in e.text))]  # fmt: skip
        if after and said.stated:
            self.scope.after = len(self.scope.entries)

    def _loose(self, items: Sequence[Piece], problem: Unreadable, *, sure: bool = True) -> None:
        """A sentence that is not understood as a whole: what it says of letters is in doubt, what it shows is read."""
        if self.scope is self.document:
            self.last = None
        proof = self.scope.kind == "proof"
        letters = frozenset(e.letter for e in self.scope.entries if isinstance(e, Fact))
        around = Around(self.idle, letters, sure and not self.scope.conditional, self._is_strict, self.trusting,
                        self.abstract, proof, proof or bool(self.for_now))  # fmt: skip
        found = loosely(items, problem, around)
        if found.problem:
            self.scope.problem = self.scope.problem or problem
        if not found.defines:
            self._doubt(items, found)
        for piece in (piece for piece in items if piece.display):
            named = declaration(piece.body.chars)
            if named is not None and named.sign == ":=" and (made := partly.declared(named, piece)):
                self.scope.entries += made
                continue
            formula = Formula(piece.body, piece.labels, tuple(self.scope.entries), display=True)
            if self._is_strict and found.states:
                self.scope.formulas.append(formula)
                self.scope.after = len(self.scope.entries)
            elif not self._is_strict and not self._assumes:
                self._display(formula, None if found.states else problem, may_define=found.defines)

    def _doubt(self, items: Sequence[Piece], found: Loosely) -> None:
        """What it declares holds, what it may limit is in doubt; also what stands before it."""
        self.scope.entries += (fact for fact in found.told if ":=" not in fact.text)
        self.scope.entries += found.doubts
        self.scope.entries += (fact for fact in found.told if ":=" in fact.text)
        if found.trusted:
            self.talk.append(items[0].body.place(0))
        at = self.scope.latest
        if not self._is_strict and not any(piece.display for piece in items) and at is not None:
            behind = [*found.doubts, *([idle_sentences.of_all(items)] if found.trusted else [])]
            self.stated[at] = partly.heard_behind(self.stated[at], items, behind, trusted=found.trusted)
        self.scope.denied = found.denied

    def _display(self, formula: Formula, problem: Unreadable | None, *, may_define: bool = True) -> None:
        """A display of running text: a claim of its own."""
        problem = self.scope.problem or problem
        if self.scope.denied and problem is None:
            why = "the sentence before may deny it, or suppose it"
            problem = Unreadable(formula.body.place(0), why, "AMBIGUOUS")
        printed = f"${' '.join(formula.body.chars.split())}$"
        if problem is None and not may_define and definition_in(formula.body, formula.entries):
            problem = Unreadable(formula.body.place(0), "whether this is a definition, and for good, is not understood")
        if problem is None and definition_in(formula.body, formula.entries):
            left, _, right = formula.body.chars.partition("=")
            name, links = left.strip().rstrip("& "), right.replace("&", " ").split("=")
            fact = Fact(name, f"{name} := {' '.join(links[0].split())}", formula.body.place(0), fresh=True)
            self.scope.entries.append(fact)
            if len(links) == 1 or relation_signs(right) != ["="] * (len(links) - 1):
                return
            formula = Formula(formula.body.part(len(left) + 1), formula.labels, tuple(self.scope.entries), display=True)
        kind = "proof" if self.scope.kind == "proof" else "display"
        self.scope.shown = self.scope.latest = len(self.stated)
        self._state(Stated(kind, formula.labels, formula.body.place(0), printed, (formula,), problem,
                           self.scope.skipped or self._skipped(), of=self.scope.of))  # fmt: skip

    # Comments to the reader ------------------------------------------------------------------------------------

    def _directive(self, piece: Piece) -> None:
        word, _, rest = piece.text.partition(" ")
        spot = self.files.spot(piece.body.place(0))
        where = f"{spot.file}, line {spot.line}"
        if word == "let":
            self.scope.entries += let(rest, piece, where)
        elif word == "alias":
            self.aliases.append(alias_in(rest, where))
        elif word == "notation":
            self.scope.entries.append(notation_in(rest, piece.body.place(0), where))
        elif word == "reading" and rest.strip() in ("product", "application"):
            self.scope.entries.append(Habit(rest.strip()))
        elif word == "idle" and rest.strip() == "sentences":
            self.trusting = True
        elif word == "idle":
            self.idle |= set(harmless.words_in(rest))
        elif word == "skip":
            self.skip = True
            if self.scope is not self.document:
                self.scope.skipped = True
        else:
            known = "let, notation, reading product, reading application, alias, idle, skip"
            raise UserError(f"{where}: '%! {piece.text}' is not known: the comments to the reader are {known}.")
