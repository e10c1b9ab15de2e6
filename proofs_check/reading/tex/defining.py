"""``Let B = A + I``, where nothing else is said of B: a definition, and no hypothesis."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ..letters import spelled
from .facts import facts_of, function_named, relation_signs, with_sign
from .open_letters import is_step
from .spelled_letters import base_of, letters_in
from .supposed import Called, Condition, Entry, Fact

_MARK = r"(?:\\star|\*|\\(?:text|mathrm)\s*\{\w+\})"
_STARRED = re.compile(rf"(?:\\[A-Za-z]+(?:\s*\{{[^{{}}]*\}})?|[A-Za-z])\s*\^\s*(?:{_MARK}|\{{\s*{_MARK}\s*\}})")


def with_definitions(entries: Sequence[Entry]) -> list[Entry]:
    """The entries, with definitions in the place of the equations that are such."""
    return [fact for entry in entries for fact in (_defined(entry, entries) or _random(entry, entries) or [entry])]


def _random(entry: Entry, entries: Sequence[Entry]) -> Sequence[Entry] | None:
    """``Suppose y = Xw + e`` with a random e, where of y a shape was said: it is random, too, and has this formula."""
    if not isinstance(entry, Condition) or relation_signs(entry.body.chars) != ["="]:
        return None
    name, _, right = (side.strip() for side in entry.body.chars.partition("="))
    said = [e.text for e in entries if isinstance(e, Fact) and e.letter == name]
    drawn = {e.key for e in entries if isinstance(e, Fact) and "~" in e.text and not e.family}
    own = letters_in(right, scripts=False)
    if spelled(name) is None or not said or not all(" in " in text for text in said) or base_of(name) in own:
        return None
    try:
        return list(facts_of(with_sign(name, right), entry.body)) if drawn & own else None
    except ValueError:
        return None


def _defined(entry: Entry, entries: Sequence[Entry]) -> Sequence[Entry] | None:
    if not isinstance(entry, Condition) or not entry.defines or relation_signs(entry.body.chars) != ["="]:
        return None
    left, _, right = entry.body.chars.partition("=")
    name = re.sub(r"\s+", " ", left.replace("&", " ")).strip()
    function = function_named(name)
    if spelled(name) is None and function is None:
        return None
    others = [e for e in entries if isinstance(e, Fact) and not (function and _is_made_of(name, e))]
    at = entries.index(entry)
    said = [e.text.partition(":=")[0] if entries.index(e) > at else e.text for e in others]  # a later formula uses it
    starred = bool(_STARRED.fullmatch(name))
    if starred and any(_bare(name) in _bare(e.text) for e in others):
        return None
    key = base_of(name.partition("(")[0] if function else name)
    own = starred or is_step(name, right, others, formulas_in(entries))
    if not own and (key in letters_in(right) or any(key in _spoken(text) for text in said)):
        return None
    try:
        return list(facts_of(with_sign(name, right), entry.body))
    except ValueError:
        return None


def _is_made_of(function: str, fact: Fact) -> bool:
    r"""``f_\ast := \min_x f(x)``, beside ``f(x)``: a letter of its own."""
    base = re.escape(function.partition("(")[0].strip())
    return ":=" in fact.text and re.match(rf"{base}\s*[_^]", fact.letter) is not None


def formulas_in(entries: Sequence[Entry]) -> frozenset[str]:
    """The letters that have a formula, and the functions that an equation defines."""
    told = {entry.letter for entry in entries if isinstance(entry, Fact) and ":=" in entry.text}
    conditions = (entry for entry in entries if isinstance(entry, Condition) and entry.defines)
    left = (entry.body.chars.partition("=")[0].replace("&", " ").strip() for entry in conditions)
    return frozenset(told | {name for name in left if function_named(name) is not None})


def names_alone(entry: Entry) -> str:
    """The letter of a fact, or of an equation that may define its left side; of a function its name alone."""
    told = entry.letter if isinstance(entry, Fact) else ""
    if isinstance(entry, Condition):
        told = re.split(r"=|:", entry.body.chars)[0].replace("&", " ")
    return re.sub(r"[\s{}]", "", told.partition("(")[0])


def introduced_in(entries: Sequence[Entry]) -> frozenset[str]:
    """The letters of which these may say what they are: what was lent of them ends."""
    called = frozenset().union(*(entry.letters for entry in entries if isinstance(entry, Called)))
    conditions = [e for e in entries if isinstance(e, Condition)
                  and not (e.defines and relation_signs(e.body.chars) == ["="])]  # fmt: skip
    bound = frozenset().union(*(letters_in(e.body.chars) for e in conditions))
    return (called | bound | frozenset(map(names_alone, entries))) - {""}


def defined_twice(new: Sequence[Entry], before: Sequence[Entry]) -> str:
    """A letter with a formula that an equation may define anew: a hypothesis, or another letter of its name?"""
    known = {names_alone(e) for e in before if (isinstance(e, Fact) and ":=" in e.text)
             or (isinstance(e, Condition) and e.defines and "(" in e.body.chars.partition("=")[0])}  # fmt: skip
    return next((names_alone(e) for e in new if isinstance(e, Condition) and e.defines and names_alone(e) in known), "")


def lent(entries: Sequence[Entry], outside: Sequence[Entry]) -> list[Fact]:
    """What a statement defines by letters from outside alone: it holds on, until the letter is said to be another."""
    new = [entry for entry in entries if entry not in outside]
    own = {entry.key for entry in new if isinstance(entry, Fact)}
    own |= {key for e in new if isinstance(e, Condition) for key in letters_in(e.body.chars, scripts=False)}
    told = [entry for entry in (*outside, *new) if isinstance(entry, Fact)]
    return [
        entry for entry in new
        if isinstance(entry, Fact) and ":=" in entry.text and function_named(entry.letter) is None
        and [e for e in told if e.letter == entry.letter] == [entry]
        and not own & letters_in(entry.text.partition(":=")[2])
    ]  # fmt: skip


def _spoken(text: str) -> frozenset[str]:
    """The letters of a fact, without its words."""
    return letters_in(re.sub(r"(?<![\\A-Za-z])[A-Za-z]{2,}", " ", text))


def _bare(text: str) -> str:
    return re.sub(r"[\s{}]", "", text)
