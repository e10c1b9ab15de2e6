"""Forms in which papers write definitions, norms, eigenvalues, rows, minima and noise: how each is read, and what is not."""

from __future__ import annotations

# ruff: noqa: E501, what is written and what it says stand side by side
import pytest

from proofs_check import check
from proofs_check.reading.tex.claims import paper
from proofs_check.report.render import plain

from .left_open import left_open

BEFORE = r"\newtheorem{lemma}{Lemma}\newcommand{\E}{\mathbb E}\newcommand{\R}{\mathbb R}\newcommand{\xq}{x_{\mathrm{q}}}"


def _file(tmp_path, text: str):
    file = tmp_path / "p.tex"
    file.write_text(f"{BEFORE}\\begin{{document}}\n{text}\n\\end{{document}}\n", encoding="utf-8")
    return file


def _read(tmp_path, text: str) -> list[str]:
    """What is stated, with what is supposed in front."""
    out = []
    for claim in paper(_file(tmp_path, text)).claims:
        given = [h.name for h in claim.given]
        out += [" | ".join([*given, plain(part.readings[0].prop)]) for part in claim.parts]
    return out


def _lemma(text: str) -> str:
    return rf"\begin{{lemma}} {text} \end{{lemma}}"


SQUARE = r"Let $A,B\in\R^{d\times d}$ and $x\in\R^d$. "
FLOW = (r"Let $U\in\R^{h\times d}$, $V\in\R^{k\times h}$, $X\in\R^{d\times n}$ and $Y\in\R^{k\times n}$. Throughout "
        r"\[ L(U,V)=\tfrac12\|VUX-Y\|_F^2,\qquad P=VU,\qquad G=(PX-Y)X^\top. \]"
        r"Consider the gradient flow $\dot U=-\nabla_U L$, $\dot V=-\nabla_V L$. ")  # fmt: skip
RATE = "⟨∇_U L(U, V), -∇_U L(U, V)⟩ + ⟨∇_V L(U, V), -∇_V L(U, V)⟩"


