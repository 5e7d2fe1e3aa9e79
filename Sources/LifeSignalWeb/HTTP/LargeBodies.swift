import Dispatch

/// Decodes large bodies one after another, on a thread of their own: megabytes of JSON keep a thread for
/// a tenth of a second, and pages, streams and check-ins share few.
final class LargeBodies: Sendable {
  /// Bytes from which on a body is decoded here.
  static let threshold = 65_536

  private let queue = DispatchQueue(label: "lifesignal.large-bodies", qos: .utility)

  /// Runs the decoding of a body of this many bytes: a small one directly, on the caller's thread.
  func decode<Value: Sendable>(
    _ size: Int, _ work: @escaping @Sendable () throws -> Value
  ) async throws -> Value {
    guard size >= Self.threshold else { return try work() }
    return try await withCheckedThrowingContinuation { continuation in
      queue.async { continuation.resume(with: Result(catching: work)) }
    }
  }
}
