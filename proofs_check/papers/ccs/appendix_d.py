"""Appendix D: several heads, each with its own kernel, Proposition D.1 (A) and its proof D.1."""

from __future__ import annotations

from ...claims import Difference, Differs, Expected, Kind, Misprint, Parts, claim, with_proof
from ...statement.props import Prop, chain, defined, eq
from ...statement.terms import Op, Sym, Term, TermLike, entry, stack, total
from ...verdict import Verdict
from .chains import appendix_d as chains
from .chains.proposition_3_1 import c, r_l
from .notation import Z_at, d, l, n, r
from .notation_descent import X_0, Y_0, Y_hidden, i, x_i, y_i
from .notation_heads import (
    ONE,
    TF,
    TWO,
    H,
    Heads,
    Y,
    Y_i,
    Z,
    Z_any,
    added,
    diamond,
    first_step,
    of_all,
    step_26,
    values,
    values_of_all,
)

data = (d, n, X_0, Y_0, r)
kernels = tuple(part for head in TWO for part in (head.K, head.G))
query = n + 1
BY_LAYERS = ("words", "entries")


@claim(
    "ccs/eq-26",
    kind=Kind.DEFINITION,
    source="(26), Appendix D",
    uses=("ccs/eq-3",),
    witnesses=BY_LAYERS,
    options={"definition": {"object": "attention_heads"}},
    note="""(definition) The definition, for two heads; (H = 2) its recursion; (H = 1) "The difference between (26)
    and (3), is the additional summation": with one head it is (3).
    """,
    misprints=(Misprint("“the {value, key, query} matrices”", "the {value, query, key} matrices, as in (2)"),),
    fidelity=(
        Difference(Differs.WEAKER, "for one head and for two"),
    ),
)
def eq_26() -> Parts:
    r"""$Z_{\ell+1}=Z_\ell+\sum_{s=1}^HV_\ell^sZ_\ell M\tilde h^s(B_\ell^sX_\ell,C_\ell^sX_\ell)$;
    "$\{V_\ell^s,B_\ell^s,C_\ell^s\}_{s=1\dots H}$ denote the {value, key, query} matrices at layer $\ell$ for head s".
    """
    (one,) = ONE
    of_3 = Z_at(
        l, one.any_h, stack(X_0, Y_hidden), lambda m: one.weight("V", m), lambda m: one.weight("B", m),
        lambda m: one.weight("C", m),
    )  # fmt: skip
    name = Sym("Z_of_26", ("d+1", "n+1"), frozenset({"derived"}), r"Z_\ell")
    return {
        "definition": defined(name, Z_any(TWO, l)),
        "H = 2": eq(Z_any(TWO, l + 1), Z_any(TWO, l) + step_26(TWO, Z_any(TWO, l))),
        "H = 1": eq(Z_any(ONE, l), of_3),
    }


@claim(
    "ccs/eq-27",
    kind=Kind.DEFINITION,
    source="(27), Appendix D",
    uses=("ccs/eq-26", "ccs/eq-4"),
    witnesses=BY_LAYERS,
    options={"definition": {"object": "attention_heads"}},
    note="The definition, for two heads, and what that is before the first layer, and behind it.",
    fidelity=(
        Difference(Differs.WEAKER, "for two heads"),
    ),
)
def eq_27() -> Parts:
    r""""$\mathsf{TF}_\ell(x;(V,B,C)|z^{(1)}\dots z^{(n)}):=[Z_\ell]_{(d+1),(n+1)}$, (27) where $Z_i$ evolves as (26),
    initialized at
    $Z_0=\begin{bmatrix}x^{(1)}&x^{(2)}&\cdots&x^{(n)}&x\\y^{(1)}&y^{(2)}&\cdots&y^{(n)}&0\end{bmatrix}$."
    """

    def prediction(layer: TermLike) -> Op:
        return entry(Z_any(TWO, layer), d + 1, query)

    name = Sym("TF_l", tex=r"\text{TF}_\ell", traits=frozenset({"derived"}))
    return {
        "definition": defined(name, prediction(l)),
        "l = 0": eq(prediction(0), 0), "l = 1": eq(prediction(1), entry(first_step(TWO), d + 1, query)),
    }  # fmt: skip


