import Foundation

extension Refusal {
  /// A sentence for the person who asked.
  public var phrase: Phrase {
    switch self {
    case .notSignedIn: "Authentication required."
    case .notAllowed: "You are not allowed to do this."
    case .insufficientScope(let scope):
      "This access token may not do this. It needs the permission “\(scope.phrase)”."
    case .sessionRequired: "Access tokens cannot do this. Please sign in with a code."
    case .proofNeeded: "Please confirm first that it is you."
    case .passkeyRejected: "This passkey did not work. Please use a code."
    case .passkeysNotOffered: "Passkeys cannot be used here."
    case .passkeyExists: "This device has a passkey for this account already."
    case .passkeyNotFound: "This passkey no longer exists."
    case .invalidPasskeyName: "Please enter a name of at most 60 characters."
    case .tooManyPasskeys: "You can have at most 10 passkeys. Remove one you no longer use."
    case .invalidTokenName: "Please enter a name of at most 60 characters."
    case .noTokenScope: "Choose at least one permission."
    case .invalidTokenLife: "An access token can last between 1 hour and 1 year."
    case .tooManyTokens: "You can have at most 20 access tokens. Revoke one you no longer use."
    case .tokenNotFound: "This access token no longer exists."
    case .invalidPhoneNumber: "Please enter a valid phone number."
    case .codeWrong(let left) where left > 0:
      .counting(
        left, one: "That code is not right. \(left) try left.",
        other: "That code is not right. \(left) tries left.")
    case .codeWrong: "That code is not right. Please ask for a new one."
    case .codeExpired: "This code has expired. Please ask for a new one."
    case .codeUsed: "This code has already been used. Please ask for a new one."
    case .tooManyTries: "Too many tries with this code. Please ask for a new one."
    case .tooManyCodes(let seconds):
      "Too many codes were asked for. Please try again in \(Self.wait(seconds))."
    case .heldAfterSignIn(let seconds):
      "You can do this a day after you sign in by text, so in \(Self.wait(seconds)). If you have a passkey, use it to do this now."
    case .heldWhileIdle(let seconds):
      "This number was not used here for half a year. It signs in with a new code in \(Self.wait(seconds)), and we have written to your other channels. If you have a passkey, you can sign in with it now."
    case .invitationNeeded:
      "New accounts need an invitation here. Ask someone who uses this server for one."
    case .registrationClosed: "This server opens no new accounts. Ask its operator."
    case .invitationUnknown: "This invitation does not exist. Ask for a new one."
    case .invitationUsed: "This invitation has been used. Ask for a new one."
    case .invitationExpired: "This invitation has expired. Ask for a new one."
    case .invitationWithdrawn: "This invitation was withdrawn. Ask for a new one."
    case .ownInvitation:
      "This is your own invitation. Send it to the person you want to ask."
    case .invalidInvitationLife: "An invitation can last between 1 hour and 30 days."
    case .tooManyInvitations: "You can have at most 10 open invitations. Withdraw one first."
    case .codeNotSent: "No code can be sent now. Use a passkey, or try again later."
    case .phoneNumberUnchanged: "This is your phone number already."
    case .phoneNumberTaken: "Another account uses this phone number."
    case .alertStillActive: "Your alert is active. End it first."
    case .nicknameTooLong: "A nickname can have at most 80 characters."
    case .notesTooLong: "Your notes can have at most 2,000 characters."
    case .pictureUnreadable: "This file is not a picture we can read. Choose a JPEG or PNG."
    case .pictureTooHeavy: "This picture is too big. Choose one of at most 5 MB."
    case .pictureTooLarge: "A picture can have at most 1,024 by 1,024 pixels."
    case .pingsSwitchedOff: "You have switched off pings to this contact."
    case .invalidName: "Please enter a first and a last name of at most 80 characters each."
    case .textNotPlain: "This can’t contain web addresses or invisible characters."
    case .noteTooLong: "The emergency note can have at most 2,000 characters."
    case .invalidInterval: "Choose a check-in interval between 1 hour and 7 days."
    case .invalidGracePeriod: "Choose a grace period of at most 60 minutes."
    case .invalidReminder: "Choose a reminder of 30 minutes or 2 hours, or none."
    case .invalidOwnReminder:
      """
      Choose a reminder between 5 minutes and 2 days. 30 minutes and 2 hours have switches of \
      their own.
      """
    case .tooManyReminders: "Choose at most 4 reminders of your own."
    case .invalidPreference: "This setting cannot be stored."
    case .checkInFirst: "You missed your check-in. Please check in first."
    case .noReminderOut: "No reminder of your check-in has come yet."
    case .snoozeTooLate:
      "We can’t remind you again in 30 minutes: your check-in counts as missed before then. Please check in."
    case .tooManySnoozes: "We have put off this reminder 3 times. Please check in."
    case .noCheckInTimes: "Choose at least one time of day."
    case .tooManyCheckInTimes: "Choose at most 12 times of day."
    case .duplicateCheckInTime: "Each time of day can be chosen once."
    case .noCheckInDays: "Choose at least one day of the week."
    case .invalidZone: "This time zone is not known."
    case .pauseInThePast: "Choose an end of the pause that is still to come."
    case .pauseTooLong: "A pause can last at most 30 days."
    case .endAlertFirst: "Your alert is on. Please end it first."
    case .travelInThePast: "Choose a time of arrival that is still to come."
    case .travelTooLong: "Choose a time of arrival within the next 48 hours."
    case .travelNoteTooLong: "The note can have at most 500 characters."
    case .travelUnderWay: "A travel timer is running already."
    case .travelNotFound: "This travel timer no longer exists."
    case .travelOverdue: "You are overdue. Please say that you have arrived."
    case .travelOver: "This travel timer has ended."
    case .thingNotFound: "This device does not exist any more."
    case .invalidThingName: "Give the device a name of at most 60 characters."
    case .checkInCodeRefused: "This code does not work. Please check what you typed."
    case .nobodyChosen: "Choose at least one responder."
    case .tooManyThings: "You can have at most 20 devices. Remove one you no longer use."
    case .tooManyResponders: "At most 200 people can watch over one person."
    case .oneCheckInLink: "There can be one check-in link, and no other device can become it."
    case .noRole: "Choose at least one role."
    case .cannotAddYourself: "Cannot add yourself as a contact."
    case .qrCodeUnknown: "No user found with the provided QR code."
    case .qrCodeReplaced: "This code has been replaced. Ask them for their new one."
    case .alreadyRelated: "This user is already in your contacts."
    case .alreadyAsked: "You have already asked this person. They have not answered yet."
    case .requestNotPossible: "A request to this person is not possible now."
    case .askedByThem:
      "This person has already asked you. Answer their request in your list."
    case .personNotFound: "User not found."
    case .contactNotFound: "Contact relationship not found."
    case .notAccepted: "This contact has not accepted yet."
    case .notYoursToAccept: "Only the person you asked can accept."
    case .consentRequired: "Only they can make you their responder. Please ask them."
    case .notYourDependent: "Only a responder can ping this contact."
    case .alertsNotShown: "Only a responder can see this contact’s alerts."
    case .pingsNotAccepted: "This contact does not accept pings at the moment."
    case .tooSoon(let seconds):
      "You pinged this contact a moment ago. Please wait \(Self.wait(seconds))."
    case .pingNotFound: "This ping no longer exists."
    case .notYourPing: "This ping is not yours."
    case .pingNoLongerPending: "This ping is no longer pending."
    case .alertNotFound: "There is no alert to end."
    case .alarmNotFound: "This alert does not exist."
    case .alarmOver: "This alert is over."
    case .ownAlarm: "You cannot answer your own alert."
    case .alarmNotYours: "You have not answered this alert."
    case .notTheirResponder: "Only another responder can take over."
    case .receiptUnknown: "This message is not known any more."
    case .invalidPushSubscription: "Messages cannot be sent to this browser."
    case .invalidDeviceToken: "Messages cannot be sent to this device."
    case .tooManyPushSubscriptions:
      "Messages go to at most 10 of your devices. Switch them off on one you no longer use."
    case .channelNotOffered: "Messages cannot be sent this way here."
    case .channelExists: "This is in your list already."
    case .tooManyChannels: "You can have at most 20 contact methods. Remove one first."
    case .channelNotFound: "This is no longer in your list."
    case .lastChannel: "This is the last way an alert can reach you. Add another one first."
    case .lastChannelAtNight:
      "At night, alerts could not reach you any more. Let them come another way first."
    case .channelUnverified: "Enter the code that was sent there first."
    case .channelNotTestable: "A test cannot be sent this way."
    case .tooManyTests(let seconds):
      "Too many tests. Please try again in \(Self.wait(seconds))."
    case .invalidQuietHours: "Quiet hours can last at most 16 hours."
    case .invalidEmailAddress: "Please enter a valid e-mail address."
    case .emailNameNotASCII:
      "Before the @, only unaccented Latin letters, digits and signs are possible."
    case .invalidTopic:
      "Enter the name of a topic, or its whole address beginning with https://."
    case .invalidRoom: "Enter the room’s ID. It begins with an exclamation mark."
    case .invalidChat: "Enter the chat’s ID. It is a number."
    case .invalidWebAddress: "Enter a whole address beginning with https://."
    case .planNamesNobody: "Every step needs at least one responder."
    case .tooManySteps: "A plan can have at most 10 steps."
    case .invalidWait: "Choose between 1 and 60 minutes for each step."
    case .invalidRounds: "Choose between 1 and 5 rounds."
    case .namedTwice: "Each responder can be in a step once."
    case .notYourResponder: "The plan can only name your responders."
    case .notificationNotFound: "This notification no longer exists."
    case .timelineNotFound: "There is no such part of a timeline that you may see."
    case .deadLetterNotFound: "No message of this number has been given up."
    case .tooManyRequests(let seconds):
      "Too many requests. Please try again in \(Self.wait(seconds))."
    case .keyUsedBefore: "This key was used for another request."
    case .keyInUse: "The same request is being answered. Please try again in a moment."
    case .answerLost: "This was done before, but its answer was lost. Please look what has changed."
    case .invalidCursor: "This part of the list no longer exists. Please begin with the newest."
    }
  }

  /// Rounded up, so that a person who waits that long is not refused again.
  private static func wait(_ seconds: TimeInterval) -> Phrase {
    let whole = max(1, seconds.rounded(.up))
    return Countdown.interval(whole < 120 ? whole : (whole / 60).rounded(.up) * 60)
  }
}

extension Refusal: CustomStringConvertible {
  /// The sentence in English, for logs and tests.
  public var description: String { phrase.english }
}
