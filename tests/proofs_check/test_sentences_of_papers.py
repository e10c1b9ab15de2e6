# ruff: noqa: E501, a text and its reading stand side by side
"""What a statement of a paper supposes in words is understood, or the statement is not read."""

from __future__ import annotations

import re

import pytest

from proofs_check.errors import UserError
from proofs_check.reading.tex.claims import PaperRead, paper
from proofs_check.report.render import plain

from .left_open import left_open

SETTING = r"Let $A,B\in\mathbb R^{d\times d}$ and $x\in\mathbb R^d$."


@pytest.fixture
def read(tmp_path):
    def of(text: str) -> PaperRead:
        file = tmp_path / "p.tex"
        kinds = "".join(rf"\newtheorem{{{name}}}{{{name.title()}}}" for name in ("lemma", "assumption", "definition"))
        file.write_text(f"{kinds}\n\\begin{{document}}\n{text}\n\\end{{document}}\n")
        return paper(file)

    return of


def _lemma(text: str) -> str:
    return f"{SETTING}\n\\begin{{lemma}}\\label{{l}}\n{text}\n\\end{{lemma}}"


LOST = [
    r"$x^2<1$ implies $x<1$.",
    r"$A=B$ yields $A^2=B^2$.",
    r"If $A$ is symmetric and $x^\top Ax\ge0$ for all $x$, then $A\succeq0$.",
    r"$A=B$ if $Ax=Bx$ for all $x$.",
    r"Let $t\in[0,1]$. For all $t\le2$, $t\le1$.",
    r"Let $t\ge0$. Then $t\ge0$ for all real $t$.",
    r"Let $t=1$. Then $t=1$ for every $t$.",
    r"Suppose $s=t$. Then for every $t$ it holds that $s=t$.",
    r"Let $A$, $B$ be symmetric. Then $AB=BA$.",
    r"If $A$ is not symmetric, then $A=A^\top$.",
    r"Assume that $A$ is skew-symmetric. Then $x^\top Ax=0$.",
    r"We have $x^\top Ax=0$ for all skew-symmetric $A$.",
    r"For some $A$, $x^\top Ax=0$.",
    r"There exists $\lambda>0$ such that $x^\top Ax\ge\lambda$.",
    r"Let $A\succ0$. We have $x^\top A x \geq 0$, with equality if $x=0$.",
    r"\[ x^\top A x = 0, \qquad A = -A^\top. \]",
    r"\[ x^\top A x = 0 \quad (A = -A^\top). \]",
    r"\begin{align*} x^\top A x &= 0,\\ A &= -A^\top. \end{align*}",
    r"Let $A$ be orthogonal. Then $A^\top A=I_d$.",
    r"The minimizer satisfies $Ax=0$.",
    r"It is not true that $AB=BA$.",
    r"$AB=BA$ in general position\footnote{if they commute}.",
    r"$AB=BA$ or $A=0$.",
    r"Let $t\in\{0,1\}$. Then $t^2=t$.",
    r"Let $t\in\mathbb R_+$. Then $t\ge0$.",
    r"Let $x\in[0,1]^d$. Then $x^\top x\le d$.",
    r"$A=0$ and $B=0$ if and only if $AA^\top+BB^\top=0$.",
    r"$A=0$ if and only if $AA^\top=0$ and $A^\top A=0$.",
    r"$A=0$ for all $B$ if and only if $B=0$.",
    r"$A=0$ if $B=0$ if and only if $AB=0$.",
    r"$A=0$ if and only if $AA^\top=0$ if and only if $A^\top A=0$.",
    r"$x^\top x\ge 0 \quad \forall c>1, \quad x^2\ge0$.",
    r"$\exists c: c>0$.",
    r"$A=0 \iff x^\top Ax=0$ for all $x\in\mathbb R^d$.",
    r"\[ A\succeq0 \iff x^\top Ax\ge0 \quad\text{for all } x\in\mathbb R^d. \]",
    r"$A=0$ if and only if $x^\top Ax=0$ for all $x\in\mathbb R^d$.",
    r"$x^\top Ax\ge0 \implies A\succeq0$ for every $x\in\mathbb R^d$.",
    r"$A=0$ iff $B=0$ whenever $c=0$.",
    r"$\forall x: x^\top Ax\ge0 \implies A\succeq0$.",
    r"$\forall x\in\mathbb R^d: x^\top Ax\ge0$ if and only if $A\succeq0$.",
    r"For all $x\in\mathbb R^d$, $x^\top Ax\ge0$ if and only if $A\succeq0$.",
    r"Let $k$ be an integer. Then $k^2\ge k$.",
    r"Let $k$ be a nonnegative integer. Then $k^2\ge k$.",
    r"For all integers $k$, $k^2\ge k$.",
    r"Let $k\ge0$ be an integer. Then $k>0$.",
    r"If $A$ is symmetric, set $S := A$.",
    r"Let $f:\mathbb R^d\to\mathbb R$ be convex. Then $f(x)\ge0$.",
    r"Let $f:\mathbb R^d\to\mathbb R^d$. Then $f(x)=f(x)$.",
    r"As long as $AB=BA$, we have $(A+B)^2=A^2+2AB+B^2$.",
    r"We have $(A+B)^2=A^2+2AB+B^2$ (for commuting matrices).",
    r"Let $x\sim\mathcal N(0,\Sigma)$ be conditioned on $x\neq0$. Then $\mathbb E[xx^\top]=\Sigma$.",
    r"If $A\succ0$, $A\succeq0$.",
    r"Let $A$ be nonzero. Then $\operatorname{tr}(AA^\top)>0$.",
    r"Let $A$ be positive. Then $\operatorname{tr}(A)\ge0$.",
    r"\begin{equation} AB=BA \end{equation} for all $A$, $B$ that are simultaneously diagonalizable.",
    r"Let $\lambda$ be an eigenvalue of $A$. Then $\lambda>0$.",
    r"Under the same conditions, $AB=BA$.",
    r"Let $S\times T:=A$. Then $S=A$.",
]


