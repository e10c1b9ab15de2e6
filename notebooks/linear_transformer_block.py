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
# # What an MLP adds to linear attention
#
# Linear attention alone (LSA) can do one step of gradient descent from 0 on the examples in its prompt. With an MLP
# layer after it (LTB) it can start that step anywhere (GD-$\beta$). Zhang, Wu and Bartlett ([arXiv
# 2402.14951](https://arxiv.org/abs/2402.14951)) say what this is worth, for tasks
# $\tilde\beta\sim N(\beta^*,\Psi)$, examples $x\sim N(0,H)$ and labels with noise of variance $\sigma^2$. Our copy of
# the paper lost its formulas: what follows is derived anew, and each claim says from what it was reconstructed.

# %%
from fractions import Fraction

import matplotlib.pyplot as plt
import numpy as np
from scipy.integrate import solve_ivp

from proofs_check import check, critical_points, flow, load, population_loss, risk_at
from proofs_check.papers.zwb.model import gd_beta, ltb

plt.rcParams.update({"figure.dpi": 110, "axes.spines.top": False, "axes.spines.right": False, "font.size": 10})

# %% [markdown]
# ## The risks
#
# The risk of an LTB, from the token matrix, the mask and the weights, as a polynomial in what the prediction depends
# on, for every $d$ and $M$ and for $H$ and $\Psi$ of any rank:

# %%
print(f"{len(population_loss(ltb).terms)} terms")

# %% [markdown]
# GD-$\beta$, one step of gradient descent from $\beta$ with the matrix step size $\Gamma$, has a shorter one:

# %%
population_loss(gd_beta)

# %% [markdown]
# Its minimum, and all its minimisers, also where $H$ is singular:

# %%
check("zwb/theorem-5.2", "zwb/eq-5.3", only=("words", "proof"))

# %% [markdown]
# An LTB can do no better: its least risk is the same.

# %%
check("zwb/theorem-5.3", only=("proof",))

# %% [markdown]
# ## The gap
#
# Without the MLP something is lost unless the mean task vanishes. The paper says at least $\frac cM\|\beta^*\|_H^2$:

# %%
load().find("zwb/theorem-4.1").claim

# %%
check("zwb/theorem-4.1", "zwb/beyond-sharp-gap", only=("proof",))

# %% [markdown]
# The best constant is $\frac1{M+1}$, for every $d$; as the mean grows, the ratio tends to $\frac2{M+2}$ whatever the
# problem. Here is the ratio at $d=1$, $H=1$, $\Psi=\frac1{50}$, $\sigma=1$. The least risks are found by
# `critical_points`, which returns stationary points that are exact or enclosed.

# %%


def least(model: str, mean: Fraction, M: int) -> float:
    risk = risk_at(model, H=[[1]], Psi=[[Fraction(1, 50)]], beta_star=[mean], M=M)
    lowest = critical_points(risk, starts=25, scale=2).points[0].value
    return float(lowest if isinstance(lowest, Fraction) else lowest.mid())


means = [Fraction(k, 8) for k in (1, 2, 3, 4, 6, 8, 12, 16, 24, 40)]
figure, axes = plt.subplots(figsize=(7, 3.8))
for color, M in (("C0", 1), ("C1", 4)):
    ratios = [(least("zwb/lsa", mean, M) - least("zwb/ltb", mean, M)) / float(mean) ** 2 for mean in means]
    axes.plot([float(mean) for mean in means], ratios, "o-", color=color, label=f"$M={M}$")
    axes.axhline(1 / (M + 1), color=color, linestyle=":", linewidth=0.9)
    axes.axhline(2 / (M + 2), color=color, linestyle="--", linewidth=0.9)
axes.set(xscale="log", xlabel=r"task mean $\beta^*$", ylim=(0, 0.75))
axes.set_ylabel(r"gap $/\ \|\beta^*\|_H^2$")
axes.legend(frameon=False)
plt.show()

