/// Values put away under a key, the oldest forgotten when there are too many.
struct Parking<Key: Hashable & Sendable, Value: Sendable>: Sendable {
  private var values: [Key: (number: UInt64, value: Value)] = [:]
  /// Keys in the order in which they were put away; some may have been taken out since.
  private var order: [(number: UInt64, key: Key)] = []
  private var first = 0
  private var nextNumber: UInt64 = 0

  var count: Int { values.count }
  var all: [Key: Value] { values.mapValues(\.value) }

  func value(for key: Key) -> Value? { values[key]?.value }

  mutating func insert(_ value: Value, for key: Key, limit: Int) {
    nextNumber += 1
    values[key] = (nextNumber, value)
    order.append((nextNumber, key))
    while values.count > max(0, limit), first < order.count {
      let (number, key) = order[first]
      first += 1
      if values[key]?.number == number { values[key] = nil }
    }
    compact()
  }

  mutating func remove(_ key: Key) -> Value? {
    values.removeValue(forKey: key)?.value
  }

  /// Drops stale entries of the order once they are more than half of it.
  private mutating func compact() {
    guard order.count > 2 * values.count + 64 else { return }
    order = order[first...].filter { values[$0.key]?.number == $0.number }
    first = 0
  }
}
