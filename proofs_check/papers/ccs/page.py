r"""How the paper writes, for the comparison of its pages with their transcriptions.

Demonstrations are columns; the parameters are printed with the time of their flow, the loss with what it is of.
"""

TIMES = ("t",)
_PLACES = (*((k, k) for k in "ij"), ("n+1", ",n+1"), ("1", "1"))
TENDS = (r"\to",)
_INDICES = (r"\ell", r"{\ell+1}", "i", "{i+1}", "j", "{j+1}", "{k+1}")
_FIRST = r"\begin{pmatrix}I_n\\0_{1\times n}\end{pmatrix}"
_LAYERS = "i", "j", r"\ell"
_ROWS = ("X", r"\mathrm{top}Z_#"), ("Y", "[Z_#]_{d+1:}")
_BOTTOM = (*((f"Y_{k}", rf"\mathrm{{bottom}}Z_{k}") for k in ("i", "{i+1}")), ("Y_0", "Y"))
_PARTS = ("X", "top"), ("Y", "bottom")
_NETWORK = r"\mathsf{TF}_\ell(x;(V,B,C)|z^{(1)}\dots z^{(n)})"

def _moved(letter: str) -> tuple[tuple[str, tuple[str, ...], str], ...]:
    """The layer that is moved by S, of a family of which the others are not."""
    return tuple((f"{letter}_{k}", ("S",), rf"{letter}_{k}+\mathbf 1({k}=j)S") for k in ("i", r"\ell"))


