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

  func answers<Q: FollowedQuery>(to query: Q) -> AsyncStream<Q.Answer> {
    following(Q.topics) { [engine] person in try await engine.answer(query, to: Member(person)) }
  }

  func answer<Q: Query>(_ query: Q) async throws -> Q.Answer {
    try await answering { try await engine.answer(query, to: Member(caller)) }
  }
}
