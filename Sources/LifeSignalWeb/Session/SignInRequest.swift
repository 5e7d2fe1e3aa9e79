import Synchronization

/// The POST that verifies a code, waiting for the cookie that its answer will carry.
///
/// A live event is answered before its effects end, and the new session's cookie must go to the
/// very request with the code: on any other it could reach an attacker who planted the old one.
package final class SignInRequest: Sendable {
  /// The request on whose behalf an action is being sent right now. Read synchronously only.
  @TaskLocal static var current: SignInRequest?

  private enum State {
    case unclaimed
    case claimed
    case waiting(CheckedContinuation<SessionToken?, Never>)
    case settled(SessionToken?)
  }

  private let state = Mutex(State.unclaimed)
  private let session: BrowserSession

  /// The page's name for this request's event.
  private let event: String?

  package init(of session: BrowserSession, event: String? = nil) {
    self.session = session
    self.event = event
  }

  /// Called while the action is being sent: it checks in, under the event's id.
  func claimCheckIn() {
    if let event { session.expectCheckIn(event) }
  }

  /// Called while the action is being sent: a verification is under way.
  package func claim() {
    state.withLock { state in
      if case .unclaimed = state { state = .claimed }
    }
    session.expectSignIn(self)
  }

  /// The verification ended, with a token when it succeeded.
  package func settle(_ token: SessionToken?) {
    let continuation: CheckedContinuation<SessionToken?, Never>? = state.withLock { state in
      switch state {
      case .settled: return nil
      case .unclaimed, .claimed:
        state = .settled(token)
        return nil
      case .waiting(let continuation):
        state = .settled(token)
        return continuation
      }
    }
    continuation?.resume(returning: token)
  }

  /// The token to return: nil immediately if no verification was requested, otherwise when it ends.
  package func token() async -> SessionToken? {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let known: SessionToken?? = state.withLock { state in
          switch state {
          case .unclaimed: return .some(nil)
          case .settled(let token): return .some(token)
          case .claimed:
            state = .waiting(continuation)
            return nil
          case .waiting: preconditionFailure("one request, one reader")
          }
        }
        if let known { continuation.resume(returning: known) }
      }
    } onCancel: {
      settle(nil)
    }
  }
}
