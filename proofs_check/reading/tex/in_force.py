"""What is in force where a formula stands: without what a letter that is introduced anew has left behind."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from ...errors import UserError
from ...statement.props import Prop
from ...statement.terms import Abbrev, Sym
from ..declarations import declared
from ..letters import Named
from ..outcomes import NotRead, Read, ReadingError
from ..reader import read
from ..specs import specified
from ..unsaid_shapes import with_arguments
from .sources import Text, Unreadable
from .spelled_letters import base_of, letters_in
from .supposed import Condition, Entry, Fact, Held
from .vocabulary import OF_NUMBERS


def law_of_one(fact: Fact) -> bool:
    """Whether it is the law of a family, or of a letter without a subscript."""
    return "~" in fact.text and (fact.family or "_" not in fact.letter)


def names_of(fact: Fact) -> set[str]:
    return set(specified(fact.text))


def in_force(kept: Sequence[Entry], body: Text) -> tuple[list[Fact], list[Condition]]:
    """Facts and conditions, without what a letter that is introduced anew has left behind."""
    live: list[Entry] = []
    for entry in kept:
        if isinstance(entry, Fact) and entry.fresh:
            live = _introduced(entry, live, kept)
        live.append(entry)
    return [e for e in live if isinstance(e, Fact)], [e for e in live if isinstance(e, Condition)]


def check_ranges(entries: Sequence[Entry], body: Text) -> None:
    """That a letter of the formula does not range anew, ``for all $c <= 2$``, where more was said of it before.

    Raises:
        Unreadable: it does.
    """
    met = letters_in(body.chars)
    for k, held in enumerate(entries):
        if isinstance(held, Held):
            told = ["", *map(_relation, held.ranging)]
            older = [e for e in entries[:k] if _relation(e) not in told]
            now = held.anew.union(*map(bounded, held.ranging))
            if both := sorted(now.intersection(met, frozenset().union(*map(bounded, older)))):
                why = f"{both[0]} ranges anew, and before it was said to be more: say here what it is"
                raise Unreadable(body.place(0), why, "AMBIGUOUS")


def _relation(entry: Entry) -> str:
    """The relation in which its letter ranges; none where that is a space."""
    if isinstance(entry, Condition):
        return re.sub(r"\s", "", entry.body.chars)
    if not isinstance(entry, Fact) or re.search(":(?!=)|~", entry.text):
        return ""
    _, within, space = entry.text.partition(" in ")
    return "" if within and not re.search(r"[_>\[(]", space) else re.sub(r"\s", "", entry.text)


def bounded(entry: Entry) -> frozenset[str]:
    if isinstance(entry, Condition):
        return letters_in(entry.body.chars)
    return frozenset({entry.letter}) if isinstance(entry, Fact) else frozenset()


def _introduced(fact: Fact, live: list[Entry], kept: Sequence[Entry]) -> list[Entry]:
    older = [e for e in live if isinstance(e, Fact) and e.letter == fact.letter and e.family == fact.family
             and not (fact.sentence and e.sentence == fact.sentence)]  # fmt: skip
    about = [e for e in live if isinstance(e, Condition) and fact.key in letters_in(e.body.chars)]
    if any(e.defines and e.body.chars.partition("=")[0].strip() == fact.letter for e in about):
        raise Unreadable(fact.place, f"{fact.letter} is introduced again, and before it had a formula", "AMBIGUOUS")
    if not older:
        return live
    if fact.certain:
        return [e for e in live if e not in older and e not in about]
    newer = [e for k, e in enumerate(kept) if isinstance(e, Fact) and e.letter == fact.letter
             and (k >= kept.index(fact) or (fact.sentence and e.sentence == fact.sentence))]  # fmt: skip
    try:
        before = specified("; ".join(e.text for e in older))
        now = specified("; ".join(e.text for e in newer))
        both = specified("; ".join(e.text for e in (*older, *newer)))
    except UserError:
        return _without(fact, older, about, live)
    key = next(iter(now))
    new, all_, old = now[key], both[key], before.get(key)
    if old is not None and old.shape and new.shape and old.shape != new.shape:
        return _without(fact, older, about, live)
    if about or any(getattr(all_, what) != getattr(new, what) for what in ("traits", "law", "body", "entries")):
        raise Unreadable(
            fact.place, f"{fact.letter} is introduced again, and before it was said to be more: say here what it is",
            "AMBIGUOUS",
        )  # fmt: skip
    return live


def _without(fact: Fact, older: list[Fact], about: list[Condition], live: list[Entry]) -> list[Entry]:
    """What is left where the letter now names something else."""
    gone: set[int] = {id(e) for e in (*older, *about)}
    made_of = (e for e in live if isinstance(e, Fact) and e.letter != fact.letter and re.search(":=|~", e.text))
    gone |= {id(e) for e in made_of if fact.key in letters_in(e.text)}
    return [e for e in live if id(e) not in gone]


def declared_letters(
    facts: Sequence[Fact], body: Text, apart: Callable[[str], bool], norm: str = ""
) -> tuple[tuple[Named, ...], list[Condition]]:
    """The letters; a sign that cannot be one of a number is a condition."""
    texts: list[str] = []
    conditions: list[Condition] = []
    for fact in dict.fromkeys(facts):
        if fact.relation is not None:
            try:
                specified("; ".join([*texts, fact.text]))
            except UserError:
                conditions.append(Condition(fact.relation))
                continue
        texts.append(fact.text)
    try:
        texts = with_arguments(texts, apart)
        made = declared("; ".join(texts), norm) if texts else ()
    except ReadingError as error:
        found = error.outcome
        why = found.sentence if isinstance(found, NotRead) else str(found)
        raise Unreadable(body.place(0), re.sub(r"\s+", " ", why).replace("--let", "%! let")) from None
    except UserError as error:
        laws = [fact for fact in facts if law_of_one(fact)]
        both = {fact.key for fact in laws if fact.family} & {fact.letter for fact in laws if not fact.family}
        why = "".join(f"{key} is one vector, and {key}_i a family, and both stand here: rename one of them"
                      for key in sorted(both)[:1])  # fmt: skip
        raise Unreadable(body.place(0), why or re.sub(r"\s+", " ", str(error))) from None
    for sym in made:
        if isinstance(sym, Sym) and sym.shape != (1, 1) and sym.traits & OF_NUMBERS:
            what = ", ".join(sorted(sym.traits & OF_NUMBERS))
            why = f"{tex_of(sym)} is no number, so what {what} means is open: write a relation"
            raise Unreadable(body.place(0), why)
    return made, conditions


_STARRED = re.compile(r"\^\s*\{?\s*\\star\s*\}?$")
"""A letter of its own: the star is no operation."""


def definition_of(condition: Condition, letters: Sequence[Named], norm: str = "") -> Abbrev | None:
    """``B = A + I`` of a letter that is not declared says what it is."""
    left, sign, right = condition.body.chars.partition("=")
    name = left.strip()
    if not sign or left.endswith((":", "\\", "<", ">")) or "=" in right:
        return None
    try:
        if not specified(f"{name}: number") or any(tex_of(letter) == name for letter in letters):
            return None
        alike = [] if _STARRED.search(name) else [base_of(tex_of(letter)) for letter in letters]
        if base_of(name) in alike or any(name in dims_of(letter) for letter in letters):
            return None
    except UserError:
        return None
    found = read(right, letters, norm=norm)
    if not isinstance(found, Read) or isinstance(found.tree, Prop):
        return None
    from ...statement.head_shapes import HeadShapes
    from ..tokens import name_of

    rows, columns = HeadShapes(repr)(found.tree)
    if rows is None or columns is None:
        return None
    dims = tuple(int(str(n)) if str(n).isdigit() else str(n) for n in (rows, columns))
    return Abbrev(Sym(name_of(name), (dims[0], dims[1]), frozenset(), name), found.tree)


def dims_of(letter: Named) -> set[str]:
    shape = (letter.sym if isinstance(letter, Abbrev) else letter).shape
    return {word for dim in shape for word in re.findall(r"[A-Za-z]\w*", str(dim))}


def tex_of(letter: Named) -> str:
    sym = letter.sym if isinstance(letter, Abbrev) else letter
    return sym.tex or sym.name
