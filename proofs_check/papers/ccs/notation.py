r"""Notation of Cheng, Chen, Sra, arXiv 2312.06528, and its conventions.

================  ================================  ==============  =================================================
paper             code                              shape           where defined
================  ================================  ==============  =================================================
d, n, k           ``d, n, k``                       integers        dimension, demonstrations, last layer's number
M                 ``M``                             (n+1, n+1)      (2): the query column is not attended to
X_0, Y_0          ``X_0, Y_0``                      (d, n+1), 1 row covariates and labels, arbitrary or random
z^(i)             ``x_i(i), y_i(i)``                columns         of X_0 and Y_0
Y_0 in (1)        ``Y_hidden``                      1 row           labels with 0 in place of y^(n+1)
h tilde           ``h``                             a function      (2); ``h_linear, h_relu, h_exp, h_softmax``: (12)
K                 ``K``                             a function      a kernel; ``K_linear, K_relu, K_exp``: (11)
A_l, r_l, B_l,    ``A, r, B, C``                    families        Assumption 4.4: ``at(A, l)``
C_l
Sigma, U_Sigma    ``Sigma, U_Sigma``                (d, d)          Assumption 4.1; Sigma^{1/2} U Sigma^{-1/2}
a_l, b_l, c_l     ``a, b, c``                       families        (16), (18)
================  ================================  ==============  =================================================

Conventions: layers are l = 0, ..., k, and the output is that of l = k+1; TF predicts minus the label; :math:`\Sigma` is
positive definite (a real :math:`\Sigma^{\pm1/2}` needs it); columns are counted from 1 to n+1.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from ...claims import Difference, Differs, Hypothesis
from ...statement.attention import (
    activated,
    activation,
    exp_each,
    gram,
    kernel,
    layer,
    layers,
    masked_softmax,
    orthogonal,
    relu_each,
    sequence,
)
from ...statement.laws import relu
from ...statement.props import eq
from ...statement.terms import (
    Abbrev,
    Op,
    Sym,
    Term,
    TermLike,
    at,
    beside,
    col,
    entry,
    exp,
    eye,
    half,
    inner,
    matrix,
    scalar,
    stack,
    zeros,
)

Activation = Callable[[Term, Term], Term]
"""What :math:`\\tilde h` is: a function of two terms with d rows."""

d, n = (scalar(name, "integer", "positive") for name in ("d", "n"))
k = scalar("k", "integer", "nonnegative")
l = layer()  # noqa: E741 - the paper's letter
I = eye("d")  # noqa: E741
I_n = eye("n+1")
M = Sym("M", ("n+1", "n+1"), frozenset({"symmetric", "mask"}))

# The data: (1) ---------------------------------------------------------------------------------------------

X_0 = matrix("X_0", "d", "n+1", "context", "random", tex="X_0")
Y_0 = matrix("Y_0", 1, "n+1", "context", "random", tex="Y")
"""All labels, that of the query included."""
Y_hidden = Abbrev(matrix("Y_hidden", 1, "n+1", tex="Y_0"), Y_0 * M)
"""The last row of (1): 0 in place of the query's label."""
y_query = Abbrev(scalar("y_query", tex="y^{(n+1)}"), entry(Y_0, 1, n + 1))
Z_0 = Abbrev(matrix("Z_0", "d+1", "n+1"), stack(X_0, Y_hidden))
"""(1)."""


def x_i(i: TermLike) -> Op:
    r""":math:`x^{(i)}`."""
    return col(X_0, i)


def y_i(i: TermLike) -> Op:
    r""":math:`y^{(i)}`."""
    return entry(Y_0, 1, i)


# Activations (12) and kernels (11) -------------------------------------------------------------------------

h_ = activation("h", "invariant", "smooth", tex=r"\tilde h")
"""Under Assumption 4.3, continuously differentiable."""
CONTINUOUSLY_DIFFERENTIABLE = Difference(
    Differs.STRONGER_HYPOTHESES,
    r"$\tilde h$ is continuously differentiable; the page asks for Assumption 4.3 alone, and takes derivatives",
)
"""What a statement about ``h`` supposes and the page does not say."""
h_43 = activation("h_inv", "invariant", tex=r"\tilde h")
"""Under Assumption 4.3, of which nothing else is assumed."""
h_any = activation("h", tex=r"\tilde h")
"""Of which nothing is assumed."""


def h(U: Term, W: Term) -> Op:
    r""":math:`\tilde h(U,W)` under Assumption 4.3."""
    return activated(h_, U, W)


def h_invariant(U: Term, W: Term) -> Op:
    r""":math:`\tilde h(U,W)` under Assumption 4.3, of which nothing else is assumed."""
    return activated(h_43, U, W)


def h_free(U: Term, W: Term) -> Op:
    r""":math:`\tilde h(U,W)`, of which nothing is assumed."""
    return activated(h_any, U, W)


def h_linear(U: Term, W: Term) -> Op:
    return U.T * W


def h_relu(U: Term, W: Term) -> Op:
    return relu_each(U.T * W)


def h_exp(U: Term, W: Term) -> Op:
    return exp_each(U.T * W)


def h_softmax(U: Term, W: Term) -> Op:
    return masked_softmax(U.T * W)


K = kernel("K", "psd", tex=r"\mathcal K")
"""A positive semi-definite kernel."""
K_any = kernel("K", tex=r"\mathcal K")
"""Symmetric, not necessarily positive semi-definite."""


