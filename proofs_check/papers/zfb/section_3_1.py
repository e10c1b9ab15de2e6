"""Definitions 1 and 2: training on in-context examples, and in-context learning; Section 3.1."""

from __future__ import annotations

from ...claims import Kind, claim
from ...statement.props import Prop, conj, defined_as, exists, for_all, ge, implies, le, lt
from ...statement.terms import Term, apply, expect, scalar, vector
from .notation import M

ell = scalar("ell", "function", tex=r"\ell")
f = scalar("f", "function")
h = scalar("h", "function", "random")
P = scalar("P", "random", "prompt_of_any_law")
x_new = vector("x_q", "d", "random", tex="x_q")


@claim(
    "zfb/definition-1",
    kind=Kind.DEFINITION,
    source="Definition 1, eq. (1), Section 3.1",
    options={"definition": {"object": "trained_parameter"}},
    witnesses=("words", "definition"),
)
def definition_1() -> Prop:
    r"""$\mathcal D_x$ a distribution over an input space $\mathcal X$, $\mathcal H\subset\mathcal Y^{\mathcal X}$,
    $\mathcal D_{\mathcal H}$ a distribution over functions in $\mathcal H$, $\ell:\mathcal Y\times\mathcal
    Y\to\mathbb R$, $\mathcal S=\bigcup_{n\in\mathbb N}\{(x_1,y_1,\dots,x_n,y_n)\}$, $\mathcal
    F_\Theta=\{f_\theta:\mathcal S\times\mathcal X\to\mathcal Y,\theta\in\Theta\}$. For $N>0$, $f$ is trained on
    in-context examples of functions in $\mathcal H$ under loss $\ell$ w.r.t. $(\mathcal D_{\mathcal H},\mathcal
    D_x)$ if $f=f_{\theta^*}$ with $\theta^*\in\mathrm{argmin}_{\theta\in\Theta}\mathbb
    E_{P=(x_1,h(x_1),\dots,x_N,h(x_N),x_q)}[\ell(f_\theta(P),h(x_q))]$, where $x_i,x_q\overset{iid}\sim\mathcal D_x$
    and $h\sim\mathcal D_{\mathcal H}$ are independent. $N$ is the length of the prompts seen during training.
    """
    theta, theta_star = scalar("theta", "parameter", tex=r"\theta"), scalar("theta_star", tex=r"\theta^*")

    def objective(parameter: Term) -> Term:
        return expect(apply(ell, apply(f, parameter, P), apply(h, x_new)))

    # One of the minimisers, of which there may be several.
    return defined_as(theta_star, for_all(theta, le(objective(theta_star), objective(theta))))


@claim(
    "zfb/definition-2",
    kind=Kind.DEFINITION,
    source="Definition 2, eq. (2), Section 3.1",
    options={"definition": {"object": "in_context_learning"}},
    uses=("zfb/definition-1",),
    witnesses=("words", "definition"),
)
def definition_2() -> Prop:
    r"""$f:\mathcal S\times\mathcal X\to\mathcal Y$ defined on prompts $P=(x_1,h(x_1),\dots,x_M,h(x_M),x_q)$ in-context
    learns $\mathcal H$ under loss $\ell$ w.r.t. $(\mathcal D_{\mathcal H},\mathcal D_x)$ up to error
    $\eta\in\mathbb R$ if there exists $M_{\mathcal D_{\mathcal H},\mathcal D_x}(\varepsilon):(0,1)\to\mathbb N$
    such that for every $\varepsilon\in(0,1)$ and every prompt $P$ of length $M\ge M_{\mathcal D_{\mathcal
    H},\mathcal D_x}(\varepsilon)$: $\mathbb E_P[\ell(f(P),h(x_q))]\le\eta+\varepsilon$, expectation over
    $x_i,x_q\overset{iid}\sim\mathcal D_x$ and $h\sim\mathcal D_{\mathcal H}$.
    """
    eta, epsilon = scalar("eta", tex=r"\eta"), scalar("epsilon", tex=r"\varepsilon")
    needed = scalar("M_D", "function", tex=r"M_{\mathcal D_{\mathcal H},\mathcal D_x}")
    error = expect(apply(ell, apply(f, P), apply(h, x_new)))
    long_enough = conj(lt(0, epsilon), lt(epsilon, 1), ge(M, apply(needed, epsilon)))
    return defined_as(
        f, exists(needed, for_all(epsilon, for_all(M, implies(long_enough, le(error, eta + epsilon)))))
    )
