"""Minimisers, convexity and equivalences entry by entry, where every case of vanishing covariances is looked at.

All minimisers of a mean square are found by elimination (:mod:`proofs_check.algebras.entries.squares`); pivots are of
certain sign in each case.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from symbolic.entries import Ratio

from ...algebras.entries.algebra import EntriesAlgebra
from ...algebras.entries.asymptotic import limit_of
from ...algebras.entries.cases import cases_of
from ...algebras.entries.hypotheses import hypotheses
from ...algebras.entries.prompts import algebra_for
from ...algebras.entries.signs import Signs
from ...algebras.entries.space import Setting
from ...algebras.entries.squares import all_minimisers, is_affine, solved, under_the_square
from ...algebras.entries.support import standardised
from ...proof.smooth import has_convex_domain
from ...statement.fold import Lacks
from ...statement.props import Prop, subterms, terms_in
from ...statement.ranges import over_a_space
from ...statement.terms import Op, Sym, Term
from ..deciding.engine import Finding


def minimisers_satisfy(prop: Prop, setting: Setting, given: Sequence[Prop]) -> Finding:
    """Every minimiser of a mean square over variables satisfies an equation, at d = 1."""
    f, body, *variables = prop.args
    assert isinstance(f, Term)
    assert isinstance(body, Prop)
    over_a_space(variables, "entries")
    inside = under_the_square(f)
    if inside is None:
        raise Lacks("entries lacks the minimisers of a function that is not written as a mean square")
    equations = [e for link in _equations(body) for e in (link.args[0], link.args[1]) if isinstance(e, Term)]
    for algebra in _cases([f, inside, *_terms(variables), *equations], setting, given):
        blocks = _blocks(algebra, variables)
        names = [name for block in blocks for name in block]
        value, g = (_number(algebra, t, names) for t in (f, inside))
        found = all_minimisers(value, g, blocks, Signs(algebra.space).strict)
        for lhs, rhs in zip(equations[::2], equations[1::2], strict=True):
            if _differ(algebra, lhs, rhs, found):
                raise Lacks("entries finds minimisers at which this fails, but no exact point that shows it")
    return Finding(True, "equal at all minimisers, wherever covariances vanish or not")


def minimum_where(prop: Prop, setting: Setting, given: Sequence[Prop]) -> Finding:
    """Wherever equations linear in the variables hold, a mean square is least: at d = 1."""
    f, body, *variables = prop.args
    assert isinstance(f, Term)
    assert isinstance(body, Prop)
    over_a_space(variables, "entries")
    least = Op("minimum", (f, *_terms(variables)))
    equations = [link.args[0] - link.args[1] for link in _equations(body)]  # type: ignore[operator]
    for algebra in _cases([f, least, *equations], setting, given):
        names = [name for block in _blocks(algebra, variables) for name in block]
        gaps = [e for gap in equations for e in algebra.read(gap).entries()]
        gaps = [algebra.space.roots.without_roots_of(e, names) for e in gaps]
        found = solved(gaps, names, Signs(algebra.space).strict)
        if _differ(algebra, f, least, found):
            raise Lacks("entries finds solutions at which the function is not least, but no exact point that shows it")
    return Finding(True, "the function has its least value at all solutions, wherever covariances vanish or not")


def convex(prop: Prop, setting: Setting, given: Sequence[Prop]) -> Finding:
    """A mean square of what is affine in the variables; of one number, a second derivative that has a sign."""
    f, *variables = prop.args
    assert isinstance(f, Term)
    if not all(has_convex_domain(v) for v in variables if isinstance(v, Sym)):
        raise Lacks("entries does not know that the values of the variables are a convex set")
    inside = under_the_square(f)
    if inside is not None:
        algebra = algebra_for([inside, *_terms(variables)], setting)
        names = [n for block in _blocks(algebra, variables) for n in block]
        if is_affine(_number(algebra, inside, names), names):
            return Finding(True, "a mean square of what is affine in the variables")
    for algebra in _cases([f, *_terms(variables)], setting, given):
        names = [name for block in _blocks(algebra, variables) for name in block]
        value = _number(algebra, f, names)
        signs = Signs(algebra.space)
        if len(names) != 1 or signs.of(value.derivative(names[0]).derivative(names[0]))[0] != 1:
            raise Lacks("entries lacks a certificate of convexity")
        if not signs.strict(Ratio(value.denominator)):
            raise Lacks("entries does not know that the function has no poles")
    return Finding(True, "the second derivative is not negative, wherever covariances vanish or not")


def equal(prop: Prop, setting: Setting, given: Sequence[Prop]) -> Finding:
    """Equations that hold in every case that the hypotheses leave, at d = 1."""
    equations = [e for link in _equations(prop) for e in (link.args[0], link.args[1]) if isinstance(e, Term)]
    for algebra in _cases(equations, setting, given):
        if any(_differ(algebra, a, b, {}) for a, b in zip(equations[::2], equations[1::2], strict=True)):
            raise Lacks("entries finds a case in which the two sides differ, but no exact point that shows it")
    return Finding(True, "equal wherever covariances vanish or not, as far as the hypotheses admit")


def tends(prop: Prop, setting: Setting, given: Sequence[Prop]) -> Finding:
    """A limit as integers grow, in every case that the hypotheses leave, at d = 1."""
    body, value, *moving = terms_in(prop)
    lengths = [s.name for s in moving if isinstance(s, Sym)]
    for algebra in _cases([body, value, *moving], setting, given):
        gaps = (algebra.read(body) - algebra.read(value)).entries()
        if any(algebra.space.roots.reduce(limit_of(e, lengths, algebra, surely=True)) for e in gaps):
            raise Lacks("entries finds a case with another limit, but no exact point that shows it")
    return Finding(True, "the limit of a rational function of the lengths, wherever covariances vanish or not")


def equivalent(prop: Prop, setting: Setting, given: Sequence[Prop]) -> Finding:
    """Two equations between numbers hold at the same places: the same factors may vanish, at d = 1."""
    sides = [_equations(p) for p in prop.args if isinstance(p, Prop)]
    gaps: list[Term] = [p.args[0] - p.args[1] for side in sides for p in side]  # type: ignore[operator]
    if [len(side) for side in sides] != [1, 1]:
        raise Lacks("entries compares where two numbers vanish only")
    for algebra in _cases(gaps, setting, given):
        first, second = (_vanishing_factors(algebra, gap) for gap in gaps)
        if first != second:
            raise Lacks("entries finds no equivalence, and no exact point that shows that there is none")
    return Finding(True, "the same factors vanish, wherever covariances vanish or not")


# Cases ------------------------------------------------------------------------------------------------------

def _cases(terms: Sequence[Term], setting: Setting, given: Sequence[Prop]) -> Iterator[EntriesAlgebra]:
    """The algebras that read ``terms`` at d = 1 in every case that the hypotheses leave."""
    if setting.d > 1 or setting.model.derived_loss:
        raise Lacks("entries decides this in one dimension only")
    assumed = hypotheses(given, list(terms), setting.model)
    start = replace(setting, definite=setting.definite | assumed.definite, squared=True)
    if assumed.bindings:
        raise Lacks("entries lacks a use of these hypotheses")
    for case in cases_of(list(terms), assumed, start, all_of_them=True):
        yield algebra_for(list(terms), case)


def _equations(body: Prop) -> list[Prop]:
    """The equations that ``body`` is made of; almost sure ones for all values of standard random symbols."""
    if body.head == "eq":
        return [body]
    if body.head == "and":
        return [e for p in body.args if isinstance(p, Prop) for e in _equations(p)]
    if body.head == "almost_surely" and isinstance(body.args[0], Prop) and not _averages(body):
        return _equations(standardised(body.args[0]))
    raise Lacks(f"entries lacks '{body.head}' here")


def _averages(body: Prop) -> bool:
    return any(isinstance(t, Op) and t.head in {"expect", "expect_given"} for _, t in subterms(body))


def _terms(variables: Sequence[Term | Prop]) -> list[Term]:
    return [v for v in variables if isinstance(v, Sym)]


def _blocks(algebra: EntriesAlgebra, variables: Sequence[Term | Prop]) -> list[list[str]]:
    blocks = [[str(e) for e in algebra.read(v).entries()] for v in _terms(variables)]
    if any(name not in algebra.space.generator for block in blocks for name in block):
        raise Lacks("entries lacks derivatives in what is read as the square of its root")
    return blocks


def _number(algebra: EntriesAlgebra, f: Term, names: Sequence[str] = ()) -> Ratio:
    """The value of ``f``, in which the generators ``names`` move; Lacks where one is under a root."""
    value = algebra.read(f)
    if value.shape != (1, 1):
        raise Lacks("entries lacks a function whose value is a number")
    entry: Ratio = value[0, 0]
    return algebra.space.roots.without_roots_of(entry, names)


def _differ(algebra: EntriesAlgebra, lhs: Term, rhs: Term, bindings: dict[str, Ratio]) -> bool:
    roots = algebra.space.roots
    gap = algebra.read(lhs) - algebra.read(rhs)
    return any(roots.reduce(roots.substitute(e, bindings)) for e in gap.entries())


def _vanishing_factors(algebra: EntriesAlgebra, gap: Term) -> frozenset[str] | None:
    """The factors that may vanish; None for what vanishes everywhere."""
    value, signs = _number(algebra, gap), Signs(algebra.space)
    if not value:
        return None
    factors = (Ratio(factor) for factor, _ in value.num.factor()[1])
    return frozenset(str(f / Ratio(f.num.context().constant(f.num.leading_coefficient())))
                     for f in factors if not signs.strict(f))
