"""Which random symbols are Gaussian, or have a density: their traits say it, or their role in the model of a claim.

No name says it: a random symbol of which nothing is declared may be of any law.  Standard library only.
"""

from __future__ import annotations

from ...model import Model
from ...statement.laws import RANDOM_COVARIANCES
from ...statement.terms import Sym
from .moments import is_of_a_law


def drawn_in(model: Model) -> frozenset[Sym]:
    """Covariates, query and task of the prompt where they are N(0, Lam) and N(0, I); a prior of the task is any."""
    roles = model.roles
    task = () if model.loss in roles.prior_loss else roles.task
    return frozenset({*roles.covariates, *roles.query, *task})


def is_gaussian_in(sym: Sym, model: Model) -> bool:
    """Whether the symbol, or each member of the family, is Gaussian; what may be singular carries ``degenerate``."""
    return is_gaussian(sym, drawn_in(model))


def is_gaussian(sym: Sym, drawn: frozenset[Sym]) -> bool:
    """The same, ``drawn`` being the Gaussian symbols of the model."""
    laws = [trait for trait in sym.traits if trait.startswith(("cov:", "std:"))]
    other = sym.traits - {"random", "iid", "degenerate", *laws}
    of_a_covariance = not other and any(trait.startswith("cov:") for trait in laws)
    return sym.has("random") and (of_a_covariance or other == {"noise", "normal"} or sym in drawn)


def has_density(sym: Sym, model: Model) -> bool:
    """Whether the symbol is not random, or of the Gaussian prompt, or continuous: all others may be of any law."""
    if sym.has("degenerate") or any(f"cov:{name}" in sym.traits for name in RANDOM_COVARIANCES):
        return False
    derived = sym.traits & {"prompt", "derived"} and not is_of_a_law(sym)
    return not sym.has("random") or sym.has("continuous_entries") or bool(derived) or is_gaussian_in(sym, model)
