import Foundation
import LifeSignalEngine
import LifeSignalModel
import Synchronization

/// The browsers this process knows, by the hash of their token.
///
/// Members are found again through the engine after a restart; visitors have nothing to lose and
/// start anew.
final class BrowserSessions: Sendable {
  private let engine: Engine
  private let known = Mutex<[Data: BrowserSession]>([:])

  init(engine: Engine) {
    self.engine = engine
  }

  /// The session of a browser's token, nil when the token is not, or no longer, good.
  ///
  /// A member's token is checked against the ledger each time, so that a session ended elsewhere
  /// ends here with its next request.
  func find(_ token: SessionToken) async throws -> BrowserSession? {
    let known = known.withLock { $0[token.hash] }
    if let known, known.identity == .visitor { return known }
    guard let valid = try await engine.session(token: token.text) else {
      if let known { forget(known) }
      return nil
    }
    return self.known.withLock { table in
      if let session = table[token.hash] { return session }
      let session = BrowserSession(.member(valid.person, valid.session), tokenHash: token.hash)
      table[token.hash] = session
      return session
    }
  }

  /// A session for a browser that has none.
  func makeVisitor() -> (BrowserSession, SessionToken) {
    let token = SessionToken()
    let session = BrowserSession(.visitor, tokenHash: token.hash)
    known.withLock { $0[token.hash] = session }
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
    known.withLock { table in
      table[old] = nil
      table[token.hash] = session
    }
    // First the cookie, then the news: the page changes only once the browser can follow.
    request?.settle(token)
    session.become(.member(signIn.person, signIn.session), tokenHash: token.hash)
  }

  /// Ends the person's session for good; the browser stays as a visitor.
  func signOut(_ session: BrowserSession) async throws {
    guard case .member(let person, let id) = session.identity else { return }
    try await engine.perform(.signOut(id), by: .person(person))
    session.become(.visitor)
  }

  /// Drops what is kept in memory. A member is found again by the next request.
  func forget(_ session: BrowserSession) {
    known.withLock { table in
      if table[session.tokenHash] === session { table[session.tokenHash] = nil }
    }
  }

  var count: Int { known.withLock { $0.count } }
}
