"""Records of runs: how they are written and read, the small ones that are committed; and scripts that show errata."""
