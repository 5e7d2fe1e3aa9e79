public import Composable
public import LifeSignalModel

/// Sends commands and queries in the name of a store's person: in the server's own process, or over
/// HTTP.
public protocol Performer: Sendable {
  /// - Throws: ``Refusal``, and errors that ``UserFacingError`` has words for.
  @discardableResult
  func perform<C: Endpoint>(_ command: C) async throws -> C.Answer

  func answer<Q: Query>(_ query: Q) async throws -> Q.Answer

  /// The answer now and after every change; empty for a visitor.
  func answers<Q: FollowedQuery>(to query: Q) -> AsyncStream<Q.Answer>
}

/// Live values are made per session, by the module that knows the person.
public enum PerformerKey: TestDependencyKey {
  public static let testValue: any Performer = ScriptedPerformer()
}

extension DependencyValues {
  public var performer: any Performer {
    get { self[PerformerKey.self] }
    set { self[PerformerKey.self] = newValue }
  }
}

/// A performer for tests: one closure per command or query; all others are reported and fail.
public struct ScriptedPerformer: Performer {
  private var work: [ObjectIdentifier: @Sendable (any Sendable) async throws -> any Sendable] = [:]

  public init() {}

  public func on<C: Endpoint>(
    _ command: C.Type, _ work: @escaping @Sendable (C) async throws -> C.Answer
  ) -> Self { adding(command, work) }

  public func on<Q: Query>(
    _ query: Q.Type, _ work: @escaping @Sendable (Q) async throws -> Q.Answer
  ) -> Self { adding(query, work) }

  public func perform<C: Endpoint>(_ command: C) async throws -> C.Answer {
    try await run(command, C.name)
  }

  public func answer<Q: Query>(_ query: Q) async throws -> Q.Answer {
    try await run(query, Q.name)
  }

  /// One answer.
  public func answers<Q: FollowedQuery>(to query: Q) -> AsyncStream<Q.Answer> {
    AsyncStream { stream in
      Task {
        if let answer = try? await answer(query) { stream.yield(answer) }
        stream.finish()
      }
    }
  }

  private func adding<Request: Sendable, Answer: Sendable>(
    _ request: Request.Type, _ work: @escaping @Sendable (Request) async throws -> Answer
  ) -> Self {
    var copy = self
    copy.work[ObjectIdentifier(request)] = { request in
      guard let request = request as? Request else {
        throw UnimplementedEndpoint("\(Request.self)")
      }
      return try await work(request)
    }
    return copy
  }

  private func run<Request: Sendable, Answer: Sendable>(
    _ request: Request, _ name: String
  ) async throws -> Answer {
    guard let answer = try await work[ObjectIdentifier(Request.self)]?(request) as? Answer else {
      _reportUnimplemented("performer.\(name)")
      throw UnimplementedEndpoint(name)
    }
    return answer
  }
}
