"""What the referee found wrong, as it is to be: each of these was decided wrongly, or met a defect, when it was written."""

from collections.abc import Iterator

from proofs_check.proof.chain import Antisymmetry

from .refereed_words import *

X, Y, E_k = matrix("X_2", "d", "k"), matrix("Y_2", "d", "k"), matrix("A_k", "k", "k")
t, V_, u_, k_ = scalar("t_1"), vector("V_1", "d"), parameter("u_2"), scalar("k_3", "positive")
tau, kern = scalar("t", "nonnegative"), kernel("K_2", "psd")


@family("refereed_faults")
def refuted() -> Iterator[Stated]:
    """relu(X) = X where X has no negative entry, and relu(X) - relu(-X) = X, |F|^2 = F^2 always."""
    for given in (ne(relu_each(X), X), gt(norm_F(relu_each(X) - X), H(1, 10**6)), gt(norm_F(relu_each(X) - X), 0)):
        yield true(gt(norm_F(relu_each(-X)), 0), given)
    yield vacuous(le(norm_F(X), 1), ne(relu_each(X) - relu_each(-X), X))
    yield vacuous(le(tr(modulus(F)), tr(F)), ne(modulus(F)**2, F**2))
    yield vacuous(le(tr(modulus(F)), tr(F)), ne(relu_each(X) - relu_each(-X), X))


@family("refereed_faults")
def supported() -> Iterator[Stated]:
    """At a = -1/2000, F = -1/2000, everywhere, at the outcome 0, at k = 3, at the start 101, where all three are equal, at
    the linear kernel, at squares of matrices that do not commute."""
    yield false(implies(ge(a, H(-1, 1000)), convex(a * t**2, t)))
    yield false(implies(psd(F + H(1, 1000) * Id), convex(V_.T * F * V_, V_)))
    yield false(implies(psd(F + H(1, 1000) * Id), psd(F)))
    for factor in (H(1001, 1000), 1 + H(1, 10**9)):
        yield false(eq(expect(relu(x1)), factor * expect(absolute(x1)) / 2))
    yield false(ne(x1, 0))
    yield false(ne(x1, 0), almost_surely(ne(x1, 0)))
    yield false(always(le(u_**2, exp(-(k_**2 * tau)) * at0(u_**2))), model=gradient_flow(k_ * u_**2 / 2, (u_,)))
    yield false(always(le(u_, 100)), model=gradient_flow((u_ - 1)**2 / 2, (u_,)))
    big, s_ = H(7, 3), scalar("s_2", "positive")
    yield false(gt(10**6 * p / (big * r + big * s_) + big * r / (10**6 * p + big * s_) + big * s_ / (10**6 * p + big * r), H(3, 2)))
    said = ge(kernel_value(kern, v, w), 0)
    squares, law = implies(psd(K - L), psd(K**2 - L**2)), same_law(U * A * U.T, U.T * A * U)
    yield from (false(conj(law, squares)), false(implies(law, squares)), false(squares, law))
    yield false(implies(implies(gt(tr(K * L), eigenvalue(K, 1) * tr(L)), said), said))


@family("refereed_faults")
def defects() -> Iterator[Stated]:
    """True, each beside a defect of a witness."""
    yield true(eq(a, b), le(a, b), le(b, a), proof=Proof((Step("l", eq(a, b), Antisymmetry(), ("h0", "h1")),)))
    yield true(implies(gt(tr(A * B), singular_product_sum(A, B)), eq(det(kron(A, E_k)), det(A) * det(E_k))))
    yield true(ge(tr(modulus(F) - F), H(1, 2)), gt(norm_F(modulus(F) - F), H(1, 2)))
    yield true(eq(expect(U * A * U.T), tr(A) / d * Id), eq(grad(norm_F(A * X - Y)**2, X), 2 * A.T * (A * X - Y)))
    yield true(same_law(U * A * U.T, U.T * A * U), ge(norm_F(X), 0))
    yield true(same_law(U * A * U.T, U.T * A * U), eq(A * X, Y))
