"""Which conditions traits and premises give, and how those that are left read in a scope.  Standard library only."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache

from ..statement.domains import Kind
from ..statement.props import Prop
from ..statement.terms import Abbrev, Num, Op, Sym, Term, is_zero, substitute, symbols, term
from .binding import is_invertible
from .conditions import Condition
from .inequalities import consequences, lower_bound
from .integrability import is_gaussian, moments_needed
from .logic import Line, lines
from .positivity import Same, Sign, SignAlgebra, free_of, is_scalar
from .traits import shape_of

_ABOUT_THE_LAW = frozenset({"finite", "infinite", "iid_entries", "same_law", "almost_surely"})
SignOf = Callable[[Term], int]


def by_structure(lhs: Term, rhs: Term) -> bool:
    """Equality of trees, up to the order of the terms of sums and differences from 0."""
    return _summands(lhs) == _summands(rhs)


@lru_cache(maxsize=1 << 14)
def _summands(node: Term) -> frozenset[tuple[Term, Fraction]]:
    found: dict[Term, Fraction] = {}
    for term_, factor in _parts(node, Fraction(1)):
        found[term_] = found.get(term_, Fraction(0)) + factor
    return frozenset((t, f) for t, f in found.items() if f)


def _parts(node: Term, factor: Fraction) -> Iterator[tuple[Term, Fraction]]:
    match node:
        case Abbrev(body=body):
            yield from _parts(body, factor)
        case Num(value):
            yield Num(Fraction(1)), factor * value
        case Op(head="+", args=args):
            for arg in args:
                yield from _parts(arg, factor)
        case Op(head="-", args=(a, b)):
            yield from _parts(a, factor)
            yield from _parts(b, -factor)
        case Op(head="neg", args=(a,)):
            yield from _parts(a, -factor)
        case Op(head="*", args=(Num(value), a)):
            yield from _parts(a, factor * value)
        case Sym() if node.has("zero"):
            return
        case _:
            yield node, factor


class Closing:
    """Closes conditions by the traits of symbols, by the hypotheses, and by the premises that a condition may use.

    ``same`` decides equality of terms; ``sign`` knows signs of numbers: 2 for positive, 1 for not negative.
    """

    def __init__(
        self, hypotheses: Iterable[Prop], same: Same = by_structure, sign: SignOf = lambda node: 0
    ) -> None:
        self.hypotheses = tuple(line for prop in hypotheses for line in lines(prop))
        self.same, self.sign = same, sign
        self._known: dict[tuple[tuple[Prop, ...], frozenset[Sym], bool], list[Prop]] = {}

    def left(self, found: Iterable[Condition]) -> tuple[Condition, ...]:
        """What is not closed, taken apart into factors."""
        return tuple(dict.fromkeys(rest for c in found for rest in self._left(c)))

    def _left(self, found: Condition) -> Iterator[Condition]:
        for part in factors(replace(found, node=folded(found.node))):
            facts = self._facts(part)
            if part.kind is Kind.FINITE:
                assert isinstance(part.node, Op)
                given = {p.args[0] for p in facts if p.head == "finite"}
                needed = moments_needed(part.node, SignAlgebra(facts, self.same)) if part.node not in given else ()
                yield from (replace(part, node=mean) for mean in needed if mean not in given)
            elif not self._closed(part, facts):
                yield part

    def _closed(self, found: Condition, facts: list[Prop]) -> bool:
        if self._signs_tell(found, facts):
            return True
        node = substitute(found.node, _values(facts))
        if node == found.node:
            return False
        return all(self._signs_tell(part, facts) for part in factors(replace(found, node=node)))

    def _facts(self, found: Condition) -> list[Prop]:
        key = found.premises, found.bound, found.moving
        if key not in self._known:
            self._known[key] = self._facts_at(found)
        return self._known[key]

    def _facts_at(self, found: Condition) -> list[Prop]:
        """What is known where the condition stands: nothing of what is bound there, of the flow what holds along it."""
        held: list[Line] = [*self.hypotheses, *(line for p in found.premises for line in lines(p))]
        known = []
        for line in held:
            about_the_flow = any(s.traits & {"parameter", "derived"} for s in _free(line.prop))
            if line.along is found.moving or not about_the_flow:
                known.append(line.prop)
        here = [p for p in known if p.head in _ABOUT_THE_LAW or free_of(p, found.bound)]
        return [*here, *consequences(here, self.same)]

    def _signs_tell(self, found: Condition, facts: list[Prop]) -> bool:
        node, signs = found.node, SignAlgebra(facts, self.same)
        if all(s.has("measured") for s in symbols(node)) and symbols(node):
            return True  # a number on record, which whoever looks it up sees
        match found.kind:
            case Kind.NONZERO:
                return self._is_not_0(found, signs)
            case Kind.INVERTIBLE:
                return is_invertible(node) or signs.definite(node) is Sign.POSITIVE or _said_invertible(node, facts)
            case Kind.NONNEGATIVE | Kind.POSITIVE:
                wanted = Sign.POSITIVE if found.kind is Kind.POSITIVE else Sign.NONNEGATIVE
                return (self._sign(node, signs) if is_scalar(node) else signs.definite(node)) >= wanted
        return False

    def _is_not_0(self, found: Condition, signs: SignAlgebra) -> bool:
        node = found.node
        if signs.nonzero(node) or _constant(node) or grows(node, found.late) or _is_never_drawn(node, found.almost):
            return True
        if is_scalar(node):
            if (v := _definite_form(node, signs)) is not None and self._is_not_0(replace(found, node=v), signs):
                return True
            return any(self._sign(x, signs) is Sign.POSITIVE for x in (node, _negative(node)))
        return any(signs.sign(Op(norm, (node,))) is Sign.POSITIVE for norm in ("norm_F", "norm_op", "norm_2"))

    def _sign(self, node: Term, signs: SignAlgebra) -> Sign:
        least = lower_bound(node, signs)
        bounded = Sign.UNKNOWN if least is None or least < 0 else Sign.POSITIVE if least > 0 else Sign.NONNEGATIVE
        return max(signs.sign(node), bounded, Sign(self.sign(node)))


def _values(facts: Iterable[Prop]) -> dict[Sym, Term]:
    """The values that premises give to symbols."""
    pairs = (p.args for p in facts if p.head == "eq")
    return {s: v for s, v in pairs if isinstance(s, Sym) and isinstance(v, Term) and s not in symbols(v)}


def _free(prop: Prop) -> frozenset[Sym]:
    return frozenset().union(*(
        _free(a) if isinstance(a, Prop) else symbols(a) for a in prop.args
    ))


def folded(node: Term) -> Term:
    """``node`` with its numbers reckoned out, as where t = 0 was put in."""
    if not isinstance(node, Op) or node.head not in {"+", "-", "*", "/", "^", "neg", "exp"}:
        return node
    again = Op(node.head, tuple(map(folded, node.args)))
    value = _constant(again)
    if value is not None:
        return Num(value)
    match again:
        case Op(head="*", args=(a, b)) if is_scalar(again) and (is_zero(a) or is_zero(b)):
            return term(0)
        case Op(head="+" | "-", args=(a, Num(value=n))) | Op(head="+", args=(Num(value=n), a)) if n == 0:
            return a
        case Op(head="^", args=(Num(value=n), Num(value=k))) if k.denominator == 1 and (n or k > 0):
            return Num(n**k.numerator)
    return again


def _constant(node: Term) -> Fraction | None:
    """The number that a term without symbols is."""
    match node:
        case Num(value):
            return value
        case Op(head="exp", args=(a,)):
            return Fraction(1) if _constant(a) == 0 else None
        case Op(head="+" | "-" | "*" | "/" | "neg", args=args):
            known = [_constant(a) for a in args]
            if any(v is None for v in known):
                return None
            a, *rest = (v for v in known if v is not None)
            if not rest:
                return -a
            b = rest[0]
            if node.head == "/" and not b:
                return None
            return a + b if node.head == "+" else a - b if node.head == "-" else a * b if node.head == "*" else a / b
    return None


def grows(node: Term, late: frozenset[Sym]) -> bool:
    """Whether it is an integer that grows, plus what does not."""
    parts = _summands(node)
    growing = [(t, f) for t, f in parts if symbols(t) & late]
    return len(growing) == 1 and growing[0][0] in late


def _definite_form(node: Term, signs: SignAlgebra) -> Term | None:
    """The v of a number ``v^T A v`` with A positive definite, which is 0 where v is."""
    match node:
        case Op(head="*", args=(Op(head="*", args=(Op(head="T", args=(v,)), A)), w)) if v == w:
            return v if signs.definite(A) is Sign.POSITIVE else None
    return None


def _is_never_drawn(node: Term, almost: frozenset[Sym]) -> bool:
    """Whether 0 is drawn with probability 0: a Gaussian vector, normal noise, a matrix with continuous entries."""
    if not isinstance(node, Sym) or node not in almost or node.has("degenerate"):
        return False
    return is_gaussian(node) or node.has("continuous_entries")


def _negative(node: Term) -> Term:
    match node:
        case Op(head="-", args=(a, b)):
            return b - a
    return -node


def _said_invertible(node: Term, facts: list[Prop]) -> bool:
    """Whether a premise says that the determinant is not 0."""
    return any(
        p.head == "ne" and p.args[0] == Op("det", (node,)) and isinstance(p.args[1], Term) and is_zero(p.args[1])
        for p in facts
    )


def factors(found: Condition) -> Iterator[Condition]:
    """The same asked of parts: a product is not 0 where no factor is."""
    node = found.node
    if isinstance(node, Abbrev):
        inside = [c for c in factors(replace(found, node=node.body))]
        # An abbreviation that does not come apart keeps its name.
        yield from [found] if inside == [replace(found, node=node.body)] else inside
        return
    if found.kind is Kind.INVERTIBLE and is_scalar(node):
        yield from factors(replace(found, kind=Kind.NONZERO))
        return
    parts: tuple[Term, ...] | None = None
    kind = found.kind
    if kind is Kind.NONZERO:
        match node:
            case Op(head="*", args=args) if all(map(is_scalar, args)):
                parts = args
            case Op(head="/", args=(a, _)):
                parts = (a,)
            case Op(head="^", args=(a, _)) if is_scalar(a):
                parts = (a,)
            case Op(head="neg" | "abs" | "norm_2" | "norm_F" | "norm_op" | "T" | "sqrt", args=(a,)):
                parts = (a,)
            case Op(head="exp"):
                parts = ()
            case Op(head="det", args=(A,)):
                yield from factors(replace(found, kind=Kind.INVERTIBLE, node=A))
                return
            case Op(head="inner", args=(a, b)) if a == b:
                parts = (a,)
            case Op(head="*", args=(a, b)) if b == a.T or a == b.T:
                parts = (b if is_scalar(node) else a,)
    elif kind is Kind.INVERTIBLE:
        match node:
            case Op(head="*", args=(a, b)) if is_scalar(a) or is_scalar(b) or _is_square(a):
                parts = (a, b)
            case Op(head="/", args=(a, _)) | Op(head="T" | "neg", args=(a,)) | Op(head="^", args=(a, _)):
                parts = (a,)
    if parts is None:
        yield found
    for part in parts or ():
        yield from factors(replace(found, node=part))


def _is_square(node: Term) -> bool:
    shape = shape_of(node)
    return shape is not None and shape[0] == shape[1]


def stated(found: Condition) -> str:
    """The condition as it ends a scope: ``a != 0``."""
    node = found.node
    text = node.sym.name if isinstance(node, Abbrev) else repr(node)
    scalar = is_scalar(node)
    match found.kind:
        case Kind.NONZERO:
            return f"{text} != 0"
        case Kind.INVERTIBLE:
            return f"{text} != 0" if scalar else f"{text} invertible"
        case Kind.NONNEGATIVE:
            return f"{text} >= 0" if scalar else f"{text} positive semi-definite"
        case Kind.POSITIVE:
            return f"{text} > 0" if scalar else f"{text} positive definite"
        case Kind.NO_ZERO_ENTRY:
            return f"no entry of {text} is 0"
        case Kind.SMOOTH:
            return f"{text} differentiable"
        case Kind.FINITE:
            return f"{text} < oo"


def as_prop(found: Condition) -> Prop | None:
    """The condition as a premise; ``None`` where the language has no proposition for it."""
    node, scalar = found.node, is_scalar(found.node)
    match found.kind:
        case Kind.NONZERO | Kind.INVERTIBLE if scalar:
            return Prop("ne", (node, term(0)))
        case Kind.NONNEGATIVE:
            return Prop("le", (term(0), node)) if scalar else Prop("psd", (node,))
        case Kind.POSITIVE:
            return Prop("lt", (term(0), node)) if scalar else Prop("posdef", (node,))
    return None


