public import Foundation

/// Why a command was not carried out. Every refusal that a person can meet; technical failures are
/// other errors.
public enum Refusal: Error, Equatable, Codable, Sendable {
  case notSignedIn
  /// The actor is of the wrong kind, for example a person sending a command of the system.
  case notAllowed

  /// An access token may not do this; it would need this scope.
  case insufficientScope(needed: TokenScope)
  /// No access token may do this, whatever its scopes: only a person who signed in.
  case sessionRequired
  /// The action requires re-authentication; see ``ProofRules``.
  case proofNeeded
  /// For every kind of mistake: an attacker must not learn which.
  case passkeyRejected
  /// This server's address allows no passkeys.
  case passkeysNotOffered
  case passkeyExists
  case passkeyNotFound
  case invalidPasskeyName
  /// The person has the maximum number.
  case tooManyPasskeys
  case invalidTokenName
  case noTokenScope
  /// Shorter than an hour or longer than a year.
  case invalidTokenLife
  /// The person has the maximum number.
  case tooManyTokens
  case tokenNotFound

  case invalidPhoneNumber
  case codeWrong(triesLeft: Int)
  /// Also for an unknown request: it may have been swept.
  case codeExpired
  case codeUsed
  case tooManyTries
  /// Seconds until the next code may be requested.
  case tooManyCodes(retryAfter: TimeInterval)
  /// Seconds until a session that began with a text alone may do this; immediately with a passkey.
  case heldAfterSignIn(retryAfter: TimeInterval)
  /// Seconds until a number that was idle for half a year signs in with a text alone; immediately
  /// with a passkey.
  case heldWhileIdle(retryAfter: TimeInterval)
  /// A stranger has proven that a number is theirs, and has no invitation.
  case invitationNeeded
  /// This server opens accounts only for people whom its operator has invited.
  case registrationClosed
  /// Also for another member's.
  case invitationUnknown
  case invitationUsed
  case invitationExpired
  case invitationWithdrawn
  /// A member opened the link that they have made themselves.
  case ownInvitation
  /// Shorter than an hour or longer than 30 days.
  case invalidInvitationLife
  /// The member has the maximum number of open ones.
  case tooManyInvitations
  /// The carrier did not accept it. Only for a code to the person's own number.
  case codeNotSent

  /// The new number is the one the account has.
  case phoneNumberUnchanged
  /// Only for a person who has proven that the number is theirs.
  case phoneNumberTaken
  /// An account is not deleted while its owner’s alert, raised by hand, is on.
  case alertStillActive

  case invalidName
  /// A name or a note with a web address or with invisible characters.
  case textNotPlain
  case nicknameTooLong
  case notesTooLong
  /// Not a whole JPEG or PNG.
  case pictureUnreadable
  /// More than 5 MB.
  case pictureTooHeavy
  /// More than 1,024 pixels wide or high.
  case pictureTooLarge
  case noteTooLong
  case invalidInterval
  case invalidGracePeriod
  case invalidReminder
  /// Shorter than 5 minutes, longer than 2 days, or one of the two that have a switch.
  case invalidOwnReminder
  case tooManyReminders
  case invalidPreference
  /// The deadline is missed: it is answered by a check-in, not by moving it.
  case checkInFirst
  /// No reminder of the deadline has come yet, or no deadline is running.
  case noReminderOut
  /// The responders would be contacted before the later reminder.
  case snoozeTooLate
  case tooManySnoozes

  case noCheckInTimes
  case tooManyCheckInTimes
  case duplicateCheckInTime
  case noCheckInDays
  case invalidZone
  case pauseInThePast
  case pauseTooLong
  /// An alert is on: a person must not disappear from view while others look for them.
  case endAlertFirst

  case travelInThePast
  case travelTooLong
  case travelNoteTooLong
  case travelUnderWay
  case travelNotFound
  /// The responders have been notified: only arriving ends that.
  case travelOverdue
  /// It has been ended.
  case travelOver

  /// No such device, one of another person, or one that is switched off: the caller cannot tell
  /// which.
  case thingNotFound
  /// Empty, or more than 60 characters.
  case invalidThingName
  case tooManyThings
  /// One of the two has ``RelationRules/mostResponders``.
  case tooManyResponders
  /// A person has exactly one, which the server made: it cannot become a device, nor a device a
  /// link.
  case oneCheckInLink
  /// Not a code, used, or void: one answer for all of them.
  case checkInCodeRefused
  /// There are responders, and none was chosen.
  case nobodyChosen

  case noRole
  case cannotAddYourself
  case qrCodeUnknown
  /// Its owner has reset it.
  case qrCodeReplaced
  case alreadyRelated
  /// The caller's own request still waits for an answer.
  case alreadyAsked
  /// The other side has already asked the caller, who should answer that request instead.
  case askedByThem
  /// The person asked accepts no request now, or none at all: the caller cannot tell which.
  case requestNotPossible
  case personNotFound
  case contactNotFound
  /// The relation waits for an answer.
  case notAccepted
  /// Only the side that was asked can accept.
  case notYoursToAccept
  /// Only the person who is watched over can make someone their responder.
  case consentRequired

  case notYourDependent
  /// Alerts of a contact whom the caller is no responder of.
  case alertsNotShown
  case pingsNotAccepted
  /// The caller has switched off sending pings to this contact.
  case pingsSwitchedOff
  /// Seconds until the same person may be pinged again.
  case tooSoon(retryAfter: TimeInterval)
  case pingNotFound
  case notYourPing
  case pingNoLongerPending

