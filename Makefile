# `make run` and `make test` are the two commands a newcomer needs; both prepare .venv by themselves.

# The Python to build .venv from. Left empty, python3.11 is taken, else python3.
PYTHON ?=
# `make run PORT=8100` serves the house at another port than 8000.
PORT ?=
# `make test COVER=yes` measures branch coverage as well, as `.ci/run` does: it takes half as long again.
COVER ?=
# `make lab-report ROUNDS=1000000000` plays so many rounds of each table, and a tenth of them of blackjack.
ROUNDS ?=
# `make evidence STALE=yes` examines only the clauses whose code has changed since.
STALE ?=
# `make lock UPGRADE=--upgrade` moves every pin to its newest version; without it only what must move does.
UPGRADE ?=

VENV := .venv
BIN := $(VENV)/bin
UV := $(BIN)/uv
INSTALL := $(UV) pip install --quiet --python $(BIN)/python
COMPILE := $(UV) pip compile --quiet --generate-hashes --universal --python-version 3.11 \
	--no-header --no-emit-index-url --no-annotate $(UPGRADE)
CHECKED := $(wildcard src tests benchmarks)

# Without it every process that a test starts would compile all modules anew.
unexport PYTHONDONTWRITEBYTECODE

# Stamps: each is as new as the last time its set was installed.
UV_READY := $(VENV)/.uv-ready
RUN_READY := $(VENV)/.run-ready
DEV_READY := $(VENV)/.dev-ready
DOCS_READY := $(VENV)/.docs-ready
NODE_READY := $(VENV)/.node-ready

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: help setup dev run test suite lint fmt types golden pictures docs bench lab-report campaign evidence lock clean distclean

help: ## List the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-10s %s\n", $$1, $$2 }' Makefile

setup: $(RUN_READY) ## Prepare .venv with what running needs
dev: $(DEV_READY) $(NODE_READY) ## Prepare .venv with what testing needs as well

run: setup ## Open the demonstration house at http://127.0.0.1:8000/; PORT=8100 serves it at another port
	$(BIN)/pitboss serve$(if $(PORT), --port $(PORT))

test: lint ## Lint, check types, and run all tests; COVER=yes holds branch coverage to its limit
	@$(MAKE) --no-print-directory -j2 types suite

# Beside the types, which take one processor; what is compiled is compiled once, and not by every process. Five
# processes on two processors: pages are waited for, and somebody else has work meanwhile. Assertions are not rewritten
# to tell their values, which is two thirds of reading the tests: what failed is run once more to tell them.
suite: dev
	$(BIN)/python -m tests.support.kernels
	$(if $(COVER),$(BIN)/coverage erase)
	$(BIN)/python $(if $(COVER),-m coverage run) -m pytest -p tests.support.forks --processes 5 --assert=plain \
		|| { $(BIN)/pytest --last-failed --last-failed-no-failures=none --maxfail=3; exit 1; }
	$(if $(COVER),$(BIN)/coverage combine --quiet)
	$(if $(COVER),$(BIN)/coverage report)

lint: dev ## Check style and formatting
	$(BIN)/ruff check
	$(BIN)/ruff format --check

fmt: dev ## Format, and repair what can be repaired
	$(BIN)/ruff check --fix-only --quiet
	$(BIN)/ruff format

types: dev ## Check types
	$(BIN)/mypy $(CHECKED)
	$(BIN)/node node_modules/typescript/bin/tsc -p jsconfig.json

golden: dev ## Remake the recorded rounds and the pictures; review the difference
	$(BIN)/python tests/golden/remake.py
	$(BIN)/python -m tests.support.pictures
	$(BIN)/python -m tests.support.page_types

pictures: dev ## Take the pictures of the pages in the documentation anew; look at the difference
	$(BIN)/python -m tests.support.page_pictures

# The notice that it silences is about MkDocs 2, which the pins leave out.
docs: setup $(DOCS_READY) ## Build the documentation site; open build/site/index.html
	NO_MKDOCS_2_WARNING=1 $(BIN)/python -m mkdocs build --strict
	@echo "The site is built: open build/site/index.html"

bench: dev ## Measure speed
	$(BIN)/python -m benchmarks

lab-report: dev ## Hold every exact edge to simulated rounds; ROUNDS=1000000000 plays ten times as many
	$(BIN)/python -m benchmarks.lab_report$(if $(ROUNDS), --rounds $(ROUNDS))

campaign: dev ## Run the randomised searches at full size
	PITBOSS_CAMPAIGN=1 $(BIN)/python -m pytest -p tests.support.forks --processes 2 -m "campaign or hypothesis or looks" --timeout=0

