# Two commands on a fresh machine: `make check` examines every claim, `make test` runs everything that must pass.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
INSTALL := $(BIN)/python -m pip install --quiet --quiet --disable-pip-version-check

.PHONY: check test certify adversary answers bench gpu figure table attention notebooks pictures lint versions clean

check: $(VENV)/.check-installed
	$(BIN)/lemmata check

# Byte code goes into the virtual environment, whatever the shell says: else each of the processes that the tests start
# compiles all modules anew.
test: export PYTHONDONTWRITEBYTECODE =
test: export PYTHONPYCACHEPREFIX = $(CURDIR)/$(VENV)/bytecode
# The claims come first: what was found of them, tests need not find again.
test: lint
	$(BIN)/lemmata check; checked=$$?; $(BIN)/python -m pytest -n 2 --dist worksteal --durations 20 && \
	$(BIN)/lemmata certify --quiet -o $(VENV)/bundle && exit $$checked

# Certificates of all that is proved, and verify.py on them: fails where one does not check, or a wrong twin passes.
certify: $(VENV)/.check-installed
	$(BIN)/lemmata certify -o bundle

lint: $(VENV)/.test-installed
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports

# Statements of known truth, 20 000 random ones, and the papers' own, all changed: nothing false is proved, nothing true refuted.
# Hours on two cores; stopped or killed, the same command goes on.
COUNT ?= 20000
SEED ?= 1
# So many side conditions of the engines are then taken away in turn; what no test notices is listed.
GUARDS ?= 200
adversary: $(VENV)/.test-installed
	$(BIN)/python -m tests.adversary --count $(COUNT) --seed $(SEED)
	-$(BIN)/python -m tests.adversary --leniency --count $(GUARDS) --seed $(SEED)

# After a change that is meant: what each witness says from now on.
answers: $(VENV)/.check-installed
	-$(BIN)/lemmata check
	$(BIN)/python -m proofs_check.answers zfb
	$(BIN)/python -m proofs_check.answers zwb
	$(BIN)/python -m proofs_check.answers ccs

# Python 3.11 to 3.13 as far as they are on the machine, each with the lowest and the newest dependencies; all tests by
# `make versions TESTS=tests`.
TESTS ?=
versions:
	$(PYTHON) requirements/versions.py -- $(TESTS)

# Writes tests/benchmarks/README.md, and fails where a ratio to its baseline has grown by more than half.
bench: $(VENV)/.test-installed
	$(BIN)/python -m pytest tests/benchmarks -o python_files='bench_*.py' --benchmark-only
	$(BIN)/python -m tests.benchmarks.table

# On a machine with a GPU: the records of all statements, then the figures, within BUDGET seconds.  It goes on where it stopped.
BUDGET ?= 1500
gpu: $(VENV)/.check-installed
	$(BIN)/python -m proofs_check.witnesses.gpu --everything --budget $(BUDGET) --out records
	$(BIN)/lemmata records add records

# Figure 1: `make figure` in minutes on two cores; `make figure PRESET=full DEVICE=cuda` as printed.  Goes on where it stopped.
PRESET ?= small
DEVICE ?= cpu
figure: $(VENV)/.test-installed
	$(BIN)/lemmata train zfb/figure-1 --preset $(PRESET) --device $(DEVICE) --resume
	$(BIN)/python -m proofs_check.report.figure

# Table 1 of zwb in the same way: `make table PRESET=gpu DEVICE=cuda` in the printed architecture.
table: $(VENV)/.test-installed
	$(BIN)/lemmata train zwb/table-1 --preset $(PRESET) --device $(DEVICE) --resume

# Figures 1 to 6 of ccs: `make attention` in less than half an hour on two cores, on a GPU `make attention PRESET=full DEVICE=cuda`.
attention: $(VENV)/.test-installed
	for k in 5 6 1 2 4; do $(BIN)/lemmata train ccs/figure-$$k --preset $(PRESET) --device $(DEVICE) --resume || exit; done
	$(BIN)/python -m proofs_check.report.figures_attention

notebooks: $(VENV)/.test-installed
	$(BIN)/python notebooks/_execute.py

pictures: $(VENV)/.test-installed
	$(BIN)/python -m proofs_check.report.picture notebooks/img
	$(BIN)/python -m proofs_check.report.screenshot notebooks/img/report.png
	$(BIN)/python -m proofs_check.report.figure
	$(BIN)/python -m proofs_check.report.figures_attention

clean:
	rm -rf $(VENV) .versions .lemmata build *.egg-info

# "compat" puts a plain path into the environment: the command starts 20 ms earlier than with an import hook.
# The stamps: nothing is installed again until the pins or pyproject.toml change.
$(VENV)/.check-installed: requirements/base.txt requirements/train.txt pyproject.toml | $(VENV)/bin/python
	$(INSTALL) -r requirements/train.txt
	$(INSTALL) --no-deps --no-build-isolation --config-settings editable_mode=compat --editable .
	touch $@

$(VENV)/.test-installed: requirements/dev.txt requirements/figure.txt $(VENV)/.check-installed
	$(INSTALL) -r requirements/dev.txt
	touch $@

$(VENV)/bin/python:
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Lemmata needs Python 3.11 or later: make PYTHON=python3.x")'
	$(PYTHON) -m venv $(VENV)
