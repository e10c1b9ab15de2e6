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

from ...claims import Claim, Part
from ...statement.premises import conclusion_of, premise_of
from ...statement.props import Prop
from ...statement.terms import Op
from ..render import Node, plain
from .model import Change, exchanged


def repairs(printed: Claim, corrected: Claim, failing: Collection[str]) -> tuple[Change, ...]:
    """What changes between the failing parts of a printed claim and its correction; additions come first.

    Nothing where it is not clear which part of the correction stands for which.
    """
    found: list[Change] = []
    for old, new in _pairs([part for part in printed.parts if part.name in failing], corrected):
        inside = changes(old.name, old.readings[0].prop, new.meant.prop)
        if not any(map(_anew, inside)):  # what is left of another formula is no change that mends this one
            found += inside
    ours = {h.prop for h in corrected.given}
    theirs = {h.prop for h in printed.given}
    found += [Change("", None, h.prop, None, True) for h in printed.given if h.prop not in ours]
    found += [Change("", None, None, h.prop, True) for h in corrected.given if h.prop not in theirs]
    # What differs in a rule beside the formula alone looks the same in the formula: the rules show it.
    seen = [c for c in found if c.old is None or c.new is None or plain(c.old) != plain(c.new)]
    return tuple(sorted(seen, key=lambda change: change.new is None))


def _pairs(failing: Sequence[Part], corrected: Claim) -> Iterator[tuple[Part, Part]]:
    """Parts of the same name (up to a comma); of one failing part without its like, the correction nearest to it."""
    _, _, named = (corrected.corrects or "").partition("#")
    wanted = [part for part in failing if part.name == named] if named else list(failing)
    alike = [
        (old, new)
        for old in wanted
        for new in corrected.parts
        if old.name.split(",")[0] == new.name
        and old.readings[0].prop.head in {new.meant.prop.head, conclusion_of(new.meant.prop).head}
    ]
    if alike or len(wanted) != 1:
        yield from alike
        return
    (old,) = wanted
    yield old, min(corrected.parts, key=lambda new: _size(changes("", old.readings[0].prop, new.meant.prop)))


def _anew(change: Change) -> bool:
    """Whether the whole formula is another one: that is no small change, and the correction stands there in full."""
    whole = change.inside is None and isinstance(change.old, Prop) and isinstance(change.new, Prop)
    return whole and change.old.args != change.new.args  # type: ignore[union-attr]


def _size(found: Sequence[Change]) -> int:
    return sum(len(repr(change)) for change in found)


def changes(part: str, old: Prop, new: Prop) -> tuple[Change, ...]:
    """The smallest subtrees in which two propositions differ."""
    return tuple(dict.fromkeys(_of_props(part, old, new)))


def _of_props(part: str, old: Prop, new: Prop) -> Iterator[Change]:
    if old == new:
        return
    condition = premise_of(new)
    if condition is not None and premise_of(old) is None:
        yield Change(part, None, None, condition)
        yield from _of_props(part, old, conclusion_of(new))
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
    """Down as long as one thing differs, be it in several places: what surrounds a change says where it is."""
    if isinstance(old, Op) and isinstance(new, Op) and old.head == new.head and len(old.args) == len(new.args):
        differing = [(a, b) for a, b in zip(old.args, new.args, strict=True) if a != b]
        inside = list(dict.fromkeys(pair for a, b in differing for pair in _of_terms(a, b)))
        if len(inside) == 1:
            return inside
        if turned := _turned(old, new):
            return turned
    return [(old, new)]


def _turned(old: Op, new: Op) -> list[tuple[Node, Node]]:
    """The summands whose factors stand the other way round, in any order of the sum; none if more differs."""
    if old.head != "+":
        return []
    others = list(new.args)
    found: list[tuple[Node, Node]] = []
    for a in old.args:
        b = next((b for b in others if a == b or exchanged(a, b)), None)
        if b is None:
            return []
        others.remove(b)
        found += [(a, b)] if a != b else []
    return found
