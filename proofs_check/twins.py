"""Wrong twins: a witness that supports a statement must reject the statement with one thing changed.

A twin counts only when it is certified to be wrong, by an engine other than the witness itself: for an equation the
changed side differs from the printed side at an exact rational point; for any other proposition balls or another exact
engine refute the twin; where none does, the second evaluator (:mod:`proofs_check.recheck`) finds it false at an exact
point of its own.  Twins that are not certified (often because they say the same) are counted apart.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from functools import lru_cache
from itertools import islice
from typing import Any, Protocol, runtime_checkable

from .algebras.contexts import differs_at, speaks_of_contexts
from .algebras.entries import decide_equal
from .algebras.entries.possible import example
from .claims import Claim, Hypothesis, Part, Reading
from .model import Model, assumed_at_start, is_own, model_for
from .naming import in_engine_letters
from .recheck.points import fails_somewhere, is_among
from .statement.binders import names_of
from .statement.fold import Lacks
from .statement.mutate import Twin, select
from .statement.premises import implication
from .statement.props import Prop, inside, subprops, subterms, with_terms
from .statement.terms import Num, Sym, Term, at0, where
from .verdict import Scope, Verdict
from .witnesses import Context, Witness, resolving, witness
from .witnesses.conditions.met import are_never_met, are_seen_to_contradict
from .witnesses.in_letters import stated

MOST = {"fast": 3, "full": 4}
MOST_DRAWN = {"fast": 1, "full": 3}
"""Twins of a reading, by tier, and for witnesses that draw or follow fixed steps (these are also asked for the contrary
of each step), unless the claim's options say otherwise (where certifying them is slow)."""
FURTHER = 5
"""How many times as many are tried where none is certified to be wrong."""
MOST_LOOKED_AT, MOST_SEEN = 8, 2
"""Where no engine certifies one, so many are shown to the second evaluator at points of its own, until so many fail."""
CERTIFYING = ("balls", "entries", "words")
CERTIFYING_DIMS = (1, 2)
STATISTICAL = frozenset({"sampled", "trained", "gpu", "balls"})
"""Witnesses of limited power: what they miss is reported; for the others a missed twin is a defect."""
DRAWN = STATISTICAL - {"balls"}
"""Witnesses that are not asked again: what they do not refute they would support."""


@runtime_checkable
class Reasoning(Protocol):
    """A witness whose steps are fixed: whether it says no more than the steps allow is asked by changing these."""

    def would_show(self, claim: Claim, part: Part, reading: Reading, twin: Prop) -> bool: ...

    def lax_steps(self, claim: Claim, part: Part) -> tuple[str, ...]: ...


TRANSPARENT = frozenset({"and", "always", "almost_surely"})
"""Propositions under which a changed side of an equation makes the whole wrong."""
CONCLUSIVE = frozenset({"and", "for_all"})
"""Propositions that are false where one that stands in them is; in an implication this is so of the conclusion."""
EQUATIONS = frozenset({"eq", "limit"})
LIMITS = frozenset({"tends", "tends_jointly"})
"""Here another value is wrong; another body may tend to the same."""


def check_twins(examiner: Witness, claim: Claim, part: Part, reading: Reading, context: Context) -> dict[str, Any]:
    """Show ``examiner`` the certified twins of ``reading``.

    Returns counts ``made`` (certified twins), ``refuted``, ``undecided`` (the witness has no answer to the twin),
    ``uncertified``, and the list ``missed``: rule and place of each certified twin that the witness would support; for
    an exact witness that is a defect.  A definition's twins are for the definition witness alone.
    """
    claim, by = in_engine_letters(claim, resolving(context))
    part, reading = stated(by, part, reading)
    if any(isinstance(node, Sym) and node.has("measured") for _, node in subterms(reading.prop)):
        # No other engine knows a measured quantity: the witness reports by how much each comparison could change.
        return {"made": 0, "refuted": 0, "undecided": 0, "uncertified": 0, "missed": [], "defect": False}
    chosen: list[Twin] = []
    certified: list[Twin] = []
    usual = (MOST_DRAWN if examiner.name in DRAWN or isinstance(examiner, Reasoning) else MOST)[context.tier]
    chosen_by_claim = claim.options.get("twins", {}).get(context.tier)
    most = usual if chosen_by_claim is None else chosen_by_claim
    # A chain is shown few that are certified, but as many are tried as for others until one is.
    tried = MOST[context.tier] if chosen_by_claim is None and isinstance(examiner, Reasoning) else most
    for candidate in select(reading.prop, FURTHER * max(tried, 2)):
        if (_heads(reading.prop, candidate)[-1] == "defined") is not _defines(examiner):
            continue
        if certified and len(chosen) >= most:
            break
        chosen.append(candidate)
        if _is_wrong(claim, reading, candidate, examiner.name, context):
            certified.append(candidate)
    if not certified:
        seen = (c for c in chosen[:MOST_LOOKED_AT] if fails_somewhere(claim, c.prop))
        certified = list(islice(seen, min(most, MOST_SEEN)))
    left = [twin for twin in certified if not examiner.refutes(claim, part, reading, twin.prop, context)]
    accepted = [twin for twin in left if _accepts(examiner, claim, part, reading, twin, context)]
    lax = examiner.lax_steps(claim, part) if isinstance(examiner, Reasoning) else ()
    return {
        "made": len(certified),
        "refuted": len(certified) - len(left),
        "undecided": len(left) - len(accepted),
        "uncertified": len(chosen) - len(certified),
        "missed": [f"{twin.rule} at {'.'.join(map(str, twin.path))}" for twin in accepted]
        + [f"the contrary of step {step!r}" for step in lax],
        "defect": bool(accepted or lax) and examiner.name not in STATISTICAL,
    }


