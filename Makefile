# `make` lists the commands; `make play` and `make test` set up what they need.

PYTHON ?= python3
BIN := .venv/bin

# A stamp marks a step as done; the step is repeated when a file that it depends on changes.
ENV := .venv/pyvenv.cfg
RUN := .venv/.stamp-run
COMPILER := .venv/.stamp-compiler
RELEASE := .venv/.stamp-release
DEV := .venv/.stamp-dev
PACKAGE := .venv/.stamp-package
WARM := .venv/.stamp-warm
DOCS := .venv/.stamp-docs
PROGRAMS := .venv/.stamp-programs
SCRIPTS := node_modules/.stamp

# The sources of the compiled core: its own files, and the vocabulary whose constants it uses.
CORE := $(wildcard src/tricorn/core/*.py src/tricorn/bots/*.py src/tricorn/bots/*.json) \
        $(wildcard src/tricorn/envs/*.py src/tricorn/tiles.py src/tricorn/editions.py src/tricorn/bonus.py src/tricorn/warmup.py)

# Write bytecode even if the user's environment disables it, because the tests start many processes.
export PYTHONDONTWRITEBYTECODE :=

# Wheels only, so that nothing is built on the user's machine. Python compiles modules when they are first imported.
INSTALL := $(BIN)/python -m pip install --quiet --disable-pip-version-check --no-compile
INSTALL_PINS := $(INSTALL) --require-hashes --only-binary :all:

# uv is needed only for `make pins`. It reads pyproject.toml and writes only versions and hashes.
UV ?= $(firstword $(wildcard $(BIN)/uv) uv)
PIN := --no-config --quiet --upgrade --universal --python-version 3.11 --generate-hashes \
       --custom-compile-command "make pins"
PIN_PACKAGE := $(UV) pip compile pyproject.toml $(PIN)
PIN_GROUP := $(UV) pip compile $(PIN)

# Node comes from the machine or, if it has none, from the wheel in requirements-node.txt.
NPM := PATH="$$PATH:$(abspath $(BIN))" npm
NO_NPM := echo "Skipped: there is no npm, or its packages cannot be fetched."

# In a variable, because `make -n` runs a line that names MAKE itself.
BUILD_CORE := $(MAKE) --no-print-directory -C $(CURDIR) core

define heading
@printf '\n== %s\n' "$(1)"
endef

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
# Run one step at a time, except those that `test` runs in parallel.
ifeq ($(MAKELEVEL),0)
.NOTPARALLEL:
endif
.PHONY: help play core test checks tests soak docs release audit bench format pins clean

help: ## show this list
	@echo "Tricorn: the triangular domino game. Commands:"
	@echo
	@sed -n 's/^\([a-z]*\):[^#]*## \(.*\)/\1|\2/p' Makefile | awk -F'|' '{ printf "  make %-8s %s\n", $$1, $$2 }'
	@echo
	@echo "The first play or test installs everything into .venv. To use another Python: make play PYTHON=python3.12"

play: $(PACKAGE) ## play in the browser, here and on phones in the same network (options: make play ARGS="--port 9000")
	@TRICORN_BUILD="$(BUILD_CORE)" $(BIN)/tricorn serve --open --host 0.0.0.0 $(ARGS)

core: $(WARM) # `make play` does this in the background

test: $(ENV) ## check everything: format, lint, types, tests and the examples in the documents
	@$(MAKE) --no-print-directory --jobs=3 tests checks

checks: $(DEV) $(SCRIPTS) # need no compiled core, so they run while it is being compiled
	$(call heading,Format)
	@$(BIN)/ruff format --check .
	$(call heading,Lint)
	@$(BIN)/ruff check .
	$(call heading,Types)
	@$(BIN)/mypy
	$(call heading,Scripts and style sheets of the page)
	@if [ -e $(SCRIPTS) ]; then $(NPM) run --silent check; else $(NO_NPM); fi

# Many tests wait for servers, so there are twice as many processes as CI has cores.
tests: $(WARM) $(DEV) $(PROGRAMS)
	$(call heading,Tests and examples)
	@$(BIN)/pytest -n 4 --dist loadfile --no-loadscope-reorder $(ARGS)

soak: $(DEV) $(PACKAGE) $(WARM) ## run the long tests that `make test` skips
	$(call heading,Long tests)
	@$(BIN)/pytest -n 2 -m soak tests $(ARGS)

docs: $(DOCS) ## write the documentation site to build/site
	@NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --quiet --strict
	@echo "The site is at build/site/index.html"

release: $(COMPILER) $(RELEASE) $(PACKAGE) ## build the packages of a release in dist/
	@$(BIN)/python .ci/release.py dist

audit: $(DEV) ## look up the pinned packages in a database of known vulnerabilities
	@$(BIN)/python .ci/audit.py

bench: $(DEV) $(PACKAGE) $(WARM) ## measure the figures of docs/performance.md
	@$(BIN)/python docs/make_performance.py

format: $(DEV) $(SCRIPTS) ## format the code and fix what the linter can fix
	@$(BIN)/ruff check --fix-only --quiet .
	@$(BIN)/ruff format .
	@if [ -e $(SCRIPTS) ]; then $(NPM) run --silent format; else $(NO_NPM); fi

pins: ## update the requirements files to the newest versions of all packages (needs uv)
	@command -v $(UV) >/dev/null || { echo "make pins needs uv; install it, or name it with UV=path" >&2; exit 1; }
	$(PIN_GROUP) --group pip --output-file requirements-pip.txt
	$(PIN_PACKAGE) --group backend --output-file requirements.txt
	$(PIN_PACKAGE) --extra build --constraint requirements.txt --output-file requirements-build.txt
	$(PIN_PACKAGE) --extra dev --constraint requirements-pip.txt --constraint requirements-build.txt --output-file requirements-dev.txt
	$(PIN_GROUP) --group release --constraint requirements-dev.txt --output-file requirements-release.txt
	$(PIN_GROUP) --group node --output-file requirements-node.txt
	$(PIN_GROUP) --group docs --constraint requirements-dev.txt --output-file requirements-docs.txt
	@! grep -nE '://|index|find-links' requirements*.txt

clean: ## remove .venv and the caches (never games or records)
	@rm -rf .venv node_modules build dist .hypothesis .mypy_cache .pytest_cache .ruff_cache
	@find src tests benchmarks docs examples -type d -name __pycache__ -prune -exec rm -rf {} + 2>/dev/null || true

$(ENV):
	$(call heading,Creating .venv)
	@command -v $(PYTHON) >/dev/null \
	    || { echo "There is no $(PYTHON) here; install Python 3.11 or newer, or name it: make PYTHON=python3.12" >&2; exit 1; }
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
	    || { echo "Tricorn needs Python 3.11 or newer and $(PYTHON) is $$($(PYTHON) -V 2>&1); name another: make PYTHON=python3.12" >&2; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null \
	    || { echo "$(PYTHON) has no venv module; install it (on Debian and Ubuntu: apt install python3-venv)" >&2; exit 1; }
	@$(PYTHON) -m venv .venv

# The pip that comes with a Python may be years old and twice as slow, so a current one is installed first.
$(RUN): $(ENV) requirements-pip.txt requirements.txt
	$(call heading,Installing packages into .venv (once))
	@$(INSTALL_PINS) -r requirements-pip.txt
	@$(INSTALL_PINS) -r requirements.txt
	@touch $@

$(COMPILER): $(RUN) requirements-build.txt
	$(call heading,Installing the compiler of the rules)
	@$(INSTALL_PINS) -r requirements-build.txt
	@command -v cc >/dev/null || $(INSTALL_PINS) -r requirements-release.txt
	@touch $@

$(RELEASE): $(RUN) requirements-release.txt
	$(call heading,Installing the linkers for all systems)
	@$(INSTALL_PINS) -r requirements-release.txt
	@touch $@

$(DEV): $(RUN) requirements-dev.txt | $(PACKAGE)
	$(call heading,Installing test tools)
	@$(INSTALL_PINS) -r requirements-dev.txt
	@touch $@

$(DOCS): $(ENV) requirements-docs.txt
	$(call heading,Installing the packages for the documentation site)
	@$(INSTALL_PINS) -r requirements-docs.txt
	@touch $@

$(PACKAGE): $(RUN) pyproject.toml
	$(call heading,Installing Tricorn itself)
	@$(INSTALL) --no-deps --no-build-isolation --editable .
	@touch $@

$(WARM): $(COMPILER) $(CORE) | $(PACKAGE)
	$(call heading,Compiling the rules (once; again when they change))
	@$(BIN)/python -m tricorn.warmup
	@touch $@

# Some tests need Debian's chromium or nginx. If root runs `make test`, they are installed, which is said first; the tests
# of a program that is still missing are skipped.
$(PROGRAMS): | $(ENV)
	@PATH="$$PATH:/usr/sbin"; missing=; found() { command -v $${1%-light} >/dev/null; }; \
	for package in chromium chromium-headless-shell nginx-light; do found $$package || missing="$$missing $$package"; done; \
	if [ "$$missing" ] && [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
	    printf '\n== %s\n' "Installing Debian packages for the tests: apt-get install -y$$missing"; \
	    apt-get update -qq >/dev/null; \
	    for package in $$missing; do apt-get install -y -qq $$package >/dev/null 2>&1; done; \
	fi; \
	for package in $$missing; do \
	    found $$package || echo "There is no $${package%-light}, and it could not be installed: its tests are skipped."; \
	done
	@touch $@

# The checks of the page's scripts need npm and its packages; `checks` says so if they are missing.
$(SCRIPTS): package.json package-lock.json requirements-node.txt | $(DEV)
	@command -v npm >/dev/null || [ -x $(BIN)/npm ] || { \
	    printf '\n== %s\n' "Installing Node for the checks of the page's scripts" \
	    && $(INSTALL_PINS) -r requirements-node.txt; } || true
	@$(NPM) ci --silent --fetch-retries=1 && touch $@ || rm -rf node_modules
