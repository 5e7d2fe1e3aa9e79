import Foundation
import LifeSignalEngine
import LifeSignalModel
import LifeSignalTestSupport
import Testing

/// Printed codes, through the door.
@Suite(.timeLimit(.minutes(1))) struct `A printed code` {
  private func use(
    _ code: String, in world: SmallWorld, from network: String = "192.0.2.1"
  ) async throws -> CheckInRecord {
    try await world.engine.useCheckInCode(code, from: network)
  }

  @Test func `checks in for its owner, from anywhere, once`() async throws {
    let world = try await SmallWorld()
    let sheet = try await world.printCodes()
    try await world.advance(by: 3_600)
    let record = try await use(sheet.ordinary[0], in: world)
    #expect(record.userID == world.p && record.source == .printedCode)
    #expect(try await world.engine.user(world.p).lastCheckedIn == world.clock.now)
    #expect(try await world.engine.answer(GetCheckInCodes(), to: Member(world.p)).sheet?.left == 24)
    // A form that was sent twice.
    try await world.advance(by: 599)
    #expect(try await use(sheet.ordinary[0], in: world) == record)
    #expect(try await world.engine.answer(GetCheckInCodes(), to: Member(world.p)).sheet?.left == 24)
    try await world.advance(by: 2)
    await #expect(throws: Refusal.checkInCodeRefused) {
      try await use(sheet.ordinary[0], in: world)
    }
  }

  @Test func `is read as its owner would type it`() async throws {
    let world = try await SmallWorld()
    let code = try await world.printCodes().ordinary[0]
    let typed = " " + code.lowercased().replacing("-", with: " ").replacing("0", with: "o")
    await #expect(throws: Never.self) { try await use(typed, in: world) }
  }

  @Test func `is stored as a keyed hash alone`() async throws {
    let ledger = TestLedger()
    let world = try await SmallWorld(ledger: ledger)
    let sheet = try await world.printCodes()
    let texts = ledger.rows.texts
    for code in sheet.groups.flatMap({ $0 }) {
      #expect(!texts.contains(code) && !texts.contains(code.replacing("-", with: "")))
    }
    #expect(ledger.rows.checkInCodes.allSatisfy { $0.hash.count == 32 })
    // The same ledger under another key opens nothing.
    let other = Engine(ledger: ledger, clock: world.clock)
    await #expect(throws: Refusal.checkInCodeRefused) {
      try await other.useCheckInCode(sheet.ordinary[0], from: "n")
    }
    await #expect(throws: Never.self) { try await use(sheet.ordinary[0], in: world) }
  }

  @Test func `of a damaged sheet is left out, and its owner can revoke or replace it`()
    async throws
  {
    let ledger = TestLedger()
    let world = try await SmallWorld(ledger: ledger)
    let damage = {
      _ = try await world.printCodes()
      try ledger.execute(
        "UPDATE check_in_sheets SET silent_group = 9223372036854775807 WHERE void_at IS NULL")
      #expect(try await world.engine.answer(GetCheckInCodes(), to: Member(world.p)).sheet == nil)
    }
    try await damage()
    #expect(try await world.engine.export(of: world.p).checkInCodes == nil)
    #expect(ledger.unreadableRows == ["check_in_sheets": 1])
    let noted = HealthReport.Cause.rowsUnreadable(table: "check_in_sheets", 1)
    #expect(world.services.health().causes.contains(noted))

    try await world.perform(RevokeCheckInCodes(), by: world.p)
    try await world.settle()
    try await world.services.auditor.turn()
    #expect(ledger.unreadableRows == [:], "a void sheet promises nothing")
    #expect(!world.services.health().causes.contains(noted))
    #expect(world.courier.messages.map(\.title) == ["Check-in codes revoked"])
    try await world.perform(RevokeCheckInCodes(), by: world.p)
    try await world.settle()
    #expect(world.courier.messages.count == 1, "none is left")

    try await damage()
    let sheet = try await world.printCodes()
    #expect(try await use(sheet.ordinary[0], in: world).source == .printedCode)
    #expect(try await world.engine.answer(GetCheckInCodes(), to: Member(world.p)).sheet?.left == 24)
    try await world.services.auditor.turn()
    #expect(ledger.unreadableRows == [:])
  }

  @Test func `of an earlier or a revoked sheet does nothing`() async throws {
    let world = try await SmallWorld()
    let first = try await world.printCodes()
    let second = try await world.printCodes()
    await #expect(throws: Refusal.checkInCodeRefused) {
      try await use(first.ordinary[0], in: world)
    }
    await #expect(throws: Never.self) { try await use(second.ordinary[0], in: world) }
    try await world.perform(RevokeCheckInCodes(), by: world.p)
    await #expect(throws: Refusal.checkInCodeRefused) {
      try await use(second.ordinary[1], in: world)
    }
    #expect(try await world.engine.answer(GetCheckInCodes(), to: Member(world.p)).sheet == nil)
  }

  @Test func `ends the alarm of a missed deadline`() async throws {
    let world = try await SmallWorld()
    let sheet = try await world.printCodes()
    try await world.advance(by: 90_000)
    #expect(try await world.engine.user(world.p).alarms.count == 1)
    _ = try await use(sheet.ordinary[0], in: world)
    #expect(try await world.engine.user(world.p).alarms.isEmpty)
  }

  @Test func `is asked for again when ten are left`() async throws {
    let world = try await SmallWorld()
    let sheet = try await world.printCodes()
    func asked() async throws -> Int {
      try await world.engine.notifications(of: world.p).count {
        $0.title.english == "Few check-in codes left"
      }
    }
    for code in sheet.ordinary.prefix(14) { _ = try await use(code, in: world) }
    #expect(try await asked() == 0)
    for code in sheet.ordinary.dropFirst(14).prefix(3) { _ = try await use(code, in: world) }
    #expect(try await asked() == 1)
  }

  // MARK: Guesses

  @Test func `is never refused for what others guess, and guessing comes to an end`() async throws {
    let world = try await SmallWorld()
    let sheet = try await world.printCodes()
    for number in 0..<10 {
      await #expect(throws: Refusal.checkInCodeRefused) {
        try await use(
          CheckInCodeText(random: [9, 9, 9, 9, 9, 9, UInt8(number)]).printed, in: world)
      }
    }
    await #expect {
      try await use(sheet.ordinary[0], in: world)
    } throws: { error in
      (error as? Refusal)?.retryAfter.map { (359...361).contains($0) } ?? false
    }
    await #expect(throws: Never.self) {
      try await use(sheet.ordinary[0], in: world, from: "198.51.100.1")
    }
    try await world.advance(by: 361)
    await #expect(throws: Never.self) { try await use(sheet.ordinary[1], in: world) }
  }

  @Test func `right ones and what is no code use up no guess`() async throws {
    let world = try await SmallWorld()
    let sheet = try await world.printCodes()
    for code in sheet.ordinary { _ = try await use(code, in: world) }
    for _ in 0..<20 {
      await #expect(throws: Refusal.checkInCodeRefused) { try await use("0000", in: world) }
    }
    #expect(try await world.engine.answer(GetCheckInCodes(), to: Member(world.p)).sheet?.left == 5)
  }

  // MARK: By text

  @Test func `is heard in a text from any number`() async throws {
    let world = try await SmallWorld()
    let sheet = try await world.printCodes()
    try await world.advance(by: 3_600)
    let reply = Reply(id: "SM1", from: "+4930123456", text: sheet.ordinary[0].lowercased())
    let message = try await world.engine.receive(reply)
    #expect(message == ReplyMessage(.checkedIn, .english))
    #expect(try await world.engine.user(world.p).lastCheckedIn == world.clock.now)
    #expect(try await world.engine.receive(reply) == nil)
  }

  @Test func `may be texted often, and wrong ones only so often from each number`() async throws {
    let world = try await SmallWorld()
    let sheet = try await world.printCodes()
    func answer(
      _ id: Int, _ text: String, from number: String = "+4930123456"
    ) async throws -> ReplyAnswer? {
      let reply = Reply(id: Reply.ID(rawValue: "SM\(id)"), from: number, text: text)
      return try await world.engine.receive(reply)?.answer
    }
    for (id, code) in sheet.ordinary.dropLast().enumerated() {
      #expect(try await answer(id, code) == .checkedIn)
    }
    for id in 100..<110 {
      let wrong = CheckInCodeText(random: [9, 9, 9, 9, 9, 9, UInt8(id)]).printed
      #expect(try await answer(id, wrong) == nil)
    }
    let last = try #require(sheet.ordinary.last)
    #expect(try await answer(200, last) == nil)
    #expect(try await answer(201, last, from: "+4930654321") == .checkedIn)
  }

  @Test func `is a check-in of its own, whatever keys a client has chosen`() async throws {
    let ledger = TestLedger()
    let world = try await SmallWorld(ledger: ledger)
    let sheet = try await world.printCodes()
    for code in ledger.rows.checkInCodes {
      try await world.checkIn(key: code.clientKey, by: world.p)
    }
    #expect(try await world.engine.checkIns(of: world.p).allSatisfy { $0.source != .printedCode })
    try await world.advance(by: 3_600)
    let record = try await world.engine.useCheckInCode(sheet.ordinary[0], from: "n")
    #expect(record.source == .printedCode && record.timestamp == world.clock.now)
  }

  @Test func `that is unknown gets no answer in a text from a strange number`() async throws {
    let world = try await SmallWorld()
    let wrong = CheckInCodeText(random: [1, 2, 3, 4, 5, 6, 7]).printed
    let reply = Reply(id: "SM1", from: "+4930123456", text: wrong)
    #expect(try await world.engine.receive(reply) == nil)
  }
}
