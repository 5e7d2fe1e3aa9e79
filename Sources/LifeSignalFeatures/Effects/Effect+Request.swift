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
}
