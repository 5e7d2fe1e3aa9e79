public import Composable
public import LifeSignalModel

/// The log for the causes of failures. People see words for them; only an operator sees the causes.
///
/// A cause is logged by the name of its type: an error's own text may quote a note, a number or a
/// token, and none of these may appear in a log. Damage in the database also names the table and the column.
public struct ErrorLog: Sendable {
  public var note: @Sendable (_ cause: String, _ shown: UserFacingError) -> Void

  public init(note: @escaping @Sendable (_ cause: String, _ shown: UserFacingError) -> Void) {
    self.note = note
  }

  func note(_ error: any Error, _ shown: UserFacingError) {
    note(Self.cause(error), shown)
  }

  /// What a log may contain of an error.
  public static func cause(_ error: any Error) -> String {
    // The name of a private type contains an address that is useless to readers.
    let name = String(reflecting: type(of: error))
      .replacing(/\(unknown context at \$[0-9a-f]+\)\./, with: "")
    guard let reason = (error as? any LoggableError)?.reason else { return name }
    return "\(name): \(reason)"
  }
}

/// An error whose reason quotes nothing that is stored.
public protocol LoggableError: Error {
  var reason: String { get }
}

extension LedgerError: LoggableError {
  public var reason: String {
    switch self {
    case .conflict(let reason), .unavailable(let reason), .unknown(let reason),
      .corrupt(let reason):
      reason
    }
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
