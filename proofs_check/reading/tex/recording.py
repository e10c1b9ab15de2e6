"""What a sentence says of letters, as entries: those that stay in force, or those of the sentence alone."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from . import vocabulary as v
from .cursor import NotUnderstood
from .facts import (
    Declaration,
    as_iid,
    declaration,
    facts_of,
    function_in,
    function_named,
    in_interval,
    names_in,
    relation_signs,
    states,
    with_word,
)
from .labels import member_of
from .pieces import Piece
from .sources import Place, Text, joined
from .spelled_letters import bare
from .supposed import Called, Condition, Entry, Fact, Said


class Record:
    def __init__(self, said: Said, *, standing: bool) -> None:
        self.said = said
        self.into = said.entries if standing else said.passing
        self.apart_from = frozenset[str]()
        """Of what the next letters are ``independently`` drawn, where that is not everything."""
        self.entries_of = set[str]()
        """Members of families of numbers, which are the entries of a vector."""
        self.written: dict[tuple[str, ...], str] = {}
        r"""Families as the page writes them, ``x_1, \dots, x_n``, by their letters."""

    def texts_of(self, name: str) -> list[str]:
        return [e.text for e in self._entries() if isinstance(e, Fact) and e.letter == name]

    def is_square(self, name: str) -> bool:
        """Whether its shape was said, and is that of a square matrix."""
        shaped = re.compile(r"\^\s*\{\s*(\w+)\s*\\times\s*(\w+)\s*\}|: *(\w+) x (\w+)")
        shapes = map(shaped.search, self.texts_of(name))
        return any(shape is not None and (shape[1] or shape[3]) == (shape[2] or shape[4]) for shape in shapes)

    def _entries(self) -> tuple[Entry, ...]:
        return (*self.said.entries, *self.said.passing)

    def has_formula(self, group: Sequence[str]) -> bool:
        return all(any(":=" in text for text in self.texts_of(name)) for name in group)

    def called(self, names: Sequence[str], nouns: set[str]) -> None:
        if told := nouns - v.ARTICLES:
            letters = frozenset(member_of(name) or name for name in names)
            anew = {"arbitrary", "free"} & nouns or (_ANY & nouns and _KINDS & nouns)
            self.said.entries.append(Called(letters, frozenset(told), bool(anew)))

    def any_such(self, letters: frozenset[str]) -> None:
        """``for any matrix $A$``: what they are called, they stand for any of."""
        for entries in (self.said.entries, self.said.passing):
            entries[:] = [replace(e, anew=True) if isinstance(e, Called) and e.letters & letters and e.nouns & _KINDS
                          else e for e in entries]  # fmt: skip

    def relation(self, group: Sequence[str], form: str, place: Place) -> None:
        """A word that stands for a relation."""
        for name in group:
            chars = form.format(name)
            self.into.append(Condition(Text(chars, (place,) * len(chars))))

    def said_to_be(self, group: Sequence[str], sign: str, piece: Piece) -> None:
        """A space or a law that was written apart from its letters."""
        right, place = bare(piece.body.chars), piece.body.place(0)
        for name in group:
            family = any(isinstance(e, Fact) and e.letter == name and e.family for e in self._entries())
            known = sign == "in" and bool(self.texts_of(name))
            letter = member_of(name) if family and sign == "in" else name
            self.into.append(Fact(name, f"{letter} {sign} {right}", place, fresh=not known, family=family))

    def drawn(self, group: Sequence[str], piece: Piece, *, iid: bool) -> None:
        written = self.written.get(tuple(group), ", ".join(group))
        family = declaration(f"{written} \\sim {bare(piece.body.chars)}")
        if family is not None and family.family:
            made = facts_of(family, piece.body)
            self.into += [as_iid(fact, family) for fact in made] if iid else made
        else:
            self.said_to_be(group, "~", piece)

    def independent(
        self, group: Sequence[str], *, iid: bool, of: bool, apart_from: frozenset[str] = frozenset()
    ) -> None:
        """Of letters with a law: the members of a family of each other, a letter of all else, or of what is named."""
        laws = [e for e in self._entries() if isinstance(e, Fact) and e.letter in group and "~" in e.text]
        one = len(laws) > 1 and len({e.place for e in laws}) == 1 and any(e.family for e in laws) and not of
        for entries in (self.said.entries, self.said.passing):
            for k, entry in enumerate(entries):
                if not (isinstance(entry, Fact) and entry.letter in group and "~" in entry.text):
                    continue
                family = entry.family if one else iid and ("\\dots" in entry.text or bool(member_of(entry.letter)))
                told = with_word(entry, "iid") if family else entry
                alone = entry.independent or (not apart_from and (of or not family or len(group) > 1))
                entries[k] = replace(told, together=True) if one else replace(
                    told, independent=alone, apart_from=entry.apart_from | apart_from
                )

    def item(self, piece: Piece, before: list[str], nouns: set[str], *, defines: bool = False) -> list[str]:
        """A formula among declarations, with the words before it: the letters that it is about."""
        source = piece.body.chars
        found = declaration(source)
        self.called(found.names if found is not None else names_in(source) or (), nouns)
        if found is not None and not (found.sign not in ("in", "~", ":=") and found.rest.strip(" .") != "0"):
            self.declared(found, piece, before)
            if found.family and found.sign == "in":
                self.written[found.names] = source.partition("\\in")[0]
            return list(found.names)
        if name := function_in(source):
            if before:
                raise NotUnderstood(piece, "what is said before this function is not understood")
            self.into.append(Fact(name, f"{name}: function", piece.body.place(0), fresh=True))
            return [name]
        names = names_in(source)
        if names is not None:
            self.traits(names, before, nouns, piece)
            return list(names)
        each = self._of_each(found, piece)
        if found is not None and {v.COUNTING, v.WHOLE}.intersection(before):
            if v.WHOLE in before:
                self.into += each or [Condition(piece.body)]
            self.traits(found.names, before, nouns, piece)
        elif before:
            raise NotUnderstood(piece, "what is said before this formula is not understood")
        if not states(source):
            raise NotUnderstood(piece, "what is supposed of this formula is not understood")
        function = relation_signs(source) == ["="] and function_named(source.partition("=")[0].replace("&", " "))
        self.into += each or [Condition(piece.body, defines or bool(function))]
        return list(found.names) if found is not None else []

    def _of_each(self, found: Declaration | None, piece: Piece) -> list[Condition]:
        r"""``n, d \ge 1`` as a bound of each letter."""
        if found is None or len(found.names) < 2 or found.family or found.sign in ("in", "~", ":="):
            return []
        behind = piece.body.chars.rindex(found.names[-1]) + len(found.names[-1])
        place, rest = piece.body.place(0), piece.body.part(behind)
        return [Condition(joined(Text(name, (place,) * len(name)), rest)) for name in found.names]

    def declared(self, found: Declaration, piece: Piece, before: Sequence[str] = ()) -> None:
        found, bounds = in_interval(found, piece.body)
        words = [word for word in before if word not in ("iid", "apart")]
        if bounds and words:
            raise NotUnderstood(piece, "beside an interval nothing else is understood")
        try:
            made = facts_of(found, piece.body)
        except ValueError as error:
            raise NotUnderstood(piece, str(error)) from None
        if len(words) < len(before) and found.sign != "~":
            raise NotUnderstood(piece, "what is independent here is not understood")
        if found.sign in ("~", ":=") and words:
            raise NotUnderstood(piece, "beside a law or a formula nothing else is understood")
        self.entries_of |= set(found.names) if any(fact.of_entries for fact in made) else set()
        alone = not self.apart_from and ("apart" in before or ("iid" in before and not found.family))
        for fact in made:
            told = as_iid(fact, found) if "iid" in before else fact
            self.into.append(replace(told, independent=alone, apart_from=self.apart_from))
            self.into += [Fact(fact.letter, f"{fact.letter}: {word}", fact.place, fresh=" x " in word)
                          for word in words]  # fmt: skip
        self.into += bounds
        self.apart_from = frozenset()

    def traits(self, names: Sequence[str], words: list[str], nouns: set[str], piece: Piece) -> None:
        if words and self.entries_of.intersection(names):
            raise NotUnderstood(piece, "of each of these numbers: write a relation, $a_i>0$ for all i")
        if nouns & (v.MATRICES | v.VECTORS) and v.OF_NUMBERS.intersection(words):
            raise NotUnderstood(piece, "of matrices and vectors this is said in another way: write a relation")
        if {"iid", "apart"}.intersection(words):
            raise NotUnderstood(piece, "independent of what law? Write the law with \\sim")
        if v.WHOLE in words and not all(map(self._is_positive, names)):
            raise NotUnderstood(piece, "an integer of which sign? Write 'positive integer', or a bound, n \\ge 1")
        words = [v.COUNTING if word == v.WHOLE else word for word in words]
        words = [*words, *(["number"] if nouns & v.NUMBERS else [])]
        for name in names:
            known = bool(self.texts_of(name))
            self.into += [Fact(name, f"{name}: {word}", piece.body.place(0), fresh=" x " in word and not known)
                          for word in words]  # fmt: skip

    def _is_positive(self, name: str) -> bool:
        r"""Whether this sentence says ``n > 0``, ``n \ge 1`` or more."""
        bound = re.compile(rf"\s*{re.escape(name)}\s*(>=?|\\geq?(?![A-Za-z])|\\gt)\s*(\d+)\s*")
        bounds = (bound.fullmatch(entry.text if isinstance(entry, Fact) else entry.body.chars)
                  for entry in self._entries() if isinstance(entry, Fact | Condition))  # fmt: skip
        return any(found is not None and int(found[2]) >= (found[1] not in (">", "\\gt")) for found in bounds)


# ruff: noqa: SIM905, words are read more easily in a row
_ANY = frozenset("a an any every all".split())
_KINDS = frozenset("matrix matrices vector vectors number numbers scalar scalars variable variables".split())
