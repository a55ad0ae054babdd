# rumpus: `make play` plays, `make test` checks everything. Both set up what they need, once, in .venv.

PYTHON ?= python3
BIN := .venv/bin

.DEFAULT_GOAL := help
.PHONY: help play test check setup setup-test page types pictures bench strength clean

help:  ## say what can be made
	@sed -n 's/^\([a-z-]*\):.*## /  make \1	/p' Makefile

play: setup  ## play in the browser, with friends or bots (in the terminal: .venv/bin/rumpus play)
	@$(BIN)/rumpus serve

test: setup-test check  ## check everything and run all tests, with a browser too
	@$(BIN)/python tools/web_page.py run test --silent
	@$(BIN)/python -m pytest -n 2

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
