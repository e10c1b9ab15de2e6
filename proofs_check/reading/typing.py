"""What a formula means: rows of factors are typed by shapes, and every typing that fits is kept.

The reader never guesses.  How far a prefix reaches, what a quotient with a stroke divides and what a subscript means is
tried in all ways that people write; the ways that have a shape are the candidates, and more than one is AMBIGUOUS.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import reduce
from itertools import pairwise

from lark import Token

from ..errors import UserError
from ..report.render import plain
from ..statement.binders import BINDERS, names_of
from ..statement.binding import LETTERS, NAMING
from ..statement.head_shapes import HeadShapes
from ..statement.heads.shaping import SCALAR, Shape, fits
from ..statement.terms import Num, Op, Sym, Term, free_symbols, is_zero
from .canonical import canonical
from .grammar import Node
from .lexer import Lex
from .outcomes import Endless, Refusal, Span
from .spellings import LINEAR

LIMIT = 48
"""So many candidates are compared; a formula with more of them wants brackets."""
TRIES = 500
"""So often it is tried how far a prefix reaches, before the formula is refused."""


@dataclass(frozen=True, slots=True)
class Part:
    """One part of a row: an operator, a prefix, a factor that is yet to be read, or terms that it can be."""

    kind: str
    span: Span
    node: Node | None = None
    bracket: Node | None = None
    """What the factor is applied to; it is read where the factor is, as sums bind letters in it."""
    second: Node | None = None
    """A second bracket, that of a direction."""
    terms: tuple[Term, ...] = ()
    scripts: tuple[Lex, ...] = ()
    text: str = ""


class Typed:
    """What every step of the reader asks: shapes, with the place where they do not fit."""

    def __init__(self, found: Sequence[Lex]) -> None:
        self.found = found
        self.shape_of = HeadShapes(plain)

    def span(self, node: Node | Token) -> Span:
        places = [t.start_pos for t in leaves(node) if t.start_pos is not None]
        return self.found[min(places)].span[0], self.found[max(places)].span[1]

    def lex(self, token: Token) -> Lex:
        assert token.start_pos is not None
        return self.found[token.start_pos]

    def typed(self, node: Term, span: Span) -> Term:
        """The term, whose shapes fit."""
        if isinstance(node, Op) and node.head == "/" and is_zero(node.args[1]):
            raise Refusal(span, "This divides by 0.")
        try:
            self.shape_of(node)
        except UserError as error:
            what = re.split(r" Write |: multiply by| A norm is", str(error))[0].rstrip(".")
            raise Refusal(span, f"{what}.") from error
        return node

    def of_value(self, node: Term, span: Span) -> None:
        """A formula has a value; a function alone has none."""
        try:
            self.shape_of.value(node)
        except UserError as error:
            raise Refusal(span, f"{plain(node)} is a function: write a value, such as {plain(node)}(u).") from error

    def shape(self, node: Term) -> Shape:
        return self.shape_of(node)

    def is_number(self, node: Term) -> bool:
        return fits(self.shape(node), SCALAR)

    def fitting(self, candidates: Iterable[Term], span: Span) -> tuple[Term, ...]:
        """Those of the candidates whose shapes fit, each once; raises the first refusal where none does."""
        kept: dict[object, Term] = {}
        refusal: Refusal | None = None
        for found in candidates:
            try:
                self.typed(found, span)
            except Refusal as error:
                refusal = refusal or error
                continue
            kept.setdefault(canonical(found), found)
            if len(kept) > LIMIT:
                raise Refusal(span, "This can be read in too many ways: write brackets.")
        if not kept:
            raise refusal or Refusal(span, "Nothing fits here.")
        return tuple(kept.values())


def leaves(node: Node | Token) -> list[Token]:
    return [node] if isinstance(node, Token) else [t for child in node.children for t in leaves(child)]


class Rows(Typed):
    """Sums of rows, and rows of factors."""

    tries: list[int]

    def factor(self, part: Part) -> tuple[Term, ...]:
        raise NotImplementedError

    def parts(self, node: Node) -> list[Part]:
        raise NotImplementedError

    def prefixed(self, prefix: Part, body: Sequence[Part], rest: Sequence[Part]) -> tuple[Term, ...]:
        raise NotImplementedError

    def sum(self, node: Node) -> tuple[Term, ...]:
        """The candidates of a sum of rows."""
        signs, rows = [], []
        pending = "PLUS"
        for child in node.children:
            if isinstance(child, Token):
                pending = child.type
            else:
                signs.append(pending)
                rows.append(child)
        found = [self.row(row) for row in rows]
        span = self.span(node)
        self._separate(rows, found)
        self._within_bars(node, rows)
        totals = found[0] if signs[0] == "PLUS" else tuple(-t for t in found[0])
        for sign, more in zip(signs[1:], found[1:], strict=True):
            totals = self.fitting([a + b if sign == "PLUS" else a - b for a in totals for b in more], span)
        return totals

    def _within_bars(self, node: Node, rows: Sequence[Node]) -> None:
        """What a bar puts values in for does not occur beside what it stands on: there its scope would be open."""
        for row in rows:
            parts = self.parts(row)
            for k, part in enumerate(parts):
                at = next((self.lex(t) for n in (part.node, part.bracket) if n is not None
                           for t in n.children if isinstance(t, Token) and t.type == "AT"), None)  # fmt: skip
                if at is None:
                    continue
                own = {t.start_pos for n in (part.node, part.bracket) if n is not None for t in leaves(n)}
                own |= self._under_bar(node, at.text)
                beside = {self.lex(t).text for t in leaves(node) if t.start_pos not in own}
                before = parts[: k - 1] if k and parts[k - 1].text == "slope" else parts[:k]
                if self.letters_in(at) & self.behind(beside) or any(
                    one.kind == "prefix" and not self._sums_apart(one, at) for one in before
                ):
                    raise Refusal(at.span, "How far this bar reaches stays open: write brackets around its formula.")

    def _sums_apart(self, prefix: Part, at: Lex) -> bool:
        """Whether this is a sum whose limits have no say in the bar's values: inside or outside, it is one value."""
        told = set().union(*map(self.letters_in, prefix.scripts))
        return prefix.text == "sum" and not told & self.letters_in(at)

    def _under_bar(self, node: Node | Token, text: str) -> set[int | None]:
        """What stands under a bar with these values: put in at one place or at all, it is the same."""
        if isinstance(node, Token):
            return set()
        told = [self.lex(t) for t in node.children if isinstance(t, Token)]
        if any((lex.kind, lex.text) == ("AT", text) for lex in told):
            return {t.start_pos for t in leaves(node)}
        return set().union(*(self._under_bar(child, text) for child in node.children))

    def letters_in(self, lex: Lex) -> set[str]:
        """The letters in a script."""
        raise NotImplementedError

    def behind(self, names: set[str]) -> set[str]:
        """These letters, and those in what they stand for."""
        raise NotImplementedError

    def _separate(self, rows: Sequence[Node], found: Sequence[tuple[Term, ...]]) -> None:
        """A letter that a prefix binds does not occur in other terms of the sum: there its scope would be open."""
        if len(rows) < 2:
            return
        for k, row in enumerate(rows):
            if not any(part.kind == "prefix" for part in self.parts(row)):
                continue
            names = {s.name for t in found[k] for s in _bound_at_top(t)}
            least = all(part.text in _LEAST for part in self.parts(row) if part.kind == "prefix")
            others = {s.name for j, terms in enumerate(found) if j > k or (j < k and not least)
                      for t in terms for s in free_symbols(t, _ALL_BINDING)}  # fmt: skip
            for name in names & others:
                raise Refusal(
                    self.span(row), f"{name} is bound here and occurs outside, so the scope is open: write brackets."
                )
            drawn = [s.name for j, terms in enumerate(found) if j > k for t in terms for s in _drawn(t)]
            if drawn and any(part.kind == "prefix" and part.text == "expect" for part in self.parts(row)):
                raise Refusal(
                    self.span(row), f"Whether {drawn[0]} belongs to the expectation stays open: write \\mathbb E[...]."
                )

    def row(self, node: Node) -> tuple[Term, ...]:
        return self.product(self.parts(node))

    def product(self, parts: Sequence[Part]) -> tuple[Term, ...]:
        """The candidates of a row: the first prefix takes what it can, then operators divide the rest."""
        span = parts[0].span[0], parts[-1].span[1]
        for k, part in enumerate(parts):
            if part.kind == "prefix":
                return self._with_prefix(parts[:k], part, parts[k + 1 :], span)
        if parts[0].kind in _OPERATORS or parts[-1].kind in _OPERATORS:
            at = parts[0] if parts[0].kind in _OPERATORS else parts[-1]
            raise Refusal(at.span, "This sign lacks one of its factors.")
        strokes = [k for k, part in enumerate(parts) if part.kind == "SLASH"]
        if strokes:
            return self._divided(parts, strokes, span)
        if any(part.kind == "OTIMES" for part in parts):
            return self._kronecker(parts, span)
        factors = [part for k, part in enumerate(parts) if part.kind != "DOT"]
        if any(a.kind == b.kind == "DOT" for a, b in pairwise(parts)):
            raise Refusal(span, "Two signs in a row: take one away.")
        return self._chain([self.factor(part) for part in factors], span)

    def _chain(self, factors: Sequence[tuple[Term, ...]], span: Span) -> tuple[Term, ...]:
        totals = factors[0]
        for more in factors[1:]:
            totals = self.fitting([a * b for a in totals for b in more], span)
        return totals

    def _with_prefix(self, left: Sequence[Part], prefix: Part, rest: Sequence[Part], span: Span) -> tuple[Term, ...]:
        if not rest:
            raise Refusal(prefix.span, "Something is missing behind this.")
        if left and left[-1].kind in ("SLASH", "OTIMES"):
            raise Refusal(prefix.span, "How far this reaches stays open here: write brackets around it.")
        self.tries[0] += 1
        if self.tries[0] > TRIES:
            raise Endless(span)
        kept: dict[object, Term] = {}
        refusal: Refusal | None = None
        for m in self._reaches(prefix, rest):
            try:
                for applied in self.prefixed(prefix, rest[:m], rest[m:]):
                    ready = Part("ready", (prefix.span[0], rest[m - 1].span[1]), terms=(applied,))
                    for found in self.product([*left, ready, *rest[m:]]):
                        kept.setdefault(canonical(found), found)
                        if len(kept) > LIMIT:
                            raise Endless(span)
            except Refusal as error:
                refusal = error if refusal is None or m == len(rest) else refusal
        if not kept:
            raise refusal or Refusal(span, "Nothing fits here.")
        return tuple(kept.values())

    def _reaches(self, prefix: Part, rest: Sequence[Part]) -> list[int]:
        """How many parts a prefix may take: a sum and a mean all, others as many as their typing allows."""
        if prefix.text in ("sum", "expect"):
            return [len(rest)]
        ends = [m for m in range(1, len(rest) + 1) if rest[m - 1].kind not in _OPERATORS]
        if prefix.text == "slope":
            return [1]
        linear = prefix.text in LINEAR
        stop = next((k for k, part in enumerate(rest) if part.kind == "SLASH"), len(rest)) if linear else len(rest)
        return [m for m in ends if m <= stop]

    def _divided(self, parts: Sequence[Part], strokes: Sequence[int], span: Span) -> tuple[Term, ...]:
        """``a b / c`` divides what stands before by one factor; what ``a / b c`` divides by is open."""
        if len(strokes) > 1:
            raise Refusal(span, "Two strokes in a row: write \\frac, or brackets.")
        k = strokes[0]
        above, below, more = parts[:k], parts[k + 1 : k + 2], parts[k + 2 :]
        tops, divisors = self.product(above), self.product(below)
        quotients = self.fitting([quotient(a, b) for a in tops for b in divisors], span)
        if not more:
            return quotients
        first = Part("ready", span, terms=quotients)
        readings: list[Term] = []
        refusal: Refusal | None = None
        for row, times in (([first, *more], False), (parts[k + 1 :], True)):
            try:
                found = self.product(row)
                readings += self.fitting([quotient(a, b) for a in tops for b in found], span) if times else found
            except Refusal as error:
                refusal = refusal or error
        if not readings:
            assert refusal is not None
            raise refusal
        return self.fitting(readings, span)

    def _kronecker(self, parts: Sequence[Part], span: Span) -> tuple[Term, ...]:
        """Kronecker products bind tighter or looser than what stands side by side: both are tried."""
        groups: list[list[Part]] = [[]]
        for part in parts:
            if part.kind == "OTIMES":
                groups.append([])
            else:
                groups[-1].append(part)
        if not all(groups):
            raise Refusal(span, "\\otimes lacks one of its factors.")
        inner = [[groups[0][-1]], *([g[0]] for g in groups[1:])]
        simple = all(len(group) == 1 for group in groups[1:-1])
        found: dict[str, tuple[Term, ...]] = {}
        refusal: Refusal | None = None
        before, after = groups[0][:-1], groups[-1][1:]
        for how, chosen, left, right in (("loose", groups, [], []), ("tight", inner, before, after)):
            if how == "tight" and not simple:
                continue
            try:
                krons = reduce(
                    lambda a, b: self.fitting([Op("kron", (x, y)) for x in a for y in b], span),
                    [self.product(group) for group in chosen],
                )
                ready = Part("ready", span, terms=krons)
                found[how] = self.product([*left, ready, *right]) if left or right else krons
            except Refusal as error:
                refusal = refusal or error
        if not found:
            assert refusal is not None
            raise refusal
        numbers = all(self.is_number(t) for part in before if part.kind != "DOT" for t in self.factor(part))
        if "tight" in found and before and not after and numbers:
            return found["tight"]  # a number before a product belongs to all of it, wherever it is put
        return self.fitting([t for terms in found.values() for t in terms], span)


