"""Heads for prompts of any kind, conditional expectations, random covariances and orders of magnitude.

Laws are traits of symbols, so that a statement names its random symbols and nothing else:

==================  ================================================================================================
trait               meaning
==================  ================================================================================================
``random``          drawn; ``x`` (family), ``x_q``, ``w`` are those of the prompt of Section 3.3
``iid``             a family ``x_1, x_2, ...`` of independent members
``cov:NAME``        Gaussian with mean 0 and covariance NAME (a matrix symbol, or a vector symbol: its diagonal matrix),
                    given NAME where NAME is random; ``cov:I``: the identity; without it the covariance is ``Lam``
``label``           a label drawn jointly with the covariate of the same index, from a law of (x, y) of which only the
                    marginal :math:`x\\sim N(0,\\Lambda)` is known; ``label:NAME``: with the covariate NAME
``noise``           independent of everything else, mean 0, variance ``s^2``; ``std:NAME``: variance ``NAME^2``;
                    with ``normal`` Gaussian, otherwise of any law
``degenerate``      the covariance may be singular, the standard deviation 0
``law``             a random covariance (or the vector of its diagonal), of unspecified law: that a moment of it is
                    finite is said in the scope of a verdict
``independent``     of a random vector: its entries are independent
``copy:NAME``       an independent random symbol with the law of NAME
==================  ================================================================================================
"""

from __future__ import annotations

from ..errors import UserError
from .props import Prop
from .terms import Abbrev, Dim, Op, Sym, Term, TermLike, scalar, symbols, term, vector

STANDARD = "I"
"""The covariance of a standard Gaussian, as the trait ``cov:I`` names it."""
RANDOM_COVARIANCES = frozenset({"Lam_tau", "Lam_new", "lam_tau", "lam_new"})
"""The names that ``cov:`` gives to covariances which are themselves random."""
_OF_THE_PAPERS = RANDOM_COVARIANCES | {STANDARD}


def gaussian(name: str, dim: Dim = "d", cov: Sym | None = None, *, iid: bool = False, tex: str = "") -> Sym:
    """A Gaussian vector with mean 0 and this covariance (None: the identity), independent of the other random symbols.

    With ``iid`` a family: its independent members are ``at(x, i)``.

    Args:
        cov: a symbol of shape ``(dim, dim)`` with the trait ``posdef``, or ``psd`` where it may be singular.

    Raises:
        UserError: another covariance, a random one, or ``dim = 1`` (a random number is :func:`noise`).

    >>> gaussian("x", "d").shape
    ('d', 1)
    """
    if dim == 1:
        raise UserError(f"gaussian({name!r}, 1) must be a vector: a random number is noise({name!r}, std).")
    definite = isinstance(cov, Sym) and (cov.has("posdef") or cov.has("psd"))
    if cov is not None and not (definite and cov.shape == (dim, dim)):
        raise UserError(
            f"gaussian({name!r}, {dim!r}) needs a covariance that is a symbol of shape ({dim}, {dim}) with the trait "
            f"posdef (or psd, where it may be singular), not {cov!r}: write "
            f"matrix('Lam', {dim!r}, {dim!r}, 'symmetric', 'posdef')."
        )
    _check_not_random(name, "covariance", cov)
    if cov is not None and cov.name in _OF_THE_PAPERS:
        raise UserError(f"the covariance of {name!r} is called {cov.name!r}, which is taken: choose another name.")
    degenerate = cov is not None and not cov.has("posdef")
    traits = ["random", f"cov:{STANDARD if cov is None else cov.name}", *(["iid"] if iid else [])]
    traits += ["degenerate"] if degenerate else []
    return vector(name, dim, *traits, tex=tex)


def noise(
    name: str, std: Sym | None = None, *, iid: bool = False, normal: bool = False, tex: str = ""
) -> Sym:
    """A random number with mean 0 and variance ``std**2``, independent of everything else, of any law.

    ``std`` is a positive (or non-negative) scalar symbol (None: ``scalar("s", "positive")``); with ``iid`` a family
    ``at(eps, i)``; with ``normal`` the law is Gaussian.
    """
    signed = isinstance(std, Sym) and (std.has("positive") or std.has("nonnegative"))
    if std is not None and not (signed and std.shape == (1, 1)):
        raise UserError(
            f"noise({name!r}) needs a standard deviation that is a positive scalar symbol, not {std!r}: write "
            "scalar('s', 'positive')."
        )
    _check_not_random(name, "standard deviation", std)
    named = () if std is None else (f"std:{std.name}",)
    said = {"normal": normal, "iid": iid, "degenerate": std is not None and not std.has("positive")}
    return scalar(name, "random", "noise", *named, *(trait for trait, holds in said.items() if holds), tex=tex)


def _check_not_random(name: str, what: str, of: Sym | None) -> None:
    """Whoever reads the law knows the name alone: means would take a random ``of`` for a constant."""
    if of is not None and of.has("random"):
        raise UserError(
            f"the {what} {of.name} of {name!r} is random itself: leave its trait 'random' out, and state what holds "
            "for every value of it."
        )


