"""The definition witness: the page, the symbolic and the numeric wing, compared exactly."""
