import Composable
import CustomDump

/// The values shared in a store's memory at one moment, and the next stack element's id.
struct SharedSnapshot: Sendable {
  private var values: [ObjectIdentifier: Value] = [:]
  private let nextStackElementID: Int

  private struct Value: Sendable {
    let key: String
    var value: any Sendable
  }

  init(of memory: SharedMemory, _ stackElementIDs: StackElementIDGenerator) {
    nextStackElementID = stackElementIDs.peek().generation
    for reference in memory.references {
      values[ObjectIdentifier(reference)] = Value(key: reference.key, value: reference.anyValue)
    }
  }

  /// This snapshot as `body` changes it: shared values it writes are not the store's, and what it
  /// appends to a stack gets the id that the feature gave.
  func asserting(_ body: () throws -> Void) rethrows -> SharedSnapshot {
    let overlay = SharedOverlay(values.mapValues(\.value))
    try withDependencies {
      $0.stackElementID = StackElementIDGenerator(startingAt: nextStackElementID)
    } operation: {
      try SharedOverlay.$current.withValue(overlay) { try body() }
    }
    var copy = self
    for (id, value) in overlay.values { copy.values[id]?.value = value }
    return copy
  }

  /// How `actual` differs, for values that can be compared and are known to both.
  func difference(from actual: SharedSnapshot) -> String? {
    for (id, expected) in values {
      guard let found = actual.values[id], let expectedValue = expected.value as? any Equatable
      else { continue }
      if !isEqual(expectedValue, found.value) {
        return "\(expected.key): expected \(describe(expected.value)), "
          + "but it is \(describe(found.value))"
      }
    }
    return nil
  }
}

private func isEqual<Value: Equatable>(_ lhs: Value, _ rhs: any Sendable) -> Bool {
  lhs == rhs as? Value
}
