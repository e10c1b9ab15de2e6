"""The statement language on tensors: what a device reads, written from definitions and sharing no code with `sampled`.

What is here needs no torch: whether a device can speak of a statement is asked everywhere.
"""

TENSORS_VERSION = "4"
"""Of what is drawn and how: records of another version are stale."""
HEADS_READ = frozenset({
    "*", "+", "-", "/", "T", "^", "abs", "activated", "apply", "argmin", "at", "at0", "beside", "beside_over", "block",
    "col", "columns", "cond", "curvature", "ddt", "delta", "det", "diag", "eigenvalue", "entry", "exp", "exp_each",
    "expect", "expect_given", "grad", "gram", "infimum", "inner", "jacobian", "kernel_value", "kron", "least",
    "least_eigenvalue", "least_over", "least_positive_eigenvalue", "least_unequal", "log", "masked_softmax",
    "minimum", "modulus", "neg", "norm_2", "norm_F", "norm_op", "nuclear", "pinv", "prediction", "prediction_on",
    "product_down", "product_up", "projection", "rank", "relu", "relu_each", "row", "sequence", "slope", "softmax",
    "sqrt", "stack", "stack_over", "sum", "sum_unequal", "tr", "unvec", "vec", "where",
})  # fmt: skip
"""The heads of terms that have a meaning here; a test holds it to the algebra."""
