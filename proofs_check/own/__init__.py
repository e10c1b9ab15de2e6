"""Claims of one's own: the folders they lie in, what is asked of them, files to start from.  Standard library only."""