@claim(
    "ccs/proposition-d.1-a",
    kind=Kind.CONSTRUCTION,
    source="Proposition D.1 (A) and (28), Appendix D; proof D.1",
    forall=(*data, *kernels, c),
    uses=("ccs/proposition-3.1", "ccs/eq-7", "ccs/eq-26", "ccs/eq-27"),
    witnesses=("words", "entries", "balls", "sampled", "proof"),
    note=r"""At every layer, for two heads and for every number H of heads: (9) for $f_\ell$ of (9) with
    $r_\ell^s=r'_\ell$; (7) for $f_\ell$ of (7) with $\nabla L(f_\ell)=c_\ell\sum_i(y^{(i)}-f_\ell(x^{(i)}))\mathcal
    K^\diamond(\cdot,x^{(i)})$, as in Lemma G.3, and $r_\ell^s=-r_\ell c_\ell$. A head enters by $\tilde
    h^s(G^sX_0,G^sX_0)$ alone, for every H any matrix. $f_\ell$ is known by its values at $x^{(1)},\dots,x^{(n)},x$.
    From a stationary $f_\ell$ on (7) is not determined, as in Proposition 3.1.
    """,
    misprints=(Misprint(r"$[\tilde h^s(U,V)]_{ij}$", r"$[\tilde h^s(U,W)]_{ij}$"),),
    fidelity=(Difference(Differs.EQUIVALENT, "a function is known by its values at the covariates and the query"),),
)
def proposition_d_1_a() -> Parts:
    r"""Proposition D.1: "Let $\{z^{(i)}\}_{i=1\dots n}$ denote the in-context examples and let L(f) be the empirical
    loss functional as defined in Proposition 3.1. For $s=1\dots H$, let $\mathcal K^s$ denote a PSD kernel function.
    Let $\mathcal K^\diamond$ be a composite kernel, defined as $\mathcal K^\diamond(u,v):=\sum_{s=1}^H\mathcal
    K^s(G^su,G^sv)$, where $G^s\in\mathbb R^{d\times d}$ are subject to the constraint that $\mathcal K^\diamond$ must
    be PSD (but are otherwise arbitrary). Let $f_\ell$ denote the functional gradient descent (7) of L(f), wrt the RKHS
    metric induced by $\mathcal K^\diamond$. (A) [Generalization of Proposition 3.1] Consider the multi-head Transformer
    with H heads, where the $s^{th}$ head has activation defined as $[\tilde h^s(U,V)]_{ij}:=\mathcal
    K^s(U^{(i)},W^{(j)})$. Let the Transformer's parameters be $V_\ell^s=\begin{bmatrix}0&0\\0&-r_\ell^s\end{bmatrix}$,
    $B_\ell^s=G^s$, $C_\ell^s=G^s$. Then there exist scalars $\{r_\ell^s\}_{s=1\dots H,\ell=0\dots k}$ such that the
    following holds: For any $x:=x^{(n+1)}$, the Transformer's prediction for $y^{(n+1)}$ at each layer $\ell$ matches
    the prediction of the functional gradient sequence $f_\ell$ (27), i.e. for all $\ell=0\dots k$,
    $\mathsf{TF}_\ell(x;(V,B,C)|z^{(1)}\dots z^{(n)})=-f_\ell(x)$. (28)"
    """
    return {
        "(9), H = 2": chains.follows_9(TWO), "(7), H = 2": chains.follows_7(TWO),
        "(9), every H": chains.all_9, "(7), every H": chains.all_7,
    }  # fmt: skip


def lines(heads: Heads) -> Prop:
    """The display for these heads."""
    of_i, x = Y_i(heads, l, i), x_i(query)
    by_activation = total(i, n, added(of_i * entry(head.products, i, query) for head in heads))
    by_kernel = total(i, n, added(of_i * diamond((head,), x_i(i), x) for head in heads))
    by_diamond = total(i, n, of_i * diamond(heads, x_i(i), x))
    before = TF(heads, l)
    return chain(TF(heads, l + 1), "=", before - r_l * by_activation, "=", before - r_l * by_kernel, "=",
                 before - r_l * by_diamond)


