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
#
# A prompt is a matrix $Z_0$, $(d+1)\times(n+1)$: $n$ demonstrations $x^{(i)}$ with labels $y^{(i)}$ below them, and
# last the query $x^{(n+1)}$ with 0 below it. One layer adds
#
# $$V_\ell\,Z_\ell\,M\,\tilde h(B_\ell X_\ell,C_\ell X_\ell),$$
#
# where $X_\ell$ are the first $d$ rows of $Z_\ell$, and the mask $M=\mathrm{diag}(1,\dots,1,0)$ keeps every column from
# attending to the query. What stands below the query after the last layer is the prediction, of **minus** its label.

# %%
import matplotlib.pyplot as plt
import numpy as np

from proofs_check import (
    Head,
    Kind,
    activated,
    activation,
    check,
    claim,
    derive,
    eq,
    exp_each,
    expect,
    forward_pass,
    haar,
    inv,
    layer,
    load,
    mask,
    matrix,
    scalar,
    sequence,
    tr,
)

plt.rcParams.update({"figure.dpi": 110, "axes.spines.top": False, "axes.spines.right": False, "font.size": 10})

# %% [markdown]
# ## A forward pass, derived
#
# Two layers, one example ($d=n=1$), an unspecified kernel $\mathcal K$, all weights free. Each layer is written in the
# entries of the one before; `read_back(derive(...))` has everything in the entries of the prompt, for SymPy.

# %%
derive("ccs/attention", "forward", dim=1, demonstrations=1, layers=2, activation="kernel")

# %% [markdown]
# ## One layer, one step
#
# Proposition 3.1: with $V_\ell=\mathrm{diag}(0,-r_\ell)$, $B_\ell=C_\ell=I$ the output after $\ell$ layers is minus the
# function that $\ell$ steps of gradient descent on the squared loss reach, for every positive semi-definite kernel.
#
# Why: as $V_\ell$ has one entry, the covariates stay, and the row of labels changes by
# $-r_\ell\sum_i Y_\ell^{(i)}\,\mathcal K(x^{(i)},\cdot)$. It starts at $(y,0)$, where $f_0=0$, and remains *label minus
# fit*, $Y_\ell=(y,0)-f_\ell$, with (9):
# $f_{\ell+1}=f_\ell+r_\ell\sum_i(y^{(i)}-f_\ell(x^{(i)}))\,\mathcal K(x^{(i)},\cdot)$, a gradient step of
# $\sum_i(f(x^{(i)})-y^{(i)})^2$ in the Hilbert space of $\mathcal K$. Below the query, whose label is 0, minus the fit
# is left. The chain of the claim is this induction, checked step by step:

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
# with $\delta=2$ and $\hat{\mathbb K}=3$ that diverges, as the error is multiplied by $I-\delta\hat{\mathbb K}$ in each
# layer. What it takes is $0<\delta<2/\|\hat{\mathbb K}\|_2$:

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
    V = np.diag([0.0] * d + [-factor / largest])
    predictions = forward_pass(X, labels[:n], [Head(V, np.eye(d), np.eye(d), "exp")] * depth).predictions
    distance = [abs(-prediction - bayes) for prediction in predictions]
    axes.semilogy(distance, color=color, label=rf"$\delta={factor}/\|\hat{{\mathbb{{K}}}}\|$")
axes.set(xlabel="layers", ylabel="distance from the Bayes estimator", ylim=(1e-3, 1e3))
axes.legend(frameon=False)
plt.show()

# %% [markdown]
# Larger steps fit the large eigenvalues of $\hat{\mathbb K}$ with alternating signs (green), smaller ones wait for the
# small eigenvalues (blue); beyond $2/\|\hat{\mathbb K}\|$ the largest one blows up (red). That the orange line comes
# near the limit and leaves it again is no error: the distance is that of one prediction, which may cross its limit.
#
# ## Stationary points for any activation
#
# Theorems 4.5 and 4.6 concern every activation with $\tilde h(S^\top U,S^{-1}W)=\tilde h(U,W)$: linear, ReLU and
# softmax attention among them. Rotating all covariates rotates the layers' outputs (62). So at weights
# $B_\ell=b_\ell\Sigma^{-1/2}$, $C_\ell=c_\ell\Sigma^{-1/2}$ the slope of the loss in a direction $R$ is the slope in
# the mean of $R$ over rotations, which is a multiple of $\Sigma^{-1/2}$ again: to leave weights of this form does not
# help to first order. The printed statement is an infimum of the sizes of gradients; a chain proves it for every $d$,
# $n$ and number of layers:

# %%
check("ccs/eq-62", "ccs/eq-67", "ccs/theorem-e.1", "ccs/theorem-4.5", only=("proof",))

# %% [markdown]
# ## What training finds
#
# Figure 5 of the paper follows the normalised distance of $\Sigma^{1/2}B_\ell^\top C_\ell\Sigma^{1/2}$ from a multiple
# of the identity while the network trains, for kernels of the labels and activations in pairs. What the page says of it
# is decided by sign tests over the runs of a committed record, made on two CPU cores with fewer contexts a step. What
# these runs do not decide is UNDECIDED, and a scaled-down run never refutes.
#
# ![Distances to multiples of the identity](img/ccs-figure-5-small.svg)

# %%
check("ccs/figure-5", only=("trained",))

# %% [markdown]
# ## A lemma of one's own
#
# Attention may be stated in one's own claims. `activation("h", "invariant")` is any activation that depends on the
# scores alone, `sequence(X, ell, start, step, k)` what `k` layers make of `start`:

# %%
h = activation("h", "invariant")
ell, M = layer(), mask("n+1")
X_0, X_l, B = matrix("X_0", "d", "n+1"), matrix("X", "d", "n+1"), matrix("B")
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
# A mean over random rotations, after a layer, for every $d$ and $n$:

# %%
U, R, d_ = haar("U"), matrix("R", "d", "d"), scalar("d", "integer", "positive")


@claim("mine/turned", kind=Kind.IDENTITY, source="my draft")
def turned():
    r"""$\mathbb E_U[F(UX_0)^\top R\,F(UX_0)]=\frac{\operatorname{tr}R}d\,F(X_0)^\top F(X_0)$ for a layer $F$."""

    def after(X):
        return X + X * M * activated(h, X, X)

    return eq(expect(after(U * X_0).T * R * after(U * X_0)), tr(R) / d_ * after(X_0).T * after(X_0))


check(turned)

# %% [markdown]
# `lemmata errata 'ccs/*'` lists what is wrong as printed, with counterexamples and with what holds instead.
