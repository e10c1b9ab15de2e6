"""What a statement says, link by link, and under which premises: how implications are taken apart, for whoever looks.

Whether one holds is decided by :mod:`proofs_check.logic`.  Standard library only.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator

from .props import Prop, inside, subprops

Premises = tuple[Prop, ...]
CONNECTIVES = frozenset({"and", "implies", "iff"})


def implication(prop: Prop) -> tuple[Prop, Prop] | None:
    """The premise and the conclusion; None of anything but an implication."""
    if prop.head != "implies":
        return None
    premise, conclusion = inside(prop)
    return premise, conclusion


def premise_of(prop: Prop) -> Prop | None:
    """What an implication assumes."""
    parts = implication(prop)
    return parts[0] if parts else None


def conclusion_of(prop: Prop) -> Prop:
    """What an implication concludes; of any other proposition itself."""
    parts = implication(prop)
    return parts[1] if parts else prop


def premises(prop: Prop) -> list[Prop]:
    """What is assumed anywhere in it, outer implications first."""
    return [parts[0] for _, sub in subprops(prop) if (parts := implication(sub))]


def said(prop: Prop, through: Collection[str] = (), under: Premises = ()) -> Iterator[tuple[Premises, Prop]]:
    """Each link that is stated, with the premises above it; ``through`` are further heads that are opened.

    >>> from .props import conj, gt, implies, lt
    >>> from .terms import scalar
    >>> a, b = scalar("a"), scalar("b")
    >>> list(said(conj(lt(a, b), implies(gt(a, 0), gt(b, 0)))))
    [((), a < b), ((a > 0,), b > 0)]
    """
    parts = implication(prop)
    if parts:
        yield from said(parts[1], through, (*under, parts[0]))
    elif prop.head == "and" or prop.head in through:
        for link in inside(prop):
            yield from said(link, through, under)
    else:
        yield under, prop


def with_said(
    prop: Prop,
    change: Callable[[Premises, Prop], Prop],
    assumed: Callable[[Prop], Prop] = lambda premise: premise,
    under: Premises = (),
) -> Prop:
    """``prop`` with each link that is stated changed, and what is assumed above them."""
    parts = implication(prop)
    if parts is None and prop.head != "and":
        return change(under, prop)
    if parts:
        new = [assumed(parts[0]), with_said(parts[1], change, assumed, (*under, parts[0]))]
    else:
        new = [with_said(link, change, assumed, under) for link in inside(prop)]
    return prop if new == inside(prop) else Prop(prop.head, tuple(new))
