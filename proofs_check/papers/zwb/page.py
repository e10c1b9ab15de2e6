r"""How the paper writes, for the comparison of its pages with their transcriptions.

Time is the index tau of what moves; the risk is printed with what it is a function of.
"""

SILENT = (r"\tau",)
TENDS = (r"\to",)
SPELLINGS = (
    (r"f_{\rm LSA}(E)", r"f_{\rm LSA}"), (r"f_{\rm LTB}(E)", r"f_{\rm LTB}"),
    (r"H^{-1/2}", r"(H^{1/2})^\dagger"),
    (r"\partial_\beta", r"\nabla_{\beta}"), (r"\partial_\Gamma", r"\nabla_{\Gamma}"), (r"R(\beta,\Gamma)", "R"),
    (r"\dot\beta", r"\operatorname{ddt}\beta "), (r"\dot\Gamma", r"\operatorname{ddt}\Gamma "),
    (r"\beta^{*\top}", r"(\beta^*)^\top"), (r"\min_{\beta,\Gamma}R", r"\min R"),
    (r"\min R", r"(\min_{\beta,\Gamma}R)"),
    (r"\Gamma^{*\top}", r"(\Gamma^*)^\top"), (r"\beta_\tau", r"\beta"), (r"\Gamma_\tau", r"\Gamma"),
    (r"\sum_i", r"\sum_{i=1}^d"), (r"\varphi_i", r"\lambda_i(\Phi)"), (r"\Gamma_t", r"\Gamma"),
    (r"\beta_0", r"\beta(0)"), (r"\Gamma_0", r"\Gamma(0)"), (r"Y_0", r"Y(0)"), (r"Y_\tau", "Y"),
    (r"\tfrac d{d\tau}", r"\operatorname{ddt}"),
)  # fmt: skip

EXPLAINED = {
    "R is the risk of an LSA layer, and its parts are written out": (
        ("eq-b.15", r"R=\sigma^2+\mathrm I+\mathrm{II}+\mathrm{III}+\mathrm{IV}"),
    ),
    "w_1, u_1, s, B_1 and b are written out as the products of blocks of the weights that they are": (
        ("eq-d.1",
         r"f_{\rm LTB}(E)=\big\langle w_1+\tfrac1MB_1^\top\big(X^\top Xu_1+s\,X^\top\mathbf y\big)+\tfrac1Mb"
         r"\big(u_1^\top X^\top\mathbf y+s\,\mathbf y^\top\mathbf y\big),x\big\rangle"),
    ),
    "the second moments are stated of the first two features, which have the law of all": (
        ("assumption-3.1", r"\mathbb E\,x_ix_i^\top=H"),
        ("assumption-3.1", r"\mathbb E\,x_ix_j^\top=0"),
    ),
    "the inverse stands as the pseudo-inverse, which it is where H is positive definite, as is supposed there": (
        ("section-5-limit", r"\Gamma^*\to H^{-1}"),
    ),
    "the covariance is the mean of p p^T, where p is the task vector less its mean beta^*, which (a) says it has": (
        ("assumption-3.1", r"\mathrm{Cov}(\tilde\beta)=\Psi"),
    ),
    "the weights are put in": (
        ("lemma-5.1", r"w_1=\beta"),
        ("lemma-5.1", r"B_1=\Gamma^\top"),
        ("lemma-5.1", r"b=0"),
        ("lemma-5.1", r"f_{\rm LTB}=f_{\text{GD-}\beta}"),
    ),
    "it stands as the two products that are the identity, with the pseudo-inverse of Psi, which is positive definite": (
        ("section-5-regularized-newton", r"\Gamma^*=\big[\tfrac{M+1}MH +\tfrac tM\Psi^{-1}\big]^{-1}"),
    ),
    "nu stands in both bounds as it is defined; that it is positive is left to its terms": (
        ("section-6-strong-convexity", r"\frac1M\|\tilde\Gamma\|_F^2+\frac1{M+1}>0"),
    ),
    "the inverse stands as the pseudo-inverse, which it is where Psi is positive definite, as is supposed there": (
        ("lemma-6.1", r"(X^\top X+\sigma^2\Psi^{-1})(\hat\beta-\beta^*)=X^\top(\mathbf y-X\beta^*)"),
    ),
    "a is put in, which the page says to be -beta^*, and Q as it is defined": (
        ("section-b-step-5",
         r"R(f)-\inf_{\mathcal F_{\rm LTB}}R\ge\|a+UHv\|_H^2+\frac2M\|UHv\|_H^2-\|l\|_H^2/Q"),
    ),
    "q stands in the mean as the page defines it": (
        ("eq-b.15", r"q=\frac1M\|Xp+\boldsymbol\varepsilon\|^2"),
    ),
    "tilde Gamma^* is written out as Phi Omega^-1, as the page defines it": (
        ("corollary-g.1",
         r"R(\beta,\Gamma)-\min R=D^\top "
         r"H^{1/2}\Big[(I-\tilde\Gamma)^\top(I-\tilde\Gamma)+\tfrac1M\tilde\Gamma^\top\tilde\Gamma+"
         r"\tfrac1M \|\tilde\Gamma\|_F^2I\Big]H^{1/2}D+\operatorname{tr}\big[(\tilde\Gamma-\tilde\Gamma^"
         r"*)\Omega(\tilde\Gamma -\tilde\Gamma^*)^\top\big]"),
        ("corollary-g.1", r"\tilde\Gamma^*=\Phi\Omega^{-1}"),
    ),
    "it stands as the difference to the left side of the line before": (
        ("section-c-step-3",
         r"\frac{M+1}M\big(\tilde\Gamma-\frac M{M+1}I\big)^\top\big(\tilde\Gamma -\frac "
         r"M{M+1}I\big)+\frac1M\|\tilde\Gamma\|_F^2I+\frac1{M+1}I\succeq\frac1{M+1}I"),
    ),
}  # fmt: skip
"""Relations that are read and do not stand in the tree as they are: how they stand there.  Each was looked at."""

