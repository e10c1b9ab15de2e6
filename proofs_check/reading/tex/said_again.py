"""A letter of which a later sentence says less than an earlier one: whether the earlier one still holds is open."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from ...errors import UserError
from ..letters import spelled
from ..said import TRAITS
from ..specs import specified
from .sources import Unreadable
from .spelled_letters import base_of, letters_in
from .supposed import Called, Condition, Entry, Fact

_IMPLIED = {
    "posdef": {"symmetric", "psd", "invertible"}, "psd": {"symmetric"}, "orthogonal": {"invertible"},
}  # fmt: skip
_TURNED = {"<": ">", "<=": ">=", ">": "<", ">=": "<="}
_ORDERS = {
    "<": "<", "\\lt": "<", "<=": "<=", "\\le": "<=", "\\leq": "<=", "\\leqslant": "<=", ">": ">", "\\gt": ">",
    ">=": ">=", "\\ge": ">=", "\\geq": ">=", "\\geqslant": ">=",
}  # fmt: skip
_ORDER = re.compile(r"(<=|>=|<|>|\\(?:leqslant|geqslant|leq|geq|le|ge|lt|gt)(?![A-Za-z]))")
_OF_SIGN = {"positive": (">", "0"), "nonnegative": (">=", "0"), "integer": (">=", "1")}


@dataclass(frozen=True)
class _Bound:
    """``sign`` and ``end`` stand behind the letter: ``< 1``."""

    sign: str
    end: str

    def follows_from(self, other: _Bound) -> bool:
        if self.sign[0] != other.sign[0]:
            return False
        if self.end == other.end:
            return self.sign == other.sign or len(self.sign) > len(other.sign)
        mine, others = _number(self.end), _number(other.end)
        if mine is None or others is None:
            return mine is not None  # a number may follow from a letter
        return others < mine if self.sign[0] == "<" else others > mine


def _number(end: str) -> Fraction | None:
    try:
        return Fraction(end)
    except (ValueError, ZeroDivisionError):
        return None


_Told = str | _Bound
"""A trait, or a bound."""


def check_said_again(entries: Sequence[Entry]) -> None:
    """That no sentence says of a letter what follows from earlier ones that say more.

    Raises:
        Unreadable: one does, as ``Let S be symmetric`` where S was positive definite before.
    """
    facts = [entry for entry in entries if isinstance(entry, Fact)]
    bounds = [(e.sentence, e.body, name) for e in entries if isinstance(e, Condition) for name in _bounded(e)]
    told = {(fact.sentence, fact.letter): fact.place for fact in facts}
    told |= {(sentence, name): body.place(0) for sentence, body, name in bounds}
    for (sentence, letter), place in told.items():
        if not sentence:
            continue
        own = [fact for fact in facts if (fact.sentence, fact.letter) == (sentence, letter)]
        before = [fact for fact in facts if fact.letter == letter and fact.sentence < sentence]
        if any(fact.fresh or fact.family for fact in own) or any(fact.certain for fact in before):
            continue
        older = _told(letter, before, [e for e in entries if _is_within(e, range(1, sentence))])
        now = _told(letter, own, [e for e in entries if _is_within(e, [sentence])])
        lost = [one for one in older if one != "integer" and not _follows(one, now)]  # n >= 1 counts what n did
        if lost and all(_follows(one, older) for one in now):
            why = (f"{letter} was said to be {_words(letter, lost[0])}, and less is said of it here, so that either "
                   f"may hold: say '%! let {letter}: ...' before it, with all that holds")  # fmt: skip
            raise Unreadable(place, why, "AMBIGUOUS")


def check_named_again(entries: Sequence[Entry], letters: frozenset[str]) -> None:
    """That no letter is ``an arbitrary matrix`` of which an earlier sentence says more.

    Raises:
        Unreadable: one is; whether what was said before still holds is open.
    """
    facts = [entry for entry in entries if isinstance(entry, Fact)]
    for called in (entry for entry in entries if isinstance(entry, Called) and entry.anew and entry.sentence):
        for letter in sorted(called.letters):
            about = [fact for fact in facts if fact.letter == letter]
            own = any(fact.fresh and fact.sentence >= called.sentence for fact in about)
            if base_of(letter) not in letters or own or any(fact.certain for fact in about):
                continue
            older = [fact for fact in about if fact.sentence < called.sentence and not _is_shape(fact)]
            conditions = [e for e in entries if isinstance(e, Condition) and e.sentence < called.sentence
                          and base_of(letter) in letters_in(e.body.chars)]  # fmt: skip
            if older or conditions:
                why = (f"{letter} is any such thing here, and more was said of it before: say "
                       f"'%! let {letter}: ...' before it, with all that holds")  # fmt: skip
                place = older[0].place if older else conditions[0].body.place(0)
                raise Unreadable(place, why, "AMBIGUOUS")


def _is_shape(fact: Fact) -> bool:
    return " in " in fact.text and "~" not in fact.text and ":=" not in fact.text


def _is_within(entry: Entry, sentences: Sequence[int]) -> bool:
    return isinstance(entry, Condition) and entry.sentence in sentences


def _words(letter: str, told: _Told) -> str:
    return TRAITS.get(told, told) if isinstance(told, str) else f"{told.sign} {told.end}"


def _told(letter: str, facts: Sequence[Fact], conditions: Sequence[Entry]) -> list[_Told]:
    """The traits and the bounds of a letter, the strongest first."""
    try:
        specs = specified("; ".join(fact.text for fact in facts)) if facts else {}
    except UserError:
        return []
    traits = set[str]().union(*(spec.traits for spec in specs.values()))
    bounds = [_Bound(*_OF_SIGN[trait]) for trait in sorted(traits & _OF_SIGN.keys())]
    for condition in conditions:
        assert isinstance(condition, Condition)
        bounds += _bounds(letter, condition.body.chars)
        if re.sub(r"\s", "", condition.body.chars) == re.sub(r"\s", "", rf"{letter}^\top{letter}=I"):
            traits.add("orthogonal")
        elif letters_in(condition.body.chars) == {base_of(letter)} and not _bounded(condition):
            traits.add(re.sub(r"\s", "", condition.body.chars))
    return [*sorted(traits - {"positive", "nonnegative"}), *bounds]


def _bounds(letter: str, source: str) -> Iterator[_Bound]:
    pieces = [piece.strip() for piece in _ORDER.split(source)]
    for k, piece in enumerate(pieces):
        if k % 2 == 0 and piece == letter:
            for sign, end in zip(pieces[k + 1 : k + 2], pieces[k + 2 : k + 3], strict=True):
                yield _Bound(_ORDERS[sign], end)
            if k:
                yield _Bound(_TURNED[_ORDERS[pieces[k - 1]]], pieces[k - 2])


def _bounded(condition: Condition) -> list[str]:
    """The letters that it bounds."""
    sides = [piece.strip() for piece in _ORDER.split(condition.body.chars)[::2]]
    return [side for side in sides if len(sides) > 1 and spelled(side) is not None]


def _follows(told: _Told, others: Sequence[_Told]) -> bool:
    if isinstance(told, _Bound):
        return any(isinstance(other, _Bound) and told.follows_from(other) for other in others)
    if any(isinstance(other, str) and (told == other or told in _IMPLIED.get(other, ())) for other in others):
        return True
    return told == "nonzero" and (_follows(_Bound(">", "0"), others) or _follows(_Bound("<", "0"), others))
