"""Of which statements a device can speak, and of which it cannot, and why."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from ...algebras.tensors import HEADS_READ
from ...claims import Claim, Kind
from ...statement.premises import CONNECTIVES
from ...statement.props import Prop, subprops, subterms
from ...statement.terms import Op, Sym

READ = CONNECTIVES - {"iff"} | frozenset({
    "eq", "ne", "le", "lt", "ge", "gt", "psd", "posdef", "for_all", "almost_surely", "always",
    "conserved", "commute", "defined", "global_minimum", "minimisers_satisfy", "nonconvex", "convex", "limit",
})  # fmt: skip
TRAINED = frozenset({"limit"})
"""Decided by training (:mod:`..trained`, :mod:`..trained_block`)."""
REASONS: Mapping[str, str] = {
    "exists": "that something exists is shown by exhibiting it, which the proof does",
    "iff": "both directions need points on either side, and general points lie on one",
    "tends": "no finite run reaches a limit in sizes", "tends_jointly": "no finite run reaches a limit in sizes",
    "in_mean_square": "no finite run reaches a limit in sizes", "order": "no finite run reaches an order of growth",
    "finite": "no finite sample tells whether a mean exists",
    "infinite": "no finite sample tells whether a mean exists",
    "differentiable": "finitely many points do not tell whether a function is differentiable",
    "defined_as": "a definition of a property, which nothing can contradict",
    "same_law": "laws are compared by the witness sampled", "probably": "a bound on a probability is not drawn here",
    "independent_of": "that nothing depends on a symbol is read off the formula",
    "depends_on": "that something depends on a symbol is read off the formula",
    "differs": "one point shows it, which the exact witnesses exhibit",
    "cites": "a reference between statements", "supplies": "a reference between statements",
    "same_shape": "a statement about shapes", "saddle": "signs of second derivatives are decided exactly",
    "local_minimum": "signs of second derivatives are decided exactly",
    "minimum_where": "a sufficient condition for a minimum is proved, not sampled",
    "negative_eigenvalues_equal": "signs of eigenvalues are counted exactly",
    "negative_eigenvalues_at_least": "signs of eigenvalues are counted exactly",
    "positive_eigenvalue": "signs of eigenvalues are counted exactly",
    "inertia": "signs of eigenvalues are counted exactly",
    "spectrum_products": "spectra are compared exactly", "same_flow": "two flows are compared by their equations",
    "always_along": "a flow of another loss than the model's",
    "flow_exists": "no finite run tells how long a flow exists",
    "iid_entries": "a law of the entries that is not drawn here",
}
"""By proposition."""
OF_TERMS: Mapping[str, str] = {
    "slope_right": "one-sided derivatives are taken exactly", "slope_left": "one-sided derivatives are taken exactly",
    "per_prompt": "prompts by their number are not drawn here",
    "singular_product_sum": "sums over singular values are bounded exactly",
    "unknowns": "a count of unknowns",
}  # fmt: skip
"""By head, where no engine on a device reads it."""


@lru_cache(maxsize=4096)
def silent(claim: Claim, prop: Prop) -> str:
    """Why a device has nothing to say of ``prop`` by draws, points and flows; empty where it has."""
    if claim.kind in (Kind.EXPERIMENT, Kind.SUMMARY):
        return "an experiment has a record of its own (lemmata train)"
    for _, term in subterms(prop):
        if isinstance(term, Sym) and term.traits & {"measured", "setting"}:
            return "it speaks of what an experiment measures, which has a record of its own (lemmata train)"
        if isinstance(term, Sym) and term.has("claim"):
            return REASONS["cites"]
    for _, sub in subprops(prop):
        if sub.head == "defined" and isinstance(sub.args[1], Op) and sub.args[1].head == "argmin":
            return REASONS["defined_as"]
        if sub.head not in READ:
            return REASONS.get(sub.head, f"no engine on a device reads {sub.head}")
    for _, term in subterms(prop):
        if isinstance(term, Op) and term.head not in HEADS_READ:
            return OF_TERMS.get(term.head, f"no engine on a device reads {term.head}")
    return ""


def trains(prop: Prop) -> bool:
    """Whether ``prop`` states a limit of the flow."""
    return any(sub.head in TRAINED for _, sub in subprops(prop))
