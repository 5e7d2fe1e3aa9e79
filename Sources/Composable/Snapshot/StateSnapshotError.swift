/// Why a ``StateSnapshot`` could not be taken or read.
///
/// Contains where in the state it failed, as a path of property names and dictionary keys, never
/// the value there: states are personal. Leave the path out of logs where the keys of a dictionary
/// are personal.
public enum StateSnapshotError: Error, Equatable, Sendable {
  /// The state has something that cannot be written, such as a number that is not finite.
  case unwritable(state: String, at: String)
  /// The bytes are not a snapshot at all.
  case notASnapshot
  /// The snapshot is of another version of the state: see ``StateSnapshot/state(_:version:)``.
  case otherVersion(found: Int, expected: Int)
  /// The snapshot contains a value from which this state cannot be made.
  case unreadable(state: String, at: String)
}

extension StateSnapshotError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .unwritable(let state, let place):
      "A snapshot of \(state) could not be written at \"\(place)\"."
    case .notASnapshot:
      "The bytes are not a snapshot of a state."
    case .otherVersion(let found, let expected):
      "The snapshot has version \(found) of the state, not \(expected)."
    case .unreadable(let state, let place):
      "A snapshot could not be read as \(state) at \"\(place)\"."
    }
  }
}
