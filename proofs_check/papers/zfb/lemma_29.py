"""Lemma 29: rules of matrix calculus, Appendix D; for matrices of any fitting shapes."""

from __future__ import annotations

from ...claims import Kind, Parts, claim
from ...statement.props import eq
from ...statement.terms import grad, kron, matrix, tr, vec, vector

A_m = matrix("A_m", "m", "n", tex="A")
B_m = matrix("B_m", "p", "q", tex="B")
X_m = matrix("X_m", "n", "p", tex="X")
same_shape_as_A = matrix("B_2", "m", "n", tex="B")
z = vector("z", "n", tex="x")
B_z = matrix("B_z", "n", "n", tex="B")
B_p = matrix("B_p", "p", "p", tex="B")
A_X = matrix("A_X", "n", "p", tex="A")
C_m = matrix("C_m", "n", "m", tex="C")


@claim(
    "zfb/lemma-29",
    kind=Kind.IDENTITY,
    source="Lemma 29 (Petersen and Pedersen, 2008), Appendix D",
    fact="K. B. Petersen, M. S. Pedersen, The Matrix Cookbook, 2008",
    witnesses=("words", "entries", "grid"),
)
def lemma_29() -> Parts:
    r"""$A,B,X$ matrices, $x$ vectors: (a) $\frac\partial{\partial x}x^\top Bx=(B+B^\top)x$; (b)
    $\mathrm{Vec}(AXB)=(B^\top\otimes A)\mathrm{Vec}(X)$; (c) $\mathrm{tr}(A^\top
    B)=\mathrm{Vec}(A)^\top\mathrm{Vec}(B)$; (d) $\frac\partial{\partial X}\mathrm{tr}(XBX^\top)=XB^\top+XB$; (e)
    $\frac\partial{\partial X}\mathrm{tr}(AX^\top)=A$; (f) $\frac\partial{\partial X}\mathrm{tr}(AXBX^\top C)=A^\top
    C^\top XB^\top+CAXB$.
    """
    return {
        "a": eq(grad(z.T * B_z * z, z), (B_z + B_z.T) * z),
        "b": eq(vec(A_m * X_m * B_m), kron(B_m.T, A_m) * vec(X_m)),
        "c": eq(tr(A_m.T * same_shape_as_A), vec(A_m).T * vec(same_shape_as_A)),
        "d": eq(grad(tr(X_m * B_p * X_m.T), X_m), X_m * B_p.T + X_m * B_p),
        "e": eq(grad(tr(A_X * X_m.T), X_m), A_X),
        "f": eq(
            grad(tr(A_m * X_m * B_p * X_m.T * C_m), X_m), A_m.T * C_m.T * X_m * B_p.T + C_m * A_m * X_m * B_p
        ),
    }
