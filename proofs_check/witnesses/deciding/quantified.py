"""What a proof for every dimension quantifies over, by name, for its scope."""

from __future__ import annotations

from collections.abc import Iterable

from ...claims import Claim
from ...proof.traits import symbols_of
from ...spoken import met_in
from ...statement.props import Prop, conjuncts, inside, subprops, subterms
from ...statement.terms import symbols


def quantified(claim: Claim, prop: Prop) -> list[str]:
    """Dimensions, lengths, fixed matrices and scalars that the statement and its hypotheses speak of, as the claim
    lists them."""
    met = met_in(claim, prop)
    return [*met.sizes, *met.lengths, *met.fixed, *open_laws(claim)] or ["case"]


def is_about_sizes(prop: Prop) -> bool:
    """Whether a hypothesis speaks of dimensions and lengths alone, or one of its links does."""
    inner = inside(prop)
    met = {sym for _, node in subterms(prop) for sym in symbols(node)}
    return any(map(is_about_sizes, inner)) or (bool(met) and all(sym.has("integer") for sym in met))


def may_pin(hypotheses: Iterable[Prop]) -> bool:
    """Whether bounds that may be met with equality can leave no neighbourhood of a point: a <= b and b <= a do."""
    heads = [prop.head for hypothesis in hypotheses for _, prop in subprops(hypothesis)]
    return sum(head in {"le", "ge", "psd"} for head in heads) > 1


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

    >>> from ...statement.props import differs, eq
    >>> from ...statement.terms import matrix
    >>> A, B = matrix("A"), matrix("B")
    >>> from ...claims import Claim, Kind
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


def open_laws(claim: Claim) -> list[str]:
    """The random covariances whose law no hypothesis of the claim names."""
    stated = set(symbols_of([reading.prop for part in claim.parts for reading in part.readings]))
    named = {h.prop.args[0] for h in claim.given if h.prop.head == "iid_entries"}
    return sorted(f"law of {sym.name}" for sym in stated if sym.has("law") and sym not in named)
