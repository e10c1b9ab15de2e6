"""Bars in pairs: which ones open and which close, and where two of them are a norm."""

from __future__ import annotations

from dataclasses import replace

from .lexemes import OPERANDS, Lex
from .outcomes import Refusal

_BETWEEN = frozenset({
    "PLUS", "MINUS", "REL", "COMMA", "SEP", "DOT", "SLASH", "OTIMES", "AMP", "ROW", "SUP", "SUB", "PRIME", "IMPL",
})


def paired(found: list[Lex]) -> list[Lex]:
    """Bars as left and right ones: what follows an operand closes, anything else opens."""
    out: list[Lex] = []
    levels: list[list[int]] = [[]]
    """The bars that are open, and on each level of brackets the last one that was closed."""
    closed: list[dict[str, int]] = [{}]
    starts: list[int] = []
    for lex in _doubled(found):
        if lex.kind in ("OPEN", "LBRACE", "BEGIN", "LANGLE"):
            levels.append([])
            closed.append({})
            starts.append(len(out))
        elif lex.kind in ("CLOSE", "RBRACE", "END", "RANGLE") and len(levels) > 1:
            _condition(levels[-1], out, starts.pop())
            _all_closed(levels.pop(), out)
            closed.pop()
        if lex.kind not in ("BAR", "NORM"):
            out.append(lex)
            continue
        operand = bool(out) and out[-1].kind in OPERANDS
        opened = levels[-1]
        if opened and operand and out[opened[-1]].kind == f"{lex.kind}L":
            opened.pop()
            closed[-1][lex.kind] = len(out)
            out.append(Lex(f"{lex.kind}R", lex.span))
            continue
        last = closed[-1].get(lex.kind)
        between = out[last + 1 :] if last is not None else []
        if between and between[0].kind not in _BETWEEN and between[-1].kind not in _BETWEEN:
            raise Refusal(lex.span, "It stays open which bars belong together: write \\lvert ... \\rvert in brackets.")
        if out and out[-1].kind == f"{lex.kind}L" and out[-1].span[1] == lex.span[0]:
            raise Refusal((out[-1].span[0], lex.span[1]), "Two bars in a row: write \\| for a norm.")
        opened.append(len(out))
        out.append(replace(lex, kind=f"{lex.kind}L"))
    _all_closed(levels[0], out)
    return out


def _condition(opened: list[int], out: list[Lex], start: int) -> None:
    r"""The only bar in the bracket of a mean without a partner, ``E[x \\,|\\, w]``, is that of a condition."""
    head = out[start - 1] if start else None
    if head is not None and head.kind == "SUB" and start > 1:
        head = out[start - 2]
    mean = head is not None and (head.kind, head.text) == ("HEAD", "expect") and out[start].kind == "OPEN"
    if mean and len(opened) == 1 and out[opened[0]].kind == "BARL" and out[opened[0] - 1].kind in OPERANDS:
        out[opened[0]] = replace(out[opened[0]], kind="MID")
        opened.pop()


def _doubled(found: list[Lex]) -> list[Lex]:
    """``||x||`` as a norm, where each bar has just one other beside it: with a single one it may be a modulus."""
    bars = [k for k, lex in enumerate(found) if lex.kind == "BAR"]
    pairs = list(zip(bars[::2], bars[1::2], strict=False))
    beside = all(found[j].span[0] == found[k].span[1] for k, j in pairs)
    apart = all(found[j].span[0] > found[k].span[1] for k, j in zip(bars[1::2], bars[2::2], strict=False))
    if not bars or len(bars) % 4 or not (beside and apart) or any(lex.kind == "NORM" for lex in found):
        return found
    joined = {k: Lex("NORM", (found[k].span[0], found[j].span[1]), "||") for k, j in pairs}
    dropped = {j for _, j in pairs}
    return [joined.get(k, lex) for k, lex in enumerate(found) if k not in dropped]


def _all_closed(opened: list[int], out: list[Lex]) -> None:
    if opened:
        raise Refusal(out[opened[-1]].span, "This bar has no partner: write \\mid for a condition.")
