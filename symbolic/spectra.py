r"""Functions of :math:`\Lambda` evaluated exactly on its eigenvalues.

Where all letters are functions of one positive definite letter, words become numbers: :math:`\Lambda^p(\Lambda+sI)^q`
has the eigenvalues :math:`\lambda_i^p(\lambda_i+s)^q` and a trace is the sum of them.  Whole exponents stay rational.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from .errors import InputError
from .words.functions import inside
from .words.letters import Exponent, Letter, Word
from .words.matrices import Matrix
from .words.scalars import ATOMS, Atom, Scalar


@dataclass(frozen=True)
class Spectrum:
    """Positive rational eigenvalues of the positive definite letter, and the prompt length N."""

    eigenvalues: tuple[Fraction, ...]
    N: int

    def __post_init__(self) -> None:
        if isinstance(self.N, bool) or not isinstance(self.N, int) or self.N < 1:
            raise InputError(f"N must be a positive integer, not {self.N!r}: pass the prompt length.")
        if not self.eigenvalues:
            raise InputError("eigenvalues is empty: give the eigenvalues of Lam.")
        for x in self.eigenvalues:
            if not isinstance(x, Fraction):
                raise InputError(f"eigenvalues must be Fractions, not {x!r}: floats are never exact.")
            if x <= 0:
                raise InputError(f"Lam must be positive definite: its smallest eigenvalue is {min(self.eigenvalues)}.")

    @staticmethod
    def of(eigenvalues: Sequence[int | Fraction], N: int) -> Spectrum:
        if any(isinstance(x, bool) or not isinstance(x, (int, Fraction)) for x in eigenvalues):
            raise InputError(f"eigenvalues must be integers or Fractions, not {list(eigenvalues)}: pass exact ones.")
        return Spectrum(tuple(Fraction(x) for x in eigenvalues), N)

    def matrix(self, A: Matrix) -> tuple[Fraction, ...]:
        """The eigenvalues of ``A``, a function of the letter, in the order of ``eigenvalues``."""
        factors = [(self.scalar(c), word) for word, c in A.terms.items()]
        return tuple(
            sum((c * self._word(word, x) for c, word in factors), Fraction(0)) for x in self.eigenvalues
        )

    def scalar(self, value: Scalar) -> Fraction:
        """The value of a scalar made of traces of functions of the letter, d and N."""
        total = Fraction(0)
        for mono, ratio in value.terms.items():
            term = ratio.at(self.N)
            for number, e in mono:
                term *= self._power(self._atom(ATOMS[number]), e)
            total += term
        return total

    def _atom(self, a: Atom) -> Fraction:
        if a.kind == "symbol" and a.name == "d":
            return Fraction(len(self.eigenvalues))
        if a.kind == "root":
            return self.scalar(a.args[0])
        if a.kind == "cycle":
            return sum((self._word(a.args, x) for x in self.eigenvalues), Fraction(0))
        raise InputError(f"{a.name or a} has no value on the eigenvalues of Lam alone: substitute it first.")

    def _word(self, word: Word, x: Fraction) -> Fraction:
        value = Fraction(1)
        for y in word:
            value *= self._letter(y, x)
        return value

    def _letter(self, y: Letter, x: Fraction) -> Fraction:
        if y.base is None:
            raise InputError(f"{y} is no function of the positive definite letter: substitute it first.")
        shifted = inside(y, x, Fraction(1), lambda value, c: value * self.scalar(c)) if y.shift is not None else x
        return self._power(x, y.p) * self._power(shifted, y.q)

    @staticmethod
    def _power(x: Fraction, e: Exponent) -> Fraction:
        if not isinstance(e, int):
            raise InputError(f"the exponent {e} leaves the rational numbers: square the expression first.")
        return x**e
