r"""The grid witness: identities in a stated finite span, proved by exact agreement at points of full column rank.

The span follows from the tree alone (:mod:`proofs_check.algebras.degrees`): which letters occur how often.  Both sides
are invariant under orthogonal changes of basis, so each is a combination of complete contractions of its letters, with
coefficients polynomial in N and d after clearing 1/N.  Both sides are evaluated entry by entry at exact points.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import lru_cache
from typing import Any

from flint import fmpq

from symbolic.contractions import Letter
from symbolic.entries import Names, Ratio
from symbolic.errors import InputError
from symbolic.grid import GridProof, Point, prove_contractions

from ...algebras.degrees import Degrees, degrees
from ...algebras.entries import Setting, algebra_for
from ...algebras.entries.needs import LENGTHS, letters_of
from ...algebras.entries.space import LAM
from ...algebras.one_covariance import LAWS, at_one_covariance, speaks_of_a_law
from ...claims import Claim, Part, Reading
from ...errors import UserError
from ...model import Model, is_own, model_for, model_of
from ...spoken import at_sizes, spoken
from ...statement.dimensions import ONE, size
from ...statement.fold import Lacks
from ...statement.heads.shaping import SCALAR, Shape, together
from ...statement.props import Prop, subterms
from ...statement.sizes import shape_of_term
from ...statement.terms import (
    Abbrev,
    MadeSym,
    Op,
    Sym,
    Term,
    at,
    expect,
    index,
    matrix,
    scalar,
    symbols,
    total,
    tr,
    walk,
)
from ...verdict import Outcome, Scope, Verdict
from .. import Context
from ..deciding.decide import decide
from ..deciding.engine import Engine, Finding
from ..deciding.quantified import covered, is_about_sizes
from ..entries.witness import counterexample, refuted
from .own import OwnGridEngine

MOST_SLOTS = 12
OPEN = frozenset({"lt", "gt", "ne", "posdef"})
"""Hypotheses that hold around each point at which they hold."""
SMALL = ((1, 1), (2, 2))
"""Dimensions and lengths of the points that are tried before a proof."""
TEST = "X of the test"


class GridEngine(Engine):
    """Equality by a grid proof; keeps the proofs, which carry their rank."""

    name = "grid"

    def __init__(self, claim: Claim) -> None:
        self.model, self.given = model_for(claim), tuple(h.prop for h in claim.given)
        known = LAWS | {LAM.name}
        self.assumed = frozenset(
            s
            for h in claim.given
            for s in _restricted(h.prop)
            if s.name not in known or h.prop.head not in OPEN
        )
        """Symbols that hypotheses restrict, which the points (Lam definite, laws with one outcome) know nothing of;
        an identity that holds on an open set of Lam holds everywhere."""
        self.sized = any(map(is_about_sizes, (h.prop for h in claim.given)))
        self.proofs: list[GridProof] = []

    def equal(self, lhs: Term, rhs: Term) -> bool:
        proof = prove(lhs, rhs, self.model)
        met = _closed(lhs, self.model) | _closed(rhs, self.model)
        if proof.counterexample is not None and (met & self.assumed or self.sized):
            raise Lacks("grid lacks points that meet the hypotheses")
        self.proofs.append(proof)
        return proof.holds

    def differ(self, lhs: Term, rhs: Term) -> bool:
        """Whether they do at a point; where hypotheses restrict its symbols it need not meet these."""
        if self.sized or (_closed(lhs, self.model) | _closed(rhs, self.model)) & self.assumed:
            raise Lacks("grid lacks points that meet the hypotheses")
        return _difference(*_scalars(lhs, rhs), self.model) is not None

    def never_zero(self, value: Term) -> bool:
        raise Lacks("grid lacks a certificate that a form vanishes nowhere")

    def equal_at_minimisers(self, f: Term, variables: list[Sym], lhs: Term, rhs: Term) -> bool:
        raise Lacks("grid lacks the set of all minimisers")


def _restricted(hypothesis: Prop) -> Iterator[Sym]:
    """The symbols of a hypothesis, unless it says only what the points respect, or where the flow starts."""
    about = hypothesis.args[0] if hypothesis.args else None
    symmetric = isinstance(about, Sym) and about.has("symmetric")
    if hypothesis.head == "finite" or (hypothesis.head in {"posdef", "psd"} and symmetric):
        return
    if hypothesis.head == "and":
        for part in hypothesis.args:
            if isinstance(part, Prop):
                yield from _restricted(part)
    elif not (hypothesis.head == "eq" and isinstance(hypothesis.args[0], Op) and hypothesis.args[0].head == "at0"):
        yield from (s for _, t in subterms(hypothesis) for s in symbols(t))


def _check_sizes(*sides: Term) -> None:
    """The points have sizes for d and for what counts samples only."""
    other = {letter for side in sides for s in symbols(side) for dim in s.shape for letter in letters_of(dim)} - LENGTHS
    if other:
        raise Lacks(f"grid lacks sizes of {', '.join(sorted(other))}")


def prove(lhs: Term, rhs: Term, model: Model) -> GridProof:
    """A grid proof (or refutation) of ``lhs == rhs``; Lacks where the tree gives no degree bound."""
    if speaks_of_a_law(lhs, rhs, model=model):
        lhs, rhs, model = at_one_covariance(lhs, rhs, model)
    lhs, rhs = _scalars(lhs, rhs)
    _check_sizes(lhs, rhs)
    bad = _difference(lhs, rhs, model)
    if bad is not None:
        return GridProof(False, 0, (bad,), 0, (), bad)
    parts = degrees(lhs, model, _loss_degrees()) | degrees(rhs, model, _loss_degrees())
    clear = max((dict(part).get("1/N", 0) for part in parts), default=0)
    powers = {"N": max((dict(part).get("N", 0) - dict(part).get("1/N", 0) + clear for part in parts), default=0)}
    closing = max((dict(part).get("d", 0) for part in parts), default=0)
    if closing:
        powers["d"] = closing
    letters = _letters(parts, _closed(lhs, model) | _closed(rhs, model))
    spans = _multidegrees(parts, letters)
    slots = max((sum(letters[n].slots * k for n, k in span.items()) for span in spans), default=0)
    if slots > MOST_SLOTS:
        raise Lacks(f"grid lacks room for {slots} index slots")
    readers: dict[tuple[Term, int, int], _Reader] = {}

    def value(side: Term) -> Any:
        def at_point(point: Mapping[str, Any]) -> fmpq:
            key = (side, point["d"], point["N"])
            if key not in readers:
                readers[key] = _Reader(*key, model)
            return readers[key](point) * fmpq(point["N"]) ** clear

        return at_point

    # Contractions of k slots are independent from d = k/2 on; each power of d needs one more dimension there.
    enough = max(1, (slots + 1) // 2)
    dims = tuple(range(enough, enough + closing + 1))
    try:
        return prove_contractions(
            value(lhs), value(rhs), list(letters.values()), spans, powers=powers, dims=dims
        )
    except InputError as error:
        raise Lacks(f"grid lacks points of full rank: {error}") from error


def _difference(lhs: Term, rhs: Term, model: Model) -> Point | None:
    """A small exact point where the two sides differ: a refutation needs neither a span nor its rank."""
    for d, N in SMALL:
        left, right = (_Reader(side, d, N, model) for side in (lhs, rhs))
        shown = [sym for side in (lhs, rhs) for sym in _closed(side, model) if _is_free(sym)]
        # A symbol of the statement may bear the name of one that it does not mention.
        named = {sym.name: sym for sym in (LAM, *model.parameters, *shown)}
        free = [named[name] for name in sorted(named)]
        for shift in range(1, 4):
            point = {"d": d, "N": N, **{sym.name: _small(sym, d, shift + k) for k, sym in enumerate(free)}}
            if left(point) != right(point):
                return point
    return None


def _closed(side: Term, model: Model) -> frozenset[Sym]:
    """The symbols of ``side``, those of the start included where it is meant."""
    started = any(isinstance(node, Op) and node.head == "at0" for _, node in walk(side))
    start = (symbols(value) for _, value in model.initial) if started else ()
    return symbols(side).union(*start)


def _is_free(sym: Sym) -> bool:
    return not any(map(sym.has, ("random", "integer", "index", "identity", "zero", "derived", "prompt")))


def _small(sym: Sym, d: int, shift: int) -> Any:
    """Small positive integers, without symmetry where none is said; Lam diagonal."""
    if sym.has("orthogonal"):
        raise Lacks(f"grid lacks values of {sym.name}, which is orthogonal")
    if sym.shape == (1, 1):
        return shift
    if not {1, "d"}.issuperset(sym.shape):
        raise Lacks(f"grid lacks values of {sym.name}, which is no number, no vector and no square matrix")
    if sym.name == "Lam":
        return [[(i + shift) * (i == j) for j in range(d)] for i in range(d)]
    if sym.shape[1] == 1:
        return [i + shift for i in range(d)]
    free = [[1 + (i + 2 * j + shift) % 5 for j in range(d)] for i in range(d)]
    if not sym.traits & {"symmetric", "psd", "posdef"}:
        return free
    # Entries are at most 10, and a diagonal that outweighs them makes the matrix definite.
    return [[free[i][j] + free[j][i] + 10 * d * (i == j) for j in range(d)] for i in range(d)]


class _Reader:
    """A scalar term read once at fixed d and N with Lam diagonal, then evaluated at many exact points."""

    def __init__(self, side: Term, d: int, N: int, model: Model) -> None:
        setting = Setting(d, {"N": N}, diagonal=True, values={"d": Fraction(d), "N": Fraction(N)}, model=model)
        algebra = algebra_for([side], setting)
        self.function: Ratio = algebra.finish(algebra.read(side))[0, 0]
        self.names = self.function.ctx.names()
        self.model = model

    def __call__(self, point: Mapping[str, Any]) -> fmpq:
        numbers = [fmpq(_entry(point, name, self.model)) for name in self.names]
        below = 1 if self.function.den is None else self.function.den(*numbers)
        if below == 0:
            raise Lacks("grid lacks a value where a denominator vanishes")
        return self.function.num(*numbers) / below


def _entry(point: Mapping[str, Any], generator: str, model: Model) -> int:
    """The value of a generator such as U11_1_2, u12_1 or u_m1; parameters that the span does not contain are zero."""
    if generator == Names.u_1:
        return int(point.get("u_-1", 0))
    for name, value in point.items():
        places = generator.removeprefix(f"{name}_").split("_")
        if generator.startswith(f"{name}_") and all(p.isdigit() for p in places) and len(places) == _depth(value):
            for place in places:
                value = value[int(place) - 1]
            return int(value)
    if generator in point:
        return int(point[generator])
    if any(generator.startswith(f"{parameter.name}_") for parameter in model.parameters):
        return 0
    raise Lacks(f"grid lacks a value of {generator}")


def _depth(value: Any) -> int:
    """1 for a vector, 2 for a matrix: ``x_1_2`` is an entry of the vector ``x_1``, or of the matrix ``x``."""
    return 1 + _depth(value[0]) if isinstance(value, list) else 0


def _scalars(lhs: Term, rhs: Term) -> tuple[Term, Term]:
    """Matrix identities contracted with a free test letter: A = B iff tr(A X) = tr(B X) for every X."""
    rows, columns = _shape(lhs, rhs)
    if (rows, columns) == SCALAR:
        return lhs, rhs
    if (rows, columns) == (size("d"), size("d")):
        X: Sym = MadeSym(TEST, ("d", "d"))
    elif (rows, columns) == (size("d"), ONE):
        X = MadeSym(TEST, ("d", 1))
        return X.T * lhs, X.T * rhs
    else:
        raise Lacks(f"grid lacks test letters of shape {rows} x {columns}")
    return tr(lhs * X), tr(rhs * X)


def _shape(*sides: Term) -> Shape:
    """The one shape of both sides: what is not told would leave entries uncompared."""
    try:
        rows, columns = together(*map(shape_of_term, sides))
    except UserError as error:
        raise Lacks(f"grid lacks sides whose shapes fit: {error}") from error
    if rows is None or columns is None:
        raise Lacks("grid lacks the shape of the two sides")
    return rows, columns


def _letters(parts: Degrees, met: frozenset[Sym]) -> dict[str, Letter]:
    known = {sym.name: sym for sym in met}
    known |= {p.name: p for p in model_of("zfb").parameters}
    found: dict[str, Letter] = {}
    for name in sorted({name for part in parts for name, _ in part} - {"N", "1/N", "d"}):
        if name == "Lam":
            # Both sides are O(d)-invariant, so a diagonal Lam is general.
            found[name] = Letter(name, "diagonal")
            continue
        sym = known.get(name)
        if sym is None or any(map(sym.has, ("random", "index", "orthogonal"))):
            raise Lacks(f"grid lacks points for {name}")
        kind = "scalar" if sym.shape == (1, 1) else "vector" if sym.shape[1] == 1 else "matrix"
        if sym.has("posdef") or sym.has("psd") or sym.has("symmetric"):
            kind = "symmetric"
        found[name] = Letter(name, kind)
    return found


def _multidegrees(parts: Degrees, letters: Mapping[str, Letter]) -> list[dict[str, int]]:
    spans: dict[tuple[tuple[str, int], ...], dict[str, int]] = {}
    for part in parts:
        span = {name: k for name, k in part if name in letters}
        spans[tuple(sorted(span.items()))] = span
    return list(spans.values())


@lru_cache(maxsize=1)
def _loss_degrees() -> Degrees:
    """Multidegrees of the population loss, from the definition of the prediction in chains of words."""
    x, x_q, w = (Sym(name, ("d", 1), frozenset({"random"})) for name in ("x", "x_q", "w"))
    parameters = {p.name: p for p in model_of("zfb").parameters}
    U11, u12, u21, u_1 = (parameters[name] for name in ("U11", "u12", "u21", "u_-1"))
    N = scalar("N", "integer", "positive")
    i = index("i", "N")
    S = Abbrev(matrix("S"), total(i, N, at(x, i) * at(x, i).T) / N)
    # (u12^T, u_-1) (E E^T / N) (U11; u21^T) x_q, block by block.
    y_hat = (
        u12.T * (S + x_q * x_q.T / N) * U11 * x_q
        + (u12.T * S * w) * (u21.T * x_q)
        + u_1 * (w.T * S * U11 * x_q)
        + u_1 * (w.T * S * w) * (u21.T * x_q)
    )
    return degrees(expect((y_hat - w.T * x_q) ** 2), model_of("zfb"), frozenset())


def _of_own_model(claim: Claim, prop: Prop, tier: str, *, refuting: bool = False) -> Outcome:
    """The answer about a model of one's own: at the dimension that decides every dimension."""
    engine = OwnGridEngine(claim, tier, refuting=refuting)
    try:
        finding = decide(prop, engine)
    except Lacks as lacks:
        return Outcome(Verdict.UNDECIDED, str(lacks))
    if not finding.holds:
        point = engine.counterexample
        if finding.failed is not None and finding.assumed:
            point = counterexample(claim, *finding.failed, assumed=finding.assumed)
        return _at_met(claim, prop, finding.how, point)
    largest = max(engine.dimensions, default=1)
    where = f"for all entries at d = {largest}, from which on the contractions of their index slots are independent"
    sentence = f"equal {where if 'd' in spoken(claim, prop) else 'for all values'}"
    scope = Scope(covered(claim, prop), whole=True)
    return Outcome(Verdict.PROVED, sentence, scope, {"identities": len(engine.dimensions), "d": largest})


