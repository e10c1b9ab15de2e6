r"""``\sum_{i=1}^n x_i`` where ``x_i`` is one letter: what is called after a bound letter and does not run with it.

Whoever writes it means a family.  Read as it was declared, each x_i is the same, and the sum is another one.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ..report.symbols import symbol_tex
from ..statement.binders import BINDERS, Over, names_of
from ..statement.binding import free_symbols
from ..statement.props import Prop, subprops, subterms
from ..statement.terms import Op, Sym, Term, nodes, symbols
from .letters import spelled
from .outcomes import Refusal, Span
from .outcomes import Tree as Meaning
from .tokens import Group, Item, grouped

_BINDING = frozenset(head for head, row in BINDERS.items() if row.over is not Over.SOME)


def refuse_running(trees: Iterable[Meaning], span: Span) -> None:
    """Raises :class:`Refusal` where a letter is called after one that is bound around it."""
    for tree in trees:
        free = free_symbols(tree)
        for node in _nodes(tree):
            for bound in names_of(node) if node.head in _BINDING else ():
                called = next((sym for sym in _letters(node) if sym in free and _is_called_after(sym, bound)), None)
                if called is not None:
                    told = f"{symbol_tex(called)} is one letter here, and {symbol_tex(bound)} is bound around it"
                    raise Refusal(span, f"{told}: say that it is a family, or give one of the two another name.")


def _nodes(tree: Meaning) -> Iterator[Op | Prop]:
    if isinstance(tree, Prop):
        yield from (prop for _, prop in subprops(tree))
        yield from (node for _, node in subterms(tree) if isinstance(node, Op))
    else:
        yield from (node for node in nodes(tree) if isinstance(node, Op))


def _letters(node: Op | Prop) -> Iterator[Sym]:
    for arg in node.args:
        if isinstance(arg, Prop):
            yield from (sym for _, term in subterms(arg) for sym in symbols(term))
        elif isinstance(arg, Term):
            yield from symbols(arg)


def _is_called_after(sym: Sym, bound: Sym) -> bool:
    where = spelled(symbol_tex(sym)) if sym != bound else None
    return where is not None and symbol_tex(bound) in _texts(grouped(f"{where[1]} {where[2]}"))


def _texts(items: Iterable[Item]) -> set[str]:
    return set().union(*(_texts(item.items) if isinstance(item, Group) else {item.text} for item in items))
