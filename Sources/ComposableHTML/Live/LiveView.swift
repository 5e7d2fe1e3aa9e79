public import Foundation

/// Renders a session's state: a pure function of the state and the time.
///
///     let view = LiveView<AppFeature.State, AppFeature.Action> { state, now, send in
///       AppPage(state: state, now: now, send: send)
///     }
///
/// The same state is rendered again for each event that arrives and each tab that connects, so
/// nothing in it may be random: two writings of one state at one time are the same bytes.
public struct LiveView<State: Sendable, Action: Sendable>: Sendable {
  private let write: @Sendable (State, Date, inout HTMLOutput) -> Void
  private let hear: @Sendable (ClientEvent, State, Date, ActionSender<Action>) -> Bool

  public init<Content: HTML>(
    @HTMLBuilder _ content:
      @escaping @Sendable (_ state: State, _ now: Date, _ send: ActionSender<Action>) -> Content
  ) {
    write = { state, now, output in
      Content._render(content(state, now, .nowhere), into: &output)
    }
    hear = { event, state, now, send in
      content(state, now, send).handle(event)
    }
  }

  func render(_ state: State, now: Date) -> [UInt8] {
    var output = HTMLOutput(reservingCapacity: 16_384)
    write(state, now, &output)
    return output.bytes
  }

  /// Hands an event to the handler it finds in the view of `state`.
  func handle(
    _ event: ClientEvent, state: State, now: Date, send: ActionSender<Action>
  ) -> Bool {
    hear(event, state, now, send)
  }
}
