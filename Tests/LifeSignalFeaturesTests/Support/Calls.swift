import Synchronization

/// What a stubbed client was asked, in order.
final class Calls<Value: Sendable>: Sendable {
  private let values = Mutex<[Value]>([])

  func note(_ value: Value) { values.withLock { $0.append(value) } }

  var all: [Value] { values.withLock { $0 } }
  var count: Int { all.count }
}

extension Calls<Int> {
  /// Counts a call and says which one it is, from 1.
  func next() -> Int {
    let number = count + 1
    note(number)
    return number
  }
}
