# make demo | make test: everything by itself, on a fresh Debian 12. The others assume `make packages`.
.PHONY: build demo test bench bench-packages format check-format install fuzz fuzz-packages packages clean
.DEFAULT_GOAL := build
PREFIX ?= /usr/local
JOBS ?= $(shell nproc)
SOURCES = $(shell git ls-files '*.cpp' '*.h')

packages:
	@scripts/install-packages

build/%/build.ninja: | packages
	cmake --preset $* --log-level=WARNING

build: build/release/build.ninja
	cmake --build --preset release --target bellwether_tool -j $(JOBS)

# The same 612 headlines twice: as they fall by themselves, and sorted by what every tenth of them was said to be.
demo: build
	@mkdir -p build/demo
	build/release/bellwether cluster data:headlines -k 6 --language english
	build/release/bellwether data headlines -o build/demo/headlines.csv
	cut -d, -f1,3 build/demo/headlines.csv | sed -n '1p;2~10p' > build/demo/region.csv
	build/release/bellwether cluster 'data:headlines?labels=region' -k 6 --language english --seeds build/demo/region.csv

# The core under the sanitizers first, then every test in the form that users run.
test: check-format build/asan/build.ninja build/release/build.ninja
	cmake --build --preset asan -j $(JOBS) --target core_tests
	ctest --preset asan -j $(JOBS) -L core --quiet --output-on-failure --no-tests=error
	cmake --build --preset release -j $(JOBS)
	ctest --preset release -j $(JOBS) --no-tests=error

bench: bench-packages build/bench/build.ninja
	cmake --build --preset bench -j $(JOBS)
	benchmarks/run

bench-packages:
	@scripts/install-packages packages.txt benchmarks/packages.txt

format: packages
	clang-format -i $(SOURCES)

check-format: packages
	@clang-format --dry-run -Werror $(SOURCES)

install: build
	cmake --install build/release --prefix $(PREFIX)

fuzz: fuzz-packages build/fuzz/build.ninja
	cmake --build --preset fuzz -j $(JOBS)
	fuzz/run

fuzz-packages:
	@scripts/install-packages packages.txt fuzz/packages.txt

clean:
	rm -rf build
