# Everything runs in .venv, which the first target that needs it makes. Needed beforehand: Python 3.11 or later, and make.
# `make help` lists the targets. Another interpreter: make PYTHON=python3.13 test

SHELL := /bin/sh
VENV ?= .venv
BIN := $(VENV)/bin
EXTRAS ?= dev,vm,ptxas
PYTEST_WORKERS ?= 2

# The first interpreter that really starts and is new enough.
PYTHON ?= $(shell for candidate in python3 python3.14 python3.13 python3.12 python3.11; do \
	$$candidate -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo $$candidate && break; done)

.PHONY: help setup demo test test-fast lint lint-style lint-types lint-imports golden fuzz rows campaign wide mutants bench bench-vm bench-gpu test-gpu docs clean
.DEFAULT_GOAL := help

help:  ## list these targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / {printf "  make %-10s %s\n", $$1, $$2}' $(firstword $(MAKEFILE_LIST))

setup: $(VENV)/.ready  ## make .venv with everything that development needs

$(VENV)/.ready: pyproject.toml
	@test -n "$(PYTHON)" || { echo "kernelc needs Python 3.11 or later; none was found (make PYTHON=/path/to/python3 setup)" >&2; exit 1; }
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[$(EXTRAS)]'
	@touch $@

demo: $(VENV)/.ready  ## build kernels/saxpy.rs, print its PTX, assemble it, run it on the CPU, check the result
	@$(BIN)/python -m kernelc demo

test: $(VENV)/.ready  ## the whole test suite; what this machine lacks is skipped with the reason
	$(BIN)/python -m pytest -n $(PYTEST_WORKERS) --dist loadgroup

test-fast: $(VENV)/.ready  ## the tests without the slow ones, under a minute
	$(BIN)/python -m pytest -n $(PYTEST_WORKERS) --dist loadgroup -m "not slow"

test-gpu: $(VENV)/.ready  ## the tests that need an NVIDIA GPU (install the extra cuda12 or cuda13 first)
	$(BIN)/python -m pytest -m gpu

lint: lint-style lint-types lint-imports  ## ruff, mypy --strict and the import contracts

lint-style: $(VENV)/.ready
	$(BIN)/ruff check .

lint-types: $(VENV)/.ready
	$(BIN)/mypy

lint-imports: $(VENV)/.ready
	$(BIN)/lint-imports

golden: $(VENV)/.ready  ## rewrite the golden files from what the compiler makes now; read the diff before committing
	$(BIN)/python -m pytest -q --update tests/test_golden.py tests/test_documents.py
	$(BIN)/python -m kernelc.docs

wide: $(VENV)/.ready  ## 1,000 random programs as kernels of many threads, native code beside rustc (six minutes of a core)
	$(BIN)/python -m tests.differential.wide 1000

fuzz: $(VENV)/.ready  ## random programs through every stage until stopped; what fails is saved, shrunk
	$(BIN)/python -m tests.fuzz

rows: $(VENV)/.ready  ## every instruction row on both executors, for this processor, narrower vectors, x86-64-v3 and -v2 (half an hour of a core)
	$(BIN)/python -m tests.ptx.vm.compiled.rows
	KERNELC_VM_VECTOR_BITS=256 $(BIN)/python -m tests.ptx.vm.compiled.rows
	KERNELC_VM_TARGET=x86-64-v3,+f16c $(BIN)/python -m tests.ptx.vm.compiled.rows
	KERNELC_VM_TARGET=x86-64-v2 $(BIN)/python -m tests.ptx.vm.compiled.rows

campaign: $(VENV)/.ready  ## 2,000 fixed random programs through every stage and rustc, and what they contain (half an hour of a core)
	$(BIN)/python -m tests.differential.coverage 2000
	$(BIN)/python -m tests.differential.campaign 2000

mutants: $(VENV)/.ready  ## 10,000 changed PTX texts of other compilers on both executors: an error or a result (half an hour of a core)
	$(BIN)/python -m tests.ptx.foreign.mutants 0 10000

bench: $(VENV)/.ready $(VENV)-nvrtc/.ready $(VENV)-peers/.ready  ## compile times, code, CPU times beside the peers, as ratios
	$(BIN)/python -m tests.bench --nvrtc-python $(VENV)-nvrtc/bin/python --peers-python $(VENV)-peers/bin/python

bench-vm: $(VENV)/.ready $(VENV)-peers/.ready  ## only the virtual machine beside Warp, Taichi, Quadrants, Numba and Triton
	$(BIN)/python -m tests.bench --vm --peers-python $(VENV)-peers/bin/python

$(VENV)-nvrtc/.ready: pyproject.toml
	@test -x $(VENV)-nvrtc/bin/python || $(PYTHON) -m venv $(VENV)-nvrtc
	$(VENV)-nvrtc/bin/python -m pip install --quiet --disable-pip-version-check 'cuda-python>=13,<14' 'nvidia-cuda-nvrtc>=13,<14'
	@touch $@

TORCH_INDEX := https://download.pytorch.org/whl/cpu

$(VENV)-peers/.ready: tests/bench/peers/requirements.txt
	@test -x $(VENV)-peers/bin/python || $(PYTHON) -m venv $(VENV)-peers
	@grep -v '^#' $< | while read -r peer; do \
		case "$$peer" in torch*) from="--extra-index-url $(TORCH_INDEX)";; *) from=;; esac; \
		$(VENV)-peers/bin/python -m pip install --quiet --disable-pip-version-check --only-binary :all: $$from "$$peer" \
			|| echo "$$peer cannot be installed here: it will not be measured" >&2; \
	done
	@touch $@

bench-gpu: $(VENV)/.ready  ## kernel times on the GPU; says "not measured" where there is none
	$(BIN)/python -m tests.bench --gpu

docs: $(VENV)/.ready  ## write the generated pages of docs/ anew
	$(BIN)/python -m kernelc.docs

clean:  ## remove what the targets above made, the virtual environments included
	rm -rf $(VENV) $(VENV)-nvrtc $(VENV)-peers build dist .pytest_cache .mypy_cache .ruff_cache .hypothesis .import_linter_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
