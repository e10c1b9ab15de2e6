"""Rules that cite: an instance of a fact, an instance of another claim."""

from __future__ import annotations

from dataclasses import replace

from ...claims import Claim
from ...errors import UserError
from ...model import Model, is_own, model_for, model_of
from ...statement.binders import Over, heads
from ...statement.props import Prop, nodes_in, subprops, substitute_in, symbols_in
from ...statement.shape import shape_of
from ...statement.sizes import check_sizes
from ...statement.terms import Dim, MadeSym, Op, Sym, Term, substitute, symbols, where
from ..binding import unfit
from ..chain import FromClaim, FromFact, Step
from ..desk import Desk, Gap, Given, Ledger, signs_of
from ..facts import FACTS, Fact
from ..letters import letters_bound
from ..logic import ABOUT_THE_FLOW, GROWING, Line, instantiate, is_closed, lines, sides
from ..matching import shown_in
from ..positivity import Sign, is_scalar
from ..smooth import rough_part
from ..traits import OF_THE_MODEL, counts, is_polynomial, is_random, of_the_model, symbols_started
from ..values.conditions import Condition
from ..values.gaussian import has_density, is_gaussian_in
from ..values.meaning import is_constant
from ..values.parts import stated
from .recursions import is_size

_ELSEWHERE = heads(Over.OUTCOMES, Over.MOMENTS, Over.FLOWS, Over.INDICES)
"""Heads below which what moves or is drawn has other values; symbols that others bind may not be put in at all."""


def from_fact(step: Step, shown: tuple[Line, ...], given: list[Given], desk: Desk, ledger: Ledger) -> None:
    rule = step.by
    assert isinstance(rule, FromFact)
    fact = FACTS[rule.name]
    schemes = (*fact.hypotheses, *fact.conclusions)
    metas = {s for p in schemes for s in symbols_in(p) if s.has("meta")}
    bound = dict(rule.bind)
    bindings: dict[Sym, Term] = {}
    for meta in sorted(metas, key=lambda s: s.name):
        if meta.name not in bound:
            raise Gap(f"the fact {fact.name!r} needs a binding for {meta.name}")
        bindings[meta] = bound[meta.name]
        _suits(fact, meta, bound[meta.name], desk)
    _fits(fact, tuple(instantiate(p, bindings) for p in schemes))
    sizes = [shape[1 - k] if (shape := shape_of(bound[meta.name])) else k for k, meta in enumerate(fact.product)]
    if len(set(sizes)) > 1:
        raise Gap(f"the fact {fact.name!r} needs a product of matrices, in which no number scales the other")
    _suits_family(fact, bound, model_of(desk.claim.paper, desk.claim.model))
    _suits_flow(fact, desk)
    for meta, place in zip(fact.drawn, fact.place, strict=True):
        _suits_place(fact, bound[meta.name], bound[place.name], given, desk)
    if fact.name == "strong law of large numbers":
        _suits_law(bound, desk)
    growing = {bound[s.name] for p in schemes for _, q in subprops(p) if q.head in GROWING for s in q.args[2:]
               if isinstance(s, Sym)}  # fmt: skip
    if desk.speaks_of(given, growing):
        raise Gap("the premises rest on an assumption about the integer that grows")
    held = [line for g in given for line in g.lines]
    for hypothesis in fact.hypotheses:
        for wanted in lines(instantiate(hypothesis, bindings)):
            held_here = shown_in(wanted, held, desk.algebra, exact_mode=fact.trajectory)
            if not held_here and not _evident(wanted, fact.trajectory, given, desk, ledger):
                raise Gap(f"{wanted.stated!r}, which the fact {fact.name!r} asks for, is not among the premises")
    conclusions = [line for p in fact.conclusions for line in lines(instantiate(p, bindings))]
    for line in shown:
        if not shown_in(line, conclusions, desk.algebra, exact_mode=fact.trajectory):
            says = ", ".join(repr(one.stated) for one in conclusions)
            raise Gap(f"what is shown is not this instance of the fact {fact.name!r}, which says {says}")
    ledger.facts.add(fact.name)


