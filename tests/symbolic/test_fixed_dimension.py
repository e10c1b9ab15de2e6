"""Words instantiated at a fixed d against the entrywise route, which derives everything anew."""

import pytest

from symbolic import entries
from symbolic.errors import InputError
from symbolic.fixed_dimension import Entrywise
from symbolic.flow import lsa_flow
from symbolic.lsa import PARAMETERS, Lam, population_loss
from symbolic.words import Matrix, N, matrix, norm_F, trace


@pytest.mark.parametrize(("d", "general"), [(1, True), (2, True), (3, True), (4, False)])
def test_the_loss_on_words_becomes_the_entrywise_loss_coefficient_by_coefficient(d, general):
    L = entries.loss(d, general)
    at = Entrywise(L.names)
    words_side = at.scalar(population_loss())
    n = at.generators["N"]
    assert words_side.num.to_dict() == (L.numerator / (words_side.denominator.leading_coefficient())).to_dict()
    assert words_side.denominator == n**2


def test_the_flow_on_words_becomes_the_entrywise_flow():
    flow = entries.flow(2)
    at = Entrywise(flow.names)
    velocity = at.matrix(lsa_flow().velocity(PARAMETERS.U11))
    for i in range(2):
        for j in range(2):
            assert velocity[i, j].num.to_dict() == flow.U11[i][j].numerator.to_dict()


def test_Gamma_times_its_inverse_is_the_identity_entry_by_entry():
    Gam = Lam * (1 + 1 / N) + Matrix.identity("d") * (trace(Lam) / N)
    at = Entrywise(entries.Names(2, True))
    product = at.matrix(Gam) @ at.matrix(Gam**-1)
    assert [[x == at.one for x in row] for row in product.rows] == [[True, False], [False, True]]
    assert product[0, 1] == at.zero


def test_what_is_no_rational_function_of_the_entries_is_refused():
    at = Entrywise(entries.Names(2, True))
    with pytest.raises(InputError, match="exponent 1/2"):
        at.scalar(norm_F(Lam))
    with pytest.raises(InputError, match="no entries"):
        at.matrix(matrix("Theta", "d", "d"))
