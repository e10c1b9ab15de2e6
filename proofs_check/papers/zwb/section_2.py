"""Section 2, Related works: what linear self-attention has to do with one-step gradient descent."""

from __future__ import annotations

from fractions import Fraction

from ...claims import Expected, Kind, Misprint, Parts, claim, with_proof
from ...counterexamples import Minimiser
from ...statement.props import almost_surely, conj, eq, exists, implies, minimisers_satisfy
from ...verdict import Verdict
from .chains import section_2 as chains
from .chains.section_2 import is_an_LSA
from .chains.theorem_5_3 import rank_2
from .notation import B_1, INFERRED, R_LSA, Gamma, U, b, beta, f_GD, f_LSA, problem, s, u_1, v
from .notation_risk import without_MLP

everything = (*problem, *without_MLP, beta, Gamma)


AT_ONE_PROBLEM = Minimiser(
    sizes={"d": 1, "M": 1},
    problem={"H": [[Fraction(1)]], "Psi": [[Fraction(0)]], "sigma": Fraction(1), "beta_star": [[Fraction(1)]]},
    at={u_1: [[Fraction(1)]], s: Fraction(0), B_1: [[Fraction(1, 3)]], b: [[Fraction(0)]]},
    # R - 5/3, of w = Uv and c = sb, where d = M = H = sigma = beta^* = 1 and Psi = 0.
    squares=((1, s * U - b * v), (3, s * b + U * v - Fraction(1, 3))),
)


@claim(
    "zwb/section-2-gd-beta",
    kind=Kind.CONSTRUCTION,
    source="Section 2, Related Works, last paragraph",
    forall=everything,
    uses=("zwb/eq-3.4", "zwb/eq-5.1", "zwb/eq-3.5"),
    witnesses=("words", "entries", "sampled"),
    model="lsa",
    options={"entries": {"minimisers": {"b": AT_ONE_PROBLEM}}},
    expected=Expected(
        Verdict.REFUTED,
        "without context every LSA predicts 0, while GD-beta predicts <beta, x>; and an LSA of least risk need not be "
        "a step of gradient descent: where the task is known but labels are noisy it reads the features alone. Both "
        "sentences hold of the class LTB (Lemma 5.1, Theorem 5.3), and the first one of LSA and GD-0.",
    ),
    reconstructed=INFERRED,
    note=r"""Section 2: "we consider a limited setting of linear regression and show the LSA models can implement
    one-step GD with learnable initialization ([GD-$\beta$]), moreover, every optimal LSA model is effectively a
    [GD-$\beta$] model. Both of our constructions utilize MLP layers in Transformers". Formal reading: (a) $\mathcal
    F_{\text{GD-}\beta} \subseteq\mathcal F_{\rm LSA}$; (b) for every problem, every minimiser of $R$ over $\mathcal
    F_{\rm LSA}$ is almost surely equal to a member of $\mathcal F_{\text{GD-}\beta}$. The names in brackets are lost;
    (b) fails with GD-0 in place of GD-$\beta$ as well, at the same problem.
    """,
    misprints=tuple(Misprint("LSA", "LTB: both constructions are said to utilize MLP layers", p) for p in "ab"),
)
def gd_beta() -> Parts:
    """"we consider a limited setting of linear regression and show the LSA models can implement one-step GD with
    learnable initialization ([..]), moreover, every optimal LSA model is effectively a [..] model. Both of our
    constructions utilize MLP layers in Transformers"
    """
    return {
        "a": is_an_LSA(f_GD),
        "b": minimisers_satisfy(
            R_LSA, exists(beta, exists(Gamma, almost_surely(eq(f_LSA, f_GD)))), *without_MLP
        ),
    }


@claim(
    "zwb/section-2-gd-beta-corrected",
    kind=Kind.CONSTRUCTION,
    source="Section 2, Related Works, last paragraph",
    forall=(*problem, beta, Gamma),
    uses=("zwb/section-2-gd-beta", "zwb/theorem-5.3-function"),
    witnesses=("words", "entries", "proof"),
    corrects="zwb/section-2-gd-beta",
    model="ltb",
    reconstructed=INFERRED,
)
def gd_beta_corrected() -> Parts:
    r"""With the MLP both sentences hold: (a) $\mathcal F_{\text{GD-}\beta}\subseteq\mathcal F_{\rm LTB}$, while LSA
    has GD from 0, $\mathcal F_{\text{GD-}0}\subseteq\mathcal F_{\rm LSA}$; (b) where
    $\mathrm{rank}(\Psi^{1/2}H^{1/2})\ge2$, every minimiser over $\mathcal F_{\rm LTB}$ is almost surely equal to one
    member of $\mathcal F_{\text{GD-}\beta}$.
    """
    return {
        "a": conj(chains.is_an_LTB, is_an_LSA(chains.f_GD_0)),
        "b": implies(rank_2.prop, chains.effectively),
    }


gd_beta_corrected = with_proof(gd_beta_corrected, a=chains.MEMBERS, b=chains.OPTIMAL)
