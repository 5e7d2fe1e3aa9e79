package import Foundation
package import LifeSignalFeatures
package import LifeSignalModel
import Synchronization

/// The person one browser acts for, shared by its tabs, its store's clients and its routes.
///
/// Two browsers of one person are two of these.
package final class BrowserSession: Sendable, Hashable {
  package enum Identity: Equatable, Sendable {
    case visitor
    case member(Person.ID, SessionID)

    package var person: Person.ID? {
      switch self {
      case .visitor: nil
      case .member(let person, _): person
      }
    }
  }

  /// Names the session's store in this process. Reveals nothing outside it.
  package let id = UUID()
  /// Holds the page's requests that wait for re-authentication.
  let gate = ProofGate()

  package let signInState: SignInState<Identity>

  private struct State {
    var tokenHash: Data
    var network = ""
    var label = ""
    var language = Language.english
    var region: Region?
    var address = ""
    var signInRequest: SignInRequest?
    var checkInKey: String?
    var seenIn: Date?
    var opening: Opening?
    var place: URL?
    var feed: (person: Person.ID, feed: MemberFeed)?
  }

  private let state: Mutex<State>

  package init(_ identity: Identity, tokenHash: Data) {
    signInState = SignInState(identity)
    state = Mutex(State(tokenHash: tokenHash))
  }

  package var identity: Identity { signInState.identity }

  /// The hash under which the browser is known; changes with ``become(_:tokenHash:)``.
  package var tokenHash: Data { state.withLock { $0.tokenHash } }

  /// Where the newest request came from, for the limit on codes; not kept anywhere else.
  var network: String { state.withLock { $0.network } }

  /// The same, with the name of this browser.
  var origin: Origin { state.withLock { Origin(network: $0.network, label: $0.label) } }

  /// The name by which the person will recognize this browser.
  var label: String { state.withLock { $0.label } }

  /// The language that the newest request prefers; a member's own choice overrides it.
  var language: Language { state.withLock { $0.language } }

  /// The country of that language, by the newest request.
  var region: Region? { state.withLock { $0.region } }

  /// Scheme and host under which the newest request of a page reached this server; empty before one.
  var address: String { state.withLock { $0.address } }

  func seen(
    from network: String, label: String, language: Language, region: Region? = nil,
    at address: String? = nil
  ) {
    state.withLock { state in
      if let address { state.address = address }
      state.network = network
      state.label = label
      state.language = language
      state.region = region
    }
  }

  /// Whether this is the first use noted in this hour.
  func isNew(in hour: Date) -> Bool {
    state.withLock { state in
      defer { state.seenIn = hour }
      return state.seenIn != hour
    }
  }

  /// The request whose answer will carry the cookie of the next sign-in; the newest wins.
  func expectSignIn(_ request: SignInRequest) {
    let replaced = state.withLock { state in
      defer { state.signInRequest = request }
      return state.signInRequest
    }
    replaced?.settle(nil)
  }

  func takeSignInRequest() -> SignInRequest? {
    state.withLock { state in
      defer { state.signInRequest = nil }
      return state.signInRequest
    }
  }

  /// The event that is checking in right now, so that the device's own copy of it is a repeat.
  func expectCheckIn(_ key: String) { state.withLock { $0.checkInKey = key } }

  func takeCheckInKey() -> String? {
    state.withLock { state in
      defer { state.checkInKey = nil }
      return state.checkInKey
    }
  }

  /// The content the page will show when it is opened next.
  package func prepare(_ opening: Opening) { state.withLock { $0.opening = opening } }

  /// Nil also if it was read for someone who has signed out since.
  package func takeOpening() -> Opening? {
    state.withLock { state in
      defer { state.opening = nil }
      return state.opening?.user.id == identity.person ? state.opening : nil
    }
  }

  /// The address where the browser came, before it had a page.
  func arrive(at place: URL) { state.withLock { $0.place = place } }

  func takePlace() -> URL? {
    state.withLock { state in
      defer { state.place = nil }
      return state.place
    }
  }

  package static func == (left: BrowserSession, right: BrowserSession) -> Bool { left === right }

  package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }

  /// Signing in and out; every watcher is notified.
  package func become(_ identity: Identity, tokenHash: Data? = nil) {
    if let tokenHash { state.withLock { $0.tokenHash = tokenHash } }
    signInState.become(identity)
  }

  /// The feed of this person's page, one for all its streams.
  func feed(
    of person: Person.ID, pause: @escaping @Sendable (_ failures: Int) async throws -> Void,
    source: @escaping MemberFeed.Source
  ) -> MemberFeed {
    state.withLock { state in
      if let known = state.feed, known.person == person { return known.feed }
      let feed = MemberFeed(pause: pause, source: source)
      state.feed = (person, feed)
      return feed
    }
  }
}
