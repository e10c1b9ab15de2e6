r"""Notation of Appendices E.2 and F.2: layers and products as functions of the covariates and of one moved weight.

============================  ===========================  =============================================
paper                         code                         where defined
============================  ===========================  =============================================
B_l(S), C_l(S), A_l(S)        ``moved(B_star, S)``         (36), (54), (69): S is added at layer j alone
X_i(X, S)                     ``X_B, X_A``                 (59): B moves; (73): A moves
G(X, S)                       ``G_E``                      Appendix E.2, where :math:`A_\ell=0`
G_i(X, S)                     ``G_B, G_A``                 Appendix F.2, Propositions F.3 and F.4
f(V, B, C)                    ``f_E, f_B, f_A``            (5) with the V of each proposition
K(X)                          ``KK(X)``                    Assumption 4.2
R tilde                       ``R_tilde``, ``R_tilde_A``   (37) and (55); (70)
============================  ===========================  =============================================

Products are read from left to right, :math:`\prod_{\ell=0}^i P_\ell=P_0P_1\cdots P_i`: with this order
:math:`Y_{i+1}=Y_0\prod_\ell(I+r_\ell M\tilde h_\ell)`, as (40), (58), (72) need it, and so the factors stand in the
display that proves (43).
"""

from __future__ import annotations

from collections.abc import Callable

from ...claims import Hypothesis
from ...statement.attention import activated, activation, haar, layer, product_up, same_law, slope
from ...statement.laws import delta, expect_given
from ...statement.props import Prop, eq, for_all, le
from ...statement.terms import (
    Abbrev,
    Dim,
    MadeSym,
    Num,
    Op,
    Sym,
    Term,
    TermLike,
    beside,
    block,
    entry,
    expect,
    eye,
    is_zero,
    matrix,
    scalar,
    stack,
    term,
    tr,
    zeros,
)
from .notation import (
    X_0,
    Y_0,
    Z_0,
    A_star,
    B_star,
    C_star,
    I,
    I_n,
    M,
    R,
    S,
    Sigma,
    U,
    U_Sigma,
    U_Sigma_inv,
    Weights,
    X_at,
    Z_at,
    a,
    b,
    c,
    d,
    h,
    inv_root,
    k,
    l,
    n,
    r,
    r_of,
    root,
    t,
    top,
    y_query,
)

Shape = tuple[Dim, Dim]

i, j = layer("i", tex="i"), layer("j", tex="j")
j_in_depth = Hypothesis("j is a layer", le(j, k), r"j\in\{0,\dots,k\}")
Lambda = matrix("Lambda", "d", "d", "invertible", tex=r"\Lambda")
S_2 = matrix("S_2", "d", "d")
alpha = scalar("alpha", tex=r"\alpha")
IM = I_n - M
"""I - M: what is left is the query's column."""

every = (d, n, Sigma, U, R, S, X_0)
"""What the identities of Appendices E.2 and F.2 hold for; the scalars of the layers beside them."""
scalars = (r, a, b, c)

# The covariates rotated ------------------------------------------------------------------------------------

UX = U_Sigma * X_0
U_random = haar("U_random", tex="U")
U_Sigma_random = Abbrev(matrix("U_Sigma_random", "d", "d", tex=r"U_\Sigma"), root * U_random * inv_root)
UX_random = U_Sigma_random * X_0
RU = U.T * R * U_Sigma
r""":math:`U^\top RU_\Sigma`: the direction in which B or C moves, turned."""
RU_A = U_Sigma_inv * R * U_Sigma
r""":math:`U_\Sigma^{-1}RU_\Sigma`: the direction in which A moves, turned."""
RU_random = U_random.T * R * U_Sigma_random
U_Sigma_inv_random = Abbrev(
    matrix("U_Sigma_inv_random", "d", "d", tex=r"U_\Sigma^{-1}"), root * U_random.T * inv_root
)
RU_A_random = U_Sigma_inv_random * R * U_Sigma_random

# K(X): Assumption 4.2 --------------------------------------------------------------------------------------

KK_ = activation("KK", "symmetric", tex=r"\mathbb K")


