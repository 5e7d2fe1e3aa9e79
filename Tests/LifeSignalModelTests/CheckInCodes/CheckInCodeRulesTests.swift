import Foundation
import LifeSignalModel
import Testing

@Suite struct `Check-in codes on paper` {
  private let me = Cast.mara

  private static let material: CheckInSheetMaterial = {
    let texts = (0..<5).map { group in
      (0..<5).map { CheckInCodeText(random: [0, 0, 0, 0, 0, UInt8(group), UInt8($0)]) }
    }
    return CheckInSheetMaterial(
      texts: texts, hashes: texts.map { $0.map { Data($0.canonical.utf8) } }, silentGroup: 2)
  }()

  private func make(
    told: [Person.ID] = ["2"], responders: [Person.ID] = ["2", "3"]
  ) throws -> Decided<NewCheckInSheet> {
    try CheckInCodeRules.make(
      Self.material, told: told, responders: responders, me, moment: Cast.moment())
  }

  private static func code(_ group: Int = 0, used: TimeInterval? = nil) -> CheckInCode {
    CheckInCode(
      id: "70", sheet: "60", person: "1", hash: Data([1]), group: group,
      usedAt: used.map { Cast.start + $0 }, dueAt: nil)
  }

  private func use(
    _ code: CheckInCode = code(), isVoid: Bool = false, left: Int = 20, repeated: CheckIn? = nil,
    after seconds: TimeInterval = 60
  ) throws -> Decided<CheckInRecord> {
    try CheckInCodeRules.use(
      TypedCodeFacts(
        code: code, isVoid: isVoid, left: left,
        checkIn: Cast.facts { $0.repeated = repeated }), moment: Cast.moment(seconds))
  }

  // MARK: Making

  @Test func `a sheet has twenty-five codes, and earlier ones are void`() throws {
    let decision = try make()
    guard case .voidCheckInSheets("1", _)? = decision.mutations.first,
      case .insertCheckInSheet(let sheet, let codes)? = decision.mutations.last
    else {
      Issue.record("\(decision.mutations)")
      return
    }
    #expect(codes.count == 25 && Set(codes.map(\.hash)).count == 25)
    #expect(codes.count { $0.group == sheet.silentGroup } == 5)
    #expect(codes.allSatisfy { $0.sheet == sheet.id && $0.usedAt == nil && $0.dueAt == nil })
    #expect(sheet.told == ["2"] && sheet.kept == ["3"])
    #expect(decision.demands == [.proof, .budget(.keys)])
  }

  @Test func `the codes are shown once, and their owner is notified`() throws {
    let decision = try make()
    let new = try #require(decision.answer)
    #expect(new.groups == Self.material.texts.map { $0.map(\.printed) } && new.silentGroup == 2)
    #expect(new.details.left == 25)
    #expect(decision.notifications.map(\.person) == ["1"] && !decision.deliveries.isEmpty)
    #expect(!"\(decision.mutations)".contains(new.groups[0][0]))
  }

  @Test func `only responders can be chosen, and one of them must be`() throws {
    #expect(throws: Refusal.notYourResponder) { try make(told: ["9"]) }
    #expect(throws: Refusal.nobodyChosen) { try make(told: []) }
    #expect(throws: Never.self) { try make(told: [], responders: []) }
  }

  @Test func `only one's own sheet is revoked, and once`() {
    let sheet = CheckInSheet(
      id: "60", person: "1", createdAt: Cast.start, silentGroup: 0, told: [])
    let void = CheckInSheet(
      id: "60", person: "1", createdAt: Cast.start, silentGroup: 0, told: [], voidAt: Cast.start)
    let decision = CheckInCodeRules.revoke(sheet, by: Cast.mara, moment: Cast.moment())
    #expect(decision.mutations == [.voidCheckInSheets("1", at: Cast.start)])
    #expect(decision.told.count == 1, "nobody takes the silent way out away unnoticed")
    for (sheet, person) in [(sheet, Cast.theo), (void, Cast.mara), (nil, Cast.mara)]
      as [(CheckInSheet?, Recipient)]
    {
      let decision = CheckInCodeRules.revoke(sheet, by: person, moment: Cast.moment())
      #expect(decision == Decision())
    }
  }