def _accepts(
    examiner: Witness, claim: Claim, part: Part, reading: Reading, twin: Twin, context: Context
) -> bool:
    """Whether ``examiner`` would support the wrong twin as it supports the statement."""
    if examiner.name in DRAWN:
        return True
    if isinstance(examiner, Reasoning) and examiner.would_show(claim, part, reading, twin.prop):
        return True
    wrong = Reading(reading.name, twin.prop)
    outcome = examiner.examine(claim, part, wrong, context)
    if outcome.verdict not in {Verdict.PROVED, Verdict.SUPPORTED, Verdict.DEFINED}:
        return False
    return _is_wrong_where(outcome.scope, claim, reading, twin, examiner.name, context)


def _is_wrong_where(
    scope: Scope, claim: Claim, reading: Reading, twin: Twin, examiner: str, context: Context
) -> bool:  # fmt: skip
    """Whether the twin fails where the witness supports it: something is known to meet the hypotheses; of sizes that
    it does not speak of nothing is asked."""
    given = tuple(h.prop for h in claim.given)
    if given and not speaks_of_contexts(reading.prop) and not _can_hold(given, model_for(claim)):
        return False
    if scope.whole or not scope.dims:
        return True
    *around, head = _heads(reading.prop, twin)
    old, new = _change(reading.prop, twin)
    equation = head in EQUATIONS and TRANSPARENT.issuperset(around)
    if equation and old is not None and new is not None and _differ(claim, old, new, scope.dims):
        return True
    alone, part = replace(context, dims=scope.dims), Part("", (Reading(reading.name, twin.prop),))
    for name in (name for name in CERTIFYING if name != examiner):
        found = witness(name).examine(claim, part, part.readings[0], alone)
        if found.verdict is Verdict.REFUTED and found.point is not None and is_among(found.point.sizes, scope.sizes):
            return True
    return fails_somewhere(claim, twin.prop, scope.sizes)


def _defines(examiner: Witness) -> bool:
    return examiner.name == "definition"


def _is_wrong(claim: Claim, reading: Reading, twin: Twin, examiner: str, context: Context) -> bool:
    """Whether an engine other than ``examiner`` certifies that ``twin`` is false."""
    *around, head = _heads(reading.prop, twin)
    old, new = _change(reading.prop, twin)
    if twin.rule == "same sides" and (TRANSPARENT | {"exists"}).issuperset(around):
        return True  # nothing differs from itself
    premises = _premises_above(reading.prop, twin)
    if premises:
        assuming = replace(claim, given=(*claim.given, *(Hypothesis("the premise", p) for p in premises)))
        contrary = twin.rule == "same sides" or (twin.rule == "reversed" and head in {"lt", "gt"})
        changed = head in EQUATIONS and old is not None and new is not None and _differ(assuming, old, new)
        if (contrary or changed) and _can_hold(tuple(h.prop for h in assuming.given), model_for(claim)):
            return True  # where the premise holds, this contradicts the statement
        if changed and not are_never_met(premises):
            return True
    if head == "defined":
        return old is not None and new is not None and _differ(claim, old, new)
    valued = head in LIMITS and twin.path[len(around)] == 1
    if (head in EQUATIONS or valued) and TRANSPARENT.issuperset(around) and old is not None and new is not None:
        if "always" in around and is_own(claim):
            old, new = at0(old), at0(new)
        elif "always" in around:
            block = model_for(claim).block
            old, new = where(old, *block), where(new, *block)
        if _differ(claim, old, new) or not assumed_at_start(claim):
            return _differ(claim, old, new)
    # Of attention entries are the quickest, of prompts balls.
    order = sorted(CERTIFYING, key="entries".__ne__) if speaks_of_contexts(reading.prop) else CERTIFYING
    others = [name for name in order if name != examiner]
    start = at_start(twin.prop)
    at_time_0 = () if start == twin.prop else (replace(twin, prop=start),)
    return any(_refuted_by(name, claim, reading, t, context) for t in (*at_time_0, twin) for name in others)


