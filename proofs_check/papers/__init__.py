"""The papers: the catalogue of what each states, a module for each headline statement, chains of proof."""
