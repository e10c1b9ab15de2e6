r"""Functions that a page makes for itself: ``S(t):=A+tR`` is put in for ``S(0)``, ``S'(0)`` and ``S(t)``.

A paper says in ``page.py`` as ``FUNCTIONS`` which it defines for several statements, by their labels.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from functools import cache
from importlib import import_module

from ..reading.tokens import Tok, tokens
from .spellings import Spelling, put, spelling_of, unbraced

_NAME = r"(?:\\tilde\s*|\\bar\s*|\\overline\s*)?[A-Za-z](?:_(?:\\[a-z]+|\w))?"
_LETTER = r"\\?[A-Za-z]+(?:_(?:\\[a-z]+|\w))?"
_DEFINITION = re.compile(rf"\s*({_NAME})\s*\(\s*({_LETTER}(?:\s*,\s*{_LETTER})*)\s*\)\s*:=(.*)", re.S)


@dataclass(frozen=True, slots=True)
class Function:
    """``name(arguments):=body``; of one argument it has a derivative at 0, ``name'(0)``."""

    name: str
    arguments: tuple[str, ...]
    body: str


def function_of(tex: str) -> Function | None:
    r"""The function that a formula defines, if it is one.

    >>> function_of(r"S(t):=A+tR"), function_of("S(t)=A"), function_of("S(0):=A")
    (Function(name='S', arguments=('t',), body='A+tR'), None, None)

    What moves along the flow, ``u(t):=f(B(t))``, is a letter.
    """
    found = _DEFINITION.fullmatch(unbraced(tex))
    if found is None:
        return None
    body = found[3].replace(" ", "")
    still = "(t)" in body and "t" not in {tok.text for tok in tokens(body.replace("(t)", ""))}
    if still or f"{found[1].strip()}(" in body or any(sign in body for sign in ("\\dots", "\\{", "{dt}")):
        return None
    return Function(found[1].strip(), tuple(part.strip() for part in found[2].split(",")), found[3].strip())


@cache
def functions_of(id: str) -> tuple[Function, ...]:
    """Those of the paper for this statement."""
    paper, _, label = id.partition("/")
    if spelling_of(paper) == Spelling():
        return ()
    table = vars(import_module(f"proofs_check.papers.{paper}.page")).get("FUNCTIONS", {})
    return tuple(Function(*row) for pattern, rows in table.items() if fnmatchcase(label, pattern) for row in rows)


def put_in(tex: str, functions: Iterable[Function]) -> str:
    r"""The formula with the functions' formulas in their places, the inner ones last.

    >>> S = Function("S", ("t",), "A+tR")
    >>> put_in("S(0)B+S'(0)", [S])
    '((A+ t R)|_{t=0})B+(\\frac d{dt}(A+ t R)|_{t=0})'
    """
    for _ in range(4):
        made = tex
        for function in functions:
            tex = _put_one(tex, function)
        if made == tex:
            break
    return tex


def _put_one(tex: str, function: Function) -> str:
    found = [*tokens(tex)]
    name = [tok.text for tok in tokens(unbraced(function.name))]
    for k in range(len(found) - len(name), -1, -1):
        before = found[k - 1].text if k else ""
        here = [tok.text for tok in found[k : k + len(name)]]
        if here != name or before in ("_", "^", "\\tilde", "\\bar", "\\mathbb", "\\mathcal", "\\overline"):
            continue
        place = k + len(name)
        primed = place < len(found) and found[place].text == "'"
        told = _arguments(found, place + primed)
        if told is None or len(told[0]) != len(function.arguments):
            continue
        values, end = [tex[a:b].strip() for a, b in told[0]], told[1]
        if (primed or function.arguments != ("t",)) and (values == ["0"]) is not primed:
            continue  # a value at 0 of what does not depend on the time is the paper's to write
        made = f"({_with(function, values)})"
        if values == ["0"]:
            slope = "\\frac d{dt}" if primed else ""
            made = rf"({slope}({_with(function, ['t'])})|_{{t=0}})"
        tex = tex[: found[k].start] + made + tex[end:]
        found = [*tokens(tex)]
    return tex


def _with(function: Function, values: Sequence[str]) -> str:
    body = function.body
    for k, argument in enumerate(function.arguments):
        body = put(body, argument, f"\\mathfrak{{Z}}_{{{k}}}")
    for k, value in enumerate(values):
        single = re.fullmatch(r"(?:\\[A-Za-z]+|[A-Za-z])(?:_\w)?", value) is not None
        body = put(body, f"\\mathfrak{{Z}}_{{{k}}}", value if single else f"({value})")
    return re.sub(r"\s+", " ", body)


def _arguments(found: Sequence[Tok], place: int) -> tuple[list[tuple[int, int]], int] | None:
    """Where the arguments stand behind an opening bracket, and where it closes."""
    if place >= len(found) or found[place].text != "(":
        return None
    depth, starts, out = 0, found[place].end, []
    for tok in found[place:]:
        depth += (tok.text in "([") - (tok.text in ")]")
        if depth == 1 and tok.text == ",":
            out.append((starts, tok.start))
            starts = tok.end
        if depth == 0:
            return [*out, (starts, tok.start)], tok.end
    return None