@pytest.mark.parametrize(("text", "meant"), [
    (SQUARE + r"Write \[ M := A+A^\top = (A^\top+A)^\top. \]" + _lemma("$M=M^\\top$."),
     ["A + Aᵀ = (Aᵀ + A)ᵀ", "M = Mᵀ"]),
    (r"Let $w\in\R^d$ and $\xq\sim N(0,S)$. The model outputs \[ \hat y(w) = w^\top\xq = \xq^\top w , \] where $w\in\R^d$." + _lemma(r"$\E[\hat y(w)]=0$."),
     ["wᵀ x_q = x_qᵀ w", "E[y\u0302(w)] = 0"]),
    (SQUARE + r"Let \[ P=A^2,\qquad Q=PB,\quad q(x)=x^\top Qx . \]" + _lemma("$q(x)=x^\\top A^2Bx$."), ["q(x) = xᵀ A² B x"]),
    (r"Let $A\in\R^{n\times d}$ and $b\in\R^n$. We consider \[ f(x)=\frac12\|Ax-b\|^2,\qquad \nabla f(x)=A^T(Ax-b),\qquad x\in\R^d. \]",
     ["∇_x f(x) = Aᵀ (A x - b)"]),
    (r"Let $X\in\R^{n\times d}$, $y\in\R^n$ and $\lambda>0$. The ridge estimator is \[ \hat b=\operatorname*{argmin}_{b\in\R^d}\{\|y-Xb\|^2+\lambda\|b\|^2\}=(X^\top X+\lambda I)^{-1}X^\top y. \]"
     + _lemma(r"$\|X\hat b\|\le\|y\|$."),
     ["argmin_{b} (‖y - X b‖₂² + λ ‖b‖₂²) = (Xᵀ X + λ I)⁻¹ Xᵀ y", "‖X b̂‖₂ ≤ ‖y‖₂"]),
    (SQUARE + _lemma(r"We have $\underbrace{Ax}_{\text{bias}}+\underbrace{Bx}_{=:v}=Ax+v$."), ["A x + B x = A x + v"]),
    (r"Let $S\in\R^{d\times d}$ be positive definite, $\lambda>0$, and let $\operatorname{df}_1(\lambda)=\operatorname{tr}(S(S+\lambda I)^{-1})$." + _lemma(r"$\operatorname{df}_1(\lambda)\le d$."),
     ["{df}₁(λ) ≤ d"]),
    (FLOW + r"Along the flow, \[ \dot P=-VV^\top G-GU^\top U . \]", [
        "⟨∇_U (uᵀ P v), -∇_U L(U, V)⟩ + ⟨∇_V (uᵀ P v), -∇_V L(U, V)⟩ = uᵀ (-V Vᵀ G - G Uᵀ U) v"]),
    (FLOW + _lemma(r"Along the flow, $\frac{d}{dt}L\le -2\,\lambda_{\min}(VV^\top)\lambda_{\min}(X^\top X)\,L$."),
     [f"{RATE} ≤ -2 λ_min(V Vᵀ) λ_min(Xᵀ X) L(U, V)"]),
    (FLOW + _lemma(r"Along the flow, \[ \frac{d}{dt}\,UU^\top=\dot UU^\top+U\dot U^\top=-V^\top GU^\top-UG^\top V . \]"), [
        "⟨∇_U (uᵀ U Uᵀ v), -∇_U L(U, V)⟩ = uᵀ (-(∇_U L(U, V)) Uᵀ + U (-∇_U L(U, V))ᵀ) v = uᵀ (-Vᵀ G Uᵀ - U Gᵀ V) v"]),
    (FLOW + r"The weights are balanced if $UU^\top=V^\top V$. " + _lemma(r"If the weights are balanced, then $PP^\top=(VV^\top)^2$."),
     ["U Uᵀ = Vᵀ V | P Pᵀ = (V Vᵀ)²"]),
    (SQUARE + r"Here $\|\cdot\|$ is the spectral norm, $\|\cdot\|_F$ the Frobenius norm, $\langle A,B\rangle=\operatorname{tr}(A^\top B)$ its inner product and $\lambda_{\min}$ the least eigenvalue of a symmetric matrix. "
     + _lemma(r"$\|AB\|\le\|A\|\,\|B\|$."), ["‖A B‖_op ≤ ‖A‖_op ‖B‖_op"]),
    (r"$\|\cdot\|$ denotes the Euclidean norm of vectors and the operator norm of matrices. " + SQUARE + _lemma(r"$\|Ax\|\le\|A\|\,\|x\|$."), ["‖A x‖₂ ≤ ‖A‖_op ‖x‖₂"]),
    (r"We denote the Frobenius norm by $\|\cdot\|$. " + SQUARE + _lemma(r"$\|AB\|\le\|A\|\,\|B\|$."), ["‖A B‖_F ≤ ‖A‖_F ‖B‖_F"]),
    (r"Let $S\in\R^{d\times d}$ be symmetric." + _lemma(r"Let $\lambda_1,\dots,\lambda_d$ be the eigenvalues of $S$. Then $\operatorname{tr}(S^2)=\sum_{i=1}^d\lambda_i^2$."), ["tr(S²) = Σ_{i=1..d} λ_i(S)²"]),
    (r"Let $S\in\R^{d\times d}$ be symmetric with eigenvalues $\mu_1\ge\dots\ge\mu_d>0$." + _lemma(r"$\operatorname{tr}(S)\le d\mu_1$."), ["S ≻ 0 | tr(S) ≤ d λ_1(S)"]),
    (r"Let $X\in\R^{n\times d}$ be a matrix with rows $x_1^\top,\dots,x_n^\top$." + _lemma(r"$X^\top X=\sum_{i=1}^n x_ix_i^\top$."), ["Xᵀ X = Σ_{i=1..n} (X[i,:])ᵀ X[i,:]"]),
    (r"Let $Z\in\R^{d\times n}$ have columns $z_1,\dots,z_n$." + _lemma(r"$ZZ^\top=\sum_{i=1}^n z_iz_i^\top$."), ["Z Zᵀ = Σ_{i=1..n} Z[:,i] (Z[:,i])ᵀ"]),
    (r"Let $a\in\R$ and $f(a)=a^2+a$. Denote by $f_\ast$ the minimum of $f$." + _lemma(r"$f(a)\ge f_\ast$."), ["f(a) ≥ f_ast"]),
    (r"Let $a\in\R$ and $f(a)=a^2$." + _lemma(r"Let $b$ be a minimizer of $f$. Then $b=0$."), ["min_{a} f(a) = f(b) | b = 0"]),
    (r"Let $a\in\R$ and $f(a)=a^2$." + _lemma(r"Let $b\in\arg\min_a f(a)$. Then $b=0$."), ["min_{a} f(a) = f(b) | b = 0"]),
    (r"Let $w\in\R^d$, and let $x_1,\dots,x_n$ be i.i.d.\ from $N(0,S)$. Let $\epsilon_1,\dots,\epsilon_n$ be i.i.d.\ with mean zero and variance $\sigma^2$, independent of everything else. Let $y_i=w^\top x_i+\epsilon_i$. "
     + _lemma(r"$\E[\frac1n\sum_{i=1}^n y_i^2]=w^\top Sw+\sigma^2$."), ["E[1/n Σ_{i=1..n} (wᵀ x_i + ϵ_i)²] = wᵀ S w + σ²"]),
    (r"A two-layer linear network has weights $U\in\R^{h\times d}$, $V\in\R^{k\times h}$." + _lemma(r"$(VU)^\top=U^\top V^\top$."), ["(V U)ᵀ = Uᵀ Vᵀ"]),
    (r"We observe $X\in\R^{n\times d}$." + _lemma(r"$(X^\top X)^\top=X^\top X$."), ["(Xᵀ X)ᵀ = Xᵀ X"]),
    (r"Let $x\in\R^d$, $b\in\R^d$, $\eta>0$ and $f(x)=\frac12\|x-b\|^2$. Consider the iteration $x_{k+1}=x_k-\eta\nabla f(x_k)$ with constant step $\eta>0$. "
     r"The errors $u_k=x_k-b$ obey \[ u_{k+1}=(1-\eta)u_k . \]", ["u_{k+1} = (1 - η) (x_k - b)"]),
])  # fmt: skip
def test_a_form_is_read_as_what_it_says(tmp_path, text, meant):
    assert _read(tmp_path, text) == meant


