"""Sentences of Section 1.1 and Table 1 that sum up theorems: they point to the exact statements."""

from __future__ import annotations

from ...claims import Kind, Parts, claim


@claim("ccs/section-1.1-contribution-1", kind=Kind.SUMMARY, source="Section 1.1, item 1",
       see=("ccs/proposition-3.1", "ccs/section-3.1.1-linear-kernel"))  # fmt: skip
def contribution_1() -> Parts:
    """Section 1.1, item 1: "when the non-linearity in the Attention module matches a kernel K, then Transformers can
    implement gradient descent in function space wrt the Reproducing Kernel Hilbert Space (RKHS) metric induced by K";
    "Our result generalizes the least-squares gradient descent construction from (von Oswald et al., 2023a)."
    """
    return {}


@claim("ccs/section-1.1-contribution-2", kind=Kind.SUMMARY, source="Section 1.1, item 2",
       see=("ccs/proposition-3.4", "ccs/section-3.3-matching-activation"))  # fmt: skip
def contribution_2() -> Parts:
    r"""Section 1.1, item 2: "we consider a general setting when the data labels $y^{(i)}$ are generated from a Kernel
    Gaussian Process. We show that when the non-linear module $\tilde h$ matches the generating kernel $\mathcal K$, the
    functional gradient descent construction converges to the Bayes optimal predictor as the number of layers increases.
    In Section 3.3, we verify experimentally that the highest accuracy is indeed achieved when the non-linear module
    matches the generating kernel."
    """
    return {}


@claim("ccs/section-1.1-contribution-5", kind=Kind.SUMMARY, source="Section 1.1, item 5",
       see=("ccs/theorem-4.6", "ccs/section-4.4-interleaving", "ccs/figure-6"))  # fmt: skip
def contribution_5() -> Parts:
    """Section 1.1, item 5: "we characterize stationary points of the incontext loss without the sparsity constraint.
    Our proposed stationary point implements an algorithm that interleaves steps of covariate transformation with
    functional gradient descent. Once again, we verify empirically that the stationary point is consistently learned
    during training."
    """
    return {}


@claim("ccs/table-1", kind=Kind.SUMMARY, source="Table 1",
       see=("ccs/proposition-3.1", "ccs/proposition-3.4", "ccs/theorem-4.5", "ccs/theorem-4.6"))  # fmt: skip
def table_1() -> Parts:
    r"""Table 1, with the columns $x^{(i)}$ / $y^{(i)}$ / $\tilde h$ / Transformer parameters. Prop. 3.1: None / None /
    "$\tilde h$ a kernel" / None: "Transformer can implement functional GD in RKHS induced by kernel $\tilde h$". Prop.
    3.4: None / K-GP (3.3) / "$\tilde h$ matches $\mathcal K$" / None: "Transformer prediction can be Bayes optimal if
    $\tilde h$ matches $\mathcal K$, with sufficient layers". Thm. 4.5: Asm. 4.1 / Asm. 4.2 / Asm. 4.3 / Asm. 4.4 &
    $A_\ell=0$: "Functional GD is stationary point of in-context loss under $A_\ell=0$ constraint". Thm. 4.6: Asm. 4.1 /
    Asm. 4.2 / Asm. 4.3 / Asm. 4.4: "Characterizing stationary point of in-context loss (unconstrained)".
    """
    return {}
