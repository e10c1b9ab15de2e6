"""Calls, command lines and claim files drawn at random: each ends in a value that shows itself, or in one sentence.

``python -m tests.fuzz --count 100000`` draws as many as one likes; the tests draw two thousand.
"""
