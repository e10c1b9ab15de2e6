"""What holds at every layer, and of symbols at other values.  Not trusted."""

from __future__ import annotations

from collections.abc import Iterator

from ...proof.steps.layers import Contracting, Diminishing
from ...proof.steps.recursions import Induction
from ...statement.props import Prop, conj, eq, le, lt, ne
from ...statement.terms import MadeSym, Op, Sym, Term, norm_F, term
from .. import kernel as K
from .. import oracles
from ..binding import Refused, free, fresh, is_variable, put, same, substitute, symbols_of
from ..kernel import Theorem
from .algebra import combination, identity
from .desk import Desk, Held, occurrences, relation, split


def instance(desk: Desk, goal: Prop, at: dict[Sym, Term] | None, source: Held, held: Held) -> Theorem:
    """What one of these says at some values; of every symbol that it binds at itself, where none are stated."""
    why = Refused("no premise says it")
    for th in source:
        try:
            values: dict[Sym, Term] = {x: x for x in _quantified(th.proposition)} if at is None else at
            return desk.find(goal, list(instances(desk, th, values, held)))
        except Refused as refused:
            why = refused
    raise why


def _quantified(p: Prop) -> list[Sym]:
    x, body = p.args if p.head == "for_all" else (None, None)
    return [x, *_quantified(body)] if isinstance(x, Sym) and isinstance(body, Prop) else []


def instances(desk: Desk, th: Theorem, at: dict[Sym, Term], held: Held) -> Iterator[Theorem]:
    """What is held of all values of these symbols, at the values stated."""
    bound, now = set[Sym](), th
    while now.proposition.head == "for_all" and now.proposition.args[0] in at:
        x = now.proposition.args[0]
        assert isinstance(x, Sym)
        bound.add(x)
        now = at_value(desk, now, at[x], held)
    free = [x for x in at if x not in bound]
    for x in reversed(free):
        if at[x] != x:
            now = desk.general(x, now)
    for x in free:
        if at[x] != x:
            now = at_value(desk, now, at[x], held)
    yield from split(now)


def at_value(desk: Desk, th: Theorem, value: Term, held: Held) -> Theorem:
    x = th.proposition.args[0]
    assert isinstance(x, Sym)
    asked = [integral(desk, c, held) for c in K.promised(x, value)]
    return K.specialise(th, value, [*asked, *desk.have(value, premises=held)])


def integral(desk: Desk, c: Prop, held: Held) -> Theorem:
    """A promise; that a difference is not negative, from the order of the two."""
    match c:
        case Prop("le", (_, Op("-", (Term() as a, Term() as b)))):
            try:
                return desk.use("slack", {"a": b, "b": a}, [desk.find(le(b, a), held)], held)[0]
            except Refused:
                pass
    return desk.prove(c, held)


def induction(desk: Desk, goal: Prop, by: Induction, held: Held) -> Theorem:
    """p at every layer, from 0 on and from each to the next, also up to one."""
    k, last = by.layer, by.upto
    first = put(goal, {k: term(0)})
    supposed = K.assume(goal)
    if last is None:
        base = desk.build(first, held)
        some = [th for th in held if th.proposition.head == "implies"]
        step = next((th for th in some if same(th.proposition.args[0], goal)), some[0])
        p = step.proposition.args[0]
        assert isinstance(p, Prop)
        up = desk.build(put(goal, {k: k + 1}), split(K.modus_ponens(step, desk.find(p, [supposed, *split(supposed)]))))
    else:
        p = goal.args[1]
        assert isinstance(p, Prop)
        at_0, above = put(p, {k: term(0)}), le(k + 1, last)
        base = K.discharge(le(term(0), last), desk.build(at_0, held), desk.have(le(term(0), last)))
        told = K.assume(above)
        below = K.modus_ponens(supposed, combination(desk, le(k, last), [told], (term(1),), (term(1),)))
        strict = combination(desk, lt(k, last), [told], (term(1),), (term(1),))
        both = conj(p, lt(k, last))
        step = next(th for th in held if th.proposition.head == "implies" and same(th.proposition.args[0], both))
        shown = desk.build(put(p, {k: k + 1}), split(K.modus_ponens(step, K.conjoin(below, strict))))
        up = K.discharge(above, shown, desk.have(above))
    return K.specialise(K.induction(k, base, up), k)


