import Foundation
import LifeSignalModel
import Testing

@Suite struct PhoneChangeRulesTests {
  private func code(
    for purpose: OneTimeCode.Purpose = .numberChange("1"), attempts: Int = 0, usedAt: Date? = nil,
    to number: String = "+15550100009"
  ) -> OneTimeCode {
    OneTimeCode(
      id: "c", phoneNumber: number, phoneRegion: .canada, hash: Data([7]), createdAt: Cast.start,
      expiresAt: Cast.start + 300, attempts: attempts, usedAt: usedAt, purpose: purpose)
  }

  private func change(
    _ code: OneTimeCode?, isRight: Bool = true, holder: Person? = nil, at seconds: TimeInterval = 10
  ) throws -> Decided<PhoneNumberAnswer> {
    try PhoneChangeRules.change(
      PhoneChangeFacts(me: Cast.mara, code: code, isRight: isRight, holder: holder),
      moment: Cast.moment(seconds))
  }

  @Test func `the right code moves number, region and channels, and tells the old number`() throws {
    let decision = try change(code())
    #expect(decision.answer?.phoneNumber == "+15550100009")
    #expect(decision.refusal == nil)
    let person = decision.mutations.compactMap {
      if case .updatePerson(let person) = $0 { person } else { nil }
    }.first
    #expect(person?.phoneNumber == "+15550100009")
    #expect(person?.phoneRegion == .canada)
    #expect(
      decision.mutations.contains(
        .moveChannels("1", from: "+15550100001", to: "+15550100009")))
    #expect(decision.deliveries.map(\.address) == ["+15550100001"])
    // The change signs no one out.
    #expect(
      !decision.mutations.contains { if case .revokeSession = $0 { true } else { false } })
  }

  @Test func `no device can keep the old number from hearing of it`() throws {
    var mara = Cast.mara
    mara.channels.append(
      Channel(id: "71", person: "1", kind: .webPush, address: "{}", createdAt: Cast.start))
    let decision = try PhoneChangeRules.change(
      PhoneChangeFacts(me: mara, code: code(), isRight: true, holder: nil), moment: Cast.moment(10))
    #expect(decision.deliveries.map(\.kind) == [.sms])
    #expect(decision.deliveries.map(\.nextAttemptAt) == [Cast.start + 10])
  }

  @Test func `browsers are sent nothing more until a page there says that it is theirs`() throws {
    var mara = Cast.mara
    for id in ["71", "72"] as [Channel.ID] {
      mara.channels.append(
        Channel(
          id: id, person: "1", kind: .webPush, address: "{\(id)}", createdAt: Cast.start))
    }
    let decision = try PhoneChangeRules.change(
      PhoneChangeFacts(me: mara, code: code(), isRight: true, holder: nil), moment: Cast.moment(10))
    let disabled = decision.mutations.filter {
      if case .disableChannel = $0 { true } else { false }
    }
    #expect(
      disabled == [
        .disableChannel("71", at: Cast.start + 10), .disableChannel("72", at: Cast.start + 10),
      ])
  }

  @Test func `another member's number is refused, and the code is used up`() throws {
    let decision = try change(code(), holder: Cast.theo.person)
    #expect(decision.refusal == .phoneNumberTaken)
    #expect(decision.refusal?.code == .alreadyExists)
    #expect(
      decision.mutations == [.countAttempt("c", from: 0), .useCode("c", at: Cast.start + 10)])
  }

  @Test func `a wrong code counts and says how many tries are left`() throws {
    for attempts in 0..<5 {
      let decision = try change(code(attempts: attempts), isRight: false)
      #expect(decision.refusal == .codeWrong(triesLeft: 4 - attempts))
      #expect(decision.mutations == [.countAttempt("c", from: attempts)])
    }
  }

  @Test func `expired, used, unknown and worn-out codes have their own refusals`() {
    #expect(throws: Refusal.codeExpired) { try change(code(), at: 300) }
    #expect(throws: Refusal.codeUsed) { try change(code(usedAt: Cast.start)) }
    #expect(throws: Refusal.codeExpired) { try change(nil) }
    #expect(throws: Refusal.tooManyTries) { try change(code(attempts: 5)) }
  }

  @Test(arguments: [OneTimeCode.Purpose.signIn, .numberChange("2"), .deletion("1")])
  func `a code for another purpose or person is unknown`(purpose: OneTimeCode.Purpose) {
    #expect(throws: Refusal.codeExpired) { try change(code(for: purpose)) }
  }

  @Test func `a code for a new number signs no one in`() {
    #expect(throws: Refusal.codeExpired) {
      try AuthRules.verifyCode(
        code(), isRight: true, person: nil,
        material: SignInMaterial(
          token: "t", tokenHash: Data([1]), label: "", qrCode: "Q", channels: [.sms]),
        moment: Cast.moment())
    }
  }

  @Test func `the number one has is no new number, and codes are limited per number`() throws {
    #expect(throws: Refusal.phoneNumberUnchanged) {
      try PhoneChangeRules.requestCode(
        code(to: "+15550100001"), of: Cast.mara.person, recent: [], moment: Cast.moment())
    }
    let recent = (0..<5).map { _ in code() }
    #expect(throws: Refusal.tooManyCodes(retryAfter: 900)) {
      try PhoneChangeRules.requestCode(
        code(), of: Cast.mara.person, recent: recent, moment: Cast.moment())
    }
  }
}
