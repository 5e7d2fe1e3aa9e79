public import LifeSignalModel

/// What a command brought, or nil when it brought something else: for `try #require`.
extension Outcome {
  public var codeSent: OneTimeCode.ID? { if case .codeSent(let id, _) = self { id } else { nil } }
}
