"""The words engine: what a claim's terms are in normal form, for every size, and what hypotheses say of them."""

from __future__ import annotations

import math
from dataclasses import replace
from functools import cached_property, lru_cache
from typing import cast

from symbolic.errors import InputError
from symbolic.minima import is_positive
from symbolic.semidefinite_minima import solutions
from symbolic.words import Matrix, Scalar, Value, name_of, substitute, trace
from symbolic.words.joint import in_images
from symbolic.words.letters import Dim
from symbolic.words.structure import Name, depends_on

from ...algebras.words import WordsAlgebra, comparing, growth, optima, random_covariance
from ...algebras.words.by_entries import is_lifted
from ...algebras.words.induction import holds_by_induction
from ...algebras.words.laws import moments_of, of_plain_terms
from ...algebras.words.randomness import LENGTHS
from ...algebras.words.shapes import difference, mapped, refuse_hidden
from ...claims import Claim, Hypothesis
from ...model import assumed_at_start, is_own, model_for
from ...proof.logic import is_closed, lines
from ...proof.positivity import SignAlgebra
from ...statement.fold import Lacks
from ...statement.props import Prop, nodes_in, terms_in
from ...statement.ranges import over_a_space
from ...statement.terms import Num, Op, Sym, Term, symbols, walk, where
from ..deciding.engine import Engine, Finding
from ..entries.witness import counterexample
from . import hypotheses


