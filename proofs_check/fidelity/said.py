"""What a transcription says, relation by relation, in the form in which a page is compared with it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

from ..claims import Claim
from ..reading.canonical import canonical
from ..statement.props import Prop, conjuncts, subprops, subterms, terms_in
from ..statement.terms import Abbrev, Op, Sym, Term, is_zero, term
from .form import form

Side = Any
_TURNED = {"ge": "le", "gt": "lt"}
_SIDED = {"eq", "le", "lt", "ne", "limit", "tends", "defined", "differs"}
_LIMITS = {"limit", "tends", "tends_jointly"}
_AT_POINTS = {"global_minimum", "local_minimum", "saddle"}
WORDS = {"where", "per_prompt", "always"}
"""Heads that a page may say in words: given u_12 = 0, for one prompt, all along."""


@dataclass
class Said:
    """The relations that are stated or supposed, each in its form, and what letters stand for."""

    exact: set[Any] = field(default_factory=set)
    forms: set[Any] = field(default_factory=set)
    open: set[Any] = field(default_factory=set)
    """With letters that stand for something opened."""
    alike: list[dict[Any, int]] = field(default_factory=list)
    """What one statement says to be equal, by the number of its class."""
    letters: set[Term] = field(default_factory=set)
    """All that occur, also in what others stand for."""
    loose: set[Any] = field(default_factory=set)
    """With what may be said in words left out."""


def said_in(claim: Claim) -> Said:
    found = Said()
    props = [r.prop for p in claim.parts for r in p.readings]
    for prop in (*props, *(h.prop for h in claim.given)):
        for _, sub in subprops(prop):
            _add(found, sub)
        for _, node in subterms(prop):
            found.letters.add(node)
            if isinstance(node, Abbrev):
                found.forms.add(("eq", frozenset({node.sym, form(node.body)})))
    return found


def _add(found: Said, prop: Prop) -> None:
    found.alike.append(_classes([*closed(prop)] + [Prop("eq", (a, b)) for a, b in _put_in(prop)]))
    found.exact.add(canonical(prop))
    if prop.head == "defined" and all(isinstance(arg, Term) for arg in prop.args):
        found.forms.add(key_of(Prop("eq", prop.args)))
    if prop.head in _LIMITS:
        found.loose.add(key_of(bare(Prop("limit", prop.args[:2]))))
    for link in closed(prop):
        found.forms.add(key_of(link))
        found.open.add(key_of(opened(link)))
        found.loose.add(key_of(bare(link)))


def _classes(links: list[Prop]) -> dict[Any, int]:
    found: dict[Any, int] = {}
    for link in links:
        if link.head == "eq":
            a, b = (form(_bare(side)) for side in link.args if isinstance(side, Term))
            old, new = found.setdefault(a, len(found)), found.setdefault(b, len(found))
            found.update({key: old for key, number in found.items() if number == new})
    return found


def _put_in(prop: Prop) -> Iterator[tuple[Term, Term]]:
    """The values that are put in for letters."""
    found = [node.args for _, node in subterms(prop) if isinstance(node, Op) and node.head == "where"]
    for args in (*found, *(sub.args for _, sub in subprops(prop) if sub.head in _AT_POINTS)):
        terms = [arg for arg in args[1:] if isinstance(arg, Term)]
        yield from zip(terms[::2], terms[1::2], strict=False)


def equal_in(prop: Prop, said: Said) -> bool:
    """Whether it follows from the equations of one statement."""
    if prop.head != "eq":
        return False
    a, b = (form(_bare(side)) for side in prop.args if isinstance(side, Term))
    return a != b and any(a in found and found[a] == found.get(b) for found in said.alike)


def closed(prop: Prop) -> Iterator[Prop]:
    """The links of a chain, and what follows by skipping some of them."""
    links = [*conjuncts(prop)] if prop.head == "and" else [prop]
    for k, first in enumerate(links):
        yield first
        end, strict, order = first, first.head == "lt", first.head
        if first.head not in ("eq", "le", "lt"):
            continue
        for link in links[k + 1 :]:
            if link.head not in ("eq", "le", "lt") or link.args[0] != end.args[1]:
                break
            strict = strict or link.head == "lt"
            order = "lt" if strict else "le" if "le" in (order, link.head) else "eq"
            end = link
            yield Prop(order, (first.args[0], link.args[1]))


def key_of(prop: Prop) -> Any:
    """The relation in its form: the sides of an equation in no order, all on one side of an order."""
    head, args = prop.head, terms_in(prop)
    if head in _TURNED:
        head, args = _TURNED[head], args[::-1]
    if head not in _SIDED or len(args) != len(prop.args) or len(args) < 2:
        return head, tuple(form(a) if isinstance(a, Term) else canonical(a) for a in prop.args)
    sides = tuple(map(form, args))
    return head, frozenset(sides[:2]) if head in ("eq", "ne", "defined") else sides


def bare(prop: Prop) -> Prop:
    """The relation without what a page may say in words."""
    return Prop(prop.head, tuple(_bare(a) if isinstance(a, Term) else bare(a) for a in prop.args))


def _bare(node: Term) -> Term:
    match node:
        case Op(head="per_prompt", args=(_, body)):
            return _bare(body)
        case Op(head=head, args=(body, *_)) if head in WORDS:
            return _bare(body)
        case Op(head=head, args=args):
            return Op(head, tuple(_bare(a) for a in args))
        case Abbrev(sym=sym, body=body):
            return Abbrev(sym, _bare(body))
    return node


def opened(prop: Prop) -> Prop:
    """The relation with what its letters stand for."""
    return Prop(prop.head, tuple(opened_term(a) if isinstance(a, Term) else opened(a) for a in prop.args))


def with_value(prop: Prop, letter: Term, value: Term) -> Prop:
    """The relation with a value in the place of a letter."""

    def put(node: Term) -> Term:
        if node == letter:
            return value
        return Op(node.head, tuple(map(put, node.args))) if isinstance(node, Op) else node

    return Prop(prop.head, tuple(put(a) if isinstance(a, Term) else with_value(a, letter, value) for a in prop.args))


def letters_in(prop: Prop) -> Iterator[Term]:
    """The letters of a relation, and the members of its families."""
    kinds = Sym, Abbrev
    yield from (n for _, n in subterms(prop) if isinstance(n, kinds) or (isinstance(n, Op) and n.head == "at"))


def opened_term(node: Term) -> Term:
    match node:
        case Abbrev(body=body):
            return opened_term(body)
        case Op(head=head, args=args):
            return Op(head, tuple(map(opened_term, args)))
    return node


def defines(prop: Prop) -> bool:
    """Whether the relation says what a letter of the paper stands for, and the letter stands for that."""
    a, b = prop.args if prop.head == "eq" and len(prop.args) == 2 else (None, None)
    if not isinstance(b, Term) or not isinstance(a, Abbrev):
        return False
    return form(_bare(a.body)) == form(_bare(b)) or form(opened_term(a.body)) == form(opened_term(b))


def told_by_traits(prop: Prop) -> bool:
    """``d >= 1`` of a positive integer, ``sigma > 0`` of a positive number: the letter is declared so."""
    head, a, b = prop.head, prop.args[0], prop.args[-1]
    if isinstance(a, Op) and a.head == "^" and a.args[1] == term(2):
        a = a.args[0]
    if not isinstance(a, Sym) or not isinstance(b, Term):
        return False
    if head in ("psd", "posdef"):
        return a.has(head) or a.has("posdef")
    whole, zero = a.has("integer") and a.has("positive"), is_zero(b)
    if head == "ge":
        return (zero and (a.has("nonnegative") or a.has("positive"))) or (b == term(1) and whole)
    return zero and (a.has("positive") if head == "gt" else head == "ne" and (a.has("nonzero") or a.has("positive")))


def relations(tree: Prop) -> Iterable[Prop]:
    return conjuncts(tree) if tree.head == "and" else (tree,)
