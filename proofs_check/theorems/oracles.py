"""The computations that theorems may rest on, each named in the theorems that do.  Trusted.

``normal_form``: two terms have one normal form (the words algebra, for every size); ``sign``: a sign or definiteness
read off the structure; ``degree``: a polynomial is smooth, and has every moment of what is Gaussian; ``density``: a
polynomial whose mean is not 0 is almost surely not 0.  All read the terms for one :class:`Reading`, that of a claim's
model; theorems of different models do not meet.  Where a start enters, what is known of it becomes a hypothesis.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property, lru_cache

from ..claims import Claim
from ..model import Model, initial_values, is_own, model_of
from ..proof.algebra import ProofAlgebra
from ..proof.deciding.algebraic import _has_sign
from ..proof.logic import oriented
from ..proof.positivity import SignAlgebra
from ..proof.smooth import rough_part
from ..proof.traits import is_polynomial
from ..proof.values.gaussian import drawn_in, has_density, is_gaussian_in
from ..proof.values.integrability import is_label, moments_needed
from ..roles import LETTERS
from ..statement.fold import Lacks
from ..statement.props import Prop, almost_surely, eq, for_all, ne
from ..statement.terms import Abbrev, Num, Op, Sym, Term, at0, expect
from ..statement.terms import substitute as put_in
from ..witnesses.words.equality import WordsEquality
from .binding import (
    UNSEEN,
    Bound,
    Group,
    Node,
    Refused,
    free,
    is_variable,
    key,
    names_of,
    same,
    scopes,
    speaks,
    symbols_of,
    touches,
)
from .kernel import Theorem, _hyps, _settle, _theorem
from .values import domain

_DRAWN = frozenset({"random", "iid", "prompt", "derived"})


class Reading:
    """How the engines read the terms of one claim: its model, the laws of its paper, the start that it assumes."""

    def __init__(self, claim: Claim) -> None:
        self.claim = claim
        self.engine = WordsEquality(claim)
        self.algebra = ProofAlgebra(self.engine)
        model, algebra = model_of(claim.paper, claim.model), self.engine.algebra
        start = model.initial if is_own(claim) else ()
        self.model = (claim.paper, model.loss, model.parameters, algebra.samples, start)
        self.start = tuple(eq(at0(s), v) for s, v in initial_values(claim).items())

    @cached_property
    def letters(self) -> frozenset[str]:
        """The names in its loss and its start."""
        model = self.engine.model
        known = symbols_of(model.loss).union(*(symbols_of(v) for _, v in model.initial))
        return frozenset(s.name for s in known).union(*map(names_of, known))

    @cached_property
    def drawn(self) -> frozenset[Sym]:
        """The symbols that have a role in its model."""
        return frozenset(s for s, _ in self.engine.model.roles.pairs)

    @cached_property
    def is_smooth(self) -> bool:
        """Whether the loss is a polynomial in the parameters, so that the flow is unique and smooth."""
        model = self.engine.model
        return rough_part(model.loss_in_full, model.parameters) is None

    def equal(self, lhs: Term, rhs: Term) -> bool:
        try:
            return self.algebra.same(lhs, rhs)
        except Lacks as why:
            raise Refused("normal form: ", why) from why

    def equal_where(self, lhs: Term, rhs: Term, equations: Sequence[Prop]) -> bool:
        pairs = [(a, b) for p in equations for a, b in [p.args] if isinstance(a, Term) and isinstance(b, Term)]
        try:
            return self.algebra.same_where(lhs, rhs, pairs)
        except Lacks as why:
            raise Refused("normal form: ", why) from why

    def is_equal(self, lhs: Term, rhs: Term) -> bool:
        try:
            return self.algebra.same(lhs, rhs)
        except Lacks:
            return False


@lru_cache(maxsize=1 << 8)
def reading_of(claim: Claim) -> Reading:
    """The one reading of all chains of a claim: what was found to be equal for one is known to the others."""
    return Reading(claim)


def _started(reading: Reading, *nodes: Node) -> list[Prop]:
    """What the engines know of the start, where it enters; and that symbols are those that the model's laws name.

    An engine brings in letters of its own where a mean, a flow or a derived symbol stands, what the traits of a symbol
    name, and the letters of a loss and a start: theirs are the values that symbols of these names have, so that nobody
    can generalise over one.
    """
    found = list(reading.start) if any(map(_has_start, nodes)) else []
    known = {s for p in nodes for s in symbols_of(p)}
    for s in known:
        _is_as_drawn(reading, s)
    if not any(s.name[:1] == "(" or s.traits & {"derived", "prompt"} for p in nodes for s in free(p)):
        return found
    named = LETTERS.union(reading.letters, *(names_of(s) for s in known))
    return found + [Prop("as_named", (s,)) for s in known if s.name in named and is_variable(s)
                    and not s.traits & {"parameter", "random", "index", "derived"}]


def _is_as_drawn(reading: Reading, s: Sym) -> None:
    """The engines know what is drawn by its name, noise and labels as numbers, a Gaussian as a column."""
    if not s.traits & _DRAWN:
        return
    if s.name in LETTERS and s not in reading.drawn:
        raise Refused("not what the model means by its name: ", s.name)
    if (s.has("noise") or is_label(s)) and s.shape != (1, 1):
        raise Refused("noise and labels are numbers: ", s.name)
    if s.shape[1] != 1 and any(t.startswith("cov:") for t in s.traits):
        raise Refused("a covariance is that of a column: ", s.name)


def _has_start(node: Node) -> bool:
    if isinstance(node, Abbrev):
        return _has_start(node.body)
    return isinstance(node, (Op, Prop)) and (node.head == "at0" or any(map(_has_start, node.args)))


def normal_form(reading: Reading, lhs: Term, rhs: Term, having: Sequence[Theorem] = ()) -> Theorem:
    """lhs = rhs, both having values."""
    shown = eq(lhs, rhs)
    used = _settle(domain(shown), having)
    if not same(lhs, rhs) and not reading.equal(lhs, rhs):
        raise Refused("the normal forms differ: ", shown)
    hyps = [*_hyps(*used), *_started(reading, shown)]
    return _theorem("normal form", hyps, shown, used, oracles=["normal_form"], model=reading.model)


def normal_form_where(
    reading: Reading, lhs: Term, rhs: Term, equations: Sequence[Theorem], having: Sequence[Theorem] = ()
) -> Theorem:
    """lhs = rhs, as normal forms with equals put in for what is opaque in them; no head looks at other values of what
    the equations, or their hypotheses, speak of."""
    shown = eq(lhs, rhs)
    used = _settle(domain(shown), having)
    props = [th.proposition for th in equations]
    resting = {s for h in _hyps(*equations) for s in free(h)}
    spoken = resting.union(*map(free, props))
    if resting and any(s == UNSEEN or s.traits & {"derived", "prompt"} for p in (shown, *props) for s in free(p)):
        raise Refused("what is derived may look at other values")
    for bound in (b for p in (shown, *props) for b in bound_below(p)):
        groups = frozenset(b for b in bound if isinstance(b, Group))
        if any(touches(bound - groups, s) for s in spoken) or any(touches(groups, s) for s in resting):
            raise Refused("a head looks at other values of what the equations speak of")
    if any(p.head != "eq" for p in props) or not reading.equal_where(lhs, rhs, props):
        raise Refused("the normal forms differ: ", shown)
    hyps = [*_hyps(*equations, *used), *_started(reading, shown, *props)]
    return _theorem("normal form", hyps, shown, [*equations, *used], oracles=["normal_form"], model=reading.model)


def bound_below(node: Node) -> Iterator[Bound]:
    """What has other values somewhere below."""
    if isinstance(node, Abbrev):
        yield from bound_below(node.body)
    if isinstance(node, (Op, Prop)):
        for arg, (_, bound) in zip(node.args, scopes(node), strict=True):
            yield bound
            yield from bound_below(arg)


def sign(reading: Reading, p: Prop, premises: Sequence[Theorem] = (), having: Sequence[Theorem] = ()) -> Theorem:
    """A relation to 0, or definiteness, from the structure and the premises."""
    used = _settle(domain(p), having)
    props = [th.proposition for th in premises]
    signs = SignAlgebra([oriented(q) for q in props], reading.is_equal)
    if not _has_sign(oriented(p), signs):
        raise Refused("no sign found: ", p)
    hyps, rests = [*_hyps(*premises, *used), *_started(reading, p, *props)], [*premises, *used]
    return _theorem("sign", hyps, p, rests, oracles=["sign", "normal_form"], model=reading.model, traits=signs.assumed)


def degree(reading: Reading, p: Prop, having: Sequence[Theorem] = ()) -> Theorem:
    """``smooth``, ``differentiable``, ``smooth_along`` and ``finite`` of polynomials; of what is drawn from a law that
    is not known, from the moments that the mean needs."""
    used = _settle([*domain(p), *needed(reading, p)], having)
    if not _is_tame(reading, p):
        raise Refused("not read off the degree: ", p)
    return _theorem("degree", [*_hyps(*used), *_started(reading, p)], p, used, oracles=["degree"], model=reading.model)


def trains(reading: Reading, loss: Term) -> Theorem:
    """The loss that the flow of the claim's model follows, a polynomial in the parameters."""
    if loss != reading.engine.model.loss or not reading.is_smooth:
        raise Refused("not the loss of the flow: ", loss)
    return _theorem("degree", [], Prop("trains", (loss,)), oracles=["degree"], model=reading.model)


