import Foundation
import HTTPTypes
import Hummingbird
import LifeSignalAPI
import LifeSignalEngine
import LifeSignalFeatures
import LifeSignalModel
import LifeSignalPages

/// The server's side of the route table: a second way in to the clients that pages use, so that no
/// rule is written twice.
///
/// Cookies are ignored here, so that no other site can make a browser send a request: only a token
/// in the `Authorization` header identifies the caller.
struct APIRoutes: Sendable {
  let engine: Engine
  let visits: Visits
  let limits: APILimits
  let remembered: RememberedAnswers
  let largeBodies = LargeBodies()
  /// For large bodies, shared with the page's own way to send a picture.
  let pictures: Lanes<Person.ID>

  init(
    engine: Engine, visits: Visits, pictures: Lanes<Person.ID>,
    now: @escaping @Sendable () -> ContinuousClock.Instant
  ) {
    self.pictures = pictures
    self.engine = engine
    self.visits = visits
    limits = APILimits(now: now)
    remembered = RememberedAnswers(now: now)
  }

  /// - Returns: the answered routes, for a check that none of the table is missing.
  @discardableResult
  func add(to router: Router<WebContext>) -> Set<APIRouteDescription> {
    let table = APIAnswers(routes: self, router: router)
    for command in Endpoints.commands { table.perform(command) }
    for query in Endpoints.queries { table.answer(query) }
    auth(table)
    contacts(table)
    alarm(table)
    account(table)
    timeline(table)
    checkInCodes(table)
    sessions(table)
    passkeys(table)
    changes(table)
    table.refuseOtherMethods()
    return table.answered
  }

  private func auth(_ table: APIAnswers) {
    table.answer(APITable.verifyCode) { call, input in
      try await call.signIn(input.code, input.verificationID, label: input.label)
    }
  }

  private func contacts(_ table: APIAnswers) {
    table.answer(APITable.generateQRCode) { call, input in
      guard let picture = QRCodePicture.of(input.qrCode) else { throw Problem(.invalidArgument) }
      return picture.image
    }
  }
}

extension APICall {
  /// Opens a session for the person and hands its token out: here and never again.
  fileprivate func signIn(
    _ code: String, _ verificationID: String, label: String?
  ) async throws -> APICredential {
    name(label)
    return try await credential { try await clients.auth.verifyCode(code, verificationID) }
  }

  /// Sets the label by which the person will recognize the session. It always begins with "API": a
  /// stranger's program chooses its own label, and security notices quote it.
  func name(_ label: String?) {
    guard let label, let name = try? PlainText.name(label, longest: 40, else: .invalidName) else {
      return
    }
    session.seen(
      from: session.network, label: "API: “\(name)”", language: session.language)  // no words
  }

  /// - Parameter enter: signs the call's visitor in.
  func credential(_ enter: () async throws -> Void) async throws -> APICredential {
    let request = SignInRequest(of: session)
    request.claim()
    try await enter()
    guard let token = await request.token(), case .member(let person, let id) = session.identity
    else { throw UnexpectedOutcome() }
    return APICredential(token: token.text, person: person, session: id)
  }
}
