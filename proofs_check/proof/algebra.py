"""The algebra that decides equations between terms in proofs: words, for every d, N and all values of the symbols."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Protocol, runtime_checkable

from ..statement.binders import Over, heads, names_of
from ..statement.binding import OWN_LETTERS
from ..statement.fold import Lacks
from ..statement.indices import last_member
from ..statement.shape import shape_of
from ..statement.terms import Abbrev, MadeSym, Num, Op, Sym, Term, nodes, symbols, term, walk
from .logic import free_parameters
from .positivity import Sign, SignAlgebra, free_symbols
from .traits import is_random

if TYPE_CHECKING:
    from ..witnesses.deciding.engine import Engine


@runtime_checkable
class Rewrites(Protocol):
    """An engine that also uses equations about what is opaque to it."""

    def equal_where(self, lhs: Term, rhs: Term, equations: list[tuple[Term, Term]]) -> bool: ...


_OF_THE_SPECTRUM = frozenset({"eigenvalue", "least_eigenvalue", "least_positive_eigenvalue"})
"""Eigenvalues that do not vary are opaque, and ranks of products; what they are is for a chain to show."""


"""Heads that look at all values of the symbols behind their first argument."""


def _needs_no_number_of_members(*terms: Term) -> None:
    """The engine takes x_5 for one of the members that are summed; a chain has no way to say that there are so many."""
    last = last_member(terms)
    if last > 1:
        raise Lacks(f"a chain lacks the condition that a sum over members has at least {last} of them")

_OVER_OUTCOMES = heads(Over.OUTCOMES)


class ProofAlgebra:
    """Equality with a memory.

    Minima and infima that do not vary are opaque, as are the smaller of two numbers, gradients of a network's loss, and
    sums over layers but for what is linear in their summands: what they are a chain must show.
    """

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self._known: dict[tuple[Term, Term], bool] = {}
        self._names: dict[Term, Sym] = {}
        self._read: dict[Term, Term] = {}

    def same(self, lhs: Term, rhs: Term) -> bool:
        """Whether the two terms are equal; raises ``Lacks`` where the engine has no meaning for a head."""
        if lhs == rhs:
            return True
        key = (self._named(lhs), self._named(rhs))
        if key not in self._known:
            _needs_no_number_of_members(*key)
            self._known[key] = key[0] == key[1] or self.engine.equal(*key)
        return self._known[key]

    def same_where(self, lhs: Term, rhs: Term, equations: Iterable[tuple[Term, Term]]) -> bool:
        """Whether the two are equal where the equations hold, each about something opaque to the engine."""
        if not isinstance(self.engine, Rewrites):
            raise Lacks(f"{self.engine.name} does not rewrite")
        named = [(self._named(a), self._named(b)) for a, b in equations]
        _needs_no_number_of_members(lhs, rhs, *(side for pair in named for side in pair))
        return self.engine.equal_where(self._named(lhs), self._named(rhs), named)

    def is_zero(self, node: Term) -> bool:
        return self.same(node, term(0))

    def _named(self, node: Term) -> Term:
        if node not in self._read:
            self._read[node] = self._opaque(node)
        return self._read[node]

    def _is_bounded_below(self, node: Term) -> bool:
        """Whether the function is nowhere negative by its structure, whatever stands for its symbols."""
        if isinstance(node, Abbrev):
            return self._is_bounded_below(node.body)
        if isinstance(node, Op) and node.head == "where":
            signed = any(s.traits & {"positive", "nonnegative"} for s in node.args[1::2] if isinstance(s, Sym))
            return not signed and self._is_bounded_below(node.args[0])
        return SignAlgebra((), self.same).sign(node) is not Sign.UNKNOWN

    def _opaque(self, node: Term, bound: frozenset[Sym] = frozenset()) -> Term:
        """The term with minima named; ``bound`` are the symbols for which something is put in further up."""
        if isinstance(node, Op):
            if node.head in {"minimum", "infimum"}:
                inside = symbols(node) - frozenset(node.args[1:])
                if free_parameters(node) or inside & bound or is_random(node.args[0]):
                    raise Lacks(f"a {node.head} that varies is not opaque")
                if node.head == "infimum" and not self._is_bounded_below(node.args[0]):
                    raise Lacks("an infimum that may be minus infinity is no number")
                return self._names.setdefault(node, MadeSym(f"{node.head} {len(self._names) + 1}"))
            if node.head == "where" and _is_gradient(node):
                return self._gradient(node, bound)
            if node.head == "sum" and _is_over_layers(node):
                return self._over_layers(node, bound)
            least = node.head in {"least", "least_over", "least_unequal"}
            if least and not free_parameters(node) | (free_symbols(node) & bound):
                return self._names.setdefault(node, MadeSym(f"least {len(self._names) + 1}"))
            of_a_product = node.head == "rank" and not isinstance(node.args[0], Sym)
            if (node.head in _OF_THE_SPECTRUM or of_a_product) and not free_parameters(node) | (symbols(node) & bound):
                return self._names.setdefault(node, MadeSym(f"{node.head} {len(self._names) + 1}"))
            if node.head == "expect" and next(_random_inverses(node.args[0]), None) is not None:
                return self._mean(node, bound)
            if node.head == "sum" and _has_least(node.args[-1], node.args[0]):
                return self._sum(node, bound)
            bound = bound | names_of(node) | _met(node)
            args = tuple(self._opaque(a, bound) for a in node.args)
            return node if args == node.args else Op(node.head, args)
        if isinstance(node, Abbrev):
            body = self._opaque(node.body, bound)
            return node if body == node.body else body
        return node

    def _mean(self, node: Op, bound: frozenset[Sym]) -> Term:
        """A mean of inverses of random matrices, opaque where they are bounded: of S + c I, S positive semi-definite.

        Where c is not positive the inverse need not exist, and no step may speak of it.
        """
        signs = SignAlgebra((), self.same)
        if free_parameters(node) | (symbols(node) & bound):
            raise Lacks("a mean of inverses that varies is not opaque")
        if not all(_is_shifted(base, signs) for base in _random_inverses(node.args[0])):
            raise Lacks("a mean of inverses that may be unbounded is no number")
        for known, name in self._names.items():
            if isinstance(known, Op) and known.head == "expect" and self.same(known.args[0], node.args[0]):
                return name
        return self._names.setdefault(node, MadeSym(f"mean {len(self._names) + 1}"))

    def _gradient(self, node: Op, bound: frozenset[Sym]) -> Term:
        """A gradient where what moves is 0, opaque."""
        gradient, S, _ = node.args
        assert isinstance(gradient, Op)
        assert isinstance(S, Sym)
        if free_parameters(node) | (symbols(node) & bound) or is_random(node):
            raise Lacks("a gradient that varies is not opaque")
        return self._names.setdefault(node, MadeSym(f"gradient {len(self._names) + 1}", S.shape))

    def _over_layers(self, node: Op, bound: frozenset[Sym]) -> Term:
        """A sum of numbers over layers, opaque but for sums, signs and factors that are the same in every layer."""
        i, upper, body = node.args
        if free_parameters(node) | (symbols(node) & bound) or is_random(body) or shape_of(body) != (1, 1):
            raise Lacks("a sum over layers that varies is not opaque")
        return self._linear(i, upper, body)

    def _linear(self, i: Term, upper: Term, body: Term) -> Term:
        match body:
            case Abbrev(body=inside):
                return self._linear(i, upper, inside)
            case Op(head="+" | "-" as head, args=(a, b)):
                return Op(head, (self._linear(i, upper, a), self._linear(i, upper, b)))
            case Op(head="neg", args=(a,)):
                return -self._linear(i, upper, a)
            case Op(head="*", args=(factor, a)) if i not in symbols(factor) and shape_of(factor) == (1, 1):
                return self._opaque(factor) * self._linear(i, upper, a)
        return self._names.setdefault(Op("sum", (i, upper, body)), MadeSym(f"sum {len(self._names) + 1}"))

    def _sum(self, node: Op, bound: frozenset[Sym]) -> Term:
        """A sum of smaller ones of two numbers, opaque but for factors that are the same in every term."""
        i, upper, body = node.args
        match body:
            case Op(head="*", args=(factor, rest)) if i not in symbols(factor):
                return self._opaque(factor, bound) * self._sum(Op("sum", (i, upper, rest)), bound)
            case Op(head="/", args=(rest, factor)) if i not in symbols(factor):
                return self._sum(Op("sum", (i, upper, rest)), bound) / self._opaque(factor, bound)
        if free_parameters(node) | (symbols(node) & bound):
            raise Lacks("a sum of smaller ones of two numbers that varies is not opaque")
        return self._names.setdefault(node, MadeSym(f"sum {len(self._names) + 1}"))


def _met(node: Op) -> frozenset[Sym]:
    """What is drawn, below a head that averages it: an opaque number would pass for the same one for every outcome."""
    if node.head not in _OVER_OUTCOMES:
        return frozenset()
    return frozenset(s for s in symbols(node) if s.traits & {"random", "iid", "derived", "prompt"})


def _is_gradient(node: Op) -> bool:
    """Whether this is the gradient, where what moves is 0, of a mean that a recursion over layers enters."""
    match node.args:
        case (Op(head="grad", args=(Op(head="expect", args=(f,)), Sym() as S)), T, _):
            return S == T and any(isinstance(part, Op) and part.head in OWN_LETTERS for part in nodes(f))
    return False


def _is_over_layers(node: Op) -> bool:
    """Whether the sum runs to k + 1 for the number k of a layer."""
    match node.args:
        case (Sym(), Op(head="+", args=(Sym() as k, Num(value))), _):
            return k.has("integer") and k.has("nonnegative") and value == 1
    return False


def _random_inverses(node: Term) -> Iterator[Term]:
    """The random terms under negative powers."""
    for _, part in walk(node):
        match part:
            case Op(head="^", args=(base, Num(value))) if value < 0 and is_random(base):
                yield base
            case Op(head="/", args=(_, base)) if is_random(base):
                yield base


def _is_shifted(base: Term, signs: SignAlgebra) -> bool:
    """Whether the term is written as a sum of a fixed multiple of the identity and what is positive semi-definite."""
    match base:
        case Op(head="+", args=(S, Op(head="*", args=(c, Sym() as one)))) if one.has("identity") and not is_random(c):
            return signs.definite(S) is not Sign.UNKNOWN and signs.sign(c) is not Sign.UNKNOWN
    return False


def _has_least(node: Term, index: Term) -> bool:
    """Whether the smaller of two numbers occurs that depends on the index."""
    return any(isinstance(part, Op) and part.head == "least" and index in free_symbols(part) for _, part in walk(node))
