import Synchronization

/// What has been made once for a type or an object, so that each connection finds the statements it has
/// prepared.
final class Made<Value: Sendable>: Sendable {
  private let values = Mutex<[ObjectIdentifier: Value]>([:])

  func value(for key: ObjectIdentifier, _ make: () -> Value) -> Value {
    values.withLock { values in
      if let value = values[key] { return value }
      let value = make()
      values[key] = value
      return value
    }
  }
}