@pytest.mark.parametrize("text", LOST)
def test_a_statement_with_a_condition_that_is_not_understood_is_not_read(text, read):
    found = read(_lemma(text))
    assert left_open(found)


SUPPOSED = [
    (r"$x^\top Ax=0$ whenever $A^\top=-A$.", "xᵀ A x = 0", ["Aᵀ = -A"]),
    (r"\[ x^\top A x = 0 \quad\text{if } A = -A^\top. \]", "xᵀ A x = 0", ["A = -Aᵀ"]),
    (r"For $d=1$ and all $A,B$ we have $AB=BA$.", "A B = B A", ["d = 1"]),
    (r"Let $t\in[0,1]$. Then $t^2\le t$.", "t² ≤ t", ["0 ≤ t ≤ 1"]),
    (r"Let $t\in[0,1)$ and $s\in(-\infty,t]$. Then $s<1$.", "s < 1", ["0 ≤ t < 1", "s ≤ t"]),
    (r"We have $t^2<t$ for all $t\in(0,1)$.", "t² < t", ["0 < t < 1"]),
    (r"Let $t\in\mathbb R$. $\forall t>1:\ t^2>t$.", "t² > t", ["t > 1"]),
    (r"$\forall u,v\in\mathbb R^d: u^\top v=v^\top u$.", "uᵀ v = vᵀ u", []),
    (r"\[ t^2\ge0 \qquad \forall t\in\mathbb R. \]", "t² ≥ 0", []),
    (r"Let $a\in\mathbb R_{>0}$ and $b\in\mathbb R_{\ge 0}$. Then $ab\ge0$.", "a b ≥ 0", []),
    (r"Then $A=B$ if and only if $A-B=0$.", "A = B  ⟺  A - B = 0", []),
    (r"Let $b,c\in\mathbb R$. If $c>0$, then $b>0$ iff $cb>0$.", "b > 0  ⟺  c b > 0", []),
    (r"Let $b,c\in\mathbb R$. Suppose $c=0$ if and only if $b=0$. Then $bc=0$.", "b c = 0", ["c = 0  ⟺  b = 0"]),
    (r"Let $f:\mathbb R^d\to\mathbb R$. Then $f(x)+f(x)=2f(x)$.", "f(x) + f(x) = 2 f(x)", []),
    (r"Let $z_1,\dots,z_n$ be i.i.d. samples from $\mathcal N(0,S)$. Then $\mathbb E[\frac1n\sum_{i=1}^n z_iz_i^\top]=S$.",
     "E[1/n Σ_{i=1..n} z_i z_iᵀ] = S", []),
    (r"Let $k\ge1$ be an integer. Then $k^2\ge k$.", "k² ≥ k", []),
    (r"Let $k$ be a positive integer. Then $k^2\ge k$.", "k² ≥ k", []),
    (r"For all integers $k\ge2$, $k^2\ge k$.", "k² ≥ k", ["k ≥ 2"]),
    (r"For all $c>0$ and $b\in\mathbb R$ we have $b>0$ if and only if $cb>0$.", "b > 0  ⟺  c b > 0", []),
    (r"For $d=1$, $AB=BA$.", "A B = B A", ["d = 1"]),
    (r"Let $z\in\mathbb R^d$ satisfy $z^\top z=1$ and $Az=z$. Then $z^\top Az=1$.", "zᵀ A z = 1", ["zᵀ z = 1", "A z = z"]),
    (r"Let $B=A+I$. Then $AB=BA$.", "A B = B A", ["B = A + I"]),
    (r"Suppose that $\operatorname{tr}(A)=0$ and $\operatorname{tr}(B)=0$. Then $\operatorname{tr}(A+B)=0$.",
     "tr(A + B) = 0", ["tr(A) = 0", "tr(B) = 0"]),
    (r"Let $n>d$ and $X\in\mathbb R^{n\times d}$. Then $X^\top X\succ0$.", "Xᵀ X ≻ 0", ["n > d"]),
]  # fmt: skip


