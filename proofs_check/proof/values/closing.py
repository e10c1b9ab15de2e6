"""Which conditions traits, hypotheses and premises give.  Standard library only."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache
from re import findall

from ...roles import law_of
from ...statement.domains import EXISTENCE, Kind
from ...statement.props import Prop
from ...statement.terms import Abbrev, Num, Op, Sym, Term, is_zero, nodes, substitute, symbols
from ..binding import is_invertible
from ..logic import Line, lines
from ..positivity import Same, Sign, SignAlgebra, free_of, is_scalar
from ..traits import is_random
from .conditions import ABOUT_THE_LAW, Condition, is_smooth
from .existence import Known, flow_exists, is_attained, is_bounded_below, is_unique
from .gaussian import is_gaussian
from .inequalities import consequences, lower_bound
from .integrability import Reading, implied, is_joint, is_label, moments_needed, pair_of
from .parts import constant, factors, folded
from .places import is_in_range
from .symmetry import is_symmetric

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

    ``same`` decides equality of terms; ``sign`` knows signs of numbers: 2 for positive, 1 for not negative; ``finds``
    tells whether normal forms find a minimum, or its one point.
    """

    def __init__(
        self, hypotheses: Iterable[Prop], same: Same = by_structure, sign: SignOf = lambda node: 0,
        reading: Reading | None = None, finds: Callable[[Term], bool] = lambda node: False,
    ) -> None:
        self.hypotheses = tuple(line for prop in hypotheses for line in lines(prop))
        self.same, self.sign, self.reading, self.finds = same, sign, reading, finds
        self._known: dict[tuple[tuple[Prop, ...], frozenset[Sym], bool], list[Prop]] = {}

    def left(self, found: Iterable[Condition]) -> tuple[Condition, ...]:
        """What is not closed, taken apart into factors."""
        return tuple(dict.fromkeys(rest for c in found for rest in self._left(c)))

    def _left(self, found: Condition) -> Iterator[Condition]:
        for part in factors(replace(found, node=folded(found.node))):
            if part.kind is Kind.FINITE:
                yield from (replace(part, node=mean) for mean in self._moments(part, self._premises(part)))
            elif not self._closed(part, self._facts(part)):
                yield part

    def _moments(self, found: Condition, facts: list[Prop]) -> Iterator[Term]:
        """The moments that are needed and that no premise says to be finite."""
        given = [p.args[0] for p in facts if p.head == "finite"]
        if found.node in given:
            return
        assert isinstance(found.node, Op)
        known = [m for m in (self._known_moment(g) for g in given if isinstance(g, Term)) if m is not None]
        if _follows(found.node, known):
            return
        lawful = {p.args[0] for p in facts if p.head == "iid_entries"}
        drawn = frozenset(s for s in symbols(found.node.args[0]) if is_random(s)) - frozenset(found.node.args[1:])
        everywhere = SignAlgebra([p for p in facts if free_of(p, drawn)], self.same)
        for mean in moments_needed(found.node, everywhere, self.reading, found.gaussian):
            # Exponential, gamma and two-point laws have every moment.
            if not (mean in given or _follows(mean, known) or (mean != found.node and symbols(mean) <= lawful)):
                yield mean

    def _known_moment(self, mean: Term) -> _Moment | None:
        """The law and the degrees of one joint moment of a label and its covariate."""
        label = next((s for s in symbols(mean) if is_label(s)), None)
        if label is None or not isinstance(mean, Op):
            return None
        pair = pair_of(mean)
        if pair is None and self.reading is not None and is_joint(mean.args[0], label):
            pairs = self.reading.degrees(mean.args[0], label) or frozenset()
            pair = next(iter(pairs)) if len(pairs) == 1 else None
        return None if pair is None else (law_of(label), pair)

    def _closed(self, found: Condition, facts: list[Prop]) -> bool:
        if self._signs_tell(found, facts):
            return True
        node = substitute(found.node, _values(facts))
        if node == found.node:
            return False
        return all(self._signs_tell(part, facts) for part in factors(replace(found, node=node)))

    def _facts(self, found: Condition) -> list[Prop]:
        """What is known where the condition stands, and what follows from it."""
        key = found.premises, found.bound, found.moving
        if key not in self._known:
            self._known[key] = consequences(self._premises(found), by_structure)
        return self._known[key]

    def _premises(self, found: Condition) -> list[Prop]:
        """What is known where the condition stands: nothing of what is bound there, of the flow what holds along it."""
        fixed = frozenset(s for s in found.bound if not is_random(s))
        outside = [p for p in self._at(self.hypotheses, found.moving)
                   if (fixed.isdisjoint(_free(p)) if p.head in ABOUT_THE_LAW else free_of(p, found.bound))]
        return outside + list(self._at([line for p in found.premises for line in lines(p)], found.moving))

    def _at(self, held: Iterable[Line], moving: bool) -> Iterator[Prop]:
        """What is known of one moment, or of every moment of the flow where it is ``moving``."""
        for line in held:
            about_the_flow = any(s.traits & {"parameter", "derived"} for s in _free(line.prop))
            if line.along is moving or not about_the_flow:
                yield line.prop

    def _signs_tell(self, found: Condition, facts: list[Prop]) -> bool:
        node, signs = found.node, SignAlgebra(facts, self.same)
        if _is_on_record(node):
            return True  # whoever looks it up, and nobody else can, sees it
        match found.kind:
            case Kind.NONZERO:
                return self._is_not_0(found, signs)
            case Kind.INVERTIBLE:
                return is_invertible(node) or signs.definite(node) is Sign.POSITIVE or _said_invertible(node, facts)
            case Kind.NONNEGATIVE | Kind.POSITIVE:
                wanted = Sign.POSITIVE if found.kind is Kind.POSITIVE else Sign.NONNEGATIVE
                return (self._sign(node, signs) if is_scalar(node) else signs.definite(node)) >= wanted
            case Kind.SMOOTH:
                return any(p.head == "differentiable" and p.args[0] == node for p in facts)
            case Kind.SYMMETRIC:
                return is_symmetric(node, signs)
            case Kind.IN_RANGE:
                return is_in_range(node, facts) or self._sign(node, signs) is not Sign.UNKNOWN
        return found.kind in EXISTENCE and self._exists(found, facts)

    def _exists(self, found: Condition, facts: list[Prop]) -> bool:
        node, known = found.node, Known(tuple(facts), self.same, self.sign)
        if found.kind is Kind.FLOW:
            loss = node.args[0] if isinstance(node, Op) and node.head == "where" else node
            moving = frozenset(s for s in symbols(loss) if s.has("parameter"))
            return flow_exists(node, not self.left(is_smooth(loss, moving)), known)
        assert isinstance(node, Op)
        f, *over = node.args
        # A changed parameter is an abbreviation, over the values of which it goes.
        variables = [v.sym if isinstance(v, Abbrev) else v for v in over if isinstance(v, (Sym, Abbrev))]
        if found.kind is Kind.BOUNDED:
            return is_bounded_below(f, variables, known) or (node.head == "minimum" and self.finds(node))
        exists = is_attained if found.kind is Kind.ATTAINED else is_unique
        return exists(f, variables, known) or self.finds(node)

    def _is_not_0(self, found: Condition, signs: SignAlgebra) -> bool:
        node = found.node
        if signs.nonzero(node) or constant(node) or grows(node, found.late) or _is_never_drawn(node, found):
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


