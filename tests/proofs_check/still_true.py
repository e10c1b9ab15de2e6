"""Changed steps of the chains that are true for another reason than that a term is only written otherwise."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from proofs_check.papers.ccs.notation_rkhs import b
from proofs_check.papers.zfb.chains.assumption_3 import M
from proofs_check.papers.zfb.chains.corollary_16 import product, target
from proofs_check.papers.zfb.chains.section_5_1 import blocks, label, rank
from proofs_check.papers.zfb.chains.sharp_bounds import X1, X2, Y1, Y2, at_q, delta
from proofs_check.papers.zfb.notation import U11, Gam, Theta, c, i_d, j, u_1
from proofs_check.papers.zwb.chains import shape
from proofs_check.papers.zwb.chains.appendix_h import A_any
from proofs_check.papers.zwb.chains.section_2 import of_LSA, of_LTB
from proofs_check.papers.zwb.chains.shape import between
from proofs_check.papers.zwb.chains.theorem_5_2 import from_the_best, of_Gamma
from proofs_check.papers.zwb.notation import H, Omega, P, Phi, Psi, X, sigma, t
from proofs_check.statement.props import Prop, gt, implies, ne, subprops, subterms
from proofs_check.statement.terms import Op, Sym, Term, half, inv, matrix, norm_F, scalar, term, where, zeros


def _replaced(node: Term, old: Term, new: Term) -> Term:
    if node == old:
        return new
    if isinstance(node, Op):
        return Op(node.head, tuple(_replaced(arg, old, new) for arg in node.args))
    return node


def _with(prop: Prop, old: Term, new: Term) -> Prop:
    return Prop(prop.head, tuple(_replaced(arg, old, new) if isinstance(arg, Term) else arg for arg in prop.args))


def _concluded(prop: Prop) -> Prop:
    """What is concluded, which holds without the condition."""
    return next(arg for arg in prop.args[::-1] if isinstance(arg, Prop))


def _at_the_minimum(prop: Prop) -> Prop:
    """The body of the two existence statements where U11 = Gam^-1 and u_-1 = 1."""
    for _ in range(2):
        (prop,) = (arg for arg in prop.args if isinstance(arg, Prop))
    sides = (where(side, (U11, inv(Gam)), (u_1, 1)) for side in prop.args if isinstance(side, Term))
    return Prop(prop.head, tuple(sides))


def _at_the_eigenvector(prop: Prop) -> Prop:
    """The forms in the eigenvector q with their values put in."""
    for form, value in ((X1, delta**2), (X2, at_q**2 * delta**2), (Y1, delta), (Y2, at_q * delta)):
        prop = _with(prop, form, value)
    return prop


def _corner(prop: Prop) -> Prop:
    """The blocks and the numbers of eigenvalues as printed: the sign of the corner, the label c not being 0."""
    matrix, *counts = prop.args
    if isinstance(matrix, Op) and matrix.args[:3] == blocks.args[:3] and tuple(counts) == (rank + 1, term(0)):
        return gt(_replaced(matrix.args[3], label, c), 0)
    return prop


def as_it_is(prop: Prop) -> Prop:
    return prop


def _norm(prop: Prop) -> Prop:
    """With a number c that is not 0 for the norm of a matrix that is not 0."""
    return _with(prop, norm_F(product - target), c)


def _vanishing_norm(prop: Prop) -> Prop:
    """With 0 for the norm of Theta Theta^T, as the steps above suppose."""
    return _with(prop, norm_F(Theta * Theta.T), term(0))


def _off_the_diagonal(prop: Prop) -> Prop:
    """For the indices that the steps above assume to differ."""
    return implies(ne(i_d, j), prop)


def _where_t_is_positive(prop: Prop) -> Prop:
    return implies(gt(t, 0), prop)


def _unseen(prop: Prop) -> Prop:
    """For the matrices that the step supposes, whose projection is 0."""
    return _with(prop, P * A_any * P, zeros("d", "d"))


def _twice(prop: Prop) -> Prop:
    """With c^2 for what is doubled, of which the printed step shows that it is not negative."""
    sides = (
        2 * c**2 if isinstance(side, Op) and side.head == "*" and side.args[0] == term(2) else side
        for side in prop.args
    )
    return Prop(prop.head, tuple(sides))


def _any_norm(prop: Prop) -> Prop:
    """With a number c that is not 0 for the norm of a vector that is not 0 there."""
    norms = {node for _, node in subterms(prop) if isinstance(node, Op) and node.head == "norm_2"}
    for node in norms:
        prop = _with(prop, node, c)
    return prop


def _where_the_sum_vanishes(prop: Prop) -> Prop:
    """With b = 0, for which the premise holds: where the sum of the b_i K(., x_i) vanishes, that of the -b_i does."""
    return _with(prop, b, zeros("n", 1))


def _norm_of_root(prop: Prop) -> Prop:
    """With a number c that is not 0 for the norm of H^(1/2) Psi^(1/2), which is not 0 there."""
    return _with(prop, norm_F(half(H) * half(Psi)), c)


def _at_the_weights(prop: Prop) -> Prop:
    """The body of the existence statement at the reduced parameters that the step exhibits."""
    of = of_LTB if sum(part.head == "exists" for _, part in subprops(prop)) == len(of_LTB) else of_LSA
    for _ in of:
        (prop,) = (arg for arg in prop.args if isinstance(arg, Prop))
    return Prop(prop.head, tuple(where(side, *of) for side in prop.args if isinstance(side, Term)))


Z = matrix("Z", "d", "d")


def _of_any_gram(prop: Prop) -> Prop:
    """With Z^T Z, Z any square matrix, for Psi^(1/2) X^T X Psi^(1/2); sigma > 0 is the claim's."""
    return implies(gt(sigma, 0), _with(prop, half(Psi) * X.T * X * half(Psi), Z.T * Z))


