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
# # How linear self-attention learns linear regression
#
# Show a one-layer linear transformer $N$ pairs $(x_i, y_i=w^\top x_i)$ and a query $x_q$, and train it on the squared
# error of its guess for $w^\top x_q$. Gradient flow is non-convex here, and yet it finds the global minimum. That is
# Theorem 4 of Zhang, Frei and Bartlett, *Trained Transformers Learn Linear Models In-Context* ([arXiv
# 2306.09927](https://arxiv.org/abs/2306.09927)).
#
# This notebook walks from the definition of the model to that theorem. Nothing below is copied from the paper: the
# loss, the flow, the conserved quantity and the minimum are derived when the cells run, for every dimension $d$,
# every prompt length $N$ and every covariance $\Lambda\succ0$. The numbers come from code that has never seen them.

# %%
import matplotlib.pyplot as plt
import numpy as np

from proofs_check import check, derive, show

plt.rcParams.update({"figure.dpi": 110, "axes.spines.top": False, "axes.spines.right": False, "font.size": 10})

# %% [markdown]
# ## The loss
#
# A prompt is a Gaussian sample $X=(x_1\ \cdots\ x_N)$ with $x_i,x_q\sim N(0,\Lambda)$ and a task $w\sim N(0,I)$. It
# enters as the matrix $E$ with columns $(x_i;y_i)$ and, last, $(x_q;0)$; the layer is $E+W^{PV}E\,E^\top W^{KQ}E/N$,
# and its guess is the bottom right entry of what comes out. Only the last row of $W^{PV}$ and the first $d$ columns
# of $W^{KQ}$ matter. Following the paper we call their blocks $(u_{12}^\top,\ u_{-1})$ and $(U_{11};\ u_{21}^\top)$.

# %%
from symbolic.lsa import PARAMETERS, population_loss, y_hat

U11, u12, u21, u_1 = PARAMETERS.U11, PARAMETERS.u12, PARAMETERS.u21, PARAMETERS.u_1

# %%
show(y_hat(), r"\hat y_q")

# %% [markdown]
# Squaring $\hat y_q-w^\top x_q$ and pairing the Gaussians (Wick, Isserlis) leaves twenty traces and bilinear forms.
# In them $\Gamma=(1+\frac1N)\Lambda+\frac1N\mathrm{tr}(\Lambda)I$ appears by itself: it is what a sample of size $N$
# makes of $\Lambda$.

# %%
loss = population_loss()
print(f"{len(loss.terms)} terms")
show(loss, "L")

# %% [markdown]
# ## The flow
#
# Matrix calculus on the same words gives the gradient flow of all four blocks. The velocities of $u_{12}$ and
# $u_{21}$ vanish where both are zero, so that $u_{12}=u_{21}=0$ is an invariant subspace. The next line would raise
# an error if it were not.

# %%
from symbolic.flow import lsa_flow

flow = lsa_flow()
on_block = flow.restricted((u12, u21))

# %%
on_block

# %% [markdown]
# ## What is conserved?
#
# We do not say what to look for. First at $d=1$: which polynomials in the four parameters, of degree at most two,
# stand still along the flow, whatever $\Lambda$ and $N$ are?

# %%
at_d_1 = derive("lsa", "invariants", dim=1)
print(at_d_1["sentence"])
at_d_1

# %% [markdown]
# One, and the sentence is a certificate: the rank says that there are no others. The same at $d=2$, with a general
# $\Lambda$:

# %%
at_d_2 = derive("lsa", "invariants", dim=2)
print(at_d_2["sentence"])
at_d_2

# %% [markdown]
# The pattern is plain. For every $d$ at once, search among all contractions of two parameters:

# %%
from symbolic.word_invariants import conserved_quadratics

(balance,) = conserved_quadratics(flow, (U11, u12, u21, u_1))
balance

# %% [markdown]
# The squared norm of the row of $W^{PV}$ minus that of the columns of $W^{KQ}$: the two layers of a two-layer linear
# network stay as balanced as they were. On the block this is Lemma 17,
# $u_{-1}^2-\mathrm{tr}\,U_{11}U_{11}^\top=\text{const}$, and it is what carries the whole convergence proof.
#
# ## The landscape
#
# Split $\hat y_q$ into its parts odd and even in $w$. The label is odd, so the even part can only do harm, and the
# odd part depends on the parameters through one matrix $K$ alone:

# %%
from symbolic.landscape import landscape, verify

world = landscape()
assert verify(world)
show(world.K, "K")

# %% [markdown]
# The loss is a completed square in $K$, plus the harm, plus a constant. So this is its minimum over *all* parameters,
# and $K=K_*$ is where it is attained:

# %%
show(world.square.K, "K_*")

# %%
show(world.minimum, r"\min L")

