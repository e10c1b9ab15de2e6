r"""Global minima of functions of a vector v and a matrix U whose quadratic forms may be degenerate.

The risk of one step of gradient descent from a learned start is such a function: not convex, but for every U it is a
constant in v plus a sum of squares in :math:`v-v_*`, and at :math:`v_*` a convex quadratic function of U. So it is
least at :math:`v_*` and where the gradient in U vanishes.  :func:`minimise` finds the point and certifies it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import cast

from .errors import InputError
from .words import Matrix, Scalar, gradient, letter, name_of, power, projection, pseudo_inverse, substitute
from .words.letters import Dim, Letter, Word
from .words.matrices import Value
from .words.scalars import ATOMS, ONE, ZERO
from .words.squares import forced_to_vanish, is_sum_of_squares
from .words.structure import hides, mentions, names


@dataclass(frozen=True)
class Minimum:
    """The least value of ``f`` over ``v`` (which may be absent) and ``U``, and a point where it is taken."""

    f: Scalar
    v: Matrix | None
    U: Matrix
    at_v: Matrix | None
    at_U: Matrix
    value: Scalar


def minimise(f: Scalar, v: Matrix | None, U: Matrix) -> Minimum:
    """The certified minimum of ``f`` over ``v`` and ``U``; :class:`InputError` where none is found."""
    at_v, of_U = (None, f) if v is None else _best_vector(f, v)
    at_U = _stationary(of_U, U)
    found = Minimum(f, v, U, at_v, at_U, cast(Scalar, substitute(of_U, {name_of(U): at_U})))
    if not verify(found):
        raise InputError("no certificate was found that the stationary point is a minimum.")
    return found


def verify(m: Minimum) -> bool:
    """Check the certificate again: (1) what v adds to the value at ``at_v`` is a sum of squares, for every U; (2) there
    the gradient in U vanishes at ``at_U``; (3) the terms of second order in U are a sum of squares, and none is of a
    higher order; (4) the value is the one at the point."""
    of_U = m.f
    if m.v is not None and m.at_v is not None:
        moved = cast(Scalar, substitute(m.f, {name_of(m.v): m.at_v + m.v}))
        of_U = cast(Scalar, substitute(m.f, {name_of(m.v): m.at_v}))
        if not is_sum_of_squares(moved - of_U):
            return False
    degrees = _by_degree(of_U, name_of(m.U))
    there: dict[Letter | str, Value] = {name_of(m.U): m.at_U}
    return (
        set(degrees) <= {0, 1, 2}
        and is_sum_of_squares(degrees.get(2, ZERO))
        and substitute(gradient(of_U, m.U), there).is_zero()
        and (cast(Scalar, substitute(of_U, there)) - m.value).is_zero()
    )


def all_minimisers(m: Minimum) -> dict[Letter | str, Value]:
    r"""The vector and the matrix in terms of free letters z, Z that run through all minimisers.

    Where the square :math:`v^\top Hv` vanishes, :math:`v=(I-P)z`; where :math:`\mathrm{tr}(aUhB'hU^\top)` does, with
    :math:`B'` invertible, :math:`U=Z-PZP'` with the projections on the images of a and h.  That f has its least value
    at all of them is checked.
    """
    found: dict[Letter | str, Value] = {}
    of_U = m.f
    if m.v is not None and m.at_v is not None:
        moved = cast(Scalar, substitute(m.f, {name_of(m.v): m.at_v + m.v}))
        of_U = cast(Scalar, substitute(m.f, {name_of(m.v): m.at_v}))
        found[name_of(m.v)] = m.at_v + _free_vector(m.v, moved - of_U)
    left, right, _ = _linear_equation(of_U, m.U)
    x = _single(right)
    if x is None:
        raise InputError("the image of the right factor is not known.")
    found[name_of(m.U)] = m.at_U + _not_seen(m.U, left, (x[0],))
    if not (cast(Scalar, substitute(m.f, found)) - m.value).is_zero():
        raise InputError("not all points at which the known squares vanish are minimisers.")
    return found


def _free_vector(v: Matrix, squares: Scalar) -> Matrix:
    """All values of v at which a square of v itself in the sum vanishes."""
    own = name_of(v)
    for half in forced_to_vanish(squares):
        if half.half == (own,):
            return _not_seen(v, half.left, ())
    raise InputError(f"no square of {v} itself is seen in the sum of squares.")


def solutions(equation: Matrix, x: Matrix) -> Matrix:
    r"""All solutions x of :math:`axb+c=0`, a linear equation with powers a, b of letters, in terms of a free letter."""
    own = cast(Letter, name_of(x))
    inside = [(w, c) for w, c in equation.terms.items() if own in w]
    if len(inside) != 1 or sum(y.original is own for y in inside[0][0]) != 1:
        raise InputError(f"the equation {equation} = 0 is not linear in {x} with one factor on each side.")
    ((word, c),) = inside
    i = word.index(own)
    left, right = word[:i], word[i + 1 :]
    rest = Matrix(equation.rows, equation.cols, {w: v for w, v in equation.terms.items() if w != word}) / c
    one = _product(_inverse_of(left, own.rows), -rest, _inverse_of(right, own.cols))
    if not (_product(_value(left, own.rows), one, _value(right, own.cols)) + rest).is_zero():
        raise InputError(f"the equation {equation} = 0 is not seen to have a solution.")
    return one + _not_seen(x, left, right)


def _not_seen(x: Matrix, left: Word, right: Word) -> Matrix:
    """All values of x with ``left x right = 0``."""
    own = cast(Letter, name_of(x))
    Z = Matrix.of(letter(f"any {own.name}", own.rows, own.cols))
    return Z - _product(_onto(left, own.rows), Z, _onto(right, own.cols))


def _value(word: Word, dim: Dim) -> Value:
    return Matrix(dim, dim, {word: ONE}) if word else Matrix.identity(dim)


def _onto(word: Word, dim: Dim) -> Value:
    return projection(_value(word, dim)) if word else Matrix.identity(dim)


def _inverse_of(word: Word, dim: Dim) -> Value:
    return pseudo_inverse(_value(word, dim)) if word else Matrix.identity(dim)


def _best_vector(f: Scalar, v: Matrix) -> tuple[Matrix, Scalar]:
    """A fixed vector such that what the distance of v from it adds is a sum of squares, and the rest of f."""
    for origin in _origins(f, v):
        moved = cast(Scalar, substitute(f, {name_of(v): origin + v}))
        rest = cast(Scalar, substitute(f, {name_of(v): origin}))
        if is_sum_of_squares(moved - rest):
            return origin, rest
    raise InputError(f"no fixed vector is seen from which {v} is measured: the minimum in it was not found.")


def _origins(f: Scalar, v: Matrix) -> Iterator[Matrix]:
    yield Matrix(v.rows, v.cols, {})
    letters = {x for x in names(f) if isinstance(x, Letter)}
    for x in sorted(letters, key=lambda x: x.key):
        if (x.rows, x.cols) == (v.rows, v.cols) and x is not name_of(v):
            yield Matrix.of(x)


def _by_degree(f: Scalar, x: Letter | str) -> dict[int, Scalar]:
    """The parts of ``f`` that are homogeneous in the letter; raises where it occurs otherwise than in closed words."""
    found: dict[int, Scalar] = {}
    for mono, c in f.terms.items():
        for a in (ATOMS[k] for k, _ in mono):
            if hides(a.args, (x,)) if a.kind == "cycle" else mentions(a, (x,)):
                raise InputError(f"{x} occurs inside a function: the minimum was not found.")
        degree = sum(int(e) * _count(ATOMS[k].args, x) for k, e in mono if ATOMS[k].kind == "cycle")
        found[degree] = found.get(degree, ZERO) + Scalar({mono: c})
    return found


def _count(word: Word, x: Letter | str) -> int:
    return sum(y.original is x for y in word)


def _stationary(f: Scalar, U: Matrix) -> Matrix:
    r"""A solution of :math:`aUB=L`, the gradient of a function with one left factor a, a power of a letter.

    With a power h of a letter such that :math:`B=hB'h`, :math:`B'` invertible, it is :math:`a^+L\,h^+B'^{-1}h^+`;
    that the gradient vanishes there is for the certificate to check.
    """
    left, right, linear = _linear_equation(f, U)
    return _product(_inverse_of(left, U.rows), linear, _inverse_on_image(right))


def _linear_equation(f: Scalar, U: Matrix) -> tuple[Word, Matrix, Matrix]:
    """a, B and L where the gradient is ``a U B - L``."""
    own = cast(Letter, name_of(U))
    slope = cast(Matrix, gradient(f, U))
    left: Word | None = None
    right, linear = Matrix(U.cols, U.cols, {}), Matrix(U.rows, U.cols, {})
    for word, c in slope.terms.items():
        if own not in word:
            linear = linear - Matrix(U.rows, U.cols, {word: c})
            continue
        i = word.index(own)
        if own.t in word or own in word[i + 1 :] or left not in (None, word[:i]):
            raise InputError("the gradient in the matrix is no product of it with one matrix from the left.")
        left = word[:i]
        right = right + Matrix(U.cols, U.cols, {word[i + 1 :]: c})
    if left is None:
        raise InputError(f"the function has no term of second order in {U}.")
    return left, right, linear


def _single(B: Matrix) -> tuple[Letter, Scalar] | None:
    """The letter that stands alone in a term, and its coefficient."""
    letters = [(w[0], c) for w, c in B.terms.items() if len(w) == 1]
    return letters[0] if len(letters) == 1 else None


def _inverse_on_image(B: Matrix) -> Matrix:
    r""":math:`h^+B'^{-1}h^+` for :math:`B=hB'h`."""
    single = _single(B)
    if single is None:
        return cast(Matrix, power(B, Fraction(-1)))
    x, c = single
    h = cast(Matrix, power(Matrix.of(x), Fraction(1, 2)))
    back = cast(Matrix, pseudo_inverse(h))
    onto = projection(Matrix.of(x))
    identity = Matrix(B.rows, B.cols, {(): ONE})
    inner = _product(back, B, back) + (identity - onto).scaled(c)
    return _product(back, power(inner, Fraction(-1)), back)


def _product(*factors: Value) -> Matrix:
    out = factors[0]
    for x in factors[1:]:
        out = cast(Matrix, out) * x
    return cast(Matrix, out)