def _premises_above(prop: Prop, twin: Twin) -> tuple[Prop, ...]:
    """What is assumed where the change is made, where it is made in a conclusion; else nothing."""
    found: list[Prop] = []
    node = prop
    for step in twin.path:
        child = node.args[step]
        if not isinstance(child, Prop):
            break
        parts = implication(node)
        if parts and step == 1:
            found.append(parts[0])
        elif node.head not in CONCLUSIVE:
            return ()
        node = child
    return tuple(found)


@lru_cache(maxsize=64)
def _can_hold(given: tuple[Prop, ...], model: Model) -> bool:
    """Whether an exact point meets all of ``given``: the same for all twins below one premise, whoever is asked."""
    with suppress(Lacks, ZeroDivisionError):
        return example(given, {}, model) is not None
    return False


def at_start(prop: Prop) -> Prop:
    """What holds always holds at time 0; so a statement is wrong when this one is."""
    if prop.head == "always":
        (body,) = inside(prop)
        return prop if any(names_of(sub) for _, sub in subprops(body)) else with_terms(body, at0)
    if prop.head == "and":
        return Prop("and", tuple(at_start(p) if isinstance(p, Prop) else p for p in prop.args))
    return prop


@lru_cache(maxsize=512)
def _refuted_by(name: str, claim: Claim, reading: Reading, twin: Twin, context: Context) -> bool:
    return _certifies(name, claim, reading, twin, replace(context, dims=CERTIFYING_DIMS))


def _certifies(name: str, claim: Claim, reading: Reading, twin: Twin, context: Context) -> bool:
    """Whether a witness finds the twin false.  Normal forms that differ are not enough: where little is known of what
    they are made of, words finds equal sides different."""
    part = Part("", (reading,))
    if name != "words":
        return witness(name).refutes(claim, part, reading, twin.prop, context)
    outcome = witness(name).examine(claim, part, Reading(reading.name, twin.prop), context)
    return outcome.verdict is Verdict.REFUTED or outcome.against


def _heads(prop: Prop, twin: Twin) -> list[str]:
    """The heads of the propositions from the whole down to the one that changed."""
    heads = [prop.head]
    node = prop
    for step in twin.path:
        child = node.args[step]
        if not isinstance(child, Prop):
            break
        heads.append(child.head)
        node = child
    return heads


def _change(prop: Prop, twin: Twin) -> tuple[Term | None, Term | None]:
    """The argument of the innermost proposition that changed, before and after."""
    before: Prop = prop
    after: Prop = twin.prop
    for step in twin.path:
        old, new = before.args[step], after.args[step]
        if isinstance(old, Term) and isinstance(new, Term):
            return old, new
        assert isinstance(old, Prop)
        assert isinstance(new, Prop)
        before, after = old, new
    return None, None


@lru_cache(maxsize=512)
def _differ(claim: Claim, old: Term, new: Term, dims: tuple[int, ...] = CERTIFYING_DIMS) -> bool:
    """Whether an exact point shows that two terms differ; of two different numbers every point does."""
    numbers = isinstance(old, Num) and isinstance(new, Num) and old.value != new.value
    if (numbers or new == old + 1) and not are_seen_to_contradict(tuple(h.prop for h in claim.given)):
        return True
    given = tuple(hypothesis.prop for hypothesis in claim.given)
    if speaks_of_contexts(old, new):
        return differs_at(old, new, given, dims) is not None
    for d in dims:
        try:
            decision = decide_equal(old, new, d, given=given, model=model_for(claim))
        except Lacks:
            continue
        if decision.counterexample is not None:
            return True
    return False
