"""What is said of outcomes and laws, and of integers that grow."""

from __future__ import annotations

from . import shape_rules as shapes
from .binding import AFTER_TWO, GROWING, MEAN, SECOND, TWO, Binder, Over
from .forms import ANY, KRON, SUM, Form, relation
from .row import PropHead
from .slips import SECOND_DOUBLED


def _tends(head: str, takes: str, means: str, which: str) -> PropHead:
    form = Form(rf"\lim_{{{which}\to\infty}} @0 = @1", f"lim_{{{which}→∞}} @0 = @1", needs=(KRON,))
    return PropHead(
        head, takes, means, form=form, binds=GROWING, fits=shapes.sides_alike, printed=SECOND, whole=SECOND_DOUBLED,
        example=f"{head}(a / n, 0, n)",
    )


HEADS = (
    PropHead(
        "almost_surely", "p", "With probability one.",
        form=Form(r"@0 \quad \text{almost surely}", "@0   almost surely", SUM, (KRON,)), binds=MEAN,
        example="almost_surely(gt(norm_2(x), 0))",
    ),
    PropHead(
        "probably", "p at_least", "With at least this probability.",
        form=Form(r"@0 \text{ with probability at least } @1", "@0 with probability at least @1", SUM, (ANY, SUM)),
        binds=MEAN, example="probably(gt(norm_2(x), a), b)",
    ),
    PropHead(
        "same_law", "A B", "Both random matrices have one law.", form=relation(r"\overset{d}{=}", "=ᵈ"), binds=MEAN,
        fits=shapes.sides_alike, example="same_law(x, -x)",
    ),
    PropHead(
        "iid_entries", "v law", "The entries of a random vector are independent, each with this law.",
        form=Form(r"\text{the entries of } @0 \text{ are i.i.d. } @1", "the entries of @0 are i.i.d. @1", SUM),
        binds=MEAN, example="iid_entries(e, exponential(2))",
    ),
    PropHead(
        "finite", "mean", "The mean exists: that of the absolute value of every entry is finite.",
        form=Form(r"@<|@0@>| < \infty", "|@0| < ∞"), binds=MEAN, contrary="infinite", example="finite(expect(x * x.T))",
    ),
    PropHead(
        "infinite", "mean", "The mean of the absolute value of some entry is infinite.",
        form=Form(r"@0 = \infty", "@0 = ∞"), binds=MEAN, contrary="finite", example="infinite(expect(x * x.T))",
    ),
    _tends("tends", "body value n", "The body tends to the value as the integer tends to infinity.", "@2"),
    _tends("tends_jointly", "body value n...", "The same as all of the integers tend to infinity, in whatever way.",
           "@++"),
    PropHead(
        "in_mean_square", "body value n...", "The mean squared distance tends to 0 as the integers grow.",
        form=Form(
            r"@0 \to @1 \text{ in mean square as } @++\to\infty", "@0 → @1 in mean square as @++ → ∞", SUM, (SUM, SUM)
        ),
        binds=Binder(Over.OUTCOMES, AFTER_TWO, TWO), fits=shapes.sides_alike, printed=SECOND, whole=SECOND_DOUBLED,
        example="in_mean_square(x / n, zeros('d', 1), n)",
    ),
    PropHead(
        "order", "f g n...", "The one is at most a constant times the other, for all values of the integers.",
        form=Form(r"@0 = O@(@1@) \text{ in } @++", "@0 = O(@1) in @++", SUM, (SUM,)), binds=GROWING, printed=SECOND,
        example="order(a / n, 1 / n, n)",
    ),
)