# %% [markdown]
# The best that the layer can do is one step of preconditioned gradient descent, $\hat
# y_q=\frac1N\sum_iy_ix_i^\top\Gamma^{-1}x_q$. With $u_{-1}U_{11}=\Gamma^{-1}$ and balancedness the limit is
# determined: $u_{-1}=(\mathrm{tr}\,\Gamma^{-2})^{1/4}$. This is the limit that Theorem 4 states. Does the flow get
# there?
#
# ## One dimension, one picture
#
# At $d=1$ the flow on the block lives in the plane. The arrows below are the derived vector field. The curves are
# trajectories from `numeric.ode`, written from the definition by other code. They follow the arrows, and each stays
# on its hyperbola of constant $u_{-1}^2-U_{11}^2$ (dotted).

# %%
import sympy

from symbolic import entries

at_1 = entries.flow(1)
U, u = sympy.symbols("U11_1_1 u_m1")
here = {sympy.Symbol("Lam_1_1"): 1, sympy.Symbol("N"): 4, sympy.Symbol("u12_1"): 0, sympy.Symbol("u21_1"): 0}
velocity = sympy.lambdify((U, u), [v.to_sympy().subs(here) for v in (at_1.U11[0][0], at_1.u_1)])

# %%
from numeric.ode import dense_flow, measure, problem

starts = [(0.05, 0.05), (-0.9, 1.0), (-1.3, 0.9), (0.1, 1.2), (1.3, 0.1), (-0.05, -0.05), (1.0, -0.9), (-1.0, 1.0)]
times = np.concatenate([[0], np.geomspace(0.01, 60, 400)])
paths = [dense_flow(problem([[1.0]], 4, [[a]], b), times) for a, b in starts]

# %%
grid = np.linspace(-1.5, 1.5, 61)
X, Y = np.meshgrid(grid, grid)
figure, axes = plt.subplots(figsize=(6, 6))
axes.streamplot(X, Y, *velocity(X, Y), color="0.8", linewidth=0.6, arrowsize=0.7, density=1.4)
axes.contour(X, Y, Y**2 - X**2, levels=np.linspace(-1.6, 1.6, 9), colors="tab:blue", linestyles=":", linewidths=0.9)
axes.contour(X, Y, X * Y, levels=[2 / 3], colors="tab:green", linewidths=2.5)
for path in paths:
    axes.plot(path.U11[:, 0, 0], path.u_1, color="tab:red", linewidth=1.5)
    axes.plot(path.U11[0, 0, 0], path.u_1[0], "o", color="tab:red", markersize=4)
axes.plot(0, 0, "kx", markersize=8)
axes.set(xlabel="$U_{11}$", ylabel="$u_{-1}$", aspect="equal", xlim=(-1.5, 1.5), ylim=(-1.5, 1.5))
axes.set_title(r"$\Lambda=1$, $N=4$: minimisers $u_{-1}U_{11}=\Gamma^{-1}=\frac{2}{3}$ (green)")
plt.show()

# %% [markdown]
# The origin is a saddle, and the falling diagonal is its stable manifold: the trajectory that starts exactly on it,
# top left, ends at the cross. Assumption 3 starts on the *rising* diagonal, and balancedness keeps it there, all the
# way to the green curve. How well are the hyperbolas kept?

# %%
drift = max(np.ptp(measure(path).balancedness) for path in paths)
print(f"largest change of u_-1^2 - U11^2 along the {len(paths)} trajectories below 1e-10: {drift < 1e-10}")

# %% [markdown]
# ## Away from the saddle: Lemmas 18 and 19
#
# In more dimensions the paper starts at $U_{11}=\sigma\Theta\Theta^\top$, $u_{-1}=\sigma$ and shows $u_{-1}(t)>0$
# (Lemma 18), even bounded below by a constant (Lemma 19), as long as $\sigma^2\sqrt d\,\|\Gamma\|_{op}<2$. Take $d=3$
# and a $\Lambda$ in general position. Dashed: the printed lower bound.

# %%
from numeric.ode import assumption_3, fast_flow, printed_bounds
from numeric.parameters import random_theta, rotated

N = 6
Lam = rotated([1.0, 0.6, 0.3], "notebook")
Theta = random_theta(3, "notebook")
Gam = (1 + 1 / N) * Lam + np.trace(Lam) / N * np.eye(3)
largest = np.sqrt(2 / (np.sqrt(3) * np.linalg.norm(Gam, 2)))

scales = [0.1, 0.4, 0.8, 1.6]
times = np.concatenate([[0], np.geomspace(0.02, 200, 250)])
runs = [fast_flow(assumption_3(Lam, N, Theta, s * largest), times).dense() for s in scales]
bounds = [printed_bounds(Lam, N, Theta, s * largest) for s in scales]

