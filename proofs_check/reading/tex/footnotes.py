r"""Footnotes, put before the paragraph in which they stand: what they say may be a condition of it.

>>> from .sources import Text
>>> source = "One.\n\nLet $A$\\footnote{A note.} be symmetric.\n\nNext."
>>> before_paragraphs(Text(source, tuple((0, k) for k in range(len(source))))).chars.replace("\n", "|")
'One.|| A note.||Let $A$ be symmetric.||Next.'
"""

from __future__ import annotations

import re

from .macros import closing
from .sources import Text, joined

_FOOTNOTE = re.compile(r"[ \t]*\\footnote\s*(?:\[[^\]]*\])?\s*(?=\{)|\\footnotemark(?:\[[^\]]*\])?")
_BEGINS = re.compile(
    r"\n[ \t]*\n|\\par(?![A-Za-z])|\\begin\s*\{document\}|"
    r"\\(?:begin|end)\s*\{(?!equation|align|gather|multline|split|[pbv]?matrix|cases|array)[^{}]*\}(?:\[[^\]]*\])?"
)


def before_paragraphs(text: Text) -> Text:
    starts = [found.end() for found in _BEGINS.finditer(text.chars)]
    parts: list[Text] = []
    last = place = 0
    while (found := _FOOTNOTE.search(text.chars, place)) is not None:
        opened = text.chars[found.end() : found.end() + 1] == "{"
        end = closing(text.chars, found.end()) if opened else found.end() - 1
        if end is None:
            break
        start = max((s for s in starts if last <= s <= found.start()), default=last)
        at = (text.place(start),)
        note = [Text(" ", at), text.part(found.end() + 1, end), Text("\n\n", at * 2)] if opened else []
        parts += [text.part(last, start), *note, text.part(start, found.start())]
        last = place = end + 1
    return joined(*parts, text.part(last))
