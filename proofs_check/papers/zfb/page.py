r"""How the paper writes, for the comparison of its pages with their transcriptions.

One prompt stands for all, as they have one law: the index tau is silent.  What moves along the flow is printed at time
t; the losses are printed with what they are functions of.
"""

SILENT = (r"\tau",)
TIMES = ("t",)
TENDS = (r"\to", r"\approx")
BRACKETS = "product"
MEAN_OF_PRODUCT = True
VALUES = ((r"\hat y_q", r"\hat y_{\tau,q}", r"\hat y_{\tau,q}"), (r"\rho", "N", "N"))
SPELLINGS = (
    *((rf"{v}^{k}_{{\tau,q}}", rf"[{v}_q]_{k}") for v in "xw" for k in "ijkl"),
    *((rf"w^{k}_\tau", rf"[w]_{k}") for k in "ijkl"), *((rf"x^{k}_q", rf"[x_q]_{k}") for k in "ijkl"),
    (r"\frac{d}{dt}", r"\operatorname{ddt}"), (r"\frac d{dt}", r"\operatorname{ddt}"),
    (r"\frac{du}{dt}", r"\operatorname{ddt}u "), (r"\frac{du_{ij}}{dt}", r"(\operatorname{ddt}[U_{11}]_{ij})"),
    (r"\frac{du_{-1}}{dt}", r"(\operatorname{ddt}u_{-1})"), (r"\frac{dU_{11}}{dt}", r"(\operatorname{ddt}U_{11})"),
    (r"\frac{\partial\ell_{rdm}}{\partial u_{ij}}", r"[\nabla_{U_{11}}\ell_{rdm}]_{ij}"),
    (r"\sum_{i\ne j}", r"\sum_{i,j=1,i\ne j}^d"), (r"\lambda_{\tau,k}", r"[\lambda_\tau]_k"),
    (r"\hat y_q(E_\tau;\theta)", r"\hat y_q"), (r"[f_{LSA}(P;W_*^{KQ},W_*^{PV})]_{d+1,M+1}", r"\hat y_q"),
    (r"\mathbb E_{x_1,\dots,x_M,x_q,w}", r"\mathbb E"), (r"\mu I-X_\tau", r"\mu I_{d+1}-X_\tau"),
    (r"O(1/N^2)", r"O(1/N^2)\text{ in }N"),
    (r"\tilde\ell(U_{11},u_{-1})", r"\tilde\ell"), (r"\tilde\ell(U_{11}(t),u_{-1}(t))", r"\tilde\ell"),
    (r"\ell_{rdm}(U_{11},u_{-1})", r"\ell_{rdm}"), (r"\ell_{rdm}(U_{11}(t),u_{-1}(t))", r"\ell_{rdm}"),
    (r"L(\theta)", "L"), (r"\hat L(\theta)", r"\hat L"), (r"\hat y_q(E;\theta)", r"\hat y_q"),
    (r"\tilde\ell(U_{11}(0),u_{-1}(0))", r"\tilde\ell(0)"), (r"\ell_{rdm}(U_{11}(0),u_{-1}(0))", r"\ell_{rdm}(0)"),
    (r"\min\tilde\ell", r"(\min_{U_{11},u_{-1}}\tilde\ell)"),
    (r"\min\ell_{rdm}", r"(\min_{U_{11},u_{-1}}\ell_{rdm})"),
    (r"u_{ij}", r"[U_{11}]_{ij}"), (r"u_{ii}", r"[U_{11}]_{ii}"), (r"\lambda_{\tau,i}", r"[\lambda_\tau]_i"),
    (r"\lambda_{\tau,j}", r"[\lambda_\tau]_j"), (r"\sum_{i,j}", r"\sum_{i,j=1}^d"), (r"\sum_i", r"\sum_{i=1}^M"),
    (r"\hat y_{\tau,q}", r"\hat y_q"), (r"W_*^{KQ}", r"W^{KQ}_*"), (r"W_*^{PV}", r"W^{PV}_*"),
    (r"x_{\tau,1},\dots,x_{\tau,N}", "x"), (r"x_1,\dots,x_M", "x"),
    *((rf"\Lambda_{k}", rf"\Lambda_{{:{k}}}") for k in "ijkl"),
    (r"\mathbb E_{\mathcal D}", r"\mathbb E"), (r"\mathbb E_{(x,y)\sim\mathcal D}", r"\mathbb E"),
)  # fmt: skip

