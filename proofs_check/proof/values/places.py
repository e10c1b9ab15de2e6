"""Whether rows, columns and eigenvalues that are counted exist, sizes being at least 1.  Standard library only."""

from __future__ import annotations

from collections.abc import Iterable

from ...statement.dimensions import Size, size, size_of_term
from ...statement.indices import reach
from ...statement.props import Prop
from ...statement.terms import Sym, Term, symbols


def is_in_range(gap: Term, facts: Iterable[Prop] = ()) -> bool:
    """Whether a size less a place is not negative, sizes and indices being at least 1 and premises telling more.

    >>> from ...statement.props import le
    >>> from ...statement.terms import scalar
    >>> d = scalar("d", "integer", "positive")
    >>> is_in_range(d - 1), is_in_range(d - 2), is_in_range(d - 2, [le(2, d)])
    (True, False, True)
    """
    told = _told(gap)
    if told is None:
        return False
    if _is_not_negative(told):
        return True
    pairs = [p.args for p in facts if p.head in {"le", "lt", "eq"}]
    pairs += [p.args[::-1] for p in facts if p.head == "eq"]
    slacks = (_told(b - a) for a, b in pairs if isinstance(a, Term) and isinstance(b, Term))
    return any(s is not None and _is_not_negative(told + size(-1) * s) for s in slacks)


def _told(gap: Term) -> Size | None:
    """The gap as a polynomial in sizes, each index with a minus sign being as large as it gets."""
    found = size_of_term(gap)
    if found is None:
        return None
    met = symbols(gap)
    if not all(s.has("index") or s.traits >= {"integer", "positive"} for s in met):
        return None
    last = {s.name: size(reach(s)) for s in met if s.has("index") and _falls(found, s)}
    return found.where(last) if last else found


def _falls(found: Size, i: Sym) -> bool:
    return any(names == (i.name,) and count < 0 for names, count in found.terms)


def _is_not_negative(found: Size) -> bool:
    """With every name one more than a number that is not negative, no coefficient is negative."""
    names = {name for monomial, _ in found.terms for name in monomial}
    moved = found.where({name: size(name) + size(1) for name in names})
    return moved is not None and all(count >= 0 for _, count in moved.terms)
