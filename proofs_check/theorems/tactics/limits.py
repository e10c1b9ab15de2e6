"""Limits, along the flow or as integers grow, through continuous functions.  Not trusted."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from ...statement.props import Prop, limit
from ...statement.shape import shape, shape_of, term_of_dim
from ...statement.terms import Abbrev, Num, Op, Sym, Term, inv, norm_F, term
from .. import kernel as K
from ..binding import Refused, moves, same, speaks
from ..kernel import Theorem

if TYPE_CHECKING:
    from .desk import Desk, Held

_TAILS = {"limit": "", "tends": " as an integer grows", "tends_jointly": " as two integers grow"}
_OF_ONE = {"T": "a transpose", "tr": "a trace", "norm_F": "a norm", "norm_2": "a norm"}


def continuity(desk: Desk, goal: Prop, held: Held) -> Theorem:
    """``limit(T(a), T(A))`` from ``limit(a, A)``, and the same as integers grow."""
    moving, end, *ns = goal.args
    assert isinstance(moving, Term)
    assert isinstance(end, Term)
    passage = _Passage(desk, goal.head, tuple(n for n in ns if isinstance(n, Sym)), held)
    th = passage.of(moving)
    return K.rewrite(desk.equal(_end(th), end, held), th, (1,))


def entrywise(desk: Desk, goal: Prop, held: Held) -> Theorem:
    """``limit(X, A)`` from that of every entry: the squares of all differences tend to 0, and so does their sum."""
    X, A = goal.args
    assert isinstance(X, Term)
    assert isinstance(A, Term)
    for th in held:
        match th.proposition:
            case Prop("limit", (Op("entry", (_, Sym() as i, Sym() as j)) as x, Term() as a)):
                passage = _Passage(desk, "limit", (), held)
                th = passage.of((x - a) ** 2)
                for k, size in ((j, shape(X)[1]), (i, shape(X)[0])):
                    th = passage.summed(k, term_of_dim(size), th)
                norm = desk.convert(th, limit(norm_F(X - A) ** 2, 0), held)
                return desk.use("convergence in norm", {"A": X, "B": A}, [norm], held)[0]
    raise Refused("no premise speaks of every entry")


def _end(th: Theorem) -> Term:
    end = th.proposition.args[1]
    assert isinstance(end, Term)
    return end


@dataclass(frozen=True)
class _Passage:
    """What is known of limits of one kind."""

    desk: Desk
    head: str
    ns: tuple[Sym, ...]
    held: Held

    def of(self, node: Term) -> Theorem:
        """That the term tends to something."""
        for th in self.held:
            p = th.proposition
            if p.head == self.head and p.args[2:] == self.ns and same(p.args[0], node):
                return th
            if p.head == "eq" and self.head == "limit" and same(p.args[0], node) and not moves(p.args[1]):
                end = p.args[1]
                assert isinstance(end, Term)
                still = [K.at_every_time(th), self.constant(end)]
                return self.use("what is equal", {"X": node, "Y": end, "A": end}, still)
        if not (any(speaks(node, n) for n in self.ns) if self.ns else moves(node)):
            return self.constant(node)
        match node:
            case Abbrev():
                return self.of(node.body)
            case Op("+", (Term() as a, Term() as b)):
                return self.two("a sum", self.of(a), self.of(b))
            case Op("-", (Term() as a, Term() as b)):
                return self.written(self.two("a sum", self.of(a), self.of(_minus(b))), node)
            case Op("neg", (Term() as a,)):
                return self.written(self.of(_minus(a)), node)
            case Op("*", (Term() as a, Term() as b)):
                return self.two("a product", self.of(a), self.of(b))
            case Op("inner", (Term() as a, Term() as b)):
                return self.written(self.of(a.T * b), node)
            case Op("/", (Num(value=x), Sym() as n)) if x == 1 and n in self.ns:
                return self.grown(n)
            case Op("/", (Num(value=x), Term() as b)) if x == 1:
                return self.reciprocal(b)
            case Op("/", (Term() as a, Term() as b)):
                return self.written(self.two("a product", self.of(a), self.of(term(1) / b)), node)
            case Op("^", (Term() as a, Num(value=x))) if x.denominator == 1 and x > 1:
                return self.written(self.two("a product", self.of(a), self.of(a ** (x - 1) if x > 2 else a)), node)
            case Op("^", (Term() as a, Num(value=x))) if x == -1 and shape_of(a) != (1, 1):
                return self.one("an inverse", self.of(a), node)
            case Op("^", (Term() as a, Num(value=x))) if x.denominator == 1 and x < 0:
                inverse = term(1) / a if shape_of(a) == (1, 1) else inv(a)
                return self.written(self.of(inverse if x == -1 else inverse**-x), node)
            case Op("sqrt", (Term() as a,)):
                return self.root(self.of(a))
            case Op("block", blocks):
                ths = [self.of(b) for b in blocks if isinstance(b, Term)]
                told = {f"X_{k}": th.proposition.args[0] for k, th in enumerate(ths, 1)}
                told |= {f"A_{k}": _end(th) for k, th in enumerate(ths, 1)}
                return self.use("a block matrix", {k: v for k, v in told.items() if isinstance(v, Term)}, ths)
            case Op("entry", (Term() as a, Term() as i, Term() as j)) if self.head == "limit":
                return self.entry(self.of(a), i, j, node)
            case Op(head, (Term() as a,)) if head in _OF_ONE:
                return self.one(_OF_ONE[head], self.of(a), node)
        raise Refused("no limit is known of ", node)

    def use(self, of: str, bind: dict[str, Term], given: list[Theorem]) -> Theorem:
        """An axiom of limits; where integers grow, what moves is a function of them."""
        tail, told = _TAILS[self.head], dict[str, Term | K.Lam](bind)
        if self.ns:
            names = {"X": "f", "Y": "h", "y": "h"}
            told = {names.get(k, k): K.Lam(self.ns, v) if k in names else v for k, v in bind.items()}
            told |= dict(zip(("N", "m"), self.ns, strict=False))
        name = f"limit of {of}{tail}"
        scheme = K.ALL[name]
        asked, _, _ = K.filled(scheme, {meta: told[meta.name] for meta in scheme.metas})
        more = [self.desk.build(p, [*given, *self.held]) for p in asked]
        return self.desk.use(name, told, more, self.held)[0]

    def constant(self, node: Term) -> Theorem:
        if self.ns:
            return self.use("a constant", {"A": node}, [])
        for th in self.held:
            match th.proposition:
                case Prop("flow_exists", (Term() as f,)):
                    return self.use("a constant", {"f": f, "A": node}, [th])
                case Prop("limit", (Term() as a, Term() as end)):
                    return self.use("a constant beside what has one", {"X": a, "A": end, "B": node}, [th])
        raise Refused("nothing says that the flow exists")

    def grown(self, n: Sym) -> Theorem:
        told = dict(zip(("N", "m"), self.ns, strict=False))
        name = next(k for k, v in told.items() if v == n)
        return self.desk.use(f"1/{name}{_TAILS[self.head]}", told, [])[0]

    def two(self, of: str, a: Theorem, b: Theorem) -> Theorem:
        x, y = a.proposition.args[0], b.proposition.args[0]
        assert isinstance(x, Term)
        assert isinstance(y, Term)
        return self.use(of, {"X": x, "Y": y, "A": _end(a), "B": _end(b)}, [a, b])

    def one(self, of: str, a: Theorem, node: Term) -> Theorem:
        x = a.proposition.args[0]
        assert isinstance(x, Term)
        return self.written(self.use(of, {"X": x, "A": _end(a)}, [a]), node)

    def entry(self, th: Theorem, i: Term, j: Term, node: Term) -> Theorem:
        x, at = th.proposition.args[0], Op("entry", (_end(th), i, j))
        assert isinstance(x, Term)
        given = [th, self.desk.equal(at, at, self.held)]
        found = self.desk.use("limit of an entry", {"X": x, "A": _end(th), "p": i, "q": j}, given, self.held)[0]
        return self.written(found, node)

    def summed(self, i: Sym, n: Term, th: Theorem) -> Theorem:
        """The limit of a sum over an index, from that of its summand."""
        f, h = (K.Lam((i,), a) for a in th.proposition.args if isinstance(a, Term))
        told: dict[str, Term | K.Lam] = {"f": f, "h": h, "i": i, "n": n}
        return self.desk.use("limit of a sum of n", told, [self.desk.general(i, th)], self.held)[0]

    def reciprocal(self, b: Term) -> Theorem:
        th = self.of(b)
        return self.use("a reciprocal", {"y": b, "b": _end(th)}, [th])

    def root(self, th: Theorem) -> Theorem:
        x = th.proposition.args[0]
        assert isinstance(x, Term)
        return self.use("a root", {"y": x, "b": _end(th)}, [th])

    def written(self, th: Theorem, node: Term) -> Theorem:
        """The limit of a term that has the same normal form."""
        return self.desk.convert(th, Prop(self.head, (node, *th.proposition.args[1:])), self.held)


def _minus(a: Term) -> Term:
    return Op("*", (term(-1), a))
