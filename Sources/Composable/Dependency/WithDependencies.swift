extension DependencyValues {
  /// The dependencies in force here: the reduction's, the effect's, or the defaults.
  public static var current: DependencyValues {
    if let reduction = Reduction.current { return reduction.dependencies }
    return Ambient.current?.dependencies ?? DependencyValues()
  }
}

/// Runs `operation` with some dependencies replaced; the nearest override wins.
///
/// Tasks started by `operation` inherit them, closures that merely escape do not: take
/// ``DependencyValues/current`` along and use `withDependencies(from:)` in there.
public func withDependencies<Result>(
  _ update: (inout DependencyValues) throws -> Void,
  operation: () throws -> Result
) rethrows -> Result {
  try withDependencies(from: .current, update, operation: operation)
}

/// Runs `operation` with some dependencies replaced, on the caller's isolation.
nonisolated(nonsending) public func withDependencies<Result>(
  _ update: (inout DependencyValues) throws -> Void,
  operation: nonisolated(nonsending) () async throws -> Result
) async rethrows -> Result {
  try await withDependencies(from: .current, update, operation: operation)
}

/// Runs `operation` under dependencies that were in force elsewhere, some of them replaced.
///
/// - Parameters:
///   - values: a ``DependencyValues/current`` that was kept, or those of a store, with
///     ``Store/dependencies``.
///   - update: replaces some of them.
///   - operation: runs under the result.
public func withDependencies<Result>(
  from values: DependencyValues,
  _ update: (inout DependencyValues) throws -> Void,
  operation: () throws -> Result
) rethrows -> Result {
  var values = values
  try update(&values)
  let ambient = OverriddenAmbient(dependencies: values)
  return try Ambient.$current.withValue(ambient) {
    guard let reduction = Reduction.current else { return try operation() }
    let previous = reduction.dependencies
    reduction.dependencies = values
    defer { reduction.dependencies = previous }
    return try operation()
  }
}

/// Runs `operation` under dependencies that were in force elsewhere, on the caller's isolation.
nonisolated(nonsending) public func withDependencies<Result>(
  from values: DependencyValues,
  _ update: (inout DependencyValues) throws -> Void,
  operation: nonisolated(nonsending) () async throws -> Result
) async rethrows -> Result {
  var values = values
  try update(&values)
  let ambient = OverriddenAmbient(dependencies: values)
  return try await Ambient.$current.withValue(ambient) {
    try await operation()
  }
}

/// Runs `operation` under dependencies that were in force elsewhere.
public func withDependencies<Result>(
  from values: DependencyValues, operation: () throws -> Result
) rethrows -> Result {
  try withDependencies(from: values, { _ in }, operation: operation)
}

/// Runs `operation` under dependencies that were in force elsewhere, on the caller's isolation.
nonisolated(nonsending) public func withDependencies<Result>(
  from values: DependencyValues,
  operation: nonisolated(nonsending) () async throws -> Result
) async rethrows -> Result {
  try await withDependencies(from: values, { _ in }, operation: operation)
}

extension Store {
  /// The store's own dependencies: the defaults and those given at its creation.
  public var dependencies: DependencyValues { backend.control.ownDependencies }
}

extension StoreEngine {
  package final var ownDependencies: DependencyValues { locked { reduction.base } }
}
