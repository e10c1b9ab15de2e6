# ---
# jupyter:
#   jupytext:
#     formats: py:percent,ipynb
#     text_representation:
#       extension: .py
#       format_name: percent
#   kernelspec:
#     display_name: Python 3
#     language: python
#     name: python3
# ---

# %% [markdown]
# # Check your own lemma
#
# You have a draft with a lemma in it. You believe it, and you would like to know. This notebook writes a few lemmas
# down, true ones and false ones, and lets independent witnesses look at them: a moment, a sample, an inequality with
# its proof, and what a network of your own conserves.

# %%
from fractions import Fraction

import matplotlib.pyplot as plt
import numpy as np

from proofs_check import Kind, check, claim, eq, expect, gaussian, le, matrix, scalar, show, tr, words

plt.rcParams.update({"figure.dpi": 110, "axes.spines.top": False, "axes.spines.right": False, "font.size": 10})

# %% [markdown]
# ## A moment
#
# Symbols have a name, a shape and what you assume of them; `d` is a dimension, any dimension.

# %%
S = matrix("S", "d", "d", "symmetric", "posdef")
A = matrix("A", "d", "d")
d = scalar("d", "integer", "positive")
x = gaussian("x", "d", cov=S)

# %% [markdown]
# A claim is a function that returns a proposition. Its docstring is the statement in words, as the page has it. Nothing
# is computed yet.

# %%
@claim("mine/sandwich", kind=Kind.IDENTITY, source="my draft, Lemma 1", forall=(d, S, A))
def sandwich():
    r"""For $x\sim N(0,S)$ and any $A$: $\mathbb E[xx^\top Axx^\top]=2SAS+\operatorname{tr}(AS)\,S$."""
    return eq(expect(x * x.T * A * x * x.T), 2 * S * A * S + tr(A * S) * S)


sandwich

# %%
check(sandwich)

# %% [markdown]
# It is false, and the table says where. At $d=1$ nothing is wrong; it takes a matrix that is not symmetric. What is the
# left side, then?

# %%
show(words(expect(x * x.T * A * x * x.T)), r"\mathbb E[xx^\top Axx^\top]")

# %%
@claim("mine/sandwich-repaired", kind=Kind.IDENTITY, source="my draft, Lemma 1, second try", forall=(d, S, A))
def repaired():
    r"""For $x\sim N(0,S)$ and any $A$: $\mathbb E[xx^\top Axx^\top]=S(A+A^\top)S+\operatorname{tr}(AS)\,S$."""
    return eq(expect(x * x.T * A * x * x.T), S * (A + A.T) * S + tr(A * S) * S)


second = check(repaired)
second

# %% [markdown]
# The witnesses work apart: `words` with symbols for all $d$, `entries` with coordinates, `sampled` by drawing. Each of
# them had to earn its yes. It was shown *wrong twins* of the lemma, with a sign or a factor changed, and refused them:

# %%
for witness in second.witnesses:
    twins = witness.figures.get("twins")
    if twins:
        print(f"{witness.name:8} refused {twins['refuted']} of {twins['made']} wrong twins")

# %% [markdown]
# ## A sample
#
# `sampled` knows nothing but how to draw $x$. It declares how often it would wrongly refuse a true lemma, and how large
# an error it is sure to find:

# %%
(sampled,) = (w for w in second.witnesses if w.name == "sampled")
print(sampled.sentence)
print(f"{sampled.figures['tests']} tests, false alarms at most {sampled.figures['false_alarm_rate']:.0e} each; "
      f"errors are found with probability {sampled.figures['power']}")  # fmt: skip

# %% [markdown]
# The same by hand, for the corner entry at one $S$ and one $A$: the running mean of what was drawn, with three standard
# errors, against the first try (red) and the second (green).

# %%
from numeric.streams import generator

S_1, A_1 = np.array([[2.0, 0.5], [0.5, 1.0]]), np.array([[0.0, 1.0], [-2.0, 1.0]])
n = 20_000
draws = generator("own lemma", "corner").multivariate_normal([0, 0], S_1, n)
corner = draws[:, 0] * draws[:, 1] * np.einsum("ni,ij,nj->n", draws, A_1, draws)
first_try = (2 * S_1 @ A_1 @ S_1 + np.trace(A_1 @ S_1) * S_1)[0, 1]
second_try = (S_1 @ (A_1 + A_1.T) @ S_1 + np.trace(A_1 @ S_1) * S_1)[0, 1]

count = np.arange(1, n + 1)
mean, error = np.cumsum(corner) / count, 3 * corner.std() / np.sqrt(count)
figure, axes = plt.subplots(figsize=(7, 3.6))
axes.plot(count, mean, color="C0", linewidth=1)
axes.fill_between(count, mean - error, mean + error, color="C0", alpha=0.2, linewidth=0)
axes.axhline(first_try, color="C3")
axes.axhline(second_try, color="C2")
axes.set(xscale="log", xlabel="draws", xlim=(20, n), ylim=(-5, 6), ylabel=r"mean of $[xx^\top Axx^\top]_{12}$")
plt.show()

