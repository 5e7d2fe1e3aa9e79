/// Removes the presented child whose effect calls it, and cancels the child's effects.
///
/// ```swift
/// @Dependency(\.dismiss) var dismiss
/// return .run { _ in await dismiss() }
/// ```
/// In a store's root feature it marks the store as dismissed. Outside effects an issue is reported.
public struct DismissEffect: Sendable {
  private let replacement: (@Sendable () async -> Void)?

  /// Dismisses the feature whose effect calls it.
  public init() { replacement = nil }

  /// Runs `dismiss` instead, wherever it is called: for tests and previews of a single feature.
  public init(_ dismiss: @escaping @Sendable () async -> Void) { replacement = dismiss }

  nonisolated(nonsending) public func callAsFunction(
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) async {
    if let replacement { return await replacement() }
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    guard let effect = Ambient.current?.effect else {
      reportIssue(
        .dismissOutsideEffect, "dismiss() was called outside any store's effect.", at: site)
      return
    }
    guard !Task.isCancelled else { return }
    effect.dismiss(at: site)
  }
}

private enum DismissKey: DependencyKey {
  static let liveValue = DismissEffect()
  static let testValue = DismissEffect()
}

extension DependencyValues {
  public var dismiss: DismissEffect {
    get { self[DismissKey.self] }
    set { self[DismissKey.self] = newValue }
  }
}
