"""Matrices: transpose, trace, norms, blocks, entries."""

from __future__ import annotations

from collections.abc import Callable

from ..dimensions import ONE
from . import shape_rules as shapes
from . import slips
from .asking import Asking, Kind, itself, of
from .binding import INDEX, REST
from .forms import ATOM, KRON, POWER, Form, name
from .row import TermHead
from .shaping import SCALAR, Shape

_NUMBER = shapes.number()


def _norm(head: str, means: str, form: Form, example: str, kinks: Asking, shape: shapes.Rule = _NUMBER) -> TermHead:
    return TermHead(head, "A", means, form=form, shape=shape, kinks=kinks, example=example, gives="a number")


def _part(
    head: str, takes: str, means: str, counts: tuple[int, ...], shape: Callable[[Shape], Shape],
    example: str, gives: str, slip: tuple[slips.Slip, ...] = (),
) -> TermHead:
    return TermHead(
        head, takes, means, form=None, shape=shapes.counted(counts, shape), counts=counts, kept=REST, slips=slip,
        example=example, gives=gives,
    )


HEADS = (
    TermHead(
        "T", "A", "The transpose.", form=Form(r"@0^\top", "@0ᵀ", POWER, (ATOM,)), shape=shapes.turned,
        slips=(slips.NO_TRANSPOSE,), example="A.T", gives="d x d",
    ),
    TermHead(
        "tr", "A", "The trace.", form=name(r"\operatorname{tr}", "tr"), shape=shapes.number(square=True),
        slips=(slips.TRACE_OF_POWER,), example="tr(A**2)", gives="a number",
    ),
    TermHead(
        "det", "A", "The determinant.", form=name(r"\det", "det"), shape=shapes.number(square=True), example="det(A)",
        gives="a number",
    ),
    _norm("norm_F", "The Frobenius norm.", Form(r"@<\|@0@>\|_F", "‖@0‖_F"), "norm_F(X)", of(Kind.NONZERO)),
    _norm("norm_op", "The operator norm.", Form(r"@<\|@0@>\|_{op}", "‖@0‖_op"), "norm_op(X)", itself(Kind.SMOOTH)),
    _norm("norm_2", "The Euclidean norm of a vector.", Form(r"@<\|@0@>\|_2", "‖@0‖₂"), "norm_2(u)", of(Kind.NONZERO),
          shapes.of_vector),
    TermHead(
        "inner", "A B", "The scalar product of two matrices, tr(A B^T), or of two vectors.",
        form=Form(r"@<\langle @0, @1@>\rangle", "⟨@0, @1⟩"), shape=shapes.number(alike=2), example="inner(u, v)",
        gives="a number",
    ),
    TermHead(
        "kron", "A B", "The Kronecker product.", form=Form(r"@0 \otimes @1", "@0 ⊗ @1", KRON, (POWER, POWER)),
        shape=shapes.kronecker, example="kron(A, u)", gives="d^2 x d",
    ),
    TermHead(
        "vec", "A", "The columns, one above the other.", form=name(r"\operatorname{Vec}", "Vec"), shape=shapes.stacked,
        example="vec(X)", gives="d*n x 1",
    ),
    TermHead(
        "unvec", "x zero", "The matrix whose `vec` is x, with as many rows as the zero beside it.",
        form=Form(r"\operatorname{Vec}^{-1}@(@0@)", "Vec⁻¹(@0)"), shape=shapes.unstacked,
        example="unvec(vec(X), 'd')", gives="d x n",
    ),
    TermHead(
        "columns", "A", "The number of columns.", form=name(r"\operatorname{columns}", "columns"), shape=_NUMBER,
        example="columns(X)", gives="a number",
    ),
    TermHead(
        "diag", "v", "The diagonal matrix with the entries of a vector.", form=name(r"\operatorname{diag}", "diag"),
        shape=shapes.diagonal, example="diag(u)", gives="d x d",
    ),
    TermHead(
        "block", "a b c d", "Two blocks beside each other above two more.",
        form=Form(r"\begin{pmatrix}@0 & @1\\ @2 & @3\end{pmatrix}", "[@0, @1; @2, @3]"), shape=shapes.block,
        example="block(A, u, v.T, a)", gives="d+1 x d+1",
    ),
    TermHead(
        "stack", "a b", "One above the other.", form=Form(r"\begin{pmatrix}@0\\ @1\end{pmatrix}", "[@0; @1]"),
        shape=shapes.joined(0), example="stack(A, u.T)", gives="d+1 x d",
    ),
    TermHead(
        "beside", "a b", "One left of the other.", form=Form(r"\begin{pmatrix}@0 & @1\end{pmatrix}", "[@0, @1]"),
        shape=shapes.joined(1), example="beside(A, u)", gives="d x d+1",
    ),
    TermHead(
        "stack_over", "i upper body", "The body for i = 1, ..., upper, one above the other.", form=None,
        shape=shapes.over(0), binds=INDEX, example="stack_over(i, n, col(X, i).T)", gives="n x d",
    ),
    TermHead(
        "beside_over", "i upper body", "The body for i = 1, ..., upper, side by side.", form=None,
        shape=shapes.over(1), binds=INDEX, example="beside_over(i, n, A * col(X, i))", gives="d x n",
    ),
    _part("entry", "A i j", "An entry.", (0, 1), lambda shape: SCALAR, "entry(E, 1, n + 1)", "a number",
          (slips.OTHER_COLUMN,)),
    _part("row", "A i", "A row.", (0,), lambda shape: (ONE, shape[1]), "row(X, 1)", "1 x n"),
    _part("col", "A j", "A column.", (1,), lambda shape: (shape[0], ONE), "col(E, n + 1)", "d x 1",
          (slips.OTHER_COLUMN,)),
)
