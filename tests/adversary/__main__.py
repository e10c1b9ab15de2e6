"""``python -m tests.adversary --count N --seed S [--family NAME]``: run the adversary and print its counts."""

from .running import main

if __name__ == "__main__":
    raise SystemExit(main())
