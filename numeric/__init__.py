"""Evaluation and experiment, written from the papers' definitions; it never imports ``symbolic``."""
