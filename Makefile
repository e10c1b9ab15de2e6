# Two commands on a fresh machine: `make check` examines every claim, `make test` runs everything that must pass.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
INSTALL := $(BIN)/python -m pip install --quiet --quiet --disable-pip-version-check

.PHONY: check test bench gpu notebooks pictures lint clean

check: $(VENV)/.check-installed
	$(BIN)/lemmata check

test: lint
	$(BIN)/python -m pytest
	$(BIN)/lemmata check

lint: $(VENV)/.test-installed
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports

bench: $(VENV)/.test-installed
	$(BIN)/python -m pytest tests/benchmarks -o python_files='bench_*.py' --benchmark-only

gpu: $(VENV)/.check-installed
	$(BIN)/lemmata check --witness gpu --device cuda --tier full

notebooks: $(VENV)/.test-installed
	$(BIN)/python notebooks/_execute.py

pictures: $(VENV)/.check-installed
	$(BIN)/python -m proofs_check.report.picture notebooks/img

clean:
	rm -rf $(VENV) .lemmata build *.egg-info

# "compat" puts a plain path into the environment: the command starts 20 ms earlier than with an import hook.
# The stamps: nothing is installed again until the pins or pyproject.toml change.
$(VENV)/.check-installed: requirements/base.txt requirements/train.txt pyproject.toml | $(VENV)/bin/python
	$(INSTALL) -r requirements/train.txt
	$(INSTALL) --no-deps --no-build-isolation --config-settings editable_mode=compat --editable .
	touch $@

$(VENV)/.test-installed: requirements/dev.txt $(VENV)/.check-installed
	$(INSTALL) -r requirements/dev.txt
	touch $@

$(VENV)/bin/python:
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Lemmata needs Python 3.11 or later: make PYTHON=python3.x")'
	$(PYTHON) -m venv $(VENV)
