/// How the door treats a command. Every command states its own.
public struct Terms: Hashable, Sendable {
  /// Keeps a person safe or calls for help: no rate limit ever delays it.
  public var isVital: Bool
  public var lane: WriteLane
  /// Changes how an account can be opened: the security log gets a line for it, done or refused.
  public var isLogged: Bool

  public init(isVital: Bool, lane: WriteLane, isLogged: Bool) {
    self.isVital = isVital
    self.lane = lane
    self.isLogged = isLogged
  }

  /// A person waits for the answer; a rate limit may delay it.
  public static let ordinary = Self(isVital: false, lane: .prompt, isLogged: false)
  /// The same, with a line in the security log.
  public static let logged = Self(isVital: false, lane: .prompt, isLogged: true)
  public static let vital = Self(isVital: true, lane: .prompt, isLogged: false)
}

/// What a decision asks of a signed-in device. The door checks it after the decision, so that a
/// command that is refused anyway does not ask for re-authentication.
public enum Demand: Hashable, Sendable {
  /// A recent re-authentication: see ``ProofRules``.
  case proof
  /// No hold after a sign-in by text: see ``HoldRules``.
  case noHold
}
