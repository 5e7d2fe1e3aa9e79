public import Composable

/// Where the causes of failures go. People see words for them; only an operator sees these.
///
/// A cause is told by the name of its type: an error's own text may quote a note, a number or a
/// token, and none of these may stand in a log.
public struct ErrorLog: Sendable {
  public var note: @Sendable (_ cause: String, _ shown: UserFacingError) -> Void

  public init(note: @escaping @Sendable (_ cause: String, _ shown: UserFacingError) -> Void) {
    self.note = note
  }

  func note(_ error: any Error, _ shown: UserFacingError) {
    // Where a type is private, its name has an address in it that says nothing to anybody.
    let name = String(reflecting: type(of: error))
      .replacing(/\(unknown context at \$[0-9a-f]+\)\./, with: "")
    note(name, shown)
  }
}

extension UserFacingError {
  /// The case without what fills it, which may be somebody's words.
  public var name: String {
    Mirror(reflecting: self).children.first?.label ?? "\(self)"
  }
}

extension ErrorLog: DependencyKey {
  /// Says nothing until somebody listens.
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
