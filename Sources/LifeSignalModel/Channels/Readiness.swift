/// How sure it is that an alarm of this person reaches somebody, and they its news: one number, and the
/// one thing that would make it better.
public struct Readiness: Equatable, Codable, Sendable {
  /// What would help most.
  public enum Weakest: String, Equatable, Codable, Sendable, CaseIterable {
    /// Nothing that could be seen from here.
    case nothing
    /// No alarm could be brought to the person.
    case noChannel
    case noResponder
    /// None of the responders could be told.
    case noResponderReached
    case oneResponder
    /// Some responders could not be told.
    case someRespondersUnreached
    /// The last message by every channel has failed.
    case allFailed
    /// The last message by one of several channels has failed.
    case oneFailed
    /// If the only channel fails there is no other.
    case oneChannel
    /// Nothing has gone out by any of them lately.
    case untested
  }

  /// 0–100.
  public var score: Int
  public var weakest: Weakest
  /// Of the channel that is meant, where one is.
  public var kind: ChannelKind?

  public init(score: Int = 0, weakest: Weakest = .nothing, kind: ChannelKind? = nil) {
    self.score = score
    self.weakest = weakest
    self.kind = kind
  }
}
