"""Exact mathematics: what follows from the definition of a model, for every dimension or a fixed one."""
