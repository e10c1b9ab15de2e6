r"""LaTeX as tokens with their places, and braces as groups.

>>> [token.text for token in tokens(r"\frac12 x^\top")]
['\\frac', '12', 'x', '^', '\\top']
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from .outcomes import Refusal, Span
from .spellings import ACCENTS, FONTS, SAME_ACCENT, UPRIGHT

_TOKEN = re.compile(
    r"(?P<blank>\s+|%[^\n]*)|(?P<token>\\[A-Za-z]+\*?|\\[^A-Za-z]|\d+\.\d+|\d+|[A-Za-z]|"
    r"[{}^_&'|()\[\]+\-*/=<>,;:.!~$])"
)


@dataclass(frozen=True, slots=True)
class Tok:
    text: str
    start: int
    end: int

    @property
    def span(self) -> Span:
        return self.start, self.end


@dataclass(frozen=True, slots=True)
class Group:
    """What stands between braces, which are not seen in print."""

    items: tuple[Item, ...]
    start: int
    end: int

    @property
    def span(self) -> Span:
        return self.start, self.end


Item = Tok | Group


def tokens(source: str, first: int = 0) -> Iterator[Tok]:
    """The tokens of the source, blanks and comments left out."""
    place = 0
    while place < len(source):
        found = _TOKEN.match(source, place)
        if found is None:
            raise Refusal(
                (first + place, first + place + 1),
                f"The sign {source[place]!r} is not read: write it as a LaTeX command.",
            )
        if found["token"]:
            yield Tok(found["token"], first + place, first + found.end())
        place = found.end()


def grouped(source: str) -> tuple[Item, ...]:
    """The tokens with braces as groups."""
    stack: list[list[Item]] = [[]]
    opened: list[Tok] = []
    for token in tokens(source):
        if token.text == "{":
            opened.append(token)
            stack.append([])
        elif token.text == "}":
            if not opened:
                raise Refusal(token.span, "This brace closes nothing: take it away, or open one.")
            items = tuple(stack.pop())
            stack[-1].append(Group(items, opened.pop().start, token.end))
        else:
            stack[-1].append(token)
    if opened:
        raise Refusal(opened[-1].span, "This brace is never closed: write } behind what it holds.")
    return tuple(stack[0])


def word(items: Sequence[Item]) -> str:
    """Letters and digits in a row as one word; nothing where anything else stands among them."""
    texts = [item.text for item in items if isinstance(item, Tok)]
    plain = len(texts) == len(items) and all(text.isalnum() for text in texts)
    return "".join(texts) if plain else ""


def key(items: Sequence[Item]) -> str:
    r"""How a script is compared with another: without layout, upright fonts and braces that do nothing.

    >>> key(grouped(r"{\mathrm{lin}}")) == key(grouped("lin")), key(grouped(r"u_{12}"))
    (True, 'u_{12}')
    """
    out: list[str] = []
    for place, item in enumerate(items):
        before = items[place - 1] if place else None
        after = before.text if isinstance(before, Tok) else ""
        if isinstance(item, Group):
            inner = key(item.items)
            out.append(f"{{{inner}}}" if after in {"_", "^"} or after in ACCENTS | FONTS else inner)
        elif item.text in UPRIGHT or item.text == "\\,":
            continue
        elif after in {"_", "^"} or after in ACCENTS | FONTS:
            out.append(f"{{{item.text}}}")
        else:
            out.append(SAME_ACCENT.get(item.text, item.text))
    return "".join(out)


def name_of(tex: str) -> str:
    r"""A word for a letter.

    >>> name_of(r"\hat\Lambda"), name_of("W^{PV}"), name_of("x'")
    ('hat_Lambda', 'W_PV', 'x_prime')
    """
    words = [re.sub(r"\W", "", t.text) or {"*": "star", "'": "prime", "+": "plus"}.get(t.text, "") for t in tokens(tex)]
    out = ""
    for text, word in zip([t.text for t in tokens(tex)], words, strict=True):
        out += "_" if text in "_^" or (text == "'" and out) else ""
        joined = word and out and not out.endswith("_") and (text[0] == "\\" or out[-5:] in ("tilde",) or len(word) > 1)
        out += ("_" if joined and not word.isdigit() else "") + word
    return re.sub("_+", "_", out).strip("_")