def _fits(fact: Fact, instance: tuple[Prop, ...]) -> None:
    """An instance of which the shapes do not fit says nothing, and may well not be true."""
    try:
        for prop in instance:
            check_sizes(prop, repr)
    except UserError as error:
        raise Gap(f"this instance of the fact {fact.name!r} means nothing: {error}") from error


def _suits(fact: Fact, meta: Sym, value: Term, desk: Desk) -> None:
    """What is put in for a metavariable is of the kind that the fact speaks of."""
    model = model_of(desk.claim.paper, desk.claim.model)
    kinds = (
        (meta.has("constant"), is_closed(value), "a constant"),
        (meta in fact.polynomial, is_polynomial(value, is_random), "a polynomial in the random symbols"),
        (meta in fact.polynomial, all(has_density(s, model) for s in symbols(value)),
         "random symbols with a known density"),
        (meta in fact.smooth, is_polynomial(value, lambda node: not is_closed(node)), "a polynomial in the parameters"),
        (meta in fact.family, isinstance(value, Sym) and value.has("iid"), "a family of independent vectors"),
        (meta in fact.moved, isinstance(value, Sym) and value.has("parameter"), "a parameter"),
        (meta in fact.drawn, isinstance(value, Sym) and value.has("random"), "a random symbol"),
        (meta in fact.identity, isinstance(value, Sym) and value.has("identity"), "the identity"),
        (meta in fact.fixed, not is_random(value), "what is not random"),
        (meta in fact.number, is_scalar(value), "a number"),
        (meta in fact.column, (shape_of(value) or (0, 0))[1] == 1, "a matrix with one column"),
        (meta in fact.loss, value == model.loss, "the loss that trains"),
    )
    for asked, given, kind in kinds:
        if asked and not given:
            raise Gap(f"the fact {fact.name!r} needs {kind} for {meta.name}")


def _suits_flow(fact: Fact, desk: Desk) -> None:
    """Whether the flow that a fact follows is one: the gradient of the loss is continuously differentiable."""
    model = model_of(desk.claim.paper, desk.claim.model)
    rough = rough_part(model.loss_in_full, model.parameters) if fact.trajectory else None
    if rough is not None:
        part = f"'{rough.head}'" if isinstance(rough, Op) else "a part of it"
        raise Gap(f"the fact {fact.name!r} needs a loss with two continuous derivatives, which {part} may lack")


def _suits_place(fact: Fact, X: Term, place: Term, given: list[Given], desk: Desk) -> None:
    """The place is among the values of X: a polynomial that is 0 at all of these may well not be 0 elsewhere."""
    assert isinstance(X, Sym)
    kept = frozenset(trait for trait in X.traits - _OF_A_LAW if not trait.startswith("cov:"))
    any_value = MadeSym(f"any {X.name}", X.shape, kept)
    lacking = unfit(any_value, place, signs_of(given, desk), desk.algebra, {})
    if not kept <= _OPEN or lacking:
        raise Gap(f"the fact {fact.name!r} needs a value of {X.name} where it is looked at")


_OF_A_LAW = frozenset({"random", "iid", "continuous_entries"})
_OPEN = frozenset({"symmetric", "psd", "posdef", "nonnegative", "positive"})
"""Of a space these leave a set with inner points, or a smaller space: a polynomial that is not 0 on it is almost
nowhere 0."""


