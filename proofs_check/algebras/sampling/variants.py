"""Concrete laws for the abstract ones of a statement: each such statement is examined on at least three.

``law``: random covariances; ``label``: labels drawn jointly with a covariate; ``noise``: noise of mean 0.  A statement
that names the law of a random vector itself (``iid_entries``) is examined on that one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from fractions import Fraction

from numeric.covariances import CovarianceLaw, Diagonal, diagonal_laws, general_laws, iid
from numeric.labels import LabelLaw, cubic, heteroscedastic, noisy_linear, relu
from numeric.laws import NOISES, Gamma, Gaussian, Law, Rademacher, TwoPoint, Uniform, exponential

from ...claims import Claim
from ...roles import law_of
from ...statement.fold import Lacks
from ...statement.props import Prop, subprops
from ...statement.terms import Num, Op, Sym, Term, symbols
from ..arrays import Array
from .exact_means import Atoms, values_of
from .free_laws import HOSTILE, has_own_law, is_tame, may_be_negative, turns
from .points import point_value

_NOISES: tuple[Law, ...] = (*NOISES, *(TwoPoint(3 * side, Fraction(-side, 3), Fraction(1, 10)) for side in (1, -1)))
"""Laws of mean 0 and variance 1; the last two are skewed, with fourth moments above that of the Gaussian."""
_RARELY: tuple[Law, ...] = (
    Atoms(tuple((Fraction(x), Fraction(p, 200)) for x, p in ((0, 198), (10, 1), (-10, 1))), "rarely 10 or -10"),
    *(TwoPoint(10 * side, Fraction(-side, 10), Fraction(1, 101)) for side in (1, -1)),
)
"""Such laws that are nearly always near 0: their means are known, and samples would seldom see what they rest on."""
_SIGNED = tuple(TwoPoint(2 * side, -side, Fraction(1, 2)) for side in (-1, 1))
"""Laws of what may be negative, with means of either sign."""
_TURNED = ("", ", in other places", ", in third places")
Labels = Callable[[Array, Array, Array], LabelLaw]
"""(w, v, s) in the arithmetic of the reader -> a law of labels."""


@dataclass(frozen=True)
class Variant:
    """One choice of concrete laws for a dimension d."""

    matrix: CovarianceLaw
    diagonal: Diagonal
    labels: Labels
    noise: Law
    signed: Diagonal
    """Of vectors and numbers that may be negative; ``diagonal`` is of those that may not."""
    name: str = ""
    """The laws that the statement depends on."""
    hostile: int | None = None
    """Which of :mod:`.free_laws` has what need not be positive."""
    stated: bool = False
    """Whether a hypothesis names the law of a random vector."""
    places: tuple[str, ...] = ()
    """The laws of noise and of what has one of its own: nothing says that two of them are the same."""
    turn: int = 0
    """By how many these laws have changed places: no letter is the first for good."""

    def place(self, sym: Sym) -> int:
        """Which of these laws it has: the first is as the fields say, others differ from it."""
        law = _law_of(sym)
        return (self.places.index(law) + self.turn) % len(self.places) if law in self.places else 0

    def noise_of(self, sym: Sym) -> Law:
        """The law of a noise, divided by its deviation."""
        place = self.place(sym)
        if not place:
            return self.noise
        laws = _NOISES if self.noise in _NOISES else tuple(law for law in _NOISES if values_of(law))
        return laws[(place + (laws.index(self.noise) if self.noise in laws else 0)) % len(laws)]


_LABELS: tuple[tuple[str, Labels], ...] = (
    ("y = <w,x> + (1 + <v,x>) z", lambda w, v, s: heteroscedastic(w, v, s, Gaussian())),
    ("y = relu(<w,x>)", lambda w, v, s: relu(w)),
    ("y = <w,x>^3", lambda w, v, s: cubic(w / 2)),
    ("y = <w,x> + z, z uniform", lambda w, v, s: noisy_linear(w, s, Uniform())),
    ("y = <w,x> + z, z Rademacher", lambda w, v, s: noisy_linear(w, s, Rademacher())),
)


def variants(claim: Claim, prop: Prop, d: int, seed: int | None = None) -> tuple[Variant, ...]:
    """The choices on which the statement is examined; one without a name where no law is left open."""
    kinds = _kinds(prop, claim)
    diagonals, matrices, signed = diagonal_laws(d), general_laws(d), tuple(iid(law, d) for law in _SIGNED)
    stated = _stated_law(claim, prop, seed)
    if stated is not None:
        diagonals = signed = (iid(stated, d),)
    told, places = stated is not None, _places(prop, claim)
    plain = Variant(matrices[0], diagonals[0], _LABELS[0][1], Gaussian(), signed[0], stated=told, places=places)
    made = {
        "matrix": [replace(plain, matrix=law, name=law.name) for law in matrices],
        "diagonal": [replace(plain, diagonal=law, name=law.name) for law in diagonals],
        "signed": [replace(plain, signed=law, name=law.name) for law in signed],
        "label": [replace(plain, labels=law, name=name) for name, law in _LABELS],
        "noise": [replace(plain, noise=law, name=f"{law.name} noise") for law in _NOISES],
    }
    if stated is None:
        made["free"] = [
            replace(plain, name=f"laws {name}{_TURNED[turn]}", hostile=k, turn=turn)
            for k, name in enumerate(HOSTILE) for turn in range(turns(k, len(places)))
        ]  # fmt: skip
    order = ("signed", "matrix", "diagonal", "label", "noise", "free")
    found = [variant for kind in order if kind in kinds for variant in made.get(kind, ())]
    return tuple(found) or (plain,)


def with_exact_means(claim: Claim, prop: Prop, d: int, seed: int | None = None) -> tuple[Variant, ...]:
    """The choices for which every mean of what is bounded is known in fractions: no law is left open but that of noise,
    or of what has a law of its own, which has finitely many values."""
    found = variants(claim, prop, d, seed)
    if not found[0].name:
        return found
    kinds, named = _kinds(prop, claim), set(filter(has_own_law, _symbols(prop)))
    if kinds == {"noise"}:
        rarely = tuple(replace(found[0], noise=law, name=f"{law.name} noise") for law in _RARELY)
        noises = list(filter(_is_of_any_law, _symbols(prop)))
        return tuple(v for v in (*found, *rarely) if all(values_of(v.noise_of(s)) for s in noises))
    hostile = "free" in kinds and not kinds & {"noise", "label"} and not any(map(is_tame, named))
    return tuple(v for v in found if v.hostile is not None) if hostile else ()


def _kinds(prop: Prop, claim: Claim) -> frozenset[str]:
    """Which laws the statement leaves open."""
    found = set()
    drawn = frozenset() if isinstance(claim.model, str) else symbols(claim.model.loss)
    for sym in frozenset(_symbols(prop)) | drawn:
        if has_own_law(sym):
            found.add("matrix" if sym.shape[1] != 1 else "signed" if may_be_negative(sym) else "diagonal")
            found |= set() if is_tame(sym) else {"free"}
        if any(t == "label" or t.startswith("label:") for t in sym.traits):
            found.add("label")
        if _is_of_any_law(sym) or sym.name == "L_noise":
            found.add("noise")
        if sym.name in {"L_rdm", "y_hat_rdm"}:
            found.add("matrix")
        if sym.name == "L_diag":
            found.add("diagonal")
    trained = {"random covariance": "matrix", "diagonal covariance": "diagonal", "label noise": "noise"}
    if claim.model in trained and not found:
        found.add(trained[claim.model])
    return frozenset(found)


def _places(prop: Prop, claim: Claim) -> tuple[str, ...]:
    """The names of the laws that are left open, in the order of the symbols."""
    drawn = {*_symbols(prop), *(() if isinstance(claim.model, str) else symbols(claim.model.loss))}
    drawn |= {s for h in claim.given for s in _symbols(h.prop)}
    left_open = [s for s in drawn if has_own_law(s) or _is_of_any_law(s)]
    return tuple(dict.fromkeys(_law_of(s) for s in sorted(left_open, key=lambda s: s.name)))


def _is_of_any_law(sym: Sym) -> bool:
    return sym.has("noise") and not sym.has("normal")


def _law_of(sym: Sym) -> str:
    return next((t.removeprefix("copy:") for t in sym.traits if t.startswith("copy:")), law_of(sym))


def _symbols(prop: Prop) -> Iterable[Sym]:
    terms = [arg for _, sub in subprops(prop) for arg in sub.args if isinstance(arg, Term)]
    return frozenset().union(*map(symbols, terms))


def _stated_law(claim: Claim, prop: Prop, seed: int | None) -> Law | None:
    """The law of the entries that the statement or its hypotheses name."""
    props = (prop, *(hypothesis.prop for hypothesis in claim.given))
    stated = {sub.args[1] for whole in props for _, sub in subprops(whole) if sub.head == "iid_entries"}
    laws = [_law(claim, node, seed) for node in stated if isinstance(node, Op)]
    if len(laws) > 1:
        raise Lacks("sampled lacks several vectors with entries of different laws")
    return laws[0] if laws else None


def _law(claim: Claim, node: Op, seed: int | None) -> Law:
    """The law; its parameters, where they are symbols, at the general point."""
    made: dict[str, Callable[..., Law]] = {"exponential": exponential, "gamma": Gamma, "two_point": TwoPoint}
    if node.head not in made:
        raise Lacks(f"sampled lacks the law {node.head}")
    return made[node.head](*(_parameter(claim, arg, seed) for arg in node.args))


def _parameter(claim: Claim, node: Term, seed: int | None) -> Fraction:
    """A number, or the value of a symbol; another law must not stand for the one that is stated."""
    match node:
        case Num(value=value):
            return value
        case Sym():
            return Fraction(point_value(claim.id, node, (1, 1), seed)[0][0])
        case Op(head="/", args=(above, below)) if _parameter(claim, below, seed):
            return _parameter(claim, above, seed) / _parameter(claim, below, seed)
    raise Lacks(f"sampled lacks a law with the parameter {node!r}")
