r"""Linear attention with label noise: one layer learns one step of preconditioned gradient descent.

A prompt holds :math:`N` examples with labels :math:`y_i=w^\top x_i+\varepsilon_i` and a query :math:`x_q`, whose label
carries noise too; :math:`x\sim N(0,\Lambda)`, :math:`w\sim N(0,\Lambda^{-1})`, noise of variance :math:`s^2`.  Linear
attention predicts :math:`x_q^\top A\sum_iy_ix_i`: one step of gradient descent from 0 on the squared errors of the
examples, with the preconditioner :math:`A`.

* Mahankali, Hashimoto, Ma, One Step of Gradient Descent is Provably the Optimal In-Context Learner with One Layer of
  Linear Self-Attention, ICLR 2024, arXiv 2307.03576, Theorem 2; with :math:`\Lambda=I` it is Theorem 1.

    lemmata check 'noisy-attention/*' --claims notebooks/own_lemmas
"""

from fractions import Fraction

from proofs_check import (  # isort: skip
    Abbrev, Kind, Paper, at, claim, eq, expect, eye, gaussian, global_minimum, grad, gradient_flow, half, index, inv,
    matrix, minimisers_satisfy, noise, norm_F, parameter, scalar, total, vector, where, zeros,
)

PAPER = Paper("noisy-attention", "Mahankali, Hashimoto, Ma, One Step of Gradient Descent is Provably the Optimal "
              "In-Context Learner with One Layer of Linear Self-Attention", "arXiv 2307.03576")
d, N = (scalar(name, "integer", "positive") for name in ("d", "N"))
s, i = scalar("s", "positive"), index("i", "N")
Lam = matrix("Lam", "d", "d", "symmetric", "posdef", tex=r"\Lambda")
A = parameter("A", "d", "d")
x, x_q, z = gaussian("x", "d", Lam, iid=True), gaussian("x_q", "d", Lam), gaussian("z", "d")
eps, eps_q = noise("eps", s, iid=True, tex=r"\varepsilon"), noise("eps_q", s, tex=r"\varepsilon_q")
w = Abbrev(vector("w"), Lam ** Fraction(-1, 2) * z)
b = Abbrev(vector("b"), total(i, N, (w.T * at(x, i) + at(eps, i)) * at(x, i)))
L = Abbrev(scalar("L"), Fraction(1, 2) * expect((x_q.T * A * b - (w.T * x_q + eps_q)) ** 2))
attention = gradient_flow(L, (A,))
eta = Abbrev(scalar("eta", tex=r"\eta"), 1 / (N + d + 1 + s**2))
EXACT = ("words", "entries")


@claim("noisy-attention/step-size", kind=Kind.IDENTITY, source="the step size in Theorems 1 and 2",
       model=attention, witnesses=EXACT)
def step_size():
    r"""$\mathbb E[w^\top b]\,/\,\mathbb E[b^\top\Lambda^{-1}b]=\eta=1/(N+d+1+s^2)$, where $b=\sum_iy_ix_i$."""
    return eq(expect(w.T * b) / expect(b.T * inv(Lam) * b), eta)


@claim("noisy-attention/optimum", kind=Kind.OPTIMUM, source="Theorem 2",
       uses=("noisy-attention/excess",), model=attention, witnesses=EXACT)
def optimum():
    r"""(a) The loss is least at $A=\eta\Lambda^{-1}$, and (b) nowhere else."""
    best = eta * inv(Lam)
    return {"a": global_minimum(L, (A, best)), "b": minimisers_satisfy(L, eq(A, best), A)}


@claim("noisy-attention/excess", kind=Kind.IDENTITY, source="the square behind Theorem 2",
       model=attention, witnesses=EXACT)
def excess():
    r"""$L(A)-L(\eta\Lambda^{-1})=\frac N{2\eta}\|\Lambda^{1/2}(A-\eta\Lambda^{-1})\Lambda^{1/2}\|_F^2$."""
    best = eta * inv(Lam)
    return eq(L - where(L, (A, best)), N / (2 * eta) * norm_F(half(Lam) * (A - best) * half(Lam)) ** 2)


@claim("noisy-attention/isotropic", kind=Kind.STATIONARITY, source="Theorem 1",
       model=attention, witnesses=EXACT)
def isotropic():
    r"""For $\Lambda=I$ the gradient of $L$ vanishes at $A=\eta I$."""
    return eq(where(grad(L, A), (A, eta * eye("d")), (Lam, eye("d"))), zeros("d", "d"))
