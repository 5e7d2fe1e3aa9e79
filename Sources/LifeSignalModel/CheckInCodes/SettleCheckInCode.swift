/// Acts on a check-in code that was used: the code as the loop read it. Does nothing if it has
/// changed since.
public struct SettleCheckInCode: Command {
  public var claimed: CheckInCode

  public init(claimed: CheckInCode) { self.claimed = claimed }

  public static let terms = Terms.vital

  public func facts(
    by system: System, from reads: some Reads, at moment: Moment
  ) throws -> SettlingFacts? {
    guard let code = try reads.checkInCode(claimed.id),
      let sheet = try reads.checkInSheet(code.sheet)
    else { return nil }
    let open = try reads.openAlert(of: code.person, kind: .duress)
    return SettlingFacts(
      code: code, sheet: sheet, me: try reads.recipient(code.person), open: open,
      calling: try open.flatMap { try reads.readableEscalation($0.id) },
      known: try open.flatMap { alert in try reads.reading { try reads.audience(of: alert) } }
        ?? [],
      responders: try reads.responders(of: code.person))
  }

  public func decide(
    _ facts: SettlingFacts?, by system: System, at moment: Moment
  ) -> Decided<Outcome> { Decided(SilentAlarmRules.settle(claimed, facts, moment: moment)) }
}
