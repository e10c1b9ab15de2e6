r"""Activations :math:`\tilde h(U,W)`, kernels and functions of single entries, of which few laws are known.

Arguments are cut into pieces side by side, as a context :math:`X=(X_1\ x_2)` is into demonstrations and query; values
are cut accordingly.  Where :math:`\tilde h(S^\top U,S^{-1}W)=\tilde h(U,W)` for every invertible S, all pairs
:math:`(PU,P^{-\top}W)` with a product P of invertible letters have one canonical member: the least of those in which
the invertible letters at the front of one word of U are taken away.  Rotation-invariant kernels likewise.  Such an
activation that is continuous is constant where an argument is 0: :math:`\tilde h(U,0)=\tilde h(sU,0)`, which tends to
:math:`\tilde h(0,0)` as s tends to 0.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import takewhile
from typing import Any

from ..errors import InputError
from .blocks import Block
from .calculus import shape_of
from .calls import CALLS, Arguments, Calling, called
from .letters import Letter, Word
from .matrices import Matrix, Value, has_inverse, inverse_of, plus, times
from .operators import as_block, unwrapped
from .scalars import ONE, Scalar
from .structure import names
from .weights import ones

Row = tuple[Value, ...]
"""Pieces side by side."""


@dataclass(frozen=True)
class Activation:
    """An unspecified activation and what is assumed of it."""

    name: str
    invariant: bool = False
    smooth: bool = False
    symmetric: bool = False
    """Whether exchanging the arguments transposes the value."""


@dataclass(frozen=True)
class Kernel:
    """An unspecified symmetric kernel and what is assumed of it."""

    name: str
    rotation_invariant: bool = False


def row_of(value: Any) -> Row:
    """The pieces of a matrix whose rows are not cut."""
    block = as_block(value)
    if len(block.entries) != 1:
        raise InputError(f"the argument is cut into rows {block.rows}: its columns must be whole vectors.")
    return block.entries[0]


# Canonical arguments -----------------------------------------------------------------------------------------

def _rotation(x: Letter) -> bool:
    return x.orthogonal


def canonical(U: Row, W: Row, may: Callable[[Letter], bool] = has_inverse) -> tuple[Row, Row, Word]:
    r"""The canonical pair among all :math:`(P^{-1}U,P^\top W)`, P a product of letters that ``may`` be taken, and P."""
    moving = U if any(isinstance(u, Matrix) and u.terms for u in U) else W
    words = [word for piece in moving if isinstance(piece, Matrix) for word in piece.terms]
    if not words or not any(word and may(word[0]) for word in words):
        return U, W, ()
    found: list[tuple[Any, Any, int, Row, Row, Word]] = []
    for P in dict.fromkeys(tuple(takewhile(may, word)) for word in words):
        if moving is U:
            u, w = tuple(_before(_inverse(P), x) for x in U), tuple(_before(_transpose(P), x) for x in W)
        else:
            u, w = tuple(_before(_transpose(P), x) for x in U), tuple(_before(_inverse(P), x) for x in W)
        found.append((_order(u), _order(w), len(found), u, w, P))
    *_, u, w, P = min(found)
    # Where U is zero, W has been brought to its place by P, that is (U, W) = (P^{-T} U', P W').
    return u, w, P if moving is U else tuple(_flipped_inverse(x) for x in P)


def _flipped_inverse(x: Letter) -> Letter:
    value = inverse_of(x)
    assert isinstance(value, Matrix)
    ((word, _),) = value.terms.items()
    return word[0].t


def _inverse(P: Word) -> list[Value]:
    return [inverse_of(x) for x in reversed(P)]


def _transpose(P: Word) -> list[Value]:
    return [Matrix.of(x.t) for x in reversed(P)]


def _before(factors: list[Value], value: Value) -> Value:
    for factor in reversed(factors):
        value = times(factor, value)
    return value


def _order(row: Row) -> list[list[tuple[list[tuple[str, ...]], str]]]:
    return [_key(piece) for piece in row]


def _key(value: Value) -> list[tuple[list[tuple[str, ...]], str]]:
    """An order of values."""
    if isinstance(value, Scalar):
        return [([], repr(value))]
    return sorted(([x.key for x in word], repr(c)) for word, c in value.terms.items())


# Activations -------------------------------------------------------------------------------------------------

def _vanishes(row: Row) -> bool:
    return not any(piece.terms for piece in row)


def _nothing(row: Row) -> Row:
    return tuple(Matrix.zero(*shape_of(piece)) for piece in row)


def _representative(h: Activation, u: Row, w: Row) -> tuple[Row, Row]:
    """The canonical arguments with this value; where one of them is 0, a continuous activation looks at neither."""
    if not h.invariant:
        return u, w
    if h.smooth and (_vanishes(u) or _vanishes(w)):
        return _nothing(u), _nothing(w)
    u, w, _ = canonical(u, w)
    return u, w


def activated(h: Activation, U: Any, W: Any) -> Any:
    r""":math:`\tilde h(U,W)`, cut as the columns of U and of W are."""
    u, w = _representative(h, row_of(U), row_of(W))
    return _grid(u, w, lambda i, j: _activated_piece(h, i, j, len(u), *u, *w))


def _grid(u: Row, w: Row, piece: Callable[[int, int], Value]) -> Any:
    return unwrapped(Block([[piece(i, j) for j in range(len(w))] for i in range(len(u))]))


def _columns(value: Value) -> Any:
    return shape_of(value)[1]


def _activated_piece(h: Activation, i: int, j: int, count: int, *pieces: Value) -> Value:
    u, w = _representative(h, pieces[:count], pieces[count:])
    first, second = ((_order(u), _order(w), i, j), (_order(w), _order(u), j, i)) if h.symmetric else ((), ())
    if first <= second:
        return called("activated", (h, i, j, count, *u, *w), _columns(u[i]), _columns(w[j]),
                      symmetric=h.symmetric and first == second)
    value = called("activated", (h, j, i, len(w), *w, *u), _columns(w[j]), _columns(u[i]))
    return value if isinstance(value, Scalar) else value.T


def _activated_derivative(args: Arguments, moved: Callable[[Value], Value], _: Any) -> Value:
    h, i, j, count, *pieces = args
    u, w = tuple(pieces[:count]), tuple(pieces[count:])
    first = jacobian_piece(h, 1, i, j, u, w, tuple(map(moved, u)))
    return plus(first, jacobian_piece(h, 2, i, j, u, w, tuple(map(moved, w))))


def jacobian(h: Activation, which: int, U: Any, W: Any, T: Any) -> Any:
    r""":math:`\mathcal J^{which}_{\tilde h}(U,W)[T]`, linear in T."""
    u, w, t = row_of(U), row_of(W), row_of(T)
    if [shape_of(x) for x in t] != [shape_of(x) for x in (u, w)[which - 1]]:
        raise InputError("a direction has the shape of the argument that moves.")
    return _grid(u, w, lambda i, j: jacobian_piece(h, which, i, j, u, w, t))


def jacobian_piece(h: Activation, which: int, i: int, j: int, u: Row, w: Row, t: Row) -> Value:
    """One piece of the Jacobian; a direction is a sum of words, and so is the value."""
    if not h.smooth:
        raise InputError(f"{h.name} is not assumed to be differentiable.")
    total: Value = Matrix.zero(_columns(u[i]), _columns(w[j]))
    if h.invariant:
        if _vanishes(w if which == 1 else u):
            return total  # The value does not move with the one argument where the other is 0.
        u, w, P = canonical(u, w)
        t = tuple(_before(_inverse(P) if which == 1 else _transpose(P), x) for x in t)
    for place, piece in enumerate(t):
        terms = {(): piece} if isinstance(piece, Scalar) else piece.terms
        for word, c in terms.items():
            shape = shape_of(piece)
            direction = ONE if isinstance(piece, Scalar) else Matrix(*shape, {word: ONE})
            letter = called("jacobian", (h, which, i, j, place, len(u), direction, *u, *w),
                            _columns(u[i]), _columns(w[j]))
            total = plus(total, times(c, letter))
    return total


def _jacobian_rebuilt(
    h: Activation, which: int, i: int, j: int, place: int, count: int, direction: Value, *pieces: Value
) -> Value:
    u, w = pieces[:count], pieces[count:]
    t = tuple(direction if k == place else Matrix.zero(*shape_of(x)) for k, x in enumerate((u, w)[which - 1]))
    return jacobian_piece(h, which, i, j, u, w, t)


def _jacobian_derivative(args: Arguments, moved: Callable[[Value], Value], velocities: Any) -> Value:
    h, which, i, j, place, count, direction, *pieces = args
    if any(x in velocities for x in names(tuple(pieces))):
        raise InputError(f"second derivatives of {h.name} are not assumed to exist.")
    return _jacobian_rebuilt(h, which, i, j, place, count, moved(direction), *pieces)


# Kernels -----------------------------------------------------------------------------------------------------

def gram(K: Kernel, U: Any, W: Any) -> Any:
    r"""The matrix of all :math:`\mathcal K(U^{(i)},W^{(j)})`."""
    u, w = row_of(U), row_of(W)
    return _grid(u, w, lambda i, j: gram_piece(K, u[i], w[j]))


def gram_piece(K: Kernel, u: Value, w: Value) -> Value:
    """The Gram matrix of the columns of two pieces; basis vectors behind all words select rows and columns of it."""
    (u, left), (w, right) = _selected(u), _selected(w)
    value = _gram_of(K, u, w)
    if left is not None:
        value = times(Matrix.of(left.t), value)
    return value if right is None else times(value, Matrix.of(right))


def _selected(value: Value) -> tuple[Value, Letter | None]:
    """``V e_i`` as V and e_i."""
    if not isinstance(value, Matrix) or not value.terms:
        return value, None
    last = {word[-1] if word else None for word in value.terms}
    (e, *others) = last
    if others or e is None or e.index is None or e.flipped:
        return value, None
    return Matrix(value.rows, e.rows, {word[:-1]: c for word, c in value.terms.items()}), e


def _gram_of(K: Kernel, u: Value, w: Value) -> Value:
    if K.rotation_invariant:
        (u,), (w,), _ = canonical((u,), (w,), _rotation)
        (w2,), (u2,), _ = canonical((w,), (u,), _rotation)
    else:
        u2, w2 = u, w
    rows, cols = _columns(u), _columns(w)
    if (_key(u), _key(w)) <= (_key(w2), _key(u2)):
        return called("gram", (K, u, w), rows, cols, symmetric=u == w)
    value = called("gram", (K, w2, u2), cols, rows, symmetric=u2 == w2)
    return value if isinstance(value, Scalar) else value.T


def kernel_value(K: Kernel, u: Value, v: Value) -> Value:
    r""":math:`\mathcal K(u,v)` of two vectors."""
    if _columns(u) != 1 or _columns(v) != 1:
        raise InputError("a kernel is a function of two vectors.")
    return gram_piece(K, u, v)


# Functions of single entries, and the masked softmax ---------------------------------------------------------

def each(name: str, A: Any) -> Any:
    """``relu_each`` or ``exp_each`` of all entries."""
    return unwrapped(as_block(A).map(lambda piece: _each(name, piece)))


def _each(name: str, A: Value) -> Value:
    if isinstance(A, Scalar):
        return called(name, (A,), 1, 1)
    if not A.terms and name == "relu_each":
        return A
    if (e := _column_of(A)) is not None:
        return times(_each(name, _without_last(A, e)), Matrix.of(e))
    if (e := _column_of(A.T)) is not None:
        return times(Matrix.of(e).T, _each(name, _without_last(A.T, e).T))
    if _key(A) <= _key(A.T):
        return called(name, (A,), A.rows, A.cols, symmetric=A == A.T)
    value = called(name, (A.T,), A.cols, A.rows)
    assert isinstance(value, Matrix)
    return value.T


def _column_of(A: Matrix) -> Letter | None:
    """The column of the identity with which every word of a column ends."""
    found = {word[-1] if len(word) > 1 else None for word in A.terms} if A.cols == 1 else set()
    (e,) = found if len(found) == 1 else (None,)
    return e if e is not None and e.index is not None else None


def _without_last(A: Matrix, e: Letter) -> Matrix:
    return Matrix(A.rows, e.rows, {word[:-1]: c for word, c in A.terms.items()})


def _is_unit(e: Matrix) -> bool:
    """Whether this is a column of the identity."""
    return any(e == Matrix.of(x) for word in e.terms for x in word[:1] if x.index is not None and not x.flipped)


def column_of(A: Value, e: Value) -> Value:
    """The product of A and a column of the identity, masked softmaxes of single columns being written out."""
    if not isinstance(A, Matrix) or not isinstance(e, Matrix) or not _is_unit(e):
        return times(A, e)
    total: Value | None = None
    for word, c in A.terms.items():
        call = word[-1].call if word and not word[-1].flipped else None
        if call is not None and call[0] == "masked_softmax":
            column = _softmax(times(call[1][0], e))
            term = times(Matrix(A.rows, word[-1].rows, {word[:-1]: c}), column) if word[:-1] else times(c, column)
        else:
            term = times(Matrix(A.rows, A.cols, {word: c}), e)
        total = term if total is None else plus(total, term)
    return times(A, e) if total is None else total


def masked_softmax(A: Any) -> Any:
    r""":math:`\exp(A_{ij})/\sum_{k\le n}\exp(A_{kj})`, the last row being 0; columns do not meet."""
    block = as_block(A)
    if len(block.rows) != 2 or block.rows[1] != 1:
        raise InputError(f"the rows are cut {block.rows}: a masked softmax has n rows and one that is masked.")
    first = [_softmax(x) for x in block.entries[0]]
    return Block([first, [Matrix.zero(1, _columns(x)) for x in first]])


def _softmax(A: Value) -> Value:
    """Of one column written out: the exponentials over their sum."""
    if isinstance(A, Matrix) and A.cols == 1:
        exponentials = _each("exp_each", A)
        assert isinstance(exponentials, Matrix)
        total = Matrix.of(ones(A.rows)).T * exponentials
        assert isinstance(total, Scalar)
        return exponentials.scaled(total**-1)
    return called("masked_softmax", (A,), *shape_of(A))


CALLS["activated"] = Calling(_activated_piece, _activated_derivative)
CALLS["jacobian"] = Calling(_jacobian_rebuilt, _jacobian_derivative)
CALLS["gram"] = Calling(gram_piece)
CALLS["masked_softmax"] = Calling(_softmax)
for _name in ("relu_each", "exp_each"):
    CALLS[_name] = Calling(lambda A, name=_name: _each(name, A))

