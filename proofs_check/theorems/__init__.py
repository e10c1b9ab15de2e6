"""Theorems: a kernel, its axioms and oracles (trusted), and tactics that find its steps (not trusted)."""
