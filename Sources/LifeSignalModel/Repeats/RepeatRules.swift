public import Foundation

/// What becomes of a request with an idempotency key (draft-ietf-httpapi-idempotency-key-header, 2).
public enum RepeatRules {
  public enum Step: Equatable, Sendable {
    /// It is the first, or the one before it came to nothing.
    case begin
    /// It is answered as the first was.
    case answer(Data)
  }

  /// Seconds for which a key names a request.
  public static let life: TimeInterval = 86_400
  /// Seconds an attempt may take; after that its server is taken to have ended amid it. The attempt
  /// itself can do nothing any more once another one has taken its place.
  public static let patience: TimeInterval = 60

  /// - Parameter known: what is stored under the name.
  /// - Throws: ``Refusal/keyUsedBefore``, ``Refusal/keyInUse(retryAfter:)``, ``Refusal/answerLost``.
  public static func judge(
    _ known: KeptRequest?, content: Data, at now: Date
  ) throws(Refusal) -> Step {
    guard let known, now < known.startedAt + life else { return .begin }
    guard known.content == content else { throw .keyUsedBefore }
    if let answer = known.answer { return .answer(answer) }
    guard now >= known.startedAt + patience else { throw .keyInUse(retryAfter: 1) }
    guard known.doneAt == nil else { throw .answerLost }
    return .begin
  }
}
