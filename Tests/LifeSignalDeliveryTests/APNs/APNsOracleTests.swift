import Foundation
import LifeSignalDelivery
import LifeSignalEngine
import LifeSignalModel
import Synchronization
import Testing

/// What Apple's push service gets, read by the implementations of others over HTTP/2 and TLS.
@Suite(.timeLimit(.minutes(1))) struct APNsOracleTests {
  private func failure(
    _ mood: APNsService.Mood, by courier: APNsCourier
  ) async throws -> CourierFailure? {
    do {
      try await courier.deliver(APNsService.message(mood))
      return nil
    } catch let failure as CourierFailure {
      return failure
    }
  }

  private func isTransient(_ failure: CourierFailure?) -> Bool {
    if case .transient = failure { true } else { false }
  }

  @Test func `a message is whole, and signed by the account`() async throws {
    let seen = try await APNsService.seen { service in
      try await service.courier().deliver(APNsService.message())
    }
    let one = try #require(seen.first)
    #expect(seen.count == 1 && one.outcome == "take" && one.faults.isEmpty, "\(one.faults)")
    #expect(one.path == "/3/device/" + String(repeating: "5c", count: 30) + "abcd")
    #expect(one.fields["apns-topic"] == "org.example.lifesignal")
    #expect(one.fields["apns-push-type"] == "alert" && one.fields["apns-priority"] == "10")
    #expect(one.fields["apns-expiration"] == "\(1_767_600_000 + 86_400)")
    let alert = try #require(one.aps["alert"] as? [String: String])
    #expect(alert == ["title": "ALERT", "body": "Mara needs help."])
    #expect(one.aps["category"] as? String == "call" && one.aps["mutable-content"] as? Int == 1)
    #expect(one.json["receipt"] as? String == "tok-EN_1")
    #expect(one.json["path"] as? String == "/open/tok-EN_1")
  }

  @Test func `a repeat has the name of the first, and another message has one of its own`()
    async throws
  {
    let seen = try await APNsService.seen { service in
      let courier = try service.courier()
      for key in ["lifesignal-7", "lifesignal-7", "lifesignal-8"] {
        try await courier.deliver(APNsService.message(key: key))
      }
    }
    let names = seen.map { [$0.fields["apns-id"], $0.fields["apns-collapse-id"]] }
    try #require(names.count == 3)
    #expect(names[0] == names[1])
    #expect(names[0][0] != names[2][0] && names[0][1] != names[2][1])
    #expect(seen[0].payload == seen[1].payload && Set(seen.map(\.token)).count == 1)
  }

  @Test func `a text of any length and script fits`() async throws {
    let bodies = ["é😀 ", "\u{1}", "\"\\", "李"].map { String(repeating: $0, count: 3_000) }
    let seen = try await APNsService.seen { service in
      let courier = try service.courier()
      for body in bodies {
        try await courier.deliver(APNsService.message(title: body, body: body))
      }
    }
    try #require(seen.count == bodies.count)
    for (one, body) in zip(seen, bodies) {
      #expect(one.faults.isEmpty && one.size <= 4_096 && one.size > 4_000, "\(one.size)")
      let alert = try #require(one.aps["alert"] as? [String: String])
      let read = try #require(alert["body"])
      #expect(read.hasSuffix("…") && body.hasPrefix(read.dropLast()))
    }
  }

  @Test func `all messages go over one connection, side by side`() async throws {
    let seen = try await APNsService.seen { service in
      let courier = try service.courier()
      try await courier.deliver(APNsService.message())
      // It is answered when another has been taken while it waits.
      let isAnswered = Mutex(false)
      let patient = Task {
        defer { isAnswered.withLock { $0 = true } }
        try await courier.deliver(APNsService.message(.patient, key: "lifesignal-8"))
      }
      repeat {
        try await courier.deliver(APNsService.message(key: "lifesignal-9"))
      } while !isAnswered.withLock { $0 }
      try await patient.value
    }
    #expect(seen.count { $0.outcome == "patient" } == 1 && seen.allSatisfy { $0.connection == 1 })
  }

  private static let answers: [(APNsService.Mood, CourierFailure?)] = [
    (.unregistered, .addressGone("apns: answered 410 (Unregistered)", since: APNsService.now)),
    (.undated, .addressGone("apns: answered 410 (ExpiredToken)")),
    (.bad, .addressGone("apns: answered 400 (BadDeviceToken)")),
    (.tooMany, .transient("apns: answered 429 (TooManyRequests)", retryAfter: .seconds(40))),
    (.shutdown, .transient("apns: answered 503 (Shutdown)")),
    (.broken, .transient("apns: answered 500 (InternalServerError)")),
    (.ofAnotherApp, .rejected("apns: answered 400 (DeviceTokenNotForTopic)")),
    (.wordy, .rejected("apns: answered 400")), (.talkative, nil), (.farewell, nil),
  ]

  /// Each with a service of its own: it refuses a second token within twenty minutes.
  @Test(arguments: answers)
  func `an answer is understood`(mood: APNsService.Mood, wanted: CourierFailure?) async throws {
    let seen = try await APNsService.seen { service in
      let found = try await failure(mood, by: service.courier())
      #expect(found == wanted)
    }
    #expect(seen.count == 1, "nothing is asked twice")
  }

  @Test func `an answer under way outlives the line's being given up`() async throws {
    let seen = try await APNsService.seen { service in
      let courier = try service.courier()
      #expect(try await failure(.taken, by: courier) == nil)
      // Beside it one is reset, which gives the line up; it is answered when another line has a message.
      async let late = failure(.patient, by: courier)
      #expect(isTransient(try await failure(.elbow, by: courier)))
      #expect(try await failure(.taken, by: courier) == nil)
      #expect(try await late == nil)
    }
    #expect(seen.filter { $0.connection == 1 }.count == 3 && seen.last?.connection == 2)
    #expect(Set(seen.dropFirst().map(\.outcome)) == ["patient", "elbow", "take"])
  }

  @Test(arguments: [APNsService.Mood.goaway, .reset, .hangup, .silent])
  func `a broken delivery is tried again later, and the next message goes through`(
    mood: APNsService.Mood
  ) async throws {
    let seen = try await APNsService.seen { service in
      let courier = try service.courier(limit: mood == .silent ? 4 : 20)
      let found = try await failure(mood, by: courier)
      #expect(isTransient(found), "\(String(describing: found))")
      #expect(try await failure(.taken, by: courier) == nil)
    }
    // Each on a connection of its own: where nothing came back nothing else is sent.
    #expect(seen.last?.outcome == "take" && seen.last?.connection != seen.first?.connection)
  }

  @Test func `a connection that is taken leave of is not used again`() async throws {
    let seen = try await APNsService.seen { service in
      let courier = try service.courier()
      #expect(try await failure(.farewell, by: courier) == nil)
      // Either the farewell is heard in time, or the message falls with the connection and comes again.
      if try await failure(.taken, by: courier) != nil {
        #expect(try await failure(.taken, by: courier) == nil)
      }
    }
    #expect(seen.last?.outcome == "take" && seen.last?.connection == 2)
  }

  @Test func `a token is replaced when it is old, and not before its time`() async throws {
    let clock = Mutex(APNsService.now - 3_000)
    let seen = try await APNsService.seen { service in
      let courier = try service.courier { clock.withLock { $0 } }
      for minutes in [0.0, 44, 1, 5] {
        clock.withLock { $0 += minutes * 60 }
        #expect(try await failure(.taken, by: courier) == nil)
      }
    }
    let tokens = seen.map(\.token)
    try #require(tokens.count == 4)
    #expect(tokens[0] == tokens[1] && tokens[1] != tokens[2] && tokens[2] == tokens[3])
  }

  @Test func `a token that is not believed is replaced once, unless it is too young`() async throws
  {
    // Our clock is slow: the service holds the token for older than it is.
    let clock = Mutex(APNsService.now - 5_000)
    let refused = CourierFailure.rejected("apns: answered 403 (ExpiredProviderToken)")
    let seen = try await APNsService.seen { service in
      let courier = try service.courier { clock.withLock { $0 } }
      #expect(try await failure(.taken, by: courier) == refused)
      clock.withLock { $0 += 25 * 60 }
      #expect(try await failure(.taken, by: courier) == nil)
    }
    #expect(
      seen.map(\.outcome) == ["403 ExpiredProviderToken", "403 ExpiredProviderToken", "take"])
    #expect(seen[1].payload == seen[2].payload && seen[1].token != seen[2].token)
  }

  @Test func `the service rejects another account's token`() async throws {
    let seen = try await APNsService.seen { service in
      let courier = try APNsCourier(
        service.account(teamID: "TEAM654321"), now: { APNsService.now })
      let found = try await failure(.taken, by: courier)
      #expect(found == .rejected("apns: answered 403 (InvalidProviderToken)"))
    }
    #expect(seen.count == 1)
  }

  @Test func `an unknown certificate is refused`() async throws {
    let seen = try await APNsService.seen { service in
      let courier = try APNsCourier(
        service.account(believing: false), limit: 1, now: { APNsService.now })
      #expect(isTransient(try await failure(.taken, by: courier)))
    }
    #expect(seen.isEmpty)
  }
}
