"""The entrywise reading of prompts of any kind, of conditional expectations and of random covariances."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import product

from symbolic.entries import Matrix, Ratio
from symbolic.entries import loss as entrywise_loss
from symbolic.entries.lsa import weights
from symbolic.entries.variants import mean_name, noisy_loss, prior_loss, task_covariance
from symbolic.errors import InputError

from ...statement.fold import Fold, Lacks, Meaning
from ...statement.priors import refuse_priors
from ...statement.terms import Abbrev, Num, Op, Sym, Term, inner, substitute, symbols
from .algebra import _N, EntriesAlgebra, _flat
from .law_space import ABSOLUTE, LawSpace
from .laws import KNOWN, Atoms, base_name, is_law, outcomes
from .linear import Read, added
from .needs import LAM, is_length
from .space import Setting

MOST_OUTCOMES = 64


class LawAlgebra(EntriesAlgebra):
    """:class:`EntriesAlgebra` for terms that name laws."""

    space: LawSpace

    def __init__(self, terms: Sequence[Term], setting: Setting) -> None:
        super().__init__(terms, setting)
        more: dict[str, Meaning] = {
            "expect": self._expect_all, "expect_given": self._expect_given, "prediction_on": self._prediction_on,
            "relu": self._relu,
        }
        self.heads |= more
        self.space.arguments = lambda law: [self._scalar(self.read(arg), "a parameter") for arg in law.args]
        for relation in setting.vanishing:
            self.space.vanishing += [entry.num for entry in self.read(relation).entries() if entry]

    def _make_space(self, terms: Sequence[Term], setting: Setting) -> LawSpace:
        return LawSpace(terms, setting)

    def symbol(self, sym: Sym) -> Matrix:
        if sym.has("derived") and sym.name == "y_hat_rdm":
            return self._predicted_on("x_tau", "x_tau_q")
        if sym.has("derived") and sym.name == "y_hat" and not self.setting.written:
            return self._predicted_on("x", "x_q")
        if sym.has("derived") and sym.name in _LOSSES:
            return self._loss_called(sym.name)
        return super().symbol(sym)

    def finish(self, value: Matrix) -> Matrix:
        known = self.space.sample_values()
        value = self._at_outcome(value, known)
        if not self.setting.values:
            return value
        moduli = {_modulus(slot): self._at_outcome(Matrix(((Ratio(form),),)), known)[0, 0]
                  for slot, form in self.space.forms.items()}  # fmt: skip
        used = [name for name in moduli if any(name not in e.num.unused_gens() for e in value.entries())]
        if not all(moduli[name].den is None and moduli[name].num.is_constant() for name in used):
            raise Lacks("entries lacks the absolute value of an outcome")
        there = {name: moduli[name].lift(abs(moduli[name].constant())) for name in used}
        return value.map(lambda e: self.space.roots.substitute(e, there)) if there else value

    def _at_outcome(self, value: Matrix, known: Mapping[str, Ratio]) -> Matrix:
        value = super().finish(value)
        return value.map(lambda e: self.space.roots.substitute(e, known)) if known else value

    # Samples ------------------------------------------------------------------------------------------------

    def _slot(self, node: Term, read: Read) -> str:
        return node.name if isinstance(node, Sym) and node.has("index") else str(self._index(node, read))

    def _at(self, node: Op, read: Read) -> Matrix:
        family = node.args[0]
        assert isinstance(family, Sym)
        return self.space.at_slot(family, self._slot(node.args[1], read))

    def _is_folded(self, upper: Term) -> bool:
        """Whether a sum up to ``upper`` is read as power sums."""
        return not self.setting.written and isinstance(upper, Sym) and is_length(upper)

    def _sum(self, node: Op, read: Read) -> Matrix:
        i, upper, body = node.args
        assert isinstance(i, Sym)
        if not self._is_folded(upper):
            return super()._sum(node, read)
        assert isinstance(upper, Sym)
        return self._folded(read(body), i.name, upper.name)

    def _folded(self, value: Matrix, slot: str, length: str) -> Matrix:
        reduce = self.space.roots.reduce
        return value.map(lambda e: self.space.folded(reduce(e), slot, length))

    def _sum_unequal(self, node: Op, read: Read) -> Matrix:
        i, j, upper, body = node.args
        assert isinstance(i, Sym)
        assert isinstance(j, Sym)
        if not self._is_folded(upper):
            return super()._sum_unequal(node, read)
        whole = read(Op("sum", (i, upper, Op("sum", (j, upper, body)))))
        return whole - read(Op("sum", (i, upper, substitute(body, {j: i}))))

    def _prediction_on(self, node: Op, read: Read) -> Matrix:
        r""":math:`(W^{PV})_{d+1,:}\,\frac{EE^\top}{length}\,(W^{KQ})(x_q;0)` of the embedding with these columns."""
        W_PV, W_KQ, i, length, covariate, label, query = node.args
        assert isinstance(i, Sym)
        return self._layer(read(W_PV), read(W_KQ), (i, length), covariate, label, read(query), read)

    def _layer(
        self, W_PV: Matrix, W_KQ: Matrix, over: tuple[Sym, Term], covariate: Term, label: Term, query: Matrix,
        read: Read,
    ) -> Matrix:
        i, length = over
        last = Matrix((*query.rows, (self.space.constant(0),)))
        moved = self._times(W_KQ, last)
        row = W_PV.row(len(W_PV.rows) - 1)

        def attended(column: Matrix) -> Matrix:
            return self._times(self._times(row, column), self._times(column.T, moved))

        def of_sample(sample: Term) -> Matrix:
            x = read(substitute(covariate, {i: sample}))
            return attended(Matrix((*x.rows, *read(substitute(label, {i: sample})).rows)))

        if self._is_folded(length):
            assert isinstance(length, Sym)
            examples = self._folded(of_sample(i), i.name, length.name)
        else:
            examples = added([of_sample(Num(Fraction(k))) for k in range(1, self._index(length, read) + 1)])
        return self._over(examples + attended(last), read(length))

    def _predicted_on(self, family: str, query: str) -> Matrix:
        """The prediction with the parameters of Lemma 9 on a prompt of these covariates, with labels <w, x_i>."""
        U11, u12, u21, u_1 = (self.space.symbol(sym) for sym in self.setting.model.parameters)
        W_PV, W_KQ = weights(U11, u12, u21, u_1[0, 0], self.space.constant(0))
        x, x_q, w = (self.space.called(name) for name in (family, query, "w"))
        tau = Sym("tau", (1, 1), frozenset({"index", "range:N"}))
        column = Op("at", (x, tau))
        return self._layer(W_PV, W_KQ, (tau, _N), column, inner(w, column), self.space.symbol(x_q), self.read)

    # Expectation --------------------------------------------------------------------------------------------

    def _expect_all(self, node: Op, read: Read) -> Matrix:
        return self._expect_given(node, read)

    def _expect_given(self, node: Op, read: Read) -> Matrix:
        refuse_priors(node, self.setting.model.derived_loss)
        return self._mean(node.args[0], frozenset(s.name for s in node.args[1:] if isinstance(s, Sym)), read)

    def _mean(self, body: Term, fixed: frozenset[str], read: Read) -> Matrix:
        try:
            base = squared(body)
            if base is not None and not fixed and not self.setting.model.derived_loss:
                root = read(base)
                if root.shape == (1, 1) and not self.space.roots.values:
                    return Matrix(((self.space.mean_square(root[0, 0]),),))
            value = read(body)
            self._room(4 * sum(len(entry) for entry in value.entries()))
            return value.map(lambda e: self.space.mean(self.space.roots.reduce(e), fixed))
        except (Lacks, InputError, ZeroDivisionError):
            drawn = [s for s in sorted(self._laws_of(body), key=lambda s: s.name) if s.name not in fixed]
            choices = [self._outcomes(s) for s in drawn]
            if not drawn or any(c is None for c in choices):
                raise
        parts = []
        for choice in product(*(c for c in choices if c is not None)):
            weight = Fraction(1)
            for p, _ in choice:
                weight *= p
            values = {s.name: Matrix.of(v).map(self.space.constant) for s, (_, v) in zip(drawn, choice, strict=True)}
            with self.space.outcome(values):
                given = Fold(self)(body).map(lambda e: self.space.mean(self.space.roots.reduce(e), fixed))
            parts.append(given.scale(self.space.constant(weight)))
        if len(parts) > MOST_OUTCOMES:
            raise Lacks("entries lacks room for so many outcomes")
        return added(parts)

    def _laws_of(self, body: Term) -> set[Sym]:
        found = {s for s in symbols(body) if is_law(s) and s.name not in self.space.drawn}
        for sym in symbols(body):
            C = next((t.removeprefix("cov:") for t in sym.traits if t.startswith("cov:")), "")
            if sym.name == "y_hat_rdm":
                C = "Lam_tau"
            if C in KNOWN and is_law(KNOWN[C]) and C not in self.space.drawn:
                found.add(self.space.called(C))
        return found

    def _outcomes(self, sym: Sym) -> Atoms | None:
        law = self.setting.laws.get(base_name(sym))
        return None if law is None else outcomes(law, self.setting.d)

    # Losses -------------------------------------------------------------------------------------------------

    def _training_loss(self) -> Matrix:
        name = self.setting.model.derived_loss
        return self._loss_called(name) if name in _LOSSES else super()._training_loss()

    def _loss_called(self, name: str) -> Matrix:
        d, general = self.setting.d, not self.setting.diagonal
        values: dict[str, Ratio] = {"N": self.space.symbol(_N)[0, 0]}
        for sym, grid in zip(self.setting.model.parameters, self._parameter_names(), strict=True):
            values |= dict(zip(_flat(grid), self.space.symbol(sym).entries(), strict=True))
        if name in {"L_rdm", "L_diag"}:
            L = entrywise_loss(d, general=name == "L_rdm")
            names, numerator = L.names, L.numerator
            covariance = self.space.symbol(KNOWN["Lam_tau" if name == "L_rdm" else "lam_tau"])
            if name == "L_diag":
                zero = self.space.constant(0)
                vector = covariance
                covariance = Matrix.build(d, d, lambda i, j: vector[i, 0] if i == j else zero)
        else:
            V = noisy_loss(d, general) if name == "L_noise" else prior_loss(d, general)
            names, numerator = V.names, V.numerator
            covariance = self.space.symbol(LAM)
            values |= self._extra(name)
        values |= {n: e for n, e in zip(_flat(names.Lam), covariance.entries(), strict=True) if n != "0"}
        images = [values[name].num for name in numerator.context().names()]
        value = Ratio(numerator.compose(*images, ctx=self.space.ctx)) / values["N"] ** 2
        return Matrix(((self.space.mean(value, frozenset()) if name in {"L_rdm", "L_diag"} else value,),))

    def _parameter_names(self) -> list[object]:
        named = entrywise_loss(self.setting.d, general=False).names
        return [named.U11, named.u12, named.u21, named.u_1]

    def _extra(self, name: str) -> dict[str, Ratio]:
        if name == "L_noise":
            s, fourth = (self.space.symbol(self.space.called(n))[0, 0] for n in ("s", "m_4"))
            # The third moment occurs beside odd powers of the covariates only.
            return {"s": s, "m_4": fourth, "m_3": s.lift(0)}
        d = self.setting.d
        mean, Psi = (self.space.symbol(self.space.called(n)) for n in ("mu_w", "Psi"))
        found = {mean_name(k + 1): mean[k, 0] for k in range(d)}
        return found | dict(zip(_flat(task_covariance(d)), Psi.entries(), strict=True))

    # Absolute values and minimisers ---------------------------------------------------------------------------

    def _relu(self, node: Op, read: Read) -> Matrix:
        """(a + |a|)/2."""
        a = read(node.args[0])
        return (a + self._abs(a)).scale(Fraction(1, 2))

    def _abs(self, a: Matrix) -> Matrix:
        form = self._scalar(a, "an absolute value")
        drawn = [name for name in self.space.random if name not in form.num.unused_gens()]
        slots = {name.partition("#")[2] for name in drawn if "_" in name and not name.startswith("w_")}
        if not drawn or form.den is not None or len(slots) != 1:
            return super()._abs(a)
        (slot,) = slots
        name = _modulus(slot)
        if self.space.forms.setdefault(slot, form.num) != form.num:
            raise Lacks("entries lacks absolute values of several forms")
        return Matrix(((self.space.generator[name],),))


def _modulus(slot: str) -> str:
    """The generator that stands for the absolute value of the form of one sample."""
    return f"{ABSOLUTE}#{slot}" if slot else ABSOLUTE


def squared(body: Term) -> Term | None:
    """What ``body`` is the square of, as it is written."""
    while isinstance(body, Abbrev):
        body = body.body
    is_square = isinstance(body, Op) and body.head == "^" and isinstance(body.args[1], Num) and body.args[1].value == 2
    return body.args[0] if is_square and isinstance(body, Op) else None


_LOSSES = frozenset({"L_rdm", "L_diag", "L_noise", "L_prior"})
