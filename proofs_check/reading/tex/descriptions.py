"""What is said of letters behind ``be`` and ``is``: ``be i.i.d. with law``, ``be a symmetric matrix of size``."""

from __future__ import annotations

import re
from dataclasses import replace

from . import vocabulary as v
from .cursor import Cursor, NotUnderstood
from .entries import entries
from .facts import DOTS, is_law, names_in
from .labels import member_of
from .pieces import Piece
from .recording import Record
from .sources import Text
from .spelled_letters import bare
from .supposed import Fact

_SQUARE = re.compile(r"\s*((?:\\[A-Za-z]+|[A-Za-z])(?:_\w)?)\s*\^\s*\{?\s*2\s*\}?\s*")


def describe(at: Cursor, record: Record, group: list[str]) -> None:
    """Takes what is said of the letters of the group.

    Raises:
        NotUnderstood: nothing that is known stands there, or it does not fit these letters.
    """
    start = at.k
    found = _Description(at, record, group)
    while at.k < len(at.items) and any(form() for form in found.forms):
        pass
    if at.k == start:
        raise NotUnderstood(at.piece, f"{at.piece.text!r} is not understood here")
    found.end(at.items[start])


class _Description:
    def __init__(self, at: Cursor, record: Record, group: list[str]) -> None:
        self.at, self.record, self.group = at, record, group
        self.words: list[str] = []
        self.nouns: set[str] = set()
        self.iid = self.random = False
        self.forms = (self._that_is, self._commuting, self._trait, self._iid, self._independent, self._projection,
                      self._unit, self._orthogonal, self._normal, self._haar, self._drawn, self._moments,
                      self._entries, self._ranked, self._covariance, self._random, self._noun, self._size,
                      self._space, self._of_size, self._goes_on, self._label)  # fmt: skip

    def end(self, first: Piece) -> None:
        if self.random and not all(any("~" in text for text in self.record.texts_of(name)) for name in self.group):
            raise NotUnderstood(first, "random, of which law? Write it with \\sim")
        self.record.called(self.group, self.nouns)
        self.record.traits(self.group, self.words, self.nouns, first)

    def _that_is(self) -> bool:
        """``that is independent of``."""
        more = self.at.phrase((*v.TRAITS, *v.IID, *v.INDEPENDENT), 2) is not None
        return more and self.at.word() in ("that", "which") and self.at.word(1) in ("is", "are") and self.at.step(2)

    def _trait(self) -> bool:
        trait = self.at.past(v.TRAITS)
        self.words += [v.TRAITS[trait]] if trait else []
        return trait is not None

    def _iid(self) -> bool:
        if self.at.word() in ("drawn", "sampled") and self.at.phrase(v.IID, 1):
            return self.at.step(1)
        apart = self.at.word() in ("drawn", "sampled") and self.at.word(1) == "independently"
        apart = apart and self.at.phrase(v.DRAWN, 2) is not None and self.at.step(2)
        if not apart and self.at.past(v.IID) is None:
            return False
        self.record.independent(self.group, iid=True, of=self.at.word() == "of")
        self.iid = True
        return True

    def _independent(self) -> bool:
        if self.at.past(v.INDEPENDENT) is None:
            return False
        of = self.at.word() == "of"
        members = not of or self.at.phrase(v.THE_OTHERS, 1) is not None
        apart_from = of_what(self.at)
        self.record.independent(self.group, iid=members and len(self.group) == 1, of=of, apart_from=apart_from)
        return True

    def _commuting(self) -> bool:
        """``commuting``, of two."""
        if len(self.group) != 2 or self.at.past(v.COMMUTING) is None:
            return False
        place = self.at.items[self.at.k - 1].body.place(0)
        self.record.relation([" ".join(self.group)], f"{{}} = {' '.join(reversed(self.group))}", place)
        return True

    def _projection(self) -> bool:
        """``an orthogonal projection``: symmetric, and its own square."""
        if self.at.past(v.PROJECTION) is None:
            return False
        self.words += ["symmetric"]
        return self._relation(r"{0}^2={0}")

    def _unit(self) -> bool:
        return self.at.past(v.UNIT) is not None and self._relation(r"\|{}\|_2=1")

    def _orthogonal(self) -> bool:
        piece = self.at.piece
        if self.at.past(v.ORTHOGONAL) is None:
            return False
        if not all(map(self.record.is_square, self.group)):
            raise NotUnderstood(piece, "orthogonal, of which shape? Write '\\in\\mathbb R^{d\\times d}' before")
        return self._relation(r"{0}^\top {0}=I")

    def _relation(self, form: str) -> bool:
        self.record.relation(self.group, form, self.at.items[self.at.k - 1].body.place(0))
        return True

    def _normal(self) -> bool:
        """``a standard Gaussian vector``, of letters whose law was said to be that one."""
        standard = self.at.word() == "standard"
        if self.at.word(standard) not in v.LAWFUL:
            return False
        law = r"~ *(\\mathcal *\{?N\}?|N) *\(" + (r" *0 *, *(I(_\{?\w+\}?)?|1) *\)" if standard else "")
        texts = [[text.replace("\\sim", "~") for text in self.record.texts_of(name)] for name in self.group]
        if not self.group or not all(any(re.search(law, text) for text in said) for said in texts):
            return False
        return self.at.step(1 + standard)

    def _haar(self) -> bool:
        """``Haar distributed on the orthogonal group $O(d)$``."""
        told = self.at.phrase(v.HAAR)
        group = re.fullmatch(r"(?:\\mathrm\s*\{?)?\s*(?:O|\\mathcal\s*\{?O\}?|\\mathbb\s*\{?O\}?)\s*\}?\s*"
                             r"(?:\(\s*(\w)\s*\)|_\{?(\w)\}?)", bare(self.at.formula(len(told or ()))))  # fmt: skip
        if told is None or group is None or len(self.group) != 1:
            return False
        size = group[1] or group[2]
        place = self.at.items[self.at.k + len(told)].body.place(0)
        known = bool(self.record.texts_of(self.group[0]))
        self.record.into.append(Fact(self.group[0], f"{self.group[0]}: {size} x {size} haar", place, fresh=not known))
        return self.at.step(len(told) + 1)

    def _drawn(self) -> bool:
        if self.at.past(v.DRAWN) is None and not (self.iid and is_law(self.at.formula())):
            return False
        if self.at.kind() != "math":
            raise NotUnderstood(self.at.piece, "the law is not understood")
        self.record.drawn(self.group, self.at.piece, iid=self.iid)
        return self.at.step(1)

    def _moments(self) -> bool:
        r"""``of mean zero and variance $\sigma^2$``: of whatever law with these."""
        said = self.at.phrase(v.MEAN_ZERO)
        variance = _SQUARE.fullmatch(self.at.formula(len(said or ())))
        if said is None or variance is None:
            return False
        self.at.step(len(said))
        place, chars = self.at.piece.body.place(0), f"(0, {variance[1]}^2)"
        law = replace(self.at.piece, text=chars, body=Text(chars, (place,) * len(chars)))
        self.record.drawn(self.group, law, iid=self.iid)
        return self.at.step(1)

    def _entries(self) -> bool:
        return entries(self.at, self.record, self.group)

    def _ranked(self) -> bool:
        return ranked(self.at, self.record, self.group)

    def _covariance(self) -> bool:
        """A covariance that is said to be what each covariance is."""
        told = {"posdef", "psd"}.intersection(self.words)
        definite = told or all(any("\\succ" in text for text in self.record.texts_of(name)) for name in self.group)
        if self.at.word() != "covariance" or not definite:
            return False
        self.nouns.add("covariance")
        return self.at.step(1)

    def _random(self) -> bool:
        told = self.at.word() == "random"
        self.random = self.random or told
        return self.at.step(told)

    def _noun(self) -> bool:
        if self.at.word() == "number" and self.at.word(1) == "of":
            why = "a count, which is an integer: write '\\ge 1', or say '%! let n: positive integer'"
            raise NotUnderstood(self.at.piece, why)
        if self.at.word() not in v.ARTICLES | v.NOUNS:
            return False
        self.nouns.add(self.at.word())
        return self.at.step(1)

    def _size(self) -> bool:
        size = size_in(self.at.formula())
        self.words += [size] if size else []
        return self.at.step(bool(size))

    def _space(self) -> bool:
        if self.at.word() != "in" or self.at.kind(1) != "math":
            return False
        self.record.said_to_be(self.group, "in", self.at.items[self.at.k + 1])
        return self.at.step(2)

    def _of_size(self) -> bool:
        if not of_size(self.at):
            return False
        self.at.step(2)
        if not size_in(self.at.formula()):
            raise NotUnderstood(self.at.items[self.at.k - 2], "the size is not understood")
        return True

    def _goes_on(self) -> bool:
        """``and``, or a comma, before more that is said of the same letters."""
        if self.at.word() != "and" and self.at.kind() != "comma":
            return False
        more = self.at.phrase((*v.TRAITS, *v.IID, *v.INDEPENDENT), 1) is not None
        return more and (self.at.kind(2) != "math" or self.at.phrase(v.INDEPENDENT, 1) is not None) and self.at.step(1)

    def _label(self) -> bool:
        return bool(self.nouns) and self.at.word() == "of" and label(self.at)


