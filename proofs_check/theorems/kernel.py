"""The kernel: the one place where theorems are made.

What a theorem means
    ``H |- p`` says: at every point (a value for each symbol, as its traits allow; a law for what is drawn) at which the
    hypotheses H have values and are true, every term of p has a value and p is true.  ``axioms`` and ``oracles`` name
    what this rests on beside the rules below; ``model`` is the one whose flow and laws the oracles have read.
    ``here`` says that parameters and time lie on the flow from the assumed start; ``always(p)``: p at every time at
    which that flow exists (that it exists for all times is ``flow_exists``, another proposition).  ``as_named(s)`` says
    that s is what the laws and the loss of the model mean by its name.

Why each rule keeps it
    assume          p is true where it is; in ``and(p, q)`` and ``implies(p, q)``, q needs a value only where p holds.
    discharge, contradiction   p must have a value without being assumed: a theorem for each of its conditions is asked.
    modus_ponens, conjoin, link, has_value, choose, generalise   what is shown stood in a theorem, and has values there.
    specialise, exhibit        the value has a value (asked for) and keeps the promises of the traits (asked for); it is
                               captured by nothing; what depends on the symbol unseen refuses it.  What exists is the
                               same for every outcome: nothing that is drawn is exhibited.
    rewrite         equals by equals; below a head at which a symbol has other values no hypothesis of the equation may
                    speak of it, and these values must be such as its traits allow.
    induction       over integers from 1 (trait positive) or 0 (nonnegative), of what no size hides.
    at_every_time   no hypothesis but ``here`` may move.        at_one_time   the converse.
    surely          no hypothesis but for every outcome.
    instance        an axiom of the list in schemes.py, second order: what is put in has values and is captured by no
                    binder of the scheme, and each hypothesis is a theorem.
    (in oracles.py) normal_form, sign, degree, density: computations, named in each theorem; both sides have values.

There is a value for every symbol whatever the sizes are (:func:`.values.check` refuses others), so
that no step loses a hypothesis by losing a symbol.  Each theorem keeps its rule and its premises: what a certificate
needs is read off, not derived again.  In Python nothing is sealed against malice; the seal keeps out honest mistakes.
Standard library and the statement language only.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Union, final

from ..statement.props import Prop, eq, for_all, le, lt, ne, subprops
from ..statement.shape import shape_of
from ..statement.terms import Abbrev, Num, Op, Sym, Term, term
from .binding import (
    BINDERS,
    Bound,
    Group,
    Node,
    Refused,
    free,
    is_variable,
    key,
    moves,
    names_of,
    places,
    put,
    same,
    scopes,
    speaks,
    substitute,
    symbols_of,
    touches,
)
from .schemes import ALL, Scheme
from .values import check, domain, follows, one_of_each_name, promised, ranges_over_its_traits, runs_to

_SEAL = object()
HERE = Prop("here", ())
_OPAQUE = frozenset({"unknowns", "columns", "same_shape", "defined", "defined_as", "cites", "supplies", "at",
                     "jacobian", "unvec"})
"""Below these a term is looked at for what it is, or names a function or a family: nothing is rewritten there."""
_FUNCTIONS = frozenset({"apply", "activated", "gram", "kernel_value"})
"""The first argument of these is a function, the others are values at which it is taken."""
SOMEWHERE = frozenset({"exists", "tends", "limit", "differs", "depends_on"})
"""What is so said has values somewhere, and need not have them everywhere."""


@final
class Theorem:
    """``hypotheses |- proposition``: see the first lines of this module."""

    __slots__ = ("axioms", "detail", "hypotheses", "model", "oracles", "premises", "proposition", "rule", "symbols")
    hypotheses: frozenset[Prop]
    proposition: Prop
    axioms: frozenset[str]
    oracles: frozenset[str]
    model: object
    rule: str
    premises: tuple[Theorem, ...]
    symbols: frozenset[Sym]
    """All of which its derivation speaks."""
    detail: Mapping[str, Any]

    def __init__(self, seal: object, **values: object) -> None:
        if seal is not _SEAL:
            raise Refused("only the kernel makes theorems")
        for name, value in values.items():
            object.__setattr__(self, name, value)

    def __init_subclass__(cls) -> None:
        raise Refused("a theorem is nothing else")

    def __setattr__(self, name: str, value: object) -> None:
        raise Refused("a theorem does not change")

    def __delattr__(self, name: str) -> None:
        raise Refused("a theorem does not change")

    def __reduce__(self) -> str:
        raise Refused("a theorem is not copied: what a file says is to be checked")

    def __repr__(self) -> str:
        return f"{', '.join(sorted(map(repr, self.hypotheses)))} |- {self.proposition!r}"


def _theorem(
    rule: str, hypotheses: Iterable[Prop], prop: Prop, premises: Sequence[Theorem] = (), *, axioms: Iterable[str] = (),
    oracles: Iterable[str] = (), model: object = None, **detail: object,
) -> Theorem:
    if any(type(p) is not Theorem for p in premises):
        raise Refused("a premise is no theorem")
    check(prop)
    models = [m for m in (model, *(p.model for p in premises)) if m is not None]
    if any(m != models[0] for m in models):
        raise Refused("the premises speak of different models")
    unique = {key(h): h for h in hypotheses}
    spoken = frozenset[Sym]().union(*map(symbols_of, (prop, *unique.values())), *(p.symbols for p in premises))
    one_of_each_name(spoken)
    return Theorem(
        _SEAL, rule=rule, premises=tuple(premises), detail=detail,
        hypotheses=frozenset(unique.values()), proposition=prop, symbols=spoken,
        axioms=frozenset(axioms).union(*(p.axioms for p in premises)),
        oracles=frozenset(oracles).union(*(p.oracles for p in premises)), model=models[0] if models else None,
    )


def _hyps(*theorems: Theorem, without: Prop | None = None) -> list[Prop]:
    return [h for th in theorems for h in th.hypotheses if without is None or not same(h, without)]


def _settle(wanted: Iterable[Prop], having: Sequence[Theorem]) -> list[Theorem]:
    """A theorem for each condition."""
    known = {key(th.proposition): th for th in having}
    used = []
    for c in wanted:
        if key(c) not in known:
            raise Refused("not known: ", c)
        used.append(known[key(c)])
    return used


def _parts(p: Prop, head: str, what: str) -> tuple[Any, ...]:
    if p.head != head:
        raise Refused(what, ": ", p)
    return p.args


# Propositions ----------------------------------------------------------------------------------------------

def assume(p: Prop) -> Theorem:
    return _theorem("assume", [p], p)


def discharge(p: Prop, th: Theorem, having: Sequence[Theorem] = ()) -> Theorem:
    """H |- implies(p, q) from H, p |- q, where p has values."""
    used = _grounded(p, having)
    hyps = _hyps(th, without=p) + _hyps(*used)
    return _theorem("discharge", hyps, Prop("implies", (p, th.proposition)), [th, *used], assumption=p)


def _grounded(p: Prop, having: Sequence[Theorem]) -> list[Theorem]:
    used = _settle(domain(p), having)
    if any(same(h, p) for h in _hyps(*used)):
        raise Refused("that the assumption has a value rests on the assumption")
    return used


def modus_ponens(imp: Theorem, th: Theorem) -> Theorem:
    p, q = _parts(imp.proposition, "implies", "no implication")
    if not same(p, th.proposition):
        raise Refused("not the premise of the implication: ", th.proposition)
    return _theorem("modus ponens", _hyps(imp, th), q, [imp, th])


def negation(p: Prop) -> Prop:
    """The negation of a relation; raises :class:`Refused` for anything else."""
    made = {"eq": lambda a, b: ne(a, b), "ne": lambda a, b: eq(a, b), "le": lambda a, b: lt(b, a),
            "lt": lambda a, b: le(b, a), "ge": lambda a, b: lt(a, b), "gt": lambda a, b: le(a, b)}
    if p.head not in made:
        raise Refused("no negation of ", p.head)
    return made[p.head](*p.args)


def contradiction(p: Prop, th: Theorem, contrary: Theorem, having: Sequence[Theorem] = ()) -> Theorem:
    """H |- not p from H, p |- q and H, p |- not q, where p has values."""
    if not same(negation(th.proposition), contrary.proposition):
        raise Refused("the two do not contradict each other")
    used = _grounded(p, having)
    hyps = _hyps(th, contrary, without=p) + _hyps(*used)
    return _theorem("contradiction", hyps, negation(p), [th, contrary, *used], assumption=p)


def conjoin(*ths: Theorem) -> Theorem:
    return _theorem("conjoin", _hyps(*ths), Prop("and", tuple(th.proposition for th in ths)), ths)


def link(th: Theorem, k: int) -> Theorem:
    links = _parts(th.proposition, "and", "no conjunction")
    return _theorem("link", _hyps(th), links[k], [th], link=k)


def has_value(th: Theorem, k: int) -> Theorem:
    """A condition of what is shown: a theorem has values.  Not of what exists, which has one somewhere."""
    if any(p.head in SOMEWHERE for _, p in subprops(th.proposition)):
        raise Refused("this has values somewhere, and need not have them everywhere")
    return _theorem("has value", _hyps(th), domain(th.proposition)[k], [th], condition=k)


# Quantifiers -----------------------------------------------------------------------------------------------

def _variable(x: Sym) -> None:
    if not isinstance(x, Sym) or not is_variable(x):
        raise Refused("no variable: ", x)


def _no_size(x: Sym, p: Prop) -> None:
    """What has the size x is another thing for each value of x."""
    if any(s != x and x.name in names_of(s) for s in symbols_of(p) if not s.has("derived")):
        raise Refused(x.name, " is a size of ", p)


def generalise(x: Sym, th: Theorem) -> Theorem:
    _variable(x)
    _no_size(x, th.proposition)
    if any(speaks(h, x) for h in th.hypotheses):
        raise Refused("a hypothesis speaks of ", x.name)
    return _theorem("generalise", _hyps(th), for_all(x, th.proposition), [th])


def specialise(th: Theorem, value: Term, having: Sequence[Theorem] = ()) -> Theorem:
    x, body = _parts(th.proposition, "for_all", "not general")
    _no_size(x, body)
    if any(p.head == "exists" and speaks(p, x) for _, p in subprops(body)):
        _is_not_drawn(value)
    used = _settle([*promised(x, value), *domain(value)], having)
    return _theorem("specialise", _hyps(th, *used), put(body, {x: value}), [th, *used], value=value)


def exhibit(goal: Prop, value: Term, th: Theorem, having: Sequence[Theorem] = ()) -> Theorem:
    """exists(x, p) from p at a value; p must have values for every x."""
    x, body = _parts(goal, "exists", "not about existence")
    _variable(x)
    _no_size(x, body)
    if not same(put(body, {x: value}), th.proposition):
        raise Refused("not the body at this value: ", th.proposition)
    _is_not_drawn(value, *(th.hypotheses if _is_drawn(body) else ()))
    used = _settle([*promised(x, value), *domain(value), *domain(goal)], having)
    return _theorem("exhibit", _hyps(th, *used), goal, [th, *used], value=value)


def _is_not_drawn(*nodes: Node) -> None:
    if _is_drawn(*nodes):
        raise Refused("what exists would depend on what is drawn: ", nodes[0])


def _is_drawn(*nodes: Node) -> bool:
    return any(touches(frozenset({Group.RANDOM}), s) for node in nodes for s in free(node))


def choose(there_is: Theorem, th: Theorem) -> Theorem:
    """H |- q from exists(x, p) and H, p |- q, x occurring in neither H nor q."""
    x, body = _parts(there_is.proposition, "exists", "not about existence")
    _variable(x)
    _no_size(x, body)
    rest = _hyps(th, without=body)
    if any(speaks(node, x) for node in [*rest, th.proposition]):
        raise Refused("what is chosen occurs elsewhere")
    return _theorem("choose", [*_hyps(there_is), *rest], th.proposition, [there_is, th])


def induction(k: Sym, base: Theorem, step: Theorem) -> Theorem:
    """for_all(k, p(k)) from p at the first integer and p(k) |- p(k + 1)."""
    first = {frozenset({"integer", "positive"}): 1, frozenset({"integer", "nonnegative"}): 0}.get(k.traits - {"layer"})
    if first is None or k.shape != (1, 1):
        raise Refused("an induction is over integers from 0 or 1 on")
    goals = [h for h in step.hypotheses if speaks(h, k) and same(put(h, {k: k + 1}), step.proposition)]
    if len(goals) != 1:
        raise Refused("no induction step: ", step.proposition)
    goal = goals[0]
    _variable(k)
    _no_size(k, goal)
    rest = [*_hyps(step, without=goal), *_hyps(base)]
    if any(speaks(h, k) for h in rest):
        raise Refused("a hypothesis speaks of ", k.name)
    if not same(put(goal, {k: term(first)}), base.proposition):
        raise Refused("not the base of the induction: ", base.proposition)
    return _theorem("induction", rest, for_all(k, goal), [base, step])


# Equations -------------------------------------------------------------------------------------------------

def rewrite(equation: Theorem, th: Theorem, path: tuple[int, ...]) -> Theorem:
    """Equals for equals at one place of what ``th`` shows."""
    lhs, rhs = _parts(equation.proposition, "eq", "no equation")
    if isinstance(lhs, Sym) and lhs.traits & {"iid", "layers"}:
        raise Refused("a family is no value: ", lhs)
    syms = free(lhs) | free(rhs)

    def walk(node: Node, rest: tuple[int, ...]) -> Node:
        if isinstance(node, Abbrev):
            return walk(node.body, rest)
        if not rest:
            if not isinstance(node, Term) or not same(node, lhs):
                raise Refused("another term stands there: ", node)
            return rhs
        assert isinstance(node, (Op, Prop))
        slot, bound = scopes(node)[rest[0]]
        is_function = node.head in _FUNCTIONS and rest[0] == 0
        if slot or is_function or node.head in _OPAQUE or (BINDERS.get(node.head) and rest[0] in places(node)[0]):
            raise Refused("nothing is rewritten in ", node)
        if node.head == "exists":
            _is_not_drawn(rhs)
        for s in syms:
            if touches(bound, s):
                _holds_below(node, s, equation)
        args = list(node.args)
        args[rest[0]] = walk(args[rest[0]], rest[1:])
        return type(node)(node.head, tuple(args))  # type: ignore[arg-type]

    shown = walk(th.proposition, path)
    assert isinstance(shown, Prop)
    return _theorem("rewrite", _hyps(equation, th), shown, [equation, th], path=path)


def _holds_below(node: Op | Prop, s: Sym, equation: Theorem) -> None:
    """An equation is used where a symbol takes other values: it must hold for these as well."""
    if any(speaks(h, s) or (not is_variable(s) and s.name != "t") for h in equation.hypotheses):
        raise Refused("below ", node.head, " the symbol ", s.name, " has other values than in the equation")
    if is_variable(s) and node.head not in {"where", "expect_given"} and not ranges_over_its_traits(node, s):
        raise Refused("below ", node.head, " the symbol ", s.name, " has values that its traits exclude")


# The flow --------------------------------------------------------------------------------------------------

def at_every_time(th: Theorem) -> Theorem:
    """H |- always(p) from H, here |- p, where H does not move."""
    rest = _hyps(th, without=HERE)
    if any(moves(h) for h in rest):
        raise Refused("a hypothesis speaks of one moment, or of one value of the parameters")
    return _theorem("at every time", rest, Prop("always", (th.proposition,)), [th])


def at_one_time(th: Theorem) -> Theorem:
    """H, here |- p from H |- always(p)."""
    (body,) = _parts(th.proposition, "always", "not about the flow")
    return _theorem("at one time", [*_hyps(th), HERE], body, [th])


def surely(th: Theorem) -> Theorem:
    """H |- almost_surely(p) from H |- p, where H is the same for every outcome."""
    if _is_drawn(*th.hypotheses):
        raise Refused("a hypothesis speaks of one outcome")
    return _theorem("surely", _hyps(th), Prop("almost_surely", (th.proposition,)), [th])


# Schemes ---------------------------------------------------------------------------------------------------

@dataclass(frozen=True)
class Lam:
    """A function to put in for a metavariable: the body, with these symbols as variables."""

    variables: tuple[Sym, ...]
    body: Node


Binding = Mapping[Sym, Union[Term, Lam]]
_RELATED = ("like:", "after:", "over:")


def instance(
    scheme: Scheme, bind: Binding, given: Sequence[Theorem] = (), having: Sequence[Theorem] = ()
) -> tuple[Theorem, ...]:
    """The conclusions of a scheme of the list, its hypotheses being among ``given``."""
    asked, wanted, shown = filled(scheme, bind)
    for p in (p for q in shown for _, p in subprops(q) if p.head == "exists" and q.head == "exists"):
        _is_not_drawn(p)
    used = _settle([*asked, *wanted], [*given, *having])
    told = {m.name: v for m, v in bind.items()}
    return tuple(
        _theorem("instance", _hyps(*used), p, used, axioms=[scheme.name], scheme=scheme.name, bind=told) for p in shown
    )


def filled(scheme: Scheme, bind: Binding) -> tuple[list[Prop], list[Prop], list[Prop]]:
    """What an instance asks, the conditions of what is put in, and what it shows."""
    if ALL.get(scheme.name) is not scheme:
        raise Refused("no scheme of the list: ", scheme.name)
    if set(bind) != set(scheme.metas):
        raise Refused(scheme.name, " asks for values of ", ", ".join(m.name for m in scheme.metas))
    wanted: list[Prop] = []
    taken = [v for m in scheme.metas if m.has("variable") and isinstance(v := bind[m], Sym)]
    own = frozenset[Sym]().union(*map(symbols_of, (*scheme.hypotheses, *scheme.conclusions))) - {*scheme.metas}
    if len({s.name for s in (*own, *taken)}) < len(own) + len(taken):
        raise Refused("one symbol is put in for two")
    for meta in scheme.metas:
        wanted += _suits(meta, bind[meta])
        wanted += _fits(meta, scheme, {m.name: v for m, v in bind.items()})
    asked = [_fill(h, scheme, bind, frozenset(), wanted) for h in scheme.hypotheses]
    shown = [_fill(c, scheme, bind, frozenset(), wanted) for c in scheme.conclusions]
    return asked, wanted, shown  # type: ignore[return-value]


def _suits(meta: Sym, value: Term | Lam) -> list[Prop]:
    """The conditions under which the value may be put in."""
    if isinstance(value, Lam) is not meta.has("function"):
        raise Refused("no value for ", meta.name)
    if isinstance(value, Lam):
        conditions = list(domain(value.body))
        for x in value.variables:
            _variable(x)
            conditions = [for_all(x, c) if speaks(c, x) else c for c in conditions]
        return conditions
    if meta.has("variable"):
        if not isinstance(value, Sym):
            raise Refused("no symbol for ", meta.name)
        _variable(value)
        told = {t for t in meta.traits if not t.startswith(_RELATED)} - {"meta", "variable"}
        if value.traits != told and not meta.has("any"):
            raise Refused("another kind of symbol for ", meta.name)
        if meta.shape != ("?", "?") and value.shape != meta.shape:
            raise Refused("another shape of symbol for ", meta.name)
        return []
    if meta.shape == (1, 1):
        return [*promised(Sym(meta.name, (1, 1), meta.traits - {"meta", "moving", "drawn"}), value), *domain(value)]
    kept = meta.traits & {"invertible", "orthogonal"}
    if kept and not (isinstance(value, Sym) and kept <= value.traits):
        raise Refused("no symbol that is ", *kept, " for ", meta.name)
    return list(domain(value))


def _fits(meta: Sym, scheme: Scheme, told: Mapping[str, Term | Lam]) -> list[Prop]:
    """A value of the shape of another (trait ``like:A``), and of a variable also as its traits say; a matrix with as
    many rows as another has columns (``after:A``); an index that runs as far as one says (``over:n``)."""
    value, wanted = told[meta.name], list[Prop]()
    for kind, _, name in (t.partition(":") for t in meta.traits if t.startswith(_RELATED)):
        other = told[name]
        assert isinstance(other, Term)
        assert isinstance(value, Term)
        if kind == "like" and (shape_of(value) is None or shape_of(value) != shape_of(other)):
            raise Refused(meta.name, " has the shape of ", name)
        if kind == "like" and any(m.name == name and m.has("variable") for m in scheme.metas):
            assert isinstance(other, Sym)
            if meta.has("variable") and isinstance(value, Sym) and value.traits != other.traits:
                raise Refused(meta.name, " is of the kind of ", name)
            wanted += promised(other, value)
        if kind == "after" and not follows(other, value):
            raise Refused(meta.name, " has as many rows as ", name, " has columns")
        if kind == "over" and not runs_to(value, other):
            raise Refused(meta.name, " runs to ", name)
    return wanted


def _fill(node: Node, scheme: Scheme, bind: Binding, bound: Bound, wanted: list[Prop]) -> Node:
    """Metavariables replaced.  What is put in speaks of nothing that is bound here, but by the function's variables."""
    if isinstance(node, Num):
        return node
    if isinstance(node, Sym):
        value = bind.get(node, node)
        assert isinstance(value, Term)
        if node in bind and not node.has("variable"):
            _not_caught(node, free(value), bound)
        return value
    assert isinstance(node, (Op, Prop))
    f = node.args[0] if node.args else None
    if node.head in {"apply", "holds"} and isinstance(f, Sym) and isinstance(lam := bind.get(f), Lam):
        values = [_fill(a, scheme, bind, bound, wanted) for a in node.args[1:]]
        if len(values) != len(lam.variables):
            raise Refused(f.name, " is a function of ", len(values), " variables")
        told = {x: v for x, v in zip(lam.variables, values, strict=True) if isinstance(v, Term)}
        others = bound - told.keys()  # what is unseen in the body may depend on its variables, which are put in
        _not_caught(f, free(lam.body) - frozenset(lam.variables), others)
        for x, v in told.items():
            asked = promised(x, v)
            if any(touches(bound, s) for p in asked for s in free(p)):
                raise Refused("a bound symbol may leave the traits of ", x)
            wanted += asked
        return substitute(lam.body, told)
    inner: list[Node] = []
    for arg, (_, away) in zip(node.args, scopes(node), strict=True):
        named = (bind.get(s, s) if isinstance(s, Sym) else s for s in away)
        here = {s for s in named if isinstance(s, (Sym, Group))}
        inner.append(_fill(arg, scheme, bind, bound | here, wanted))
    return type(node)(node.head, tuple(inner))  # type: ignore[arg-type]


def _not_caught(meta: Sym, spoken: Iterable[Sym], bound: Bound) -> None:
    let = {Group.FLOW} if meta.has("moving") else {Group.RANDOM} if meta.has("drawn") else set()
    if any(touches(bound - let, s) for s in spoken):
        raise Refused("what is put in for ", meta.name, " would be captured")