def tending(desk: Desk, goal: Prop, by: Contracting | Diminishing, held: Held) -> Theorem:
    """A limit in the number of layers, from a bound of the distance that shrinks from each layer to the next."""
    moving, end, _ = goal.args
    assert isinstance(moving, Term)
    assert isinstance(end, Term)
    l, f = by.layer, by.f  # noqa: E741 - the paper's letter
    m = fresh(l, symbols_of(goal).union(*(symbols_of(th.proposition) for th in held)))
    following = substitute(f, {l: l + 1})
    assert isinstance(following, Term)
    told: dict[str, Term | K.Lam] = {"h": K.Lam((l,), moving), "B": end, "f": K.Lam((l,), f), "l": l, "m": m}
    if isinstance(by, Contracting):
        name, supposed, told["b"] = "contraction layer by layer", [], by.q
        shrinks, small = desk.build(le(following, by.q * f), held), lt(by.q, 1)
    else:
        name, supposed = "diminishing layer by layer", [K.assume(le(by.b, l))]
        told |= {"c": by.c, "a": by.b}
        some = [x for th in held if th.proposition.head == "implies" and same(th.proposition.args[0], le(by.b, l))
                for x in split(K.modus_ponens(th, supposed[0]))]  # fmt: skip
        shrinks, small = desk.build(le(following, (1 - by.c / (l + 1)) * f), some), lt(0, by.c)
    next_one = K.assume(eq(m, l + 1))
    for path in occurrences(following, l + 1):
        shrinks = K.rewrite(desk.turned(next_one), shrinks, (0, *path))
    for th in (*supposed, next_one):
        shrinks = K.discharge(th.proposition, shrinks, desk.have(th.proposition))
    near = _at_most(desk, norm_F(moving - end) ** 2, f, held)
    given = [K.generalise(l, near), K.generalise(l, K.generalise(m, shrinks)), desk.build(small, held)]
    return desk.use(name, told, given, held)[0]


def _at_most(desk: Desk, low: Term, high: Term, held: Held) -> Theorem:
    """Also of two terms that have one normal form."""
    try:
        equal = desk.equal(low, high, held)
    except Refused:
        return desk.build(le(low, high), held)
    nothing = K.rewrite(desk.equal(term(0), low - low, held), desk.sign(le(term(0), term(0))), (1,))
    return K.rewrite(equal, desk.use("from slack", {"a": low, "b": low}, [nothing], held)[0], (1,))


def over_layers(desk: Desk, goal: Prop, j: Sym, held: Held) -> Theorem:
    """Sums over layers by what holds at every layer j below the last one: at j = i - 1."""
    i, n, *_ = _summands(goal)
    th = at_value(desk, desk.general(j, held[0]), i - 1, held)
    if th.proposition.head == "implies":
        (p, _), index = th.proposition.args, desk.use("index", {"i": i, "n": n}, ())[0]
        assert isinstance(p, Prop)
        th = K.modus_ponens(th, combination(desk, p, [index], (term(1),), ()))
    return _sums(desk, goal, th, held)


def summands(desk: Desk, goal: Prop, multiplier: Term, held: Held) -> Theorem:
    """Sums by summands that differ by a multiple of what is 0 for every index."""
    i, _, f, h = _summands(goal)
    th = K.specialise(next(th for th in held if th.proposition.head == "for_all"), i)
    return _sums(desk, goal, identity(desk, eq(f, h), [th], (multiplier,)), held)