  case alertNotFound
  /// Also for an alert the caller may not know of.
  case alarmNotFound
  case alarmOver
  /// No one can answer their own alert.
  case ownAlarm
  /// Only the responder who has an alert can give it back.
  case alarmNotYours
  /// An alert is handed over to another responder of the same person only.
  case notTheirResponder
  /// No message has this receipt token; it may have been swept.
  case receiptUnknown
  /// Not https, too long, or with an invalid key or secret.
  case invalidPushSubscription
  /// Not a token that a phone's maker issues.
  case invalidDeviceToken
  /// The person has the maximum number.
  case tooManyPushSubscriptions
  /// This server has no carrier for messages of this kind.
  case channelNotOffered
  /// Messages go to this address already, or did until the person switched it off.
  case channelExists
  case tooManyChannels
  /// Also for another person's.
  case channelNotFound
  /// No alert could arrive any more.
  case lastChannel
  /// No alert could arrive at night.
  case lastChannelAtNight
  /// The channel is enabled only with a code that was sent there.
  case channelUnverified
  /// The channel is off, or of a kind that carries nothing but alerts.
  case channelNotTestable
  /// Seconds until the next test may be sent.
  case tooManyTests(retryAfter: TimeInterval)
  /// Empty, or longer than 16 hours.
  case invalidQuietHours
  case invalidEmailAddress
  /// The part before the @ has letters that most mail servers reject.
  case emailNameNotASCII
  case invalidTopic
  case invalidRoom
  case invalidChat
  /// Not https, with credentials, or one that programs read differently.
  case invalidWebAddress
  case planNamesNobody
  case tooManySteps
  case invalidWait
  case invalidRounds
  /// The same responder twice in one step.
  case namedTwice
  /// The plan names a person who is not an accepted responder.
  case notYourResponder
  case notificationNotFound
  /// There is no such entry or alert, or the caller may not see it: they cannot tell which.
  case timelineNotFound
  /// No message of this number has been given up.
  case deadLetterNotFound

  /// Seconds until the next request is accepted.
  case tooManyRequests(retryAfter: TimeInterval)

  /// The idempotency key names another request.
  case keyUsedBefore
  /// A request with this idempotency key is being answered.
  case keyInUse(retryAfter: TimeInterval)
  /// The request with this idempotency key was carried out, but the server ended before it could
  /// answer.
  case answerLost
  /// The cursor names no entry of the list, or an entry of another person's list.
  case invalidCursor

  /// The names of the wire, each the key of an object with the values of the case. A case without
  /// one cannot be encoded.
  package enum CodingKeys: String, CodingKey, CaseIterable {
    case
      notSignedIn, notAllowed, insufficientScope, sessionRequired, proofNeeded, passkeyRejected,
      passkeysNotOffered, passkeyExists, passkeyNotFound, invalidPasskeyName, tooManyPasskeys,
      invalidTokenName, noTokenScope, invalidTokenLife, tooManyTokens, tokenNotFound,
      invalidPhoneNumber, codeWrong, codeExpired, codeUsed, tooManyTries, tooManyCodes,
      heldAfterSignIn, heldWhileIdle, invitationNeeded, registrationClosed, invitationUnknown,
      invitationUsed, invitationExpired, invitationWithdrawn, invalidInvitationLife,
      tooManyInvitations, ownInvitation, codeNotSent, phoneNumberUnchanged, phoneNumberTaken,
      alertStillActive, invalidName, textNotPlain, nicknameTooLong, notesTooLong,
      pictureUnreadable, pictureTooHeavy, pictureTooLarge, noteTooLong, invalidInterval,
      invalidGracePeriod, invalidReminder, invalidOwnReminder, tooManyReminders,
      invalidPreference, checkInFirst, noReminderOut, snoozeTooLate, tooManySnoozes,
      noCheckInTimes, tooManyCheckInTimes,
      duplicateCheckInTime, noCheckInDays, invalidZone, pauseInThePast, pauseTooLong,
      endAlertFirst, travelInThePast, travelTooLong, travelNoteTooLong, travelUnderWay,
      travelNotFound, travelOverdue, travelOver, thingNotFound, invalidThingName, tooManyThings,
      tooManyResponders, oneCheckInLink, checkInCodeRefused, nobodyChosen, noRole,
      cannotAddYourself, qrCodeUnknown, qrCodeReplaced, alreadyRelated, alreadyAsked,
      askedByThem, requestNotPossible, personNotFound, contactNotFound, notAccepted,
      notYoursToAccept, consentRequired, notYourDependent, alertsNotShown, pingsNotAccepted,
      pingsSwitchedOff, tooSoon, pingNotFound, notYourPing, pingNoLongerPending, alertNotFound,
      alarmNotFound, alarmOver, ownAlarm, alarmNotYours, notTheirResponder, receiptUnknown,
      invalidPushSubscription, invalidDeviceToken, tooManyPushSubscriptions, channelNotOffered,
      channelExists, tooManyChannels, channelNotFound, lastChannel, lastChannelAtNight,
      channelUnverified, channelNotTestable, tooManyTests, invalidQuietHours,
      invalidEmailAddress, emailNameNotASCII, invalidTopic, invalidRoom, invalidChat,
      invalidWebAddress, planNamesNobody, tooManySteps, invalidWait, invalidRounds, namedTwice,
      notYourResponder, notificationNotFound, timelineNotFound, deadLetterNotFound,
      tooManyRequests, keyUsedBefore, keyInUse, answerLost, invalidCursor
  }

  /// The codes of the wire. Raw values are the wire's names.
  public enum Code: String, Sendable, CaseIterable {
    case unauthenticated
    case invalidArgument = "invalid-argument"
    case notFound = "not-found"
    case alreadyExists = "already-exists"
    case permissionDenied = "permission-denied"
    case failedPrecondition = "failed-precondition"
    case resourceExhausted = "resource-exhausted"
  }
}
