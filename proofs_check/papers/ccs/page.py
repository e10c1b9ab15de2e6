r"""How the paper writes, for the comparison of its pages with their transcriptions.

Demonstrations are columns; the parameters are printed with the time of their flow, the loss with what it is of.
"""

TIMES = ("t",)
_PLACES = (*((k, k) for k in "ij"), ("n+1", "n+1"), ("1", "1"))
TENDS = (r"\to",)
VALUES = tuple((f"{v}_{k}", rf"({v.lower()}_{k}\Sigma^{{-1/2}})", v.lower()) for v in "BC" for k in ("i", "j", r"\ell"))
SPELLINGS = (
    *((rf"x^{{({a})}}", rf"[X_0]_{{:{b}}}") for a, b in _PLACES),
    *((rf"y^{{({a})}}", rf"[Y]_{{1,{b}}}") for a, b in _PLACES),
    (r"\operatorname{Tr}", r"\operatorname{tr}"), (r"\mathrm{Tr}", r"\operatorname{tr}"),
    (r"I_{d\times d}", "I_d"), (r"I_{n\times n}", "I_n"), (r"f(r(t),B(t),C(t))", "f"), (r"f(r,B,C)", "f"),
    (r"f(A,r,B,C)", "f"), (r"f(A(t),r(t),B(t),C(t))", "f"), (r"\begin{bmatrix}", r"\begin{pmatrix}"),
    (r"\end{bmatrix}", r"\end{pmatrix}"), (r"\overline X_0", "X_0"),
    (r"(I-M)", r"(I_{n+1}-M)"), (r"(I+M", r"(I_{n+1}+M"), (r"=I+M", r"=I_{n+1}+M"),
    *((rf"{a}I+r_{k}", rf"{a}I_{{n+1}}+r_{k}") for a in "(=" for k in ("i", r"\ell")),
    *((rf"\top\mathbb K{a}", rf"\top\mathbb K(X_0,X_0){a}") for a in (r"\frac", "G")),
    (r"\mathbb K(X_0)", r"\mathbb K(X_0,X_0)"), (r"\mathbb K(U_\Sigma X_0)", r"\mathbb K(U_\Sigma X_0,U_\Sigma X_0)"),
    (r"\partial_{r_\ell}f", r"\nabla_{r_\ell}f"),
)  # fmt: skip

EXPLAINED = {
    "the layer stands as i, the upper limit of the product, and the chain is stated from its first side": (
        ("eq-40",
         r"Y_\ell+r_\ell Y_\ell M\tilde h(B_\ell X_\ell,B_\ell X_\ell)=Y_0\prod_{\ell=0}^i(I+r_\ell M"
         r"\tilde h(B_\ell X_0,C_\ell X_0))"),
        ("eq-58",
         r"Y_\ell+r_\ell Y_\ell M\tilde h(B_\ell X_\ell,B_\ell X_\ell)=Y_0\prod_{\ell=0}^i(I+r_\ell M"
         r"\tilde h(B_\ell X_0,C_\ell X_0))"),
    ),
    "it is Assumption 4.2, which is supposed for each fixed U; here U is drawn": (
        ("eq-61", r"\mathbb K(U_\Sigma X_0)=\mathbb K(X_0)"),
    ),
    "both letters are one in the transcription": (
        ("lemma-a.1-shift", r"\overline X_0:=X_0"),
    ),
    "the weights of (16) are put in for B_l and C_l": (
        ("eq-44", r"B_\ell U_\Sigma=b_\ell\Sigma^{-1/2}\Sigma^{1/2}U\Sigma^{-1/2}"),
        ("eq-44", r"b_\ell\Sigma^{-1/2}\Sigma^{1/2}U\Sigma^{-1/2}=UB_\ell"),
        ("eq-44", r"C_\ell U_\Sigma=c_\ell\Sigma^{-1/2}\Sigma^{1/2}U\Sigma^{-1/2}"),
        ("eq-44", r"c_\ell\Sigma^{-1/2}\Sigma^{1/2}U\Sigma^{-1/2}=UC_\ell"),
    ),
    "the weights of (16) are put in, and derivatives stand as those in an argument": (
        ("eq-45",
         r"\frac d{dt}\tilde h(UB_\ell X_0+tSU_\Sigma X_0,UC_\ell X_0)|_{t=0}=\frac d{dt}\tilde "
         r"h(B_\ell X_0+tU^\top SU_\Sigma X_0,C_\ell X_0)|_{t=0}"),
    ),
    "the recursion starts there": (
        ("eq-59", r"X_0=X"),
        ("eq-73", r"X_0=X"),
    ),
}  # fmt: skip
"""Relations that are read and do not stand in the tree as they are: how they stand there.  Each was looked at."""

CASES = (
    ("theorem-4.6", r"A_\ell=a_\ell I"),
    ("eq-12", r"i\ne n+1"),
    ("eq-12", r"i=n+1"),
    ("eq-38", r"\ell\ne j"),
    ("eq-39", r"\ell\ne j"),
    ("eq-56", r"\ell\ne j"),
    ("eq-57", r"\ell\ne j"),
    ("eq-71", r"\ell\ne j"),
    ("lemma-g.3-non-uniqueness", r"b\ne0"),
)
"""A case, a value or a choice of the words: what they say of it is stated, and nothing is compared."""
