public import Foundation

/// Limits a session that began with a code alone on its first day.
///
/// An address can be taken over or given to a new owner. That owner can sign in, but cannot lock the person
/// out while notices of the sign-in are on their way to the other channels. Leaving a responder is never
/// held back: a person must be able to do that immediately, also from a new phone.
public enum HoldRules {
  /// Seconds.
  public static let length: TimeInterval = 86_400

  /// - Parameters:
  ///   - session: the session that makes the request.
  ///   - channels: all channels of the person, including those that are off.
  /// - Throws: ``Refusal/heldAfterSignIn(retryAfter:)`` while the session is younger than a day,
  ///   the person had another channel or a passkey before it began, and no passkey proves this
  ///   session. A session whose start cannot be read stays young, and all channels and passkeys of
  ///   the person count as older than it.
  public static func check(
    _ session: Session?, of person: Person, passkeys: [Passkey], channels: [Channel], at now: Date
  ) throws(Refusal) {
    guard let session else { return }
    let left = session.isAgeKnown ? length - now.timeIntervalSince(session.createdAt) : length
    guard left > 0 else { return }
    guard !passkeys.contains(where: session.isProven(by:)) else { return }
    let had = channels.filter {
      session.mayHaveBegun(after: $0.createdAt)
        && (!session.isAgeKnown || $0.wasOn(at: session.createdAt) || $0.isLostByPerson)
    }
    // The code came to one of the addresses, and no one knows to which.
    let other =
      had.contains { channel in !person.signInAddresses.contains(where: channel.leads) }
      || person.signInAddresses.count(where: { address in
        had.contains { $0.leads(to: address) }
      }) > 1
    guard other || passkeys.contains(where: { session.mayHaveBegun(after: $0.createdAt) })
    else { return }
    throw .heldAfterSignIn(retryAfter: min(left, length))
  }
}

extension Session {
  fileprivate func mayHaveBegun(after instant: Date) -> Bool {
    !isAgeKnown || instant < createdAt
  }

  /// Whether this session began with the passkey, or was proven with it last.
  ///
  /// Any other use does not show who uses this session: the person uses their passkey elsewhere
  /// while a stranger is signed in with their number. Both instants are written with the same
  /// value.
  fileprivate func isProven(by passkey: Passkey) -> Bool {
    guard let used = passkey.lastUsedAt?.storable else { return false }
    return isAgeKnown && used == createdAt.storable || used == provenAt.storable
  }
}

extension Channel {
  /// Whether it was on then, even if it went off later: signing out the others takes their devices
  /// with it.
  fileprivate func wasOn(at instant: Date) -> Bool {
    disabledAt.map { $0 >= instant.storable } ?? true
  }
}
