"""Lenient versions that change no verdict, with the reason: the condition is asked elsewhere, too, or saves time."""

from __future__ import annotations

_PROOF = "proofs_check/proof"
_DECIDING, _VALUES = f"{_PROOF}/deciding", f"{_PROOF}/values"
_SIGNS, _CHECKER = f"{_PROOF}/positivity.py::SignAlgebra", f"{_PROOF}/checker.py::Checker"
_LOGIC = f"{_DECIDING}/logical.py"
_LEAST = "the least of this sign and another is taken afterwards, and an unknown one is the least"
_REPORT = "it says what a chain rests on, after the chain was decided"
_STRICTER = "without this line less has a sign, not more"
_EXISTENCE, _MEANS = f"{_VALUES}/existence.py", f"{_VALUES}/integrability.py"
_AS_A_WHOLE = "the function as a whole was looked at before"
_MORE_MOVE = "without it more symbols are taken to move, and less is seen to be bounded"
_OF_DEGREE_2 = "what is looked at is a number of degree 2 in the variable: nothing else of this form is"
_INDEXED, _CRITICAL = "symbolic/indexed", "symbolic/critical/points.py"
_QUICKER = "it saves time: the value that is built again is the same"
_CITING, _FITS = f"{_DECIDING}/citing.py", "what is shown, and every premise, was asked for its shapes before"
_SIZES = "more symbols are asked whether they have this size"
_TELLS = "a premise may then speak of fewer symbols, not of more"
_SIGN_TABLES = "numeric/sign_tables.py"
_CONDITIONS = f"{_VALUES}/conditions.py"
_ASKS_MORE = "more conditions are asked with it, none fewer"
_BINDS_MORE = "more counts as bound where the condition stands, of which less is known there"
_MODES = "what moves along the flow shows nothing universal, nor the other way round: the checker asks before"
_UNKNOWN_GROWTH = "what is unspecified is neither tame nor of a known degree, unless its growth is known"
_GROWTH = "proofs_check/algebras/growth"
_A_LETTER = "a vector is then a letter of unknown sign, which decides nothing"
_TOLD = "it says in words what was decided before"
_ENTRIES = "proofs_check/algebras/entries"
_QUICKER_TO_STOP = "what is looked for further is shown by the same rule: it only takes longer"
_OF_WHAT_IS_READ = "an inverse has a value where the rank is full, and the power 0 is read as the identity"
_PUT_IN = "no derivative is left by the variables of the block that was put in, and it is left out"
_HIDES = "more is taken to hide indices, and less is done on words"
_BALLS, _BOXES = "proofs_check/witnesses/balls", "proofs_check/witnesses/balls/boxes.py"
_LEAST_IN_BALLS, _DEGENERATE = f"{_BALLS}/least.py", f"{_BALLS}/critical.py"
_MEANS_IN_BALLS = "proofs_check/algebras/ball_moments.py"
_FEWER_BOXES = "fewer parameters move, or fewer boxes are looked at"
_NO_ORDER = "without a comparison nothing is looked at in the box"
_NOT_ZERO = "the lowest coefficient that occurs is not 0"
_EXACT_CURVE = "the curve that is found is then looked at exactly, whatever led to it"
_LACKED = "what is no symbol was refused when the claim was read"
_KERNEL, _ORACLES = "proofs_check/theorems/kernel.py", "proofs_check/theorems/oracles.py"
_LACKS = "what the engine lacks is no equation: it is refused with another reason"

