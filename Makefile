# make demo and make test each work as the only command after a clone.
PYTHON ?= python3
BIN := .venv/bin
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check --no-compile -c constraints.txt

.PHONY: setup demo test quick coverage check docs install-trial bench soak format clean

setup: .venv/ready

.venv/made: pyproject.toml constraints.txt
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "whoknows needs Python 3.11 or newer; try make PYTHON=python3.12")'
	$(PYTHON) -m venv .venv
	touch $@

.venv/ready: .venv/made
	$(PIP) -e '.[table]'
	touch $@

# All at once, not on top of the above: looking for packages is most of what an install does.
.venv/ready-dev: .venv/made
	$(PIP) -e '.[dev]'
	touch .venv/ready $@

demo: setup
	@$(BIN)/whoknows demo

# Some hundred processes start: where Python is told to keep no bytecode, it keeps that of the tests.
test quick: export PYTHONDONTWRITEBYTECODE =
test quick: export PYTHONPYCACHEPREFIX = $(CURDIR)/.pytest_cache/bytecode

test: .venv/ready-dev
	$(BIN)/python -m pytest

# What compiles nothing and opens no page: a look at a change, not a proof of it.
quick: .venv/ready-dev
	$(BIN)/python -m pytest tests/core tests/golden tests/logic tests/puzzles tests/rules tests/test_*.py

# How much of the code the tests reach. Compiled code cannot be measured, so kernels run as the
# Python that they are written in; and so does nothing in other processes. Left out are therefore
# tests of the page and of processes, and searches whose sizes would take hours uncompiled.
MEASURED := tests/core tests/logic tests/deals tests/beliefs tests/puzzles tests/rules tests/golden tests/kernels \
	tests/perft tests/playthroughs tests/contract/test_games.py tests/search tests/agents tests/arena \
	tests/table tests/adapters tests/kit tests/learning tests/tuning tests/openspiel \
	tests/test_cli.py tests/test_demo.py tests/test_docs.py tests/test_human.py tests/test_new.py \
	tests/test_notebook_values.py tests/test_notebooks.py tests/test_others_fault.py tests/test_public.py
UNMEASURED := tests/agents/test_search_*.py tests/search/test_original.py tests/arena/test_arena_kill.py \
	tests/arena/test_cluster.py tests/table/test_page_*.py tests/table/test_boards_page.py \
	tests/table/test_budgets.py tests/table/test_costs.py tests/table/test_fuzz.py \
	tests/table/test_hints.py tests/table/test_kill.py tests/table/test_login.py \
	tests/table/test_replay_page.py tests/table/test_secrets.py tests/table/test_server_advice.py

coverage: .venv/ready-dev .venv/coverage/ready
	NUMBA_DISABLE_JIT=1 PYTHONPATH=.venv/coverage $(BIN)/python -m pytest --cov --cov-report= \
		$(MEASURED) $(addprefix --ignore=,$(wildcard $(UNMEASURED)))
	@echo "the files of which least is reached, then all of them together:"
	@PYTHONPATH=.venv/coverage $(BIN)/python -m coverage report --sort=cover | sed -n '3,22p;$$p'

# In a folder of its own: where it is installed numba loads it too, and every start takes longer.
.venv/coverage/ready: .venv/made
	$(PIP) --no-deps --upgrade --target .venv/coverage coverage pytest-cov
	touch $@

check: .venv/ready-dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	@$(MAKE) --no-print-directory docs

# The site, strictly: a broken link, or anything loaded from elsewhere, fails.
docs: .venv/ready-dev
	NO_MKDOCS_2_WARNING=1 $(BIN)/python -m mkdocs build --quiet --clean
	$(BIN)/python -m website.nothing_from_elsewhere site
	@echo "site/index.html, or with its search: python3 -m http.server -d site"

# The package built, installed where nothing else is, and every command of the README run there.
# Some minutes, most of them for installing and compiling.
install-trial: .venv/ready-dev
	$(BIN)/python tests/install_trial.py

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
