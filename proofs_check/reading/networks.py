r"""What attention is made of: ``[K(U^{(i)}, W^{(j)})]_{ij}``, all values of a kernel at columns, and
``\mathcal J^1_h(U, W)[T]``, the derivative of an activation.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from fractions import Fraction
from itertools import product

from lark import Token, Tree

from ..statement.terms import Num, Op, Sym, Term, index
from .binding import Binding, told_in
from .grammar import Node
from .letters import script
from .lexer import Lex, lexed
from .outcomes import Refusal, Span
from .tokens import Tok, key
from .typing import Part

_DERIVATIVE = "\\mathcal{J}"


class Networks(Binding):
    """Reads what is printed of kernels and activations in more than one bracket."""

    def predicted(self, told: Node, span: Span) -> Term:
        r"""``\hat y_q(W, V; n)``, and ``\hat y_q(W, V; (x_i, y_i)_{i\le n}, x_q)`` on n examples, a letter."""
        first, second, on, *rest = [child for child in told.children if isinstance(child, Tree)]
        weights = [self.only(self.sum(node), span) for node in (first, second)]
        if not rest and self.is_number(length := self.only(self.sum(on), span)):
            return self.typed(Op("prediction", (*weights, length)), span)
        factor = _only(_only(on, 1), 1)
        bracket, *below = factor.children if factor is not None else (None,)
        pair = [child for child in bracket.children if isinstance(child, Tree)] if isinstance(bracket, Tree) else []
        at = re.fullmatch(r"([a-z])\\leq?\s*([A-Za-z])", self.lex(below[0]).text) if len(below) == 1 else None
        if at is None or len(pair) != 2 or len(rest) != 1:
            raise Refusal(span, "A prediction on a prompt is read as \\hat y_q(W, V; (x_i, y_i)_{i\\le n}, x_q).")
        i, known = index(at[1], at[2]), self.letters.find(at[1], "", "")
        if known is not None and not (isinstance(known, Sym) and known.traits == i.traits):
            raise Refusal(span, f"{at[1]} is another letter here: give the index another name.")
        i = known if isinstance(known, Sym) else i
        length = self.only(self.within(self.lex(below[0]).items[-1:], span), span)
        inner = type(self)(self.found, self.letters.with_bound(i))
        prompt = [inner.only(inner.sum(node), span) for node in pair]
        query = self.only(self.sum(rest[0]), span)
        return self.typed(Op("prediction_on", (*weights, i, length, *prompt, query)), span)

    def gram(self, node: Node, scripts: Sequence[Lex], span: Span) -> tuple[Term, ...] | None:
        r"""``[K(U^{(i)}, W^{(j)})]_{ij}`` of a kernel, where nothing else is called i or j."""
        below = scripts[0].items if scripts and scripts[0].kind == "SUB" else ()
        places = [item.text for item in below if isinstance(item, Tok) and item.text.isalpha()]
        if self.lex(node.children[0]).text != "[" or len(below) != 2 or len({*places}) != 2:
            return None
        row = _only(_only(node, 3), 1)
        name, bracket = row.children if row is not None and len(row.children) == 2 else (None, None)
        first, *behind = name.children if isinstance(name, Tree) else (None,)
        if not isinstance(first, Token) or first.type != "NAME" or not isinstance(bracket, Tree):
            return None
        above = tuple(self.lex(one) for one in behind if isinstance(one, Token))
        kernel, left = self._function_of(self.lex(first), above)
        if not (isinstance(kernel, Sym) and kernel.has("kernel")) or left or len(bracket.children) != 1:
            return None
        arguments, given = told_in(bracket.children[0])
        bare = [self._without(argument, f"({place})") for argument, place in zip(arguments, places, strict=False)]
        if len(arguments) != 2 or given or None in bare:
            return None
        if taken := next((p for p in places if self.letters.find(p, "", "") is not None), ""):
            raise Refusal(span, f"{taken} is a letter here: all values of the kernel, or one? Take other letters.")
        values = [self.sum(argument) for argument in bare]
        found = self.fitting([Op("gram", (kernel, a, b)) for a, b in product(*values)], span)
        return self.scripted(found, scripts[1:], span)

    def _without(self, argument: Node, place: str) -> Node | None:
        """What stands in an argument below the column that it names; nothing where it names none."""
        row = _only(argument, 1)
        factor = row.children[0] if row is not None and len(row.children) == 1 else None
        last = factor.children[-1] if isinstance(factor, Tree) and len(factor.children) > 1 else None
        if not isinstance(last, Token) or (self.lex(last).kind, self.lex(last).text) != ("SUP", place):
            return None
        assert factor is not None
        return Tree("sum", [Tree("row", [Tree("factor", factor.children[:-1])])])

    def is_jacobian(self, node: Node, scripts: Sequence[Lex]) -> bool:
        r"""Whether this is ``\mathcal J^1_h`` with an activation h, and ``\mathcal J`` no letter."""
        first = node.children[0]
        if not isinstance(first, Token) or self.lex(first).text != _DERIVATIVE or _DERIVATIVE in self.letters.bases:
            return False
        return {s.kind for s in scripts} == {"SUB", "SUP"} and self._activation(scripts) is not None

    def _activation(self, scripts: Sequence[Lex]) -> Sym | None:
        below = next(s for s in scripts if s.kind == "SUB")
        found = lexed(below.items, self.letters.bases)
        sub = script(found[1]) if len(found) == 2 and found[1].kind == "SUB" else ""
        named = self.letters.find(found[0].text, sub, "") if found and len(found) == 1 + bool(sub) else None
        return named if isinstance(named, Sym) and named.has("activation") else None

    def jacobian(self, part: Part, scripts: Sequence[Lex]) -> tuple[Term, ...]:
        assert part.bracket is not None
        assert part.second is not None
        above = key(next(s for s in scripts if s.kind == "SUP").items)
        at, direction = told_in(part.bracket.children[0]), told_in(part.second.children[0])
        if above not in ("1", "2") or len(at[0]) != 2 or len(direction[0]) != 1 or at[1] or direction[1]:
            raise Refusal(part.span, "A derivative of an activation is \\mathcal J^1_h(U, W)[T] in its first argument, "
                          "or \\mathcal J^2_h(U, W)[T].")  # fmt: skip
        h = self._activation(scripts)
        assert h is not None
        which = Num(Fraction(above))
        values = (self.sum(argument) for argument in (*at[0], *direction[0]))
        found = self.fitting([Op("jacobian", (h, which, u, w, t)) for u, w, t in product(*values)], part.span)
        behind = (*part.bracket.children[1:], *part.second.children[1:])
        return self.scripted(found, tuple(map(self.lex, behind)), part.span)


def _only(node: Node | None, count: int) -> Node | None:
    """The only tree in a node of so many children."""
    inside = [child for child in node.children if isinstance(child, Tree)] if node is not None else []
    return inside[0] if node is not None and len(node.children) == count and len(inside) == 1 else None
