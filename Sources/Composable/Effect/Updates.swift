/// Values that their source sends when they change: usually the current one first, then every later one.
///
/// A source that knows when a value changes can call its followers. An effect that follows it needs no task
/// meanwhile, and a waiting task keeps kilobytes of memory: with thousands of idle stores that is most of what
/// they hold.
///
/// ```swift
/// struct LocationClient {
///   var updates: @Sendable () -> Updates<Location>
/// }
/// ```
/// ```swift
/// case .task:
///   return .follow(location.updates) { .moved(to: $0) }
///     .cancellable(id: updates, cancelInFlight: true)
/// ```
/// Elsewhere they can be iterated; then the newest value waits for a slower reader.
public struct Updates<Value: Sendable>: AsyncSequence, Sendable {
  public typealias Element = Value
  /// Ends the sending to one follower. Called once.
  public typealias End = @Sendable () -> Void

  let begin: @Sendable (_ send: @escaping @Sendable (Value) -> Void) -> End?

  /// - Parameter begin: called for each follower. It returns how to end the sending to this follower, or nil
  ///   if no value will come after it has returned. It may send from any thread, also before it returns; no
  ///   lock may be held meanwhile that ending or beginning takes, since the follower may do either. A follower that follows the source again for such a value does so
  ///   on the same stack.
  public init(
    _ begin: @escaping @Sendable (_ send: @escaping @Sendable (Value) -> Void) -> End?
  ) {
    self.begin = begin
  }

  /// No values.
  public static var finished: Self { Self { _ in nil } }

  public func makeAsyncIterator() -> AsyncStream<Value>.Iterator {
    let (stream, continuation) = AsyncStream.makeStream(
      of: Value.self, bufferingPolicy: .bufferingNewest(1))
    if let end = begin({ continuation.yield($0) }) {
      continuation.onTermination = { _ in end() }
    } else {
      continuation.finish()
    }
    return stream.makeAsyncIterator()
  }
}
