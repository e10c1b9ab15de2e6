r"""The printed words of a claim: without our notes about the scan, and cut into its lettered parts.

>>> text = r'(a) $x=1$. (b) "so $y=2$." OCR: reading chosen (the digit in (b)). (c) $z=3$.'
>>> without_notes(text)
('(a) $x=1$. (b) "so $y=2$." (c) $z=3$.', ('reading chosen (the digit in (b))',))
>>> excerpt(without_notes(text)[0], ["a", "b", "c"], {"b"})
'(b) "so $y=2$."'
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence

from ..claims import Claim

_NOTE = "OCR:"


def words(claim: Claim) -> str:
    """What the page says, and nothing else."""
    return without_notes(claim.printed)[0] if _NOTE in claim.printed else claim.printed


def remarks(claim: Claim) -> str:
    """What we add to it: how the scan was read, and our note."""
    scan = "; ".join(without_notes(claim.printed)[1])
    return "\n\n".join(part for part in (f"Of the scan: {scan}." if scan else "", claim.note) if part)


def without_notes(text: str) -> tuple[str, tuple[str, ...]]:
    """The words as printed on one line a paragraph, and the notes on how the scan was read."""
    text = "\n\n".join(" ".join(paragraph.split()) for paragraph in text.split("\n\n"))
    notes: list[str] = []
    while (start := text.find(_NOTE)) >= 0:
        enclosed = text[:start].endswith("(")
        end = _end(text, start + len(_NOTE), enclosed)
        notes.append(text[start + len(_NOTE): end].strip())
        before = text[: start - 1] if enclosed else text[:start]
        after = text[end + 1:]
        joined = "" if after[:1] in ",.;:" else " "
        text = (before.rstrip() + joined + after.lstrip()).strip()
    return text, tuple(notes)


def _end(text: str, start: int, enclosed: bool) -> int:
    """Where a note ends: at the bracket that closes it, or at its full stop."""
    depth = 0
    for place in range(start, len(text)):
        sign = text[place]
        if sign == ")" and depth == 0 and enclosed:
            return place
        depth += (sign == "(") - (sign == ")")
        if sign == "." and depth == 0 and not enclosed and text[place + 1: place + 2] in ("", " "):
            return place
    return len(text)


def excerpt(text: str, parts: Sequence[str], wanted: Collection[str]) -> str:
    """The parts called ``wanted``, by their letters or by what they start with; without these, all of the text.

    >>> excerpt("Lemma 1: (3). Lemma 2: (4), (5). Lemma 3: (6).", ["lemma-1", "lemma-2, (5)", "lemma-3"],
    ...         {"lemma-2, (5)"})
    'Lemma 2: (4), (5).'
    """
    letters = {name: _start(text, f"({name}) ") for name in parts if name}
    titles = {name: _start(text, name.split(",")[0].replace("-", " ").capitalize() + ":") for name in parts if name}
    for starts in (letters, titles):
        if wanted and len(starts) > 1 and all(starts.get(name) is not None for name in wanted):
            return _cut(text, starts, wanted)
    return text


def _cut(text: str, starts: Mapping[str, int | None], wanted: Collection[str]) -> str:
    places = sorted({place for place in starts.values() if place is not None})
    ends = dict(zip(places, [*places[1:], len(text)], strict=True))
    chosen = sorted({place for name in wanted if (place := starts[name]) is not None})
    return " ".join(_quoted(text, place, ends[place]) for place in chosen)


def _quoted(text: str, start: int, end: int) -> str:
    """A piece of the text, with the quotation marks of a quotation that is open where it starts or ends.

    >>> _quoted('"so (a) x, and (b) y."', 4, 15), _quoted('"so (a) x, and (b) y."', 15, 22)
    ('"(a) x, and"', '"(b) y."')
    """
    piece = text[start:end].strip()
    before, after = ('"' * (text[:place].count('"') % 2) for place in (start, end))
    return before + piece + after


def _start(text: str, sign: str) -> int | None:
    found = re.search(rf"(?<![\w)]){re.escape(sign)}", text)
    return found.start() if found else None
