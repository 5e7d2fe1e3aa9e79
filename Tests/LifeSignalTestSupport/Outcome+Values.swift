public import LifeSignalModel

/// What a command brought, or nil when it brought something else: for `try #require`.
extension Outcome {
  public var picture: Picture.ID? { if case .picture(let id) = self { id } else { nil } }
  public var codeSent: OneTimeCode.ID? { if case .codeSent(let id, _) = self { id } else { nil } }
}
