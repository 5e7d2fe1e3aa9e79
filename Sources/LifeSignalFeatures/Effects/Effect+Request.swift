import Composable

extension Effect where Action: Sendable {
  /// One question to a client, answered by `response`.
  ///
  /// Errors are put into words here, once. When the work was called off, `cancelled` is sent
  /// instead, so that flags are reset and nothing is shown.
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
        if let error = UserFacingError.fromIgnoringCancellation(error) {
          await send(response(.failure(error)))
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
      for await value in stream() {
        await send(action(value))
      }
    }
  }
}
