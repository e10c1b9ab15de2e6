"""Facts as instances of schemes, claims as hypotheses that wait for their own theorems.  Not trusted.

A cited claim is a closed statement: for all values of what is put in, its conditions, then its hypotheses, imply it.
Its conditions are those that a verdict may state: where a number is not 0, where a mean is finite.  That least values
and derivatives exist, it shows itself.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from ...model import model_of
from ...proof.chain import FromClaim
from ...proof.deciding.citing import _follows_the_flow, _special_values, _statement, starts_elsewhere
from ...proof.logic import lines
from ...roles import LETTERS
from ...statement.props import Prop, for_all, implies, subprops, substitute_in
from ...statement.terms import Abbrev, Dim, Op, Sym, Term
from .. import kernel as K
from ..binding import Node, Refused, free, is_variable
from ..kernel import Theorem
from ..schemes import ALL
from ..values import domain, promised
from .desk import Desk, Held, split

if TYPE_CHECKING:
    from .replay import Replay


def fact(desk: Desk, name: str, bind: dict[str, Term], goals: list[Prop], held: Held) -> list[Theorem]:
    """An instance of the scheme that the fact has become; ``f`` of a fact about the flow is called ``g``."""
    scheme = ALL.get(name)
    if scheme is None:
        raise Refused("no scheme yet for the fact ", name)
    told: dict[str, Term | K.Lam] = {}
    for meta, other in zip(scheme.metas, _names(name, [m.name for m in scheme.metas]), strict=True):
        told[meta.name] = K.Lam((bind["n"],), bind[other]) if meta.has("function") else bind[other]  # type: ignore[arg-type]
    asked, _, _ = K.filled(scheme, {m: told[m.name] for m in scheme.metas})
    given = [desk.build(p, held) for p in asked]
    shown = [x for th in desk.use(name, told, given, held) for x in split(th)]
    return [desk.find(goal, shown) for goal in goals]


def _names(fact: str, metas: list[str]) -> list[str]:
    """How the metavariables of the fact of that name are called."""
    other = {"exponential law": {"a": "f", "b": "g"}, "squeeze": {"g": "f", "k": "g"}, "forced decay": {},
             "Gronwall's inequality for a root": {}, "exponential decay": {},
             "squeeze as an integer grows": {"h": "g", "N": "n"},
             "convergence in norm as an integer grows": {"f": "A", "N": "n"},
             "vanishing mean square": {"X": "f", "Y": "g"}}.get(fact, {"g": "f"})
    return [other.get(name, name) for name in metas]


def claim(replay: Replay, by: FromClaim, shows: Prop, goals: list[Prop], held: Held) -> list[Theorem]:
    """The instance of a cited claim, from the claim as a hypothesis."""
    desk, cited = replay.desk, replay.resolve(by.id)
    stated = _statement(cited, by)
    theirs, ours = (model_of(c.paper, c.model) for c in (cited, replay.claim))
    flows = any(_follows_the_flow(p) for p in (stated, *(h.prop for h in cited.given)))
    if starts_elsewhere(cited, stated, replay.claim):
        raise Refused(by.id, " speaks of the flow of another model")
    links = [*(h.prop for h in cited.given), stated]
    if flows and (theirs.loss, theirs.parameters) != (ours.loss, ours.parameters):
        if not cited.model or ours.special_case_of != cited.model or cited.paper != replay.claim.paper:
            raise Refused(by.id, " speaks of the flow of another model")
        special = _special_values(cited, stated, ours)  # the data here are a case of those there
        links = [substitute_in(p, special) for p in links]
    bind = dict(by.bind)
    if any(not (s in cited.forall or s.has("parameter")) for s in bind):
        raise Refused(by.id, " does not quantify over what is put in")
    sizes: dict[Dim, Dim] = {s.name: v.name for s, v in bind.items() if s.has("integer") and isinstance(v, Sym)}
    if sizes:
        links = [resized(p, sizes) for p in links]
        bind = {_resized(s, sizes): v for s, v in bind.items() if s.name not in sizes}
    whole = [x for p in links for x in (*_conditions(desk, p), p)]
    stated = whole[-1]
    for p in reversed(whole[:-1]):
        stated = implies(p, stated)
    bind |= {s: s for s in quantified(stated) if s not in bind}
    for s in reversed(list(bind)):
        stated = for_all(s, stated)
    replay.cited[stated] = by.id, by.part
    th = K.assume(stated)
    for value in bind.values():
        x = th.proposition.args[0]
        assert isinstance(x, Sym)
        th = K.specialise(th, value, desk.have(value, conditions=promised(x, value), premises=held))
    for _ in whole[1:]:
        asked = th.proposition.args[0]
        assert isinstance(asked, Prop)
        th = K.modus_ponens(th, desk.build(asked, [*held, *replay.hypotheses()]))
    if shows.head == "implies":
        return [desk.build(shows, [th])]
    shown = split(th)
    return [desk.find(goal, shown) for goal in goals]


_FIXED = frozenset({"integer", "random", "activation", "kernel", "function"})


def quantified(p: Prop) -> list[Sym]:
    """A claim holds at every layer and index, for all parameters, and for all values of what no law may name."""
    def is_bound(s: Sym) -> bool:
        moves = bool(s.traits & {"parameter", "layer", "index"})
        return is_variable(s) and (moves or not (s.name in LETTERS or s.traits & _FIXED))

    return sorted(filter(is_bound, free(p)), key=lambda s: s.name)


def _conditions(desk: Desk, p: Prop) -> list[Prop]:
    """What whoever cites it has to show: of each link by itself."""
    asked = [c for line in lines(p) for c in domain(line.prop)]
    return [c for c in asked if not _is_its_own(c) and not _is_manifest(desk, c)]


def _is_its_own(c: Prop) -> bool:
    """What whoever shows the claim has to show, and whoever cites it takes from it: that a minimum is attained, say."""
    return any(p.head in {"has_value", "attained", "smooth", "differentiable", "smooth_along"} for _, p in subprops(c))


def _is_manifest(desk: Desk, c: Prop) -> bool:
    try:
        return not desk.prove(c).hypotheses
    except Refused:
        return False


def resized(prop: Prop, sizes: dict[Dim, Dim]) -> Prop:
    """The statement at other sizes, by name."""
    return Prop(prop.head, tuple(_at_sizes(a, sizes) for a in prop.args))


def _at_sizes(node: Node, sizes: dict[Dim, Dim]) -> Node:
    if isinstance(node, Prop):
        return resized(node, sizes)
    if isinstance(node, Sym):
        return _resized(node, sizes)
    if isinstance(node, Abbrev):
        return _at_sizes(node.body, sizes)
    if isinstance(node, Op):
        return Op(node.head, tuple(a for x in node.args if isinstance(a := _at_sizes(x, sizes), Term)))
    return node


def _resized(s: Sym, sizes: dict[Dim, Dim]) -> Sym:
    name = sizes.get(s.name, s.name) if s.has("integer") else s.name
    shape = (sizes.get(s.shape[0], s.shape[0]), sizes.get(s.shape[1], s.shape[1]))
    if s.traits & {"identity", "zero"} and shape != s.shape:
        raise Refused("a constant of another size: ", s.name)
    return replace(s, name=str(name), shape=shape)