@lru_cache(maxsize=1 << 14)
def given_by_traits(found: Condition) -> bool:
    """Whether the traits of symbols alone close the condition, as far as its tree tells."""
    return not Closing(()).left([found])


_Moment = tuple[str, tuple[int, int]]


def _follows(mean: Term, known: list[_Moment]) -> bool:
    """Whether a joint moment follows from those that are known to be finite."""
    label = next((s for s in symbols(mean) if is_label(s)), None)
    pair = pair_of(mean) if label is not None else None
    if label is None or pair is None:
        return False
    return implied(pair, [other for law, other in known if law == law_of(label)])


def _values(facts: Iterable[Prop]) -> dict[Sym, Term]:
    """The values that premises give to symbols."""
    pairs = (p.args for p in facts if p.head == "eq")
    return {s: v for s, v in pairs if isinstance(s, Sym) and isinstance(v, Term) and s not in symbols(v)}


def _free(prop: Prop) -> frozenset[Sym]:
    return frozenset().union(*(
        _free(a) if isinstance(a, Prop) else symbols(a) for a in prop.args
    ))


def grows(node: Term, late: frozenset[Sym]) -> bool:
    """Whether it is an integer that grows, plus what does not; shapes grow, too."""
    names = {s.name for s in late}
    growing = [t for t, _ in _summands(node) if symbols(t) & late or names & _sizes(t)]
    return len(growing) == 1 and growing[0] in late


def _sizes(node: Term) -> set[str]:
    """The names that occur in shapes."""
    dims = (str(dim) for s in nodes(node) if isinstance(s, Sym) for dim in s.shape)
    return {name for dim in dims for name in findall(r"[A-Za-z_]\w*", dim)}


def _is_on_record(node: Term) -> bool:
    """Whether it is a value of a measured function, which no engine knows; a difference of such may well be 0."""
    return isinstance(node, Op) and node.head == "apply" and isinstance(f := node.args[0], Sym) and f.has("measured")


def _definite_form(node: Term, signs: SignAlgebra) -> Term | None:
    """The v of a number ``v^T A v`` with A positive definite, which is 0 where v is."""
    match node:
        case Op(head="*", args=(Op(head="*", args=(Op(head="T", args=(v,)), A)), w)) if v == w:
            return v if signs.definite(A) is Sign.POSITIVE else None
    return None


def _is_never_drawn(node: Term, found: Condition) -> bool:
    """Whether 0 is drawn with probability 0: a Gaussian vector, normal noise, a matrix with continuous entries."""
    if not isinstance(node, Sym) or node not in found.almost or node.has("degenerate"):
        return False
    return is_gaussian(node, found.gaussian) or node.has("continuous_entries")


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


