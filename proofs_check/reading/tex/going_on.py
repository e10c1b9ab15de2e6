"""Whether what the sentence before supposed holds in this one, too."""

from __future__ import annotations

from collections.abc import Sequence

from . import vocabulary as v
from .doubts import restricts
from .in_force import bounded
from .pieces import Piece
from .stated import Scope
from .supposed import Condition, Fact, Said


def left_open(scope: Scope, items: Sequence[Piece], said: Said, *, strict: bool) -> str:
    """Why it stays open what of the sentences before holds here; nothing where it does not."""
    words = {piece.text.lower() for piece in items if piece.kind == "word"}
    own = list(filter(restricts, said.passing))
    ranged, anew = (frozenset().union(*map(bounded, told)) for told in (scope.ranging, own))
    if said.stated and ranged & anew:
        return f"{min(ranged & anew)} ranges anew: is what was said of it before supposed here, too?"
    if said.stated and scope.conditional and not own and not goes_on(scope, items):
        return "whether the condition of the sentence before holds here, too, stays open: say it again"
    if not strict or not scope.formulas:
        return ""
    more = [e for e in said.entries if isinstance(e, Condition) or (isinstance(e, Fact) and not e.fresh)]
    if v.AFTERWARDS.intersection(words) and said.entries:
        return "whether this is supposed of the statement before stays open: say it first"
    if more and not v.BESIDE.intersection(words):
        return "whether this holds beside what was supposed before stays open: write 'moreover', or two statements"
    return ""


def goes_on(scope: Scope, items: Sequence[Piece]) -> bool:
    """``Consequently,`` behind ``for all $u$ and every $a>0$``: of the same letters."""
    first = tuple(piece.text.lower() for piece in items[:2])
    return bool(scope.ranging) and (first[:1] in v.FOLLOWS or first in v.FOLLOWS)
