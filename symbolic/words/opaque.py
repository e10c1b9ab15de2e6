r"""Functions of which words know only a few laws: norms, singular values, exponentials, logarithms; how to add others.

An opaque function is an atom that holds its arguments in normal form, so equal arguments give equal values.  The
laws that are applied (homogeneity, invariance under transposition, powers of one positive definite letter) make
the argument canonical; everything else about such a function is left to facts outside this algebra.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from flint import fmpq_poly

from .coefficients import Ratio
from .letters import Exponent
from .matrices import Matrix, Value, trace
from .roots import absolute, cancelled, monomial_content
from .scalars import ATOMS, ONE, ZERO, Atom, Mono, Scalar, add_all, atom


def opaque(name: str, *args: Any, sign: int = 0) -> Scalar:
    """The value of an unspecified function; ``sign=1`` says that it is non-negative."""
    return atom("opaque", name, args, sign).power()


def exp(s: Scalar) -> Scalar:
    r""":math:`e^s`, with :math:`e^0=1` and integer multiples of one exponent collected: :math:`e^{-s}=(e^s)^{-1}`."""
    if not s.terms:
        return ONE
    for mono, c in s.terms.items():
        power = _of_log(mono, c)
        if power is not None:
            return power * exp(Scalar({m: x for m, x in s.terms.items() if m != mono}))
    leading = s.terms[min(s.terms, key=repr_order)]
    return opaque("exp", -s, sign=1) ** -1 if leading.sign() < 0 else opaque("exp", s, sign=1)


def _of_log(mono: Mono, c: Ratio) -> Scalar | None:
    """Of ``c log a``, with a number c, the power a^c that is its exponential."""
    a = ATOMS[mono[0][0]] if len(mono) == 1 and mono[0][1] == 1 else None
    if a is None or (a.kind, a.name) != ("opaque", "log") or not c.is_constant:
        return None
    base: Scalar = a.args[0]
    return base ** c.at(1)


def log(s: Scalar) -> Scalar:
    r"""Of a positive number: :math:`\log(ab)=\log a+\log b`, :math:`\log a^e=e\log a`, :math:`\log e^a=a`.

    Of a product one factor may have an unknown sign: it is positive where the others and the product are.
    """
    s = cancelled(s)
    if len(s.terms) > 1:
        mono, c = monomial_content(s, whole=False)
        rest = s * Scalar({tuple((k, -e) for k, e in mono): c.inverse()})
        return _log_of_product(mono, c) + opaque("log", rest)
    ((mono, c),) = s.terms.items() if s.terms else (((), Ratio.of(0)),)
    unsigned = [k for k, e in mono if not (ATOMS[k].sign or _is_even(e))]
    return opaque("log", s) if c.sign() <= 0 or len(unsigned) > 1 else _log_of_product(mono, c)


def _is_even(e: Exponent) -> bool:
    return isinstance(e, int) and e % 2 == 0


def _log_of_product(mono: Mono, c: Ratio) -> Scalar:
    numbers = (opaque("log", Scalar({(): Ratio(fmpq_poly(f))})) * k for f, k in c.factors())
    return add_all([*numbers, *(_log_of_atom(ATOMS[k], e) * Fraction(e) for k, e in mono)])


def _log_of_atom(a: Atom, e: Exponent) -> Scalar:
    if (a.kind, a.name) == ("opaque", "exp"):
        return Scalar.of(a.args[0])
    base = a.args[0] if a.kind == "root" else a.power()
    return opaque("log", absolute(base) if _is_even(e) and not a.sign else base)


def repr_order(mono: Mono) -> str:
    return repr(sorted((ATOMS[k].kind, ATOMS[k].name, repr(ATOMS[k].args), str(e)) for k, e in mono))


def norm_F(A: Value) -> Scalar:
    r""":math:`\|A\|_F=(\mathrm{tr}\,AA^\top)^{1/2}`; for scalars the absolute value, for vectors the Euclidean norm."""
    return absolute(A) if isinstance(A, Scalar) else trace(A * A.T) ** Fraction(1, 2)


def norm_op(A: Value) -> Scalar:
    r""":math:`\|A\|_{op}` with :math:`\|cA\|=|c|\,\|A\|`, :math:`\|A^\top\|=\|A\|`, :math:`\|B^p\|=\|B\|^p`.

    The last law is for a positive definite letter B and p > 0; the norm of a vector is the Euclidean one; orthogonal
    letters at either end do not count.
    """
    if isinstance(A, Scalar):
        return absolute(A)
    if 1 in (A.rows, A.cols):
        return norm_F(A)
    return _homogeneous("norm_op", A, symmetric=True)


def nuclear(A: Value) -> Scalar:
    r""":math:`\sum_i\sigma_i(A)`, the sum of the singular values; the trace for functions of a positive letter."""
    if isinstance(A, Scalar):
        return absolute(A)
    return _homogeneous("nuclear", A, symmetric=True)


def singular_product_sum(U: Value, V: Value) -> Scalar:
    r""":math:`\sum_i\sigma_i(U)\sigma_i(V)`, homogeneous in both arguments and symmetric in them."""
    if isinstance(U, Scalar) or isinstance(V, Scalar):
        return norm_op(U) * norm_op(V)
    (a, U), (b, V) = _normalised(_turned_back(U)), _normalised(_turned_back(V))
    if not (U.terms and V.terms):
        return ZERO
    first, second = sorted((_least_transpose(U), _least_transpose(V)), key=repr)
    return a * b * opaque("singular_product_sum", first, second, sign=1)


def _turned_back(A: Matrix) -> Matrix:
    """``A`` without the orthogonal letters at either end of all its words: singular values do not see them."""
    first, last = ({word[place : place + 1 or None] for word in A.terms} for place in (0, -1))
    left, right = (next(iter(ends))[:1] if len(ends) == 1 else () for ends in (first, last))
    if left and left[0].orthogonal:
        turned = Matrix.of(left[0]).T * A
    elif right and right[0].orthogonal:
        turned = A * Matrix.of(right[0]).T
    else:
        return A
    assert isinstance(turned, Matrix), "an orthogonal letter is larger than 1 x 1"
    return _turned_back(turned)


def _homogeneous(name: str, A: Matrix, symmetric: bool) -> Scalar:
    factor, rest = _normalised(_turned_back(A))
    if not rest.terms:
        return ZERO
    if len(rest.terms) == 1:
        (word,) = rest.terms
        if not word:
            return factor if name == "norm_op" else factor * trace(rest)
        if len(word) == 1 and word[0].semidefinite:
            if name == "nuclear":
                return factor * trace(rest)
            base, p, q = word[0].base, word[0].p, word[0].q
            if base is not None and q == 0 and p > 0:
                return factor * opaque(name, Matrix.of(base), sign=1) ** p
    return factor * opaque(name, _least_transpose(rest) if symmetric else rest, sign=1)


def _normalised(A: Matrix) -> tuple[Scalar, Matrix]:
    """``A`` as a non-negative scalar times a matrix whose leading coefficient is one monomial-free unit."""
    if not A.terms:
        return ONE, A
    lead = A.terms[min(A.terms, key=lambda w: (-len(w), [x.key for x in w]))]
    if len(lead.terms) != 1:
        return ONE, A
    ((mono, c),) = lead.terms.items()
    if c.sign() == 0:
        return ONE, A
    unit = Scalar({mono: c})
    rest = A * unit**-1
    assert isinstance(rest, Matrix)
    return absolute(unit), rest


def _least_transpose(A: Matrix) -> Matrix:
    return min(A, A.T, key=repr)


def condition(A: Value) -> Scalar:
    r""":math:`\kappa(A)`, the ratio of the extreme eigenvalues of a positive definite A; :math:`\kappa(cA)=\kappa(A)`.

    It is at least 1, and 1 for multiples of the identity; :math:`\kappa(A^p)=\kappa(A)^{|p|}` for powers of a letter.
    """
    if isinstance(A, Scalar):
        return ONE
    _, rest = _normalised(A)
    if len(rest.terms) == 1:
        (word,) = rest.terms
        if not word:
            return ONE
        x = word[0]
        if len(word) == 1 and x.base is not None and x.q == 0:
            return opaque("cond", Matrix.of(x.base), sign=1) ** abs(Fraction(x.p))
    return opaque("cond", rest, sign=1)


REBUILD: dict[str, Callable[..., Scalar]] = {
    "abs": absolute,
    "cond": condition,
    "exp": exp,
    "log": log,
    "norm_op": norm_op,
    "nuclear": nuclear,
    "singular_product_sum": singular_product_sum,
}
"""Constructors by name: a function with laws registers here, so that substitution applies them again."""


def rebuilt(a: Atom, args: tuple[Any, ...]) -> Scalar:
    """The opaque function of ``a`` at other arguments."""
    make = REBUILD.get(a.name)
    return make(*args) if make is not None else opaque(a.name, *args, sign=a.sign_hint)
