# Every routine has a name. `make` alone lists them.
SHELL := /bin/bash
.DEFAULT_GOAL := help
SWIFT_PATHS := Package.swift Sources Tests Benchmarks Examples Fuzz
PORT ?= 8080

.PHONY: help
help: ## List the targets
	@grep -hE '^[a-z0-9-]+:.*## ' $(MAKEFILE_LIST) | sort | awk -F':.*## ' '{printf "  make %-12s %s\n", $$1, $$2}'

.PHONY: run
run: ## Set up, build and start LifeSignal with three demo people on SQLite
	@scripts/setup run
	swift build --product lifesignal
	@exec .build/debug/lifesignal serve --demo --port $(PORT)

.PHONY: run-tls
run-tls: ## The same over HTTPS and HTTP/2 with a development certificate
	@scripts/setup run
	@scripts/development-certificate .build/development-certificate
	swift build --product lifesignal
	@exec .build/debug/lifesignal serve --demo --port $(PORT) \
	  --certificate .build/development-certificate/certificate.pem \
	  --private-key .build/development-certificate/private-key.pem

.PHONY: timers
timers: ## Show how to start each of the four flavours of the example ManyTimers
	@scripts/setup run
	@printf '%s\n' 'ManyTimers: one LonelyTimer, four flavours. Each command builds and starts one.' ''
	@printf '  %-52s %s\n' \
	  'swift run manytimers shoebox --terminal' 'a dozen timers in one list' \
	  'swift run manytimers shoebox --web' 'the same at http://127.0.0.1:8091/' \
	  'swift run manytimers documents --terminal' 'timers in files, in the folder Timers' \
	  'swift run manytimers documents --web' 'the same at http://127.0.0.1:8092/'
	@printf '%s\n' '' 'What to look at in the code: Examples/ManyTimers/README.md'

.PHONY: build
build: ## Build everything, tests included
	@scripts/setup run
	swift build --build-tests

.PHONY: test
test: ## Set up everything and pass all tests: Swift, simulation, crash (short), API, browser
	@scripts/setup test
	swift build $(BUILD_OPTIONS) --build-tests
	python3 scripts/check-snippets.py
	scripts/type-check-figure
	@# One after another: side by side, pages in six languages, every zone and two hundred servers
	@# starve what has a minute.
	scripts/swift-tests --skip LifeSignalPagesTests --skip LifeSignalWebTests --skip SimulationTests --skip ZoneOracleTests
	scripts/swift-tests --filter 'LifeSignalPagesTests|LifeSignalWebTests'
	scripts/swift-tests --filter 'SimulationTests|ZoneOracleTests'
	.venv/bin/python Tests/CrashTests/crash.py --short
	.venv/bin/python Tests/PauseTests/pauses.py
	.venv/bin/python Tests/HostileTests/hostile.py
	.venv/bin/python Tests/PauseTests/damage.py
	.venv/bin/python Tests/PauseTests/files.py
	.venv/bin/python Tests/PauseTests/disk.py
	.venv/bin/python Tests/PhoneOracle/oracle.py
	.venv/bin/python Tests/APIOracle/oracle.py
	.venv/bin/python Tests/BrowserTests/run.py

.PHONY: snapshots
snapshots: ## Record the HTML of every page state after an intended change
	@scripts/setup run
	swift build --build-tests
	RECORD_SNAPSHOTS=1 swift test --skip-build --filter PageSnapshotTests
	@git status --short Tests/PageSnapshots

.PHONY: e2e
e2e: ## Only the tests that start the real server: Swift end to end, and the browser
	@scripts/setup test
	swift build --build-tests
	swift test --skip-build --filter EndToEndTests
	.venv/bin/python Tests/BrowserTests/run.py

.PHONY: api
api: ## Only the API against its own description, by openapi-spec-validator and schemathesis
	@scripts/setup test
	swift build --product lifesignal
	.venv/bin/python Tests/APIOracle/oracle.py

.PHONY: hostile
hostile: ## Hostile requests against the real server with 512 descriptors; SERVER= a release build of it
	@scripts/setup test
	swift build --product lifesignal
	.venv/bin/python Tests/HostileTests/hostile.py $(SERVER)

.PHONY: crash
crash: ## The full crash test, 25 minutes: every fail point and 1,000 random kills over 100,000 alarms
	@scripts/setup test
	swift build --product crashworker
	.venv/bin/python Tests/CrashTests/crash.py --full

.PHONY: simulate
simulate: ## SEEDS=10000 seeds of the simulated server from FIRST_SEED=1 on; SEED=n replays one, twice; MONTHS=n of thirty days each
	@scripts/setup run
	swift build --build-tests
	scripts/simulate

