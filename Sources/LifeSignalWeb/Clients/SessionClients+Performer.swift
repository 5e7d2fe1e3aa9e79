import LifeSignalEngine
import LifeSignalFeatures
import LifeSignalModel

extension SessionClients: Performer {
  func perform<C: Endpoint>(_ command: C) async throws -> C.Answer {
    try await answering {
      try await proving { try await engine.perform(command, by: C.Asker(caller)) }
    }
  }

  func answer<Q: Query>(_ query: Q) async throws -> Q.Answer {
    try await answering { try await engine.answer(query, to: Member(caller)) }
  }
}
