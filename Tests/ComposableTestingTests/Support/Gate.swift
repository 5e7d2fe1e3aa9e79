import Composable
import Synchronization

/// Something that effects wait at until a test opens it, or until they are cancelled.
struct Gate: Sendable {
  private let stream: AsyncStream<Never>
  private let continuation: AsyncStream<Never>.Continuation

  init() { (stream, continuation) = AsyncStream.makeStream() }

  func wait() async { for await _ in stream {} }
  func open() { continuation.finish() }
}

/// Tells when the last that holds it has let go: the end of a task, without asking for it.
final class Lifetime: Sendable {
  private let gate: Gate
  init(endingAt gate: Gate) { self.gate = gate }
  deinit { gate.open() }
  func extend() {}
}

/// Notes in the order in which they were taken.
final class Journal: Sendable {
  private let contents = Locked<[String]>([])
  func note(_ entry: String) { contents.withLock { $0.append(entry) } }
  var entries: [String] { contents.withLock { $0 } }
}
