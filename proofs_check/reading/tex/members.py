r"""``For $i\ne j$``, of members of a family that are independent and of one law: members 1 and 2 are any two of them.

Only where all that speaks of i and j is such members, and no sum or definition has members of its own.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from ..spellings import ACCENTS, FONTS
from ..tokens import Tok
from .labels import INDICES, tokens_of
from .sources import Text, joined
from .spelled_letters import base_of, letters_in
from .supposed import Condition, Entry, Fact

_INDEX = f"[{''.join(sorted(INDICES))}]"
_APART = re.compile(rf"\s*({_INDEX})\s*(?:\\neq?(?![A-Za-z])|\\not\s*=)\s*({_INDEX})\s*")
_DOTS = r"(?:\\[lc]?dots(?![A-Za-z]))"
_EACH = re.compile(
    rf"\s*(?:({_INDEX})\s*=\s*1\s*,\s*{_DOTS}\s*,\s*\w|({_INDEX})\s*\\in\s*(?:\[\w\]|\\\{{\s*1\s*,\s*{_DOTS}\s*,\s*\w\s*"
    rf"\\\}})|1\s*\\leq?\s*({_INDEX})\s*\\leq?\s*\w)\s*"
)
_ALL = re.compile(rf"\s*({_INDEX})\s*\\in\s*\[\\(?:cdot|ast)\]\s*")


def with_each(source: str) -> tuple[str, str]:
    r"""A formula, and the ``i = 1, \dots, n`` behind its comma."""
    for comma in re.finditer(r",(?:\\q?quad(?![A-Za-z])|\\[,;: ]|[\s~&])*", source):
        if each_of(source[comma.end() :]) and source[: comma.start()].strip():
            return source[: comma.start()], source[comma.end() :]
    return source, ""


def each_of(source: str) -> str:
    r"""The index of ``i = 1, \dots, n`` and ``i\in[n]``."""
    found = _EACH.fullmatch(source)
    return next(filter(None, found.groups())) if found is not None else ""


def any_member(index: str, body: Text) -> Condition:
    """What ``for each i`` supposes."""
    chars = f"{index} \\in [\\cdot]"
    return Condition(Text(chars, (body.place(0),) * len(chars)))


def any_index(body: Text) -> list[Condition]:
    """What ``for all $i, j$`` supposes: nothing, where these are indices of nothing."""
    names = [name.strip() for name in body.chars.split(",")]
    texts = [f"{name} \\in [\\ast]" for name in names]
    known = set(names) <= {*"ijkl"} and len(set(names)) == len(names)
    return [Condition(Text(chars, (body.place(0),) * len(chars))) for chars in texts] if known else []


def is_idle(entry: Entry) -> bool:
    return isinstance(entry, Condition) and entry.body.chars.endswith("[\\ast]")


def with_members(body: Text, entries: Sequence[Entry], kept: Sequence[Entry]) -> tuple[Text, Sequence[Entry]]:
    """The formula with members 1 and 2 in the place of i and j, and the rest of what is in force."""
    body, entries = _with_members(body, entries, kept)
    left = [entry.body for entry in entries if isinstance(entry, Condition) and is_idle(entry)]
    names = [text for text in dict.fromkeys(one.chars[0] for one in left) if _stands_free(text, body.chars)]
    if names:
        chars = f"\\forall {', '.join(names)}: "
        body = joined(Text(chars, (body.place(0),) * len(chars)), body)
    return body, [entry for entry in entries if not is_idle(entry)]


def _stands_free(index: str, source: str) -> bool:
    """Whether an index stands in a formula, and no sum of it is over this index."""
    bound = re.search(rf"\\(?:sum|prod)\s*(?:\\limits)?\s*_\s*\{{?[^{{}}=]*{index}", source)
    return bound is None and any(tok.text == index for tok in tokens_of(source))


def _with_members(body: Text, entries: Sequence[Entry], kept: Sequence[Entry]) -> tuple[Text, Sequence[Entry]]:
    numbers: dict[str, str] = {}
    told: list[Entry] = []
    for entry in entries:
        chars = entry.body.chars if isinstance(entry, Condition) else ""
        if (two := _APART.fullmatch(chars)) is not None and two[1] != two[2] and not numbers:
            numbers = {two[1]: "1", two[2]: "2"}
            told.append(entry)
    each = {found[1]: entry for entry in entries
            if isinstance(entry, Condition) and (found := _ALL.fullmatch(entry.body.chars)) is not None}  # fmt: skip
    if not numbers and len(each) == 1:
        numbers = dict.fromkeys(each, "1")
    told += [entry for index, entry in each.items() if index in numbers]
    families = families_of(kept)
    apart = [_plain(e.letter) for e in kept if isinstance(e, Fact) and not e.family and _base(e.letter) in families]
    own = {letter[letter.index("_") + 1] for letter in apart if "_" in letter} - {*numbers, *"0123456789"}
    at, *behind = [[tok for tok in members_of(text, families) if tok.text not in own]
                   for text in (body.chars, *_behind(body.chars, kept, told))]  # fmt: skip
    free = [tok for tok in tokens_of(body.chars) if tok.text in numbers]
    if any(behind) or not free or [tok for tok in at if tok.text in numbers] != free or len(at) != len(free):
        return body, entries
    parts, last = [], 0
    for tok in free:
        parts += [body.part(last, tok.start), Text(numbers[tok.text], (body.place(tok.start),))]
        last = tok.end
    return joined(*parts, body.part(last)), [entry for entry in entries if entry not in told]


def _behind(source: str, kept: Sequence[Entry], told: Sequence[Entry]) -> list[str]:
    """The definitions that the formula makes use of, and the conditions on its letters."""
    said = [(frozenset({e.key}), e.text.partition(":=")[2]) for e in kept if isinstance(e, Fact) and ":=" in e.text]
    for entry in kept:
        if isinstance(entry, Condition) and entry not in told:
            chars = entry.body.chars
            name = base_of(chars.partition("=")[0].strip())
            said.append((frozenset({name}) if entry.defines else letters_in(chars), chars))
    found: list[str] = []
    while True:
        letters = letters_in(" ".join([source, *found]))
        more = [text for about, text in said if about & letters]
        if more == found:
            return found
        found = more


def families_of(kept: Sequence[Entry]) -> list[list[str]]:
    """The letters of families of independent members, by their signs."""
    return [_base(e.letter) for e in kept if isinstance(e, Fact) and "~" in e.text and "iid" in e.text.split()]


def members_of(source: str, families: Sequence[Sequence[str]]) -> list[Tok]:
    """The subscripts of the members that a formula speaks of; of a longer subscript its first sign."""
    found = tokens_of(source)
    out = []
    for k, tok in enumerate(found):
        before = [one.text for one in found[:k] if one.text not in "{}"]
        named = any(before[-len(family) :] == list(family) and not {*before[: -len(family)][-1:]} & (ACCENTS | FONTS)
                    for family in families)  # fmt: skip
        if tok.text == "_" and named:
            out.append(found[k + 2 if found[k + 1].text == "{" else k + 1])
    return out


def _base(letter: str) -> list[str]:
    """The signs of a letter without its subscript."""
    found = _plain(letter)
    return found[: found.index("_")] if "_" in found else found


def _plain(letter: str) -> list[str]:
    return [tok.text for tok in tokens_of(letter) if tok.text not in "{}"]
