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
# # Attention as functional gradient descent
#
# Cheng, Chen and Sra ([arXiv 2312.06528](https://arxiv.org/abs/2312.06528)) read a layer of attention as one step of
# gradient descent in a space of functions: the attention's activation is the kernel of that space. Here are the
# statements from the definition on, for any activation, any number of layers, any $d$ and $n$.

# %%
import matplotlib.pyplot as plt
import numpy as np

from numeric.attention.activations import EXP
from numeric.attention.forward import Head, forward, start, value_matrix
from proofs_check import (
    Kind,
    activated,
    activation,
    check,
    claim,
    derive,
    eq,
    exp_each,
    inv,
    layer,
    load,
    mask,
    matrix,
    sequence,
)
from proofs_check.statement.terms import Sym

plt.rcParams.update({"figure.dpi": 110, "axes.spines.top": False, "axes.spines.right": False, "font.size": 10})

# %% [markdown]
# ## A forward pass, derived
#
# Two layers, one example, an unspecified kernel $\mathcal K$: what the network puts out in place of the query's label.

# %%
derive("ccs/attention", "forward", dim=1, demonstrations=1, layers=2, activation="kernel")

# %% [markdown]
# ## One layer, one step
#
# Proposition 3.1: with $V_\ell=\mathrm{diag}(0,-r_\ell)$, $B_\ell=C_\ell=I$ the output after $\ell$ layers is minus the
# function that $\ell$ steps of gradient descent on the squared loss reach, for every positive semi-definite kernel:

# %%
load().find("ccs/proposition-3.1").claim

# %%
check("ccs/proposition-3.1", "ccs/eq-9", "ccs/lemma-g.3", only=("words", "proof"))

# %% [markdown]
# What the page calls the gradient is a direction of *descent* of length one, and its constant lacks a root. Each slip
# comes with the smallest counterexample, and what holds instead is proved:

# %%
check("ccs/lemma-g.3-constant", "ccs/lemma-g.3-constant-corrected", only=("words", "entries", "proof"))

# %% [markdown]
# ## How many layers, and which steps
#
# For labels from a Gaussian process with this kernel the prediction tends to the Bayes estimator
# $\nu^\top\hat{\mathbb K}^{-1}\hat Y$ as layers are added. The page asks for steps $\delta<\|\hat{\mathbb K}\|_2$;
# with $\delta=2$ and $\hat{\mathbb K}=3$ that diverges. What it takes is $0<\delta<2/\|\hat{\mathbb K}\|_2$:

# %%
check("ccs/appendix-c-step-size", "ccs/appendix-c-limit", "ccs/appendix-c-limit-exact", only=("entries", "proof"))

# %% [markdown]
# The same network in numbers, the exponential kernel at eight points of the unit sphere of $\mathbb R^3$:

# %%
rng = np.random.default_rng(4)
d, n, depth = 3, 8, 60
X = rng.normal(size=(d, n + 1))
X /= np.linalg.norm(X, axis=0)
Gram = np.exp(X.T @ X)
labels = np.linalg.cholesky(Gram) @ rng.normal(size=n + 1)
Gram_examples, nu = Gram[:n, :n], Gram[:n, n]
bayes = nu @ np.linalg.solve(Gram_examples, labels[:n])
largest = np.linalg.norm(Gram_examples, 2)

figure, axes = plt.subplots(figsize=(7, 3.6))
for factor, color in ((0.5, "C0"), (1.0, "C1"), (1.9, "C2"), (2.1, "C3")):
    head = Head(
        value_matrix(np.zeros((d, d)), np.array([[-factor / largest]])), np.eye(d), np.eye(d), EXP
    )
    outputs = forward(start(X, labels[None]), [[head]] * depth)
    distance = [abs(-Z[-1, -1] - bayes) for Z in outputs]
    axes.semilogy(distance, color=color, label=rf"$\delta={factor}/\|\hat{{\mathbb{{K}}}}\|$")
axes.set(xlabel="layers", ylabel="distance from the Bayes estimator", ylim=(1e-3, 1e3))
axes.legend(frameon=False)
plt.show()

# %% [markdown]
# ## Stationary points for any activation
#
# Theorems 4.5 and 4.6 concern every activation with $\tilde h(S^\top U,S^{-1}W)=\tilde h(U,W)$: linear, ReLU and
# softmax attention among them. Rotating all covariates rotates the layers' outputs:

# %%
check("ccs/eq-62", "ccs/eq-67", "ccs/theorem-e.1", "ccs/theorem-4.5", only=("proof",))

# %% [markdown]
# ## What training finds
#
# Figure 5 of the paper, drawn from the committed record of runs on two CPU cores: the normalised distance of
# $\Sigma^{1/2}B_\ell^\top C_\ell\Sigma^{1/2}$ from a multiple of the identity.

# %%
check("ccs/figure-5", only=("trained",))

# %% [markdown]
# ## A lemma of one's own
#
# Attention may be stated in one's own claims:

# %%
h = activation("h", "invariant")
ell, M = layer(), mask("n+1")
X_0, B, X_l = matrix("X", "d", "n+1"), matrix("B"), Sym("X_l", ("d", "n+1"))
S = matrix("S", "d", "d", "symmetric", "posdef")


def covariates(start, key, query):
    return sequence(X_l, ell, start, X_l + X_l * M * activated(h, key * X_l, query * X_l), 1)


@claim("mine/reparameterised", kind=Kind.INVARIANCE, source="my draft")
def reparameterised():
    r"""Keys $SB$ and queries $S^{-1}B$ give the layer of keys and queries $B$."""
    return eq(covariates(X_0, S * B, inv(S) * B), covariates(X_0, B, B))


check(reparameterised, only=("words", "entries"))

# %% [markdown]
# With the same matrix on both sides it would be wrong, and the tool says where:


# %%
@claim("mine/rescaled", kind=Kind.INVARIANCE, source="my draft")
def rescaled():
    r"""Keys and queries $SB$ give the layer of keys and queries $B$."""
    return eq(exp_each((S * B * X_0).T * (S * B * X_0)), exp_each((B * X_0).T * (B * X_0)))


check(rescaled, only=("words", "entries"))

# %% [markdown]
# `lemmata errata 'ccs/*'` lists what is wrong as printed, with counterexamples and with what holds instead.
