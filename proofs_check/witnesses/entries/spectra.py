r"""Signatures that hold almost surely, and spectra of Kronecker products, at fixed d and N.

The rules, each elementary and exact:

* :math:`AA^\top` is positive semi-definite; its number of positive eigenvalues is the rank of A;
* the generic rank of a polynomial matrix is attained almost surely (the zero set of a nonzero polynomial is null); it
  is at least the rank at any exact point and at most the smaller side, and where these meet it is known;
* :math:`\begin{pmatrix}0&B\\B^\top&0\end{pmatrix}` has the eigenvalues :math:`\pm\sigma_i(B)` and zeros;
* the eigenvalues of :math:`A\otimes B` are the products of those of A and B.
"""

from __future__ import annotations

from fractions import Fraction

from flint import fmpq, fmpq_mat, fmpq_poly

from ... import logic
from ...algebras.entries import Decision, Setting, exact_values, points
from ...algebras.entries.extents import Extent, at
from ...logic import Answer, AtPoint, known
from ...statement.fold import Lacks
from ...statement.props import Prop, subprops, terms_in
from ...statement.terms import Abbrev, Num, Op, Sym, Term, symbols
from ..deciding.engine import Finding

SPECTRAL = frozenset({
    "negative_eigenvalues_at_least", "negative_eigenvalues_equal", "positive_eigenvalue", "spectrum_products",
})  # fmt: skip
PROMPTS = 3
_ALMOST_SURE = frozenset({"random", "iid", "prompt", "integer", "identity", "zero", "index"})
"""Traits of the symbols that almost surely take a value of full rank, or have no entries."""


def is_spectral(prop: Prop) -> bool:
    return any(sub.head in SPECTRAL for _, sub in subprops(prop))


def decide_spectral(prop: Prop, d: int) -> tuple[Finding, list[Decision]]:
    """Decide ``prop`` at dimension ``d`` for N = 1, ..., d + 2; the decisions say what they cover."""
    how: list[object] = []
    for N in range(1, d + 3):
        found = logic.truth(prop, Signatures(d, N))
        if not found.read().known:
            said = "; ".join(map(str, found.evidence))
            return Finding(False, said), [Decision(False, at(d, N=N), (), True, {"d": d, "N": N, "": said})]
        how += found.evidence
    pointwise = any(sub.head == "spectrum_products" for _, sub in subprops(prop))
    lengths = tuple(range(1, d + 3))
    more = f"{PROMPTS} exact prompts each" if pointwise else ""
    covered = Extent((("d", d),), written=("N",), values=lengths, more=more)
    return Finding(True, "; ".join(map(str, dict.fromkeys(how)))), [Decision(True, covered)]


class Signatures(AtPoint):
    """What almost all prompts of one length share."""

    name = "entries"

    def __init__(self, d: int, N: int, surely: bool = False) -> None:
        self.d, self.N = d, N
        self.surely = surely
        """Whether it stands under ``almost_surely``, so that almost all prompts are enough."""

    def almost_surely(self, prop: Prop, body: Prop) -> Answer:
        return logic.truth(body, Signatures(self.d, self.N, surely=True))

    def said(self, prop: Prop) -> Answer:
        if prop.head == "spectrum_products":
            return known(*_products(prop, self.d, self.N))
        if prop.head not in SPECTRAL:
            raise self.lacks(f"a reading of '{prop.head}' among spectra")
        matrix = prop.args[0]
        assert isinstance(matrix, Term)
        positive, negative = _signature(matrix, self.d, self.N)
        if not self.surely:
            raise self.lacks("signatures of matrices other than almost surely")
        if prop.head == "positive_eigenvalue":
            return known(positive >= 1, f"{_name(matrix)} has {_count(positive, 'positive')}")
        count = prop.args[1]
        assert isinstance(count, Term)
        sizes = {"d": Fraction(self.d), "N": Fraction(self.N)}
        wanted = exact_values(count, Setting(self.d, {"N": self.N}, values=sizes))[0][0]
        at_least = prop.head == "negative_eigenvalues_at_least"
        good = negative >= wanted if at_least else negative == wanted
        claimed = "" if good else f", not {'at least' if at_least else 'exactly'} {wanted}"
        return known(good, f"{_name(matrix)} has {_count(negative, 'negative')}{claimed}")


def _name(matrix: Term) -> str:
    return matrix.sym.name if isinstance(matrix, Abbrev) else "the matrix"


def _count(number: int, sign: str) -> str:
    return f"{number} {sign} eigenvalue{'' if number == 1 else 's'} almost surely"


# Signatures -------------------------------------------------------------------------------------------------

