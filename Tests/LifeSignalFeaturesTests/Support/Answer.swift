import Synchronization

/// A client's answer that comes when the test says so; a cancelled question ends at once.
final class Answer<Value: Sendable>: Sendable {
  private struct Contents {
    var result: Result<Value, any Error>?
    var waiting: [Int: CheckedContinuation<Value, any Error>] = [:]
    var next = 0
    var cancelled: Set<Int> = []
    var cancellations = 0
  }
  private let contents = Mutex(Contents())

  /// How many questions were cancelled while they waited.
  var cancellations: Int { contents.withLock(\.cancellations) }

  func callAsFunction() async throws -> Value {
    let number = contents.withLock { contents in
      contents.next += 1
      return contents.next
    }
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let result = contents.withLock { contents -> Result<Value, any Error>? in
          if contents.cancelled.contains(number) { return .failure(CancellationError()) }
          if contents.result == nil { contents.waiting[number] = continuation }
          return contents.result
        }
        if let result { continuation.resume(with: result) }
      }
    } onCancel: {
      let continuation = contents.withLock { contents in
        contents.cancelled.insert(number)
        contents.cancellations += 1
        return contents.waiting.removeValue(forKey: number)
      }
      continuation?.resume(throwing: CancellationError())
    }
  }

  func give(_ value: Value) { end(.success(value)) }

  func fail(_ error: any Error) { end(.failure(error)) }

  private func end(_ result: Result<Value, any Error>) {
    let waiting = contents.withLock { contents in
      contents.result = result
      defer { contents.waiting = [:] }
      return Array(contents.waiting.values)
    }
    for continuation in waiting { continuation.resume(with: result) }
  }
}
