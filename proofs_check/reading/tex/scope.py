"""The letters of a statement: of what the paper says of them, what is in force where the statement stands."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from ...errors import UserError
from ...statement.props import Prop, subterms
from ...statement.terms import Abbrev, Num, Sym
from ..declarations import declared, specified
from ..letters import Named
from ..outcomes import Ambiguous, NotRead, Read, ReadingError, Span
from ..reader import read
from .defining import with_definitions
from .facts import Condition, Doubt, Entry, Fact, Habit, base_of, letters_in
from .notations import with_notation
from .open_letters import numbers_of, open_fact, open_number
from .sources import Text, Unreadable
from .vocabulary import OF_NUMBERS


@dataclass(frozen=True)
class Understood:
    """A statement as it is examined."""

    prop: Prop
    given: tuple[Prop, ...]
    letters: tuple[Named, ...]


def read_in(body: Text, entries: Sequence[Entry]) -> Understood:
    """The formula with the letters and the conditions that are in force.

    Raises:
        Unreadable: a letter of which something is open, a condition or the formula that cannot be read.
    """
    entries = with_definitions(entries)
    try:
        return _understood(body, entries)
    except Unreadable as problem:
        doubt = _doubt_of(problem.sentence, entries)
        if doubt is None:
            raise
        raise Unreadable(problem.place, doubt) from None


def _doubt_of(sentence: str, entries: Sequence[Entry]) -> str | None:
    """Of a letter that is not declared, the sentence that speaks of it and was not understood."""
    found = re.match(r"(\S+) (?:is not declared:|is no declared function)", sentence)
    key = base_of(found[1]) if found is not None else ""
    for doubt in entries:
        if isinstance(doubt, Doubt) and doubt.letters is not None and key in doubt.letters:
            return _not_understood(key, doubt)
    return None


def _not_understood(letter: str, doubt: Doubt) -> str:
    return (f"what is said of {letter} in {doubt.words!r} (LINE {doubt.place[0]}:{doubt.place[1]}) is not understood"
            f"{doubt.why}: say '%! let {letter}: ...'")  # fmt: skip


def _understood(body: Text, entries: Sequence[Entry]) -> Understood:
    used, kept = _used(body, entries)
    _check_doubts(used, entries, body)
    if (left_open := open_fact(kept)) is not None:
        entry, why = left_open
        raise Unreadable(entry.place if isinstance(entry, Fact) else entry.body.place(0), why, "AMBIGUOUS")
    members = [entry for entry in _of_members(kept, body) if isinstance(entry, Fact | Condition)]
    facts, conditions = _in_force([*numbers_of(members), *members], body)
    letters, more = _declared(facts, body)
    letters = with_notation(letters, entries, used, body)
    brackets = next((entry.brackets for entry in entries[::-1] if isinstance(entry, Habit)), "")
    conditions = [*more, *conditions]
    props: list[Prop] = []
    bounded = set[Sym]()
    for condition in conditions:
        defined = _definition(condition, letters)
        if defined is not None:
            letters = (*letters, defined)
            continue
        found = _prop(condition.body, letters, brackets)
        if _goes_without_saying(found):
            bounded |= {node for _, node in subterms(found) if isinstance(node, Sym)}
        else:
            props.append(found)
    prop = _prop(body, letters, brackets)
    if (two := open_number(prop, props, bounded, facts)) is not None:
        raise Unreadable(body.place(0), two, "AMBIGUOUS")
    _check_independence(prop, props, facts, letters, body)
    return Understood(prop, tuple(dict.fromkeys(props)), letters)


def definition_in(body: Text, entries: Sequence[Entry]) -> bool:
    r"""Whether a display ``a = ...`` defines its left side: a letter of which nothing was said."""
    left, sign, _ = body.chars.partition("=")
    name = left.strip().rstrip("&").strip()
    if not sign or left.endswith((":", "\\", "<", ">")):
        return False
    try:
        known = {key for entry in entries if isinstance(entry, Fact) for key in _names(entry)}
        return bool(specified(f"{name}: number")) and not known & set(specified(f"{name}: number"))
    except UserError:
        return False


def check(fact: Fact) -> None:
    """Raises :class:`Unreadable` where the declaration is none."""
    try:
        specified(fact.text)
    except UserError as error:
        raise Unreadable(fact.place, str(error)) from None


# What is used --------------------------------------------------------------------------------------------------


def _used(body: Text, entries: Sequence[Entry]) -> tuple[frozenset[str], list[Entry]]:
    """The letters that matter for the formula, and what is said of them."""
    used = letters_in(body.chars)
    while True:
        kept = [entry for entry in entries if _matters(entry, used)]
        more = used.union(*(letters_in(entry.text if isinstance(entry, Fact) else entry.body.chars)
                            for entry in kept if isinstance(entry, Fact | Condition)))  # fmt: skip
        if more == used:
            return used, kept
        used = more


def _matters(entry: Entry, used: frozenset[str]) -> bool:
    if isinstance(entry, Fact):
        return entry.key in used
    if isinstance(entry, Condition):
        return bool(letters_in(entry.body.chars) & used)
    return True


def _of_members(kept: Sequence[Entry], body: Text) -> list[Entry]:
    """Where one letter names a family and something else besides, the one that the formula speaks of."""
    said = [
        entry.text if isinstance(entry, Fact) else entry.body.chars
        for entry in kept
        if isinstance(entry, Fact | Condition)
    ]
    source = " ".join([body.chars, *(text.partition(":=")[2] or text for text in said if "~" not in text)])
    out: list[Entry] = []
    for entry in kept:
        others = [e for e in kept if isinstance(e, Fact) and isinstance(entry, Fact) and e.key == entry.key
                  and e.family != entry.family and _law_of_one(e) and _law_of_one(entry)]  # fmt: skip
        if isinstance(entry, Fact) and others:
            members = bool(re.search(rf"(?<![A-Za-z\\]){re.escape(entry.key)}\s*_", source))
            alone = bool(re.search(rf"(?<![A-Za-z\\]){re.escape(entry.key)}(?![A-Za-z]|\s*_)", source))
            if not (members if entry.family else alone):
                continue
        out.append(entry)
    return out


def _law_of_one(fact: Fact) -> bool:
    """Whether it is the law of a family, or of a letter without a subscript."""
    return "~" in fact.text and (fact.family or "_" not in fact.letter)


def _names(fact: Fact) -> set[str]:
    return set(specified(fact.text))


def _check_doubts(used: frozenset[str], entries: Sequence[Entry], body: Text) -> None:
    own = letters_in(body.chars)
    for k, doubt in enumerate(entries):
        if not isinstance(doubt, Doubt):
            continue
        for letter in sorted(used if doubt.letters is None else used & doubt.letters):
            said = [entry for entry in entries if isinstance(entry, Fact) and entry.key == letter]
            if not said:
                continue
            later = [entry for entry in entries[k:] if isinstance(entry, Fact) and entry.key == letter]
            settled = (
                any(f.certain for f in said)
                or any("~" in f.text or ":=" in f.text for f in later)
                or (not doubt.for_good and any(f.fresh for f in later))
            )
            if not settled and (letter in own or doubt.letters is not None):
                raise Unreadable(body.place(0), _not_understood(letter, doubt))


# What is in force ----------------------------------------------------------------------------------------------


def _in_force(kept: Sequence[Entry], body: Text) -> tuple[list[Fact], list[Condition]]:
    """Facts and conditions, without what a letter that is introduced anew has left behind."""
    live: list[Entry] = []
    for entry in kept:
        if isinstance(entry, Fact) and entry.fresh:
            live = _introduced(entry, live, kept)
        live.append(entry)
    return [e for e in live if isinstance(e, Fact)], [e for e in live if isinstance(e, Condition)]


def _introduced(fact: Fact, live: list[Entry], kept: Sequence[Entry]) -> list[Entry]:
    older = [e for e in live if isinstance(e, Fact) and e.letter == fact.letter and e.family == fact.family]
    about = [e for e in live if isinstance(e, Condition) and fact.key in letters_in(e.body.chars)]
    if any(e.defines and e.body.chars.partition("=")[0].strip() == fact.letter for e in about):
        raise Unreadable(fact.place, f"{fact.letter} is introduced again, and before it had a formula", "AMBIGUOUS")
    if not older:
        return live
    if fact.certain:
        return [e for e in live if e not in older and e not in about]
    newer = [e for e in kept[kept.index(fact) :] if isinstance(e, Fact) and e.letter == fact.letter]
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
    if all_.traits != new.traits or all_.law != new.law or all_.body != new.body or about:
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


def _declared(facts: Sequence[Fact], body: Text) -> tuple[tuple[Named, ...], list[Condition]]:
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
        made = declared("; ".join(texts)) if texts else ()
    except ReadingError as error:
        found = error.outcome
        why = found.sentence if isinstance(found, NotRead) else str(found)
        raise Unreadable(body.place(0), re.sub(r"\s+", " ", why).replace("--let", "%! let")) from None
    except UserError as error:
        raise Unreadable(body.place(0), re.sub(r"\s+", " ", str(error))) from None
    for sym in made:
        if isinstance(sym, Sym) and sym.shape != (1, 1) and sym.traits & OF_NUMBERS:
            what = ", ".join(sorted(sym.traits & OF_NUMBERS))
            raise Unreadable(body.place(0), f"{_tex(sym)} is no number, so what {what} means is open: write a relation")
    return made, conditions


def _definition(condition: Condition, letters: Sequence[Named]) -> Abbrev | None:
    """``B = A + I`` of a letter that is not declared says what it is."""
    left, sign, right = condition.body.chars.partition("=")
    name = left.strip()
    if not sign or left.endswith((":", "\\", "<", ">")) or "=" in right:
        return None
    try:
        if not specified(f"{name}: number") or any(_tex(letter) == name for letter in letters):
            return None
        if any(base_of(_tex(letter)) == base_of(name) or name in _dims(letter) for letter in letters):
            return None
    except UserError:
        return None
    found = read(right, letters)
    if not isinstance(found, Read) or isinstance(found.tree, Prop):
        return None
    from ...statement.head_shapes import HeadShapes
    from ..declarations import name_of

    rows, columns = HeadShapes(repr)(found.tree)
    if rows is None or columns is None:
        return None
    dims = tuple(int(str(n)) if str(n).isdigit() else str(n) for n in (rows, columns))
    return Abbrev(Sym(name_of(name), (dims[0], dims[1]), frozenset(), name), found.tree)


def _dims(letter: Named) -> set[str]:
    shape = (letter.sym if isinstance(letter, Abbrev) else letter).shape
    return {word for dim in shape for word in re.findall(r"[A-Za-z]\w*", str(dim))}


def _tex(letter: Named) -> str:
    sym = letter.sym if isinstance(letter, Abbrev) else letter
    return sym.tex or sym.name


# Formulas ------------------------------------------------------------------------------------------------------


def _prop(body: Text, letters: Sequence[Named], brackets: str) -> Prop:
    try:
        found = read(body.chars, letters, brackets)
    except UserError as error:
        raise Unreadable(body.place(0), str(error)) from None
    if isinstance(found, NotRead):
        raise Unreadable(body.place(found.span[0]), found.sentence.replace("--let", "%! let"))
    if isinstance(found, Ambiguous):
        raise Unreadable(body.place(0), re.sub(r"\s*\n\s*", " ", str(found)).removeprefix("AMBIGUOUS: "), "AMBIGUOUS")
    if not isinstance(found.tree, Prop):
        raise Unreadable(body.place(0), "This states nothing: a formula without a relation.")
    return found.tree


def _goes_without_saying(prop: Prop) -> bool:
    match prop:
        case Prop(head="ge", args=(Sym() as a, Num(value=value))):
            return a.has("integer") and value == 1
    return False


def _drawn_as(sym: Sym) -> str:
    """The letter of the paper that a random letter stands for: of ``N(mu, S)`` the centred part is one of its own."""
    return re.sub(r"^\\breve\{([^{}]*)\}", r"\1", _tex(sym)) if sym.name.endswith("__centred") else _tex(sym)


def _check_independence(
    prop: Prop, given: Sequence[Prop], facts: Sequence[Fact], letters: Sequence[Named], body: Text
) -> None:
    drawn = {
        node.name: node
        for p in (prop, *given)
        for _, node in subterms(p)
        if isinstance(node, Sym) and node.has("random")
    }
    free = {tex for fact in facts if fact.independent or fact.certain for tex in _names(fact)}
    bound = [sym for sym in drawn.values() if _drawn_as(sym) not in free]
    if len(drawn) > 1 and len(bound) > 1:
        names = " and ".join(sym.name for sym in bound)
        raise Unreadable(body.place(0), f"whether {names} are independent is not said: write 'be independent'")


__all__ = ["Span", "Understood", "Unreadable", "replace"]
