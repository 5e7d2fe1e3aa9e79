/// Puts a message that was given up back into the outbox.
public struct RetryDeadLetter: Command {
  public var id: Delivery.ID

  public init(id: Delivery.ID) { self.id = id }

  public static let terms = Terms.ordinary

  public func facts(
    by system: System, from reads: some Reads, at moment: Moment
  ) throws -> DeadLetter? { try reads.deadLetter(id) }

  public func decide(
    _ letter: DeadLetter?, by system: System, at moment: Moment
  ) throws(Refusal) -> Decided<Empty> {
    Decided(try DeadLetterRules.retry(letter, moment: moment))
  }
}
