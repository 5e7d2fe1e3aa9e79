extension DependencyValues {
  /// The dependencies in force here: of the reduction, of the effect, or the defaults.
  public static var current: DependencyValues {
    if let reduction = Reduction.current { return reduction.dependencies }
    return Ambient.current?.dependencies ?? DependencyValues()
  }
}

/// Runs `operation` with some dependencies replaced; the nearest override wins.
public func withDependencies<Result>(
  _ update: (inout DependencyValues) throws -> Void,
  operation: () throws -> Result
) rethrows -> Result {
  var values = DependencyValues.current
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

/// Runs `operation` with some dependencies replaced, on the caller's isolation.
nonisolated(nonsending) public func withDependencies<Result>(
  _ update: (inout DependencyValues) throws -> Void,
  operation: nonisolated(nonsending) () async throws -> Result
) async rethrows -> Result {
  var values = DependencyValues.current
  try update(&values)
  let ambient = OverriddenAmbient(dependencies: values)
  return try await Ambient.$current.withValue(ambient) {
    try await operation()
  }
}