def slope(reading: Reading, node: Op, having: Sequence[Theorem] = ()) -> Theorem:
    """A slope exists where polynomials and smooth functions are composed, also layer by layer, for every step t."""
    t, body = node.args
    assert isinstance(t, Sym)
    assert isinstance(body, Term)
    used = _settle((for_all(t, c) if speaks(c, t) else c for c in domain(body)), having)
    p = Prop("has_value", (node,))
    if node.head != "slope" or t.traits or not _is_composed(body, [t]):
        raise Refused("not composed of smooth functions: ", node)
    return _theorem("slope", [*_hyps(*used), *_started(reading, p)], p, used, oracles=["degree"], model=reading.model)


def given(reading: Reading, node: Op, having: Sequence[Theorem] = ()) -> Theorem:
    """A mean given some of what is drawn exists where a polynomial is averaged over what is Gaussian, or noise."""
    body, *fixed = node.args
    assert isinstance(body, Term)
    used = _settle(domain(body), having)
    if any(touches(frozenset({Group.RANDOM}), s) for p in domain(body) for s in free(p)):
        raise Refused("what is averaged may have no value for some outcome: ", node)
    p, drawn = Prop("has_value", (node,)), _drawn_in(body) - set(fixed)
    model = reading.engine.model
    known = node.head == "expect_given" and all(is_gaussian_in(s, model) or s.has("noise") for s in drawn)
    known = known and all(_is_apart(s, model) for s in fixed)
    if not known or moments_needed(node, SignAlgebra((), reading.is_equal), gaussian=drawn_in(model)):
        raise Refused("not known to exist: ", node)
    return _theorem("degree", [*_hyps(*used), *_started(reading, p)], p, used, oracles=["degree"], model=reading.model)


