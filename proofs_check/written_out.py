"""What the derived symbols and the unnamed laws of a paper are, written out in the statement language.

An engine that reads any term needs to know nothing else of a paper.  Standard library only.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module
from importlib.util import find_spec

from .statement.terms import Sym, Term

STANDARD = "I"


@dataclass(frozen=True)
class WrittenOut:
    """Each by the symbol itself."""

    terms: dict[Sym, Term] = field(default_factory=dict)
    """Derived symbols."""
    draws: dict[Sym, Term] = field(default_factory=dict)
    """Random symbols of unspecified law: how they are drawn."""
    covariances: dict[Sym, Sym | str] = field(default_factory=dict)
    """Of Gaussian vectors whose traits do not name one; ``"I"`` is the identity."""
    covariates: dict[Sym, Sym] = field(default_factory=dict)
    """Of labels whose traits do not name one."""
    instances: dict[Sym, Callable[..., Term]] = field(default_factory=dict)
    """Of functions that hypotheses speak of: one that meets these."""
    prediction: Callable[..., Term] | None = None
    """Of the layer with given weights on a prompt of a given length."""
    prediction_on: Callable[..., Term] | None = None
    """Of the layer with given weights on given examples, labels and a query."""

    def term(self, sym: Sym) -> Term | None:
        return self.terms.get(sym)

    def covariance(self, sym: Sym) -> Sym | str | None:
        return self.covariances.get(sym)

    def covariate(self, sym: Sym) -> Sym | None:
        return self.covariates.get(sym)

    def named(self, name: str) -> Sym | None:
        """A covariance that is written out here, by its name."""
        found = (law for law in self.covariances.values() if isinstance(law, Sym) and law.name == name)
        return next(found, None)

    def instance(self, h: Sym, arguments: Sequence[Term]) -> Term | None:
        made = self.instances.get(h)
        return None if made is None else made(*arguments)

    def predicted(self, *arguments: Term) -> Term | None:
        return None if self.prediction is None else self.prediction(*arguments)


@cache
def written_out(paper: str) -> WrittenOut:
    """Of the paper with this id prefix; of a paper without such a file nothing is."""
    package = f"{__package__}.papers.{paper}"
    if find_spec(package) is None or find_spec(f"{package}.written_out") is None:
        return WrittenOut()
    found: WrittenOut = import_module(f"{package}.written_out").WRITTEN_OUT
    return found
