"""What a term or proposition depends on, when two say the same, and how values are put in.  Trusted.

All that heads bind is read in the table of heads.  Dependence is never told too small: what is
derived from a model, a law or a flow may depend on symbols that do not stand in it, and counts as if it did.
Standard library only.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from enum import Enum
from functools import lru_cache
from re import findall
from typing import Union

from ..roles import LETTERS
from ..statement import binders
from ..statement.heads import HEADS
from ..statement.heads.binding import OF_A_FUNCTION, Binder, Over
from ..statement.props import Prop, symbols_in
from ..statement.terms import Abbrev, MadeSym, Num, Op, Sym, Term, symbols

Node = Union[Term, Prop]


class Refused(Exception):
    """A rule does not apply; what stands in the sentence is printed only where somebody reads it."""

    def __str__(self) -> str:
        return "".join(map(str, self.args))


BINDERS: Mapping[str, Binder] = {
    **binders.BINDERS, "attained": OF_A_FUNCTION, "smooth": OF_A_FUNCTION, "smooth_along": Binder(Over.MOMENTS),
}  # fmt: skip
PLAIN = (HEADS.keys() - BINDERS.keys()) | {"here", "integer", "has_value", "as_named", "trains"}
"""The heads of the language, and those of conditions that no claim states."""


def places(node: Op | Prop) -> tuple[range, range]:
    """Where the names of a head that binds stand among its arguments, and where these have other values."""
    row, count = BINDERS[node.head], range(len(node.args))
    return count[slice(*row.names)], count[slice(*row.scope)]


class Group(Enum):
    """What a head binds without naming it."""

    FLOW = "the parameters and the time"
    RANDOM = "what is drawn"
    ALL = "every symbol"


Bound = frozenset[Union[Sym, Group]]
NOTHING: Bound = frozenset()
_GROUPS = {Over.OUTCOMES: Group.RANDOM, Over.MOMENTS: Group.FLOW, Over.FLOWS: Group.FLOW, Over.SOME: Group.ALL}

LAW = MadeSym("(what laws and starts depend on)")
MEAN = MadeSym("(what the laws of the engines depend on)")
DRAWN = MadeSym("(what is drawn unseen)", traits=frozenset({"random"}))
UNSEEN = MadeSym("(what enters unseen)", traits=frozenset({"parameter", "random", "derived"}))
"""Stand for symbols that a term depends on and that do not occur in it.  A mean depends on the letters of the engines,
which their laws name, but for numbers of layers, and on the names in the traits of what is drawn."""
_UNSEEN_IN = frozenset({"ddt", "here", "prediction", "prediction_on", "per_prompt"})
_NEVER_BOUND = frozenset({"derived", "prompt", "identity", "zero", "iid", "layers", "claim", "measured", "setting"})


def scopes(node: Op | Prop) -> tuple[tuple[bool, Bound], ...]:
    """For each argument: whether it only names a bound symbol, and what has other values in it than outside."""
    row = BINDERS.get(node.head)
    if row is None:
        bound = NOTHING if node.head in PLAIN else frozenset({Group.ALL})
        return tuple((False, bound) for _ in node.args)
    named, scope = places(node)
    names = [node.args[k] for k in named]
    away: set[Sym | Group] = {s for s in names if isinstance(s, Sym)}
    if row.over in _GROUPS:
        away.add(_GROUPS[row.over])
    if row.of_outer or any(not isinstance(s, Sym) for s in names):
        away.add(Group.ALL)  # what is named is not bound here: nothing is put in, nothing renamed
    slots = named if Group.ALL not in away and not row.at_a_point else range(0)
    return tuple((k in slots, frozenset(away) if k in scope else NOTHING) for k in range(len(node.args)))


def hides(s: Sym, x: Sym) -> bool:
    """Whether what ``s`` stands for may depend on another symbol ``x``: through a model, a law, or as a size."""
    if s == UNSEEN or s.traits & {"derived", "prompt"}:
        return True
    if s == LAW or (s == MEAN and x.name in LETTERS and not x.has("layer")):
        return not x.traits & {"parameter", "random", "index"}
    return (s == DRAWN and x.has("random")) or x.name in names_of(s)


@lru_cache(maxsize=1 << 12)
def names_of(s: Sym) -> frozenset[str]:
    """The names in its shape and in its traits: of its range, its law."""
    texts = (*map(str, s.shape), *(t.partition(":")[2] for t in s.traits))
    return frozenset(name for text in texts for name in (text, *findall(r"[^\W\d]\w*", text)))


def touches(bound: Bound, s: Sym) -> bool:
    """Whether ``s``, or what it hides, may have another value below what is bound."""
    if not bound:
        return False
    moving = s.traits & {"parameter", "derived", "prompt"} or s.name == "t"
    drawn = s.traits & {"random", "iid", "derived", "prompt"}
    groups = (Group.ALL in bound, Group.FLOW in bound and moving, Group.RANDOM in bound and drawn)
    return any(groups) or any(isinstance(x, Sym) and (s == x or hides(s, x)) for x in bound)


@lru_cache(maxsize=1 << 16)
def free(node: Node) -> frozenset[Sym]:
    """The symbols that the value depends on; ``LAW``, ``UNSEEN`` and others stand for those that are not seen."""
    if isinstance(node, Sym):
        return frozenset({node})
    if isinstance(node, Num):
        return frozenset()
    if isinstance(node, Abbrev):
        return free(node.body)
    assert isinstance(node, (Op, Prop))
    given = node.args[1:] if node.head == "expect_given" else ()  # this is as it is outside
    found: set[Sym] = set(_unseen(node)).union(*map(free, given))
    kept = node.head in BINDERS and BINDERS[node.head].at_a_point
    for arg, (slot, bound) in zip(node.args, scopes(node), strict=True):
        if not slot:
            inside = free(arg)
            found |= inside if kept else frozenset().union(*(_outside(s, bound) or _law(s, bound) for s in inside))
    return frozenset(found)


def _unseen(node: Op | Prop) -> frozenset[Sym]:
    """What the head itself depends on unseen."""
    row = BINDERS.get(node.head)
    if node.head in _UNSEEN_IN or (row is None and node.head not in PLAIN):
        return frozenset({UNSEEN})
    return frozenset({MEAN if row.over is Over.OUTCOMES else LAW}) if row and row.over in _GROUPS else frozenset()


def _law(s: Sym, bound: Bound) -> frozenset[Sym]:
    """What the law of what is averaged depends on: the names that it tells; all, where it is that of something else."""
    if Group.RANDOM not in bound or not s.has("random"):
        return frozenset()
    if any(t.startswith(("copy:", "label")) for t in s.traits):
        return frozenset({LAW})
    return frozenset({MadeSym(f"(law of {s.name})", s.shape, frozenset(t for t in s.traits if ":" in t))})


def _outside(s: Sym, bound: Bound) -> frozenset[Sym]:
    """What a symbol below a head tells of the dependence of the whole."""
    if s in bound or (Group.RANDOM in bound and s.has("random") and not s.has("derived")):
        return frozenset()
    if Group.FLOW in bound:
        if s == UNSEEN or s.traits & {"derived", "prompt"}:
            return frozenset({LAW, DRAWN})
        if s.has("parameter") or s.name == "t":
            return frozenset()
    return frozenset({s})


def symbols_of(node: Node) -> frozenset[Sym]:
    """All that occur in it, bound or not."""
    return symbols_in(node) if isinstance(node, Prop) else symbols(node)


def speaks(node: Node, x: Sym) -> bool:
    """Whether the value may depend on ``x``, also as a size of what is bound in it."""
    sizes = symbols_of(node) if x.has("integer") else ()
    return any(s == x or hides(s, x) for s in free(node)) or any(x.name in names_of(s) for s in sizes)


def moves(node: Node) -> bool:
    """Whether the value may depend on where the flow is."""
    return any(touches(frozenset({Group.FLOW}), s) for s in free(node))


def is_variable(x: Sym) -> bool:
    """Whether one may generalise over the symbol: it is no constant, and nothing is derived for it."""
    return not x.traits & _NEVER_BOUND and x.name != "t" and x.name[:1] != "("


# When two say the same -------------------------------------------------------------------------------------

_TURNED = {"ge": "le", "gt": "lt"}
_Env = tuple[tuple[Sym, object], ...]


@lru_cache(maxsize=1 << 16)
def key(node: Node) -> object:
    """The same for what differs in the names of bound symbols, in abbreviations, or in >= for <=."""
    return _key(node, ())


def _key(node: Node, env: _Env) -> object:
    if env and free(node).isdisjoint(s for s, _ in env):
        return key(node)
    if isinstance(node, Sym):
        return next((told for s, told in reversed(env) if s == node), node)
    if isinstance(node, Abbrev):
        return _key(node.body, env)
    if isinstance(node, Num):
        return node.value
    assert isinstance(node, (Op, Prop))
    rows = scopes(node)
    names = [arg for arg, (slot, _) in zip(node.args, rows, strict=True) if slot and isinstance(arg, Sym)]
    literal = any(_enters_unseen(node, s) for s in names)
    inner = env + tuple((s, s if literal else ("bound", len(env) + k)) for k, s in enumerate(names))
    parts: list[object] = []
    for arg, (slot, bound) in zip(node.args, rows, strict=True):
        if slot and isinstance(arg, Sym):
            parts.append(arg if literal else ("name", arg.shape, arg.traits))
        else:
            away, told = bound.difference(names), inner if bound and names else env
            told += tuple((s, s) for s, _ in env if _is_bound(s, away)) if away else ()
            parts.append(_key(arg, told) if told else key(arg))
    if node.head in _TURNED:
        return (_TURNED[node.head], *reversed(parts))
    return (node.head, *parts)


def _enters_unseen(node: Op | Prop, x: Sym) -> bool:
    """Whether something below the head depends on ``x`` unseen, also what is bound there, so that the name counts."""
    return any(x.name in names_of(s) for s in symbols_of(node)) or any(
        hides(s, x) for arg, (slot, bound) in zip(node.args, scopes(node), strict=True)
        if not slot and x in bound for s in free(arg) if s != x)


def same(p: Node, q: Node) -> bool:
    return p == q or key(p) == key(q)


# Putting values in -----------------------------------------------------------------------------------------

Values = Mapping[Sym, Term]


def put(prop: Prop, values: Values) -> Prop:
    """:func:`substitute` for propositions."""
    found = substitute(prop, values)
    assert isinstance(found, Prop)
    return found


def substitute(node: Node, values: Values) -> Node:
    """Values for free symbols.  Bound symbols are renamed where they would catch one; a head that looks at other values
    of a symbol, or depends on it unseen, stays as it is below ``where``, if the symbol is a parameter."""
    values = {s: v for s, v in values.items() if v != s and speaks(node, s)}
    if not values:
        return node
    if isinstance(node, Sym):
        return values[node] if node in values else _at(node, values)
    if isinstance(node, Abbrev):
        return substitute(node.body, values)
    assert isinstance(node, (Op, Prop))
    rows = scopes(node)
    unseen = any(hides(m, s) for m in _unseen(node) for s in values)
    if unseen or (_keeps(node) and any(touches(bound, s) for _, bound in rows for s in values)):
        return _at(node, values)
    arriving = frozenset[Sym]().union(*map(free, values.values()))
    new: dict[Sym, MadeSym] = {}
    for arg, (slot, _) in zip(node.args, rows, strict=True):
        if slot and isinstance(arg, Sym) and any(s == arg or hides(s, arg) for s in arriving):
            new[arg] = fresh(arg, arriving | free(node) | frozenset(a for a in node.args if isinstance(a, Sym)))
            if _enters_unseen(node, arg) or any(hides(s, new[arg]) for s in arriving):
                raise Refused("a value would be captured by ", arg)
    args = [new.get(arg, arg) if slot and isinstance(arg, Sym) else _below(arg, bound, values, new)
            for arg, (slot, bound) in zip(node.args, rows, strict=True)]
    return type(node)(node.head, tuple(args))  # type: ignore[arg-type]


def _below(arg: Node, bound: Bound, values: Values, new: Values) -> Node:
    inner = {s: v for s, v in values.items() if not _is_bound(s, bound)}
    coming = [s for known, v in inner.items() if speaks(arg, known) for s in free(v)]
    if any(touches(bound - new.keys(), s) for s in coming):
        raise Refused("a value would be captured")
    return substitute(arg, {**inner, **{s: v for s, v in new.items() if s in bound}})


def _is_bound(s: Sym, bound: Bound) -> bool:
    return not _outside(s, bound) or Group.ALL in bound


def _keeps(node: Op | Prop) -> bool:
    row = BINDERS.get(node.head)
    return row is None or row.at_a_point or row.of_outer or node.head == "expect_given" or any(
        Group.ALL in bound for _, bound in scopes(node))


def _at(node: Node, values: Values) -> Op:
    seen = free(node)
    if isinstance(node, Prop) or any(
        not s.has("parameter") and any(f != s and hides(f, s) for f in seen) for s in values
    ):
        raise Refused("nothing can be put into what may depend on it unseen")
    return Op("where", (node, *(x for pair in values.items() for x in pair)))


def fresh(sym: Sym, taken: Iterable[Sym]) -> MadeSym:
    """A symbol like this with another name, in print as well."""
    names, primes = {s.name for s in taken}, "'"
    while sym.name + primes in names:
        primes += "'"
    return MadeSym(sym.name + primes, sym.shape, sym.traits, sym.tex and sym.tex + primes)
