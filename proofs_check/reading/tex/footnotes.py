r"""Footnotes, put behind the paragraph in which they stand: a sentence goes on where its footnote was.

>>> from .sources import Text
>>> source = "Let $A$\\footnote{A note.} be symmetric.\n\nNext."
>>> behind_paragraphs(Text(source, tuple((0, k) for k in range(len(source))))).chars.replace("\n", "|")
'Let $A$ be symmetric.|| A note. ||Next.'
"""

from __future__ import annotations

import re

from .macros import closing
from .sources import Text, joined

_FOOTNOTE = re.compile(r"[ \t]*\\(?:footnote|thanks)\s*(?:\[[^\]]*\])?\s*(?=\{)|\\footnotemark(?:\[[^\]]*\])?")
_ENDS = re.compile(
    r"\n[ \t]*\n|\\par(?![A-Za-z])|\\(?:sub)*section|\\paragraph|\\(?:begin|end)\s*\{(?!equation|align|gather|multline)"
)


def behind_paragraphs(text: Text) -> Text:
    parts: list[Text] = []
    waiting: list[Text] = []
    last = place = 0
    while (found := _FOOTNOTE.search(text.chars, place)) is not None:
        opened = text.chars[found.end() : found.end() + 1] == "{"
        end = closing(text.chars, found.end()) if opened else found.end() - 1
        if end is None:
            break
        parts += _until(text, last, found.start(), waiting)
        waiting += [text.part(found.end() + 1, end)] if opened else []
        last = place = end + 1
    return joined(*parts, *_until(text, last, len(text), waiting))


def _until(text: Text, start: int, end: int, waiting: list[Text]) -> list[Text]:
    """What stands there, with the footnotes that wait behind the first paragraph that ends in it."""
    found = _ENDS.search(text.chars, start, end) if waiting else None
    cut = found.start() if found is not None else end if end == len(text) else None
    if cut is None or not waiting:
        return [text.part(start, end)]
    at = (text.place(cut),)
    notes = [part for note in waiting for part in (Text("\n\n ", at * 3), note)]
    waiting.clear()
    return [text.part(start, cut), *notes, Text(" ", at), text.part(cut, end)]
