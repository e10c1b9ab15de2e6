"""Implications that words decides: from products that vanish for every index, and from means that are finite."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, cast

from symbolic.errors import InputError
from symbolic.words import Matrix, Scalar, name_of, substitute
from symbolic.words.integrability import Degrees, follows, joint_degrees, unbounded_law
from symbolic.words.letters import Word, transposed
from symbolic.words.scalars import ATOMS
from symbolic.words.squares import is_positive_given
from symbolic.words.structure import Name, letters_in, names
from symbolic.words.terms_of import term_list

from ...algebras.words.randomness import LENGTHS, OF_THE_PROMPT, is_label, joint_law, random_symbols
from ...algebras.words.shapes import Any_, difference, parts_of
from ...proof.logic import lines, sides
from ...proof.positivity import SignAlgebra
from ...statement.fold import Lacks
from ...statement.premises import implication
from ...statement.props import Prop, conjuncts
from ...statement.terms import Abbrev, Op, Sym, Term, walk
from ..deciding.engine import Finding

if TYPE_CHECKING:
    from .engine import WordsEngine


def implied(hypothesis: Prop, conclusion: Prop, engine: WordsEngine) -> Finding | None:
    """Whether the conclusion follows; ``None`` where the hypothesis is of neither kind."""
    links = list(conjuncts(hypothesis))
    if conclusion.head == "finite" and all(link.head == "finite" for link in links):
        return _finite(links, conclusion, engine)
    if conclusion.head == "eq" and any(link.head == "for_all" for link in links):
        return _orthogonal(links, conclusion, engine)
    return None


_OPEN = frozenset({"lt", "gt", "le", "ge", "ne", "psd", "posdef"})
"""Propositions that words uses as it uses hypotheses of the claim: signs, definite matrices, what is not 0."""


def is_open(hypothesis: Prop) -> bool:
    """Whether words takes it as it takes a hypothesis of the claim."""
    return all(link.head in _OPEN and not _of_indices(link) for link in conjuncts(hypothesis))


def _of_indices(link: Prop) -> bool:
    return any(isinstance(arg, Sym) and arg.has("index") for arg in link.args)


def degenerate(prop: Prop, given: tuple[Prop, ...], engine: WordsEngine) -> tuple[str, ...]:
    """What must not be 0 where minima in ``prop`` are written with inverses that they are nowhere said to have.

    They are made of matrices that may be singular; nothing ``given`` excludes that they are 0.
    """
    parts = implication(prop)
    if parts:
        hypothesis, conclusion = parts
        return (*degenerate(hypothesis, given, engine), *degenerate(conclusion, (*given, hypothesis), engine))
    signs = SignAlgebra([line.prop for p in given for line in lines(p)], engine.shown_equal)
    least = _least(prop)
    found: dict[str, None] = dict.fromkeys(() if least is None else _may_degenerate(least, signs, engine))
    for arg in prop.args:
        if isinstance(arg, Prop):
            found |= dict.fromkeys(degenerate(arg, given, engine))
            continue
        for _, node in walk(arg):
            if isinstance(node, Op) and node.head == "minimum":
                found |= dict.fromkeys(_may_degenerate(node, signs, engine))
    return tuple(found)


def _may_degenerate(least: Op, signs: SignAlgebra, engine: WordsEngine) -> Iterator[str]:
    """What is to be assumed not to be 0 where a minimum is written with inverses of sums that it makes definite."""
    try:
        value = engine.read(least)
    except Lacks:
        return
    if not isinstance(value, Scalar):
        return
    known = [engine.read(high - low) for p in signs.premises if p.head == "lt" for low, high in [sides(p)]]
    positive = [x for x in known if isinstance(x, Scalar) and x]
    shifts = {x.shift: None for x in letters_in(value) if x.inside and x.shift is not None}
    for shift in shifts:
        if not is_positive_given(shift, positive):
            yield f"{shift} not 0"


def _least(prop: Prop) -> Op | None:
    """The minimum of which a statement about minimisers speaks."""
    variables = {"global_minimum": prop.args[1::2], "minimisers_satisfy": prop.args[2:], "minimum_where": prop.args[2:]}
    f, over = prop.args[0] if prop.args else None, variables.get(prop.head)
    if over is None or not isinstance(f, Term):
        return None
    return Op("minimum", (f, *(v for v in over if isinstance(v, Term))))


def _finite(links: list[Prop], conclusion: Prop, engine: WordsEngine) -> Finding:
    try:
        assumed = frozenset().union(*(_moments(link, engine) for link in links))
        known = frozenset().union(*(_moments(link, engine) for link in links if _is_one_moment(link, engine)))
        wanted = _moments(conclusion, engine)
    except InputError as error:
        raise Lacks(f"words lacks these moments: {error}") from error
    if follows(wanted, known):
        return Finding(True, "each moment is assumed finite, is one of x alone, or follows by Hoelder's inequality")
    p = None if engine.given else unbounded_law(wanted, assumed)
    if p is None:
        raise Lacks("words finds no law with the moments assumed and without this one")
    law = f"d = 1, Lam = [[1]], law of y = |x|^(-{p}): all means assumed are finite, this one is infinite"
    return Finding(False, "a moment in it does not exist for every law with the moments assumed", point=law)


def _moments(prop: Prop, engine: WordsEngine) -> frozenset[Degrees]:
    """The joint moments in a mean that is said to be finite."""
    mean = prop.args[0]
    while isinstance(mean, Abbrev):
        mean = mean.body
    if not isinstance(mean, Op) or mean.head != "expect":
        raise Lacks("words decides whether expectations are finite")
    drawn = random_symbols(mean)
    labels = [x for x in drawn if is_label(x)]
    if len(labels) > 1 or any(x.has("iid") for x in drawn):
        raise Lacks("words decides this for functions of one covariate and its label")
    body = parts_of(engine.read(mean.args[0]))
    if not labels:
        return frozenset((0, b) for x in drawn for value in body for _, b in joint_degrees(value, "", _letter_name(x)))
    covariate, _ = joint_law(drawn).labels[labels[0].name]
    return frozenset().union(*(joint_degrees(value, labels[0].name, covariate) for value in body))


def _is_one_moment(prop: Prop, engine: WordsEngine) -> bool:
    """Whether the mean is that of one product of the label and the covariate, all of whose entries are then finite.

    A sum may be finite where its terms are not, and a product with another vector where the moment is not.
    """
    mean = prop.args[0]
    while isinstance(mean, Abbrev):
        mean = mean.body
    if not isinstance(mean, Op):
        return False
    own = {x.name for x in random_symbols(mean)} | {_letter_name(x) for x in random_symbols(mean)}
    terms = [term for value in parts_of(engine.read(mean.args[0])) for term in term_list(value)]
    return len(terms) == 1 and all(
        (x if isinstance(x, str) else x.original.name) in own for x in names(terms[0][0])
    )


def _letter_name(sym: Sym) -> str:
    return OF_THE_PROMPT.get(sym.name, sym.name)


def _orthogonal(links: list[Prop], conclusion: Prop, engine: WordsEngine) -> Finding:
    r"""From :math:`u^\top Xe_i=0` for every i: every product with :math:`u^\top X` in it vanishes.

    Values of symbols are put in everywhere: the two sides are compared for all values of their letters.
    """
    bindings: dict[Name, Matrix | Scalar] = {}
    vanishing: list[Word] = []
    for link in (x for x in links if x.head == "eq"):
        sym, value = link.args
        if not isinstance(sym, Sym) or not isinstance(value, Term):
            raise Lacks("words substitutes hypotheses of the form 'symbol = value' only")
        bindings[name_of(cast(Matrix, engine.read(sym)))] = cast(Matrix, engine.read(value))
    for link in (x for x in links if x.head == "for_all"):
        vanishing.append(_row(link, bindings, engine))
    if len(bindings) + len(vanishing) < len(links):
        raise Lacks("words uses hypotheses of the forms 'symbol = value' and 'for every i a product is 0' only")
    lhs, rhs = (engine.read(cast(Term, side)) for side in conclusion.args)
    gap = difference(lhs, rhs)
    if gap is None:
        raise Lacks("words compares values of one shape")
    left = [_without(substitute(x, bindings), vanishing) for x in parts_of(gap)]
    if all(x.is_zero() for x in left):
        return Finding(True, "every term has a factor that vanishes by the hypothesis")
    return Finding(False, "words sees terms that the hypothesis does not make vanish")


def _row(link: Prop, bindings: dict[Name, Matrix | Scalar], engine: WordsEngine) -> Word:
    r"""The word :math:`u^\top X` of a hypothesis 'for every i: a multiple of it times e_i is 0'."""
    index, body = link.args
    if not isinstance(index, Sym) or not isinstance(body, Prop) or body.head != "eq":
        raise Lacks("words uses equations for every index only")
    lhs, rhs = (engine.read(cast(Term, side)) for side in body.args)
    gap: Any_ | None = difference(lhs, rhs)
    if isinstance(gap, Scalar):
        value = substitute(gap, bindings)
        terms = list(term_list(value))
        if len(terms) == 1:
            ((_, _, mono),) = terms
            words = [ATOMS[k].args for k, e in mono if e == 1 and ATOMS[k].kind == "cycle"]
            others = [k for k, e in mono if not (e == 1 and ATOMS[k].kind == "cycle")]
            positive = all(ATOMS[k].name in {"d", *LENGTHS} for k in others)
            word = words[0] if len(words) == 1 and positive else ()
            word = transposed(word) if word and word[0].index == index.name else word
            if word and word[-1].index == index.name and sum(x.index is not None for x in word) == 1:
                return word[:-1]
    raise Lacks("words uses a hypothesis that one product with x_i is 0 for every i only")


def _without(value: Scalar | Matrix, vanishing: list[Word]) -> Scalar | Matrix:
    """``value`` without the terms in which one of the words, or its transpose, is part of a product."""
    total = value * 0
    for term, word, mono in term_list(value):
        words = [word, *(ATOMS[k].args for k, e in mono if ATOMS[k].kind == "cycle" and isinstance(e, int) and e > 0)]
        if not any(_contains(w, part) for w in words for part in vanishing):
            total = cast(Matrix, total + term)  # type: ignore[operator]
    return total


def _contains(word: Word, part: Word) -> bool:
    return any(
        word[i : i + len(p)] == p for p in (part, transposed(part)) for i in range(len(word) - len(p) + 1)
    )
