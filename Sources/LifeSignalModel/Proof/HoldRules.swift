public import Foundation

/// Limits a session that began with a text code alone on its first day.
///
/// A number can be taken over or given to a new owner. That owner can sign in, but cannot lock the person
/// out while notices of the sign-in are on their way to the other channels. Leaving a responder is never
/// held back: a person must be able to do that immediately, also from a new phone.
public enum HoldRules {
  /// Seconds.
  public static let length: TimeInterval = 86_400

  /// - Parameters:
  ///   - session: the session that makes the request.
  ///   - channels: all channels of the person, including those that are off.
  /// - Throws: ``Refusal/heldAfterSignIn(retryAfter:)`` while the session is younger than a day, the person
  ///   had another channel or a passkey before it began, and no passkey was used since.
  public static func check(
    _ session: Session?, of person: Person, passkeys: [Passkey], channels: [Channel], at now: Date
  ) throws(Refusal) {
    guard let session else { return }
    let left = length - now.timeIntervalSince(session.createdAt)
    guard left > 0 else { return }
    let isProven = passkeys.contains { $0.lastUsedAt.map { $0 >= session.createdAt } ?? false }
    guard !isProven else { return }
    let hadChannel = channels.contains {
      $0.createdAt < session.createdAt && $0.address != person.phoneNumber
        && ($0.isOn || $0.isLostByPerson)
    }
    guard hadChannel || passkeys.contains(where: { $0.createdAt < session.createdAt }) else {
      return
    }
    throw .heldAfterSignIn(retryAfter: min(left, length))
  }
}
