# Ryba's commands; `make help` lists them. Works with GNU make from 3.81 on.

PORT ?= 8000
MINUTES ?= 10
VENV := .venv
PYTHON := $(VENV)/bin/python
MANAGE := $(PYTHON) manage.py
PYTEST := $(PYTHON) -m pytest
TWO := --numprocesses 2 --dist worksteal
PO := $(wildcard locale/*/LC_MESSAGES/*.po)
MO := $(PO:.po=.mo)

# On a machine of one's own there is no TLS, and phones of the same network may come by its address.
LOCAL := DEBUG=off HTTPS=$(or $(HTTPS),off) ALLOWED_HOSTS='$(or $(ALLOWED_HOSTS),*)'

.DEFAULT_GOAL := help
.PHONY: help run demo site test lint format bench soak screenshots messages clean

help: ## this list
	@sed -n 's/^\([a-z]*\):.*## \(.*\)/make \1|\2/p' Makefile | awk -F'|' '{ printf "  %-14s %s\n", $$1, $$2 }'

run: $(VENV)/.run .env $(MO) ## make what is missing (environment, key, database, demo) and serve on PORT (8000)
	@$(PYTHON) tools/serve.py --check $(PORT)
	@$(LOCAL) $(MANAGE) migrate --verbosity 0
	@$(LOCAL) $(MANAGE) collectstatic --noinput --verbosity 0
	@$(LOCAL) $(MANAGE) demo --if-empty
	@$(LOCAL) $(PYTHON) tools/serve.py $(PORT)

demo: $(VENV)/.run .env $(MO) ## add the demo to the database
	@$(LOCAL) $(MANAGE) migrate --verbosity 0
	@$(LOCAL) $(MANAGE) demo

site: $(MO) ## make what a public site runs from: environment, texts, static files (docs/operations.md)
	@tools/venv requirements-worker.txt
	@DEBUG=off SECRET_KEY=$$($(PYTHON) tools/secret_key.py) $(MANAGE) collectstatic --noinput --verbosity 0

test: $(VENV)/.dev $(MO) ## all tests on SQLite with coverage of scoring/, then on PostgreSQL those that a database can change, but for the browser's and the one with 50,000 games
	$(PYTEST) $(TWO) --cov --cov-report term --cov-fail-under 95
	$(PYTHON) tools/on_postgres.py $(PYTEST) $(TWO) --database-only --ignore tests/browser \
		--ignore tests/tournaments/test_many_games.py

lint: $(VENV)/.dev ## style, types of scoring/, missing migrations, deployment checks, known vulnerabilities
	$(PYTHON) -m ruff check
	$(PYTHON) -m ruff format --check
	$(PYTHON) -m mypy
	@DEBUG=on $(MANAGE) makemigrations --check --dry-run
	@DEBUG=off HTTPS=on SECRET_KEY=$$($(PYTHON) tools/secret_key.py) $(MANAGE) check --deploy --fail-level WARNING
	@$(PYTHON) tools/audit_packages.py requirements-worker.txt

format: $(VENV)/.dev ## put the style right
	$(PYTHON) -m ruff check --fix
	$(PYTHON) -m ruff format

bench: $(VENV)/.dev ## measure what must stay fast, as ratios
	$(PYTHON) -m bench

soak: $(VENV)/.dev $(MO) ## 100,000 bad requests to either database, the API asked at length, every address by everybody, 300 tournaments of chance, processes, cache and replica killed on PostgreSQL, MINUTES (10) of load on either database
	BAD_INPUTS=$(or $(BAD_INPUTS),100000) $(PYTEST) --no-cov -s tests/tournaments/test_bad_inputs.py
	BAD_INPUTS=$(or $(BAD_INPUTS),100000) $(PYTHON) tools/on_postgres.py $(PYTEST) --no-cov -s tests/tournaments/test_bad_inputs.py
	$(PYTHON) tools/on_postgres.py $(PYTHON) -m tests.fault.soak
	WHO=all $(PYTEST) --no-cov tests/tournaments/test_visibility_matrix.py
	EXAMPLES=300 $(PYTEST) --no-cov tests/whole/test_random.py
	EXAMPLES=100 $(PYTEST) --no-cov -s tests/tournaments/api/test_schemathesis.py
	EXAMPLES=100 $(PYTHON) tools/on_postgres.py $(PYTEST) --no-cov -s tests/tournaments/api/test_schemathesis.py
	$(PYTHON) -m tests.fault.load --minutes $(MINUTES)
	$(PYTHON) tools/on_postgres.py $(PYTHON) -m tests.fault.load --minutes $(MINUTES)

screenshots: $(VENV)/.dev $(MO) ## pictures of every page, into build/screenshots/index.html
	$(PYTHON) tools/screenshots.py

messages: $(VENV)/.run ## collect the texts to translate into locale/*.po (needs GNU gettext)
	@command -v xgettext >/dev/null || { echo "GNU gettext is needed: apt install gettext"; exit 1; }
	DEBUG=on $(MANAGE) makemessages --locale ru --no-location --no-wrap --no-obsolete --ignore '.venv/*' --ignore 'build/*'

clean: ## remove what the other commands made, but neither database nor key
	rm -rf $(VENV) build staticfiles .coverage .pytest_cache .mypy_cache .ruff_cache .hypothesis $(MO)
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

$(VENV)/.run: requirements.txt tools/venv
	@echo "Installing what runs into $(VENV) …"
	@tools/venv requirements.txt
	@touch $@

$(VENV)/.dev: requirements-dev.txt $(VENV)/.run
	@echo "Installing what the tests need into $(VENV) …"
	@tools/venv requirements-dev.txt
	@touch $@

.env: | $(VENV)/.run
	@umask 077 && echo "SECRET_KEY=$$($(PYTHON) tools/secret_key.py)" > $@

%.mo: %.po | $(VENV)/.run
	@$(PYTHON) tools/compile_messages.py $< $@