FUNCTIONS = {
    "eq-59": _moved("B"), "appendix-f.3-*": _moved("B"), "eq-68*": _moved("B"), "appendix-e.2-loss": _moved("B"),
    "eq-7[3-9]*": (*_moved("A"), ("A_j", ("S",), r"A_j+\mathbf 1(j=j)S")), "appendix-f.4-*": _moved("A"),
    "lemma-f.5*": (
        ("S", ("t",), "S_0+tS_1+t^2S_2"), (r"\tilde S", ("t",), "S_0+tS_1+t^2S_3"),
        ("T", ("t",), "T_0+tT_1+t^2T_2"), (r"\tilde T", ("t",), "T_0+tT_1+t^2T_3"),
    ),
}
"""Functions that the page defines for several statements, by their labels."""
VALUES = (
    (_NETWORK.replace(r"_\ell(x", r"_{k+1}(x^{(n+1)}"), r"[Z_{k+1}]_{(d+1),(n+1)}", "Z_{k+1}"),
    (r"\mathsf{TF}_\ell(x^{(i)};(V,B,C),z^{(1)}\dots z^{(n)})", r"[Y'_\ell]_{1,n+1}", r"Y'_\ell"),
    (_NETWORK, r"\text{TF}_\ell", r"\text{TF}_\ell"), (_NETWORK, r"[Y_\ell]_{1,n+1}", r"Y_\ell"),
    (_NETWORK.replace(r"_\ell", r"_{\ell+1}"), r"[Y_{\ell+1}]_{1,n+1}", r"Y_{\ell+1}"),
    (r"f_\ell(x)", r"\langle f_\ell,\Psi_{:n+1}\rangle", r"f_\ell&\Psi"),
    (r"f(x^{(i)})", r"\langle f,\Phi_{:i}\rangle", r"\Phi&f"), (r"x^{(i)}", "X_{:i}", "X"),
    *((r"y^{(i)}", "Y_i", f"Y&{other}") for other in (r"\Phi", r"\theta")),
    (r"f_\ell(x)", r"[F_\ell]_{1,n+1}", r"F_\ell"),
    (r"f_{\ell+1}(x)", r"[F_{\ell+1}]_{1,n+1}", r"F_{\ell+1}"),
    *((rf"\hat Y_{k}", rf"(Y_{k}{_FIRST})^\top", f"Y_{k}") for k in _INDICES),
    *((f"{v}_{k}^", rf"(\mathrm{{{of}}}Z_{k})^", rf"&\mathrm{{{of}}}&Z_{k}") for v, of in _PARTS for k in _INDICES),
    *((f"{v}_{k}", rf"\mathrm{{{name}}}Z_{k}", rf"&\mathrm{{{name}}}&Z_{k}") for v, name in _PARTS for k in _INDICES),
    *((f"Y_{k}", rf"[Z_{k}]_{{d+1:}}", f"&Z_{k}") for k in _INDICES),
    *((f"{v}_{k}", rf"({v.lower()}_{k}\Sigma^{{-1/2}})", v.lower()) for v in "BC" for k in _LAYERS),
    *((f"A_{k}", f"(a_{k} I_d)", "a") for k in _LAYERS),
    (r"\overline Y_{k+1}", r"[\overline Z_{k+1}]_{d+1:}", r"&\overline Z_{k+1}"),
)
"""What letters stand for in the pages whose transcriptions lack them; those with & between are needed."""
_INPUT = r"\begin{bmatrix}x^{(1)}&x^{(2)}&\cdots&x^{(n)}&x\\y^{(1)}&y^{(2)}&\cdots&y^{(n)}&0\end{bmatrix}"
_UNMASKED = r"\begin{bmatrix}x^{(1)}&\cdots&x^{(n)}&x^{(n+1)}\\y^{(1)}&\cdots&y^{(n)}&y^{(n+1)}\end{bmatrix}"
"""The input (1), and that of Lemma A.1 with the query's label: the rows of the columns z^(i)."""
SPELLINGS = (
    *((rf"{v}_{k}^{{({a})}}", rf"[Y_{k}]_{{1{b}}}") for v in "Yy" for k in (r"\ell", r"{\ell+1}") for a, b in _PLACES),
    (r"[0\ 0\cdots0\ c]", r"c[I_{n+1}]_{n+1:}"), (r"[0\ 0\cdots0 \ c]", r"c[I_{n+1}]_{n+1:}"),
    (r"(X,S)", r"(X_0,S)"), (r"\stackrel d=", r"\overset{d}{=}"), (r"0&0\\0&", r"0_{d\times d}&0_d\\0_d^\top&"),
    (r"\operatorname{softmax}(", r"\operatorname{softmax}_M("),
    (r"I_{n\times n}&0\\0&0", r"I_n&0_n\\0_n^\top&0"), (r"&0\\0&0", r"&0_d\\0_d^\top&0"),
    (r"[x^{(1)}\dots x^{(n+1)}]", "X_0"), (r"[y^{(1)}\dots y^{(n+1)}]", "Y"),
    (_INPUT, r"\begin{pmatrix}X_0\\Y_0\end{pmatrix}"),
    (_UNMASKED, r"\begin{pmatrix}X_0\\Y\end{pmatrix}"), (r"\|\hat{\mathbb K}\|_2", r"\|\hat{\mathbb K}\|_{op}"),
    (r"_\ell&0\\0&r", r"_\ell&0_d\\0_d^\top&r"), (r"\{B\}&0", r"B&0"),
    *((rf"G{k}(X,S)", rf"G{k}(X_0,S)") for k in ("", "_i", "_k", "_{i-1}")), 
    (r"\mathcal J_{\tilde h}", r"\mathcal J^1_{\tilde h}"),
    *((rf"{v}_{k}(0)", rf"{v}_{k}") for v in "AB" for k in "ij"),
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

_SUMS = (
    (r"\sum_{\ell=0}^k", r"\sum_{i=1}^{k+1}"), (r"\rangle_{\mathrm{Tr}}", r"\rangle"),
    (r"\inf_{(r,B,C)\in\mathbb R^{k+1}\times\mathcal S}", r"\inf_{r,b,c}"),
    (r"\inf_{(r,A,B,C)\in\mathbb R^{k+1}\times\mathcal S}", r"\inf_{r,a,b,c}"),
)
"""Sums over the layers, which the transcriptions count from 1, and infima over the set S by its numbers."""
SPELLINGS_OF = {
    **dict.fromkeys(("eq-2[34]", "appendix-b-*", "appendix-d.1-*"), ((",x)", ",x^{(n+1)})"),)),
    "*-f.[34]*": ((r"\mathbb K_{ij}", r"[\mathbb K(X_0,X_0)]_{ij}"),),
    "appendix-[ef].[2-4]-*": ((r"Y_0", "Y"), (r"Y_{k+1}^", r"(\mathrm{bottom}Z'_{k+1})^"),
                                (r"Y_{k+1}", r"\mathrm{bottom}Z'_{k+1}")),
    "appendix-[ef].1-conclusion": (("c", r"\mathfrak c"), *_SUMS),
    **dict.fromkeys(("theorem-[ef].1", "eq-3[12]", "eq-3[45]-*", "eq-4[89]", "eq-5[123]-*"), _SUMS),
    "eq-5": (("f(V,B,C)", "f"),),
    "eq-*-substitution": ((r"UB_i(X_0,0)", r"UB_iX_i(X_0,0)"), (r"UC_i(X_0,0)", r"UC_iX_i(X_0,0)")),
    "eq-45": ((r"_\ell", "_i"),),
    "eq-20": tuple((f"{v}_{k}", made.replace("#", k)) for k in (r"\ell", r"{\ell+1}") for v, made in _ROWS),
    **dict.fromkeys(("eq-40", "eq-58"), (
        *((rf"{a}_\ell {v}_\ell", f"{a}_i{v}_i") for a, v in ("AX", "BX", "CX", "rY")),
        *((f"{v}_{k}", f"{v}_{m}") for k, m in ((r"\ell", "i"), (r"{\ell+1}", "{i+1}")) for v in "XY"), *_BOTTOM,
    )),
    "eq-72": _BOTTOM,
}
"""What single statements write in another way."""
_MOVED_IN_S = {
    v: rf"\sum_{{\ell=0}}^k\langle\nabla_{{{v}_\ell}}f,\tilde {moved}_\ell(t)\rangle_{{\mathrm{{Tr}}}}"
    for v, moved in (("A", "P"), ("B", "U"), ("C", "W"))
}  # fmt: skip
_OF_R = r"\sum_{\ell=0}^k\partial_{r_\ell}f\cdot(-\partial_{r_\ell}f)"
EQUATIONS = {
    "(23)": _NETWORK.replace(r"_\ell", r"_{\ell+1}"), "(33)": _OF_R, "(34)": _MOVED_IN_S["B"], "(35)": _MOVED_IN_S["C"],
    "(50)": _OF_R, "(51)": _MOVED_IN_S["A"], "(52)": _MOVED_IN_S["B"], "(53)": _MOVED_IN_S["C"],
}  # fmt: skip
"""The formulas that the page goes on with by their numbers."""
EXPLAINED = {
    "the functions are written so that it holds: both have these values and these slopes at 0": (
        ("lemma-f.5", r"S(0)=\tilde S(0)"),
        ("lemma-f.5", r"T(0)=\tilde T(0)"),
        ("lemma-f.5", r"S'(0)=\tilde S'(0)"),
        ("lemma-f.5", r"T'(0)=\tilde T'(0)"),
    ),
    "it is stated with the sequences of each reading": (
        ("proposition-3.1", _NETWORK + r"=-f_\ell(x)"),
        ("proposition-d.1-a", _NETWORK + r"=-f_\ell(x)"),
    ),
    "V_l is a letter of its own there, no member of a family": (
        ("assumption-4.4", r"V_\ell=\begin{bmatrix}A_\ell&0\\0&r_\ell\end{bmatrix}"),
    ),
    "it is stated of the rows of Z_l, which the last part says to be X_l and Y_l": (
        ("eq-20", r"X_{\ell+1}=X_\ell+A_\ell X_\ell M\tilde h(B_\ell X_\ell,C_\ell X_\ell)"),
        ("eq-20", r"Y_{\ell+1}=Y_\ell+r_\ell Y_\ell M\tilde h(B_\ell X_\ell,C_\ell X_\ell)"),
    ),
    "the weights are put in": (
        ("proposition-d.1-a", r"V_\ell^s=\begin{bmatrix}0&0\\0&-r_\ell^s\end{bmatrix}"),
    ),
    "Y_l is what is written for the last row of Z_l": (
        ("appendix-c-demonstration-recursion", r"y_\ell^{(i)}:=[Z_\ell]_{(d+1),i}"),
    ),
    "the values and the slopes at 0 are put in": (
        ("lemma-f.5-proof-display",
         r"\frac d{dt}\tilde h(S(t),T(t))|_{t=0}=\mathcal J^1_{\tilde h}(S(0),T(0))[S'(0)]+\mathcal "
         r"J^2_{\tilde h}(S(0),T(0))"
         r"[T'(0)]"),
        ("lemma-f.5-proof-display",
         r"\mathcal J^1_{\tilde h}(S(0),T(0))[S'(0)]+\mathcal J^2_{\tilde h}(S(0),T(0))[T'(0)]="
         r"\mathcal J^1_{\tilde h}(\tilde "
         r"S(0),\tilde T(0))[\tilde S'(0)]+\mathcal J^2_{\tilde h}(\tilde S(0),\tilde T(0))[\tilde T'(0)]"),
    ),
    "it is stated in two parts, with one more side between them": (
        ("eq-77-case-later-layers",
         r"\frac d{dt}X_i(U_\Sigma X_0,tR)+(\frac d{dt}A_i(tR))X_i(U_\Sigma X_0,0)M\tilde h(B_iX_i(U_\Sigma "
         r"X_0,0),C_iX_i(U_\Sigma X_0,0))+A_i(0)(\frac d{dt}X_i(U_\Sigma X_0,tR))M\tilde h(B_iX_i(U_\Sigma "
         r"X_0,0),C_iX_i(U_\Sigma X_0,0))+A_i(0)X_i(U_\Sigma X_0,0)M\frac d{dt}\tilde h(B_iX_i(U_\Sigma X_0,tR)"
         r",C_iX_i(U_\Sigma X_0,tR)) =U_\Sigma A_i(0)(\frac d{dt}X_i(X_0,tU_\Sigma^{-1}RU_\Sigma))M\tilde "
         r"h(B_iX_i(X_0,0),C_iX_i(X_0,0))"),
        ("eq-63-case-later-layers",
         r"\frac d{dt}X_i(U_\Sigma X_0,tR)+A_i(\frac d{dt}X_i(U_\Sigma X_0,tR))M\tilde "
         r"h(B_iX_i(U_\Sigma X_0,0),C_iX_i(U_\Sigma "
         r"X_0,0))+A_iX_i(U_\Sigma X_0,0)M\frac d{dt}\tilde h(B_iX_i(U_\Sigma X_0,tR),"
         r"C_iX_i(U_\Sigma X_0,tR)) =U_\Sigma\frac "
         r"d{dt}X_{i+1}(X_0,tU^\top RU_\Sigma)"),
    ),

    "the layer stands as i, the upper limit of the product, and the chain is stated from its first side": (
        ("eq-40",
         r"Y_\ell+r_\ell Y_\ell M\tilde h(B_\ell X_\ell,B_\ell X_\ell)=Y_0\prod_{\ell=0}^i(I+r_\ell M"
         r"\tilde h(B_\ell X_0,C_\ell X_0))"),
        ("eq-58",
         r"Y_\ell+r_\ell Y_\ell M\tilde h(B_\ell X_\ell,B_\ell X_\ell)=Y_0\prod_{\ell=0}^i(I+r_\ell M"
         r"\tilde h(B_\ell X_0,C_\ell X_0))"),
    ),
    "the chain is stated from its first side": (
        ("eq-72",
         r"Y_i+r_iY_iM\tilde h(B_iX_i,B_iX_i)=Y_0\prod_{\ell=0}^i(I+r_\ell M\tilde h(B_\ell X_0,C_\ell X_0))"),
    ),
    "it is Assumption 4.2, which is supposed for each fixed U; here U is drawn": (
        ("eq-61", r"\mathbb K(U_\Sigma X_0)=\mathbb K(X_0)"),
    ),
    "it is (4), by which TF is put in": (
        ("eq-5",
         r"\mathbb E[(\mathsf{TF}_{k+1}(x^{(n+1)};(V,B,C)|z^{(1)}\dots z^{(n)})+y^{(n+1)})^2]:="
         r"\mathbb E[([Z_{k+1}]_{(d+1),(n+1)}+y^{(n+1)})^2]"),
    ),
    "part b states it of a Q with the blocks Q_11 and 0": (
        ("assumption-2.1", r"Q=\begin{bmatrix}B&0\\0&0\end{bmatrix}"),
    ),
    "both letters are one in the transcription": (
        ("proposition-3.4", r"Y=[y^{(1)}\dots y^{(n+1)}]"),
        ("lemma-a.1-shift", r"\overline X_0:=X_0"),
        ("lemma-g.3-quadratic", "Y_i=y^{(i)}"),
    ),
    "the flow is put in where its derivative is taken": (
        ("eq-30", r"\frac d{dt}B_\ell(t)=\tilde U_\ell(t)"),
        ("eq-47", r"\frac d{dt}B_\ell=\tilde U_\ell"),
        ("eq-47", r"\frac d{dt}C_\ell=\tilde W_\ell"),
    ),
    "C moves by the formula of B, of which it is stated": (("eq-30", r"\frac d{dt}C_\ell(t)=\tilde W_\ell(t)"),),
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
        ("eq-27", "Z_0=" + _INPUT), ("eq-59", r"X_0=X"),
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
    ("lemma-a.1-shift-choice", r"c=y^{(n+1)}"),
)
"""A case, a value or a choice of the words: what they say of it is stated, and nothing is compared."""
