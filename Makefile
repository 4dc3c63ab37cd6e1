# The newcomer's way in: `make run` and `make test` install what is missing, build and go. The work is done by CMake; this file
# only says in which tree. `make SETUP=true ...` skips the look at installed packages.
SETUP ?= scripts/setup
JOBS ?= $(shell nproc)
FUZZ_SECONDS ?= 60
MODEL ?= models/mechanisms/four_bar.bricard.yaml
OUT ?= build/four_bar.out
PREFIX ?= /usr/local
# Its module is tested where its headers are.
PYTHON = $$(/usr/bin/python3 -c 'import pybind11, numpy' 2> /dev/null && echo -DBRICARD_PYTHON=ON -DPython_EXECUTABLE=$(realpath /usr/bin/python3))

# Configures the tree of preset $(1) in $(2) once; afterwards the build itself sees new files. $(3): further options.
configure = test -f $(2)/build.ninja -o -f $(2)/Makefile || \
  cmake --preset $(1) $$(command -v ninja > /dev/null && echo -G Ninja) $(3)
CTEST = ctest --test-dir build --output-on-failure --no-tests=error -j $(JOBS)

.PHONY: help run build package install python python_stubs test verify bench studies pictures clang fuzz sanitize format clean tests
help:
	@echo 'make run      build, simulate a four-bar linkage, write a report to look at'
	@echo 'make build    build/bin/bricard'
	@echo 'make install  the program, its manual and the library to PREFIX (/usr/local)'
	@echo 'make python   a wheel of the module bricard for Python, in build/python'
	@echo 'make package  the same as a Debian package, build/bricard_*.deb'
	@echo 'make test     build and run every test'
	@echo 'make verify   the long proofs against published results, then make clang and make fuzz'
	@echo 'make bench    timings, beside a peer where one is installed'
	@echo 'make studies  the pages of docs/studies, computed again'
	@echo 'make pictures the pictures of the documents, taken again from the program'
	@echo 'make clang    looks whether clang compiles the program too'
	@echo 'make fuzz     $(FUZZ_SECONDS) s of random input for each reader (FUZZ_SECONDS=...)'
	@echo 'make sanitize the tests under the address, undefined-behavior and thread sanitizers'
	@echo 'make format   clang-format on all sources'
	@echo 'make clean    remove build'

build:
	@$(SETUP) build
	@$(call configure,release,build)
	cmake --build build --target bricard_cli -j $(JOBS)

# A Debian package, in build/.
package: build
	@$(SETUP) package
	cmake --build build --target shell_files
	cd build && cpack -G DEB

install: build
	cmake --build build --target shell_files
	cmake --install build --prefix $(PREFIX)

# pip install build/python/bricard-*.whl
python:
	@$(SETUP) build python
	/usr/bin/python3 python/build_wheel.py build/python

# What type checkers know of elements and their keys, from the field tables.
python_stubs: python
	PYTHONPATH=build/python /usr/bin/python3 -c 'import bricard._core as core; print(core.stubs(), end="")' > python/bricard/tables.pyi

run: build
	build/bin/bricard run $(MODEL) --out $(OUT)
	build/bin/bricard report $(OUT)
	@echo 'results: $(OUT)/results.csv   what happened: $(OUT)/summary.json'
	@echo 'open $(OUT)/report.html in a browser, or go on with: build/bin/bricard view $(MODEL)'

# In the tree of `make build`, with the same library.
tests:
	@$(SETUP) build test python
	@cmake --preset release $$(command -v ninja > /dev/null && echo -G Ninja) -DBRICARD_BUILD_TESTS=ON $(PYTHON) > build.log 2>&1 || { cat build.log; exit 1; }; rm -f build.log
	cmake --build build -j $(JOBS)

test: tests
	$(CTEST)

verify: tests
	@$(SETUP) office cluster
	BRICARD_LONG=1 $(CTEST) -L verify
	@$(MAKE) --no-print-directory clang fuzz

# That clang compiles the program too; needs no more than a configured tree.
clang:
	@$(SETUP) build clang
	@$(call configure,release,build)
	scripts/check_clang build $(JOBS)

bench:
	@$(SETUP) build bench
	@cmake --preset release $$(command -v ninja > /dev/null && echo -G Ninja) -DBRICARD_BENCH=ON
	cmake --build build -j $(JOBS)
	@for program in $(wildcard benchmarks/*.cpp); do program=build/bin/bench_$$(basename "$$program" .cpp); \
	  echo "== $$program"; "$$program" || exit 1; done

studies:
	@$(SETUP) build
	@cmake --preset release $$(command -v ninja > /dev/null && echo -G Ninja) -DBRICARD_BENCH=ON
	cmake --build build --target studies -j $(JOBS)
	@for program in $(wildcard studies/*.cpp); do program=build/bin/study_$$(basename "$$program" .cpp); \
	  echo "== $$program"; "$$program" docs/studies || exit 1; done

pictures: build
	@$(SETUP) test
	scripts/pictures build/bin/bricard $(WORD)

fuzz:
	@$(SETUP) build fuzz
	scripts/fuzz $(FUZZ_SECONDS) $(JOBS)

# Every test that runs code of this tree; cmake/Tests.cmake says which are left out, and why. A child of a process with threads is
# followed too (die_after_fork=0).
sanitize:
	@$(SETUP) build test
	@for preset in sanitize sanitize-threads; do \
	  cmake --preset $$preset $$(command -v ninja > /dev/null && echo -G Ninja) > /dev/null && cmake --build build/$$preset -j $(JOBS) && \
	  TSAN_OPTIONS=die_after_fork=0 UBSAN_OPTIONS=print_stacktrace=1 ctest --preset $$preset -j $(JOBS) || exit 1; done

format:
	@$(SETUP) format
	git ls-files -z -- '*.cpp' '*.hpp' | xargs -0 clang-format -i

clean:
	rm -rf build
