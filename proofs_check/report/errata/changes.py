"""The smallest changes that make one statement another.

>>> from ...statement.props import eq
>>> from ...statement.terms import matrix
>>> from ..render import plain
>>> A, B = matrix("A"), matrix("B")
>>> for change in changes("", eq(A, B * A), eq(A, 2 * B * A)):
...     print(change.sentence(plain))
in A = B A, replace B by 2 B
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from difflib import SequenceMatcher

from ...claim import Claim, Part
from ...statement.props import Prop
from ...statement.terms import Op
from ..render import Node
from .model import Change


def repairs(printed: Claim, corrected: Claim, failing: Collection[str]) -> tuple[Change, ...]:
    """What changes between the failing parts of a printed claim and its correction; additions come first.

    Nothing where it is not clear which part of the correction stands for which.
    """
    found: list[Change] = []
    for old, new in _pairs([part for part in printed.parts if part.name in failing], corrected):
        found += changes(old.name, old.readings[0].prop, new.readings[0].prop)
    ours = {h.prop for h in corrected.given}
    theirs = {h.prop for h in printed.given}
    found += [Change("", None, h.prop, None, True) for h in printed.given if h.prop not in ours]
    found += [Change("", None, None, h.prop, True) for h in corrected.given if h.prop not in theirs]
    return tuple(sorted(found, key=lambda change: change.new is None))


def _pairs(failing: Sequence[Part], corrected: Claim) -> Iterator[tuple[Part, Part]]:
    """The part that the correction names, or the only one, with its only part; else parts of the same name."""
    _, _, named = (corrected.corrects or "").partition("#")
    theirs = {part.name: part for part in failing}
    if len(corrected.parts) == 1 and (named in theirs or len(theirs) == 1):
        yield theirs.get(named, failing[0]), corrected.parts[0]
        return
    for part in corrected.parts:
        if part.name in theirs:
            yield theirs[part.name], part


def changes(part: str, old: Prop, new: Prop) -> tuple[Change, ...]:
    """The smallest subtrees in which two propositions differ."""
    return tuple(dict.fromkeys(_of_props(part, old, new)))


def _of_props(part: str, old: Prop, new: Prop) -> Iterator[Change]:
    if old == new:
        return
    if old.head == new.head == "and":
        yield from _of_links(part, old, new)
    elif old.head != new.head or len(old.args) != len(new.args):
        yield Change(part, None, old, new)
    else:
        for a, b in zip(old.args, new.args, strict=True):
            if isinstance(a, Prop) and isinstance(b, Prop):
                yield from _of_props(part, a, b)
            elif a != b:
                yield from (Change(part, old, x, y) for x, y in _of_terms(a, b))


def _of_links(part: str, old: Prop, new: Prop) -> Iterator[Change]:
    """Links of a conjunction: those that stay are aligned; what lies between is changed, dropped or added."""
    before, after = list(old.args), list(new.args)
    for tag, i, j, k, m in SequenceMatcher(None, before, after, autojunk=False).get_opcodes():
        if tag == "equal":
            continue
        if j - i == m - k:
            for a, b in zip(before[i:j], after[k:m], strict=True):
                if isinstance(a, Prop) and isinstance(b, Prop):
                    yield from _of_props(part, a, b)
        else:
            yield from (Change(part, None, a, None) for a in before[i:j])
            yield from (Change(part, None, None, b) for b in after[k:m])


def _of_terms(old: Node, new: Node) -> list[tuple[Node, Node]]:
    """Down as long as a single argument differs: what surrounds a change says where it is."""
    if isinstance(old, Op) and isinstance(new, Op) and old.head == new.head and len(old.args) == len(new.args):
        differing = [(a, b) for a, b in zip(old.args, new.args, strict=True) if a != b]
        if len(differing) == 1:
            return _of_terms(*differing[0])
    return [(old, new)]
