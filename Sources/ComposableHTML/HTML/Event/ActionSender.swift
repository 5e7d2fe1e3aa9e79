/// Where a view's handlers send their actions: the feature's way into the session.
///
/// A view gets one beside its state, and hands scoped ones to its children:
///
///     struct PingPage: HTML {
///       let state: PingFeature.State
///       let send: ActionSender<PingFeature.Action>
///
///       var body: some HTML {
///         button(id: "ping-\(state.id)") { "Ping" }
///           .on(.click, send(.pingButtonTapped))
///         NotePage(state: state.note, send: send.map { .note($0) })
///       }
///     }
///
/// That an action reaches the session's root is checked by the compiler at every step: only an
/// `ActionSender` of the child's action type fits, and only `map` makes one.
public struct ActionSender<Action> {
  @usableFromInline let deliver: (Action) -> Void

  @inlinable
  public init(_ deliver: @escaping (Action) -> Void) {
    self.deliver = deliver
  }

  /// Sends nowhere; for pages without a session and for tests of markup.
  @inlinable
  public static var nowhere: Self { Self { _ in } }

  /// A handler that sends this action, independent of the event's payload.
  @inlinable
  public func callAsFunction<Payload>(_ action: Action) -> Handler<Payload> {
    Handler { [deliver] _ in deliver(action) }
  }

  /// A handler that makes an action from the event's payload, or none.
  @inlinable
  public func callAsFunction<Payload>(
    _ action: @escaping (Payload) -> Action?
  ) -> Handler<Payload> {
    Handler { [deliver] payload in
      if let action = action(payload) { deliver(action) }
    }
  }

  /// A sender for a child whose actions are embedded in this feature's.
  @inlinable
  public func map<Child>(_ embed: @escaping (Child) -> Action) -> ActionSender<Child> {
    ActionSender<Child> { [deliver] child in deliver(embed(child)) }
  }
}

/// The reaction to an event with this payload. Made by an ``ActionSender``.
public struct Handler<Payload> {
  @usableFromInline let handle: (Payload) -> Void

  @usableFromInline
  init(_ handle: @escaping (Payload) -> Void) {
    self.handle = handle
  }
}
