"""What stands before the letters that it is said of: ``symmetric matrices $A$ and $B$``, ``every orthogonal $R$``."""

from __future__ import annotations

from . import vocabulary as v
from .cursor import Cursor, NotUnderstood
from .facts import declaration, names_in
from .recording import Record
from .spelled_letters import base_of, letters_in
from .supposed import Condition, Entry, Fact, Held


class SpokenBefore:
    """The words that wait for letters, as relations of these where that is what they are."""

    def __init__(self, at: Cursor, record: Record) -> None:
        self.at, self.record = at, record
        self.group: list[str] = []
        """The letters of which ``be`` says something."""
        self.latest: list[str] = []
        """The letters of the last formula."""
        self.before: list[str] = []
        """What was said before the next formula."""
        self.nouns: set[str] = set()
        self.promised: v.Phrase = ()
        """``orthogonal`` before letters."""
        self.kept = True
        """Whether it was said of them."""

    def _waits(self) -> bool:
        """Whether ``commuting`` was said, and one letter has come."""
        return self.promised in v.COMMUTING and len(self.group) == 1

    def _nothing_waits(self) -> None:
        if self._waits():
            raise NotUnderstood(self.at.piece, "what commutes with what?")

    def _of_both(self, k: int) -> bool:
        """Whether ``symmetric matrices $A$ and $B$`` goes on: what stands before the first is said of the next."""
        said = [*self.before, *self.promised]
        formula = self.at.formula(k)
        told = declaration(formula)
        matrices = bool({"matrices"} & self.nouns) and told is not None and told.sign == "in" and "\\times" in told.rest
        square = told is not None and told.sign == "in" and "\\times" in told.rest
        if said and square and not matrices and not self.nouns:
            piece = self.at.items[self.at.k + k]
            raise NotUnderstood(piece, f"is {said[0]!r} said of this letter, too? Say it of each")
        if not said or self.at.kind(k) != "math" or (names_in(formula) is None and not matrices):
            return False
        if {"matrix", "vector", "number", "scalar", "a", "an"} & self.nouns:
            piece = self.at.items[self.at.k + k]
            raise NotUnderstood(piece, f"is {said[0]!r} said of this letter, too? Say it of each")
        return True

    def _relations_before(self) -> bool:
        """``every orthogonal matrix``, ``unit vectors``, ``commuting`` before the letters."""
        k = 0
        while self.at.phrase(v.TRAITS, k) or self.at.word(k) in v.ARTICLES | v.NOUNS:
            k += len(self.at.phrase(v.TRAITS, k) or ("",))
        told = next((p for p in (*v.UNIT, *v.ORTHOGONAL, *v.COMMUTING) if self.at.phrase([p], 0) and
                     self.at.phrase(v.PROJECTION) is None), None)  # fmt: skip
        if told is None or not self.kept:
            return False
        self.promised, self.kept = told, False
        return self.at.step(len(told))

    def _promised(self) -> None:
        """Says of the letters what stood before them, as the relations that it is."""
        told = self.promised
        place = self.at.piece.body.place(0)
        if told in v.UNIT:
            self.record.relation(self.latest, r"\|{}\|_2=1", place)
        elif told in v.ORTHOGONAL and all(map(self.record.is_square, self.latest)):
            self.record.relation(self.latest, r"{0}^\top {0}=I", place)
        elif told in v.COMMUTING and len(self.group) == 2:
            self.record.relation([" ".join(self.group)], f"{{}} = {' '.join(reversed(self.group))}", place)
        elif told not in v.COMMUTING or len(self.group) != 1:
            raise NotUnderstood(self.at.piece, f"what {' '.join(told)!r} says of these letters is not understood")


def opens_anew(at: Cursor, opener: v.Phrase) -> bool:
    """Whether ``and,`` stands before the opener: what it supposes is not of the formula before."""
    start = at.k - len(opener)
    return [piece.text.lower() for piece in at.items[max(0, start - 2) : start]] == ["and", ","]


def check_apart(at: Cursor, supposed: list[Entry]) -> None:
    """``$a=b$ and, for every $C$, $d=e$``: nothing is supposed of letters of the first formula.

    Raises:
        NotUnderstood: something is.
    """
    stated = frozenset().union(*(letters_in(at.items[k].body.chars) for k in at.said.stated))
    about = frozenset().union(*(letters_in(e.body.chars) for e in supposed if isinstance(e, Condition)))
    about |= {e.key for e in supposed if isinstance(e, Fact)}
    about |= frozenset().union(*(map(base_of, e.letters | e.anew) for e in supposed if isinstance(e, Held)))
    if both := sorted(about & stated):
        raise NotUnderstood(at.piece, f"is this supposed of {both[0]} in the formula before, too? Write a new sentence")
