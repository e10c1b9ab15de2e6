r"""What attention is made of, laws, blocks with 0, sums over unequal places: read where nothing else can be meant."""

from __future__ import annotations

# ruff: noqa: E501, a formula and its reading stand side by side
import pytest

from proofs_check.reading.declarations import declared
from proofs_check.reading.outcomes import Ambiguous, NotRead, Read
from proofs_check.reading.reader import read
from proofs_check.statement.attention import activation, kernel
from proofs_check.statement.terms import matrix, scalar

LET = declared(
    "A, B, C: d x d; u, y: vector d; a, b: number; n: positive integer; S: d x d posdef; x ~ N(0,S); z ~ N(0,S); W: d x d trained"
)
K, h = kernel("K", tex=r"\mathcal K"), activation("h", tex=r"\tilde h")
X = matrix("X_0", "d", "n+1", "context", tex="X_0")
NETWORK = (*LET, K, h, X)
WITH_I = (*NETWORK, scalar("i_", "integer", "positive", tex="i"))


@pytest.mark.parametrize(("formula", "meant"), [
    (r"\begin{pmatrix}A&0\\0&a\end{pmatrix}", "[A, 0_d; 0_{1×d}, a]"),
    (r"\begin{pmatrix}A&0\\0&B\end{pmatrix}\begin{pmatrix}u\\y\end{pmatrix}", "[A, 0_{d×d}; 0_{d×d}, B] [u; y]"),
    (r"x\overset{d}{=}-x", "x =ᵈ -x"), (r"Ax\stackrel{d}=z", "A x =ᵈ z"),
    (r"\sum_{i,j=1,i\ne j}^d A_{ij}B_{ij}", "Σ_{i≠j} A_ij B_ij"),
    (r"\mathbb E_x[x\mathbb E_z[z^\top z]]", "E[x E[zᵀ z]]"),
    (r"u^\top A\Big(\frac1n\sum_{i=1}^n A^2u\Big) = a", None), (r"\operatorname{tr}[(\mathbb E xx^\top)A]", "tr(E[x xᵀ] A)"),
    (r"\frac{d}{dt}(W^2)", "d/dt W²"), (r"\frac12A\otimes(BC)", "1/2 (A ⊗ (B C))"),
    (r"\operatorname{relu}(A) = B", "relu(A) = B"),
])  # fmt: skip
def test_what_can_mean_one_thing_is_read(formula: str, meant: str | None) -> None:
    found = read(formula, LET)
    assert isinstance(found, Read if meant else (Read, NotRead)), found
    assert meant is None or repr(found.tree) == meant


@pytest.mark.parametrize("formula", [
    r"\begin{pmatrix}0&u\\0&0\end{pmatrix}", r"\begin{pmatrix}A&0\\u&a\end{pmatrix}", r"\begin{pmatrix}A&0\\0&0\end{pmatrix}",
    r"\begin{pmatrix}A&0\end{pmatrix}", r"\begin{pmatrix}A&1\\0&a\end{pmatrix}",
    r"a\overset{d}{=}b", r"x\overset{p}{=}z", r"x\overset{!}{=}z", r"\overset{d}{=}x",
    r"\sum_{i\ne j}A_{ij}", r"\sum_{i,j=1,i\ne k}^dA_{ij}", r"\sum_{i,j=1,i\ne j}^dA_{ij}+A_{ij}",
    r"\sum_{j=1}^d\sum_{i,j=1,i\ne j}^dA_{ij}", r"\sum_{a,j=1,a\ne j}^dA_{aj}", r"\sum_{i,i=1,i\ne i}^dA_{ii}",
    r"a=(41)", r"(7)=a+b", r"x''", r"A''u", r"\frac{d}{dt}\left(W\right)^2", r"\mathbb E_z[x\mathbb E[z^\top z]]",
    r"a=\lim_{n\to\infty}b+\lim_{n\to\infty}a", r"\operatorname{softmax}_M(A)", r"\operatorname{softmax}(A)", r"\exp(A)",
    r"\text{the proof of }\text{a/b}", r"\hat y_q(A,B;n)",
])  # fmt: skip
def test_what_can_mean_several_things_is_not_read(formula: str) -> None:
    assert isinstance(read(formula, LET), NotRead | Ambiguous)


@pytest.mark.parametrize(("formula", "meant"), [
    (r"[\mathcal K(X_0^{(i)}, X_0^{(j)})]_{ij}", "[𝒦(X₀^(i), X₀^(j))]_ij"),
    (r"[\mathcal K((AX_0)^{(i)}, X_0^{(j)})]_{ij}", "[𝒦((A X₀)^(i), X₀^(j))]_ij"),
    (r"\mathcal J^1_{\tilde h}(A,B)[C]", "J^1_h̃(A, B)[C]"), (r"\mathcal J^{2}_{\tilde h}(A,B)[2C]", "J^2_h̃(A, B)[2 C]"),
])  # fmt: skip
def test_kernels_and_activations_are_read_in_all_their_brackets(formula: str, meant: str) -> None:
    found = read(formula, NETWORK)
    assert isinstance(found, Read) and repr(found.tree) == meant, found  # noqa: PT018


def test_columns_of_the_one_context_are_read_and_a_letter_with_the_same_name_is_that_letter() -> None:
    only = tuple(letter for letter in NETWORK if letter.name != "x")
    found = read(r"x^{(n+1)} = u", only)
    assert isinstance(found, Read)
    assert repr(found.tree) == "x^(n+1) = u"
    assert isinstance(read(r"x^{(n+1)} = u", NETWORK), NotRead)
    assert isinstance(read(r"x^{(n+1)} = u", (*only, matrix("X_1", "d", "n+1", "context", tex="X_1"))), NotRead)


def test_where_i_is_a_letter_the_kernel_s_values_may_be_one() -> None:
    assert isinstance(read(r"[\mathcal K(X_0^{(i)}, X_0^{(j)})]_{ij}", WITH_I), NotRead)


@pytest.mark.parametrize("formula", [
    r"[\mathcal K(X_0^{(l)}, X_0^{(k)})]_{kl}", r"[\mathcal K(X_0^{(k)}, X_0^{(k)})]_{kk}", r"[\mathcal K(X_0, X_0)]_{kl}",
    r"(\mathcal K(X_0^{(k)}, X_0^{(l)}))_{kl}", r"[A(X_0^{(k)}, X_0^{(l)})]_{kl}",
    r"\sum_{k=1}^n[\mathcal K(X_0^{(k)}, X_0^{(l)})]_{kl}",
    r"\mathcal J^3_{\tilde h}(A,B)[C]", r"\mathcal J_{\tilde h}(A,B)[C]", r"\mathcal J^1_{A}(A,B)[C]",
    r"\mathcal J^1_{\tilde h}(A,B)", r"\mathcal J^1_{\tilde h}(A)[C]", r"\mathcal J^1_{\tilde h}(A,B)[u]",
    r"\mathcal J^1_{\tilde h}(A,B)(C)",
])  # fmt: skip
def test_what_is_no_value_of_them_is_not_read(formula: str) -> None:
    assert isinstance(read(formula, NETWORK), NotRead | Ambiguous)