.PHONY: alone
alone: ## Build the library floor by itself, and the example that knows nothing but it
	@scripts/setup run
	swift build --target ComposableEffectIdentifier
	swift build --target ComposableTesting
	python3 scripts/check-alone.py --build

.PHONY: bench
bench: ## Measure (release build): one line per figure, name value unit; fails over budget
	@scripts/setup test >&2
	@swift build -c release --scratch-path .build-release --product benchmarks >&2
	@swift build -c release --scratch-path .build-release --product lifesignal >&2
	@set -o pipefail; { scripts/type-check-figure .build-release/release; \
	  .build-release/release/benchmarks && \
	  .venv/bin/python Tests/BrowserTests/bench.py .build-release/release/lifesignal; } \
	  | python3 scripts/check-budgets.py Benchmarks/budgets.txt

.PHONY: bench-engine
bench-engine: ## Measure the engine among a million people (release build, about 5 minutes); fails over budget
	@scripts/setup run >&2
	@swift build -c release --scratch-path .build-release --product benchmarks >&2
	@set -o pipefail; .build-release/release/benchmarks engine-1m \
	  | python3 scripts/check-budgets.py Benchmarks/budgets.txt bench-engine

.PHONY: bench-reach
bench-reach: ## Measure the server as others reach it (release build, about 5 minutes); fails over budget
	@scripts/setup bench >&2
	@swift build -c release --scratch-path .build-release --product benchmarks >&2
	@swift build -c release --scratch-path .build-release --product lifesignal >&2
	@set -o pipefail; .venv/bin/python Benchmarks/Reach/reach.py .build-release/release/lifesignal \
	  .build-release/release/benchmarks | python3 scripts/check-budgets.py Benchmarks/budgets.txt bench-reach

.PHONY: screenshots
screenshots: ## Take the pictures of the README, the gallery and the manifest
	@scripts/setup test
	swift build --build-tests
	.venv/bin/python Tests/BrowserTests/screenshots.py docs/screenshots

.PHONY: screens
screens: ## Every screen in the light and in the dark, small and large, in artifacts/screens
	@scripts/setup test
	swift build --build-tests
	.venv/bin/python Tests/BrowserTests/screenshots.py --all artifacts/screens

.PHONY: differential
differential: ## 100,000 random programs on the optimised engine and on the model of its contract
	@scripts/setup lint
	COMPOSABLE_PROGRAMS=$${COMPOSABLE_PROGRAMS:-100000} scripts/library-tests release \
	  --filter ComposableDifferentialTests

.PHONY: sanitize
sanitize: ## The library's tests under ThreadSanitizer, then under AddressSanitizer
	@scripts/setup lint
	COMPOSABLE_PROGRAMS=$${COMPOSABLE_PROGRAMS:-100} scripts/library-tests thread
	COMPOSABLE_PROGRAMS=$${COMPOSABLE_PROGRAMS:-100} scripts/library-tests address

.PHONY: fuzz
fuzz: SECONDS := 60
fuzz: ## Look for bytes that break a parser: each for SECONDS=60, or PARSER=frame alone
	@scripts/setup run
	scripts/fuzz $(SECONDS) $(PARSER)

.PHONY: lint
lint: ## swift-format in strict mode, the arrows between the rooms, the slices, and what can end the process
	@scripts/setup lint
	swift format lint --strict --recursive --parallel $(SWIFT_PATHS)
	python3 scripts/check-imports.py
	python3 scripts/check-slices.py
	python3 scripts/check-alone.py
	python3 scripts/check-words.py
	python3 scripts/check-dependencies.py
	python3 scripts/check-security.py
	python3 scripts/check-tests.py
	python3 scripts/check-conversions.py
	python3 scripts/check-actions.py
	python3 scripts/check-language.py

.PHONY: format
format: ## Format all Swift sources in place
	@scripts/setup lint
	swift format --in-place --recursive --parallel $(SWIFT_PATHS)

.PHONY: docs
docs: ## Check the documents' links, build the libraries' DocC archives; no warning passes
	@scripts/setup lint
	python3 scripts/check-links.py
	swift build $(BUILD_OPTIONS) --target ComposableEffectIdentifier
	swift build $(BUILD_OPTIONS) --target ComposableTesting
	python3 scripts/build-docs.py

# Nobody stops in a debugger there; without what it needs the build takes a fifth less time.
.PHONY: ci
ci: export BUILD_OPTIONS := -debug-info-format none
ci: lint docs test ## What continuous integration runs: lint, docs, test

.PHONY: clean
clean: ## Remove build products and the test environment
	rm -rf .build .build-release .build-thread .build-address .venv artifacts
