public import Foundation

/// One of the viewer's own channels, as they see it.
public struct ChannelData: Identifiable, Equatable, Codable, Sendable {
  public enum State: String, Equatable, Codable, Sendable, CaseIterable {
    case on
    /// A code was sent there and has not come back.
    case unverified
    /// By the person.
    case off
    /// Messages could not be delivered there.
    case dead
  }

  /// How far the newest test has come.
  public struct Test: Equatable, Codable, Sendable {
    public enum Stage: String, Equatable, Codable, Sendable, CaseIterable {
      case queued, accepted, shown, opened, failed
    }
    public var sentAt: Date
    public var stage: Stage

    public init(sentAt: Date, stage: Stage) {
      self.sentAt = sentAt
      self.stage = stage
    }
  }

  public let id: Channel.ID
  public var kind: ChannelKind
  /// For a browser only its push service.
  public var address: String
  public var state: State
  public var quiet: Channel.Quiet
  /// Whether this server can deliver anything there.
  public var isAble: Bool
  public var createdAt: Date
  public var test: Test?

  public init(
    id: Channel.ID, kind: ChannelKind, address: String, state: State = .on,
    quiet: Channel.Quiet = .notices, isAble: Bool = true, createdAt: Date, test: Test? = nil
  ) {
    self.id = id
    self.kind = kind
    self.address = address
    self.state = state
    self.quiet = quiet
    self.isAble = isAble
    self.createdAt = createdAt
    self.test = test
  }

  /// Whether a test message can be sent there: a test never places a phone call.
  public var canBeTested: Bool { state == .on && isAble && kind.carries(.information) }
}

/// Everything about how the viewer is reached.
public struct ChannelList: Equatable, Codable, Sendable {
  /// In the order in which they are tried.
  public var channels: [ChannelData]
  public var quietHours: QuietHours?
  /// The kinds for which addresses can be added.
  public var offered: [ChannelKind]
  public var readiness: Readiness

  public init(
    channels: [ChannelData] = [], quietHours: QuietHours? = nil, offered: [ChannelKind] = [],
    readiness: Readiness = Readiness()
  ) {
    self.channels = channels
    self.quietHours = quietHours
    self.offered = offered
    self.readiness = readiness
  }
}

extension ChannelList {
  /// - Parameters:
  ///   - deliveries: the newest messages to the person, newest first.
  ///   - drill: nil before the first is planned.
  public init(
    _ facts: ChannelFacts, deliveries: [Delivery], drill: Drill?,
    responders: [ReadinessFacts.Responder], at now: Date
  ) {
    var readiness = ReadinessRules.judge(
      ReadinessFacts(
        facts, deliveries: deliveries, links: drill?.links ?? [], responders: responders),
      at: now)
    readiness.drilledAt = drill?.endedAt
    self.init(
      channels: facts.listed.map { channel in
        ChannelData(
          channel, isAble: facts.able.contains(channel.kind),
          test: deliveries.first { $0.isTest && $0.channel == channel.id })
      },
      quietHours: facts.me.person.quietHours, offered: facts.offered,
      readiness: readiness)
  }
}

extension ChannelData {
  init(_ channel: Channel, isAble: Bool, test: Delivery?) {
    let state: State =
      switch channel.off {
      case _ where channel.isOn: .on
      case .unverified: .unverified
      case .byPerson: .off
      case .removed, .stopped, nil: .dead
      }
    self.init(
      id: channel.id, kind: channel.kind, address: channel.exportedAddress, state: state,
      quiet: channel.quiet, isAble: isAble, createdAt: channel.createdAt,
      test: test.map { Test(sentAt: $0.createdAt, stage: $0.testStage) })
  }
}

extension Delivery {
  fileprivate var testStage: ChannelData.Test.Stage {
    switch rung {
    case _ where state == .dead: .failed
    case .queued: .queued
    case .accepted: .accepted
    case .shown: .shown
    case .opened: .opened
    }
  }
}
