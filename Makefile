# Everything is started from here: `make book` builds the site, `make test` checks it.
# Both make their own environment, .venv, from requirements.txt; nothing is installed elsewhere.

PYTHON ?= python3
BIN := .venv/bin
READY := .venv/.ready
SHARED_OUT = $(BIN)/python -m pytest -n $(PROCESSES) --maxprocesses 8 --dist loadfile --no-loadscope-reorder
PYTEST_ARGS ?=
PROCESSES ?= logical  # one for each processor: more of them start more often and wait
PORT ?= 8000

# Python keeps what it compiles: a hundred new processes would each spend seconds on it again.
unexport PYTHONDONTWRITEBYTECODE

.DEFAULT_GOAL := help
.PHONY: help book dist slides bank bank-marks test landing update second-opinion mutants lab serve notebooks assignments grade gradescope bench bench-proofs bench-grading exact lock clean

help:
	@echo "make book       build the site into _build/html"
	@echo "make dist       what one can take away, into _build/dist: site, notebooks, PDF"
	@echo "make test       run the checks of what is edited: package, proofs, notebooks, pages; three minutes"
	@echo "make landing    run those of what is seldom touched: scripts of the pages, grader, hostile proofs"
	@echo "make update     make what is generated and no longer current: outputs, worlds, Rocq's proofs"
	@echo "make update MEANT=name  the same, and a small change of a sentence that it refused is meant"
	@echo "make mutants    try every small change to every proof; all of them take about twenty minutes"
	@echo "make second-opinion  prove the theorems again, in Rocq; all of them take about ten minutes"
	@echo "make lab        open the chapters in JupyterLab"
	@echo "make serve      show the built site at http://localhost:$(PORT)"
	@echo "make notebooks  run every notebook of the book again and store its outputs"
	@echo "make assignments  make the students' notebooks, in book/assignments/, from the instructor's"
	@echo "make grade SUBMISSIONS=directory TOPIC=perceptron  grade a class; see book/teaching.md"
	@echo "make gradescope TOPIC=perceptron  pack the grader for Gradescope"
	@echo "make slides     a deck for each page of a chapter, into _build/slides, as HTML and PDF"
	@echo "make bank SECRET=... STUDENTS=people.txt  draw questions for a class; see book/teaching.md"
	@echo "make lock       compute requirements.txt from requirements.in, and those of the extras"
	@echo "make bench      measure the speed against loops, C and other packages; about ten minutes"
	@echo "make bench-proofs  time the proofs, in imports of SymPy"
	@echo "make bench-grading  time the grading of submissions and classes"
	@echo "make exact      compute the exact worst cases of a few rounds; a minute"
	@echo "make clean      delete what was built (not the environment)"
	@echo
	@echo "Options: PYTHON=python3.12 (for .venv), PORT=8000, PROCESSES=2, PYTEST_ARGS='-k perceptron'"

# An environment notes in .ready where it was made, and from what, and the version of the package. If this is another folder, or the
# files say something else, it is made or brought up to date; their dates do not matter, so nothing
# is installed again, and no network needed, for a file that was only touched.
made_of = { pwd -P; { cat $(1); grep -s '^__version__' olbook/__init__.py; } | cksum; }
stale = $(shell test "$$(cat $(1)/.ready 2>/dev/null)" = "$$($(call made_of,$(2)))" || echo FORCE)
.PHONY: FORCE

# uv installs it in seconds; where uv cannot reach a registry, pip does the same more slowly. What an
# interrupted run has left, or a folder that was moved or copied, is of no use: programs in it know
# their folder by name.
$(READY): $(call stale,.venv,requirements.txt pyproject.toml)
	@$(PYTHON) -c 'import sys; sys.exit(not (3, 11) <= sys.version_info[:2] <= (3, 13))' \
	  || { echo "Python 3.11, 3.12 or 3.13 is needed; say which: make PYTHON=python3.12"; exit 1; }
	@echo "environment: installing requirements.txt into .venv (once; a minute or less)"
	@grep -qsF " $$(pwd -P)/.venv" .venv/pyvenv.cfg \
	    && { $(BIN)/python -m uv --version || $(BIN)/python -m pip --version; } >/dev/null 2>&1 \
	  || { test ! -e .venv || echo "environment: .venv is not whole, or of another folder; made anew"; \
	       rm -rf .venv && $(PYTHON) -m venv .venv; } \
	  || { rm -rf .venv; echo "environment: $(PYTHON) cannot make it; see above, then run make again"; exit 1; }
	@$(BIN)/python -m uv --version >/dev/null 2>&1 \
	  || $(BIN)/python -m pip install --quiet --disable-pip-version-check "$$(grep -o '^uv==[0-9.]*' requirements.txt)"
	@$(BIN)/python -m uv pip install --quiet --python $(BIN)/python -r requirements.txt \
	  || { echo "environment: uv did not succeed, trying pip"; \
	       $(BIN)/python -m pip install --quiet --disable-pip-version-check -r requirements.txt; } \
	  || { echo "environment: not complete. Is there a network? What is there stays; run make again"; exit 1; }
	@$(call made_of,requirements.txt pyproject.toml) > $@

