"""What stands behind ``let``, ``suppose``, ``if``, ``for all``: declarations and conditions, one after the other."""

from __future__ import annotations

import re

from . import harmless
from . import vocabulary as v
from .cursor import Cursor, NotUnderstood
from .descriptions import describe, label, of_size, of_what, ranked, size_in
from .entries import entries
from .facts import (
    connects,
    declaration,
    function_in,
    function_named,
    may_be_a_condition,
    names_in,
    relation_signs,
    several,
    states,
)
from .flows import follows, is_flow
from .labels import member_of
from .members import any_index, any_member, each_of
from .open_letters import is_not_square
from .pieces import COLON, Piece
from .recording import Record
from .spectra import Noted
from .spelled_letters import base_of, letters_in
from .spoken_before import SpokenBefore, check_apart, opens_anew
from .supposed import Called, Condition, Entry, Extent, Fact, Held


def suppose(at: Cursor, opener: v.Phrase, *, standing: bool) -> bool:
    """Takes all that an opener supposes; what is not ``standing`` is supposed for this sentence alone.

    Raises:
        NotUnderstood: nothing is supposed, or a word of it is not understood.
    """
    anew = opens_anew(at, opener)
    behind = bool(at.said.stated) and not anew
    at.trailing = at.trailing or behind
    ties = any(connects(at.items[k].body.chars) for k in at.said.stated)
    if ties and not standing and opener[0] != "where":
        why = f"how far {' '.join(opener)!r} reaches stays open behind an implication or an equivalence: say it first"
        raise NotUnderstood(at.piece, why)
    known = len(at.said.entries)
    found = _Suppositions(at, opener, standing=standing, behind=behind)
    while at.k < len(at.items) and any(form() for form in found.forms):
        pass
    found.end()
    if anew:
        check_apart(at, found.record.into[found.known :])
    new = at.said.entries[known:]
    spaces = opener == ("given",) and all(isinstance(e, Called | Held) or _introduces(e) for e in new)
    at.said.for_section = at.said.for_section or opener in v.FOR_SECTION
    at.said.tentative = at.said.tentative or (standing and opener in v.FOR_NOW and not spaces)
    at.declared = at.k
    return True


def _introduces(entry: Entry) -> bool:
    """Whether it says of a letter in which space it is, or what its law is, and nothing else."""
    return isinstance(entry, Fact) and entry.fresh and (" in " in entry.text or "~" in entry.text)


_OF_SQUARES = frozenset({"symmetric", "invertible"})
"""Words that are said of no vector, behind a list of letters of which one alone is square."""


