public import Foundation

/// Everything that can be asked of the safety network. Whom it concerns besides the actor is named
/// here; who asks is the ``Actor``.
public enum Command: Equatable, Sendable {
  // MARK: Auth

  /// By a visitor, to sign in; by a member, to move to this number. `network` names where the
  /// request comes from, for the limit per network.
  case requestCode(phoneNumber: String, region: Region, network: String)
  /// By a visitor. `label` is what the person will recognise the new session by.
  case verifyCode(OneTimeCode.ID, code: String, label: String)
  /// One of the member's own, this device's or another's; its streams end at once.
  case signOut(SessionID)
  /// Every session of the member but this one.
  case endOtherSessions(than: SessionID)
  /// By the system, for the operator: every session and access token of whoever has this number.
  case endAllSessions(phoneNumber: String, region: Region)
  /// By the system: nothing more is sent to the device of a session that has run out.
  case endPush(SessionID, of: Person.ID)
  /// To the member's own number; see ``ProofRules``.
  case requestProofCode(network: String)
  /// By a session, which counts as proven for a while with the right code.
  case proveIdentity(OneTimeCode.ID, code: String)

  // MARK: Passkeys

  /// By a visitor. `label` as with a code.
  case signInWithPasskey(PasskeyAnswer, label: String)
  /// By a session, which counts as proven for a while.
  case proveWithPasskey(PasskeyAnswer)
  /// `name` is what the member recognises it by, 1–60 characters.
  case registerPasskey(PasskeyAnswer, name: String)
  case renamePasskey(Passkey.ID, to: String)
  case removePasskey(Passkey.ID)
  /// Moves the member to the number the code was sent to.
  case updatePhoneNumber(OneTimeCode.ID, code: String)
  /// To the member's own number, so that a found or borrowed device cannot delete an account.
  case requestDeletionCode(network: String)
  /// Ends everything there is about the member, for good.
  case deleteAccount(OneTimeCode.ID, code: String)
  /// By the system: makes a member without a code, for demos and operators; repeats are harmless.
  case enrol(phoneNumber: String, region: Region)

  // MARK: Person

  /// The first complete profile starts the watch with an automatic check-in.
  case updateProfile(firstName: String, lastName: String, emergencyNote: String)
  case resetQRCode
  case setLanguage(Language)
  /// JPEG or PNG, at most 5 MB and 1,024 × 1,024 pixels; read by its bytes, whatever it claims.
  case setPicture(ImageData)
  case removePicture
  case setNotificationPreferences(NotificationPreferences)
  /// Nil removes the value.
  case setPreference(key: String, value: String?)

  // MARK: Push

  /// Messages go to this browser of the member too, and first; repeats are harmless.
  ///
  /// - Parameter isWanted: whether the person has just asked for it there, and not only opened a page.
  case subscribePush(PushSubscription, isWanted: Bool = false)
  /// And no longer; without such a subscription nothing happens.
  case unsubscribePush(endpoint: String)
  /// Messages go to the member's phone with this token too, and first; repeats are harmless. Nil: to
  /// none of their phones any more. Where no phone can be reached nothing happens.
  case setDeviceToken(String?)

  // MARK: Access tokens

  /// A key to the member's account for a program. `life` in seconds, an hour to a year; nil lasts until
  /// it is revoked.
  case createAccessToken(name: String, scopes: Set<TokenScope>, life: TimeInterval?)
  case revokeAccessToken(AccessToken.ID)

  // MARK: Channels

  /// To an address the member wants to be reached at, as they typed it.
  case requestChannelCode(ChannelKind, address: String, network: String)
  /// From the right code on, messages go there.
  case verifyChannel(OneTimeCode.ID, code: String)
  case moveChannel(Channel.ID, Channel.Direction)
  case setChannelOn(Channel.ID, Bool)
  case removeChannel(Channel.ID)
  /// What the member's quiet hours mean for one channel.
  case setChannelQuiet(Channel.ID, Channel.Quiet)
  /// At most 16 hours of every day; nil for none.
  case setQuietHours(QuietHours?)
  /// A message to this channel alone, for the member to see whether it comes.
  case testChannel(Channel.ID)

  // MARK: Contact

  /// Roles as the caller sees them: the other as my responder, the other as my dependent.
  case requestRelation(qrCode: QRCodeID, isResponder: Bool, isDependent: Bool)
  case acceptRelation(Person.ID)
  case declineRelation(Person.ID)
  /// Declines, and wants no more requests from the same person.
  case blockRequests(Person.ID)
  /// The same person may ask again.
  case allowRequests(Person.ID)
  /// Also withdraws the caller's own request.
  case endRelation(Person.ID)
  case updateRoles(Person.ID, isResponder: Bool, isDependent: Bool)
  /// What only the caller sees of the contact; nil and blank remove.
  case setContactPrivateFields(Person.ID, nickname: String?, notes: String?)
  case setContactSwitches(Person.ID, ContactSwitches)
  /// The caller opens the page of a person they watch over, who can read about it.
  case look(at: Person.ID)

  // MARK: Check-in

  /// `at` is the device's time of a check-in queued while offline.
  /// `scopes` are those of the access token by which a program checks in; nil when it is a person.
  case checkIn(clientKey: String?, at: Date? = nil, scopes: Set<TokenScope>? = nil)
  /// Seconds, 3,600–604,800.
  case setInterval(TimeInterval)
  /// Seconds, 0–3,600.
  case setGracePeriod(TimeInterval)
  /// Seconds before the deadline: 0, 1,800 or 7,200.
  case setReminder(TimeInterval)

