"""Regrouping is checked by expanding, the printed forms are the paper's, and all of it compiles."""

import shutil
import subprocess
from fractions import Fraction

import pytest

from symbolic.errors import InputError
from symbolic.flow import lsa_flow, lsa_flow_on_block
from symbolic.landscape import landscape, on_block
from symbolic.lsa import PARAMETERS, Lam, population_loss
from symbolic.regroup import GAM, regroup
from symbolic.typesetting.formulas import formulas, reduced
from symbolic.typesetting.words import broken, join, latex
from symbolic.words import N, Scalar, matrix, norm_op, trace

U = PARAMETERS.U11
half = Fraction(1, 2)


def printed():
    return {name: body for name, body, _ in formulas()}


def test_the_reduced_loss_is_printed_as_in_28():
    quadratic, linear = r"\frac{1}{2}u_{-1}^2\Gamma\Lambda U_{11}\Lambda U_{11}^\top", r"u_{-1}\Lambda^2U_{11}^\top"
    assert latex(reduced(landscape().square)) == rf"\operatorname{{tr}}\Bigl[{quadratic}-{linear}\Bigr]"


def test_the_flow_on_the_block_is_printed_as_in_27():
    flow = lsa_flow_on_block()
    assert latex(flow.velocity(U)) == r"-u_{-1}^2\Gamma\Lambda U_{11}\Lambda+u_{-1}\Lambda^2"
    trace_form = r"-\operatorname{tr}\Bigl[u_{-1}\Gamma\Lambda U_{11}\Lambda U_{11}^\top-\Lambda^2U_{11}^\top\Bigr]"
    assert latex(flow.velocity(PARAMETERS.u_1)) == trace_form


def test_the_minimum_the_minimiser_and_the_constant_read_like_the_paper():
    body = printed()
    assert body["minimiser"] == r"u_{-1}U_{11}=\Gamma^{-1}"
    assert r"\operatorname{tr}(\Lambda)-\operatorname{tr}(\Lambda^2\Gamma^{-1})" in body["minimum"]
    assert r"\Bigl[2-\sigma^2\sqrt{d}\|\Gamma\|_{op}\Bigr]" in body["pl-constant"]
    assert body["block-invariant"] == r"\frac{d}{dt}\Bigl(\operatorname{tr}(U_{11}U_{11}^\top)-u_{-1}^2\Bigr)=0"


@pytest.mark.parametrize(
    "value",
    [
        population_loss(),
        on_block(population_loss()),
        landscape().excess(),
        landscape().minimum,
        trace(GAM * GAM * Lam * U),
        trace(Lam**3 * GAM**-2) - trace(GAM**-1) / N,
        norm_op(GAM) * trace(GAM**-1 * Lam**-1) ** -1,
        GAM**half * Lam * U * GAM**-1,
        lsa_flow().velocity(PARAMETERS.u12),
        lsa_flow().velocity(U),
    ],
    ids=lambda v: repr(v)[:20],
)
def test_regrouping_never_changes_the_value_and_never_lengthens_it(value):
    grouped = regroup(value)
    assert (grouped.expanded() - value).is_zero()

    def size(v):
        return len(v.terms) if isinstance(v, Scalar) else sum(len(c.terms) for c in v.terms.values())

    assert size(grouped.value) <= size(value)


def test_powers_of_Gamma_are_collected():
    assert latex(trace(GAM * GAM * Lam * U)) == r"\operatorname{tr}(\Gamma^2\Lambda U_{11})"
    assert latex(GAM * Lam * U) == r"\Gamma\Lambda U_{11}"
    assert latex(GAM**-1 * 3) == r"3\Gamma^{-1}"


def test_what_only_resembles_Gamma_is_left_alone():
    assert r"\Gamma" not in latex(Lam * Lam + Lam * (trace(Lam) / N))
    assert r"\Gamma" not in latex(trace(Lam * U) * (1 + 1 / N) + trace(U) / N)


def test_signs_fractions_and_zero():
    A = matrix("A", "d", "d")
    assert latex(trace(A) - trace(A)) == "0"
    assert latex(-trace(A) / 2) == r"-\frac{1}{2}\operatorname{tr}(A)"
    assert latex(trace(A) * (N + 1) / (N**2 + N)) == r"\frac{1}{N}\operatorname{tr}(A)"
    assert join(r"\Lambda", "A", r"\Lambda") == r"\Lambda A\Lambda"


def test_long_sums_are_broken_and_short_ones_are_not():
    assert broken(population_loss()).startswith(r"\begin{aligned}")
    assert "aligned" not in broken(on_block(population_loss()))


def test_a_model_that_is_not_derived_has_no_formulas():
    with pytest.raises(InputError, match="unknown"):
        next(formulas("ccs/mlp"))


@pytest.mark.skipif(shutil.which("pdflatex") is None, reason="pdflatex is not installed")
def test_every_formula_compiles(tmp_path):
    shown = "\n".join(rf"\[{body}\]" for _, body, _ in formulas())
    preamble = r"\documentclass{article}\usepackage{amsmath,amssymb}\begin{document}"
    (tmp_path / "all.tex").write_text(f"{preamble}\n{shown}\n\\end{{document}}")
    command = ["pdflatex", "-interaction=nonstopmode", "-halt-on-error", "all.tex"]
    run = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=120, check=False)
    assert run.returncode == 0, run.stdout[-2000:]


def test_a_sum_stays_in_parentheses_beside_a_factor_below_the_line():
    M, size = Scalar.symbol("M", 2), trace(Lam)
    assert latex((N + 1) ** -1 * M**-1 * size) == r"\frac{\operatorname{tr}(\Lambda)}{(N+1)M}"
    assert latex((N + 1) ** -1 * size) == r"\frac{1}{N+1}\operatorname{tr}(\Lambda)"
    assert latex((N - 2) * M * size) == r"(N-2)M\operatorname{tr}(\Lambda)"
