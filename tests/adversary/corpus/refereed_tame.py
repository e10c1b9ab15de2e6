"""Laws, points and layers as wild as nothing forbids: what holds for symmetric, centred, like or scaled ones alone."""

from collections.abc import Iterator

from .refereed_words import *

e_2, es = noise("e_2", p), noise("e_3", p, iid=True)
x_0, x_9, xs = gaussian("x_0", "d", S), gaussian("x_9", "d", S), gaussian("x_8", "d", S, iid=True)
y_0, y_00 = scalar("y_0", "random", "label:x_0"), scalar("y_00", "random", "label:x_0")
y_9, ys = scalar("y_9", "random", "label:x_9"), scalar("y_8", "random", "label:x_8", "iid")
one, two, copied = scalar("l_1", "random", "law"), scalar("l_2", "random", "law"), scalar("l_3", "random", "copy:l_1")
alone_ = scalar("l_0", "random", "law")
above, vec = scalar("l_4", "random", "law", "positive"), vector("l_5", "d", "random", "law", "positive")
Big = matrix("L_6", "d", "d", "random", "law", "symmetric", "posdef")
psd_1 = matrix("L_7", "d", "d", "random", "law", "symmetric", "psd")
psd_2 = matrix("L_8", "d", "d", "random", "copy:L_7", "symmetric", "psd")
X, Y = matrix("X_1", "d", "n_1", "random", "context"), matrix("Y_1", 1, "n_1", "random", "context")
x_c, y_c = vector("x_2", "d", "random", "context"), scalar("y_2", "random", "context")
ell, k_9, B_9, s_9 = layer("l"), layer("k_9"), layers("B_9", "d", "d"), scalar("s_9")


def exist(*bodies: Term) -> tuple[Prop, ...]:
    return tuple(finite(expect(body)) for body in bodies)


@family("refereed_tame")
def laws_of_two() -> Iterator[Stated]:
    """Two noises, labels or random numbers have laws of their own, whatever their deviations and covariates; copies
    have the law of the original."""
    for k in (3, 4):
        yield false(eq(expect(e**k), expect(e_2**k)), *exist(e**k, e_2**k))
    yield false(eq(expect(e**3), expect(e_2**3)))
    yield false(eq(expect(absolute(e)) * r, expect(absolute(f)) * p))
    yield false(eq(expect(one), expect(two)), *exist(one, two))
    for body in (y_0, y_0**2, y_0 * x_0):
        yield false(eq(expect(body), expect(substitute(body, {y_0: y_9, x_0: x_9}))))
    yield false(eq(expect(y_0), expect(y_00)), *exist(y_0, y_00))
    yield false(eq(expect(y_0 * y_00), expect(y_0) * expect(y_00)), *exist(y_0 * y_00))
    yield true(eq(expect(e**2), expect(e_2**2)))
    yield true(eq(expect(one), expect(copied)), *exist(one, copied))
    yield true(le(expect(absolute(one)), expect(absolute(copied))), *exist(one, copied))
    yield true(psd(expect(psd_2 * psd_2) - expect(psd_1 * psd_1)), *exist(psd_1 * psd_1, psd_2 * psd_2))
    yield ill_shaped(eq(expect(scalar("z_1", "random", "copy:e")**2), expect(e**2)))
    yield ill_shaped(ge(expect(scalar("z_1", "random", "copy:l_1", "positive")), expect(one)))


@family("refereed_tame")
def members_that_nobody_counts() -> Iterator[Stated]:
    """A label depends on its covariate, at whatever index."""
    yield false(eq(expect(at(ys, i) * at(xs, i)), o))
    yield false(eq(expect(at(ys, i) * norm_2(at(xs, i))**2), expect(at(ys, i)) * tr(S)))
    yield true(eq(expect(at(ys, i) * at(xs, j)), o), ne(i, j))


@family("refereed_tame")
def scales() -> Iterator[Stated]:
    """What is positive may be large or small, often or rarely, and entries of a vector may go together."""
    yield from (false(prop, *exist(above**3)) for prop in (
        le(expect(above), 3), ge(expect(above), H(1, 10)), ge(expect(above**2), expect(above)),
        le(expect(above**2), 100 * expect(above)), le(expect(above**3), 9 * expect(above)**3),
        almost_surely(le(above, 1000)), almost_surely(ge(above, H(1, 1000))),
    ))  # fmt: skip
    yield false(le(expect(one**4), 9 * expect(one**2)**2), *exist(one**4))
    yield false(almost_surely(le(one**2, 100)))
    yield false(le(tr(expect(Big)), 10), *exist(Big))
    yield false(eq(expect(entry(vec, 1, 1) * entry(vec, 2, 1)), expect(entry(vec, 1, 1)) * expect(entry(vec, 2, 1))),
                le(2, d), *exist(vec * vec.T))  # fmt: skip
    yield true(le(expect(above)**2, expect(above**2)), *exist(above**2))


@family("refereed_tame")
def one_law_is_large_where_another_is_small() -> Iterator[Stated]:
    """A cube outgrows its square, whichever letter it is of and whichever sign it has."""
    for large, small in ((one, two), (two, one)):
        for sign in (1, -1):
            right = expect(absolute(small)**3) + expect(relu(small)**2) + 2
            grown = sign * expect(large**3) - expect(large**2)
            yield false(lt(grown - expect(small), right))
            yield true(le(grown, expect(absolute(large)**3) + expect(relu(small)**2)),
                       *exist(absolute(large)**3, relu(small)**2))  # fmt: skip
    for large, middle, small in ((one, two, alone_), (two, one, alone_), (alone_, one, two)):
        yield false(le(expect(large**2), expect(middle**4) + expect(small**2) + 1))


