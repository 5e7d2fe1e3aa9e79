import Foundation
package import LifeSignalEngine
import LifeSignalModel
import Synchronization

/// The browsers this process knows, by the hash of their token.
///
/// A member's lives as long as its page and is found again through the engine; visitors have
/// nothing to lose, and only so many of those who never came back are remembered.
package final class BrowserSessions: Sendable {
  fileprivate struct WeakSession {
    weak var session: BrowserSession?
  }

  fileprivate struct Known {
    var sessions: [Data: WeakSession] = [:]
    /// Visitors kept although no page is open yet, oldest first; each slot is used in turn.
    var visitors: [BrowserSession] = []
    var nextSlot = 0
    var additions = 0
  }

  private let engine: Engine
  private let visitorLimit: Int
  private let known = Mutex(Known())

  /// - Parameter visitorLimit: how many visitors without an open page are remembered.
  package init(engine: Engine, visitorLimit: Int = 10_000) {
    self.engine = engine
    self.visitorLimit = visitorLimit
  }

  /// The session of a browser's token, nil when the token is not, or no longer, good.
  ///
  /// A member's token is checked against the ledger each time, so that a session ended elsewhere
  /// ends here with its next request.
  package func find(_ token: SessionToken) async throws -> BrowserSession? {
    let session = known.withLock { $0.sessions[token.hash]?.session }
    if let session, session.identity == .visitor { return session }
    guard let valid = try await engine.session(token: token.text) else {
      session?.become(.visitor)
      if let session { forget(session) }
      return nil
    }
    return known.withLock { known in
      if let session = known.sessions[token.hash]?.session { return session }
      let session = BrowserSession(.member(valid.person, valid.session), tokenHash: token.hash)
      known.add(session, at: token.hash)
      return session
    }
  }

  /// Whether a token is known without asking the ledger.
  func knows(_ token: SessionToken) -> Bool {
    known.withLock { $0.sessions[token.hash]?.session != nil }
  }

  /// A session for a browser that has none.
  package func makeVisitor() -> (BrowserSession, SessionToken) {
    let token = SessionToken()
    let session = BrowserSession(.visitor, tokenHash: token.hash)
    known.withLock { known in
      known.add(session, at: token.hash)
      known.keep(session, limit: visitorLimit)
    }
    return (session, token)
  }

  /// Lets `verify` open a session for the person and moves the browser to its token.
  ///
  /// The token before is worth nothing from here on (OWASP ASVS 5.0, 7.2.4); the new one goes to
  /// the request that is waiting for it.
  func signIn(
    _ session: BrowserSession, verify: () async throws -> SignIn
  ) async throws {
    let request = session.takeSignInRequest()
    defer { request?.settle(nil) }
    let signIn = try await verify()
    guard let token = SessionToken(text: signIn.token) else { throw UnexpectedOutcome() }
    let old = session.tokenHash
    known.withLock { known in
      known.sessions[old] = nil
      known.add(session, at: token.hash)
    }
    // First the cookie, then the news: the page changes only once the browser can follow.
    request?.settle(token)
    session.become(.member(signIn.person, signIn.session), tokenHash: token.hash)
  }

  /// Ends the person's session for good; the browser stays as a visitor.
  func signOut(_ session: BrowserSession) async throws {
    guard case .member(let person, let id) = session.identity else { return }
    try await engine.perform(SignOut(), by: Member(person, in: id))
    session.become(.visitor)
  }

  /// Notes by the hour that a member's browser is in use, for their list and for the session's end. No
  /// request waits for it.
  /// - Returns: whether it was noted now.
  @discardableResult
  func noteUse(of session: BrowserSession) -> Bool {
    guard case .member(_, let id) = session.identity,
      session.isNew(in: SessionRules.hour(of: engine.clock.now))
    else { return false }
    Task { [engine] in await engine.noteUse(of: id) }
    return true
  }

  /// Drops the session from memory. The next request finds a member again.
  package func forget(_ session: BrowserSession) {
    known.withLock { known in
      guard known.sessions[session.tokenHash]?.session === session else { return }
      known.sessions[session.tokenHash] = nil
    }
  }
}

extension BrowserSessions.Known {
  fileprivate mutating func add(_ session: BrowserSession, at hash: Data) {
    sessions[hash] = .init(session: session)
    additions += 1
    // Sessions whose page has been closed leave an empty place; removed before there are many.
    guard additions > sessions.count / 2 + 1_024 else { return }
    sessions = sessions.filter { $0.value.session != nil }
    additions = 0
  }

  fileprivate mutating func keep(_ visitor: BrowserSession, limit: Int) {
    if visitors.count < limit {
      visitors.append(visitor)
    } else {
      visitors[nextSlot] = visitor
      nextSlot = (nextSlot + 1) % limit
    }
  }
}
