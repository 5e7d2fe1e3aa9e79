import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import LifeSignalEngine
import LifeSignalModel
import LifeSignalTestSupport
import LifeSignalWeb
import NIOCore
import Testing

@testable import LifeSignalAPI

/// Own reminders from clients that know them and from older ones that do not.
@Suite struct OwnReminderRouteTests {
  private let server: TestServer
  private let token: String
  private let me: Person.ID

  init() async throws {
    server = try await TestServer()
    me = server.world.p
    token = try await server.signIn(me)
  }

  /// - Parameter own: the field as it is sent; nil for a client that does not know it.
  private func put(_ own: String?, notify30Min: Bool = false) async throws -> TestResponse {
    let field = own.map { #""ownReminders": \#($0), "# } ?? ""
    let body = """
      {\(field)"isNotificationsEnabled": true, "notify30MinBefore": \(notify30Min),
      "notify2HoursBefore": true, "alertNotifications": true, "pingNotifications": true,
      "checkInNotifications": true, "contactNotifications": true}
      """
    let headers: HTTPFields = [
      .authorization: "Bearer \(token)", .contentType: "application/json",
    ]
    let application = Application(router: server.room.router())
    return try await application.test(.router) { client in
      try await client.execute(
        uri: "/api/v1/user/notification-preferences", method: .put, headers: headers,
        body: ByteBuffer(string: body))
    }
  }

  private var stored: NotificationPreferences {
    get async throws { try await server.world.engine.user(me).preferences }
  }

  @Test func `an older client leaves them as they are`() async throws {
    #expect(try await put("[15, 480]").status.kind == .successful)
    #expect(try await put(nil, notify30Min: true).status.kind == .successful)
    #expect(
      try await stored == NotificationPreferences(notify30MinBefore: true, ownReminders: [480, 15]))
    #expect(try await put("[]").status.kind == .successful)
    #expect(try await stored.ownReminders == [])
  }

  @Test(arguments: [
    ("[120]", Refusal.invalidOwnReminder), ("[4]", .invalidOwnReminder),
    ("[5, 6, 7, 8, 9]", .tooManyReminders),
  ])
  func `an invalid reminder is refused with its reason`(own: String, refusal: Refusal) async throws
  {
    let response = try await put(own)
    #expect(response.status.kind == .clientError)
    let problem = try APIJSON.decode(Problem.self, from: Data(response.body.readableBytesView))
    #expect(problem.refusal == refusal)
    #expect(try await stored.ownReminders == [])
  }
}
