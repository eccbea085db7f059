# `make demo` and `make test` do all the set-up themselves; see `make help`.
.DEFAULT_GOAL := help
.PHONY: help setup build webkit demo docs test test-docs test-all test-limits check-darwin test-clients test-engines test-browsers bench fuzz soak sanitize lint format clean-state package test-package lint-packaging test-templates test-slurm

SWIFT ?= swift
# No debug information: nothing here reads it. `make build DEBUG=1` keeps it. The index stays, since SwiftPM finds XCTest's
# cases through it on Linux. Goals that share a build folder must share the flags, or each change of goal compiles
# everything again. WHOLE=1 compiles a module as one: a quarter less work for all of it, and more after a small change.
LEAN = $(if $(DEBUG),,-debug-info-format none -Xcc -g0) $(if $(WHOLE),-Xswiftc -wmo -Xswiftc -num-threads -Xswiftc 2)
BUILD_FLAGS = --explicit-target-dependency-import-check error $(LEAN)

# Homebrew keeps these two beside the system's own; the build finds them through pkg-config.
ifeq ($(shell uname -s),Darwin)
ifneq ($(shell command -v brew 2>/dev/null),)
export PKG_CONFIG_PATH := $(shell brew --prefix curl)/lib/pkgconfig:$(shell brew --prefix libxml2)/lib/pkgconfig:$(PKG_CONFIG_PATH)
endif
endif

help: ## What can be made
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-12s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

setup: ## Install the system packages that are missing
	@scripts/setup

build: setup ## Build the command line tool
	@echo "building session-bridge (the first time takes a few minutes, mostly for TLS and cryptography)"
	@$(SWIFT) build $(BUILD_FLAGS) --product session-bridge

# A program of its own, in C: WebKitGTK wants the main thread. The tool finds it beside its own build.
webkit: ## Build the helper through which pages open in WebKitGTK, on Linux
	@scripts/setup webkit
	@echo "building session-bridge-webkit"
	@$(MAKE) --no-print-directory -C Engines/WebKit BUILD="$(CURDIR)/.build/engines"

demo: build ## Run one handoff, end to end, and tell what happens
	@"$$($(SWIFT) build --show-bin-path)/session-bridge" demo

docs: $(if $(LIBRARY),build) ## Write the documentation as a site that opens from the disk; LIBRARY=1 adds the library's reference
	@scripts/setup docs
	@LIBRARY="$(LIBRARY)" scripts/docs .build/docs

test-docs: build ## Run every command in README and the guides and compare its output; RENEW=1 writes today's output into them
	@scripts/setup clients
	@scripts/transcripts "$$($(SWIFT) build --show-bin-path)/session-bridge" $(if $(RENEW),--renew)

# All tests at once wait for each other's turn longer than some requests may take; an older Swift does not know the option.
FEW_AT_ONCE = $(SWIFT) test --help-hidden 2>/dev/null | sed -n 's/^ *\(--experimental-maximum-parallelization-width\) .*/\1 8/p'

test: ## Build and run all tests, then the scenarios; FAIL_ON_FLAKY=1
	@scripts/setup test
	@$(SWIFT) build $(BUILD_FLAGS) --build-tests
	@scripts/run-tests '' $(SWIFT) test --skip-build --quiet --skip '^BrowserTests\.' $$($(FEW_AT_ONCE))
	@"$$($(SWIFT) build --show-bin-path)/session-bridge" run Scenarios web/article/scenarios.yaml --no-project-file --retries 1 $(if $(FAIL_ON_FLAKY),--fail-on-flaky)

test-limits: build ## Run the scenarios within a Mac's limits on descriptors and stacks
	@scripts/test-limits "$$($(SWIFT) build --show-bin-path)/session-bridge"

check-darwin: ## Type-check sources and tests for macOS, on Linux; needs the build of `make test`
	@scripts/setup darwin
	@scripts/check-darwin --tests --libxml2-headers "$${LIBXML2:-$$(scripts/libxml2-headers)}"

test-clients: build ## Run clients of others against the service, and the example apps through it
	@scripts/setup clients
	@scripts/test-clients "$$($(SWIFT) build --show-bin-path)/session-bridge" $(CLIENTS)

test-engines: build ## Ask libsoup, under WebKitGTK, the same questions about cookies; SEED=n
	@scripts/setup engines
	@python3 Tests/Engines/compare_libsoup.py "$$($(SWIFT) build --show-bin-path)/session-bridge" $(SEED)

# WebKitGTK and Chromium run without a screen; the helper over WebKitGTK is for Linux.
ifeq ($(shell uname -s),Darwin)
BROWSERS ?= chromium
else
BROWSERS ?= webkitgtk chromium
endif

