public import Foundation

/// A device as its owner sees it.
public struct ThingData: Identifiable, Equatable, Codable, Sendable {
  public var id: Thing.ID
  public var settings: ThingSettings
  public var createdAt: Date
  /// The last signal of any kind, to the minute; nil before the first.
  public var heardAt: Date?
  /// Whether it has reported a failure, and no success since.
  public var isFailing: Bool

  public init(
    id: Thing.ID, settings: ThingSettings, createdAt: Date, heardAt: Date? = nil,
    isFailing: Bool = false
  ) {
    self.id = id
    self.settings = settings
    self.createdAt = createdAt
    self.heardAt = heardAt
    self.isFailing = isFailing
  }

  public init(_ thing: Thing) {
    self.init(
      id: thing.id,
      settings: ThingSettings(
        name: thing.name, kind: thing.kind, counts: thing.counts, before: thing.before,
        isOn: thing.isOn),
      createdAt: thing.createdAt, heardAt: thing.heardAt, isFailing: thing.isFailing)
  }
}

extension ThingData {
  /// The title its owner sees: the name of a device, and a fixed title for a link.
  public var title: Phrase {
    settings.kind == .link ? settings.kind.name : Phrase(verbatim: settings.name)
  }
}

/// The settings of a device that its owner may change.
public struct ThingSettings: Equatable, Codable, Sendable {
  /// 1–60 characters.
  public var name: String
  public var kind: ThingKind
  /// Whether its signals are evidence for a check-in.
  public var counts: Bool
  /// A signal at this time or later is no evidence that day.
  public var before: TimeOfDay?
  public var isOn: Bool

  public init(
    name: String, kind: ThingKind, counts: Bool = true, before: TimeOfDay? = nil,
    isOn: Bool = true
  ) {
    self.name = name
    self.kind = kind
    self.counts = counts
    self.before = before
    self.isOn = isOn
  }
}

/// All devices of a person, the oldest first, and the rule for their signals.
public struct ThingList: Equatable, Codable, Sendable {
  public var things: [ThingData]
  public var rule: EvidenceRule

  public init(things: [ThingData] = [], rule: EvidenceRule = .standard) {
    self.things = things
    self.rule = rule
  }
}

/// A device's token, which is shown only this once.
public struct ThingKey: Equatable, Codable, Sendable {
  public var id: Thing.ID
  /// A UUID of 122 random bits, in lower case: clients of Healthchecks accept nothing else.
  public var token: String

  public init(id: Thing.ID, token: String) {
    self.id = id
    self.token = token
  }

  /// Relative to the server.
  public var path: String { "/ping/\(token)" }
}
