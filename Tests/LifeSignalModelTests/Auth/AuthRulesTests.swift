import Foundation
import LifeSignalModel
import Testing

@Suite struct AuthRulesTests {
  private let material = SignInMaterial(
    token: "token", tokenHash: Data([1]), label: "Browser", qrCode: "NEW", channels: [.sms])

  private func code(
    attempts: Int = 0, usedAt: Date? = nil, created seconds: TimeInterval = 0
  ) -> OneTimeCode {
    OneTimeCode(
      id: "c", phoneNumber: "+15550100009", phoneRegion: .unitedStates, hash: Data([7]),
      createdAt: Cast.start + seconds, expiresAt: Cast.start + seconds + 300,
      attempts: attempts, usedAt: usedAt)
  }

  private func verify(
    _ code: OneTimeCode?, isRight: Bool = true, person: Person? = nil, at seconds: TimeInterval = 10
  ) throws -> Decided<SignIn> {
    try AuthRules.verifyCode(
      code, isRight: isRight, person: person, material: material,
      moment: Cast.moment(seconds))
  }

  @Test func `a wrong code counts as a try and says how many are left`() throws {
    for attempts in 0..<5 {
      let decision = try verify(code(attempts: attempts), isRight: false)
      #expect(decision.refusal == .codeWrong(triesLeft: 4 - attempts))
      #expect(decision.mutations == [.countAttempt("c", from: attempts)])
    }
  }

