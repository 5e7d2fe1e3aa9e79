/// A value that describes the work that a reducer requests; the store runs it after the reduction.
///
/// Describing costs nothing until the store sees it; ``none`` costs nothing at all.
public struct Effect<Action: Sendable>: Sendable {
  package let content: Content

  package init(_ content: Content) { self.content = content }

  package indirect enum Content: Sendable {
    case none
    case send(Action)
    case run(Run)
    case cancel(EffectCancellation)
    case merge([Content])
    case concatenate(Sequence)
  }

  /// An asynchronous operation. Its path grows, innermost first, as it passes up the reducers.
  package struct Run: Sendable {
    var work: EffectWork<Action>
    var name: String?
    var priority: TaskPriority?
    var path: [PathKey] = []
    var slots: [EffectSlot] = []
    /// Dependencies in force where it was returned, if they are not the store's own.
    var dependencies: DependencyValues?
    /// The action that dismisses the innermost presented child this comes from.
    var dismiss: (@Sendable () -> Action)?
    var site = DebugSite()
  }

  package struct Sequence: Sendable {
    var parts: [Content]
    var path: [PathKey] = []
    var slots: [EffectSlot] = []
  }
  /// Nothing to do.
  public static var none: Self { Self(.none) }

  @usableFromInline package var isNone: Bool {
    if case .none = content { true } else { false }
  }
}

/// The wish to cancel everything with an id at a path or below.
package struct EffectCancellation: Sendable {
  let key: EffectKey
  /// Whether it makes room for an effect of the same id: then what that effect is part of stays.
  var isForRestart = false
  var path: [PathKey] = []
}

/// A cancellation id and how far up the path it was attached.
package struct EffectSlot: Sendable {
  let key: EffectKey
  let depth: Int
}

extension Effect {
  /// Feeds an action back, after the current reduction and before `send` returns.
  public static func send(_ action: Action) -> Self {
    Self(.send(action))
  }

  /// Runs an asynchronous operation that may send actions.
  ///
  /// It starts after the reduction that returned it and inherits the dependencies in force there.
  /// Cancellation, and any error after it, is silent; other errors go to `catch`, or are reported
  /// at this call if there is none.
  public static func run(
    name: String? = nil,
    priority: TaskPriority? = nil,
    operation: @escaping @Sendable (_ send: Send<Action>) async throws -> Void,
    catch handler: (@Sendable (_ error: any Error, _ send: Send<Action>) async -> Void)? = nil,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> Self {
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    return Self(
      .run(
        Run(
          work: .operation(ClosureOperation(operation, catch: handler, site: site)),
          name: name, priority: priority, dependencies: Reduction.current?.overriding,
          site: DebugSite(site))))
  }
}
