/// Repairs a broken promise that the auditor found. Does nothing if the finding no longer exists.
public struct Repair: Command {
  public var finding: AuditFinding

  public init(finding: AuditFinding) { self.finding = finding }

  public static let terms = Terms.vital

  public func facts(
    by system: System, from reads: some Reads, at moment: Moment
  ) throws -> RepairFacts { try reads.repairFacts(finding, carried: moment.channels.carried) }

  public func decide(
    _ facts: RepairFacts, by system: System, at moment: Moment
  ) -> Decided<Outcome> { Decided(RepairRules.repair(finding, facts, moment: moment)) }
}
