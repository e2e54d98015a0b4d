# make demo and make test each work as the only command after a clone.
PYTHON ?= python3
BIN := .venv/bin
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check --no-compile -c constraints.txt

.PHONY: setup demo test quick check bench soak format clean

setup: .venv/ready

.venv/made: pyproject.toml constraints.txt
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "whoknows needs Python 3.11 or newer; try make PYTHON=python3.12")'
	$(PYTHON) -m venv .venv
	touch $@

.venv/ready: .venv/made
	$(PIP) -e .
	touch $@

# All at once, not on top of the above: looking for packages is most of what an install does.
.venv/ready-dev: .venv/made
	$(PIP) -e '.[dev]'
	touch .venv/ready $@

demo: setup
	@$(BIN)/python examples/demo.py

test: .venv/ready-dev
	$(BIN)/python -m pytest

# What compiles nothing and opens no page: a look at a change, not a proof of it.
quick: .venv/ready-dev
	$(BIN)/python -m pytest tests/core tests/golden tests/logic tests/puzzles tests/rules tests/test_*.py

check: .venv/ready-dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

bench: .venv/ready-dev
	$(BIN)/whoknows bench

# An hour of larger proofs; the next run goes on. `make soak SOAK="games --many 1000"` for some.
soak: .venv/ready-dev
	$(BIN)/python -m soak $(or $(SOAK),--minutes 60)

format: .venv/ready-dev
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

clean:
	rm -rf .venv
