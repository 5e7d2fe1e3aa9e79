/// Reminds the member of the check-in that is due again in 30 minutes. The deadline stays.
///
/// Answers with the time of the reminder.
public struct SnoozeReminder: Endpoint {
  public init() {}

  public static let route = Route(
    .post, "/reminder/snooze",
    summary: "Reminds of the check-in that is due again in 30 minutes; the deadline stays.",
    for: .token(.checkIn), .ordinary)

  public func facts(
    by me: Member, from reads: some Reads, at moment: Moment
  ) throws -> CheckInFacts { try reads.checkInFacts(of: me.id) }

  public func decide(
    _ facts: CheckInFacts, by me: Member, at moment: Moment
  ) throws(Refusal) -> Decided<InstantAnswer> {
    try SnoozeRules.snooze(facts, moment: moment)
  }
}