evidence: dev ## Find which tests notice when a clause's code is taken out; STALE=yes where it has changed
	$(BIN)/python -m tests.support.kernels
	$(BIN)/python -m tests.support.evidence$(if $(STALE), --stale)

lock: $(UV_READY) ## Remake requirements/*.txt from pyproject.toml and requirements/*.in
	$(COMPILE) requirements/uv.in --output-file requirements/uv.txt
	$(COMPILE) pyproject.toml requirements/run.in --output-file requirements/run.txt
	$(COMPILE) pyproject.toml --extra dev requirements/dev.in --output-file requirements/dev.txt
	$(COMPILE) requirements/docs.in --output-file requirements/docs.txt

clean: ## Remove what the tools leave behind, but not .venv
	rm -rf .mypy_cache .campaign .pytest_cache .ruff_cache .hypothesis .coverage .coverage.* htmlcov build dist
	find $(CHECKED) -name __pycache__ -type d -prune -exec rm -rf {} +

distclean: clean ## Remove .venv too
	rm -rf $(VENV) node_modules

# Sets the shell variable `python`, or stops with a sentence that says what to install.
define find_python
python="$(PYTHON)"; \
if [ -z "$$python" ]; then \
	for candidate in python3.11 python3; do \
		if "$$candidate" -c "" 2>/dev/null; then python="$$candidate"; break; fi; \
	done; \
fi; \
if [ -z "$$python" ]; then \
	echo "No Python found: install the Debian packages python3 and python3-venv, or say make PYTHON=/path/to/python." >&2; exit 1; \
fi; \
version="$$("$$python" -c 'import sys; print("%d.%d" % sys.version_info[:2])' 2>/dev/null)" || \
	{ echo "$$python does not run: say make PYTHON=/path/to/python with Python 3.11 or later." >&2; exit 1; }; \
"$$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	{ echo "$$python is Python $$version, and Pitboss needs 3.11 or later: say make PYTHON=/path/to/python." >&2; exit 1; }; \
"$$python" -c 'import ensurepip, venv' 2>/dev/null || \
	{ echo "$$python cannot make a virtual environment: install the Debian package python$$version-venv." >&2; exit 1; }
endef

# The pages are tested in Debian's Chromium, in its build without a desktop, which draws the same pages at a fifth of the
# cost: installed where we may, else their tests say that they were left out.
define find_browser
if ! command -v chromium-headless-shell >/dev/null; then \
	if [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
		apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -qq -y --no-install-recommends chromium-headless-shell >/dev/null \
			|| echo "Chromium could not be installed: the pages are not tested in a browser." >&2; \
	elif ! command -v chromium >/dev/null; then \
		echo "No Chromium: install the Debian package chromium-headless-shell, or the pages are not tested in a browser." >&2; \
	fi; \
fi
endef

# Completion is tried in bash, which is everywhere, and in zsh where it can be had.
define find_zsh
if ! command -v zsh >/dev/null && [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
	DEBIAN_FRONTEND=noninteractive apt-get install -qq -y --no-install-recommends zsh >/dev/null \
		|| echo "zsh could not be installed: its completion is not tried." >&2; \
fi
endef

# A virtual environment without a working pip is a half-made one, or its Python is gone: it is made anew.
$(UV_READY): requirements/uv.txt
	@$(BIN)/python -m pip --version >/dev/null 2>&1 || { $(find_python); "$$python" -m venv --clear $(VENV); }
	$(BIN)/python -m pip install -qq --disable-pip-version-check --require-hashes -r requirements/uv.txt
	@touch $@

$(RUN_READY): $(UV_READY) requirements/run.txt pyproject.toml
	$(INSTALL) --require-hashes -r requirements/run.txt
	$(INSTALL) --no-deps --no-build-isolation -e .
	@touch $@

$(DEV_READY): $(RUN_READY) requirements/dev.txt
	$(INSTALL) --require-hashes -r requirements/dev.txt
	@$(find_browser)
	@$(find_zsh)
	@touch $@

$(DOCS_READY): $(RUN_READY) requirements/docs.txt
	$(INSTALL) --require-hashes -r requirements/docs.txt
	@touch $@

# Without a lock file, which would name a registry: package.json pins what is installed, and neither has dependencies
# of its own that are run. Node itself comes with the set above.
$(NODE_READY): $(DEV_READY) package.json
	$(BIN)/npm install --no-package-lock --no-fund --no-audit --loglevel=error
	@touch $@
