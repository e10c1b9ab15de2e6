r"""How a recursion over layers is printed: its value as :math:`X_{\ell+1}`, and once, beside, what it starts from and
its step.  Standard library only.

Two recursions of one letter in one formula are told apart by primes; where a recursion depends on a variable that is
bound around it (the t of a derivative), this stands after it in brackets.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Union

from ..statement.binding import bound_symbols, free_symbols
from ..statement.props import Prop
from ..statement.terms import Abbrev, MadeSym, Num, Op, Sym, Term, nodes, substitute
from .symbols import subscript, symbol_tex

Node = Union[Term, Prop]
Names = Mapping[tuple[Term, ...], str]
"""The letter of each recursion, keyed by all of its arguments but the last."""

_ELL = Sym("l", (1, 1), frozenset({"integer", "nonnegative", "layer"}), r"\ell")
_LAYER = re.compile(r"_(?:\\ell|\{\\ell\}|l|\{l\})(?=$|')")


def has_recursion(node: Node) -> bool:
    """Whether something in ``node`` is the value of a recursion."""
    return any(isinstance(term, Op) and term.head == "sequence" for term in _terms(node))


def displayed(node: Node, names: Names | None = None) -> Node:
    """``node`` with the values of recursions replaced by symbols that are printed as the page prints them."""
    if not has_recursion(node):
        return node
    return _rewritten(node, letters(node) if names is None else names, frozenset())


def letters(node: Node) -> Names:
    """The letter of each recursion in ``node``, in the order of appearance: ``X``, then ``X'`` and so on."""
    found: dict[tuple[Term, ...], str] = {}
    for term in _terms(node):
        if isinstance(term, Op) and term.head == "sequence" and term.args[:-1] not in found:
            letter = _letter(term)
            alike = sum(name.rstrip("'") == letter for name in found.values())
            found[term.args[:-1]] = letter + "'" * alike
    return found


def recursion(node: Op, names: Names) -> tuple[Abbrev, ...]:
    r"""What a ``sequence`` starts from and its step, as the equations :math:`X_0=\dots`, :math:`X_{\ell+1}=\dots`; the
    first is left out where both sides are printed alike."""
    F, ell, start, step, _ = node.args
    assert isinstance(F, Sym)
    assert isinstance(ell, Sym)
    if _ELL not in free_symbols(start) | free_symbols(step):
        ell, step = _ELL, substitute(step, {ell: _ELL})
    letter = names.get(node.args[:-1], _letter(node))
    here, there = (_value(letter, F, place) for place in (symbol_tex(ell), symbol_tex(ell) + "+1"))
    rule = _equation(there, _term(displayed(substitute(step, {F: here}), names)))
    first = _value(letter, F, "0")
    shown = symbol_tex(start.sym if isinstance(start, Abbrev) else start) if isinstance(start, (Sym, Abbrev)) else ""
    if shown.replace("{0}", "0") == first.tex:
        return (rule,)
    return _equation(first, _term(displayed(start, names))), rule


def values(node: Node) -> Mapping[Op, Sym]:
    """The values of recursions in ``node``, each with the symbol that it is printed as; none whose print is another's,
    too."""
    found: dict[Op, Sym] = {}
    _find(node, letters(node), frozenset(), found)
    prints = [sym.tex for sym in found.values()]
    return {value: sym for value, sym in found.items() if prints.count(sym.tex) == 1}


def _find(node: Node, names: Names, bound: frozenset[Sym], found: dict[Op, Sym]) -> None:
    if isinstance(node, Abbrev):
        return _find(node.body, names, bound, found)
    if isinstance(node, Op) and node.head == "sequence":
        found[node] = _shown(node, names, bound)
    elif isinstance(node, Op | Prop):
        inside = bound | bound_symbols(node) if isinstance(node, Op) else bound
        for arg in node.args:
            _find(arg, names, inside, found)


def _equation(left: Sym, right: Term) -> Abbrev:
    """The two sides; other recursions of the same letter have equations of other names."""
    from .render import latex

    return Abbrev(MadeSym(f"{left.name} = {latex(right)}", left.shape, left.traits, left.tex), right)


def _terms(node: Node) -> Iterator[Term]:
    """The different terms in ``node``, each before those inside it."""
    if isinstance(node, Prop):
        for arg in node.args:
            yield from _terms(arg)
    else:
        yield from nodes(node)


def _rewritten(node: Node, names: Names, bound: frozenset[Sym]) -> Node:
    if isinstance(node, Prop):
        return Prop(node.head, tuple(_rewritten(arg, names, bound) for arg in node.args))
    if isinstance(node, Abbrev):
        return Abbrev(node.sym, _term(_rewritten(node.body, names, bound)))
    if not isinstance(node, Op) or not has_recursion(node):
        return node
    if node.head == "sequence":
        return _shown(node, names, bound)
    inside = bound | bound_symbols(node)
    return Op(node.head, tuple(_term(_rewritten(arg, names, inside)) for arg in node.args))


def _shown(node: Op, names: Names, bound: frozenset[Sym]) -> Sym:
    F, ell, start, step, upto = node.args
    assert isinstance(F, Sym)
    varying = (free_symbols(start) | (free_symbols(step) - {F, ell})) & bound
    place = _place(_term(_rewritten(upto, names, bound)))
    # Inside the step of another recursion its letters are put in, and the key is not the one that was named.
    letter = names.get(node.args[:-1], _letter(node))
    return _value(letter, F, place, tuple(sorted(map(symbol_tex, varying))))


def _value(letter: str, F: Sym, place: str, of: tuple[str, ...] = ()) -> Sym:
    tex = letter + subscript(place, True) + (f"({', '.join(of)})" if of else "")
    return MadeSym(f"{F.name}:{tex}", F.shape, frozenset(), tex)


def _place(upto: Term) -> str:
    from .render import latex

    return str(upto.value) if isinstance(upto, Num) else latex(upto).replace(" + ", "+").replace(" - ", "-")


def _letter(node: Op) -> str:
    F = node.args[0]
    assert isinstance(F, Sym)
    return _LAYER.sub("", symbol_tex(F))


def _term(node: Node) -> Term:
    assert isinstance(node, Term)
    return node
