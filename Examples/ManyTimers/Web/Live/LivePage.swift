import Composable
import ComposableHTML

/// One live page, whatever it shows: a session whose types are forgotten.
struct LivePage: Sendable {
  /// The frame the page shows now.
  let frame: @Sendable () -> FrameID
  /// The page as a part of a document.
  let content: @Sendable () -> AnyHTML
  let connect: @Sendable (_ last: FrameID?) -> LiveStream
  /// - Returns: whether the event was one at all.
  let receive: @Sendable (ClientEvent) -> Bool
  /// The page as the reply to an event of a tab without a stream.
  let reply: @Sendable () -> [UInt8]

  init<State, Action>(
    _ session: LiveSession<State, Action>,
    content: @escaping @Sendable (State, ActionSender<Action>) -> some HTML
  ) {
    frame = { session.currentFrame().id }
    self.content = { AnyHTML(content(session.store.state, .nowhere)) }
    connect = { session.connect(after: $0) }
    receive = { session.receive($0) != .malformed }
    reply = { session.replyBody() }
  }
}
