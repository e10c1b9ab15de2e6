"""Relations between two sides, connectives and quantifiers, definitions."""

from __future__ import annotations

from . import shape_rules as shapes
from .binding import QUANTIFIER, Binder, Over
from .forms import ANY, ATOM, KRON, POWER, SUM, Form, relation
from .row import PropHead
from .slips import SECOND_DOUBLED, TRANSPOSED


def _order(head: str, means: str, latex: str, plain: str, reverse: str, *, strict: bool = False) -> PropHead:
    return PropHead(
        head, "a b", means, form=relation(latex, plain), fits=shapes.ordered, has_sides=True, reverse=reverse,
        is_strict=strict, example=f"{head}(a, b)",
    )


def _quantifier(head: str, means: str, latex: str, plain: str) -> PropHead:
    form = Form(rf"{latex}\, @b:\ @1", f"{plain} @b: @1", KRON, (ANY, KRON))
    return PropHead(head, "u body", means, form=form, binds=QUANTIFIER, example=f"{head}(a, gt(a, b))")


def _connective(head: str, means: str, latex: str, plain: str) -> PropHead:
    form = Form(rf"@0 \;{latex}\; @1", f"@0  {plain}  @1", SUM, (ATOM, ATOM))
    return PropHead(head, "p q", means, form=form, example=f"{head}(eq(a, b), eq(b, a))")


HEADS = (
    PropHead(
        "eq", "A B", "Both are the same.", form=relation("=", "="), fits=shapes.sides_alike, has_sides=True,
        example="eq(A, B)",
    ),
    PropHead(
        "ne", "A B", "They are not the same.", form=relation(r"\ne", "≠"), fits=shapes.sides_alike, is_strict=True,
        example="ne(A, B)",
    ),
    _order("le", "At most.", r"\le", "≤", "ge"),
    _order("lt", "Less.", "<", "<", "gt", strict=True),
    _order("ge", "At least.", r"\ge", "≥", "le"),
    _order("gt", "Greater.", ">", ">", "lt", strict=True),
    PropHead(
        "differs", "A B", "As functions of their symbols the sides are not the same: they differ for some values.",
        form=relation(r"\not\equiv", "≢"), binds=Binder(Over.SOME), fits=shapes.sides_alike, is_strict=True,
        example="differs(A * B, B * A)",
    ),
    PropHead(
        "commute", "A B", "A B = B A.", form=Form("@0 @1 = @1 @0", "@0 @1 = @1 @0", needs=(POWER, POWER)),
        fits=shapes.square_alike, example="commute(A, A**2)",
    ),
    PropHead(
        "same_shape", "A B", "Both have the same shape, whatever the integers in it are.",
        form=Form(r"@0 \text{ and } @1 \text{ have the same shape}", "@0 and @1 have the same shape", SUM),
        whole=TRANSPOSED, example="same_shape(X, X * X.T)",
    ),
    PropHead("and", "p...", "All of them.", form=None, example="conj(eq(a, b), eq(b, c))"),
    _connective("implies", "If the one, then the other.", r"\Longrightarrow", "⟹"),
    _connective("iff", "The one if and only if the other.", r"\Longleftrightarrow", "⟺"),
    _quantifier("exists", "For some value of the symbol.", r"\exists", "∃"),
    _quantifier("for_all", "For every value of the symbol.", r"\forall", "∀"),
    PropHead(
        "defined", "name body", "A definition.", form=Form("@0 := @1", "@0 := @1"), fits=shapes.sides_alike,
        whole=SECOND_DOUBLED, example="defined(A, B * B.T)",
    ),
    PropHead(
        "defined_as", "name body", "A definition of a property.",
        form=Form(r"@0 :\Longleftrightarrow @1", "@0 :⟺ @1", SUM), example="defined_as(A, psd(A))",
    ),
    PropHead(
        "cites", "who whom", "A step of the proof of the one follows from the other.",
        form=Form(
            r"\text{the proof of }@0\text{ rests on a fact that }@1\text{ supplies}",
            "the proof of @0 rests on a fact that @1 supplies", SUM,
        ),
        example="cites('zfb/lemma-1', 'zfb/lemma-2')",
    ),
    PropHead(
        "supplies", "whom fact (u a)...", "The fact is an instance of the cited statement, its symbols bound so.",
        form=Form(r"@0\text{ supplies } @1", "@0 supplies: @1", SUM), example="supplies('zfb/lemma-1', eq(a, b))",
    ),
)