# %% [markdown]
# ## An inequality, and its proof
#
# Exact algebra settles equations. An inequality for every $d$ needs an argument.

# %%
@claim("mine/trace", kind=Kind.INEQUALITY, source="my draft, Lemma 2", forall=(d, S))
def trace():
    r"""$\operatorname{tr}(S)^2\le d\operatorname{tr}(S^2)$ for $S\succ0$."""
    return le(tr(S) ** 2, d * tr(S**2))


check(trace)

# %% [markdown]
# SUPPORTED, not PROVED: proved for $d=1$, and rigorously enclosed at many points and in boxes. Now the proof, as data.
# Each step says what it shows and by which rule it follows; the checker decides every step by computing.

# %%
from proofs_check import eye, ge, norm_F
from proofs_check.proof import Combination, Positivity, Proof, Step

off = S - tr(S) / d * eye("d")
proof = Proof((
    Step("a square", ge(norm_F(off) ** 2, 0), Positivity()),
    Step("written out", le(tr(S) ** 2, d * tr(S**2)), Combination(d), ("a square",)),
))  # fmt: skip
proof

# %%
@claim("mine/trace", kind=Kind.INEQUALITY, source="my draft, Lemma 2", forall=(d, S), proof=proof)
def trace_proved():
    r"""$\operatorname{tr}(S)^2\le d\operatorname{tr}(S^2)$ for $S\succ0$."""
    return le(tr(S) ** 2, d * tr(S**2))


check(trace_proved)

# %% [markdown]
# `Combination(d)` claims that the difference of the two sides is $d$ times what the first step shows. Without the $d$
# the step does not follow, and the checker says which:

# %%
wrong_proof = Proof((proof.steps[0], Step("written out", le(tr(S) ** 2, d * tr(S**2)), Combination(1), ("a square",))))


@claim("mine/trace-again", kind=Kind.INEQUALITY, source="my draft, Lemma 2", forall=(d, S), proof=wrong_proof)
def trace_again():
    r"""The same, with a slip in the proof."""
    return le(tr(S) ** 2, d * tr(S**2))


check(trace_again, only=("proof",))

# %% [markdown]
# A gap in a proof is not a counterexample. Here is one: forget the $d$ in the lemma itself.

# %%
@claim("mine/trace-without-d", kind=Kind.INEQUALITY, source="my draft, Lemma 2, first try", forall=(d, S))
def trace_without_d():
    r"""$\operatorname{tr}(S)^2\le\operatorname{tr}(S^2)$ for $S\succ0$."""
    return le(tr(S) ** 2, tr(S**2))


check(trace_without_d)

# %% [markdown]
# ## A model of your own
#
# The engines also follow gradient flow of a loss that you write down. Two linear layers, Gaussian inputs, a linear
# teacher with noise:

# %%
from proofs_check import conserved, flow, gradient_flow, invariants, norm_2, parameter, population_loss

Lam = matrix("Lam", "d", "d", "symmetric", "posdef", tex=r"\Lambda")
Phi, s = matrix("Phi", "m", "d", tex=r"\Phi"), scalar("s", "positive")
z, eps = gaussian("z", "d", cov=Lam), gaussian("eps", "m", tex=r"\varepsilon")
W_1, W_2 = parameter("W_1", "k", "d"), parameter("W_2", "m", "k")

network = gradient_flow(Fraction(1, 2) * expect(norm_2(W_2 * W_1 * z - Phi * z - s * eps) ** 2), (W_1, W_2))
show(population_loss(network), "L")

# %%
flow(network)

# %% [markdown]
# What does that flow conserve? Du, Hu and Lee ([arXiv 1806.00900](https://arxiv.org/abs/1806.00900)) proved that the
# layers stay balanced. We ask without telling:

# %%
found = invariants(network)
show(found[0])

# %% [markdown]
# Found, for all widths. As a claim, and with a sign changed:

# %%
@claim("mine/balanced", kind=Kind.INVARIANCE, source="Du, Hu, Lee 2018, Theorem 2.2", model=network)
def balanced():
    r"""$\frac d{dt}\bigl(W_2^\top W_2-W_1W_1^\top\bigr)=0$ along the flow, from every start."""
    return conserved(W_2.T * W_2 - W_1 * W_1.T)


@claim("mine/unbalanced", kind=Kind.INVARIANCE, source="a slip", model=network)
def unbalanced():
    r"""$\frac d{dt}\bigl(W_2^\top W_2+W_1W_1^\top\bigr)=0$ along the flow, from every start."""
    return conserved(W_2.T * W_2 + W_1 * W_1.T)


check(balanced, unbalanced, only=("words", "entries"))

# %% [markdown]
# Three layers, the flow of their product, and linear attention with label noise are in
# [`own_lemmas/`](own_lemmas/), each a file of claims.
#
# ## Keep it
#
# In a repository, claims live in files, and every push checks them:
#
# ```
# lemmata new my-paper/lemma-1                    # writes a commented claim file that runs at once
# lemmata check 'my-paper/*' --claims claims      # exit status 1 when a claim does not come out as expected
# lemmata report --claims claims                  # a page to look at
# ```
