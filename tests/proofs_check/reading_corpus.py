r"""Formulas as people write them, each with the tree that it must give, or AMBIGUOUS, or NOT_READ: written by hand.

A tree is compared up to association, signs and the names of indices, and nothing else.
"""

from __future__ import annotations

# ruff: noqa: E501, a formula and its tree stand side by side
from fractions import Fraction

from proofs_check.errors import UserError
from proofs_check.statement.attention import haar
from proofs_check.statement.laws import expect_given, gaussian, noise
from proofs_check.statement.props import conj, eq, ge, gt, iff, implies, le, lt, ne, posdef, psd
from proofs_check.statement.psd import eigenvalue, infimum, least_eigenvalue, pinv, rank
from proofs_check.statement.terms import (
    Op,
    absolute,
    apply,
    argmin,
    at,
    at0,
    beside,
    block,
    col,
    ddt,
    det,
    entry,
    exp,
    expect,
    eye,
    grad,
    half,
    index,
    inner,
    inv,
    kron,
    log,
    matrix,
    minimum,
    norm_2,
    norm_F,
    norm_op,
    row,
    scalar,
    sqrt,
    stack,
    term,
    total,
    tr,
    vec,
    vector,
    zeros,
)

__all__ = ["UserError"]
AMBIGUOUS, NOT_READ = "AMBIGUOUS", "NOT_READ"
S = matrix("S", "d", "d", "symmetric", "posdef")
Lam = matrix("Lambda", "d", "d", "symmetric", "posdef", tex=r"\Lambda")
A, B, C, D = (matrix(name) for name in "ABCD")
Q, R = matrix("Q", "d", "m"), matrix("R", "m", "d")
W = matrix("W", "m", "d", "parameter")
X, Y = matrix("X", "d", "n"), matrix("Y", "m", "n")
U_11, W_PV, L_hat = matrix("U_11", tex="U_{11}"), matrix("W_PV", tex="W^{PV}"), matrix("L_hat", tex=r"\hat\Lambda")
u, v, w, b_star = vector("u"), vector("v"), vector("w"), vector("b_star", tex=r"\beta^*")
x, y = gaussian("x", "d", cov=S), gaussian("y", "d", cov=S)
z, e = gaussian("z", "d", cov=S, iid=True), noise("e", scalar("s", "positive"), normal=True)
U = haar("U")
a, b, c, k = scalar("a"), scalar("b"), scalar("c"), scalar("k", "integer", "positive")
s, r_prime = scalar("s", "positive"), vector("r_prime", tex="r'")
r, f, g = vector("r"), scalar("f", "function"), scalar("g", "function")
lam = scalar("lam", tex=r"\lambda")
LETTERS = (S, Lam, A, B, C, D, Q, R, W, X, Y, U_11, W_PV, L_hat, u, v, w, b_star, x, y, z, e, U, a, b, c, k, s, r, r_prime,
           f, g)  # fmt: skip
d, n = scalar("d", "integer", "positive"), scalar("n", "integer", "positive")
I, Im = eye("d"), eye("m")  # noqa: E741
i, j, i_d, j_d = index("i", "n"), index("j", "n"), index("i", "d"), index("j", "d")
HALF = Fraction(1, 2)

