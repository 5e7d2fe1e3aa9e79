import Foundation
import LifeSignalFeatures
import LifeSignalModel
import Testing

@testable import LifeSignalAPI

@Suite struct ProblemTests {
  static let refusals: [Refusal] = [
    .notSignedIn, .codeWrong(triesLeft: 4), .tooManyCodes(retryAfter: 61), .noRole, .qrCodeUnknown,
    .qrCodeReplaced,
    .alreadyRelated, .notYourDependent, .pingNoLongerPending, .tooSoon(retryAfter: 9),
    .tooManyRequests(retryAfter: 1), .cannotAddYourself, .invalidInterval,
  ]

  @Test(arguments: refusals)
  func `a refusal arrives as it was said`(refusal: Refusal) throws {
    let data = try APIJSON.encode(Problem(refusal))
    let problem = try APIJSON.decode(Problem.self, from: data)
    #expect(problem.refusal == refusal)
    #expect(problem.userFacingError == refusal.userFacingError)
    #expect(problem.status == problem.code.status)
    #expect(problem.retryAfter == refusal.retryAfter)
  }

  @Test func `it is written as RFC 9457 says`() throws {
    let data = try APIJSON.encode(Problem(.notYourDependent))
    let fields = try APIJSON.decode([String: JSONValue].self, from: data)
    #expect(fields["type"] == .string("urn:lifesignal:problem:permission-denied"))
    #expect(fields["title"] == .string("Not allowed"))
    #expect(fields["status"] == .integer(403))
    #expect(fields["detail"] == .string("Only a responder can ping this contact."))
    #expect(fields["code"] == .string("permission-denied"))
  }

  static let codes: [(Problem.Code, UserFacingError)] = [
    (.unauthenticated, .notAuthenticated), (.invalidArgument, .dataInvalid),
    (.notFound, .dataNotFound), (.alreadyExists, .alreadyExists("Already exists")),
    (.permissionDenied, .permissionDenied),
    (.failedPrecondition, .operationFailed("Not possible now")),
    (.resourceExhausted, .rateLimited), (.unavailable, .networkError),
    (.deadlineExceeded, .requestTimeout), (.internal, .serverError),
  ]

  @Test(arguments: codes)
  func `a client understands a newer refusal by its code`(
    code: Problem.Code, words: UserFacingError
  ) throws {
    let text = """
      {"status": \(code.status), "code": "\(code.rawValue)", "refusal": {"newerThanThis": {}}}
      """
    let problem = try APIJSON.decode(Problem.self, from: Data(text.utf8))
    #expect(problem.refusal == nil)
    #expect(UserFacingError(problem) == words)
  }

  @Test func `every code is in the table`() {
    #expect(Set(Self.codes.map(\.0)) == Set(Problem.Code.allCases))
  }

  @Test func `an answer without a problem of ours is understood by its status`() {
    let statuses = [401, 403, 404, 429, 500, 503, 504, 418]
    #expect(
      statuses.map { Problem.Code(status: $0) } == [
        .unauthenticated, .permissionDenied, .notFound, .resourceExhausted, .internal,
        .unavailable, .deadlineExceeded, .invalidArgument,
      ])
  }
}
