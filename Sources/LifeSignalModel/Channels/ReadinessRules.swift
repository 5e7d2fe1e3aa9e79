public import Foundation

/// What the readiness of a person is read from.
public struct ReadinessFacts: Equatable, Sendable {
  /// One channel an alarm could come by.
  public struct Way: Equatable, Sendable {
    public var kind: ChannelKind
    /// When a carrier last took a message, or something there last said that it is there.
    public var lastSuccess: Date?
    /// When a message was last given up.
    public var lastFailure: Date?

    public init(kind: ChannelKind, lastSuccess: Date? = nil, lastFailure: Date? = nil) {
      self.kind = kind
      self.lastSuccess = lastSuccess
      self.lastFailure = lastFailure
    }

    var hasFailed: Bool {
      guard let lastFailure else { return false }
      return lastSuccess.map { $0 < lastFailure } ?? true
    }
  }

  public struct Responders: Equatable, Sendable {
    public var count: Int
    /// Those with a channel an alarm can come by.
    public var reachable: Int

    public init(count: Int = 0, reachable: Int = 0) {
      self.count = count
      self.reachable = reachable
    }
  }

  public var ways: [Way]
  public var responders: Responders

  public init(ways: [Way], responders: Responders) {
    self.ways = ways
    self.responders = responders
  }
}

extension ReadinessFacts {
  init(_ facts: ChannelFacts, deliveries: [Delivery], responders: Responders) {
    let able = facts.all.filter { $0.isOn && facts.able.contains($0.kind) }
    self.init(
      ways: able.map { channel in
        let mine = deliveries.filter { $0.channel == channel.id }
        let heard = channel.kind.isPush ? channel.heardAt ?? channel.createdAt : nil
        return Way(
          kind: channel.kind,
          lastSuccess: (mine.compactMap(\.acceptedAt) + [heard, channel.heardAt].compactMap(\.self))
            .max(),
          lastFailure: mine.filter { $0.state == .dead && !$0.isWithdrawn }.map(\.nextAttemptAt)
            .max())
      }, responders: responders)
  }
}

/// One number from what is known, without asking anybody.
public enum ReadinessRules {
  /// Seconds after which a browser that has not been heard of counts as gone.
  public static let silence: TimeInterval = 60 * 86_400

  /// Half of the number is the person's own channels, half their responders.
  ///
  /// Of a half: 30 for one that works and 20 for a second one that does. A channel whose last message
  /// failed does not work, nor does a device that has been silent for 60 days; nothing yet sent takes
  /// 10 away.
  public static func judge(_ facts: ReadinessFacts, at now: Date) -> Readiness {
    let alive = facts.ways.filter { way in
      !way.kind.isPush || way.lastSuccess.map { $0 + silence > now } ?? false
    }
    let working = alive.filter { !$0.hasFailed }
    let proven = working.contains { $0.lastSuccess != nil }
    // Two browsers may lie in one house: a second way is one of another kind.
    let kinds = Set(working.map(\.kind)).count
    var score = kinds == 0 ? 0 : kinds == 1 ? 30 : 50
    if kinds > 0, !proven { score -= 10 }
    let reachable = facts.responders.reachable
    score += reachable == 0 ? 0 : reachable == 1 ? 30 : 50
    if reachable > 1, reachable < facts.responders.count { score -= 5 }
    if kinds > 1, working.count < alive.count { score -= 5 }
    let (weakest, kind) = weakest(facts, alive, working, proven: proven)
    return Readiness(score: score, weakest: weakest, kind: kind)
  }

  /// What would help most comes first.
  private static func weakest(
    _ facts: ReadinessFacts, _ alive: [ReadinessFacts.Way], _ working: [ReadinessFacts.Way],
    proven: Bool
  ) -> (Readiness.Weakest, ChannelKind?) {
    let responders = facts.responders
    let failed = alive.first { $0.hasFailed }?.kind
    if responders.count == 0 { return (.noResponder, nil) }
    if responders.reachable == 0 { return (.noResponderReached, nil) }
    if alive.isEmpty { return (.noChannel, nil) }
    if working.isEmpty { return (.allFailed, failed) }
    if responders.count == 1 { return (.oneResponder, nil) }
    if responders.reachable < responders.count { return (.someRespondersUnreached, nil) }
    if let failed { return (.oneFailed, failed) }
    if Set(working.map(\.kind)).count == 1 { return (.oneChannel, working.first?.kind) }
    if !proven { return (.untested, working.first?.kind) }
    return (.nothing, nil)
  }
}
