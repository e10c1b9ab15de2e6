"""The grammar of formulas: what stands where.  What a row of factors means is typing, in :mod:`.typing`.

Scripts, prefixes (``tr``, a sum, a gradient) and quotients with a stroke are left as they stand in a row: how far they
reach depends on shapes and on what letters occur.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any, cast

from lark import Lark, Token, UnexpectedToken
from lark.lexer import Lexer

from .lexer import Lex
from .outcomes import Refusal, Span

GRAMMAR = r"""
start: chain (SEP chain)*
chain: _item (REL _item)*
_item: sum | dots
dots: sum DOTS sum
sum: (PLUS | MINUS)? row ((PLUS | MINUS) row)*
row: (factor | OTIMES | DOT | SLASH)+
factor: _primary (SUP | SUB | PRIME)* AT?
_primary: NUM | NAME | HEAD | bracket | fraction | root | norm | bars | inner | matrix
bracket: OPEN (sum (COMMA sum)* (MID sum (COMMA sum)*)? | dots | weighed) CLOSE
weighed: sum COMMA sum SEP sum (COMMA sum)*
fraction: FRAC LBRACE sum RBRACE LBRACE sum RBRACE
root: SQRT LBRACE sum RBRACE
norm: NORML sum NORMR
bars: BARL sum BARR
inner: LANGLE sum COMMA sum RANGLE
matrix: BEGIN _item ((AMP | ROW) _item)* END
%declare NUM NAME HEAD SUP SUB PRIME PLUS MINUS SLASH DOT OTIMES REL SEP COMMA MID OPEN CLOSE FRAC SQRT
%declare LBRACE RBRACE NORML NORMR BARL BARR LANGLE RANGLE BEGIN END AMP ROW GAP AT DOTS
"""
Node = Any
"""A tree of lark."""


class _Handed(Lexer):
    """The tokens come ready: LaTeX is read by :mod:`.lexer`."""

    def __init__(self, conf: object) -> None:
        pass

    def lex(self, data: Any, parser_state: Any = None) -> Iterator[Token]:
        for place, lex in enumerate(data):
            yield Token(lex.kind, lex.text, start_pos=place)


@cache
def _parser() -> Lark:
    return Lark(GRAMMAR, parser="lalr", lexer=_Handed, start=["start", "sum"])


def parsed(found: Sequence[Lex], start: str, whole: Span) -> Node:
    """The tree of the grammar, whose tokens know their places in ``found``."""
    try:
        return _parser().parse(cast(Any, found), start=start)
    except UnexpectedToken as error:
        raise _refusal(error, found, whole) from None


_LACKS = {
    "REL": "A relation lacks one of its sides.", "AMP": "This & stands in no matrix.",
    "PLUS": "Two signs in a row, or a sign without a term: write brackets.",
    "MINUS": "Two signs in a row, or a sign without a term: write brackets.",
    "COMMA": "A comma is read between functions' arguments alone: for a number write a point.",
    "GAP": "A wide space may separate cells or statements: leave it out, or write a matrix with & between its cells.",
    "AT": "A bar with values, as in \\big|_{x = 0}, stands behind what it is said of.",
    "DOTS": "Dots are read between the first and the last of a row, [x_1 \\dots x_n]: for a sum write \\sum_{i=1}^{n}.",
    "MID": "\\mid is read in an expectation alone.", "ROW": "A new row is read in a matrix, or before a relation.",
    "CLOSE": "This bracket closes nothing, or holds nothing.",
}  # fmt: skip


def _refusal(error: UnexpectedToken, found: Sequence[Lex], whole: Span) -> Refusal:
    token = error.token
    if token.type == "$END":
        end = found[-1].span if found else whole
        early = "The formula stops too early: something is missing behind this."
        return Refusal(end, early if found else "Nothing to read.")
    place = token.start_pos
    lex = found[place if place is not None else -1]
    return Refusal(lex.span, _LACKS.get(lex.kind, "This cannot stand here."))
