"""Tactics: they find steps of the kernel, and can be wrong without harm."""