def _suits_family(fact: Fact, bound: dict[str, Term], model: Model) -> None:
    """The members X_i, i = 1, ..., n, are k-vectors."""
    if not fact.family:
        return
    X, i, n, k = (bound[name] for name in ("X", "i", "n", "k"))
    integers = all(isinstance(sym, Sym) and sym.has("integer") for sym in (n, k))
    assert isinstance(X, Sym)
    if not (integers and isinstance(i, Sym) and i.has(f"range:{_name(n)}") and X.shape == (_name(k), 1)):
        raise Gap(f"the fact {fact.name!r} needs the index of the family, its length and the dimension of its members")
    if not is_gaussian_in(X, model):
        raise Gap(f"the fact {fact.name!r} needs Gaussian members")
    if fact.definite and X.has("degenerate"):
        raise Gap(f"the fact {fact.name!r} needs members with a density: the covariance of {X.name} may be singular")
    named = [t.removeprefix("cov:") for t in X.traits if t.startswith("cov:")]
    if fact.law and _name(bound["V"]) not in (named or [s.name for s in model.roles.covariance]):
        raise Gap(f"the fact {fact.name!r} needs the covariance of the family")


def _suits_law(bound: dict[str, Term], desk: Desk) -> None:
    """What is averaged over i = 1, ..., n is the same function of each prompt, whatever n is."""
    f, k, i, n = (bound[name] for name in ("f", "k", "i", "n"))
    if not (isinstance(i, Sym) and isinstance(n, Sym) and n.has("integer") and i.has(f"range:{n.name}")):
        raise Gap("an average runs over an index up to an integer")
    for node in (f, k):
        other = where(node, (n, MadeSym(f"another {n.name}")))
        if counts(node, n) or (of_the_model(node) and not desk.algebra.same(other, node)):
            raise Gap("what is averaged, or the factor in front, depends on the number of prompts")


def _name(node: Term) -> str:
    return node.name if isinstance(node, Sym) else ""


def _evident(line: Line, whole_flow: bool, given: list[Given], desk: Desk, ledger: Ledger) -> bool:
    """An equation of normal forms or a manifest sign needs no step of its own; values at time 0 are hypotheses."""
    if symbols_started(line.prop):
        return False
    if line.prop.head == "eq":
        lhs, rhs = sides(line.prop)
        return desk.algebra.same(lhs, rhs)
    if line.prop.head in {"le", "lt"}:
        low, high = sides(line.prop)
        signs = signs_of([g for g in given if not whole_flow or line.along or not any(x.along for x in g.lines)], desk)
        strict = line.prop.head == "lt"
        found = desk.algebra.is_zero(low) and signs.sign(high) >= (Sign.POSITIVE if strict else Sign.NONNEGATIVE)
        ledger.assumed |= signs.assumed
        return found
    return False


def from_claim(step: Step, shown: tuple[Line, ...], given: list[Given], desk: Desk, ledger: Ledger) -> None:
    rule = step.by
    assert isinstance(rule, FromClaim)
    cited = desk.resolve(rule.id)
    prop = _statement(cited, rule)
    theirs, ours = (model_of(c.paper, c.model) for c in (cited, desk.claim))
    special: dict[Sym, Term] = {}
    asks = any(_follows_the_flow(h.prop) for h in cited.given)
    differ = (theirs.loss, theirs.parameters) != (ours.loss, ours.parameters)
    if starts_elsewhere(cited, prop, desk.claim):
        raise Gap(f"{cited.id} speaks of a flow that starts elsewhere than that of this claim")
    if differ and (asks or _follows_the_flow(prop)):
        if cited.model and ours.special_case_of == cited.model and cited.paper == desk.claim.paper:
            special = _special_values(cited, prop, ours)
        elif asks:
            raise Gap(f"{cited.id} assumes something of the gradient flow on other data than those of this claim")
        else:
            prop = _along(theirs, prop, cited)
    bindings = dict(rule.bind) | special
    _may_bind(cited, prop, dict(rule.bind), given, desk, ledger)
    instance = lines(substitute_in(prop, bindings))
    desk.take_names([line.prop for line in instance])
    asked = [line for hypothesis in cited.given for line in lines(hypothesis.prop)]
    if any(line.along or line.prop.head == "limit" for line in (*instance, *asked)):
        for g in given:
            if not desk.rest_on_closed(g.assumptions):
                raise Gap("a claim about the whole flow is cited under an assumption about a single moment")
    ledger.through[rule.id, rule.part, rule.reading] = _hypotheses_met(cited, bindings, given, desk)
    along = any(line.along for line in shown)
    for condition in desk.conditions_of(cited, _statement(cited, rule)):
        _closed_here(condition, bindings, given, along, rule.id, desk, ledger)
    for line in shown:
        if not shown_in(line, instance, desk.algebra):
            if line.along and differ and not special:
                raise Gap(f"{cited.id} speaks of the gradient flow on other data than those of this claim")
            raise Gap(f"what is shown is not this instance of {rule.id}")
    changed = tuple(line for line in shown if line not in instance)
    desk.has_values(changed, frozenset().union(*(g.assumptions for g in given)), ledger)
    ledger.claims.add((rule.id, rule.part, rule.reading))


