r"""Notation of the experiments: what is measured of trained models, as functions of n, of L, or of a layer.

===================  ==========  ===================================================================================
quantity             arguments   meaning
===================  ==========  ===================================================================================
``e(f, K, h)``       (n, L)      the test loss (5) of the models of Figure f with activation(s) h and L layers, on
                                 labels of the K Gaussian process and n demonstrations
``bayes(f, K)``      (n)         that of the Bayes estimator (13)
``dist(f, K, h)``    (l)         dist of :math:`\Sigma^{1/2}B_\ell^\top C_\ell\Sigma^{1/2}` after training, Appendix H.2
``dist_A(f, K, h)``  (l)         the same of :math:`A_\ell`
``mean``             (l)         the mean of dist over the runs, as the page plots it
``early``            (l)         the same after a tenth of the training
``halfway``          (l)         the same after half of the training, when the learning rate begins to fall
``alpha_A``          (l)         the absolute value of the mean of the diagonal of :math:`A_\ell`
``diagonal``         (l)         the share of :math:`\|M-\alpha I\|_F^2` on the diagonal in the eigenbasis of Sigma,
                                 :math:`M=\Sigma^{1/2}B_\ell^\top C_\ell\Sigma^{1/2}`: its mean over the runs
``weak``             (l)         in that basis, the entry of the diagonal of M where Sigma is smallest, relative to the
                                 mean of the others
``projected``        ()          the test loss when every such matrix is replaced by the nearest multiple of I
``highest(f, K, h)`` ()          where the highest curve of a subplot ends: the largest, over its matrices, of the mean
                                 distance over the runs
``farthest``         ()          the largest distance among the matrices of a subplot, after training
``converged(f)``     ()          the share of the subplots of Figure f whose curves all end below 0.1
``plateaus(f)``      ()          the share of the curves of Figure f that end around 0.2, between 0.1 and 0.4
``near(f)``          ()          the share of all :math:`\Sigma^{1/2}B^\top C\Sigma^{1/2}` of Figure f whose dist is
``near_A(f)``                    below 0.1, the same of all :math:`A_\ell`
``far(f)``           ()          the share of all :math:`\Sigma^{1/2}B^\top C\Sigma^{1/2}` whose dist is at least 0.2
``shared(f)``        ()          of the models with a matrix at 0.2 or more, the share in which that distance is more
                                 than twice that of :math:`\sum_\ell r_\ell\Sigma^{1/2}B_\ell^\top C_\ell\Sigma^{1/2}`
===================  ==========  ===================================================================================

Losses, ``dist``, ``alpha_A``, ``weak``, ``projected``, ``farthest`` and ``near`` are one number for each run
of training (or, where a record has few runs, for each group of test contexts): a statement about them is tested over
the runs.  The others are numbers of all runs together: a statement about them compares numbers of the record.
"""

from __future__ import annotations

from collections.abc import Callable

from ...statement.terms import Sym, Term, TermLike, apply, scalar, term

Quantity = Callable[..., Term]


def setting(name: str) -> Sym:
    """A setting of the experiments, by its name in ``numeric.training.attention.settings``."""
    return scalar(name, "setting", "figure-5", tex=rf"\mathit{{{name.replace('.', '-')}}}")


def _measured(kind: str, tex: str, figure: int, *about: str) -> Quantity:
    """``kind_figure_about`` as a function of its arguments; ``tex``: its letter, with what stands before the figure."""
    letter, _, before = tex.partition("_")
    upper = f"^{{{','.join(about)}}}" if about else ""
    name, traits = "_".join((kind, str(figure), *about)), ("measured", f"figure-{figure}")
    shown = f"{letter}_{{{before}{figure}}}{upper}"

    def quantity(*arguments: TermLike) -> Term:
        if not arguments:
            return scalar(name, *traits, tex=shown)
        return apply(scalar(name, "function", *traits, tex=shown), *(term(argument) for argument in arguments))

    return quantity


def e(figure: int, kernel: str, heads: str) -> Quantity:
    return _measured("e", "e", figure, kernel, heads)


def bayes(figure: int, kernel: str) -> Quantity:
    return _measured("bayes", "e_Bayes,", figure, kernel)


def dist(figure: int, kernel: str, heads: str) -> Quantity:
    return _measured("dist", "d", figure, kernel, heads)


def dist_A(figure: int, kernel: str, heads: str) -> Quantity:
    return _measured("distA", "d_A,", figure, kernel, heads)


def alpha_A(figure: int, kernel: str, heads: str) -> Quantity:
    return _measured("alphaA", r"\alpha_A,", figure, kernel, heads)


def mean(figure: int, kernel: str, heads: str) -> Quantity:
    return _measured("mean", r"\bar d", figure, kernel, heads)


def early(figure: int, kernel: str, heads: str) -> Quantity:
    return _measured("early", r"\bar d_early,", figure, kernel, heads)


def halfway(figure: int, kernel: str, heads: str) -> Quantity:
    return _measured("halfway", r"\bar d_half,", figure, kernel, heads)


def loss(figure: int, kernel: str, heads: str) -> Term:
    """The test loss where a figure has one n and one L."""
    return e(figure, kernel, heads)()


def projected(figure: int, kernel: str, heads: str) -> Term:
    return _measured("projected", "e_proj,", figure, kernel, heads)()


def diagonal(figure: int, kernel: str, heads: str) -> Quantity:
    return _measured("diagonal", "p_diag,", figure, kernel, heads)


def weak(figure: int, kernel: str, heads: str) -> Quantity:
    return _measured("weak", "w", figure, kernel, heads)


def highest(figure: int, kernel: str, heads: str) -> Term:
    return _measured("highest", r"\bar d_max,", figure, kernel, heads)()


def farthest(figure: int, kernel: str, heads: str) -> Term:
    return _measured("farthest", "d_max,", figure, kernel, heads)()


def converged(figure: int) -> Term:
    return _measured("converged", "p_conv,", figure)()


def plateaus(figure: int) -> Term:
    return _measured("plateau", "p_plateau,", figure)()


def near(figure: int) -> Term:
    return _measured("near", "p_near,", figure)()


def far(figure: int) -> Term:
    return _measured("far", "p_far,", figure)()


def shared(figure: int) -> Term:
    return _measured("shared", "p_shared,", figure)()


def near_A(figure: int) -> Term:
    return _measured("nearA", "p_near,A,", figure)()