def prediction_on(
    W_PV: Term, W_KQ: Term, i: Sym, length: TermLike, covariate: Term, label: TermLike, query: Term
) -> Op:
    r"""The prediction of layer (3) with these :math:`(d+1)\times(d+1)` weights on the embedding (4) with columns
    ``(covariate, label)`` for ``i = 1, ..., length`` and, last, ``(query, 0)``, divided by ``length``; derived."""
    return Op("prediction_on", (W_PV, W_KQ, i, term(length), covariate, term(label), query))


def expect_given(body: Term, *fixed: Sym) -> Op:
    """Expectation over every random symbol in ``body`` except ``fixed``, given these."""
    return Op("expect_given", (body, *fixed))


def diag(v: Term) -> Op:
    """The diagonal matrix with the entries of the vector ``v``."""
    return Op("diag", (v,))


def total_unequal(i: Sym, j: Sym, upper: TermLike, body: Term) -> Op:
    r"""The sum :math:`\sum_{i\ne j} body` over ``i, j = 1, ..., upper``."""
    return Op("sum_unequal", (i, j, term(upper), body))


def least_over(i: Sym, upper: TermLike, body: Term) -> Op:
    r""":math:`\min_{i\le upper} body`."""
    return Op("least_over", (i, term(upper), body))


def least_unequal(i: Sym, j: Sym, upper: TermLike, body: Term) -> Op:
    r""":math:`\min_{i\ne j} body` over ``i, j = 1, ..., upper``; plus infinity for ``upper = 1``."""
    return Op("least_unequal", (i, j, term(upper), body))


def delta(i: TermLike, j: TermLike) -> Op:
    r""":math:`\mathbb 1(i=j)`."""
    return Op("delta", (term(i), term(j)))


def cond(A: Term) -> Op:
    """The condition number of a positive definite matrix: largest eigenvalue over smallest."""
    return Op("cond", (A,))


def relu(a: Term) -> Op:
    """The larger of ``a`` and 0."""
    return Op("relu", (a,))


# Concrete laws of the entries of a random vector, independent and identically distributed ------------------

def exponential(rate: TermLike = 1) -> Op:
    """Density ``rate exp(-rate x)``; moments ``k! / rate^k``."""
    return Op("exponential", (term(rate),))


def gamma(shape: TermLike, scale: TermLike = 1) -> Op:
    """Moments ``scale^k shape (shape+1) ... (shape+k-1)``."""
    return Op("gamma", (term(shape), term(scale)))


def two_point(a: TermLike, b: TermLike, p: TermLike) -> Op:
    """The value ``a`` with probability ``p``, else ``b``."""
    return Op("two_point", (term(a), term(b), term(p)))


def iid_entries(v: Sym, law: Term) -> Prop:
    """The entries of the random vector ``v`` are independent, each with this law."""
    return Prop("iid_entries", (v, law))


def finite(mean: Term) -> Prop:
    """The expectation ``mean`` exists and is finite: that of the absolute value of every entry is.

    Raises:
        UserError: something else than an expectation.
    """
    _check_mean("finite", mean)
    return Prop("finite", (mean,))


def infinite(mean: Term) -> Prop:
    """That of the absolute value of some entry is infinite: the contrary of :func:`finite`."""
    _check_mean("infinite", mean)
    return Prop("infinite", (mean,))


def _check_mean(name: str, mean: Term) -> None:
    inside = mean.body if isinstance(mean, Abbrev) else mean
    if not (isinstance(inside, Op) and inside.head in {"expect", "expect_given"}):
        raise UserError(f"{name} takes an expectation, not {mean!r}: write {name}(expect(...)).")


def has_known_law(mean: Term) -> bool:
    """Whether all that is random in a mean is Gaussian of a named covariance, or a uniformly random rotation."""
    drawn = [sym for sym in symbols(mean) if sym.has("random")]
    return bool(drawn) and all(sym.has("haar") or any(t.startswith("cov:") for t in sym.traits) for sym in drawn)


# Orders of magnitude and convergence ----------------------------------------------------------------------

def order(f: TermLike, g: TermLike, *variables: Sym) -> Prop:
    r"""``f = O(g)``: there is a constant, free of the positive integers ``variables``, with :math:`|f|\le C g` for
    all their values."""
    return Prop("order", (term(f), term(g), *variables))


def tends_jointly(body: TermLike, value: TermLike, *variables: Sym) -> Prop:
    """``body`` tends to ``value`` as all of the integers ``variables`` tend to infinity, in whatever way."""
    return Prop("tends_jointly", (term(body), term(value), *variables))


def probably(body: Prop, at_least: TermLike) -> Prop:
    """``body`` holds with at least this probability over the random symbols in it."""
    return Prop("probably", (body, term(at_least)))


def in_mean_square(body: Term, value: Term, *variables: Sym) -> Prop:
    r""":math:`\mathbb E\|body - value\|_F^2\to 0` as all of the integers ``variables`` tend to infinity."""
    return Prop("in_mean_square", (body, value, *variables))
