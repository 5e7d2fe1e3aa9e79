public import Foundation

/// One row-level change a decision asks for. Those that compare must win, or the whole decision is
/// made again from what is stored by then; those that only add or mark may find their work done.
public enum Mutation: Equatable, Sendable {
  case insertPerson(Person)
  case updatePerson(Person)
  /// Removes the person and everything that names them.
  case deletePerson(Person)
  case retireQRCode(RetiredQRCode)
  case insertPicture(Picture)
  case removePictures(Person.ID)
  case insertChannel(Channel)
  /// What went to one address goes to the other, waiting messages included.
  case moveChannels(Person.ID, from: String, to: String)
  case setPreference(Person.ID, key: String, value: String?)

  case insertRelation(Relation, mirror: Relation)
  case updateRelation(Relation, mirror: Relation)
  case deleteRelation(Person.ID, Person.ID)

  case insertCheckIn(CheckIn)
  case insertWatch(Watch)
  case updateWatch(Watch, from: Watch)

  case insertPause(Pause)
  /// The same pause with another end.
  case updatePause(Pause)

  case insertTravel(Travel)
  case updateTravel(Travel, from: Travel)

  case insertAlert(Alert)
  case endAlert(AlertRecord.ID, at: Date, reason: Alert.EndReason)

  /// Nil for everybody at once.
  case setEscalationPlan(Person.ID, EscalationPlan?)
  case insertEscalation(Escalation)
  case updateEscalation(Escalation, from: Escalation)

  case insertPing(Ping)
  case updatePing(Ping, from: Ping)

  case markRead(NotificationData.ID, Person.ID, at: Date)
  case markAllRead(Person.ID, upTo: Date)
  case clearNotification(NotificationData.ID, Person.ID)
  case clearNotifications(Person.ID, upTo: Date)

  case noteRung(Delivery.ID, Rung, at: Date)
  case postponeDeliveries(NotificationData.ID, until: Date)
  case withdrawDeliveries(NotificationData.ID, at: Date)

  case insertCode(OneTimeCode)
  case countAttempt(OneTimeCode.ID, from: Int)
  case useCode(OneTimeCode.ID, at: Date)
  case insertSession(Session)
  case revokeSession(SessionID, Person.ID, at: Date)
}
