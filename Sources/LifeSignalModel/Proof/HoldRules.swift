public import Foundation

/// What a sign-in by text alone cannot do on its first day.
///
/// A number can be taken over or given to somebody new. Whoever has it gets in, but cannot shut the person
/// out while the news of the sign-in is on its way to their other channels. Leaving a responder is never
/// held back: a person must be able to do that at once, also from a new phone.
public enum HoldRules {
  /// Seconds.
  public static let length: TimeInterval = 86_400

  /// - Parameters:
  ///   - session: the one that asks.
  ///   - channels: all of the person's, also those that are off.
  /// - Throws: ``Refusal/heldAfterSignIn(retryAfter:)`` while the session is younger than a day, the person
  ///   had another way to reach them or a passkey before it began, and no passkey was used since.
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