def _is_apart(s: Node, model: Model) -> bool:
    """Whether to know it says nothing of what else is drawn but a covariance: it is no label, no prediction."""
    return isinstance(s, Sym) and (is_gaussian_in(s, model) or bool(s.traits & {"noise", "law"}))


def _drawn_in(node: Node) -> set[Sym]:
    return {s for s in symbols_of(node) if s.traits & _DRAWN}


_OF_POLYNOMIALS = frozenset({"*", "+", "-", "neg", "T", "tr", "inner", "block", "stack", "beside", "entry", "row",
                             "col"})


def _is_composed(node: Term, xs: list[Sym]) -> bool:
    """Whether it is continuously differentiable in these symbols together, read off the tree."""
    if isinstance(node, Abbrev):
        return _is_composed(node.body, xs)
    if not _depends(node, xs):
        return True
    match node:
        case Sym():
            return node in xs
        case Op("sequence", (Sym() as F, Sym(), Term() as start, Term() as step, last)):
            fixed = isinstance(last, Term) and not _depends(last, xs)
            return fixed and F not in xs and _is_composed(start, xs) and _is_composed(step, [*xs, F])
        case Op("activated", (Sym() as h, *values)) if h.has("smooth"):
            return all(isinstance(v, Term) and _is_composed(v, xs) for v in values)
        case Op("product_up" | "product_down" | "sum", (Sym() as i, Term() as last, Term() as body)):
            return i not in xs and not _depends(last, xs) and _is_composed(body, xs)
        case Op("^", (Term() as base, Num(k))):
            return k.denominator == 1 and k >= 0 and _is_composed(base, xs)
        case Op("/", (Term() as above, Term() as below)):
            return not _depends(below, xs) and _is_composed(above, xs)
        case Op(head, args) if head in _OF_POLYNOMIALS:
            return all(isinstance(a, Term) and _is_composed(a, xs) for a in args)
    return False