def h_kernel(U: Term, W: Term) -> Op:
    r""":math:`[\tilde h(U,W)]_{ij}=\mathcal K(U^{(i)},W^{(j)})`."""
    return gram(K, U, W)


def K_linear(u: Term, v: Term) -> Op:
    return inner(u, v)


def K_relu(u: Term, v: Term) -> Op:
    return relu(inner(u, v))


def K_exp(u: Term, v: Term) -> Op:
    return exp(inner(u, v))


# Layers: (2), (3), (4), (20) -------------------------------------------------------------------------------

A, B, C = (layers(name, "d", "d") for name in "ABC")
V = layers("V", "d+1", "d+1")
r = layers("r")
a, b, c = (layers(name) for name in "abc")
"""The scalars of (16), (18): a_l, b_l, c_l."""
top = Abbrev(matrix("top", "d", "d+1"), beside(eye("d"), zeros("d", 1)))
"""``top * Z``: the first d rows of Z."""
X_l, Y_l = Sym("X_l", ("d", "n+1"), tex=r"X_\ell"), Sym("Y_l", (1, "n+1"), tex=r"Y_\ell")
Z_l = Sym("Z_l", ("d+1", "n+1"), tex=r"Z_\ell")
m = layer("m", tex="m")
"""The layer bound in the sequence of the covariates; ``l`` is that of the labels."""

Weights = Callable[[TermLike], Term]
"""One matrix (or scalar) for each layer."""


def of(family: Sym) -> Weights:
    """The family as a function of the layer."""
    return lambda layer: at(family, layer)


A_of, B_of, C_of, V_of, r_of = (of(family) for family in (A, B, C, V, r))

def attention(Z: Term, V: Term, B: Term, C: Term, h: Activation) -> Op:
    r"""(2): :math:`\mathrm{Attn}^{\tilde h}_{VBC}(Z)=VZM\tilde h(BX,CX)`, X the first d rows of Z."""
    return V * Z * M * h(B * (top * Z), C * (top * Z))


def Z_at(
    upto: TermLike, h: Activation = h_free, start: Term = Z_0, V: Weights = V_of, B: Weights = B_of,
    C: Weights = C_of, letter: Sym = Z_l,
) -> Op:
    r"""(3): :math:`Z_{upto}`, from ``start``; ``letter`` is what it is printed with."""
    return sequence(letter, l, start, letter + attention(letter, V(l), B(l), C(l), h), upto)


def X_at(
    upto: TermLike, h: Activation = h, start: Term = X_0, A: Weights = A_of, B: Weights = B_of, C: Weights = C_of
) -> Op:
    r"""(20): :math:`X_{\ell+1}=X_\ell+A_\ell X_\ell M\tilde h(B_\ell X_\ell,C_\ell X_\ell)`."""
    return sequence(X_l, m, start, X_l + A(m) * X_l * M * h(B(m) * X_l, C(m) * X_l), upto)


def Y_at(
    upto: TermLike,
    h: Activation = h,
    start: Term = Y_hidden,
    X: Weights = X_at,
    r: Weights = r_of,
    B: Weights = B_of,
    C: Weights = C_of,
    letter: Sym = Y_l,
) -> Op:
    r"""(20): :math:`Y_{\ell+1}=Y_\ell+r_\ell Y_\ell M\tilde h(B_\ell X_\ell,C_\ell X_\ell)`; ``X``: the covariates by
    layer, those of (20) or, where :math:`A_\ell=0`, ``lambda layer: X_0``."""
    return sequence(letter, l, start, letter + r(l) * (letter * M * h(B(l) * X(l), C(l) * X(l))), upto)


# Assumptions 4.1 to 4.4 and the proofs of Appendices E and F -------------------------------------------------

Sigma = matrix("Sigma", "d", "d", "symmetric", "posdef", tex=r"\Sigma")
root = half(Sigma)
inv_root = Sigma ** Fraction(-1, 2)
POSITIVE_DEFINITE = Difference(
    Differs.STRONGER_HYPOTHESES,
    r"$\Sigma$ is positive definite; the page has it symmetric and invertible, and takes $\Sigma^{\pm1/2}$",
)
"""What a statement about ``Sigma`` supposes and the page does not say."""
U = orthogonal("U")
U_Sigma = Abbrev(matrix("U_Sigma", "d", "d", tex=r"U_\Sigma"), root * U * inv_root)
U_Sigma_inv = Abbrev(matrix("U_Sigma_inv", "d", "d", tex=r"U_\Sigma^{-1}"), root * U.T * inv_root)
is_rotation = Hypothesis("U is orthogonal", eq(U * U.T, I))
R, S = matrix("R", "d", "d"), matrix("S", "d", "d")
t = scalar("t")


def A_star(layer: TermLike) -> Op:
    r"""(18): :math:`A_\ell=a_\ell I`."""
    return at(a, layer) * I


def B_star(layer: TermLike) -> Op:
    r"""(16): :math:`B_\ell=b_\ell\Sigma^{-1/2}`."""
    return at(b, layer) * inv_root


def C_star(layer: TermLike) -> Op:
    r"""(16): :math:`C_\ell=c_\ell\Sigma^{-1/2}`."""
    return at(c, layer) * inv_root
