"""Why least squares is optimal without noise, Section 4.3: no linear use of what the labels tell does better."""

from __future__ import annotations

from ....proof.chain import Combination, Identity, Proof, Step, Substitution
from ....statement.laws import expect_given
from ....statement.props import eq, le
from ....statement.terms import inner, matrix, norm_2, vector
from ..notation import w, x_q

P, v = matrix("P", "d", "d", tex="P"), vector("v", "d")
projection = "P is an orthogonal projection"


least = expect_given((inner(P * w, x_q) - inner(w, x_q)) ** 2, x_q)
other = expect_given((inner(P * w, v) - inner(w, x_q)) ** 2, x_q)
difference = v - x_q

CHAIN = Proof((
    Step("error", eq(least, norm_2(x_q - P.T * x_q) ** 2), Identity()),
    Step("least error", eq(norm_2(x_q - P.T * x_q) ** 2, norm_2(x_q - P * x_q) ** 2), Substitution(),
         (f"{projection}#2",)),
    Step("value", eq(least, norm_2(x_q - P * x_q) ** 2), Identity(1, 1), ("error", "least error")),
    Step("excess", eq(other - least, difference.T * P * P.T * difference
                      + 2 * (difference.T * P * P.T * x_q - difference.T * P * x_q)), Identity()),
    Step("once", eq(difference.T * P * P.T * x_q, difference.T * (P * P) * x_q), Substitution(), (f"{projection}#2",)),
    Step("twice", eq(difference.T * (P * P) * x_q, difference.T * P * x_q), Substitution(), (f"{projection}#1",)),
    Step("optimal", le(least, other), Combination(-1, -2, -2, plus=(norm_2(P.T * difference) ** 2,)),
         ("excess", "once", "twice"), printed="optimal"),
))