def starts_elsewhere(cited: Claim, stated: Prop, claim: Claim) -> bool:
    """Whether the cited statement depends on a start that is not the one here; papers state theirs as hypotheses."""
    props = (stated, *(h.prop for h in cited.given))
    started = any(_follows_the_flow(p) or symbols_started(p) for p in props)
    return started and is_own(cited) and not model_of(cited.paper, cited.model).starts_in(model_for(claim))


def _closed_here(
    found: Condition, bindings: dict[Sym, Term], given: list[Given], along: bool, id: str, desk: Desk, ledger: Ledger
) -> None:
    """The cited claim says something only where its terms have values: this must be known of the instance."""
    values = {s: v for s, v in bindings.items() if s not in found.bound}
    premises = tuple(substitute_in(p, bindings) for p in found.premises)
    instance = replace(found, node=substitute(found.node, values), premises=premises)
    if not desk.closes(instance, given, along, ledger):
        raise Gap(f"{id} holds where {stated(instance)}, which is not known here")


def _statement(cited: Claim, rule: FromClaim) -> Prop:
    for part in cited.parts:
        if part.name == rule.part:
            for reading in part.readings:
                if reading.name == rule.reading or (not rule.reading and reading is part.meant):
                    return reading.prop
    raise Gap(f"{rule.id} has no part {rule.part!r} with the reading {rule.reading!r}")


def _special_values(cited: Claim, prop: Prop, ours: Model) -> dict[Sym, Term]:
    """What stands here for the cited claim's training data, of which ours are a special case."""
    special = dict(ours.special_values)
    stated = (prop, *(h.prop for h in cited.given))
    drawn = {s for p in stated for s in symbols_in(p) if s.traits & {"random", "derived"}}
    if not drawn <= special.keys():
        raise Gap(f"{cited.id} speaks of what is drawn and has no name in the special case")
    return special


def _along(theirs: Model, prop: Prop, cited: Claim) -> Prop:
    """What holds along the flow on other data, said as such: ``always_along`` for ``always``."""
    if prop.head == "and":
        return Prop("and", tuple(_along(theirs, arg, cited) for arg in prop.args if isinstance(arg, Prop)))
    if prop.head == "always" and isinstance(prop.args[0], Prop) and not _follows_the_flow(prop.args[0]):
        return Prop("always_along", (theirs.loss, prop.args[0], *theirs.parameters))
    if _follows_the_flow(prop):
        raise Gap(f"{cited.id} speaks of the gradient flow on other data than those of this claim")
    return prop


def _follows_the_flow(prop: Prop) -> bool:
    """Whether the proposition depends on the loss that trains."""
    flows = any(p.head in ABOUT_THE_FLOW for _, p in subprops(prop))
    return flows or any(isinstance(t, Op) and t.head == "ddt" for t in nodes_in(prop))