EQUIVALENT: dict[str, str] = {
    f"{_KERNEL}::induction: not asked: _no_size(k, goal)": "into what has the size k nothing is put for k",
    f"{_KERNEL}::rewrite: always False: node.head in _FUNCTIONS and rest[0] == 0":
        "no equation has a function as a side: its shapes do not fit",
    f"{_ORACLES}::Reading.equal: not raised: raise Refused('normal form: ', why) from why": _LACKS,
    f"{_ORACLES}::Reading.equal_where: not raised: raise Refused('normal form: ', why) from why": _LACKS,
    "proofs_check/recheck/functions.py::_key: not looked at: any((not isinstance(x, Fraction) for A in (U, W) for row "
    "in A for x in row))": "what is not exact is none of the arguments that the point gives",
    f"{_ORACLES}::_is_composed: without F not in xs":
        "a letter that is bound again is asked for as much as another one",
    "proofs_check/theorems/binding.py::hides: without x.has('random')": "more is then hidden, and less put in",
    "proofs_check/theorems/values.py::one_of_each_name: unfiltered: t.startswith('range:')":
        "more names are asked to be those of integers",
    f"{_CITING}::from_fact: not asked: _fits(fact, tuple((instantiate(p, bindings) for p in schemes)))": _FITS,
    f"{_CITING}::_fits: not asked: check_sizes(prop, repr)": _FITS,
    f"{_CITING}::_fits: not raised: raise Gap(f'this instance of the fact {{fact.name!r}} means nothing: {{error}}') "
    "from error": _FITS,
    f"{_CITING}::from_fact: unfiltered: q.head in GROWING": _TELLS,
    f"{_CITING}::from_claim: unfiltered: line not in instance": "more lines are asked whether they have values",
    f"{_CITING}::_may_resize: never: if value == n or not n.has('integer')": _SIZES,
    f"{_CITING}::_may_resize: without value == n": _SIZES,
    f"{_CITING}::_may_resize: without not n.has('integer')": _SIZES,
    f"{_CITING}::_may_resize: unfiltered: bindings.get(s, s) == s or n.name not in map(str, s.shape)": _SIZES,
    f"{_CITING}::_evident: unfiltered: not whole_flow or line.along or (not any((x.along for x in g.lines)))":
        "what is shown so is a bound of the loss, which is asked for along its own flow alone",
    f"{_DECIDING}/asymptotics.py::dominated: any without p.head == 'le'": "only what has the same head is the same",
    f"{_DECIDING}/eigenvectors.py::_eigenpair: without shape is None": "what has no known shape has no rows: it raises",
    f"{_DECIDING}/curvature.py::some_vector: without shape is None": "what has no known shape has no rows: it raises",
    f"{_DECIDING}/extrema.py::_there: unfiltered: pair[0] != pair[1]":
        "a symbol that is put in for itself changes nothing",
    f"{_CHECKER}._told: unfiltered: is_constant(prop)": _TELLS,
    f"{_CHECKER}._told: unfiltered: not s.has('parameter')": _TELLS,
    f"{_VALUES}/meaning.py::tells_values: unfiltered: _is_partial(node)": _TELLS,
    f"{_CONDITIONS}::_walk: unfiltered: head == 'for_all' or not c.bound & symbols(c.node) & set(args[:1])": _ASKS_MORE,
    f"{_CONDITIONS}::_started: not looked at: any((isinstance(x, Op) and x.head == 'at0' for x in _all(node)))":
        _QUICKER,
    f"{_CONDITIONS}::_terms: unfiltered: isinstance(x, Sym) and x.traits & {{'symmetric', 'psd', 'posdef'}}":
        _ASKS_MORE,
    f"{_CONDITIONS}::_terms: unfiltered: s.has('parameter')": _ASKS_MORE,
    f"{_CONDITIONS}::_below: unfiltered: s.traits & {{'random', 'derived'}}": _BINDS_MORE,
    f"{_CONDITIONS}::_below: unfiltered: s.has('random')": _BINDS_MORE,
    f"{_CONDITIONS}::_end: without told is None": "what is no size has no terms: it raises",
    f"{_CONDITIONS}::_kinks: without not free_symbols(node) & moving": _ASKS_MORE,
    f"{_CONDITIONS}::_kinks: unfiltered: free_symbols(of) & moving": _ASKS_MORE,
    f"{_CONDITIONS}::_kinks: unfiltered: symbols(v) & moving": _ASKS_MORE,
    f"{_CONDITIONS}::_kinks: never: if head == 'at0'": _ASKS_MORE,
    f"{_VALUES}/parts.py::_is_square: without shape is not None": "what has no known shape has no rows: it raises",
    f"{_VALUES}/closing.py::Closing._exists: unfiltered: s.has('parameter')": _ASKS_MORE,
    f"{_VALUES}/closing.py::Closing._known_moment: always False: pair is None":
        "what has no degrees gives none to others: it raises",
    f"{_VALUES}/closing.py::Closing._moments: unfiltered: m is not None": "what is no moment of a label raises",
    f"{_VALUES}/closing.py::_follows: without label is None": "what speaks of no label has no pair of degrees",
    f"{_VALUES}/conditions.py::_moving: unfiltered: s.has('parameter')": "more means are asked to exist near the point",
    f"{_LOGIC}::discharge: unfiltered: g.name != rule.assumption": "what is assumed is a premise: p implies p",
    f"{_DECIDING}/spectra.py::_is_square: without shape is not None": "what has no known shape has no rows: it raises",
    f"{_DECIDING}/spectra.py::roots: without shape is None": "what has no known shape has no rows: it raises",
    f"{_DECIDING}/spectra.py::_negative_exactly: unfiltered: p.head == 'inertia'": "what counts nothing raises",
    f"{_DECIDING}/spectra.py::_inertia_of_blocks: unfiltered: prop.head == 'inertia'": "what counts nothing raises",
    f"{_LOGIC}::discharge: without h.along == line.along": _MODES,
    f"{_LOGIC}::almost_surely: unfiltered: not line.along": _MODES,
    f"{_LOGIC}::almost_surely: without line.along": _MODES,
    f"{_LOGIC}::contradiction: unfiltered: g.name != rule.assumption":
        "the assumption may be one of the two that clash",
    f"{_LOGIC}::contradiction: unfiltered: is_relation(p) and is_relation(q)":
        "what is no relation has no negation: it raises",
    f"{_LOGIC}::almost_surely: unfiltered: not desk.speaks_of_outcomes([g])":
        "premises about one outcome are refused before, as assumptions about a single moment",
    f"{_PROOF}/reports.py::report: unfiltered: name in needed": _REPORT,
    f"{_PROOF}/reports.py::report: unfiltered: used is None or theirs in used": _REPORT,
    f"{_PROOF}/reports.py::report: unfiltered: c.step.ours": _REPORT,
    f"{_PROOF}/reports.py::report: unfiltered: chain.is_repaired(c.step)": _REPORT,
    f"{_SIGNS}._structural: never: if not isinstance(node, Op)":
        "numbers, symbols and abbreviations are dealt with above",
    f"{_SIGNS}._times: without len(node.args) == 2": "products are of two factors",
    f"{_SIGNS}._power: without exponent.value.denominator == 1": "an even number is an integer",
    f"{_SIGNS}._power: >= in exponent.value > 0": "what is raised to 0 is 1",
    f"{_SIGNS}._power_definite: >= in exponent.value > 0": "what is raised to 0 is the identity",
    f"{_SIGNS}._trace_of_product: never: if scale is U or len(matrices) < 2": _LEAST,
    f"{_SIGNS}._trace_of_product: without scale is U": _LEAST,
    f"{_SIGNS}._trace_of_product: without len(matrices) < 2": "one matrix is cut into two groups nowhere",
    f"{_SIGNS}._product_definite: without scale is U": _LEAST,
    f"{_SIGNS}._congruence: never: if left == 0":
        "the factors are those of a product that commutes, which is looked at, too",
    f"{_SIGNS}.definite: without _may_have_one_shape(node, given)": "matrices of different shapes are not the same",
    f"{_SIGNS}.definite: never: if node.head in {{'projection', 'modulus'}}": _STRICTER,
    f"{_SIGNS}._product_definite: never: if len(node.args) == 2 and (right == Op('T', (left,)) or left == Op('T', "
    "(right,))) and (not is_scalar(left))": _STRICTER,
    f"{_SIGNS}._product_definite: without right == Op('T', (left,))": _STRICTER,
    f"{_SIGNS}._product_definite: without left == Op('T', (right,))": _STRICTER,
    f"{_PROOF}/positivity.py::_may_have_one_shape: without None in shapes": _STRICTER,
    f"{_CHECKER}.steps_showing: left out: yield checked.step": "fewer steps are then taken to show the statement",
    f"{_VALUES}/known.py::Known.is_known: unfiltered: not any((c.follows_from(other) for other in granted))":
        _ASKS_MORE,
    f"{_SIGN_TABLES}::_sign_at: always True: sign == _sign(p(right))":
        "a polynomial without a root at a place has one sign on both sides of it",
    f"{_SIGNS}._diagonal: always True: isinstance(v, Sym)": "what is no symbol has no traits: it raises",
    f"{_VALUES}/closing.py::Closing._closed: never: if node == found.node":
        "the same signs are asked of the same node once more",
    f"{_VALUES}/closing.py::_parts: always False: node.has('zero')":
        "a zero is then a summand like others, which closes less",
    f"{_VALUES}/closing.py::Closing._moments: never: if found.node in given":
        "without this line less is finite, not more",
    f"{_VALUES}/closing.py::Closing._moments: never: if _follows(found.node, known)":
        "without this line less is finite, not more",
    f"{_DECIDING}/families.py::exchangeable: unfiltered: isinstance(prop.args[0], Op) and prop.args[0].head == "
    "'slope'": "more premises are taken for slopes, of which there may be one alone",
    f"{_DECIDING}/layers.py::rotated: without shape is None": "what has no known shape has no identity: it raises",
    f"{_EXISTENCE}::is_bounded_below: without len(groups) > 1": _AS_A_WHOLE,
    f"{_EXISTENCE}::is_bounded_below: >= in len(groups) > 1": _AS_A_WHOLE,
    f"{_EXISTENCE}::_stays_above: unfiltered: v in symbols(f)": _MORE_MOVE,
    f"{_EXISTENCE}::_is_attained: unfiltered: v in symbols(f)": _MORE_MOVE,
    f"{_EXISTENCE}::flow_exists: unfiltered: s.has('parameter')": _MORE_MOVE,
    f"{_EXISTENCE}::_averages: without symbols(n) & met": "without it every mean speaks against the flow",
    f"{_EXISTENCE}::_multiple_of_length: always True: k == 2": _OF_DEGREE_2,
    f"{_EXISTENCE}::_multiple_of_length: without k == 2": _OF_DEGREE_2,
    f"{_EXISTENCE}::_multiple_of_length: without is_scalar(v)": _OF_DEGREE_2,
    f"{_EXISTENCE}::_multiple_of_length: without v.shape[1] == 1": _OF_DEGREE_2,
    f"{_EXISTENCE}::_multiple_of_length: always True: v not in symbols(c) and is_scalar(c)": _OF_DEGREE_2,
    f"{_EXISTENCE}::_multiple_of_length: without v not in symbols(c)": _OF_DEGREE_2,
    f"{_EXISTENCE}::_multiple_of_length: without is_scalar(c)": _OF_DEGREE_2,
    f"{_MEANS}::moments_needed: without tame": _ASKS_MORE,
    f"{_MEANS}::_of_label: unfiltered: a": _ASKS_MORE,
    f"{_MEANS}::_of_label: unfiltered: not any((implied((a, b), {{other}}) for other in wanted - {{(a, b)}}))":
        _ASKS_MORE,
    f"{_MEANS}::_of_covariance: unfiltered: most > 0": _ASKS_MORE,
    f"{_MEANS}::_covariance_behind: without is_of_a_law(sym)": _ASKS_MORE,
    f"{_MEANS}::_speaks_of_unknown: without any((isinstance(n, Op) and n.head in _UNSPECIFIED and any(map(_drawn, "
    "n.args)) for n in nodes(mean)))": _UNKNOWN_GROWTH,
    f"{_MEANS}::_speaks_of_unknown: not looked at: any((isinstance(n, Op) and n.head in _UNSPECIFIED and "
    "any(map(_drawn, n.args)) for n in nodes(mean)))": _UNKNOWN_GROWTH,
    f"{_MEANS}::degree_in: always False: derived": "a derivative has no degree that the tree tells",
    f"{_MEANS}::_stays_away: never: if node.head != '+'": "a single part that is fixed is not drawn, and not asked for",
    f"{_MEANS}::_stays_away: >= in node.args[1].value > 0": "what is raised to 0 is 1, which stays away from 0",
    f"{_CRITICAL}::_newton: <= in abs(change) < fmpq(1, 2 ** 200)": "no enclosure asks which step was the last",
    f"{_CRITICAL}::_established: without np.any([v == 0 for v in (point[i] for i in fixed)])":
        "scaling has made these coordinates 1 or -1, and Newton's method leaves them",
    f"{_INDEXED}/binders.py::rebuild: never: if len(kept) == len(mono)": _QUICKER,
    f"{_INDEXED}/binders.py::_summed: without f.free & bound": "a sum that is opened without need is closed again",
    f"{_INDEXED}/binders.py::_summed: unfiltered: g is not f (at 10)": "the delta becomes that of equals, which is 1",
    f"{_INDEXED}/binders.py::_merged: >= in e > 0": "factors to the power 0 are left out of products",
    f"{_INDEXED}/binders.py::_merged: without len({{f.args[0].base for f in places}}) != 1":
        "functions of different letters have no function in common: joined says so",
    f"{_INDEXED}/from_words.py::_hides: always True: any((x.original in _VALUES for x in a.args))": _HIDES,
    f"{_INDEXED}/from_words.py::_hides: always True: a.name == 'indexed' or any((hides_indices(x) for x in a.args))":
        _HIDES,
    f"{_INDEXED}/from_words.py::_word: unfiltered: e[2] != 1": "a sum over one value is that value",
    f"{_INDEXED}/laws.py::_has_mean: always True: any((_has_mean(g, drawn) for g, _ in f.args[1]))": _QUICKER,
    f"{_INDEXED}/laws.py::_has_mean: always True: any((_has_mean(g, drawn) for v in values for mono in v.terms "
    "for g, _ in mono))": _QUICKER,
    f"{_INDEXED}/powers.py::power: >= in e > 0": "the power 0 is dealt with above",
    f"{_INDEXED}/values.py::Indexed.__mul__: never: if not m1 or not m2": _QUICKER,
    f"{_INDEXED}/values.py::Indexed.__mul__: without not m1": _QUICKER,
    f"{_INDEXED}/values.py::Indexed.__mul__: without not m2": _QUICKER,
    f"{_GROWTH}/classes.py::_is_nonpositive: >= in value > 0": "a quotient by 0 has no value, which is asked elsewhere",
    f"{_GROWTH}/classes.py::_is_grown_power: >= in exponent.value > 0": "what is raised to 0 is 1",
    f"{_GROWTH}/matrices.py::_of_definiteness: < in stated[()] <= 0": "0 is left out of combinations",
    f"{_GROWTH}/pieces.py::_written_as: without not (number.is_Rational and other.is_Rational)": _QUICKER,
    f"{_GROWTH}/pieces.py::_across: unfiltered: not atom[2]":
        "what stands for a matrix has no known sign, whichever letter it has",
    f"{_GROWTH}/pieces.py::described: without ' + '.join(parts)": _TOLD,
    f"{_GROWTH}/pieces.py::described: always False: ' + '.join(parts) or '0'": _TOLD,
    f"{_GROWTH}/reading.py::_Reader.scalar: without node.shape == (1, 1)": _A_LETTER,
    f"{_GROWTH}/reading.py::_Reader.scalar: without family.shape == (1, 1)": _A_LETTER,
    f"{_GROWTH}/reading.py::_Reader._vector: always True: node.shape[1] == 1":
        "the inner product of fixed matrices is then a letter of unknown sign, which decides nothing",
    f"{_GROWTH}/regions.py::diverging: without length is not None": "without it less is seen to diverge, not more",
    f"{_GROWTH}/regions.py::conditions: unfiltered: not m.is_number": _TOLD,
    "proofs_check/algebras/contexts/integrals.py::finite: without has_known_law(mean)":
        "what has no known law is no standard Gaussian vector, which is asked of each",
    "proofs_check/witnesses/deciding/nonvanishing.py::almost_never_equal: never: if any(found)":
        "what is 0 everywhere for some value is no form with a matrix other than 0, which is asked next",
    "proofs_check/witnesses/deciding/integrable.py::finite_mean: always True: not holds":
        "under hypotheses less is then decided",
    "numeric/boxes.py::_most_blurring: never: if len(cell) == 1": _QUICKER,
    f"{_ENTRIES}/signs.py::Signs._of_polynomial: >= in len(poly) > MOST_TERMS": _QUICKER_TO_STOP,
    f"{_ENTRIES}/signs.py::Signs._of_polynomial: without deep": _QUICKER_TO_STOP,
    f"{_ENTRIES}/signs.py::Signs._as_quadratic: without name in self._positive": _QUICKER_TO_STOP,
    f"{_ENTRIES}/signs.py::Signs._by_coefficients: any without name not in self._nonnegative": _STRICTER,
    f"{_ENTRIES}/signs.py::_minors: unfiltered: mask >> k & 1": _STRICTER,
    f"{_ENTRIES}/signs.py::_minors: left out: yield Matrix.build(len(rows), len(rows), lambda i, j: A[rows[i], "
    "rows[j]]).det()": _STRICTER,
    f"{_ENTRIES}/semidefinite.py::cases: without not scalars": "fewer cases are looked at, in which less has a sign",
    f"{_ENTRIES}/semidefinite.py::_ranked: without node.head == '^'":
        "a positive number beside a matrix stands in a multiple, which has the same rank",
    f"{_ENTRIES}/semidefinite.py::_ranked: without node.args[1].value > 0": _OF_WHAT_IS_READ,
    f"{_ENTRIES}/semidefinite.py::_ranked: >= in node.args[1].value > 0": _OF_WHAT_IS_READ,
    f"{_ENTRIES}/squares.py::least_mean_square: never: if len(blocks) > MOST_BLOCKS": _QUICKER_TO_STOP,
    f"{_ENTRIES}/squares.py::all_minimisers: never: if len(blocks) > MOST_BLOCKS": _QUICKER_TO_STOP,
    f"{_ENTRIES}/squares.py::least_mean_square: unfiltered: other is not block": _PUT_IN,
    f"{_ENTRIES}/squares.py::all_minimisers: unfiltered: other is not block": _PUT_IN,
    f"{_ENTRIES}/squares.py::all_minimisers: unfiltered: any((f.derivative(name) for name in block))":
        "a variable on which nothing depends has no pivot, and stays free",
    f"{_BOXES}::BoxFinding._sizes: unfiltered: name in self.spoken": _TOLD,
    f"{_BOXES}::examine_boxes: unfiltered: not _by_construction(hypothesis.prop, model)": _ASKS_MORE,
    f"{_BOXES}::examine_boxes: always True: any((p.head in _ORDERS for _, p in subprops(prop)))": _NO_ORDER,
    f"{_BOXES}::examine_boxes: without not ordered": _NO_ORDER,
    f"{_BOXES}::_Box._add_symbol: without covariance": _FEWER_BOXES,
    f"{_BOXES}::_Box._add_symbol: without name in _FIXED": _FEWER_BOXES,
    f"{_LEAST_IN_BALLS}::_certain: without relation == 'lt'":
        "of what is below, all relations but two are decided before",
    f"{_LEAST_IN_BALLS}::points_where: unfiltered: p.head != 'and'": "a conjunction is then no equation: it lacks",
    f"{_DEGENERATE}::_where_degenerate: >= in c > 0": _NOT_ZERO,
    f"{_DEGENERATE}::_where_degenerate: <= in c < 0": _NOT_ZERO,
    f"{_DEGENERATE}::_falls_along_a_parabola: never: if any((flat[k] != 0 for k in (1, 2, 3)))": _EXACT_CURVE,
    f"{_DEGENERATE}::_falls_along_a_parabola: not looked at: any((flat[k] != 0 for k in (1, 2, 3)))": _EXACT_CURVE,
    f"{_DEGENERATE}::_falls_along_a_parabola: <= in 4 * square * flat[4] < mixed * mixed": _EXACT_CURVE,
    f"{_MEANS_IN_BALLS}::_Reader._read: without self.inside.moving": "less is then taken from outside, and it lacks",
    f"{_MEANS_IN_BALLS}::_Inside._at: never: if not isinstance(family, Sym)": _LACKED,
    f"{_MEANS_IN_BALLS}::_Inside._over: never: if not isinstance(index, Sym)": _LACKED,
    "proofs_check/algebras/ball_random.py::_name: never: if not isinstance(index, Sym)": _LACKED,
    "proofs_check/algebras/ball_own.py::kept: < in set(used) <= algebra.exact.keys()": _QUICKER,
    "proofs_check/recheck/existence.py::has_no_solution: unfiltered: q is not p":
        "the value is put into its own equation, too, which then holds",
    "proofs_check/recheck/existence.py::has_no_solution: without sum((name in mono for mono, _ in p.terms)) == 1":
        "what solves all of them solves them with the value put in, too",
    "proofs_check/recheck/existence.py::has_no_solution: without splits < MOST_SPLITS": _QUICKER_TO_STOP,
    "proofs_check/recheck/existence.py::has_no_solution: <= in splits < MOST_SPLITS": _QUICKER_TO_STOP,
}
"""By the id of the guard."""
