"""Recursions over layers, products, slopes and unspecified activations in the statement language."""

import pytest

from proofs_check.claims import Kind, claim
from proofs_check.errors import UserError
from proofs_check.papers.ccs.notation import (
    X_0,
    Y_0,
    A,
    B,
    B_of,
    C_of,
    I_n,
    K,
    M,
    S,
    U_Sigma,
    X_at,
    X_l,
    Y_at,
    Z_at,
    a,
    b,
    d,
    h,
    h_,
    h_free,
    h_kernel,
    k,
    l,
    n,
    r,
    r_of,
    t,
    x_i,
    y_i,
    y_query,
)  # fmt: skip
from proofs_check.report.page.mathml import math
from proofs_check.report.render import abbreviations, latex, plain
from proofs_check.statement.attention import (
    activated,
    activation,
    differentiable,
    exp_each,
    gram,
    haar,
    jacobian,
    kernel_value,
    layer,
    layers,
    masked_softmax,
    modulus,
    product_down,
    product_up,
    relu_each,
    same_law,
    sequence,
    slope,
)  # fmt: skip
from proofs_check.statement.binding import free_symbols, substitute
from proofs_check.statement.indices import only_bound
from proofs_check.statement.mutate import select, twins
from proofs_check.statement.props import eq, le
from proofs_check.statement.sizes import check_number, check_sizes
from proofs_check.statement.terms import (
    Op,
    at,
    beside_over,
    col,
    entry,
    expect,
    eye,
    index,
    inner,
    matrix,
    per_prompt,
    row,
    scalar,
    term,
    total,
    vector,
)

STEP = eq(Y_at(l + 1), Y_at(l) + at(r, l) * (Y_at(l) * M * h(B_of(l) * X_at(l), C_of(l) * X_at(l))))
LOSS = expect((entry(Z_at(k + 1, h_free), d + 1, n + 1) + y_query) ** 2)


def named(node):
    return {plain(each.sym): plain(each.body) for each in abbreviations(node)}


@pytest.mark.parametrize(
    ("node", "text", "tex"),
    [
        (X_at(0), "X₀", "X_0"),
        (X_at(l), "X_ℓ", r"X_{\ell}"),
        (Y_at(k + 1), "Y_{k+1}", "Y_{k+1}"),
        (x_i(n + 1), "x^(n+1)", "x^{(n+1)}"),
        (y_i(2), "y^(2)", "y^{(2)}"),
        (LOSS, "E[([Z_{k+1}]_{d+1,n+1} + y^(n+1))²]", r"\mathbb{E}[([Z_{k+1}]_{d+1,n+1} + y^{(n+1)})^2]"),
        (product_up(l, k, I_n + r_of(l) * M), "Π_{ℓ=0..k} (I_{n+1} + r_ℓ M)",
         r"\prod_{\ell=0}^{k} (I_{n+1} + r_{\ell} M)"),
        (product_down(l, k, B_of(l)) * B_of(l), "(Π_{ℓ=k..0} B_ℓ) B_ℓ",
         r"\left(\prod_{\ell=k}^{0} B_{\ell}\right) B_{\ell}"),
        (slope(t, t * b), "d/dt (t b)|[t=0]", r"\frac{d}{dt} (t b)\Big|_{t=0}"),
        (h_kernel(X_0, X_0), "[𝒦(X₀^(i), X₀^(j))]_ij", r"[\mathcal K(X_0^{(i)}, X_0^{(j)})]_{ij}"),
        (kernel_value(K, x_i(1), x_i(2)), "𝒦(x^(1), x^(2))", r"\mathcal K(x^{(1)}, x^{(2)})"),
        (h(X_0, X_0), "h̃(X₀, X₀)", r"\tilde h(X_0, X_0)"),
        (jacobian(h_, 1, X_0, X_0, X_0), "J^1_h̃(X₀, X₀)[X₀]", r"\mathcal{J}^{1}_{\tilde h}(X_0, X_0)[X_0]"),
        (masked_softmax(M), "softmax_M(M)", r"\operatorname{softmax}_M(M)"),
        (modulus(S), "|S|", "|S|"),
        (same_law(U_Sigma * X_0, X_0), "U_Σ X₀ =ᵈ X₀", r"U_\Sigma X_0 \overset{d}{=} X_0"),
        (differentiable(h(X_0, X_0), X_0), "h̃(X₀, X₀) is differentiable in X₀",
         r"\tilde h(X_0, X_0) \text{ is differentiable in } X_0"),
    ],
)
def test_the_heads_are_printed_as_on_the_page(node, text, tex):
    assert plain(node) == text
    assert latex(node) == tex
    assert 'class="tex"' not in math(tex)


