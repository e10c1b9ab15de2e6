"""Words in which papers talk of themselves and their subject: a sentence of them alone says nothing of a letter.

A word belongs here where no sentence of such words can be a condition, a convention, or the opposite of what was said.
"""

from __future__ import annotations

# ruff: noqa: SIM905, words are read more easily in a row
WORDS = frozenset(
    """
a abbreviate abilities ability able about above absolute abstract access according accuracy accurate achieve achieved
achieves acknowledge acknowledges activations acts actually admits advance affect affine after aim algebra algorithm
algorithms allow allows along also amount amounts amusingly an analyse analysed analysis analyze analyzed analyzes
anchors and anecdotally anonymous answer answers appear appearing appears appendix application applications applied
applies apply applying approaches architecture architectures are arguably argument arguments around array arrive
article arxiv aside aspect asymptote asymptotic at attends author authors back backbone background based basic bayes
bayesian be beautiful because become becomes been before begin behaves behavior behaviors behaviour behind being below
benefits between bias bishop bookkeeping bread brief briefly brings butter by calculate calculation calculations
calculus capable captures catching cauchy celebrated central characterize characterizes cheap check checked choice
choices choose choosing class classes classical clear co-coercivity code coefficient colleagues collect collects
combinations combine combined combines combining come comes comments community compare compared comparing comparison
compatible competitive complement complete completeness component components computation computations compute computed
computes computing conclude concludes concretely concurrent configurations conjugates connections consecutive
consequence consequences consequently consider considered considering consistently consists constructions contain
contained contains content context contexts contributes contribution contributions convenience convenient convergence
cornerstone corollary corpus course cousin cup curious current curvature customary daily dashed decade decades
decision decompose defect defer deferred define defined defines defining delta demonstrated demonstrations denominator
department depth derivation derivations derive derived descent describe described describes describing description
design det details determinant determine determined develop developed devoted diamond difficulties diffusion digest
direct directions directly discriminant discuss discussed discussion discussions disguise display displays dist do
does doing done drafts due during dynamical dynamics e earlier early ease easily easy eckart editing effect effective
effectively efficient efficiently eigenvalue eigenvalues eigenvector eigenvectors elegant eliminating embedding
emphasis empirical empirically encodings end-to-end energy enough enter enters entirely envelope equation equations
essential essentially establish estimate estimates estimator estimators et evaluated evaluating evidence evidently
examine example examples exercise exercises exhibit exhibits expand expanding experiment experimental experimentally
experiments explain explains explanation explicit explicitly explore explored explores exposition expressed expression
expressions expressive fact factor factors facts familiar fast favourite field figure figures filter filters final
finally find finding finds flow flows focus folklore follow following follows for forecasting forgiving form formed
former forms formula formulas formulate forward found framework frequentist from functional functions funding further
furthermore future g gain gap gather gauss generous geometric geometry get github give given gives giving glance goal
govern gradient-based grant grateful ground-truth guarantees had handy harmless has have having heat help helpful
helps hence here hilbert how https hypothesis i idea ideas identities identity immediate immediately impact implement
implemented implementing implements implicit implies importance important in in-context in-sample incidentally include
included incontext indeed inequalities ingredient ingredients initialisations initializations inner input-output
insert inside instance instances institute integrate interest interested interesting interestingly interests
interpolations interpreted into introduce introduction intuition intuitively investigate investigated is isserlis it
iterate iterates iterating iterations its itself james journey juditsky kaczmarz kalman kernel kernels key key-value
kinds know knowledge known landscape language layer layers leads least least-squares leaving left-hand lemma lemmas
letter letters like likewise lim lindley line linked literature log-determinant logarithmic lora lore loss lyapunov
machine machines made main make makes manners map mapping mathsf matrix mechanism mechanisms memories mentioned method
methods mimic min minibatch mode model models monomial moore moreover morrison motivate motivates motivation nabla
natural naturally necessarily necessary network networks neural new newton next-token note notes notice noting ntk
obey obeys objective observations observe obtain obtained obtains occurs of often once onto optimisation optimism
optimization optimized optimizing org organised organized original ornstein our ourselves out out-of-sample overall
overview own pairing pairs paper papers parameter parameterize parameterized parameters parentheses part participants
particular parts pattern pause penalty penrose perceptron perform performance performs perhaps perspective phenomena
phenomenon picture piece place placed play plays pleasant plot plots plugging point points polyak polyak's polynomial
popular potential power powerful powers practical practice practitioners pre-training precise preconditioner predicted
predictions predictor predictors predicts preferred preliminaries preprint present presentation presented presents
press pretraining previous prime principal principle problem problems procedure proceed proceeding process processes
processing proof proofs properties property propose proposed proposition provably prove proved proves provide provided
provides proving purpose push-through pythagoras quadratic quadratics quantifies quantities quantity question
questions quite rasmussen read reader readers reading reads real-world rearrange reason recall recalled receive
received recent recently recipe recipes record records recover recursion recursive rederived refer referees reference
references refers regress regression reinforcement related relationship relative relatives relevant relu rely
remainder remaining remains remark remarkable remarkably remarks repository representative represented representer
represents reproducing research residuals resolve resolvent response responses restate result results returns reveals
review reviewers reward rewrite right-bottom right-hand risk roadmap robustness role routine rule run saw say says
scheme schemes schwarz section sections see seeds seen sees selects self self-contained sense sequences series setting
settings setup setups seventh shape sherman short shortcut show showed showing shown shows side sides signal sim
simple simplest simplicity simplified simplify simply since sketched slips smoothness so softmax softmax-based
solutions solvability solve sometimes soon sophisticated speaking specific specifically specified spectrum speed
springer stated statement statements statist statistical statistically statisticians statistics steepest stein stein's
stored story straightforward striking structure studied studies study stylized success successes successful suggest
suggests summarised summarize summary support surprising surprisingly system systems tag take taken takes taking
task-specific technical techniques telescopically tells test testing text textbook thank thanks that the their them
then theorem theorems theoretical theoretically theorists theory there thereafter therefore these they thin think this
those through thus time title to today's together tolerated tool toolbox tools tour tracked tractable transformations
transformed transformer transformers transitions transparent tuning turing turns two-layer type types ubiquitous
uhlenbeck underlying understand understanding understood university unresolved update updates updating upper us use
used useful user uses using usual utilizes vade-mecum variance variants variational variations variety various
verified verify version versions very via view viewed viewpoint visible vision von wander warm warms was way we
well-known were what when whenever where whereas whether which while who whose why wick's with woodbury's words work
workhorse works worth wrt years yesterday's yields you
""".split()
)