def _signature(node: Term, d: int, N: int) -> tuple[int, int]:
    """Numbers of positive and of negative eigenvalues, almost surely."""
    match node:
        case Abbrev(body=body):
            return _signature(body, d, N)
        case Op(head="kron", args=(a, b)):
            (p, m), (q, n) = _signature(a, d, N), _signature(b, d, N)
            return p * q + m * n, p * n + m * q
        case Op(head="*", args=(a, Op(head="T", args=(b,)))) if a == b:
            return _generic_rank(a, d, N), 0
        case Op(head="*", args=(factor, rest)) if _positive(factor):
            return _signature(rest, d, N)
        case Op(head="/", args=(rest, factor)) if _positive(factor):
            return _signature(rest, d, N)
        case Op(head="block", args=(Sym() as corner, b, Op(head="T", args=(bt,)), Sym() as other)) if (
            b == bt and corner.has("zero") and other.has("zero")
        ):
            rank = _generic_rank(b, d, N)
            return rank, rank
    raise Lacks("entries lacks a rule for the signature of this matrix")


def _positive(node: Term) -> bool:
    if isinstance(node, Num):
        return node.value > 0
    if isinstance(node, Sym):
        return node.has("positive")
    return isinstance(node, Op) and node.head in {"*", "/"} and all(_positive(arg) for arg in node.args)


def _generic_rank(node: Term, d: int, N: int) -> int:
    """The rank that holds almost surely: attained at an exact prompt, and a bound that no prompt exceeds."""
    fixed = [s.name for s in symbols(node) if not s.traits & _ALMOST_SURE]
    if fixed:
        raise Lacks(f"entries lacks a rank that holds for every value of {fixed[0]}")
    attained, bound = 0, 0
    for setting in _prompts([node], d, N):
        value = _flint(exact_values(node, setting))
        attained, bound = max(attained, value.rank()), min(value.nrows(), value.ncols())
    if attained < bound:
        raise Lacks(f"entries lacks a certificate for the generic rank: between {attained} and {bound}")
    return attained


def _prompts(terms: list[Term], d: int, N: int) -> list[Setting]:
    lengths = ("N",) if any("N" in str(sym.shape) or sym.name == "N" for t in terms for sym in symbols(t)) else ()
    found = []
    for setting in points(terms, Setting(d), lengths, seed=0, count=12 * PROMPTS):
        if not lengths or setting.lengths["N"] == N:
            found.append(setting)
    return found[:PROMPTS] or [_longer(terms, d, N)]


def _longer(terms: list[Term], d: int, N: int) -> Setting:
    """An exact prompt of any length: x_i with small distinct integer coordinates, w and x_q without zeros."""
    xs = [[[Fraction((i + 1) ** k + k)] for k in range(d)] for i in range(N)]
    values = {
        "x": xs,
        "x_q": [[Fraction(2 * k + 1)] for k in range(d)],
        "w": [[Fraction((-1) ** k * (k + 2))] for k in range(d)],
        "Lam": [[Fraction(int(i == j)) for j in range(d)] for i in range(d)],
    }
    return Setting(d, {"N": N}, values=values)


# Spectra of Kronecker products -------------------------------------------------------------------------------

def _products(prop: Prop, d: int, N: int) -> tuple[bool, str]:
    """Characteristic polynomials at exact prompts: of H, and of the Kronecker product of companion matrices.

    The latter has as eigenvalues all products of roots of the two characteristic polynomials, whatever H is.
    """
    terms = terms_in(prop)
    for setting in _prompts(terms, d, N):
        H, A, B = (_flint(exact_values(node, setting)) for node in terms)
        if H.charpoly() != _kron(_companion(A.charpoly()), _companion(B.charpoly())).charpoly():
            return False, "the characteristic polynomial of H is not that of all products of eigenvalues"
    return True, "equal characteristic polynomials at exact prompts"


def _companion(p: fmpq_poly) -> fmpq_mat:
    n = p.degree()
    rows = [[fmpq(int(i == j + 1)) for j in range(n - 1)] + [-p[i] / p[n]] for i in range(n)]
    return fmpq_mat(rows)


def _kron(A: fmpq_mat, B: fmpq_mat) -> fmpq_mat:
    m, n = A.nrows(), B.nrows()
    return fmpq_mat([[A[i // n, j // n] * B[i % n, j % n] for j in range(m * n)] for i in range(m * n)])


def _flint(rows: list[list[Fraction]]) -> fmpq_mat:
    return fmpq_mat([[fmpq(x.numerator, x.denominator) for x in row] for row in rows])
