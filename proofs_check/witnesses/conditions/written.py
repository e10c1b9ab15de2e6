"""The conditions of a claim as written, closed where traits, hypotheses and premises give them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache

from symbolic.errors import InputError
from symbolic.words import Letter
from symbolic.words.letters import Word
from symbolic.words.scalars import ATOMS, Mono
from symbolic.words.structure import names_in
from symbolic.words.terms_of import term_list

from ...algebras.words import comparing
from ...algebras.words.randomness import OF_THE_PROMPT
from ...algebras.words.shapes import parts_of
from ...claims import Claim
from ...model import model_for
from ...proof.positivity import is_scalar
from ...proof.values.closing import Closing, by_structure, given_by_traits
from ...proof.values.conditions import Condition, conditions
from ...proof.values.gaussian import drawn_in
from ...proof.values.integrability import covariate_of, implied, is_label, pair_of
from ...proof.values.meaning import is_about_outcomes
from ...proof.values.parts import stated
from ...statement.domains import Kind
from ...statement.fold import Lacks
from ...statement.premises import implication
from ...statement.props import Prop, conjuncts, subprops
from ...statement.spelling import spelled_as
from ...statement.terms import Sym, Term, symbols, term
from ...verdict import Outcome, Verdict


@dataclass(frozen=True)
class Left:
    """What is left open: ``said`` can be stated in the scope, ``lacking`` would have to be shown."""

    said: tuple[Condition, ...] = ()
    lacking: tuple[Condition, ...] = ()


def left_open(claim: Claim, prop: Prop) -> Left:
    """The conditions of ``prop``, a reading of the claim, that nothing closes, printed as it is."""
    left = _left_open(claim, prop)
    said, lacking = (tuple(printed_as(prop, c) for c in some) for some in (left.said, left.lacking))
    return Left(said, lacking)


def printed_as(prop: Prop, found: Condition) -> Condition:
    return replace(found, node=spelled_as(prop, found.node))


@lru_cache(maxsize=1 << 12)
def _left_open(claim: Claim, prop: Prop) -> Left:
    model = model_for(claim)
    found = conditions(prop, dict(model.initial), model.loss, drawn_in(model))
    hypotheses = [h.prop for h in claim.given]
    on_trees, by_words = Closing(hypotheses), ByWords(claim)
    # Trees tell nearly all, at once.
    open_ = [c for c in found if not given_by_traits(replace(c, premises=())) and on_trees.left([c])]
    rest = Closing(hypotheses, by_words.same, by_words.sign, by_words, by_words.finds).left(open_)
    strongest = tuple(_strongest(rest))
    lacking = {stated(c): c for c in (*strongest, *rest) if not c.is_statable or _is_never_met(c, by_words)}
    said = {stated(c): c for c in strongest if c.is_statable and stated(c) not in lacking}
    return Left(tuple(said.values()), tuple(lacking.values()))


def _is_never_met(found: Condition, by_words: ByWords) -> bool:
    """Whether nothing has the value that is asked for, as 0 != 0."""
    node = found.node
    if not is_scalar(node):
        return False
    negative, zero = by_words.sign(-node), by_words.same(node, term(0))
    match found.kind:
        case Kind.NONZERO | Kind.INVERTIBLE:
            return zero
        case Kind.POSITIVE:
            return zero or negative > 0
    return found.kind is Kind.NONNEGATIVE and negative > 1


def _strongest(found: tuple[Condition, ...]) -> Iterator[Condition]:
    """The conditions that do not follow from others of them."""
    kinds: dict[Term, set[Kind]] = {}
    for c in found:
        kinds.setdefault(c.node, set()).add(c.kind)
    moments = {m: None for c in found if (m := _moment(c)) is not None}
    for c in found:
        beside, moment = kinds[c.node], _moment(c)
        weak = {Kind.NONZERO, Kind.NONNEGATIVE, Kind.INVERTIBLE}
        if c.kind in weak and Kind.POSITIVE in beside:
            continue
        regular = Kind.NONZERO if is_scalar(c.node) else Kind.INVERTIBLE
        if c.kind is Kind.NONNEGATIVE and regular in beside:
            yield replace(c, kind=Kind.POSITIVE)
        elif c.kind is regular and Kind.NONNEGATIVE in beside:
            continue
        elif moment is None or not any(_gives(other, moment) for other in moments if other != moment):
            yield c


_Moment = tuple[str, tuple[int, int], str]


def _moment(found: Condition) -> _Moment | None:
    """The law, the degrees and the label of a joint moment."""
    label = next((s for s in symbols(found.node) if is_label(s)), None)
    pair = pair_of(found.node) if label is not None else None
    return None if label is None or pair is None else (covariate_of(label).removesuffix("_q"), pair, label.name)


def _gives(one: _Moment, other: _Moment) -> bool:
    """Whether one moment gives the other; of two that are equal, for members of one family, the last one is kept."""
    if one[0] != other[0] or not implied(other[1], [one[1]]):
        return False
    return one[1] != other[1] or one[2] > other[2]


def qualified(outcome: Outcome, claim: Claim, prop: Prop) -> Outcome:
    """What a witness says holds where every term has a value: a condition that nothing closes ends the scope.

    One that cannot be stated, as of what is bound or of a mean over a known law, is to be shown: draws and points show
    no moment and no absence of poles either.
    """
    if outcome.verdict not in (Verdict.PROVED, Verdict.SUPPORTED):
        return outcome
    if _knows_one_outcome(claim, prop):
        sentence = f"what is assumed of one outcome is not known of almost all; beside this, {outcome.sentence}"
        return Outcome(Verdict.UNDECIDED, sentence, figures=outcome.figures)
    left = left_open(claim, prop)
    if left.lacking:
        what = " and ".join(map(_lacks, left.lacking))
        sentence = f"not shown: {what}; beside this, {outcome.sentence}"
        return Outcome(Verdict.UNDECIDED, sentence, figures=outcome.figures)
    also = taken_beyond(outcome, claim, prop)
    if sum(map(len, also)) > LONGEST:
        also = (SUMMED_UP,)
    if outcome.verdict is Verdict.PROVED and (left.said or also):
        where = " and ".join([*map(stated, left.said), *also])
        scope = replace(outcome.scope, text=f"{outcome.scope.text} where {where}")
        return replace(outcome, scope=scope)
    return outcome


def _knows_one_outcome(claim: Claim, prop: Prop) -> bool:
    """Whether something is said almost surely where a hypothesis, or a premise, speaks of one outcome of what is drawn:
    no engine keeps these apart."""
    known = [h.prop for h in claim.given if _is_surely(prop)]
    known += [parts[0] for _, p in subprops(prop) if (parts := implication(p)) and _is_surely(p)]
    return any(is_about_outcomes(link) for p in known for link in conjuncts(p))


def _is_surely(prop: Prop) -> bool:
    return any(p.head == "almost_surely" for _, p in subprops(prop))


SUMMED_UP = "the means that its proof speaks of exist"
LONGEST = 80
"""So many characters of means are named beyond those that the statement speaks of."""


def taken_beyond(outcome: Outcome, claim: Claim, prop: Prop) -> tuple[str, ...]:
    """The means that a chain takes to exist and the statement does not speak of."""
    said = set(map(stated, left_open(claim, prop).said))
    return tuple(mean for mean in outcome.figures.get("means", ()) if mean not in said)


def _lacks(found: Condition) -> str:
    if found.kind is Kind.FINITE:
        return f"that the mean {stated(found).removesuffix(' < oo')} exists"
    return f"that {stated(found)}"


class ByWords:
    """Equality and signs by normal forms, where trees do not tell."""

    def __init__(self, claim: Claim) -> None:
        self.claim = claim

    def same(self, lhs: Term, rhs: Term) -> bool:
        from ..words.engine import engine_for

        if by_structure(lhs, rhs):
            return True
        engine = engine_for(self.claim)
        try:
            return engine.algebra.equal(engine.read(lhs), engine.read(rhs))
        except (Lacks, InputError):
            return False

    def sign(self, node: Term) -> int:
        from ..words.engine import engine_for

        engine = engine_for(self.claim)
        try:
            return comparing.sign_of(engine.read(node), engine.algebra)
        except (Lacks, InputError):
            return 0

    def finds(self, node: Term) -> bool:
        """Whether normal forms give a minimum, by a square that is completed, or its one point."""
        from ..words.engine import engine_for

        try:
            engine_for(self.claim).read(node)
        except (Lacks, InputError):
            return False
        return True

    def degrees(self, body: Term, sym: Sym) -> frozenset[tuple[int, int]] | None:
        """How often a label or noise, and the label's covariate, occur in each term of a polynomial."""
        from ..words.engine import engine_for

        covariate = covariate_of(sym) if is_label(sym) else ""
        names = {sym.name}, {covariate, OF_THE_PROMPT.get(covariate, covariate)}
        try:
            values = parts_of(engine_for(self.claim).read(body))
            return frozenset(_degrees(word, mono, *names) for v in values for _, word, mono in term_list(v))
        except (Lacks, InputError, _NoPolynomial):
            return None


    def is_polynomial(self, body: Term, drawn: frozenset[Sym]) -> bool:
        """Whether it is a polynomial in what is drawn, wherever it has a value: by an invariance, say."""
        from ..words.engine import engine_for

        # A rotation that is drawn has a letter of its own.
        names = {n for s in drawn for n in (s.name, f"{s.name} (random)", OF_THE_PROMPT.get(s.name, s.name))}
        try:
            for value in parts_of(engine_for(self.claim).read(body)):
                for _, word, mono in term_list(value):
                    _degrees(word, mono, names, set())
        except (Lacks, InputError, _NoPolynomial):
            return False
        return True


class _NoPolynomial(Exception):
    """A label under a root or a quotient."""


def _degrees(word: Word, mono: Mono, label: set[str], covariate: set[str]) -> tuple[int, int]:
    """The occurrences of the two in one term."""
    a = b = 0
    for letter in word:
        a, b = a + (letter.original.name in label), b + (letter.original.name in covariate)
    for key, e in mono:
        atom = ATOMS[key]
        inside = {x.name if isinstance(x, Letter) else str(x) for x in names_in(atom)}
        if not inside & (label | covariate):
            continue
        if not isinstance(e, int) or e < 0 or atom.kind not in {"symbol", "cycle"}:
            raise _NoPolynomial
        if atom.kind == "symbol":
            a += e
        else:
            a += e * sum(x.original.name in label for x in atom.args)
            b += e * sum(x.original.name in covariate for x in atom.args)
    return a, b
