import LifeSignalModel

/// Checks in the owner of a printed code, no matter who types it; no session is needed.
///
/// Only ``Engine/useCheckInCode(_:from:)`` makes it, which counts guesses.
struct UseCheckInCode: Command {
  let code: CheckInCodeText

  static let terms = Terms.vital

  /// The same for every code: only the watch reads which group it belongs to, and only after this
  /// transaction has been committed.
  func facts(
    by bearer: Bearer, from reads: some Reads, at moment: Moment
  ) throws -> TypedCodeFacts? { try reads.typedCodeFacts(code, at: moment) }

  func decide(
    _ facts: TypedCodeFacts?, by bearer: Bearer, at moment: Moment
  ) throws(Refusal) -> Decided<CheckInRecord> {
    try CheckInCodeRules.use(facts, moment: moment)
  }
}