_OPERATORS = frozenset({"SLASH", "OTIMES", "DOT"})


def quotient(above: Term, below: Term) -> Term:
    if isinstance(above, Num) and isinstance(below, Num) and below.value:
        return Num(Fraction(above.value, below.value))
    return Op("/", (above, below))


_ALL_BINDING = NAMING | LETTERS | {"where"}
"""What binds a letter in one term of a sum has no say of that letter in another, which binds its own."""
_LEAST = frozenset({"minimum", "infimum"})
"""What they bind is told by all that follows; what stands before, as f(w) in ``f(w) - \\min_w f(w)``, is outside."""


def _bound_at_top(node: Term) -> frozenset[Sym]:
    """What prefixes bind anywhere in what is written, but for gradients: these leave a vector as it was."""
    if not isinstance(node, Op):
        return frozenset()
    own = node.head in BINDERS and not (node.head == "grad" and _is_matrix(node.args[1]))
    return frozenset(names_of(node) if own else ()).union(*(_bound_at_top(a) for a in node.args if isinstance(a, Term)))


def _is_matrix(node: Term) -> bool:
    return isinstance(node, Sym) and node.shape != (1, 1)


def _drawn(node: Term) -> list[Sym]:
    """The random letters outside of every expectation."""
    if isinstance(node, Op):
        return [] if node.head.startswith("expect") else [s for arg in node.args for s in _drawn(arg)]
    return [node] if isinstance(node, Sym) and node.has("random") else []

