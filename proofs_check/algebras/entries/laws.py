"""What the traits of random symbols say about their laws, and the moments of concrete laws."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import factorial
from typing import Any

from flint import fmpq_mpoly

from symbolic.entries import Gaussian
from symbolic.entries.ring import Exponent, rational

from ...model import Model
from ...statement.fold import Lacks
from ...statement.laws import STANDARD
from ...statement.terms import Num, Op, Sym, Term, nodes, symbols
from .needs import LAM, closure, with_loss

LAM_TAU = Sym("Lam_tau", ("d", "d"), frozenset({"symmetric", "posdef", "random", "law"}))
LAM_VECTOR = Sym("lam_tau", ("d", 1), frozenset({"random", "positive", "law", "independent"}))
KNOWN = {
    "Lam": LAM,
    "Lam_tau": LAM_TAU,
    "Lam_new": Sym("Lam_new", ("d", "d"), frozenset({"symmetric", "posdef", "random", "copy:Lam_tau"})),
    "lam_tau": LAM_VECTOR,
    "lam_new": Sym("lam_new", ("d", 1), frozenset({"random", "positive", "copy:lam_tau"})),
    "Psi": Sym("Psi", ("d", "d"), frozenset({"symmetric", "psd"})),
}
"""Covariances that a symbol may name without their occurring beside it."""
DERIVED = frozenset({"L_rdm", "L_diag", "L_noise", "L_prior", "y_hat_rdm"})
TRAITS = ("label", "noise", "law", "cov:", "copy:")
HEADS = frozenset({"prediction_on", "expect_given", "diag", "cond", "relu"})
SUMS = {"sum": (0, 1), "prediction_on": (2, 3), "sum_unequal": (0, 2)}
"""Heads that bind a sample's index: the places of the index and of the upper limit."""


@lru_cache(maxsize=256)
def _speaks_of_laws(terms: tuple[Term, ...], model: Model) -> bool:
    if model.derived_loss not in {"", "L"}:
        return True
    terms = with_loss(terms, model)
    if not any(sym.has("prompt") or sym.has("derived") for root in terms for sym in symbols(root)) and any(
        isinstance(node, Op) and node.head == "at" and isinstance(node.args[1], Num)
        for root in terms
        for node in nodes(root)
    ):
        return True  # members called by number, in whatever sample
    for root in terms:
        for node in nodes(root):
            if isinstance(node, Op) and node.head in HEADS:
                return True
            if isinstance(node, Sym) and (node.name in DERIVED or any(t.startswith(TRAITS) for t in node.traits)):
                return True
    return False


def covariance_of(sym: Sym) -> Sym | None:
    """The covariance of a centred Gaussian vector; None for the identity, which that of a task is."""
    name, dim = _after(sym, "cov:"), sym.shape[0]
    if not name:
        return None if sym.name == "w" else LAM
    if name == STANDARD:
        return None
    known = KNOWN.get(name)
    fits = known is not None and known.shape[0] == dim
    definite = "psd" if sym.has("degenerate") else "posdef"
    return known if fits else Sym(name, (dim, dim), frozenset({"symmetric", definite}))


def deviation_of(sym: Sym) -> Sym:
    """The standard deviation of a noise."""
    sign = "nonnegative" if sym.has("degenerate") else "positive"
    return Sym(_after(sym, "std:") or "s", (1, 1), frozenset({sign}))


def is_law(sym: Sym) -> bool:
    """Whether ``sym`` is a random covariance (or the vector of its diagonal)."""
    return sym.has("law") or bool(_after(sym, "copy:"))


def base_name(sym: Sym) -> str:
    """The symbol whose law ``sym`` has."""
    return _after(sym, "copy:") or sym.name


def partner(sym: Sym) -> str:
    """The covariate of a label; '' for what is no label."""
    named = _after(sym, "label:")
    if named or not sym.has("label"):
        return named
    return "x" if sym.has("iid") else "x_q"


def _after(sym: Sym, prefix: str) -> str:
    return next((t.removeprefix(prefix) for t in sym.traits if t.startswith(prefix)), "")


def needed_for(terms: Sequence[Term], model: Model) -> frozenset[Sym]:
    """All symbols that reading ``terms`` can meet, laws included."""
    return with_laws(terms, model) if speaks_of_laws(terms, model) else closure(terms, model)


