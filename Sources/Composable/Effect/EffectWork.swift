/// The work of a `run`, once the destination of its actions is known.
///
/// Lifting composes how actions are embedded and never wraps the operation in another asynchronous
/// function: an effect that waits holds the memory of every frame above it, and a deeply nested
/// feature's effect must hold no more than a root's.
package enum EffectWork<Action: Sendable>: Sendable {
  case operation(EffectOperation<Action>)
  case lifted(@Sendable (@escaping @Sendable (Action) -> Void) -> @Sendable () async -> Void)
  /// Needs no task.
  case updates(Updates<Action>)

  /// The same work, its actions embedded in a parent's.
  func lifted<Parent: Sendable>(
    through embed: @escaping @Sendable (Action) -> Parent
  ) -> EffectWork<Parent> {
    if case .updates(let updates) = self {
      return .updates(Updates { deliver in updates.begin { deliver(embed($0)) } })
    }
    return .lifted { deliver in bound { deliver(embed($0)) } }
  }

  func bound(
    to deliver: @escaping @Sendable (Action) -> Void
  ) -> @Sendable () async -> Void {
    switch self {
    case .operation(let operation): { await operation.perform(Send(send: deliver)) }
    case .lifted(let bind): bind(deliver)
    case .updates(let updates): { for await action in updates { deliver(action) } }
    }
  }
}

/// An operation that sends actions, and what becomes of the errors it throws.
package class EffectOperation<Action: Sendable>: @unchecked Sendable {
  package typealias Handler = @Sendable (_ error: any Error, _ send: Send<Action>) async -> Void

  private let handler: Handler?
  private let site: CallSite

  init(catch handler: Handler?, site: CallSite) {
    self.handler = handler
    self.site = site
  }

  /// Overridden.
  func perform(_ send: Send<Action>) async {}

  /// After a cancellation every error is silent.
  final func handle(_ error: any Error, _ send: Send<Action>) async {
    if error is CancellationError || Task.isCancelled { return }
    guard let handler else {
      reportIssue(.thrownError, "An effect threw an error without a handler: \(error)", at: site)
      return
    }
    await handler(error, send)
  }
}

/// An operation as it was written.
final class ClosureOperation<Action: Sendable>: EffectOperation<Action>, @unchecked Sendable {
  typealias Body = @Sendable (_ send: Send<Action>) async throws -> Void

  private let body: Body

  init(_ body: @escaping Body, catch handler: Handler?, site: CallSite) {
    self.body = body
    super.init(catch: handler, site: site)
  }

  override func perform(_ send: Send<Action>) async {
    do {
      try await body(send)
    } catch {
      await handle(error, send)
    }
  }
}
