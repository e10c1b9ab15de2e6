"""Expectations, members of families, laws of numbers."""

from __future__ import annotations

from . import shape_rules as shapes
from .asking import Asking, Kind, itself, of, probability
from .binding import ALL, FIRST, MEAN, SECOND, Binder, Over
from .forms import SUM, Form
from .row import TermHead
from .slips import LAYER_OF_WEIGHT, OTHER_WEIGHT


def _law(head: str, takes: str, means: str, form: Form, asks: Asking, example: str) -> TermHead:
    count = len(takes.split())
    return TermHead(
        head, takes, means, form=form, shape=shapes.number(numbers=count), asks=asks, is_law=True, example=example,
        gives="a number",
    )


HEADS = (
    TermHead(
        "expect", "body", "The mean over all that is random in the body.", form=Form(r"\mathbb{E}@[@0@]", "E[@0]"),
        shape=shapes.like(0), binds=MEAN, asks=itself(Kind.FINITE), is_derived=True, example="expect(x * x.T)",
        gives="d x d",
    ),
    TermHead(
        "expect_given", "body z...", "The mean over all that is random in the body except the symbols, given these.",
        form=Form(r"\mathbb{E}@[@0 \mid @+@]", "E[@0 | @+]"), shape=shapes.like(0), binds=MEAN,
        asks=itself(Kind.FINITE), is_derived=True, example="expect_given(inner(x, z) * x, x)", gives="d x 1",
    ),
    TermHead(
        "at", "x i", "Member i of a family: of independent draws, or of the weights of layers.", form=None,
        shape=shapes.like(0), kept=ALL, slips=(LAYER_OF_WEIGHT, OTHER_WEIGHT), example="at(B_, l)", gives="d x d",
    ),
    TermHead(
        "per_prompt", "tau body", "The body with what is random in it replaced by that of the independent prompt tau.",
        form=Form("@[@1@]_{@0}", "[@1]_@0"), shape=shapes.like(1),
        binds=Binder(Over.OUTCOMES, FIRST, SECOND, of_outer=True),
        example="per_prompt(tau, inner(x, z))", gives="a number",
    ),
    _law("exponential", "rate", "The law with density rate exp(-rate x).",
         Form(r"\operatorname{Exponential}(@0)", "Exponential(@0)"), of(Kind.POSITIVE), "exponential(r)"),
    _law("gamma", "shape scale", "The law with moments scale^k shape (shape + 1) ... (shape + k - 1).",
         Form(r"\operatorname{Gamma}(@0, @1)", "Gamma(@0, @1)"), of(Kind.POSITIVE, 0, 1), "gamma(2, r)"),
    _law("two_point", "a b p", "The value a with probability p, else b.",
         Form(r"@0 \text{ with probability } @2, \text{ else } @1", "@0 with probability @2, else @1", SUM),
         probability, "two_point(a, b, p)"),
)