# %% [markdown]
# Dotted: $\frac1{M+1}$, below which it never falls. Dashed: $\frac2{M+2}$, its limit.
#
# ## Gradient flow of GD-$\beta$
#
# The risk is not convex in $(\beta,\Gamma)$ together, yet gradient flow always finds the minimum. The flow, derived:

# %%
flow(gd_beta)

# %%
check("zwb/section-6-nonconvex", "zwb/beyond-gd-beta-landscape", "zwb/theorem-6.3", only=("words", "entries", "proof"))

# %% [markdown]
# Eight starts at $d=2$, and the rate $e^{-4\lambda t/(M+2)}$ of the distance of $\beta$ from $\beta^*$ that is proved
# (dashed; $\lambda$ the least eigenvalue of $H$):

# %%
from symbolic.critical.polynomial import Floats

M = 3
risk = risk_at(
    "zwb/gd-beta",
    H=[[1, 0], [0, Fraction(1, 2)]],
    Psi=[[1, Fraction(1, 3)], [Fraction(1, 3), 1]],
    beta_star=[1, -1],
    M=M,
)
derivative = Floats.of(risk)
rng = np.random.default_rng(6)
times = np.linspace(0, 14, 200)
figure, axes = plt.subplots(figsize=(7, 3.8))
for _ in range(8):
    start = rng.normal(size=6)
    run = solve_ivp(
        lambda _, x: -derivative.gradient(x), (0, 14), start, t_eval=times, method="LSODA", rtol=1e-9, atol=1e-12
    )
    distance = np.hypot(run.y[0] - 1, run.y[1] + 1)
    axes.semilogy(times, distance / distance[0], color="0.4", linewidth=0.9)
axes.semilogy(times, np.exp(-4 * 0.5 * times / (M + 2)), "k--", linewidth=1)
axes.set(xlabel="$t$", ylim=(1e-8, 2))
axes.set_ylabel(r"$\|\beta_t-\beta^*\|\ /\ \|\beta_0-\beta^*\|$")
plt.show()

# %% [markdown]
# ## The landscape of an LTB
#
# What is said of GD-$\beta$ does not hold for the larger class. At $d=2$, $M=1$, $H=I$,
# $\Psi=\mathrm{diag}(1,\frac1{10})$, $\sigma=1$ the risk of LTB has a local minimum that is not global. All numbers are
# exact or enclosed; the zero eigenvalue belongs to the scaling
# $(u_1,s,B_1,b)\to(\lambda u_1,\lambda s,\lambda^{-1}B_1,\lambda^{-1}b)$, under which the risk does not change:

# %%
problem = {"H": [[1, 0], [0, 1]], "Psi": [[1, 0], [0, Fraction(1, 10)]], "beta_star": [0, 0], "M": 1}
landscape = critical_points(risk_at("zwb/ltb", **problem), starts=60)
landscape

# %% [markdown]
# The two minima differ by

# %%
print(landscape.points[1].value - landscape.points[0].value)

# %%
check("zwb/beyond-ltb-landscape", only=("entries",))

# %% [markdown]
# Gradient flow does get stuck there. Of forty random starts:

# %%
derivative = Floats.of(risk_at("zwb/ltb", **problem))
value = risk_at("zwb/ltb", **problem).sympy()
names = risk_at("zwb/ltb", **problem).names
ends = []
for _ in range(40):
    run = solve_ivp(
        lambda _, x: -derivative.gradient(x), (0, 400), rng.normal(scale=0.5, size=11), method="LSODA", rtol=1e-8
    )
    ends.append(float(value.subs(dict(zip(names, run.y[:, -1], strict=True)))))
stuck = sum(end > float(landscape.points[0].value) + 0.002 for end in ends)
print(f"{stuck} of {len(ends)} end at the local minimum, the others at the global one")

# %% [markdown]
# ## What the checks found
#
# Some sentences of the paper hold only under a condition that our copy does not show. The tool finds the exceptions:

# %%
check("zwb/section-4-strict-gap", "zwb/section-5-limit", "zwb/section-5-redundancy", only=("entries", "proof"))

# %% [markdown]
# `lemmata errata 'zwb/*'` lists them all, with counterexamples and with what holds instead.
