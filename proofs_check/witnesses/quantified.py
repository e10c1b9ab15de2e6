"""What a proof for every dimension quantifies over, by name, for its scope."""

from __future__ import annotations

from re import findall

from ..claims import Claim
from ..model import Model, is_own, model_for
from ..proof.traits import symbols_of
from ..registry import PAPERS
from ..statement.indices import only_bound
from ..statement.laws import STANDARD
from ..statement.props import Prop, conjuncts, subprops, subterms
from ..statement.terms import Op, Sym, symbols

_ALONG = frozenset({"always", "limit", "conserved", "same_flow"})
_OF_THE_MODEL = frozenset({"ddt", "at0", "prediction", "prediction_on"})
_FREE_OF_VALUES = frozenset({"parameter", "random", "identity", "zero", "index", "integer", "derived", "claim",
                             "mask"})


def quantified(claim: Claim, prop: Prop) -> list[str]:
    """Dimensions, lengths, fixed matrices and scalars that the statement speaks of."""
    if claim.paper in {paper.name for paper in PAPERS} and not is_own(claim):
        lengths = ["N", "M"] if any(sym.name == "M" for sym in claim.forall) else ["N"]
        named = any(hypothesis.prop.head == "iid_entries" for hypothesis in claim.given)
        return ["d", *lengths, *(open_laws(claim) or ([] if named else ["Lam"]))]
    return _names_met(claim, prop) or ["case"]


def is_about_sizes(prop: Prop) -> bool:
    """Whether a hypothesis speaks of dimensions and lengths alone, or one of its links does."""
    inner = [arg for arg in prop.args if isinstance(arg, Prop)]
    met = {sym for _, node in subterms(prop) for sym in symbols(node)}
    return any(map(is_about_sizes, inner)) or (bool(met) and all(sym.has("integer") for sym in met))


def every(names: list[str]) -> str:
    """The scope of what holds for all values of these.

    >>> every(["d", "N", "Lam"]), every(["case"])
    ('every d, N and Lam', 'every case')
    """
    *first, last = names
    return f"every {', '.join(first)} and {last}" if first else f"every {last}"


_FOR_SOME = frozenset({"differs", "depends_on"})


def covered(claim: Claim, prop: Prop) -> str:
    """What a proof of all that the statement says covers: every value; of two functions that differ, some.

    >>> from ..statement.props import differs, eq
    >>> from ..statement.terms import matrix
    >>> A, B = matrix("A"), matrix("B")
    >>> from ..claims import Claim, Kind
    >>> claim = Claim("mine/a", Kind.IDENTITY, "", "", ())
    >>> covered(claim, eq(A, B)), covered(claim, differs(A * B, B * A))
    ('every d, A and B', 'some d, A and B')
    """
    names = quantified(claim, prop)
    links = list(conjuncts(prop))
    if all(link.head in _FOR_SOME for link in links):
        return every(names).replace("every", "some", 1)
    mixed = any(link.head in _FOR_SOME for link in links)
    return f"{every(names)}; what differs does for some of them" if mixed else every(names)


def _names_met(claim: Claim, prop: Prop) -> list[str]:
    met = {sym for _, node in subterms(prop) for sym in symbols(node)} - only_bound(prop)
    if isinstance(claim.model, Model) or (is_own(claim) and _about_a_flow(prop, met)):
        met |= symbols(model_for(claim).loss) | set(model_for(claim).parameters)
    sizes = {letter for sym in met for size in sym.shape for letter in findall(r"[A-Za-z_]\w*", str(size))}
    lengths = {sym.name for sym in met if sym.has("integer")}
    lengths |= {letter for sym in met for name in _named_by(sym, "range") for letter in findall(r"[A-Za-z_]\w*", name)}
    fixed = {sym.name for sym in met if not sym.traits & _FREE_OF_VALUES}
    fixed |= {name for sym in met for key in ("cov", "std") for name in _named_by(sym, key) if name != STANDARD}
    attention = not is_own(claim) and _about_a_flow(prop, met)
    if attention:
        lengths.add("N")
    if attention or any(sym.name in {"x", "x_q"} and sym.has("random") and not _named_by(sym, "cov") for sym in met):
        sizes.add("d")
        fixed.add("Lam")
    return [*sorted(sizes), *sorted(lengths - sizes), *sorted(fixed - sizes), *open_laws(claim)]


def _named_by(sym: Sym, key: str) -> list[str]:
    return [trait.removeprefix(f"{key}:") for trait in sym.traits if trait.startswith(f"{key}:")]


def _about_a_flow(prop: Prop, met: set[Sym]) -> bool:
    """Whether the statement speaks of what a paper's model derives, or of its flow."""
    return (
        any(sym.has("derived") or sym.has("prompt") for sym in met)
        or any(inner.head in _ALONG for _, inner in subprops(prop))
        or any(isinstance(node, Op) and node.head in _OF_THE_MODEL for _, node in subterms(prop))
    )


def open_laws(claim: Claim) -> list[str]:
    """The random covariances whose law no hypothesis of the claim names."""
    stated = set(symbols_of([reading.prop for part in claim.parts for reading in part.readings]))
    named = {h.prop.args[0] for h in claim.given if h.prop.head == "iid_entries"}
    return sorted(f"law of {sym.name}" for sym in stated if sym.has("law") and sym not in named)