def speaks_of_laws(terms: Iterable[Term], model: Model) -> bool:
    """Whether ``terms`` need the laws of this module; others are about the prompt of Section 3.3 alone."""
    return _speaks_of_laws(tuple(terms), model)


def with_laws(terms: Sequence[Term], model: Model) -> frozenset[Sym]:
    """All symbols that reading ``terms`` can meet as statements about laws."""
    return _with_laws(tuple(terms), model)


@lru_cache(maxsize=256)
def _with_laws(terms: tuple[Term, ...], model: Model) -> frozenset[Sym]:
    along = any(isinstance(n, Op) and n.head in {"ddt", "at0"} for root in terms for n in nodes(root))
    along = along and bool(model.derived_loss)
    terms = with_loss(terms, model)
    found = closure(terms, model)
    if not any(LAM.name in {s.name for s in symbols(root)} | _derived(root) for root in terms) and not along:
        found = frozenset(s for s in found if s.name != LAM.name)
    return found | companions(found, model, along=along)


def _derived(root: Term) -> set[str]:
    """Lam where a derived object of Section 3.3 occurs."""
    return {LAM.name for s in symbols(root) if s.has("derived") and s.name not in DERIVED}


def companions(found: Iterable[Sym], model: Model, *, along: bool = False) -> set[Sym]:
    """Symbols that others bring along: covariances, covariates of labels, the parts of derived objects."""
    found = set(found)
    names = {s.name for s in found}
    more: set[Sym] = set()
    losses = {"L_rdm", "L_diag", "L_noise", "L_prior"} & (names | ({model.derived_loss} if along else set()))
    if losses or "y_hat_rdm" in names:
        more |= set(model.parameters)
    if losses:
        more.add(Sym("N", (1, 1), frozenset({"integer", "positive"})))
    if "y_hat_rdm" in names:
        more |= {Sym("x_tau", ("d", 1), frozenset({"random", "iid", "cov:Lam_tau"})),
                 Sym("x_tau_q", ("d", 1), frozenset({"random", "cov:Lam_tau"})),
                 Sym("w", ("d", 1), frozenset({"random"})), Sym("N", (1, 1), frozenset({"integer", "positive"}))}
    more |= {LAM_TAU} if "L_rdm" in losses else set()
    more |= {LAM_VECTOR} if "L_diag" in losses else set()
    if "L_noise" in losses:
        more |= {LAM, Sym("s", (1, 1), frozenset({"positive"})), Sym("m_4", (1, 1), frozenset({"positive"}))}
    if "L_prior" in losses:
        more |= {LAM, KNOWN["Psi"], Sym("mu_w", ("d", 1))}
    for sym in found | more:
        if sym.has("noise"):
            more.add(deviation_of(sym))
        if partner(sym):
            more.add(Sym(partner(sym), ("d", 1), frozenset({"random"} | ({"iid"} if sym.has("iid") else set()))))
    for sym in found | more:
        if sym.has("random") and not is_law(sym) and sym.shape[1] == 1 and sym.shape != (1, 1):
            C = covariance_of(sym)
            more |= {C} if C is not None else set()
    known = {s.name for s in found}
    return {s for s in more if s.name not in known}


def slots_in(terms: Iterable[Term]) -> set[str]:
    """The indices under which members of families occur."""
    found = {"tau"}
    for root in terms:
        for node in nodes(root):
            if isinstance(node, Op) and node.head == "at":
                index = node.args[1]
                if isinstance(index, Sym):
                    found.add(index.name)
                elif not isinstance(index, Op) and hasattr(index, "value"):
                    found.add(str(index.value))
    return found


# Moments of concrete laws --------------------------------------------------------------------------------

@dataclass(frozen=True, slots=True)
class LabelLaw:
    r"""Labels :math:`y=c+v^\top x+q\,x_1^2+r\varepsilon` with a random sign :math:`\varepsilon`: an exact point."""

    constant: Fraction
    slope: tuple[Fraction, ...]
    square: Fraction
    noise: Fraction


Atoms = Sequence[tuple[Fraction, Any]]
"""Outcomes with their probabilities."""


