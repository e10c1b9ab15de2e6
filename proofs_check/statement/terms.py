"""Terms of the statement language: small immutable trees in the printed order.

Nothing here evaluates, expands or reorders: ``tr(A * B)`` and ``tr(B * A)`` are different trees, and an
algebra (see :mod:`proofs_check.statement.fold`) decides whether they denote the same thing.  Only the
standard library is imported, so that listing all claims costs nothing.

>>> A = Sym("A", ("d", "d"))
>>> tr(A * A.T) == tr(A * A.T)
True
>>> tr(A * A.T) == tr(A.T * A)
False
"""

from __future__ import annotations

from fractions import Fraction

from .binding import free_symbols as free_symbols
from .binding import substitute as substitute
from .mistakes import check_place
from .trees import Abbrev as Abbrev
from .trees import Dim as Dim
from .trees import MadeSym as MadeSym
from .trees import Num as Num
from .trees import Number as Number
from .trees import Op as Op
from .trees import Path as Path
from .trees import Sym as Sym
from .trees import Term as Term
from .trees import TermLike as TermLike
from .trees import children as children
from .trees import is_zero as is_zero
from .trees import nodes as nodes
from .trees import replace as replace
from .trees import symbols as symbols
from .trees import term as term
from .trees import walk as walk


def scalar(name: str, *traits: str, tex: str = "") -> Sym:
    return Sym(name, (1, 1), frozenset(traits), tex)


def vector(name: str, dim: Dim = "d", *traits: str, tex: str = "") -> Sym:
    return Sym(name, (dim, 1), frozenset(traits), tex)


def matrix(name: str, rows: Dim = "d", cols: Dim = "d", *traits: str, tex: str = "") -> Sym:
    return Sym(name, (rows, cols), frozenset(traits), tex)


def parameter(name: str, rows: Dim = 1, cols: Dim = 1, tex: str = "") -> Sym:
    """A trained matrix, vector (``rows`` alone) or scalar (neither), which moves along the gradient flow."""
    return Sym(name, (rows, cols), frozenset({"parameter"}), tex)


def index(name: str, dim: Dim, tex: str = "") -> Sym:
    """An integer index ranging over ``1..dim``; the range is kept as a trait ``range:dim``."""
    return Sym(name, (1, 1), frozenset({"index", f"range:{dim}"}), tex)


def eye(dim: Dim = "d") -> Sym:
    return Sym(f"I_{dim}", (dim, dim), frozenset({"identity"}), "I" if dim == "d" else f"I_{{{dim}}}")


def zeros(rows: Dim = "d", cols: Dim = 1) -> Sym:
    size = f"{rows}" if cols == 1 else f"{rows}\\times {cols}"
    return Sym(f"0_{rows}x{cols}", (rows, cols), frozenset({"zero"}), f"0_{{{size}}}")


# Linear algebra ------------------------------------------------------------------------------------------

def tr(A: Term) -> Op:
    return Op("tr", (A,))


def det(A: Term) -> Op:
    return Op("det", (A,))


def norm_F(A: Term) -> Op:
    return Op("norm_F", (A,))


def norm_op(A: Term) -> Op:
    return Op("norm_op", (A,))


def norm_2(x: Term) -> Op:
    return Op("norm_2", (x,))


def inner(A: Term, B: Term) -> Op:
    r"""The paper's :math:`\langle A, B\rangle = \mathrm{tr}(AB^\top)`; for vectors the scalar product."""
    return Op("inner", (A, B))


def inv(A: TermLike) -> Op:
    return Op("^", (term(A), Num(Fraction(-1))))


def half(A: TermLike) -> Op:
    """The principal square root of a positive semi-definite matrix, or of a scalar, printed as a power."""
    return Op("^", (term(A), Num(Fraction(1, 2))))


def sqrt(a: TermLike) -> Op:
    """A scalar square root, printed with the root sign."""
    return Op("sqrt", (term(a),))


def absolute(a: Term) -> Op:
    return Op("abs", (a,))


def exp(a: Term) -> Op:
    return Op("exp", (a,))


def log(a: TermLike) -> Op:
    """The natural logarithm of a positive number."""
    return Op("log", (term(a),))


def vec(A: Term) -> Op:
    """Columns stacked."""
    return Op("vec", (A,))


def kron(A: Term, B: Term) -> Op:
    return Op("kron", (A, B))


def block(a: Term, b: Term, c: Term, d: Term) -> Op:
    """The 2x2 block matrix ``[[a, b], [c, d]]``."""
    return Op("block", (a, b, c, d))


def stack(a: Term, b: Term) -> Op:
    """``a`` above ``b``."""
    return Op("stack", (a, b))


def beside(a: Term, b: Term) -> Op:
    """``a`` left of ``b``."""
    return Op("beside", (a, b))