@family("refereed_tame")
def moduli_of_gaussians() -> Iterator[Stated]:
    """E|z|^k = (k - 1)!! E|z| for odd k, and (E|z|)^2 = 2/pi for a standard Gaussian z."""
    half = expect(absolute(x1))
    equations = (
        (expect(relu(x1)), half / 2), (expect(absolute(x1)**3), 2 * p**2 * half), (expect(x1 * relu(x1)), p**2 / 2),
        (expect(relu(x1 * y1)), half * expect(absolute(y1)) / 2), (expect(x1 * absolute(x1)), a * 0),
        (expect(absolute(x1 + absolute(y1 * 0))), half), (expect(absolute(x1 * absolute(x1))), p**2),
    )  # fmt: skip
    yield from (true(eq(*sides)) for sides in equations)
    yield from (false(eq(left, right + p**2 / 10**9)) for left, right in equations)
    yield from (false(eq(half**2, factor * p**2)) for factor in (H(7, 11), H(2, 3), 1))
    yield true(chain(H(63, 100) * p**2, "<=", half**2, "<=", H(7, 11) * p**2 + p**2 / 10**3))
    yield false(eq(expect(absolute(x1 + y1)), half + expect(absolute(y1))))
    yield false(eq(expect(absolute(e)), p * half / p))


@family("refereed_tame")
def where_polynomials_vanish() -> Iterator[Stated]:
    """The roots of two are 1.41..., of the golden ratio's polynomial 1.61... and -0.61..., of a cube one; a product
    vanishes where either factor does, and a circle has points in every quarter."""
    two, golden, circle = eq(a**2, 2), eq(a**2, a + 1), eq(a**2 + b**2, 3)
    yield from (false(implies(two, q_)) for q_ in (ge(a, 0), le(a, 0), eq(a, 1), le(a, H(7, 5)), psd(a * S)))
    yield from (true(implies(two, q_)) for q_ in (eq(a**4, 4), ne(a, 1), le(a, H(3, 2)), psd(a**2 * S)))
    yield from (false(q_, two) for q_ in (ge(a, 0), le(a, H(7, 5)), eq(a * b, b)))
    yield from (true(q_, two) for q_ in (le(a, H(3, 2)), ne(a * p, p)))
    yield from (false(implies(golden, q_)) for q_ in (ge(a, 0), eq(a**3, 2 * a), le(a, H(8, 5))))
    yield from (true(implies(golden, q_)) for q_ in (eq(a**3, 2 * a + 1), implies(ge(a, 0), ge(a, H(3, 2)))))
    yield false(implies(eq(a**3, 2), ge(a, H(4, 3))))
    yield true(implies(eq(a**3, 2), ge(a, H(5, 4))))
    yield false(implies(eq(p**2, 2), eq(p**3, 3)))
    yield true(implies(eq(p**2, 2), gt(p**3, 2)))
    yield from (false(implies(eq((a - 1) * (b - 2), 0), q_)) for q_ in (eq(a, 1), eq(b, 2), le(a, 1), ge(b, 2)))
    yield from (false(implies(circle, q_)) for q_ in (ge(a, b), le(a, b), ge(a * b, 0), le(a * b, 0), le(a * b, 1)))
    yield from (true(implies(circle, q_)) for q_ in (le(a * b, H(3, 2)), le(a + b, H(5, 2)), le(a, 2)))
    yield vacuous(ge(a, 0), eq(a**2, -2))
    yield vacuous(ge(a, 1), eq(a**2, 2), eq(a**2, 3))


@family("refereed_tame")
def labels_beside_rotated_contexts() -> Iterator[Stated]:
    """Where rotations keep the law of the covariates, labels may depend on one direction, and have any mean."""
    kept, kept_one = same_law(U * X, X), same_law(U * x_c, x_c)
    yield false(eq(expect(X * Y.T), o), kept)
    yield false(eq(expect(X * Y.T), o), kept, *exist(X * Y.T))
    yield false(eq(expect(y_c * x_c), o), kept_one)
    yield false(eq(expect(y_c * x_c * x_c.T), expect(y_c * x_c.T * x_c) / d * Id), kept_one)
    yield from (false(prop, kept_one) for prop in (eq(expect(y_c), 0), ge(expect(y_c), 0), le(expect(y_c), 0)))
    yield true(eq(expect(X), 0 * X), kept)
    yield true(eq(expect(U * X * Y.T), o))


@family("refereed_tame")
def late_layers() -> Iterator[Stated]:
    """Bounds and zeros that hold in the first layers alone."""
    steps = sequence(s_9, ell, term(0), s_9 + 1, k_9)
    yield from (false(le(steps, bound)) for bound in (2, 3, 7))
    yield false(le(k_9, 3))
    yield false(eq(k_9 * (k_9 - 1) * (k_9 - 2) * (k_9 - 3) * (k_9 - 4) * tr(A), 0))
    yield true(eq(steps, k_9))
    yield false(eq(tr(product_up(ell, k_9, at(B_9, ell))), tr(product_down(ell, k_9, at(B_9, ell)))))
