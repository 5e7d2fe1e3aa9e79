import Composable
import ComposableTesting
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
    (
      ContactError.validationError("No."),
      .validation(title: "Please check what you entered", message: "No.")
    ),
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
      Refusal.noRole,
      .validation(title: "Please check what you entered", message: "Choose at least one role.")
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

  static let texts: [(UserFacingError, Phrase, Phrase)] = [
    (.notAuthenticated, "Please sign in", "Please sign in again to continue."),
    (.authenticationFailed("m"), "Sign-in failed", "m"),
    (.networkError, "No connection", "Check your internet connection and try again."),
    (.serverError, "Server problem", "Something went wrong on our side. Please try again."),
    (.requestTimeout, "Timed out", "The request took too long. Please try again."),
    (.dataNotFound, "Not found", "The requested item no longer exists."),
    (.dataInvalid, "Something went wrong", "The data received could not be read."),
    (.operationFailed("m"), "That didn’t work", "m"),
    (.permissionDenied, "Not allowed", "You don't have permission to do that."),
    (
      .sessionInvalid, "Session problem",
      "Your session is no longer valid. Please sign in again."
    ),
    (.sessionExpired, "Session expired", "Your session has expired. Please sign in again."),
    (
      .notificationPermissionDenied, "Notifications off",
      "Allow notifications in Settings to receive reminders and alerts."
    ),
    (.alreadyExists("m"), "Already exists", "m"),
    (.validation(title: "t", message: "m"), "t", "m"),
    (.rateLimited, "Too many attempts", "Please wait a moment and try again."),
    (.unknown("secret detail"), "Something went wrong", "An unexpected error occurred."),
  ]

  @Test(arguments: texts)
  func `every case says what the specification says`(
    error: UserFacingError, title: Phrase, message: Phrase
  ) {
    #expect(error.title == title)
    #expect(error.message == message)
  }

  @Test func `the log gets the cause by its type's name, and no cancellation`() async {
    struct Leaky: Error, CustomStringConvertible { var description: String { "+15551234567" } }
    let (causes, calls) = (Calls<String>(), Calls<Int>())
    let store = TestStore(initialState: PingFeature.State()) {
      PingFeature()
    } withDependencies: {
      $0.errorLog = ErrorLog { cause, shown in causes.note("\(cause): \(shown.title.english)") }
      $0.pingClient.getPingHistory = { [] }
      $0.pingClient.getPendingPings = {
        if calls.next() == 1 { throw Leaky() }
        throw CancellationError()
      }
    }
    store.exhaustivity = .off
    await store.send(.loadPings)
    await store.receive(.pingsResponse(.failure(.unknown("Leaky"))))
    await store.send(.loadPings)
    await store.receive(.loadCancelled)
    #expect(causes.count == 1)
    #expect(causes.all.first?.hasSuffix("Leaky: Something went wrong") == true)
    #expect(causes.all.first?.contains("555") == false)
    #expect(causes.all.first?.contains("$") == false)
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