def _is_tame(reading: Reading, p: Prop) -> bool:
    body = p.args[0]
    assert isinstance(body, Term)
    if p.head != "finite" and any(s.traits & {"derived", "prompt"} for s in symbols_of(body)):
        return False  # what is derived need not be a polynomial
    if p.head in {"smooth", "differentiable"}:
        xs = [x for x in p.args[1:] if isinstance(x, Sym)]
        moved = len(xs) == len(p.args) - 1 and not any(x.traits & {"integer", "index", "layer"} for x in xs)
        return moved and is_polynomial(body, lambda n: _depends(n, xs))
    if p.head == "smooth_along":
        return reading.is_smooth and is_polynomial(body, _moving)
    if p.head == "finite" and isinstance(body, Op) and body.head == "expect":
        drawn = _drawn_in(body)
        model = reading.engine.model
        told = {"haar", "law", "noise"}  # of noise, and of labels, the moments that are needed are asked for
        return all(is_gaussian_in(s, model) or s.traits & told or is_label(s) or _is_made(s, model) for s in drawn)
    return False


def _is_made(s: Sym, model: Model) -> bool:
    """What is predicted from Gaussian covariates and tasks without noise is a polynomial in them, as is the prompt."""
    roles = model.roles
    known = model.loss in (*roles.loss, *roles.drawn_loss, *roles.diagonal_loss)
    return known and s in (*roles.prediction, *roles.drawn_prediction, *roles.embedding)


def needed(reading: Reading, p: Prop) -> list[Prop]:
    """The moments that must be finite so that a mean is; the mean itself where its law tells nothing.  Of a covariance
    that is drawn they are those of the symbol that the model draws."""
    body = p.args[0]
    if p.head != "finite" or not isinstance(body, Op):
        return []
    found = moments_needed(body, SignAlgebra((), reading.is_equal), gaussian=drawn_in(reading.engine.model))
    drawn = {(s.name, s.shape): s for s in reading.drawn if s.has("law")}
    told = {s: drawn.get((s.name, s.shape), s) for m in found for s in symbols_of(m) if s.has("law")}
    return [Prop("finite", (put_in(m, told),)) for m in found]


def _depends(node: Term, xs: Iterable[Sym]) -> bool:
    bound = frozenset[Sym | Group](xs)
    return any(touches(bound, s) for s in free(node))


def _moving(node: Term) -> bool:
    return any(touches(frozenset({Group.FLOW}), s) for s in free(node))


def density(reading: Reading, f: Term, not_zero: Theorem, having: Sequence[Theorem] = ()) -> Theorem:
    """almost_surely(f != 0) from E f != 0, f a polynomial in what has a density."""
    shown = almost_surely(ne(f, 0))
    used = _settle(domain(shown), having)
    if key(not_zero.proposition) != key(ne(expect(f), 0)):
        raise Refused("not that the mean is not 0: ", not_zero.proposition)
    drawn = _drawn_in(f)
    known = reading.engine.model
    if not all(s.has("random") and has_density(s, known) and not s.traits & {"derived", "prompt"} for s in drawn):
        raise Refused("not all that is drawn has a density: ", f)
    if not is_polynomial(f, lambda node: any(s in drawn for s in symbols_of(node))):
        raise Refused("no polynomial: ", f)
    hyps = [*_hyps(not_zero, *used), *_started(reading, shown)]
    return _theorem("density", hyps, shown, [not_zero, *used], oracles=["density"], model=reading.model)
