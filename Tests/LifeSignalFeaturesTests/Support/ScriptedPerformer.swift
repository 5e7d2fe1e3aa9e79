import Composable
import LifeSignalFeatures
import LifeSignalModel
import Testing

/// One closure per command or query; a test that meets any other fails.
struct ScriptedPerformer: Performer {
  struct Unscripted: Error {}

  private var work: [ObjectIdentifier: @Sendable (any Sendable) async throws -> any Sendable] = [:]

  func on<C: Endpoint>(
    _ command: C.Type, _ work: @escaping @Sendable (C) async throws -> C.Answer
  ) -> Self { adding(command, work) }

  func on<Q: Query>(
    _ query: Q.Type, _ work: @escaping @Sendable (Q) async throws -> Q.Answer
  ) -> Self { adding(query, work) }

  func perform<C: Endpoint>(_ command: C) async throws -> C.Answer { try await run(command) }

  func answer<Q: Query>(_ query: Q) async throws -> Q.Answer { try await run(query) }

  func answers<Q: FollowedQuery, Value: Sendable>(
    to query: Q, _ value: @escaping @Sendable (Q.Answer) -> Value
  ) -> Updates<Value> {
    Issue.record("\(query) is followed")
    return .finished
  }

  private func adding<Request: Sendable, Answer: Sendable>(
    _ request: Request.Type, _ work: @escaping @Sendable (Request) async throws -> Answer
  ) -> Self {
    var copy = self
    copy.work[ObjectIdentifier(request)] = { request in
      try await work(#require(request as? Request))
    }
    return copy
  }

  private func run<Request: Sendable, Answer: Sendable>(_ request: Request) async throws -> Answer {
    guard let work = work[ObjectIdentifier(Request.self)] else {
      Issue.record("\(request) is not scripted")
      throw Unscripted()
    }
    return try await #require(work(request) as? Answer)
  }
}
