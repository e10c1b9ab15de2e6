"""What all tactics need: conditions shown, schemes used, a theorem turned into what the text says.  Not trusted."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial

from ...proof.values.integrability import is_of_unknown_law
from ...statement.props import Prop, le, lt, subprops
from ...statement.terms import Abbrev, Op, Sym, Term, term
from .. import kernel as K
from .. import oracles
from ..binding import Node, Refused, key, moves, same
from ..kernel import Theorem
from ..oracles import Reading
from ..schemes import ALL
from ..values import domain
from . import derivatives, infima, limits, means, ranges, regular
from .matching import instance_of

Held = Sequence[Theorem]


class Desk:
    """The theorems at hand for one claim, and how to find small ones."""

    def __init__(self, reading: Reading, ambient: Held = ()) -> None:
        self.reading, self.ambient = reading, tuple(ambient)
        self.facts: dict[object, Theorem] = {}
        self._failed: dict[object, tuple[object, ...]] = {}
        self.stated: list[Theorem] = []
        """Moments of laws that are not known, which are asked to be finite."""
        self.granted: dict[object, tuple[Prop, Callable[[], Theorem]]] = {}
        """Conditions of terms that stand in a hypothesis, or in a theorem: these have values."""
        self.signs: list[Theorem] = []
        """What steps have shown of signs, under the hypotheses of the claim alone."""
        self.numbers = ranges.numbers_of(reading.claim)
        """The integers that are spoken of, by the names that sizes and ranges have."""
        for th in self.ambient:
            self.grant(th)

    def grant(self, th: Theorem) -> None:
        for k, c in enumerate(_conditions(th)):
            self._grant(c, partial(K.has_value, th, k))

    def learn(self, th: Theorem) -> None:
        """What a step has shown for good: conditions may rest on it, what does not move on what holds at every time."""
        try:
            self.grant(K.at_every_time(th) if K.HERE in th.hypotheses else th)
        except Refused:
            self.grant(th)
        if th.proposition.head in _SIGNS and not any(same(th.proposition, x.proposition) for x in self.signs):
            self.signs.append(th)
            self._failed.clear()

    def _grant(self, c: Prop, shown: Callable[[], Theorem]) -> None:
        """The condition; what is so for all values, or at every time, is so at each."""
        self.granted.setdefault(key(c), (c, shown))
        match c:
            case Prop("for_all", (Sym() as x, Prop() as body)):
                self._grant(body, lambda: K.specialise(shown(), x))
            case Prop("always", (Prop() as body,)):
                self._grant(body, lambda: K.at_one_time(shown()))

    # Conditions ------------------------------------------------------------------------------------------

    def have(self, *nodes: Node, premises: Held = (), conditions: Iterable[Prop] = ()) -> list[Theorem]:
        """A theorem for each condition of these terms."""
        return [self.prove(c, premises) for c in (*conditions, *(c for node in nodes for c in domain(node)))]

    def prove(self, c: Prop, premises: Held = ()) -> Theorem:
        """A small theorem: a sign, a condition, an equation of normal forms."""
        name = key(c)
        if name in self.facts:
            return self.facts[name]
        for th in (*premises, *self.ambient):
            if same(th.proposition, c):
                return th
        if c.head == "finite" and name in self.granted:
            return self.granted[name][1]()
        if not premises and name in self._failed and name not in self.granted:
            raise Refused(*self._failed[name])
        try:
            th = self._prove(c, premises)
        except Refused as why:
            if name in self.granted:
                return self.granted[name][1]()
            for p in premises:
                for k, known in enumerate(_conditions(p)):
                    if same(known, c):
                        return K.has_value(p, k)
            if not premises:
                self._failed[name] = why.args
            raise
        if all(h.head == "as_named" for h in th.hypotheses):
            self.facts[name] = th
        return th

    def _prove(self, c: Prop, premises: Held) -> Theorem:
        match c:
            case Prop("has_value", (Op("slope", (Sym() as x, Term() as f)) as node,)):
                try:
                    asked = [K.for_all(x, p) if K.speaks(p, x) else p for p in domain(f)]
                    return oracles.slope(self.reading, node, [self.prove(p, premises) for p in asked])
                except Refused:
                    return derivatives.exists(self, node, premises)
            case Prop("has_value", (Op("expect_given", (Term() as f, *_)) as node,)):
                return means.exists_given(self, node, f, premises)
            case Prop("has_value", (Op("infimum", (Term() as f, *xs)),)):
                return infima.bounded(self, f, [x for x in xs if isinstance(x, Sym)], premises)
            case Prop("for_all", (Sym() as x, Prop() as body)):
                try:
                    return self.general(x, self.prove(body, premises))
                except Refused:
                    return self._state(c)
            case Prop("always", (Prop() as body,)):
                return K.at_every_time(self.prove(body, premises))
            case Prop("almost_surely", (Prop() as body,)):
                return K.surely(self.prove(body, premises))
            case Prop("implies", (Prop() as p, Prop() as q)):
                known = self.have(p, premises=premises)
                return K.discharge(p, self.prove(q, (*premises, *split(K.assume(p)))), known)
            case Prop("and", links):
                return K.conjoin(*(self.prove(x, premises) for x in links if isinstance(x, Prop)))
            case Prop("finite") if c not in (more := oracles.needed(self.reading, c)):
                having = [self.prove(p, premises) for p in (*domain(c), *more, *(q for p in more for q in domain(p)))]
                return oracles.degree(self.reading, c, having)
            case Prop("finite", (Op("expect", (Term() as f,)) as mean,)) if is_of_unknown_law(mean):
                shown = derivatives.finite(self, c, premises) or means.written_otherwise(self, f, premises)
                return shown or self._state(c)
            case Prop("has_value" | "attained" | "here" | "finite"):
                raise Refused("not known: ", c)
            case Prop("smooth" | "smooth_along" | "differentiable"):
                for th in (*premises, *self.ambient):
                    if (special := instance_of(self, th, c, premises)) is not None:
                        return special
                return oracles.degree(self.reading, c, self.have(c, premises=premises))
            case Prop("tends" | "tends_jointly"):
                return limits.continuity(self, c, premises)
            case Prop("trains", (Term() as loss,)):
                return oracles.trains(self.reading, loss)
            case Prop("integer", (Term() as n,)):
                return ranges.integer(self, n, premises)
            case Prop("eq", (Term() as a, Term() as b)):
                return self.equal(a, b, premises)
            case Prop("commute", (Term() as A, Term() as B)):
                return self.use("commute", {"A": A, "B": B}, [self.equal(A * B, B * A, premises)])[0]
            case Prop("ne", (Op("det", (Term() as A,)), _)):
                try:
                    return regular.invertible(self, A, premises)
                except Refused:
                    return self.use("posdef is invertible", {"A": A}, [self.prove(Prop("posdef", (A,)), premises)])[0]
            case Prop("posdef", (Term() as A,)):
                try:
                    return regular.congruent(self, A, premises)
                except Refused:
                    pass
        try:
            return self.sign(c, premises)
        except Refused:
            try:
                return ranges.in_range(self, c)
            except Refused:
                return self._by_signs(c, premises)

    def _state(self, c: Prop) -> Theorem:
        """A moment of a law that is not known is asked to be finite."""
        if not is_moment(c):
            raise Refused("not known: ", c)
        at = sorted((s for s in K.free(c) if moves(s) and K.is_variable(s)), key=lambda s: s.name)
        closed = c
        for s in reversed(at):
            closed = K.for_all(s, closed)
        if moves(closed):
            at, closed = [], c
        th = K.assume(closed)
        self.stated.append(th)
        for s in at:
            th = K.specialise(th, s)
        return th

    def sign(self, p: Prop, premises: Held = ()) -> Theorem:
        """As few premises as possible: their hypotheses stay."""
        having = self.have(p, premises=premises)
        if (found := ranges.index(self, p)) is not None:
            return found
        more = [th for th in self.ambient if th not in premises]
        for some in [(), *((th,) for th in (*premises, *more)), tuple(premises), (*premises, *more)]:
            try:
                return oracles.sign(self.reading, p, some, having)
            except Refused as refused:
                why = refused
        raise why

    def _by_signs(self, p: Prop, premises: Held) -> Theorem:
        """From what steps have shown, and from what the premises rest on."""
        having = self.have(p, premises=premises)
        rests = frozenset[Prop]().union(*(th.hypotheses for th in premises))
        supposed = [x for h in sorted(rests, key=repr) for x in split(K.assume(h))]
        known = [*self.signs, *(th for th in supposed if th.proposition.head in _SIGNS)]
        for some in [*((th,) for th in known), (*premises, *known)] if known else []:
            try:
                return oracles.sign(self.reading, p, some, having)
            except Refused:
                continue
        raise Refused("no sign found: ", p)

    def equal(self, a: Term, b: Term, premises: Held = ()) -> Theorem:
        return oracles.normal_form(self.reading, a, b, self.have(a, b, premises=premises))

    # Schemes ---------------------------------------------------------------------------------------------

    def use(self, name: str, bind: Mapping[str, Term | K.Lam], given: Held, premises: Held = ()) -> tuple[Theorem, ...]:
        scheme = ALL[name]
        told = {m: bind[m.name] for m in scheme.metas}
        _, wanted, _ = K.filled(scheme, told)
        return K.instance(scheme, told, given, self.have(conditions=wanted, premises=(*premises, *given)))

    def weaken(self, th: Theorem) -> Theorem:
        a, b = relation(th.proposition)
        return self.use("weaken", {"a": a, "b": b}, [th])[0]

    # Equations -------------------------------------------------------------------------------------------

    def turned(self, equation: Theorem) -> Theorem:
        """b = a from a = b."""
        a = equation.proposition.args[0]
        assert isinstance(a, Term)
        return K.rewrite(equation, self.equal(a, a, (equation,)), (0,))

    def rewrite(self, equation: Theorem, th: Theorem, path: tuple[int, ...]) -> Theorem:
        """Equals for equals, the equation being taken for all values of what is bound on the way."""
        node: Node = th.proposition
        for k in path:
            node = node.body if isinstance(node, Abbrev) else node
            assert isinstance(node, (Op, Prop))
            for x in K.scopes(node)[k][1]:
                if isinstance(x, Sym) and any(is_moment(h) and K.speaks(h, x) for h in equation.hypotheses):
                    equation = K.specialise(self.general(x, equation), x)
            node = node.args[k]
        return K.rewrite(equation, th, path)

    def convert(self, th: Theorem, goal: Prop, premises: Held = ()) -> Theorem:
        """``th`` with sides that have the same normal forms as those of the goal."""
        if same(th.proposition, goal):
            return th
        p, inside = th.proposition, list[int]()
        match p, goal:
            case Prop("almost_surely", (Prop() as q,)), Prop("almost_surely", (Prop() as wanted,)):
                p, goal, inside = q, wanted, [0]
        if _oriented(p.head) != _oriented(goal.head) or len(p.args) != len(goal.args):
            raise Refused("another proposition: ", goal)
        if any(isinstance(x, Prop) is not isinstance(y, Prop) for x, y in zip(p.args, goal.args, strict=True)):
            raise Refused("another proposition: ", goal)
        at = range(len(p.args))[:: 1 if (p.head in TURNED) == (goal.head in TURNED) else -1]
        for k, new in zip(at, goal.args, strict=True):
            old = p.args[k]
            if same(old, new):
                continue
            if not isinstance(old, Term) or not isinstance(new, Term) or p.head not in _RELATIONS:
                raise Refused("another proposition: ", goal)
            equation = self.equal(old, new, (th, *premises))
            try:
                th = K.rewrite(equation, th, (*inside, k))
            except Refused:
                if k or p.head != "limit":
                    raise
                th = self.same_limit(self.turned(equation), th)
        return th

    def same_limit(self, equation: Theorem, th: Theorem) -> Theorem:
        """What equals at every time what has a limit has that limit."""
        (x, y), end = relation(equation.proposition), th.proposition.args[1]
        assert isinstance(end, Term)
        given = [K.at_every_time(equation), th]
        return self.use("limit of what is equal", {"X": x, "Y": y, "A": end}, given)[0]

    def find(self, goal: Prop, held: Held) -> Theorem:
        """The goal among what is held, up to normal forms."""
        for th in held:
            if same(th.proposition, goal):
                return th
        for th in held:
            for turn in (False, True) if th.proposition.head == goal.head == "eq" else (False,):
                try:
                    return self.convert(self.turned(th) if turn else th, goal, held)
                except Refused:
                    continue
        raise Refused("not shown: ", goal)

    def build(self, goal: Prop, held: Held) -> Theorem:
        """The goal from what is held and what is manifest."""
        for th in held:
            if same(th.proposition, goal):
                return th
        match goal:
            case Prop("and", links):
                return K.conjoin(*(self.build(x, held) for x in links if isinstance(x, Prop)))
            case Prop("always", (Prop() as body,)):
                return K.at_every_time(self.build(body, held))
            case Prop("for_all", (Sym() as x, Prop() as body)) if not is_moment(goal):
                return self.general(x, self.build(body, held))
            case Prop("implies", (Prop() as p, Prop() as q)):
                supposed = K.assume(p)
                shown = [x for th in held if th.proposition.head == "implies" and same(th.proposition.args[0], p)
                         for x in split(K.modus_ponens(th, supposed))]
                return K.discharge(p, self.build(q, [*shown, *held, *split(supposed)]), self.have(p))
        try:
            return self.find(goal, held)
        except Refused:
            if is_moment(goal):
                return self.prove(goal, held)
            if goal.head in _RELATIONS and _oriented(goal.head) == "le":
                for th in held:  # a strict inequality shows the other
                    if _oriented(th.proposition.head) == "lt":
                        try:
                            return self.convert(self.weaken(th), goal, held)
                        except Refused:
                            continue
            return self.prove(goal, held)

    def general(self, x: Sym, th: Theorem) -> Theorem:
        """For all x; a moment that is taken to be finite is so for all x."""
        for h in sorted((h for h in th.hypotheses if K.speaks(h, x) and is_moment(h)), key=repr):
            th = self.cut(th, K.specialise(self._state(K.for_all(x, h)), x))
        return K.generalise(x, th)

    def cut(self, th: Theorem, shown: Theorem) -> Theorem:
        """``th`` without a hypothesis that is shown."""
        p = next(h for h in th.hypotheses if same(h, shown.proposition))
        known = [K.has_value(shown, k) for k in range(len(_conditions(shown)))]
        return K.modus_ponens(K.discharge(p, th, known or self.have(p)), shown)


def is_moment(p: Prop) -> bool:
    """That the mean of what has no known law is finite, also for all values of something."""
    x = p.args[-1] if p.args else None
    if p.head == "for_all":
        return isinstance(x, Prop) and is_moment(x)
    return p.head == "finite" and isinstance(x, Op) and is_of_unknown_law(x)


def _conditions(th: Theorem) -> tuple[Prop, ...]:
    """What is known as what is shown has values."""
    try:
        return () if any(p.head in K.SOMEWHERE for _, p in subprops(th.proposition)) else domain(th.proposition)
    except Refused:
        return ()


TURNED = frozenset({"ge", "gt"})
_SIGNS = frozenset({"lt", "le", "gt", "ge", "ne", "psd", "posdef"})
_RELATIONS = frozenset({"eq", "ne", "le", "lt", "ge", "gt", "psd", "posdef", "commute", "limit", "tends",
                        "tends_jointly"})


def _oriented(head: str) -> str:
    return {"ge": "le", "gt": "lt"}.get(head, head)


def relation(p: Prop) -> tuple[Term, Term]:
    """The two sides, the smaller one first."""
    if len(p.args) != 2:
        raise Refused("no relation: ", p)
    a, b = p.args[::-1] if p.head in TURNED else p.args
    if not isinstance(a, Term) or not isinstance(b, Term):
        raise Refused("no relation: ", p)
    return a, b


def split(th: Theorem) -> list[Theorem]:
    """The links of what is shown; of the whole flow, what it says at one time."""
    p = th.proposition
    if p.head == "and":
        return [x for k in range(len(p.args)) for x in split(K.link(th, k))]
    return split(K.at_one_time(th)) if p.head == "always" else [th]


def occurrences(node: Node, part: Term, path: tuple[int, ...] = ()) -> list[tuple[int, ...]]:
    """Where a term stands, outermost first."""
    if isinstance(node, Abbrev):
        return occurrences(node.body, part, path)
    if same(node, part):
        return [path]
    if not isinstance(node, (Op, Prop)):
        return []
    rows = K.scopes(node)
    return [p for k, x in enumerate(node.args) if not rows[k][0] for p in occurrences(x, part, (*path, k))]


def zero_below(x: Term, strict: bool) -> Prop:
    return lt(0, x) if strict else le(term(0), x)
