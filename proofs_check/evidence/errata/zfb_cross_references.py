"""Citations inside proofs of arXiv 2306.09927, Appendix C.3, that cite what does not say it.

* Proof of Lemma 25: "we multiply the second equation in Lemma 49 by u_-1".  The paper's last lemma is Lemma 32; the
  equation is the second one of (49), in Lemma 21.
* Proof of Lemma 27: "Gamma_tau Lambda_tau >= 0 almost surely from Lemma 29" and "from Lemma 29 we have tr[...] >= 0".
  Lemma 29 lists equations (derivatives of traces, Vec, tr(A^T B)); no instance of an equation of derivatives is a sign.
  Lemma 32 says that tr(AB) >= 0 for positive semi-definite A, B.  The two signs themselves are right, as checked here.

Nothing but Python's standard library is needed.
"""

from fractions import Fraction

LAST_ITEM = 32
"""Definitions, lemmas and theorems are numbered together; the last one is Lemma 32."""
LEMMA_29 = (
    "d/dx x^T B x = (B + B^T) x", "Vec(AXB) = (B^T (x) A) Vec(X)", "tr(A^T B) = Vec(A)^T Vec(B)",
    "d/dX tr(X B X^T) = X B^T + X B", "d/dX tr(A X^T) = A", "d/dX tr(A X B X^T C) = A^T C^T X B^T + C A X B",
)


def sign_of_trace(lam: tuple[Fraction, ...], U: tuple[tuple[Fraction, ...], ...], N: int) -> Fraction:
    """tr[Gamma Lambda U Lambda U^T] for a diagonal Lambda, entry by entry: a sum of squares with weights >= 0."""
    d, trace = len(lam), sum(lam, Fraction(0))
    gamma = [Fraction(N + 1, N) * x + trace / N for x in lam]
    return sum(
        (gamma[i] * lam[i] * lam[j] * U[i][j] ** 2 for i in range(d) for j in range(d)), Fraction(0)
    )


if __name__ == "__main__":
    assert LAST_ITEM < 49
    assert all("=" in line and ">" not in line for line in LEMMA_29)
    value = sign_of_trace((Fraction(1), Fraction(2)), ((Fraction(1), Fraction(-3)), (Fraction(2), Fraction(1))), 1)
    print("There is no Lemma 49; the paper says that two signs are from Lemma 29, which states equations only.")
    print(f"By Lemma 32 the trace of Lemma 27 is {value} >= 0.")
    assert value >= 0
