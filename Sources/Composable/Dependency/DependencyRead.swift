import Synchronization

/// The `@Dependency` being read, so that an issue can point at it. Known in debug builds only.
struct DependencyRead: Sendable {
  @TaskLocal static var current: DependencyRead?

  let site: CallSite
}

/// A default value while it is made: the reader that needs it, and whether there is one at all.
final class DefaultInTheMaking: Sendable {
  @TaskLocal static var current: DefaultInTheMaking?

  let read = DependencyRead.current
  private let isMissingFlag = Atomic(false)

  /// Whether the result only stands in for a missing value.
  var isMissing: Bool { isMissingFlag.load(ordering: .relaxed) }

  func make<Value>(_ value: () -> Value) -> Value {
    Self.$current.withValue(self) {
      DependencyRead.$current.withValue(nil, operation: value)
    }
  }

  /// Reports that there is no value and that another one stands in for it.
  static func reportMissing(_ message: String) {
    current?.isMissingFlag.store(true, ordering: .relaxed)
    reportIssue(.unimplemented, message, at: current?.read?.site ?? CallSite())
  }
}
