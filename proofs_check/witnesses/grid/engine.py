"""Identities in a stated finite span, by exact agreement at points of full column rank, or at those of a small term."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from flint import fmpq

from symbolic.errors import InputError
from symbolic.grid import GridProof, Point, prove_contractions

from ...algebras.degrees import degrees
from ...algebras.entries.needs import LENGTHS, letters_of
from ...algebras.entries.space import LAM
from ...algebras.one_covariance import LAWS, at_one_covariance, speaks_of_a_law
from ...claims import Claim
from ...model import Model, model_for
from ...statement.fold import Lacks
from ...statement.props import Prop, conjuncts, subterms
from ...statement.terms import (
    Op,
    Sym,
    Term,
    symbols,
    walk,
)
from ..deciding.engine import Engine
from ..deciding.quantified import is_about_sizes
from .span import Reader, letters_met, loss_degrees, multidegrees, scalars

MOST_SLOTS = 12
OPEN = frozenset({"lt", "gt", "ne", "posdef"})
"""Hypotheses that hold around each point at which they hold."""
SMALL = ((1, 1), (2, 2))
"""Dimensions and lengths of the points that are tried before a proof."""


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
        return _difference(*scalars(lhs, rhs), self.model) is not None

    def never_zero(self, value: Term) -> bool:
        raise Lacks("grid lacks a certificate that a form vanishes nowhere")

    def equal_at_minimisers(self, f: Term, variables: list[Sym], lhs: Term, rhs: Term) -> bool:
        raise Lacks("grid lacks the set of all minimisers")


def _restricted(hypothesis: Prop) -> Iterator[Sym]:
    """The symbols of a hypothesis, unless it says only what the points respect, or where the flow starts."""
    for link in conjuncts(hypothesis):
        about = link.args[0] if link.args else None
        symmetric = isinstance(about, Sym) and about.has("symmetric")
        kept = link.head == "finite" or (link.head in {"posdef", "psd"} and symmetric)
        if not kept and not (link.head == "eq" and isinstance(about, Op) and about.head == "at0"):
            yield from (s for _, t in subterms(link) for s in symbols(t))


def _check_sizes(*sides: Term) -> None:
    """The points have sizes for d and for what counts samples only."""
    other = {letter for side in sides for s in symbols(side) for dim in s.shape for letter in letters_of(dim)} - LENGTHS
    if other:
        raise Lacks(f"grid lacks sizes of {', '.join(sorted(other))}")


def prove(lhs: Term, rhs: Term, model: Model) -> GridProof:
    """A grid proof (or refutation) of ``lhs == rhs``; Lacks where the tree gives no degree bound."""
    if speaks_of_a_law(lhs, rhs, model=model):
        lhs, rhs, model = at_one_covariance(lhs, rhs, model)
    lhs, rhs = scalars(lhs, rhs)
    _check_sizes(lhs, rhs)
    bad = _difference(lhs, rhs, model)
    if bad is not None:
        return GridProof(False, 0, (bad,), 0, (), bad)
    parts = degrees(lhs, model, loss_degrees()) | degrees(rhs, model, loss_degrees())
    clear = max((dict(part).get("1/N", 0) for part in parts), default=0)
    powers = {"N": max((dict(part).get("N", 0) - dict(part).get("1/N", 0) + clear for part in parts), default=0)}
    closing = max((dict(part).get("d", 0) for part in parts), default=0)
    if closing:
        powers["d"] = closing
    letters = letters_met(parts, _closed(lhs, model) | _closed(rhs, model))
    spans = multidegrees(parts, letters)
    slots = max((sum(letters[n].slots * k for n, k in span.items()) for span in spans), default=0)
    if slots > MOST_SLOTS:
        raise Lacks(f"grid lacks room for {slots} index slots")
    readers: dict[tuple[Term, int, int], Reader] = {}

    def value(side: Term) -> Any:
        def at_point(point: Mapping[str, Any]) -> fmpq:
            key = (side, point["d"], point["N"])
            if key not in readers:
                readers[key] = Reader(*key, model)
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
        left, right = (Reader(side, d, N, model) for side in (lhs, rhs))
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
