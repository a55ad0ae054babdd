# rumpus: `make play` plays, `make test` checks. Both set up what they need, once, in .venv.

PYTHON ?= python3
BIN := .venv/bin
FAST := $(wildcard tests/*/test_scenarios.py) $(addprefix tests/arrr/test_,turns.py effects.py explorations.py pile.py challenges.py)

.DEFAULT_GOAL := help
.PHONY: help play test test-slow test-all fast check setup setup-test page types pictures bench strength clean

help:  ## say what can be made
	@sed -n 's/^\([a-z-]*\):.*## /  make \1	/p' Makefile

play: setup  ## play in the browser, with friends or bots (in the terminal: .venv/bin/rumpus play)
	@$(BIN)/rumpus serve

test: setup-test  ## check everything and run what ten minutes have room for, with a browser too
	@$(BIN)/python -m tests.machine_code & made=$$!; trap 'kill $$made 2>/dev/null' EXIT; \
	$(MAKE) --no-print-directory check && $(BIN)/python tools/web_page.py run test --silent && \
	$(BIN)/python -m pytest -n 2 --dist worksteal -m "not slow"

test-slow: setup-test  ## run the tests that take longer: every switch in machine code, GPU code, load, mutants
	@$(BIN)/python -m pytest -n 2 --dist worksteal -m slow

test-all: test test-slow  ## run both

fast: setup-test  ## run the rules' tests in plain Python, in a minute; of one game: make fast GAME=arrr
	@RUMPUS_MODE=plain $(BIN)/python -m pytest -n 2 -q -m "not slow" $(if $(GAME),tests/$(GAME),$(FAST))

check: setup-test  ## formatting, lint, types, and who may import whom
	@$(BIN)/ruff format --check --quiet .
	@$(BIN)/ruff check --quiet .
	@$(BIN)/mypy
	@$(BIN)/lint-imports --no-logo
	@$(BIN)/python tools/web_page.py run check --silent

setup:  ## only set up: leaves .venv/bin/rumpus
	@sh tools/set_up.sh "$(PYTHON)"

setup-test:
	@sh tools/set_up.sh "$(PYTHON)" test

page: setup-test  ## build the page, if its sources have changed

types: setup-test  ## make the page's types from what the server sends
	@$(BIN)/python tools/wire_types.py

pictures: setup-test  ## take pictures of every page for docs/pictures
	@$(BIN)/python tools/pictures.py

bench: setup  ## measure against the peers and against C (takes minutes; fetches the peers)
	@$(BIN)/python benchmarks/bench.py

strength: setup  ## measure how strong the bots are (takes hours; goes on where it was stopped)
	@$(BIN)/python benchmarks/strength.py

clean:  ## remove what was set up
	rm -rf .venv web/node_modules src/rumpus/server/page benchmarks/.peers benchmarks/.build