def KK(X: Term) -> Op:
    r""":math:`\mathbb K(X)=\mathbb E_{Y|X}[Y^\top Y]`, as a function of all covariates."""
    return activated(KK_, X, X)


K_is_covariance = Hypothesis("K(X) = E[Y'Y | X]", for_all(X_0, eq(expect_given(Y_0.T * Y_0, X_0), KK(X_0))))
law_invariant = Hypothesis("Assumption 4.1", for_all(U, same_law(UX, X_0)))
K_invariant = Hypothesis("Assumption 4.2", for_all(U, for_all(X_0, eq(KK(UX), KK(X_0)))))

# R tilde: (37) = (55), (70) --------------------------------------------------------------------------------

r_tilde = Abbrev(scalar("r_tilde", tex=r"\tilde r"), 1 / d * tr(R * root))
R_tilde = Abbrev(matrix("R_tilde", tex=r"\tilde R"), r_tilde * inv_root)
r_tilde_A = Abbrev(scalar("r_tilde_A", tex=r"\tilde r"), 1 / d * tr(inv_root * R * root))
R_tilde_A = Abbrev(matrix("R_tilde_A", tex=r"\tilde R"), r_tilde_A * I)

# How a function of (X, S) is written -----------------------------------------------------------------------


def _name(node: Term, latex: bool) -> str:
    """``node`` as an argument is written on the page: products, transposes and sums of symbols."""
    match node:
        case Num(value=value):
            return str(value)
        case Sym(name=name, tex=tex) | Abbrev(sym=Sym(name=name, tex=tex)):
            return tex or name if latex else name
        case Op(head="T", args=(inside,)):
            return _name(inside, latex) + (r"^\top" if latex else "^T")
        case Op(head="at", args=(family, index)):
            return f"{_name(family, latex)}_{_name(index, latex)}"
        case Op(head="*", args=args):
            return " ".join(f"({_name(p, latex)})" if _is_sum(p) else _name(p, latex) for p in args)
        case Op(head="expect", args=(inside,)):
            return rf"\mathbb E_U[{_name(inside, latex)}]" if latex else f"E_U[{_name(inside, latex)}]"
        case Op(head=("+" | "-") as sign, args=(left, right)):
            return f"{_name(left, latex)} {sign} {_name(right, latex)}"
    raise TypeError(f"not an argument as the page writes it: {node.__class__.__name__}")


def _is_sum(node: Term) -> bool:
    return isinstance(node, Op) and node.head in {"+", "-"}


def _written(letter: str, index: TermLike | None, arguments: tuple[TermLike, ...], shape: Shape, body: Term) -> Abbrev:
    """``body``, shown as letter_index(arguments)."""

    def said(latex: bool) -> str:
        inside = ", ".join(_name(term(argument), latex) for argument in arguments)
        below = "" if index is None else _name(term(index), latex)
        return f"{letter}{f'_{{{below}}}' if latex else f'_{below}'}({inside})" if below else f"{letter}({inside})"

    return Abbrev(MadeSym(said(False), shape, tex=said(True)), body)


# One moved weight ------------------------------------------------------------------------------------------

def moved(weights: Weights, S: TermLike) -> Weights:
    r""":math:`B_j(S):=B_j+S`, :math:`B_\ell(S):=B_\ell` for :math:`\ell\ne j`."""
    if is_zero(S):
        return weights
    return lambda layer: weights(layer) + delta(layer, j) * term(S)


def _layers(letter: str, upto: TermLike, X: Term, S: TermLike, A: Weights, B: Weights, C: Weights) -> Abbrev:
    return _written(letter, upto, (X, S), ("d", "n+1"), X_at(upto, start=X, A=A, B=B, C=C))


def X_B(upto: TermLike, X: Term, S: TermLike) -> Abbrev:
    """(59): :math:`X_{upto}(X,S)`, B replaced by B(S)."""
    return _layers("X", upto, X, S, A_star, moved(B_star, S), C_star)


