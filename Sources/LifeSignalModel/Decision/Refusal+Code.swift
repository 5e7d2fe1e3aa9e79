public import Foundation

extension Refusal {
  public var code: Code {
    switch self {
    case .notSignedIn: .unauthenticated
    case .invalidPhoneNumber, .codeWrong, .invalidName, .textNotPlain, .noteTooLong,
      .invalidInterval,
      .invalidGracePeriod, .invalidReminder, .invalidOwnReminder, .tooManyReminders,
      .invalidPreference, .noRole,
      .phoneNumberUnchanged, .nicknameTooLong, .notesTooLong, .pictureUnreadable,
      .pictureTooHeavy, .pictureTooLarge, .cannotAddYourself,
      .noCheckInTimes, .tooManyCheckInTimes, .duplicateCheckInTime, .noCheckInDays, .invalidZone,
      .channelNotOffered, .invalidQuietHours,
      .planNamesNobody, .tooManySteps, .invalidWait, .invalidRounds, .namedTwice,
      .pauseInThePast, .pauseTooLong, .travelInThePast, .travelTooLong, .travelNoteTooLong,
      .invalidPushSubscription, .invalidDeviceToken, .invalidThingName, .invalidEmailAddress,
      .emailNameNotASCII,
      .invalidTopic, .invalidRoom, .invalidChat, .invalidWebAddress, .invalidTokenName,
      .noTokenScope, .invalidTokenLife, .keyUsedBefore, .invalidCursor, .checkInCodeRefused,
      .nobodyChosen, .invalidPasskeyName, .passkeysNotOffered, .invalidInvitationLife,
      .ownInvitation:
      .invalidArgument
    case .qrCodeUnknown, .qrCodeReplaced, .personNotFound, .contactNotFound, .pingNotFound,
      .alertNotFound, .alarmNotFound, .receiptUnknown, .notificationNotFound, .travelNotFound,
      .timelineNotFound, .deadLetterNotFound, .thingNotFound, .tokenNotFound, .channelNotFound,
      .passkeyNotFound, .invitationUnknown:
      .notFound
    case .alreadyRelated, .alreadyAsked, .askedByThem, .phoneNumberTaken, .travelUnderWay,
      .channelExists, .passkeyExists:
      .alreadyExists
    case .notAllowed, .notYoursToAccept, .consentRequired, .notYourDependent, .pingsNotAccepted,
      .alertsNotShown, .notYourPing, .ownAlarm, .alarmNotYours, .notYourResponder,
      .notTheirResponder, .insufficientScope, .sessionRequired, .proofNeeded, .passkeyRejected:
      .permissionDenied
    case .codeExpired, .codeUsed, .codeNotSent, .checkInFirst, .noReminderOut, .snoozeTooLate,
      .tooManySnoozes, .notAccepted, .pingNoLongerPending,
      .alertStillActive, .pingsSwitchedOff, .endAlertFirst, .travelOverdue, .travelOver,
      .alarmOver, .tooManyPushSubscriptions, .tooManyThings, .tooManyResponders, .oneCheckInLink,
      .tooManyTokens,
      .tooManyChannels,
      .tooManyPasskeys, .lastChannel, .lastChannelAtNight, .channelUnverified,
      .channelNotTestable, .keyInUse, .answerLost, .requestNotPossible, .invitationUsed,
      .invitationExpired, .invitationWithdrawn, .tooManyInvitations, .invitationNeeded,
      .registrationClosed:
      .failedPrecondition
    case .tooManyTries, .tooManyCodes, .heldAfterSignIn, .heldWhileIdle, .tooSoon, .tooManyRequests,
      .tooManyTests:
      .resourceExhausted
    }
  }

  /// Seconds to wait before the same command can succeed, where waiting helps.
  public var retryAfter: TimeInterval? {
    switch self {
    case .tooManyCodes(let seconds), .heldAfterSignIn(let seconds),
      .heldWhileIdle(let seconds), .tooSoon(let seconds),
      .tooManyRequests(let seconds),
      .tooManyTests(let seconds), .keyInUse(let seconds):
      seconds
    default: nil
    }
  }
}
