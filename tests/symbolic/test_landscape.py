"""The loss over all parameters: parity in w, the global minimum, and certificates that are wrong."""

from dataclasses import replace

from symbolic.landscape import landscape, parity, verify
from symbolic.lsa import PARAMETERS, Lam, Prompt, y_hat
from symbolic.words import Matrix, N, name_of, substitute, trace

p = PARAMETERS


def test_the_loss_depends_on_the_odd_part_through_one_product():
    product = landscape().K
    assert product == p.U11 * p.u_1 + p.u12 * p.u21.T


def test_the_decomposition_verifies_from_the_model():
    assert verify(landscape())


def test_the_minimum_over_all_parameters_is_that_of_corollary_16_plus_half_the_trace_of_Lambda():
    Gam = Lam * (1 + 1 / N) + Matrix.identity("d") * (trace(Lam) / N)
    assert (landscape().minimum - trace(Lam) / 2 + trace(Lam**2 * Gam**-1) / 2).is_zero()


def test_the_two_parts_are_odd_and_even():
    prompt = Prompt()
    odd, even = parity(y_hat(p, prompt), prompt.w)
    flip = {name_of(prompt.w): -prompt.w}
    assert substitute(odd, flip) == -odd
    assert substitute(even, flip) == even
    assert odd
    assert even


def test_wrong_certificates_do_not_verify():
    certificate = landscape()
    assert not verify(replace(certificate, K=p.U11 * p.u_1))
    assert not verify(replace(certificate, even=certificate.even * 2))
    assert not verify(replace(certificate, odd=certificate.even, even=certificate.odd))
