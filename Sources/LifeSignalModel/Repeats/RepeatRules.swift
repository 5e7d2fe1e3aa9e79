public import Foundation

/// Decides how to answer a request with an idempotency key
/// (draft-ietf-httpapi-idempotency-key-header, 2).
public enum RepeatRules {
  public enum Step: Equatable, Sendable {
    /// It is the first, or the one before it had no effect.
    case begin
    /// The stored answer of the first.
    case answer(Data)
  }

  /// Seconds for which a key names a request.
  public static let life: TimeInterval = 86_400
  /// Seconds an attempt may take; after that its server is assumed to have ended during it. The
  /// attempt can have no effect any more once another one has replaced it.
  public static let patience: TimeInterval = 60

  /// - Parameter known: the request stored under the name.
  /// - Throws: ``Refusal/keyUsedBefore``, ``Refusal/keyInUse(retryAfter:)``, ``Refusal/answerLost``.
  public static func judge(
    _ known: KeptRequest?, content: Data, at now: Date
  ) throws(Refusal) -> Step {
    guard let known, now < known.startedAt + life else { return .begin }
    let isReadable = !known.content.isEmpty
    guard !isReadable || known.content == content else { throw .keyUsedBefore }
    if let answer = known.answer {
      guard isReadable, !answer.isEmpty else { throw .answerLost }
      return .answer(answer)
    }
    // It may have been done, and nothing shows when.
    guard known.startedAt < .distantFuture else { throw .answerLost }
    guard now >= known.startedAt + patience else { throw .keyInUse(retryAfter: 1) }
    guard known.doneAt == nil else { throw .answerLost }
    return .begin
  }
}
