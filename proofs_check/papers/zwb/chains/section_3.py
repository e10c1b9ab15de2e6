"""Section 3: the factor 1/M is absorbed by the value weights; LSA is LTB without the MLP."""

from __future__ import annotations

from ....proof.chain import Exhibit, Identity, Proof, Step
from ....proof.steps.extrema import Within
from ....statement.props import eq, exists, le
from ....statement.psd import infimum
from ....statement.terms import Term, TermLike, term, where, zeros
from ..notation import R_LSA, R_LTB, W_V1, M, f_LSA, f_LTB, reduced, w_1, w_V2
from ..notation_layers import LSA, LTB, V_1, inclusion, same_value, v_2
from ..notation_risk import without_MLP


def absorbed(layer: Term) -> Proof:
    """Both inclusions, by W_V / M and by M W_V."""

    def steps(factor: TermLike, other: TermLike, scale: Term, where_from: str) -> tuple[Step, Step]:
        at = ((V_1, scale * W_V1), (v_2, scale * w_V2))
        left, right = same_value(layer, factor, other).args
        assert isinstance(left, Term)
        assert isinstance(right, Term)
        label = f"{where_from}, the same values"
        return (
            Step(label, eq(where(left, *at), where(right, *at)), Identity()),
            Step(where_from, inclusion(layer, factor, other), Exhibit(*at), (label,),
                 printed="can be absorbed into trainable parameters"),
        )

    return Proof((
        *steps(1 / M, term(1), 1 / M, "with the factor"), *steps(term(1), 1 / M, 1 * M, "without the factor"),
    ))


ABSORBED = {"e": absorbed(LTB), "f": absorbed(LSA)}
without = (w_1, zeros("d", 1))
MEMBER = Proof((
    Step("w_1 = 0", eq(where(f_LTB, without), where(f_LSA, without)), Identity()),
    Step("member", exists(w_1, eq(f_LTB, f_LSA)), Exhibit(without), ("w_1 = 0",),
         printed="An LSA model can be viewed as an LTB model without the MLP layer"),
))
NO_LARGER = Proof((
    Step("no larger", le(infimum(R_LTB, *reduced), infimum(R_LSA, *without_MLP)), Within(without),
         printed="no larger than the best ICL risk achieved by LSA models"),
))
