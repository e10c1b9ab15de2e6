"""Appendix H: technical lemmas."""

from __future__ import annotations

from ...claims import Hypothesis, Kind, Misprint, Parts, claim, with_proof
from ...statement.props import Prop, commute, conj, eq, ge, iff, implies, le, ne, psd
from ...statement.psd import inv_half, least_positive_eigenvalue, pinv, projection
from ...statement.terms import (
    absolute,
    expect,
    grad,
    half,
    matrix,
    norm_2,
    norm_F,
    scalar,
    singular_product_sum,
    tr,
    vector,
    zeros,
)
from .chains import appendix_h as chains
from .chains.appendix_h import A_any, w
from .notation import INFERRED, RE_DERIVED, H, I, M, P, P_perp, X, d, in_null, x_q

m, n = (scalar(name, "integer", "positive") for name in ("m", "n"))
A_mn = matrix("A_mn", "m", "n", tex="A")
B_nm = matrix("B_nm", "n", "m", tex="B")


@claim(
    "zwb/lemma-h.1",
    kind=Kind.INEQUALITY,
    source="Lemma H.1 (Von Neumann's trace inequality), Appendix H",
    forall=(m, n, A_mn, B_nm),
    fact="J. von Neumann, Some matrix-inequalities and metrization of matric-space, 1937",
    witnesses=("words", "entries", "balls"),
    reconstructed=INFERRED,
    note=r"""Lemma H.1 (Von Neumann's trace inequality): "Let [$A,B$] with [$A\in\mathbb R^{m\times n}$, $B\in\mathbb
    R^{n\times m}$]. We have [$|\mathrm{tr}(AB)|\le\sum_i\sigma_i(A)\sigma_i(B)$] where
    [$\sigma_1\ge\sigma_2\ge\dots$] are the ordered singular values".
    """,
)
def lemma_h_1() -> Prop:
    """"Let [..] with [..]. We have [..] where [..] are the ordered singular values"
    """
    return le(absolute(tr(A_mn * B_nm)), singular_product_sum(A_mn, B_nm))


A = matrix("A_psd", "d", "d", "symmetric", "psd", tex="A")
B = matrix("B_psd", "d", "d", "symmetric", "psd", tex="B")


@claim(
    "zwb/lemma-h.2",
    kind=Kind.INEQUALITY,
    source="Lemma H.2 (Meenakshi and Rajian, 1999), Appendix H",
    forall=(d, A, B),
    given=(Hypothesis("A psd", psd(A), r"A\succeq0"), Hypothesis("B psd", psd(B), r"B\succeq0")),
    fact="A. R. Meenakshi, C. Rajian, On a product of positive semidefinite matrices, 1999",
    witnesses=("words", "entries", "proof"),
    reconstructed=INFERRED,
    note=r"""Lemma H.2 (Meenakshi and Rajian, 1999): "For any two positive semi-definite matrices we have - [(a)
    $\mathrm{tr}(AB)\ge0$] - [(b) $AB$ is positive semi-definite] if and only if [$A$] and [$B$] commute."
    """,
)
def lemma_h_2() -> Parts:
    """"For any two positive semi-definite matrices we have • [..] • [..] if and only if [..] and [..] commute."
    """
    # Positive semi-definite includes symmetry, as in Lemma 32 of the first paper.
    return {"a": ge(tr(A * B), 0), "b": iff(psd(A * B), commute(A, B))}


A_m, X_m = matrix("A_lm", "l", "m", tex="A"), matrix("X_mn", "m", "n", tex="X")
B_n = matrix("B_nl", "n", "l", tex="B")
A_T, B_T = matrix("A_ln", "l", "n", tex="A"), matrix("B_ml", "m", "l", tex="B")
a_m, b_n = vector("a_m", "m", tex="a"), vector("b_n", "n", tex="b")
a_n, b_m = vector("a_n", "n", tex="a"), vector("b_m", "m", tex="b")
c_n = vector("c_n", "n", tex="c")
B_nn, C_ml = matrix("B_nn", "n", "n", tex="B"), matrix("C_ml", "m", "l", tex="C")