@pytest.mark.parametrize(("text", "stated", "given"), SUPPOSED)
def test_a_relation_that_is_supposed_is_a_hypothesis(text, stated, given, read):
    (claim,) = read(_lemma(text)).claims
    assert plain(claim.parts[0].readings[0].prop) == stated
    assert [h.name for h in claim.given] == given


def test_a_condition_of_one_sentence_does_not_reach_the_others(read):
    items = r"\begin{enumerate}\item $c+c=2c$. \item If $c>1$, then $c^2>c$. \item $c^3>0$.\end{enumerate}"
    (claim,) = read(_lemma(rf"Let $c>0$. Then {items}")).claims
    shown = [plain(part.readings[0].prop) for part in claim.parts]
    assert shown == ["c + c = 2 c", "c > 1  ⟹  c² > c", "c³ > 0"]
    assert claim.given == ()


@pytest.mark.parametrize("text", [
    r"Let $c>0$. If $c>1$, then $c^2>c$. Moreover, $c^3>c$.", r"Then $AB=BA$. Here $A=0$.",
    r"$AB=BA$. Let $A=0$.", r"Let $a>0$. Then $a^2>0$. Let $a<0$. Then $a^3<0$.",
    r"Let $a\in\mathbb R$. Suppose $a=1$. Then $a^2=1$. Suppose $a=2$. Then $a^2=4$.",
])  # fmt: skip
def test_how_far_a_condition_reaches_is_not_guessed(text, read):
    found = read(_lemma(text))
    assert [one.outcome for one in found.unread] == ["AMBIGUOUS"], found.claims
    assert not found.claims


def test_a_title_may_be_a_condition(read):
    lemma = r"\begin{lemma}%s\label{l} $A=A^\top$.\end{lemma}"
    assert [c.may_suppose for c in read(SETTING + lemma % "[Symmetric case]").claims] == [("the title 'Symmetric case'",)]
    assert all(c.may_suppose for c in read(SETTING + lemma % "[for $A$ with real eigenvalues]").claims)
    (below,) = read(SETTING + r"\section{Symmetric matrices}" + lemma % "").claims
    assert below.may_suppose == ("the heading 'Symmetric matrices'",)
    (plain,) = read(SETTING + r"\section{Traces}" + lemma % "[Smith, 2003]").claims
    assert not plain.may_suppose


def test_a_display_of_the_text_waits_for_what_is_said_behind_it(read):
    shown = r"A computation gives \[ x^\top Ax=0. \]"
    assert read(f"{SETTING} {shown}").claims
    assert not read(f"{SETTING} {shown} Here, $A^\\top=-A$.").claims
    if_so = r"If $B=0$, then \[ AB=0. \] Moreover, \[ BA=0. \]"
    assert len(read(f"{SETTING} {if_so}").claims) == 1


def test_what_a_statement_declares_ends_with_it(read):
    found = read(_lemma("Let $A$ be symmetric. Then $A=A^\\top$.") + "\n\\begin{lemma}\\label{m}$A=A^\\top$.\\end{lemma}")
    assert [[s.has("symmetric") for s in claim.forall] for claim in found.claims] == [[True], [False]]


