import Foundation
import LifeSignalFeatures
import LifeSignalModel
import Testing

@Suite struct UserFacingErrorTests {
  private struct Mystery: Error {}

  static let mappings: [(any Error, UserFacingError)] = [
    (UserFacingError.dataInvalid, .dataInvalid),
    (PingError.networkError("x"), .networkError),
    (AuthError.authenticationError(""), .notAuthenticated),
    (AuthError.authenticationError("Wrong."), .authenticationFailed("Wrong.")),
    (ContactError.validationError("No."), .validation(title: "Invalid Input", message: "No.")),
    (ContactError.notFoundError("x"), .dataNotFound),
    (CheckInError.serverError("x"), .serverError),
    (AlertError.unknownError("x"), .unknown("x")),
    (NotificationError.permissionError("x"), .permissionDenied),
    (ContactError.conflictError("There."), .alreadyExists("There.")),
    (UserError.rateLimitError("x"), .rateLimited),
    (Refusal.notSignedIn, .notAuthenticated),
    (Refusal.notYourDependent, .permissionDenied),
    (Refusal.contactNotFound, .dataNotFound),
    (Refusal.tooSoon(retryAfter: 9), .rateLimited),
    (Refusal.alreadyRelated, .alreadyExists("This user is already in your contacts.")),
    (
      Refusal.pingNoLongerPending, .operationFailed("This ping is no longer pending.")
    ),
    (
      Refusal.noRole, .validation(title: "Invalid Input", message: "Choose at least one role.")
    ),
    (URLError(.timedOut), .requestTimeout),
    (URLError(.notConnectedToInternet), .networkError),
    (URLError(.badServerResponse), .networkError),
    (Mystery(), .unknown("Mystery")),
  ]

  @Test(arguments: mappings)
  func `every error has its own words`(error: any Error, words: UserFacingError) {
    #expect(UserFacingError.from(error) == words)
    #expect(UserFacingError.fromIgnoringCancellation(error) == words)
  }

  @Test func `cancellation is not an error`() {
    #expect(UserFacingError.fromIgnoringCancellation(CancellationError()) == nil)
    #expect(UserFacingError.fromIgnoringCancellation(URLError(.cancelled)) == nil)
  }

  static let all: [UserFacingError] = [
    .notAuthenticated, .authenticationFailed("m"), .networkError, .serverError, .requestTimeout,
    .dataNotFound, .dataInvalid, .operationFailed("m"), .permissionDenied, .sessionInvalid,
    .sessionExpired, .notificationPermissionDenied, .alreadyExists("m"),
    .validation(title: "t", message: "m"), .rateLimited, .unknown("secret detail"),
  ]

  @Test(arguments: all)
  func `every case has a title and a message`(error: UserFacingError) {
    #expect(!error.title.isEmpty)
    #expect(!error.message.isEmpty)
    #expect(!error.message.english.contains("secret"))
  }

  @Test func `only what may help is offered again`() {
    #expect(
      Self.all.filter(\.isRetryable) == [
        .authenticationFailed("m"), .networkError, .serverError, .requestTimeout,
        .operationFailed("m"), .unknown("secret detail"),
      ])
  }
}