@pytest.mark.parametrize("text", [
    SQUARE + _lemma("Let $P=AB=BA$. Then $P=0$."),
    SQUARE + _lemma("Suppose $P:=AB=BA$. Then $P=0$."),
    SQUARE + _lemma("If $P=AB=BA$, then $P=0$."),
    SQUARE + _lemma(r"Suppose the matrix is $P=AA^\top=I$. Then $P=0$."),
    SQUARE + _lemma(r"If $A=B$, we write $P:=AA^\top=BB^\top$. Then $P=0$."),
    SQUARE + _lemma(r"Let the predictor be $h=x^\top Ax=1$. Then $h=1$."),
    SQUARE + _lemma(r"Let $y\in\R^d$ with $\|y\|=1$ and $g(y)=y^\top Ay$. Let $m$ be the minimum of $g$. Then $m\ge0$."),
    SQUARE + _lemma(r"Set $s := x^\top x = 1$. Then $s=1$."),
    SQUARE + _lemma(r"Let $P=A^2,\quad A=A^\top$. Then $P=P^\top$."),
    SQUARE + _lemma(r"Let $P=AB,\quad x^\top x=1$. Then $P=0$."),
    SQUARE + _lemma(r"We have $\underbrace{A+B}_{=:C}x=Ax+Bx$."),
    SQUARE + _lemma(r"We have $\underbrace{A+B}_{C}=A+B$."),
    SQUARE + r"The layers are balanced if $A=B$. " + _lemma("If the layers are not balanced, then $A=B$."),
    SQUARE + r"The layers are balanced if $A=B$. " + _lemma("If the layers are balanced at initialization, then $A=B$."),
    SQUARE + r"The layers are balanced if $A=B$. The layers are balanced if $A=-B$. " + _lemma("If the layers are balanced, then $A=B$."),
    SQUARE + _lemma(r"$\|AB\|\le\|A\|\,\|B\|$."),
    r"Here $\|\cdot\|$ is the spectral norm. " + SQUARE + r"Here $\|\cdot\|$ is the Frobenius norm. " + _lemma(r"$\|AB\|\le\|A\|\,\|B\|$."),
    r"Here $\|\cdot\|$ is the nuclear norm. " + SQUARE + _lemma(r"$\|AB\|\le\|A\|\,\|B\|$."),
    SQUARE + _lemma(r"Let $\lambda_1,\dots,\lambda_d$ be the eigenvalues of $A$. Then $\operatorname{tr}(A)=\sum_{i=1}^d\lambda_i$."),
    r"Let $S\in\R^{d\times d}$ be symmetric." + _lemma(r"Let $\lambda_1,\dots,\lambda_d$ be the eigenvalues of $S$. Then $\operatorname{tr}(S)\le d\lambda_1$."),
    r"Let $S\in\R^{d\times d}$ be symmetric." + _lemma(r"Let $\lambda_1\le\dots\le\lambda_d$ be the eigenvalues of $S$. Then $\operatorname{tr}(S)\le d\lambda_d$."),
    r"Let $S\in\R^{d\times d}$ be symmetric and $n\ge1$." + _lemma(r"Let $\lambda_1,\dots,\lambda_d$ be the eigenvalues of $S$. Then $\sum_{i=1}^n\lambda_i\ge0$."),
    r"Let $x_1,\dots,x_n$ be i.i.d.\ from $N(0,S)$ and let $X\in\R^{n\times d}$ be the matrix with rows $x_1^\top,\dots,x_n^\top$." + _lemma(r"$\E[x_1x_1^\top]=S$."),
    r"Let $X\in\R^{n\times d}$ be a matrix with rows $x_1^\top,\dots,x_m^\top$." + _lemma(r"$X^\top X=\sum_{i=1}^m x_ix_i^\top$."),
    r"Let $X\in\R^{n\times d}$ be a matrix with orthonormal rows $x_1^\top,\dots,x_n^\top$." + _lemma(r"$X^\top X=\sum_{i=1}^n x_ix_i^\top$."),
    r"Let $a\in\R$ and $f(a)=a^2$." + _lemma(r"Let $b$ be a local minimizer of $f$. Then $b=0$."),
    r"Let $a\in\R$ and $f(a)=a^2$." + _lemma(r"Let $m$ be the minimum of $f$ over $a\ge1$. Then $m=1$."),
    r"Let $a\ge1$ and $f(a)=a^2$." + _lemma(r"Let $m$ be the minimum of $f$. Then $m=1$."),
    r"Let $\epsilon_1,\dots,\epsilon_n$ be random variables with mean zero and variance $\sigma^2$." + _lemma(r"$\E[\epsilon_1\epsilon_2]=0$."),
    r"Let $v\in\R^d$ be random with mean zero and variance $\tau^2$." + _lemma(r"$\E[v]=0$."),
    SQUARE + r"Let $L(x)=x^\top Ax$." + _lemma(r"$\|\nabla L(x)\|^2\le 2L\,L(x)$."),
    SQUARE + r"Let $L(x)=x^\top Ax$ and $\eta>0$." + _lemma(r"If $\eta<1/L$, then $\eta\,\nabla L(x)=0$."),
    r"A sparse network has weights $U\in\R^{h\times d}$." + _lemma(r"$U^\top U=I$."),
    FLOW + _lemma(r"Along the flow, $\frac{d}{dt}\,UU^\top+UU^\top=0$."),
])  # fmt: skip
def test_what_a_form_leaves_open_is_not_read(tmp_path, text):
    assert left_open(paper(_file(tmp_path, text)))


