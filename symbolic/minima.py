r"""Global minimum and all minimisers of a loss that is a quadratic function of one product of parameters.

On the invariant block the loss of linear self-attention depends on :math:`(U_{11},u_{-1})` through
:math:`K=u_{-1}U_{11}` alone, as

.. math:: f=\tfrac12\sum_kc_k\,\mathrm{tr}(A_kKB_kK^\top)-\mathrm{tr}(BK^\top)+f_0,

with scalars :math:`c_k` and functions :math:`A_k,B_k,B` of :math:`\Lambda`.  :func:`complete_square` reads this form
off a derived loss (nothing else is given to it), solves :math:`\sum_kc_kA_kKB_k=B` for :math:`K_*`, and returns

.. math:: f-\min f=\tfrac12\sum_kc_k\,\mathrm{tr}\bigl(A_k(K-K_*)B_k(K-K_*)^\top\bigr).

With every :math:`c_k>0` and every :math:`A_k,B_k` positive definite the right side is a sum of squares that vanishes at
:math:`K=K_*` only: that is the minimum, and these are all minimisers (zfb, Lemma 11, Corollary 16).
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import cast

from .errors import InputError
from .words.calculus import name_of
from .words.letters import Exponent, Letter, Word
from .words.matrices import Matrix, power, trace
from .words.scalars import ATOMS, ONE, ZERO, Mono, Scalar, add_all
from .words.structure import depends_on


@dataclass(frozen=True)
class Weight:
    r"""One term :math:`c\,\mathrm{tr}(A\Delta B\Delta^\top)` of the quadratic part."""

    coefficient: Scalar
    left: Matrix
    right: Matrix


@dataclass(frozen=True)
class Square:
    """The certificate of a completed square; :func:`verify` checks it again from these fields alone."""

    f: Scalar
    U: Matrix
    u: Scalar
    weights: tuple[Weight, ...]
    K: Matrix
    r"""The value :math:`K_*` of the product ``u U`` at every minimiser."""
    minimum: Scalar

    def gap(self, K: Matrix) -> Scalar:
        r""":math:`\frac12\sum_kc_k\mathrm{tr}(A_k(K-K_*)B_k(K-K_*)^\top)`."""
        delta = K - self.K
        return add_all(
            w.coefficient * trace(w.left * delta * w.right * delta.T) * Fraction(1, 2) for w in self.weights
        )

    def apply(self, K: Matrix) -> Matrix:
        r"""The gradient operator :math:`\sum_kc_kA_kKB_k`."""
        return _sum([_product(w.left, K, w.right, w.coefficient) for w in self.weights])

    def factors(self) -> tuple[Matrix, Matrix]:
        r"""The pair (L, R) with :math:`f-\min f=\frac12\|L^{1/2}(K-K_*)R^{1/2}\|_F^2`, R a single word.

        Raises InputError where the weights do not share one right factor.
        """
        right = self.weights[0].right
        if any(w.right != right for w in self.weights):
            raise InputError("the quadratic part has several right factors: use weights instead of factors().")
        return _sum([_product(w.left, w.coefficient) for w in self.weights]), right


def complete_square(f: Scalar, U: Matrix, u: Scalar) -> Square:
    r"""The completed square of ``f``, a function of the d x d letter ``U`` and the symbol ``u`` through ``u U`` alone.

    Raises InputError where ``f`` is not of that form: it says which term is not.
    """
    letter, symbol = _letter(U), _symbol(u)
    weights: dict[tuple[Word, Word], Scalar] = {}
    linear = Matrix(U.rows, U.cols, {})
    constant = ZERO
    for mono, c in f.terms.items():
        degree, words, rest = _split(mono, letter, symbol)
        coefficient, term = Scalar({rest: c}), Scalar({mono: c})
        if degree != sum(_occurrences(w, letter) for w in words):
            raise InputError(f"the term {term} is no function of the product {u} {U}: pass a function of it.")
        if degree == 0:
            constant = constant + coefficient
        elif degree == 1 and len(words) == 1:
            linear = linear - _product(_as_gradient(words[0], letter, U), coefficient)
        elif degree == 2 and len(words) == 1:
            key = _sandwich(words[0], letter)
            weights[key] = weights.get(key, ZERO) + coefficient * 2
        else:
            raise InputError(f"the term {term} is neither tr(A K B K^T) nor tr(B K^T): pass a sum of those.")
    if not weights:
        raise InputError(f"f has no quadratic term in {u} {U}: it has no strict minimum.")
    terms = tuple(
        Weight(c, Matrix(U.rows, U.cols, {a: ONE}), Matrix(U.rows, U.cols, {b: ONE})) for (a, b), c in weights.items()
    )
    K = _stationary(terms, linear)
    minimum = constant - trace(linear * K.T) * Fraction(1, 2)
    return Square(f, U, u, terms, K, minimum)


def _stationary(weights: tuple[Weight, ...], linear: Matrix) -> Matrix:
    r"""The solution of :math:`\sum_kc_kA_kKB_k=B`, sought among the functions of the letter that all words share.

    There everything commutes, so :math:`K=(\sum_kc_kA_kB_k)^{-1}B`; that it solves the equation is checked.
    """
    operator = _sum([_product(w.left, w.right, w.coefficient) for w in weights])
    K = _product(cast(Matrix, power(operator, Fraction(-1))), linear)
    back = _sum([_product(w.left, K, w.right, w.coefficient) for w in weights])
    if not (back - linear).is_zero():
        raise InputError(f"the linear term {linear} does not commute with the weights: the stationary K was not found.")
    return K


def verify(certificate: Square) -> bool:
    """Check a certificate again, sharing nothing with its making but the algebra.

    (0) Nothing that the certificate gives depends on U or u, as a function of them that stands in another letter would;
    (1) ``f - minimum`` equals the gap at ``u U``, as an identity for every U and u; (2) no weight is negative, and one
    is positive definite.  By (2) the gap is >= 0 and zero only at ``u U = K``, which ``u = 1, U = K`` attains; so by
    (1) the minimum and all minimisers are as stated.
    """
    weights = certificate.weights
    given = (certificate.K, certificate.minimum, *(part for w in weights for part in (w.coefficient, w.left, w.right)))
    if any(depends_on(value, name_of(x)) for value in given for x in (certificate.U, certificate.u)):
        return False
    definite = all(is_positive_definite(w.left) and is_positive_definite(w.right) for w in weights)
    signs = all(w.coefficient.is_nonnegative for w in weights) and any(is_positive(w.coefficient) for w in weights)
    if not (definite and signs):
        return False  # before the identity, which may be long
    product = _product(certificate.U, certificate.u)
    return (certificate.f - certificate.minimum - certificate.gap(product)).is_zero()


def is_positive(c: Scalar) -> bool:
    """Whether ``c`` is certainly > 0 for every d, N >= 1 and positive definite letters: a sum of terms that are not
    negative, one of which is a positive coefficient times traces of positive definite words (False: not shown)."""
    return c.is_nonnegative and any(all(_positive_atom(number) for number, _ in mono) for mono in c.terms)


def is_positive_definite(A: Matrix) -> bool:
    """Whether ``A`` is certainly positive definite: combinations of powers of positive definite letters and of their
    sums with non-negative multiples of the identity, no coefficient negative and one positive (False: not shown)."""
    none_negative = all(c.is_nonnegative and _positive_word(w) for w, c in A.terms.items())
    return none_negative and any(is_positive(c) for c in A.terms.values())


def _positive_atom(number: int) -> bool:
    a = ATOMS[number]
    if a.kind == "cycle":
        return _positive_word(a.args)
    if a.kind == "root":
        return is_positive(a.args[0])
    return a.kind == "symbol" and a.sign_hint > 0 and a.name == "d"


def _positive_word(word: Word) -> bool:
    """The identity, or one letter known to be positive definite (what its family adds is >= 0)."""
    return not word or (len(word) == 1 and word[0].definite)


# Reading the form ----------------------------------------------------------------------------------------

def _letter(U: Matrix) -> Letter:
    ((word, _),) = U.terms.items()
    return word[0]


def _symbol(u: Scalar) -> int:
    ((mono, _),) = u.terms.items()
    return mono[0][0]


def _product(*factors: Matrix | Scalar) -> Matrix:
    out: Matrix | Scalar = factors[0]
    for factor in factors[1:]:
        out = out * factor
    return cast(Matrix, out)


def _sum(matrices: list[Matrix]) -> Matrix:
    out = matrices[0]
    for A in matrices[1:]:
        out = out + A
    return out


def _split(mono: Mono, letter: Letter, symbol: int) -> tuple[int, list[Word], Mono]:
    """The exponent of ``u``, the closed words that contain U (with repetition), and all the rest."""
    degree = 0
    words: list[Word] = []
    rest: list[tuple[int, Exponent]] = []
    for number, e in mono:
        a = ATOMS[number]
        if number == symbol:
            degree = _whole(e)
        elif a.kind == "cycle" and _occurrences(a.args, letter):
            words += [a.args] * _whole(e)
        else:
            rest.append((number, e))
    return degree, words, tuple(rest)


def _whole(e: Exponent) -> int:
    if not isinstance(e, int) or e < 0:
        raise InputError(f"a parameter has the exponent {e}: complete_square needs a polynomial.")
    return e


def _occurrences(word: Word, letter: Letter) -> int:
    return sum(x is letter or x is letter.t for x in word)


def _as_gradient(word: Word, letter: Letter, U: Matrix) -> Matrix:
    r"""The matrix B with :math:`\mathrm{tr}(word)=\mathrm{tr}(BU^\top)`."""
    i = next(k for k, x in enumerate(word) if x is letter or x is letter.t)
    around = Matrix(U.rows, U.cols, {word[i + 1 :] + word[:i]: ONE})
    return around.T if word[i] is letter else around


def _sandwich(word: Word, letter: Letter) -> tuple[Word, Word]:
    r"""(A, B) with :math:`\mathrm{tr}(word)=\mathrm{tr}(AUBU^\top)`."""
    i = next((k for k, x in enumerate(word) if x is letter), None)
    j = next((k for k, x in enumerate(word) if x is letter.t), None)
    if i is None or j is None:
        raise InputError(f"tr({word}) has {letter} twice without a transpose: complete_square needs tr(A K B K^T).")
    turned = word[j + 1 :] + word[: j + 1]
    i = turned.index(letter)
    return turned[:i], turned[i + 1 : -1]