def _between_bounds(prop: Prop) -> Prop:
    return implies(between, prop)


def _orthonormal(prop: Prop) -> Prop:
    """With the values of the products of u and w that the step supposes."""
    for form, value in ((shape.U, 1), (shape.W, 1), (shape.X, 0)):
        prop = _with(prop, form, term(value))
    return prop


def _vanishing_matrix(prop: Prop) -> Prop:
    """With 0 for the matrices that the steps above show to be 0."""
    for matrix_there in (from_the_best * Omega * from_the_best.T, of_Gamma, Phi):
        prop = _with(prop, matrix_there, zeros("d", "d"))
    return prop


# Norms and eigenvalues ---------------------------------------------------------------------------------------

NORMS = frozenset({"norm_F", "norm_op", "norm_2"})
MEASURES = NORMS | {"eigenvalue"}


def of_numbers(prop: Prop, given: tuple[Prop, ...]) -> Prop:
    """With any number for each eigenvalue, and for each norm one that is not negative: this implies the proposition.

    The number is positive where a premise says that what is measured is not 0, and along the flow the parameters may
    be anything.
    """
    if prop.head == "always":
        (prop,) = (arg for arg in prop.args if isinstance(arg, Prop))
    found = dict.fromkeys(m for side in prop.args if isinstance(side, Term) for m in _measures(side))
    for k, measure in enumerate(found):
        prop = _with(prop, measure, scalar(f"size{k}", *_sign(measure, given)))
    return prop


def _measures(node: Term) -> Iterator[Op]:
    """The norms and eigenvalues, outermost ones only."""
    if isinstance(node, Op) and node.head in MEASURES:
        yield node
    elif isinstance(node, Op):
        yield from (measure for arg in node.args for measure in _measures(arg))


def _sign(measure: Op, given: tuple[Prop, ...]) -> tuple[str, ...]:
    if measure.head not in NORMS:
        return ()
    differs = any(
        prop.head == "ne" and measure.args[0] in prop.args and any(_is_zero(side) for side in prop.args)
        for prop in given
    )
    return ("positive",) if differs else ("nonnegative",)


