"""``python -m tests.adversary --count N --seed S [--family NAME]``: run the adversary and print its counts.

With ``--leniency``, side conditions of the engines are taken away in turn instead, see :mod:`.leniency`.
"""

import sys

if __name__ == "__main__":
    if "--leniency" in sys.argv[1:]:
        from .leniency.running import main as leniency

        raise SystemExit(leniency([one for one in sys.argv[1:] if one != "--leniency"]))
    from .running import main

    raise SystemExit(main())
