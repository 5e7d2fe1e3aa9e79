import LifeSignalAPI
import LifeSignalFeatures
import LifeSignalModel

/// One request as its handler sees it: the clients of whoever asks, and the request's name.
struct APICall: Sendable {
  /// The very clients a page of this session has.
  let clients: SessionClients
  let session: BrowserSession
  let sessions: BrowserSessions
  /// The `Idempotency-Key`, where the route takes one and the client sent it.
  let key: String?
}
