import LifeSignalEngine
import LifeSignalFeatures
import LifeSignalModel

extension SessionClients: Performer {
  @discardableResult
  func perform<C: Endpoint>(_ command: C) async throws -> C.Answer {
    try await answering {
      try await proving { try await engine.perform(command, by: C.Asker(caller)) }
    }
  }

  func answers<Q: FollowedQuery, Value: Sendable>(
    to query: Q, _ value: @escaping @Sendable (Q.Answer) -> Value
  ) -> AsyncStream<Value> {
    following(Q.topics) { [engine] person, changes in
      if changes.contains(.sessions) { try await endIfRevoked() }
      return value(try await engine.answer(query, to: Member(person)))
    }
  }

  func answer<Q: Query>(_ query: Q) async throws -> Q.Answer {
    try await answering { try await engine.answer(query, to: Member(caller)) }
  }
}
