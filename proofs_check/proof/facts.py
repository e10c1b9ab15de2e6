r"""The elementary facts that proof chains may rest on, each cited.  Nothing here restates a claim of a paper.

A fact is a scheme: its metavariables stand for arbitrary terms; ``constant`` ones for terms that do not move
along the flow.  Facts with ``trajectory`` speak of the whole flow and may not be used under an assumption about
a single moment.  The flow is the gradient flow of the loss that trains; where that is a term of one's own, the rule
asks that it has two continuous derivatives by its structure, so that the flow is unique and lasts while it is bounded.

The sign algebra (:mod:`proofs_check.proof.positivity`) and the words algebra use the spectral theorem for
positive definite matrices; a chain whose terms contain an inverse or a root lists it.  That a norm is the root of a
sum of squares, and so vanishes only where all entries do, is arithmetic and part of the sign algebra; so is that sums
and means of what is never negative are not negative.
"""

from __future__ import annotations

from dataclasses import dataclass

from ..statement.props import (
    Prop,
    almost_surely,
    always,
    eq,
    ge,
    implies,
    inertia,
    le,
    limit,
    lt,
    ne,
    posdef,
    psd,
    tends,
)
from ..statement.terms import (
    Op,
    Sym,
    Term,
    at,
    at0,
    ddt,
    exp,
    expect,
    inv,
    least,
    norm_F,
    per_prompt,
    scalar,
    total,
    tr,
    where,
)


@dataclass(frozen=True)
class Fact:
    name: str
    citation: str
    says: str
    hypotheses: tuple[Prop, ...]
    conclusions: tuple[Prop, ...]
    trajectory: bool = False
    polynomial: tuple[Sym, ...] = ()
    """Metavariables that stand for polynomials in Gaussian or continuous random symbols, of no unspecified law."""
    smooth: tuple[Sym, ...] = ()
    """Metavariables that stand for polynomials in the parameters, so that they are differentiable along the flow."""
    loss: tuple[Sym, ...] = ()
    """Metavariables that stand for the loss whose gradient flow is meant, a derived symbol."""
    moved: tuple[Sym, ...] = ()
    """Metavariables that stand for parameters."""
    drawn: tuple[Sym, ...] = ()
    """Metavariables that stand for random symbols."""
    place: tuple[Sym, ...] = ()
    """For each of ``drawn`` the metavariable that stands for one of its values."""
    law: tuple[Sym, ...] = ()
    """Metavariables that stand for the random covariance of the family."""
    identity: tuple[Sym, ...] = ()
    """Metavariables that stand for an identity matrix."""
    fixed: tuple[Sym, ...] = ()
    """Metavariables that stand for what is not random."""
    column: tuple[Sym, ...] = ()
    """Metavariables that stand for a matrix with one column."""
    family: tuple[Sym, ...] = ()
    """Metavariables that stand for a family of independent Gaussian vectors."""
    number: tuple[Sym, ...] = ()
    """Metavariables that stand for numbers: of matrices the scheme says something else, or nothing that is true."""
    product: tuple[Sym, ...] = ()
    """Two metavariables whose product is one of matrices: where a number scales a matrix the scheme is not true."""
    definite: bool = False
    """Whether the covariance of the family must be positive definite, so that its members have a density."""


def _meta(name: str, *traits: str) -> Sym:
    return Sym(name, ("?", "?"), frozenset({"meta", *traits}))


A, B, X, Y = (_meta(name) for name in "ABXY")
f, g, i, n, s = (_meta(name) for name in ("f", "g", "i", "n", "s"))
V, Q, I = _meta("V"), _meta("Q"), _meta("I")  # noqa: E741 - the identity
a, b, c, k = (_meta(name, "constant") for name in "abck")
O, P = _meta("O", "constant"), _meta("P", "constant")  # noqa: E741 - zero blocks
t = scalar("t", "nonnegative")


def flow_exists(loss: Term) -> Prop:
    """The gradient flow of ``loss`` exists for every t >= 0."""
    return Prop("flow_exists", (loss,))


