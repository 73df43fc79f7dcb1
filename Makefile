# make demo | make test: everything by itself, on a fresh Debian 12. The others assume `make packages`.
.PHONY: build demo test bench format check-format install fuzz packages clean
.DEFAULT_GOAL := build
PREFIX ?= /usr/local
JOBS ?= $(shell nproc)
SOURCES = $(shell git ls-files '*.cpp' '*.h')

packages:
	@scripts/install-packages

build/%/build.ninja:
	cmake --preset $* --log-level=WARNING

build: packages build/release/build.ninja
	cmake --build --preset release --target bellwether_tool -j $(JOBS)

demo: build
	build/release/bellwether cluster data:iris -k 3
	build/release/bellwether cluster data:stretched -k 3

# The core under the sanitizers first, then every test in the form that users run.
test: packages check-format build/asan/build.ninja build/release/build.ninja
	cmake --build --preset asan -j $(JOBS)
	ctest --preset asan -j $(JOBS) -L core --quiet --output-on-failure --no-tests=error
	cmake --build --preset release -j $(JOBS)
	ctest --preset release -j $(JOBS) --no-tests=error

bench: build/bench/build.ninja
	scripts/install-packages packages.txt benchmarks/packages.txt
	cmake --build --preset bench -j $(JOBS)
	benchmarks/run

format: packages
	clang-format -i $(SOURCES)

check-format:
	@clang-format --dry-run -Werror $(SOURCES)

install: build
	cmake --install build/release --prefix $(PREFIX)

fuzz: build/fuzz/build.ninja
	cmake --build --preset fuzz -j $(JOBS)
	fuzz/run

clean:
	rm -rf build
