/// The store's functions for an effect's task.
package protocol EffectContext: AnyObject, Sendable {
  /// Cancels effects with this id at this effect's path or below.
  func cancel(_ key: EffectKey)
  /// Runs a part of the effect under an id at this effect's path.
  func nested<Result: Sendable>(
    under key: EffectKey, cancelInFlight: Bool,
    _ operation: @escaping @Sendable () async throws -> Result
  ) async throws -> Result
  /// Sends the action that dismisses the child this effect comes from.
  func dismiss(at site: CallSite)
}

/// The effect whose task runs here; nil in a reducer, also in one that an effect's action reached.
private func runningEffect() -> (any EffectContext)? {
  Reduction.current == nil ? Ambient.current?.effect : nil
}

extension Task where Success == Never, Failure == Never {
  /// From inside an effect: cancels effects with this id at the effect's own path or below.
  public static func cancel(
    id: some Hashable & Sendable,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) {
    guard let effect = runningEffect() else {
      reportIssue(
        .cancelOutsideStore, "Task.cancel(id:) was called outside any store's effect.",
        at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
      return
    }
    effect.cancel(EffectKey(id))
  }
}

/// From inside an effect: runs `operation` so that it can be cancelled by `id` on its own.
///
/// Outside any store's effect an issue is reported and the operation runs without an id.
public func withTaskCancellation<Result: Sendable>(
  id: some Hashable & Sendable,
  cancelInFlight: Bool = false,
  fileID: StaticString = #fileID,
  filePath: StaticString = #filePath,
  line: UInt = #line,
  column: UInt = #column,
  operation: @escaping @Sendable () async throws -> Result
) async throws -> Result {
  guard let effect = runningEffect() else {
    reportIssue(
      .cancelOutsideStore, "withTaskCancellation(id:) was called outside any store's effect.",
      at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
    return try await operation()
  }
  return try await effect.nested(
    under: EffectKey(id), cancelInFlight: cancelInFlight, operation)
}
