"""How each head of the statement language is printed, in LaTeX and in plain Unicode.  Standard library only.

In a template ``@0``, ``@1`` are the arguments; ``@*`` all of them, ``@+`` all but the first and ``@++`` all but two,
separated by commas; ``@=`` the bindings "symbol = value" after the first argument; ``@s`` a plural s unless the last
argument is 1; ``@b`` a bound variable, with its sign.  In LaTeX the parentheses ``@(`` ... ``@)``, any brackets written
``@<`` ... ``@>`` and the bar ``@!`` grow with what they hold.  A form's level says how tightly it binds, and ``needs``
how tightly each argument must bind to stand without parentheses.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum


class Level(IntEnum):
    """How tightly a printed form binds."""

    ANY = 0
    SUM = 1
    KRON = 2
    PRODUCT = 3
    POWER = 4
    ATOM = 5


@dataclass(frozen=True, slots=True)
class Form:
    latex: str
    plain: str
    level: Level = Level.ATOM
    needs: tuple[Level, ...] = ()


ANY, SUM, KRON, PRODUCT, POWER, ATOM = Level

TERMS = {
    "+": Form("@0 + @1", "@0 + @1", SUM, (SUM, SUM)),
    "-": Form("@0 - @1", "@0 - @1", SUM, (SUM, KRON)),
    "neg": Form("-@0", "-@0", SUM, (KRON,)),
    "T": Form(r"@0^\top", "@0ᵀ", POWER, (ATOM,)),
    "kron": Form(r"@0 \otimes @1", "@0 ⊗ @1", KRON, (POWER, POWER)),
    "tr": Form(r"\operatorname{tr}@(@0@)", "tr(@0)"),
    "det": Form(r"\det@(@0@)", "det(@0)"),
    "norm_F": Form(r"@<\|@0@>\|_F", "‖@0‖_F"),
    "norm_op": Form(r"@<\|@0@>\|_{op}", "‖@0‖_op"),
    "norm_2": Form(r"@<\|@0@>\|_2", "‖@0‖₂"),
    "inner": Form(r"@<\langle @0, @1@>\rangle", "⟨@0, @1⟩"),
    "abs": Form("@<|@0@>|", "|@0|"),
    "exp": Form(r"\exp@(@0@)", "exp(@0)"),
    "vec": Form(r"\operatorname{Vec}@(@0@)", "Vec(@0)"),
    "unvec": Form(r"\operatorname{Vec}^{-1}@(@0@)", "Vec⁻¹(@0)"),
    "columns": Form(r"\operatorname{columns}@(@0@)", "columns(@0)"),
    "block": Form(r"\begin{pmatrix}@0 & @1\\ @2 & @3\end{pmatrix}", "[@0, @1; @2, @3]"),
    "stack": Form(r"\begin{pmatrix}@0\\ @1\end{pmatrix}", "[@0; @1]"),
    "beside": Form(r"\begin{pmatrix}@0 & @1\end{pmatrix}", "[@0, @1]"),
    "sum": Form(r"\sum_{@0=1}^{@1} @2", "Σ_{@0=1..@1} @2", KRON, (ANY, ANY, KRON)),
    "singular_product_sum": Form(r"\sum_i \sigma_i(@0)\,\sigma_i(@1)", "Σ_i σ_i(@0) σ_i(@1)", KRON),
    "nuclear": Form(r"\sum_i \sigma_i(@0)", "Σ_i σ_i(@0)", KRON),
    "least": Form(r"\min\{@0, @1\}", "min{@0, @1}"),
    "unknowns": Form(r"\#\{\text{entries of }@*\}", "#{entries of @*}"),
    "softmax": Form(r"\operatorname{softmax}@(@0@)", "softmax(@0)"),
    "apply": Form("@0@(@+@)", "@0(@+)"),
    "expect": Form(r"\mathbb{E}@[@0@]", "E[@0]"),
    "grad": Form(r"\nabla_{@1} @0", "∇_{@1} @0", KRON, (POWER, ANY)),
    "ddt": Form(r"\frac{d}{dt} @0", "d/dt @0", KRON, (POWER,)),
    "minimum": Form(r"\min_{@+} @0", "min_{@+} @0", KRON, (POWER,)),
    "argmin": Form(r"\operatorname{argmin}_{@+}\, @0", "argmin_{@+} @0", KRON, (POWER,)),
    "where": Form(r"@0@!|_{@=}", "@0|[@=]", POWER, (POWER,)),
    "prediction": Form(r"\hat y_q@(@0, @1; @2@)", "ŷ_q(@0, @1; @2)"),
    "prediction_on": Form(
        r"\hat y_q@(@0, @1;\ (@4, @5)_{@2\le @3},\ @6@)", "ŷ_q(@0, @1; (@4, @5) for @2 ≤ @3; @6)"
    ),
    "expect_given": Form(r"\mathbb{E}@[@0 \mid @+@]", "E[@0 | @+]"),
    "diag": Form(r"\operatorname{diag}@(@0@)", "diag(@0)"),
    "sum_unequal": Form(r"\sum_{@0\ne @1} @3", "Σ_{@0≠@1} @3", KRON, (ANY, ANY, ANY, KRON)),
    "least_over": Form(r"\min_{@0\le @1} @2", "min_{@0≤@1} @2", KRON, (ANY, ANY, KRON)),
    "least_unequal": Form(r"\min_{@0\ne @1} @3", "min_{@0≠@1} @3", KRON, (ANY, ANY, ANY, KRON)),
    "delta": Form(r"\mathbf{1}(@0 = @1)", "𝟙(@0 = @1)"),
    "cond": Form(r"\kappa@(@0@)", "κ(@0)"),
    "relu": Form(r"\operatorname{relu}@(@0@)", "relu(@0)"),
    "exponential": Form(r"\operatorname{Exponential}(@0)", "Exponential(@0)"),
    "gamma": Form(r"\operatorname{Gamma}(@0, @1)", "Gamma(@0, @1)"),
    "two_point": Form(
        r"@0 \text{ with probability } @2, \text{ else } @1", "@0 with probability @2, else @1", SUM
    ),
    "per_prompt": Form("@[@1@]_{@0}", "[@1]_@0"),
    "pinv": Form("@0^+", "@0⁺", POWER, (ATOM,)),
    "projection": Form(r"\mathcal{P}_{\mathrm{Im}(@0)}", "P_Im(@0)"),
    "rank": Form(r"\operatorname{rank}@(@0@)", "rank(@0)"),
    "eigenvalue": Form(r"\lambda_{@1}@(@0@)", "λ_@1(@0)"),
    "least_positive_eigenvalue": Form(r"\lambda_{\min}^+@(@0@)", "λ⁺_min(@0)"),
    "least_eigenvalue": Form(r"\lambda_{\min}@(@0@)", "λ_min(@0)"),
    "infimum": Form(r"\inf_{@+} @0", "inf_{@+} @0", KRON, (POWER,)),
    "activated": Form("@0@(@+@)", "@0(@+)"),
    "kernel_value": Form("@0@(@+@)", "@0(@+)"),
    "gram": Form("@[@0@(@1^{(i)}, @2^{(j)}@)@]_{ij}", "[@0(@1^(i), @2^(j))]_ij", needs=(ATOM, ATOM, ATOM)),
    "relu_each": Form(r"\operatorname{relu}@(@0@)", "relu(@0)"),
    "exp_each": Form(r"\exp@(@0@)", "exp(@0)"),
    "masked_softmax": Form(r"\operatorname{softmax}_M@(@0@)", "softmax_M(@0)"),
    "product_up": Form(r"\prod_{@0=0}^{@1} @2", "Π_{@0=0..@1} @2", KRON, (ANY, ANY, POWER)),
    "product_down": Form(r"\prod_{@0=@1}^{0} @2", "Π_{@0=@1..0} @2", KRON, (ANY, ANY, POWER)),
    "slope": Form(r"\frac{d}{d@0} @1@!|_{@0=0}", "d/d@0 @1|[@0=0]", KRON, (ANY, POWER)),
    "slope_right": Form(r"\frac{d}{d@0} @1@!|_{@0=0+}", "d/d@0 @1|[@0=0+]", KRON, (ANY, POWER)),
    "slope_left": Form(r"\frac{d}{d@0} @1@!|_{@0=0-}", "d/d@0 @1|[@0=0-]", KRON, (ANY, POWER)),
    "jacobian": Form(r"\mathcal{J}^{@1}_{@0}@(@2, @3@)@[@4@]", "J^@1_@0(@2, @3)[@4]"),
    "modulus": Form("@<|@0@>|", "|@0|"),
    "curvature": Form(r"\nabla^2 @0@[@=@]", "∇²@0[@=]", POWER, (ATOM,)),
}
"""Heads whose print follows a template; products, quotients, powers, roots, families and entries are in `render`."""

PROPS = {
    "eq": Form("@0 = @1", "@0 = @1"),
    "ne": Form(r"@0 \ne @1", "@0 ≠ @1"),
    "le": Form(r"@0 \le @1", "@0 ≤ @1"),
    "lt": Form("@0 < @1", "@0 < @1"),
    "ge": Form(r"@0 \ge @1", "@0 ≥ @1"),
    "gt": Form("@0 > @1", "@0 > @1"),
    "psd": Form(r"@0 \succeq 0", "@0 ⪰ 0"),
    "psd_form": Form(r"x^\top @0 x \ge 0\ \text{for every } x", "xᵀ @0 x ≥ 0 for every x", needs=(POWER,)),
    "posdef": Form(r"@0 \succ 0", "@0 ≻ 0"),
    "commute": Form("@0 @1 = @1 @0", "@0 @1 = @1 @0", needs=(POWER, POWER)),
    "implies": Form(r"@0 \;\Longrightarrow\; @1", "@0  ⟹  @1", SUM, (ATOM, ATOM)),
    "iff": Form(r"@0 \;\Longleftrightarrow\; @1", "@0  ⟺  @1", SUM, (ATOM, ATOM)),
    "exists": Form(r"\exists\, @b:\ @1", "∃ @b: @1", SUM),
    "for_all": Form(r"\forall\, @b:\ @1", "∀ @b: @1", SUM),
    "always": Form(r"@0 \quad \text{for all } t \ge 0", "@0   for all t ≥ 0", SUM),
    "conserved": Form(r"@0 \text{ is conserved}", "@0 is conserved", SUM, (SUM,)),
    "always_along": Form(
        r"@1 \quad \text{for all } t \ge 0 \text{ along the gradient flow on } @0",
        "@1   for all t ≥ 0 along the gradient flow on @0", SUM,
    ),
    "limit": Form(r"\lim_{t\to\infty} @0 = @1", "lim_{t→∞} @0 = @1", needs=(KRON,)),
    "tends": Form(r"\lim_{@2\to\infty} @0 = @1", "lim_{@2→∞} @0 = @1", needs=(KRON,)),
    "almost_surely": Form(r"@0 \quad \text{almost surely}", "@0   almost surely", SUM),
    "global_minimum": Form(
        r"@0 \text{ attains its global minimum at } @=", "@0 attains its global minimum at @=", SUM
    ),
    "minimisers_satisfy": Form(
        r"\text{at every global minimum of } @0:\ @1", "at every global minimum of @0: @1", SUM
    ),
    "minimum_where": Form(
        r"\text{wherever } @1,\ @0 \text{ is at its global minimum}", "wherever @1, @0 is at its global minimum", SUM
    ),
    "convex": Form(r"@0 \text{ is convex in } @+", "@0 is convex in @+", SUM),
    "local_minimum": Form(r"@0 \text{ has a local minimum at } @=", "@0 has a local minimum at @=", SUM),
    "saddle": Form(r"@= \text{ is a saddle point of } @0", "@= is a saddle point of @0", SUM),
    "nonconvex": Form(r"@0 \text{ is not convex in } @+", "@0 is not convex in @+", SUM),
    "independent_of": Form(r"@0 \text{ does not depend on } @+", "@0 does not depend on @+", SUM),
    "depends_on": Form(r"@0 \text{ depends on } @+", "@0 depends on @+", SUM),
    "negative_eigenvalues_at_least": Form(
        r"@0 \text{ has at least } @1 \text{ negative eigenvalue@s}", "@0 has at least @1 negative eigenvalue@s", SUM
    ),
    "negative_eigenvalues_equal": Form(
        r"@0 \text{ has exactly } @1 \text{ negative eigenvalue@s}", "@0 has exactly @1 negative eigenvalue@s", SUM
    ),
    "positive_eigenvalue": Form(r"@0 \text{ has a positive eigenvalue}", "@0 has a positive eigenvalue", SUM),
    "flow_exists": Form(
        r"\text{the gradient flow of } @0 \text{ exists for all } t \ge 0",
        "the gradient flow of @0 exists for all t ≥ 0", SUM,
    ),
    "inertia": Form(
        r"@0 \text{ has exactly } @1 \text{ positive and } @2 \text{ negative eigenvalues}",
        "@0 has exactly @1 positive and @2 negative eigenvalues", SUM,
    ),
    "spectrum_products": Form(
        r"\operatorname{spec}@(@0@) = "
        r"\{\lambda\mu : \lambda\in\operatorname{spec}@(@1@),\ \mu\in\operatorname{spec}@(@2@)\}",
        "spec(@0) = {λμ : λ in spec(@1), μ in spec(@2)}",
    ),
    "same_flow": Form(
        r"\text{gradient flow on } @0 \text{ moves } (@++) \text{ as gradient flow on } @1",
        "gradient flow on @0 moves (@++) as gradient flow on @1", SUM,
    ),
    "iid_entries": Form(
        r"\text{the entries of } @0 \text{ are i.i.d. } @1", "the entries of @0 are i.i.d. @1", SUM
    ),
    "finite": Form(r"@<|@0@>| < \infty", "|@0| < ∞"),
    "infinite": Form(r"@0 = \infty", "@0 = ∞"),
    "order": Form(r"@0 = O@(@1@) \text{ in } @++", "@0 = O(@1) in @++", SUM, (SUM,)),
    "tends_jointly": Form(r"\lim_{@++\to\infty} @0 = @1", "lim_{@++→∞} @0 = @1", needs=(KRON,)),
    "in_mean_square": Form(
        r"@0 \to @1 \text{ in mean square as } @++\to\infty", "@0 → @1 in mean square as @++ → ∞", SUM, (SUM, SUM)
    ),
    "probably": Form(
        r"@0 \text{ with probability at least } @1", "@0 with probability at least @1", SUM, (ANY, SUM)
    ),
    "cites": Form(
        r"\text{the proof of }@0\text{ rests on a fact that }@1\text{ supplies}",
        "the proof of @0 rests on a fact that @1 supplies", SUM,
    ),
    "supplies": Form(r"@0\text{ supplies } @1", "@0 supplies: @1", SUM),
    "defined": Form("@0 := @1", "@0 := @1"),
    "defined_as": Form(r"@0 :\Longleftrightarrow @1", "@0 :⟺ @1", SUM),
    "differs": Form(r"@0 \not\equiv @1", "@0 ≢ @1"),
    "same_law": Form(r"@0 \overset{d}{=} @1", "@0 =ᵈ @1"),
    "differentiable": Form(r"@0 \text{ is differentiable in } @+", "@0 is differentiable in @+", SUM),
    "same_shape": Form(r"@0 \text{ and } @1 \text{ have the same shape}", "@0 and @1 have the same shape", SUM),
}
"""All propositions but the conjunction, which joins printed chains again (`render`)."""
