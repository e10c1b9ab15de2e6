"""The algebra that decides equations between terms in proofs: words, for every d, N and all values of the symbols."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..statement.terms import Abbrev, Op, Sym, Term, term

if TYPE_CHECKING:
    from ..witnesses.decide import Engine

OPAQUE = frozenset({"minimum", "singular_product_sum", "nuclear"})


class ProofAlgebra:
    """Equality with a memory.  Minima and sums of singular values are opaque: a chain shows what is needed of them."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self._known: dict[tuple[Term, Term], bool] = {}
        self._names: dict[Term, Sym] = {}

    def same(self, lhs: Term, rhs: Term) -> bool:
        """Whether the two terms are equal; raises ``Lacks`` where the engine has no meaning for a head."""
        if lhs == rhs:
            return True
        key = (self._opaque(lhs), self._opaque(rhs))
        if key not in self._known:
            self._known[key] = key[0] == key[1] or self.engine.equal(*key)
        return self._known[key]

    def is_zero(self, node: Term) -> bool:
        return self.same(node, term(0))

    def _opaque(self, node: Term) -> Term:
        if isinstance(node, Op):
            if node.head in OPAQUE:
                return self._names.setdefault(node, Sym(f"{node.head} {len(self._names) + 1}"))
            args = tuple(self._opaque(a) for a in node.args)
            return node if args == node.args else Op(node.head, args)
        if isinstance(node, Abbrev):
            body = self._opaque(node.body)
            return node if body == node.body else body
        return node

