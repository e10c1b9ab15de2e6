"""Certificates: what the chains and the words algebra used, written out, and a program of its own that re-checks it."""
