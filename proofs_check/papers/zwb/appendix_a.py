"""Appendix A: the change of variables (A.1), (A.2), and the matrix Omega (A.3)."""

from __future__ import annotations

from ...claims import Expected, Kind, Parts, Reading, claim, with_proof
from ...statement.laws import gaussian
from ...statement.props import commute, conj, eq, gt, implies, posdef
from ...statement.terms import Abbrev, at, expect, half, matrix, stack_over, vector
from ...verdict import Verdict
from .chains import appendix_a as chains
from .notation import INFERRED, RE_DERIVED, H, M, Omega, P, Phi, Psi, beta_star, d, i, problem, t

z = gaussian("z", "d", iid=True)
z_q = gaussian("z_q", "d", tex="z")
theta = gaussian("theta", "d", tex=r"\theta")
Z = Abbrev(matrix("Z", "M", "d", "random"), stack_over(i, M, at(z, i).T))
X_z = Abbrev(matrix("X_z", "M", "d", "random", tex="X"), Z * half(H))
x_z = Abbrev(vector("x_z", "d", "random", tex="x"), half(H) * z_q)
beta_z = Abbrev(vector("beta_z", "d", "random", tex=r"\tilde\beta"), beta_star + half(Psi) * theta)


@claim(
    "zwb/definition-a.1",
    kind=Kind.DISTRIBUTIONAL,
    source='Definition A.1, (A.1), (A.2), "Rank deficient case", Appendix A',
    forall=(d, M, H, Psi, beta_star),
    uses=("zwb/assumption-3.1",),
    witnesses=("words", "entries", "sampled"),
    reconstructed=INFERRED,
    note=r"""Definition A.1: "there exists a random vector [$z,\theta$, rows of $Z$ standard normal] such that (A.1)
    [$X=ZH^{1/2}$, $x=H^{1/2}z$] where (A.2) [$\tilde\beta=\beta^*+\Psi^{1/2}\theta$]"; "even when [$H$] is
    rank-deficient, the variable transformations in (A.1) and (A.2) still hold". Statement: these have the law of
    Assumption 3.1, for all positive semi-definite $H,\Psi$. They are Gaussian, being linear in Gaussians, and so are
    determined by means and covariances: (a) of the rows of $X$ and of $x$, (b) between them, (c) of $\tilde\beta$.
    """,
)
def definition_a_1() -> Parts:
    """"there exists a random vector [..] such that (A.1) where (A.2)"; "even when [..] is rank-deficient, the variable
    transformations in (A.1) and (A.2) still hold"
    """
    first, second = half(H) * at(z, 1), half(H) * at(z, 2)
    return {
        "a": conj(eq(expect(first), 0 * first), eq(expect(first * first.T), H), eq(expect(x_z * x_z.T), H)),
        "b": conj(
            eq(X_z, stack_over(i, M, (half(H) * at(z, i)).T)),
            eq(expect(first * second.T), 0 * H),
            eq(expect(first * x_z.T), 0 * H),
            eq(expect(first * beta_z.T), 0 * H),
            eq(expect(x_z * beta_z.T), 0 * H),
        ),
        "c": conj(
            eq(expect(beta_z), beta_star), eq(expect((beta_z - beta_star) * (beta_z - beta_star).T), Psi)
        ),
    }


@claim(
    "zwb/eq-a.3",
    kind=Kind.IDENTITY,
    source="(A.3), Appendix A",
    forall=problem,
    uses=("zwb/assumption-3.1",),
    witnesses=("words", "entries", "proof"),
    expected=Expected(
        Verdict.UNDECIDED,
        "what the page assumes here is lost; under Assumption 3.1 alone Omega is 0 where tr(H Psi) = 0 "
        "and sigma = 0", ("a",),
    ),
    reconstructed=f"{RE_DERIVED}; the assumption that the paper names here is lost: that of Assumption 3.1 is taken",
    note=r"""(A.3): "we define another important matrix (A.3) [$\Omega:=\frac{M+1}M\Phi+\frac{\mathrm{tr}(H\Psi)+
    \sigma^2}MI$, $\Phi=H^{1/2}\Psi H^{1/2}$]. Note that, under this definition and our assumption on [..] and [..],
    we have that [$\Omega$] is invertible"; "[$\Phi$] and [$\Omega$] commute". (a) Under Assumption 3.1 $\Omega$ is
    invertible: positive definite; (b) $\Phi\Omega=\Omega\Phi$; (c) both commute with $P$, the projection on
    $\mathrm{Im}(H)$.
    """,
)
def eq_a_3() -> Parts:
    """"we define another important matrix (A.3). Note that, under this definition and our assumption on [..] and [..],
    we have that [..] is invertible"; "[..] and [..] commute"
    """
    return {
        "a": [Reading("", posdef(Omega), filled=True)],
        "b": commute(Phi, Omega),
        "c": conj(commute(Phi, P), commute(Omega, P)),
    }


@claim(
    "zwb/eq-a.3-corrected",
    kind=Kind.IDENTITY,
    source="(A.3), Appendix A",
    forall=problem,
    uses=("zwb/eq-a.3",),
    witnesses=("words", "entries", "proof"),
    corrects="zwb/eq-a.3#a",
    reconstructed=RE_DERIVED,
)
def eq_a_3_corrected() -> Parts:
    r"""$\Omega$ of (A.3) is invertible exactly where $t=\mathrm{tr}(H\Psi)+\sigma^2>0$: (a) it is positive definite
    where $t>0$; (b) where $t=0$ it is 0.
    """
    return {"a": implies(gt(t, 0), posdef(Omega)), "b": implies(eq(t, 0), eq(Omega, 0 * Omega))}


eq_a_3_corrected = with_proof(eq_a_3_corrected, a=chains.DEFINITE, b=chains.VANISHING)
