r"""Whether the tokens of the grammar say what the source says, sign by sign and in its order.

What the lexer rewrites, ``e^{-at}``, ``\sum_{i,j=1}^n``, ``\frac{\partial f}{\partial x}``, bars, commas, is said here
a second time, apart from it: a factor that is lost, doubled or moved on the way, another letter, digit or sign, is
found.

>>> from .tokens import grouped
>>> list(_Source(grouped(r"\hat A_{12} e^{-a}"), frozenset()).said())
['\\hat', 'A', '_', '1', '2', 'head exp', '(', '-', 'a', ')']
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cache

from .lexemes import Lex
from .spellings import (
    ACCENTS,
    BARS,
    CLOSE,
    COMMANDS,
    CONNECTIVES,
    DOTS,
    FONTS,
    FUNCTIONS,
    GREEK,
    HEADS,
    LAYOUT,
    LONGEST,
    MATRICES,
    MOMENTS,
    NEGATED,
    OPEN,
    RELATIONS,
    SAME_ACCENT,
    UPRIGHT,
)
from .tokens import Group, Item, Tok, key, tokens, word

_SIGNS = {"\\langle": "<", "\\rangle": ">", "\\mid": "|", "+": "+", "-": "-", "/": "/", "\\otimes": "*", "'": "'",
          ",": ",", ";": ",",
          **dict.fromkeys(OPEN, "("), **dict.fromkeys(CLOSE, ")"),
          **{sign: f"so {head}" for sign, head in CONNECTIVES.items()}}  # fmt: skip
_KINDS = {"LANGLE": "<", "RANGLE": ">", "MID": "|", "PLUS": "+", "MINUS": "-", "SLASH": "/", "OTIMES": "*",
          "OPEN": "(", "CLOSE": ")", "BARL": "|", "BARR": "|", "FRAC": "fraction", "SQRT": "root",
          "BEGIN": "matrix", "END": "matrix", "SUB": "_", "SUP": "^",
          "LBRACE": "{", "RBRACE": "}", "DOTS": "dots"}  # fmt: skip


def is_kept(items: Sequence[Item], found: Iterable[Lex], declared: frozenset[str]) -> bool:
    """Whether the tokens made of the items say the same, letter by letter."""
    return [*_Source(items, declared).said()] == [sign for lex in found for sign in _spoken(lex)]


def _spoken(lex: Lex) -> Iterator[str]:
    if lex.kind == "REL":
        yield f"is {lex.text}"
    elif lex.kind in ("COMMA", "SEP"):
        yield from {"": [","], ",": ["is eq"]}.get(lex.text, [])  # of places that are compared; of a new row
    elif lex.kind in ("NAME", "NUM"):
        yield from _letters(lex.text)
    elif lex.kind in ("HEAD", "MOMENT"):
        yield f"head {lex.text}"
    elif lex.kind == "IMPL":
        yield f"so {lex.text}"
    elif lex.kind in ("PRIME", "NORML", "NORMR"):
        yield from "'" * len(lex.text) if lex.kind == "PRIME" else "||"
    elif lex.kind == "AT":
        yield from ("|", "_", *_signs(lex.items))
    elif lex.kind in _KINDS:
        yield _KINDS[lex.kind]
        yield from _signs(lex.items)


@cache
def _letters(text: str) -> tuple[str, ...]:
    return tuple(_signs(tuple(tokens(text))))


def _signs(items: Sequence[Item]) -> Iterator[str]:
    """What stands in a script or in a name, which are kept as they are."""
    for item in items:
        if isinstance(item, Group):
            yield from _signs(item.items)
        elif item.text not in UPRIGHT and item.text not in ("{", "}"):
            yield from item.text if item.text[0].isdigit() else [SAME_ACCENT.get(item.text, item.text)]


class _Source:
    """The signs of the source, from left to right."""

    def __init__(self, items: Sequence[Item], declared: frozenset[str]) -> None:
        self.rest = [*reversed(items)]
        self.declared = declared

    def said(self) -> Iterator[str]:
        while self.rest:
            item = self.rest.pop()
            if isinstance(item, Group):
                self.rest.extend(reversed(item.items))
            else:
                yield from self._sign(item)

    def _within(self, items: Sequence[Item]) -> Iterator[str]:
        return _Source(items, self.declared).said()

    def _sign(self, tok: Tok) -> Iterator[str]:
        text = tok.text
        if text in _SIGNS:
            yield _SIGNS[text]
        elif text in BARS:
            yield from "||" if BARS[text] == "NORM" else "|"
        elif text in ("_", "^"):
            yield from (text, *_signs(self._argument()))
        elif text in ("\\frac", "\\tfrac", "\\dfrac"):
            yield from self._fraction()
        elif text == "\\sqrt":
            yield from ("root", "{", *self._within(self._argument()), "}")
        elif text in ("\\begin", "\\end"):
            yield from ["matrix"] if key(self._argument()).removesuffix("*") in MATRICES else []
        elif text in ("\\overset", "\\stackrel"):
            self._argument()
            self._argument()
            yield "is same_law"
        elif text in RELATIONS or text == "\\not":
            yield from self._relation(tok)
        elif text in ("\\left", "\\right") and self._is_next("."):
            self.rest.pop()
        else:
            yield from self._name(tok)

    def _relation(self, tok: Tok) -> Iterator[str]:
        following = self.rest[-1] if self.rest else None
        if tok.text == "\\not" and isinstance(following, Tok):
            self.rest.pop()
            yield f"is {NEGATED.get(following.text, '')}"
        elif tok.text in ("<", ">") and self._is_next("=", tok.end):
            self.rest.pop()
            yield "is le" if tok.text == "<" else "is ge"
        elif tok.text in RELATIONS:
            yield f"is {RELATIONS[tok.text]}"

    def _name(self, tok: Tok) -> Iterator[str]:
        text = tok.text
        if text in ACCENTS | FONTS | UPRIGHT:
            yield from self._dressed(text)
        elif text == "\\arg":
            while not self._is_next("\\min") and self.rest:
                self.rest.pop()
            self.rest.pop()
            yield "head argmin"
        elif text in self.declared:
            yield from self._plain(tok)
        elif text in DOTS:
            yield "dots"
        elif text[1:] in COMMANDS or text[1:] in ("Var", "Cov") or (text == "\\partial" and self._is_next("_")):
            yield from self._head(text)
        elif text in GREEK or text[0].isalnum():
            yield from self._plain(tok)

    def _head(self, text: str) -> Iterator[str]:
        r"""``\sum_{i,j=1}^n`` is two sums."""
        yield f"head {text[1:] if text[1:] in ('Var', 'Cov', 'partial') else HEADS[text[1:]]}"
        if text != "\\sum" or not self._is_next("_"):
            return
        self.rest.pop()
        below = self._argument()
        signs = [*_signs(below)]
        at = signs.index("=") if "=" in signs else 0
        several = at > 1 and "\\ne" not in signs and "\\neq" not in signs and set(signs[1:at:2]) == {","}
        if not (several and self._is_next("^")):
            yield from ("_", *signs)
            return
        self.rest.pop()
        above = ("^", *_signs(self._argument()))
        for k, name in enumerate(signs[:at:2]):
            yield from (*(["head sum"] if k else []), "_", name, *signs[at:], *above)

    def _plain(self, tok: Tok) -> Iterator[str]:
        """A letter or a number; a word before a bracket, and the e of an exponential, are heads."""
        run = self._run(tok)
        if tok.text == "e" and "e" not in self.declared and self._is_next("^") and self._is_power():
            self.rest.pop()
            yield from ("head exp", "(", *self._within(self._argument()), ")")
        elif run:
            del self.rest[len(self.rest) - len(run) + 1 :]
            yield f"head {HEADS[run]}"
        elif tok.text == "E" and "E" not in self.declared and self._is_next("["):
            yield "head expect"
        else:
            yield from _letters(tok.text)

    def _run(self, tok: Tok) -> str:
        """The word of a function, ``exp(``, that this letter makes with those that follow; nothing where it is none."""
        text, place = tok.text, tok.end
        for item in reversed(self.rest):
            if not (isinstance(item, Tok) and len(item.text) == 1 and item.text.isalpha() and item.start == place):
                break
            if len(text) > LONGEST:
                break
            text, place = text + item.text, item.end
        behind = self.rest[-len(text)] if len(self.rest) >= len(text) else None
        opened = isinstance(behind, Tok) and behind.text in ("(", "[")
        return text if opened and HEADS.get(text) in FUNCTIONS and not self.declared & {*text} else ""

    def _is_power(self) -> bool:
        r"""Whether what stands above an e is an exponent, and no name: ``e^{*}``, ``e^2``, ``e^{(i)}``."""
        above = self.rest[-2] if len(self.rest) > 1 else None
        items = above.items if isinstance(above, Group) else (above,)
        signs = [*_signs([item for item in items if item is not None])]
        one = len(items) == 1 and signs[:1] != [] and signs[0] not in GREEK | {*"abcrstuvwxyz"}
        return bool(signs) and signs[0] not in ("(", "*", "[") and not one

    def _dressed(self, text: str) -> Iterator[str]:
        r"""``\hat A``, ``\mathbb E``, ``\operatorname{tr}``."""
        bare = [item for item in self._argument() if not (isinstance(item, Tok) and item.text in LAYOUT)]
        named = word(bare) or key(bare)
        whole = named if text in UPRIGHT else f"{SAME_ACCENT.get(text, text)}{{{key(bare)}}}"
        head = (HEADS.get(named) or MOMENTS.get(named, "")) if text in UPRIGHT else ""
        head = "delta" if named == "1" and text in FONTS and self._is_next("(") else head
        head = "expect" if named == "E" and text not in ACCENTS else head
        if whole not in self.declared and head:
            yield f"head {head}"
        else:
            yield from ([] if text in UPRIGHT else [SAME_ACCENT.get(text, text)])
            yield from _signs(bare)

    def _fraction(self) -> Iterator[str]:
        above, below = self._argument(), self._argument()
        if key(above) == "d" and key(below) == "dt":
            yield f"head {'slope' if 't' in self.declared else 'ddt'}"
        elif key(above).startswith("\\partial") and key(below).startswith("\\partial"):
            inside = ["(", *self._within(above[1:]), ")"] if above[1:] else []
            yield from (*inside[:1], "head partial", "_", *_signs(below[1:]), *inside[1:])
        else:
            yield from ("fraction", "{", *self._within(above), "}", "{", *self._within(below), "}")

    def _is_next(self, text: str, place: int = -1) -> bool:
        following = self.rest[-1] if self.rest else None
        return isinstance(following, Tok) and following.text == text and place in (-1, following.start)

    def _argument(self) -> tuple[Item, ...]:
        item = self.rest.pop()
        if isinstance(item, Group):
            return item.items
        if item.text in ACCENTS | FONTS | UPRIGHT:
            return (item, *self._argument())
        if item.text[0].isdigit() and len(item.text) > 1:
            self.rest.append(Tok(item.text[1:], item.start + 1, item.end))
            return (Tok(item.text[0], item.start, item.start + 1),)
        return (item,)