# %%
limit = np.trace(np.linalg.inv(Gam @ Gam)) ** 0.25
figure, axes = plt.subplots(figsize=(7, 4))
for s, run, bound in zip(scales, runs, bounds, strict=True):
    (line,) = axes.plot(times, run.u_1, label=rf"$\sigma={s}\,\sigma_{{\max}}$")
    if bound.lower_u_1_squared > 0:
        axes.axhline(np.sqrt(bound.lower_u_1_squared), color=line.get_color(), linestyle="--", linewidth=0.9)
axes.axhline(limit, color="0.6", linewidth=0.8)
axes.annotate(r"$(\mathrm{tr}\,\Gamma^{-2})^{1/4}$", (190, limit - 0.02), ha="right", va="top", color="0.4")
axes.set(xscale="log", xlabel="$t$", ylabel="$u_{-1}(t)$", xlim=(0.02, 200), ylim=(0, None))
axes.legend(frameon=False)
plt.show()

# %% [markdown]
# Every bound holds, with room to spare. At $\sigma=1.6\,\sigma_{\max}$ (red) the condition is violated and the
# printed bound says nothing; the flow does not mind. The condition is needed by the proof, not by this trajectory.
#
# A picture at $d=3$ is no proof. The paper's own proof of Lemma 19 is transcribed, step by step, and this cell walks
# it:

# %%
check("zfb/lemma-19", only=("proof",))

# %% [markdown]
# No step is missing, for every $d$, and the facts named are all that it rests on. One hypothesis is never used:
# $\Theta\Lambda\ne0$ already follows from $\|\Theta\Theta^\top\|_F=1$ and $\Lambda\succ0$.
#
# ## How loose is the rate?
#
# Convergence follows from a Polyak-Łojasiewicz inequality along the trajectory, $\|\nabla L\|^2\ge\mu\,(L-\min L)$,
# with an explicit $\mu$ (Lemma 12). Derived, with what it is made of:

# %%
derive("lsa", "pl")

# %% [markdown]
# The ratio of the two sides can be watched, against the printed $\mu$ (dashed).

# %%
figure, axes = plt.subplots(figsize=(7, 4))
for s, run, bound in zip(scales[:3], runs, bounds, strict=False):
    seen = measure(run)
    near = seen.gap > 1e-20  # below, the ratio is rounding
    (line,) = axes.plot(times[near], seen.pl_ratio[near], label=rf"$\sigma={s}\,\sigma_{{\max}}$")
    axes.axhline(bound.mu, color=line.get_color(), linestyle="--", linewidth=0.9)
    loose = np.min(seen.pl_ratio[near]) / bound.mu
    print(f"sigma = {s} sigma_max: smallest ratio seen {np.min(seen.pl_ratio[near]):.3g}, printed mu {bound.mu:.2g}, "
          f"loose by a factor {loose:.0f}")
axes.set(xscale="log", yscale="log", xlabel="$t$", ylabel=r"$\|\nabla L\|^2/(L-\min L)$", xlim=(0.02, 200))
axes.legend(frameon=False)
plt.show()

# %% [markdown]
# ## Training meets the flow
#
# Now the real thing: the layer with both weight matrices full, autograd through its definition, small-step gradient
# descent on a fixed sample of prompts. It knows neither $\Gamma$ nor the invariant block. If the theory is right, its
# weights follow the flow up to sampling error, which falls like the square root of the number of contexts.

# %%
from numeric.training import torch_missing
from numeric.training.config import config

Lam_2 = np.array([[1.0, 0.2], [0.2, 0.8]])


def trained(contexts: int, seed: int) -> list[np.ndarray]:
    """Times, U11 and u_-1 of one training run."""
    from numeric.training.trainer import Trainer

    settings = config("lsa", d=2, N=4, Lam=Lam_2, contexts=contexts, seed=seed, steps=5000, step=0.2, owner="notebook")
    trainer = Trainer(settings)
    seen = []
    while trainer.time < 12:
        W_KQ, W_PV = (w.detach().numpy() for w in (trainer.model.W_KQ, trainer.model.W_PV))
        seen.append((trainer.time, W_KQ[:2, :2].copy(), W_PV[2, 2].copy()))
        trainer.advance()
    return [np.array(column) for column in zip(*seen, strict=True)]


def followed(times: np.ndarray, U_trained: np.ndarray, u_trained: np.ndarray):
    """The flow from the same start, and the largest distance to it."""
    path = dense_flow(problem(Lam_2, 4, U_trained[0], u_trained[0]), times)
    apart = np.sum((U_trained - path.U11) ** 2, axis=(1, 2)) + (u_trained - path.u_1) ** 2
    return path, np.sqrt(apart.max())


sizes = [256, 1024, 4096]
if torch_missing():
    print(f"The training cells have nothing to show: {torch_missing()}.")
else:
    trainings = [[trained(contexts, seed) for seed in range(3)] for contexts in sizes]

