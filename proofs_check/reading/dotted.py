r"""Rows of dots: ``[A x_1 \dots A x_n]`` are the ``A x_i`` side by side, for i from 1 to n.

The first member and the last one are one formula with 1 and with n in some of its places: what stands between is that
formula with i in these places.  ``A_1\cdots A_n`` in round brackets may be a product, and is not read.
"""

from __future__ import annotations

from ..report.render import plain
from ..statement.terms import Num, Op, Sym, Term, index, nodes


def between(first: Term, last: Term, taken: frozenset[str]) -> Op | None:
    """All from the first to the last, under an index that is not called as anything else; nothing where these two are
    not told apart by their places alone.

    >>> from ..statement.laws import gaussian
    >>> from ..statement.terms import at, matrix, scalar
    >>> A, x, n = matrix("A"), gaussian("x", iid=True), scalar("n", "integer", "positive")
    >>> between(A * at(x, 1), A * at(x, n), frozenset({"i"})), between(A * at(x, 1), at(x, n), frozenset())
    (A x₁ … A x_n, None)
    """
    uppers = list(dict.fromkeys(_uppers(first, last)))
    upper = uppers[0] if len(uppers) == 1 else None
    if upper is None:
        return None
    limit = plain(upper).replace(" ", "")
    met = {node.name for side in (first, last) for node in nodes(side) if isinstance(node, Sym)} | taken
    name = next((name for name in "ijklm" if name not in met), "")
    i = index(name, int(limit) if limit.isdigit() else limit)
    return Op("beside_over", (i, upper, _with(first, last, i))) if name else None


def _uppers(first: object, last: object) -> list[Term | None]:
    """What stands in the last member where the first one has 1; None where they differ otherwise."""
    if first == last:
        return []
    if isinstance(first, Num) and first.value == 1 and isinstance(last, Term):
        whole = isinstance(last, Num) or all(s.has("integer") for s in nodes(last) if isinstance(s, Sym))
        return [last if whole else None]
    if isinstance(first, Op) and isinstance(last, Op) and (first.head, len(first.args)) == (last.head, len(last.args)):
        return [upper for a, b in zip(first.args, last.args, strict=True) for upper in _uppers(a, b)]
    return [None]


def _with(first: Term, last: Term, i: Sym) -> Term:
    if first == last:
        return first
    if not (isinstance(first, Op) and isinstance(last, Op)):
        return i
    return Op(first.head, tuple(_with(a, b, i) for a, b in zip(first.args, last.args, strict=True)))