def _summands(goal: Prop) -> tuple[Sym, Term, Term, Term]:
    """The index, where it ends, and the summands on both sides; 0 on the right where nothing is left."""
    match goal.args:
        case Op("sum", (Sym() as i, Term() as n, Term() as f)), Op("sum", (_, _, Term() as h)):
            return i, n, f, h
        case Op("sum", (Sym() as i, Term() as n, Term() as f)), Term() as zero:
            return i, n, f, zero
    raise Refused("no sums: ", goal)


def _sums(desk: Desk, goal: Prop, th: Theorem, held: Held) -> Theorem:
    """The comparison of two sums, from that of their summands."""
    i, n, f, h = _summands(goal)
    shown = K.generalise(i, desk.convert(th, Prop(goal.head, (f, h)), held))
    name = {"eq": "equal summands", "le": "sum by sum"}[goal.head]
    made = desk.use(name, {"f": K.Lam((i,), f), "h": K.Lam((i,), h), "i": i, "n": n}, [shown], held)[0]
    if h == goal.args[1] == term(0):
        made = K.rewrite(desk.use("sum of zeros", {"i": i, "n": n}, [])[0], made, (1,))
    return desk.convert(made, goal, held)


def rewriting(desk: Desk, goal: Prop, held: Held) -> Theorem:
    """Normal forms with equations put in; letters that something binds there have other names meanwhile."""
    equations = [th for th in held if th.proposition.head == "eq"]
    known = [goal, *(th.proposition for th in equations)]
    bound = {s for p in known for some in oracles.bound_below(p) for s in some if isinstance(s, Sym)}
    taken = frozenset[Sym]().union(*map(free, known), bound)
    clash = [s for s in sorted(bound, key=lambda s: s.name) if is_variable(s) and any(s in free(p) for p in known)]
    others = {s: fresh(s, taken) for s in clash}
    found = [_renamed(desk, th, others) for th in equations]
    lhs, rhs = put(goal, others).args
    assert isinstance(lhs, Term)
    assert isinstance(rhs, Term)
    th = oracles.normal_form_where(desk.reading, lhs, rhs, found, desk.have(lhs, rhs, premises=[*held, *found]))
    return _renamed(desk, th, {other: s for s, other in others.items()})


def _renamed(desk: Desk, th: Theorem, names: dict[Sym, MadeSym] | dict[MadeSym, Sym]) -> Theorem:
    """The same of other letters, in its hypotheses, too."""
    for s, other in names.items():
        about = [h for h in th.hypotheses if K.speaks(h, s)]
        for h in about:
            th = K.discharge(h, th, desk.have(h))
        th = K.specialise(K.generalise(s, th), other)
        for h in reversed(about):
            th = K.modus_ponens(th, K.assume(put(h, {s: other})))
    return th


def apart(desk: Desk, goal: Prop, held: Held) -> Theorem:
    """delta(i, j) = 0 of two that differ."""
    low, _ = relation(goal)
    assert isinstance(low, Op)
    i, j = low.args
    assert isinstance(i, Term)
    assert isinstance(j, Term)
    return desk.use("distinct", {"a": i, "b": j}, [_differ(desk, i, j, held)], held)[0]


def _differ(desk: Desk, i: Term, j: Term, held: Held) -> Theorem:
    for th in held:
        if same(th.proposition, ne(i, j)):
            return th
    for a, b, k in ((i, j, 0), (j, i, 1)):
        for wanted, plus in ((lt(a, b), ()), (le(a + 1, b), (term(1),))):
            for th in held:
                try:
                    known = desk.convert(th, wanted, held)
                    strict = combination(desk, lt(a, b), [known], (term(1),), plus) if plus else known
                    return desk.use("apart", {"a": a, "b": b}, [strict], held)[k]
                except Refused:
                    continue
    equal = desk.find(ne(j, i), held)
    return desk.convert(equal, ne(i, j), held)
