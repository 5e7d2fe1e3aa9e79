import Foundation
import LifeSignalModel
import Testing

@Suite struct RefusalTests {
  static let table: [(Refusal, Refusal.Code)] = [
    (.notSignedIn, .unauthenticated),
    (.noRole, .invalidArgument),
    (.invalidOwnReminder, .invalidArgument),
    (.tooManyReminders, .invalidArgument),
    (.invalidTokenName, .invalidArgument),
    (.noTokenScope, .invalidArgument),
    (.invalidTokenLife, .invalidArgument),
    (.tokenNotFound, .notFound),
    (.insufficientScope(needed: .ping), .permissionDenied),
    (.sessionRequired, .permissionDenied),
    (.tooManyTokens, .failedPrecondition),
    (.cannotAddYourself, .invalidArgument),
    (.codeWrong(triesLeft: 2), .invalidArgument),
    (.qrCodeUnknown, .notFound),
    (.qrCodeReplaced, .notFound),
    (.contactNotFound, .notFound),
    (.alreadyRelated, .alreadyExists),
    (.alreadyAsked, .alreadyExists),
    (.askedByThem, .alreadyExists),
    (.requestNotPossible, .failedPrecondition),
    (.notYourDependent, .permissionDenied),
    (.alertsNotShown, .permissionDenied),
    (.notYourPing, .permissionDenied),
    (.consentRequired, .permissionDenied),
    (.pingNoLongerPending, .failedPrecondition),
    (.codeExpired, .failedPrecondition),
    (.codeUsed, .failedPrecondition),
    (.codeNotSent, .failedPrecondition),
    (.tooManyTries, .resourceExhausted),
    (.tooSoon(retryAfter: 3), .resourceExhausted),
    (.tooManyRequests(retryAfter: 3), .resourceExhausted),
    (.keyUsedBefore, .invalidArgument),
    (.keyInUse(retryAfter: 1), .failedPrecondition),
    (.answerLost, .failedPrecondition),
    (.invalidCursor, .invalidArgument),
  ]

  @Test(arguments: table)
  func `every refusal keeps its code`(refusal: Refusal, code: Refusal.Code) {
    #expect(refusal.code == code)
    #expect("\(refusal)".hasSuffix("."))
  }

  @Test func `wrong, expired, used and spent codes read differently`() {
    let texts = [Refusal.codeWrong(triesLeft: 1), .codeExpired, .codeUsed, .tooManyTries]
      .map { "\($0)" }
    #expect(Set(texts).count == 4)
    #expect(texts[0].contains("1 try left"))
  }

  @Test func `refusals say alert, and never alarm`() {
    let refusals: [Refusal] = [
      .alarmNotFound, .alarmOver, .ownAlarm, .alarmNotYours, .alertsNotShown, .lastChannel,
      .lastChannelAtNight,
    ]
    for refusal in refusals { #expect("\(refusal)".contains(/\balerts?\b/), "\(refusal)") }
  }

  @Test func `nothing vital is ever held up by a limit on requests`() {
    #expect(CheckInNow.terms.isVital)
    #expect(ActivateAlert.terms.isVital)
    #expect(DeactivateAlert.terms.isVital)
    #expect(RespondToAllPings.terms.isVital)
    #expect(!PingDependent.terms.isVital)
    #expect(!RefreshQRCodeID.terms.isVital)
  }
}
