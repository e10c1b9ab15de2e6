r"""Variances and covariances are read as means: ``\operatorname{Var}(a)`` as ``\mathbb E[(a-\mathbb E[a])^2]``."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import accumulate

from .lexer import CLOSING, OPENING, Lex
from .outcomes import Refusal, Span
from .tokens import Tok


def with_moments(found: Sequence[Lex], is_number: Callable[[Sequence[Lex]], bool]) -> list[Lex]:
    """The tokens, with means in the place of variances and covariances; between numbers nothing is transposed."""
    place = next((k for k, lex in enumerate(found) if lex.kind == "MOMENT"), None)
    if place is None:
        return list(found)
    head, behind = found[place], found[place + 1 :]
    if not behind or behind[0].kind != "OPEN":
        raise Refusal(head.span, f"Of what? Write \\operatorname{{{head.text}}}(...), with nothing below it.")
    depths = list(accumulate((lex.kind in OPENING) - (lex.kind in CLOSING) for lex in behind))
    if 0 not in depths:
        raise Refusal(behind[0].span, "This bracket is never closed.")
    end = depths.index(0)
    told = [(lex, depth) for lex, depth in zip(behind, depths, strict=True)][1:end]
    if any(lex.kind == "MID" for lex, _ in told):
        raise Refusal(head.span, "Given something this is not read: write a mean, \\mathbb E[... \\mid ...].")
    commas = [k for k, (lex, depth) in enumerate(told) if lex.kind in ("COMMA", "SEP") and depth == 1]
    starts = [0, *(k + 1 for k in commas)]
    bodies = [[lex for lex, _ in told[a:b]] for a, b in zip(starts, [*commas, None], strict=True)]
    made = _moment(head, [with_moments(body, is_number) for body in bodies], numbers=all(map(is_number, bodies)))
    return [*found[:place], *made, *with_moments(behind[end + 1 :], is_number)]


def _moment(head: Lex, bodies: list[list[Lex]], *, numbers: bool) -> list[Lex]:
    span = head.span
    if head.text == "Var" and len(bodies) == 1:
        return _mean([*_around(_centred(bodies[0], span), span), _above("2", span)], span)
    if head.text == "Cov" and len(bodies) in (1, 2):
        first, last = (_around(_centred(body, span), span) for body in (bodies[0], bodies[-1]))
        return _mean([*first, *last, *([] if numbers else [_above("\\top", span)])], span)
    raise Refusal(span, f"{head.text} of {len(bodies)}: a variance is of one, a covariance of one vector or of two.")


def _centred(body: list[Lex], span: Span) -> list[Lex]:
    inner = _around(body, span)
    return [*inner, Lex("MINUS", span, "-"), *_mean(inner, span)]


def _mean(body: list[Lex], span: Span) -> list[Lex]:
    opened, *inside, closed = _around(body, span)
    return [Lex("HEAD", span, "expect"), replace(opened, text="["), *inside, replace(closed, text="[")]


def _around(body: list[Lex], span: Span) -> list[Lex]:
    return [Lex("OPEN", span, "("), *body, Lex("CLOSE", span, "(")]


def _above(text: str, span: Span) -> Lex:
    return Lex("SUP", span, text, (Tok(text, *span),))
