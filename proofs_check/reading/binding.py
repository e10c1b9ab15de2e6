"""What binds letters in a formula: sums, products over layers, gradients, minima, limits, derivatives at 0."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction

from lark import Token, Tree

from ..report.render import plain
from ..statement.attention import layer
from ..statement.terms import Abbrev, Num, Op, Sym, Term, free_symbols, index, total
from .applications import Applications
from .grammar import Node, parsed
from .letters import Letters, arguments_of
from .lexer import Lex, lexed
from .outcomes import Refusal, Span
from .tokens import Tok, key
from .typing import Part, leaves


class Binding(Applications):
    """How far a letter is bound is told by the brackets, or the formula is not read."""

    def __init__(self, found: Sequence[Lex], letters: Letters) -> None:
        super().__init__(found)
        self.letters = letters
        self.tries = letters.tries

    def only(self, found: tuple[Term, ...], span: Span) -> Term:
        if len(found) != 1:
            raise Refusal(span, "This can be read in several ways: write brackets in it.")
        return found[0]

    def slope(self, prefix: Part, body: Sequence[Part], span: Span) -> tuple[Term, ...]:
        r"""``\frac{d}{dt} f|_{t=0}`` where t is a letter: without the bar it may be a quotient."""
        t, zero = self.letters.find("t", "", ""), Num(Fraction(0))
        found = self.product(body)
        inner = [b.args[0] for b in found if isinstance(b, Op) and b.head == "where" and b.args[1:] == (t, zero)]
        if prefix.scripts or t is None or len(inner) != len(found):
            raise Refusal(prefix.span, "t is a letter here, so that this may be a quotient: give the letter another "
                          "name, or write \\big|_{t=0} behind a derivative at 0.")  # fmt: skip
        return self.fitting([Op("slope", (t, b)) for b in inner], span)

    def over_layers(self, prefix: Part, body: Sequence[Part], span: Span) -> tuple[Term, ...]:
        r"""``\prod_{l=0}^{k} A_l``, the first factor left, and ``\prod_{l=k}^{0} A_l``, the last one left."""
        below = next((lex for lex in prefix.scripts if lex.kind == "SUB"), None)
        above = next((lex for lex in prefix.scripts if lex.kind == "SUP"), None)
        found = lexed(below.items, self.letters.bases) if below is not None else []
        kinds = [(lex.kind, lex.kind == "NAME" or lex.text) for lex in found[:2]]
        if below is None or above is None or kinds != [("NAME", True), ("REL", "eq")]:
            raise Refusal(prefix.span, "A product is read over layers, with both limits, \\prod_{l=0}^{k}.")
        name, start = found[0].text, below.items[2:]
        known = self.letters.find(name, "", "")
        taken = known is not None and not (isinstance(known, Sym) and known.has("layer"))
        if taken or (name, "", "") in self.letters.bound:
            raise Refusal(below.span, f"{name} is another letter here: give the number of the layer a name of its own.")
        ell = known if isinstance(known, Sym) else self._layer(name)
        upwards = key(start) == "0"
        if not upwards and key(above.items) != "0":
            raise Refusal(below.span, "A product is read over layers from 0, or down to 0.")
        inner = type(self)(self.found, self.letters.with_bound(ell))
        lasts = self.within(above.items if upwards else start, below.span)
        if any(ell not in free_symbols(b) for b in inner.product(body)):
            raise Refusal(span, f"{name} does not occur in this product: write a power.")
        head = "product_up" if upwards else "product_down"
        return self.fitting([Op(head, (ell, last, b)) for last in lasts for b in inner.product(body)], span)

    def _layer(self, name: str) -> Sym:
        """The letter of layers; where another letter is called l, with a name of its own."""
        called = {one.sym.name if isinstance(one, Abbrev) else one.name for one in self.letters.named}
        return layer() if name == "\\ell" and "l" not in called else layer(name.lstrip("\\"), tex=name)

    def of_variables(self, prefix: Part, body: Sequence[Part], rest: Sequence[Part], span: Span) -> tuple[Term, ...]:
        """A gradient, a minimum: what it is applied to is a number, and speaks of the letter below."""
        variables = self._only_variable(prefix, body)
        if not variables and [lex.kind for lex in prefix.scripts] != ["SUB"]:
            raise Refusal(prefix.span, "Below it stands the letter that it is about, alone: \\nabla_{W}, \\min_{w}.")
        variables = variables or self.variables(prefix.scripts[0])
        if prefix.text in ("grad", "partial") and len(variables) != 1:
            raise Refusal(prefix.span, "A gradient is read with respect to one letter.")
        if rest and _divides_by_number(rest) and prefix.text != "argmin":
            raise Refusal(span, "How far this reaches stays open: write brackets.")
        found = []
        for b in self.product(body):
            if not self.is_number(b):
                raise Refusal(span, "What stands here is no number: a gradient or a minimum is of one.")
            told = free_symbols(b)
            derived = any(sym.has("derived") and not sym.has("random") for sym in told)
            if missing := [v.name for v in variables if v not in told and not derived]:
                raise Refusal(span, f"{missing[0]} does not occur in what this is applied to.")
            made = Op("grad" if prefix.text == "partial" else prefix.text, (b, *variables))
            found += [made, made.T] if prefix.text == "partial" and not self.is_number(variables[0]) else [made]
        return self.fitting(found, span)

    def _only_variable(self, prefix: Part, body: Sequence[Part]) -> tuple[Sym, ...]:
        r"""Of ``\nabla f(x)`` with a function that is given by a formula, the letter ``x``."""
        if prefix.text != "grad" or prefix.scripts or len(body) != 1 or body[0].text != "defined":
            return ()
        (value, *others) = self.factor(body[0])
        names = arguments_of(value.sym) if isinstance(value, Abbrev) and not others else ()
        return tuple(sym for sym in free_symbols(value) if (sym.name,) == names)

    def variables(self, below: Lex) -> tuple[Sym, ...]:
        names = [replace(lex, kind="COMMA") if lex.kind == "SEP" else lex
                 for lex in lexed(below.items, self.letters.bases)]  # fmt: skip
        found = [Lex("OPEN", below.span, "("), *names, Lex("CLOSE", below.span, "(")]
        tree, inner = parsed(found, "sum", below.span), type(self)(found, self.letters)
        arguments, _ = told_in(tree.children[0].children[0].children[0])
        out: list[Sym] = []
        for argument in arguments:
            if (family := self._family_alone(argument, found)) is not None:
                out.append(family)
                continue
            (sym, *others) = inner.sum(argument)
            if others or not isinstance(sym, Sym) or sym.has("random") or sym.has("identity"):
                raise Refusal(below.span, "Here stands a declared letter that is not random.")
            out.append(sym)
        return tuple(out)

    def _family_alone(self, node: Node, found: Sequence[Lex]) -> Sym | None:
        """A family over layers that a minimum is over: all of its members."""
        (only, *others) = [found[t.start_pos] for t in leaves(node) if t.start_pos is not None]
        named = self.letters.find(only.text, "", "") if only.kind == "NAME" and not others else None
        return named if isinstance(named, Sym) and named.has("layers") else None

    def growing(self, below: Lex) -> tuple[Term, ...]:
        r"""The integers of ``\lim_{n\to\infty}``, or ``\lim_{n,m\to\infty}``."""
        texts = [item.text if isinstance(item, Tok) else "" for item in below.items]
        if texts[-2:] not in (["\\to", "\\infty"], ["\\rightarrow", "\\infty"]):
            raise Refusal(below.span, "A limit is read as integers grow, \\lim_{n\\to\\infty}.")
        names = [self.only(self.within([item], below.span), below.span) for item in below.items[:-2:2]]
        commas = all(text == "," for text in texts[1:-2:2])
        if not commas or not all(isinstance(n, Sym) and n.has("integer") and not n.has("index") for n in names):
            how = "declare one, as in --let 'n: positive integer'"
            raise Refusal(below.span, f"A limit is read as integers grow: {how}.")
        if dims := [n.name for n in names if isinstance(n, Sym) and n.name in self.letters.dims]:
            raise Refusal(below.span, f"{dims[0]} is a dimension of another letter, which would grow with it.")
        return tuple(names)

    def equations(self, below: Lex) -> list[tuple[Term, Term]]:
        """What stands below a bar: letters with their values."""
        found = lexed(below.items, self.letters.bases)
        inner, out = type(self)(found, self.letters), []
        for chain in parsed(found, "start", below.span).children:
            if isinstance(chain, Token):
                continue
            sides = [self.only(inner.sum(child), below.span) for child in chain.children if isinstance(child, Tree)]
            signs = [inner.lex(child).text for child in chain.children if isinstance(child, Token)]
            if len(sides) != 2 or signs != ["eq"]:
                raise Refusal(below.span, "Below a bar stand letters with their values, \\big|_{a = 0, b = 1}.")
            out.append((sides[0], sides[1]))
        return out

    def _over_unequal(self, names: tuple[str, str], above: Lex, body: Sequence[Part], span: Span) -> tuple[Term, ...]:
        for name in names:
            known = self.letters.find(name, "", "")
            free = known is None or (isinstance(known, Sym) and known.has("index"))
            if not free or (name, "", "") in self.letters.bound:
                raise Refusal(span, f"{name} is another letter here: give the index another name.")
        out: list[Term] = []
        for upper in self.within(above.items, above.span):
            if not _is_whole(upper):
                raise Refusal(above.span, "The upper limit is no integer: declare it, as in 'n: positive integer'.")
            limit = plain(upper).replace(" ", "")
            letters, found = self.letters, []
            for name in names:
                i = index(name, int(limit) if limit.isdigit() else limit, tex=name)
                known = letters.find(name, "", "")
                i = known if isinstance(known, Sym) and known.traits == i.traits else i
                letters = letters.with_bound(i)
                found.append(i)
            inner = type(self)(self.found, letters)
            out += [Op("sum_unequal", (*found, upper, b)) for b in inner.product(body)]
        return self.fitting(out, span)

    def sum_over(self, prefix: Part, body: Sequence[Part], span: Span) -> tuple[Term, ...]:
        below = next((lex for lex in prefix.scripts if lex.kind == "SUB"), None)
        above = next((lex for lex in prefix.scripts if lex.kind == "SUP"), None)
        if below is None or above is None:
            raise Refusal(prefix.span, "A sum is read with both limits, \\sum_{i=1}^{n}.")
        found = lexed(below.items, self.letters.bases)
        if (unequal := _unequal(below)) is not None:
            return self._over_unequal(unequal, above, body, below.span)
        if [lex.kind for lex in found] != ["NAME", "REL", "NUM"] or found[1].text != "eq" or found[2].text != "1":
            raise Refusal(below.span, "A sum is read from 1, \\sum_{i=1}^{n}.")
        name = found[0].text
        if (name, "", "") in self.letters.bound:
            raise Refusal(below.span, f"{name} is bound by the sum around this one: take another letter.")
        known = self.letters.find(name, "", "")
        if known is not None and not (isinstance(known, Sym) and known.has("index")):
            raise Refusal(below.span, f"{name} is declared as something else: give the index another letter.")
        out: list[Term] = []
        if known is not None and any(known in free_symbols(a.body) for a in self.letters.abbreviations):
            declared = [t for t in known.traits if t.startswith("range:")]
            if any(f"range:{plain(u).replace(' ', '')}" not in declared for u in self.within(above.items, above.span)):
                raise Refusal(below.span, f"{name} stands in an abbreviation with another range: take another letter.")
        for upper in self.within(above.items, above.span):
            if not _is_whole(upper):
                raise Refusal(above.span, "The upper limit is no integer: declare it, as in 'n: positive integer'.")
            limit = plain(upper).replace(" ", "")
            i = index(name.lstrip("\\"), int(limit) if limit.isdigit() else limit, tex=name)
            i = known if isinstance(known, Sym) and known.traits == i.traits else i
            inner = type(self)(self.found, self.letters.with_bound(i))
            out += [total(i, upper, b) for b in inner.product(body)]
        return self.fitting(out, span)


def _unequal(below: Lex) -> tuple[str, str] | None:
    r"""The places of ``\\sum_{i,j=1, i\\ne j}^n``, which run over all that differ."""
    found = re.fullmatch(r"([a-z]),([a-z])=1,([a-z])\\neq?([a-z])", re.sub(r"\s|\\,", "", below.text))
    if found is None or found[1] == found[2] or {found[1], found[2]} != {found[3], found[4]}:
        return None
    return found[1], found[2]


def told_in(node: Node) -> tuple[list[Node], list[Node]]:
    """What a bracket holds, and what stands behind a condition's bar."""
    found: tuple[list[Node], list[Node]] = ([], [])
    behind = 0
    for child in node.children:
        if isinstance(child, Tree):
            found[behind].append(child)
        elif child.type == "MID":
            behind = 1
    return found


def _divides_by_number(rest: Sequence[Part]) -> bool:
    """Whether all that follows is a stroke and a number: a gradient of f/2 is half the gradient of f."""
    first = rest[-1].node.children[0] if rest[-1].node is not None else None
    return len(rest) == 2 and rest[0].kind == "SLASH" and isinstance(first, Token) and first.type == "NUM"


def _is_whole(node: Term) -> bool:
    match node:
        case Num(value=value):
            return value.denominator == 1 and value >= 1
        case Sym():
            return node.has("integer")
        case Op(head="+" | "-" | "*", args=args):
            return all(map(_is_whole, args))
    return False
