// swift-tools-version: 6.2
import CompilerPluginSupport
import PackageDescription

// Targets stand bottom to top. A target imports only what its `dependencies` name, each of them in
// some file, and depends only on targets above it here: `make lint` checks this against the sources.

/// Compiler settings of every target.
let strict: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .treatAllWarnings(as: .error),
]

// Crash tests stop the process at named points between commits. Release builds do not contain them.
let failPoints: [SwiftSetting] = strict + [.define("FAIL_POINTS", .when(configuration: .debug))]

/// What targets use of other packages, by the name it is imported by.
extension Target.Dependency {
  // Library floor.
  static let orderedCollections = product(name: "OrderedCollections", package: "swift-collections")
  static let dequeModule = product(name: "DequeModule", package: "swift-collections")
  static let swiftSyntax = product(name: "SwiftSyntax", package: "swift-syntax")
  static let swiftSyntaxBuilder = product(name: "SwiftSyntaxBuilder", package: "swift-syntax")
  static let swiftSyntaxMacros = product(name: "SwiftSyntaxMacros", package: "swift-syntax")
  static let swiftDiagnostics = product(name: "SwiftDiagnostics", package: "swift-syntax")
  static let swiftCompilerPlugin = product(name: "SwiftCompilerPlugin", package: "swift-syntax")
  static let swiftParser = product(name: "SwiftParser", package: "swift-syntax")
  static let swiftSyntaxMacroExpansion = product(
    name: "SwiftSyntaxMacroExpansion", package: "swift-syntax")
  // Not imported: what other libraries report through it fails tests on Linux only if it is linked.
  static let issueReportingTestSupport = product(
    name: "IssueReportingTestSupport", package: "xctest-dynamic-overlay")
  static let customDump = product(name: "CustomDump", package: "swift-custom-dump")

  // App floor.
  static let grdb = product(name: "GRDB", package: "GRDB.swift")
  // SQLite's own C functions, through GRDB's module map.
  static let grdbSQLite = product(name: "GRDBSQLite", package: "GRDB.swift")
  static let hummingbird = product(name: "Hummingbird", package: "hummingbird")
  static let hummingbirdCore = product(name: "HummingbirdCore", package: "hummingbird")
  static let hummingbirdHTTP2 = product(name: "HummingbirdHTTP2", package: "hummingbird")
  static let hummingbirdTesting = product(name: "HummingbirdTesting", package: "hummingbird")
  static let nioCore = product(name: "NIOCore", package: "swift-nio")
  static let nioHTTP1 = product(name: "NIOHTTP1", package: "swift-nio")
  static let nioEmbedded = product(name: "NIOEmbedded", package: "swift-nio")
  static let nioPosix = product(name: "NIOPosix", package: "swift-nio")
  // The type of what is written on a stream's channel.
  static let nioHTTPTypes = product(name: "NIOHTTPTypes", package: "swift-nio-extras")
  static let nioSSL = product(name: "NIOSSL", package: "swift-nio-ssl")
  static let httpTypes = product(name: "HTTPTypes", package: "swift-http-types")
  static let crypto = product(name: "Crypto", package: "swift-crypto")
  static let logging = product(name: "Logging", package: "swift-log")
  static let configuration = product(name: "Configuration", package: "swift-configuration")
  static let argumentParser = product(name: "ArgumentParser", package: "swift-argument-parser")
  static let serviceLifecycle = product(
    name: "ServiceLifecycle", package: "swift-service-lifecycle")
  static let unixSignals = product(name: "UnixSignals", package: "swift-service-lifecycle")
  static let asyncHTTPClient = product(name: "AsyncHTTPClient", package: "async-http-client")
}

