import Composable
import Foundation
import LifeSignalAPI
package import LifeSignalEngine
package import LifeSignalFeatures
package import LifeSignalModel

/// The live values of every client, in process: the engine called with one browser's identity.
///
/// The identity is read at each call, never captured, so that a store outlives a sign-in and a
/// sign-out and can act for no other person.
package struct SessionClients: Sendable {
  /// One reference, so that each of a hundred endpoints captures no more than that.
  private let parts: Parts

  private final class Parts: Sendable {
    let engine: Engine
    let session: BrowserSession
    let sessions: BrowserSessions
    let scopes: Set<TokenScope>?
    let gate: ProofGate?

    init(
      engine: Engine, session: BrowserSession, sessions: BrowserSessions,
      scopes: Set<TokenScope>?, gate: ProofGate?
    ) {
      self.engine = engine
      self.session = session
      self.sessions = sessions
      self.scopes = scopes
      self.gate = gate
    }
  }

  /// - Parameters:
  ///   - scopes: of the caller's access token; nil for a session.
  ///   - gate: holds requests that require re-authentication; nil where they are refused instead.
  package init(
    engine: Engine, session: BrowserSession, sessions: BrowserSessions,
    scopes: Set<TokenScope>? = nil, gate: ProofGate? = nil
  ) {
    parts = Parts(
      engine: engine, session: session, sessions: sessions, scopes: scopes, gate: gate)
  }

  var engine: Engine { parts.engine }
  var session: BrowserSession { parts.session }
  var sessions: BrowserSessions { parts.sessions }
  var scopes: Set<TokenScope>? { parts.scopes }
  /// Whether the caller uses an access token, which is not a device that another person may hold.
  var isProgram: Bool { scopes != nil }
  var gate: ProofGate? { parts.gate }

  /// The caller.
  /// - Throws: ``Refusal/notSignedIn`` for a visitor.
  package func person() throws -> Person.ID {
    guard let person = session.identity.person else { throw Refusal.notSignedIn }
    return person
  }

  /// The caller, as the engine knows them.
  /// - Throws: ``Refusal/notSignedIn`` for a visitor.
  func actor() throws -> Actor {
    guard caller != .visitor else { throw Refusal.notSignedIn }
    return caller
  }

  /// The caller, who may be a visitor.
  var caller: Actor {
    guard case .member(let person, let id) = session.identity else { return .visitor }
    return isProgram ? .person(person) : .session(id, of: person)
  }

  /// Ends the page immediately if its session was ended from another device.
  /// - Throws: ``Refusal/notSignedIn`` then.
  func endIfRevoked() async throws {
    guard case .member(let person, let id) = session.identity else { return }
    guard try await !engine.sessions(of: person).contains(where: { $0.id == id }) else { return }
    session.become(.visitor)
    throw Refusal.notSignedIn
  }

  /// The person's view, now and after every change of `topics`. Empty for a visitor.
  func following<Value: Sendable>(
    _ topics: ChangeSet, _ read: @escaping @Sendable (Person.ID) async throws -> Value
  ) -> Updates<Value> {
    following(topics) { person, _ in try await read(person) }
  }

  /// - Parameter read: gets the changed topics; none, the first time.
  func following<Value: Sendable>(
    _ topics: ChangeSet, _ read: @escaping @Sendable (Person.ID, ChangeSet) async throws -> Value
  ) -> Updates<Value> {
    guard let person = session.identity.person else { return .finished }
    let feed = session.feed(
      of: person, pause: pause, source: { [engine] tell in engine.follow(person, tell) })
    return feed.values(topics) { changes in try await read(person, changes) }
  }

  /// Waits before a reading that failed is repeated: 2, 4, 8 … 32 seconds. Soon at first, bearable when
  /// thousands of pages wait for one ledger.
  var pause: @Sendable (_ failures: Int) async throws -> Void {
    { [clock = engine.clock] failures in
      let seconds = Double(1 << min(failures, 5))
      try await clock.sleep(until: clock.now + seconds)
    }
  }
}
