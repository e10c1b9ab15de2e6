"""One factor of a formula: a letter with its scripts, a bracket, a norm, a matrix; and what prefixes are applied to."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import accumulate, product

from lark import Token, Tree

from ..statement.heads.shaping import SCALAR
from ..statement.terms import Num, Op, Sym, Term, free_symbols, is_zero, zeros
from .applications import is_zero_at
from .binding import told_in
from .dotted import between
from .grammar import Node, parsed
from .letters import Letters, letter_of, spelled
from .lexer import CLOSING, OPENING, Lex, lexed
from .networks import Networks
from .outcomes import Refusal, Span
from .spellings import EACH, FUNCTIONS, OF_MATRICES
from .tokens import Item
from .typing import Part, leaves, quotient

_OPEN_BRACKETS = frozenset({"[", "{"})
_NORMS = {"F": "norm_F", "2": "norm_2", "op": "norm_op"}


class Formula(Networks):
    """Reads the tokens of one formula with the letters that are declared for it."""

    def within(self, items: Sequence[Item], span: Span, letters: Letters | None = None) -> tuple[Term, ...]:
        """The candidates of what stands in a script."""
        found = lexed(items, self.letters.bases)
        inner = Formula(found, letters or self.letters)
        return inner.sum(parsed(found, "sum", span))

    def sum(self, node: Node) -> tuple[Term, ...]:
        if node.data == "weighed":
            raise Refusal(self.span(node), "This cannot stand here.")
        return self._dotted(node) if node.data == "dots" else super().sum(node)

    def _dotted(self, node: Node) -> tuple[Term, ...]:
        r"""``x_1 \dots x_n`` in square brackets, or columns with wide spaces: else dots may be those of a product."""
        span = self.span(node)
        first, dots, last = node.children
        depths = accumulate((lex.kind in OPENING) - (lex.kind in CLOSING) for lex in self.found[dots.start_pos :: -1])
        opened = next((self.found[dots.start_pos - k].text for k, depth in enumerate(depths) if depth > 0), "")
        text, members = self.lex(dots).text, self.sum(first)
        columns = all(self.shape(a)[1] in (None, SCALAR[1]) for a in members)
        numbers = all(map(self.is_number, members))
        if (text and opened != "[") or (text in ("", "\\cdots") and (not columns or (text and numbers))):
            raise Refusal(span, "Dots of a row, or of a product? Write a row in square brackets, [x_1 \\dots x_n].")
        taken = frozenset(name for name, _, _ in self.letters.bound)
        found = [between(a, b, taken) for a in members for b in self.sum(last)]
        rows = [row for row in found if row is not None]
        if not rows:
            raise Refusal(span, "What stands between these stays open: the first and the last one may differ by their "
                          "places alone, as in [x_1 \\dots x_n].")  # fmt: skip
        return self.fitting(rows, span)

    # Rows ------------------------------------------------------------------------------------------------------

    def parts(self, node: Node) -> list[Part]:
        out: list[Part] = []
        children = list(node.children)
        k = 0
        while k < len(children):
            child = children[k]
            k += 1
            if isinstance(child, Token):
                out.append(Part(child.type, self.lex(child).span))
                continue
            following = children[k] if k < len(children) else None
            bracket = following if isinstance(following, Tree) and _is_bracket(following) else None
            after = children[k + 1] if bracket is not None and k + 1 < len(children) else None
            bare = bracket is not None and len(bracket.children) == 1
            open_ = bare and isinstance(after, Tree) and _is_bracket(after)
            open_ = open_ and not self._is_argument(child, bracket, after)
            scripts = tuple(map(self.lex, child.children[1:]))
            squared = open_ and after is not None and self.lex(after.children[0].children[0]).text == "["
            if squared and self.is_jacobian(child, scripts):
                span = self.span(child)[0], self.span(after)[1]
                out.append(Part("factor", span, node=child, bracket=bracket, second=after, text="jacobian"))
                k += 2
                continue
            part, taken = self._part(child, bracket, open_=open_)
            k += taken
            out.append(part)
        return out

    def _is_argument(self, node: Node, bracket: Node, after: Node) -> bool:
        r"""Whether ``\det(A)(b + c)`` is a product with a number: a bracket around one letter, and that of ``\exp``,
        stands there for the function alone."""
        inside, behind = ([one for one in b.children[0].children if isinstance(one, Tree)] for b in (bracket, after))
        tokens = [self.lex(t).kind for one in inside for t in leaves(one)]
        head = self.lex(node.children[0]).text if isinstance(node.children[0], Token) else ""
        if len(behind) != 1 or not (head == "exp" or tokens == ["NAME"]):
            return False
        try:
            return all(map(self.is_number, self.sum(behind[0])))
        except Refusal:
            return False

    def _part(self, node: Node, bracket: Node | None, *, open_: bool) -> tuple[Part, int]:
        """A factor, or a prefix; with the bracket behind it where it is applied to that, and no other bracket follows,
        so that the scope is ``open_``."""
        span = self.span(node)
        first, scripts = node.children[0], tuple(map(self.lex, node.children[1:]))
        whole = (span[0], self.span(bracket)[1]) if bracket is not None else span
        if isinstance(first, Token) and first.type == "HEAD":
            head = self.lex(first).text
            takes = head in FUNCTIONS or head in ("expect", "delta") or (head == "minimum" and not scripts)
            if bracket is not None and takes and not (open_ and head in FUNCTIONS):
                return Part("factor", whole, node=node, bracket=bracket, text=head), 1
            return Part("prefix", span, scripts=scripts, text=head), 0
        if isinstance(first, Token) and first.type == "NAME" and bracket is not None:
            how = self.application(node, scripts, bracket)
            if how:
                return Part("factor", whole, node=node, bracket=bracket, text=how), 1
        closed = _is_bracket(node) or (isinstance(first, Tree) and first.data == "norm")
        if closed and bracket is not None and is_zero_at(bracket.children[0], self):
            return Part("factor", whole, node=node, bracket=bracket, text="start"), 1
        return Part("factor", span, node=node), 0

    def _applied(self, head: str, scripts: Sequence[Lex], bracket: Node, span: Span) -> tuple[Term, ...]:
        behind = tuple(map(self.lex, bracket.children[1:]))
        inside = bracket.children[0]
        arguments, given = told_in(inside)
        if head == "minimum":
            if len(arguments) != 2:
                raise Refusal(span, "\\min takes two numbers, \\min\\{a, b\\} or \\min\\{a, \\min\\{b, c\\}\\}, or a "
                              "letter below it, \\min_{w}.")  # fmt: skip
            a, b = (self.sum(argument) for argument in arguments)
            found = self.fitting([Op("least", (x, y)) for x in a for y in b], span)
            return self.scripted(found, behind, span)
        if head == "delta" and len(arguments) == 2 and not scripts and not given:
            sides = (self.sum(argument) for argument in arguments)
            return self.scripted(self.fitting([Op(head, pair) for pair in product(*sides)], span), behind, span)
        if len(arguments) != 1:
            raise Refusal(span, f"{head} takes one argument: a comma is left over.")
        body = self.sum(arguments[0])
        if head == "expect":
            found = tuple(self.mean(b, scripts, given, span) for b in body)
            if any(lex.kind in ("SUP", "PRIME") for lex in behind) and self.lex(inside.children[0]).text == "(":
                inner = [self.mean(b, scripts, given, span) for b in self.scripted(body, behind, span)]
                outer = self.scripted(found, behind, span)
                return self.fitting((*outer, *inner), span)
            return self.scripted(found, behind, span)
        if head == "masked_softmax":
            mask = self.letters.find("M", "", "")
            if [lex.text for lex in scripts] != ["M"] or not (isinstance(mask, Sym) and mask.has("mask")):
                raise Refusal(span, "The language has the softmax of a mask M alone, softmax_M, and M is no mask here.")
            scripts = ()
        if scripts:
            raise Refusal(scripts[0].span, f"A script on {head} is open: write it behind the bracket.")
        if given:
            raise Refusal(span, "\\mid is read in an expectation alone.")
        return self.scripted(self.fitting([Op(self._each(head, b), (b,)) for b in body], span), behind, span)

    def _each(self, head: str, of: Term) -> str:
        """The head, or that of all entries of a matrix."""
        return EACH[head] if head in EACH and not self.is_number(of) else head

    def prefixed(self, prefix: Part, body: Sequence[Part], rest: Sequence[Part]) -> tuple[Term, ...]:
        head, span = prefix.text, (prefix.span[0], body[-1].span[1])
        if head == "tends":
            raise Refusal(prefix.span, "A limit is read at the start of an equation, \\lim_{n\\to\\infty} a_n = b.")
        if head == "sum":
            return self.sum_over(prefix, body, span)
        if head in ("slope", "product"):
            return (self.slope if head == "slope" else self.over_layers)(prefix, body, span)
        if head in FUNCTIONS or head in ("expect", "ddt"):
            if prefix.scripts and head != "expect":
                raise Refusal(prefix.scripts[0].span, f"A script on {head} is open: write brackets.")
            found = self.product(body)
            if head == "expect":
                return tuple(self.mean(b, prefix.scripts, (), span) for b in found)
            if head in OF_MATRICES:
                found = self._of_matrices(head, found, span)
            return self.fitting([Op(head, (b,)) for b in found], span)
        return self.of_variables(prefix, body, rest, span)

    def _of_matrices(self, head: str, found: Sequence[Term], span: Span) -> tuple[Term, ...]:
        """What a trace without brackets can be of: ``\\tr 2 S`` is none of 2, and ``\\tr x^\\top x`` may be one."""
        kept = tuple(one for one in found if not all(map(self.is_number, (one, *free_symbols(one)))))
        if not kept:
            raise Refusal(span, f"{head} of a number? Write brackets around what it is of.")
        return kept

    def letters_in(self, lex: Lex) -> set[str]:
        return {one.text for one in lexed(lex.items, self.letters.bases) if one.kind == "NAME"}

    def behind(self, names: set[str]) -> set[str]:
        used = (named for named in self.letters.abbreviations if _base(named.sym) in names)
        return names | {_base(sym) for named in used for sym in free_symbols(named)}

    # Factors ---------------------------------------------------------------------------------------------------

    def factor(self, part: Part) -> tuple[Term, ...]:
        if part.kind == "ready":
            return part.terms
        assert part.node is not None
        first, scripts = part.node.children[0], tuple(map(self.lex, part.node.children[1:]))
        if isinstance(first, Token):
            lex = self.lex(first)
            if part.second is not None:
                return self.jacobian(part, scripts)
            if part.bracket is not None and lex.kind == "HEAD":
                return self._applied(part.text, scripts, part.bracket, part.span)
            if part.bracket is not None:
                return self.applied(part.text, lex, scripts, part.bracket, part.span)
            if lex.kind == "NUM":
                return self._number(lex, scripts, part.span)
            if lex.kind == "NAME":
                return self.named(lex, scripts, part.span)
            raise Refusal(part.span, "This lacks what it is applied to.")
        if part.text == "start" and part.bracket is not None:
            return self._start(first, scripts, tuple(map(self.lex, part.bracket.children[1:])), part.span)
        if first.data == "norm":
            return self._norm(first, scripts, part.span)
        if first.data == "bracket" and (all_values := self.gram(first, scripts, part.span)) is not None:
            return all_values
        if first.data == "bracket" and self.lex(first.children[0]).text != "{" and scripts and scripts[0].kind == "SUB":
            found = self._bracket(first, placed=True)
            placed = [t for a in found for t in self.entries(a, scripts[0], part.span)]
            return self.scripted(self.fitting(placed, part.span), scripts[1:], part.span)
        if first.data == "bracket":
            powered = bool(scripts) and scripts[0].kind == "SUP"
            return self.scripted(self._bracket(first, powered=powered), scripts, part.span)
        found = {
            "fraction": self._fraction,
            "root": self._root,
            "bars": self._bars,
            "inner": self._inner,
            "matrix": self._matrix,
        }[first.data](first)
        if first.data == "inner" and scripts and scripts[0].kind == "SUB" and scripts[0].text == "F":
            scripts = scripts[1:]
        return self.scripted(found, scripts, part.span)

    def _start(self, node: Node, scripts: Sequence[Lex], behind: Sequence[Lex], span: Span) -> tuple[Term, ...]:
        r"""``(A B)(0)`` and ``\|A\|_F(0)``, the value at the start of what moves: else it would be 0 times it."""
        norm = node.data == "norm"
        found = self._norm(node, scripts, span) if norm else self.scripted(self._bracket(node), scripts, span)
        if not all(any(sym.has("parameter") for sym in free_symbols(a)) for a in found):
            raise Refusal(span, "A value at 0, or 0 times this? Leave the factor out, or write \\cdot 0.")
        return self.scripted(tuple(Op("at0", (a,)) for a in found), behind, span)

    def _number(self, lex: Lex, scripts: Sequence[Lex], span: Span) -> tuple[Term, ...]:
        if lex.text == "0" and scripts and scripts[0].kind == "SUB":
            rows, _, columns = scripts[0].text.partition("\\times")
            sizes = [int(s) if s.isdigit() else s for s in map(_unbracketed, (rows, columns or "1"))]
            return self.scripted((zeros(*sizes),), scripts[1:], span)
        return self.scripted((Num(Fraction(lex.text)),), scripts, span)

    def _bracket(self, node: Node, *, placed: bool = False, powered: bool = False) -> tuple[Term, ...]:
        arguments, given = told_in(node)
        first, last = self.lex(node.children[0]), self.lex(node.children[-1])
        if first.text != last.text:
            raise Refusal(last.span, "This bracket closes another kind.")
        if not placed and first.text in _OPEN_BRACKETS and self._is_one_factor(arguments[0], powered=powered):
            shown = {"[": "[ ]", "{": "\\{ \\}"}[first.text]
            raise Refusal(self.span(node), f"{shown} around one factor: its integer or fractional part, a set, or a "
                          "bracket that does nothing? Leave it out, or write round ones.")  # fmt: skip
        if len(arguments) != 1 or given:
            raise Refusal(self.span(node), "A comma in a bracket: only declared functions take several arguments.")
        return self.sum(arguments[0])

    def _is_one_factor(self, node: Node, *, powered: bool) -> bool:
        """Whether there is no sum and no product: one factor with its sign, or a letter over a number; of what is
        ``powered``, a letter or a number, since others need a bracket."""
        rows = [child for child in node.children if isinstance(child, Tree)]
        if len(rows) != 1 or node.data != "sum":
            return False
        parts = self.parts(rows[0])
        if powered:
            letter = isinstance(rows[0].children[0].children[0], Token) and parts[0].bracket is None
            return letter and len(node.children) == len(parts) == 1
        return len(parts) == 1 or [part.kind for part in parts] == ["factor", "SLASH", "factor"]

    def _fraction(self, node: Node) -> tuple[Term, ...]:
        above, below = (self.sum(child) for child in node.children if isinstance(child, Tree))
        span = self.span(node)
        if any(isinstance(b, Num) and not b.value for b in below):
            raise Refusal(span, "This divides by 0.")
        if self._is_derivative(*(child for child in node.children if isinstance(child, Tree))):
            raise Refusal(span, "A derivative, or a quotient with the dimension d? Write \\nabla_{a}, or "
                          "\\frac{d}{dt}; a factor d may stand behind the other factors.")  # fmt: skip
        return self.fitting([quotient(a, b) for a in above for b in below], span)

    def _is_derivative(self, above: Node, below: Node) -> bool:
        r"""Whether both start with a d, and below a letter follows: ``\frac{da}{db}``."""
        (top, *_), (bottom, *more) = ([self.lex(t) for t in leaves(node)] for node in (above, below))
        both = all((lex.kind, lex.text) == ("NAME", "d") for lex in (top, bottom))
        return both and bool(more) and more[0].kind == "NAME"

    def _root(self, node: Node) -> tuple[Term, ...]:
        (inside,) = (self.sum(child) for child in node.children if isinstance(child, Tree))
        return self.fitting([Op("sqrt", (a,)) for a in inside], self.span(node))

    def _bars(self, node: Node) -> tuple[Term, ...]:
        inside, span = self.sum(node.children[1]), self.span(node)
        heads = [h for a in inside for h in (("abs",) if self.is_number(a) else ("det", "modulus"))]
        return self.fitting([Op(h, (a,)) for a in inside for h in dict.fromkeys(heads)], span)

    def _norm(self, node: Node, scripts: Sequence[Lex], span: Span) -> tuple[Term, ...]:
        inside = self.sum(node.children[1])
        which = scripts[0].text if scripts and scripts[0].kind == "SUB" else ""
        if which and which not in _NORMS:
            raise Refusal(scripts[0].span, "The language has no head for this norm: those that are read are _2, _F "
                          "and _{op}.")  # fmt: skip
        opening = self.lex(node.children[0])
        if opening.text == "||" and any(map(self.is_number, inside)):
            raise Refusal(opening.span, "Two bars in a row: write \\| for a norm.")
        out: list[Term] = []
        for a in inside:
            shape = self.shape(a)
            slim = 1 in [n.value({}) for n in shape if n is not None]
            if which in ("F", "op"):
                out.append(Op(_NORMS[which], (a,)))
            elif slim or which:
                out += [Op("norm_2", (a,))] if slim else [Op("norm_F", (a,)), Op("norm_op", (a,))]
            else:
                out += [Op(_NORMS[norm], (a,)) for norm in ([self.letters.norm] if self.letters.norm else ["F", "op"])]
        return self.scripted(self.fitting(out, span), scripts[bool(which) :], span)

    def _inner(self, node: Node) -> tuple[Term, ...]:
        a, b = (self.sum(child) for child in node.children if isinstance(child, Tree))
        return self.fitting([Op("inner", (x, y)) for x in a for y in b], self.span(node))

    def _matrix(self, node: Node) -> tuple[Term, ...]:
        rows: list[list[Node]] = [[]]
        for child in node.children[1:-1]:
            if isinstance(child, Tree):
                rows[-1].append(child)
            elif child.type == "ROW":
                rows.append([])
        span, heads = self.span(node), {(2, 2): "block", (2, 1): "stack", (1, 2): "beside"}
        head = heads.get((len(rows), len(rows[0])))
        if head is None or len({len(row) for row in rows}) != 1:
            raise Refusal(span, "Matrices are read as 2 x 2 blocks, as two above each other, or as two side by side.")
        cells = [self.sum(cell) for row in rows for cell in row]
        if any(len(cell) != 1 for cell in cells):
            raise Refusal(span, "A cell can be read in several ways: write brackets in it.")
        filled = self._with_zeros([cell[0] for cell in cells], len(rows), len(rows[0]))
        return self.fitting([Op(head, tuple(filled))], span)

    def _with_zeros(self, cells: list[Term], rows: int, columns: int) -> list[Term]:
        """Each 0 in the shape that the other cells of its row and of its column leave it, where these tell it."""
        shapes = [None if is_zero(cell) and isinstance(cell, Num) else self.shape(cell) for cell in cells]
        if None not in shapes or all(shape is None for shape in shapes):
            return cells
        out = []
        for place, cell in enumerate(cells):
            beside = [s for k, s in enumerate(shapes) if k // columns == place // columns and s is not None]
            above = [s for k, s in enumerate(shapes) if k % columns == place % columns and s is not None]
            known = beside[:1] and above[:1] and beside[0][0] is not None and above[0][1] is not None
            if shapes[place] is not None or not known:
                out.append(cell)
                continue
            sizes = [str(beside[0][0]), str(above[0][1])]
            out.append(zeros(*(int(size) if size.isdigit() else size for size in sizes)))
        return out


def _unbracketed(size: str) -> str:
    """``d+1`` of ``(d+1)``; ``d(d+1)`` and ``(d+1)(d+2)`` as they are."""
    inside = size[1:-1]
    return inside if size[:1] + size[-1:] == "()" and "(" not in inside else size


def _base(sym: Sym) -> str:
    return (spelled(letter_of(sym)) or (sym.name,))[0]


def _is_bracket(node: Node) -> bool:
    return isinstance(node.children[0], Tree) and node.children[0].data == "bracket"
