"""What the law of something drawn names is a number of the whole statement: nothing in it looks at other values of it.

The standard deviation p of ``x`` stands in the mean of ``x**2`` by its name alone, where nothing that binds p sees it:
that the mean is at most ``infimum(p**2, p)`` would follow from ``E[x^2] = p^2``.  Nor is a value put in for what a mean
is taken over.  Quantifiers say it of each value, of the law too, and ``where`` puts one value into a mean.  Standard
library only.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ..model import named_by
from ..statement.binders import BINDERS, Over, below, names_of
from ..statement.props import Prop, subprops, subterms
from ..statement.terms import Op, Sym, Term, children, symbols

_SAID_OF_EACH = frozenset({"exists", "for_all"})
_ELSEWHERE = frozenset({Over.VALUES, Over.STEP, Over.FLOWS, Over.GROWTH})
_MEANS = frozenset({"expect", "expect_given"})


def law_problems(props: Iterable[Prop]) -> Iterator[str]:
    """What is bound though a law names it, or though a mean is taken over it."""
    stated = tuple(props)
    told = dict(_told(stated))
    laws = {**dict(_named(stated)), **told}
    others = (node for prop in stated for node in _binders(prop) if node.head != "where")
    bound = frozenset[Sym]().union(*map(names_of, others))
    for node in (node for prop in stated for node in _binders(prop)):
        if node.head in _SAID_OF_EACH or BINDERS[node.head].over not in _ELSEWHERE:
            continue
        for sym in names_of(node):
            fits = sym.name not in told and _is_put_into_means(node, bound)
            if sym.name in laws and not sym.has("random") and not fits:
                yield (
                    f"{node.head} looks at other values of {sym.name}, which the law of {laws[sym.name]} names: draw "
                    f"from a law that names another symbol, and write what is drawn as a multiple of that."
                )
            if sym.has("random") and any(sym in names and _averaged(arg, sym) for arg, names in below(node)):
                yield (
                    f"{node.head} looks at other values of {sym.name}, over which a mean in it is taken: give the "
                    f"symbol of the mean another name."
                )


def _named(props: tuple[Prop, ...]) -> Iterator[tuple[str, str]]:
    """What the laws of symbols name, by name, and what is drawn from them."""
    for prop in props:
        for _, node in subterms(prop):
            if isinstance(node, Sym) and node.has("random"):
                yield from ((of.name, node.name) for of in named_by(node))


def _told(props: tuple[Prop, ...]) -> Iterator[tuple[str, str]]:
    """The same of laws that hypotheses tell, which hold as they stand, for no other value."""
    for prop in props:
        for _, law in subprops(prop):
            if law.head == "iid_entries" and isinstance(law.args[0], Sym):
                yield from ((of.name, law.args[0].name) for arg in law.args[1:] for of in symbols(arg))


def _binders(prop: Prop) -> Iterator[Op | Prop]:
    """The heads that name symbols which have other values below them."""
    found: list[Op | Prop] = [node for _, node in subterms(prop) if isinstance(node, Op)]
    found += [inner for _, inner in subprops(prop)]
    return (node for node in found if node.head in BINDERS and BINDERS[node.head].over is not Over.SOME)


def _is_put_into_means(node: Op | Prop, bound: frozenset[Sym]) -> bool:
    """Whether one value, of letters that nothing binds, is put in where all that is drawn is under a mean."""
    if node.head != "where":
        return False
    body, *pairs = (arg for arg in node.args if isinstance(arg, Term))
    values = frozenset[Sym]().union(*map(symbols, pairs[1::2]))
    return not _drawn_outside(body) and not values & bound


def _drawn_outside(node: Term) -> bool:
    """Whether something drawn stands in it outside of means."""
    if isinstance(node, Sym):
        return node.has("random")
    return not (isinstance(node, Op) and node.head in _MEANS) and any(map(_drawn_outside, children(node)))


def _averaged(node: Term | Prop, sym: Sym) -> bool:
    """Whether a mean in it is taken over the symbol."""
    if isinstance(node, Op) and node.head in _MEANS:
        body, *fixed = node.args
        return sym not in fixed and sym in symbols(body)
    return isinstance(node, (Op, Prop)) and any(_averaged(arg, sym) for arg in node.args)
