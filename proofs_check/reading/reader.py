"""From LaTeX to the statement: its relations, the candidates of its sides, and the check of the print."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import accumulate, product
from math import prod

from lark import Token, Tree

from ..errors import UserError
from ..report.render import plain
from ..statement.props import Prop, conj
from ..statement.sizes import check_sizes
from ..statement.terms import Sym, Term, free_symbols, is_zero, scalar
from ..statement.trees import TooDeepError
from .canonical import canonical, same, to_the_right
from .derivative_signs import with_signs
from .derivatives import with_derivatives
from .echo import echoes
from .factors import Formula
from .family_definitions import opened
from .free_places import free_indices, in_entries, indices_of
from .fresh_letters import with_letters
from .grammar import parsed
from .joined_statements import joined
from .letters import Letters, Named
from .lexer import CLOSING, OPENING, Lex, lexed
from .moments import with_moments
from .outcomes import Ambiguous, Endless, NotRead, Outcome, Read, Refusal, Span
from .outcomes import Tree as Meaning
from .prints import with_prints
from .quantified import taken_apart
from .running_letters import refuse_running
from .signs_counted import are_means, is_balanced
from .tokens import Item, Tok, grouped
from .typing import LIMIT

_ORDERS = {"psd": ("psd", False), "nsd": ("psd", True), "posdef": ("posdef", False), "negdef": ("posdef", True)}
_TIMES = {"t\\to\\infty", "t\\rightarrow\\infty"}
_FRAMES = {"$", "\\[", "\\]", "\\(", "\\)"}


def read(source: str, declared: Iterable[Named] = (), brackets: str = "", norm: str = "") -> Outcome:
    r"""The statement or the term that ``source`` says, with these letters; ``brackets`` behind a letter, where they
    would not be needed in a product, are a ``product``, an ``application``, or (by default) not read; the norm of a
    matrix that has no subscript is ``op``, ``F``, or (by default) AMBIGUOUS.

    >>> from ..statement.terms import matrix
    >>> A, B = matrix("A"), matrix("B")
    >>> read(r"\tr(AB) = \tr(BA)", (A, B)).tree
    tr(A B) = tr(B A)
    >>> print(read(r"\tr AB", (A, B)))
    AMBIGUOUS: \tr AB can be read in 2 ways:
      1. \operatorname{tr}(A) B
      2. \operatorname{tr}(A B)
    Write brackets so that one of them is left.
    """
    try:
        letters = Letters(declared)
        letters.brackets, letters.norm = brackets, norm
        items = _unframed(with_prints(grouped(source), letters.bases))
        if items and (places := free_indices(items, letters)):
            return _over_places(source, tuple(letters.named), places, brackets, norm)
        trees = _meanings(items, letters, source)
        refuse_running(trees, (0, len(source)))
        if len(trees) == 1:
            return Read(source, with_letters(opened(trees[0]), letters))
        return Ambiguous(source, trees, _remedy(source, trees))
    except Refusal as refusal:
        return NotRead(source, refusal.span, refusal.sentence)
    except Endless as endless:
        return NotRead(source, endless.span, "This can be read in too many ways: write brackets.")
    except (RecursionError, TooDeepError):
        whole = (0, len(source))
        how = "name a part of it, as in --let 'y := a + b'"
        return NotRead(source, whole, f"This is too long, or too deep, to be read: {how}.")


def _meanings(items: tuple[Item, ...], letters: Letters, source: str, *, nested: bool = False) -> tuple[Meaning, ...]:
    """All that the items can mean; ``nested`` in brackets, or beside another statement."""
    items, around = taken_apart(items, letters, nested=nested)
    trees = joined(
        items, lambda part: _meanings(part, letters, source, nested=True), lambda part: _plain(part, letters, source)
    )
    return tuple(map(around, _plain(items, letters, source) if trees is None else trees))


def _plain(items: tuple[Item, ...], letters: Letters, source: str) -> tuple[Meaning, ...]:
    """Relations with commas between them, an implication between such, or a term."""
    known = letters.bases
    told = lexed(items, known)
    found = with_signs(told, letters, source)
    signs, found = found, with_moments(found, lambda part: _is_number(part, letters))
    kept = are_means(signs, found)
    found = with_derivatives(found, letters, source)
    if not kept or not is_balanced(told, found, letters, known):
        raise Refusal((0, len(source)), "What stands for derivatives or moments here would be read as something else.")
    for letter in _limits(found, letters):
        letters.add(letter)
    return _connected(found, letters, (0, len(source)))


def _over_places(
    source: str, declared: tuple[Named, ...], names: list[str], brackets: str, norm: str
) -> Outcome:
    """What is said of all places: each counts the rows, or the columns, of what it stands in."""
    tried = [(places, read(source, (*declared, *places), brackets, norm))
             for places in indices_of(names, Letters(declared))]  # fmt: skip
    good = [found for places, found in tried if isinstance(found, Read) and in_entries(found.tree, places)]
    if len(good) == 1:
        return good[0]
    why = "What these places count stays open: they are read in entries, A_{ij}, of letters that are declared."
    return next((found for _, found in tried if isinstance(found, Ambiguous)), NotRead(source, (0, len(source)), why))


def _unframed(items: tuple[Item, ...]) -> tuple[Item, ...]:
    """Without the signs around a formula, and the full stop or comma behind it."""
    first, last = 0, len(items)
    while first < last and _is(items[first], _FRAMES):
        first += 1
    while first < last and _is(items[last - 1], _FRAMES | {".", ",", ";"}):
        last -= 1
    for item in items[first:last]:
        if _is(item, _FRAMES):
            raise Refusal(item.span, "Text and several formulas: write one formula, with commas between its relations.")
    return tuple(items[first:last])


def _is(item: Item, texts: set[str]) -> bool:
    return isinstance(item, Tok) and item.text in texts


def _is_number(found: Sequence[Lex], letters: Letters) -> bool:
    """Whether a part of a formula is read, and as a number."""
    formula = Formula(found, letters)
    try:
        return all(map(formula.is_number, formula.sum(parsed(found, "sum", (0, 0)))))
    except Refusal:
        return False


def _limits(found: Sequence[Lex], letters: Letters) -> Iterable[Named]:
    """Upper limits of sums that are not declared: positive integers."""
    for k, lex in enumerate(found):
        if lex.kind == "HEAD" and lex.text == "sum":
            for script in found[k + 1 : k + 3]:
                name = script.text
                known = name in letters.bases or name in letters.dims
                if script.kind == "SUP" and len(name) == 1 and name.isalpha() and not known:
                    yield scalar(name, "integer", "positive")


def _connected(found: list[Lex], letters: Letters, whole: Span) -> tuple[Meaning, ...]:
    """What stands on both sides of an implication, if there is one."""
    signs = [k for k, lex in enumerate(found) if lex.kind == "IMPL"]
    if not signs:
        return _Statement(found, letters, whole).trees()
    if len(signs) > 1:
        raise Refusal(found[signs[1]].span, "Two implications in a row: ask them apart.")
    k = signs[0]
    for side in (found[:k], found[k + 1 :]):
        if any(lex.kind == "SEP" for lex in side):
            raise Refusal(found[k].span, "With a comma beside it, what this connects stays open: write brackets.")
    sides = [_Statement(_unbracketed(side), letters, found[k].span).trees() for side in (found[:k], found[k + 1 :])]
    if any(isinstance(tree, Term) for side in sides for tree in side):
        raise Refusal(found[k].span, "On both sides of an implication stand relations.")
    return tuple(Prop(found[k].text, (p, q)) for p in sides[0] for q in sides[1])


def _unbracketed(found: list[Lex]) -> list[Lex]:
    """Without the brackets around all of it, the commas in them parting statements."""
    if not found or (found[0].kind, found[-1].kind) != ("OPEN", "CLOSE"):
        return found
    depths = list(accumulate((lex.kind in OPENING) - (lex.kind in CLOSING) for lex in found))
    if 0 in depths[:-1] or not any(lex.kind == "REL" for lex, depth in zip(found, depths, strict=True) if depth == 1):
        return found
    inside = zip(found[1:-1], depths[1:-1], strict=True)
    kept = [(lex, depth) for lex, depth in inside if (lex.kind, depth) != ("GAP", 1)]
    return [replace(lex, kind="SEP") if lex.kind == "COMMA" and depth == 1 else lex for lex, depth in kept]


class _Statement:
    def __init__(self, found: Sequence[Lex], letters: Letters, whole: Span) -> None:
        self.found = found
        self.letters = letters
        self.whole = whole
        self.formula = Formula(found, letters)

    def trees(self) -> tuple[Meaning, ...]:
        node = parsed(self.found, "start", self.whole)
        chains = [self._chain(child) for child in node.children if isinstance(child, Tree)]
        if len(chains) == 1:
            return chains[0]
        if any(isinstance(tree, Term) for chain in chains for tree in chain):
            raise Refusal(self.whole, "Of several formulas each is a relation: leave the comma out, or ask them apart.")
        return tuple(conj(*(link for prop in props for link in _links(prop))) for props in product(*chains))

    def _chain(self, node: Tree[Token]) -> tuple[Meaning, ...]:
        sides = [child for child in node.children if isinstance(child, Tree)]
        signs = [self.formula.lex(child) for child in node.children if isinstance(child, Token)]
        if (limit := self._limit(sides, signs)) is not None:
            return limit
        for side in sides if signs else ():
            self._refuse_label(side)
        found = [self.formula.sum(side) for side in sides]
        kept: dict[object, tuple[Meaning, tuple[Term, ...]]] = {}
        refusal: Refusal | None = None
        span = self.formula.span(node)
        if prod(map(len, found)) > LIMIT**2:
            raise Endless(span)
        for terms in product(*found):
            try:
                tree = self._relations(terms, signs, span)
            except Refusal as error:
                refusal = refusal or error
                continue
            kept.setdefault(canonical(tree), (tree, terms))
        if not kept:
            assert refusal is not None
            raise refusal
        if len(kept) == 1:
            ((tree, terms),) = kept.values()
            for side, term in zip(sides, terms, strict=True):
                self._check_echo(side, term)
        return tuple(tree for tree, _ in kept.values())

    def _limit(self, sides: Sequence[Tree[Token]], signs: Sequence[Lex]) -> tuple[Meaning, ...] | None:
        r"""``\lim_{n\to\infty} a = b``: the left side tends to the right one."""
        if any(side.data == "dots" for side in sides):
            return None
        rows = [child for child in sides[0].children if isinstance(child, Tree)]
        parts = self.formula.parts(rows[0])
        if len(sides) == 2 and (parts[0].kind, parts[0].text) != ("prefix", "tends"):
            rows = [child for child in sides[1].children if isinstance(child, Tree)]
            parts, sides = self.formula.parts(rows[0]), sides[::-1]
        if (parts[0].kind, parts[0].text) != ("prefix", "tends"):
            return None
        span = self.formula.span(sides[0])
        if len(rows) + len(signs) != 2 or len(sides[0].children) != 1 or signs[0].text != "eq" or len(parts) < 2:
            how = "with brackets around a sum"
            raise Refusal(span, f"A limit is read in an equation, \\lim_{{n\\to\\infty}} a = b, {how}.")
        if [lex.kind for lex in parts[0].scripts] != ["SUB"]:
            raise Refusal(span, "Below a limit stands what grows, \\lim_{n\\to\\infty}.")
        growing = () if self._in_time(parts[0].scripts[0]) else self.formula.growing(parts[0].scripts[0])
        bodies, values = self.formula.product(parts[1:]), self.formula.sum(sides[1])
        for side, terms, skipped in ((sides[0], bodies, 2), (sides[1], values, 0)):
            if len(terms) == 1:
                self._check_echo(side, terms[0], skipped)
        if any(n in free_symbols(value) for n in growing for value in values):
            raise Refusal(self.formula.span(sides[1]), "What grows stands in the limit itself, too.")
        head = ("limit", "tends", "tends_jointly")[min(len(growing), 2)]
        made = [Prop(head, (body, value, *growing)) for body in bodies for value in values]
        try:
            for prop in made:
                check_sizes(prop, plain)
        except UserError as error:
            raise Refusal(span, str(error)) from error
        return tuple(made)

    def _refuse_label(self, side: Tree[Token]) -> None:
        """``(41)`` as a side is the number of an equation, as ``= (41)`` says that what it has there is meant."""
        places = [t.start_pos for t in side.scan_values(lambda t: isinstance(t, Token)) if t.start_pos is not None]
        told = [(self.found[k].kind, self.found[k].text) for k in sorted(places)]
        if [kind for kind, _ in told] == ["OPEN", "NUM", "CLOSE"] and told[0][1] == "(" and told[1][1].isdigit():
            raise Refusal(self.formula.span(side), f"({told[1][1]}): the number of an equation, or a number? Leave the "
                          "brackets out.")  # fmt: skip

    def _in_time(self, below: Lex) -> bool:
        r"""``\\lim_{t\\to\\infty}`` where t is no letter and something is trained: along the gradient flow."""
        trained = any(isinstance(named, Sym) and named.has("parameter") for named in self.letters.table.values())
        return below.text in _TIMES and trained and self.letters.find("t", "", "") is None

    def _relations(self, terms: Sequence[Term], signs: Sequence[Lex], span: Span) -> Meaning:
        if not signs:
            self.formula.of_value(terms[0], span)
            return terms[0]
        links = []
        for a, sign, b in zip(terms, signs, terms[1:], strict=False):
            link = _link(a, sign.text, b)
            if sign.text == "same_law" and not any(s.has("random") for s in free_symbols(a) | free_symbols(b)):
                raise Refusal(sign.span, "Of one law is what is random: declare a law, as in --let 'x ~ N(0,S)'.")
            try:
                check_sizes(link, plain)
            except UserError as error:
                what = str(error).split(" For matrices")[0]
                hint = " Matrices are ordered by \\preceq." if "compare numbers" in what else ""
                what = what.replace("le, lt, ge and gt compare", "\\le and < compare")
                raise Refusal(sign.span, what + hint) from error
            links.append(link)
        return links[0] if len(links) == 1 else conj(*links)

    def _check_echo(self, side: Tree[Token], term: Term, skipped: int = 0) -> None:
        places = [t.start_pos for t in side.scan_values(lambda t: isinstance(t, Token)) if t.start_pos is not None]
        said = self.found[min(places) + skipped : max(places) + 1]
        if not any(
            echoes(said, one, self.letters.bases, self.letters.norm) for one in (term, to_the_right(term))
        ):
            raise Refusal(
                self.formula.span(side), f"This was read as {plain(term)}, which prints in another way: write brackets."
            )


def _link(a: Term, sign: str, b: Term) -> Prop:
    if sign not in _ORDERS:
        return Prop(sign, (a, b))
    head, turned = _ORDERS[sign]
    above, below = (b, a) if turned else (a, b)
    return Prop(head, (above if is_zero(below) else -below if is_zero(above) else above - below,))


def _links(prop: Meaning) -> tuple[Prop, ...]:
    assert isinstance(prop, Prop)
    return tuple(p for p in prop.args if isinstance(p, Prop)) if prop.head == "and" else (prop,)


def _remedy(source: str, trees: Sequence[Meaning]) -> str:
    """What decides between the readings."""
    if "\\partial" in source:
        return "Write \\nabla_{X} for the derivative that has the shape of X."
    if _same_names(trees):
        return "Write brackets so that one of them is left."
    return "Write what is meant: a subscript on the norm, \\det for a determinant."


def _same_names(trees: Sequence[Meaning]) -> bool:
    """Whether the readings consist of the same heads, so that brackets tell them apart."""
    return len({str(sorted(str(canonical(tree)))) for tree in trees}) == 1 or not any(
        mark in plain(tree) for tree in trees for mark in ("‖_F", "det", "|")
    )


__all__ = ["read", "same"]
