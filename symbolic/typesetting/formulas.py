r"""LaTeX of what is derived from the definition of linear self-attention, in the symbols and the grouping of the paper.

Every formula is made from derived values on the call; :mod:`symbolic.regroup` expands each regrouped form again and
compares it with the original.  Compiles with ``amsmath``.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import cast

from ..derive import ATTENTION, OF_THE_BLOCK, resolve_model
from ..flow import lsa_flow, lsa_flow_on_block
from ..landscape import landscape
from ..landscape import verify as verify_landscape
from ..lsa import PARAMETERS, population_loss, y_hat
from ..minima import Square
from ..polyak import norm_form, polyak_constant
from ..regroup import GAM
from ..word_invariants import conserved_quadratics
from ..words import Matrix, Scalar, Value, matrix, name_of, norm_F, substitute
from .lines import WIDTH
from .lines import broken as broken_lines
from .words import expanded, latex

Formula = tuple[str, str, str]
"""Name (words and numbers joined by hyphens), body for math mode, and a line that says what it is."""

_P = PARAMETERS
_BLOCKS: tuple[tuple[str, str, Value], ...] = (
    ("u11", "U_{11}", _P.U11), ("u12", "u_{12}", _P.u12), ("u21", "u_{21}", _P.u21),
    ("u-minus-1", "u_{-1}", _P.u_1),
)


def formulas(model: str = "zfb/lsa", width: float = WIDTH) -> Iterator[Formula]:
    """All derived formulas of ``model``, in lines of ``width`` points; raises InputError for one not derived."""
    from . import attention_formulas, block_formulas

    name = resolve_model(model)
    if name == ATTENTION:
        found = attention_formulas.formulas()
    else:
        found = block_formulas.formulas(name) if name in OF_THE_BLOCK else _formulas()
    for name, body, title in found:
        yield name, broken_lines(body, width), title


def formulas_at(d: int, width: float = WIDTH) -> Iterator[Formula]:
    """The derived formulas of ``zfb/lsa`` at dimension ``d``, entry by entry (:mod:`.fixed_dimension`)."""
    from . import fixed_dimension

    for name, body, title in fixed_dimension.formulas_at(d):
        yield name, broken_lines(body, width), title


def _formulas() -> Iterator[Formula]:
    yield "gamma", rf"\Gamma={expanded(GAM)}", "the matrix by which the loss is grouped"
    yield "prediction", rf"\hat y_q={latex(y_hat())}", r"the prediction, $X=(x_1\ \cdots\ x_N)$"
    yield "loss", _equation("L(U)", population_loss()), "population loss over all parameters, every $d$ and $N$"
    yield from _flow()
    yield from _minima()
    yield from _invariants()
    yield from _polyak()
    from . import other_data

    yield from other_data.limit()
    yield from other_data.predictions()
    yield from other_data.label_noise()
    yield from other_data.task_prior()
    yield from other_data.random_covariance()


def _equation(left: str, right: Value) -> str:
    return f"{left}={latex(right)}"


def _flow() -> Iterator[Formula]:
    for name, symbol, parameter in _BLOCKS:
        body = _equation(rf"\frac{{d}}{{dt}}{symbol}", lsa_flow().velocity(parameter))
        yield f"flow-{name}", body, f"gradient flow over all parameters: ${symbol}$"
    on_block = lsa_flow_on_block()
    for name, symbol, parameter in (_BLOCKS[0], _BLOCKS[3]):
        body = _equation(rf"\frac{{d}}{{dt}}{symbol}", on_block.velocity(parameter))
        yield f"block-flow-{name}", body, f"gradient flow on the block $u_{{12}}=u_{{21}}=0$: ${symbol}$"


def _minima() -> Iterator[Formula]:
    certificate = landscape()
    if not verify_landscape(certificate):
        raise RuntimeError("the decomposition of the loss does not verify: symbolic.landscape is wrong.")
    square = certificate.square
    yield "block-loss", _equation("L(U_{11},u_{-1})", square.f), "loss on the block $u_{12}=u_{21}=0$"
    yield "reduced-loss", _equation(r"\tilde\ell(U_{11},u_{-1})", reduced(square)), "the same without its constant"
    yield "minimum", _equation(r"\min_UL(U)", square.minimum), "minimum over all parameters, attained on the block"
    yield "minimiser", _equation(r"u_{-1}U_{11}", square.K), "all minimisers on the block"
    yield "gap", rf"L(U_{{11}},u_{{-1}})-\min L={_gap(square, r'u_{-1}U_{11}')}", "the completed square"
    K = _equation("K", certificate.K)
    body = rf"L(U)=\min L+{_gap(square, 'K')}+\frac{{1}}{{2}}\,\mathbb E\bigl[e(U)^2\bigr],\quad {K}"
    yield "decomposition", body, "over all parameters; $e$ is the part of the prediction that is even in $w$"
    yield "even-part", _equation("e(U)", certificate.even), "the part of the prediction that is even in $w$"
    excess = _equation(r"\frac{1}{2}\,\mathbb E\bigl[e(U)^2\bigr]", certificate.excess())
    yield "excess", excess, "the share of the even part in the loss"


def reduced(square: Square) -> Scalar:
    """The loss on the block without its value at zero."""
    zero = Matrix(square.U.rows, square.U.cols, {})
    return square.f - cast(Scalar, substitute(square.f, {name_of(square.U): zero}))


def _gap(square: Square, product: str) -> str:
    """The completed square with its weights, as one norm."""
    left, right = square.factors()
    residual = rf"\bigl({product}-{latex(square.K)}\bigr)"
    root = rf"({latex(left)})^{{1/2}}{residual}{latex(cast(Matrix, right ** Fraction(1, 2)))}"
    return rf"\frac{{1}}{{2}}\Bigl\|{root}\Bigr\|_F^2"


def _invariants() -> Iterator[Formula]:
    everything = (_P.u_1, _P.u12, _P.u21, _P.U11)
    for name, where, flow, parameters in (
        ("invariant", "over all parameters", lsa_flow(), everything),
        ("block-invariant", "on the block $u_{12}=u_{21}=0$", lsa_flow_on_block(), (_P.u_1, _P.U11)),
    ):
        for k, q in enumerate(conserved_quadratics(flow, parameters)):
            title = f"conserved along the flow {where}; found, for every $d$ and $N$"
            yield name + (f"-{k + 1}" if k else ""), rf"\frac{{d}}{{dt}}\Bigl({latex(q)}\Bigr)=0", title


def _polyak() -> Iterator[Formula]:
    square = landscape().square
    Theta, sigma = matrix("Theta", "d", "d"), Scalar.symbol("sigma", 1)
    constant = polyak_constant(square, cast(Matrix, Theta * Theta.T), sigma)
    gap = r"\bigl(\tilde\ell-\min\tilde\ell\bigr)"
    rate = latex(constant.per_square * _P.u_1**2)
    body = rf"\frac{{\partial L}}{{\partial U_{{11}}}}={latex(constant.gradient)}"
    yield "pl-gradient", body, "the gradient in the Polyak-Lojasiewicz inequality, ingredient (i)"
    body = rf"\|\nabla\tilde\ell\|^2\ge {rate}\,{gap}"
    yield "pl-rate", body, "the Polyak-Lojasiewicz inequality at every point, ingredients (i) and (ii)"
    bound = latex(constant.fall / constant.slope)
    yield "pl-lower-bound", rf"u_{{-1}}^2\ge {bound}", "ingredient (iii), along the flow from Assumption 3"
    mu = latex(norm_form(constant, square, Theta, sigma))
    where = rf"\operatorname{{tr}}(\Lambda^2\Theta\Theta^\top)={_norm_square(Theta)}"
    yield "pl-constant", rf"\mu={mu},\quad {where}", "the constant in the norms of the paper"


def _norm_square(Theta: Matrix) -> str:
    r""":math:`\|\Lambda\Theta\|_F^2`, printed only after checking that it is the trace it stands for."""
    from ..lsa import Lam
    from ..words import trace

    LT = cast(Matrix, Lam * Theta)
    if norm_F(LT) ** 2 != trace(cast(Matrix, Lam * Lam * Theta * Theta.T)):
        raise RuntimeError("the trace is not the square of the norm: symbolic.words is wrong.")
    return rf"\|{latex(LT)}\|_F^2"

