"""What a sentence supposes, and what it states: every word is understood, or the sentence is not.

There is no guessing of what a word may contribute: a condition that is passed over makes another statement.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from . import harmless
from . import vocabulary as v
from .conventions import conventions
from .facts import (
    Condition,
    Declaration,
    Entry,
    Extent,
    Fact,
    Held,
    Said,
    as_iid,
    bare,
    base_of,
    connects,
    declaration,
    facts_of,
    function_in,
    function_named,
    in_interval,
    is_law,
    is_row,
    may_be_a_condition,
    names_in,
    relation_signs,
    several,
    states,
    with_sign,
    with_word,
)
from .harmless import asserts, lead_word
from .labels import member_of
from .members import any_index, any_member, each_of
from .pieces import COLON, Piece
from .sources import Text


class NotUnderstood(Exception):
    """The piece at which a sentence is left, and why."""

    def __init__(self, piece: Piece, sentence: str) -> None:
        super().__init__(sentence)
        self.piece = piece
        self.sentence = sentence


def understood(
    items: Sequence[Piece], idle: frozenset[str] = frozenset(), defined: frozenset[str] = frozenset()
) -> Said:
    """What the sentence says; of a letter that is ``defined`` by a formula, what it satisfies is stated.

    Raises:
        NotUnderstood: a word or a formula whose part in the sentence is not known.
    """
    return _Sentence(items, idle, defined).read()


class _Sentence:
    def __init__(self, items: Sequence[Piece], idle: frozenset[str], defined: frozenset[str]) -> None:
        self.items = items
        self.idle = idle
        self.defined = defined
        self.k = 0
        self.said = Said()
        self.trailing = False
        self.declared = -1
        """Where the last declarations end: what stands there belongs to them, and is not passed over."""

    def read(self) -> Said:
        if not self.items:
            return self.said
        conditions, openers, first = False, set[v.Phrase](), False
        while self.k < len(self.items):
            piece = self.items[self.k]
            if piece.kind == "comma":
                self.k += 1
            elif (meant := conventions(self.items, self.k)) > 0:
                self.k += meant
            elif self._of_a_definition():
                pass
            elif piece.kind == "math":
                self._conclusion(piece)
            elif self._at_first():
                pass
            elif (opener := self._phrase(v.STANDING)) is not None:
                first = first or not conditions
                self._declarations(opener, standing=True)
            elif (opener := self._phrase(v.LOCAL)) is not None or (opener := self._with()) is not None:
                conditions = True
                openers.add(opener)
                self._declarations(opener, standing=False)
            elif self._introduces():
                first = first or not conditions
                self._declarations(("let",), standing=True)
            elif self._counts():
                pass
            elif self._predicts():
                self._predicted()
            elif not self._passed_over():
                raise NotUnderstood(piece, f"{piece.text!r} is not understood here")
        defines = any(isinstance(entry, Fact) and ":=" in entry.text for entry in self.said.entries)
        if conditions and not self.said.stated and (defines or first) and openers == {("where",)}:
            self.said.entries, self.said.passing = [*self.said.passing, *self.said.entries], []
        elif conditions and not self.said.stated:
            raise NotUnderstood(self.items[-1], "a condition without a statement")
        return self.said

    # Words -----------------------------------------------------------------------------------------------------

    def _word(self, ahead: int = 0) -> str:
        at = self.k + ahead
        return self.items[at].text.lower() if at < len(self.items) and self.items[at].kind == "word" else ""

    def _phrase(self, phrases: Sequence[v.Phrase], ahead: int = 0, *, take: bool = True) -> v.Phrase | None:
        for phrase in phrases:
            if all(self._word(ahead + j) == word for j, word in enumerate(phrase)):
                if take:
                    self.k += ahead + len(phrase)
                return phrase
        return None

    def _kind(self, ahead: int = 0) -> str:
        at = self.k + ahead
        return self.items[at].kind if at < len(self.items) else ""

    def _at_first(self) -> bool:
        """``Throughout,`` before another opener."""
        found = self._phrase(v.STANDING, take=False)
        if found not in v.AT_FIRST or self.items[self.k + len(found)].kind != "comma":
            return False
        if self._phrase(v.STANDING, len(found) + 1, take=False) is None:
            return False
        self.k += len(found) + 1
        return True

    def _with(self) -> v.Phrase | None:
        """``With`` at the start of a sentence."""
        return self._phrase((("with",),)) if self.k == 0 and self._kind(1) == "math" else None

    def _passed_over(self) -> bool:
        """Whether words follow that say nothing of letters."""
        return (self._phrase(v.IDLE) is not None or self._subject() or self._cited() or self._lead()
                or self._comment())  # fmt: skip

    def _comment(self) -> bool:
        """``(by linearity)``, beside a row of a display."""
        k = 1
        while self._word(k) not in ("", ")") and lead_word(self._word(k), self.idle):
            k += 1
        if self._word() != "(" or self._word(k) != ")" or k == 1:
            return False
        self.k += k + 1
        return True

    def _lead(self) -> bool:
        """``By linearity of the expectation,``: words before a comma or a relation that carry no condition."""
        k = 0
        while self._word(k) and lead_word(self._word(k), self.idle):
            k += 1
        if self._word(k) in ("is", "be") and k and self._defines(k + 1):
            k += 1
        behind = self._kind(k) == "" and self._word() in ("by", "from", "using")
        if k and (behind or self._defines(k)):
            self.k += k
            return True
        ends = self._kind(k) == "comma" or (self._kind(k) == "math" and asserts([*map(self._word, range(k))]))
        ends = ends and (self.k != self.declared or self._word() in ("by", "from", "using", "via"))
        if k == 0 or not (ends or all(self._word(j) in self.idle for j in range(k))):
            return False
        self.k += k
        return True

    def _defines(self, k: int) -> bool:
        """Whether a definition follows, as in ``The estimator is``, the verb being passed over, too."""
        found = declaration(self.items[self.k + k].body.chars) if self._kind(k) == "math" else None
        return found is not None and found.sign == ":="

    def _cited(self) -> bool:
        """``By Lemma 3``: no condition; an equation, or a bare number, may be one that is assumed."""
        lead = {"by", "from", "see", "using", "lemma", "theorem", "proposition", "corollary", "equation", "and"}
        k = 0
        while self._word(k) in lead:
            k += 1
        proved = any(self._word(j) in ("lemma", "theorem", "proposition", "corollary") for j in range(k))
        if proved and self._kind(k) == "ref":
            self.k += k + 1
            return True
        return False

    def _introduces(self) -> bool:
        """``The inputs`` before a law, ``The labels are`` before what they are."""
        k = 1
        while self._word(k) in v.NOUNS | v.OF_LOSSES:
            k += 1
        if k > 1 and self._word() == "the" and self._are_drawn(k):
            return True
        verb = self._phrase(v.ARE, k, take=False) if k > 1 else None
        at = k + len(verb or ())
        if self._word() != "the" or k == 1 or self._kind(at) != "math":
            return False
        source = self.items[self.k + at].body.chars
        left = source.partition("=")[0].replace("&", " ")
        new = function_named(left) is not None and base_of(left.partition("(")[0]) not in map(base_of, self.defined)
        if verb is not None and relation_signs(source) == ["="] and (names_in(left) or new):
            self.k += at
            return True
        found = declaration(source)
        return verb is None and found is not None and found.sign == "~"

    def _are_drawn(self, k: int) -> bool:
        """``The inputs $x_i$ and the query $x_q$ are drawn from``: behind the first noun, names and nouns up to it."""
        named = False
        while self._kind(k) == "math" or self._word(k) in v.NOUNS | {"and", "the"}:
            if self._kind(k) == "math":
                if names_in(self.items[self.k + k].body.chars) is None:
                    return False
                named = True
            k += 1
        return named and self._word(k) in ("is", "are") and self._word(k + 1) in ("drawn", "sampled", "i.i.d.")

    def _counts(self) -> bool:
        """``A prompt consists of $n$ examples``: how many there are is said where they are named."""
        k = 1
        while self._word(k) in v.COLLECTIONS:
            k += 1
        contains = self._phrase(v.CONTAINS, k, take=False) if self.k == 0 and k > 1 else None
        at = k + len(contains or ())
        if contains is None or self._word() not in v.ARTICLES or self._kind(at) != "math":
            return False
        number = self.items[at].body.chars
        if not re.fullmatch(r"\s*[A-Za-z]\s*", number) or self._word(at + 1) not in v.COUNTED or self._kind(at + 2):
            return False
        self.k = at + 2
        return True

    def _predicts(self) -> bool:
        """``A linear layer with parameter $V$ predicts``: up to ``with``, or to the verb."""
        k = 0
        while harmless.names_a_matter(self._word(k)) or self._word(k) in v.OF_MODELS:
            k += 1
        rest = [piece.text.lower() for piece in self.items[self.k + k :] if piece.kind == "word"]
        if k < 2 or self.k or not (rest[:1] == ["with"] or v.PREDICTS.intersection(rest[:1])):
            return False
        if not v.PREDICTS.intersection(rest):
            return False
        self.k += k
        return True

    def _predicted(self) -> None:
        r"""``predicts $\hat y = x^\top Vx$``: what the left side is, and no statement."""
        if self._word() == "with":
            self.k += 1
            self._declarations(("with",), standing=True)
        self.k += self._word() in v.PREDICTS
        if self._word() == "the" and self._word(1) in v.PREDICTED:
            self.k += 2
        piece = self.items[min(self.k, len(self.items) - 1)]
        left, _, right = piece.body.chars.replace("&", " ").partition("=")
        named = names_in(left) or function_named(left) or ()
        if piece.kind != "math" or relation_signs(piece.body.chars) != ["="] or len(named) != 1:
            raise NotUnderstood(piece, "what is predicted is not understood: write it as a letter and its formula")
        self._declared(with_sign(named[0], right), piece, [], standing=True)
        self.k += 1

    def _subject(self) -> bool:
        """``The gradient of the loss is``, before a formula that is a relation."""
        if self._word() not in ("the", "its"):
            return False
        k, noun = 1, False
        while (word := self._word(k)) and self._phrase(v.VERBS, k, take=False) is None:
            if not {word, word.removesuffix("s")} & (v.SUBJECTS | v.SUBJECT_ADJECTIVES):
                return False
            noun = noun or bool({word, word.removesuffix("s")} & v.SUBJECTS)
            k += 1
            if noun and word == "of" and self._kind(k) == "math" and names_in(self.items[self.k + k].body.chars):
                k += 1
                break
        verb = self._phrase(v.VERBS, k, take=False)
        if verb is None or not noun or self._kind(k + len(verb)) != "math":
            return False
        self.k += k + len(verb)
        return True

    def _of_a_definition(self) -> bool:
        """``The matrix $P$ satisfies``, of a letter that has a formula: what follows is stated of it."""
        k, behind = 0, self.items[self.k - 1] if self.k else None
        while self._word(k) in v.SUBJECTS | v.SUBJECT_ADJECTIVES | {"the"}:
            k += 1
        names: tuple[str, ...] | None = ()
        if k == 0 and behind is not None and behind.kind == "math" and self._word() in v.SATISFY_VERBS:
            found = declaration(behind.body.chars)
            names = found.names if found is not None and found.sign == ":=" else ()
        elif self._kind(k) == "math":
            names, k = names_in(self.items[self.k + k].body.chars), k + 1
        known = self._have_formulas()
        if not names or not known.issuperset(names) or self._word(k) not in v.SATISFY_VERBS:
            return False
        if self._kind(k + 1) != "math" or not states(self.items[self.k + k + 1].body.chars):
            return False
        self.k += k + 1
        return True

    # Statements ------------------------------------------------------------------------------------------------

    def _conclusion(self, piece: Piece) -> None:
        found = declaration(piece.body.chars)
        if found is not None and found.sign == ":=":
            self._declared(found, piece, [], standing=True)
            self.k += 1
            return
        if found is not None and found.sign in ("in", "~"):
            raise NotUnderstood(piece, "whether this is supposed or stated stays open")
        if not states(piece.body.chars):
            raise NotUnderstood(piece, "this formula states nothing, and what is said of it is not understood")
        if self.trailing:
            raise NotUnderstood(piece, "whether the condition before belongs to this stays open: write a new sentence")
        if any(may_be_a_condition(chunk) and not self._about_a_definition(chunk)
               for chunk in several(piece.body.chars)[1:]):  # fmt: skip
            raise NotUnderstood(piece, "behind a comma, a condition or a statement? Write \\text{for} or \\text{and}")
        alone = piece.labels or (self._rows() and is_row(piece.body.chars))
        if self._behind_a_comma() and not alone and may_be_a_condition(piece.body.chars):
            raise NotUnderstood(piece, "behind a comma, a condition or a statement? Write 'for' or 'and' before it")
        self.said.stated.append(self.k)
        self.k += 1

    def _have_formulas(self) -> frozenset[str]:
        return self.defined | {e.letter for e in self.said.entries if isinstance(e, Fact) and ":=" in e.text}

    def _about_a_definition(self, chunk: str) -> bool:
        """``P^T = P``, where P has a formula: it cannot be supposed."""
        left, sign, _ = chunk.partition("=")
        name = re.sub(r"\\q?quad(?![A-Za-z])|\\[,;: ]|&", " ", left).strip(" ,")
        return bool(sign) and base_of(name) in self._have_formulas()

    def _rows(self) -> bool:
        """Whether what is stated before are rows of a display, all aligned at their relations."""
        return all(self.items[k].display and is_row(self.items[k].body.chars) for k in self.said.stated)

    def _stated(self) -> list[str]:
        return [self.items[k].body.chars for k in self.said.stated]

    def _behind_a_comma(self) -> bool:
        """Whether nothing but commas stands between this formula and the one that is stated before."""
        before = [k for k, piece in enumerate(self.items[: self.k]) if piece.kind != "comma"]
        return bool(before) and before[-1] in self.said.stated

    def _stated_ahead(self, this: Piece) -> bool:
        """Whether a word that leads to a statement follows, or a display; several displays in a row are statements."""
        return any((piece.display and not this.display)
                   or (piece.kind == "word" and piece.text.lower() in ("then", COLON, "have", "has", "holds"))
                   for piece in self.items[self.k + 1 :])  # fmt: skip

    # Declarations ----------------------------------------------------------------------------------------------

    def _declarations(self, opener: v.Phrase, *, standing: bool) -> None:
        self.said.tentative = self.said.tentative or (standing and opener in v.FOR_NOW)
        behind = bool(self.said.stated)
        if behind and not standing and opener[0] != "where" and any(map(connects, self._stated())):
            raise NotUnderstood(self.items[min(self.k, len(self.items) - 1)], f"how far {' '.join(opener)!r} reaches "
                                "stays open behind an implication or an equivalence: say it first")  # fmt: skip
        self.trailing = behind or self.trailing
        group: list[str] = []
        latest: list[str] = []
        before: list[str] = []
        nouns: set[str] = set()
        joined, found_any, apart, after_comma = True, False, False, False
        used = 0
        while self.k < len(self.items):
            piece = self.items[self.k]
            if piece.kind == "comma" or self._word() == "and":
                k = 1 + (piece.kind == "comma" and self._word(1) == "and")
                joined = self._word(k - 1) == "and"
                after_comma = piece.kind == "comma"
                if self._leads_on(k):
                    break
                self._all_said(before[used:], piece)
                self.k += k
                before, nouns, used = [], set(), 0
            elif piece.kind == "math" and opener[0] == "for" and not before and not nouns and (
                    index := each_of(piece.body.chars)):  # fmt: skip
                self._into(standing).append(any_member(index, piece.body))
                latest, joined, found_any, used = [], False, True, 0
                self.k += 1
            elif opener[0] == "for" and not before and not nouns and not standing and piece.kind == "math" and (
                    each := any_index(piece.body)):  # fmt: skip
                self.said.passing.append(each)
                latest, joined, found_any, used = [], False, True, 0
                self.k += 1
            elif found_any and self._of_each():
                pass
            elif piece.kind == "math":
                if not self._supposed(piece, opener, standing=standing, behind=behind, joined=joined):
                    break
                if behind and found_any and after_comma and _may_be_stated(piece, opener):
                    raise NotUnderstood(piece, "supposed, too, or stated? Write a new sentence")
                if _is_size(piece):
                    before.append(_size(piece))
                else:
                    latest = self._item(piece, before, nouns, standing=standing, defines=opener in v.DEFINING)
                    group += latest
                    apart = found_any and bool(group) and not joined
                    found_any, used = True, len(before)
                joined = False
                self.k += 1
            elif found_any and (latest == [] or self._has_formula(latest)) and self._names_only():
                group = []
            elif group and group == latest and self._behind_a_letter():
                self._describe(group, standing=standing)
                if self._kind() == "math":
                    raise NotUnderstood(piece, f"of what is {piece.text!r} said?")
            elif (trait := self._phrase(tuple(v.TRAITS))) is not None:
                before.append(v.TRAITS[trait])
            elif self._phrase(v.IID) is not None or self._phrase(v.INDEPENDENT) is not None:
                before.append("iid")
            elif self._word() == "independently" and (found_any or self._kind(1) == "comma"):
                before.append("apart" if found_any else "iid")
                self.k += 1
                self._of_what()
                self.k += self._kind() == "comma"
            elif self._word() in v.ARTICLES | v.NOUNS:
                nouns.add(self._word())
                self.k += 1
            elif found_any and self._phrase(tuple(v.RANKS), take=False) is not None:
                self._ranked(group, piece, standing=standing)
            elif found_any and self._phrase(v.SATISFY) is not None:
                self._satisfied(standing=standing)
                group = [] if self._kind() == "math" else group
            elif group and self._phrase(v.BE) is not None:
                if apart:
                    raise NotUnderstood(piece, "of which of these letters? Write 'and' before the last")
                self._describe(group, standing=standing)
                group = []
            elif found_any and self._word() == "for" and self._label():
                pass
            elif latest and self._word() == "of" and self._word(1) in ("size", "dimension", "dimensions"):
                self._describe(latest, standing=standing)
            else:
                break
        if opener[0] == "for" and not standing:
            told = {entry.letter for entry in self._into(standing) if isinstance(entry, Fact)}
            self._into(standing).append(Held(frozenset(group) - told))
        self.declared = self.k
        self._all_said(before[used:], self.items[min(self.k, len(self.items) - 1)])
        if not found_any:
            raise NotUnderstood(self.items[min(self.k, len(self.items) - 1)], f"what {' '.join(opener)!r} supposes is "
                                "not understood")  # fmt: skip

    def _behind_a_letter(self) -> bool:
        """``Suppose $A$ symmetric``."""
        return self.items[self.k - 1].kind == "math" and self._phrase(tuple(v.TRAITS), take=False) is not None

    def _all_said(self, left: list[str], piece: Piece) -> None:
        """A word that was not said of a letter is not passed over."""
        if left:
            raise NotUnderstood(piece, f"of what is {left[0]!r} said? Write it before the letter, or 'be'")

    def _leads_on(self, k: int) -> bool:
        openers = (*v.STANDING, *v.LOCAL, *v.STATES)
        return self._phrase(openers, k, take=False) is not None or self._kind(k) == ""

    def _ranked(self, group: list[str], piece: Piece, *, standing: bool) -> None:
        """``has full column rank``."""
        found = self._phrase(tuple(v.RANKS))
        if found is None or not group:
            raise NotUnderstood(piece, "of which letter is this rank said?")
        self._relation_of(group, v.RANKS[found], standing=standing)

    def _has_formula(self, group: list[str]) -> bool:
        return all(any(":=" in text for text in self._said_of(name)) for name in group)

    def _names_only(self) -> bool:
        """``be the empirical covariance``, of what has a formula: how it is called says nothing more."""
        verb = self._phrase(v.BE, take=False)
        k = len(verb) if verb is not None else 0
        if self._word(k) not in ("the", "its", "our") or self._kind(-1) != "math":
            return False
        while harmless.names_a_matter(self._word(k)):
            k += 1
        of = self._word(k - 1) == "of" and self._kind(k) == "math"
        if of and names_in(self.items[self.k + k].body.chars) is None:
            return False
        k += of
        if not (self._kind(k) in ("", "comma") or self._word(k) in ("and", "where", "with")):
            return False
        self.k += k
        return True

    def _of_each(self) -> bool:
        r"""``for $i=1,\dots,n$``, behind what each member of a family is."""
        k = len(self._phrase(v.FOR_EACH, take=False) or ())
        index = each_of(self.items[self.k + k].body.chars) if self._kind(k) == "math" else ""
        before = [piece for piece in self.items[: self.k] if piece.kind != "comma"][-1:]
        source = before[0].body.chars if before and before[0].kind == "math" else ""
        left = re.split("=|:|\\\\sim", source)[0]
        if not index or not re.search(rf"_\s*\{{?\s*{index}(?![A-Za-z])", left):
            return False
        last = re.findall(r"\w", self.items[self.k + k].body.chars)[-1]
        self.said.entries.append(Extent(member_of(left), last))
        self.k += k + 1
        return True

    def _label(self) -> bool:
        """``for the weights``, ``of the inputs`` behind a letter."""
        k = 0
        while self._word(k) in v.LABELS:
            k += 1
        if k < 2 or self._kind(k) == "math":
            return False
        self.k += k
        return True

    def _supposed(self, piece: Piece, opener: v.Phrase, *, standing: bool, behind: bool, joined: bool) -> bool:
        """Whether the formula is one of what is supposed, and not the statement."""
        if standing or behind or joined:
            return True
        found = declaration(piece.body.chars)
        plain = found is not None and (found.sign in ("in", "~", ":=") or opener not in v.ONLY_IF)
        if names_in(piece.body.chars) is not None or plain or function_in(piece.body.chars):
            return True
        if self._stated_ahead(piece):
            return True
        if found is not None:
            raise NotUnderstood(piece, "whether this is supposed or stated stays open: write 'then' before the "
                                "statement")  # fmt: skip
        return False

    def _item(
        self, piece: Piece, before: list[str], nouns: set[str], *, standing: bool, defines: bool = False
    ) -> list[str]:
        source = piece.body.chars
        found = declaration(source)
        if found is not None and not (found.sign not in ("in", "~", ":=") and found.rest.strip(" .") != "0"):
            self._declared(found, piece, before, standing=standing)
            return list(found.names)
        if name := function_in(source):
            if before:
                raise NotUnderstood(piece, "what is said before this function is not understood")
            self._into(standing).append(Fact(name, f"{name}: function", piece.body.place(0), fresh=True))
            return [name]
        names = names_in(source)
        if names is not None:
            self._traits(list(names), before, nouns, piece, standing=standing)
            return list(names)
        if found is not None and {"integer", v.WHOLE}.intersection(before):
            if v.WHOLE in before:
                self._into(standing).append(Condition(piece.body))
            self._traits(list(found.names), before, nouns, piece, standing=standing)
        elif before:
            raise NotUnderstood(piece, "what is said before this formula is not understood")
        if not states(source):
            raise NotUnderstood(piece, "what is supposed of this formula is not understood")
        self._into(standing).append(Condition(piece.body, defines))
        return list(found.names) if found is not None else []

    def _into(self, standing: bool) -> list[Entry]:
        return self.said.entries if standing else self.said.passing

    def _declared(self, found: Declaration, piece: Piece, before: list[str], *, standing: bool) -> None:
        found, bounds = in_interval(found, piece.body)
        if bounds and words_of(before):
            raise NotUnderstood(piece, "beside an interval nothing else is understood")
        try:
            made = facts_of(found, piece.body)
        except ValueError as error:
            raise NotUnderstood(piece, str(error)) from None
        if {"iid", "apart"}.intersection(before) and found.sign != "~":
            raise NotUnderstood(piece, "what is independent here is not understood")
        words = words_of(before)
        if found.sign in ("~", ":=") and words:
            raise NotUnderstood(piece, "beside a law or a formula nothing else is understood")
        for fact in made:
            with_iid = as_iid(fact, found) if "iid" in before else fact
            alone = "apart" in before or ("iid" in before and not found.family)
            self._into(standing).append(replace(with_iid, independent=alone))
            self._into(standing).extend(
                Fact(fact.letter, f"{fact.letter}: {word}", fact.place, fresh=" x " in word) for word in words
            )
        self._into(standing).extend(bounds)

    def _traits(self, names: list[str], words: list[str], nouns: set[str], piece: Piece, *, standing: bool) -> None:
        if nouns & (v.MATRICES | v.VECTORS) and v.OF_NUMBERS.intersection(words):
            raise NotUnderstood(piece, "of matrices and vectors this is said in another way: write a relation")
        if {"iid", "apart"}.intersection(words):
            raise NotUnderstood(piece, "independent of what law? Write the law with \\sim")
        if v.WHOLE in words and not all(map(self._is_positive, names)):
            raise NotUnderstood(piece, "an integer of which sign? Write 'positive integer', or a bound, n \\ge 1")
        words = ["integer" if word == v.WHOLE else word for word in words]
        words = [*words, *(["number"] if nouns & v.NUMBERS else [])]
        for name in names:
            known = bool(self._said_of(name))
            self._into(standing).extend(
                Fact(name, f"{name}: {word}", piece.body.place(0), fresh=" x " in word and not known) for word in words
            )

    def _is_positive(self, name: str) -> bool:
        r"""Whether this sentence says ``n > 0``, ``n \ge 1`` or more."""
        bound = re.compile(rf"\s*{re.escape(name)}\s*(>=?|\\geq?(?![A-Za-z])|\\gt)\s*(\d+)\s*")
        entries = (*self.said.entries, *self.said.passing)
        bounds = (bound.fullmatch(entry.text if isinstance(entry, Fact) else entry.body.chars)
                  for entry in entries if isinstance(entry, Fact | Condition))  # fmt: skip
        return any(found is not None and int(found[2]) >= (found[1] not in (">", "\\gt")) for found in bounds)

    # What is said of letters -----------------------------------------------------------------------------------

    def _describe(self, group: list[str], *, standing: bool) -> None:
        start, words, nouns, iid, random = self.k, [], set[str](), False, False
        piece = self.items[min(self.k, len(self.items) - 1)]
        while self.k < len(self.items):
            piece = self.items[self.k]
            if (trait := self._phrase(tuple(v.TRAITS))) is not None:
                words.append(v.TRAITS[trait])
            elif self._word() in ("drawn", "sampled") and self._phrase(v.IID, 1, take=False) is not None:
                self.k += 1
            elif self._phrase(v.IID) is not None:
                self._independent(group, iid=True)
                iid = True
            elif self._phrase(v.INDEPENDENT) is not None:
                self._independent(group, iid=self._word() != "of" and len(group) == 1)
                self._of_what()
            elif self._phrase(v.UNIT) is not None:
                self._relation_of(group, r"\|{}\|_2=1", standing=standing)
            elif self._phrase(v.ORTHOGONAL) is not None:
                if not all(map(self._is_square, group)):
                    raise NotUnderstood(piece, "orthogonal, of which shape? Write '\\in\\mathbb R^{d\\times d}' before")
                self._relation_of(group, r"{0}^\top {0}=I", standing=standing)
            elif self._lawful(group):
                pass
            elif self._phrase(v.DRAWN) is not None or (iid and piece.kind == "math" and is_law(piece.body.chars)):
                self._drawn(group, standing=standing, iid=iid)
            elif self._phrase(tuple(v.RANKS), take=False) is not None:
                self._ranked(group, piece, standing=standing)
            elif self._word() == "covariance" and self._definite(group, words):
                nouns.add("covariance")
                self.k += 1
            elif self._word() == "random":
                random = True
                self.k += 1
            elif self._word() == "number" and self._word(1) == "of":
                raise NotUnderstood(piece, "a count, which is an integer: write '\\ge 1', or say '%! let n: integer'")
            elif self._word() in v.ARTICLES | v.NOUNS:
                nouns.add(self._word())
                self.k += 1
            elif piece.kind == "math" and _is_size(piece):
                words.append(_size(piece))
                self.k += 1
            elif self._word() == "in" and self._kind(1) == "math":
                self._in_space(group, standing=standing)
            elif self._word() in ("of",) and self._word(1) in ("size", "dimension", "dimensions"):
                self.k += 2
                if not (self._kind() == "math" and _is_size(self.items[self.k])):
                    raise NotUnderstood(piece, "the size is not understood")
            elif (self._word() == "and" or piece.kind == "comma") and self._goes_on():
                self.k += 1
            elif not (nouns and self._word() == "of" and self._label()):
                break
        if self.k == start:
            raise NotUnderstood(piece, f"{piece.text!r} is not understood here")
        if random and not all(any("~" in text for text in self._said_of(name)) for name in group):
            raise NotUnderstood(self.items[start], "random, of which law? Write it with \\sim")
        self._traits(group, words, nouns, self.items[start], standing=standing)

    def _relation_of(self, group: list[str], form: str, *, standing: bool) -> None:
        """A word that stands for a relation."""
        place = self.items[self.k - 1].body.place(0)
        for name in group:
            chars = form.format(name)
            self._into(standing).append(Condition(Text(chars, (place,) * len(chars))))

    def _said_of(self, name: str) -> list[str]:
        entries = (*self.said.entries, *self.said.passing)
        return [entry.text for entry in entries if isinstance(entry, Fact) and entry.letter == name]

    def _definite(self, group: list[str], words: list[str]) -> bool:
        """Whether it is said to be what each covariance is."""
        told = {"posdef", "psd"}.intersection(words)
        return bool(told) or all(any("\\succ" in text for text in self._said_of(name)) for name in group)

    def _is_square(self, name: str) -> bool:
        shapes = (re.search(r"\^\s*\{\s*(\w+)\s*\\times\s*(\w+)\s*\}", text) for text in self._said_of(name))
        return any(shape is not None and shape[1] == shape[2] for shape in shapes)

    def _lawful(self, group: list[str]) -> bool:
        """``a standard Gaussian vector``, of letters whose law was said to be that one."""
        standard = self._word() == "standard"
        if self._word(standard) not in v.LAWFUL:
            return False
        law = r"~ *(\\mathcal *\{?N\}?|N) *\(" + (r" *0 *, *(I(_\{?\w+\}?)?|1) *\)" if standard else "")
        texts = [[text.replace("\\sim", "~") for text in self._said_of(name)] for name in group]
        if not group or not all(any(re.search(law, text) for text in said) for said in texts):
            return False
        self.k += 1 + standard
        return True

    def _goes_on(self) -> bool:
        more = (*v.TRAITS, *v.IID, *v.INDEPENDENT)
        return any(self._phrase([phrase], 1, take=False) for phrase in more) and (
            self._kind(2) != "math" or self._phrase(v.INDEPENDENT, 1, take=False) is not None
        )

    def _independent(self, group: list[str], *, iid: bool) -> None:
        laws = [e for e in (*self.said.entries, *self.said.passing)
                if isinstance(e, Fact) and e.letter in group and "~" in e.text]  # fmt: skip
        one = len(laws) > 1 and len({e.place for e in laws}) == 1 and any(e.family for e in laws)
        one = one and self._word() != "of"
        for entries in (self.said.entries, self.said.passing):
            for k, entry in enumerate(entries):
                if isinstance(entry, Fact) and entry.letter in group and "~" in entry.text and one:
                    entries[k] = replace(with_word(entry, "iid") if entry.family else entry, together=True)
                elif isinstance(entry, Fact) and entry.letter in group and "~" in entry.text:
                    family = iid and ("\\dots" in entry.text or bool(member_of(entry.letter)))
                    entries[k] = replace(with_word(entry, "iid") if family else entry,
                                         independent=entry.independent or not family or len(group) > 1)  # fmt: skip

    def _of_what(self) -> None:
        if self._word() != "of":
            return
        self.k += 1
        if self._phrase(v.ALL_ELSE) is not None:
            return
        while self._kind() == "math":
            if names_in(self.items[self.k].body.chars) is None:
                raise NotUnderstood(self.items[self.k], "independent of what?")
            self.k += 1
            if (
                (self._word() == "and" or self._kind() == "comma")
                and self._kind(1) == "math"
                and names_in(self.items[self.k + 1].body.chars) is not None
            ):
                self.k += 1

    def _drawn(self, group: list[str], *, standing: bool, iid: bool = False) -> None:
        piece = self.items[min(self.k, len(self.items) - 1)]
        if piece.kind != "math":
            raise NotUnderstood(piece, "the law is not understood")
        family = declaration(f"{', '.join(group)} \\sim {bare(piece.body.chars)}")
        if family is not None and family.family:
            made = facts_of(family, Text(piece.body.chars, piece.body.places))
            self._into(standing).extend(as_iid(f, family) if iid else f for f in made)
            self.k += 1
            return
        for name in group:
            self._into(standing).append(
                Fact(name, f"{name} ~ {bare(piece.body.chars)}", piece.body.place(0), fresh=True)
            )
        self.k += 1

    def _in_space(self, group: list[str], *, standing: bool) -> None:
        piece = self.items[self.k + 1]
        for name in group:
            self._into(standing).append(
                Fact(name, f"{name} in {bare(piece.body.chars)}", piece.body.place(0), fresh=True)
            )
        self.k += 2

    def _satisfied(self, *, standing: bool) -> None:
        """The relations behind ``with`` and ``such that``."""
        if self._kind() != "math":
            raise NotUnderstood(self.items[min(self.k, len(self.items) - 1)], "what it satisfies is not understood")
        while self._kind() == "math" and states(self.items[self.k].body.chars):
            piece = self.items[self.k]
            if any(may_be_a_condition(chunk) for chunk in several(piece.body.chars)[1:]):
                raise NotUnderstood(piece, "several relations in one formula: write them apart")
            self._into(standing).append(Condition(piece.body))
            self.k += 1
            if (
                self._word() == "and"
                and self._kind(1) == "math"
                and declaration(self.items[self.k + 1].body.chars) is None
                and states(self.items[self.k + 1].body.chars)
            ):
                self.k += 1


def words_of(before: Sequence[str]) -> list[str]:
    return [word for word in before if word not in ("iid", "apart")]


def _may_be_stated(piece: Piece, opener: v.Phrase) -> bool:
    """Whether a relation behind ``if $a = b$,`` may be another statement."""
    if not states(piece.body.chars):
        return False
    found = declaration(piece.body.chars)
    return found is None or (opener in v.ONLY_IF and found.sign not in ("in", "~"))


def _is_size(piece: Piece) -> bool:
    rows, times, columns = bare(piece.body.chars).partition("\\times")
    return bool(times) and all(part.strip().isalnum() and len(part.strip()) < 3 for part in (rows, columns))


def _size(piece: Piece) -> str:
    rows, _, columns = bare(piece.body.chars).partition("\\times")
    return f"{rows.strip()} x {columns.strip()}"