_KRON = r"\otimes\Big(\frac{E_\tau E_\tau^\top}N\Big)"
SPELLINGS_OF = {
    "eq-9": ((r"\nabla L(\theta)", r"\nabla_u L"), (r"\theta", "u")),
    "lemma-9-proof": (
        (r"x_{\tau,q}^\top" + _KRON, rf"(x_{{\tau,q}}^\top{_KRON})"), (r"X_\tau" + _KRON, rf"(X_\tau{_KRON})"),
    ),
    "eq-64": ((r"\sum_i", r"\sum_{i=1}^d"),),
    "appendix-a.2-second-term": ((r"\sum_i", r"\sum_{i=1}^d"), (r"^\top&0\\0&0", r"^\top&0_d\\0_d^\top&0")),
    "appendix-a.2-d-formula": ((r"\mathrm{Vec}(U)\big]", r"(\mathrm{Vec}(U))\big]"),),
    **dict.fromkeys(("eq-14", "eq-15"), (
        (r"[yx]", "[y_qx_q]"), (r"(y-\langle w,x\rangle)", r"(y_q-\langle w,x_q\rangle)"), (r"xy", "x_qy_q"),
    )),
}  # fmt: skip
"""What single statements write in another way."""
EXPLAINED = {
    "both are one letter in the transcription": (
        ("eq-4", r"\rho=N"),
        ("lemma-24", r"\min\ell_{rdm}:=\min_{U_{11}\in\mathbb R^{d\times d},u_{-1}\in\mathbb R}\ell_{rdm}"),
    ),
    "the factor without an index stands behind the sum, on the page in it": (
        ("appendix-a.2-d-formula",
         r"\frac12\mathbb E\big[\mathrm{Vec}(U)^\top\mathrm{Vec}(Z_\tau UX_\tau)\cdot\mathrm{Vec}(Z_\tau UX_\tau)\big]"
         r"=\frac12\mathbb E\Big[\sum_{i,j=1}^{d+1}\big((Z_\tau UX_\tau)_{ij}U_{ij}\big)"
         r"\mathrm{Vec}(Z_\tau UX_\tau)\Big]"),
    ),
    "the invariant block is put in": (
        ("section-5.2-limit-prediction", "u_{12}=u_{21}"),
        ("section-5.2-limit-prediction", "u_{21}=0_d"),
    ),
    "it is part of what is stated for all times": (("lemma-18", "u_{-1}(0)>0"),),
    "the start is put in": (
        ("lemma-26-initial-loss",
         r"\ell_{rdm}(U_{11}(0),u_{-1}(0))=\mathbb E\,\mathrm{tr}\big[\frac{\sigma^4}2 \Gamma_\tau\Lambda_\tau\Theta"
         r"\Theta^\top\Lambda_\tau\Theta\Theta^\top-\sigma^2\Lambda_\tau^2\Theta\Theta^\top \big]"),
    ),
    "the loss over B prompts stands with an independent prompt for each index": (
        ("eq-7",
         r"\hat L(\theta)=\frac1{2B}\sum_{\tau=1}^B\big(\hat y_{\tau,q}-\langle "
         r"w_\tau,x_{\tau,q}\rangle\big)^2"),
    ),
    "it stands for the blocks of Lemma 9: U_11 and u_-1 are where they start, the other blocks are 0": (
        ("assumption-3", r"W^{PV}(0)=\sigma\begin{pmatrix}0_{d\times d}&0_d\\0_d^\top&1\end{pmatrix}"),
        ("assumption-3", r"W^{KQ}(0)=\sigma\begin{pmatrix}\Theta\Theta^\top&0_d\\0_d^\top&0 \end{pmatrix}"),
    ),
    "the limit is stated in mean square, given x_q and w": (
        ("section-4.1-large-lengths", r"\hat y_q\approx x_q^\top w"),
    ),
    "the limit is stated in mean square": (
        ("section-5.2-limit-prediction",
         r"w^\top \Big(\frac1M\sum_{i=1}^Mx_ix_i^\top\Big)\Gamma^{-1}x_q\approx w^\top x_q"),
    ),
    "the limit is stated in mean square, and of x_q^T w, to which the next sign sets the right side equal": (
        ("eq-18", r"\hat y_q\approx x_q^\top\Lambda^{-1}\Lambda w"),
    ),
    "the limit is stated of the scaled covariates c x_i, which the page still calls x_i": (
        ("section-4.2-covariate-scaling",
         r"\hat y_q\approx x_q^\top\Lambda^{-1}\Big(\frac1M\sum_{i=1}^Mx_ix_i^\top\Big)w"),
    ),
    "the limit is stated in mean square, and of the scaled covariates c x_i, which the page still calls x_i": (
        ("section-4.2-covariate-scaling",
         r"x_q^\top\Lambda^{-1}\Big(\frac1M\sum_{i=1}^Mx_ix_i^\top\Big)w\approx x_q^\top\Lambda^{-1}c^2\Lambda w"),
    ),
    "the limit is stated of hat y_q, which is the left side by the line before, and almost surely": (
        ("eq-23",
         r"x_q^\top\cdot[\mathbb E\Lambda_\tau^2][\mathbb E\Gamma_\tau\Lambda_\tau^2]^{-1}\Big[\frac1M\sum_{i=1}^M"
         r"x_ix_i^\top\Big]w \to x_q^\top\cdot[\mathbb E\Lambda_\tau^2][\mathbb E\Gamma_\tau\Lambda_\tau^2]^{-1}"
         r"\Lambda_{new}w"),
    ),
    "the literal reading has Lambda_tau in the place of Gamma_tau, the other one takes the limit of the prediction": (
        ("section-4.3-conditional-mean", r"\Gamma_\tau\to\Lambda_\tau"),
    ),
    "the limit is stated of u_-1^2, which is the left side by the line before": (
        ("lemma-20-decay", r"\|u_{-1}U_{11}\|_F\to\|\Gamma^{-1}\|_F"),
    ),
    "given the covariance, the flow stands as minus the gradient of the loss given the covariance": (
        ("lemma-21-proof",
         r"\frac d{dt}U_{11}(t)=-u_{-1}^2[\Gamma_\tau\Lambda_\tau U_{11}\Lambda_\tau]+u_{-1}[\Lambda_\tau^2]"),
        ("lemma-21-proof",
         r"\frac d{dt}u_{-1}(t)=-u_{-1}\mathrm{tr}[\Gamma_\tau\Lambda_\tau "
         r"U_{11}\Lambda_\tau(U_{11})^\top]+\mathrm{tr}([\Lambda_\tau^2](U_{11})^\top)"),
    ),
    "that the two differ is said of their mean square": (
        ("section-4.2-covariate-scaling", r"c^2x_q^\top w\ne x_q^\top w"),
    ),
    "the index of the sum, which the page prints without a limit, runs to d": (
        ("appendix-a.2-second-term",
         r"\mathbb E[w_\tau^\top x_{\tau,q}H_\tau]=\frac12\sum_i\mathbb "
         r"E[x^i_{\tau,q}X_\tau]\otimes\mathbb E\Big[w^i_\tau\begin{pmatrix}\hat "
         r"\Lambda_\tau&\hat\Lambda_\tau "
         r"w_\tau\\w_\tau^\top\hat\Lambda_\tau&w_\tau^\top\hat\Lambda_\tau w_\tau "
         r"\end{pmatrix}\Big]"),
        ("appendix-a.2-second-term", r"\Lambda_i=\Lambda_{:i}"),
    ),
    "the cases stand as entries of U with the places put in": (
        ("eq-35",
         r"(\hat\Lambda_\tau)_{k:}w_\tau u_{-1}x^l_{\tau,q} =\big(\hat\Lambda_\tau+"
         r" \frac1Nx_{\tau,q}x_{\tau,q}^\top\big)_{k:}U_{11}x_{\tau,q}"),
        ("eq-35", r"(Z_\tau UX_\tau)_{kl} =w_\tau^\top\hat\Lambda_\tau w_\tau u_{-1}x^l_{\tau,q}"),
        ("eq-35", r"(Z_\tau UX_\tau)_{kl} =w_\tau^\top\hat\Lambda_\tau U_{11}x_{\tau,q}"),
    ),
    "the page says it of the block that stays zero, which is put in": (
        ("eq-36", r"U_{i,d+1}=U_{d+1,i}"),
        ("eq-36", r"U_{d+1,i}=0"),
    ),
    "entries of U are those of its block U_11 for the places of the page": (
        ("appendix-a.2-u11-terms",
         r"\mathbb E\big[\big((Z_\tau UX_\tau)_{ij}U_{ij}\big)(Z_\tau "
         r"UX_\tau)_{kl}\big]=U_{ij}u_{-1}^2\mathbb E\big[x^j_{\tau,q}x^l_{\tau,q}\cdot\mathbb "
         r"E\big[(\hat\Lambda_\tau)_{k:}(\hat\Lambda_\tau)_{:i}\big] \big]"),
        ("appendix-a.2-u11-terms",
         r"U_{ij}u_{-1}^2\mathbb E\big[x^j_{\tau,q}x^l_{\tau,q}\cdot\mathbb "
         r"E\big[(\hat\Lambda_\tau)_{k:}(\hat\Lambda_\tau)_{:i}\big]"
         r" \big]=U_{ij}u_{-1}^2\Lambda_{jl}\mathbb "
         r"E\big[(\hat\Lambda_\tau)_{k:}(\hat\Lambda_\tau)_{:i}\big]"),
        ("appendix-a.2-u11-terms",
         r"\frac d{dt}U_{kl}=-u_{-1}^2\mathbb E\big[(\hat "
         r"\Lambda_\tau)_{k:}\hat\Lambda_\tau\big]U_{11}\Lambda_l+u_{-1}\Lambda_k^\top\Lambda_l"),
        ("eq-39", r"\sum_{i,j=1}^d\Lambda_i^\top\Lambda_jU_{ji}=\mathrm{tr}\big( \Lambda(U_{11})^\top\Lambda\big)"),
    ),
    "it stands below i != j, from the line before": (
        ("corollary-22", r"\frac d{dt}u_{ij}=-\zeta_{ij}u_{-1}^2u_{ij}"),
    ),
    "the limit is stated in mean square, given x_q": (
        ("eq-14", r"\hat y_q\approx x_q^\top \Lambda^{-1}\mathbb E_{(x,y)\sim\mathcal D}[yx]"),
    ),
    "the limit is stated of L, which is the right side by the next part, and almost surely": (
        ("eq-8",
         r"\lim_{B\to\infty}\hat L(\theta)=\frac12\mathbb E_{w_\tau,x_{\tau,1},\dots,x_{\tau,N},x_{\tau,q}}\big[(\hat "
         r"y_{\tau,q}-\langle w_\tau,x_{\tau,q}\rangle)^2\big]"),
    ),
    "each of both sides is stated to be the prediction": (
        ("lemma-9-proof",
         r"\sum_{i=1}^d\mathrm{tr}\Big[u_i\big((u_{12})^\top\ u_{-1}\big)\cdot x^i_{\tau,q}\frac{E_\tau E_\tau^\top}N"
         r"\Big] =\mathrm{tr}\Big[\mathrm{Vec} \begin{pmatrix}U_{11}\\(u_{21})^\top\end{pmatrix}\big((u_{12})^\top\ "
         r"u_{-1}\big)\cdot x_{\tau,q}^\top\otimes\Big(\frac{E_\tau E_\tau^\top}N\Big)\Big]"),
        ("lemma-9-proof",
         r"\big((u_{12})^\top\ u_{-1}\big)\Big(\frac{E_\tau E_\tau^\top}N\Big)\begin{pmatrix}U_{11}\\(u_{21})^\top"
         r"\end{pmatrix}x_{\tau,q} =\sum_{i=1}^d\big((u_{12})^\top\ u_{-1}\big)\Big(\frac{E_\tau E_\tau^\top}N "
         r"\Big)u_ix^i_{\tau,q}"),
    ),
    "a point of the words: it is put in": (
        ("lemma-24", r"u_{ii}=\xi_i/\gamma_i"),
    ),
    "the chain is stated from its first side": (
        ("lemma-30",
         r"\Lambda_{ij}\Lambda_{kl}+\Lambda_{ik}\Lambda_{jl}+\Lambda_{il}\Lambda_{jk}"
         r" =\mathrm{tr}(A\Lambda)\Lambda_{kl}+\Lambda_k^\top(A+A^\top)\Lambda_l"),
    ),
}  # fmt: skip
"""Relations that are read and do not stand in the tree as they are: how they stand there.  Each was looked at."""

CASES = (
    ("eq-35", r"l=d+1"),
    ("eq-35", r"k=d+1"),
    ("eq-35", r"k=l"),
    ("figure-1", r"c=1"),
    ("figure-1", r"c=4"),
    ("figure-1-random-trained", r"c=9"),
    ("figure-1-spike", r"M>N"),
    ("section-4.3-positional-encodings", r"M>N"),
    ("section-5.2-limit-prediction", r"U_{11}=(c\Gamma)^{-1}"),
    ("section-5.2-limit-prediction", r"u_{-1}=c"),
    ("section-4.3-identity-condition", r"\Lambda_\tau=\Lambda_{new}"),
)
"""A case, a value or a choice of the words: what they say of it is stated, and nothing is compared."""
