"""The letters of a statement: of what the paper says of them, what is in force where the statement stands."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from ...errors import UserError
from ...statement.props import Prop, subterms
from ...statement.terms import Num, Op, Sym
from ..drawn_below import laws_below, open_limit, outside
from ..letters import Named
from ..outcomes import Ambiguous, NotRead
from ..plain_definitions import defined_here
from ..reader import read
from ..specs import specified
from ..unsaid_shapes import memberships_below, with_bound, with_directions
from . import prose
from .conventions import redefined, signs_in
from .defining import with_definitions
from .derived import bounded_in_turn, two_ranges, within_a_subspace
from .flows import directed, directions, with_flows
from .full_gradients import with_full_gradients
from .in_force import check_ranges, declared_letters, definition_of, dims_of, in_force, law_of_one, names_of, tex_of
from .independence import check_independence
from .iterations import check_starts, is_next, with_next_values
from .labels import Label, beyond, labels_in, with_labels
from .members import with_members
from .notations import with_notation
from .open_letters import numbers_of, open_fact, open_number
from .said_again import check_named_again, check_said_again
from .sources import Text, Unreadable
from .spectra import with_spectra
from .spelled_letters import base_of, letters_in, occurrences
from .supposed import BUILT_IN, Condition, Doubt, Entry, Fact, Habit, Held
from .titles import spaces_named, titles_of
from .unequal_sums import with_limits


@dataclass(frozen=True)
class Understood:
    """A statement as it is examined."""

    prop: Prop
    given: tuple[Prop, ...]
    letters: tuple[Named, ...]
    may_suppose: tuple[str, ...] = ()
    """What may be a condition beside those given."""


def read_in(body: Text, entries: Sequence[Entry]) -> Understood:
    """The formula with the letters and the conditions that are in force.

    Raises:
        Unreadable: a letter of which something is open, a condition or the formula that cannot be read.
    """
    try:
        return _read_along(body, entries)
    except Unreadable:
        letters = directions(body, entries)
        if letters is None:
            raise
        try:
            return _read_along(directed(body, letters), entries, letters)
        except Unreadable:
            pass
        raise


def _read_along(body: Text, entries: Sequence[Entry], directions: tuple[str, ...] = ()) -> Understood:
    body, entries = with_spectra(body, entries)
    entries = with_next_values(body, entries)
    body, entries = with_flows(with_full_gradients(body, entries), entries)
    labels = labels_in(entries)
    if labels:
        _check_labels(body, entries, labels)
        body, entries = with_labels(body, entries, labels)
    body = with_limits(body, _used(body, entries)[1], entries)
    body, entries = with_members(body, entries, _used(body, entries)[1])
    entries = with_definitions(entries)
    try:
        return _understood(body, entries, directions)
    except Unreadable as problem:
        doubt = _doubt_of(problem.sentence, entries)
        if doubt is None:
            raise
        raise Unreadable(problem.place, doubt) from None


def _check_labels(body: Text, entries: Sequence[Entry], labels: Sequence[Label]) -> None:
    """What is said of the labels behind their formula is understood."""
    used, kept = _used(body, entries)
    for label in labels:
        texts = [body.chars, *(entry.text for entry in kept if isinstance(entry, Fact))]
        if any(beyond(label, text, entries) for text in texts):
            raise Unreadable(body.place(0), f"what {label.base}_{label.index} is was said for fewer {label.index}, or "
                             "for others, than are summed here")  # fmt: skip
        for doubt in entries[label.entry :]:
            said = isinstance(doubt, Doubt) and (doubt.letters is None or label.base in doubt.letters)
            if isinstance(doubt, Doubt) and said and not doubt.sure and label.base in used:
                raise Unreadable(body.place(0), _not_understood(label.base, doubt))


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


def _understood(body: Text, entries: Sequence[Entry], directions: Sequence[str] = ()) -> Understood:
    used, kept = _used(body, entries)
    open_ = _check_doubts(used, entries, body)
    _check_signs(entries, body, [fact.text for fact in kept if isinstance(fact, Fact) and ":=" in fact.text])
    check_ranges(entries, body)
    if (left_open := open_fact(kept)) is not None:
        entry, why = left_open
        raise Unreadable(entry.place if isinstance(entry, Fact) else entry.body.place(0), why, "AMBIGUOUS")
    kept = _without_families(kept, laws_below(body.chars), body)
    members = [entry for entry in _used(body, _of_members(kept, body))[1] if isinstance(entry, Fact | Condition)]
    check_said_again(members)
    check_named_again(entries, used)
    check_starts([entry for entry in members if isinstance(entry, Fact)], entries, body)
    facts, conditions = in_force([*numbers_of(members), *members], body)
    named = spaces_named(body.chars)
    chars, bound = memberships_below(body.chars)
    body = Text(chars, body.places)
    facts += [Fact(name, f"{name} in {space}", body.place(0), fresh=True) for name, space in bound.items()]
    lawful = {fact.letter for fact in facts if re.search(":=|~", fact.text)}
    below = {name: law for name, law in laws_below(body.chars).items() if name not in lawful}
    facts += [Fact(name, f"{name} ~ {law}", body.place(0), fresh=True) for name, law in below.items()]
    doubts = [entry.letters for entry in entries if isinstance(entry, Doubt) and not entry.sure]

    def apart(name: str) -> bool:
        """Whether no sentence that was not understood speaks of the letter."""
        return all(letters is not None and base_of(name) not in letters for letters in doubts)

    signs = _signs(entries, body)
    letters, more = declared_letters(facts, body, apart, signs[1])
    letters = with_bound(body.chars, with_notation(letters, entries, used, body), apart)
    letters = with_directions(body.chars, letters, directions)
    conditions = [*more, *conditions]
    props: list[Prop] = []
    bounded = set[Sym]()
    for condition in conditions:
        defined = definition_of(condition, letters, signs[1])
        if defined is not None:
            letters = (*letters, defined)
            continue
        found = _prop(condition.body, letters, signs)
        if _goes_without_saying(found):
            bounded |= {node for _, node in subterms(found) if isinstance(node, Sym)}
        else:
            props.append(found)
    prop = _prop(body, letters, signs)
    if (two := open_number(prop, props, bounded, facts)) is not None:
        raise Unreadable(body.place(0), two, "AMBIGUOUS")
    if two := two_ranges(prop, props) or next(filter(None, map(within_a_subspace, (prop, *props))), None):
        raise Unreadable(body.place(0), two, "AMBIGUOUS")
    if why := open_limit(prop):
        raise Unreadable(body.place(0), why)
    if name := next(filter(None, (outside(one, below) for one in (prop, *props))), ""):
        why = f"{name} is drawn below an expectation, and stands outside of it, too: give it two letters"
        raise Unreadable(body.place(0), why)
    drawn = {tex_of(node) for _, node in subterms(prop) if isinstance(node, Sym) and node.has("random")}
    averaged = any(isinstance(node, Op) and node.head == "expect" for _, node in subterms(prop))
    if averaged and (name := next(filter(None, (outside(one, drawn) for one in props)), "")):
        raise Unreadable(body.place(0), f"{name} is random, and what is supposed of it may be a condition of the mean")
    held = {name for entry in entries if isinstance(entry, Held) for name in entry.letters}
    if averaged and (names := held & drawn):
        raise Unreadable(body.place(0), f"{min(names)} is random, and is held fixed here: is the mean over it, too?")
    check_independence(prop, props, facts, entries, body)
    open_ |= {doubt: doubt.letters or frozenset() for doubt in _check_unsaid((prop, *props), facts, entries, body)}
    for doubt, about in open_.items():
        prose.check(doubt, about, (prop, *props), body.place(0))
    may_suppose = (*titles_of(body, entries, prop, named), *(f"the sentence '{doubt.words}'" for doubt in open_))
    return Understood(prop, tuple(dict.fromkeys(props)), letters, tuple(dict.fromkeys(may_suppose)))


def definition_in(body: Text, entries: Sequence[Entry]) -> bool:
    r"""Whether a display ``a = ...`` defines its left side: a letter of which nothing was said."""
    left, sign, _ = body.chars.partition("=")
    name = left.strip().rstrip("&").strip()
    if not sign or left.endswith((":", "\\", "<", ">")) or name.startswith("\\dot"):
        return False
    if is_next(name, entries):
        return False
    try:
        known = {key for entry in entries if isinstance(entry, Fact) for key in names_of(entry)}
        if _POWER.search(name) and base_of(name) in {entry.key for entry in entries if isinstance(entry, Fact)}:
            return False
        return bool(specified(f"{name}: number")) and not known & set(specified(f"{name}: number"))
    except UserError:
        return False


_POWER = re.compile(r"\^\s*\{?\s*(?:\\(?:top|intercal|dagger)|T(?![A-Za-z])|-?\s*\d)|'")
"""``K^\\top`` of a letter that is known: no letter of its own."""


def check(fact: Fact) -> None:
    """Raises :class:`Unreadable` where the declaration is none."""
    try:
        specified(fact.text)
    except UserError as error:
        raise Unreadable(fact.place, str(error)) from None


# What is used --------------------------------------------------------------------------------------------------


def _used(body: Text, entries: Sequence[Entry]) -> tuple[frozenset[str], list[Entry]]:
    """The letters that matter for the formula, and what is said of them."""
    used = _letters(body.chars)
    while True:
        used |= bounded_in_turn(used, entries)
        kept = [entry for entry in entries if _matters(entry, used)]
        more = used.union(*(_letters_of(entry) for entry in kept if isinstance(entry, Fact | Condition)))
        if more == used:
            return used, kept
        used = more


_WORDS = re.compile(r" in (?=\\|R|N)| iid$|(?<=:)(?!=).*[a-z]{2}.*")
"""Words of the language of declarations: the letters in them are none."""


def _letters_of(entry: Fact | Condition) -> frozenset[str]:
    """The letters that are spoken of in what was said."""
    if isinstance(entry, Condition):
        return _letters(entry.body.chars)
    return _letters(_WORDS.sub(lambda found: re.sub(r"[a-z]{2,}", " ", found[0]), entry.text))


def _matters(entry: Entry, used: frozenset[str]) -> bool:
    if isinstance(entry, Fact):
        return entry.key in used
    if isinstance(entry, Condition):
        return bool(_letters(entry.body.chars) & used)
    return True


_FROBENIUS = re.compile(r"(\\\||\\[rl]?Vert)\s*_\s*(?:F(?![A-Za-z])|\{\s*F\s*\})")


def _letters(source: str) -> frozenset[str]:
    """The letters of a formula; the F below a norm is none."""
    return letters_in(_FROBENIUS.sub(r"\1", source))


def _of_members(kept: Sequence[Entry], body: Text) -> list[Entry]:
    """Where one letter names a family and something else besides, the one that the formula speaks of."""
    said = [entry.text.partition(":=")[2] if isinstance(entry, Fact) else entry.body.chars
            for entry in kept if isinstance(entry, Fact | Condition)]  # fmt: skip
    source = " ".join([body.chars, *said])
    out: list[Entry] = []
    for entry in kept:
        others = [e for e in kept if isinstance(e, Fact) and isinstance(entry, Fact) and e.key == entry.key
                  and e.family != entry.family and law_of_one(entry) and (law_of_one(e) or _is_plain(e))]  # fmt: skip
        if isinstance(entry, Fact) and others:
            members, alone = occurrences(source, entry.key)
            if not (members if entry.family else alone):
                continue
        out.append(entry)
    return out


def _is_plain(fact: Fact) -> bool:
    """Whether it introduces a letter without a subscript, as ``x`` of ``for all $x\\in\\mathbb R^d$``."""
    return fact.fresh and not fact.family and "_" not in fact.letter


def _without_families(kept: Sequence[Entry], below: Iterable[str], body: Text) -> list[Entry]:
    """Without the family x_1, ..., x_n, where x is drawn below an expectation, and no member is spoken of."""
    said = [entry.text.partition(":=")[2] for entry in kept if isinstance(entry, Fact)]
    source = re.sub(r"[\s{}]", "", " ".join([body.chars, *said]))
    for letter in (re.sub(r"[\s{}]", "", e.letter) for e in kept if isinstance(e, Fact) and not e.family):
        source = re.sub(rf"{re.escape(letter)}(?!\w)", " ", source) if "_" in letter else source
    gone = {base_of(name) for name in below if re.sub(r"[\s{}]", "", f"{name}_") not in source}
    return [e for e in kept if not (isinstance(e, Fact) and e.family and e.key in gone)]


def _check_doubts(
    used: frozenset[str], entries: Sequence[Entry], body: Text
) -> dict[Doubt, frozenset[str]]:
    """The sentences that may be conditions of the formula, and of which letters; raises where one may say more."""
    own = letters_in(body.chars)
    out: dict[Doubt, frozenset[str]] = {}
    for k, doubt in enumerate(entries):
        if not isinstance(doubt, Doubt):
            continue
        for letter in sorted(used if doubt.letters is None else used & doubt.letters):
            known = entries if doubt.for_good or doubt.letters is not None else entries[:k]
            said = [entry for entry in known if isinstance(entry, Fact) and entry.key == letter]
            if not said:
                continue
            later = [entry for entry in entries[k:] if isinstance(entry, Fact) and entry.key == letter]
            settled = (
                any(f.certain for f in said)
                or any("~" in f.text or ":=" in f.text for f in later)
                or (not doubt.for_good and any(f.fresh for f in later))
            )
            formula = any(":=" in e.text for e in entries[:k] if isinstance(e, Fact) and e.key == letter)
            if not settled and (letter in own or doubt.letters is not None):
                if doubt.says is None or (formula and letter in doubt.spoken):
                    raise Unreadable(body.place(0), _not_understood(letter, doubt))
                out[doubt] = out.get(doubt, frozenset()) | {letter}
    return out


def _check_signs(entries: Sequence[Entry], body: Text, formulas: Sequence[str]) -> None:
    """A norm, or the letter I, to which a sentence may have given another meaning."""
    own, signs = letters_in(body.chars), frozenset().union(*map(signs_in, (body.chars, *formulas)))
    for entry in entries:
        if isinstance(entry, Doubt) and (named := sorted(entry.signs & signs)):
            raise Unreadable(body.place(0), f"which {named[0].split(' ', 1)[1]} this is was said in {entry.words!r} "
                             f"(LINE {entry.place[0]}:{entry.place[1]}), and is not understood")  # fmt: skip
        marks = entry.marks if isinstance(entry, Doubt) else ()
        if isinstance(entry, Doubt) and (marked := sorted(one for one in marks if one in prose.plain(body.chars))):
            raise Unreadable(body.place(0), f"what {marked[0]} is was said in {entry.words!r} "
                             f"(LINE {entry.place[0]}:{entry.place[1]}), and is not understood")  # fmt: skip
        if isinstance(entry, Condition) and (named := sorted(redefined(entry.body.chars) & signs)):
            raise Unreadable(entry.body.place(0), f"{named[0]} is defined here, and is read in its usual meaning alone")
        built = sorted(BUILT_IN & own & (entry.letters or frozenset())) if isinstance(entry, Doubt) else []
        if isinstance(entry, Doubt) and built:
            raise Unreadable(body.place(0), _not_understood(built[0], entry))


def _check_unsaid(
    props: Sequence[Prop], facts: Sequence[Fact], entries: Sequence[Entry], body: Text
) -> list[Doubt]:
    """A letter or a dimension that is declared by no fact of its own, and of which a sentence not understood speaks."""
    out: list[Doubt] = []
    syms = [node for prop in props for _, node in subterms(prop) if isinstance(node, Sym) and not node.has("index")]
    dims = {dim for sym in syms for dim in dims_of(sym)}
    said, letters = {fact.key for fact in facts}, {base_of(tex_of(sym)) for sym in syms} - dims
    for doubt in entries:
        if isinstance(doubt, Doubt) and doubt.letters:
            passing = doubt.words.lower().startswith(("for ", "if ", "when ", "whenever "))
            if about := sorted((letters | (set() if passing else dims)) & doubt.letters - said):
                if doubt.says is None:
                    raise Unreadable(body.place(0), _not_understood(about[0], doubt))
                out.append(doubt)
    return out


def _signs(entries: Sequence[Entry], body: Text) -> tuple[str, str]:
    """What a letter before a bracket is, and which norm that of a matrix, where the paper says it."""
    habits = [entry for entry in entries[::-1] if isinstance(entry, Habit)]
    norms = {habit.norm for habit in habits} - {""}
    if len(norms) > 1:
        raise Unreadable(body.place(0), "two norms have this sign: write a subscript", "AMBIGUOUS")
    return next((habit.brackets for habit in habits if habit.brackets), ""), next(iter(norms), "")


# Formulas ------------------------------------------------------------------------------------------------------


def _prop(body: Text, letters: Sequence[Named], signs: tuple[str, str]) -> Prop:
    try:
        found = read(body.chars, letters, *signs)
    except UserError as error:
        raise Unreadable(body.place(0), str(error)) from None
    if isinstance(found, NotRead):
        raise Unreadable(body.place(found.span[0]), found.sentence.replace("--let", "%! let"))
    if isinstance(found, Ambiguous):
        raise Unreadable(body.place(0), re.sub(r"\s*\n\s*", " ", str(found)).removeprefix("AMBIGUOUS: "), "AMBIGUOUS")
    if not isinstance(found.tree, Prop):
        raise Unreadable(body.place(0), "This states nothing: a formula without a relation.")
    if why := defined_here(found.tree):
        raise Unreadable(body.place(0), why.replace("--let", "%! let"))
    return found.tree


def _goes_without_saying(prop: Prop) -> bool:
    match prop:
        case Prop(head="ge", args=(Sym() as a, Num(value=value))):
            return a.has("integer") and value == 1
    return False