@claim(
    "ccs/appendix-d.1-heads",
    kind=Kind.IDENTITY,
    source="Appendix D.1, display, first four lines",
    forall=(*data, *kernels),
    uses=("ccs/eq-26", "ccs/eq-27", "ccs/proposition-d.1-a"),
    witnesses=("words", "entries", "proof"),
    note=r"""For two heads; that $X_\ell=X_0$, so that the last row of $Z_\ell$ is that of (20); and the first and
    last line for every H, with $\mathcal K^\diamond(x^{(i)},x)=\sum_s[\tilde h^s(G^sX_0,G^sX_0)]_{i,(n+1)}$.
    """,
    fidelity=(Difference(Differs.WEAKER, "the lines between the first and the last for two heads"),),
)
def appendix_d_1_heads() -> Parts:
    r"""$\mathsf{TF}_{\ell+1}=\mathsf{TF}_\ell-r_\ell\sum_{i=1}^n\sum_{s=1}^HY_\ell^{(i)}[\tilde
    h^s(G^sX_0,G^sX_0)]_{i,(n+1)}=\mathsf{TF}_\ell-r_\ell\sum_{i=1}^n\sum_{s=1}^HY_\ell^{(i)}\mathcal
    K^s(G^sx^{(i)},G^sx)=\mathsf{TF}_\ell-r_\ell\sum_{i=1}^nY_\ell^{(i)}\mathcal K^\diamond(x^{(i)},x)$ (arguments
    $(x;(V,B,C)|z^{(1)}\dots z^{(n)})$ throughout).
    """
    return {
        "H = 2": lines(TWO), "X_l, H = 2": eq(Z(TWO, l), stack(X_0, Y(TWO, l))), "every H": chains.display_of_all,
    }  # fmt: skip


def last_line(f: Op, after: Op, K: Term, of_query: bool) -> Prop:
    """The last two lines, the labels being compared with the value at the query, or each with its own.

    ``f``, ``after``: the rows of values at two layers; ``K``: the kernel at :math:`x^{(i)}` and x.
    """
    value = entry(f, 1, query)
    step = total(i, n, (y_i(i) - (value if of_query else entry(f, 1, i))) * K)
    return eq(-value - r_l * step, -entry(after, 1, query))


of_two = values(TWO, l), values(TWO, l + 1), diamond(TWO, x_i(i), x_i(query))
of_every = values_of_all(l), values_of_all(l + 1), entry(of_all(H), i, query)


@claim(
    "ccs/appendix-d.1-induction-step",
    kind=Kind.IDENTITY,
    source="Appendix D.1, display, last two lines",
    forall=(*data, *kernels),
    expected=Expected(Verdict.REFUTED, "f_l(x) stands where f_l(x^(i)) is meant, as in Appendix B"),
    uses=("ccs/appendix-d.1-heads",),
    witnesses=BY_LAYERS,
    note="For two heads and for every H.",
    misprints=(
        Misprint(r"$f_\ell(x)$ in the sum", r"$f_\ell(x^{(i)})$", "H = 2"),
        Misprint(r"$f_\ell(x)$ in the sum", r"$f_\ell(x^{(i)})$", "every H"),
    ),
)
def appendix_d_1_induction_step() -> Parts:
    r"""$\dots=-f_\ell(x)-r_\ell\sum_{i=1}^n(y^{(i)}-f_\ell(x))\mathcal K^\diamond(x^{(i)},x)=-f_{\ell+1}(x)$.
    """
    return {"H = 2": last_line(*of_two, of_query=True), "every H": last_line(*of_every, of_query=True)}


@claim(
    "ccs/appendix-d.1-induction-step-corrected",
    kind=Kind.IDENTITY,
    source="Appendix D.1, display, last two lines, corrected",
    forall=(*data, *kernels),
    corrects="ccs/appendix-d.1-induction-step",
    uses=("ccs/appendix-d.1-heads",),
    witnesses=BY_LAYERS,
)
def appendix_d_1_induction_step_corrected() -> Parts:
    r"""$\dots=-f_\ell(x)-r_\ell\sum_{i=1}^n(y^{(i)}-f_\ell(x^{(i)}))\mathcal K^\diamond(x^{(i)},x)=-f_{\ell+1}(x)$.
    For two heads and for every H.
    """
    return {"H = 2": last_line(*of_two, of_query=False), "every H": last_line(*of_every, of_query=False)}


proposition_d_1_a = with_proof(
    proposition_d_1_a,
    **{
        "(9), H = 2": chains.proof_of_9(TWO), "(7), H = 2": chains.proof_of_7(TWO),
        "(9), every H": chains.ALL_9, "(7), every H": chains.ALL_7,
    },
)  # fmt: skip
appendix_d_1_heads = with_proof(appendix_d_1_heads, **{"every H": chains.DISPLAY_OF_ALL})
