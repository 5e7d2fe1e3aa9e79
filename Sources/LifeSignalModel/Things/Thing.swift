public import Foundation

/// A device that reports automatically that a person lives: a plug under a kettle, a sensor at a
/// door, a script. It knows one address and nothing else, and uses it as it would use the service
/// Healthchecks.
public struct Thing: Identifiable, Equatable, Sendable {
  public typealias ID = Identifier<Thing>

  public var id: ID
  public var person: Person.ID
  /// 1–60 characters, for its owner alone.
  public var name: String
  public var kind: ThingKind
  /// SHA-256 of the token in its address; the token itself is stored nowhere.
  public var tokenHash: Data
  /// Whether its signals are evidence for a check-in.
  public var counts: Bool
  /// By the clocks of the ``EvidenceRule``: a signal at this time or later is no evidence that day.
  public var before: TimeOfDay?
  public var createdAt: Date
  /// Set while the device is switched off: then its signals are ignored.
  public var offAt: Date?

  /// When each kind of signal was last received; see ``HearingRules/least``.
  public var succeededAt: Date?
  public var failedAt: Date?
  public var startedAt: Date?
  public var loggedAt: Date?
  /// The last signal that came before ``before``; for a link, the last one that was not held back.
  public var metAt: Date?
  /// When a signal was last entered in the timeline of an alert.
  public var shownAt: Date?
  /// Raised by every change.
  public var gen: Int64

  public init(
    id: ID, person: Person.ID, name: String, kind: ThingKind, tokenHash: Data,
    counts: Bool = true, before: TimeOfDay? = nil, createdAt: Date, offAt: Date? = nil,
    succeededAt: Date? = nil, failedAt: Date? = nil, startedAt: Date? = nil,
    loggedAt: Date? = nil, metAt: Date? = nil, shownAt: Date? = nil, gen: Int64 = 0
  ) {
    self.id = id
    self.person = person
    self.name = name
    self.kind = kind
    self.tokenHash = tokenHash
    self.counts = counts
    self.before = before
    self.createdAt = createdAt
    self.offAt = offAt
    self.succeededAt = succeededAt
    self.failedAt = failedAt
    self.startedAt = startedAt
    self.loggedAt = loggedAt
    self.metAt = metAt
    self.shownAt = shownAt
    self.gen = gen
  }

  public var isOn: Bool { offAt == nil }

  /// Whether it has reported a failure, and no success since.
  public var isFailing: Bool {
    failedAt.map { $0 > succeededAt ?? .distantPast } ?? false
  }

  /// Whether it is a link whose last signal had no effect: a pause was on, or the deadline was
  /// missed.
  public var isHeldBack: Bool { kind == .link && succeededAt != nil && metAt != succeededAt }

  /// The last signal of any kind.
  public var heardAt: Date? {
    [succeededAt, failedAt, startedAt, loggedAt].compactMap { $0 }.max()
  }
}

extension Thing {
  /// When a signal of this kind was last received.
  subscript(signal: ThingSignal) -> Date? {
    get {
      switch signal {
      case .success: succeededAt
      case .failure: failedAt
      case .start: startedAt
      case .log: loggedAt
      }
    }
    set {
      switch signal {
      case .success: succeededAt = newValue
      case .failure: failedAt = newValue
      case .start: startedAt = newValue
      case .log: loggedAt = newValue
      }
    }
  }
}