def entry(A: Term, i: TermLike, j: TermLike) -> Op:
    for k in (i, j):
        check_place("entry(A, i, j)", k)
    return Op("entry", (A, term(i), term(j)))


def row(A: Term, k: TermLike) -> Op:
    r"""Row :math:`A_{k:}`, a :math:`1\times n` matrix."""
    check_place("row(A, k)", k)
    return Op("row", (A, term(k)))


def col(A: Term, k: TermLike) -> Op:
    r"""Column :math:`A_{:k}`."""
    check_place("col(A, k)", k)
    return Op("col", (A, term(k)))


def at(x: Sym, i: TermLike) -> Op:
    """Member ``i`` of a family: ``x_i`` (``x`` has the trait ``iid``)."""
    return Op("at", (x, term(i)))


def total(i: Sym, upper: TermLike, body: Term) -> Op:
    r"""The sum :math:`\sum_{i=1}^{upper} body`."""
    return Op("sum", (i, term(upper), body))


def singular_product_sum(U: Term, V: Term) -> Op:
    r""":math:`\sum_i \sigma_i(U)\,\sigma_i(V)`, singular values in decreasing order."""
    return Op("singular_product_sum", (U, V))


def nuclear(V: Term) -> Op:
    r""":math:`\sum_i \sigma_i(V)`."""
    return Op("nuclear", (V,))


def unvec(x: Term, rows: Dim) -> Op:
    r"""The matrix with ``rows`` rows whose :math:`\mathrm{Vec}` is ``x``."""
    return Op("unvec", (x, zeros(rows, 1)))


def columns(A: Term) -> Op:
    """The number of columns of ``A``."""
    return Op("columns", (A,))


def stack_over(i: Sym, upper: TermLike, body: Term) -> Op:
    """``body`` for ``i = 1, ..., upper``, one above the other."""
    return Op("stack_over", (i, term(upper), body))


def beside_over(i: Sym, upper: TermLike, body: Term) -> Op:
    """``body`` for ``i = 1, ..., upper``, side by side."""
    return Op("beside_over", (i, term(upper), body))


def least(a: TermLike, b: TermLike) -> Op:
    """The smaller of two numbers."""
    return Op("least", (term(a), term(b)))


def unknowns(*variables: Sym) -> Op:
    """The number of scalar entries of ``variables`` together, each counted once."""
    return Op("unknowns", variables)


def softmax(A: Term) -> Op:
    r"""Column by column: :math:`\exp(v_i)/\sum_j\exp(v_j)`."""
    return Op("softmax", (A,))


def apply(f: Sym, *arguments: Term) -> Op:
    """The value of the unspecified function ``f``."""
    return Op("apply", (f, *arguments))


# Probability, calculus, dynamics -------------------------------------------------------------------------

def expect(body: Term) -> Op:
    """Expectation over every random symbol in ``body``."""
    return Op("expect", (body,))


def grad(f: Term, X: Term) -> Op:
    """Gradient of the scalar ``f`` with respect to the symbol ``X``, in the shape of ``X``."""
    return Op("grad", (f, X))


def ddt(body: Term) -> Op:
    """Time derivative of ``body`` along the gradient flow of the population loss (derived, not printed)."""
    return Op("ddt", (body,))


def at0(body: Term) -> Op:
    """The value of ``body`` at time 0, under the initialisation of the claim's assumption."""
    return Op("at0", (body,))


def where(body: Term, *bindings: tuple[Sym, TermLike]) -> Op:
    """``body`` (evaluated first, derivatives included) with the symbols replaced by the given values."""
    flat: list[Term] = [body]
    for sym, value in bindings:
        flat += [sym, term(value)]
    return Op("where", tuple(flat))


def minimum(f: Term, *variables: Sym) -> Op:
    """The global minimum of ``f`` over ``variables``."""
    return Op("minimum", (f, *variables))


def argmin(f: Term, *variables: Sym) -> Op:
    """A global minimiser of ``f`` over ``variables``."""
    return Op("argmin", (f, *variables))


def prediction(W_PV: Term, W_KQ: Term, length: TermLike) -> Op:
    r"""The prediction :math:`\hat y_q` of layer (3) with these weights (any :math:`(d+1)\times(d+1)` matrices) on the
    embedding (4) of a prompt ``x_1, ..., x_length, x_q`` with labels :math:`\langle w, x_i\rangle`, divided by that
    ``length``; derived from the definition, not printed."""
    return Op("prediction", (W_PV, W_KQ, term(length)))


def per_prompt(tau: Sym, body: Term) -> Op:
    """``body`` with its random symbols replaced by those of the independent prompt number ``tau``."""
    return Op("per_prompt", (tau, body))