def _whatever_the_sizes(prop: Prop) -> Prop:
    return of_numbers(prop, ())


def _is_zero(side: Term | Prop) -> bool:
    return (isinstance(side, Sym) and side.has("zero")) or side == term(0)


# The table ---------------------------------------------------------------------------------------------------


Asked = Callable[[Prop], Prop]
SUM = "a sum of positive multiples of Lam and of the identity"
TRACES = "a sum of products of traces of functions of Lam"
STILL_TRUE: dict[tuple[str, str], tuple[str, Asked]] = {
    ("ccs/appendix-c-neumann-series-exact", "gap form"): ("twice a number that is not negative is not", _twice),
    ("ccs/appendix-c-neumann-series-exact", "positive"): ("twice a positive number is positive", as_it_is),
    ("ccs/eq-13-blocks", "best"): ("twice a number that is not negative is not", as_it_is),
    ("ccs/proposition-d.1-b", "steps 1, 1/2, 1/3, ...: at first"): (
        "the rule of the next layer is of no first one", _concluded,
    ),
    ("ccs/proposition-d.1-b", "steps that suit the covariates: at first"): (
        "the rule of the next layer is of no first one", _concluded,
    ),
    ("ccs/theorem-g.2", "apart"): ("every power of a number that is not 0 is not 0", _any_norm),
    ("ccs/lemma-g.3-non-uniqueness", "not apart"): ("-b, too, is in the null space", _where_the_sum_vanishes),
    ("zfb/eq-37", "commute"): ("every combination of Lam and the identity commutes with Lam", as_it_is),
    ("zfb/eq-37", "norm"): (f"the norm of {SUM} is positive", as_it_is),
    ("zfb/corollary-16", "Gam"): (f"{SUM} is positive definite", as_it_is),
    ("zfb/corollary-16", "Gam psd"): (f"{SUM} is positive definite", as_it_is),
    ("zfb/corollary-16", "positive"): ("a power of a positive number is positive", _norm),
    ("zfb/lemma-11", "positive"): ("a power of a positive number is positive", _norm),
    ("zfb/lemma-12", "mu"): ("a product of positive factors, whatever their powers and multiples", as_it_is),
    ("zfb/lemma-19", "bound positive"): ("a product of positive factors, whatever their powers", as_it_is),
    ("zfb/lemma-19-proof", "Gam Lam"): (f"{SUM} commutes with Lam, so their product is definite", as_it_is),
    ("zfb/lemma-18-initial-loss", "norm"): ("every power of a number that is not 0 is not 0", as_it_is),
    ("zfb/lemma-18-initial-loss", "d <= d"): ("d >= d", as_it_is),
    ("zfb/lemma-18-initial-loss", "von Neumann"): ("d >= d", as_it_is),
    ("zfb/lemma-19-proof", "d <= d"): ("d >= d", as_it_is),
    ("zfb/lemma-19-proof", "von Neumann"): ("d >= d; a matrix has the singular values of its transpose", as_it_is),
    ("zfb/lemma-19-proof", "von Neumann at n = d"): ("a matrix has the singular values of its transpose", as_it_is),
    ("zfb/lemma-27", "d <= d"): ("d >= d", as_it_is),
    ("zfb/lemma-27", "von Neumann"): ("d >= d; a matrix has the singular values of its transpose", as_it_is),
    ("zfb/lemma-27", "von Neumann at n = d"): ("a matrix has the singular values of its transpose", as_it_is),
    ("zfb/lemma-27", "Gam Lam"): (f"{SUM} commutes with Lam_tau, so their product is definite", as_it_is),
    ("zfb/lemma-26-initial-loss", "d <= d"): ("d >= d", as_it_is),
    ("zfb/lemma-26-initial-loss", "von Neumann"): ("d >= d", as_it_is),
    ("zfb/corollary-22", "off the diagonal"): ("the mean of Lam_tau^2 is diagonal", _off_the_diagonal),
    ("zfb/lemma-23", "constant"): ("0 is put in for u12 and u21", as_it_is),
    ("zfb/section-4.3-no-in-context-learning", "positive"): ("a positive multiple of d", as_it_is),
    ("zfb/section-5.3-pl-implies-convergence", "reduced"): ("indefinite at the origin whatever its factors", as_it_is),
    ("zfb/section-5.2-loss-up-to-constant", "constant"): ("0 is put in for u12 and u21", as_it_is),
    ("zfb/section-5.2-loss-up-to-constant", "exists"): ("negative at the same point", _at_the_minimum),
    ("zfb/appendix-a.2-blocks-stay-zero", "inner product"): ("both sides are 0", as_it_is),
    ("zfb/section-5.1-characteristic-polynomial", "determinant"): ("the spectrum of X_tau is symmetric", as_it_is),
    ("zfb/section-5.1-negative-eigenvalues-corrected", "blocks"): ("the corner keeps its sign", _corner),
    ("zfb/section-4.1-noiseless-bound", "gap positive"): (f"{SUM} is positive definite", as_it_is),
    ("zfb/section-4.1-noiseless-bound", "Gamma > Lambda"): (f"{SUM} is positive definite", as_it_is),
    ("zfb/section-4.1-rate-remark", "not negative"): (f"{TRACES} is positive", as_it_is),
    ("zfb/section-4.1-variance-remark", "positive"): (f"{TRACES} is positive", as_it_is),
    ("zfb/section-4.1-error-floor", "positive"): (f"{TRACES} is positive", as_it_is),
    ("zfb/section-4.1-error-floor", "not negative"): ("it is positive", as_it_is),
    ("zfb/section-4.1-error-floor", "multiple"): ("both sides are equal", as_it_is),
    ("zfb/section-4.1-error-floor", "above"): (f"what is left out, {TRACES}, is positive", as_it_is),
    ("zfb/section-4.1-rate-remark", "first"): (f"what is left out, {TRACES}, is positive", as_it_is),
    ("zfb/section-4.1-rate-remark", "multiple"): (f"what is left out, {TRACES}, is positive", as_it_is),
    ("zfb/section-4.1-averaged-bound", "first"): (f"what is left out, {TRACES}, is positive", as_it_is),
    **{
        ("zfb/section-4.1-averaged-bound", f"{step}, {matrix}"): ("the identity has equal singular values", as_it_is)
        for step in ("von Neumann", "links") for matrix in ("Lambda", "its inverse")
    },
    **{
        ("zfb/beyond-global-optimality", step): ("a positive multiple of what is positive", as_it_is)
        for step in ("both positive", "u12 positive", "U11 positive", "u21 positive", "something left")
    },
    **{
        (f"zfb/beyond-{id}", step): ("positive whatever its positive factors are", as_it_is)
        for id in ("sigma-condition", "label-noise") for step in ("lower", "mu")
    },
    ("zfb/beyond-sigma-condition", "starts below"): ("it starts strictly below", as_it_is),
    ("zfb/beyond-label-noise", "starts below"): ("it starts strictly below", as_it_is),
    ("zfb/beyond-sharp-bounds", "slope there"): ("the bracket whose square is taken is 0 there", _at_the_eigenvector),
    ("zfb/beyond-sharp-bounds-random", "Gam Lam"): (f"{SUM} commutes with Lam_tau", as_it_is),
    ("zfb/beyond-task-prior", "G"): ("a sum of semi-definite matrices with other factors", as_it_is),
    ("zfb/appendix-b-hessian", "twice Lambda"): ("every positive multiple of Lam is positive definite", as_it_is),
    ("zfb/appendix-b-hessian-corrected", "twice Lambda"): ("so is every positive multiple of Lam", as_it_is),
    ("zfb/section-3.3-random-initialization", "so the square"): (
        "a factor M M^T, which is 0 there, is left", lambda prop: _with(prop, M * M.T, zeros("d", "d"))
    ),
    **{
        (id, "so its norm"): ("a multiple of 0 is 0", _vanishing_norm)
        for id in (
            "zfb/section-3.3-random-initialization", "zfb/lemma-12", "zfb/lemma-18-initial-loss", "zfb/lemma-19",
            "zfb/lemma-19-proof", "zfb/eq-45", "zfb/lemma-26-initial-loss", "zfb/lemma-27",
            "zfb/lemma-28", "zfb/theorem-8", "zfb/appendix-a.4-saddle-origin", "zfb/beyond-sigma-condition",
            "zfb/beyond-label-noise", "zfb/beyond-sharp-bounds", "zfb/beyond-sharp-bounds-random",
        )
    },
    ("zfb/beyond-task-prior", "inside"): ("X Lam^p X^T is semi-definite for every power p", as_it_is),
    ("zwb/eq-a.3-corrected", "definite"): ("positive multiples of Phi and of the identity", _where_t_is_positive),
    ("zwb/eq-b.1", "Omega"): ("positive multiples of Phi and of the identity", as_it_is),
    ("zwb/lemma-h.5", "form"): ("a form of a semi-definite matrix", as_it_is),
    ("zwb/lemma-h.6", "on the left"): ("a trace of a semi-definite matrix", as_it_is),
    ("zwb/lemma-h.6", "on the right"): ("a trace of a semi-definite matrix", as_it_is),
    ("zwb/lemma-h.6", "nothing projected"): ("what is projected is 0, whatever its sign", _unseen),
    ("zwb/eq-b.19-without-spread", "size"): ("a power of a positive number is positive", _norm_of_root),
    **{
        ("zwb/section-2-gd-beta-corrected", step): ("what is changed is multiplied by b = 0", _at_the_weights)
        for step in ("GD-beta", "GD-0")
    },
    **{
        (id, "no trace"): ("every multiple of 0 is 0", _vanishing_matrix)
        for id in ("zwb/theorem-5.2-degenerate", "zwb/eq-5.3")
    },
    ("zwb/theorem-5.2-degenerate", "tr Phi"): ("every multiple of 0 is 0", _vanishing_matrix),
    **{
        (id, "size of K"): ("t/M times a square, whatever is squared", _whatever_the_sizes)
        for id in ("zwb/theorem-5.3", "zwb/theorem-5.3-conditions")
    },
    **{
        (id, step): ("the smaller of two numbers is at most each, whatever the numbers", _whatever_the_sizes)
        for id in ("zwb/lemma-6.1-rate", "zwb/corollary-6.2", "zwb/beyond-corollary-6.2-constants")
        for step in ("at most phi", "at most the level")
    },
    **{
        (id, "gram"): ("a positive multiple of the identity and what is semi-definite", _of_any_gram)
        for id in ("zwb/lemma-6.1-rate", "zwb/section-6-nearly-bayes")
    },
    **{
        (id, "H"): ("a sum of products of semi-definite functions of H, with other positive factors", as_it_is)
        for id in ("zwb/theorem-6.3", "zwb/lemma-g.3", "zwb/lemma-g.6")
    },
    **{
        ("zwb/section-6-strong-convexity", step): ("multiples of semi-definite matrices, not negative", _between_bounds)
        for step in ("below", "above")
    },
    ("zwb/beyond-conditioning", "squares"): ("positive multiples of semi-definite matrices", as_it_is),
    ("zwb/beyond-conditioning", "w there"): ("what is changed is multiplied by u^T w = 0", _orthonormal),
    ("zwb/beyond-arbitrary-initialisation", "least > 0"): (
        "not negative multiples of Phi and positive ones of the identity", _where_t_is_positive
    ),
}
"""Why the changes of these steps that are accepted are true, and what another engine is asked about them."""
