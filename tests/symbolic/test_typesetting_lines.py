"""Long formulas are broken where a reader would, nothing is lost, and brackets that are torn get a fixed size."""

import re

import pytest

from symbolic.typesetting.boxes import pieces, row_width
from symbolic.typesetting.formulas import formulas, formulas_at
from symbolic.typesetting.lines import broken


def content(tex):
    """What is printed, without what breaking adds: rows, indents, the sizes of brackets, dots between factors."""
    sizes = r"\\(left|right|[bB]igg?[lr]?)(?![A-Za-z])"
    text = re.sub(rf"\\(begin|end)\{{aligned\}}|\\\\|&|\\q?quad|\{{\}}|\\cdot|{sizes}|\s", "", tex)
    return text.replace(r"\text{", "").replace("}", "").replace("{", "")


def rows(tex):
    return tex.removeprefix("\\begin{aligned}\n").removesuffix("\n\\end{aligned}").split("\\\\\n")


def test_what_fits_stays_as_it_is():
    assert broken(r"a = \frac{b}{c} + d", 345) == r"a = \frac{b}{c} + d"


def test_relations_are_aligned_and_sums_broken_before_the_sign():
    chain = broken("aaaaaaaa = bbbbbbbbbbb = cccccccccc", 110)
    assert rows(chain) == ["aaaaaaaa& = bbbbbbbbbbb", "&= cccccccccc"]
    total = broken("a = bbbbbbbbbbbbbbb + cccccccccccccccc - dddddddddddddddddd", 130)
    assert rows(total) == ["a& = bbbbbbbbbbbbbbb", r"&\quad{}+ cccccccccccccccc", r"&\quad{}- dddddddddddddddddd"]


def test_each_proposition_of_a_conjunction_starts_a_line():
    both = broken(r"aaaa = bbbbbbbbbbb,\quad cccc = ddddddddddddd", 120)
    assert rows(both) == ["aaaa& = bbbbbbbbbbb,", "cccc& = ddddddddddddd"]


def test_a_bracket_that_is_torn_gets_a_fixed_size_and_one_that_is_not_keeps_growing():
    torn = broken(r"a = \left(\frac{b}{c} + dddddddddddddddddd + eeeeeeeeeeeeeeeeeeee\right)^2", 120)
    assert r"\left" not in torn
    assert r"\biggl(" in torn
    assert r"\biggr)^2" in torn
    kept = broken(r"a = bbbbbbbbbbbbbbbbbbbbbbbbb + \left(\frac{b}{c}\right)^2", 130)
    assert r"\left(\frac{b}{c}\right)^2" in kept


def test_a_break_between_factors_shows_a_dot():
    tex = broken(r"\begin{pmatrix}aaaaaaaa & b\end{pmatrix} \begin{pmatrix}cccccccc & d\end{pmatrix}", 100)
    assert rows(tex)[1] == r"&\qquad{}\cdot \begin{pmatrix}cccccccc & d\end{pmatrix}"


def test_no_line_is_broken_inside_of_an_inner_product():
    inner = r"\langle aaaaaaaaaaaa, bbbbbbbbbbbb\rangle"
    assert inner in broken(rf"x = cccccccccccccccccccc + {inner}", 190)


@pytest.mark.parametrize("width", [345, 246])
def test_derived_formulas_lose_nothing_and_fit(width):
    flat = {name: body for name, body, _ in (*formulas(width=10_000), *formulas_at(2, 10_000))}
    for name, body, _ in (*formulas(width=width), *formulas_at(2, width)):
        assert content(body) == content(flat[name])
        if body.startswith(r"\begin{aligned}"):
            for row in rows(body):
                assert row_width(pieces(row.replace("&", " ", 1))) <= width, (name, row)


@pytest.mark.parametrize(
    ("tex", "points"),
    [
        (r"\frac{N+1}{N}\Lambda U_{11}\Lambda U_{11}^\top", 73.2),
        (
            r"\operatorname{tr}\left(\frac{1}{N}\sum_{i=1}^Nx_ix_i^\top\right)"
            r" - \lim_{t\to\infty}\|\Gamma^{-2}\|_F^2",
            142.6,
        ),
        (
            r"\mathbb{E}[(\hat y_q-\langle w,x_q\rangle)^2\mid w]"
            r" = \begin{pmatrix}\Gamma^{-1}&0_d\\0_d^\top&u_{-1}\end{pmatrix}",
            163.1,
        ),
    ],
)
def test_widths_are_those_that_tex_measures_to_a_few_percent(tex, points):
    assert row_width(pieces(tex)) == pytest.approx(points, rel=0.03)
