// swift-tools-version: 6.2
import PackageDescription

// The library floor and its store tests alone, for `make sanitize` and `make differential`: the
// same sources as in the manifest above, without the server's packages and without swift-syntax.
// The macros' executable comes from the ordinary build; `scripts/library-tests` names it.

let strict: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .treatAllWarnings(as: .error),
]

let testing: [Target.Dependency] = [
  "Composable", "ComposableTestSupport", "ComposableTesting",
  .product(name: "IssueReporting", package: "xctest-dynamic-overlay"),
  .product(name: "IssueReportingTestSupport", package: "xctest-dynamic-overlay"),
]

let package = Package(
  name: "LibraryFloor",
  platforms: [.macOS(.v15), .iOS(.v18)],
  dependencies: [
    .package(url: "https://github.com/apple/swift-collections", from: "1.6.0"),
    .package(url: "https://github.com/pointfreeco/xctest-dynamic-overlay", from: "1.13.1"),
    .package(url: "https://github.com/pointfreeco/swift-custom-dump", from: "1.7.3"),
  ],
  targets: [
    .target(
      name: "Composable",
      dependencies: [
        .product(name: "OrderedCollections", package: "swift-collections"),
        .product(name: "DequeModule", package: "swift-collections"),
      ],
      swiftSettings: strict
    ),
    .target(
      name: "ComposableEffectIdentifier", dependencies: ["Composable"], swiftSettings: strict),
    .target(
      name: "ComposableTesting",
      dependencies: [
        "Composable",
        .product(name: "IssueReporting", package: "xctest-dynamic-overlay"),
        .product(name: "IssueReportingTestSupport", package: "xctest-dynamic-overlay"),
        .product(name: "CustomDump", package: "swift-custom-dump"),
      ],
      swiftSettings: strict
    ),
    .target(
      name: "ComposableTestSupport", dependencies: ["Composable"],
      path: "Tests/ComposableTestSupport", swiftSettings: strict),
    .testTarget(name: "ComposableTests", dependencies: testing, swiftSettings: strict),
    .testTarget(
      name: "ComposableEffectIdentifierTests",
      dependencies: ["ComposableEffectIdentifier"] + testing, swiftSettings: strict),
    .testTarget(
      name: "ComposableDifferentialTests",
      dependencies: ["ComposableEffectIdentifier"] + testing, swiftSettings: strict),
    .testTarget(name: "ComposableTestingTests", dependencies: testing, swiftSettings: strict),
  ],
  swiftLanguageModes: [.v6]
)