class WordsEngine(Engine):
    """Equality of normal forms; equations between scalars among the claim's hypotheses are used for rewriting."""

    name = "words"

    def __init__(self, claim: Claim) -> None:
        self.claim = claim
        self.given = tuple(hypothesis.prop for hypothesis in claim.given)
        self.model, self.at_start = model_for(claim), assumed_at_start(claim)
        self.algebra = WordsAlgebra(
            initial=dict(self.model.initial), relations=relations(claim),
            loss=self.model.derived_loss or self.model.loss, parameters=self.model.parameters,
            samples=length_of_members(claim), moments=moments_of([h.prop for h in claim.given], of_plain_terms()),
            definite=_definite(claim), least_sizes=_least_sizes(claim),
        )
        self.read = self.algebra.read
        self.inductions: set[str] = set()
        """The layers over which inductions have been made."""
        self.borrows = False
        """Whether what was decided rests on a point that the entrywise engine found."""

    def equal(self, lhs: Term, rhs: Term) -> bool:
        """By normal forms; where a recursion over layers occurs, by induction over a layer."""
        if self.algebra.equal(self.read(lhs), self.read(rhs)):
            return True
        layer = holds_by_induction(self.algebra, lhs, rhs)
        if layer is not None:
            self.inductions.add(layer.name)
        return layer is not None

    def shown_equal(self, lhs: Term, rhs: Term) -> bool:
        """Whether the two are seen to be equal; not where words has no meaning for them."""
        try:
            return self.equal(lhs, rhs)
        except Lacks:
            return False

    def differ(self, lhs: Term, rhs: Term) -> bool:
        """Normal forms that differ propose; an exact point, found by the entrywise engine, disposes."""
        self.borrows = True
        return not self.equal(lhs, rhs) and counterexample(self.claim, lhs, rhs) is not None

    def tends(self, body: Term, value: Term, variables: list[Sym]) -> bool:
        lengths = tuple(n.name for n in variables)
        if any(n.has("layer") for n in variables):
            raise Lacks("words lacks limits in the number of layers")
        return growth.tends(self.read(body), self.read(value), lengths, self.algebra.moments)

    def of_order(self, f: Term, g: Term, variables: list[Sym]) -> bool:
        return growth.of_order(self.read(f), self.read(g), tuple(n.name for n in variables))

    def implied(self, hypothesis: Prop, conclusion: Prop) -> Finding | None:
        return hypotheses.implied(hypothesis, conclusion, self)

    def under(self, hypothesis: Prop) -> WordsEngine | None:
        if not hypotheses.is_open(hypothesis):
            return None
        more = Hypothesis("the hypothesis of the statement", hypothesis)
        return engine_for(replace(self.claim, given=(*self.claim.given, more)))

    def sign(self, value: Term) -> int:
        """By the normal form; for models that are not derived also by the structure of the term, and from every
        fixed vector as the origin of a moving one: whatever its value is, it is that vector plus a difference."""
        seen = comparing.sign_of(self.read(value), self.algebra)
        if seen or not is_own(self.claim):
            return seen
        seen = int(self.signs.sign(value))
        if seen:
            return seen
        vectors = sorted((s for s in symbols(value) if s.shape[1] == 1 != s.shape[0]), key=lambda s: s.name)
        moving = [s for s in vectors if s.has("parameter")]
        origins = [s for s in vectors if not s.traits & {"parameter", "random"}]
        shifted = (where(value, (a, a + b)) for a in moving for b in origins if a.shape == b.shape)
        return max((comparing.sign_of(self.read(x), self.algebra) for x in shifted), default=0)

    def definite(self, value: Term) -> int:
        """2 for a matrix that is certainly positive definite, 1 for a positive semi-definite one, else 0."""
        return int(self.signs.definite(value)) if is_own(self.claim) else 0

    @cached_property
    def signs(self) -> SignAlgebra:
        """What the structure of terms and the hypotheses say of signs."""
        return SignAlgebra([line.prop for prop in self.given for line in lines(prop)], self.shown_equal)

    def never_zero(self, value: Term) -> bool:
        return is_never_zero(self.read(value))

    def almost_surely_equal(self, lhs: Term, rhs: Term) -> bool:
        """Whether the two are seen to be equal where Gaussian vectors lie in the images of their covariances."""
        sides = [self.read(side) for side in (lhs, rhs)]
        if any(map(is_lifted, sides)):
            return False
        return self.algebra.equal(*(mapped(side, in_images) for side in sides))

    def almost_surely_at_minimisers(self, f: Term, variables: list[Sym], lhs: Term, rhs: Term) -> bool:
        over_a_space(variables, self.name)
        value, *parameters = (self.read(node) for node in (f, *variables))
        try:
            there = _minimisers(value, parameters)
        except InputError as error:
            raise Lacks(f"words lacks these minimisers: {error}") from error
        sides = (mapped(self.read(side), lambda x: in_images(substitute(x, there))) for side in (lhs, rhs))
        return self.algebra.equal(*sides)

    def equal_at_minimisers(self, f: Term, variables: list[Sym], lhs: Term, rhs: Term) -> bool:
        """All minimisers (U, u) of a completed square have u U = K; so put U = K/u into both sides."""
        over_a_space(variables, self.name)
        value, *parameters = (self.read(node) for node in (f, *variables))
        if is_lifted(value):
            both = self.read(lhs), self.read(rhs)
            return random_covariance.equal_at_minimisers(self.algebra, value, parameters, *both)
        for node in (f, lhs, rhs):
            refuse_hidden(self.read(node), [name_of(cast(Matrix, p)) for p in parameters], "minimisers")
        try:
            there = _minimisers(value, parameters)
        except InputError as error:
            raise Lacks(f"words lacks these minimisers: {error}") from error
        sides = [self.read(side) for side in (lhs, rhs)]
        if not all(isinstance(side, (Matrix, Scalar)) for side in sides):
            raise Lacks("words compares scalars and matrices at minimisers")
        return self.algebra.equal(*(substitute(cast(Matrix, side), there) for side in sides))


    def least_where(self, f: Term, equations: list[Prop], variables: list[Sym]) -> bool:
        """Whether f is at its minimum at all solutions of the equations, each linear in one variable."""
        value, *parameters = (self.read(node) for node in (f, *variables))
        least = self.read(Op("minimum", (f, *variables)))
        there: dict[Name, Value] = {}
        try:
            for equation in equations:
                gap = difference(*(self.read(cast(Term, side)) for side in equation.args))
                moved = [p for p in parameters if isinstance(gap, Matrix) and depends_on(gap, name_of(p))]
                if len(moved) != 1 or name_of(moved[0]) in there:
                    raise Lacks("words solves equations between matrices, each for a variable of its own")
                there[name_of(moved[0])] = solutions(cast(Matrix, gap), moved[0])
        except InputError as error:
            raise Lacks(f"words lacks these solutions: {error}") from error
        return self.algebra.equal(substitute(cast(Matrix, value), there), least)


