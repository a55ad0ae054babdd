# rumpus: `make play` plays, `make test` checks everything. Both set up what they need, once, in .venv.

PYTHON ?= python3
BIN := .venv/bin

.DEFAULT_GOAL := help
.PHONY: help play test check setup setup-test bench strength clean

help:  ## say what can be made
	@sed -n 's/^\([a-z-]*\):.*## /  make \1	/p' Makefile

play: setup  ## play BraveRats in the terminal
	@$(BIN)/rumpus play braverats

test: setup-test check  ## check everything and run all tests
	@$(BIN)/python -m pytest -n 2

check: setup-test  ## formatting, lint, types, and who may import whom
	@$(BIN)/ruff format --check --quiet .
	@$(BIN)/ruff check --quiet .
	@$(BIN)/mypy
	@$(BIN)/lint-imports --no-logo

setup:  ## only set up: leaves .venv/bin/rumpus
	@sh tools/set_up.sh "$(PYTHON)"

setup-test:
	@sh tools/set_up.sh "$(PYTHON)" test

bench: setup  ## measure against the peers and against C (takes minutes; fetches the peers)
	@$(BIN)/python benchmarks/bench.py

strength: setup  ## measure how strong the bots are (takes hours; goes on where it was stopped)
	@$(BIN)/python benchmarks/strength.py

clean:  ## remove what was set up
	rm -rf .venv benchmarks/.peers benchmarks/.build
