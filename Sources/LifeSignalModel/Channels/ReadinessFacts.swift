public import Foundation

/// The facts from which a person's readiness is computed.
public struct ReadinessFacts: Equatable, Sendable {
  /// One channel that could deliver an alert.
  public struct Way: Equatable, Sendable {
    public var kind: ChannelKind
    /// When a carrier last accepted a message, or the recipient's device last reported back.
    public var lastSuccess: Date?
    /// When a message was last given up.
    public var lastFailure: Date?
    /// When a push service last accepted a message: it accepts them also for a browser that is
    /// never opened any more.
    public var takenAt: Date?
    /// When the person proved that it is theirs.
    public var addedAt: Date?

    public init(
      kind: ChannelKind, lastSuccess: Date? = nil, lastFailure: Date? = nil, takenAt: Date? = nil,
      addedAt: Date? = nil
    ) {
      self.kind = kind
      self.lastSuccess = lastSuccess
      self.lastFailure = lastFailure
      self.takenAt = takenAt
      self.addedAt = addedAt
    }

    var hasFailed: Bool {
      guard let lastFailure else { return false }
      return [lastSuccess, takenAt].compactMap(\.self).allSatisfy { $0 < lastFailure }
    }

    /// The newest evidence that the channel works.
    var evidence: Date? { [lastSuccess, addedAt].newest }
  }

  /// A person who would be notified.
  public struct Responder: Equatable, Sendable {
    public var name: String
    public var ways: [Way]

    public init(name: String, ways: [Way]) {
      self.name = name
      self.ways = ways
    }
  }

  public var ways: [Way]
  public var responders: [Responder]

  public init(ways: [Way], responders: [Responder]) {
    self.ways = ways
    self.responders = responders
  }
}

extension ReadinessFacts {
  init(
    _ facts: ChannelFacts, deliveries: [Delivery], links: [Drill.Link], responders: [Responder]
  ) {
    self.init(
      ways: facts.alive.map { Way($0, deliveries: deliveries, links: links) },
      responders: responders)
  }
}

extension ReadinessFacts.Responder {
  /// - Parameters:
  ///   - able: the kinds of channel by which this server can deliver an alert.
  ///   - deliveries: the newest messages to them.
  ///   - links: of their last drill.
  public init(
    _ recipient: Recipient, able: Set<ChannelKind>, deliveries: [Delivery], links: [Drill.Link]
  ) {
    let person = recipient.person
    self.init(
      name: person.profile.firstName.isEmpty ? person.name : person.profile.firstName,
      ways: recipient.channels.filter { $0.isOn && able.contains($0.kind) }
        .map { ReadinessFacts.Way($0, deliveries: deliveries, links: links) })
  }
}

extension ReadinessFacts.Way {
  init(_ channel: Channel, deliveries: [Delivery], links: [Drill.Link]) {
    let mine = deliveries.filter { $0.channel == channel.id }
    let link = links.first { $0.channel == channel.id }
    let isPush = channel.kind.isPush
    let heard = isPush ? channel.heardAt ?? channel.createdAt : channel.heardAt
    let taken = (mine.map(\.acceptedAt) + [link?.lastSuccess]).newest
    self.init(
      kind: channel.kind, lastSuccess: isPush ? heard : [taken, heard].newest,
      lastFailure: (mine.map(\.failedAt) + [link?.lastFailure]).newest,
      takenAt: isPush ? taken : nil, addedAt: isPush ? nil : channel.createdAt)
  }
}

extension Delivery {
  /// When it was given up because it failed, and not because it was withdrawn.
  var failedAt: Date? { state == .dead && !isWithdrawn ? nextAttemptAt : nil }
}

extension [Date?] {
  var newest: Date? { compactMap(\.self).max() }
}
