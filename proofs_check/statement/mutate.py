"""Wrong twins: printed statements with one thing changed.

Only the printed side of a proposition is mutated; what the tool derives (time derivatives, gradients,
expectations, minima, the loss) stays.  Whether a twin really differs is not decided here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import zip_longest

from . import mutate_layers
from .binders import BINDERS
from .binding import OWN_LETTERS
from .laws import has_known_law
from .props import Prop, replace_in, subprops
from .terms import Abbrev, Num, Op, Path, Sym, Term, col, eye, row, walk

DERIVED_HEADS = frozenset({
    "ddt", "grad", "expect", "expect_given", "prediction_on", "minimum", "argmin", "slope", "slope_right", "slope_left",
})


@dataclass(frozen=True, slots=True)
class Twin:
    rule: str
    path: Path
    prop: Prop


def _is_derived(node: Term) -> bool:
    """Whether the tool derives this term as a whole, so that mutating inside would change what is derived."""
    if isinstance(node, Op):
        return node.head in DERIVED_HEADS
    return isinstance(node, Sym) and node.has("derived")


def _has_derived(node: Term) -> bool:
    return any(_is_derived(sub) for _, sub in walk(node))


# Rules: each maps a node to its mutation, or to None where it does not apply --------------------------------

def _sign(node: Term) -> Term | None:
    if isinstance(node, Op) and node.head in "+-":
        return Op("-" if node.head == "+" else "+", node.args)
    if isinstance(node, Op) and node.head == "neg":
        return node.args[0]
    return None


def _length(node: Term) -> Term | None:
    if isinstance(node, Sym) and node.name in {"N", "M"} and node.has("integer"):
        return Op("+", (node, Num(Fraction(1))))
    return None


def _other_length(node: Term) -> Term | None:
    """M -> N: the length of test prompts taken for that of training."""
    if isinstance(node, Sym) and node.name == "M" and node.has("integer"):
        return Sym("N", node.shape, node.traits, "N")
    return None


def _indices(node: Term) -> Term | None:
    """The sum over different indices taken over all; the indicator of equal indices left out."""
    if isinstance(node, Op) and node.head == "sum_unequal":
        i, j, upper, body = node.args
        return Op("sum", (i, upper, Op("sum", (j, upper, body))))
    if isinstance(node, Op) and node.head == "delta":
        return Num(Fraction(1))
    return None


def _dropped_length(node: Term) -> Term | None:
    if isinstance(node, Op) and node.head == "/" and isinstance(node.args[1], Sym) and node.args[1].has("integer"):
        return node.args[0]
    return None


def _half(node: Term) -> Term | None:
    return Num(Fraction(1)) if isinstance(node, Num) and node.value == Fraction(1, 2) else None


def _constant(node: Term) -> Term | None:
    if isinstance(node, Num) and node.value not in (0, Fraction(1, 2)):
        return Num(node.value * 2)
    return None


def _transpose(node: Term) -> Term | None:
    if isinstance(node, Op) and node.head == "T" and not _is_rectangular(node.args[0]):
        return node.args[0]
    return None


def _is_rectangular(node: Term) -> bool:
    sym = node.sym if isinstance(node, Abbrev) else node
    return isinstance(sym, Sym) and sym.shape[0] != sym.shape[1]


def _trace_of_square(node: Term) -> Term | None:
    """tr(A)^2 <-> tr(A^2)."""
    if not isinstance(node, Op):
        return None
    if node.head == "^" and isinstance(node.args[0], Op) and node.args[0].head == "tr":
        return Op("tr", (Op("^", (node.args[0].args[0], node.args[1])),))
    if node.head == "tr" and isinstance(node.args[0], Op) and node.args[0].head == "^":
        return Op("^", (Op("tr", (node.args[0].args[0],)), node.args[0].args[1]))
    return None


def _order(node: Term) -> Term | None:
    """A B -> B A for two square letters that are not both functions of the same matrix."""
    if isinstance(node, Op) and node.head == "*":
        a, b = node.args
        if all(isinstance(f, Sym) and f.shape == ("d", "d") and not f.has("identity") for f in (a, b)) and a != b:
            return Op("*", (b, a))
    return None


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
    "sign": _sign,
    "length": _length,
    "other length": _other_length,
    "indices": _indices,
    "dropped 1/N": _dropped_length,
    "1/2 -> 1": _half,
    "constant doubled": _constant,
    "transpose dropped": _transpose,
    "trace of square": _trace_of_square,
    "order": _order,
    "not zero": _zero,
    **mutate_layers.RULES,
}
UNEQUAL = frozenset({"differs", "ne", "lt", "gt"})
"""Relations in which nothing stands to itself."""
CONTRARY = {"finite": "infinite", "infinite": "finite"}
REVERSED = {"le": "ge", "ge": "le", "lt": "gt", "gt": "lt"}


def printed_sides(prop: Prop) -> Iterator[Path]:
    """Paths to the terms that the paper prints: of an equation or inequality the side without derived parts
    (the right one where both or neither have some); of any other proposition every term argument."""
    for path, sub in subprops(prop):
        terms = [k for k, arg in enumerate(sub.args) if isinstance(arg, Term)]
        if sub.head in {"eq", "le", "lt", "ge", "gt"}:
            left, right = (_has_derived(arg) for arg in sub.args if isinstance(arg, Term))
            yield (*path, 0 if right and not left else 1)
        elif sub.head in {"limit", "tends", "tends_jointly", "in_mean_square", "order"}:
            yield (*path, 1)
        elif sub.head in {"global_minimum", "local_minimum", "saddle"}:
            yield from ((*path, k) for k in terms[2::2])
        elif sub.head != "minimisers_satisfy":
            yield from ((*path, k) for k in terms)


def _at(prop: Prop, path: Path) -> Term | Prop:
    node: Term | Prop = prop
    for step in path:
        node = node.body if isinstance(node, Abbrev) else node.args[step]  # type: ignore[union-attr]
    return node


BOUND = {"sum": 2, "least_over": 2, "sum_unequal": 3, "least_unequal": 3,
         **{head: BINDERS[head].names[1] or 0 for head in OWN_LETTERS}}
"""Heads that bind indices: how many arguments are indices and limits."""


def _mutable(node: Term, path: Path, throughout: bool = False) -> Iterator[tuple[Path, Term]]:
    """Subterms outside derived parts (``throughout``: in these too), variables of binders excepted."""
    yield path, node
    if _is_derived(node) and not throughout:
        return
    if isinstance(node, Abbrev):
        yield from _mutable(node.body, (*path, 0), throughout)
    elif isinstance(node, Op):
        for k, arg in enumerate(node.args):
            is_bound = (node.head == "where" and k % 2 == 1) or k < BOUND.get(node.head, 0) or node.head == "at"
            is_index = node.head in {"entry", "row", "col"} and k > 0
            is_length = node.head == "prediction" and k == 2
            is_layer = k in mutate_layers.PLACES.get(node.head, ())
            if not (is_bound or is_index or is_length or is_layer):
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
        if sub.head in REVERSED:
            yield Twin("reversed", path, replace_in(prop, path, Prop(REVERSED[sub.head], sub.args)))
        if sub.head in CONTRARY and isinstance(sub.args[0], Term) and has_known_law(sub.args[0]):
            yield Twin("contrary", path, replace_in(prop, path, Prop(CONTRARY[sub.head], sub.args)))
        if sub.head == "independent_of":
            yield from _extra_variables(prop, path, sub)
    attention = mutate_layers.speaks_of_attention(prop)
    for side in printed_sides(prop):
        root = _at(prop, side)
        if not isinstance(root, Term):
            continue
        changeable = list(_mutable(root, side, attention and _all_derived(prop, side)))
        if attention:
            changeable.sort(key=lambda found: mutate_layers.recursions_above(prop, found[0]))
        for path, node in changeable:
            for rule, change in RULES.items():
                new = change(node)
                if new is not None:
                    yield Twin(rule, path, replace_in(prop, path, new))
    yield from _of_whole_sides(prop)


def _of_whole_sides(prop: Prop) -> Iterator[Twin]:
    """A whole side doubled, a matrix negated, two sides made the same: for statements with little inside to change."""
    for path, sub in subprops(prop):
        last = (*path, len(sub.args) - 1)
        if sub.head in {"eq", "le", "lt", "ge", "gt"}:
            side = (*path, *next(printed_sides(sub)))
            yield from _next_layer(prop, side) if _is_layer(_at(prop, side)) else _doubled(prop, side)
            if sub.head == "eq" and _is_number(_at(prop, side)):
                yield _changed(prop, side, "1 added", lambda node: node + 1)
        elif sub.head in {"limit", "tends", "tends_jointly", "in_mean_square", "defined", "same_flow"}:
            yield from _doubled(prop, (*path, 1))
        elif sub.head == "conserved" and isinstance(sub.args[0], Op) and sub.args[0].head in {"+", "-"}:
            yield _changed(prop, (*path, 0, 1), "last term doubled", lambda node: Num(Fraction(2)) * node)
        elif sub.head in {"psd", "psd_form", "posdef"}:
            yield _changed(prop, last, "negated", lambda node: -node)
        elif sub.head == "same_shape":
            yield _changed(prop, last, "transposed", lambda node: node.T)
        if sub.head in UNEQUAL:
            yield Twin("same sides", last, replace_in(prop, last, sub.args[0]))


def _doubled(prop: Prop, path: Path) -> Iterator[Twin]:
    node = _at(prop, path)
    if isinstance(node, Term) and _zero(node) is None:
        yield _changed(prop, path, "side doubled", lambda side: Num(Fraction(2)) * side)


def _is_layer(node: Term | Prop) -> bool:
    return isinstance(node, Sym) and node.has("layer")


def _next_layer(prop: Prop, path: Path) -> Iterator[Twin]:
    yield _changed(prop, path, "1 added", lambda layer: layer + 1)


NUMBERS = frozenset({"tr", "det", "inner", "norm_F", "norm_op", "norm_2", "abs", "sqrt", "exp", "entry", "minimum"})
SAME_SHAPE = {"expect": 0, "where": 0, "at0": 0, "ddt": 0, "neg": 0, "^": 0, "/": 0, "sum": 2}
"""Heads whose value has the shape of the argument with this number."""


def _is_number(node: Term | Prop) -> bool:
    if isinstance(node, (Sym, Abbrev)):
        return (node if isinstance(node, Sym) else node.sym).shape == (1, 1)
    if not isinstance(node, Op):
        return isinstance(node, Num)
    if node.head in SAME_SHAPE:
        return _is_number(node.args[SAME_SHAPE[node.head]])
    return node.head in NUMBERS or (node.head in {"+", "-", "*"} and all(map(_is_number, node.args)))


def _changed(prop: Prop, path: Path, rule: str, change: Callable[[Term], Term]) -> Twin:
    node = _at(prop, path)
    assert isinstance(node, Term)
    return Twin(rule, path, replace_in(prop, path, change(node)))


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
        if node.head == "implies" and step == 0:
            return True
        node = node.args[step]
    return False


def select(prop: Prop, most: int = 6) -> list[Twin]:
    """At most ``most`` twins, taking the rules in turn so that every kind of slip is represented.

    Every other one is of a conclusion, as long as there are such: of a changed premise it is rarely seen that it makes
    the whole wrong.
    """
    every = list(twins(prop))
    if any(sub.head == "implies" for _, sub in subprops(prop)):
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
