public import Foundation

/// A state as bytes, to be kept while its store is not alive and read again later, perhaps by
/// another process.
///
/// ```swift
/// let snapshot = try store.snapshot(version: 2)
/// try snapshot.data.write(to: file)
/// …
/// let state = try StateSnapshot(data: Data(contentsOf: file)).state(Cart.State.self, version: 2)
/// let store = Store(initialState: state) { Cart() }
/// ```
/// Effects are not part of a state: an action must start them again in the new store.
///
/// The bytes are a JSON object with the version and the state. Reading any bytes ends in a state or
/// in an error.
public struct StateSnapshot: Hashable, Sendable {
  /// The bytes to keep.
  public let data: Data
  /// The number that the state's form had when the snapshot was taken.
  public let version: Int

  /// Writes a state.
  ///
  /// - Parameters:
  ///   - state: the state to keep.
  ///   - version: raise it when the state changes so that older snapshots no longer fit.
  /// - Throws: ``StateSnapshotError/unwritable(state:at:)``.
  public init<State: Encodable>(of state: State, version: Int = 1) throws(StateSnapshotError) {
    let encoder = JSONEncoder()
    // The same state gives the same bytes.
    encoder.outputFormatting = .sortedKeys
    do {
      data = try encoder.encode(Envelope(stateVersion: version, state: state))
    } catch {
      throw .unwritable(state: "\(State.self)", at: Self.place(of: error))
    }
    self.version = version
  }

  /// Takes the bytes of a snapshot. The state in them is not looked at yet.
  ///
  /// - Throws: ``StateSnapshotError/notASnapshot``.
  public init(data: Data) throws(StateSnapshotError) {
    do {
      version = try JSONDecoder().decode(Heading.self, from: data).stateVersion
    } catch {
      throw .notASnapshot
    }
    self.data = data
  }

  /// Reads the state.
  ///
  /// To take over an older form, look at ``version`` first and read the older type.
  /// - Throws: ``StateSnapshotError/otherVersion(found:expected:)`` or
  ///   ``StateSnapshotError/unreadable(state:at:)``.
  public func state<State: Decodable>(
    _ type: State.Type = State.self, version expected: Int = 1
  ) throws(StateSnapshotError) -> State {
    guard version == expected else { throw .otherVersion(found: version, expected: expected) }
    do {
      return try JSONDecoder().decode(Envelope<State>.self, from: data).state
    } catch {
      throw .unreadable(state: "\(State.self)", at: Self.place(of: error))
    }
  }

  /// The path to what failed, without the value there.
  private static func place(of error: any Error) -> String {
    let path: [any CodingKey] =
      switch error {
      case DecodingError.keyNotFound(let key, let context): context.codingPath + [key]
      case DecodingError.typeMismatch(_, let context): context.codingPath
      case DecodingError.valueNotFound(_, let context): context.codingPath
      case DecodingError.dataCorrupted(let context): context.codingPath
      case EncodingError.invalidValue(_, let context): context.codingPath
      default: []
      }
    return path.map { $0.intValue.map(String.init) ?? $0.stringValue }.joined(separator: ".")
  }
}

extension Store where State: Encodable {
  /// The state of now, as bytes to keep. Written outside the store's lock.
  ///
  /// - Parameter version: raise it when the state changes so that older snapshots no longer fit.
  /// - Throws: ``StateSnapshotError/unwritable(state:at:)``.
  public func snapshot(version: Int = 1) throws(StateSnapshotError) -> StateSnapshot {
    try StateSnapshot(of: state, version: version)
  }
}

private struct Heading: Decodable {
  var stateVersion: Int
}

private struct Envelope<State> {
  var stateVersion: Int
  var state: State
}

extension Envelope: Encodable where State: Encodable {}
extension Envelope: Decodable where State: Decodable {}
