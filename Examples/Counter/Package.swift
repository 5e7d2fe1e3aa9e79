// swift-tools-version: 6.2
import PackageDescription

// The library alone: nothing of the server is compiled here. `make alone` checks it.

let package = Package(
  name: "Counter",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(name: "LifeSignal", path: "../..")
  ],
  targets: [
    .executableTarget(
      name: "Counter",
      dependencies: [
        .product(name: "Composable", package: "LifeSignal"),
        .product(name: "ComposableEffectIdentifier", package: "LifeSignal"),
      ]
    ),
    .testTarget(
      name: "CounterTests",
      dependencies: [
        "Counter",
        .product(name: "Composable", package: "LifeSignal"),
        .product(name: "ComposableTesting", package: "LifeSignal"),
      ]
    ),
  ],
  swiftLanguageModes: [.v6]
)
