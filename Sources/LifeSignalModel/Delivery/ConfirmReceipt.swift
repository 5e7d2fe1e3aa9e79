/// A device has shown a message, or its person has opened it. The token of the message is what
/// permits the report.
public struct ConfirmReceipt: Command {
  public var token: String
  public var rung: Rung

  public init(token: String, rung: Rung) {
    self.token = token
    self.rung = rung
  }

  public static let terms = Terms.vital

  public func facts(
    by bearer: Bearer, from reads: some Reads, at moment: Moment
  ) throws -> (delivery: Delivery?, alert: Alert?) {
    let delivery = try reads.delivery(receiptToken: token)
    return (delivery, try delivery?.alert.flatMap { try reads.alert($0) })
  }

  public func decide(
    _ facts: (delivery: Delivery?, alert: Alert?), by bearer: Bearer, at moment: Moment
  ) throws(Refusal) -> Decided<Empty> {
    Decided(
      try ReceiptRules.receive(
        rung, for: facts.delivery, about: facts.alert?.person, moment: moment
      ).kept(about: facts.alert))
  }
}
