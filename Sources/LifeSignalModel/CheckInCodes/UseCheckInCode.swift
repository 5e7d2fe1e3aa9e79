/// Checks in the owner of a printed code, no matter who types it; no session is needed.
///
/// The door counts guesses: see `Engine.useCheckInCode(_:from:)`, which alone performs it.
public struct UseCheckInCode: Command {
  public var code: CheckInCodeText

  public init(code: CheckInCodeText) { self.code = code }

  public static let terms = Terms.vital

  /// The same for every code: only the watch reads which group it belongs to, and only after this
  /// transaction has been committed.
  public func facts(
    by bearer: Bearer, from reads: some Reads, at moment: Moment
  ) throws -> TypedCodeFacts? { try reads.typedCodeFacts(code, at: moment) }

  public func decide(
    _ facts: TypedCodeFacts?, by bearer: Bearer, at moment: Moment
  ) throws(Refusal) -> Decided<CheckInRecord> {
    try CheckInCodeRules.use(facts, moment: moment)
  }
}
