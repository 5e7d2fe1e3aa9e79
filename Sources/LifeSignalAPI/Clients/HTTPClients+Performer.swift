public import Composable
public import LifeSignalFeatures
public import LifeSignalModel

extension HTTPClients: Performer {
  @discardableResult
  public func perform<C: Endpoint>(_ command: C) async throws -> C.Answer {
    let route = APIRoute(C.self)
    // An alert that has ended in the meantime must not be raised again by its own echo.
    let key = route.description.isVital ? connection.makeKey() : nil
    let token = connection.session.credential?.token
    let answer = try await connection.call(
      route, command, key: key, proving: ProofReason(C.self))
    // Its token is worth nothing by then.
    if C.route.endsSession, let token { connection.session.end(token) }
    return answer
  }

  public func answers<Q: FollowedQuery, Value: Sendable>(
    to query: Q, _ value: @escaping @Sendable (Q.Answer) -> Value
  ) -> Updates<Value> {
    following(Q.topics) { value(try await answer(query)) }
  }

  public func answer<Q: Query>(_ query: Q) async throws -> Q.Answer {
    try await connection.call(APIRoute(Q.self), query)
  }
}