def test_where_says_what_a_letter_is_from_there_on_but_for_conditions(tmp_path):
    shown = SQUARE + r"We have \[ A=A, \] where $u\in\R^d$%s." + "\n\n" + _lemma(r"$u^\top u\ge1$.")
    assert _read(tmp_path, shown % "") == ["A = A", "uᵀ u ≥ 1"]
    assert _read(tmp_path, shown % " is a unit vector") == ["A = A"]


def test_commands_keep_apart_what_stands_beside_them(tmp_path):
    text = r"\newcommand{\turned}[1]{^\top#1}Let $w\in\R^d$ and $\xq\sim N(0,S)$." + _lemma(r"$\E[w^\top\xq]=0$ and $w\turned w\ge0$.")
    assert _read(tmp_path, text) == ["E[wᵀ x_q] = 0", "wᵀ w ≥ 0"]


def test_sums_over_other_places_under_one_letter_are_examined_together(tmp_path):
    text = (r"Let $x_1,\dots,x_n$ be i.i.d.\ from $N(0,S)$ and $\hat S=\frac1n\sum_{i=1}^n x_ix_i^\top$. Let $\lambda_1,\dots,\lambda_d$ be the eigenvalues of $S$. "
            + _lemma(r"$\E[\operatorname{tr}\hat S]=\sum_{i=1}^d\lambda_i$."))  # fmt: skip
    assert len(_read(tmp_path, text)) == 1


def test_noise_of_any_law_is_not_taken_for_a_gaussian_one(tmp_path):
    text = r"Let $\xi$ be a random variable with mean zero and variance $s^2$." + _lemma(r"$\E[\xi^2]=s^2$.") + _lemma(r"$\E[\xi^4]=3s^4$.")
    found = check("p/*", claims=_file(tmp_path, text), only=("words", "sampled"))
    assert [one.verdict.name for one in found.values()] == ["PROVED", "REFUTED"]
