/// How the door treats a command. Every command states its own.
public struct Terms: Hashable, Sendable {
  public enum Urgency: Hashable, Sendable {
    /// Keeps a person safe or calls for help: no rate limit ever delays it.
    case vital
    /// A rate limit may delay it.
    case ordinary
    /// One of both, as a stored row shows: the engine's function that performs the command reads it
    /// first, and turns away what is ordinary while too many writes wait.
    case judgedLater
  }

  public var urgency: Urgency
  public var lane: WriteLane
  /// Changes how an account can be opened: the security log gets a line for it, done or refused.
  public var isLogged: Bool
  /// A limit of its own, from which every request takes, even one that is refused later; only what
  /// ``Command/check()`` refuses takes nothing. Nil for commands with no limit but the general
  /// one; a vital command has none.
  public var budget: RequestBudget?

  public init(isVital: Bool, lane: WriteLane, isLogged: Bool, budget: RequestBudget?) {
    self.init(isVital ? .vital : .ordinary, lane: lane, isLogged: isLogged, budget: budget)
  }

  private init(_ urgency: Urgency, lane: WriteLane, isLogged: Bool, budget: RequestBudget?) {
    self.urgency = urgency
    self.lane = lane
    self.isLogged = isLogged
    self.budget = budget
  }

  public var isVital: Bool { urgency == .vital }

  /// A person waits for the answer; a rate limit may delay it.
  public static let ordinary = Self(
    isVital: false, lane: .prompt, isLogged: false, budget: nil)
  /// The same, with a line in the security log.
  public static let logged = Self(
    isVital: false, lane: .prompt, isLogged: true, budget: nil)
  public static let vital = Self(
    isVital: true, lane: .prompt, isLogged: false, budget: nil)
  /// All devices may send in one minute, and must delay neither people nor alerts.
  public static let judgedLater = Self(
    .judgedLater, lane: .background, isLogged: false, budget: nil)
}

/// A limit for requests that cost more than others: a person's, where it names no network.
public enum RequestBudget: Hashable, Sendable {
  /// Keys for programs and devices, and codes on paper: each of them notifies its owner.
  case keys
  /// Test messages that people send to themselves.
  case tests
  /// One-time codes to the member's own number: no one else uses up this limit.
  case ownCodes
  /// One-time codes to numbers that may be anyone's, by network.
  case codes
  /// One-time codes to addresses that a member has typed, by member and then by network: no
  /// stranger's mailbox must be flooded.
  case channelCodes
  /// Looks at invitations, by network: each may be a guess.
  case invitations
}

/// What a decision asks of the caller. The door checks it after the decision, so that a command
/// that is refused anyway does not ask for re-authentication and takes from no limit.
public enum Demand: Hashable, Sendable {
  /// A recent re-authentication: see ``ProofRules``.
  case proof
  /// No hold after a sign-in by text: see ``HoldRules``.
  case noHold
  /// Room in this limit. Checked last, once per request: an intruder who holds the session but
  /// cannot re-authenticate takes nothing from its owner's limit.
  case budget(RequestBudget)
}
