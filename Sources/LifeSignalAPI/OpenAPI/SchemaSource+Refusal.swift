import LifeSignalModel

extension Refusal: SchemaChoice {
  static let choices = [
    "notSignedIn", "notAllowed", "insufficientScope", "sessionRequired", "invalidTokenName",
    "noTokenScope", "invalidTokenLife", "tooManyTokens", "tokenNotFound", "invalidPhoneNumber",
    "codeWrong", "codeExpired", "codeUsed", "tooManyTries", "tooManyCodes", "heldAfterSignIn",
    "phoneNumberUnchanged", "phoneNumberTaken", "alertStillActive", "invalidName", "textNotPlain",
    "nicknameTooLong", "notesTooLong", "pictureUnreadable", "pictureTooHeavy", "pictureTooLarge",
    "noteTooLong", "invalidInterval", "invalidGracePeriod", "invalidReminder",
    "invalidOwnReminder", "tooManyReminders", "invalidPreference", "checkInFirst",
    "noCheckInTimes", "tooManyCheckInTimes", "duplicateCheckInTime", "noCheckInDays",
    "invalidZone", "pauseInThePast", "pauseTooLong", "endAlertFirst", "travelInThePast",
    "travelTooLong", "travelNoteTooLong", "travelUnderWay", "travelNotFound", "travelOverdue",
    "travelOver", "thingNotFound", "invalidThingName", "tooManyThings", "tooManyResponders",
    "oneCheckInLink", "noRole",
    "cannotAddYourself", "qrCodeUnknown", "qrCodeReplaced", "alreadyRelated", "alreadyAsked",
    "askedByThem", "personNotFound", "contactNotFound", "notAccepted", "notYoursToAccept",
    "consentRequired", "notYourDependent", "pingsNotAccepted", "pingsSwitchedOff", "tooSoon",
    "pingNotFound", "notYourPing", "pingNoLongerPending", "alertNotFound", "alarmNotFound",
    "alarmOver", "ownAlarm", "alarmNotYours", "notTheirResponder",
    "receiptUnknown", "invalidPushSubscription", "tooManyPushSubscriptions", "channelNotOffered",
    "channelExists", "tooManyChannels", "channelNotFound", "lastChannel", "lastChannelAtNight",
    "channelUnverified", "channelNotTestable", "tooManyTests", "invalidQuietHours",
    "invalidEmailAddress", "emailNameNotASCII", "invalidTopic", "invalidRoom", "invalidChat",
    "invalidWebAddress", "planNamesNobody", "tooManySteps", "invalidWait", "invalidRounds",
    "namedTwice", "notYourResponder", "notificationNotFound", "timelineNotFound",
    "deadLetterNotFound", "tooManyRequests", "keyUsedBefore", "keyInUse", "answerLost",
    "invalidCursor", "checkInCodeRefused", "nobodyChosen", "invalidDeviceToken", "proofNeeded",
    "passkeyRejected", "passkeysNotOffered", "passkeyNotFound",
    "passkeyExists", "invalidPasskeyName", "tooManyPasskeys", "codeNotSent",
    "requestNotPossible", "heldWhileIdle", "alertsNotShown",
  ]
  /// A client falls back on the code for an unknown value.
  static let isOpen = true
}
