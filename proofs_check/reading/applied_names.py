"""Functions with names in a row of tokens: which one is applied, to what, and whether that is its own letter."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import accumulate, takewhile

from ..statement.terms import Abbrev, Sym, free_symbols
from .letters import Letters, Named, arguments_of, script
from .lexer import CLOSING, OPENING, Lex, lexed
from .outcomes import Refusal, Span
from .tokens import grouped


def function_at(found: Sequence[Lex], letters: Letters) -> Named | None:
    """The function that is applied here."""
    if [lex.kind for lex in found] != ["NAME", "OPEN"]:
        return None
    named = letters.find(found[0].text, "", "")
    sym = named.sym if isinstance(named, Abbrev) else named
    return named if sym is not None and (arguments_of(sym) or sym.has("function")) else None


def closing(found: Sequence[Lex], start: int) -> int:
    """Where the bracket that opens at ``start`` closes."""
    depths = accumulate((lex.kind in OPENING) - (lex.kind in CLOSING) for lex in found[start:])
    return next((start + j for j, depth in enumerate(depths) if depth == 0), len(found) - 1)


def variable_of(named: Named) -> Sym | None:
    """The letter of a function of one letter that is given by a formula."""
    names = arguments_of(named.sym) if isinstance(named, Abbrev) else ()
    return next((sym for sym in free_symbols(named) if (sym.name,) == names), None)


def is_moved(point: Sequence[Lex], variable: Sym, letters: Letters) -> bool:
    """Whether this is another point than the function's own letter."""
    texts = [lex.text for lex in point]
    own = lexed(grouped(tex_of(variable)), frozenset())
    if texts == [lex.text for lex in own]:
        return False
    if any(lex.kind == "NAME" and named_at(point[k:], letters) == variable for k, lex in enumerate(point)):
        span = point[0].span[0], point[-1].span[1]
        raise Refusal(span, "The gradient at this point, or of what the function makes of it? Write \\nabla_{z} f(z) "
                      "\\big|_{z = ...}, or \\nabla_{x} with brackets.")  # fmt: skip
    return True


def named_at(found: Sequence[Lex], letters: Letters) -> Named | None:
    """The declared letter at this place, with as many of its scripts as belong to it."""
    behind = takewhile(lambda lex: lex.kind in ("SUB", "SUP", "PRIME"), found[1:])
    scripts = {("SUB" if lex.kind == "SUB" else "SUP"): script(lex) for lex in behind}
    below, above = scripts.get("SUB", ""), scripts.get("SUP", "")
    tried = (letters.find(found[0].text, *key) for key in ((below, above), (below, ""), ("", above), ("", "")))
    return next((named for named in tried if named is not None), None)


def tex_of(sym: Sym) -> str:
    return sym.tex or sym.name


def tokens_of(sym: Sym, span: Span) -> list[Lex]:
    """The letter as tokens at this place."""
    return [replace(lex, span=span) for lex in lexed(grouped(tex_of(sym)), frozenset({tex_of(sym)}))]
