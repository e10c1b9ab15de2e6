r"""Lemmata in Python: state a lemma, check it, show it.  Importing this package imports nothing else.

A statement is made of symbols, formulas and propositions; nothing is computed while it is written down:

>>> from proofs_check import Kind, check, claim, eq, expect, gaussian, matrix, show, tr
>>> S = matrix("S", "d", "d", "symmetric", "posdef")
>>> x = gaussian("x", "d", cov=S)
>>> expect(x.T * x)
E[xᵀ x]

A :class:`Claim` is made of a function without arguments that returns a proposition; its docstring is the statement in
words:

>>> @claim("mine/length", kind=Kind.IDENTITY, source="my draft, Lemma 1")
... def length():
...     r'''$\mathbb E\|x\|^2 = \operatorname{tr} S$ for $x\sim N(0,S)$.'''
...     return eq(expect(x.T * x), tr(S))
>>> check(length, only=("words", "entries")).verdict.name
'PROVED'

In files: ``lemmata new mine/length`` writes one, ``lemmata check --claims DIR`` examines a folder of them.

Symbols
    ``scalar(name, *traits)``, ``vector(name, dim, *traits)``, ``matrix(name, rows, cols, *traits)``: dimensions are
    names (``"d"``) or integers; traits are ``integer positive nonnegative nonzero symmetric psd posdef``.
    ``eye(dim)`` and ``zeros(rows, cols)``; ``index(name, upper)`` for sums; ``parameter(name, rows, cols)`` is trained;
    ``gaussian(name, dim, cov)`` and ``noise(name, std)`` are drawn, with ``iid=True`` as families ``at(x, i)``.
    ``iid_entries(v, law)`` says of a random vector that its entries are ``exponential``, ``gamma`` or ``two_point``.
    The symbols of linear self-attention, ``Lam, N, d, x_q, w, U11`` and so on, stand in :mod:`proofs_check.lsa`.
Formulas
    ``+ - * / **`` and ``.T``, with integers and ``Fraction``.
    ``tr det inv half sqrt exp log absolute relu inner norm_2 norm_F norm_op vec kron diag block entry total``.
    Of a psd matrix, which may be singular, ``half pinv inv_half projection rank eigenvalue``; ``curvature infimum``.
    ``expect`` over all that is drawn, ``expect_given`` with some held fixed; ``grad``, ``minimum``, ``argmin``;
    ``where`` puts values in; along a gradient flow ``ddt``, and ``at0`` at its start.
    Attention: ``activated(activation("h"), U, W)`` for any activation (``"invariant"``: the same at S U and S^{-T} W),
    ``gram(kernel("K", "psd"), U, W)`` and ``kernel_value(K, u, v)``, ``relu_each exp_each masked_softmax``,
    ``mask("n+1")``; layers are ``sequence(X, l, start, step, l + 1)`` with ``l = layer()``, ``product_up`` and
    ``product_down`` over them, and weights ``at(layers("B", "d", "d"), l)``; ``slope(t, ...)`` is the derivative at 0,
    ``slope_right``, ``slope_left``; ``haar("U")`` a random rotation, ``orthogonal("U")`` any; ``modulus(A)``.
    ``Abbrev(symbol, body)`` is a printed abbreviation; ``term(1)`` is a number where a formula is asked for.
Propositions
    ``eq ne le lt ge gt``, and ``chain(a, "<=", b, "=", c)``; ``psd posdef commute same_law``.
    ``finite infinite`` ask it of an ``expect(...)`` over Gaussian vectors and random rotations.
    ``conj implies iff exists for_all``; along the flow ``always conserved limit``; as an integer grows ``tends``.
    ``global_minimum minimisers_satisfy minimum_where local_minimum saddle convex nonconvex independent_of``.
Models
    ``gradient_flow(loss, parameters, start)`` makes one, ``claim(..., model=...)`` speaks of its flow;
    ``population_loss``, ``flow`` and ``invariants`` derive what it does, ``derive("lsa", "flow")`` the same for linear
    self-attention.  ``critical_points`` finds those of a polynomial, as of ``risk_at("zwb/ltb", ...)``, with inertia.
    ``forward_pass(X, y, [Head(V, B, C, "softmax"), ...])`` evaluates layers of attention in doubles, in fractions or to
    any number of digits; ``of_kernel`` makes an activation of a function of two columns.  Labels given the covariates:
    ``gaussian_process("relu")`` (indefinite kernels too), ``linear_labels()``, ``relu_network(4)``, ``mixture([...])``.
Hypotheses and proofs
    ``claim(..., given=(Hypothesis("S is small", le(tr(S), 1)),))``; ``uses=("zfb/lemma-10",)`` for the graph.
    ``claim(..., proof=Proof((Step(...), ...)))``, with the rules of :mod:`proofs_check.proof`.
    Parts are ``return {"a": eq(...), "b": [Reading("one", ...), Reading("other", ...)]}``, where words admit several.
Outcomes
    ``check`` gives a result with ``verdict``, ``scope``, ``witnesses`` and ``counterexample``; ``show`` typesets and
    ``words`` evaluates what one pleases, ``isotropic`` a scalar at the identity covariance.
    ``certify(length, to="bundle")`` writes certificates of what is PROVED, which a referee re-checks without Lemmata.
    ``load(("claims",)).find("mine/length")`` reads a folder.
    ``ask(r"\mathbb E[x x^\top A x x^\top]", let="x ~ N(0,S), A: d x d")`` reads LaTeX: a closed form, or a verdict.
    ``expected=Expected(Verdict.REFUTED, "why")`` says that a claim is meant to fail.
    ``PAPER = Paper("mine", "citation", "version")`` at the top of a claim file describes the paper.
    What cannot be meant raises :class:`UserError`, with the remedy.
"""