def ranked(at: Cursor, record: Record, group: list[str]) -> bool:
    """``has full column rank``."""
    piece = at.piece
    if (found := at.past(v.RANKS)) is None:
        return False
    if not group:
        raise NotUnderstood(piece, "of which letter is this rank said?")
    record.relation(group, v.RANKS[found], at.items[at.k - 1].body.place(0))
    return True


def of_what(at: Cursor) -> frozenset[str]:
    """Behind ``of``, the letters and the nouns of which something is independent; none where it is of everything."""
    if at.word() != "of":
        return frozenset()
    at.step(1)
    if at.past(v.ALL_ELSE) is not None:
        return frozenset()
    out: list[str] = []
    while True:
        while at.word() in v.NOUNS | {"the", "all"}:
            out += [at.word()] if at.word() in v.NOUNS else []
            at.step(1)
        if at.kind() == "math":
            pair = re.fullmatch(r"\s*(?:\\left\s*)?\((.*?)(?:\\right\s*)?\)\s*", at.formula())
            names = names_in(pair[1] if pair is not None else at.formula())
            if names is None:
                raise NotUnderstood(at.piece, "independent of what?")
            out += [member_of(name) or name for name in names if name not in DOTS]
            at.step(1)
        width = 1 + (at.kind() == "comma" and at.word(1) == "and")
        width += at.word(width - 1) == "and" and at.word(width) == "of"
        between = at.word() == "and" or at.kind() == "comma"
        named = at.kind(width) == "math" and names_in(at.formula(width)) is not None
        if not between or not (named or _nouns_end(at, width)):
            break
        at.step(width)
    if not out:
        raise NotUnderstood(at.piece, "independent of what?")
    return frozenset(out)


def _nouns_end(at: Cursor, k: int) -> bool:
    """Whether ``the inputs`` stands there, and no verb behind it: then something else is said of them."""
    first = k = k + 1
    while at.word(k) in v.NOUNS:
        k += 1
    return at.word(first - 1) == "the" and k > first and at.phrase((*v.BE, *v.VERBS), k) is None


def of_size(at: Cursor) -> bool:
    return at.word() == "of" and at.word(1) in ("size", "dimension", "dimensions")


def size_in(source: str) -> str:
    r"""``d \times d`` in the language of declarations; nothing for another formula."""
    rows, times, columns = bare(source).partition("\\times")
    plain = bool(times) and all(part.strip().isalnum() and len(part.strip()) < 3 for part in (rows, columns))
    return f"{rows.strip()} x {columns.strip()}" if plain else ""


def label(at: Cursor) -> bool:
    """``for the weights``, ``of the inputs`` behind a letter."""
    k = 0
    while at.word(k) in v.LABELS:
        k += 1
    return k > 1 and at.kind(k) != "math" and at.step(k)
