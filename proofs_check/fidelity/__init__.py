"""Whether a transcription is the page: the formulas of the printed words are read, and compared with the tree.

What is read and is the same is *confirmed*; what is read and is not the same *differs*, and somebody looks; the rest is
*not read*, with the reason.  Nothing here has a say in a verdict.
"""