def _may_bind(
    cited: Claim, prop: Prop, bindings: dict[Sym, Term], given: list[Given], desk: Desk, ledger: Ledger
) -> None:
    """Only symbols that the cited claim quantifies over; their traits must hold of what is put in."""
    binders = any(isinstance(t, Op) and t.head in _ELSEWHERE for t in nodes_in(prop)) or any(
        p.head in _ELSEWHERE - {"always", "limit", "almost_surely"} for _, p in subprops(prop)
    )
    along = any(p.head in {*ABOUT_THE_FLOW, "almost_surely"} for _, p in subprops(prop))
    stated = (prop, *(h.prop for h in cited.given))
    letters = frozenset[Sym]().union(*map(letters_bound, stated))
    # A statement about contexts outside means holds for every value of them.
    means = _speaks_of_laws(stated)
    drawn = along or any(
        (s.has("random") and (means or not s.has("context"))) or s.has("derived")
        for p in stated for s in symbols_in(p)
    ) or any(isinstance(node, Op) and node.head in OF_THE_MODEL for p in stated for node in nodes_in(p))
    _may_resize(cited, stated, bindings)
    signs = signs_of(given, desk)
    renamed: dict[Dim, Dim] = {s.name: v.name for s, v in bindings.items() if isinstance(v, Sym) and s.has("integer")}
    for sym, value in bindings.items():
        if not (sym in cited.forall or sym.has("parameter")) or (sym.has("parameter") and (binders or drawn)):
            raise Gap(f"{cited.id} does not quantify over {sym.name}")
        promise = unfit(sym, value, signs, desk.algebra, renamed)
        if promise:
            raise Gap(f"{sym.name} in {cited.id} {promise}, what is put in is not known to")
        if any(s.has("index") for s in symbols(value)):
            raise Gap("an index may not be put into a claim, where sums may bind it")
        if value != sym and (sym in letters or any(counts(value, letter) for letter in letters)):
            raise Gap(f"{cited.id} binds a symbol that is put in for {sym.name}, or {sym.name} itself")
        if (not is_closed(value) or is_random(value)) and binders:
            raise Gap(f"{cited.id} looks at other values of the symbols than those put in")
        if not sym.has("parameter") and value != sym and drawn:
            raise Gap(f"{cited.id} speaks of random or derived symbols, whose law {sym.name} may enter")
    ledger.assumed |= signs.assumed


def _may_resize(cited: Claim, stated: tuple[Prop, ...], bindings: dict[Sym, Term]) -> None:
    """A size is a name, which nothing is put in for: with it every matrix of that size must be another one."""
    all_symbols = {s for p in stated for s in symbols_in(p)}
    for n, value in bindings.items():
        if value == n or not n.has("integer"):
            continue
        # A matrix for which another is put in has its shape compared, in the new names.
        kept = (s for s in all_symbols if bindings.get(s, s) == s or n.name not in map(str, s.shape))
        if any(is_size(n, [s]) for s in kept) or (
            not isinstance(value, Sym) and any(is_size(n, [s]) for s in all_symbols)
        ):
            raise Gap(f"{n.name} is a size in {cited.id}, of which no other is put in alone")


def _speaks_of_laws(stated: tuple[Prop, ...]) -> bool:
    heads = {p.head for prop in stated for _, p in subprops(prop)}
    heads |= {node.head for prop in stated for node in nodes_in(prop) if isinstance(node, Op)}
    return bool(heads & {"same_law", "almost_surely", "expect", "expect_given"})


def _hypotheses_met(cited: Claim, bindings: dict[Sym, Term], given: list[Given], desk: Desk) -> dict[str, str]:
    """The cited claim's hypotheses must be premises or hypotheses here; the latter are returned by name."""
    ours = [(name, line) for name, held in desk.hypotheses.items() for line in held]
    held = [line for g in given for line in g.lines]
    met: dict[str, str] = {}
    for hypothesis in cited.given:
        for wanted in lines(substitute_in(hypothesis.prop, bindings)):
            if shown_in(wanted, held, desk.algebra):
                continue
            names = [name for name, line in ours if _stands(line) and shown_in(wanted, (line,), desk.algebra)]
            if not names:
                raise Gap(f"the hypothesis {hypothesis.name!r} of {cited.id} is not available here")
            met[hypothesis.name] = names[0]
    return met


def _stands(line: Line) -> bool:
    """Whether the hypothesis holds for all parameters and outcomes; one about single values must be a premise."""
    return line.along or is_constant(line.prop)
