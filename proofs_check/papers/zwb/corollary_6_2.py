"""Corollary 6.2 and the sentences after it: the minimal risk of GD-beta is nearly that of the Bayes estimator."""

from __future__ import annotations

from ...claims import Kind, Parts, claim, with_proof
from ...statement.props import Prop, conj, eq, implies, le
from ...statement.psd import infimum
from ...statement.terms import Term
from .assumptions import t_positive
from .chains import bayes
from .chains import corollary_6_2 as chains
from .lemma_6_1 import mean_excess, sigma_positive, signal_to_noise
from .notation import INFERRED, R_LTB, M, problem, reduced, sigma, t
from .notation_gd import S, best_level, by_best_level, by_level, gd_excess


def excess_of(phi: Term) -> Term:
    """What an eigenvalue phi adds to the excess risk."""
    return phi * (phi + t) / ((M + 1) * phi + t)


@claim(
    "zwb/corollary-6.2",
    kind=Kind.RATE,
    source="Corollary 6.2, Section 6; Appendix E",
    forall=(*problem, S),
    given=(sigma_positive,),
    uses=("zwb/theorem-5.2",),
    witnesses=("words", "balls", "proof"),
    reconstructed="computed anew from (5.2); the absolute constants are lost",
    note=r"""
    "Under the setup of Theorem 5.2, additionally assume the signal-to-noise ratio is upper bounded, that
    is, [$\operatorname{tr}(H\Psi)\lesssim\sigma^2$]. Then we have [$\inf_{f\in\mathcal
    F_{\text{GD-}\beta}}R(f)-\sigma^2 \eqsim\sum_i\min\{\varphi_i,\bar\varphi\}$] where [$\varphi_i$] are the
    eigenvalues of [$\Phi$] and [$\bar\varphi:=\sigma^2/M$]". With constants: if $\operatorname{tr}(H\Psi)\le
    S\sigma^2$ the excess lies between $\frac12$ and $1+2S$ times the sum.
    """,
)
def corollary_6_2() -> Prop:
    """"Under the setup of Theorem 5.2, additionally assume the signal-to-noise ratio is upper bounded, that is, [..].
    Then we have [..] where [..] are the eigenvalues of [..] and [..]"
    """
    return implies(signal_to_noise, conj(le(by_level / 2, gd_excess), le(gd_excess, (1 + 2 * S) * by_level)))


@claim(
    "zwb/section-6-nearly-bayes",
    kind=Kind.RATE,
    source="Section 6, after Corollary 6.2; Abstract; Section 1",
    forall=(*problem, S),
    given=(sigma_positive,),
    uses=("zwb/lemma-6.1", "zwb/lemma-6.1-rate", "zwb/corollary-6.2", "zwb/lemma-5.1"),
    witnesses=("words", "balls", "sampled", "proof"),
    reconstructed=INFERRED,
    note=r"""
    "The optimal (expected) ICL risk achieved by [GD-$\beta$] in Corollary 6.2 matches the (high
    probability) Bayes optimal ICL risk in Lemma 6.1 ignoring constant factors, provided that the signal-to-noise
    ratio is upper bounded. Therefore [GD-$\beta$] achieves nearly Bayes optimal ICL risk. As a consequence, the
    larger hypothesis set [LTB] also achieves nearly Bayes optimal ICL" [for each $S$ there is $C(S)$ such that
    $\operatorname{tr}(H\Psi)\le S\sigma^2$ implies (a) $\inf_{\mathcal F_{\rm LTB}}R-\sigma^2\le\inf_{\mathcal
    F_{\text{GD-}\beta}}R-\sigma^2$ (b) $\le C(S)\,(R_{\rm Bayes}-\sigma^2)$, $R_{\rm Bayes}=\mathbb E\min\mathcal
    L$]. $C(S)=1+2S$ does.
    """,
)
def section_6_nearly_bayes() -> Parts:
    """"The optimal (expected) ICL risk achieved by [..] in Corollary 6.2 matches the (high probability) Bayes optimal
    ICL risk in Lemma 6.1 ignoring constant factors, provided that the signal-to-noise ratio is upper bounded. Therefore
    [..] achieves nearly Bayes optimal ICL risk. As a consequence, the larger hypothesis set [..] also achieves nearly
    Bayes optimal ICL"
    """
    return {
        "a": le(infimum(R_LTB, *reduced) - sigma**2, gd_excess),
        "b": implies(signal_to_noise, le(gd_excess, (1 + 2 * S) * mean_excess)),
    }


@claim(
    "zwb/beyond-corollary-6.2-constants",
    kind=Kind.INEQUALITY,
    source="new; Corollary 6.2",
    forall=problem,
    given=(t_positive,),
    uses=("zwb/theorem-5.2", "zwb/corollary-6.2"),
    witnesses=("words", "entries", "balls", "proof"),
)
def beyond_corollary_6_2_constants() -> Parts:
    r"""Goal: explicit constants $c_1,c_2$ and an explicit level $\bar\varphi(H,\Psi,\sigma^2,M)$ with
    $c_1\sum_i\min\{\varphi_i,\bar\varphi\}\le\inf_{\mathcal F_{\text{GD-}\beta}}R-\sigma^2\le c_2\sum_i\min\{\varphi_i,
    \bar\varphi\}$ for all problems, without the signal-to-noise assumption; the best ones if possible.

    Answer: with the level $\bar\varphi=\frac{2t}{M+2}$, $t=\operatorname{tr}(H\Psi)+\sigma^2$: (a)
    $c_1=\frac{M+4}{3M+4} >\frac13$, (b) $c_2=1$. (c) Both are attained: $c_2$ where $\varphi_1=t$ ($\sigma=0$, $\Phi$
    of rank one), $c_1$ where the only positive eigenvalue is $\bar\varphi$. Among the levels $\ell t$ with $\ell$ a
    function of M, the ratio $c_2/c_1$ is smallest for this one: for $\ell\ge\frac2{M+2}$ the best constants are
    $c_2=1$, $c_1=\frac{1+\ell} {1+(M+1)\ell}$, decreasing in $\ell$; for smaller ones
    $\frac{c_2}{c_1}=\frac2{(M+2)\ell}\frac{1+(M+1)\ell}{1+\ell}$.
    """
    return {
        "a": le((M + 4) / (3 * M + 4) * by_best_level, gd_excess),
        "b": le(gd_excess, by_best_level),
        "c": conj(eq(excess_of(t), best_level), eq(excess_of(best_level), (M + 4) / (3 * M + 4) * best_level)),
    }


corollary_6_2 = with_proof(corollary_6_2, whole=chains.BOTH)
beyond_corollary_6_2_constants = with_proof(beyond_corollary_6_2_constants, a=chains.BELOW, b=chains.ABOVE)
section_6_nearly_bayes = with_proof(section_6_nearly_bayes, a=bayes.LTB, b=bayes.NEARLY_BAYES)
