"""Zhang, Wu, Bartlett (arXiv 2402.14951): the claim modules, listed explicitly."""

MODULES: tuple[str, ...] = ()
