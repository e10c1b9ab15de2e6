"""Without a context the prediction of GD-beta is linear in beta, whose part in Im(H) converges."""

from __future__ import annotations

from ....proof.chain import Continuity, FromClaim, Identity, Proof, Step, Substitution
from ....statement.props import eq, limit
from ....statement.terms import Term, substitute, vector, zeros
from ..notation import D, P, X, beta_star, f_GD, x_q, y

z = vector("z", "d")
PD: Term = P * D
silent: Term = substitute(f_GD, {X.sym: zeros("M", "d"), y.sym: zeros("M", 1), x_q: P * z})
wanted: Term = beta_star.T * (P * z)
moving: Term = PD.T * z + wanted
LEARNED = Proof((
    Step("PD", limit(PD, zeros("d", 1)), FromClaim("zwb/lemma-g.3", "b"), printed="Section 6"),
    Step("along z", limit(moving, zeros("d", 1).T * z + wanted), Continuity(), ("PD",)),
    Step("prediction", eq(moving, silent), Identity()),
    Step("value", eq(zeros("d", 1).T * z + wanted, wanted), Identity()),
    Step("learned", limit(silent, wanted), Substitution("along z"), ("along z", "prediction", "value")),
))
