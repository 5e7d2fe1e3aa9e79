import Composable
import ComposableHTML
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import LifeSignalEngine
import LifeSignalFeatures
import LifeSignalModel
import LifeSignalWeb
import NIOCore
import Testing

@Suite(.timeLimit(.minutes(1))) struct `Picture, export and deletion` {
  private let web: TestWeb

  init() throws { web = try TestWeb() }

  private static let png = Data(
    base64Encoded:
      "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
  )!

  /// A signed-in browser of this number.
  private func browser(_ number: String = TestHouse.number) async throws -> (
    cookie: String, clients: SessionClients
  ) {
    let sessions = web.room.visits.sessions
    let (session, _) = sessions.makeVisitor()
    let request = SignInRequest(of: session)
    request.claim()
    let clients = SessionClients(engine: web.house.engine, session: session, sessions: sessions)
    let id = try await clients.auth.sendVerificationCode(number, .unitedStates)
    try await clients.auth.verifyCode(web.house.courier.code, id)
    let token = try #require(await request.token())
    return ("lifesignal=\(token.text)", clients)
  }

  private func post(_ bytes: Data, _ cookie: String?) async throws -> HTTPResponse.Status {
    var headers: HTTPFields = [HTTPField.Name("Sec-Fetch-Site")!: "same-origin"]
    if let cookie { headers[.cookie] = cookie }
    return try await web.application.test(.router) { [headers] client in
      try await client.execute(
        uri: "/picture", method: .post, headers: headers, body: ByteBuffer(bytes: bytes)
      ).status
    }
  }

  @Test func `a chosen picture is stored, shown and served to those who may see it`() async throws {
    let margaret = try await web.house.member()
    let oskar = try await web.house.member("+12125550103", name: "Oskar")
    let (cookie, _) = try await browser()
    #expect(try await post(Self.png, cookie) == .noContent)
    let page = try await web.page(of: cookie)
    for await url in page.store.changes(of: \.mainTab?.profile.profilePictureURL) where url != nil {
      break
    }
    let path = try #require(
      try await web.house.engine.user(margaret).profileImageURL?.relativeString)
    let served = try await web.request(.get, path, cookie: cookie)
    #expect(served.status == .ok)
    #expect(served.headers[.contentType] == "image/png")
    #expect(served.headers[.xContentTypeOptions] == "nosniff")
    #expect(served.headers[.cacheControl] == "private, max-age=31536000, immutable")

    let (other, _) = try await browser("+12125550103")
    #expect(try await web.request(.get, path, cookie: other).status == .notFound)
    #expect(try await web.request(.get, path).status == .notFound)
    let code = try await web.house.engine.user(margaret).qrCodeID
    try await web.house.engine.perform(
      AddContact(qrCode: code, isResponder: true, isDependent: false), by: .person(oskar))
    #expect(try await web.request(.get, path, cookie: other).status == .notFound)
    try await web.house.engine.perform(AcceptContact(id: oskar), by: .person(margaret))
    #expect(try await web.request(.get, path, cookie: other).status == .ok)
  }

  @Test func `a bad picture is reported on the page; strangers and oversized files are refused`()
    async throws
  {
    _ = try await web.house.member()
    let (cookie, _) = try await browser()
    #expect(try await post(Data("GIF89a".utf8), cookie) == .noContent)
    let page = try await web.page(of: cookie)
    for await error in page.store.changes(of: \.mainTab?.profile.error) {
      guard let error else { continue }
      #expect(error == Refusal.pictureUnreadable.userFacingError)
      break
    }
    #expect(try await post(Data(count: 5_000_001), cookie) == .contentTooLarge)
    #expect(try await post(Self.png, nil) == .unauthorized)
  }

  @Test func `everything can be taken away as a file, by its owner only`() async throws {
    let margaret = try await web.house.member()
    let (cookie, _) = try await browser()
    let answer = try await web.request(.get, "/export", cookie: cookie)
    #expect(answer.status == .ok)
    #expect(answer.headers[.cacheControl] == "no-store")
    #expect(
      answer.headers[.contentDisposition] == "attachment; filename=\"lifesignal-export.json\"")
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .iso8601
    let export = try decoder.decode(
      AccountExport.self, from: Data(answer.body.readableBytesView))
    #expect(export.profile.id == margaret)
    #expect(try await web.request(.get, "/export").status == .seeOther)
    web.house.clock.advance(by: 901)
    let late = try await web.request(.get, "/export", cookie: cookie)
    #expect(late.status == .seeOther)
    #expect(late.headers[.location] == "/profile/export")
  }

  @Test func `a deleted account is signed out everywhere at once`() async throws {
    _ = try await web.house.member()
    let (cookie, clients) = try await browser()
    let (other, _) = try await browser()
    let page = try await web.page(of: other)
    let id = try await clients.auth.sendDeletionCode()
    try await clients.user.deleteAccount(web.house.courier.code, id)
    for await isSignedIn in page.store.changes(of: \.isAuthenticated) where !isSignedIn { break }
    for gone in [cookie, other] {
      #expect(try await web.request(.get, "/export", cookie: gone).status == .seeOther)
    }
  }

  @Test func `opening a contact's page is a look, reading the list is not`() async throws {
    let margaret = try await web.house.member()
    let oskar = try await web.house.member("+12125550103", name: "Oskar")
    let code = try await web.house.engine.user(margaret).qrCodeID
    try await web.house.engine.perform(
      AddContact(qrCode: code, isResponder: false, isDependent: true), by: .person(oskar))
    try await web.house.engine.perform(AcceptContact(id: oskar), by: .person(margaret))
    let (_, clients) = try await browser("+12125550103")
    _ = try await clients.contacts.getContacts()
    let (_, own) = try await browser()
    #expect(try await own.activity.getActivity(nil, 10).entries.isEmpty)
    _ = try await clients.contacts.getContact(margaret)
    _ = try await clients.contacts.getContact(margaret)
    #expect(try await own.activity.getActivity(nil, 10).entries.map(\.contactID) == [oskar])
  }
}
