"""Proof chains: the paper's own proofs as data, and the checker that decides every step by computing.

>>> from proofs_check import ge, scalar
>>> from proofs_check.proof import Positivity, Proof, Step
>>> a = scalar("a")
>>> len(Proof((Step("a square", ge(a * a, 0), Positivity()),)).steps)
1

The rules, and what each takes, stand in :mod:`proofs_check.proof.chain` and :mod:`proofs_check.proof.steps`, how
each is decided in :mod:`proofs_check.proof.deciding`; the facts that a step may name (``FromFact("squeeze", ...)``) in
:mod:`proofs_check.proof.facts`; ``FromClaim("mine/lemma-1")`` cites a claim.
"""

from ..guards import guarded
from .chain import (
    AlmostSurely,
    Antisymmetry,
    Assume,
    AtMinimisers,
    Attained,
    Bounded,
    Combination,
    ConditionNumber,
    Congruence,
    Continuity,
    Contradiction,
    Diagonal,
    Discharge,
    Dominated,
    Eigenvectors,
    Exhibit,
    FromClaim,
    FromFact,
    Identity,
    MeanSquare,
    ModusPonens,
    Positivity,
    Proof,
    Reduction,
    Roots,
    Signs,
    Step,
    Substitution,
    Summands,
    TheMinimiser,
)
from .steps.recursions import Apart, Induction, Instance, MeanOfLinear, Rewriting, SameLaw, Tower

__all__ = [
    "AlmostSurely", "Antisymmetry", "Apart", "Assume", "AtMinimisers", "Attained", "Bounded", "Combination",
    "ConditionNumber", "Congruence", "Continuity", "Contradiction", "Diagonal", "Discharge", "Dominated",
    "Eigenvectors", "Exhibit", "FromClaim", "FromFact", "Identity", "Induction", "Instance", "MeanOfLinear",
    "MeanSquare", "ModusPonens", "Positivity", "Proof", "Reduction", "Rewriting", "Roots", "SameLaw", "Signs", "Step",
    "Substitution", "Summands", "TheMinimiser", "Tower",
]

for _name in __all__:
    guarded(_name, globals()[_name], __name__)
