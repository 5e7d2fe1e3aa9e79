public import Foundation

/// The stored facts about an open alert, for the people who may see it.
public struct AlarmFacts: Equatable, Sendable {
  public var alert: Alert
  public var escalation: Escalation?
  /// The name of the responder who is on it.
  public var holderName: String?
  /// Responders who were contacted, in the order of their first call; those who left are missing.
  public var recipients: [AlarmDetails.Recipient]
  /// Responders who have not been contacted yet.
  public var waiting: [AlarmDetails.Recipient]

  /// - Parameters:
  ///   - responders: those who may know of it now.
  ///   - deliveries: the messages about it; any order.
  public init(
    alert: Alert, escalation: Escalation? = nil, holderName: String? = nil,
    responders: [Person] = [], deliveries: [Delivery] = []
  ) {
    self.alert = alert
    self.escalation = escalation
    self.holderName = holderName
    let told = escalation?.told ?? []
    let messages = Dictionary(grouping: deliveries, by: \.person)
    recipients = told.compactMap { id in
      responders.first { $0.id == id }.map { person in
        var recipient = AlarmDetails.Recipient(person, messages[id] ?? [])
        recipient.isComing = escalation?.helper(id).isComing ?? false
        recipient.metAt = escalation?.helper(id).reachedAt
        return recipient
      }
    }
    waiting = responders.filter { !told.contains($0.id) }
      .map { AlarmDetails.Recipient(id: $0.id, name: $0.name) }
      .sorted { $0.id < $1.id }
  }
}

/// An open alert, as its person and their responders see it.
public struct AlarmData: Identifiable, Equatable, Codable, Sendable {
  public let id: AlertRecord.ID
  public var kind: Alert.Kind
  public var startedAt: Date
  /// The responder who has answered that they are on it.
  public var holder: Person.ID?
  public var holderName: String?
  public var heldSince: Date?
  /// The responder whom the holder has asked to take over.
  public var offeredTo: Person.ID?
  /// All responders have been called, and none has answered.
  public var isUnanswered: Bool
  /// How many responders have been contacted, without those whom no message can reach.
  public var toldCount: Int
  /// How many responders have answered that they are coming, beside the one who has it.
  public var comingCount: Int
  /// Every responder was tried, and no message can reach any of them.
  public var isUnreachable: Bool
  /// When the next call comes; nil while a responder has the alert.
  public var nextCallAt: Date?

  public init(
    id: AlertRecord.ID, kind: Alert.Kind, startedAt: Date, holder: Person.ID? = nil,
    holderName: String? = nil, heldSince: Date? = nil, offeredTo: Person.ID? = nil,
    isUnanswered: Bool = false, toldCount: Int = 0, comingCount: Int = 0,
    isUnreachable: Bool = false, nextCallAt: Date? = nil
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
    self.comingCount = comingCount
    self.isUnreachable = isUnreachable
    self.nextCallAt = nextCallAt
  }

  public init(_ facts: AlarmFacts) {
    let (escalation, recipients) = (facts.escalation, facts.recipients)
    self.init(
      id: facts.alert.id, kind: facts.alert.kind, startedAt: facts.alert.startedAt,
      holder: escalation?.holder, holderName: facts.holderName,
      heldSince: escalation?.heldSince, offeredTo: escalation?.offeredTo,
      isUnanswered: escalation?.isUnanswered ?? false,
      toldCount: recipients.count { !$0.isUnreachable },
      comingCount: recipients.count { escalation?.helper($0.id).isReliedOn ?? false },
      isUnreachable: !recipients.isEmpty && facts.waiting.isEmpty
        && recipients.allSatisfy(\.isUnreachable),
      nextCallAt: escalation?.isCalling == true ? escalation?.nextFireAt : nil)
  }
}
