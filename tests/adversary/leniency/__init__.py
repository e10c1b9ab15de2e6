"""Leniency: every side condition that an engine asks for is taken away in turn, and some test must go red.

True claims do not show that a rule is too lenient.  :mod:`.guards` finds the conditions in a file and makes the lenient
versions; :mod:`.named` holds those that no pattern finds (a remainder left out), :mod:`.tables` the rows of tables;
:mod:`.applying` puts one into the running process, a child that is thrown away; :mod:`.killing` runs the tests that
execute the function.  What survives is equivalent (:mod:`.equivalent` says why) or a test is missing.
"""