class _Suppositions(SpokenBefore):
    def __init__(self, at: Cursor, opener: v.Phrase, *, standing: bool, behind: bool) -> None:
        super().__init__(at, Record(at.said, standing=standing))
        self.opener, self.standing, self.behind = opener, standing, behind
        self.known = len(self.record.into)
        self.used = 0
        """How much of what was said before belongs to a formula."""
        self.joined = True
        self.found = self.apart = self.after_comma = False
        self.forms = (self._again, self._between, self._which, self._each, self._any, self._of_each, self._flow,
                      self._formula, self._named, self._letter_is, self._relations_before, self._trait, self._iid,
                      self._independently, self._title, self._called, self._noun, self._ranked, self._entries,
                      self._satisfying, self._be, self._label, self._size)  # fmt: skip

    def end(self) -> None:
        self._nothing_waits()
        if self.opener[0] in ("given", "fix"):
            told = {entry.letter for entry in self.record.into if isinstance(entry, Fact)}
            self.record.into.append(Held(frozenset(self.group) - told))
        elif self.opener[0] == "for" and not self.standing:
            told = {entry.letter for entry in self.record.into if isinstance(entry, Fact)}
            all_ = self.record.into[self.known :] if self.opener in v.OF_ALL else []
            ranging = tuple(e for e in all_ if isinstance(e, Condition) or (isinstance(e, Fact) and e.relation))
            anew = frozenset(self.group if self.opener in v.OF_ALL else ())
            self.record.into.append(Held(frozenset(self.group) - told, anew, ranging))
            self.record.any_such(anew)
        self._all_said()
        if not self.found:
            why = f"what {' '.join(self.opener)!r} supposes is not understood"
            raise NotUnderstood(self.at.piece, why)

    def _all_said(self) -> None:
        """A word that was not said of a letter is not passed over."""
        if left := [*self.before[self.used :], *(() if self.kept or self._waits() else self.promised)]:
            why = f"of what is {left[0]!r} said? Write it before the letter, or 'be'"
            raise NotUnderstood(self.at.piece, why)

    def _between(self) -> bool:
        comma = self.at.kind() == "comma"
        if not comma and self.at.word() != "and":
            return False
        k = 1 + (comma and self.at.word(1) == "and")
        self.joined = self.at.word(k - 1) == "and"
        self.after_comma = comma
        if self.at.phrase((*v.STANDING, *v.LOCAL, *v.STATES), k) is not None or self.at.kind(k) == "":
            return False
        if comma and self._introduced(k):
            return False
        self._all_said()
        if not self._of_both(k):
            self._nothing_waits()
            self.before, self.nouns, self.promised = [], set(), ()
        self.used = 0
        return self.at.step(k)

    def _which(self) -> bool:
        """``a vector $w\\sim\\mathcal N(0,I)$ which is independent of``."""
        at = self.at
        told = at.word() in ("which", "that") and at.word(1) in ("is", "are") and at.kind(-1) == "math"
        if not (told and self.latest and at.phrase((*v.TRAITS, *v.IID, *v.INDEPENDENT), 2)):
            return False
        at.step(2)
        describe(at, self.record, self.latest)
        return True

    def _introduced(self, k: int) -> bool:
        """``the loss is``, before what it is."""
        at, first = self.at, k + 1
        k = first
        while at.word(k) in v.NOUNS | v.OF_LOSSES | v.MADE:
            k += 1
        return at.word(first - 1) == "the" and k > first and at.phrase(v.ARE, k) is not None

    def _for_members(self) -> bool:
        return self.opener[0] == "for" and self.at.kind() == "math" and not self.before and not self.nouns

    def _each(self) -> bool:
        if not self._for_members() or not (index := each_of(self.at.formula())):
            return False
        return self._members([any_member(index, self.at.piece.body)])

    def _any(self) -> bool:
        if self.standing or not self._for_members() or not (any_ := any_index(self.at.piece.body)):
            return False
        return self._members(any_)

    def _members(self, conditions: list[Condition]) -> bool:
        self.record.into += conditions
        self.latest, self.joined, self.found, self.used = [], False, True, 0
        return self.at.step(1)

    def _of_each(self) -> bool:
        r"""``for $i=1,\dots,n$``, behind what each member of a family is."""
        at = self.at
        k = len(at.phrase(v.FOR_EACH) or ()) if self.found else 0
        index = each_of(at.formula(k)) if self.found else ""
        before = [piece for piece in at.items[: at.k] if piece.kind != "comma"][-1:]
        source = before[0].body.chars if before and before[0].kind == "math" else ""
        left = re.split("=|:|\\\\sim", source)[0]
        if not index or not re.search(rf"_\s*\{{?\s*{index}(?![A-Za-z])", left):
            return False
        last = re.findall(r"\w", at.formula(k))[-1]
        at.said.entries.append(Extent(member_of(left), last))
        return at.step(k + 1)

    def _flow(self) -> bool:
        r"""``the gradient flow $\dot w=-\nabla L(w)$``, ``$w(t)$ follow the gradient flow``."""
        at, k = self.at, int(self.at.word() in ("the", "a"))
        if self.before or self.nouns - v.ARTICLES:
            return False
        k += at.word(k) == "gradient"
        k = k + 1 if at.word(k) == "flow" else follows(at.items[at.k :])
        if not is_flow(at.formula(k)):
            return False
        at.step(k)
        self.record.into.append(Condition(at.piece.body))
        self.latest, self.group, self.joined, self.found, self.used = [], [], False, True, 0
        return at.step(1)

    def _formula(self) -> bool:
        piece = self.at.piece
        if piece.kind != "math" or isinstance(piece, Noted) or not self._supposed(piece):
            return False
        if self.behind and self.after_comma and self._states_another(piece):
            self.at.step(-1)
            self.at.trailing = False
            return False
        if self.behind and self.found and self.after_comma and _may_be_stated(piece, self.opener):
            raise NotUnderstood(piece, "supposed, too, or stated? Write a new sentence")
        if size := size_in(piece.body.chars):
            self.before.append(size)
        else:
            self.latest = self.record.item(piece, self.before, self.nouns, defines=self.opener in v.DEFINING)
            self.apart = self.found and bool(self.group) and not self.joined
            self.group += self.latest
            self.found, self.used = True, len(self.before)
            if self.promised:
                self._promised()
                self.kept = self.promised not in v.COMMUTING or len(self.group) == 2
        self.joined = False
        return self.at.step(1)

    def _states_another(self, piece: Piece) -> bool:
        """Whether an equation without these letters, ``, and $x=y$``, is stated behind ``for every $A$``."""
        source = piece.body.chars
        equation = relation_signs(source) == ["="] and names_in(source.partition("=")[0].replace("&", "")) is None
        of_all = self.opener in v.OF_ALL and self.found and bool(self.group) and self.at.word(-1) == "and"
        return of_all and equation and not letters_in(source) & set(map(base_of, self.group))

    def _supposed(self, piece: Piece) -> bool:
        """Whether the formula is one of what is supposed, and not the statement."""
        if self.standing or self.behind or self.joined:
            return True
        found = declaration(piece.body.chars)
        plain = found is not None and (found.sign in ("in", "~", ":=") or self.opener not in v.ONLY_IF)
        if names_in(piece.body.chars) is not None or plain or function_in(piece.body.chars):
            return True
        if self._stated_ahead(piece):
            return True
        if found is not None:
            why = "whether this is supposed or stated stays open: write 'then' before the statement"
            raise NotUnderstood(piece, why)
        return False

    def _stated_ahead(self, this: Piece) -> bool:
        """Whether a word that leads to a statement follows, or a display; several displays in a row are statements."""
        return any((piece.display and not this.display)
                   or (piece.kind == "word" and piece.text.lower() in ("then", COLON, "have", "has", "holds"))
                   for piece in self.at.items[self.at.k + 1 :])  # fmt: skip

    def _named(self) -> bool:
        """``be the empirical covariance``, of what has a formula: how it is called says nothing more."""
        at = self.at
        if not self.found or (self.latest and not self.record.has_formula(self.latest)):
            return False
        k = len(at.phrase((*v.BE, ("for",))) or ())
        if at.word(k) not in ("the", "its", "our") or at.kind(-1) != "math":
            return False
        while harmless.names_a_matter(at.word(k)):
            k += 1
        of = at.word(k - 1) == "of" and at.kind(k) == "math"
        if of and names_in(at.formula(k)) is None:
            return False
        k += of
        if not (at.kind(k) in ("", "comma") or at.word(k) in ("and", "where", "with")):
            return False
        self.group = []
        return at.step(k)

    def _letter_is(self) -> bool:
        """``Suppose $A$ symmetric``."""
        at, piece = self.at, self.at.piece
        if not self.group or at.kind(-1) != "math" or not at.phrase((*v.TRAITS, *v.IID)):
            return False
        others = {name for name in self.group if name not in self.latest}
        slim = {e.letter for e in self.record.into if isinstance(e, Fact) and ("~" in e.text or is_not_square(e))}
        if self.group != self.latest and (self.joined or at.word() not in _OF_SQUARES or not others <= slim):
            return False
        describe(at, self.record, self.latest)
        if at.kind() == "math":
            raise NotUnderstood(piece, f"of what is {piece.text!r} said?")
        return True

    def _trait(self) -> bool:
        trait = self.at.past(v.TRAITS)
        self.before += [v.TRAITS[trait]] if trait else []
        return trait is not None

    def _iid(self) -> bool:
        told = self.at.past((*v.IID, *v.INDEPENDENT)) is not None
        self.before += ["iid"] if told else []
        return told

    def _independently(self) -> bool:
        if self.at.word() != "independently" or not (self.found or self.at.kind(1) == "comma"):
            return False
        self.before.append("apart" if self.found else "iid")
        self.at.step(1)
        self.record.apart_from = of_what(self.at)
        self.at.step(self.at.kind() == "comma")
        return True

    def _title(self) -> bool:
        """``Consider the population loss``, before a function or a letter with its formula: what that is called."""
        at = self.at
        if at.word() == "the" and self._named_by():
            return True
        first = k = int(self.opener[-1] != "the")
        while harmless.names_a_matter(at.word(k)) and at.word(k) != "of":
            k += 1
        found, source = declaration(at.formula(k)), at.formula(k).replace("&", " ")
        left = found.names[0] if found is not None and found.sign == ":=" else source.partition("=")[0]
        defines = function_named(left) is not None or (found is not None and found.sign == ":=")
        defines = defines or (relation_signs(source) == ["="] and names_in(left) == (left.strip(),))
        new = defines and (_starred(left) or base_of(left.partition("(")[0]) not in map(base_of, at.defined))
        named = k > first and (not first or at.word() in ("the", "a", "our")) and not self.before
        return new and named and self.opener in v.DEFINING and at.step(k)

    def _named_by(self) -> bool:
        """``denote the residual by``, before a letter with its formula."""
        at, k = self.at, 1
        while harmless.names_a_matter(at.word(k)) and at.word(k) != "of":
            k += 1
        left = at.formula(k + 1).replace("&", " ").partition("=")[0].rstrip(": ")
        new = names_in(left) is not None and base_of(left) not in map(base_of, at.defined)
        return new and self.opener[-1] in v.NAMING and k > 1 and at.word(k) == "by" and at.step(k + 1)

    def _called(self) -> bool:
        """``the layers are balanced,`` before the relation that says what that is."""
        at, k = self.at, 1
        while at.word(k) in v.NOUNS | v.OF_NETWORKS:
            k += 1
        named = at.word() == "the" and k > 1 and at.word(k) in ("is", "are") and at.word(k + 1) in v.NAMED_RELATIONS
        relation = at.kind(k + 2) == "comma" and states(at.formula(k + 3)) and declaration(at.formula(k + 3)) is None
        return named and relation and not self.found and at.step(k + 3)

    def _noun(self) -> bool:
        stated = self.at.phrase(v.STATES) is not None or (self.found and not self.standing and self._leads())
        stated = stated or (self.found and self._introduced(0))
        if self.at.word() not in v.ARTICLES | v.NOUNS or stated:
            return False
        self.nouns.add(self.at.word())
        return self.at.step(1)

    def _leads(self) -> bool:
        """Whether it goes on with ``the loss satisfies``, which leads to the statement."""
        k = 1
        while self.at.word(k) in v.SUBJECTS:
            k += 1
        verb = self.at.phrase(v.VERBS, k)
        if self.at.word() == "the" and k > 1 and self.at.word(k) in v.MOVES:
            return True
        return self.at.word() == "the" and k > 1 and verb is not None and self.at.kind(k + len(verb)) == "math"

    def _again(self) -> bool:
        """``, i.e.\ $P^2=P$``, behind what it says again."""
        at = self.at
        k = int(at.kind() == "comma")
        told = 1 if at.word(k) in ("i.e.", "i.e", "namely") else 2 * (at.word(k) == "that" and at.word(k + 1) == "is")
        k += told + (at.kind(k + told) == "comma")
        formula = at.formula(k)
        if not told or not self.found or not states(formula) or len(several(formula)) > 1 or self.opener in v.LOCAL:
            return False
        at.step(k)
        self.record.into.append(Condition(at.piece.body))
        self.group, self.joined = [], False
        return at.step(1)

    def _ranked(self) -> bool:
        return self.found and ranked(self.at, self.record, self.group)

    def _entries(self) -> bool:
        return self.found and _with_rest(self.at, self.record, self.group)

    def _satisfying(self) -> bool:
        """The relations behind ``with`` and ``such that``."""
        at = self.at
        if not self.found or at.past(v.SATISFY) is None:
            return False
        if self._flow():
            return True
        if at.kind() != "math":
            raise NotUnderstood(at.piece, "what it satisfies is not understood")
        while states(at.formula()):
            if any(map(may_be_a_condition, several(at.formula())[1:])):
                raise NotUnderstood(at.piece, "several relations in one formula: write them apart")
            self.record.into.append(Condition(at.piece.body, self._defines_a_function(at.formula())))
            at.step(1)
            more = at.word() == "and" and states(at.formula(1)) and declaration(at.formula(1)) is None
            at.step(more)
        self.group = [] if at.kind() == "math" else self.group
        return True

    def _defines_a_function(self, source: str) -> bool:
        r"""``Let $u, v\in\mathbb R$ and $f(u,v)=(uv-1)^2$``."""
        left = source.partition("=")[0].replace("&", " ")
        return self.opener in v.DEFINING and relation_signs(source) == ["="] and function_named(left) is not None

    def _be(self) -> bool:
        piece = self.at.piece
        if not self.group or (verb := self.at.past(v.BE)) is None:
            return False
        one = verb == ("is",) and self.at.kind(-2) == "math" and len(self.latest) < len(self.group)
        if self.apart and not one:
            raise NotUnderstood(piece, "of which of these letters? Write 'and' before the last")
        describe(self.at, self.record, self.latest if one else self.group)
        self.group = []
        return True

    def _label(self) -> bool:
        at = self.at
        noun = at.word() == "of" and at.word(-1) in v.NOUNS and at.word(-1) in self.nouns
        return self.found and (noun or at.word() == "for") and label(at)

    def _size(self) -> bool:
        if not self.latest or not of_size(self.at):
            return False
        describe(self.at, self.record, self.latest)
        return True


def _starred(left: str) -> bool:
    """``w^+``, another letter than w."""
    return "^" in left and names_in(left) is not None


def _with_rest(at: Cursor, record: Record, group: list[str]) -> bool:
    """The law of entries, and of what else they are independent."""
    if not entries(at, record, group):
        return False
    if at.kind() == "comma" and at.phrase(v.INDEPENDENT, 1):
        at.step(1)
        describe(at, record, group)
    return True


def _may_be_stated(piece: Piece, opener: v.Phrase) -> bool:
    """Whether a relation behind ``if $a = b$,`` may be another statement."""
    found = declaration(piece.body.chars)
    return states(piece.body.chars) and (found is None or (opener in v.ONLY_IF and found.sign not in ("in", "~")))
