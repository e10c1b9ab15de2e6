"""A refutation stands only where all hypotheses of the claim can hold.

Engines look at points that meet the hypotheses about the symbols that a statement speaks of.  Of the others, here, an
exact point is looked for: the values that meet them become part of the counterexample.  Where none is found the
statement is left open, for it is true if what it assumes is impossible.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from functools import lru_cache

from symbolic.errors import InputError

from ...algebras.contexts.speaks import speaks_of_contexts
from ...algebras.entries.laws import base_name, needed_for
from ...algebras.entries.points import points
from ...algebras.entries.possible import LAWS, example
from ...algebras.entries.space import Setting
from ...algebras.entries.truth import read_at, shown, truth
from ...claims import Claim
from ...model import Model, model_for
from ...proof.logic import lines, sides
from ...proof.positivity import Sign, SignAlgebra
from ...statement.fold import Lacks
from ...statement.joined import reached
from ...statement.props import Prop, asks_for_a_point, conjuncts, subterms
from ...statement.shape import shape
from ...statement.terms import Num, Op, Sym, Term, is_zero, symbols
from ...verdict import Outcome, Point, Scope, Verdict

_FOUND = frozenset({Verdict.PROVED, Verdict.SUPPORTED})
_STRUCTURAL = frozenset({"index", "identity", "zero"})


def confirmed(outcome: Outcome, claim: Claim, prop: Prop) -> Outcome:
    """The same refutation with values that meet the hypotheses it says nothing of; UNDECIDED where none are known.

    So it is with the point that shows a difference of two functions.
    """
    if not claim.given or speaks_of_contexts(prop):
        return outcome  # the places of attention statements meet all hypotheses
    if outcome.verdict in _FOUND and asks_for_a_point(prop):
        return _with_a_point(outcome, claim, prop)
    if outcome.verdict is not Verdict.REFUTED or outcome.counterexample is None:
        return outcome
    point = outcome.point or Point()
    model = model_for(claim)
    beside = _beside([h.prop for h in claim.given], prop, model)
    if not beside:
        return outcome
    found = None
    with suppress(Lacks, ZeroDivisionError):
        found = example(beside, dict(point.sizes), model)
    if found is None:
        sentence = f"fails at {outcome.counterexample}; {_why(beside, [h.prop for h in claim.given])}"
        return Outcome(Verdict.UNDECIDED, sentence, Scope(""), outcome.figures)
    spoken = {s.name for h in beside for _, t in subterms(h) for s in symbols(t) if not s.traits & _STRUCTURAL}
    new = {name: value for name, value in sorted(found.items()) if name in spoken or name.endswith("(0)")}
    new = {name: value for name, value in new.items() if name not in {*point.sizes, *point.values}}
    if not new:
        return outcome
    text = ", ".join(f"{name} = {_plain(value)}" for name, value in new.items())
    point = replace(point, values={**point.values, **new})
    counterexample = f"{outcome.counterexample}; the other hypotheses hold with {text}"
    return replace(outcome, counterexample=counterexample, point=point)


def _with_a_point(outcome: Outcome, claim: Claim, prop: Prop) -> Outcome:
    """A point that shows what is to be seen somewhere is one only if the other hypotheses can hold as well."""
    model = model_for(claim)
    beside = _beside([h.prop for h in claim.given], prop, model)
    with suppress(Lacks, ZeroDivisionError):
        if not beside or example(beside, {}, model) is not None:
            return outcome
    return Outcome(Verdict.UNDECIDED, f"{outcome.sentence}, {_why(beside, [h.prop for h in claim.given])}")


def _beside(given: Sequence[Prop], prop: Prop, model: Model) -> list[Prop]:
    """The hypotheses that restrict none of the symbols that reading the statement meets, at once or through others."""
    needed = needed_for([t for _, t in subterms(prop)], model)
    met = reached(given, {s.name for s in needed} | {base_name(s) for s in needed})
    return [link for link in conjuncts(*given) if link.head not in LAWS and not _restricted(link) & met]


def _restricted(link: Prop) -> set[str]:
    """The names of what the hypothesis restricts, sizes apart."""
    found = {s for _, t in subterms(link) for s in symbols(t)}
    return {s.name for s in found if not s.traits & _STRUCTURAL and not s.has("integer")}


def _plain(value: object) -> str:
    if isinstance(value, (list, tuple)):
        return "[" + ", ".join(map(_plain, value)) + "]"
    return str(value)


# Hypotheses that cannot be met ------------------------------------------------------------------------------

CONTRADICTION = "the hypotheses contradict each other, so that nothing meets them and the statement says nothing"


@lru_cache(maxsize=256)
def are_seen_to_contradict(given: tuple[Prop, ...]) -> bool:
    """Whether signs show that the hypotheses cannot all hold."""
    return any(_is_impossible(link, given) for link in conjuncts(*given))


def with_contradictions(outcome: Outcome, claim: Claim) -> Outcome:
    """The same outcome; where nothing meets the hypotheses its sentence says so, and nothing is refuted."""
    if CONTRADICTION in outcome.sentence or not are_seen_to_contradict(tuple(h.prop for h in claim.given)):
        return outcome
    if outcome.verdict is Verdict.REFUTED:
        return Outcome(Verdict.UNDECIDED, f"{outcome.sentence}; {CONTRADICTION}", Scope(""), outcome.figures)
    return replace(outcome, sentence=f"{outcome.sentence}; {CONTRADICTION}")


def _why(beside: Sequence[Prop], given: Sequence[Prop]) -> str:
    if any(_is_impossible(link, given) for link in beside):
        return f"but {CONTRADICTION}"
    return "but no values are known that meet its other hypotheses; if nothing does, the statement is true"


def _is_impossible(link: Prop, given: Sequence[Prop]) -> bool:
    """Whether the others, and the traits of the symbols, say the contrary; or it fails for a value that it is about."""
    others = [line.prop for prop in conjuncts(*given) if prop != link for line in lines(prop) if not line.along]
    signs = SignAlgebra(others, lambda a, b: a == b)
    (first, *_) = lines(link)
    stated = first.prop
    if first.along:
        return False
    if stated.head == "for_all" and isinstance(stated.args[0], Sym) and isinstance(stated.args[1], Prop):
        return _fails_somewhere(stated.args[0], stated.args[1])
    if stated.head in {"psd", "posdef"} and isinstance(stated.args[0], Op) and stated.args[0].head == "neg":
        return signs.definite(stated.args[0].args[0]) is Sign.POSITIVE
    if stated.head not in {"eq", "le", "lt"}:
        return False
    low, high = sides(stated)
    above = _sign_of_gap(low, high, signs)
    if stated.head == "eq":
        return Sign.POSITIVE in (above, _sign_of_gap(high, low, signs))
    return above is Sign.POSITIVE or (stated.head == "lt" and above is Sign.NONNEGATIVE)


def _sign_of_gap(a: Term, b: Term, signs: SignAlgebra) -> Sign:
    """The sign of a - b."""
    if is_zero(b):
        return signs.sign(a)
    if isinstance(b, Num) and b.value < 0:
        return signs.sign(a + (-b.value))
    if isinstance(b, Op) and b.head == "neg":
        return signs.sign(a + b.args[0])
    return signs.sign(a - b)


def are_never_met(given: Sequence[Prop]) -> bool:
    """Whether one of them fails by the same difference at every point that is looked at, which proves nothing."""
    return any(_fails_by_a_constant(link) for link in conjuncts(*given) if link.head in {"eq", "le", "lt"})


def _fails_by_a_constant(link: Prop) -> bool:
    low, high = sides(link)
    if shape(low) != (1, 1):
        return False
    with suppress(Lacks, ZeroDivisionError, InputError):
        looked_at = list(points([low, high], Setting(1), (), 0, 5))
        if any(truth(link, point) is not False for point in looked_at):
            return False
        gaps = {shown(algebra, gap) for algebra, (gap,) in (read_at([low - high], point) for point in looked_at)}
        return len(gaps) == 1
    return False


def _fails_somewhere(variable: Sym, body: Prop) -> bool:
    terms = [t for _, t in subterms(body)]
    if variable.traits & {"index", "layer", "random"} or frozenset().union(*map(symbols, terms)) != {variable}:
        return False
    return any(truth(body, point) is False for point in points(terms, Setting(1), (), 0, 40))
