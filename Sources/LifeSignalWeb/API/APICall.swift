import LifeSignalAPI
import LifeSignalFeatures
import LifeSignalModel

/// One request as its handler sees it: the caller's clients, and the request's name.
struct APICall: Sendable {
  /// The very clients a page of this session has.
  let clients: SessionClients
  let session: BrowserSession
  let sessions: BrowserSessions
  /// The access token of the request, unless it came with a session.
  let token: AccessToken?
  /// The `Idempotency-Key`, where the route takes one and the client sent it.
  let key: String?
  /// The same, for remembering the answer.
  let repeatKey: RepeatKey?
}
