public import Foundation

/// Addresses that were idle for half a year.
///
/// A number that no one pays for, or a mailbox that no one opens, goes to another person after some months. That person gets the
/// code, but not the account: while the owner has another channel, a code alone signs in only after
/// a day, and a notice goes to every other channel immediately. A passkey signs in at any time.
public enum IdleRules {
  /// Seconds without any sign of the person after which their address may belong to another person:
  /// 180 days.
  public static let idle: TimeInterval = 180 * 86_400
  /// Seconds for which a delayed sign-in may be repeated, from its first code on.
  public static let window: TimeInterval = 6 * 86_400

  /// Seconds that a sign-in by a code still has to wait; nil if it need not wait.
  /// - Parameter codes: all codes of the last days for this address, including this one.
  static func wait(
    _ facts: IdleFacts, for code: OneTimeCode, among codes: [OneTimeCode], at now: Date
  ) -> TimeInterval? {
    guard facts.isIdle(at: now) else { return nil }
    let first = codes.lazy
      .filter { $0.id != code.id && $0.purpose == .signIn }
      .compactMap(\.usedAt).filter { $0 > now - window && $0 <= now }.min()
    guard let first else { return HoldRules.length }
    let left = HoldRules.length - now.timeIntervalSince(first)
    return left > 0 ? left : nil
  }

  static func notice(
    _ code: OneTimeCode.ID, _ means: SignInMeans, hasPasskey: Bool
  ) -> Notice {
    Notice(
      .system, "Sign-in on hold", means == .email ? mailed(hasPasskey) : texted(hasPasskey),
      push: .unlessMuted(.information), subject: "session:held:\(code)")
  }

  private static func mailed(_ hasPasskey: Bool) -> Phrase {
    hasPasskey
      ? "Someone is signing in with your e-mail address, which wasn’t used here for six months. They can get in tomorrow. Not you? Sign in with your passkey now and end all other sessions."
      : "Someone is signing in with your e-mail address, which wasn’t used here for six months. They can get in tomorrow. Not you? Ask the operator of your server for help now."
  }

  private static func texted(_ hasPasskey: Bool) -> Phrase {
    hasPasskey
      ? "Someone is signing in with your number, which wasn’t used here for six months. They can get in tomorrow. Not you? Sign in with your passkey now and change your number."
      : "Someone is signing in with your number, which wasn’t used here for six months. They can get in tomorrow. Not you? Ask the operator of your server for help now."
  }
}

/// The stored facts about when a person was last active, and how they are reached besides their
/// address.
public struct IdleFacts: Equatable, Sendable {
  /// With the channels that are on and are not the address itself.
  public var elsewhere: Recipient
  /// The latest sign of the person that did not come from the address alone.
  public var lastSign: Date
  /// Whether they can sign in without the address.
  public var hasPasskey: Bool

  public init(elsewhere: Recipient, lastSign: Date, hasPasskey: Bool = false) {
    self.elsewhere = elsewhere
    self.lastSign = lastSign
    self.hasPasskey = hasPasskey
  }

  func isIdle(at now: Date) -> Bool {
    !elsewhere.channels.isEmpty && now.timeIntervalSince(lastSign) >= IdleRules.idle
  }
}