def test_a_letter_that_is_introduced_again_with_less_is_ambiguous(read):
    text = r"Let $A\in\mathbb R^{d\times d}$ be symmetric."
    found = read(text + r"\begin{lemma}\label{l} Let $A\in\mathbb R^{d\times d}$. Then $A=A^\top$.\end{lemma}")
    assert [one.outcome for one in found.unread] == ["AMBIGUOUS"]
    found = read(text + r"\begin{lemma}\label{l} Let $A\in\mathbb R^{m\times d}$. Then $A^\top A\succeq0$.\end{lemma}")
    assert [sym.shape for sym in found.claims[0].forall] == [("m", "d")]


DOUBTS = [
    "Throughout, all matrices are symmetric.", "We say that $A$ is good if $A=A^\\top$.", "Here $A$ is normal.",
    "The labels are generated by $A$ such that $A=B$.", "\\begin{assumption}Let $A$ be symmetric.\\end{assumption}",
    "Assume that $A$ is symmetric. \n\nNext.",
]  # fmt: skip


@pytest.mark.parametrize("text", DOUBTS)
def test_what_the_text_says_of_a_letter_and_is_not_understood_stops_statements_about_it(text, read):
    lemma = r"\begin{lemma}\label{l}$A=A^\top$.\end{lemma}"
    found = read(f"{SETTING} {text}\n{lemma}")
    assert left_open(found), [plain(c.parts[0].readings[0].prop) for c in found.claims]
    found = read(f"{SETTING} {text}\n%! let A: d x d\n{lemma}")
    assert [claim.id for claim in found.claims] == ["p/l"]


def test_letters_of_which_independence_is_not_said_are_not_taken_for_independent(read):
    law = r"Let $x\sim\mathcal N(0,S)$ and $y\sim\mathcal N(0,S)$"
    assert not read(_lemma(law + r". Then $\mathbb E[xy^\top]=0$.")).claims
    assert read(_lemma(law + r" be independent. Then $\mathbb E[xy^\top]=0$.")).claims
    law = r"Let $u\sim\mathcal N(\mu,S)$ and $v\sim\mathcal N(0,\sigma^2I_d)$"
    assert not read(_lemma(law + r". Then $\mathbb E[uv^\top]=0$.")).claims
    (claim,) = read(_lemma(law + r" be independent. Then $\mathbb E[uv^\top]=0$.")).claims
    assert "u = μ + u\u0306" in claim.note


def test_displays_of_running_text_are_read_where_a_plain_sentence_leads_to_them(read):
    text = SETTING + r" A direct computation gives \begin{equation}\label{e} (A+B)^\top=A^\top+B^\top. \end{equation}"
    assert [claim.id for claim in read(text).claims] == ["p/e"]
    for lead in ("We want to show that", "The labels satisfy", "Naively one has", "If $A$ and $B$ commute, then"):
        text = SETTING + lead + r" \begin{equation}\label{e} AB=BA. \end{equation}"
        assert left_open(read(text)), lead


def test_links_of_a_chain_in_a_proof_are_parts_each(read):
    proof = r"\begin{proof}We have \begin{align*}(A+B)^\top &= A^\top+B^\top\\ &= B^\top+A^\top.\end{align*}\end{proof}"
    found = read(_lemma(r"$(A+B)^\top=B^\top+A^\top$.") + proof)
    assert [(c.id, len(c.parts)) for c in found.claims] == [("p/l", 1), ("p/l-step-1", 2)]
    found = read(_lemma(r"If $A$ is odd, then $(A+B)^\top=B^\top+A^\top$.") + proof)
    assert not found.claims
    assert [one.id for one in found.unread] == ["p/l", "p/l-step-1"]


def test_comments_skip_a_statement_and_name_a_letter_anew(read):
    text = SETTING + "\n%! alias \\bar A = A\n\\begin{lemma}\\label{l}$\\bar A+B=B+\\bar A$.\\end{lemma}\n%! skip\n"
    found = read(text + "\\begin{lemma}\\label{m}$A=B$.\\end{lemma}")
    assert [plain(c.parts[0].readings[0].prop) for c in found.claims] == ["A + B = B + A"]
    assert [(one.id, one.outcome) for one in found.unread] == [("p/m", "SKIPPED")]
    with pytest.raises(UserError, match=re.escape("'%! lett A: d x d' is not known")):
        read("%! lett A: d x d\n" + text)


def test_commands_of_the_paper_are_expanded_and_errors_point_into_it(read):
    text = r"\newcommand{\n}[1]{\|#1\|_F} \begin{lemma}\label{l} Let $A\in\mathbb R^{d\times d}$. Then $\n{A}\ge \n{C}$.\end{lemma}"
    (one,) = read(text).unread
    assert (one.line, text[one.column - 1]) == (3, "C")
