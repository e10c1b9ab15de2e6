r"""Expectation over labels of any law, of which only some joint moments with the covariate are assumed.

For :math:`(x,y)\sim\mathcal D` with :math:`x\sim N(0,\Lambda)`: :math:`\mathbb E[y]`, :math:`\mathbb E[yx]`,
:math:`\mathbb E[y^2]` and :math:`\mathbb E[y^2xx^\top]`; every other moment with a label in it is refused.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import cast

from ..errors import InputError
from .letters import Letter, letter
from .matrices import Matrix, Value, plus, times
from .moments import pair_letter
from .scalars import ATOMS, ONE, Atom, Scalar
from .structure import Name, hides, mentions
from .substitution import substitute
from .terms_of import term_list

LABEL_MOMENT = "E[y"
"""How the names of the moments below begin."""
LABEL_MOMENTS = {"E[y]": (1, 0), "E[yx]": (1, 1), "E[y^2]": (2, 0), "E[y^2 xx.T]": (2, 2)}
"""Those of (x, y), and how often the label and the covariate occur in each."""


@dataclass(frozen=True)
class LabelLaw:
    """The moments of (x, y) that may be used, as letters and named scalars; ``name`` tells different laws apart."""

    name: str = ""
    rows: str = "d"

    @property
    def mean(self) -> Scalar:
        return Scalar.symbol(f"E[y]{self.name}")

    @property
    def square(self) -> Scalar:
        return Scalar.symbol(f"E[y^2]{self.name}", 1)

    @property
    def cross(self) -> Matrix:
        r""":math:`\mathbb E[yx]`, d x 1."""
        return Matrix.of(letter(f"E[yx]{self.name}", self.rows, 1))

    @property
    def outer(self) -> Letter:
        r""":math:`\mathbb E[y^2xx^\top]`, d x d, symmetric."""
        return letter(f"E[y^2 xx.T]{self.name}", self.rows, self.rows, symmetric=True)


def expect_label(value: Value, label: str, covariate: Letter, law: LabelLaw) -> Value:
    """The expectation over the pair (covariate, label) in all terms that contain the label, a named scalar.

    Terms without it are left as they are, the covariate in them too.  Raises :class:`InputError` for other moments.
    """
    total = value * 0
    for term, word, mono in term_list(value):
        k = sum(cast(int, e) for a, e in mono if ATOMS[a].kind == "symbol" and ATOMS[a].name == label)
        n = sum(x.original is covariate for x in word)
        n += sum(cast(int, e) * sum(x.original is covariate for x in ATOMS[a].args)
                 for a, e in mono if ATOMS[a].kind == "cycle")
        unseen: tuple[Name, ...] = (label, covariate) if k else (label,)
        hidden = hides(word, unseen) or any(_hides(ATOMS[a], unseen) for a, _ in mono)
        if hidden or k < 0 or (k, n) not in {(0, n), (1, 0), (1, 1), (2, 0), (2, 2)}:
            raise InputError(f"the moment E[y^{k} x^{n}] is not among those of the law of (x, y) that are assumed.")
        total = plus(total, _moment(term, label, covariate, law, k, n))
    return total


def _hides(a: Atom, wanted: tuple[Name, ...]) -> bool:
    return hides(a.args, wanted) if a.kind == "cycle" else a.kind != "symbol" and mentions(a, wanted)


def _moment(term: Value, label: str, covariate: Letter, law: LabelLaw, k: int, n: int) -> Value:
    if k == 0:
        return term
    bare = substitute(term, {label: ONE})
    if n == 0:
        return times(law.mean if k == 1 else law.square, bare)
    if n == 1:
        return substitute(bare, {covariate: law.cross})
    return pair_letter(bare, covariate, (law.outer,))
