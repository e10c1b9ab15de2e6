"""What the heads mean at a place."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from flint import fmpq

from symbolic.contexts import Dual, Kink, absolute, exponential, value_part
from symbolic.contexts.duals import is_moving
from symbolic.contexts.oracle import frobenius
from symbolic.entries import Matrix

from ...statement.fold import Lacks
from ...statement.terms import Op, Sym
from . import binders, means, spectral
from .environment import Env
from .reader import Irrational, Meaning, Reader, Undefined, power, scalar, square_root, times


def _strict(function: Callable[..., Matrix]) -> Meaning:
    return lambda reader, node, env: function(*(reader(arg, env) for arg in node.args))


def _sum(sign: int) -> Callable[[Matrix, Matrix], Matrix]:
    def meaning(A: Matrix, B: Matrix) -> Matrix:
        if A.shape != B.shape:
            # The number 0 stands for a zero of any shape.
            if B.shape == (1, 1) and not B[0, 0]:
                return A
            if A.shape == (1, 1) and not A[0, 0]:
                return B if sign > 0 else -B
            raise Lacks(f"entries lacks a sum of shapes {A.shape} and {B.shape}")
        return A + B if sign > 0 else A - B

    return meaning


def _product(reader: Reader, node: Op, env: Env) -> Matrix:
    return times(reader(node.args[0], env), reader(node.args[1], env), reader.place)


def _over(A: Matrix, b: Matrix) -> Matrix:
    divisor = b[0, 0]
    return A.map(lambda e: e / divisor)


def _inner(A: Matrix, B: Matrix) -> Matrix:
    return scalar(frobenius(A, B))


def _norm(reader: Reader, node: Op, env: Env) -> Matrix:
    A = reader(node.args[0], env)
    return scalar(square_root(reader, frobenius(A, A)))


def _power(reader: Reader, node: Op, env: Env) -> Matrix:
    base, exponent = node.args
    if isinstance(base, Op) and base.head in {"norm_F", "norm_2"} and reader.number(exponent, env) == 2:
        A = reader(base.args[0], env)
        return scalar(frobenius(A, A))
    return power(reader, node, env)


def _at_place(reader: Reader, node: Op, env: Env) -> tuple[Matrix, list[int]]:
    A = reader(node.args[0], env)
    places = [reader.integer(arg, env) - 1 for arg in node.args[1:]]
    sizes = {"entry": A.shape, "row": A.shape[:1], "col": A.shape[1:]}[node.head]
    if any(not 0 <= i < n for i, n in zip(places, sizes, strict=True)):
        raise Undefined(f"{node.head} {[i + 1 for i in places]} of a matrix of shape {A.shape}")
    return A, places


def _entry(reader: Reader, node: Op, env: Env) -> Matrix:
    A, (i, j) = _at_place(reader, node, env)
    return scalar(A[i, j])


def _row(reader: Reader, node: Op, env: Env) -> Matrix:
    A, (i,) = _at_place(reader, node, env)
    return A.row(i)


def _col(reader: Reader, node: Op, env: Env) -> Matrix:
    A, (j,) = _at_place(reader, node, env)
    return A.column(j)


def _block(a: Matrix, b: Matrix, c: Matrix, d: Matrix) -> Matrix:
    return Matrix.blocks([[a, b], [c, d]])


def _delta(i: Matrix, j: Matrix) -> Matrix:
    return scalar(fmpq(int(i[0, 0] == j[0, 0])))


def _diag(v: Matrix) -> Matrix:
    return Matrix.build(len(v.rows), len(v.rows), lambda i, j: v[i, 0] if i == j else fmpq(0))


# Functions of entries -----------------------------------------------------------------------------------------

def _relu_of(reader: Reader, x: Any) -> Any:
    value = x.a if isinstance(x, Dual) else x
    reader.specified(scalar(value))
    ball = reader.place.generators.enclosure(value)
    side = reader.place.side
    if ball is None:
        if isinstance(x, Dual):
            raise Lacks("entries lacks the derivative of relu of letters")
        return reader.place.generators.letter(f"relu({value})")
    if ball > 0:
        return x
    if ball < 0:
        return Dual(fmpq(0), fmpq(0)) if isinstance(x, Dual) else fmpq(0)
    if value:
        raise Lacks("entries lacks the sign of a number here")
    if isinstance(x, Dual) and x.b and side:
        # From the right what moves by b becomes relu(b), from the left -relu(-b).
        return Dual(fmpq(0), side * _relu_of(reader, side * x.b))
    if isinstance(x, Dual) and x.b:
        raise Kink("relu has different one-sided derivatives at 0")
    return fmpq(0)


def _abs_of(reader: Reader, x: Any) -> Any:
    return _relu_of(reader, x) + _relu_of(reader, -x)


def _each(function: Callable[[Reader, Any], Any]) -> Meaning:
    return lambda reader, node, env: reader(node.args[0], env).map(lambda e: function(reader, e))


def _exp_of(reader: Reader, x: Any) -> Any:
    reader.specified(scalar(x))
    return exponential(x, reader.place.generators)


def _softmax(masked: bool) -> Meaning:
    def meaning(reader: Reader, node: Op, env: Env) -> Matrix:
        A = reader(node.args[0], env)
        rows, columns = A.shape
        last = rows - 1 if masked else rows
        E = Matrix.build(last, columns, lambda i, j: _exp_of(reader, A[i, j]))
        totals = [sum((E[i, j] for i in range(last)), fmpq(0)) for j in range(columns)]
        return Matrix.build(rows, columns, lambda i, j: E[i, j] / totals[j] if i < last else fmpq(0))

    return meaning


# Unspecified functions -------------------------------------------------------------------------------------------

def _function(node: Op) -> Sym:
    f = node.args[0]
    if not isinstance(f, Sym):
        raise Lacks(f"entries lacks a function where {f!r} stands")
    return f


def _activated(reader: Reader, node: Op, env: Env) -> Matrix:
    U, W = (reader(arg, env) for arg in node.args[1:])
    reader.specified(value_part(U), value_part(W))
    return reader.place.activation(_function(node))(U, W)


def _jacobian(reader: Reader, node: Op, env: Env) -> Matrix:
    which = reader.integer(node.args[1], env)
    U, W, T = (reader(arg, env) for arg in node.args[2:])
    if any(map(is_moving, (U, W, T))):
        raise Lacks("entries lacks derivatives of derivatives")
    U, W, T = value_part(U), value_part(W), value_part(T)
    reader.specified(U, W)
    still = (W if which == 1 else U).map(lambda e: fmpq(0))
    dU, dW = (T, still) if which == 1 else (still, T)
    return reader.place.activation(_function(node)).derivative(U, W, dU, dW)


def _gram(reader: Reader, node: Op, env: Env) -> Matrix:
    K = reader.place.kernel(_function(node))
    U, W = (reader(arg, env) for arg in node.args[1:])
    reader.specified(U, W)
    return Matrix.build(U.shape[1], W.shape[1], lambda i, j: K(U.column(i), W.column(j)))


def _applied(reader: Reader, node: Op, env: Env) -> Matrix:
    arguments = [reader(arg, env) for arg in node.args[1:]]
    reader.specified(*arguments)
    if any(map(is_moving, arguments)):
        raise Undefined(f"no derivative of {_function(node).name} is assumed to exist")
    return reader.place.unspecified(_function(node), list(map(value_part, arguments)))


def _modulus(reader: Reader, node: Op, env: Env) -> Matrix:
    value = reader(node.args[0], env)
    if any(e for e in (value - value.T).entries()):
        raise Lacks("entries lacks the modulus of a matrix that is not symmetric, which has none")
    found = absolute(value)
    if found is None:
        raise Irrational("entries lacks the modulus of a matrix whose eigenvalues are not rational")
    return found


HEADS: dict[str, Meaning] = {
    "+": _strict(_sum(1)), "-": _strict(_sum(-1)), "neg": _strict(lambda A: -A), "*": _product,
    "/": _strict(_over), "^": _power, "T": _strict(lambda A: A.T), "tr": _strict(lambda A: scalar(A.trace())),
    "det": _strict(lambda A: scalar(A.det())), "inner": _strict(_inner), "norm_F": _norm, "norm_2": _norm,
    "sqrt": lambda reader, node, env: scalar(square_root(reader, reader.number(node.args[0], env))),
    "vec": _strict(lambda A: A.vec()), "kron": _strict(lambda A, B: A.kron(B)), "block": _strict(_block),
    "stack": _strict(lambda a, b: Matrix.blocks([[a], [b]])), "beside": _strict(lambda a, b: Matrix.blocks([[a, b]])),
    "entry": _entry, "row": _row, "col": _col, "delta": _strict(_delta), "diag": _strict(_diag),
    "relu": _each(_relu_of), "relu_each": _each(_relu_of), "abs": _each(_abs_of), "exp": _each(_exp_of),
    "exp_each": _each(_exp_of), "softmax": _softmax(False), "masked_softmax": _softmax(True),
    "activated": _activated, "jacobian": _jacobian, "gram": _gram, "kernel_value": _gram, "apply": _applied,
    "modulus": _modulus, **spectral.HEADS, **binders.HEADS, **means.HEADS,
}