book: $(READY)
	@$(BIN)/python book/_tools/build.py

slides: $(READY)
	@PYTHONPATH=book/_ext $(BIN)/python book/_tools/slides.py

dist: $(READY)
	@$(BIN)/python book/_tools/dist.py

# Before the site is built, the tests ask what its pages take from npm.
FROM_NPM := node_modules/.package-lock.json
$(FROM_NPM): package-lock.json | $(READY)
	@cd book/_tools && ../../$(BIN)/python -c 'import build; build.get_modules()'

test: $(READY) $(FROM_NPM)
	@echo "test: package, proofs, notebooks and pages (three minutes on two processors)"
	@$(SHARED_OUT) -m "not landing and not thorough" $(or $(PYTEST_ARGS),--record=test)

landing: $(READY) $(FROM_NPM)
	@echo "landing: scripts of the pages, grader, hostile proofs, what is taken away (three minutes more)"
	@$(SHARED_OUT) -m "landing and not thorough" $(or $(PYTEST_ARGS),--record=landing)

# Whatever is stored and made by a program, if what it is made from has changed; ALL=--all makes all.
update: $(READY)
	@$(BIN)/python book/_tools/update.py $(ALL)

# Only theorems whose file has changed are proved again; JOBS and ALL=--all are options.
JOBS ?=

second-opinion: $(READY)
	@command -v coqc >/dev/null \
	  || { echo "coqc is missing: apt-get install --no-install-recommends coq libcoq-coquelicot"; exit 2; }
	@$(BIN)/python -m second_opinion $(ALL) $(if $(JOBS),--jobs $(JOBS))

# Only proofs that have changed are tried again; after a change of the checker that is all of them.
mutants: $(READY)
	@$(BIN)/python -m pytest -q -s tests/test_mutants.py

lab: $(READY)
	@echo "lab: the chapters in JupyterLab; stop with Ctrl-C"
	@$(BIN)/python -m jupyter lab book $(if $(filter 0,$(shell id -u)),--allow-root)

serve: book
	@echo "serve: http://localhost:$(PORT) until Ctrl-C"
	@$(BIN)/python -c 'import socket; socket.create_server(("127.0.0.1", $(PORT)))' 2>/dev/null \
	  || { echo "serve: port $(PORT) is taken; say another: make serve PORT=8001"; exit 1; }
	@$(BIN)/python -m http.server $(PORT) --bind 127.0.0.1 --directory _build/html