def label_moment(law: LabelLaw, x: Gaussian, alpha: Exponent) -> fmpq_mpoly:
    r""":math:`E[x^\alpha y^k]`, the last entry of ``alpha`` being k."""
    ctx, n = x.ctx, len(x.places)
    gens = [ctx.gens()[place] for place in x.places]
    form = ctx.constant(rational(law.constant)) + sum(
        (rational(v) * g for v, g in zip(law.slope, gens, strict=False)), ctx.constant(0)
    ) + rational(law.square) * gens[0] ** 2
    k, total = alpha[-1], ctx.constant(0)
    for j in range(0, k + 1, 2):
        binomial = factorial(k) // (factorial(j) * factorial(k - j))
        weight = rational(law.noise**j * binomial)
        for exponent, c in (form ** (k - j)).to_dict().items():
            powers = tuple(alpha[i] + int(exponent[x.places[i]]) for i in range(n))
            total += weight * c * x.moment(powers)
    return total


def atoms_moment(law: Atoms, grid: Sequence[Sequence[str]], alpha: Exponent) -> Fraction:
    """The moment of the entries of a covariance with finitely many outcomes."""
    names = list(dict.fromkeys(name for row in grid for name in row if name))
    places = {name: (i, j) for i, row in enumerate(grid) for j, name in enumerate(row) if name}
    total = Fraction(0)
    for p, value in law:
        term = Fraction(p)
        for name, power in zip(names, alpha, strict=True):
            i, j = places[name]
            term *= Fraction(value[i][j]) ** power
        total += term
    return total


def entries_moment(head: str, arguments: Sequence[Any], alpha: Exponent, one: Any) -> Any:
    """The moment of independent entries with the concrete law ``head``, over any ring that holds its parameters."""
    result = one
    for power in alpha:
        if power:
            result = result * _entry_moment(head, arguments, power)
    return result


def _entry_moment(head: str, arguments: Sequence[Any], k: int) -> Any:
    if head == "exponential":
        (rate,) = arguments
        return factorial(k) / rate**k
    if head == "gamma":
        shape, scale = arguments
        rising = scale**k
        for j in range(k):
            rising = rising * (shape + j)
        return rising
    if head == "two_point":
        a, b, p = arguments
        return p * a**k + (1 - p) * b**k
    raise Lacks(f"entries lacks the moments of {head}")


def _number(node: Term, values: Mapping[str, Any]) -> Fraction:
    if isinstance(node, Num):
        return node.value
    if isinstance(node, Sym) and node.shape == (1, 1) and node.name in values:
        return Fraction(values[node.name])
    if isinstance(node, Op) and node.head == "/" and len(node.args) == 2:
        return _number(node.args[0], values) / _number(node.args[1], values)
    raise Lacks("entries lacks laws with parameters that are no numbers")


def outcomes(law: Any, d: int) -> Atoms | None:
    """The finitely many outcomes of a concrete law of d entries; None where there are infinitely many."""
    if isinstance(law, Op):
        if law.head != "two_point":
            return None
        a, b, p = (_number(arg, {}) for arg in law.args)
        return joint([[(p, a), (1 - p, b)]] * d)
    found: Atoms | None = law
    return found


def outcome(law: Op, vector: Sequence[Sequence[Fraction]], values: Mapping[str, Any]) -> list[list[Fraction]]:
    """An outcome of independent entries with a concrete law, chosen by a vector without one; ``values``: those of the
    law's parameters.

    >>> from ...statement.laws import exponential, two_point
    >>> free = [[Fraction(1)], [Fraction(-2)], [Fraction(0)]]
    >>> laws = exponential(), two_point(5, 7, Fraction(1, 2)), two_point(5, 7, 1)
    >>> [[str(x) for (x,) in outcome(law, free, {})] for law in laws]
    [['1', '2', '1'], ['5', '7', '5'], ['5', '5', '5']]
    """
    if law.head != "two_point":
        return [[abs(x) or Fraction(1)] for (x,) in vector]
    a, b, p = (_number(arg, values) for arg in law.args)
    if not 0 <= p <= 1:
        raise Lacks("entries lacks outcomes of a law whose probability is none")
    return [[b if p == 0 or (x < 0 and p != 1) else a] for (x,) in vector]


def joint(entries: Sequence[Sequence[tuple[Fraction, Fraction]]]) -> Atoms:
    """Outcomes of a vector with independent entries."""
    found: list[tuple[Fraction, Any]] = [(Fraction(1), [])]
    for atoms in entries:
        found = [(p * q, [*value, [x]]) for p, value in found for q, x in atoms if q]
    return found
