import Composable
import CustomDump

/// The values shared in a store's memory at one moment, and the next stack element's id.
struct SharedSnapshot: Sendable {
  private var values: [ObjectIdentifier: Value] = [:]
  private var nextStackElementID: Int
  private let memory: SharedMemory

  private struct Value: Sendable {
    let key: String
    var value: any Sendable
  }

  init(of memory: SharedMemory, _ stackElementIDs: StackElementIDGenerator) {
    self.memory = memory
    nextStackElementID = stackElementIDs.peek().generation
    for reference in memory.references {
      values[ObjectIdentifier(reference)] = Value(key: reference.key, value: reference.anyValue)
    }
  }

  /// This snapshot as `body` changes it: shared values it writes are not the store's, and elements
  /// it appends to a stack get the ids that the feature gave.
  func asserting(_ body: () throws -> Void) rethrows -> SharedSnapshot {
    let overlay = SharedOverlay(values.mapValues(\.value), memory: memory)
    try withDependencies {
      $0.stackElementID = StackElementIDGenerator(startingAt: nextStackElementID)
    } operation: {
      try SharedOverlay.$current.withValue(overlay) { try body() }
    }
    var copy = self
    for (id, value) in overlay.values { copy.values[id]?.value = value }
    return copy
  }

  /// The same snapshot, in which a stack's next element gets the id that it got after `earlier`.
  func numbering(as earlier: SharedSnapshot) -> SharedSnapshot {
    var copy = self
    copy.nextStackElementID = earlier.nextStackElementID
    return copy
  }

  /// How `actual` differs, for values that can be compared and are known to both.
  func difference(from actual: SharedSnapshot) -> String? {
    var differences: [(key: String, text: String)] = []
    for (id, expected) in values {
      guard let found = actual.values[id], let value = expected.value as? any Equatable,
        let text = Self.difference(value, found.value)
      else { continue }
      differences.append((expected.key, "\"\(expected.key)\":\n\(text)"))
    }
    guard !differences.isEmpty else { return nil }
    return differences.sorted { $0.key < $1.key }.map(\.text).joined(separator: "\n\n")
  }

  private static func difference<Value: Equatable>(
    _ expected: Value, _ actual: any Sendable
  ) -> String? {
    guard let actual = actual as? Value else { return describe(actual) }
    guard expected != actual else { return nil }
    return diff(expected, actual, format: .proportional) ?? describe(actual)
  }
}
