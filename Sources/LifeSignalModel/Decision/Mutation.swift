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
  /// One that is there already goes on again, unless the person has switched it off or removed it.
  case insertChannel(Channel)
  /// Everything about it but whose it is.
  case updateChannel(Channel)
  case deleteChannel(Channel.ID)
  /// On again, whatever it was off for; without such a channel nothing happens.
  case enableChannel(Person.ID, ChannelKind, address: String)
  case hearChannel(Channel.ID, at: Date)
  /// What waits to go there and is no alarm; with `keepsNotices` security notices stay too.
  case withdrawFromChannel(Channel.ID, Person.ID, keepsNotices: Bool, at: Date)
  /// Nothing more is sent there.
  case disableChannel(Channel.ID, at: Date)
  /// What went to one address goes to the other, waiting messages included.
  case moveChannels(Person.ID, from: String, to: String)
  case setPreference(Person.ID, key: String, value: String?)

  case insertDrill(Drill)
  /// Only while the row is the old one.
  case updateDrill(Drill, from: Drill)

  case insertRelation(Relation, mirror: Relation)
  case updateRelation(Relation, mirror: Relation)
  case deleteRelation(Person.ID, Person.ID)
  /// In place of what is stored of the two.
  case keepRequestHistory(RequestHistory)
  case forgetRequestHistory(owner: Person.ID, asker: Person.ID)

  case insertCheckIn(CheckIn)
  case insertWatch(Watch)
  case updateWatch(Watch, from: Watch)

  case insertPause(Pause)
  /// The same pause with another end.
  case updatePause(Pause)

  case insertThing(Thing)
  case updateThing(Thing, from: Thing)
  case deleteThing(Thing.ID, Person.ID)
  case setEvidenceRule(Person.ID, EvidenceRule)

  case insertCheckInSheet(CheckInSheet, [CheckInCode])
  /// All of the person's that are not.
  case voidCheckInSheets(Person.ID, at: Date)
  /// Used once: loses when it has been.
  case useCheckInCode(CheckInCode.ID, at: Date, dueAt: Date)
  /// The watch has looked at it.
  case settleCheckInCode(CheckInCode.ID)

  case insertTravel(Travel)
  case updateTravel(Travel, from: Travel)

  case insertAlert(Alert)
  case endAlert(AlertRecord.ID, at: Date, reason: Alert.EndReason)
  /// This person's call for help with this key is this alert, also when it arrives again.
  case keepAlertKey(String, of: Person.ID, alert: AlertRecord.ID)

  /// Nil for everybody at once.
  case setEscalationPlan(Person.ID, EscalationPlan?)
  case insertEscalation(Escalation)
  case updateEscalation(Escalation, from: Escalation)

  case insertPing(Ping)
  case updatePing(Ping, from: Ping)

  /// Due at `at` in the stage of the alarm, also when the row cannot be read.
  case requeueWatch(Person.ID, at: Date)
  case requeueTravel(TravelData.ID, at: Date)
  /// Sides of this person's relations that are missing are made of those that are there.
  case restoreRelations(of: Person.ID)
  /// Everybody is called for this alarm at `at`, also when its row cannot be read or is not there.
  /// `steps` name those who may know of a silent one; of other alarms, and where nobody is known, none.
  case requeueEscalation(AlertRecord.ID, steps: [EscalationPlan.Step] = [], at: Date)
  /// Due at `at`, whoever has leased it.
  case requeueDelivery(Delivery.ID, at: Date)
  /// One that is dead is due at `at`.
  case reviveDelivery(Delivery.ID, at: Date, giveUpAt: Date)

  case markRead(NotificationData.ID, Person.ID, at: Date)
  case markAllRead(Person.ID, upTo: Date)
  case clearNotification(NotificationData.ID, Person.ID)
  case clearNotifications(Person.ID, upTo: Date)

  case noteRung(Delivery.ID, Rung, at: Date)
  /// The entry's channels of a higher rank.
  case postponeDeliveries(NotificationData.ID, above: Int, until: Date)
  /// The entry's rows of a higher rank that wait.
  case withdrawDeliveries(NotificationData.ID, above: Int, at: Date)
  /// From taken to dead: the carrier could not bring it.
  case bounceDelivery(Delivery.ID, reason: String, at: Date)
  /// From ready to dead; nothing where it is in any other state.
  case abandonDelivery(Delivery.ID, reason: String, at: Date)
  /// The entry's next channel that has not been tried is due at `at`.
  case advanceDelivery(NotificationData.ID, to: Date)

  /// Heard once: loses when it has been heard before.
  case insertReply(Reply.ID, at: Date)

  case insertCode(OneTimeCode)
  case countAttempt(OneTimeCode.ID, from: Int)
  case useCode(OneTimeCode.ID, at: Date)
  case insertSession(Session)
  case revokeSession(SessionID, Person.ID, at: Date)
  case revokeOtherSessions(Person.ID, than: SessionID, at: Date)
  case noteSessionUse(SessionID, at: Date)
  /// Loses when the session has ended meanwhile.
  case proveSession(SessionID, Person.ID, at: Date)

  case insertPasskey(Passkey)
  /// Loses unless the count was `from`.
  case usePasskey(Passkey, from: UInt32)
  case renamePasskey(Passkey.ID, Person.ID, to: String)
  case deletePasskey(Passkey.ID, Person.ID)

  case insertAccessToken(AccessToken)
  case revokeAccessToken(AccessToken.ID, Person.ID, at: Date)
  case noteAccessTokenUse(AccessToken.ID, at: Date)
}