def X_A(upto: TermLike, X: Term, S: TermLike) -> Abbrev:
    """(73): :math:`X_{upto}(X,S)`, A replaced by A(S)."""
    return _layers("X", upto, X, S, moved(A_star, S), B_star, C_star)


def factor_E(layer: TermLike, X: Term, S: TermLike) -> Op:
    r""":math:`I+r_\ell M\tilde h(B_\ell(S)X,C_\ell X)`."""
    return I_n + r_of(layer) * (M * h(moved(B_star, S)(layer) * X, C_star(layer) * X))


def factor_B(layer: TermLike, X: Term, S: TermLike) -> Op:
    r""":math:`I+r_\ell M\tilde h(B_\ell(S)X_\ell(X,S),C_\ell X_\ell(X,S))`."""
    X_l = X_B(layer, X, S)
    return I_n + r_of(layer) * (M * h(moved(B_star, S)(layer) * X_l, C_star(layer) * X_l))


def factor_A(layer: TermLike, X: Term, S: TermLike) -> Op:
    r""":math:`I+r_\ell M\tilde h(B_\ell X_\ell(X,S),C_\ell X_\ell(X,S))`."""
    X_l = X_A(layer, X, S)
    return I_n + r_of(layer) * (M * h(B_star(layer) * X_l, C_star(layer) * X_l))


def G_E(X: Term, S: TermLike) -> Abbrev:
    r"""Appendix E.2: :math:`G(X,S):=\prod_{\ell=0}^k(I+r_\ell M\tilde h(B_\ell(S)X,C_\ell X))`."""
    return _written("G", None, (X, S), ("n+1", "n+1"), product_up(l, k, factor_E(l, X, S)))


def G_B(last: TermLike, X: Term, S: TermLike) -> Abbrev:
    r"""Proposition F.3: :math:`G_i(X,S):=\prod_{\ell=0}^i(I+r_\ell M\tilde h(B_\ell(S)X_\ell,C_\ell X_\ell))` at
    :math:`X_\ell=X_\ell(X,S)` of (59)."""
    return _written("G", last, (X, S), ("n+1", "n+1"), product_up(l, last, factor_B(l, X, S)))


def G_A(last: TermLike, X: Term, S: TermLike) -> Abbrev:
    r"""Proposition F.4: :math:`G_i(X,S):=\prod_{\ell=0}^i(I+r_\ell M\tilde h(B_\ell X_\ell,C_\ell X_\ell))` at
    :math:`X_\ell=X_\ell(X,S)` of (73)."""
    return _written("G", last, (X, S), ("n+1", "n+1"), product_up(l, last, factor_A(l, X, S)))


def under_the_mean(G: Callable[[TermLike, Term, TermLike], Term]) -> Hypothesis:
    r"""The derivative of the loss may be taken under the mean, as (41), (61), (75) do without a word.

    Bounded covariates and labels with bounded second moments suffice: the derivative is then continuous and bounded.
    """
    moving = spread(G(k, X_0, t * R), KK(X_0), G(k, X_0, t * R))
    passes = eq(slope(t, expect(moving)), expect(slope(t, moving)))
    return Hypothesis("the derivative passes into the mean", for_all(R, passes), unstated=True)


def d_dt(body: Term) -> Op:
    r""":math:`\frac d{dt}body|_{t=0}`."""
    return slope(t, body)


# The loss (5) ----------------------------------------------------------------------------------------------

Z_bar = Abbrev(matrix("Z_bar", "d+1", "n+1", tex=r"\overline Z_0"), stack(X_0, Y_0))
"""The prompt with the query's label: Lemma A.1."""
bottom = Abbrev(matrix("bottom", 1, "d+1"), beside(zeros(1, "d"), eye(1)))
"""``bottom * Z``: the last row of Z."""


def sparse(A: Weights) -> Weights:
    r""":math:`V_\ell=\begin{bmatrix}A_\ell&0\\0&r_\ell\end{bmatrix}`: Assumption 4.4."""
    return lambda layer: block(A(layer), zeros("d", 1), zeros(1, "d"), r_of(layer))


def no_A(layer: TermLike) -> Term:
    r""":math:`A_\ell=0`."""
    return zeros("d", "d")