@claim(
    "zwb/lemma-h.3",
    kind=Kind.IDENTITY,
    source="Lemma H.3 (Derivatives, Petersen and Pedersen 2008), Appendix H",
    witnesses=("words", "entries"),
    reconstructed=f"{INFERRED}; which six derivatives are printed is lost, but for the last, which Lemma G.2 needs",
    note=r"""Lemma H.3: "We denote [$A,B,C,X$] as matrices and [$a,b,c$] as vectors. Then, we have" (a) [$\partial_X
    \mathrm{tr}(AXB)=A^\top B^\top$]; (b) [$\partial_X\mathrm{tr}(AX^\top B)=BA$]; (c) [$\partial_Xa^\top
    Xb=ab^\top$]; (d) [$\partial_Xa^\top X^\top b=ba^\top$]; (e) [$\partial_Xb^\top X^\top Xc=X(bc^\top+cb^\top)$];
    (f) [$\partial_X \mathrm{tr}(AXBX^\top C)=A^\top C^\top XB^\top+CAXB$].
    """,
)
def lemma_h_3() -> Parts:
    """"We denote [..] as matrices and [..] as vectors. Then, we have"
    """
    return {
        "a": eq(grad(tr(A_m * X_m * B_n), X_m), A_m.T * B_n.T),
        "b": eq(grad(tr(A_T * X_m.T * B_T), X_m), B_T * A_T),
        "c": eq(grad(a_m.T * X_m * b_n, X_m), a_m * b_n.T),
        "d": eq(grad(a_n.T * X_m.T * b_m, X_m), b_m * a_n.T),
        "e": eq(grad(b_n.T * X_m.T * X_m * c_n, X_m), X_m * (b_n * c_n.T + c_n * b_n.T)),
        "f": eq(
            grad(tr(A_m * X_m * B_nn * X_m.T * C_ml), X_m),
            A_m.T * C_ml.T * X_m * B_nn.T + C_ml * A_m * X_m * B_nn,
        ),
    }


C_any = matrix("C_any", "d", "d", tex="C")
A_sym = matrix("A_sym", "d", "d", "symmetric", tex="A")


@claim(
    "zwb/lemma-h.4",
    kind=Kind.IDENTITY,
    source="Lemma H.4 (Lemma D.2 in Zhang et al. 2023, Lemma 4.2 in Wu et al. 2024), Appendix H",
    forall=(d, M, H, A_any, A_sym),
    witnesses=("words", "entries", "grid", "sampled"),
    reconstructed=RE_DERIVED,
    note=r"""Lemma H.4: "If [$x$] is a Gaussian random vector of [$d$] dimension, mean zero and covariance matrix
    [$H$] and [$A$] is a fixed matrix. Then (a) [$\mathbb E[xx^\top Axx^\top]=H(A+A^\top)H+\mathrm{tr}(AH)H$]. If
    [$A$] is symmetric and the rows in [$X\in\mathbb R^{M\times d}$] are generated independently from [$\mathcal
    N(0,H)$] Then, it holds that (b) [$\mathbb E[X^\top XAX^\top X]=M(M+1)HAH+M\,\mathrm{tr}(AH)H$]".
    """,
)
def lemma_h_4() -> Parts:
    """"If [..] is a Gaussian random vector of [..] dimension, mean zero and covariance matrix [..] and [..] is a fixed
    matrix. Then [..] If [..] is symmetric and the rows in [..] are generated independently from [..] Then, it holds
    that [..]"
    """
    return {
        "a": eq(expect(x_q * x_q.T * A_any * x_q * x_q.T), H * (A_any + A_any.T) * H + tr(A_any * H) * H),
        "b": eq(
            expect(X.T * X * A_sym * X.T * X), M * (M + 1) * (H * A_sym * H) + M * tr(A_sym * H) * H
        ),
    }


not_zero = Hypothesis("H != 0", ne(H, zeros("d", "d")), r"H\ne0")


@claim(
    "zwb/lemma-h.5",
    kind=Kind.IDENTITY,
    source="Lemma H.5 (Linear Algebra), (H.1), (H.2), Appendix H",
    forall=(d, H, w),
    given=(not_zero,),
    witnesses=("words", "entries", "proof"),
    reconstructed=INFERRED,
    note=r"""Lemma H.5: "Suppose [$H$] is a (non-zero) positive semi-definite matrix ... We denote [$\lambda$] as the
    minimal non-zero eigenvector of [$H$]. Then, we have 1. [(a) $\mathrm{null}(H^{1/2})=\mathrm{null}(H)$, (b)
    $\mathrm {Im}(H^{1/2})=\mathrm{Im}(H)$: both have the same orthogonal projection] 2. [(c)
    $H^{1/2}H^{-1/2}=H^{-1/2}H^{1/2}$] where [$H^{-1/2}$] denotes the Moore-Penrose pseudo-inverse. 3. For any vector
    [$v$] the orthogonal projection operator on [$\mathrm{Im}(H)$] and [$\mathrm{Im}(H)^\perp$] are respectively [(d)
    $P=H^{1/2}H^{-1/2}$ and $P_\perp=I-H^{1/2}H^{-1/2}$] 4. For any vector [$v$] we have [(e)
    $\|H^{1/2}v\|^2\ge\lambda\|Pv\|^2$]".
    """,
    misprints=(Misprint("minimal non-zero eigenvector", "minimal non-zero eigenvalue"),),
)
def lemma_h_5() -> Parts:
    """"Suppose [..] is a (non-zero) positive semi-definite matrix ... We denote [..] as the minimal non-zero
    eigenvector of [..]. Then, we have 1. [..] 2. [..] where [..] denotes the Moore-Penrose pseudo-inverse. 3. For any
    vector [..] the orthogonal projection operator on [..] and [..] are respectively [..] 4. For any vector [..] we have
    [..]"
    """
    return {
        "a": iff(eq(half(H) * w, zeros("d", 1)), in_null(H, w)),
        "b": conj(
            eq(projection(half(H)), P), eq(half(H), H * (inv_half(H) * P)), eq(H, half(H) * half(H))
        ),
        "c": eq(half(H) * inv_half(H), inv_half(H) * half(H)),
        "d": conj(
            eq(half(H) * inv_half(H), P),
            eq(I - half(H) * inv_half(H), P_perp),
            eq(P * P, P), eq(P.T, P), eq(P * H, H), eq(H * P_perp, zeros("d", "d")),
        ),
        "e": ge(norm_2(half(H) * w) ** 2, least_positive_eigenvalue(H) * norm_2(P * w) ** 2),
    }


