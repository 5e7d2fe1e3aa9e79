extension Effect {
  /// Sends an action for every element of an asynchronous sequence until it ends.
  ///
  /// ```swift
  /// case .task:
  ///   return .follow { location.updates() } send: { .moved(to: $0) }
  ///     .cancellable(id: updates, cancelInFlight: true)
  /// ```
  /// The sequence is made in the effect's task, with the dependencies in force where the effect was
  /// returned. Between two elements nothing but the task and the sequence's own iterator is held,
  /// less than a loop inside ``run(name:priority:operation:catch:fileID:filePath:line:column:)``
  /// holds. A cancelled effect leaves the sequence after the element that it is waiting for.
  /// - Parameters:
  ///   - name: the task's name, for debuggers and profilers.
  ///   - priority: the task's priority; that of the sender if nil.
  ///   - sequence: makes the sequence. Its own error is treated like an error of the sequence.
  ///   - action: turns an element into the action to send.
  ///   - handler: receives an error of the sequence, which ends the effect. Cancellation, and any
  ///     error after it, is silent; without a handler other errors are reported at this call.
  public static func follow<Elements: AsyncSequence>(
    name: String? = nil,
    priority: TaskPriority? = nil,
    _ sequence: @escaping @Sendable () async throws -> Elements,
    send action: @escaping @Sendable (Elements.Element) -> Action,
    catch handler: (@Sendable (_ error: any Error, _ send: Send<Action>) async -> Void)? = nil,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> Self where Elements: SendableMetatype, Elements.AsyncIterator: SendableMetatype {
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    return Self(
      .run(
        Run(
          work: .operation(FollowOperation(sequence, action, catch: handler, site: site)),
          name: name, priority: priority, dependencies: Reduction.current?.overriding,
          site: DebugSite(site))))
  }

  /// Sends an action for every value of a source that calls its followers.
  ///
  /// The effect has no task, and holds little more than the source's own record of it. The source is asked
  /// when the effect starts, with the dependencies in force where it was returned. A cancelled effect ends
  /// the sending immediately.
  /// - Parameters:
  ///   - updates: makes the source.
  ///   - action: turns a value into the action to send.
  public static func follow<Value: Sendable>(
    _ updates: @escaping @Sendable () -> Updates<Value>,
    send action: @escaping @Sendable (Value) -> Action,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> Self {
    let actions = Updates<Action> { send in updates().begin { send(action($0)) } }
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    return Self(
      .run(
        Run(
          work: .updates(actions), dependencies: Reduction.current?.overriding,
          site: DebugSite(site))))
  }
}

/// Loops itself, so that between two elements no frame is held but this one.
private final class FollowOperation<
  Action: Sendable, Elements: AsyncSequence & SendableMetatype
>: EffectOperation<Action>, @unchecked Sendable where Elements.AsyncIterator: SendableMetatype {
  private let sequence: @Sendable () async throws -> Elements
  private let action: @Sendable (Elements.Element) -> Action

  init(
    _ sequence: @escaping @Sendable () async throws -> Elements,
    _ action: @escaping @Sendable (Elements.Element) -> Action,
    catch handler: Handler?, site: CallSite
  ) {
    self.sequence = sequence
    self.action = action
    super.init(catch: handler, site: site)
  }

  override func perform(_ send: Send<Action>) async {
    do {
      var elements = try await sequence().makeAsyncIterator()
      while let element = try await elements.next() {
        tell(element, send)
        if Task.isCancelled { return }
      }
    } catch {
      await handle(error, send)
    }
  }

  /// Not inlined: actions may be large, and on the frame above they would be held while it waits.
  @inline(never)
  private func tell(_ element: Elements.Element, _ send: Send<Action>) {
    send.now(action(element))
  }
}