from __future__ import annotations

import sys
from difflib import get_close_matches
from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from numeric.attention import (
        Head,
        forward_pass,
        gaussian_process,
        linear_labels,
        mixture,
        of_kernel,
        relu_network,
    )
    from symbolic.block_problems import risk_at
    from symbolic.critical import critical_points
    from symbolic.derive import derive

    from .catalogue import Paper
    from .claims import Claim, Expected, Hypothesis, Kind, Reading, claim
    from .derivation import flow, invariants, population_loss
    from .errors import UserError
    from .model import Model, gradient_flow
    from .notebook import certify, check, isotropic, show, words
    from .proof.chain import Proof, Step
    from .reading.ask import ask
    from .registry import load
    from .statement.attention import (
        activated,
        activation,
        exp_each,
        gram,
        haar,
        kernel,
        kernel_value,
        layer,
        layers,
        mask,
        masked_softmax,
        modulus,
        orthogonal,
        product_down,
        product_up,
        relu_each,
        same_law,
        sequence,
        slope,
        slope_left,
        slope_right,
    )
    from .statement.laws import (
        diag,
        expect_given,
        exponential,
        finite,
        gamma,
        gaussian,
        iid_entries,
        infinite,
        noise,
        relu,
        two_point,
    )
    from .statement.props import (
        always,
        chain,
        commute,
        conj,
        conserved,
        eq,
        exists,
        for_all,
        ge,
        global_minimum,
        gt,
        iff,
        implies,
        independent_of,
        le,
        limit,
        local_minimum,
        lt,
        minimisers_satisfy,
        ne,
        nonconvex,
        posdef,
        psd,
        saddle,
        tends,
    )
    from .statement.psd import (
        convex,
        curvature,
        eigenvalue,
        infimum,
        inv_half,
        minimum_where,
        pinv,
        projection,
        rank,
    )
    from .statement.terms import (
        Abbrev,
        absolute,
        argmin,
        at,
        at0,
        block,
        ddt,
        det,
        entry,
        exp,
        expect,
        eye,
        grad,
        half,
        index,
        inner,
        inv,
        kron,
        log,
        matrix,
        minimum,
        norm_2,
        norm_F,
        norm_op,
        parameter,
        scalar,
        sqrt,
        term,
        total,
        tr,
        vec,
        vector,
        where,
        zeros,
    )
    from .verdict import Verdict

_PLACES = {
    "numeric.attention": ("Head", "forward_pass", "gaussian_process", "linear_labels", "mixture", "of_kernel",
        "relu_network"),
    "symbolic.block_problems": ("risk_at",),
    "symbolic.critical": ("critical_points",),
    "symbolic.derive": ("derive",),
    ".catalogue": ("Paper",),
    ".claims": ("Claim", "Expected", "Hypothesis", "Kind", "Reading", "claim"),
    ".derivation": ("flow", "invariants", "population_loss"),
    ".errors": ("UserError",),
    ".model": ("Model", "gradient_flow"),
    ".notebook": ("certify", "check", "isotropic", "show", "words"),
    ".proof.chain": ("Proof", "Step"),
    ".reading.ask": ("ask",),
    ".registry": ("load",),
    ".statement.attention": ("activated", "activation", "exp_each", "gram", "haar", "kernel", "kernel_value", "layer",
        "layers", "mask", "masked_softmax", "modulus", "orthogonal", "product_down", "product_up", "relu_each",
        "same_law", "sequence", "slope", "slope_left", "slope_right"),
    ".statement.laws": ("diag", "expect_given", "exponential", "finite", "gamma", "gaussian", "iid_entries", "infinite",
        "noise", "relu", "two_point"),
    ".statement.props": ("always", "chain", "commute", "conj", "conserved", "eq", "exists", "for_all", "ge",
        "global_minimum", "gt", "iff", "implies", "independent_of", "le", "limit", "local_minimum", "lt",
        "minimisers_satisfy", "ne", "nonconvex", "posdef", "psd", "saddle", "tends"),
    ".statement.psd": ("convex", "curvature", "eigenvalue", "infimum", "inv_half", "minimum_where", "pinv",
        "projection", "rank"),
    ".statement.terms": ("Abbrev", "absolute", "argmin", "at", "at0", "block", "ddt", "det", "entry", "exp",
        "expect", "eye", "grad", "half", "index", "inner", "inv", "kron", "log", "matrix", "minimum", "norm_2",
        "norm_F", "norm_op", "parameter", "scalar", "sqrt", "term", "total", "tr", "vec", "vector", "where", "zeros"),
    ".verdict": ("Verdict",),
}
"""Where the public names live; each module is imported when one of its names is asked for."""
_PLACE = {name: module for module, names in _PLACES.items() for name in names}


__all__ = sorted(_PLACE)


class _Public:
    """A public name in the package's class, where a prompt that completes names finds it."""

    def __init__(self, name: str) -> None:
        self.name = name

    def __get__(self, package: object, kind: type) -> Any:
        return self if package is None else __getattr__(self.name)


class _Package(ModuleType):
    """``help(proofs_check)`` lists what ``dir`` lists: without the public names it is the manual above, and no more."""

    def __dir__(self) -> list[str]:
        return sorted(vars(self).keys() - _PLACE.keys())


for _name in __all__:
    setattr(_Package, _name, _Public(_name))
sys.modules[__name__].__class__ = _Package


def __getattr__(name: str) -> Any:
    if name not in _PLACE:
        near = get_close_matches(name, __all__, n=1, cutoff=0.6)
        hint = f": did you mean {near[0]!r}?" if near else ""
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}{hint}")
    from .guards import guarded

    value = guarded(name, getattr(import_module(_PLACE[name], __name__), name), _PLACE[name])
    globals()[name] = value
    return value
