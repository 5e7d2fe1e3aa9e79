import Foundation
import LifeSignalFeatures
import LifeSignalModel
import Testing

/// Item 21 of the acceptance checklist (§9.5): every cause has its own case, and calling off none.
@Suite struct ErrorTableTests {
  @Test(
    arguments: [
      (URLError(.notConnectedToInternet), UserFacingError.networkError),
      (URLError(.networkConnectionLost), .networkError), (URLError(.timedOut), .requestTimeout),
      (ContactError.networkError("detail"), .networkError),
      (ContactError.permissionError("detail"), .permissionDenied),
      (ContactError.notFoundError("detail"), .dataNotFound),
      (ContactError.rateLimitError("detail"), .rateLimited),
      (ContactError.serverError("detail"), .serverError),
      (AuthError.authenticationError(""), .notAuthenticated),
      (Refusal.notSignedIn, .notAuthenticated), (Refusal.notYourPing, .permissionDenied),
      (Refusal.contactNotFound, .dataNotFound),
      (Refusal.tooManyRequests(retryAfter: 3), .rateLimited),
      (Refusal.alreadyRelated, .alreadyExists(Refusal.alreadyRelated.phrase)),
      (Refusal.phoneNumberTaken, .alreadyExists(Refusal.phoneNumberTaken.phrase)),
      (
        Refusal.pictureTooHeavy,
        .validation(title: "Please check what you entered", message: Refusal.pictureTooHeavy.phrase)
      ),
      (Refusal.alertStillActive, .operationFailed(Refusal.alertStillActive.phrase)),
      (Refusal.codeExpired, .authenticationFailed(Refusal.codeExpired.phrase)),
      (UserFacingError.sessionExpired, .sessionExpired),
    ] as [(any Error, UserFacingError)])
  func `21 offline, time-out and permission map to their own cases`(
    error: any Error, expected: UserFacingError
  ) {
    #expect(UserFacingError.from(error) == expected)
    #expect(UserFacingError.fromIgnoringCancellation(error) == expected)
  }

  @Test(arguments: [CancellationError(), URLError(.cancelled)] as [any Error])
  func `21 calling off shows nothing`(error: any Error) {
    #expect(UserFacingError.fromIgnoringCancellation(error) == nil)
  }
}
