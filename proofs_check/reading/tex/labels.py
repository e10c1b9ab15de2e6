r"""``y_i = \langle w, x_i\rangle`` of labels: wherever a ``y_j`` stands, what it is stands in its place.

Only where nothing else is said of the letter: a vector y whose entries these are, other labels of the same name, or a
sentence on them that was not understood, leave the formulas unread.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from ..outcomes import Refusal
from ..spellings import ACCENTS, FONTS, GREEK
from ..tokens import Tok, tokens
from .facts import relation_signs
from .sources import Text, joined
from .supposed import Condition, Entry, Extent, Fact

_PLAIN = ACCENTS | (FONTS - {"\\mathbb"}) | GREEK | frozenset(
    ("_", "{", "}", "^", "+", "-", ",", "(", ")", "*", "\\star", "\\top", "\\cdot", "\\langle", "\\rangle")
)
"""What the formula of a label may be made of: no sign that binds an index."""
_SUM = re.compile(r"\\sum\s*_\s*(?:\{[^{}]*\}|\w)(?:\s*\^\s*(?:\{([^{}]*)\}|(\S)))?")
INDICES = frozenset("ijklmst")
_POWER = re.compile(r"\^\s*\{?\s*(?:[2-9]|\\top|T)\s*\}?(?!\s*')")


@dataclass(frozen=True)
class Label:
    """The formula of each member."""

    base: str
    index: str
    body: str
    entry: int
    """Where among the entries it is said."""


def labels_in(entries: Sequence[Entry]) -> list[Label]:
    """The families that have a formula, and of which nothing else is said."""
    found = [label for k, entry in enumerate(entries) if (label := _label(entry, k)) is not None]
    return [label for label in found if not any(
        k != label.entry and isinstance(entry, Fact) and entry.key == label.base
        and (member_of(entry.letter) == label.base or entry.letter == label.base or entry.family)
        for k, entry in enumerate(entries)
    ) and [one.base for one in found].count(label.base) == 1]  # fmt: skip


def beyond(label: Label, source: str, entries: Sequence[Entry]) -> bool:
    """Whether a sum may run over other members than those of which it is said what they are."""
    ends = {entry.last for entry in entries if isinstance(entry, Extent) and entry.base == label.base}
    sums = {(one[1] or one[2] or "").strip() for one in _SUM.finditer(source)}
    return bool(ends) and label.base in [tok.text for tok in tokens_of(source)] and not sums <= ends


def member_of(letter: str) -> str:
    """The family of ``y_i`` and ``y_1``; nothing for another letter."""
    found = re.fullmatch(r"([A-Za-z]|\\[A-Za-z]+)_\{?([a-p]|[r-z]|\d+)\}?", re.sub(r"\s", "", letter))
    return found[1] if found is not None else ""


def _label(entry: Entry, k: int) -> Label | None:
    if isinstance(entry, Condition) and relation_signs(entry.body.chars) == ["="]:
        left, _, right = entry.body.chars.replace("&", " ").partition("=")
    elif isinstance(entry, Fact) and ":=" in entry.text:
        left, _, right = entry.text.partition(":=")
    else:
        return None
    base, index = member_of(left), re.sub(r"[\s{}]", "", left)[-1:]
    inside = tokens_of(right)
    texts = [tok.text for tok in inside]
    plain = all(text in _PLAIN or text in ("\\left", "\\right") or (len(text) == 1 and text.isalnum())
                for text in texts)  # fmt: skip
    if not base or index not in INDICES or not plain or base in texts:
        return None
    at = [j for j, text in enumerate(texts) if text == index]
    scripts = [texts[j - 1] == "_" or texts[max(j - 2, 0) : j] == ["_", "{"] for j in at]
    return Label(base, index, " ".join(right.split()), k) if at and all(scripts) else None


def tokens_of(source: str) -> list[Tok]:
    try:
        return list(tokens(source))
    except Refusal:
        return []


def with_labels(body: Text, entries: Sequence[Entry], labels: Sequence[Label]) -> tuple[Text, list[Entry]]:
    """The formula and what is in force, without the labels."""
    gone = {label.entry for label in labels}
    kept: list[Entry] = []
    for k, entry in enumerate(entries):
        if k in gone:
            continue
        if isinstance(entry, Condition):
            entry = replace(entry, body=_without(entry.body, labels))
        elif isinstance(entry, Fact) and ":=" in entry.text:
            left, _, right = entry.text.partition(":=")
            entry = replace(entry, text=f"{left}:={_without(Text(right, (entry.place,) * len(right)), labels).chars}")
        kept.append(entry)
    return _without(body, labels), kept


def _without(body: Text, labels: Sequence[Label]) -> Text:
    for _ in labels:
        for label in labels:
            body = joined(*_replaced(body, label))
    return body


def _replaced(body: Text, label: Label) -> Iterator[Text]:
    found = tokens_of(body.chars)
    last = 0
    for k, tok in enumerate(found):
        index, end = _index(found, k + 1)
        behind = body.chars[end:].lstrip()
        marked = behind[:1] in ("'", "_") or (behind[:1] == "^" and not _POWER.match(behind))
        if tok.text != label.base or not index or marked or _accented(found, k):
            continue
        by = _member(label, index)
        by = f" {by} " if _stands_alone(by, found[:k], behind) else f"({by})"
        at = body.place(tok.start)
        yield body.part(last, tok.start)
        yield Text(by, (at,) * len(by))
        last = end
    yield body.part(last)


def _index(found: Sequence[Tok], k: int) -> tuple[str, int]:
    """The single index that stands at this place, and where it ends."""
    texts = [tok.text for tok in found[k : k + 4]]
    if texts[:1] != ["_"]:
        return "", 0
    at = 2 if texts[1:2] == ["{"] else 1
    index = texts[at] if len(texts) > at and (at == 1 or texts[3:4] == ["}"]) else ""
    named = index in INDICES | {"n", "N"} or (index.isdigit() and index != "0")
    return (index, found[k + at + (at == 2)].end) if named else ("", 0)


def _accented(found: Sequence[Tok], k: int) -> bool:
    before = [tok.text for tok in found[max(k - 2, 0) : k]]
    return bool({*before[-1:], *(before[:1] if before[1:] == ["{"] else [])} & (ACCENTS | FONTS))


def _member(label: Label, index: str) -> str:
    return re.sub(rf"_\s*(?:\{{\s*{label.index}\s*\}}|{label.index}(?![A-Za-z]))", f"_{{{index}}}", label.body)


def _stands_alone(by: str, before: Sequence[Tok], behind: str) -> bool:
    """Whether it needs no brackets: an inner product, or a product behind a letter, which could be its function."""
    texts = [tok.text for tok in tokens_of(by)]
    if texts[:1] == ["\\langle"] and texts.index("\\rangle") == len(texts) - 1:
        return True
    sums = bool({"+", "-"}.intersection(texts))
    tied = re.match(r"[\^/'!]|\\(?:otimes|odot|circ|times|ast|star)", behind)
    return not sums and not tied and _is_letter([tok.text for tok in before])


def _is_letter(texts: Sequence[str]) -> bool:
    """Whether a letter stands last, with a subscript or without."""
    if texts[-4:-2] == ["_", "{"] and texts[-1] == "}":
        texts = texts[:-4]
    elif texts[-2:-1] == ["_"]:
        texts = texts[:-2]
    return bool(texts) and (texts[-1] in GREEK or (len(texts[-1]) == 1 and texts[-1].isalpha()))
