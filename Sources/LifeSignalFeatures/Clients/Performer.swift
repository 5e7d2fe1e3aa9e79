public import Composable
public import LifeSignalModel

/// Sends commands and queries in the name of a store's person: in the server's own process, or over
/// HTTP.
public protocol Performer: Sendable {
  /// - Throws: ``Refusal``, and errors that ``UserFacingError`` has words for.
  @discardableResult
  func perform<C: Endpoint>(_ command: C) async throws -> C.Answer

  func answer<Q: Query>(_ query: Q) async throws -> Q.Answer

  /// What a page needs of the answer, now and after every change; empty for a visitor.
  func answers<Q: FollowedQuery, Value: Sendable>(
    to query: Q, _ value: @escaping @Sendable (Q.Answer) -> Value
  ) -> Updates<Value>
}

extension Performer {
  /// The answer now and after every change; empty for a visitor.
  public func answers<Q: FollowedQuery>(to query: Q) -> Updates<Q.Answer> {
    answers(to: query) { $0 }
  }
}

/// Live values are made per session, by the module that knows the person.
public enum PerformerKey: TestDependencyKey {
  public static let testValue: any Performer = UnimplementedPerformer()
}

extension DependencyValues {
  public var performer: any Performer {
    get { self[PerformerKey.self] }
    set { self[PerformerKey.self] = newValue }
  }
}

/// Reports each call as a mistake: without a session there is no performer.
private struct UnimplementedPerformer: Performer {
  func perform<C: Endpoint>(_ command: C) async throws -> C.Answer { throw report(C.name) }
  func answer<Q: Query>(_ query: Q) async throws -> Q.Answer { throw report(Q.name) }
  func answers<Q: FollowedQuery, Value: Sendable>(
    to query: Q, _ value: @escaping @Sendable (Q.Answer) -> Value
  ) -> Updates<Value> {
    _ = report(Q.name)
    return .finished
  }

  private func report(_ name: String) -> UnimplementedEndpoint {
    _reportUnimplemented("performer.\(name)")
    return UnimplementedEndpoint(name)
  }
}