def _at_met(claim: Claim, prop: Prop, how: str, point: dict[str, object] | None) -> Outcome:
    """What a point shows that meets what is assumed."""
    if point is None:
        return Outcome(Verdict.UNDECIDED, how, against=True)
    d = int(str(point["d"]))
    return refuted(claim, prop, how, Scope(at_sizes({"d": d}, spoken(claim, prop)), dims=(d,)), point)


def _at(claim: Claim, prop: Prop, how: str, found: dict[str, object]) -> Outcome:
    """What a point shows, of the symbols that the claim speaks of."""
    names = spoken(claim, prop)
    met = {name: _plain(value) for name, value in found.items() if name in names | {"d"}}
    d = int(str(found["d"]))
    scope = Scope(at_sizes({"d": d}, names), dims=(d,))
    return refuted(claim, prop, how, scope, {**met, "": "the two sides differ"})


def _plain(value: Any) -> object:
    """An exact number, or rows of such."""
    if isinstance(value, (list, tuple)):
        return [_plain(item) for item in value]
    return value if isinstance(value, int) else Fraction(int(value.p), int(value.q))


class GridWitness:
    name = "grid"

    def examine(self, claim: Claim, part: Part, reading: Reading, context: Context) -> Outcome:
        if is_own(claim):
            outcome = _of_own_model(claim, reading.prop, context.tier)
            if outcome.verdict is not Verdict.UNDECIDED or model_for(claim).parameters:
                return outcome
        try:
            finding, proofs = self._decide(claim, reading.prop)
        except Lacks as lacks:
            return Outcome(Verdict.UNDECIDED, str(lacks))
        if not finding.holds:
            how = "the two sides differ at an exact point"
            if finding.failed is not None and finding.assumed:
                met = counterexample(claim, *finding.failed, assumed=finding.assumed)
                return _at_met(claim, reading.prop, how, met)
            bad = next((p for p in reversed(proofs) if p.counterexample is not None), None)
            if bad is None or finding.assumed:  # the points of the grid need not meet a condition
                return Outcome(Verdict.UNDECIDED, finding.how, against=True)
            return _at(claim, reading.prop, how, dict(bad.counterexample or {}))
        agreed = [p for p in proofs if p.holds]
        scope = Scope(covered(claim, reading.prop), whole=True)
        if not agreed:
            return Outcome(Verdict.PROVED, finding.how, scope)
        largest = max(agreed, key=lambda p: p.columns)
        figures = {
            "identities": len(agreed), "columns": largest.columns, "rank": largest.rank, "points": len(largest.points),
        }
        return Outcome(Verdict.PROVED, largest.sentence, scope, figures)

    def refutes(self, claim: Claim, part: Part, reading: Reading, twin: Prop, context: Context) -> bool:
        if is_own(claim):
            refutes = _of_own_model(claim, twin, context.tier, refuting=True).verdict is Verdict.REFUTED
            if refutes or model_for(claim).parameters:
                return refutes
        try:
            return not self._decide(claim, twin)[0].holds
        except Lacks:
            return False

    def _decide(self, claim: Claim, prop: Prop) -> tuple[Finding, list[GridProof]]:
        engine = GridEngine(claim)
        return decide(prop, engine), engine.proofs