let package = Package(
  name: "LifeSignal",
  platforms: [.macOS(.v15), .iOS(.v18)],
  products: [
    .library(name: "Composable", targets: ["Composable"]),
    .library(name: "ComposableEffectIdentifier", targets: ["ComposableEffectIdentifier"]),
    .library(name: "ComposableTesting", targets: ["ComposableTesting"]),
    .library(name: "ComposableHTML", targets: ["ComposableHTML"]),
    .library(name: "ComposableHTMLTesting", targets: ["ComposableHTMLTesting"]),
    .library(name: "ComposableHTMLClient", targets: ["ComposableHTMLClient"]),
    .executable(name: "lifesignal", targets: ["lifesignal"]),
    .executable(name: "benchmarks", targets: ["benchmarks"]),
    .executable(name: "manytimers", targets: ["manytimers"]),
  ],
  dependencies: [
    // Library floor.
    .package(url: "https://github.com/apple/swift-collections", from: "1.6.0"),
    .package(url: "https://github.com/swiftlang/swift-syntax", from: "603.0.1"),
    // Test stores: failing a test from a library, and readable differences.
    .package(url: "https://github.com/pointfreeco/xctest-dynamic-overlay", from: "1.13.1"),
    .package(url: "https://github.com/pointfreeco/swift-custom-dump", from: "1.7.3"),
    // App floor.
    .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
    .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1"),
    .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
    .package(url: "https://github.com/apple/swift-nio-extras", from: "1.35.2"),
    .package(url: "https://github.com/apple/swift-nio-ssl", from: "2.37.6"),
    .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0"),
    .package(url: "https://github.com/apple/swift-crypto", from: "4.5.2"),
    .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
    .package(url: "https://github.com/apple/swift-configuration", from: "1.4.0"),
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
    // The clients' HTTP: pooling, TLS, HTTP/2 and streamed bodies are not our purpose.
    .package(url: "https://github.com/swift-server/async-http-client", from: "1.37.0"),
  ],
  targets: [
    // MARK: Library floor — knows nothing of LifeSignal

    /// What `@Reducer`, `@CasePathable`, `@ObservableState`, `@Presents` become. Apart from the plug-in
    /// for the tests: depending on a plug-in they would have everything built twice.
    .target(
      name: "ComposableMacroExpansions",
      dependencies: [.swiftSyntax, .swiftSyntaxBuilder, .swiftSyntaxMacros, .swiftDiagnostics],
      swiftSettings: strict),
    /// The compiler plug-in that offers them.
    .macro(
      name: "ComposableMacros",
      dependencies: ["ComposableMacroExpansions", .swiftCompilerPlugin, .swiftSyntaxMacros],
      swiftSettings: strict),
    /// Reducers, effects, stores, dependencies, case paths.
    .target(
      name: "Composable",
      dependencies: ["ComposableMacros", .orderedCollections, .dequeModule],
      swiftSettings: strict),
    /// `@EffectID`, `.namespace(_:)`, `.forEachNamespace`.
    .target(
      name: "ComposableEffectIdentifier", dependencies: ["Composable"], swiftSettings: strict),
    /// `TestStore` and `TestClock`: deterministic, exhaustive tests of features.
    .target(
      name: "ComposableTesting",
      dependencies: ["Composable", .issueReportingTestSupport, .customDump],
      swiftSettings: strict),
    /// HTML values and the live session that turns a store into frames for a browser.
    .target(name: "ComposableHTML", dependencies: ["Composable"], swiftSettings: strict),
    /// `TestTab`: tests click, fill in forms and read the page of a live session.
    .target(
      name: "ComposableHTMLTesting", dependencies: ["ComposableHTML"], swiftSettings: strict),
    /// The browser's half of a live session, as files for a server to serve.
    .target(name: "ComposableHTMLClient", resources: [.copy("Public")], swiftSettings: strict),

    // MARK: C libraries of the system: a module map each, and C over C++

    /// Draws QR codes.
    .systemLibrary(
      name: "CQREncode", pkgConfig: "libqrencode", providers: [.apt(["libqrencode-dev"])]),
    /// Reads QR codes from grey pictures.
    .systemLibrary(name: "CZBar", pkgConfig: "zbar", providers: [.apt(["libzbar-dev"])]),
    /// Speaks SMTP.
    .systemLibrary(
      name: "CCurl", pkgConfig: "libcurl", providers: [.apt(["libcurl4-openssl-dev"])]),
    /// Asks the kernel whether the wall clock is kept right.
    .systemLibrary(name: "CClock"),
    /// Compresses what is served.
    .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
    /// Phone numbers of every country: libphonenumber and ICU are C++, and this is C over them.
    .target(
      name: "CPhoneNumbers",
      linkerSettings: [
        .linkedLibrary("phonenumber"), .linkedLibrary("icui18n"), .linkedLibrary("icuuc"),
      ]),

    // MARK: App floor

    /// Numbers: the numbering plans of all countries. Pure as well, and knows nothing of LifeSignal.
    .target(name: "NumberPlans", dependencies: ["CPhoneNumbers"], swiftSettings: strict),
    /// Decides: nouns and rules. Pure: no clock, no I/O, no async.
    .target(name: "LifeSignalModel", dependencies: ["NumberPlans"], swiftSettings: strict),
    /// Translates: the catalogues of every language, for pages as for messages.
    .target(
      name: "LifeSignalWords", dependencies: ["LifeSignalModel"],
      resources: [.copy("Languages")], swiftSettings: strict),
    /// Promises: the one door, the change feed, the watch and dispatch loops, the ports.
    .target(
      name: "LifeSignalEngine",
      dependencies: ["LifeSignalModel", "CClock", .crypto, .logging, .serviceLifecycle],
      swiftSettings: failPoints),
    /// Remembers: SQLite behind the engine's `Ledger` port.
    .target(
      name: "LifeSignalStorage",
      dependencies: ["LifeSignalModel", "LifeSignalEngine", .grdb, .grdbSQLite],
      swiftSettings: failPoints),
    /// Carries: one folder per channel, each implements the engine's `Courier` port.
    .target(
      name: "LifeSignalDelivery",
      // HTTP for webhooks and for the heartbeat an outside watcher waits for; TLS for certificates to
      // believe instead of the system's.
      dependencies: [
        "LifeSignalModel", "LifeSignalEngine", "CCurl", .asyncHTTPClient, .nioCore, .nioHTTP1,
        .nioSSL, .crypto, .logging, .serviceLifecycle,
      ],
      swiftSettings: strict),
    /// Converses: reducers and client interfaces. No I/O.
    .target(
      name: "LifeSignalFeatures",
      dependencies: ["LifeSignalModel", "Composable", "ComposableEffectIdentifier"],
      swiftSettings: strict),
    /// Speaks: wire types, the route table, and every client over HTTP.
    .target(
      name: "LifeSignalAPI",
      dependencies: [
        "LifeSignalModel", "LifeSignalFeatures", "Composable", .asyncHTTPClient, .httpTypes,
        .nioCore, .nioHTTP1,
      ],
      swiftSettings: strict),
    /// Shows: pages, components and words as functions from state to HTML. Knows no server.
    .target(
      name: "LifeSignalPages",
      dependencies: [
        "LifeSignalModel", "LifeSignalFeatures", "Composable", "ComposableHTML", "CQREncode",
      ],
      swiftSettings: strict),
    /// Serves: live sessions, HTTP routes, files. The only room that knows the HTTP framework.
    .target(
      name: "LifeSignalWeb",
      dependencies: [
        "LifeSignalModel", "LifeSignalWords", "LifeSignalEngine", "LifeSignalFeatures",
        "LifeSignalAPI", "LifeSignalPages", "Composable", "ComposableHTML", "ComposableHTMLClient",
        "CZBar", "CZlib", .hummingbird, .httpTypes, .nioCore, .nioHTTPTypes, .crypto, .logging,
        .serviceLifecycle,
      ],
      resources: [.copy("Public")], swiftSettings: strict),
    /// Wires: configuration → build → run. The only room that knows everything.
    .target(
      name: "LifeSignalServer",
      dependencies: [
        "LifeSignalModel", "LifeSignalWords", "LifeSignalEngine", "LifeSignalStorage",
        "LifeSignalDelivery", "LifeSignalWeb", .configuration, .hummingbird, .hummingbirdCore,
        .hummingbirdHTTP2, .httpTypes, .nioCore, .nioHTTPTypes, .nioSSL, .logging,
        .serviceLifecycle, .unixSignals,
      ],
      swiftSettings: failPoints),
    /// The executable: `lifesignal serve`, and the same app on a command line.
    .executableTarget(
      name: "lifesignal",
      dependencies: [
        "LifeSignalServer", "LifeSignalAPI", "LifeSignalFeatures", "LifeSignalModel", "Composable",
        .asyncHTTPClient, .nioCore, .argumentParser,
      ],
      swiftSettings: strict),

    // MARK: Examples

    /// ManyTimers: `LonelyTimer`, and the two apps around it.
    .target(
      name: "ManyTimersFeatures",
      dependencies: ["Composable", "ComposableEffectIdentifier"],
      path: "Examples/ManyTimers/Features", swiftSettings: strict),
    /// Both apps in a terminal.
    .target(
      name: "ManyTimersTerminal",
      dependencies: ["ManyTimersFeatures", "Composable"],
      path: "Examples/ManyTimers/Terminal", swiftSettings: strict),
    /// Both apps in the browser.
    .target(
      name: "ManyTimersWeb",
      dependencies: [
        "ManyTimersFeatures", "Composable", "ComposableHTML", "ComposableHTMLClient", .hummingbird,
        .httpTypes, .nioCore, .logging, .serviceLifecycle, .unixSignals,
      ],
      path: "Examples/ManyTimers/Web", resources: [.copy("Public")], swiftSettings: strict),
    /// The executable: `manytimers shoebox|documents --terminal|--web`.
    .executableTarget(
      name: "manytimers",
      dependencies: [
        "ManyTimersFeatures", "ManyTimersTerminal", "ManyTimersWeb", "Composable", .argumentParser,
      ],
      path: "Examples/ManyTimers/Command", swiftSettings: strict),

    // MARK: Test support

    /// One small world, a clock moved by hand, a ledger whose writes can be made to fail.
    .target(
      name: "LifeSignalTestSupport",
      dependencies: ["LifeSignalModel", "LifeSignalEngine", "LifeSignalStorage", .grdb, .logging],
      path: "Tests/LifeSignalTestSupport", swiftSettings: strict),
    /// Traits of the app's tests: apart, as the benchmarks link the support and have no testing library.
    .target(
      name: "LifeSignalTestTraits", dependencies: ["LifeSignalTestSupport"],
      path: "Tests/LifeSignalTestTraits", swiftSettings: strict),
    /// Traits for the library's own tests.
    .target(
      name: "ComposableTestSupport",
      dependencies: ["Composable"],
      path: "Tests/ComposableTestSupport", swiftSettings: strict),

    // MARK: Figures

    /// `make bench` and `make bench-engine`: one line per figure.
    .executableTarget(
      name: "benchmarks",
      // A world of a million people is written past the door: hence Crypto and GRDB.
      dependencies: [
        "Composable", "ComposableEffectIdentifier", "LifeSignalModel", "LifeSignalEngine",
        "LifeSignalStorage", "LifeSignalDelivery", "LifeSignalTestSupport", .crypto, .grdb,
        .logging, .serviceLifecycle,
      ],
      path: "Benchmarks",
      exclude: ["budgets.txt", "Reach/reach.py", "Reach/tokens.lua", "Scale/floor.py"],
      swiftSettings: strict),

    // MARK: Tests — mirror the sources

    .testTarget(
      name: "ComposableTests",
      dependencies: [
        "Composable", "ComposableTestSupport", "ComposableTesting", .issueReportingTestSupport,
      ],
      swiftSettings: strict),
    .testTarget(
      name: "ComposableMacroExpansionsTests",
      dependencies: [
        "ComposableMacroExpansions", .swiftDiagnostics, .swiftParser, .swiftSyntax,
        .swiftSyntaxBuilder, .swiftSyntaxMacroExpansion, .swiftSyntaxMacros,
      ],
      swiftSettings: strict),
    .testTarget(
      name: "ComposableDefaultIsolationTests",
      dependencies: ["Composable"],
      swiftSettings: strict + [.defaultIsolation(MainActor.self)]),
    .testTarget(
      name: "ComposableEffectIdentifierTests",
      dependencies: [
        "Composable", "ComposableEffectIdentifier", "ComposableTestSupport", "ComposableTesting",
        .issueReportingTestSupport,
      ],
      swiftSettings: strict),
    /// Random programs on the engine and on a reference model of the contract.
    .testTarget(
      name: "ComposableDifferentialTests",
      dependencies: [
        "Composable", "ComposableEffectIdentifier", "ComposableTestSupport", "ComposableTesting",
      ],
      swiftSettings: strict),
    .testTarget(
      name: "ComposableTestingTests",
      dependencies: ["Composable", "ComposableTesting", .issueReportingTestSupport],
      swiftSettings: strict),
    .testTarget(
      name: "ComposableHTMLTests",
      dependencies: ["Composable", "ComposableHTML", "ComposableHTMLTesting"],
      swiftSettings: strict),
    .testTarget(
      name: "ManyTimersTests",
      dependencies: [
        "ManyTimersFeatures", "ManyTimersTerminal", "ManyTimersWeb", "Composable", "ComposableHTML",
        "ComposableHTMLTesting", "ComposableTesting", .hummingbird, .hummingbirdTesting, .httpTypes,
        .nioCore,
        .issueReportingTestSupport,
      ],
      path: "Examples/ManyTimers/Tests", swiftSettings: strict),
    .testTarget(
      name: "LifeSignalModelTests", dependencies: ["LifeSignalModel"], swiftSettings: strict),
    .testTarget(
      name: "LifeSignalEngineTests",
      dependencies: [
        "LifeSignalModel", "LifeSignalEngine", "LifeSignalTestSupport", .serviceLifecycle, .logging,
      ],
      swiftSettings: failPoints),
    .testTarget(
      name: "LifeSignalStorageTests",
      dependencies: [
        "LifeSignalModel", "LifeSignalEngine", "LifeSignalStorage", "LifeSignalTestSupport",
        "LifeSignalTestTraits", .grdb, .grdbSQLite,
      ],
      swiftSettings: strict),
    .testTarget(
      name: "LifeSignalDeliveryTests",
      dependencies: [
        "LifeSignalModel", "LifeSignalEngine", "LifeSignalDelivery", "LifeSignalTestSupport",
        .crypto, .logging, .nioCore, .nioPosix, .nioHTTP1,
      ],
      swiftSettings: strict),
    /// The whole server on a virtual clock, with faults drawn from a seed.
    .testTarget(
      name: "SimulationTests",
      dependencies: [
        "LifeSignalModel", "LifeSignalEngine", "LifeSignalStorage", "LifeSignalTestSupport",
        "LifeSignalTestTraits", .grdb, .logging,
      ],
      swiftSettings: failPoints),
    .testTarget(
      name: "LifeSignalFeaturesTests",
      dependencies: [
        "LifeSignalFeatures", "LifeSignalModel", "Composable", "ComposableTesting",
        .issueReportingTestSupport,
      ],
      swiftSettings: strict),
    .testTarget(
      name: "LifeSignalAPITests",
      dependencies: [
        "LifeSignalAPI", "LifeSignalFeatures", "LifeSignalModel", "LifeSignalEngine",
        "LifeSignalTestSupport", "LifeSignalWeb", "Composable", "ComposableTesting",
        .asyncHTTPClient, .hummingbird, .hummingbirdTesting, .httpTypes, .nioCore,
      ],
      swiftSettings: strict),
    .testTarget(
      name: "LifeSignalPagesTests",
      dependencies: [
        "LifeSignalPages", "LifeSignalWords", "LifeSignalModel", "LifeSignalFeatures", "Composable",
        "ComposableHTML",
      ],
      swiftSettings: strict),
    .testTarget(
      name: "LifeSignalWebTests",
      dependencies: [
        "LifeSignalWeb", "LifeSignalPages", "LifeSignalWords", "LifeSignalModel",
        "LifeSignalEngine", "LifeSignalStorage", "LifeSignalFeatures", "LifeSignalAPI",
        "LifeSignalTestSupport", "Composable", "ComposableHTML", "ComposableHTMLTesting",
        .hummingbird, .hummingbirdTesting, .httpTypes, .nioCore, .crypto, .logging,
      ],
      swiftSettings: strict),
    .testTarget(
      name: "LifeSignalServerTests",
      dependencies: [
        "LifeSignalServer", "LifeSignalDelivery", "LifeSignalEngine", "LifeSignalModel",
        "LifeSignalStorage", "LifeSignalTestSupport", "LifeSignalTestTraits", "LifeSignalWeb",
        .crypto, .grdb, .hummingbird, .hummingbirdCore, .hummingbirdHTTP2, .httpTypes, .logging,
        .nioCore, .nioEmbedded, .nioHTTPTypes, .nioSSL, .serviceLifecycle,
      ],
      swiftSettings: strict),
    /// The process that the crash test kills: engine, ledger and loops without the web.
    .executableTarget(
      name: "crashworker",
      dependencies: [
        "LifeSignalModel", "LifeSignalEngine", "LifeSignalStorage", .grdb, .logging,
        .serviceLifecycle, .unixSignals,
      ],
      path: "Tests/CrashTests/Worker", swiftSettings: failPoints),
    .testTarget(
      name: "EndToEndTests",
      dependencies: [
        "lifesignal", "LifeSignalTestSupport", "LifeSignalTestTraits", .crypto, .nioCore, .nioPosix,
        .nioHTTP1,
      ],
      swiftSettings: strict),
  ],
  swiftLanguageModes: [.v6],
  cxxLanguageStandard: .cxx17
)