@claim(
    "zwb/lemma-h.6",
    kind=Kind.IDENTITY,
    source="Lemma H.6 (Tensor product), (H.3)-(H.5), Appendix H",
    forall=(d, H, A_any),
    given=(not_zero,),
    uses=("zwb/lemma-h.5",),
    witnesses=("words", "entries", "proof"),
    reconstructed=INFERRED,
    note=r"""Lemma H.6, with $(H\otimes H)C=HCH$: "1. [(a) $\mathrm{null}(H^{1/2}\otimes
    H^{1/2})=\mathrm{null}(H\otimes H)$, (b) $\mathrm{Im}(H^{1/2}\otimes H^{1/2})=\mathrm{Im}(H\otimes H)$] 2. We
    write [$\mathcal P_{\mathrm{Im}(H\otimes H)}$] and [$\mathcal P_{\mathrm{Im}(H\otimes H)^\perp}$]. For any matrix
    [$A$] we have [(c) (H.3) $\mathcal P_{\mathrm{Im}(H\otimes H)}(A)=PAP$] [(d) (H.4) $\mathcal
    P_{\mathrm{Im}(H\otimes H)^\perp}(A)=A-PAP$] 3. For any matrix [$A$] it holds that [(e) (H.5)
    $\|H^{1/2}AH^{1/2}\|_F^2\ge\lambda^2\|PAP\|_F^2$] where [$\lambda$] is the minimal positive eigenvector of [$H$]".
    """,
    misprints=(Misprint("minimal positive eigenvector", "minimal positive eigenvalue"),),
)
def lemma_h_6() -> Parts:
    """"1. [..] 2. We write [..] and [..]. For any matrix [..] we have (H.3) (H.4) 3. For any matrix [..] it holds that
    (H.5) where [..] is the minimal positive eigenvector of [..]"; "the eigenvalues of [..] are [..]. The eigenvectors
    are [..] which forms an orthogonal unit basis"
    """
    R_h, zero = inv_half(H), zeros("d", "d")
    return {
        "a": iff(eq(half(H) * A_any * half(H), zero), eq(H * A_any * H, zero)),
        # Each of the two images contains the other: the operators are multiples of one another.
        "b": conj(
            eq(H * A_any * H, half(H) * (half(H) * A_any * half(H)) * half(H)),
            eq(half(H) * A_any * half(H), H * (R_h * A_any * R_h) * H),
        ),
        # The projection lies in the image, and what is left is orthogonal to it.
        "c": conj(
            eq(P * A_any * P, H * (pinv(H) * A_any * pinv(H)) * H),
            eq(tr((A_any - P * A_any * P).T * (H * C_any * H)), 0 * tr(H)),
        ),
        "d": conj(
            eq(H * (A_any - P * A_any * P) * H, zero),
            implies(eq(H * A_any * H, zero), eq(A_any - P * A_any * P, A_any)),
        ),
        "e": ge(
            norm_F(half(H) * A_any * half(H)) ** 2,
            least_positive_eigenvalue(H) ** 2 * norm_F(P * A_any * P) ** 2,
        ),
    }


lemma_h_5 = with_proof(lemma_h_5, a=chains.NULL, e=chains.LEAST)
lemma_h_6 = with_proof(lemma_h_6, a=chains.TENSOR_NULL, d=chains.COMPLEMENT, e=chains.TENSOR_LEAST)
