import numpy as np
import pytest

from numeric import parameters
from numeric.errors import InputError


def test_the_families_have_the_spectra_that_they_promise():
    spectrum = [0.5, 1.0, 3.0]
    assert np.allclose(np.linalg.eigvalsh(parameters.rotated(spectrum, "doc")), spectrum)
    assert np.allclose(np.linalg.eigvalsh(parameters.spiked(4, 9.0, "doc")), [1, 1, 1, 9])
    assert np.allclose(np.diag(parameters.power_law(3, 2.0)), [1, 1 / 4, 1 / 9])


def test_a_name_gives_the_same_matrix_and_another_name_another():
    a, b, c = (parameters.random_theta(3, name) for name in ("one", "one", "two"))
    assert (a == b).all()
    assert not (a == c).any()


def test_theta_is_normalised_as_assumption_3_asks():
    Theta = parameters.random_theta(5, "doc")
    assert abs(np.linalg.norm(Theta @ Theta.T) - 1) < 1e-14


@pytest.mark.parametrize("bad", [np.zeros((2, 2)), np.ones((3, 2)), [[np.nan, 0], [0, 1]], "abc"])
def test_a_bad_theta_is_refused(bad):
    with pytest.raises(InputError, match="Theta must"):
        parameters.theta(bad, 2)