  @Test(arguments: [true, false])
  func `the sixth try is refused unread`(isRight: Bool) {
    #expect(throws: Refusal.tooManyTries) {
      try verify(code(attempts: 5), isRight: isRight)
    }
  }

  @Test func `expired, used and unknown codes have their own refusals`() {
    #expect(throws: Refusal.codeExpired) { try verify(code(), at: 300) }
    #expect(throws: Refusal.codeUsed) { try verify(code(usedAt: Cast.start)) }
    #expect(throws: Refusal.codeExpired) { try verify(nil) }
  }

  // MARK: Guessing

  private func codes(wrong tries: Int, at seconds: TimeInterval = 0) -> [OneTimeCode] {
    stride(from: 0, to: tries, by: 5).map { code(attempts: min(5, tries - $0), created: seconds) }
  }

  private func request(_ recent: [OneTimeCode], at seconds: TimeInterval) throws -> Decision {
    try AuthRules.requestCode(
      code(created: seconds), recent: recent, moment: Cast.moment(seconds))
  }

  @Test(arguments: [(4, 0.0), (5, 60), (10, 300), (15, 1_500)])
  func `after wrong codes the next one takes longer and longer`(tries: Int, pause: Double) throws {
    let recent = codes(wrong: tries, at: 1_000)
    #expect(try request(recent, at: 1_000 + pause).refusal == nil)
    let early = Result { try request(recent, at: 1_000 + pause - 1) }
    #expect((try? early.get()) == nil || pause == 0)
  }

  @Test func `twenty wrong codes a day are the most for one number`() throws {
    let recent = codes(wrong: 20)
    #expect(throws: Refusal.tooManyCodes(retryAfter: 82_800)) { try request(recent, at: 3_600) }
    #expect(throws: Refusal.tooManyTries) {
      try AuthRules.verifyCode(
        code(), isRight: true, recent: recent, person: Cast.mara.person, material: material,
        moment: Cast.moment(10))
    }
    // Codes that were asked for and typed rightly are no wrong tries.
    let used = (0..<4).map { _ in code(attempts: 1, usedAt: Cast.start) }
    #expect(try request(used, at: 10).refusal == nil)
  }

  @Test func `one number is sent twenty codes a day at most`() throws {
    let recent = (0..<20).map { _ in code(attempts: 1, usedAt: Cast.start) }
    #expect(try request(Array(recent.dropLast()), at: 3_600).refusal == nil)
    #expect(throws: Refusal.tooManyCodes(retryAfter: 82_800)) { try request(recent, at: 3_600) }
  }

  @Test(arguments: [3, 4, 5, 9])
  func `every fifth wrong code notifies the number's owner`(before: Int) throws {
    let decision = try AuthRules.verifyCode(
      code(), isRight: false, recent: codes(wrong: before), me: Cast.mara,
      person: Cast.mara.person, material: material, moment: Cast.moment(10))
    let isTold = (before + 1) % 5 == 0
    #expect(decision.notifications.map(\.title) == (isTold ? ["Wrong codes for your number"] : []))
    #expect(decision.warnings.count == (isTold ? 1 : 0))
  }

  @Test(arguments: [true, false])
  func `the notice of a held sign-in mentions a passkey only to a person who has one`(
    hasPasskey: Bool
  ) throws {
    let idle = IdleFacts(
      elsewhere: Cast.mara, lastSign: Cast.start - IdleRules.idle, hasPasskey: hasPasskey)
    let decision = try AuthRules.verifyCode(
      code(), isRight: true, person: Cast.mara.person, idle: idle, material: material,
      moment: Cast.moment(10))
    #expect(decision.refusal == .heldWhileIdle(retryAfter: 86_400))
    let words = decision.notifications.map(\.message.english)
    #expect(words.count == 1 && words.allSatisfy { $0.contains("They can get in tomorrow.") })
    #expect(words.contains { $0.contains("your passkey") } == hasPasskey)
  }

  @Test func `the right code signs a known person in`() throws {
    let decision = try verify(code(attempts: 4), person: Cast.mara.person)
    let signIn = try #require(decision.answer)
    #expect(signIn.person == "1")
    #expect(!signIn.isNew)
    #expect(decision.mutations.contains(.useCode("c", at: Cast.start + 10)))
  }

  @Test func `the right code makes a new person with a channel and a watch`() throws {
    let decision = try verify(code())
    let signIn = try #require(decision.answer)
    #expect(signIn.isNew)
    #expect(decision.mutations.contains(.insertWatch(Watch(person: signIn.person))))
    let channels = decision.mutations.compactMap {
      if case .insertChannel(let channel) = $0 { channel } else { nil }
    }
    #expect(channels.map(\.address) == ["+15550100009"])
  }

  @Test func `a number gets five codes in fifteen minutes`() throws {
    let recent = (0..<5).map { code(created: TimeInterval($0 * 60)) }
    #expect(throws: Refusal.tooManyCodes(retryAfter: 300)) {
      try AuthRules.requestCode(
        code(), recent: recent, moment: Cast.moment(600))
    }
    let decision = try AuthRules.requestCode(
      code(), recent: Array(recent.dropLast()), moment: Cast.moment(600))
    #expect(decision.mutations == [.insertCode(code())])
  }

  @Test func `the codes that strangers request for a number do not block its owner`() throws {
    func request(_ purpose: OneTimeCode.Purpose, after recent: OneTimeCode.Purpose) throws {
      func code(_ purpose: OneTimeCode.Purpose) -> OneTimeCode {
        var code = self.code()
        code.purpose = purpose
        return code
      }
      _ = try AuthRules.requestCode(
        code(purpose), recent: Array(repeating: code(recent), count: 5), moment: Cast.moment(600))
    }
    for strangers in [
      OneTimeCode.Purpose.signIn, .numberChange("2"), .channel("2", .sms), .proof("2"),
    ] {
      try request(.proof("1"), after: strangers)
      try request(.deletion("1"), after: strangers)
    }
    // One's own have an end too, and strangers' have theirs together.
    #expect(throws: Refusal.self) { try request(.deletion("1"), after: .proof("1")) }
    #expect(throws: Refusal.self) { try request(.signIn, after: .numberChange("2")) }
  }

  @Test func `only the system enrols, and enrolling again finds the same person`() throws {
    #expect(throws: Refusal.notAllowed) { try Enrol.Asker(.visitor) }
    let again = try AuthRules.enrol(
      phoneNumber: "+15550100001", region: .unitedStates, existing: Cast.mara.person, qrCode: "Q",
      channels: [], moment: Cast.moment())
    #expect(again.decision == Decision() && again.answer == "1")
  }

  @Test func `a code that arrived proves the channel it came by, also one switched off`() throws {
    let decision = try verify(code(), person: Cast.mara.person)
    let channels = decision.mutations.compactMap {
      if case .insertChannel(let channel) = $0 { channel } else { nil }
    }
    #expect(channels.map(\.person) == ["1"])
    #expect(channels.map(\.kind) == [.sms])
    #expect(channels.map(\.address) == ["+15550100009"])
  }

  @Test func `a code that arrived gives every channel there is for the number`() throws {
    var material = material
    material.channels = [.sms, .voice]
    for person in [nil, Cast.mara.person] {
      let decision = try AuthRules.verifyCode(
        code(), isRight: true, person: person, material: material,
        moment: Cast.moment(10))
      let channels = decision.mutations.compactMap {
        if case .insertChannel(let channel) = $0 { channel } else { nil }
      }
      #expect(channels.map(\.kind) == [.sms, .voice])
      #expect(channels.allSatisfy { $0.address == "+15550100009" })
    }
  }

  @Test func `codes from before the clock was set back lock no one out`() throws {
    let ahead = (0..<5).map { code(created: 86_400 + TimeInterval($0)) }
    let decision = try AuthRules.requestCode(
      code(), recent: ahead, moment: Cast.moment())
    #expect(decision.mutations == [.insertCode(code())])
    // Made at the same time and decided first, though: these count.
    #expect(throws: Refusal.self) {
      try AuthRules.requestCode(
        code(), recent: (0..<5).map { code(created: TimeInterval($0)) }, moment: Cast.moment())
    }
  }
}
