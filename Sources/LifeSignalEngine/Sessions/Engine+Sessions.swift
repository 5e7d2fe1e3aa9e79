import Foundation
public import LifeSignalModel

extension Engine {
  /// The person to whom a session token belongs; nil when it is unknown, expired or revoked.
  public func session(token: String) async throws -> (session: SessionID, person: Person.ID)? {
    let hash = CredentialHash.token(token)
    guard let session = try await ledger.glance({ try $0.session(tokenHash: hash) }),
      session.isGood(at: believedNow)
    else { return nil }
    return (session.id, session.person)
  }

  /// The person's live sessions, newest first. End one with ``EndSession``.
  public func sessions(of person: Person.ID) async throws -> [Session] {
    let now = clock.now
    return try await ledger.read { try $0.sessions(of: person, at: now) }
  }

  /// Notes that a session is in use, at most once in an hour, and moves its end on, at most once in a
  /// day. No check-in waits for it, and if the note fails the session works all the same.
  public func noteUse(of session: SessionID) async {
    let believed = believedNow
    guard let known = try? await ledger.glance({ try $0.session(session) }),
      SessionRules.isDue(known, at: clock.now)
        || SessionRules.end(of: known, usedAt: believed, life: configuration.auth.sessionLife)
          != nil
    else { return }
    _ = try? await commit(in: .background) { tx, moment in
      SessionRules.see(try tx.session(session), by: believed, moment: moment)
    }
  }
}
