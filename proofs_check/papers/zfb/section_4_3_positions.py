"""Positional encodings and the spike beyond the training length: the last paragraph of Section 4.3."""

from __future__ import annotations

from ...claims import Kind, Parts, Reading, claim
from ...statement.props import Prop, conj, eq, exists, for_all, gt, implies, lt
from ...statement.terms import Sym, Term
from .notation_experiments import (
    M_0,
    N_0,
    N_2,
    e_fixed,
    e_fixed_none,
    e_random,
    e_random_none,
    moved_fixed,
    moved_random,
    quantity,
    same,
    token,
    untouched_fixed,
    untouched_random,
)

PAIRS = ((e_fixed, e_fixed_none), (e_random, e_random_none))
"""A model with learned positional encodings, and the one without."""


def _rise(kind: Sym) -> Term:
    """The error beyond N relative to that at N, on the covariances of training."""
    panel = same if kind in (e_fixed, e_fixed_none) else 1
    return quantity(kind, N_2, panel, M_0) / quantity(kind, N_2, panel, N_2)


def _error(kind: Sym) -> Term:
    return quantity(kind, N_2, same if kind in (e_fixed, e_fixed_none) else 1, M_0)


def _beyond(body: Prop) -> Prop:
    return for_all(N_2, for_all(M_0, implies(gt(M_0, N_2), body)))


def _somewhere_beyond(body: Prop) -> Prop:
    return for_all(N_2, exists(M_0, conj(gt(M_0, N_2), body)))


@claim(
    "zfb/section-4.3-positional-encodings",
    kind=Kind.EXPERIMENT,
    source="Section 4.3, last paragraph",
    uses=("zfb/figure-1-spike", "zfb/appendix-e-setup"),
    witnesses=("trained", "gpu"),
)
def positional_encodings() -> Parts:
    r"""(a) conjecture: "this spike in error comes from the absolute positional encodings in the GPT2 architecture."
    (b) "The positional encodings are randomly-initialized and are learnable parameters but the encoding for position
    $i$ is only updated if the transformer encounters a prompt which has a context of length $i$." (c) "Thus, when
    evaluating on prompts of length $M>N$, the model is relying upon random positional encodings for $M-N$ samples."
    (d) Concurrent work (Ahuja et al., 2023) "found that removing positional encoders improves performance when
    evaluating on larger contexts".
    """
    larger_rise = conj(*(lt(_rise(without), _rise(learned)) for learned, without in PAIRS))
    smaller_error = conj(*(lt(_error(without), _error(learned)) for learned, without in PAIRS))

    def unmoved_after(row: Term) -> Prop:
        """No encoding of a token after ``row`` is updated: training left it as it was drawn, to the last bit."""
        return for_all(
            N_0,
            for_all(
                token,
                implies(gt(token, row), conj(*(eq(quantity(m, N_0, token), 0) for m in (moved_fixed, moved_random)))),
            ),
        )

    def moved_up_to(row: Term) -> Prop:
        return for_all(
            N_0,
            for_all(
                token,
                implies(gt(row, token), conj(*(gt(quantity(m, N_0, token), 0) for m in (moved_fixed, moved_random)))),
            ),
        )

    untouched = conj(*(eq(quantity(count, N_0, M_0), M_0 - N_0) for count in (untouched_fixed, untouched_random)))
    return {
        # No experiment is reported for the conjecture: this one removes the encodings and trains again.
        "a": [
            Reading("without encodings the error rises less, everywhere", _beyond(larger_rise),
                    "at every tested M > N, on the covariances of training"),
            Reading("without encodings the error rises less, somewhere", _somewhere_beyond(larger_rise),
                    "at some tested M > N, on the covariances of training"),
        ],
        # Tokens are x_1, y_1, x_2, y_2, ...; the query is x_{N+1}, token 2N + 1, and nothing is predicted after it.
        "b": conj(unmoved_after(2 * N_0 + 1), moved_up_to(2 * N_0 + 2)),
        # A sample is a pair (x_i, y_i); x_{N+1} was met as a query, y_{N+1} never.
        "c": for_all(N_0, for_all(M_0, implies(gt(M_0, N_0), untouched))),
        "d": [
            Reading("everywhere beyond N", _beyond(smaller_error), "at every tested M > N, covariances of training"),
            Reading("somewhere beyond N", _somewhere_beyond(smaller_error), "at some tested M > N"),
        ],
    }  # fmt: skip
