import Composable
import LifeSignalEngine
import LifeSignalFeatures
import LifeSignalModel

extension SessionClients: Performer {
  @discardableResult
  func perform<C: Endpoint>(_ command: C) async throws -> C.Answer {
    try await perform(command, key: nil)
  }

  /// - Parameter key: names the request over all its attempts.
  @discardableResult
  func perform<C: Endpoint>(_ command: C, key: String?) async throws -> C.Answer {
    var origin = session.origin
    origin.key = key
    origin.scopes = scopes
    let answer = try await answering {
      try await proving(ProofReason(C.self)) { [origin] in
        try await engine.perform(command, by: C.Asker(caller, from: origin))
      }
    }
    // This browser's session is gone by then: its page becomes a visitor's.
    if C.route.endsSession { session.become(.visitor) }
    return answer
  }

  func answers<Q: FollowedQuery, Value: Sendable>(
    to query: Q, _ value: @escaping @Sendable (Q.Answer) -> Value
  ) -> Updates<Value> {
    following(Q.topics) { [engine] person, changes in
      if changes.contains(.sessions) { try await endIfRevoked() }
      return value(try await engine.answer(query, to: Member(person)))
    }
  }

  func answer<Q: Query>(_ query: Q) async throws -> Q.Answer {
    try await answering { try await engine.answer(query, to: Member(caller)) }
  }
}