PRODUCTS = [
    (r"AB", A * B), (r"A B C", A * B * C), (r"(AB)C", A * B * C), (r"A(BC)", A * (B * C)), (r"2A", 2 * A), (r"2AB", 2 * A * B),
    (r"u^\top v", u.T * v), (r"u v^\top", u * v.T), (r"u v", NOT_READ), (r"u^\top A v", u.T * A * v), (r"QR", Q * R),
    (r"QRA", Q * R * A), (r"QA", NOT_READ), (r"A \cdot B", A * B), (r"u \cdot v", NOT_READ), (r"a\,b", a * b), (r"A\;B", A * B),
    (r"A\ B", NOT_READ), (r"A \quad B", NOT_READ), (r"A ~ B", NOT_READ), (r"-A", -A), (r"-AB", -(A * B)), (r"- a b", -(a * b)),
    (r"A - B", A - B), (r"A - (B - C)", A - (B - C)), (r"A - B - C", A - B - C), (r"A + -B", NOT_READ), (r"A -- B", NOT_READ),
    (r"A(-B)", A * -B), (r"A(B+C)", A * (B + C)), (r"(A+B)(C+D)", (A + B) * (C + D)), (r"a(b+c)", a * (b + c)),
    (r"{A}B", A * B), (r"{A+B}C", A + B * C), (r"AB^\top", A * B.T), (r"u u^\top u", u * u.T * u), (r"A u^\top", NOT_READ),
    (r"\left(A+B\right)C", (A + B) * C), (r"\bigl(A+B\bigr)C", (A + B) * C), (r"A + u", NOT_READ), (r"a + 1", a + 1),
    (r"2 \cdot 3", term(2) * 3), (r"2 3", NOT_READ), (r"A \times B", NOT_READ), (r"A * B", NOT_READ), (r"u^\top v w", u.T * v * w),
    (r"A + I", A + I), (r"a I", AMBIGUOUS), (r"a I_d", a * I), (r"W + I", NOT_READ), (r"R Q + I_m", R * Q + Im), (r"[A+B]C", (A + B) * C),
]  # fmt: skip
NUMBERS = [
    (r"0.5 a", Fraction(1, 2) * a), (r"1.25", term(Fraction(5, 4))), (r"0.5", term(HALF)), (r".5 a", NOT_READ), (r"1,5 a", NOT_READ), (r"1,000", NOT_READ),
    (r"\frac12 a", HALF * a), (r"\frac{1}{2} a", HALF * a), (r"\tfrac12 A", HALF * A), (r"\frac12A", HALF * A), (r"\frac{a}{b}", a / b), (r"\frac ab", a / b),
    (r"a/b", a / b), (r"a b/c", a * b / c), (r"a/bc", AMBIGUOUS), (r"a/(bc)", a / (b * c)), (r"(a/b)c", a / b * c), (r"1/2 A", HALF * A),
    (r"1/2 a", AMBIGUOUS), (r"a/2", a / 2), (r"A/2", A / 2), (r"a/b/c", NOT_READ), (r"A/B", NOT_READ), (r"\frac{A}{B}", NOT_READ),
    (r"\frac{a+b}{c}", (a + b) / c), (r"(a+b)/c", (a + b) / c), (r"a + b/c", a + b / c), (r"a/0", NOT_READ), (r"\frac{1}{n}", 1 / n),
    (r"\frac{1}{d} \operatorname{tr}(A)", 1 / d * tr(A)), (r"a2", NOT_READ), (r"a/b \cdot c", AMBIGUOUS), (r"\frac{a}{b}c", a / b * c), (r"\frac12", term(HALF)),
    (r"\sqrt{a}", sqrt(a)), (r"\sqrt2", sqrt(term(2))), (r"\sqrt a b", sqrt(a) * b), (r"\sqrt[3]{a}", NOT_READ), (r"\sqrt{A}", NOT_READ), (r"-\frac12", -term(HALF)),
]  # fmt: skip
POWERS = [
    (r"A^\top", A.T), (r"A^T", A.T), (r"A'", A.T), (r"A^{\top}", A.T), (r"A^{\intercal}", A.T), (r"A^{-1}", inv(A)), (r"A^2", A**2),
    (r"A^{1/2}", half(A)), (r"\Lambda^{1/2}", half(Lam)), (r"\Lambda^{\frac12}", half(Lam)), (r"\Lambda^{-1/2}", Lam ** Fraction(-1, 2)),
    (r"\Lambda^{1/2\top}", NOT_READ), (r"(\Lambda^{1/2})^\top", half(Lam).T), (r"A^{-\top}", inv(A).T), (r"(A^{-1})^\top", inv(A).T),
    (r"A^\dagger", pinv(A)), (r"A^+", pinv(A)), (r"Q^+", pinv(Q)), (r"a^2", a**2), (r"a^{-1}", inv(a)), (r"a^b", a**b), (r"A^k", A**k), (r"a^{bc}", NOT_READ),
    (r"a^{2k}", a ** (2 * k)), (r"a^{b+c}", a ** (b + c)), (r"a^12", NOT_READ), (r"a^{12}", a**12), (r"u^2", NOT_READ), (r"Q^2", NOT_READ), (r"a^\top", NOT_READ),
    (r"a'", NOT_READ), (r"u'Av", u.T * A * v), (r"r'", r_prime), (r"{r'}^\top u", NOT_READ), (r"A^\top^2", NOT_READ), (r"A^{\top 2}", NOT_READ), (r"(A^\top)^2", A.T**2),
    (r"(A^2)^\top", (A**2).T), (r"{AB}^\top", NOT_READ), (r"(AB)^\top", (A * B).T), (r"{A}^\top", A.T), (r"(A+B)^{-1}", inv(A + B)), (r"A(A+B)^{-1}B", A * inv(A + B) * B),
    (r"(a+b)^2", (a + b) ** 2), (r"A^{\prime}", A.T), (r"A^*", NOT_READ), (r"\beta^*", b_star), (r"W^{PV}", W_PV), (r"W^{PV} A", W_PV * A), (r"W^{KQ}", NOT_READ), (r"{W^{PV}}^\top", NOT_READ),
    (r"(W^{PV})^\top", W_PV.T), (r"z_i'", NOT_READ), (r"u'_1", NOT_READ), (r"-a^2", -(a**2)), (r"(-a)^2", (-a) ** 2), (r"2^k", term(2) ** k), (r"A^{C}", NOT_READ),
]  # fmt: skip
NAMES = [
    (r"U_{11}", U_11), (r"U_{11}^\top A", U_11.T * A), (r"\hat\Lambda", L_hat), (r"\hat{\Lambda}", L_hat), (r"\widehat{\Lambda}", L_hat), (r"\tilde\Lambda", NOT_READ), (r"\hat A", NOT_READ),
    (r"Z", NOT_READ), (r"\Gamma A", NOT_READ), (r"A_{12}", entry(A, 1, 2)), (r"A_{1,2}", entry(A, 1, 2)), (r"A_{123}", NOT_READ), (r"A_1", NOT_READ), (r"A_{ij}", NOT_READ),
    (r"[A B]_{12}", entry(A * B, 1, 2)), (r"[u]_1", entry(u, 1, 1)), (r"u_1", NOT_READ), (r"u_i", NOT_READ), (r"A_{1:}", row(A, 1)), (r"A_{:2}", col(A, 2)), (r"z_1", at(z, 1)), (r"z", NOT_READ),
    (r"z_i", NOT_READ), (r"a_1", NOT_READ), (r"z_k", at(z, k)), (r"f(u)", apply(f, u)), (r"f(u, v)", apply(f, u, v)), (r"f u", NOT_READ), (r"f", NOT_READ), (r"a(b)", NOT_READ), (r"A(B)", NOT_READ),
    (r"a(u)", NOT_READ), (r"a(2b)", NOT_READ), (r"a(b)^2", NOT_READ), (r"A(B)^{-1}", NOT_READ), (r"A(BC)^\top", A * (B * C).T), (r"A_{12}^2", AMBIGUOUS), (r"A^{-1}_{12}", AMBIGUOUS), (r"[A]_{12}^2", entry(A, 1, 2) ** 2), (r"Q_{12}^2", entry(Q, 1, 2) ** 2), (r"A_{12}^\top", NOT_READ), (r"a(b, c)", NOT_READ), (r"A(u)", NOT_READ), (r"W(0)", at0(W)), (r"A(0)", NOT_READ), (r"W(t)", NOT_READ), (r"g(f(u))", apply(g, apply(f, u))), (r"f(u)^2", apply(f, u) ** 2),
    (r"f^2(u)", NOT_READ), (r"f'(u)", NOT_READ), (r"rank(A)", NOT_READ), (r"tr(A)", NOT_READ), (r"exp(a)", NOT_READ), (r"det(A)", NOT_READ), (r"0_d", zeros("d")), (r"0_{d\times d}", zeros("d", "d")), (r"I_d A", I * A),
]  # fmt: skip
PREFIXES = [
    (r"\operatorname{tr}(AB)", tr(A * B)), (r"\tr(AB)", tr(A * B)), (r"\mathrm{tr}(AB)", tr(A * B)), (r"\mathrm{Tr}[AB]", tr(A * B)), (r"\tr A", tr(A)), (r"\tr AB", AMBIGUOUS), (r"\tr AQR", AMBIGUOUS), (r"\tr QR", tr(Q * R)),
    (r"\tr(A)B", tr(A) * B), (r"\tr(A)(B+C)", AMBIGUOUS), (r"\tr(A)\tr(B)", tr(A) * tr(B)), (r"\tr(A)^2", tr(A) ** 2), (r"\tr A^2", tr(A**2)), (r"\tr(A^2)", tr(A**2)), (r"\tr A + B", NOT_READ), (r"\tr A + a", tr(A) + a), (r"\tr(A)/d", tr(A) / d),
    (r"\tr A/d", tr(A) / d), (r"\tr u u^\top", tr(u * u.T)), (r"\tr Q", NOT_READ), (r"\tr^2(A)", NOT_READ), (r"\det(A)", det(A)), (r"\det AB", AMBIGUOUS), (r"\det A/2", AMBIGUOUS), (r"|A|", AMBIGUOUS), (r"|a|", absolute(a)), (r"|a+b|", absolute(a + b)),
    (r"\lvert a\rvert", absolute(a)), (r"|a||b|", absolute(a) * absolute(b)), (r"|a|b|c|", NOT_READ), (r"|a|+|b|", absolute(a) + absolute(b)), (r"|a", NOT_READ), (r"||u||", norm_2(u)), (r"||u|| = |a|", NOT_READ), (r"\|u\|", norm_2(u)), (r"\|u\|_2", norm_2(u)), (r"\lVert u\rVert^2", norm_2(u) ** 2),
    (r"\|A\|", AMBIGUOUS), (r"\|A\|_2", AMBIGUOUS), (r"\|A\|_F", norm_F(A)), (r"\|A\|_F^2", norm_F(A) ** 2), (r"\|A\|_{op}", norm_op(A)), (r"\|A\|_{\mathrm{op}}", norm_op(A)), (r"\|A\|_*", NOT_READ), (r"\|u\|_1", NOT_READ), (r"\|A\|_F\|B\|_F", norm_F(A) * norm_F(B)),
    (r"\|Au - v\|^2", norm_2(A * u - v) ** 2), (r"\langle u, v\rangle", inner(u, v)), (r"\langle A, B\rangle", inner(A, B)), (r"\langle u, W\rangle", NOT_READ), (r"\exp(a)", exp(a)), (r"\exp a/2", AMBIGUOUS), (r"\exp(A)", NOT_READ), (r"\log a", log(a)), (r"\rank(A)", rank(A)),
    (r"\operatorname{rank}(A)", rank(A)), (r"\operatorname{diag}(u)", Op("diag", (u,))), (r"\operatorname{Vec}(AB)", vec(A * B)), (r"\lambda_{\min}(A)", least_eigenvalue(A)), (r"\lambda_1(A)", eigenvalue(A, 1)), (r"\lambda_{\max}(A)", eigenvalue(A, 1)), (r"\min\{a, b\}", Op("least", (a, b))), (r"\max\{a,b\}", NOT_READ),
    (r"A \otimes B", kron(A, B)), (r"(A\otimes B)\operatorname{Vec}(C)", kron(A, B) * vec(C)), (r"A \otimes B C", kron(A, B * C)), (r"A C \otimes B", kron(A * C, B)), (r"A \odot B", NOT_READ), (r"\frac{d}{dt} W", ddt(W)), (r"\frac{d}{dt} (a W)", ddt(a * W)), (r"\frac{d}{dt} a W", AMBIGUOUS),
]  # fmt: skip
SCOPES = [
    (r"\mathbb E[x x^\top]", expect(x * x.T)), (r"\E[xx^\top]", expect(x * x.T)), (r"E[xx^\top]", expect(x * x.T)), (r"\mathbb{E}\left[xx^\top\right]", expect(x * x.T)), (r"\E x x^\top", expect(x * x.T)), (r"\E x^\top y", expect(x.T * y)), (r"\E[x]x^\top", expect(x) * x.T),
    (r"\E(x^\top x)^2", AMBIGUOUS), (r"\E[x^\top x]^2", expect(x.T * x) ** 2), (r"\E[(x^\top x)^2]", expect((x.T * x) ** 2)), (r"\E x^\top x + y^\top y", NOT_READ), (r"\E x^\top x + a", expect(x.T * x) + a), (r"\E[A]", NOT_READ), (r"\E_x[x x^\top]", expect(x * x.T)), (r"\E_y[x x^\top]", NOT_READ),
    (r"\E_x[x y^\top]", NOT_READ), (r"\E[x y^\top \mid x]", expect_given(x * y.T, x)), (r"\E[x | y]", expect_given(x, y)), (r"\E[x | u]", NOT_READ), (r"\E[x | y > 0]", NOT_READ), (r"\E[x | y | e]", NOT_READ), (r"\E[(x | y)]", NOT_READ), (r"\E\|x\|^2", expect(norm_2(x) ** 2)), (r"\E[U A U^\top]", expect(U * A * U.T)), (r"\E[e^2]", expect(e**2)),
    (r"\sum_{i=1}^n z_i z_i^\top", total(i, n, at(z, i) * at(z, i).T)), (r"\frac1n\sum_{i=1}^n z_i", 1 / n * total(i, n, at(z, i))), (r"\sum_{i=1}^n z_i^\top A z_i + a", total(i, n, at(z, i).T * A * at(z, i)) + a), (r"\sum_{i=1}^n z_i + z_i", NOT_READ), (r"\sum_i z_i", NOT_READ), (r"\sum_{i=0}^n z_i", NOT_READ),
    (r"\sum_{i=1}^n (z_i + u)", total(i, n, at(z, i) + u)), (r"\sum_{i=1}^n\sum_{j=1}^n z_i^\top z_j", total(i, n, total(j, n, at(z, i).T * at(z, j)))), (r"\sum_{i=1}^d u_i^2", total(i_d, d, entry(u, i_d, 1) ** 2)), (r"\sum_{i=1}^n u_i", NOT_READ), (r"\sum_{i=1}^d A_{ii}", total(i_d, d, entry(A, i_d, i_d))),
    (r"\sum_{i=1}^d\sum_{j=1}^d A_{ij}B_{ij}", total(i_d, d, total(j_d, d, entry(A, i_d, j_d) * entry(B, i_d, j_d)))), (r"\sum_{i=1}^5 z_i", total(index("i", 5), 5, at(z, index("i", 5)))), (r"\prod_{i=1}^n a", NOT_READ), (r"\sum_{a=1}^n z_a", NOT_READ), (r"\sum_{i=1}^n\sum_{i=1}^n z_i", NOT_READ), (r"\left(\sum_{i=1}^n z_i\right)^\top A", total(i, n, at(z, i)).T * A),
    (r"\nabla_W \frac12\|WX-Y\|_F^2", grad(HALF * norm_F(W * X - Y) ** 2, W)), (r"\nabla_w \|w\|^2", grad(norm_2(w) ** 2, w)), (r"\nabla_w \|w\|^2 v", NOT_READ), (r"\nabla_w w^\top A w", grad(w.T * A * w, w)), (r"\nabla_w (w^\top w) a", AMBIGUOUS), (r"\nabla_w u^\top v", NOT_READ),
    (r"\nabla f", NOT_READ), (r"\nabla_w \|w\|^2/2", grad(norm_2(w) ** 2 / 2, w)), (r"\nabla_w A w", NOT_READ), (r"\nabla_a a^2 + a", NOT_READ), (r"\nabla_w \|w\|^2 + w", grad(norm_2(w) ** 2, w) + w), (r"\min_w \|Aw-v\|^2", minimum(norm_2(A * w - v) ** 2, w)), (r"\min_{w} \|Aw-v\|^2 + a\|w\|^2", NOT_READ),
    (r"\min_w (\|Aw-v\|^2 + a\|w\|^2)", minimum(norm_2(A * w - v) ** 2 + a * norm_2(w) ** 2, w)), (r"\min_w \|w\|^2 a", AMBIGUOUS), (r"\min_{w,u} \|w-u\|^2", minimum(norm_2(w - u) ** 2, w, u)), (r"\arg\min_w \|Aw-v\|^2", argmin(norm_2(A * w - v) ** 2, w)), (r"\operatorname*{argmin}_w \|Aw-v\|^2", argmin(norm_2(A * w - v) ** 2, w)),
    (r"\inf_w \|w\|^2", infimum(norm_2(w) ** 2, w)), (r"\sup_w \|w\|^2", NOT_READ), (r"\min_q \|w\|^2", NOT_READ), (r"\arg\max_w \|w\|", NOT_READ), (r"\partial_w \|w\|^2", AMBIGUOUS),
]  # fmt: skip
MATRICES = [
    (r"\begin{pmatrix} A & u\\ u^\top & a\end{pmatrix}", block(A, u, u.T, a)), (r"\begin{bmatrix} A & u\\ v^\top & a\end{bmatrix}", block(A, u, v.T, a)), (r"\begin{pmatrix} u\\ a\end{pmatrix}", stack(u, a)), (r"\begin{pmatrix} u^\top & a\end{pmatrix}", beside(u.T, a)), (r"(u^\top\ a)", NOT_READ),
    (r"(u^\top \quad a)", NOT_READ), (r"\begin{pmatrix} A & u\\ u & a\end{pmatrix}", NOT_READ), (r"\begin{pmatrix} A & u\\ a\end{pmatrix}", NOT_READ), (r"\begin{pmatrix} a & b & c\end{pmatrix}", NOT_READ), (r"\begin{pmatrix} A & \\ u^\top & a\end{pmatrix}", NOT_READ), (r"\begin{cases} a\\ b\end{cases}", NOT_READ),
    (r"\begin{pmatrix} A & 0_d\\ 0_d^\top & 1\end{pmatrix}", block(A, zeros("d"), zeros("d").T, term(1))), (r"\begin{pmatrix}A & u\\ u^\top & a\end{pmatrix}^{-1}", inv(block(A, u, u.T, a))),
]  # fmt: skip
RELATIONS = [
    (r"\tr(AB) = \tr(BA)", eq(tr(A * B), tr(B * A))), (r"\tr AB = \tr BA", AMBIGUOUS), (r"\tr AB = a", eq(tr(A * B), a)), (r"a \le b", le(a, b)), (r"a \leq b \le c", conj(le(a, b), le(b, c))), (r"a < b", lt(a, b)), (r"a \ge b", ge(a, b)), (r"a > 0", gt(a, 0)), (r"a \ne 0", ne(a, 0)), (r"a = b = c", conj(eq(a, b), eq(b, c))),
    (r"A \succeq 0", psd(A)), (r"A \succ 0", posdef(A)), (r"A \succeq B", psd(A - B)), (r"A \preceq B", psd(B - A)), (r"0 \preceq A", psd(A)), (r"0 \prec A \preceq B", conj(posdef(A), psd(B - A))), (r"A \le B", NOT_READ), (r"u \succeq 0", NOT_READ), (r"A = u", NOT_READ), (r"A = 0", eq(A, 0)), (r"A \approx B", NOT_READ), (r"a \to b", NOT_READ), (r"a =", NOT_READ), (r"= a", NOT_READ), (r"", NOT_READ),
    (r"a &= b \\ &= c", conj(eq(a, b), eq(b, c))), (r"\begin{align} a &= b \\ b &= c \end{align}", conj(eq(a, b), eq(b, c))), (r"a = b, \quad b = c", conj(eq(a, b), eq(b, c))), (r"a = b, c", NOT_READ), (r"$a = b$", eq(a, b)), (r"\[a = b.\]", eq(a, b)), (r"a = b \implies b = a", implies(eq(a, b), eq(b, a))), (r"a = b \iff b = a", iff(eq(a, b), eq(b, a))),
    (r"a = b, b = c \implies a = c", NOT_READ), (r"(a = b,\ b = c) \implies a = c", implies(conj(eq(a, b), eq(b, c)), eq(a, c))), (r"AI = A", eq(A * I, A)), (r"(a+b)^2 \le 2a^2 + 2b^2", le((a + b) ** 2, 2 * a**2 + 2 * b**2)), (r"\forall a: a > 0", gt(a, 0)), (r"\forall a: a > 0 \implies b > 0", NOT_READ), (r"\forall x: x = x", NOT_READ), (r"a \in b", NOT_READ), (r"a = b?", NOT_READ), (r"a = (b", NOT_READ), (r"a = b)", NOT_READ), (r"a = {b", NOT_READ),
    (r"\E[x x^\top A x x^\top] = SAS + SA^\top S + \tr(AS)S", eq(expect(x * x.T * A * x * x.T), S * A * S + S * A.T * S + tr(A * S) * S)), (r"\nabla_W \tfrac12\|WX-Y\|_F^2 = (WX-Y)X^\top", eq(grad(HALF * norm_F(W * X - Y) ** 2, W), (W * X - Y) * X.T)), (r"A \succeq 0 \iff \lambda_{\min}(A) \ge 0", iff(psd(A), ge(least_eigenvalue(A), 0))),
]  # fmt: skip
CORPUS = [*PRODUCTS, *NUMBERS, *POWERS, *NAMES, *PREFIXES, *SCOPES, *MATRICES, *RELATIONS]
