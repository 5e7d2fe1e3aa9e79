public import Foundation

/// What is stored about an alarm that is on, for whoever may see it.
public struct AlarmFacts: Equatable, Sendable {
  public var alert: Alert
  public var escalation: Escalation?
  /// The name of whoever sees to it.
  public var holderName: String?

  public init(alert: Alert, escalation: Escalation? = nil, holderName: String? = nil) {
    self.alert = alert
    self.escalation = escalation
    self.holderName = holderName
  }
}

/// An alarm that is on, as its person and their responders see it.
public struct AlarmData: Identifiable, Equatable, Codable, Sendable {
  public let id: AlertRecord.ID
  public var kind: Alert.Kind
  public var startedAt: Date
  /// Who has said that they see to it.
  public var holder: Person.ID?
  public var holderName: String?
  public var heldSince: Date?
  /// Whom they have asked to take over.
  public var offeredTo: Person.ID?
  /// Everybody has been called, and nobody has answered.
  public var isUnanswered: Bool
  /// How many responders have been called.
  public var toldCount: Int
  /// When somebody is called next; nil while somebody has it.
  public var nextCallAt: Date?

  public init(
    id: AlertRecord.ID, kind: Alert.Kind, startedAt: Date, holder: Person.ID? = nil,
    holderName: String? = nil, heldSince: Date? = nil, offeredTo: Person.ID? = nil,
    isUnanswered: Bool = false, toldCount: Int = 0, nextCallAt: Date? = nil
  ) {
    self.id = id
    self.kind = kind
    self.startedAt = startedAt
    self.holder = holder
    self.holderName = holderName
    self.heldSince = heldSince
    self.offeredTo = offeredTo
    self.isUnanswered = isUnanswered
    self.toldCount = toldCount
    self.nextCallAt = nextCallAt
  }

  public init(_ facts: AlarmFacts) {
    let escalation = facts.escalation
    self.init(
      id: facts.alert.id, kind: facts.alert.kind, startedAt: facts.alert.startedAt,
      holder: escalation?.holder, holderName: facts.holderName,
      heldSince: escalation?.heldSince, offeredTo: escalation?.offeredTo,
      isUnanswered: escalation?.isUnanswered ?? false, toldCount: escalation?.told.count ?? 0,
      nextCallAt: escalation?.isCalling == true ? escalation?.nextFireAt : nil)
  }
}
