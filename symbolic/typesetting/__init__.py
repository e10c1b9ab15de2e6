"""LaTeX of what is derived, in the paper's symbols; it prints results and decides none.

``words`` and ``indexed`` typeset values, ``lines`` breaks long formulas by the widths that ``boxes`` estimates;
``formulas``, ``fixed_dimension`` and ``other_data`` are the formulas themselves, named and made on the call.
"""