CASES = (
    ("assumption-3.1", r"i\ne j"),
    ("section-6-strong-convexity", r"H\succ0"),
    ("section-4-constant-gap", r"c_2>0"),
    ("section-4-constant-gap", r"c_1M\ge c_2"),
    ("lemma-g.4", r"\tilde\Gamma=\tilde Y+\tilde\Gamma^*"),
    ("section-3-lsa-in-ltb", r"W_1=W_2"),
    ("section-3-lsa-in-ltb", r"W_1=W_2"),
    ("section-3-lsa-in-ltb", r"w_1=0"),
    ("theorem-4.1", r"\beta^*=0"),
    ("theorem-4.1", r"c_0\le\frac12"),
    ("theorem-4.1", r"M=1"),
    ("section-4-learnability", r"X=0"),
    ("theorem-5.2", r"t=0"),
    ("theorem-5.3", r"t>0"),
    ("theorem-5.3", r"t>0"),
    ("section-5-redundancy", r"Hn=0"),
    ("section-5-redundancy", r"HCH=0"),
    ("section-5-gd-zero", r"u_1=0"),
    ("section-5-gd-zero", r"s=1"),
    ("section-5-gd-zero", r"B_1=\Gamma^\top"),
    ("section-5-gd-zero", r"b=0"),
    ("section-5-proportional", r"C=1"),
    ("lemma-6.1", r"\sigma=0"),
    ("section-6-nonconvex", r"H^{1/2}z\ne0"),
    ("section-b-step-5", r"a=-\beta^*"),
    ("section-b-step-5", r"\beta^*=0"),
    ("section-b-step-5", r"UHv=0"),
    ("eq-c.7", r"t=0"),
    ("eq-d.1", r"w_1=0"),
    ("eq-d.3", r"a=-\beta^*"),
    ("section-d-step-3", r"a=0"),
    ("section-d-step-3", r"UHv=0"),
    ("lemma-g.3", r"H=0"),
)
"""A case, a value or a choice of the words: what they say of it is stated, and nothing is compared."""