_ALL = (
    Fact(
        "spectral theorem", "Horn and Johnson, Matrix Analysis, 2nd ed., Thms 2.5.6, 7.2.6",
        "A symmetric matrix is Q D Q^T with Q orthogonal and D diagonal, whose entries are its eigenvalues, the roots "
        "of det(m I - A) (the rules Diagonal, Roots, Signs, Eigenvectors, Rayleigh); a positive definite one has a "
        "positive definite inverse and root, functions of it commute.",
        (), (),
    ),
    Fact(
        "law of inertia", "Horn and Johnson, Matrix Analysis, 2nd ed., Thm 4.5.8 (Sylvester)",
        "A and V A V^T with invertible V have equally many positive and negative eigenvalues (the rule Congruence).",
        (), (),
    ),
    Fact(
        "uniqueness of solutions", "Teschl, Ordinary Differential Equations, Thm 2.2 (Picard-Lindeloef)",
        "Coordinates whose derivative vanishes wherever they sit at constants O, P, and that start there, stay there.",
        (
            eq(where(ddt(X), (X, O), (Y, P)), O - O), eq(where(ddt(Y), (X, O), (Y, P)), P - P),
            eq(at0(X), O), eq(at0(Y), P),
        ),
        (always(eq(X, O)), always(eq(Y, P))),
        trajectory=True, moved=(X, Y),
    ),
    Fact(
        "continuation of bounded solutions", "Teschl, Ordinary Differential Equations, Cor. 2.16",
        "A gradient flow whose loss f is bounded below moves at most sqrt(t (f(0) - c)) in time t "
        "(Cauchy-Schwarz), so it stays bounded on bounded times and exists for every t >= 0.",
        (ge(f, c),), (flow_exists(f),), trajectory=True, loss=(f,),
    ),
    Fact(
        "intermediate value theorem", "Rudin, Principles of Mathematical Analysis, Thm 4.23",
        "A continuous function that starts positive and never vanishes stays positive.",
        (always(ne(f, 0)), lt(0, at0(f))), (always(lt(0, f)),), trajectory=True, smooth=(f,),
    ),
    Fact(
        "Gronwall's inequality", "Teschl, Ordinary Differential Equations, Lemma 2.7",
        "f' <= -c f implies f(t) <= exp(-c t) f(0); with c = 0: a function whose derivative is <= 0 does not increase.",
        (always(le(ddt(f), -(c * f))),), (always(le(f, exp(-(c * t)) * at0(f))),), trajectory=True,
        smooth=(f,),
    ),
    Fact(
        "forced decay", "Teschl, Ordinary Differential Equations, Lemma 2.7 and Sec. 3.3 (variation of constants)",
        "f >= 0 and f' <= -c f + g with c > 0 imply that f tends to 0 where g does.",
        (always(le(0, f)), always(le(ddt(f), -(c * f) + V)), limit(V, 0), lt(0, c), flow_exists(g)), (limit(f, 0),),
        trajectory=True, smooth=(f,), loss=(g,),
    ),
    Fact(
        "Gronwall's inequality for a root", "Brezis, Operateurs maximaux monotones (1973), Lemma A.5",
        "f >= 0 and (f^2)' <= -2 c f^2 + 2 k exp(-a t) f imply f <= exp(-c t) (f(0) + k times the integral of "
        "exp((c - a) s) over 0 <= s <= t).",
        (
            always(le(0, f)), eq(f**2, g), le(0, k),
            always(le(ddt(g), -(2 * c * g) + 2 * k * exp(-(a * t)) * f)),
        ),
        (
            implies(ne(c, a), always(le(
                f, exp(-(c * t)) * at0(f) + k * (exp(-(a * t)) - exp(-(c * t))) / (c - a)
            ))),
            implies(eq(c, a), always(le(f, exp(-(c * t)) * (at0(f) + k * t)))),
        ),
        trajectory=True, smooth=(g,),
    ),
    Fact(
        "barrier", "Rudin, Principles of Mathematical Analysis, Thm 5.11 (mean value theorem)",
        "A function that starts <= 0 and does not increase wherever it is >= 0 stays <= 0: after the last time at "
        "which it is 0 it could not grow.",
        (le(at0(f), 0), always(implies(le(0, f), le(ddt(f), 0)))), (always(le(f, 0)),), trajectory=True, smooth=(f,),
    ),
    Fact(
        "exponential decay", "Rudin, Principles of Mathematical Analysis, Thm 8.6",
        "exp(-c t) k tends to 0 for c > 0 on a flow that exists for every t >= 0.",
        (lt(0, c), flow_exists(g)), (limit(exp(-(c * t)) * k, 0),), trajectory=True, loss=(g,),
    ),
    Fact(
        "exponential law", "Rudin, Principles of Mathematical Analysis, Thm 8.6",
        "The exponential of a sum is the product of the exponentials.",
        (), (eq(exp(f + g), exp(f) * exp(g)),), number=(f, g),
    ),
    Fact(
        "squeeze", "Rudin, Principles of Mathematical Analysis, Thm 3.19",
        "0 <= f <= g and g tends to 0, hence f tends to 0.",
        (always(le(0, f)), always(le(f, g)), limit(g, 0)), (limit(f, 0),), trajectory=True,
    ),
    Fact(
        "convergence in norm", "Horn and Johnson, Matrix Analysis, 2nd ed., Cor. 5.4.8",
        "A matrix converges entry-wise when it converges in the Frobenius norm.",
        (limit(norm_F(A - B) ** 2, 0),), (limit(A, B),), trajectory=True,
    ),
    Fact(
        "squeeze as an integer grows", "Rudin, Principles of Mathematical Analysis, Thm 3.19",
        "0 <= f <= g and g tends to 0 as n grows, hence f tends to 0.",
        (le(0, f), le(f, g), tends(g, 0, n)), (tends(f, 0, n),),
    ),
    Fact(
        "convergence in norm as an integer grows", "Horn and Johnson, Matrix Analysis, 2nd ed., Cor. 5.4.8",
        "A matrix converges entry-wise when it converges in the Frobenius norm.",
        (tends(norm_F(A - B), 0, n),), (tends(A, B, n),),
    ),
    Fact(
        "geometric sequences", "Rudin, Principles of Mathematical Analysis, Thms 3.19, 3.20",
        "f >= 0 and f at the next layer <= q f with q < 1 imply that f tends to 0 (the rule Contracting).", (), (),
    ),
    Fact(
        "infinite products", "Rudin, Real and Complex Analysis, 3rd ed., Thm 15.5",
        "The product of 1 - c/(l+1) over all l from some layer on is 0 for c > 0, as the sum of 1/(l+1) diverges (the "
        "rule Diminishing).", (), (),
    ),
    Fact(
        "laws that rotations keep", "Muirhead, Aspects of Multivariate Statistical Theory, Thms 1.2.6, 1.5.1",
        "A standard Gaussian vector z has the law of U z for every orthogonal U, so has a uniformly random rotation "
        "(the rule Rotated).", (), (),
    ),
    Fact(
        "Ekeland's variational principle", "Ekeland, J. Math. Anal. Appl. 47 (1974), Theorem 2.2",
        "A differentiable function that is bounded below has points of arbitrarily small gradient (the rule "
        "SmallGradients).", (), (),
    ),
    Fact(
        "continuity of limits", "Rudin, Principles of Mathematical Analysis, Thm 4.2",
        "Limits pass through continuous functions (the rule Continuity).", (), (), trajectory=True,
    ),
    Fact(
        "operator norm and Frobenius norm", "Horn and Johnson, Matrix Analysis, 2nd ed., Sec. 5.6 (Cauchy-Schwarz)",
        "The square of the Frobenius norm is at least the largest eigenvalue of A^T A.",
        (), (psd(norm_F(A) ** 2 * I - A.T * A),), identity=(I,),
    ),
    Fact(
        "least value of a polynomial", "Rudin, Principles of Mathematical Analysis, 3rd ed., Thms 4.16, 5.8, 8.8",
        "A real polynomial in one variable that is bounded below is constant or tends to infinity on both sides; it "
        "attains its infimum, and its derivative is 0 there (the rule LeastWhereEqual).", (), (),
    ),
    Fact(
        "chain rule", "Rudin, Principles of Mathematical Analysis, 3rd ed., Thms 9.15, 9.17",
        "The slope of a differentiable function along a line is the sum of its partial derivatives, each times the "
        "velocity of its variable (the rules Exchangeable, ChainRule).", (), (),
    ),
    Fact(
        "inverse of a mean", "Bhatia, Matrix Analysis, Thm V.2.3 (the inverse is operator convex)",
        "The mean of the inverse of a random positive definite matrix is at least the inverse of the mean.",
        (psd(B), almost_surely(posdef(A))), (le(tr(B * inv(expect(A))), expect(tr(B * inv(A)))),), fixed=(B,),
    ),
    Fact(
        "vanishing mean square", "Rudin, Real and Complex Analysis, Thm 1.39",
        "Two random variables whose difference has mean square 0 are almost surely equal.",
        (eq(expect((f - g) ** 2), 0),), (almost_surely(eq(f, g)),), number=(f, g),
    ),
    Fact(
        "rank of a dyad", "Horn and Johnson, Matrix Analysis, 2nd ed., Sec. 0.4.6",
        "The product of a column and a row has rank at most 1.",
        (eq(A, X * Y.T),), (le(Op("rank", (A,)), 1),), column=(X, Y),
    ),
    Fact(
        "rank of a Gram matrix", "Horn and Johnson, Matrix Analysis, 2nd ed., Sec. 0.4.6",
        "A^T A has the rank of A.",
        (), (eq(Op("rank", (A.T * A,)), Op("rank", (A,))),),
    ),
    Fact(
        "Cauchy-Schwarz", "Horn and Johnson, Matrix Analysis, 2nd ed., Thm 5.1.4",
        "The trace of a product is at most the product of the Frobenius norms.",
        (), (le(tr(A * B), norm_F(A) * norm_F(B)),), product=(A, B),
    ),
    Fact(
        "submultiplicativity", "Horn and Johnson, Matrix Analysis, 2nd ed., Sec. 5.6 (Cauchy-Schwarz on the entries)",
        "The Frobenius norm of a product is at most the product of the norms.",
        (), (le(norm_F(A * B), norm_F(A) * norm_F(B)),),
    ),
    Fact(
        "strong law of large numbers", "Durrett, Probability: Theory and Examples, 5th ed., Thm 2.4.1",
        "Averages of a polynomial in Gaussians over independent prompts tend almost surely to its expectation.",
        (), (almost_surely(tends(k / n * total(i, n, per_prompt(i, f)), k * expect(f), n)),), polynomial=(f,),
    ),
    Fact(
        "strong law for sample covariances", "Durrett, Probability: Theory and Examples, 5th ed., Thm 2.4.1, given V",
        "Averages of X_i X_i^T over vectors X_i in R^k that are independent N(0, V) given V tend "
        "almost surely to their mean given V.",
        (), (almost_surely(
            tends(1 / n * total(i, n, at(X, i) * at(X, i).T), Op("expect_given", (at(X, i) * at(X, i).T, V)), n)
        ),), family=(X,), law=(V,),
    ),
    Fact(
        "zero set of a polynomial", "Okamoto, Ann. Statist. 1 (1973), Lemma",
        "A polynomial in continuously distributed variables that is not identically 0 vanishes with probability 0; it "
        "is not identically 0 when its mean is not 0, be it with one of the variables, X, held at a value P.",
        (ne(expect(where(f, (X, P))), 0),), (almost_surely(ne(f, 0)),), polynomial=(f,), drawn=(X,), place=(P,),
    ),
    Fact(
        "vectors in general position", "Okamoto, Ann. Statist. 1 (1973), Theorem",
        "The matrix whose columns are n independent vectors X_i in R^d with a density has almost surely full rank: one "
        "of its maximal minors is a polynomial that is 1 where the X_i are unit vectors.",
        (), (almost_surely(inertia(total(i, n, at(X, i) * at(X, i).T), least(n, k), 0)),), family=(X,),
        definite=True,
    ),
)

FACTS = {fact.name: fact for fact in _ALL}