  /// How often, or at which times of which days, to check in.
  case setPlan(CheckInPlan)
  /// Until an instant in the next 30 days; also moves the end of a pause.
  case pause(until: Date)
  /// Ends a pause at once; without one nothing happens.
  case resume

  // MARK: Things

  /// Whoever has the token says that this thing has spoken; no session is needed.
  /// - Parameter isOpened: the address was only opened, as previews and scanners do; a person's own
  ///   link then says nothing.
  case hear(ThingSignal, token: String, isOpened: Bool = false)
  /// A new thing of the member, with an address of its own.
  case addThing(ThingSettings)
  case editThing(Thing.ID, ThingSettings)
  /// The thing gets another address; the old one opens nothing any more.
  case rotateThing(Thing.ID)
  case removeThing(Thing.ID)
  /// What the signs of the member's things have to come to.
  case setEvidenceRule(EvidenceRule)

  // MARK: Check-in codes

  /// A new sheet of codes to print; earlier ones do nothing from now on. `told` are the responders who
  /// hear of a silent call.
  case makeCheckInCodes(told: [Person.ID])
  case revokeCheckInCodes
  /// Whoever has the code says that its owner lives; no session is needed. `network` names where it was
  /// typed, for the limit on guesses.
  case useCheckInCode(String, network: String)

  // MARK: Travel

  /// The responders are told with the note unless the person has arrived by `due`, at most 48 hours
  /// from now. `note` has at most 500 characters.
  case startTravel(due: Date, note: String)
  /// To a later end, at most 48 hours from now.
  case extendTravel(TravelData.ID, due: Date)
  /// Also answers the alarm of a journey that was overdue.
  case arrive(TravelData.ID)
  case cancelTravel(TravelData.ID)

  // MARK: Alert

  case raiseAlert
  /// Raised on a device without a connection. `key` names it over all its repeats, 1–64 bytes; `at` is
  /// when its person raised it.
  case raiseQueuedAlert(key: String, at: Date)
  case endAlert

  // MARK: Escalation

  /// In which order the member's responders are called; nil for all of them at once.
  case setEscalationPlan(EscalationPlan?)
  /// "I am on it": by a responder, for an open alarm. While another responder has it, "I'm coming too".
  case acknowledgeAlarm(AlertRecord.ID)
  /// By the responder who has the alarm: the next responders are called. By its owner: the other
  /// responders are contacted too.
  case releaseAlarm(AlertRecord.ID)
  /// By the responder who has the alarm; it stays theirs until the other one acknowledges.
  case handOverAlarm(AlertRecord.ID, to: Person.ID)

  /// Ends a silent alarm, by the responder who has it.
  case endSilentAlarm(AlertRecord.ID)

  /// The caller looks at an alarm: what was sent to them about it has been opened.
  case openAlarm(AlertRecord.ID)
  /// By the holder of a message's token: a device has shown the message, or its person has opened
  /// it.
  case confirmReceipt(token: String, Rung)

  // MARK: Replies

  /// By the system: a text message has come from this number.
  case receiveReply(Reply)
  /// By the system: a key was pressed in the call that carried a message.
  case pressKey(KeyPress)
  /// By the system: the carrier that had taken the message of this token could not bring it. `reason`
  /// names no address and no text.
  case bounce(token: String, reason: String)
  /// By the system: a mail came back. `isGone`: its mailbox is not there, so nothing more is sent to it.
  case returnMail(Delivery.ID, reason: String, isGone: Bool)

  // MARK: Ping

  case ping(Person.ID)
  case respondToPing(PingData.ID)
  case respondToAllPings
  case clearPing(PingData.ID)

  // MARK: Notification

  case markRead(NotificationData.ID)
  case markAllRead
  case clearNotification(NotificationData.ID)
  case clearNotifications

  // MARK: System

  /// The watch as the loop read it; nothing happens unless it is still so.
  case fireDeadline(Watch)
  /// The journey as the loop read it; nothing happens unless it is still so.
  case fireTravel(Travel)
  /// The used code as the loop read it; nothing happens unless it is still so.
  case settleCheckInCode(CheckInCode)
  /// The row as the loop read it; nothing happens unless it is still so.
  case fireEscalation(Escalation)
  /// The ping as the loop read it; nothing happens unless it is still so.
  case expirePing(Ping)
  /// People whose channels have no drill planned yet: all of them, or none.
  case enlistDrills([Person.ID])
  case fireDrill(Drill)
  /// Puts a promise that the auditor found broken back where it is kept.
  case repair(AuditFinding)
  /// Puts a message that was given up back into the outbox.
  case retryDeadLetter(Delivery.ID)

  /// Commands by which a person stays or calls for safe. No limit on requests ever holds them up.
  public var isVital: Bool {
    switch self {
    case .checkIn, .raiseAlert, .raiseQueuedAlert, .endAlert, .respondToPing, .respondToAllPings,
      .fireDeadline, .expirePing, .extendTravel, .arrive, .fireTravel, .acknowledgeAlarm,
      .releaseAlarm, .handOverAlarm, .openAlarm, .confirmReceipt, .fireEscalation,
      .repair, .receiveReply, .pressKey, .bounce, .returnMail, .useCheckInCode,
      .settleCheckInCode, .endSilentAlarm:
      true
    default: false
    }
  }
}
