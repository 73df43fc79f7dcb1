# make demo | make test: everything by itself, on a fresh Debian 12. The others assume `make packages`.
.PHONY: build tool package python wheel demo test test-wheel bench bench-packages format check-format install cuda test-cuda fuzz soak packages tool-packages dask-environment with-python clean faults memcheck tsan docs
.DEFAULT_GOAL := build
PREFIX ?= /usr/local
JOBS ?= $(shell nproc)
SOURCES = $(shell git ls-files '*.cpp' '*.h')

packages:
	@scripts/install-packages

# What the tool alone is built with: no browser, no second compiler, no test libraries.
tool-packages:
	@scripts/timed "installing packages" scripts/install-packages packages/tool.txt

build/release/build.ninja: | tool-packages
	@scripts/timed "configuring" cmake --preset release --log-level=NOTICE --no-warn-unused-cli

build/%/build.ninja: | packages
	cmake --preset $* --log-level=WARNING

# What people run every day; `build` adds the tables of papers, behind `reproduce`.
tool: build/release/build.ninja
	@scripts/timed "building the tool" cmake --build --preset release --target bellwether_tool -j $(JOBS)

build: tool
	@scripts/timed "building the tables of papers" cmake --build --preset release --target bellwether_experiments_plugin -j $(JOBS)

# The Python package in build/release/python, for Debian's python3 (pip install . installs it for any other).
with-python: build/release/build.ninja | packages
	cmake --preset release -DBELLWETHER_PYTHON=ON --log-level=WARNING

python: with-python
	cmake --build --preset release --target bellwether_package -j $(JOBS)

# Wheels that bring their libraries, in build/wheels: make wheel PYTHONS="python3.11 python3.12".
PYTHONS ?= /usr/bin/python3
wheel: tool cuda | packages
	scripts/build-wheel $(PYTHONS)

# The wheels in fresh environments with the newest scikit-learn.
test-wheel: wheel
	for python in $(PYTHONS); do scripts/test-wheel $$python || exit 1; done

# Figure 1 of the TCS paper. Then the same 612 headlines: as they fall by themselves; sorted by what every tenth of them was said to be;
# a page about that; and the paper's story: three regions are labelled, and the others are found; three topics are labelled, and the others are found.
HEADLINES = --language english -k
TAUGHT = --method whiten --set weights=mixed
demo: tool
	@mkdir -p build/demo
	build/release/bellwether cluster data:stretched -k 3 --known 'data:stretched?part=known' --method tcs-gm-l2
	build/release/bellwether cluster data:headlines $(HEADLINES) 6
	build/release/bellwether data headlines -o build/demo/headlines.csv --force
	cut -d, -f1,3 build/demo/headlines.csv | sed -n '1p;2~10p' > build/demo/region.csv
	build/release/bellwether cluster 'data:headlines?labels=region' $(HEADLINES) 6 --seeds build/demo/region.csv -o build/demo/result --force
	build/release/bellwether report build/demo/result -o build/demo/report.html --force
	(echo id,label; grep -E ',(Brazil|Germany|Japan),' build/demo/headlines.csv | cut -d, -f1,3) > build/demo/regions.csv
	build/release/bellwether cluster 'data:headlines?labels=region' $(HEADLINES) 3 --known build/demo/regions.csv $(TAUGHT)
	(echo id,label; grep -E ',(business|culture|weather),' build/demo/headlines.csv | cut -d, -f1,2) > build/demo/topics.csv
	build/release/bellwether cluster data:headlines $(HEADLINES) 3 --known build/demo/topics.csv $(TAUGHT)
	@echo; echo 'The headlines sorted by region, as a page to open in a browser: build/demo/report.html'
	@echo 'To look, correct and cluster again in a browser: build/release/bellwether studio data:headlines --language english -k 6'
	@echo 'Your own files: build/release/bellwether cluster FOLDER -k 10'

# clang 14 itself crashes once in some thousand files, on code that it compiles the next time. What is wrong with a file fails twice.
build_by_clang = cmake --build --preset $(1) -j $(JOBS) || cmake --build --preset $(1) -j $(JOBS)

# Every test against the library that users run, and those of the library again under the sanitizers. ALONGSIDE is what else must
# pass by then.
test: check-format dask-environment with-python build/asan/build.ninja build/tests/build.ninja
	cmake --build --preset release -j $(JOBS)
	$(call build_by_clang,asan)
	$(call build_by_clang,tests)
	$(ALONGSIDE)
	ctest --preset tests -j $(JOBS) --no-tests=error

# Dask and PyArrow from PyPI, in an environment of their own.
dask-environment: | packages
	@scripts/timed "installing Dask" scripts/dask-environment

bench: bench-packages build python build/bench/build.ninja
	cmake --build --preset bench -j $(JOBS)
	benchmarks/run

bench-packages:
	@scripts/install-packages packages/*.txt benchmarks/packages.txt

format: packages
	clang-format -i $(SOURCES)

check-format: packages
	@clang-format --dry-run -Werror $(SOURCES)

# A Debian package of the tool, in build/packages: apt install ./build/packages/bellwether_*.deb
package: build
	@scripts/install-packages packages/package.txt
	cmake --build --preset release --target described
	cpack --config build/release/CPackConfig.cmake -B build/packages

# The plug-in for NVIDIA GPUs, build/cuda/libbellwether_cuda.so, with the compiler from PyPI; no GPU is needed to build it.
cuda: | packages
	@scripts/timed "compiling for GPUs" $(MAKE) --no-print-directory -f cuda/Makefile -j $(JOBS)
	@if [ -d build/release ]; then ln -sf ../cuda/libbellwether_cuda.so build/release/; fi

# What needs a GPU: bits, compute-sanitizer, rounds. Says so where there is none.
test-cuda: cuda
	scripts/test-cuda

# The documentation as a static site in build/docs/site; a dead link is an error.
docs: | packages
	scripts/build-docs

install: build
	cmake --install build/release --prefix $(PREFIX)

fuzz: packages build/fuzz/build.ninja
	cmake --build --preset fuzz -j $(JOBS)
	fuzz/run

# Every fault that tests/faults knows, in every verb: hours. `make test` tries a part of them, spread evenly.
build/faults/fail_calls.so: tests/faults/fail_calls.cpp
	@mkdir -p build/faults
	$(CXX) -O1 -fPIC -shared $< -o $@ -ldl
with_faults = BELLWETHER_TOOL=$(CURDIR)/build/release/bellwether /usr/bin/python3 -B tests/faults/$(1)
faults: build build/faults/fail_calls.so
	$(call with_faults,inject.py build/faults/fail_calls.so --jobs $(JOBS) --verbose)
	$(call with_faults,studio_faults.py build/faults/fail_calls.so)
	$(call with_faults,kill.py --clusterings 200 --studios 200)
	$(call with_faults,out_of_memory.py)

# Random commands, data, faults and kills beside a studio that lives all the time: make soak SOAK_SECONDS=7200.
SOAK_SECONDS ?= 1800
soak: build build/faults/fail_calls.so
	$(call with_faults,soak.py build/faults/fail_calls.so $(SOAK_SECONDS))

# The engine, restarts, streams, every method and verb on four threads, and the studio, under ThreadSanitizer.
tsan: packages build/tsan/build.ninja
	cmake --build --preset tsan -j $(JOBS) --target bellwether_tool test_engine
	tests/tsan/run build/tsan

# Two commands under Valgrind, which knows no AVX-512: OpenBLAS is told so.
memcheck: build packages
	tests/faults/memcheck build/release/bellwether

clean:
	rm -rf build