test-browsers: ## Run the page, the cookies and selected scenarios in real engines; BROWSERS="webkitgtk chromium" SCENARIOS=all
	@scripts/setup browsers
	@scripts/setup clients
	@scripts/vue-packages >/dev/null
	@$(if $(filter webkitgtk,$(BROWSERS)),$(MAKE) --no-print-directory webkit)
	@SESSION_BRIDGE_BROWSERS="$(BROWSERS)" $(SWIFT) build $(BUILD_FLAGS) --build-tests
	@SESSION_BRIDGE_SCENARIOS="$(SCENARIOS)" SWIFT="$(SWIFT)" scripts/test-browsers $(BROWSERS)
	@scripts/test-clients "$$($(SWIFT) build --show-bin-path)/session-bridge" --engines $(BROWSERS)

test-all: ## Run all tests that need no root, with every scenario in the real engines: before a release
	@$(MAKE) --no-print-directory test
	@SCHEMATHESIS=all $(MAKE) --no-print-directory test-clients
	@$(if $(filter Darwin,$(shell uname -s)),,$(MAKE) --no-print-directory test-engines)
	@$(MAKE) --no-print-directory test-browsers SCENARIOS=all

bench: setup ## Measure against peers; JSON=1 prints one object a line, ONLY=cookies runs one part
	@$(SWIFT) build --package-path Benchmarks -c release --disable-build-manifest-caching
	@$(SWIFT) build --package-path Benchmarks -c release --product session-bridge
	@SESSION_BRIDGE_WEBKIT="$(wildcard $(CURDIR)/.build/engines/session-bridge-webkit)" \
		"$$($(SWIFT) build --package-path Benchmarks -c release --show-bin-path)/bench" $(if $(JSON),--json) $(if $(ONLY),--only $(ONLY))

SECONDS ?= 60
FUZZ_FLAGS = --package-path Fuzzing -c release -Xswiftc -sanitize=fuzzer -Xswiftc -parse-as-library -Xcc -fsanitize=fuzzer-no-link

fuzz: setup ## Look with libFuzzer for inputs that break what reads them; SECONDS=60 for each, ONLY=yaml runs one
	@$(SWIFT) build $(FUZZ_FLAGS)
	@scripts/fuzz "$$($(SWIFT) build $(FUZZ_FLAGS) --show-bin-path)/fuzz" $(SECONDS) $(ONLY)

# Optimised, with Swift's own libraries inside: what others install needs no Swift.
RELEASE_FLAGS = -c release --static-swift-stdlib $(if $(JOBS),--jobs $(JOBS))

package: ## Make dist/session-bridge-*.tar.gz and .deb, on Linux; HELPER=no leaves WebKit's out, JOBS=1 is gentle
	@scripts/setup package
	@$(if $(filter no,$(HELPER)),,$(MAKE) --no-print-directory webkit)
	@echo "building session-bridge for release (many minutes)"
	@$(SWIFT) build $(BUILD_FLAGS) $(RELEASE_FLAGS) --product session-bridge
	@scripts/package "$$($(SWIFT) build $(RELEASE_FLAGS) --show-bin-path)/session-bridge" dist $(if $(filter no,$(HELPER)),,.build/engines)

test-package: ## Install what `make package` made into bare Debian systems and try it, as root; SUITES="bookworm trixie" WEBKIT=1
	@scripts/setup try-package
	@WEBKIT="$(WEBKIT)" scripts/try-package dist $(SUITES)

lint-packaging: ## Check the files for CI systems, clusters and containers against their schemas
	@scripts/setup packaging
	@scripts/lint-packaging

test-templates: lint-packaging ## Run the scripts of the templates for GitHub, GitLab and Kubernetes with the variables that those set; needs `make package`
	@scripts/try-templates dist

test-slurm: ## Run the scenarios over a Slurm of several nodes on this machine, one of which dies; needs `make package`
	@scripts/setup slurm
	@scripts/try-slurm dist

MINUTES ?= 10
soak: build ## Attack a served world and the verbs with damaged input and kill -9; MINUTES=10 SEED=n
	@scripts/setup soak
	@python3 -B Tests/Soak/soak.py "$$($(SWIFT) build --show-bin-path)/session-bridge" --minutes $(MINUTES) $(if $(SEED),--seed $(SEED))

sanitize: setup ## Run the tests under Address Sanitizer and Thread Sanitizer; ONLY=thread, SUITES="WebViewsTests WorldsTests"
	@for one in $(or $(ONLY),address thread); do scripts/sanitize $$one $(SUITES) || exit 1; done

lint: ## Check format and imports
	@scripts/lint

format: ## Rewrite sources in the house's format
	@$(SWIFT) format --in-place --parallel --recursive Package.swift Sources Tests Benchmarks Fuzzing/Package.swift Fuzzing/Sources/fuzz
