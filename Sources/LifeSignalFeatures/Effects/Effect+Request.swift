import Composable

extension Effect where Action: Sendable {
  /// One request to a client, answered by `response`.
  ///
  /// Errors are turned into words here, once, and their causes are logged. When the work was
  /// cancelled, `cancelled` is sent instead, so that flags are reset and nothing is shown.
  static func request<Value: Sendable>(
    _ response: @escaping @Sendable (Result<Value, UserFacingError>) -> Action,
    cancelled: Action,
    _ work: @escaping @Sendable () async throws -> Value
  ) -> Self {
    .run { send in
      do {
        let value = try await work()
        await send(response(.success(value)))
      } catch {
        if let shown = UserFacingError.fromIgnoringCancellation(error) {
          @Dependency(\.errorLog) var errorLog
          errorLog.note(error, shown)
          await send(response(.failure(shown)))
        } else {
          await send(cancelled)
        }
      }
    }
  }

  /// Every value of a stream as an action, until the stream or the effect ends.
  static func following<Value: Sendable>(
    _ stream: @escaping @Sendable () -> AsyncStream<Value>,
    _ action: @escaping @Sendable (Value) -> Action
  ) -> Self {
    .run { send in
      var values = stream().makeAsyncIterator()
      while let value = await values.next() { forward(value, action, send) }
    }
  }

  /// A function of its own, and not inlined, because an action is large: on the asynchronous frame
  /// the streams of every idle page would hold it while they wait.
  @inline(never)
  private static func forward<Value: Sendable>(
    _ value: Value, _ action: @Sendable (Value) -> Action, _ send: Send<Action>
  ) {
    send.now(action(value))
  }
}
