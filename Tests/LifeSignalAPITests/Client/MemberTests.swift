import Composable
import Foundation
import HTTPTypes
import LifeSignalFeatures
import LifeSignalModel
import Synchronization
import Testing

@testable import LifeSignalAPI

/// Every member of every client has a value over HTTP: it asks the server, or is the device's.
@Suite struct MemberTests {
  private struct Asked: Error {}

  private let asked = Names()
  private let clients: HTTPClients

  init() throws {
    let asked = asked
    let transport = APITransport(
      send: { request, _ in
        asked.note("\(request.method) \(request.path ?? "")")
        throw Asked()
      },
      stream: { request in
        asked.note("\(request.method) \(request.path ?? "")")
        throw Asked()
      })
    let server = try #require(URL(string: "https://example.org"))
    let connection = APIConnection(
      server: server, transport: transport,
      session: APISession(APICredential(token: "t", person: "1", session: "2")),
      clock: StoppedClock())
    clients = HTTPClients(try #require(connection))
  }

  /// Calls each member; what is missing would report itself, and fail the test.
  private func check<Client>(
    _ client: Client, asks members: [String: () async throws -> Void],
    has device: [String: () async throws -> Void] = [:]
  ) async {
    let names = Set(Mirror(reflecting: client).children.compactMap(\.label))
    #expect(names == Set(members.keys).union(device.keys), "\(Client.self)")
    for (name, member) in members {
      let before = asked.count
      try? await member()
      #expect(asked.count > before, "\(Client.self).\(name) did not ask the server")
    }
    for (name, member) in device {
      await #expect(throws: Never.self, "\(Client.self).\(name)") { try await member() }
    }
  }

  /// The first thing a stream does is to ask.
  private func begin<Value: Sendable>(_ updates: @autoclosure () -> Updates<Value>) async {
    let known = asked.count
    let values = updates()
    let following = Task { for await _ in values {} }
    await asked.more(than: known)
    following.cancel()
  }

  @Test(.timeLimit(.minutes(1))) func `signing in and the own record`() async throws {
    let (auth, user) = (clients.auth, clients.user)
    await check(
      user,
      asks: [
        "currentUser": { _ = try await user.currentUser() },
        "updateProfile": {
          try await user.updateProfile(Edit(Profile(firstName: "A", lastName: "B")))
        },
        "updateNotificationPreferences": {
          try await user.updateNotificationPreferences(NotificationPreferences())
        },
        "setLanguage": { try await user.setLanguage(.german) },
        "refreshQRCodeID": { _ = try await user.refreshQRCodeID() },
        "deleteProfileImage": { try await user.deleteProfileImage() },
        "exportData": { _ = try await user.exportData() },
        "deleteAccount": { try await user.deleteAccount("1", "2") },
        "updatePushToken": { try await user.updatePushToken("x") },
        "userStream": { await begin(user.userStream()) },
      ])
    await check(
      auth,
      asks: [
        "sendVerificationCode": { _ = try await auth.sendVerificationCode("1", .canada) },
        "verifyCode": { try await auth.verifyCode("1", "2") },
        "updatePhoneNumber": { _ = try await auth.updatePhoneNumber("1", "2", .canada) },
        "sendDeletionCode": { _ = try await auth.sendDeletionCode() },
        "signOut": { try await auth.signOut() },
        "authStateStream": { await begin(auth.authStateStream()) },
      ])
    let settings = SettingsClient(user)
    await check(
      settings,
      asks: [
        "getNotificationPreferences": { _ = try await settings.getNotificationPreferences() },
        "updateNotificationPreferences": {
          try await settings.updateNotificationPreferences(NotificationPreferences())
        },
      ])
  }

  @Test(.timeLimit(.minutes(1))) func `access tokens`() async throws {
    let tokens = AccessTokenClient(clients)
    await check(
      tokens,
      asks: [
        "getTokens": { _ = try await tokens.getTokens() },
        "createToken": { _ = try await tokens.createToken("n", [.read], nil) },
        "revokeToken": { try await tokens.revokeToken("7") },
      ])
  }

  @Test(.timeLimit(.minutes(1))) func `sessions and proofs`() async throws {
    let (sessions, proof) = (clients.sessionList, clients.proof)
    await check(
      sessions,
      asks: [
        "getSessions": { _ = try await sessions.getSessions() },
        "endSession": { try await sessions.endSession("7") },
        "endOtherSessions": { try await sessions.endOtherSessions() },
      ])
    await check(
      proof,
      asks: [
        "confirm": { try await proof.confirm() },
        "sendCode": { _ = try await proof.sendCode() },
        "prove": { try await proof.prove("1", "2") },
      ],
      has: [
        "demands": { _ = proof.demands() },
        "settle": { proof.settle(false) },
      ])
  }

  @Test(.timeLimit(.minutes(1))) func `passkeys`() async throws {
    let passkeys = clients.passkeys
    let answer = PasskeyAnswer(id: "1", response: .init(clientDataJSON: "2"))
    await check(
      passkeys,
      asks: [
        "startRegistration": { _ = try await passkeys.startRegistration() },
        "register": { _ = try await passkeys.register(answer) },
        "startRequest": { _ = try await passkeys.startRequest() },
        "startSuggestion": { _ = try await passkeys.startSuggestion() },
        "signIn": { try await passkeys.signIn(answer) },
        "prove": { try await passkeys.prove(answer) },
      ])
  }

  @Test(.timeLimit(.minutes(1))) func `contacts and pings`() async throws {
    let (contacts, ping) = (clients.contacts, PingClient(clients))
    await check(
      contacts,
      asks: [
        "getContacts": { _ = try await contacts.getContacts() },
        "getContact": { _ = try await contacts.getContact("3") },
        "getContactInfo": { _ = try await contacts.getContactInfo("C") },
        "addContact": { _ = try await contacts.addContact("C", true, false) },
        "acceptContact": { _ = try await contacts.acceptContact("3") },
        "declineContact": { try await contacts.declineContact("3") },
        "blockRequests": { try await contacts.blockRequests("3") },
        "getBlockedAskers": { _ = try await contacts.getBlockedAskers() },
        "allowRequests": { try await contacts.allowRequests("3") },
        "updateContact": { _ = try await contacts.updateContact("3", true, false) },
        "updateContactPrivateFields": {
          try await contacts.updateContactPrivateFields("3", Edit(PrivateFields(notes: "n")))
        },
        "updateContactSwitches": {
          _ = try await contacts.updateContactSwitches("3", Edit(ContactSwitches()))
        },
        "removeContact": { try await contacts.removeContact("3") },
        "contactsStream": { await begin(contacts.contactsStream()) },
      ])
    await check(
      ping,
      asks: [
        "pingDependent": { _ = try await ping.pingDependent("3") },
        "respondToPing": { try await ping.respondToPing("3") },
        "respondToAllPings": { try await ping.respondToAllPings() },
        "clearPing": { try await ping.clearPing("3") },
        "getPendingPings": { _ = try await ping.getPendingPings() },
        "getPingHistory": { _ = try await ping.getPingHistory() },
        "pingListsStream": { await begin(ping.pingListsStream()) },
      ])
  }

  @Test(.timeLimit(.minutes(1))) func `check-ins and the alert`() async throws {
    let (checkIn, alert) = (clients.checkIn, AlertClient(clients))
    await check(
      checkIn,
      asks: [
        "checkIn": { _ = try await checkIn.checkIn() },
        "getCheckInHistory": { _ = try await checkIn.getCheckInHistory(nil) },
        "getCheckInInterval": { _ = try await checkIn.getCheckInInterval() },
        "setCheckInInterval": { try await checkIn.setCheckInInterval(3_600) },
        "getReminderInterval": { _ = try await checkIn.getReminderInterval() },
        "setReminderInterval": { try await checkIn.setReminderInterval(0) },
        "getGracePeriod": { _ = try await checkIn.getGracePeriod() },
        "setGracePeriod": { try await checkIn.setGracePeriod(0) },
        "getOlderCheckIns": {
          let record = CheckInRecord(id: "3", userID: "1", timestamp: .distantPast)
          _ = try await checkIn.getOlderCheckIns(record, 5)
        },
        "getCheckInCalendar": { _ = try await checkIn.getCheckInCalendar(.utc) },
        "getPlan": { _ = try await checkIn.getPlan() },
        "setPlan": { try await checkIn.setPlan(.interval(3_600)) },
        "pause": { try await checkIn.pause(.distantFuture) },
        "resume": { try await checkIn.resume() },
        "snooze": { _ = try await checkIn.snooze() },
        "stopCountdown": { try await checkIn.stopCountdown() },
      ])
    await check(
      alert,
      asks: [
        "activateAlert": { _ = try await alert.activateAlert() },
        "deactivateAlert": { _ = try await alert.deactivateAlert() },
        "getAlertStatus": { _ = try await alert.getAlertStatus() },
        "getAlertHistory": { _ = try await alert.getAlertHistory(3) },
      ])
  }

  @Test(.timeLimit(.minutes(1))) func `journeys, pictures, activity and codes`() async throws {
    let (travel, storage) = (TravelClient(clients), clients.storage)
    let (activity, code) = (clients.activity, clients.qrCode)
    let address = try #require(URL(string: "/pictures/1"))
    await check(
      travel,
      asks: [
        "getTravel": { _ = try await travel.getTravel() },
        "start": { _ = try await travel.start(.distantFuture, "") },
        "extend": { _ = try await travel.extend("3", .distantFuture) },
        "arrive": { try await travel.arrive("3") },
        "cancel": { try await travel.cancel("3") },
      ])
    await check(
      storage,
      asks: [
        "uploadImage": { _ = try await storage.uploadImage(picture) },
        "downloadImage": { _ = try await storage.downloadImage(address) },
      ])
    await check(activity, asks: ["getActivity": { _ = try await activity.getActivity(nil, 5) }])
    let timeline = clients.timeline
    await check(
      timeline,
      asks: [
        "getTimeline": { _ = try await timeline.getTimeline(7, 5) },
        "timelineStream": { await begin(timeline.timelineStream(5)) },
        "verifyTimeline": { _ = try await timeline.verifyTimeline() },
        "getAlarms": { _ = try await timeline.getAlarms("3") },
        "alarmsStream": { await begin(timeline.alarmsStream("3")) },
      ])
    let things = ThingClient(clients)
    let kettle = ThingSettings(name: "Kettle", kind: .plug)
    await check(
      things,
      asks: [
        "getThings": { _ = try await things.getThings() },
        "add": { _ = try await things.add(kettle) },
        "edit": { try await things.edit("3", kettle) },
        "rotate": { _ = try await things.rotate("3") },
        "remove": { try await things.remove("3") },
        "setRule": { try await things.setRule(.standard) },
        "thingsStream": { await begin(things.thingsStream()) },
      ])
    let codes = CheckInCodesClient(clients)
    await check(
      codes,
      asks: [
        "getSheet": { _ = try await codes.getSheet() },
        "make": { _ = try await codes.make(["3"]) },
        "revoke": { try await codes.revoke() },
        "sheetStream": { await begin(codes.sheetStream()) },
      ])
    let channels = ChannelClient(clients)
    await check(
      channels,
      asks: [
        "getChannels": { _ = try await channels.getChannels() },
        "channelsStream": { await begin(channels.channelsStream()) },
        "sendChannelCode": { _ = try await channels.sendChannelCode(.email, "a@example.org") },
        "verifyChannel": { try await channels.verifyChannel("123456", "v") },
        "moveChannel": { try await channels.moveChannel("3", .earlier) },
        "setChannelOn": { try await channels.setChannelOn("3", false) },
        "removeChannel": { try await channels.removeChannel("3") },
        "setChannelQuiet": { try await channels.setChannelQuiet("3", .everything) },
        "setQuietHours": { try await channels.setQuietHours(nil) },
        "testChannel": { try await channels.testChannel("3") },
      ])
    await check(
      code, asks: ["generateQRCode": { _ = try await code.generateQRCode("C") }],
      has: [
        "parseQRCode": {
          let text = "e621e1f8-c36c-495a-93fc-0c247a3e6e5f"
          let read = try await code.parseQRCode(text)
          #expect(read.rawValue == text.uppercased())
        }
      ])
  }

  private var picture: ImageData { ImageData(bytes: Data([1]), mimeType: "image/png") }

  @Test(.timeLimit(.minutes(1))) func `notifications and preferences`() async throws {
    let (centre, kept, network) = (
      clients.notification, PreferencesClient(clients), clients.network
    )
    await check(
      centre,
      asks: [
        "getNotifications": { _ = try await centre.getNotifications() },
        "markAsRead": { try await centre.markAsRead("3") },
        "markAllAsRead": { try await centre.markAllAsRead() },
        "clearNotification": { try await centre.clearNotification("3") },
        "clearAllNotifications": { try await centre.clearAllNotifications() },
        "updateNotificationSettings": {
          try await centre.updateNotificationSettings(Edit(NotificationPreferences()))
        },
        "notificationStream": { await begin(centre.notificationStream()) },
      ],
      has: [
        "registerForPushNotifications": { try await centre.registerForPushNotifications() },
        "scheduleCheckInReminder": { try await centre.scheduleCheckInReminder(.distantFuture) },
        "cancelScheduledNotifications": { await centre.cancelScheduledNotifications([]) },
        "requestAuthorization": { _ = try await centre.requestAuthorization() },
        "getAuthorizationStatus": { _ = await centre.getAuthorizationStatus() },
        "streamNotificationResponses": { for await _ in centre.streamNotificationResponses() {} },
        "streamPushTokenUpdates": { for await _ in centre.streamPushTokenUpdates() {} },
      ])
    await check(
      kept,
      asks: [
        "string": { _ = await kept.string("k") },
        "setString": { await kept.setString("v", "k") },
        "bool": { _ = await kept.bool("k") },
        "setBool": { await kept.setBool(true, "k") },
        "setData": { await kept.setData(nil, "k") },
      ])
    await check(
      network, asks: [:],
      has: [
        "isOnlineStream": {
          var states = network.isOnlineStream().makeAsyncIterator()
          #expect(await states.next() == true)
        }
      ])
  }
}

/// What was asked, and a way to wait for it.
private final class Names: Sendable {
  private let names = Mutex<[String]>([])
  private let (stream, continuation) = AsyncStream.makeStream(of: Void.self)

  var count: Int { names.withLock { $0.count } }

  func note(_ name: String) {
    names.withLock { $0.append(name) }
    continuation.yield()
  }

  func more(than known: Int) async {
    for await _ in stream where count > known { return }
  }
}

/// Sleepers on this clock wake only when they are cancelled.
struct StoppedClock: Clock {
  typealias Instant = ContinuousClock.Instant
  var now: Instant { ContinuousClock.now }
  var minimumResolution: Duration { .zero }
  func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    try await Task.sleep(for: .seconds(3_600))
  }
}
