"""Proof chains, good ones and bad ones, with citations and facts."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from proofs_check import (
    absolute,
    entry,
    eq,
    ge,
    global_minimum,
    gradient_flow,
    gt,
    implies,
    independent_of,
    index,
    le,
    lt,
    minimisers_satisfy,
    minimum,
    ne,
    norm_2,
    posdef,
    psd,
    relu,
    scalar,
    sqrt,
    term,
    total,
    tr,
    vector,
    where,
)
from proofs_check.proof.chain import (
    Antisymmetry,
    Assume,
    AtMinimisers,
    Attained,
    Combination,
    Contradiction,
    Discharge,
    Exhibit,
    FromClaim,
    FromFact,
    Identity,
    Positivity,
    Proof,
    Reduction,
    Step,
)
from proofs_check.proof.facts import flow_exists
from proofs_check.proof.logic import instantiate
from proofs_check.statement.props import Prop, differs, exists
from proofs_check.statement.psd import convex
from proofs_check.statement.terms import Term

from ..stating import Stated, false, family, named, true
from .letters import T_, A, K, N, R, S, a, b, c, n, p, q, u, v, w

j = index("j", "N")
r_ = vector("r_9", "N")


def _said(truth: object, prop: Prop, *steps: Step, **more: object) -> Stated:
    return truth(prop, proof=Proof(steps), **more)  # type: ignore[operator, no-any-return]


def _under(assumed: Prop, shown: Prop, rule: object) -> tuple[Step, ...]:
    return (
        Step("suppose", assumed, Assume()), Step("sign", shown, rule, ("suppose",)),  # type: ignore[arg-type]
        Step("hence", implies(assumed, shown), Discharge("suppose"), ("suppose", "sign")),
    )  # fmt: skip


@family("chains")
def signs() -> Iterator[Stated]:
    """A step of signs with its conclusion: true for squares and psd products, false where strict, of three
    factors, unsymmetric."""
    for prop in (ge(a**2, 0), ge(tr(S * R), 0), psd(S * R * S), posdef(S * S), ge(norm_2(v), 0), psd(A * A.T)):
        yield _said(true, prop, Step("sign", prop, Positivity()))
    for prop in (gt(a**2, 0), psd(S * R), posdef(S * R), ge(tr(S * R * T_), 0), gt(q, 0), gt(norm_2(v), 0),
        gt(absolute(a), 0),
                 psd(S - R), ge(a, 0), ge(a * b, 0), gt(tr(A * A.T), 0), posdef(K), ne(a, 0), gt(sqrt(q),
                     0)):  # fmt: skip
        yield _said(false, prop, Step("sign", prop, Positivity()))


@family("chains")
def combinations() -> Iterator[Stated]:
    """0 <= a gives 0 <= 2a and 0 <= q a, but neither 0 <= -2a nor 0 <= b a; two inequalities make an equation, one
    does not."""
    for factor, truth in ((term(2), true), (q, true), (p, true), (term(-2), false), (b, false), (-p, false)):
        shown = le(0, factor * a)
        yield _said(truth, implies(le(0, a), shown), *_under(le(0, a), shown, Combination(factor)))
    low, high = Step("low", le(a, b), Assume()), Step("high", le(b, a), Assume())
    equal = Step("equal", eq(a, b), Antisymmetry(), ("low", "high"))
    inside = Step("inside", implies(le(b, a), eq(a, b)), Discharge("high"), ("high", "equal"))
    both = implies(le(a, b), implies(le(b, a), eq(a, b)))
    yield _said(true, both, low, high, equal, inside, Step("outside", both, Discharge("low"), ("low", "inside")))
    one = implies(le(a, b), eq(a, b))
    wrong = Step("equal", eq(a, b), Antisymmetry(), ("low",))
    yield _said(false, one, low, wrong, Step("outside", one, Discharge("low"), ("low", "equal")))
    yield _said(false, ge(a, -(b**2)), Step("minus", ge(a, -(b**2)), Combination(plus=(a + b**2,))))
    am = ge(a**2 + b**2, 2 * a * b)
    yield _said(true, am, Step("square", am, Combination(plus=((a - b) ** 2,))))
    yield _said(
        false, gt(a**2 + b**2, 2 * a * b), Step("x", gt(a**2 + b**2, 2 * a * b), Combination(plus=((a - b) ** 2,)))
    )
    yield _said(false, ge(a**2, 1), Step("x", ge(a**2, 1), Combination(plus=(a**2 - 1,))))


@family("chains")
def one_outcome_one_index() -> Iterator[Stated]:
    """What holds at one outcome or for one index says nothing of the mean or the sum: an inner product is of any
    sign."""
    for assumed, shown in (
        (le(0, entry(r_, j, 1)), le(0, total(index("i", "N"), N, entry(r_, index("i", "N"), 1)))),
        (le(0, a), le(0, b)), (ne(a, 0), gt(b**2, 0)), (lt(0, a**2), lt(0, a)), (le(0, v.T * w), le(0, v.T * v - 1)),
    ):  # fmt: skip
        yield _said(false, implies(assumed, shown), *_under(assumed, shown, Positivity()))
    yield _said(true, implies(ne(a, 0), gt(a**2, 0)), *_under(ne(a, 0), gt(a**2, 0), Positivity()))


@family("chains")
def least_values() -> Iterator[Stated]:
    """The value at a point that names the bound symbol itself, or under an assumption on it, is no minimum."""
    f: Term = (a - b) ** 2
    below = Step("below", ge(f, f), Combination())
    there = Step("there", eq(where(f, (a, a)), f), Identity())
    yield _said(false, eq(minimum(f, a), f), below, there,
                Step("least", eq(minimum(f, a), f), Attained((a, a)), ("below", "there")))  # fmt: skip
    for x in (a, u):
        here = (x - b) ** 2
        floor = Step("below", ge(here, where(here, (x, x))), Combination())
        yield _said(false, global_minimum(here, (x, x)), floor,
                    Step("least", global_minimum(here, (x, x)), Attained((x, x)), ("below",)))  # fmt: skip
    suppose = Step("suppose", le(1, a), Assume())
    least = eq(minimum(a**2, a), 1)
    yield _said(
        false,
        implies(le(1, a), least),
        suppose,
        Step("below", ge(a**2, 1), Combination(2, plus=((a - 1) ** 2,)), ("suppose",)),
        Step("there", eq(where(a**2, (a, 1)), 1), Identity()),
        Step("least", least, Attained((a, 1)), ("below", "there")),
        Step("hence", implies(le(1, a), least), Discharge("suppose"), ("suppose", "least")),
    )
    five, lowest = eq(a, 5), eq(a**2, minimum(a**2, a))
    every = minimisers_satisfy(a**2, five, a)
    yield _said(
        false,
        implies(five, every),
        Step("suppose", five, Assume()),
        Step("where", lowest, Assume()),
        Step("implied", implies(lowest, five), Discharge("where"), ("where", "suppose")),
        Step("all", every, AtMinimisers(), ("implied",)),
        Step("hence", implies(five, every), Discharge("suppose"), ("suppose", "all")),
    )
    yield _said(
        true,
        eq(minimum(f, a), 0),
        Step("below", ge(f, 0), Positivity()),
        Step("there", eq(where(f, (a, b)), 0), Identity()),
        Step("least", eq(minimum(f, a), 0), Attained((a, b)), ("below", "there")),
    )
    yield _said(
        false,
        eq(minimum(f + 1, a), 0),
        Step("below", ge(f + 1, 0), Positivity()),
        Step("there", eq(where(f, (a, b)), 0), Identity()),
        Step("least", eq(minimum(f + 1, a), 0), Attained((a, b)), ("below", "there")),
    )


def _cites(prop: Prop, *steps: Step, cited: Prop, truth: object = false, **more: object) -> Stated:
    claim = named("own/cited", cited, **more)  # type: ignore[arg-type]
    return _said(truth, prop, *steps, cites=(claim,))


@family("chains")
def citations() -> Iterator[Stated]:
    """From sqrt(a) sqrt(a) = a, where it has a value, nothing follows for negative a; from what is false nothing
    at all."""
    root = eq(sqrt(a) * sqrt(a), a)
    for target, value in ((ge(a, 0), a), (ge(b, 0), b), (le(n, 1000000), 1000000 - n), (ge(b**3, 0), b**3),
                          (ge((a * a - 2) ** 2 - Fraction(1, 10**12), 0), (a * a - 2) ** 2 - Fraction(1,
                              10**12))):  # fmt: skip
        here = eq(sqrt(value) * sqrt(value), value)
        yield _cites(
            target, Step("r", here, FromClaim("own/cited", bind=((a, value),))),
            Step("q", ge(sqrt(value) * sqrt(value), 0), Positivity()),
            Step("s", target, Combination(1), ("q",)), cited=root,
        )  # fmt: skip
        yield _cites(
            target, Step("r", here, FromClaim("own/cited", bind=((a, value),))),
            Step("s", target, Positivity(), ("r",)), cited=root,
        )  # fmt: skip
    inverse = eq(a * (1 / a), 1)
    yield _cites(
        ne(a, 0), Step("zero", eq(a, 0), Assume()), Step("r", inverse, FromClaim("own/cited")),
        Step("x", eq(term(1), 0), Identity(1, -1 / a), ("r", "zero")), Step("s", ne(a, 0), Contradiction("zero"),
            ("zero", "x")),
        cited=inverse,
    )  # fmt: skip
    yield _cites(ge(b, 0), Step("r", ge(b, 0), FromClaim("own/cited", bind=((a, b),))), cited=ge(a, 0))
    yield _cites(ge(b, 0), Step("r", ge(b, 0), FromClaim("own/cited", bind=((a, b),))), cited=ge(a, 0),
                 fact="as everybody knows")  # fmt: skip
    yield _cites(eq(A, A.T), Step("r", eq(A, A.T), FromClaim("own/cited", bind=((S, A),))), cited=eq(S, S.T))
    yield _cites(ge(b, 0), Step("r", ge(b, 0), FromClaim("own/cited", bind=((p, b),))), cited=ge(p, 0))
    yield _cites(gt(q, 0), Step("r", gt(q, 0), FromClaim("own/cited", bind=((p, q),))), cited=gt(p, 0))
    yield _cites(posdef(K), Step("r", posdef(K), FromClaim("own/cited", bind=((S, K),))), cited=posdef(S))
    yield _cites(le(1, b), Step("r", le(1, b), FromClaim("own/cited", bind=((n, b),))), cited=le(1, n))
    yield _cites(
        ge(b**2, 0), Step("r", ge(b**2, 0), FromClaim("own/cited", bind=((a, b),))), cited=ge(a**2, 0), truth=true
    )
    yield _cites(ge(p, 0), Step("r", ge(p, 0), FromClaim("own/cited", bind=((q, p),))), cited=ge(q, 0), truth=true)
    for theirs, sym, value in ((independent_of(b, a), b, a), (convex(-(b**2), a), b, a), (differs(a, b), b, a),
                               (global_minimum(a**2 - b**2, (a, 0)), b, 2 * a), (exists(a, lt(b, a)), b, a)):
        captured = instantiate(theirs, {sym: value})
        yield _cites(captured, Step("r", captured, FromClaim("own/cited", bind=((sym, value),))), cited=theirs)
    yield _said(false, ge(a, 0), Step("r", ge(a, 0), FromClaim("own/examined")))
    yield _said(false, ge(a, 0), Step("r", ge(a, 0), FromClaim("own/nowhere")))


@family("chains")
def flows() -> Iterator[Stated]:
    """The solution for the loss |u| reaches the kink at the time |u(0)|: facts about smooth losses say nothing of
    it."""
    for loss in (absolute(u), sqrt(u**2), relu(u), absolute(u - 1) + absolute(u + 1)):
        yield _said(
            false, flow_exists(loss), Step("bounded", ge(loss, 0), Positivity()),
            Step("exists", flow_exists(loss), FromFact("continuation of bounded solutions", f=loss, c=0), ("bounded",)),
            model=gradient_flow(loss, (u,)),
        )  # fmt: skip
    for loss in (u**2, (u - 1) ** 2 + u**4):
        yield _said(
            true, flow_exists(loss), Step("bounded", ge(loss, 0), Positivity()),
            Step("exists", flow_exists(loss), FromFact("continuation of bounded solutions", f=loss, c=0), ("bounded",)),
            model=gradient_flow(loss, (u,)),
        )  # fmt: skip


@family("chains")
def identities() -> Iterator[Stated]:
    """An identity step with its multipliers: right ones and wrong ones."""
    yield _said(
        true,
        eq((a + b) ** 2 - 2 * a * b, a**2 + b**2),
        Step("x", eq((a + b) ** 2 - 2 * a * b, a**2 + b**2), Identity()),
    )
    for prop in (eq(a * b, a + b), eq(tr(A * S), tr(A) * tr(S)), eq(a, b), eq(S * R, R * S), eq(a**2, a)):
        yield _said(false, prop, Step("x", prop, Identity()))
    yield _said(true, implies(eq(a, b), eq(a * c, b * c)), *_under(eq(a, b), eq(a * c, b * c), Identity(c)))
    yield _said(false, implies(eq(a * c, b * c), eq(a, b)), *_under(eq(a * c, b * c), eq(a, b), Identity(1 / c)))
    yield _said(false, implies(eq(a, b), eq(a, -b)), *_under(eq(a, b), eq(a, -b), Identity(-1)))


@family("chains")
def exhibits() -> Iterator[Stated]:
    """A value that is shown must be admitted by the traits of the bound symbol and satisfy the body."""
    m, pos = scalar("m_9"), scalar("m_8", "positive")
    good = Step("there", eq(a + 0, a), Identity())
    yield _said(true, exists(m, eq(m + 0, a)), good, Step("x", exists(m, eq(m + 0, a)), Exhibit((m, a)), ("there",)))
    yield _said(
        false, exists(pos, eq(pos + 0, a)), good, Step("x", exists(pos, eq(pos + 0, a)), Exhibit((pos, a)), ("there",))
    )
    square = Step("there", eq(sqrt(a) ** 2, a), Identity())
    yield _said(
        false, exists(m, eq(m**2, a)), square, Step("x", exists(m, eq(m**2, a)), Exhibit((m, sqrt(a))), ("there",))
    )
    moves = exists(m, independent_of(a - m, a))
    still = Step("there", independent_of(a - a, a), Reduction())
    yield _said(false, moves, still, Step("x", moves, Exhibit((m, a)), ("there",)))
