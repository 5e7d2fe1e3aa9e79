public import Composable

/// The log for the causes of failures. People see words for them; only an operator sees the causes.
///
/// A cause is logged by the name of its type: an error's own text may quote a note, a number or a
/// token, and none of these may appear in a log.
public struct ErrorLog: Sendable {
  public var note: @Sendable (_ cause: String, _ shown: UserFacingError) -> Void

  public init(note: @escaping @Sendable (_ cause: String, _ shown: UserFacingError) -> Void) {
    self.note = note
  }

  func note(_ error: any Error, _ shown: UserFacingError) {
    // The name of a private type contains an address that is useless to readers.
    let name = String(reflecting: type(of: error))
      .replacing(/\(unknown context at \$[0-9a-f]+\)\./, with: "")
    note(name, shown)
  }
}

extension UserFacingError {
  /// The case without its associated values, which may be a person's words.
  public var name: String {
    Mirror(reflecting: self).children.first?.label ?? "\(self)"
  }
}

extension ErrorLog: DependencyKey {
  /// Discards everything.
  public static let silent = ErrorLog { _, _ in }
  public static let liveValue = silent
  public static let testValue = silent
}

extension DependencyValues {
  public var errorLog: ErrorLog {
    get { self[ErrorLog.self] }
    set { self[ErrorLog.self] = newValue }
  }
}
