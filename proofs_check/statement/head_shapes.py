"""The shape of every term from those of its parts, as the table of heads tells it."""

from __future__ import annotations

from collections.abc import Mapping

from ..errors import UserError
from .dimensions import Size, size
from .heads import TERMS
from .heads.row import TermHead
from .heads.shaping import SCALAR, Say, Shape, Shaping
from .terms import Abbrev, Op, Sym, Term

_FUNCTIONS = {
    "activation": "an activation: its values are activated({0}, U, W)",
    "kernel": "a kernel: its values are kernel_value({0}, u, v) and gram({0}, U, W)",
    "function": "a function: its values are apply({0}, x)",
}
"""What is no number or matrix itself, by its trait."""


_SEEN: dict[frozenset[tuple[str, Size | None]], dict[Term, Shape]] = {}
"""By the dimensions that are fixed: every step of every chain is asked for its shapes, and most of its terms stood in
the step before."""
MOST_SEEN, MOST_FIXED = 1 << 15, 64


class HeadShapes(Shaping):
    """Shapes of terms, each read once in a process; raises :class:`UserError` where they do not fit."""

    def __init__(self, say: Say, sizes: Mapping[str, Size | None] | None = None) -> None:
        super().__init__(say, sizes)
        if len(_SEEN) >= MOST_FIXED:
            _SEEN.clear()
        self._seen = _SEEN.setdefault(frozenset(self.sizes.items()), {})
        if len(self._seen) >= MOST_SEEN:
            self._seen.clear()

    def __call__(self, node: Term) -> Shape:
        if node not in self._seen:
            self._seen[node] = self._shape(node)
        return self._seen[node]

    def _shape(self, node: Term) -> Shape:
        match node:
            case Sym(shape=(rows, columns)):
                return size(rows).where(self.sizes), size(columns).where(self.sizes)
            case Abbrev(sym=sym, body=body):
                self(body)
                return self(sym)
            case Op(head=head, args=args):
                for arg in args:
                    if not isinstance(arg, Term):
                        raise UserError(f"{head}(...) is applied to {arg!r}: it takes formulas; a number n is term(n).")
                row = TERMS.get(head)
                self.no_bare_function(node, row)
                if row is None:
                    raise UserError(f"{head!r} is no head of the statement language.")
                return row.shape(self, node, [(arg, self(arg)) for arg in args])
        return SCALAR

    def no_bare_function(self, node: Op, row: TermHead | None) -> None:
        wanted = row.of if row is not None else ""
        for place, arg in enumerate(node.args):
            if wanted != "anything" and not (wanted and place == 0):
                self.value(arg)
        first = node.args[0] if node.args else None
        if wanted in _FUNCTIONS and not (isinstance(first, Sym) and first.has(wanted)):
            article = "an" if wanted[0] in "aeiou" else "a"
            said = self.say(first) if first is not None else "nothing"
            raise UserError(f"{node.head}(...) is of {article} {wanted}: {said} is none. Write {wanted}('h').")

    def value(self, node: Term) -> None:
        """What has a value itself: neither a function nor a law."""
        kind = next((trait for trait in _FUNCTIONS if isinstance(node, Sym) and node.has(trait)), "")
        if kind:
            raise UserError(f"{self.say(node)} is {_FUNCTIONS[kind].format(self.say(node))}.")
        if is_law(node):
            raise UserError(f"{self.say(node)} is a law, no number: it stands in iid_entries(v, law).")


def is_law(node: Term) -> bool:
    return isinstance(node, Op) and node.head in TERMS and TERMS[node.head].is_law
