public import Foundation

/// A request that was sent with an idempotency key, as stored, so that its repeats are recognized.
///
/// Contains neither the key nor the body: only hashes, and an answer that cannot be read without
/// the secrets of the original request.
public struct KeptRequest: Equatable, Sendable {
  public var person: Person.ID
  /// SHA-256 of the caller's credential and the key; unique for a person.
  public var name: Data
  /// SHA-256 of the request's content: a repeat sends the same. Empty if it cannot be read.
  public var content: Data
  /// Distinguishes one attempt from the next, which replaces it. In the distant past or future if it cannot
  /// be read.
  public var startedAt: Date
  /// When its effect was stored, in the same transaction.
  public var doneAt: Date?
  /// Sealed by the caller that stores it; nil until the answer exists, and empty if it cannot be read.
  public var answer: Data?

  public init(
    person: Person.ID, name: Data, content: Data, startedAt: Date, doneAt: Date? = nil,
    answer: Data? = nil
  ) {
    self.person = person
    self.name = name
    self.content = content
    self.startedAt = startedAt
    self.doneAt = doneAt
    self.answer = answer
  }
}
