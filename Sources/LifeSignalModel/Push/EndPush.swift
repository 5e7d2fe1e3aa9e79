/// Stops messages to the device of a session that has expired. Does nothing while the session is
/// valid.
public struct EndPush: Command {
  public var session: SessionID
  /// The owner of the device.
  public var person: Person.ID

  public init(session: SessionID, person: Person.ID) {
    self.session = session
    self.person = person
  }

  public static let terms = Terms(isVital: false, lane: .background, isLogged: false, budget: nil)

  public func facts(
    by system: System, from reads: some Reads, at moment: Moment
  ) throws -> (session: Session?, channels: ChannelFacts) {
    (try reads.session(session), try reads.channelFacts(of: person, among: moment.channels))
  }

  public func decide(
    _ facts: (session: Session?, channels: ChannelFacts), by system: System, at moment: Moment
  ) -> Decided<Outcome> {
    Decided(PushRules.end(session, as: facts.session, facts.channels, moment: moment))
  }
}
