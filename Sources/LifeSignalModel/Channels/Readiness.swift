public import Foundation

/// How certain it is that an alert of this person reaches a responder, and that the person receives
/// the news of it: one number, and the change that would improve it most.
public struct Readiness: Equatable, Codable, Sendable {
  /// The improvement that would help most.
  public enum Weakest: String, Equatable, Codable, Sendable, CaseIterable {
    /// No improvement is visible from here.
    case nothing
    /// No alert could be delivered to the person.
    case noChannel
    case noResponder
    /// None of the responders could be notified.
    case noResponderReached
    case oneResponder
    /// Some responders could not be notified.
    case someRespondersUnreached
    /// No message has been known to reach one of the responders for weeks.
    case responderSilent
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
  /// The kind of the affected channel, where it is one of the person's own.
  public var kind: ChannelKind?
  /// The name of the affected responder, where there is one. Their channels are never revealed.
  public var name: String?
  /// Whole weeks in which no message has reached them.
  public var weeks: Int?
  /// When the last drill ended; nil before the first.
  public var drilledAt: Date?

  public init(
    score: Int = 0, weakest: Weakest = .nothing, kind: ChannelKind? = nil, name: String? = nil,
    weeks: Int? = nil, drilledAt: Date? = nil
  ) {
    self.score = score
    self.weakest = weakest
    self.kind = kind
    self.name = name
    self.weeks = weeks
    self.drilledAt = drilledAt
  }
}

extension Readiness {
  /// The weakest link, and what to do about it.
  public var words: Phrase {
    let way = kind.map { TimelineWords.way([$0]) } ?? .empty
    return switch weakest {
    case .nothing: "We can contact your responders, and reach you in more than one way."
    case .noChannel: "No alert can reach you. Add a contact method."
    case .noResponder: "No one would be contacted. Ask someone to be your responder."
    case .noResponderReached:
      "None of your responders can be reached. Ask one to switch on notifications."
    case .oneResponder: "Only one person would be contacted. Ask a second one to be your responder."
    case .someRespondersUnreached:
      if let name {
        "\(name) cannot be reached. Ask them to look at how they are reached."
      } else {
        "Some of your responders cannot be reached. Ask them to switch on notifications."
      }
    case .responderSilent: silence
    case .allFailed: "The last message to you did not get through. Send yourself a test."
    case .oneFailed: "The last message did not get through: \(way). Send yourself a test."
    case .oneChannel: "We can reach you in one way only: \(way). Add a second one."
    case .untested: "Nothing has been sent to you lately. Send yourself a test."
    }
  }

  private var silence: Phrase {
    let (name, weeks) = (name ?? "", weeks ?? 2)
    return .counting(
      weeks,
      one: "Nothing has reached \(name) for \(weeks) week. Ask them to open LifeSignal.",
      other: "Nothing has reached \(name) for \(weeks) weeks. Ask them to open LifeSignal.")
  }
}