def test_the_recursion_is_stated_once_beside_its_value():
    assert named(STEP) == {
        "Y_{ℓ+1}": "Y_ℓ + r_ℓ Y_ℓ M h̃(B_ℓ X_ℓ, C_ℓ X_ℓ)",
        "Y₀": "Y M",
        "X_{ℓ+1}": "X_ℓ + A_ℓ X_ℓ M h̃(B_ℓ X_ℓ, C_ℓ X_ℓ)",
    }
    assert plain(STEP) == "Y_{ℓ+1} = Y_ℓ + r_ℓ Y_ℓ M h̃(B_ℓ X_ℓ, C_ℓ X_ℓ)"


def test_two_recursions_of_one_letter_are_told_apart():
    turned = eq(X_at(l, start=U_Sigma * X_0), U_Sigma * X_at(l))
    assert plain(turned) == "X_ℓ = U_Σ X'_ℓ"
    assert named(turned)["X₀"] == "U_Σ X₀"
    assert "X'_{ℓ+1}" in named(turned)


def test_the_variable_of_a_derivative_stands_beside_what_depends_on_it():
    moved = slope(t, entry(Y_at(k + 1, r=lambda layer: at(r, layer) + t * b), 1, n + 1))
    assert plain(moved) == "d/dt [Y_{k+1}(t)]_{1,n+1}|[t=0]"


def test_nothing_free_is_captured_and_nothing_bound_is_replaced():
    up_to_l = product_up(l, k, at(B, l))
    assert substitute(up_to_l, {l: k}) == up_to_l
    assert substitute(product_up(l, l, at(B, l)), {l: k}) == up_to_l
    inside = substitute(product_up(l, k, at(B, l) * S), {S: at(A, l)})
    (bound,) = {s for s in (inside.args[0],)}
    assert bound.name == "l'"
    assert inside.args[2] == at(B, bound) * at(A, l)
    assert substitute(slope(t, t * b), {t: b}) == slope(t, t * b)
    assert substitute(X_at(k), {X_l: X_0}) == X_at(k)


def test_a_start_is_outside_the_scope_of_its_recursion():
    F = X_l
    assert F in free_symbols(sequence(F, l, F, F * M, k))
    assert F not in free_symbols(X_at(l))
    assert l in free_symbols(X_at(l))
    replaced = substitute(sequence(F, l, F, F * M, k), {F: X_0})
    assert replaced == sequence(F, l, X_0, F * M, k)


def test_bound_letters_are_not_quantified_over():
    @claim("mine/step", kind=Kind.IDENTITY)
    def step():
        """The step."""
        return STEP

    names = {sym.name for sym in step.forall}
    assert {"l", "A", "B", "C", "r"} <= names
    assert not names & {"X_l", "Y_l", "m"}
    assert {sym.name for sym in only_bound(STEP)} == {"X_l", "Y_l", "m"}


def test_each_slip_of_a_recursion_is_made_and_bound_letters_stay():
    rules = {twin.rule for twin in twins(STEP)}
    assert {"sign", "other layer", "layer of a weight", "other weight", "dropped step size", "dropped mask",
            "exchanged arguments"} <= rules  # fmt: skip
    for twin in twins(STEP):
        check_sizes(twin.prop, plain)
        assert {s.name for s in only_bound(twin.prop)} <= {"X_l", "Y_l", "m"}


def test_what_is_written_at_the_outside_is_changed_first():
    first = {twin.rule: plain(twin.prop) for twin in reversed(list(twins(STEP)))}
    assert first["dropped mask"] == "Y_{ℓ+1} = Y_ℓ + r_ℓ Y_ℓ h̃(B_ℓ X_ℓ, C_ℓ X_ℓ)"
    assert first["other weight"] == "Y_{ℓ+1} = Y_ℓ + r_ℓ Y_ℓ M h̃(C_ℓ X_ℓ, C_ℓ X_ℓ)"
    assert first["other layer"] == "Y_{ℓ+1} = Y_{ℓ+1} + r_ℓ Y_ℓ M h̃(B_ℓ X_ℓ, C_ℓ X_ℓ)"


