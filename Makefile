# What people type. CMake does the work; CMakePresets.json has the build types.

.DEFAULT_GOAL := build
.PHONY: deps configure build install install-built wheel package demo test bench golden \
        sanitize fuzz fuzz-sim core-only coverage format lint lint-changed clean

# Sources that formatting and linting cover.
SOURCES = git ls-files --cached --others --exclude-standard '*.h' '*.cpp'

deps:
	@scripts/install-deps.sh

configure: deps
	@cmake --preset release >/dev/null

build: configure
	@cmake --build --preset release >&2

# The programs, the documents and the core: make install PREFIX=folder, and DESTDIR
# for packagers.
PREFIX ?= /usr/local
BUILD ?= build
install: configure
	@cmake --build --preset release --target installed >&2
	@$(MAKE) -s install-built

# What is built already.
install-built:
	@cmake --install "$(BUILD)" --prefix "$(PREFIX)" --strip >/dev/null

# The Python package, as a wheel in build/wheel.
wheel: configure
	@scripts/python-package.sh build wheel --wheel-dir build/wheel

# An archive that runs from any folder, on Debian 12 or later and its like.
package: configure
	@cmake --build --preset release --target installed >&2
	@scripts/package.sh build

# Builds no more than it shows.
demo: configure
	@echo 'make demo: builds the compiler and the simulator first, which takes some' \
	      'minutes; make keeps what it built.' >&2
	@cmake --build --preset release --target demo-programs >&2
	@scripts/with-numpy.sh scripts/demo.sh build

test: build
	@scripts/with-numpy.sh scripts/run-tests.py --build build

bench: build
	build/bin/heddle-bench
	build/bin/heddle-compile-bench
	build/bin/heddle-sim-bench

# Compares with reference data: make golden DIR=folder
golden: build
	@test -n "$(DIR)" || { echo 'usage: make golden DIR=folder' >&2; exit 2; }
	@build/bin/heddle-golden "$(DIR)"

# Tests under AddressSanitizer and UndefinedBehaviorSanitizer. LLVM is compiled
# without them, so that what it allocates looks poisoned to us.
sanitize: deps
	@cmake --preset asan-ubsan >/dev/null
	@cmake --build --preset asan-ubsan --target sanitized-tests >&2
	@ASAN_OPTIONS=allow_user_poisoning=0:detect_container_overflow=0 \
	  scripts/run-tests.py --build build-asan-ubsan --only unit

# Random texts as layouts, under both sanitizers: make fuzz, or for a short time
# make fuzz FUZZ="--seconds 30".
FUZZ = --runs 10000000
fuzz: deps
	@cmake --preset fuzz >/dev/null
	@cmake --build --preset fuzz --target encoding-fuzzer >&2
	@scripts/fuzz.py --build build-fuzz $(FUZZ)

# Random programs of tensors on the simulator, against what they mean
# (docs/fuzzing.md); for a short time make fuzz-sim FUZZ_SIM="--seconds 30".
FUZZ_SIM = --programs 10000
fuzz-sim: build
	@build/bin/heddle-sim-fuzzer $(FUZZ_SIM)

# The core alone: no LLVM, no exceptions, no RTTI.
core-only: deps
	@cmake --preset core-only >/dev/null
	@cmake --build --preset core-only >&2

# Line coverage of the core by its own tests; fails below 95 %.
coverage: deps
	@cmake --preset coverage >/dev/null
	@cmake --build --preset coverage --target core-tests >&2
	@scripts/coverage.py --build build-coverage --least 95

format:
	@$(SOURCES) | xargs clang-format-22 -i

# clang-format and clang-tidy over everything, which takes an hour of two cores.
lint: build
	@scripts/lint.py --build build

# The format of everything, and clang-tidy over what the last commits changed:
# make lint-changed CHANGED="--changed 20 --most 40"
CHANGED = --changed 10 --most 40
lint-changed: build
	@scripts/lint.py --build build $(CHANGED)

clean:
	rm -rf build build-*
