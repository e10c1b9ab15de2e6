"""Why the covariates of a prompt are independent given their covariance only, Section 4.3."""

from __future__ import annotations

from ....proof.chain import Assume, Contradiction, Discharge, Identity, Proof, Step
from ....statement.laws import expect_given
from ....statement.props import eq, implies, ne
from ....statement.terms import at, entry, expect
from ..notation import k
from ..notation_random import lam_tau, x_lam, x_lam_q

first, query = entry(at(x_lam, 1), k, 1) ** 2, entry(x_lam_q, k, 1) ** 2
product = first * query
variance = entry(lam_tau, k, 1)
squares, square = expect(variance**2), expect(variance) ** 2
uncorrelated = eq(expect(product), expect(first) * expect(query))

CHAIN = Proof((
    Step("given", eq(expect_given(product, lam_tau), expect_given(first, lam_tau) * expect_given(query, lam_tau)),
         Identity(), printed="conditionally independent given the covariance matrix"),
    Step("variance differs", ne(squares, square), Assume()),
    Step("suppose", uncorrelated, Assume()),
    Step("then not", eq(squares, square), Identity(1), ("suppose",)),
    Step("correlated", ne(expect(product), expect(first) * expect(query)), Contradiction("suppose"),
         ("suppose", "then not", "variance differs"), printed="but not independent in general"),
    Step("in general", implies(ne(squares, square), ne(expect(product), expect(first) * expect(query))),
         Discharge("variance differs"), ("variance differs", "correlated"), printed="but not independent in general"),
))