# %%
if not torch_missing():
    figure, (left, right) = plt.subplots(1, 2, figsize=(10, 3.8))
    t, U_trained, u_trained = trainings[-1][0]
    path, _ = followed(t, U_trained, u_trained)
    for color, (i, j) in zip(("C0", "C1", "C2"), ((0, 0), (0, 1), (1, 1)), strict=True):
        name = f"$[U_{{11}}]_{{{i + 1}{j + 1}}}$"
        left.plot(t[::12], U_trained[::12, i, j], "o", markersize=3, color=color, label=name)
        left.plot(t, path.U11[:, i, j], color=color, linewidth=1)
    left.plot(t[::12], u_trained[::12], "o", markersize=3, color="C3", label="$u_{-1}$")
    left.plot(t, path.u_1, color="C3", linewidth=1)
    left.set(xlabel="$t$", title=f"trained on {sizes[-1]} contexts (dots), flow (lines)")
    left.legend(frameon=False, ncols=2)
    distances = np.array([[followed(*run)[1] for run in runs] for runs in trainings])
    right.loglog(sizes, distances, "o", color="C0", markersize=4)
    middle = np.median(distances[0])
    right.loglog(sizes, middle * np.sqrt(sizes[0] / np.array(sizes)), "k:", label="slope $-1/2$")
    right.set_xticks(sizes, sizes)
    right.set_yticks([0.01, 0.02, 0.05, 0.1], ["0.01", "0.02", "0.05", "0.1"])
    right.minorticks_off()
    right.set(xlabel="contexts", title="largest distance to the flow, three runs each")
    right.legend(frameon=False)
    plt.show()

# %% [markdown]
# Where does it end? Theorem 4 says $u_{-1}U_{11}\to\Gamma^{-1}$, not $\Lambda^{-1}$. For long prompts the two agree.
# At $N=4$ they do not, and training can tell:

# %%
if not torch_missing():
    Gam_2 = (1 + 1 / 4) * Lam_2 + np.trace(Lam_2) / 4 * np.eye(2)
    product = u_trained[-1] * U_trained[-1]
    for name, candidate in (("Gamma^-1", np.linalg.inv(Gam_2)), ("Lambda^-1", np.linalg.inv(Lam_2))):
        print(f"distance of u_-1 U11 to {name:9}: {np.linalg.norm(product - candidate):.3f}")

# %% [markdown]
# ## Is it true?
#
# Pictures persuade; they decide nothing. The statements of the paper are transcribed as printed, and independent
# witnesses examine them. This is balancedness once more, now as the paper words it:

# %%
check("zfb/lemma-17", only=("words", "entries", "proof"))

# %% [markdown]
# `words` worked for every $d$, `entries` with explicit coordinates at small $d$, by other code; `proof` walked the
# paper's own proof line by line, from the facts named above, and noticed which hypotheses it never needs. This is that
# proof, as the checker reads it:

# %%
from proofs_check import load

lemma_17 = load().find("zfb/lemma-17").claim
lemma_17.proofs[""]

# %% [markdown]
# A check that cannot fail is worth nothing. So let us forget a transpose. Is it needed at all? $U_{11}$ starts
# symmetric, and at $d=1$ there is nothing to transpose.

# %%
from proofs_check import Kind, always, claim, eq, tr
from proofs_check import lsa as zfb


@claim(
    "zfb/without-the-transpose", kind=Kind.INVARIANCE, source="this notebook", given=zfb.assumption_3,
    forall=(zfb.d, zfb.N, zfb.Lam, zfb.Theta, zfb.sigma, zfb.U11, zfb.u_1), witnesses=("words", "entries"),
)  # fmt: skip
def without_the_transpose():
    r"""For any $t\ge0$: $u_{-1}^2=\mathrm{tr}[U_{11}U_{11}]$."""
    return always(eq(zfb.u_1**2, tr(zfb.U11 * zfb.U11)))


# %%
without_the_transpose

# %%
check(without_the_transpose)

# %% [markdown]
# It is needed. At the start both sides agree, and so do their first derivatives; the second derivative tells them
# apart, at a start that satisfies Assumption 3, in exact rational numbers. $U_{11}$ does not stay symmetric, because
# $\Gamma\Lambda U_{11}\Lambda$ is not.
#
# The paper is not spared either. Section 5.1 says in passing that a certain matrix $H_\tau$ always has at least $d+1$
# negative eigenvalues:

# %%
check("zfb/section-5.1-negative-eigenvalues")

# %% [markdown]
# With fewer examples than dimensions it does not. Nothing in the convergence proof depends on this remark, and a
# corrected statement stands beside it. What does depend on everything above is the theorem itself:

# %%
check("zfb/theorem-4", only=("proof",))

# %% [markdown]
# ## To take home
#
# `lemmata latex lsa` writes everything derived above as LaTeX macros, for a paper of your own.
