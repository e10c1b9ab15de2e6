"""The adversary: statements of known truth, random ones, and changed ones, which the tool must not get wrong.

``python -m tests.adversary --count 2000 --seed 1`` runs it and prints its counts; ``make adversary`` runs thousands.
Truth is decided by mathematics (each family of the corpus says why) or by the NumPy code in :mod:`.truth`, which
shares nothing with the engines; never by running the tool.
"""
