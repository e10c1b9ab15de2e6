r"""Beyond the paper: the invariance of Assumption 4.3 keeps query and key matrices balanced.

Of a network whose activations satisfy Assumption 4.3 the loss at :math:`(S^\top B_\ell,S^{-1}C_\ell)` is that at
:math:`(B_\ell,C_\ell)`; with :math:`S=I+tR` the slope at t = 0 says :math:`\langle G_B,R^\top B_\ell\rangle=\langle
G_C,RC_\ell\rangle` for every R, G_B and G_C the gradients, that is :math:`G_BB_\ell^\top=C_\ell G_C^\top`.  So
:math:`B_\ell B_\ell^\top-C_\ell C_\ell^\top` stands still along gradient flow, layer by layer.
"""

from __future__ import annotations

from functools import partial

from ...claims import Hypothesis, Kind, Parts, claim, with_proof
from ...proof.chain import Identity, Proof, Step, Substitution
from ...statement.attention import jacobian, layer, slope
from ...statement.laws import delta
from ...statement.props import eq
from ...statement.terms import Term, TermLike, at, matrix, zeros
from .chains import balanced
from .notation import B, B_of, C, C_of, X_at, Y_at, d, h_, k, n, t

R = matrix("R", "d", "d")
j = layer("j", tex="j")
G_B, G_C = matrix("G_B", "d", "d"), matrix("G_C", "d", "d")
B_any, C_any, X = matrix("B_j", "d", "d"), matrix("C_j", "d", "d"), matrix("X", "d", "n+1")
balance = Hypothesis("the gradients are balanced", eq(G_B * B_any.T, C_any * G_C.T), r"G_BB^\top=CG_C^\top")


def B_moved(layer: TermLike) -> Term:
    r""":math:`B_\ell`, that of layer j moved by :math:`tR^\top B_j`."""
    return at(B, layer) + delta(layer, j) * (t * (R.T * at(B, layer)))


def C_moved(layer: TermLike) -> Term:
    r""":math:`C_\ell`, that of layer j moved by :math:`tRC_j`."""
    return at(C, layer) + delta(layer, j) * (t * (R * at(C, layer)))


def covariates(upto: TermLike, of_B: bool) -> Term:
    """(20): the covariates before a layer, where B moves or C does."""
    B, C = (B_moved, C_of) if of_B else (B_of, C_moved)
    return X_at(upto, B=B, C=C)


def labels(upto: TermLike, of_B: bool) -> Term:
    r"""(20): the labels' row; that of the output, at k + 1, has the prediction as the query's entry."""
    B, C = (B_moved, C_of) if of_B else (B_of, C_moved)
    return Y_at(upto, X=partial(X_at, B=B, C=C), B=B, C=C)


velocity = -(G_B * B_any.T + B_any * G_B.T) + (G_C * C_any.T + C_any * G_C.T)
still = eq(velocity, zeros("d", "d"))
STILL = Proof((
    Step("transposed", eq((G_B * B_any.T).T, (C_any * G_C.T).T), Substitution(), ("the gradients are balanced",)),
    Step("still", still, Identity(-1, -1), ("the gradients are balanced", "transposed")),
))


@claim(
    "ccs/beyond-balanced",
    kind=Kind.INVARIANCE,
    source="beyond the paper; Assumption 4.3 along gradient flow",
    forall=(d, n, k, j, R, G_B, G_C),
    given=(balance,),
    uses=("ccs/assumption-4.3", "ccs/section-4.5-reparameterisation"),
    witnesses=("words", "entries", "proof"),
    # Certifying a twin of (b) takes as long as the statement.
    options={"twins": {"fast": 1}},
)
def beyond_balanced() -> Parts:
    r"""Let $\tilde h$ be continuously differentiable and satisfy Assumption 4.3. (a) The slope of one attention matrix
    as B moves by $tR^\top B$ is that as C moves by $tRC$; (b) so is that of the output of the whole network, whichever
    layer j moves: the gradients of every loss of the output satisfy $G_BB_j^\top=C_jG_C^\top$. (c) Then $\frac
    d{dt}(B_j B_j^\top-C_jC_j^\top)=-G_BB_j^\top-B_jG_B^\top+G_CC_j^\top+C_jG_C^\top=0$ along gradient flow.
    """
    return {
        "a": eq(
            jacobian(h_, 1, B_any * X, C_any * X, R.T * B_any * X), jacobian(h_, 2, B_any * X, C_any * X, R * C_any * X)
        ),
        "b": eq(slope(t, labels(k + 1, True)), slope(t, labels(k + 1, False))),
        "c": still,
    }


beyond_balanced = with_proof(
    beyond_balanced, a=balanced.of_attention(B_any, C_any, X), b=balanced.of_output(covariates, labels), c=STILL
)
