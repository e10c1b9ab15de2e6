"""Wrong twins: printed statements with one thing changed.

Only the printed side of a proposition is mutated; what the tool derives (time derivatives, gradients,
expectations, minima, the loss) stays.  Whether a twin really differs is not decided here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import zip_longest

from .binders import places
from .heads import PROPS, TERMS
from .heads.slips import DOUBLED, LAST_TERM, Whole
from .laws import has_known_law
from .mistakes import Lacks
from .premises import implication, premises
from .props import Prop, replace_in, subprops, subterms
from .shape import shape
from .terms import Abbrev, Num, Op, Path, Sym, Term, col, eye, row, walk

_OF_ATTENTION = frozenset({"activation", "kernel", "layers", "context", "mask", "haar"})
"""Traits of the symbols in statements about attention."""


@dataclass(frozen=True, slots=True)
class Twin:
    rule: str
    path: Path
    prop: Prop


def _is_derived(node: Term) -> bool:
    """Whether the tool derives this term as a whole, so that mutating inside would change what is derived."""
    if isinstance(node, Op):
        return node.head in TERMS and TERMS[node.head].is_derived
    return isinstance(node, Sym) and node.has("derived")


def _has_derived(node: Term) -> bool:
    return any(_is_derived(sub) for _, sub in walk(node))


# Slips in numbers and symbols; those in heads stand in the table ---------------------------------------------

def _length(node: Term) -> Term | None:
    if isinstance(node, Sym) and node.name in {"N", "M"} and node.has("integer"):
        return Op("+", (node, Num(Fraction(1))))
    return None


def _other_length(node: Term) -> Term | None:
    """M -> N: the length of test prompts taken for that of training."""
    if isinstance(node, Sym) and node.name == "M" and node.has("integer"):
        return Sym("N", node.shape, node.traits, "N")
    return None


def _half(node: Term) -> Term | None:
    return Num(Fraction(1)) if isinstance(node, Num) and node.value == Fraction(1, 2) else None


def _constant(node: Term) -> Term | None:
    if isinstance(node, Num) and node.value not in (0, Fraction(1, 2)):
        return Num(node.value * 2)
    return None


def _dropped_rotation(node: Term) -> Term | None:
    return eye(node.shape[0]) if isinstance(node, Sym) and node.has("orthogonal") else None


def _zero(node: Term) -> Term | None:
    """0 -> 1, a zero matrix -> the identity or one column or row of it."""
    if isinstance(node, Num):
        return Num(Fraction(1)) if node.value == 0 else None
    if not (isinstance(node, Sym) and node.has("zero")):
        return None
    rows, columns = node.shape
    if rows == columns:
        return Num(Fraction(1)) if rows == 1 else eye(rows)
    if 1 in node.shape:
        return col(eye(rows), 1) if columns == 1 else row(eye(columns), 1)
    return None


RULES: dict[str, Callable[[Term], Term | None]] = {
    "length": _length,
    "other length": _other_length,
    "1/2 -> 1": _half,
    "constant doubled": _constant,
    "not zero": _zero,
    "dropped rotation": _dropped_rotation,
}


def slips(node: Term) -> Iterator[tuple[str, Term]]:
    """What a slip makes of the outermost head of ``node``, of a number or of a symbol, with the name of the slip."""
    if isinstance(node, Op):
        made = ((rule, change(node)) for rule, change in TERMS[node.head].slips)
    else:
        made = ((rule, change(node)) for rule, change in RULES.items())
    yield from ((rule, new) for rule, new in made if new is not None)


def printed_sides(prop: Prop) -> Iterator[Path]:
    """Paths to the terms that the paper prints: of an equation or inequality the side without derived parts
    (the right one where both or neither have some); of any other proposition every term argument."""
    for path, sub in subprops(prop):
        row = PROPS[sub.head]
        if row.has_sides:
            left, right = (_has_derived(arg) for arg in sub.args if isinstance(arg, Term))
            yield (*path, 0 if right and not left else 1)
        else:
            bound = places(sub)[0]
            printed = range(len(sub.args))[slice(*row.printed)]
            yield from ((*path, k) for k in printed if k not in bound and isinstance(sub.args[k], Term))


def _at(prop: Prop, path: Path) -> Term | Prop:
    node: Term | Prop = prop
    for step in path:
        node = node.body if isinstance(node, Abbrev) else node.args[step]  # type: ignore[union-attr]
    return node


def _mutable(node: Term, path: Path, throughout: bool = False) -> Iterator[tuple[Path, Term]]:
    """Subterms outside derived parts (``throughout``: in these too), variables of binders excepted."""
    yield path, node
    if _is_derived(node) and not throughout:
        return
    if isinstance(node, Abbrev):
        yield from _mutable(node.body, (*path, 0), throughout)
    elif isinstance(node, Op):
        row, (named, _) = TERMS[node.head], places(node)
        kept = {*named, *range(len(node.args))[slice(*row.kept)]}
        for k, arg in enumerate(node.args):
            if k not in kept:
                yield from _mutable(arg, (*path, k), throughout)


def _all_derived(prop: Prop, side: Path) -> bool:
    """Whether nothing but derived parts stands in the proposition whose side this is: then the page prints them."""
    parent = _at(prop, side[:-1])
    assert isinstance(parent, Prop)
    sides = [arg for arg in parent.args if isinstance(arg, Term)]
    return parent.head == "defined" or (len(sides) > 1 and all(map(_has_derived, sides)))


def twins(prop: Prop) -> Iterator[Twin]:
    """All one-step mutations of the printed sides of ``prop``, in a fixed order."""
    for path, sub in subprops(prop):
        row = PROPS[sub.head]
        if row.reverse:
            yield Twin("reversed", path, replace_in(prop, path, Prop(row.reverse, sub.args)))
        if row.contrary and isinstance(sub.args[0], Term) and has_known_law(sub.args[0]):
            yield Twin("contrary", path, replace_in(prop, path, Prop(row.contrary, sub.args)))
        if row.of_variables:
            yield from _extra_variables(prop, path, sub)
    attention = speaks_of_attention(prop)
    for side in printed_sides(prop):
        root = _at(prop, side)
        if not isinstance(root, Term):
            continue
        changeable = list(_mutable(root, side, attention and _all_derived(prop, side)))
        if attention:
            changeable.sort(key=lambda found: recursions_above(prop, found[0]))
        for path, node in changeable:
            yield from (Twin(rule, path, replace_in(prop, path, new)) for rule, new in slips(node))
    yield from _of_whole_sides(prop)


def _of_whole_sides(prop: Prop) -> Iterator[Twin]:
    """A whole side doubled, a matrix negated, two sides made the same: for statements with little inside to change."""
    for path, sub in subprops(prop):
        row, last = PROPS[sub.head], (*path, len(sub.args) - 1)
        if row.has_sides:
            side = (*path, *next(printed_sides(sub)))
            yield from _next_layer(prop, side) if _is_layer(_at(prop, side)) else _doubled(prop, side)
            if sub.head == "eq" and _is_number(_at(prop, side)):
                yield _changed(prop, side, "1 added", lambda node: node + 1)
        if row.whole is not None:
            yield from _whole(prop, path, sub, row.whole)
        if row.is_strict:
            yield Twin("same sides", last, replace_in(prop, last, sub.args[0]))


def _whole(prop: Prop, path: Path, sub: Prop, whole: Whole) -> Iterator[Twin]:
    place, rule, change = whole
    first = sub.args[place[0]]
    if rule == DOUBLED:
        yield from _doubled(prop, (*path, *place))
    elif rule != LAST_TERM or (isinstance(first, Op) and first.head in {"+", "-"}):
        yield _changed(prop, (*path, *place), rule, change)


def _doubled(prop: Prop, path: Path) -> Iterator[Twin]:
    node = _at(prop, path)
    if isinstance(node, Term) and _zero(node) is None:
        yield _changed(prop, path, DOUBLED, lambda side: Num(Fraction(2)) * side)


def _is_layer(node: Term | Prop) -> bool:
    return isinstance(node, Sym) and node.has("layer")


def _next_layer(prop: Prop, path: Path) -> Iterator[Twin]:
    yield _changed(prop, path, "1 added", lambda layer: layer + 1)


def _is_number(node: Term | Prop) -> bool:
    try:
        return isinstance(node, Term) and shape(node) == (1, 1)
    except Lacks:
        return False


def _changed(prop: Prop, path: Path, rule: str, change: Callable[[Term], Term]) -> Twin:
    node = _at(prop, path)
    assert isinstance(node, Term)
    return Twin(rule, path, replace_in(prop, path, change(node)))


def speaks_of_attention(prop: Prop) -> bool:
    """Whether an unspecified activation, a kernel, a layer's weight, a context or a random rotation occurs."""
    return any(isinstance(node, Sym) and node.traits & _OF_ATTENTION for _, node in subterms(prop))


