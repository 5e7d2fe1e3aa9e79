public import Foundation

/// A request that was sent with an idempotency key, as stored, so that its repeats are known.
///
/// Names neither the key nor what was sent: only hashes, and an answer that nobody can read without
/// what the request was made with.
public struct KeptRequest: Equatable, Sendable {
  public var person: Person.ID
  /// SHA-256 of what it was made with and of its key; unique for a person.
  public var name: Data
  /// SHA-256 of what was sent: a repeat sends the same.
  public var content: Data
  /// Tells one attempt from the next, which takes its place.
  public var startedAt: Date
  /// When what it asked for was stored, in the same transaction.
  public var doneAt: Date?
  /// Sealed by whoever keeps it; nil until it is known.
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