def test_where_both_sides_are_derived_the_printed_one_is_changed_inside():
    both = le(slope(t, entry(Y_at(k + 1, r=lambda layer: t * at(r, layer)), 1, n + 1)), slope(t, t * at(a, l)))
    assert {"layer of a weight", "dropped step size", "reversed"} & {twin.rule for twin in select(both)}
    one = eq(slope(t, t * b), b * at(a, l))
    assert all(twin.path[0] == 1 for twin in twins(one))


def test_products_arguments_rotations_and_columns_have_twins():
    assert "factors reversed" in {x.rule for x in twins(eq(S, product_up(l, k, B_of(l))))}
    assert "exchanged arguments" in {x.rule for x in twins(eq(h(X_0, X_0), jacobian(h_, 1, X_0, X_0, X_0)))}
    assert "dropped rotation" in {x.rule for x in twins(same_law(X_0, U_Sigma * X_0))}
    assert "other column" in {x.rule for x in twins(eq(scalar("z"), entry(Y_0, 1, n + 1)))}


@pytest.mark.parametrize(
    "wrong",
    [
        h(X_0, Y_0),
        gram(K, X_0, S * Y_0.T),
        sequence(X_l, l, Y_0, X_l, k),
        sequence(X_l, l, X_0, X_l * X_l.T, k),
        product_up(l, k, X_0),
        jacobian(h_, 1, X_0, S, S),
        kernel_value(K, x_i(1), y_i(1)),
        modulus(X_0),
        X_at(l) * X_at(l),
        at(layers("B", "d", "d"), l) * Y_0,
    ],
)  # fmt: skip
def test_shapes_that_do_not_fit_are_refused(wrong):
    with pytest.raises(UserError):
        check_sizes(eq(wrong, wrong), plain)


def test_shapes_that_fit_are_read():
    for prop in (STEP, same_law(X_0, haar("U") * X_0), eq(h_kernel(X_0, S), gram(K, X_0, S)),
                 eq(h(X_0, X_0), jacobian(h_, 2, X_0, X_0, X_0)), eq(relu_each(X_0), exp_each(X_0))):  # fmt: skip
        check_sizes(prop, plain)
    check_number("the loss", LOSS, plain)
    with pytest.raises(UserError):
        check_sizes(eq(activated(activation("g"), X_0, S), eye("d")), plain)


def test_a_row_or_column_of_a_name_with_a_subscript_has_one_subscript_at_a_time():
    assert latex(row(Z_at(k), d + 1)) == "[Z_k]_{d+1:}"
    assert latex(col(Z_at(k), 2)) == "[Z_k]_{:2}"
    assert latex(row(S, 1)) == "S_{1:}"


def test_a_recursion_within_another_one_is_printed():
    T, Y_l = matrix("T", 1, "n+1"), matrix("Y_l", 1, "n+1", tex=r"Y_\ell")
    inner = sequence(T, layer("s", tex="s"), Y_0, T + at(r, l) * Y_l, l)
    outer = sequence(Y_l, l, Y_0, inner, k)
    assert plain(outer) == "Y_k"
    assert named(outer)["Y_{ℓ+1}"] == "T_ℓ"
    assert named(outer)["T_{s+1}"] == "T_s + r_ℓ Y_ℓ"


def test_the_index_of_a_sum_captures_nothing_and_is_not_replaced():
    i, m = index("i", "n"), index("m", "n")
    x, w = vector("x", "d", "iid"), vector("w", "d")
    several = total(i, n, inner(at(x, i), w))
    apart = substitute(several, {w: at(x, i)})
    assert plain(apart) == "Σ_{i'=1..n} ⟨x_{i'}, x_i⟩"
    assert free_symbols(apart) == {x, i, n}
    assert substitute(several, {i: m}) == several
    assert substitute(total(i, n, inner(at(x, i), at(x, m))), {m: i}).args[0] != i
    side = beside_over(i, n, at(x, i) + w)
    assert i in free_symbols(substitute(side, {w: at(x, i)}))


def test_the_number_of_a_prompt_is_put_in_where_its_sum_is_unrolled():
    tau, lam = index("tau", "B"), vector("lam", "d", "iid")
    single = per_prompt(tau, at(lam, tau))
    assert substitute(single, {tau: term(2)}) == Op("per_prompt", (term(2), at(lam, term(2))))