def recursions_above(prop: Prop, path: Path) -> int:
    """In how many recursions the term at ``path`` stands: what is written at the outside is changed first."""
    node: Prop | Term = prop
    count = 0
    for step in path:
        count += isinstance(node, Op) and node.head == "sequence"
        node = node.body if isinstance(node, Abbrev) else node.args[step]  # type: ignore[union-attr]
    return count


def _extra_variables(prop: Prop, path: Path, sub: Prop) -> Iterator[Twin]:
    """'f does not depend on v' claimed of one more parameter of f."""
    f = sub.args[0]
    assert isinstance(f, Term)
    found = {node for _, node in walk(f) if isinstance(node, Sym) and node.has("parameter")}
    for extra in sorted(found - set(sub.args), key=lambda sym: sym.name):
        yield Twin("one more variable", path, replace_in(prop, path, Prop(sub.head, (*sub.args, extra))))


def _in_a_premise(prop: Prop, path: Path) -> bool:
    """Whether the change is made in what an implication assumes."""
    node: Term | Prop = prop
    for step in path:
        if not isinstance(node, Prop):
            return False
        if implication(node) and step == 0:
            return True
        node = node.args[step]
    return False


def select(prop: Prop, most: int = 6) -> list[Twin]:
    """At most ``most`` twins, taking the rules in turn so that every kind of slip is represented.

    Every other one is of a conclusion, as long as there are such: of a changed premise it is rarely seen that it makes
    the whole wrong.
    """
    every = list(twins(prop))
    if premises(prop):
        conclusions = [twin for twin in every if not _in_a_premise(prop, twin.path)]
        both = zip_longest(_in_turn(conclusions, most), _in_turn(every, most))
        return list(dict.fromkeys(twin for pair in both for twin in pair if twin is not None))[:most]
    return _in_turn(every, most)


def _in_turn(every: Sequence[Twin], most: int) -> list[Twin]:
    by_rule: dict[str, list[Twin]] = {}
    for twin in every:
        by_rule.setdefault(twin.rule, []).append(twin)
    chosen: list[Twin] = []
    turn = 0
    while len(chosen) < most and any(len(group) > turn for group in by_rule.values()):
        chosen += [group[turn] for group in by_rule.values() if len(group) > turn]
        turn += 1
    return chosen[:most]
