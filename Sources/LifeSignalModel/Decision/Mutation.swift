public import Foundation

/// One row-level change a decision asks for. A change that compares must win, or the whole decision
/// is made again from the rows stored by then; a change that only adds or marks may find its work
/// done.
public enum Mutation: Equatable, Sendable {
  case insertPerson(Person)
  case updatePerson(Person)
  /// Removes the person and everything that names them.
  case deletePerson(Person)
  case retireQRCode(RetiredQRCode)
  case insertPicture(Picture)
  case removePictures(Person.ID)
  /// Inserts the channel. Re-enables an existing one, unless the person has switched it off or
  /// removed it.
  case insertChannel(Channel)
  /// Updates everything but its owner.
  case updateChannel(Channel)
  case deleteChannel(Channel.ID)
  /// Re-enables a channel that is off for any reason; does nothing without such a channel.
  case enableChannel(Person.ID, ChannelKind, address: String)
  case hearChannel(Channel.ID, at: Date)
  /// Withdraws the messages that wait for this channel, except alerts; with `keepsNotices` security
  /// notices stay too.
  case withdrawFromChannel(Channel.ID, Person.ID, keepsNotices: Bool, at: Date)
  /// Stops everything to this channel, if it still has this address where one is given: a carrier's report
  /// about a number must not switch off the address that replaced it.
  case disableChannel(Channel.ID, address: String? = nil, at: Date)
  /// Moves everything addressed to one address to the other, waiting messages included.
  case moveChannels(Person.ID, from: String, to: String)
  case setPreference(Person.ID, key: String, value: String?)

  case insertDrill(Drill)
  /// Only while the row is still the old one.
  case updateDrill(Drill, from: Drill)

  case insertRelation(Relation, mirror: Relation)
  case updateRelation(Relation, mirror: Relation)
  case deleteRelation(Person.ID, Person.ID)
  /// Replaces the stored history of the two.
  case keepRequestHistory(RequestHistory)
  case forgetRequestHistory(owner: Person.ID, asker: Person.ID)

  case insertCheckIn(CheckIn)
  case insertWatch(Watch)
  case updateWatch(Watch, from: Watch)

  case insertPause(PauseRecord)
  /// The same pause with another end.
  case updatePause(PauseRecord)

  case insertThing(Thing)
  case updateThing(Thing, from: Thing)
  case deleteThing(Thing.ID, Person.ID)
  case setEvidenceRule(Person.ID, EvidenceRule)

  case insertCheckInSheet(CheckInSheet, [CheckInCode])
  /// All valid sheets of the person.
  case voidCheckInSheets(Person.ID, at: Date)
  /// Used once: loses if it has been used before.
  case useCheckInCode(CheckInCode.ID, at: Date, dueAt: Date)
  /// The watch has examined it.
  case settleCheckInCode(CheckInCode.ID)

  case insertTravel(Travel)
  /// `from` is nil when not every value could be read: the row is replaced, whatever it contains.
  case updateTravel(Travel, from: Travel?)

  case insertAlert(Alert)
  case endAlert(AlertRecord.ID, at: Date, reason: Alert.EndReason)
  /// This person's call for help with this key is this alert, also when it arrives again.
  case keepAlertKey(String, of: Person.ID, alert: AlertRecord.ID)

  /// Nil calls everyone immediately.
  case setEscalationPlan(Person.ID, EscalationPlan?)
  case insertEscalation(Escalation)
  case updateEscalation(Escalation, from: Escalation)

  case insertPing(Ping)
  /// `from` is nil when not every value could be read.
  case updatePing(Ping, from: Ping?)

  /// Makes the deadline due at `at` in the stage of the alert, even if the row is unreadable.
  case requeueWatch(Person.ID, at: Date)
  case requeueTravel(TravelData.ID, at: Date)
  /// Restores missing sides of this person's relations from the sides that exist.
  case restoreRelations(of: Person.ID)
  /// Calls everyone for this alert at `at`, or asks the responder who has it, even if its row is
  /// unreadable or missing. `steps` name the people who may know of a duress alert; they are empty for
  /// other alerts, and where no audience is known.
  case requeueEscalation(AlertRecord.ID, steps: [EscalationPlan.Step] = [], at: Date)
  /// Makes the delivery due at `at`, even if a loop has leased it.
  case requeueDelivery(Delivery.ID, at: Date)
  /// Makes a dead one due at `at`.
  case reviveDelivery(Delivery.ID, at: Date, giveUpAt: Date)

  case markRead(NotificationData.ID, Person.ID, at: Date)
  case markAllRead(Person.ID, upTo: Date)
  case clearNotification(NotificationData.ID, Person.ID)
  case clearNotifications(Person.ID, upTo: Date)

  case noteRung(Delivery.ID, Rung, at: Date)
  /// The entry's channels of a higher rank.
  case postponeDeliveries(NotificationData.ID, above: Int, until: Date)
  /// The waiting rows of higher rank of the same entry; all of its waiting rows for nil.
  case withdrawDeliveries(NotificationData.ID, above: Int?, at: Date)
  /// From accepted to dead: the carrier could not deliver it.
  case bounceDelivery(Delivery.ID, reason: String, at: Date)
  /// From ready to dead; does nothing in any other state.
  case abandonDelivery(Delivery.ID, reason: String, at: Date)
  /// Makes the entry's next untried channel due at `at`.
  case advanceDelivery(NotificationData.ID, to: Date)

  /// Records a reply once: loses if the reply has been recorded before.
  case insertReply(Reply.ID, at: Date)

  case insertCode(OneTimeCode)
  case countAttempt(OneTimeCode.ID, from: Int)
  case useCode(OneTimeCode.ID, at: Date)
  case insertSession(Session)
  case revokeSession(SessionID, Person.ID, at: Date)
  case revokeOtherSessions(Person.ID, than: SessionID, at: Date)
  case noteSessionUse(SessionID, at: Date)
  /// Never to an earlier end.
  case renewSession(SessionID, until: Date)
  /// Loses when the session has got another end in the meantime.
  case noteSessionWarning(SessionID, of: Date)
  /// Loses when the session has ended in the meantime.
  case proveSession(SessionID, Person.ID, at: Date)

  case insertPasskey(Passkey)
  /// Loses unless the count was `from`.
  case usePasskey(Passkey, from: UInt32)
  case renamePasskey(Passkey.ID, Person.ID, to: String)
  case deletePasskey(Passkey.ID, Person.ID)

  case insertAccessToken(AccessToken)
  case revokeAccessToken(AccessToken.ID, Person.ID, at: Date)
  case noteAccessTokenUse(AccessToken.ID, at: Date)

  case insertInvitation(Invitation)
  /// Loses when it has been used or withdrawn in the meantime.
  case useInvitation(Invitation.ID, by: Person.ID, at: Date)
  /// Grants its wish, once; uses it up unless it opened this person's account.
  case acceptInvitation(Invitation.ID, by: Person.ID, at: Date)
  case withdrawInvitation(Invitation.ID, at: Date)
}