def _minimisers(value: object, parameters: list[object]) -> dict[Name, Value]:
    match parameters:
        case [Matrix() as U] if isinstance(value, Scalar):
            return optima.minimisers_of(value, None, U)
        case [Matrix(cols=1) as v, Matrix() as U] | [Matrix() as U, Matrix(cols=1) as v] if isinstance(value, Scalar):
            return optima.minimisers_of(value, v, U)
        case [Matrix() as U, Scalar() as u] if isinstance(value, Scalar):
            square = optima.square_of_product(value, U, u)
            if not is_never_zero(trace(square.K)):
                raise Lacks("words does not see that K is not 0, so that u may vanish at a minimiser")
            return {name_of(U): square.K * u**-1}
    raise Lacks("words finds minimisers of functions of one matrix, of a vector and a matrix, or of the product of a "
                "matrix and a scalar")


def is_never_zero(value: object) -> bool:
    """Whether a value of words is a number of one sign for every d, N and positive definite Lam."""
    return isinstance(value, Scalar) and (is_positive(value) or is_positive(-value))


def length_of_members(claim: Claim) -> Dim:
    """The length of the prompt to which x_1, x_2 belong: that over which sums run, else the training length."""
    found = {t.removeprefix("range:") for part in claim.parts for reading in part.readings
             for node in nodes_in(reading.prop) if isinstance(node, Sym) for t in node.traits if node.has("index")}
    others = found & set(LENGTHS) - {"N"}
    return others.pop() if len(others) == 1 and "N" not in found else "N"


def relations(claim: Claim) -> list[tuple[Term, Term]]:
    """Hypotheses 'scalar = constant', such as the normalisation of Theta."""
    found = []
    for hypothesis in claim.given:
        for link in lines(hypothesis.prop):
            prop = link.prop
            if not link.along and prop.head == "eq" and isinstance(prop.args[0], Op) and prop.args[0].head == "norm_F":
                lhs, rhs = terms_in(prop)
                if is_closed(lhs) and not any(s.has("random") for s in symbols(lhs)) and not symbols(rhs) and not any(
                    isinstance(node, Op) and node.head == "at0" for _, node in walk(lhs)
                ):
                    found.append((lhs, rhs))
    return found


def _definite(claim: Claim) -> frozenset[str]:
    """The positive semi-definite symbols that the hypotheses say to be positive definite."""
    links = [line.prop for hypothesis in claim.given for line in lines(hypothesis.prop) if not line.along]
    symbols_ = [link.args[0] for link in links if link.head == "posdef"]
    return frozenset(s.name for s in symbols_ if isinstance(s, Sym) and s.has("psd"))


def _least_sizes(claim: Claim) -> dict[str, int]:
    """The numbers that hypotheses say a size to be at least."""
    found: dict[str, int] = {}
    for line in (line for hypothesis in claim.given for line in lines(hypothesis.prop) if not line.along):
        match line.prop:
            case Prop(head="le" | "lt" as head, args=(Num(value=low), Sym() as n)) if n.has("integer"):
                found[n.name] = max(found.get(n.name, 1), math.floor(low) + 1 if head == "lt" else math.ceil(low))
    return found


@lru_cache(maxsize=8)
def engine_for(claim: Claim) -> WordsEngine:
    """The engine of ``claim``; its folds are remembered while the claim is examined."""
    return WordsEngine(claim)