  // MARK: Using

  @Test func `a code is a check-in, and used`() throws {
    let decision = try use()
    let record = try #require(decision.answer)
    #expect(record.source == .printedCode && record.userID == "1")
    #expect(decision.watch?.lastCheckIn == Cast.start + 60)
    let now = Cast.start + 60
    #expect(decision.mutations.contains(.useCheckInCode("70", at: now, dueAt: now)))
  }

  @Test func `the decision is the same for every group`() throws {
    let first = try use(Self.code(0))
    for group in 1..<CheckInSheet.groups {
      let other = try use(Self.code(group))
      #expect(other.decision == first.decision && other.answer == first.answer, "\(group)")
    }
  }

  @Test func `it ends the alarm of a missed deadline, as every check-in does`() throws {
    let alert = Alert(
      id: "50", person: "1", kind: .missedCheckIn, gen: 1, startedAt: Cast.start)
    let decision = try CheckInCodeRules.use(
      TypedCodeFacts(
        code: Self.code(), isVoid: false, left: 20,
        checkIn: Cast.facts(Cast.missedWatch()) { $0.missedAlert = alert }),
      moment: Cast.moment(100_000))
    #expect(
      decision.mutations.contains(
        .endAlert("50", at: Cast.start + 100_000, reason: .checkedIn)))
  }

  @Test func `the same code a moment later is the same check-in`() throws {
    let record = CheckIn(
      id: "80", person: "1", at: Cast.start, recordedAt: Cast.start, source: .printedCode)
    let decision = try use(Self.code(used: 0), repeated: record, after: 599)
    #expect(decision.decision == Decision() && decision.answer == CheckInRecord(record))
  }

  @Test func `used, void and unknown codes are refused alike`() {
    let record = CheckIn(id: "80", person: "1", at: Cast.start, recordedAt: Cast.start)
    #expect(throws: Refusal.checkInCodeRefused) {
      try use(Self.code(used: 0), repeated: record, after: 600)
    }
    #expect(throws: Refusal.checkInCodeRefused) { try use(isVoid: true) }
    #expect(throws: Refusal.checkInCodeRefused) {
      try use(Self.code(used: 0), isVoid: true, repeated: record, after: 1)
    }
    #expect(throws: Refusal.checkInCodeRefused) {
      try CheckInCodeRules.use(nil, moment: Cast.moment())
    }
  }

  @Test(arguments: [(12, 1), (11, 2), (10, 1), (1, 1)])
  func `when ten are left, new ones are asked for once`(left: Int, notices: Int) throws {
    #expect(try use(left: left).notifications.count == notices)
  }

  // MARK: By text

  @Test func `a text from any number checks in, and a second one of the same id is not heard`()
    throws
  {
    let facts = TypedCodeFacts(
      code: Self.code(), isVoid: false, left: 20, checkIn: Cast.facts())
    let reply = Reply(id: "SM1", from: "+4930123", text: "…")
    let decision = try ReplyRules.receive(
      reply, with: facts, isRepeated: false, moment: Cast.moment(60))
    #expect(decision.answer == ReplyMessage(.checkedIn, .english))
    #expect(decision.mutations.contains(.insertReply("SM1", at: Cast.start + 60)))
    let again = try ReplyRules.receive(
      reply, with: facts, isRepeated: true, moment: Cast.moment(60))
    #expect(again.decision == Decision(.unchanged) && again.answer == .some(nil))
    #expect(throws: Refusal.notAllowed) { try ReceiveReply.Asker(.visitor) }
  }
}
