public import LifeSignalFeatures
public import LifeSignalModel

extension HTTPClients: Performer {
  @discardableResult
  public func perform<C: Endpoint>(_ command: C) async throws -> C.Answer {
    try await connection.call(APIRoute(C.self), command)
  }

  public func answers<Q: FollowedQuery, Value: Sendable>(
    to query: Q, _ value: @escaping @Sendable (Q.Answer) -> Value
  ) -> AsyncStream<Value> {
    following(Q.topics) { value(try await answer(query)) }
  }

  public func answer<Q: Query>(_ query: Q) async throws -> Q.Answer {
    try await connection.call(APIRoute(Q.self), query)
  }
}