def Z_bar_at(upto: TermLike, A: Weights, B: Weights = B_star, C: Weights = C_star) -> Op:
    r""":math:`\overline Z_{upto}`: (3) from the prompt with the query's label, V as in Assumption 4.4."""
    return Z_at(upto, h, Z_bar, sparse(A), B, C)


def loss(A: Weights, B: Weights, C: Weights) -> Op:
    r"""(5): :math:`\mathbb E[([Z_{k+1}]_{(d+1),(n+1)}+y^{(n+1)})^2]`, V as in Assumption 4.4."""
    return expect((entry(Z_at(k + 1, h, Z_0, sparse(A), B, C), d + 1, n + 1) + y_query) ** 2)


def _value(V: Term, B: Term, C: Term, body: Term) -> Abbrev:
    return _written("f", None, (V, B, C), (1, 1), body)


def _of(letter: str, S: TermLike) -> Term:
    """The letter, or letter(S) where it moves."""
    return Sym(letter) if is_zero(S) else _written(letter, None, (S,), (1, 1), Sym(letter))


def f_E(*, B: TermLike = 0, C: TermLike = 0) -> Abbrev:
    """f(V, B(S), C(S')) of Proposition E.3."""
    body = loss(no_A, moved(B_star, B), moved(C_star, C))
    return _value(Sym("V"), _of("B", B), _of("C", C), body)


def f_F(*, A: TermLike = 0, B: TermLike = 0, C: TermLike = 0) -> Abbrev:
    """f(V(S), B(S'), C(S'')) of Propositions F.3 and F.4."""
    body = loss(moved(A_star, A), moved(B_star, B), moved(C_star, C))
    return _value(_of("V", A), _of("B", B), _of("C", C), body)


def spread(G_left: Term, middle: Term, G_right: Term) -> Op:
    r""":math:`\operatorname{Tr}((I-M)G^\top\,middle\,G'(I-M))`."""
    return tr(IM * G_left.T * middle * G_right * IM)


def slope_of_loss(G: Callable[[Term, TermLike], Term], X: Term, direction: Term) -> Op:
    r"""(41), (61), (75): :math:`2\,\mathbb E\operatorname{Tr}((I-M)G(X,0)^\top\mathbb K(X_0)\frac
    d{dt}G(X,t\,direction)|_{t=0}(I-M))`."""
    return 2 * expect(spread(G(X, 0), KK(X_0), d_dt(G(X, t * direction))))


def h_at(layer: TermLike, X: Term) -> Op:
    r""":math:`\tilde h(B_\ell X,C_\ell X)`."""
    return h(B_star(layer) * X, C_star(layer) * X)


# (58) = (72), as printed and corrected ---------------------------------------------------------------------

def printed_recursion(i: TermLike) -> dict[str, Prop]:
    """(58), (72): what the page states of the covariates and of the labels behind layer i."""
    X_i, Y_i = top * Z_bar_at(i, A_star), bottom * Z_bar_at(i, A_star)
    Y_next = bottom * Z_bar_at(i + 1, A_star)
    return {
        "a": eq(
            top * Z_bar_at(i + 1, A_star),
            X_i + A_star(i) * X_i * M * h(B_star(i) * X_i, C_star(i) * X_i),
        ),
        "b": eq(Y_next, Y_i + r_of(i) * (Y_i * M * h(B_star(i) * X_i, B_star(i) * X_i))),
        "c": eq(Y_next, Y_0 * product_up(l, i, factor_E(l, X_0, 0))),
    }


def corrected_recursion(i: TermLike) -> dict[str, Prop]:
    """(58), (72) with the arguments that (3) gives the activation."""
    X_i, Y_i = top * Z_bar_at(i, A_star), bottom * Z_bar_at(i, A_star)
    Y_next = bottom * Z_bar_at(i + 1, A_star)
    return {
        "b": eq(Y_next, Y_i + r_of(i) * (Y_i * M * h(B_star(i) * X_i, C_star(i) * X_i))),
        "c": eq(Y_next, Y_0 * G_B(i, X_0, 0)),
    }
