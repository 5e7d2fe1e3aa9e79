/// Warns a person under watch that their last session ends soon: the session as the sweep found it.
/// Does nothing if that is no longer so.
public struct WarnOfSessionEnd: Command {
  public var session: SessionID

  public init(session: SessionID) { self.session = session }

  public static let terms = Terms(isVital: false, lane: .background, isLogged: false, budget: nil)

  public struct Facts {
    var session: Session?
    /// Nil without the session.
    var me: Recipient?
    /// The person's good sessions.
    var others: [Session] = []
    /// Whether a countdown runs: only then would a silence be noticed.
    var isWatched = false
    var zone = Zone.utc
  }

  public func facts(by system: System, from reads: some Reads, at moment: Moment) throws -> Facts {
    guard let known = try reads.session(session) else { return Facts() }
    return Facts(
      session: known, me: try reads.recipient(known.person),
      others: try reads.sessions(of: known.person, at: moment.now),
      isWatched: try reads.watch(of: known.person)?.deadline != nil,
      zone: try reads.zone(of: known.person))
  }

  public func decide(_ facts: Facts, by system: System, at moment: Moment) -> Decided<Outcome> {
    Decided(SessionRules.warn(facts, moment: moment))
  }
}
