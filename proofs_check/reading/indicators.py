r"""``\mathbf 1(i = j)``: 1 where both are the same, else 0."""

from __future__ import annotations

from dataclasses import replace
from itertools import accumulate

from .lexemes import CLOSING, OPENING, Lex

_ONES = frozenset({"\\mathbf{1}", "\\boldsymbol{1}", "\\mathbb{1}"})


def with_indicators(found: list[Lex], declared: frozenset[str]) -> list[Lex]:
    r"""``\mathbf 1(i = j)`` as a function of its two places."""
    for k, lex in enumerate(found):
        opened = k + 1 < len(found) and found[k + 1].kind == "OPEN"
        if not opened or lex.kind != "NAME" or lex.text not in _ONES - declared:
            continue
        depths = accumulate((one.kind in OPENING) - (one.kind in CLOSING) for one in found[k + 1 :])
        end = next((k + 1 + j for j, depth in enumerate(depths) if depth == 0), len(found))
        signs = [j for j in range(k + 2, min(end, len(found))) if found[j].kind in ("REL", "COMMA", "SEP")]
        if len(signs) == 1 and (found[signs[0]].kind, found[signs[0]].text) == ("REL", "eq"):
            found[k] = replace(lex, kind="HEAD", text="delta")
            found[signs[0]] = replace(found[signs[0]], kind="COMMA", text=",")
    return found
