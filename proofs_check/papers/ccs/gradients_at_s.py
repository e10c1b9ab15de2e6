"""Gradients at the points (16) and (18): what (38), (39), (56), (57), (71) say of them; no attention (ours)."""

from __future__ import annotations

from ...claims import Claim, Hypothesis, Kind, claim, with_proof
from ...statement.props import Prop
from ...statement.terms import matrix
from .chains import attained
from .chains import gradients as chains
from .notation import S, Sigma, a, b, c, d, k, n, r
from .notation_moved import E_B, E_C, F_A, F_B, F_C, Moved
from .notation_rotations import K_invariant, K_is_covariance, j, j_in_depth, law_invariant, under_the_mean

G = matrix("G", "d", "d")
ASSUMED = (K_is_covariance, K_invariant, law_invariant, j_in_depth)


def _claim(name: str, motion: Moved, cited: str, *, equality: bool = True) -> Claim:
    of_A = motion is F_A

    def gradient() -> Prop:
        r"""The gradient of f with respect to one matrix of one layer, at a point of $\mathcal S$, is a multiple of
        $\Sigma^{1/2}$ (for A: of I); its square is $\operatorname{Tr}(\Sigma)/d^2$ (for A: 1/d) times that of the slope
        of f along $\Sigma^{-1/2}$ (along I), which stays in $\mathcal S$. Theorems E.1 and F.1 rest on it: f has a
        small gradient where its restriction to $\mathcal S$ has one.
        """
        return (chains.size_in_S_of_A if of_A else chains.size_in_S)(motion, G)

    stated = claim(
        name,
        kind=Kind.IDENTITY,
        source="ours, from Propositions E.3, F.3, F.4",
        forall=(d, n, k, j, Sigma, r, b, c, *(() if motion.stays else (a,))),
        given=(*ASSUMED, under_the_mean(motion.G), Hypothesis(chains.HYPOTHESIS, chains.is_gradient(motion, G))),
        uses=(cited,),
        witnesses=("words", "balls", "proof"),
    )(gradient)
    proof = (
        chains.seen_along_S_of_A(motion, G, cited) if of_A
        else chains.seen_along_S(motion, G, cited, equality=equality)
    )
    return with_proof(stated, whole=proof)


of_B = _claim("ccs/gradient-at-s-of-b", E_B, "ccs/eq-38-equality")
of_C = _claim("ccs/gradient-at-s-of-c", E_C, "ccs/eq-39", equality=False)
of_A_free = _claim("ccs/gradient-at-s-of-a-free", F_A, "ccs/eq-71-equality")
of_B_free = _claim("ccs/gradient-at-s-of-b-free", F_B, "ccs/eq-56-equality")
of_C_free = _claim("ccs/gradient-at-s-of-c-free", F_C, "ccs/eq-57", equality=False)


@claim(
    attained.CITED,
    kind=Kind.IDENTITY,
    source="ours, from (5) and Assumption 4.3",
    forall=(d, n, k, j, r, S),
    uses=("ccs/eq-5", "ccs/assumption-4.3"),
    witnesses=("words", "entries", "balls", "proof"),
)
def loss_without_attention() -> Prop:
    r"""Where all $B_\ell$ and $C_\ell$ are 0 the loss is $\mathbb E\operatorname{Tr}((I-M)G^\top Y^\top YG(I-M))$ with
    $G=\prod_{\ell=0}^k(I+r_\ell M\tilde h(0,0))$, wherever $A_\ell$ is (0 but for one layer, where it is S).
    """
    return attained.without


loss_without_attention = with_proof(loss_without_attention, whole=attained.without_attention)
