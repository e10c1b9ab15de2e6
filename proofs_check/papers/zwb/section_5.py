"""Section 5, after Theorem 5.2: one Newton step, and one regularized Newton step."""

from __future__ import annotations

from ...claims import Kind, Parts, Reading, claim, with_proof
from ...statement.laws import in_mean_square
from ...statement.props import Prop, conj, implies, posdef, tends
from ...statement.psd import inv_half, pinv, projection
from ...statement.terms import half
from .assumptions import t_positive
from .chains import section_5 as chains
from .chains.section_5 import newton, products
from .notation import (
    RE_DERIVED,
    Gamma_star,
    H,
    M,
    Phi,
    Psi,
    problem,
)
from .notation_gd import f_star


@claim(
    "zwb/section-5-limit",
    kind=Kind.LIMIT,
    source="Section 5, after Theorem 5.2",
    forall=problem,
    given=(t_positive,),
    uses=("zwb/eq-5.3", "zwb/eq-5.1"),
    witnesses=("words", "entries", "balls", "proof"),
    reconstructed="inferred from the words; the matrix named in the parenthesis does not survive: both readings",
    note=r"""(a) "In the above theorem, [$\Gamma^*\to H^{-1}$] as the context length goes to infinity (assuming that
    [..] is positive definite)." (b) "In this case, the optimal [GD-$\beta$] function (• ‣ 5.2) implements one Newton
    step from initialization [$\beta^*$]" [$f_{\text{GD-}\beta}(\,\cdot\,;\beta^*,\Gamma^*)$ tends to
    $\langle\beta^*-H^{-1}\nabla\ell(\beta^*),x\rangle$, $H$ being the population Hessian of $\ell$]. The limit in (b)
    is in mean square over prompts; it needs $H\succ0$ alone. The inverse of an invertible matrix is its
    pseudo-inverse.
    """,
)
def section_5_limit() -> Parts:
    """"In the above theorem, [..] as the context length goes to infinity (assuming that [..] is positive definite).";
    "In this case, the optimal [..] function (• ‣ 5.2) implements one Newton step from initialization [..]"
    """
    to_inverse = tends(Gamma_star, pinv(H), M)
    return {
        "a": [
            Reading("Psi, H > 0", implies(conj(posdef(H), posdef(Psi)), to_inverse), filled=True),
            Reading("H > 0", implies(posdef(H), to_inverse), "the matrix that the limit inverts", filled=True),
        ],
        "b": implies(posdef(H), in_mean_square(f_star, newton, M)),
    }


@claim(
    "zwb/section-5-limit-exact",
    kind=Kind.LIMIT,
    source="Section 5, after Theorem 5.2, for every Psi",
    forall=problem,
    given=(t_positive,),
    corrects="zwb/section-5-limit#a",
    uses=("zwb/eq-5.3", "zwb/section-5-limit"),
    witnesses=("words", "entries", "balls", "proof"),
)
def section_5_limit_exact() -> Prop:
    r"""For all positive semi-definite $H,\Psi$: $H^{1/2}\Gamma^*H^{1/2}\to P_\Phi$, the orthogonal projection on the
    image of $\Phi=H^{1/2}\Psi H^{1/2}$; so for $H\succ0$, $\Gamma^*\to H^{-1/2}P_\Phi H^{-1/2}$, which is $H^{-1}$ if
    and only if $\Psi$, too, is positive definite.
    """
    return conj(
        tends(half(H) * Gamma_star * half(H), projection(Phi), M),
        implies(posdef(H), tends(Gamma_star, inv_half(H) * projection(Phi) * inv_half(H), M)),
    )


@claim(
    "zwb/section-5-regularized-newton",
    kind=Kind.IDENTITY,
    source="Section 5, after Theorem 5.2",
    forall=problem,
    given=(t_positive,),
    uses=("zwb/eq-5.3",),
    witnesses=("words", "entries", "balls", "proof"),
    reconstructed=RE_DERIVED,
    note=r"""
    "With a finite context length [$M$], (• ‣ 5.2) [$f_{\text{GD-}\beta}(\,\cdot\,;\beta^*,\Gamma^*)$] implements one
    regularized Newton step from initialization [$\beta^*$]." [If $H,\Psi\succ0$ then $\Gamma^*=\big[\tfrac{M+1}MH
    +\tfrac tM\Psi^{-1}\big]^{-1}$, that is one step with a Hessian plus a multiple of $\Psi^{-1}$.] That a matrix is
    the inverse of another is said by their products.
    """,
)
def section_5_regularized_newton() -> Prop:
    """"With a finite context length [..], (• ‣ 5.2) implements one regularized Newton step from initialization [..]."
    """
    return implies(conj(posdef(H), posdef(Psi)), products)


section_5_limit = with_proof(section_5_limit, a=chains.LIMIT, b=chains.NEWTON)
section_5_regularized_newton = with_proof(section_5_regularized_newton, whole=chains.REGULARIZED)