notebooks: $(READY)
	@$(BIN)/python book/_tools/notebooks.py book/*.ipynb book/lectures/*.ipynb

# nbgrader has an environment of its own too; grading a class needs only the book's.
GRADING := .venv/grading
MARKS ?= $(patsubst %/,%,$(SUBMISSIONS))-marks$(if $(TOPIC),/$(TOPIC))
GRADE_ARGS ?=

$(GRADING)/.ready: $(READY) $(call stale,$(GRADING),requirements.txt requirements-grading.txt)
	@echo "assignments: installing nbgrader into $(GRADING) (once)"
	@test -x $(GRADING)/bin/python || $(BIN)/python -m venv --without-pip $(GRADING)
	@$(BIN)/python -m uv pip install --quiet --python $(GRADING)/bin/python \
	   -r requirements.txt -r requirements-grading.txt
	@$(call made_of,requirements.txt requirements-grading.txt) > $@

# The instructor's notebooks are run too, and stored with the points that their solutions earn; those
# of a course (PRIVATE) are not, since the points are given by a file of its own.
assignments: $(GRADING)/.ready
ifdef PRIVATE
	@$(GRADING)/bin/python -m grading.make_assignments $(or $(TOPICS:%=$(PRIVATE)/%.ipynb),$(PRIVATE)/*.ipynb)
else
	@PYTHONPATH="$(CURDIR)" $(BIN)/python book/_tools/notebooks.py $(or $(TOPICS:%=instructor/%.ipynb),instructor/*.ipynb)
	@$(GRADING)/bin/python -m grading.make_assignments $(TOPICS:%=instructor/%.ipynb)
endif

grade: $(READY)
	@test -n "$(SUBMISSIONS)" \
	  || { echo "say what to grade: make grade SUBMISSIONS=directory TOPIC=perceptron"; exit 1; }
	@$(BIN)/python -m grading.grade class "$(SUBMISSIONS)" --out "$(MARKS)" \
	   $(if $(TOPIC),--topic "$(TOPIC)") $(GRADE_ARGS)

gradescope: $(READY)
	@test -n "$(TOPIC)" || { echo "say for which assignment: make gradescope TOPIC=perceptron"; exit 1; }
	@$(BIN)/python -m grading.gradescope make --topic "$(TOPIC)" --out "$(TOPIC)-gradescope.zip" \
	   $(GRADE_ARGS)

SHEETS ?= sheets
QUESTIONS ?=

bank: $(READY)
	@test -n "$(SECRET)" -a -n "$(STUDENTS)" \
	  || { echo "say for whom: make bank SECRET='of the course' STUDENTS=people.txt"; exit 1; }
	@$(BIN)/python -m instructor.bank --secret "$(SECRET)" --students "$(STUDENTS)" \
	   --out "$(SHEETS)" $(if $(PAPER),--paper) $(QUESTIONS)

bank-marks: $(READY)
	@test -n "$(SECRET)" -a -n "$(STUDENTS)" \
	  || { echo "say for whom: make bank-marks SECRET='of the course' STUDENTS=people.txt"; exit 1; }
	@$(BIN)/python -m instructor.marking --secret "$(SECRET)" --students "$(STUDENTS)" \
	   --sheets "$(SHEETS)" --out "$(SHEETS)-marks" $(if $(GROUP),--group "$(GROUP)") $(QUESTIONS)

# The other packages go into an environment of their own, inside .venv, which stays what the lock says.
BENCH := .venv/bench
BENCH_ARGS ?=

$(BENCH)/.ready: $(READY) $(call stale,$(BENCH),requirements.txt requirements-bench.txt)
	@echo "bench: installing the packages to compare with into $(BENCH) (once)"
	@test -x $(BENCH)/bin/python || $(BIN)/python -m venv --without-pip $(BENCH)
	@$(BIN)/python -m uv pip install --quiet --python $(BENCH)/bin/python \
	   -r requirements.txt -r requirements-bench.txt
	@$(call made_of,requirements.txt requirements-bench.txt) > $@

bench: $(BENCH)/.ready
	@echo "bench: about ten minutes, on a machine that has nothing else to do"
	@$(BENCH)/bin/python benchmarks/speed.py $(BENCH_ARGS)

bench-proofs: $(READY)
	@$(BIN)/python benchmarks/proofs.py

bench-grading: $(READY)
	@$(BIN)/python benchmarks/classes.py

# The solver too has an environment of its own.
EXACT := .venv/exact

$(EXACT)/.ready: $(READY) $(call stale,$(EXACT),requirements.txt requirements-exact.txt)
	@echo "exact: installing PEPit and an open solver into $(EXACT) (once)"
	@test -x $(EXACT)/bin/python || $(BIN)/python -m venv --without-pip $(EXACT)
	@$(BIN)/python -m uv pip install --quiet --python $(EXACT)/bin/python \
	   -r requirements.txt -r requirements-exact.txt
	@$(call made_of,requirements.txt requirements-exact.txt) > $@

exact: $(EXACT)/.ready
	@$(EXACT)/bin/python worst_cases/exact.py

lock: $(READY)
	@echo "lock: computing requirements.txt"
	@$(BIN)/python -m uv pip compile --quiet --universal --python-version 3.11 \
	   --no-emit-index-url --no-header requirements.in --output-file requirements.txt
	@{ echo "# Made by 'make lock' from requirements.in, for Python 3.11 to 3.13. Not edited by hand."; \
	   awk '/^-e /{getline; next} 1' requirements.txt; echo "-e ."; } > requirements.new
	@mv requirements.new requirements.txt
	@grep -v '^-e ' requirements.txt > requirements.new
	@set -e; for extra in bench:bench grading:assignments exact:exact; do \
	   name=requirements-$${extra%%:*}; \
	   echo "lock: computing $$name.txt, which fits to it"; \
	   $(BIN)/python -m uv pip compile --quiet --universal --python-version 3.11 --no-emit-index-url \
	     --no-header --constraint requirements.new $$name.in --output-file $$name.txt; \
	   { echo "# Made by 'make lock' from $$name.in, for 'make $${extra#*:}' alone. Not edited by hand."; \
	     cat $$name.txt; } > $$name.new; \
	   mv $$name.new $$name.txt; \
	 done; rm requirements.new

clean:
	@echo "clean: deleting _build and the caches of the tools"
	@rm -rf _build .pytest_cache .hypothesis .mypy_cache .ruff_cache
