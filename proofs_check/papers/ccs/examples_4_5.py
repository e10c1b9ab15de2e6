"""Examples 4 and 5, Section 4.1: laws of the covariates under which Assumption 4.1 holds."""

from __future__ import annotations

from ...claims import Difference, Differs, Kind, Parts, claim, with_proof
from ...proof.chain import Proof, Step
from ...proof.steps.layers import Rotated
from ...statement.attention import same_law
from ...statement.laws import gaussian, noise
from ...statement.props import Prop
from ...statement.terms import Op, Sym, Term, TermLike, at, beside_over, index, scalar, vector
from .notation import Sigma, U, U_Sigma, d, is_rotation, n, root

i = index("i", "n+1")
xi = gaussian("xi", "d", iid=True, tex=r"\xi")
r""":math:`\xi^{(i)}\sim N(0,I)`, independent."""
Q = Sym("Q", ("d", "d"), frozenset({"random", "iid", "orthogonal", "haar"}))
"""Independent uniformly random rotations."""
v = vector("v")
"""Of length 1, for the unit sphere; any length will do."""
mean = gaussian("mu_1", "d", tex=r"\mu_1")
other_mean, third_mean = (gaussian(f"mu_{j}", "d", tex=rf"\mu_{j}") for j in (2, 3))
p, q = scalar("p"), scalar("q")
_c, _e = (noise(name, scalar(f"s_{name}", "positive"), iid=True) for name in ("c", "e"))


def cluster(i: TermLike) -> Term:
    """The weight of the first mean, with mean p, independent of everything else: 0 or 1 for a mixture."""
    return p + at(_c, i)


def choice(i: TermLike) -> Term:
    """That of the second mean among the others, with mean q."""
    return q + at(_e, i)


def columns(x: Term) -> Op:
    """The covariates ``x`` for i = 1, ..., n+1."""
    return beside_over(i, n + 1, x)


gaussian_x = columns(root * at(xi, i))
sphere_x = columns(root * (at(Q, i) * v))
r""":math:`\Sigma^{1/2}` of the image of a unit vector under a uniformly random rotation: uniform on the sphere."""
shifted_x = columns(mean + at(xi, i))
mixture_x = columns(cluster(i) * mean + (1 - cluster(i)) * other_mean + at(xi, i))
_others = choice(i) * other_mean + (1 - choice(i)) * third_mean
three_x = columns(cluster(i) * mean + (1 - cluster(i)) * _others + at(xi, i))


def rotated(name: str, shows: Prop, *drawn: Sym) -> Proof:
    return Proof((Step(name, shows, Rotated(U, *drawn)),))


@claim(
    "ccs/example-4",
    kind=Kind.DISTRIBUTIONAL,
    source="Example 4, Section 4.1",
    forall=(d, n, Sigma, U, v),
    uses=("ccs/assumption-4.1",),
    witnesses=("words", "entries", "sampled", "proof"),
    note=r"""(a) $x^{(i)}=\Sigma^{1/2}\xi^{(i)}$ with standard Gaussian $\xi^{(i)}$; (b) uniform on the sphere is
    the image $Q^{(i)}v$ of a unit vector under a uniformly random rotation, independent for each i. Under (b) the
    loss (5) is finite for the activations and labels of the paper (ccs/beyond-finite-bounded), under (a) it may be
    infinite (ccs/beyond-finite-exponential, ccs/beyond-infinite-labels).
    """,
)
def example_4() -> Parts:
    r""""Assumption 4.1 is satisfied (a) when $x^{(i)}\stackrel{iid}\sim\mathcal N(0,\Sigma)$, or (b) when
    $x^{(i)}=\Sigma^{1/2}\xi^{(i)}$, for $\xi$ drawn uniformly from the unit sphere."
    """
    return {"a": same_law(U_Sigma * gaussian_x, gaussian_x), "b": same_law(U_Sigma * sphere_x, sphere_x)}


@claim(
    "ccs/example-5",
    kind=Kind.DISTRIBUTIONAL,
    source="Example 5, Section 4.1",
    forall=(d, n, U, p, q),
    given=(is_rotation,),
    uses=("ccs/assumption-4.1",),
    witnesses=("words", "entries", "sampled", "proof"),
    note=r"""$\Sigma=I$. (b) With any independent weights $c_i$ of mean p, such as 1 with probability p and else 0:
    $x^{(i)}=c_i\mu_1+(1-c_i)\mu_2+\xi^{(i)}$; (more) with three means,
    $x^{(i)}=c_i\mu_1+(1-c_i)(e_i\mu_2+(1-e_i)\mu_3)+\xi^{(i)}$, and so on.
    """,
    fidelity=(Difference(Differs.WEAKER, "two and three means; the page has any number of them"),),
)
def example_5() -> Parts:
    r""""Assumption 4.1 can be satisfied even when $x^{(i)}$ are not iid. (a) Let $\mu\sim\mathcal N(0,I)$, and let
    $x^{(i)}=\mu+\xi^{(i)}$, where $\xi^{(i)}\stackrel{iid}\sim\mathcal N(0,I)$. (b) This example can be further
    generalized to contain two or more cluster means $\mu_1,\mu_2$ sampled independently (i.e. mixture of Gaussians)."
    """
    return {
        "a": same_law(U * shifted_x, shifted_x), "b": same_law(U * mixture_x, mixture_x),
        "more": same_law(U * three_x, three_x),
    }  # fmt: skip


example_4 = with_proof(
    example_4, a=rotated("Gaussian", same_law(U_Sigma * gaussian_x, gaussian_x), xi),
    b=rotated("sphere", same_law(U_Sigma * sphere_x, sphere_x), Q),
)
example_5 = with_proof(
    example_5, a=rotated("shifted", same_law(U * shifted_x, shifted_x), mean, xi),
    b=rotated("mixture", same_law(U * mixture_x, mixture_x), mean, other_mean, xi),
    more=rotated("three means", same_law(U * three_x, three_x), mean, other_mean, third_mean, xi),
)
