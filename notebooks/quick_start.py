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
# # Quick start
#
# Lemmata does two things. It *derives* what papers on in-context learning claim, from the definition of the model and
# of the data, for every dimension. And it *checks* statements, printed ones or your own, by witnesses that share no
# code. This notebook shows both in a few minutes. No formula below is stored anywhere; cells derive them when they
# run.

# %%
import matplotlib.pyplot as plt
import numpy as np

from proofs_check import check, derive, show, words

plt.rcParams.update({"figure.dpi": 110, "axes.spines.top": False, "axes.spines.right": False, "font.size": 10})

# %% [markdown]
# ## Derive
#
# The model is one layer of linear self-attention, shown $N$ examples $(x_i,\langle w,x_i\rangle)$ and a query $x_q$,
# with $x_i,x_q\sim N(0,\Lambda)$ and $w\sim N(0,I_d)$ (Zhang, Frei and Bartlett, [arXiv
# 2306.09927](https://arxiv.org/abs/2306.09927)). Its population loss is smallest where?

# %%
derive("lsa", "minima")

# %% [markdown]
# That holds for every dimension $d$, every $N$ and every covariance $\Lambda$; $\Gamma=(1+\frac1N)\Lambda+\frac1N
# \mathrm{tr}(\Lambda)I$ is what a sample of $N$ makes of $\Lambda$. What does gradient flow conserve on its way there?

# %%
derive("lsa", "invariants")

# %% [markdown]
# Nobody told it where to look: the answer comes from an elimination that is complete within its span. At a fixed
# dimension the same question is answered entry by entry, by other code:

# %%
at_d_2 = derive("lsa", "invariants", dim=2)
print(at_d_2["sentence"])
at_d_2

# %% [markdown]
# ## Check
#
# The paper calls this *balanced parameters*. Here is its Lemma 17, the page's words above the transcription that the
# witnesses read:

# %%
from proofs_check import load

papers = load()
lemma_17 = papers.find("zfb/lemma-17").claim
lemma_17

# %%
check(lemma_17)

# %% [markdown]
# PROVED means: for all that the statement quantifies over. `words` worked with symbolic $d$ and $N$, `entries` with
# coordinates, and `proof` walked through the paper's own proof, from the elementary facts that are named. Hypotheses
# that it never needed are listed as well.
#
# Not everything that is printed is true. Section 5.1 remarks that a certain matrix $H_\tau$ always has at least $d+1$
# negative eigenvalues:

# %%
check("zfb/section-5.1-negative-eigenvalues*", only=("entries", "proof"))

# %% [markdown]
# With fewer examples than dimensions it does not, and the counterexample is exact. Nothing in the paper rests on
# that remark, and a corrected claim stands beside it.
#
# ## Your own
#
# A statement is written as it is read. The fourth moment of a Gaussian vector:

# %%
from proofs_check import Kind, claim, eq, expect, tr
from proofs_check.lsa import Lam, d, x_q


@claim("mine/fourth-moment", kind=Kind.IDENTITY, source="my draft", forall=(d, Lam), witnesses=("words", "entries"))
def fourth_moment():
    r"""$\mathbb E[xx^\top xx^\top]=2\Lambda^2+\mathrm{tr}(\Lambda)\Lambda$ for $x\sim N(0,\Lambda)$."""
    return eq(expect(x_q * x_q.T * x_q * x_q.T), 2 * Lam**2 + tr(Lam) * Lam)


check(fourth_moment)

# %% [markdown]
# And with a slip in it, 3 for 2:

# %%
@claim("mine/slip", kind=Kind.IDENTITY, source="my draft", forall=(d, Lam), witnesses=("words", "entries"))
def slip():
    r"""$\mathbb E[xx^\top xx^\top]=3\Lambda^2+\mathrm{tr}(\Lambda)\Lambda$."""
    return eq(expect(x_q * x_q.T * x_q * x_q.T), 3 * Lam**2 + tr(Lam) * Lam)


check(slip)

# %% [markdown]
# Here `words` is no oracle that says yes: it finds the right side by itself.

# %%
show(words(expect(x_q * x_q.T * x_q * x_q.T)), r"\mathbb E[xx^\top xx^\top]")

# %% [markdown]
# ## Look
#
# How good can the layer be at all? The derived minimum for $\Lambda=I_d$, as a function of $N$ (lines), and what the
# layer does on prompts that are drawn from the definition, with the best weights put in (dots, with three
# standard errors). The sampler has never seen the formula.

# %%
from proofs_check.notebook import isotropic
from symbolic.landscape import landscape

least = isotropic(landscape().minimum)
least

# %%
import sympy

from numeric.prompts import fast_predictions, weights
from numeric.streams import generator

loss = sympy.lambdify(sympy.symbols("N d"), least.subs({s: sympy.Symbol(s.name) for s in least.free_symbols}))
lengths = np.array([2, 4, 8, 16, 32, 64, 128])
figure, axes = plt.subplots(figsize=(7, 4))
for k, color in ((2, "C0"), (5, "C1"), (20, "C2")):
    fine = np.geomspace(2, 128, 100)
    axes.plot(fine, loss(fine, k) / k, color=color, label=f"$d={k}$")
    for n in lengths.tolist():
        best, zero = np.eye(k) / (1 + (1 + k) / n), np.zeros(k)
        guess, truth = fast_predictions(k, n, np.eye(k), 60_000, generator("quick start", f"{k} {n}"),
                                        *weights(best, zero, zero, 1.0))  # fmt: skip
        losses = (guess - truth) ** 2 / (2 * k)
        error = 3 * losses.std() / np.sqrt(losses.size)
        axes.errorbar(n, losses.mean(), error, fmt="o", color=color, markersize=4, capsize=2)
axes.set(xscale="log", yscale="log", xlabel="examples in the prompt, $N$", ylabel="least loss, per dimension")
axes.set_xticks(lengths, lengths)
axes.minorticks_off()
axes.legend(frameon=False)
plt.show()

# %% [markdown]
# ## Where to go
#
# - [How linear self-attention learns](convergence_of_linear_self_attention.ipynb): loss, flow, what is conserved,
#   convergence.
# - [Prediction error and shifts](prediction_error_and_shifts.ipynb): what the trained model does on prompts that it was
#   not trained on.
# - [Random covariances](random_covariance.ipynb): why training on many covariances does not help this layer.
# - [Check your own lemma](check_your_own_lemma.ipynb): moments, a proof in steps, a model of your own.
#
# On the command line: `lemmata check`, `lemmata show zfb/lemma-17`, `lemmata report`.
